"""What a hard bot would do: one sentence, to me alone, with keys that do just that."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import msgspec
import pytest

from engine.advice import is_same
from engine.board import CLOCK, Seat, Spot, place
from engine.cards import Card
from engine.game import Offer, Pick, View
from engine.games import GAMES
from net import wire
from tests import kit
from tests.tui import aluette_laid, screens
from tests.tui.line.guest import Guest
from tests.tui.near import NearTable
from tests.tui.sitting import sitting
from tui import language
from tui.desk import Desk
from tui.language import LANGUAGES
from tui.picture import picture_of
from tui.spoken.allegra import area
from tui.story import REFUSALS, say
from tui.theme import FINE
from tui.widgets.foot import Choice

ADVISED = {"advice": "on"}
HINTS = [Choice(key, what, key, "quiet") for key, what in {"=": "scores", "?": "help", "ctrl+c": "quit"}.items()]


def decisions(table: NearTable, me: Seat = 0, count: int = 40) -> Iterator[tuple[View, list[bytes]]]:
    """What I have to decide while bots play, and what may well be done."""
    rng, game = random.Random(2), table.match.game
    table.tell_room("play")
    while count and not table.match.state.over:
        if me in table.view.awaited:
            actions = [choice.action for choice in game.choices(table.view, rng)] or [game.bot(table.view, rng) or b""]
            count -= 1
            yield table.view, actions
        table.act(*kit.by_bots(table.match, rng))


def typed(sentence: str) -> list[str]:
    """The keys in the last brackets of the sentence."""
    return re.findall(r"\[([^\[\]]*)\]", sentence)[-1].split()


def pressed(desk: Desk, keys: list[str]) -> bytes | None:
    """What they ask for, one after the other."""
    action = None
    for key in keys:
        for pressed in ["enter"] if key == "enter" else key:
            assert action is None
            action = desk.picker.enter() if pressed == "enter" else desk.picker.press(pressed, desk.pad())
    return action


def begin(desk: Desk) -> None:
    """Choose something else, as far as there is anything to choose."""
    for offer in desk.picker.offers:
        if offer.pick is not None and len(offer.pick.spots) > offer.pick.least and desk.picker.open is None:
            desk.picker.press(offer.key, desk.pad())
    if desk.picker.several:
        desk.picker.pick(desk.picker.spots[0])


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_that_are_told_do_what_is_advised(game: str) -> None:
    desk = Desk(FINE)
    table = NearTable(GAMES[game].SEATS[-1], game=game, show=desk.hear)
    for view, actions in decisions(table):
        for action in actions:
            begin(desk)
            table.advise(action)
            asked = pressed(desk, typed(desk.advice[0]))
            assert asked is not None, desk.advice
            assert is_same(asked, action, view), desk.advice
            desk.picker.look(view)


@pytest.mark.parametrize("seats", GAMES["allegra"].SEATS)
def test_the_key_of_a_cell_is_that_of_the_area_that_all_the_places_are_in(seats: int) -> None:
    """A card of a column that two players share has a key in each of the two areas."""
    for me, owner in product(range(seats), repeat=2):
        desk, guest = Desk(FINE), Guest(seats, me=me)
        table = NearTable(seats, me=me, show=desk.hear)
        cells = area(owner, seats)
        offer = Offer("pull", "e", msgspec.Raw(b'{"type":"pull"}'), (owner,), Pick(cells))
        for hears in (table, guest.table):
            hears.tell_room("play")
            hears.act(*kit.by_chance(hears.match, random.Random(1)))
            hears.show(msgspec.structs.replace(hears.view, offers=(offer,)))
        for i, cell in enumerate(cells):
            action = msgspec.json.encode({"type": "pull", "picks": [cell]})
            table.advise(action)
            assert desk.pad()[cell] == typed(desk.advice[0])[-1]
            guest.heard.clear()
            guest.table.advise(action)
            assert typed(guest.heard[0])[-1] == str(i + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_that_are_seen_are_told_and_those_of_a_meld_as_they_will_lie(game: str) -> None:
    desk = Desk(FINE)
    table = NearTable(GAMES[game].SEATS[-1], game=game, show=desk.hear)
    for view, actions in decisions(table):
        for action in actions:
            table.advise(action)
            picks = [Spot(*pick) for pick in msgspec.json.decode(action).get("picks", ())]
            cards = [card or "" for spot in picks for card in lying(view, spot)]
            told = [
                desk.advice[0].find(say("", (card,), (), {**desk.says, "": "{0}"}, spell=desk.spell)) for card in cards
            ]
            assert not all(cards) or (-1 not in told and told == sorted(told)), desk.advice


def lying(view: View, spot: Spot) -> Sequence[Card | None]:
    """The card there, or the meld."""
    cards = view.zone(spot.zone)
    return cards if place(spot.zone).kind == "meld" else cards[spot.i : spot.i + 1]


@pytest.mark.parametrize("game", GAMES)
def test_in_line_mode_what_is_told_can_be_typed(game: str) -> None:
    guest = Guest(GAMES[game].SEATS[-1], game=game)
    asked: list[bytes] = []
    guest.visitor.act = lambda action: not asked.append(action)  # type: ignore[method-assign, func-returns-value]
    for view, actions in decisions(guest.table):
        for action in actions[:2]:
            guest.heard.clear()
            guest.table.advise(action)
            (sentence,) = guest.heard
            assert sentence.startswith("A hard bot: ")
            guest.type(" ".join(typed(sentence)))
            assert is_same(asked.pop(), action, view), sentence


@pytest.mark.parametrize("name", ["allegra-6-swap", "allegra-6-choice", "allegra-6-pull", "romi-6-stage", "romi-6-add"])
def test_in_no_language_do_keys_leave_the_foot_for_advice_nor_is_it_cut(name: str) -> None:
    moment = screens.MOMENTS[name]
    for spoken in LANGUAGES:
        language.speak(spoken)
        desk, table = screens.desk_at(moment)
        assert desk.link is not None
        assert desk.link.room is not None
        desk.link.room.options["advice"] = "on"
        called, offers = desk.held.called(desk.picker.chosen), () if desk.picker.given else desk.picker.offers
        needed = {offer.key for offer in offers if called.get(offer.code) != ""}
        seen = picture_of(desk, 80, 24, table.now, HINTS)
        assert needed | {"#"} <= set(seen.targets.values()), spoken
        rng = random.Random(1)
        for action in [choice.action for choice in table.match.game.choices(table.view, rng)]:
            table.advise(action)
            seen = picture_of(desk, 80, 24, table.now, HINTS)
            assert needed <= set(seen.targets.values()), spoken
            assert desk.advice[0] in re.sub(r"\s+", " ", seen.text()), spoken


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_two_deeds_are_told_in_fewer_words_before_a_key_leaves_the_foot(spoken: str) -> None:
    language.speak(spoken)
    for seats in GAMES["allegra"].SEATS:
        desk, table = screens.desk_at(
            screens.Moment(lambda view: screens.can("swap")(view) and seen(view), seats=seats)
        )
        before = picture_of(desk, 80, 24, table.now, HINTS)
        swap = b'{"type":"swap","turn":%d,"picks":[["grid:0",%d]]}'
        table.advise(*(swap % (table.view.turns, i) for i in seen(table.view)))
        after = picture_of(desk, 80, 24, table.now, HINTS)
        assert set(before.targets.values()) <= set(after.targets.values()), desk.advice
        told = re.sub(r"\s+", " ", after.text())
        assert any(said in told for said in desk.advice), desk.advice


def seen(view: View) -> list[int]:
    """Two of my cards that are seen and differ; none if there are none."""
    cards = {card: i for i, card in enumerate(view.zone("grid:0")) if card is not None}
    return [*cards.values()][:2] if len(cards) > 1 else []


async def test_at_a_table_that_gives_advice_the_key_stands_at_the_foot_when_it_is_for_me_to_decide() -> None:
    async with sitting(screens.can("draw"), options=ADVISED) as pilot:
        assert "#  advice" in pilot.app.text
        await pilot.press("number_sign")
        assert pilot.app.told == [wire.AskAdvice()]
        assert "A hard bot thinks about it." in pilot.app.text
        pilot.app.table.advise(b'{"type":"draw","turn":%d}' % pilot.app.table.view.turns)
        await pilot.pause()
        assert "A hard bot: Draw from the deck [d].\n" in pilot.app.text, "it tells whose turn it is"
        await pilot.press("t")
        assert "Draw from the deck [d]." in pilot.app.text, "until it is decided"
        await pilot.press("d")
        pilot.app.table.answer()
        await pilot.pause()
        assert "A hard bot" not in pilot.app.text


@pytest.mark.parametrize(
    ("moment", "options", "code"),
    [
        (screens.can("draw"), {}, "no-advice"),
        (screens.can("knock", "wave"), {"knock_window": 3, **ADVISED}, "no-advice-now"),
    ],
)
async def test_elsewhere_the_key_is_not_shown_and_the_table_says_why_there_is_none(
    moment: Callable[[View], bool], options: dict[str, int | str], code: str
) -> None:
    async with sitting(moment, options=options) as pilot:
        assert "advice" not in pilot.app.text
        await pilot.press("number_sign")
        assert pilot.app.told == [wire.AskAdvice()]
        assert "thinks" not in pilot.app.text
        pilot.app.table.refuse(code)
        await pilot.pause()
        assert REFUSALS[code] in pilot.app.text


def test_that_there_is_no_advice_in_a_race_is_told_until_the_race_is_over() -> None:
    desk, table = screens.desk_at(screens.Moment(screens.can("knock"), seats=4, options={"knock_window": 3, **ADVISED}))
    table.refuse("no-advice-now")
    table.tell_room("play")
    assert desk.refused == REFUSALS["no-advice-now"]
    (timer,) = table.match.game.timers(table.match.state)
    table.act(CLOCK, bytes(timer.action))
    assert desk.refused == ""


def test_both_are_told_if_the_second_is_about_as_good() -> None:
    desk = Desk(FINE)
    table = NearTable(4, show=desk.hear)
    table.tell_room("play")
    table.play_until(screens.can("draw", "take"))
    turn = table.view.turns
    table.advise(b'{"type":"draw","turn":%d}' % turn, b'{"type":"take","turn":%d,"picks":[["grid:0",0]]}' % turn)
    card = table.view.zone("discard")[-1]
    assert desk.advice[0].startswith(
        f"A hard bot: Draw from the deck [d]. Nearly as good: Take the {card} from the disc"
    )
    takes = [b'{"type":"take","turn":%d,"picks":[["grid:0",%d]]}' % (turn, i) for i in (0, 1)]
    table.advise(*takes)
    assert desk.advice[0] == f"A hard bot: Take the {card} from the discard pile [t 2]. Nearly as good: [t 3]."


def test_a_sign_of_somebody_takes_no_advice_away_but_my_act_does() -> None:
    desk = Desk(FINE)
    table = NearTable(4, game="aluette", show=desk.hear)
    table.tell_room("play")
    table.lay_out(aluette_laid.signing())
    play = b'{"type":"play","turn":%d,"picks":[["hand:0",0]]}' % table.view.turns
    desk.suggest()
    hint = desk.hint
    table.advise(play)
    said = desk.advice
    desk.hint = hint
    table.act(-2, b'{"type":"lower","seat":2,"number":%d}' % table.match.state.signed[2])
    table.act(2, b'{"type":"sign","sign":"useless"}')
    assert table.view.facts["seen"][-1][1] == "useless", "I look there"
    assert (desk.advice, desk.hint) == (said, "Hint: there is none now.")
    table.act(0, play)
    assert (desk.advice, desk.hint) == ((), "")


def test_what_both_have_in_common_is_told_once() -> None:
    desk = Desk(FINE)
    table = NearTable(4, show=desk.hear)
    table.tell_room("play")
    table.play_until(screens.can("take"))
    down = [i for i, lying in enumerate(table.view.zone("grid:0")) if lying is None]
    take = b'{"type":"take","turn":%d,"picks":[["grid:0",%d]]}'
    table.advise(*(take % (table.view.turns, i) for i in down[:2]))
    assert re.fullmatch(r"A hard bot: Take the -?\d+ from .+ \[t .\]\. Nearly as good: \[t .\]\.", desk.advice[0])


def test_what_cannot_be_done_is_not_told() -> None:
    """A host may send anything."""
    desk = Desk(FINE)
    table = NearTable(4, show=desk.hear)
    table.tell_room("play")
    table.play_until(screens.can("draw", "take"))
    for action in (
        b'{"type":"fly"}',
        b"7",
        b"[[]]",
        b'{"type":"take","turn":%d,"picks":[["x",99]]}' % table.view.turns,
        b'{"type":"take","turn":%d,"picks":[7]}' % table.view.turns,
        b'{"type":"take","turn":%d,"picks":7}' % table.view.turns,
    ):
        table.advise(action)
        assert desk.advice == ()


async def test_what_is_typed_in_line_mode_asks_for_advice() -> None:
    guest = Guest(options=ADVISED)
    guest.table.tell_room("play")
    guest.table.play_until(screens.can("draw"))
    for line in ("advice", "/v", "#"):
        assert guest.type(line) == ["A hard bot thinks about it."]
    assert guest.visitor.sent == [wire.AskAdvice()] * 3
