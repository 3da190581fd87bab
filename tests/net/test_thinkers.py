"""The process that thinks for bots: real ones, that answer, break down, hang, and end with the table."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.match import Match
from net.thinker import NICE, NICEST
from net.thinkers import COMMAND, STARTS_MAX, Thinkers
from net.thought import Advice, Question
from tests import kit

BREAKS_DOWN = (sys.executable, "-c", "input()")
TALKS_NONSENSE = (sys.executable, "-c", "input(); print('{')")
HANGS = (sys.executable, "-c", "input(); import time; time.sleep(60)")
ANSWERS_ONCE = (
    sys.executable,
    "-c",
    """input(); print('{"asker":-1,"number":1,"action":null}', flush=True); input(); import time; time.sleep(60)""",
)
THINKS_FOR_EVER = """
import net.thinker, time
net.thinker.advice = lambda _: (print("I think", flush=True), time.sleep(60))
net.thinker.main()
"""


def question(number: int = 1, budget_s: float = 0.05, bot: int = -1) -> Question:
    """Of somebody who may draw or take the discard."""
    match, rng = Match(GAMES["allegra"], 2), random.Random(1)
    while match.state.turns < 9 or not (view := match.view(match.state.turn)).offers:
        match.act(*kit.by_bots(match, rng))
    return Question(bot, number, "allegra", match.options, "hard", view, 1, budget_s)


class Answers(list[Advice]):
    """As they come."""

    def __init__(self) -> None:
        super().__init__()
        self._come = asyncio.Event()

    def add(self, advice: Advice) -> None:
        self.append(advice)
        self._come.set()

    async def wait(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self) < count:
                self._come.clear()
                await self._come.wait()


@asynccontextmanager
async def thinking(answers: Answers, **settings: Any) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(answers.add, **settings)
    try:
        yield thinkers
    finally:
        async with asyncio.timeout(5):
            await thinkers.close()


async def test_it_answers_what_it_is_asked() -> None:
    answers = Answers()
    async with thinking(answers) as thinkers:
        for number in (1, 2):
            thinkers.ask(question(number))
            await answers.wait(number)
        assert thinkers.starts == 1
    offered = [bytes(offer.action) for offer in question().view.offers]
    for number, advice in enumerate(answers, 1):
        assert (advice.asker, advice.number) == (-1, number)
        assert advice.action is not None
        kind = msgspec.json.decode(advice.action)["type"]
        assert kind in [msgspec.json.decode(action)["type"] for action in offered]


async def test_of_each_bot_only_the_newest_question_is_asked() -> None:
    answers = Answers()
    async with thinking(answers) as thinkers:
        for number in range(1, 5):
            thinkers.ask(question(number))
            thinkers.ask(question(number, bot=-2))
        await answers.wait(2)
        thinkers.ask(question(9))
        await answers.wait(3)
    assert sorted((advice.asker, advice.number) for advice in answers) == [(-2, 4), (-1, 4), (-1, 9)]


@pytest.mark.parametrize("command", [BREAKS_DOWN, TALKS_NONSENSE, HANGS, ("/no/such/program",)])
async def test_if_it_breaks_down_or_hangs_it_is_started_again_but_not_for_ever(command: tuple[str, ...]) -> None:
    answers = Answers()
    async with thinking(answers, command=command, late_s=0.3) as thinkers:
        for bot in range(STARTS_MAX + 1):
            thinkers.ask(question(bot=-bot))
        async with asyncio.timeout(20):
            await thinkers._thinking  # type: ignore[misc]
        assert thinkers.starts == STARTS_MAX
        thinkers.ask(question())
    assert answers == []


async def test_after_a_breakdown_the_next_one_answers(tmp_path: Path) -> None:
    sound, mark = list(COMMAND), str(tmp_path / "broke down")
    script = f"import os; os.path.exists({mark!r}) and os.execv({sound[0]!r}, {sound!r}); open({mark!r}, 'w').close()"
    answers = Answers()
    async with thinking(answers, command=(sys.executable, "-c", script)) as thinkers:
        for bot in (-1, -2):
            thinkers.ask(question(bot=bot))
        await answers.wait(1)
        assert thinkers.starts == 2


async def test_closing_ends_it_in_the_middle_of_a_thought() -> None:
    answers = Answers()
    async with thinking(answers, command=ANSWERS_ONCE) as thinkers:
        thinkers.ask(question())
        await answers.wait(1)
        thinkers.ask(question(2, budget_s=60))
        await asyncio.sleep(0)
    assert (thinkers.starts, len(answers)) == (1, 1)


def test_it_ends_with_its_input_in_the_middle_of_a_thought() -> None:
    """As when the table's process has been killed."""
    pipe = subprocess.PIPE
    with subprocess.Popen((sys.executable, "-c", THINKS_FOR_EVER), stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question()) + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"I think\n"
        assert process.poll() is None
        process.stdin.close()
        assert process.wait(timeout=10) == 0


def test_when_it_breaks_down_it_tells_where_but_not_with_which_cards() -> None:
    script = "import net.thinker; net.thinker.advice = lambda _: [].index('Monsieur'); net.thinker.main()"
    asked = msgspec.json.encode(question()) + b"\n"
    with subprocess.Popen((sys.executable, "-c", script), stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(asked)
        process.stdin.flush()
        told = process.stderr.read().decode()
        assert process.wait(timeout=10) == 1
    assert "thinker.py" in told
    assert told.rstrip().endswith("ValueError")
    assert "Monsieur" not in told.replace(script, "")


@pytest.mark.parametrize(("asker", "is_last"), [(-1, False), (0, True)])
def test_who_thinks_for_a_person_lets_those_first_who_think_for_bots(asker: int, is_last: bool) -> None:
    """And everybody else lets both of them wait."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question(bot=asker)) + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()
        niceness = os.getpriority(os.PRIO_PROCESS, process.pid)
    assert niceness == (NICEST if is_last else min(os.nice(0) + NICE, NICEST))


def test_it_needs_neither_a_screen_nor_sockets() -> None:
    script = "import sys, net.thinker; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert {"net.thinker", "engine.search"} <= {*run.stdout.split()}
    assert {"textual", "websockets", "asyncio", "tui"} & {*run.stdout.split()} == set()
