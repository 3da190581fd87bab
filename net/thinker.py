"""A process that thinks for a table: python -m net.thinker

It reads a Question from every line of its standard input, and writes its Advice. It gives way to everything else on the
computer, and ends at once when its input does, whatever it is thinking about.
"""

from __future__ import annotations

import os
import random
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from queue import SimpleQueue
from threading import Thread

import msgspec

from engine.advice import advise, judge
from engine.games import GAMES
from engine.strengths import decide
from net.thought import Advice, Question

NICE, NICEST = 10, 19
"""Whoever thinks for a person lets those go first who think for bots: others wait for these."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Question).decode


def main() -> None:
    os.nice(NICE)
    lines = SimpleQueue[bytes]()
    Thread(target=_listen, args=(lines,), daemon=True).start()
    try:
        while True:
            question = decode(lines.get())
            if question.asker >= 0:
                os.setpriority(os.PRIO_PROCESS, 0, NICEST)
            sys.stdout.buffer.write(encode(advice(question)) + b"\n")
            sys.stdout.buffer.flush()
    except Exception as fault:  # tell where it went wrong, but not with what: that may name cards
        print(*traceback.format_tb(fault.__traceback__), type(fault).__name__, sep="", file=sys.stderr, flush=True)
        os._exit(1)  # the other thread holds the input, and would bar the way out


def advice(question: Question) -> Advice:
    """The answer, within the time that the question gives."""
    return consider(question, _until(time.monotonic() + question.budget_s))


def consider(question: Question, budget: Iterable[object]) -> Advice:
    """The answer, by as many playouts as the budget has."""
    game, dice = GAMES[question.game], random.Random(question.seed)
    if question.asker < 0:
        action = decide(game, question.strength, question.view, question.options, dice, budget)
        return Advice(question.asker, question.number, action)
    if question.done:
        judged = judge(game, question.view, question.options, dice, budget, question.done)
        return Advice(question.asker, question.number, None, judged=judged)
    best, *also = advise(game, question.view, question.options, dice, budget) or (None,)
    return Advice(question.asker, question.number, best, tuple(also))


def _until(deadline: float) -> Iterator[None]:
    while time.monotonic() < deadline:
        yield


def _listen(lines: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
