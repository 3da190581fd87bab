"""A stored game is looked at: in the boards of the table, through anybody's eyes, and without a word of what comes.

`python -m tests.tui.test_playback` writes the golden files anew: look at the difference before it is committed.
"""

from __future__ import annotations

import random

import msgspec
import pytest

from engine import journal
from engine.games import GAMES
from net.recording import KEPT_EVERY, Recording, Viewpoint
from net.trouble import Trouble
from tests.net.company import Company
from tests.tui.screens import GOLDEN
from tests.tui.stored import DOES, GAME, playback, recorded, text_of
from tui.playback import Playback
from tui.theme import FINE, PLAIN
from tui.widgets.foot import BAR_ROWS, Choice

EVERY_GAME = pytest.mark.parametrize("game", GAME)
MOMENTS = {
    "replay-allegra": ("allegra", "nnn>"),
    "replay-allegra-open": ("allegra", "nnn>va"),
    "replay-allegra-scored": ("allegra", "R"),
    "replay-romi": ("romi", "Rpp"),
    "replay-romi-open": ("romi", "Rppa"),
    "replay-aluette": ("aluette", "Rnn>>v"),
    "replay-aluette-open": ("aluette", "Rnn>>a"),
    "replay-aluette-end": ("aluette", "$vvvv"),
}
KEYS = (Choice("←→", "act", "right"), Choice("q", "back", "q"))


def picture(seen: Playback, size: tuple[int, int] = (80, 24), now: float = 100.0) -> str:
    return seen.picture(*size, now, KEYS, ()).text()


def golden(name: str) -> str:
    return picture(playback(*MOMENTS[name]))


@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_looks_like_this(name: str) -> None:
    assert golden(name).splitlines() == (GOLDEN / f"{name}.txt").read_text().splitlines()


@EVERY_GAME
def test_nothing_tells_what_comes_later(game: str) -> None:
    """The picture is that of a game of which no more has been written, but for the foot."""
    header, *acts = text_of(game).splitlines(keepends=True)
    rounds = recorded(game).rounds
    for number in (1, 2, rounds[1] - 1, rounds[1], rounds[2], rounds[2] + 9):
        cut = Recording(b"".join([header, *acts[:number]]))
        for viewpoint in (Viewpoint(None), Viewpoint(1), Viewpoint(0, open=True)):
            pictures = []
            for recording in (recorded(game), cut):
                seen = Playback(recording, 0, FINE)
                seen.viewpoint = viewpoint
                seen.go_to(number)
                pictures.append(picture(seen).splitlines()[: -1 - BAR_ROWS])
            assert pictures[0] == pictures[1]


@EVERY_GAME
@pytest.mark.parametrize("viewpoint", ["", "vvvv", "a"])
def test_a_way_back_shows_the_same_as_the_way_there(game: str, viewpoint: str) -> None:
    seen, there = playback(game, viewpoint), list[tuple[int, str]]()
    seen.go_to(KEPT_EVERY - 20)
    seen.step(-1)
    for _ in range(40):
        there.append((seen.number, picture(seen)))
        seen.step(1)
    back = []
    for _ in range(40):
        seen.step(-1)
        back.append((seen.number, picture(seen)))
    assert back[::-1] == there
    shown = [text.split("\n", 1)[1] for _number, text in there]
    assert [
        number for (number, _), one, before in zip(there[1:], shown[1:], shown, strict=False) if one == before
    ] == []


def test_an_act_of_which_nothing_is_seen_is_no_step() -> None:
    """L16: a sign is seen only by those whose eyes are on it."""
    acts = journal.read(text_of("aluette"))[1]
    signs = [number for number, act in enumerate(acts, 1) if b'"sign"' in bytes(act.action)]
    stops = {}
    for chair, viewpoint in (("v" * (seat + 1), seat) for seat in range(4)):
        seen = playback("aluette", chair, mine=None)
        assert seen.viewpoint == Viewpoint(viewpoint)
        seen.go_to(signs[0] - 1)
        seen.step(1)
        stops[viewpoint] = seen.number
    giver = acts[signs[0] - 1].seat
    assert stops[giver] == signs[0]
    assert {number for number in stops.values() if number > signs[0]} != set()


