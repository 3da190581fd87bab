"""A look back: what a hard bot would have done, as text and in the viewer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.advice import Judged
from engine.board import Spot
from engine.game import Offer
from engine.search import Lead
from net.recording import Recording
from net.review import Decision, decision, decisions, question
from net.thinker import consider
from net.thought import Advice, Question
from tests.engine.games.finished import STORED
from tests.tui.puppet import shown
from tests.tui.stored import playback, recorded
from tui import lookback, spoken
from tui.boards import allegra
from tui.command_line import main
from tui.lookback import told, verdict
from tui.screens import replay
from tui.screens.replay import ReplayScreen
from tui.spoken import Sight
from tui.theme import FINE
from tui.widgets.playback import Playback

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
            assert told(recording, made, judged).startswith(f"Act {made.number}. ")
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
        assert told(recording, made, judged).endswith(f"[place {number}].")


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("name", ["allegra-exchange", "aluette-tied", "romi-out"])
def test_it_is_told_decision_by_decision_and_then_in_all(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = STORED / f"{name}.jsonl"
    assert main(["replay", str(path), "--advice"]) == 0
    lines = capsys.readouterr().out.splitlines()
    most = len([*decisions(Recording(path.read_bytes()))])
    judged = [line for line in lines if f"/{most}  Act " in line]
    totals = lines[len(judged) :]
    assert judged
    assert all("Decisions: " in line for line in totals)
    counted = [int(line.split("Decisions: ")[1].split(".")[0]) for line in totals]
    assert sum(counted) == len(judged)


def test_ctrl_c_ends_it_and_what_was_found_is_kept(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "tui", "replay", str(STORED / "allegra-three-rounds.jsonl"), "--advice"]
    environment = {**os.environ, "TOCTOC_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as told:
        assert told.stdout is not None
        assert told.stderr is not None
        assert " Act " in told.stdout.readline()
        told.send_signal(signal.SIGINT)
        out, errors = told.communicate(timeout=20)
    assert "Decisions: " in out.splitlines()[-1]
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


async def test_in_the_viewer_it_is_told_of_the_act_that_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up = list[int]()

    def counted(recording: Recording, number: int) -> Decision | None:
        looked_up.append(number)
        return decision(recording, number)

    monkeypatch.setattr(replay, "Thinkers", Answers)
    monkeypatch.setattr(replay, "decision", counted)
    seen = ReplayScreen(playback("romi", "RR"))
    recording = seen.playback.recording
    async with shown(seen) as pilot:
        await pilot.press("number_sign", "a")
        while (made := decision(recording, seen.playback.number)) is None:
            await pilot.press("right")
        thinkers = Answers.made
        assert thinkers.asked[-1:] == [question(recording, made)]
        for _ in range(3):
            seen._paper.draw()
        assert looked_up.count(made.number) == 1
        assert "A hard bot thinks about it." in pilot.text
        thinkers.advise(Advice(made.seat, made.number, None, judged=Judged(made.done, Lead(0.0, 1.0))))
        await pilot.pause()
        assert "A hard bot would do the same." in pilot.text
        await pilot.press("right")
        asked = len(thinkers.asked)
        await pilot.press("left")
        assert "A hard bot would do the same." in pilot.text
        await pilot.press("number_sign")
        assert "A hard bot" not in pilot.text
        assert len(thinkers.asked) == asked, "what is known is not asked again"
    assert thinkers.closed


async def test_in_the_viewer_nothing_is_told_of_cards_that_are_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "Thinkers", Answers)
    seen = ReplayScreen(playback("romi", "RR"))
    async with shown(seen) as pilot:
        while seen.playback.viewpoint.viewer != 0:
            await pilot.press("v")
        await pilot.press("number_sign", *["right"] * 20)
        assert {asked.asker for asked in Answers.made.asked} == {0}
