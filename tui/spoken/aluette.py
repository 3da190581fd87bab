"""Aluette in words: the cards by their names, the trick, the eyes and the signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.board import Event, Seat, Spot
from engine.cards import Card
from engine.game import Sentence, View
from engine.games._aluette_state import LEVEL, REJECTS, SINGLES, TRICKS
from engine.games._aluette_words import CARDS, SIGNS
from tui.hand import Hand, Hint
from tui.language import N_, _, ngettext, put
from tui.sides import sides
from tui.spoken import Sight, counted, numbered
from tui.story import deal_numbered, listed
from tui.theme import plain

SUITS = "OCBS"
CARD_KEYS = "1234567890ynfhi"
"""Fifteen cards are held only while six are to be rejected; then nobody is asked for yes or no."""
BEST = max
"""Of several totals the one that leads."""

SAYS: dict[str, Sentence] = {
    "hand": "{0}.",
    "deal": "Deal {0}, {1} deals. Trick {2} of {3}.",
    "draw": "The draw for partners.",
    "drew": "{0}: {1}.",
    "trick": "{0}: {1}.",
    "trick-high": "{0}: {1}, highest.",
    "trick-equal": "{0}: {1}, equal.",
    "no-trick": "Nothing is played yet.",
    "tricks": "Tricks: {0}.",
    "side": "{0}: {1}.",
    "no-tricks": "No tricks yet.",
    "player": "{0}: {1}, tricks: {2}.",
    "look-you": "{0} looks at you.",
    "look-away": "{0} looks away from you.",
    "looks": "{0} looks at {1}.",
    "you-look": "You look at {0}.",
    "shown": "{1} has signed: {0}.",
    "you-shown": "You have signed: {0}.",
    "no-signs": "You have seen no signs.",
    "last": "The last trick. {0}",
    "no-last": "There is no last trick yet.",
    "won": "{0} won it.",
    "you-won": "You won it.",
    "spoiled": "It was spoiled.",
    "named": "From high to low: {0}.",
    "levels": "Then aces, kings, cavalières, valets, nines of swords and batons, eights, sevens, sixes, fives, fours, "
    "threes of swords and batons.",
    "played": "Played already: {0}.",
}


def aside(view: View) -> str:
    facts, mine = view.facts, view.viewer is not None and view.viewer in view.awaited
    match facts["step"]:
        case "chant" if mine:
            return _("Do you want the chant?")
        case "reject" if mine:
            return _("Choose 6 cards to reject.")
        case "surrender" if mine:
            return _("You may offer the deal to the others.")
        case "answer" if mine:
            return _("The others offer you the deal.")
        case "play" if mine and (facts["full"] or facts["leader"] == view.viewer):
            return _("You lead.")
    return ""


def going_on(view: View, names: Sequence[str]) -> str:
    """Watchers and those who wait see who is asked for the chant (L5)."""
    asked = [names[seat] for seat in view.awaited]
    if view.facts["step"] != "chant" or view.viewer in view.awaited or not asked:
        return ""
    said = ngettext("{names} is asked for the chant.", "{names} are asked for the chant.", len(asked))
    return said.format(names=listed(asked))


def outcome(view: View, names: Sequence[str]) -> str:
    """How the points of the deal were earned, and who has won how many tricks."""
    if view.facts["step"] != "scored":
        return ""
    won = [f"{name} {count}" for name, count in zip(names, view.facts["tricks"], strict=False)]
    tricks = put(SAYS["tricks"], ", ".join(won)) if any(view.facts["tricks"]) else ""
    return " ".join(filter(None, (_earned(view, names), tricks)))


def _earned(view: View, names: Sequence[str]) -> str:
    """L9 to L12."""
    facts = view.facts
    scored, most, tricks = view.scores.rounds[-1], facts["most"], facts["tricks"]
    if not any(scored):
        return _("All tricks were spoiled: nobody scores.")
    side, points = listed([names[seat] for seat, more in enumerate(scored) if more]), max(scored)
    if facts["refused"]:
        return _("{names} score {points}: the deal was offered, and refused.").format(names=side, points=points)
    if most is None or not scored[most]:
        return _("{names} score {points}: the deal was offered, and accepted.").format(names=side, points=points)
    if points > 1:
        said = _("{names} score {points}: {name} has won {n} tricks: a mordienne.")
    elif tricks.count(tricks[most]) > 1:
        said = ngettext(
            "{names} score {points}: {name} has won {n} trick, the first to reach it.",
            "{names} score {points}: {name} has won {n} tricks, the first to reach it.",
            tricks[most],
        )
    else:
        said = ngettext(
            "{names} score {points}: {name} has won {n} trick.",
            "{names} score {points}: {name} has won {n} tricks.",
            tricks[most],
        )
    return said.format(names=side, points=points, name=names[most], n=tricks[most])


def deal(number: int, options: Mapping[str, int | str]) -> str:
    """The draw for partners is dealt too, but not scored (L3)."""
    if options["partners"] == "draw":
        number -= 1
    return deal_numbered(number) if number else _("the draw")


scored = deal_numbered


def when(view: View) -> str:
    """The draw for partners is no deal."""
    facts = view.facts
    if facts["step"] != "play":
        return _("Deal {deal}, before the first trick").format(deal=facts["deal"])
    return _("Deal {deal}, trick {trick}").format(deal=facts["deal"], trick=len(facts["taken"]) + 1 - facts["full"])


def spell(text: str) -> str:
    return text


# the cards that a player holds


def held(view: View) -> tuple[Spot, ...]:
    if view.viewer is None:
        return ()
    zone = f"hand:{view.viewer}"
    return tuple(Spot(zone, i) for i in range(len(view.zone(zone))))


def marks(view: View) -> tuple[Spot, ...]:
    """A card can be chosen before it is my turn to play it."""
    return held(view) if view.facts["step"] in ("reject", "play", "trick") else ()


def most(view: View) -> int:
    return REJECTS if view.viewer in view.facts["rejecting"] else 1


def hints(view: View) -> tuple[Hint, ...]:
    return ()


def called(view: View, chosen: Sequence[Spot]) -> Mapping[str, str]:
    """Looks stand at the faces, and signs above my hand."""
    return {"look": "", "sign": ""}


def by_order(card: Card) -> tuple[int, int]:
    return LEVEL[card], SUITS.index(card[-1])


def by_suit(card: Card) -> tuple[int, int]:
    return SUITS.index(card[-1]), LEVEL[card]


ORDERS = {N_("from high to low"): by_order, N_("by suit"): by_suit}
HAND = Hand(CARD_KEYS, ORDERS, held, marks, hints, called, plain, most)


# what lies there


def numbers(sight: Sight, spots: Sequence[Spot]) -> Mapping[Spot, str]:
    return {spot: str(number) for number, spot in enumerate(sight.order, 1) if spot in spots}


def places(sight: Sight, spots: Sequence[Spot]) -> list[str]:
    number = numbers(sight, spots)
    said = numbered((typed, _at(spot, sight)) for spot, typed in number.items())
    return [put(SAYS["hand"], said)] if said else []


def mine(sight: Sight) -> list[str]:
    return places(sight, sight.order)


def player(sight: Sight, seat: Seat) -> list[str]:
    facts = sight.view.facts
    count = counted(len(sight.view.zone(f"hand:{seat}")))
    lines = [put(SAYS["player"], sight.called(seat), count, facts["tricks"][seat]), _looks(seat, sight)]
    return lines + [said for by, said in signs(sight).items() if by == seat]


def table(sight: Sight) -> list[str]:
    view, facts = sight.view, sight.view.facts
    if not facts["deal"]:
        drawn = [(seat, [card for card in view.zone(f"drawn:{seat}") if card]) for seat in range(len(sight.names))]
        found = [put(SAYS["drew"], sight.called(seat), put(CARDS[cards[-1]])) for seat, cards in drawn if cards]
        return [put(SAYS["draw"]), *found]
    lines = [put(SAYS["deal"], facts["deal"], sight.names[facts["dealer"]], trick_number(view), TRICKS)]
    lying = trick(view)
    lines.append(_trick(lying, sight) if lying else put(SAYS["no-trick"]))
    won = [(sight.called(seat), count) for seat, count in enumerate(facts["tricks"]) if count]
    told = ", ".join(f"{name} {count}" for name, count in won)
    lines.append(put(SAYS["tricks"], told) if won else put(SAYS["no-tricks"]))
    points = [(listed([sight.called(seat) for seat in side]), view.scores.totals[side[0]]) for side in sides(view)]
    return [*lines, " ".join(put(SAYS["side"], *point) for point in points)]


def noticed(sight: Sight, before: View | None, news: Sequence[Event]) -> list[str]:
    """Where I look now; whose eyes turn to me, and whose away."""
    me = sight.view.viewer
    if before is None or me is None or before.facts["deal"] != sight.view.facts["deal"]:
        return []
    was, eyes = before.facts["eyes"], sight.view.facts["eyes"]
    mine = [put(SAYS["you-look"], sight.names[eyes[me]])] if was[me] != eyes[me] else []
    turned = [seat for seat in range(len(eyes)) if (was[seat] == me) != (eyes[seat] == me)]
    return mine + [put(SAYS["look-you" if eyes[seat] == me else "look-away"], sight.names[seat]) for seat in turned]


def pages(sight: Sight) -> Mapping[str, list[str]]:
    seats = range(len(sight.names))
    return {
        "eyes": [*(_looks(seat, sight) for seat in seats), *(signs(sight).values() or [put(SAYS["no-signs"])])],
        "last": _last(sight),
        "order": _order(sight.view),
    }


def signs(sight: Sight) -> dict[Seat, str]:
    """The signs of this deal that I have seen or given, a sentence for everybody who has given some."""
    given: dict[Seat, list[str]] = {}
    for by, sign, _number in sight.view.facts["seen"]:
        said = put(SIGNS.get(sign) or CARDS[sign])
        if said not in given.setdefault(by, []):
            given[by].append(said)
    return {
        by: put(SAYS["you-shown" if by == sight.view.viewer else "shown"], ", ".join(said), sight.names[by])
        for by, said in given.items()
    }


def _looks(seat: Seat, sight: Sight) -> str:
    at = sight.view.facts["eyes"][seat]
    if seat == sight.view.viewer:
        return put(SAYS["you-look"], sight.names[at])
    if at == sight.view.viewer:
        return put(SAYS["look-you"], sight.names[seat])
    return put(SAYS["looks"], sight.names[seat], sight.names[at])


def _trick(lying: Sequence[tuple[Seat, Card]], sight: Sight) -> str:
    """Cards in the order of playing, and which is the highest."""
    highest = min(LEVEL[card] for _seat, card in lying)
    best = [seat for seat, card in lying if LEVEL[card] == highest]
    how = ("trick-high" if len(best) == 1 else "trick-equal") if len(lying) > 1 else "trick"
    told = [put(SAYS[how if seat in best else "trick"], sight.called(seat), put(CARDS[card])) for seat, card in lying]
    return " ".join(told)


def _last(sight: Sight) -> list[str]:
    lay, winner = last_trick(sight.view)
    if not lay:
        return [put(SAYS["no-last"])]
    told = _trick(lay, sight)
    if winner is None:
        return [put(SAYS["last"], told), put(SAYS["spoiled"])]
    won = put(SAYS["you-won"]) if winner == sight.view.viewer else put(SAYS["won"], sight.names[winner])
    return [put(SAYS["last"], told), won]


def _order(view: View) -> list[str]:
    """L2: from high to low; of the named cards, which have been played."""
    named = [put(CARDS[card]) for card in SINGLES]
    gone = [name for name, fallen in zip(named, view.facts["fallen"], strict=False) if fallen]
    lines = [put(SAYS["named"], ", ".join(named)), put(SAYS["levels"])]
    return [*lines, *([put(SAYS["played"], ", ".join(gone))] if gone else [])]


def trick_number(view: View) -> int:
    """Of the trick on the table, from 1."""
    facts = view.facts
    return min(len(facts["taken"]) + (0 if facts["full"] else 1), TRICKS)


def trick(view: View) -> list[tuple[Seat, Card]]:
    """What has been played to it, in the order of playing."""
    seats = round_from(view.facts["leader"], view)
    return [(seat, card) for seat in seats for card in view.zone(f"trick:{seat}") if card]


def last_trick(view: View) -> tuple[list[tuple[Seat, Card]], Seat | None]:
    """What was played to the trick before that, and who won it; nothing if there is none, and nobody if it was
    spoiled."""
    facts, cards = view.facts, [card for card in view.zone("last") if card]
    if not cards:
        return [], None
    taken: list[Seat | None] = facts["taken"][: len(facts["taken"]) - facts["full"]]
    before = [seat for seat in taken[:-1] if seat is not None]
    leader = before[-1] if before else round_from(facts["dealer"], view)[1]
    return list(zip(round_from(leader, view), cards, strict=False)), taken[-1]


def round_from(seat: Seat, view: View) -> list[Seat]:
    """All four, from this one on to the left."""
    places: list[Seat] = view.facts["places"]
    start = places.index(seat)
    return [*places[start:], *places[:start]]


def _at(spot: Spot, sight: Sight) -> str:
    return put(CARDS[sight.view.zone(spot.zone)[spot.i] or ""])