@EVERY_GAME
def test_leaps_go_from_turn_to_turn_and_from_round_to_round(game: str) -> None:
    seen = playback(game, "R" if game == "aluette" else "")
    start, before = seen.number, seen.sight.view
    seen.leap("lap", 1)
    after = seen.sight.view
    if game == "aluette":
        assert (len(before.facts["taken"]), len(after.facts["taken"]), after.facts["full"]) == (0, 1, False)
    else:
        assert after.turns == before.turns + 1
    seen.leap("lap", -1)
    assert seen.number == start
    seen.leap("round", 1)
    assert len(seen.sight.view.scores.rounds) == 1
    DOES["$"](seen)
    assert seen.is_at_end
    for _ in recorded(game).rounds:
        seen.leap("round", -1)
    assert seen.number == recorded(game).begins


def test_i_am_you_in_my_own_chair_alone() -> None:
    assert "You and Dov" in picture(playback("aluette", "R", mine=0))
    assert "Bo and Cleo" in picture(playback("aluette", "Rv", mine=0))
    seen = playback("aluette", "Rv", mine=0)
    shown = [picture(seen)]
    for _ in range(20):
        seen.step(1)
        shown.append(picture(seen))
    assert any("Bo signs Madame" in text for text in shown)
    assert not any("You" in text or "you" in text for text in shown)
    assert "It is Ada's turn." in picture(playback("romi", "nvvvv", mine=1))
    assert "It is your turn." in picture(playback("romi", "n", mine=0))


def test_what_the_rules_refused_is_told_where_it_was_tried() -> None:
    header, deal, *acts = text_of("allegra").splitlines(keepends=True)
    wrong = journal.write(journal.Acted(1, msgspec.Raw(b'{"type":"draw","turn":99}'))) + b"\n"
    seen = Playback(Recording(b"".join([header, deal, wrong, *acts])), None, FINE)
    before = seen.sight.view
    seen.step(1)
    assert seen.number == 2
    assert seen.sight.view == before
    assert "Too late:" in picture(seen)


def test_a_journal_without_a_deal_shows_nothing_and_says_so() -> None:
    header = journal.write(journal.Header("allegra", GAMES["allegra"].RULES, ("Ada", "Bo"))) + b"\n"
    with pytest.raises(Trouble, match="not-dealt"):
        Playback(Recording(header), None, FINE)


def test_at_the_end_it_is_said_why_there_is_no_more() -> None:
    lines = text_of("allegra").splitlines(keepends=True)
    cut = Playback(Recording(b"".join(lines[:300])), None, FINE)
    assert "not finished" not in picture(cut)
    DOES["$"](cut)
    assert "The game was not finished." in picture(cut)


def test_of_an_unfinished_round_no_more_is_seen_than_watchers_saw() -> None:
    company = Company("Ada", "Bo", game="romi", rounds=1)
    company.start()
    for _ in range(2):
        company.act_once(random.Random(1))
    recording, hands = Recording(company.journal()), company.table._play.match.state.zones  # type: ignore[union-attr]
    seen = Playback(recording, 0, FINE)
    for does in ("a", "$", "v", "<"):
        DOES[does](seen)
        assert "unfinished: as watchers see it" in picture(seen).splitlines()[0]
        assert seen.sight.view == Viewpoint(None).view(next(recording.moments(seen.number - 1)).match)
    assert len(hands["hand:0"]) >= 14


@EVERY_GAME
@pytest.mark.parametrize("size", [(80, 24), (200, 60), (1, 1)])
def test_every_moment_can_be_drawn_in_any_window(game: str, size: tuple[int, int]) -> None:
    for moves in ("", "a", "vvvv", "va"):
        seen = playback(game, moves, glyphs=PLAIN)
        for _ in range(12):
            assert picture(seen, size).isascii()
            seen.go_to(seen.number + seen.recording.end // 11)


if __name__ == "__main__":
    for name in MOMENTS:
        (GOLDEN / f"{name}.txt").write_text(golden(name))
