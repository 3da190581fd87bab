"""The pictures in the README, of the running program in a terminal: `python -m tests.tui.pictures` takes them anew."""

from __future__ import annotations

import re
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple

from pyte.screens import Char
from rich.cells import cell_len

from tests.tui.emulator import BLANK, Emulator
from tests.tui.posed import POSES
from tests.tui.terminal import Terminal, opened

ALBUM = Path(__file__).parents[2] / ".pictures"
STILL_S = 0.4
"""Who has written nothing for so long has drawn all."""
ACTS_MAX, ACT_S, LAST_S = 110, 0.8, 6.0
"""Of the recorded game: its acts, and how long each is shown."""
SCORES_S = 6.0
"""The score sheet has come by then."""

CELL_X, CELL_Y, MARGIN, FONT_SIZE = 8.4, 17, 12, 14
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
PAPER, INK = "#1b1d23", "#d5d8de"
COLOURS = {
    "default": INK, "black": "#1b1d23", "red": "#f0717a", "green": "#8cc570", "brown": "#e3bd6c",
    "blue": "#6aaef5", "magenta": "#c98be0", "cyan": "#57bcc6", "white": "#d5d8de",
}  # fmt: skip
"""pyte's names for the eight; to it yellow is brown."""
DIM = 0.55
UNSEEN = BLANK._replace(data="")

Row = tuple[Char, ...]
Rows = tuple[Row, ...]
Span = tuple[int, int]
"""Of frames, from and to."""


class Shot(NamedTuple):
    moment: str
    acts: int = 0
    """So many are played first, and each is shown if it is a `film`."""
    keys: str = ""
    film: bool = False


SHOTS = {
    "allegra": Shot("allegra-6-knock"),
    "allegra-large": Shot("allegra-6-wide"),
    "romi": Shot("romi-6-stage", keys="46il3469l"),
    "romi-large": Shot("romi-evening", acts=136, keys="37w"),
    "aluette": Shot("aluette-sign", keys="1"),
    "aluette-large": Shot("aluette-evening", acts=57, keys="1"),
    "game": Shot("allegra-evening", acts=ACTS_MAX, film=True),
}


def taken(shot: Shot) -> str:
    """The picture of it, as SVG."""
    columns, rows = POSES[shot.moment].size
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(
            sys.executable, "-m", "tests.tui.posed", shot.moment,
            columns=columns, rows=rows, TOCTOC_HOME=home, LC_ALL="C.UTF-8",
        )  # fmt: skip
        with opened(terminal):
            terminal.wait_for("ctrl+c")
            terminal.wait_for_silence(STILL_S)
            frames = []
            for _ in range(shot.acts):
                terminal.child.kill(signal.SIGUSR1)
                terminal.wait_for_silence(STILL_S)
                frames.append(looks(terminal, columns, rows))
            for key in shot.keys:
                terminal.press(key)
                terminal.wait_for_silence(STILL_S)
            if shot.film:
                terminal.wait_for_silence(SCORES_S)
            frames.append(looks(terminal, columns, rows))
    return drawn(columns, rows, frames if shot.film else frames[-1:])


def looks(terminal: Terminal, columns: int, rows: int) -> Rows:
    emulator = Emulator(columns, rows)
    emulator.feed(terminal.output.decode())
    return tuple(map(tuple, emulator.looks))


def drawn(columns: int, rows: int, frames: Sequence[Rows]) -> str:
    """A still picture of one frame; of several a film that begins again after the last."""
    frames = [frame for frame, _same in groupby(frames)]
    width, height = columns * CELL_X + 2 * MARGIN, rows * CELL_Y + 2 * MARGIN
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">',
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
            f'<g font-family="{FONTS}" font-size="{FONT_SIZE}" xml:space="preserve">',
            *(line for span, pieces in in_time(frames).items() for line in _spanned(span, len(frames), pieces)),
            "</g></svg>\n",
        )
    )


def in_time(frames: Sequence[Rows]) -> dict[Span, list[str]]:
    """What is to be seen, by when it comes and goes."""
    lives: defaultdict[str, list[int]] = defaultdict(list)
    for number, frame in enumerate(frames):
        for y, row in enumerate(frame):
            for piece in _pieces(row, MARGIN + y * CELL_Y):
                lives[piece].append(number)
    spans: defaultdict[Span, list[str]] = defaultdict(list)
    for piece, numbers in lives.items():
        for _, together in groupby(enumerate(numbers), key=lambda at: at[1] - at[0]):
            seen = [number for _, number in together]
            spans[seen[0], seen[-1] + 1].append(piece)
    return spans


def _spanned(span: Span, frames: int, pieces: Sequence[str]) -> Iterator[str]:
    if span == (0, frames):
        yield from pieces
        return
    length_s = ACT_S * (frames - 1) + LAST_S
    changes = [(0.0, "none"), *zip((at * ACT_S / length_s for at in span), ("inline", "none"), strict=True)]
    changes = changes[span[0] == 0 : 3 - (span[1] == frames)]
    times, values = (
        ";".join(parts) for parts in zip(*((f"{time:.4g}", value) for time, value in changes), strict=True)
    )
    otherwise = "" if span[1] == frames else ' display="none"'  # whatever moves nothing shows how it ends
    yield (
        f'<g{otherwise}><animate attributeName="display" calcMode="discrete" dur="{length_s:g}s" '
        f'repeatCount="indefinite" keyTimes="{times}" values="{values}"/>'
    )
    yield from pieces
    yield "</g>"


def _pieces(row: Row, top: float) -> Iterator[str]:
    x = 0
    for style, text in _runs(row):
        left, length = MARGIN + x * CELL_X, cell_len(text) * CELL_X
        x += cell_len(text)
        ink, paper = (PAPER, COLOURS[style.fg]) if style.reverse else (COLOURS[style.fg], None)
        if paper is not None:
            yield f'<rect x="{left:g}" y="{top:g}" width="{length:g}" height="{CELL_Y}" fill="{paper}"/>'
        for part in re.finditer(r"\S+(?: \S+)*", text):
            start, told = left + cell_len(text[: part.start()]) * CELL_X, part[0]
            looks = ' font-weight="bold"' * style.bold + f' opacity="{DIM}"' * style.blink
            yield (
                f'<text x="{start:g}" y="{top + 0.76 * CELL_Y:g}" textLength="{cell_len(told) * CELL_X:g}" '
                f'fill="{ink}"{looks}>{escape(told, quote=False)}</text>'
            )


def _runs(row: Row) -> Iterator[tuple[Char, str]]:
    """What is written in one look. A space in which nothing is to be seen goes on as what stands before it."""
    looks = list(
        accumulate(
            (cell._replace(data="") for cell in row), lambda old, new: old if new == UNSEEN and not old.reverse else new
        )
    )
    for look, same in groupby(zip(looks, row, strict=True), key=lambda pair: pair[0]):
        yield look, "".join(cell.data for _look, cell in same)


def main() -> None:
    ALBUM.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SHOTS:
        (ALBUM / f"{name}.svg").write_text(taken(SHOTS[name]))


if __name__ == "__main__":
    main()
