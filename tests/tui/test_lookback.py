"""A look back: what a hard bot would have done, as text and in the viewer."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import journal
from engine.advice import Judged
from engine.board import Spot
from engine.game import Offer
from engine.search import Lead
from net.recording import Recording, Viewpoint
from net.review import Decision, decisions, question
from net.thinker import consider
from net.thought import Advice, Question
from tests.engine.games.finished import STORED
from tests.tui.puppet import shown
from tests.tui.stored import hosted, playback, recorded
from tui import lookback, spoken
from tui.boards import allegra
from tui.command_line import main
from tui.lookback import told, verdict
from tui.playback import Playback
from tui.screens import replay
from tui.screens.replay import ReplayScreen
from tui.spoken import Sight
from tui.theme import FINE

PATH = STORED / "allegra-exchange.jsonl"


def nowhere(_offer: Offer, _picks: Sequence[Spot]) -> str:
    return ""


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookback, "advice", lambda asked: consider(asked, range(2)))


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        (Lead(2.0, 0.5), "Lost: 1.5 to 2.5 points. A hard bot: "),
        (Lead(0.3, 0.05), "Lost: 0.25 to 0.35 points. A hard bot: "),
        (Lead(2.0, 1.0), ". That is not clearly better."),
        (Lead(0.0, 0.1), "A hard bot would do the same."),
    ],
)
def test_what_may_be_chance_is_not_called_a_loss(lost: Lead, said: str) -> None:
    recording = Recording(PATH.read_bytes())
    for made in decisions(recording):
        others = [offer for offer in made.view.offers if offer.pick is None and bytes(offer.action) != made.done]
        if others:
            judged = Judged(bytes(others[0].action), lost)
            assert said in verdict(recording, made, judged, str, nowhere)
            assert told(recording, made, judged, 7).startswith("Round 1, turn 7. ")
            return
    raise AssertionError("nobody has had a choice")


def test_whoever_did_what_is_best_has_lost_nothing() -> None:
    recording = Recording(PATH.read_bytes())
    made = next(decisions(recording))
    assert verdict(recording, made, Judged(made.done, Lead(5.0, 0.1)), str, nowhere) == "A hard bot would do the same."


@pytest.mark.parametrize("me", range(4))
def test_a_place_is_named_in_the_viewer_by_its_key_as_it_is_seen_and_in_the_shell_by_its_number(me: int) -> None:
    """Also in a column that two players share, of which one sits across."""
    recording = recorded("allegra")
    made = next(made for made in decisions(recording) if made.view.facts["step"] == "pull")
    (offer,) = made.view.offers
    assert offer.pick is not None
    seen = Playback(recording, me, FINE)
    for spot in set(offer.pick.spots) - {Spot(*pick) for pick in msgspec.json.decode(made.done)["picks"]}:
        done = msgspec.json.encode({**msgspec.json.decode(offer.action), "picks": [spot]})
        judged = Judged(done, Lead(5.0, 0.1))
        key = allegra.pad(made.view, me, offer.pick.spots)[spot]
        assert verdict(recording, made, judged, seen.spell, seen.keys_of).endswith(f"[{key}].")
        number = spoken.allegra.numbers(Sight(made.view, recording.header.names), offer.pick.spots)[spot]
        assert told(recording, made, judged, 1).endswith(f"[place {number}].")


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("name", ["allegra-exchange", "aluette-tied", "romi-out"])
def test_it_is_told_decision_by_decision_and_then_in_all(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = STORED / f"{name}.jsonl"
    assert main(["replay", str(path), "--advice"]) == 0
    lines = capsys.readouterr().out.splitlines()
    most = len([*decisions(Recording(path.read_bytes()))])
    totals = [line for line in lines if " decisions looked at. " in line]
    judged = lines[: -len(totals)]
    when = re.compile(rf"[1-9]\d*/{most}  (Round|Deal) [1-9], (turn [1-9]|trick [1-9]|before the first)")
    assert judged
    assert [line for line in judged if not when.match(line)] == []
    assert sum(int(re.findall(r"(\d+) of \1 ", line)[0]) for line in totals) == most


@pytest.mark.parametrize(
    ("is_by_table", "said"),
    [(True, "An unfinished round is shown as watchers see it."), (False, "Nobody has had to think.")],
)
def test_of_a_round_that_may_still_be_played_it_is_said_why_nothing_is_told(
    is_by_table: bool, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    header, deal, *acts = PATH.read_bytes().splitlines()
    sealed = journal.write(journal.Sealed("0" * 32, 1, b"", (), b""))
    lines = [header, sealed, deal, *acts[:9]] if is_by_table else [header, deal]
    (tmp_path / "begun.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    assert main(["replay", str(tmp_path / "begun.jsonl"), "--advice"]) == 0
    assert capsys.readouterr().out.splitlines() == [said]


def test_ctrl_c_ends_it_and_what_was_found_is_kept(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "tui", "replay", str(STORED / "allegra-three-rounds.jsonl"), "--advice"]
    environment = {**os.environ, "TOCTOC_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as told:
        assert told.stdout is not None
        assert told.stderr is not None
        assert "  Round 1" in told.stdout.readline()
        told.send_signal(signal.SIGINT)
        out, errors = told.communicate(timeout=20)
    assert "decisions looked at" in out.splitlines()[-1]
    assert (told.returncode, errors) == (0, "")


class Answers:
    """In place of `net.thinkers.Thinkers`: answers when a test says so."""

    made: Answers

    def __init__(self, advise: Any) -> None:
        self.advise, self.asked, self.closed = advise, list[Question](), False
        Answers.made = self

    def ask(self, question: Question) -> None:
        self.asked.append(question)

    async def close(self) -> None:
        self.closed = True


def answer(made: Decision, lost: Lead, best: bytes = b"") -> Advice:
    return Advice(made.seat, made.number, None, judged=Judged(best or made.done, lost))


@asynccontextmanager
async def looking_back(monkeypatch: pytest.MonkeyPatch, game: str, moves: str = "") -> AsyncIterator[Any]:
    """The viewer, where it is told what a hard bot would have done; and who answers what is asked of it."""
    monkeypatch.setattr(replay, "Thinkers", Answers)
    seen = ReplayScreen(playback(game, moves))
    async with shown(seen) as pilot:
        await pilot.press("number_sign")
        yield pilot, seen, Answers.made


async def test_in_the_viewer_it_is_told_of_the_act_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looking_back(monkeypatch, "romi", "RR") as (pilot, seen, thinkers):
        made = {each.number: each for each in decisions(seen.playback.recording)}
        await pilot.press("a")
        while (decided := made.get(seen.playback.number)) is None:
            await pilot.press("right")
        assert thinkers.asked[-1] == question(seen.playback.recording, decided)
        assert "A hard bot thinks about it." in pilot.text
        thinkers.advise(answer(decided, Lead(0.0, 1.0)))
        await pilot.pause()
        assert "A hard bot would do the same." in pilot.text
        await pilot.press("right", "left")
        assert "A hard bot would do the same." in pilot.text
        thinkers.advise(Advice(decided.seat, decided.number, None))
        await pilot.pause()
        assert "There was nothing to choose here." in pilot.text
        await pilot.press("number_sign")
        asked = len(thinkers.asked)
        await pilot.press("right", "right")
        assert "A hard bot" not in pilot.text
        assert len(thinkers.asked) == asked, "nobody wants to know"
    assert thinkers.closed


async def test_all_that_one_has_decided_is_judged_one_after_the_other_and_told_in_sum(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with looking_back(monkeypatch, "allegra") as (pilot, seen, thinkers):
        mine = [made for made in decisions(seen.playback.recording) if made.seat == 0]
        assert f"Ana: 0 of {len(mine)} decisions looked at. Mistakes: 0, about 0 points." in pilot.text
        for i, made in enumerate(mine):
            assert [asked.number for asked in thinkers.asked] == [each.number for each in mine[: i + 1]]
            thinkers.advise(answer(made, Lead(2.0, 0.1) if i in (1, 5) else Lead(2.0, 1.0)))
        await pilot.press("home")
        assert f"Ana: {len(mine)} of {len(mine)} decisions looked at. Mistakes: 2, about 4.0 points." in pilot.text
        assert len(thinkers.asked) == len(mine)


async def test_what_is_looked_at_is_judged_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looking_back(monkeypatch, "allegra") as (pilot, seen, thinkers):
        mine = [made for made in decisions(seen.playback.recording) if made.seat == 0]
        seen.playback.go_to(mine[9].number)
        await pilot.press("tab")
        for made in (mine[0], mine[9], mine[10]):
            thinkers.advise(answer(made, Lead(0.0, 1.0)))
        assert [asked.number for asked in thinkers.asked] == [mine[i].number for i in (0, 9, 10, 11)]


async def test_two_keys_go_to_what_has_lost_points_and_say_if_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looking_back(monkeypatch, "allegra") as (pilot, seen, thinkers):
        mine = [made for made in decisions(seen.playback.recording) if made.seat == 0]
        assert ", . mistake" in pilot.text
        for i, made in enumerate(mine[:-1]):
            best = msgspec.json.encode({"type": "nothing"})
            thinkers.advise(answer(made, Lead(2.0, 0.1) if i in (3, 6) else Lead(2.0, 1.0), best))
        for key, i in (("full_stop", 3), ("full_stop", 6), ("comma", 3)):
            await pilot.press(key)
            assert seen.playback.number == mine[i].number
            assert "Lost: 1.9 to 2.1 points." in pilot.text
        await pilot.press("comma")
        assert "No mistake is known there yet: a hard bot still thinks." in pilot.text
        thinkers.advise(answer(mine[-1], Lead(0.0, 1.0)))
        await pilot.press("comma")
        assert "There is no mistake there." in pilot.text
        assert seen.playback.number == mine[3].number
        await pilot.press("full_stop", "number_sign")
        assert ", . mistake" not in pilot.text


async def test_the_places_of_what_would_have_been_better_are_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looking_back(monkeypatch, "allegra") as (pilot, seen, thinkers):
        made = next(made for made in decisions(seen.playback.recording) if made.view.facts["step"] == "draw")
        seen.playback.viewpoint = Viewpoint(made.seat)
        seen.playback.go_to(made.number)
        (take,) = [offer for offer in made.view.offers if offer.code == "take"]
        spot = Spot(f"grid:{made.seat}", 5)
        best = msgspec.json.encode({**msgspec.json.decode(take.action), "picks": [spot]})
        thinkers.advise(answer(made, Lead(2.0, 0.1), best))
        await pilot.pause()
        key = allegra.pad(made.view, made.seat, [spot])[spot]
        assert f"[{key}]." in pilot.text
        assert f"{key} ▒" in pilot.text.splitlines()[seen._paper.canvas.places[spot][1]]
        await pilot.press("right")
        assert spot not in seen._paper.canvas.places


async def test_elsewhere_it_is_said_whose_decision_it_was_and_how_to_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with looking_back(monkeypatch, "allegra") as (pilot, seen, _thinkers):
        theirs = next(made for made in decisions(seen.playback.recording) if made.seat == 1)
        seen.playback.go_to(theirs.number)
        await pilot.press("tab")
        assert "Bo decided this. See it from there with v, or with a." in pilot.text
        await pilot.press("v")
        assert "A hard bot thinks about it." in pilot.text
        await pilot.press("v", "v", "v")
        assert "Bo decided this." in pilot.text
        await pilot.press("home")
        assert "v chooses whose decisions are looked at." in pilot.text


async def test_bots_have_decided_nothing_that_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    path = hosted("allegra-three-rounds", 0)
    monkeypatch.setattr(replay, "Thinkers", Answers)
    seen = ReplayScreen(Playback(Recording(path.read_bytes()), 3, FINE))
    async with shown(seen) as pilot:
        await pilot.press("number_sign")
        assert "Dov: there are no decisions here to look at." in pilot.text
        assert Answers.made.asked == []


async def test_in_the_viewer_nothing_is_told_of_cards_that_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "Thinkers", Answers)
    seen = ReplayScreen(playback("romi", "RR"))
    async with shown(seen) as pilot:
        while seen.playback.viewpoint.viewer != 0:
            await pilot.press("v")
        await pilot.press("number_sign", *["right"] * 20)
        assert {asked.asker for asked in Answers.made.asked} == {0}
