"""Römi in words. My cards are numbered as I hold them; a meld has the letter of its player's row, and a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.board import Refused, Seat, Spot, place
from engine.cards import Card
from engine.game import Sentence, View
from engine.games._melds import JOKER, grown, meld
from engine.games._romi_offers import ENDS
from tui import suits
from tui.hand import Hand, Hint
from tui.language import N_, _, put
from tui.spoken import Sight, counted, numbered
from tui.spoken._suits import RANKS, SUITS, card, cards, rank, spelled

HOLDING = ("hand", "drawn", "joker")
"""The zones with the cards that a player may play."""
ALTERNATING = "SHCD"
"""Black and red suits by turns, as hands are sorted."""
ORDER = tuple(RANKS)
ROW_KEYS = "fghvzp"
"""A meld has two keys: that of its player's row, and its number in it. None of them is ever the key of an offer."""
NUMBERS = "1234567890"
CARD_KEYS = NUMBERS + "weryi"
"""A hand has 15 cards at most (R5, R11)."""
BEST = min
"""Of several totals the one that leads."""

SAYS: dict[str, Sentence] = {
    "suit": "{0}: {1}.",
    "all": "{0}.",
    "meld": "{0}, {1}.",
    "round": "Round {0} of {1}, {2} deals.",
    "piles": "Discard pile: {0}. Stock: {1}.",
    "cut": "Cut card: {0}.",
    "nothing": "nothing",
    "holds": "You hold {0}.",
    "staged": "Put together: {0}. Worth {1} of {2}.",
    "prize": "Going out scores {0}.",
    "player": "{0}, {1}.",
    "closed": "{0}, {1}, not opened.",
    "taken": "Taken: {0}.",
    "had": "Held at the end: {0}.",
    "out": "Out.",
}


