"""A first game with hints: they come at the right moment of a real game, fit, and can be done without."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from rich.cells import cell_len

from engine.game import read_options
from engine.games import GAMES
from engine.match import Match
from net import store
from tests import kit
from tests.tui.line.guest import Guest
from tests.tui.near import NearTable
from tests.tui.puppet import HOST, PLAYING, Strings, view
from tests.tui.screens import step
from tui import language, tour
from tui.desk import Desk
from tui.picture import picture_of
from tui.plan import Plan
from tui.theme import FINE
from tui.tour import KEY_MARK, Step, Tour, touring
from tui.widgets.canvas import wrap
from tui.widgets.tour import TOUR_ROWS

SEEDS = range(6)


def told_in_a_round(game: str, seed: int) -> list[Step]:
    """All that I am told while bots play, until the tour is over."""
    plan, rng = touring(Plan("solo", "anna", game=game)), random.Random(seed)
    match, hints = Match(GAMES[game], plan.seats, plan.options), Tour(game)
    told: list[Step] = []
    for _ in range(kit.ACTS_MAX):
        match.act(*kit.by_bots(match, rng))
        if hints.look(match.view(0)) and hints.step is not None:
            told.append(hints.step)
            assert "{" not in hints.said + hints.shown
        if hints.is_over:
            return told
    raise AssertionError("the tour does not end")


@pytest.mark.parametrize("game", GAMES)
def test_every_hint_comes_in_some_first_rounds_none_twice_and_the_last_when_it_is_scored(game: str) -> None:
    steps, ever = tour.find(game).STEPS, set[Step]()
    for seed in SEEDS:
        told = told_in_a_round(game, seed)
        assert len(set(told)) == len(told)
        assert told[-1] is steps[-1]
        ever |= set(told)
    assert ever == set(steps)


@pytest.mark.parametrize("spoken", language.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_hint_fits_its_rows_at_80_columns(game: str, spoken: str) -> None:
    language.speak(spoken)
    for hint in tour.find(game).STEPS:
        said = " ".join(language._(text) for text in (hint.says, hint.keys) if text)
        shown = said.format_map(defaultdict(lambda: f"{KEY_MARK}x{KEY_MARK}"))
        assert len(wrap(shown, 80 - 2 - cell_len(f"{FINE.rail} "))) <= TOUR_ROWS, shown


@pytest.mark.parametrize("game", GAMES)
def test_the_tour_has_few_chairs_and_its_options_unless_others_are_wanted(game: str) -> None:
    plan = touring(Plan("start", "anna", game=game, options={"rounds": "1"} if game == "allegra" else {}))
    assert (plan.command, plan.seats, plan.bots, plan.tour) == (
        "solo",
        max(3, min(GAMES[game].SEATS)),
        plan.seats - 1,
        True,
    )
    assert read_options(GAMES[game], plan.options) is not None
    if game == "allegra":
        assert plan.options == {"knock_window": "10", "rounds": "1"}


def test_a_game_without_hints_has_a_tour_that_is_over() -> None:
    assert Tour("toy").is_over


def test_a_hint_goes_when_its_time_is_over_and_the_rows_stay_until_the_tour_is_left() -> None:
    desk = Desk(FINE, Tour("romi"))
    table = NearTable(3, game="romi", show=desk.hear)
    table.tell_room("play")
    table.play_until(lambda view: step("play")(view) and view.viewer == view.turn)
    assert desk.tour is not None
    said = picture_of(desk, 80, 24, 0.0, []).text().splitlines()
    assert said[19].startswith(" ║ Collect sets of one rank")
    assert said[20].endswith("Choose a card by its key, then x.")
    assert said[0].rstrip().endswith("$: end the tour   1 watching")
    table.play_until(lambda view: view.viewer != view.turn)
    assert picture_of(desk, 80, 24, 0.0, []).text().splitlines()[19:21] == ["", ""]
    desk.tour = None
    assert "end the tour" not in picture_of(desk, 80, 24, 0.0, []).text()


@pytest.mark.parametrize(("key", "edges"), [("equals_sign", ["│"]), ("dollar_sign", [])])
async def test_its_last_words_are_on_the_score_sheet_too_and_it_is_left_with_one_key(
    strings: Strings, key: str, edges: list[str]
) -> None:
    async with strings.at_table(HOST, PLAYING, view(3), command="solo", tour=True) as pilot:
        assert "║ The lowest sum wins" in pilot.text
        await pilot.hear(view(3, rounds=1))
        assert pilot.text.count("The round is over") == 1
        await pilot.press(key)
        lines = [line.strip() for line in pilot.text.splitlines() if "The round is over" in line]
        assert [line[0] for line in lines] == edges


async def test_who_is_new_to_a_game_is_told_where_it_can_be_learnt(strings: Strings) -> None:
    store.journals_folder().mkdir(parents=True)
    (store.journals_folder() / "2026-11-30-181620-romi.jsonl").touch()
    async with strings.program() as pilot:
        advice = "New to {0}? Learn {0} tells you what to do, while you play."
        assert advice.format("Allegra") in pilot.text
        await pilot.press(*"g" * list(GAMES).index("romi"))
        assert "New to" not in pilot.text
        await pilot.press("down", "enter")
        assert (strings.launched[0]["game"], strings.launched[0]["seats"]) == ("romi", 3)


def test_in_lines_a_hint_is_told_once_before_what_i_may_do_until_the_tour_is_left() -> None:
    guest = Guest(3, game="romi", tour=True)
    guest.table.tell_room("play")
    guest.table.play_until(lambda view: "draw" in [offer.code for offer in view.offers])
    hint = "Get rid of your cards in sets of one rank and runs in one suit. Draw one first, with d, and then see."
    assert guest.heard.count(hint) == 1
    assert guest.heard[guest.heard.index(hint) + 1].startswith("Your turn.")
    assert any(line.startswith("Collect sets of one rank") for line in guest.type("d"))
    assert guest.type("$") == ["The tour is over. Type rules to hear the rules."]
    guest.table.play_until(step("scored", awaited=False))
    assert not [line for line in guest.heard if "the tour ends" in line]