def pad(view: View, me: Seat, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    """The two keys of the melds that lie at these places."""
    seats = len(view.scores.totals)
    keys: dict[Spot, str] = {}
    for key, seat in zip(ROW_KEYS, in_rows(me, seats), strict=False):
        melds = {zone: number for number, zone in zip(NUMBERS, laid(view, seat), strict=False)}
        keys |= {spot: key + melds[spot.zone] for spot in spots if spot.zone in melds}
    return keys


def in_rows(me: Seat, seats: int) -> tuple[Seat, ...]:
    """The players in the order of their rows: those after me in turn order, and I last."""
    return tuple((me + 1 + i) % seats for i in range(seats))


def laid(view: View, seat: Seat) -> list[str]:
    """The zones of the melds of a player."""
    return [zone.name for zone in view.zones if zone.kind == "meld" and zone.owner == seat]


def aside(view: View) -> str:
    """What has to be done in my turn, and how far an opening is that is not worth enough yet."""
    worth, needs = sum(view.facts["worth"]), view.facts["needs"]
    short = _("Put together: {worth} of {needs}.").format(worth=worth, needs=needs) if 0 < worth < needs else ""
    return " ".join(filter(None, (due(view), short)))


def due(view: View) -> str:
    """What has to be done in my turn."""
    facts = view.facts
    if view.viewer is None or view.viewer != view.turn:
        return ""
    drawn = view.zone(f"drawn:{view.viewer}")
    match facts["must"], facts["step"]:
        case "play-joker", _:
            return _("The joker must be played this turn.")
        case "play-taken", _:
            return _("{card} from the discard pile must be played this turn.").format(card=drawn[0])
        case "just-taken", _:
            return _("{card} cannot be your discard. Play it, or take back.").format(card=drawn[0])
        case "cut-goes-out", _:
            return _("{card} is the cut card: it is yours if you go out now.").format(card=drawn[0])
        case _, "draw":
            return _("You may take the discard and keep it.") if facts["keep"] else ""
        case _, "play" if drawn and facts["keep"] and facts["taken"] == "discard":
            return _("Discard one, but not {card}.").format(card=drawn[0])
        case _, "play" if not facts["ended"][view.viewer]:
            return _("Nobody opens on their first turn. Discard a card.")
    return ""


def outcome(view: View, names: Sequence[str]) -> str:
    """Who has ended the round (R25, R28)."""
    facts = view.facts
    if facts["step"] != "scored":
        return ""
    said = _("{name} went out in round {number}.") if facts["out"] is not None else _("Nobody went out.")
    return said.format(name=names[facts["out"] or 0], number=facts["round"])


def spell(text: str) -> str:
    return spelled(text)


# the cards that a player holds


def held(view: View) -> tuple[Spot, ...]:
    """The cards that I may play, without those of an opening that I put together."""
    if view.viewer is None:
        return ()
    staged = {Spot(*spot) for meld in view.facts["staged"] for spot in meld}
    zones = [f"{kind}:{view.viewer}" for kind in HOLDING]
    spots = [Spot(zone, i) for zone in zones for i in range(len(view.zone(zone)))]
    return tuple(spot for spot in spots if spot not in staged)


def hints(view: View) -> tuple[Hint, ...]:
    return tuple(_hint(view, tuple(Spot(*spot) for spot in picks)) for picks in view.facts["hint"])


def called(view: View, chosen: Sequence[Spot]) -> Mapping[str, str]:
    """An opening is offered once it is worth enough. R9: where there is a choice which card a joker becomes, both."""
    short = sum(view.facts["worth"]) < view.facts["needs"]
    named = {"open": ""} if short else {}
    named |= {f"{verb}-{end}": "" for verb in ("stage", "lay", "add") for end in ENDS[1:]}
    if cards := _either(view, chosen):
        verbs = ("add",) if any(place(spot.zone).kind == "meld" for spot in chosen) else ("stage", "lay")
        said = [_("Joker as {card}").format(card=card) for card in cards]
        named |= {f"{verb}-{end}": as_card for verb in verbs for end, as_card in zip(ENDS[1:], said, strict=True)}
    return named


def _either(view: View, chosen: Sequence[Spot]) -> Sequence[int | str]:
    """The two cards of which the joker among these can be either, if so."""
    lie = next((view.zone(spot.zone) for spot in chosen if place(spot.zone).kind == "meld"), ())
    cards = [card for spot in chosen if place(spot.zone).kind != "meld" and (card := view.zone(spot.zone)[spot.i])]
    try:
        grown([card for card in lie if card], cards) if lie else meld(cards)
    except Refused as refused:
        return refused.details if refused.code == "which-end" else ()
    return ()


def by_suit(card: Card) -> tuple[int, int]:
    return (ALTERNATING.index(card[-1]), ORDER.index(card[:-1])) if card != JOKER else (len(ALTERNATING), 0)


def by_rank(card: Card) -> tuple[int, int]:
    return (ORDER.index(card[:-1]), ALTERNATING.index(card[-1])) if card != JOKER else (len(ORDER), 0)


HAND = Hand(CARD_KEYS, {N_("by suit"): by_suit, N_("by rank"): by_rank}, held, held, hints, called, suits.spelled)


def _hint(view: View, picks: tuple[Spot, ...]) -> Hint:
    cards = " ".join(view.zone(spot.zone)[spot.i] or "" for spot in picks if place(spot.zone).kind != "meld")
    melds = [" ".join(card or "" for card in view.zone(spot.zone)) for spot in picks if place(spot.zone).kind == "meld"]
    if melds:
        said = _("add {cards} to {meld}.") if cards else _("take the joker of {meld}.")
    elif not view.facts["ended"][view.turn]:  # R13
        said = _("worth keeping: {cards}.")
    else:
        said = _("lay {cards}.") if view.facts["opened"][view.turn] else _("put together {cards}.")
    return Hint(picks, said.format(cards=cards, meld="".join(melds)))


# what lies there


def numbers(sight: Sight, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    """The stock, in which one cuts, is counted from its top."""
    mine = {spot: str(number) for number, spot in enumerate(sight.order, 1)}
    melds = pad(sight.view, sight.view.viewer or 0, spots)
    return {spot: mine.get(spot) or melds.get(spot) or str(number) for number, spot in enumerate(spots, 1)}


def places(sight: Sight, spots: Sequence[Spot]) -> list[str]:
    number = numbers(sight, spots)
    mine = [spot for spot in sight.order if spot in number]
    melds = [(number[spot], spot.zone) for spot in spots if place(spot.zone).kind == "meld"]
    return _cards(mine, sight) + [_melds(melds, sight.view)] * bool(melds)


def mine(sight: Sight) -> list[str]:
    view, facts = sight.view, sight.view.facts
    if view.viewer is None:
        return []
    lines = [*_cards(sight.order, sight), put(SAYS["holds"], counted(len(sight.order)))]
    if facts["staged"]:
        melds = [cards(view.zone(zone)[i] for zone, i in meld) for meld in facts["staged"]]
        lines.append(put(SAYS["staged"], ", ".join(melds), sum(facts["worth"]), facts["needs"]))
    if facts["prize"] and view.viewer == view.turn and facts["step"] == "play":
        lines.append(put(SAYS["prize"], facts["prize"]))
    return lines


def player(sight: Sight, seat: Seat) -> list[str]:
    view, facts, name = sight.view, sight.view.facts, sight.called(seat)
    count = sum(len(view.zone(f"{kind}:{seat}")) for kind in HOLDING)
    key = ROW_KEYS[in_rows(view.viewer or 0, len(view.scores.totals)).index(seat)]
    said = [put(SAYS["player" if facts["opened"][seat] else "closed"], name, counted(count))]
    if melds := [(key + number, zone) for number, zone in zip(NUMBERS, laid(view, seat), strict=False)]:
        said.append(_melds(melds, view))
    if taken := [*view.zone(f"drawn:{seat}"), *view.zone(f"joker:{seat}")]:
        said.append(put(SAYS["taken"], cards(taken)))
    if facts["step"] == "scored":
        left = sorted((card for card in view.zone(f"left:{seat}") if card), key=by_suit)
        said.append(put(SAYS["had" if left else "out"], ", ".join(map(card, left))))
    return [" ".join(said)]


def table(sight: Sight) -> list[str]:
    view, facts = sight.view, sight.view.facts
    discards, cut = view.zone("discard"), view.zone("cut")
    top = card(discards[-1]) if discards else put(SAYS["nothing"])
    piles = [put(SAYS["piles"], top, counted(len(view.zone("stock"))))]
    piles += [put(SAYS["cut"], card(cut[-1]))] if cut else []
    lines = [put(SAYS["round"], facts["round"], facts["rounds"], sight.names[facts["dealer"]]), " ".join(piles)]
    return lines + [line for seat in in_rows(view.viewer or 0, len(sight.names)) for line in player(sight, seat)]


def _melds(melds: Sequence[tuple[str, str]], view: View) -> str:
    """Melds with their letters and numbers, each in a sentence."""
    return " ".join(put(SAYS["meld"], number, cards(view.zone(zone))) for number, zone in melds)


def _cards(spots: Sequence[Spot], sight: Sight) -> list[str]:
    """Cards that I hold; in a hand that is sorted by suits each suit is a line."""
    number = numbers(sight, spots)
    at = {spot: sight.view.zone(spot.zone)[spot.i] or "" for spot in spots}
    runs = [(suit, list(here)) for suit, here in groupby(spots, lambda spot: at[spot][-1:])]
    if len({suit for suit, _here in runs}) < len(runs):
        return [put(SAYS["all"], numbered((number[spot], card(at[spot])) for spot in spots))]
    lines = []
    for suit, here in runs:
        if suit in SUITS:
            name = put(SUITS[suit])
            ranks = numbered((number[spot], rank(at[spot])) for spot in here)
            lines.append(put(SAYS["suit"], name[:1].upper() + name[1:], ranks))
        else:
            lines.append(put(SAYS["all"], numbered((number[spot], card(at[spot])) for spot in here)))
    return lines
