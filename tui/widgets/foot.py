"""The foot of the table: one sentence about what is going on, and below it what can be done, with its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

from engine.board import Spot
from engine.game import Offer, Sentence
from net.link import Link
from net.wire import Room
from tui.company import may_sit
from tui.keys import key_name
from tui.language import _, ngettext, pgettext, translated
from tui.picker import Picker
from tui.sides import is_drawn
from tui.standing import LOST, absence, turn, waiting_for
from tui.story import Spell, label_of, listed, say, span
from tui.theme import Glyphs, Role
from tui.widgets.canvas import Canvas, Cell, Target, fit

BAR_ROWS = 2
APART = "   "


class Choice(NamedTuple):
    """Something that can be done: its key as it is shown, what it is, and what a click on it means."""

    key: str
    label: str
    target: Target
    role: Role = ""
    about: str = ""
    """What is to be read of the label even if it has to be cut."""


def writing(may_send: bool) -> list[Choice]:
    """What can be done while a line of chat is written."""
    send = [Choice(key_name("enter"), pgettext("key", "send"), "enter")] if may_send else []
    return [*send, Choice("ctrl+u", pgettext("key", "give up"), "ctrl+u")]


def headline(
    link: Link,
    picker: Picker,
    names: Sequence[str],
    says: Mapping[str, Sentence],
    aside: str,
    spell: Spell = str,
    going_on: str = "",
) -> Cell:
    """What is going on, seen from where I sit; `aside` is what the board has to add, and `going_on` what it says in
    place of whose turn it is."""
    if not link.online:
        return _(LOST), "alarm"
    gone = absence(link)
    if picker.open is not None and not (gone and picker.given):
        how = f"{picker.open.code}-pick"
        told = say(how, picker.open.args, names, says, spell=spell) if how in says else ""
        return _choosing(label_of(picker.open, names, says, spell), told, picker.open, picker), "strong"
    if gone:
        return gone, "strong"
    if link.room is not None and link.room.phase in ("deal", "over"):
        return _between(link, link.room, names)
    if link.view is None:
        return "", ""
    return turn(link.view, names, aside, going_on)


def offered(
    picker: Picker,
    names: Sequence[str],
    says: Mapping[str, Sentence],
    busy: bool,
    glyphs: Glyphs,
    spell: Spell = str,
    called: Mapping[str, str] = MappingProxyType({}),
) -> list[Choice]:
    """The offers that are taken by their keys, also while one of them is being completed; some are `called`
    otherwise than usual, and those that are called "" are not shown."""
    if picker.given:
        return []
    choices: list[Choice] = []
    before: Offer | None = None
    for offer in picker.offers:
        named = called.get(offer.code)
        if named == "":
            continue
        label = full = spell(named) if named else label_of(offer, names, says, spell)
        if before is not None and before.code == offer.code:
            label = _rest(full, label_of(before, names, says, spell), glyphs)
        before = offer
        role: Role = "quiet" if busy else "strong" if offer.key == picker.cursor or offer == picker.open else ""
        choices.append(Choice(f" {offer.key} ", label, offer.key, role, _about(offer, names, says, spell)))
    return choices


def draw_bar(
    canvas: Canvas, y: int, choices: Sequence[Choice], hints: Sequence[Choice], glyphs: Glyphs, height: int = BAR_ROWS
) -> None:
    """The choices in so many rows, labels cut no more than needed; the hints at the right, those that are quiet only if
    there is room in the last row."""
    width, longest = canvas.width - 2, _longest(choices, canvas.width - 2)
    needed = [hint for hint in hints if hint.role != "quiet"]
    while longest > 1 and _beside(choices, needed, longest, width, height) is None:
        longest -= 1
    shown = list(hints)
    while (placed := _beside(choices, shown, longest, width, height)) is None and shown:
        shown.remove(next((hint for hint in shown if hint.role == "quiet"), shown[0]))
    for down, row in enumerate(_rows(choices, longest, width)):
        x = 1
        for choice in row:
            x = _draw_choice(canvas, x, y + down, choice, longest, glyphs) + len(APART)
    for down, row in enumerate(placed or ()):
        x = canvas.width - 1 - _cells(row, width)
        for hint in row:
            x = _draw_choice(canvas, x, y + down, hint, width, glyphs) + len(APART)


def bar_rows(choices: Sequence[Choice], hints: Sequence[Choice], width: int) -> int:
    """How many rows the choices need, if none is cut, and these hints beside them; more than there are if the hints
    do not fit."""
    longest = _longest(choices, width - 2)
    rows = max(1, len(_rows(choices, longest, width - 2)))
    while rows <= BAR_ROWS and _beside(choices, hints, longest, width - 2, rows) is None:
        rows += 1
    return rows


def _about(offer: Offer, names: Sequence[str], says: Mapping[str, Sentence], spell: Spell) -> str:
    """What the sentence of an offer speaks of at last: as a rule a card, or the player who is to get it."""
    sentence = translated(says.get(offer.code, ""), offer.args)
    fields = [field for _text, field, _spec, _conversion in Formatter().parse(sentence) if field]
    return say("", offer.args, names, {"": f"{{{fields[-1]}}}"}, spell=spell) if fields else ""


def _cut(choice: Choice, longest: int, glyphs: Glyphs) -> str:
    """The label in so many cells."""
    cut = fit(choice.label, longest, glyphs.more)
    verb = choice.label.split(" ")[0]
    if choice.about in cut or choice.about not in choice.label or verb == glyphs.more:
        return cut
    return fit(f"{verb} {glyphs.more} {choice.about}", longest, glyphs.more)


def _rest(label: str, before: str, glyphs: Glyphs) -> str:
    """What an offer says that the one before it of the same kind has not said already."""
    words = label.split(" ")
    same = next((i for i, (a, b) in enumerate(zip(words, before.split(" "), strict=False)) if a != b), 0)
    return " ".join([glyphs.more, *words[same:]]) if same else label


def _choosing(label: str, how: str, offer: Offer, picker: Picker) -> str:
    chosen = len(picker.chosen)
    if picker.numbered:
        number = picker.spots.index(picker.cursor) + 1 if isinstance(picker.cursor, Spot) else 0
        said = _("{offer}: {number} of {most}. Arrow keys or digits change it, then enter.")
        return said.format(offer=label, number=number, most=len(picker.spots))
    if picker.aims:
        said = ngettext(
            "{offer}: choose the cards, and then where they go ({n} chosen).",
            "{offer}: choose the cards, and then where they go ({n} chosen).",
            chosen,
        )
        return f"{said.format(offer=label, n=chosen)} {picker.typed}".rstrip()
    if offer.pick is not None and offer.pick.most > 1:
        said = ngettext(
            "{offer}: choose {count} by their keys, then enter ({n} chosen).",
            "{offer}: choose {count} by their keys, then enter ({n} chosen).",
            chosen,
        )
        return said.format(offer=label, count=span(offer.pick.least, offer.pick.most), n=chosen)
    if not how or picker.cursor is not None:
        how = _("{offer}: press enter for this one.") if picker.cursor else _("{offer}: press its key.")
        how = how.format(offer=label)
    back = "" if picker.given else _("Backspace or {key}: not now.").format(key=offer.key)
    return " ".join(filter(None, (how, back, picker.typed)))


def _between(link: Link, room: Room, names: Sequence[str]) -> Cell:
    """Between two rounds, and after the last one."""
    wins = [names[seat] for seat in link.view.scores.winners] if link.view is not None else []
    said = ngettext("{names} wins.", "{names} win.", len(wins)).format(names=listed(wins)) if wins else ""
    said = _("The game is a draw.") if link.view is not None and is_drawn(link.view) else said
    if link.seat is not None and not room.chairs[link.seat].ready:
        again = _("Press space when you are ready for another game.")
        ready = again if room.phase == "over" else _("Press space when you are ready for the next deal.")
        return f"{said} {ready}".lstrip(), "strong"
    slow = [seat for seat, chair in enumerate(room.chairs) if chair.is_played_here and not chair.ready]
    told = [said, waiting_for(slow, names, link.seat) if slow else ""]
    if may_sit(room, link.seat):
        told.append(_("There is a free chair: sit down with j."))
    return " ".join(filter(None, told)), ""


def _rows(choices: Sequence[Choice], longest: int, width: int) -> list[list[Choice]]:
    rows: list[list[Choice]] = []
    for choice in choices:
        if rows and _cells([*rows[-1], choice], longest) <= width:
            rows[-1].append(choice)
        else:
            rows.append([choice])
    return rows


def _beside(
    choices: Sequence[Choice], hints: Sequence[Choice], longest: int, width: int, height: int
) -> list[list[Choice]] | None:
    """The hints at the right of each row, from below as many as there is room for. None if that is not enough, or a
    quiet one would leave the last row."""
    rows = _rows(choices, longest, width)
    if len(rows) > height:
        return None
    free = [width - _cells(row, longest) - len(APART) for row in rows] + [width] * (height - len(rows))
    placed: list[list[Choice]] = [[] for _ in free]
    down = height - 1
    for hint in reversed(hints):
        while _cells([hint, *placed[down]], width) > free[down]:
            if down == 0 or hint.role == "quiet":
                return None
            down -= 1
        placed[down].insert(0, hint)
    return placed


def _longest(choices: Sequence[Choice], width: int) -> int:
    return min(width, max((cell_len(choice.label) for choice in choices), default=0))


def _cells(row: Sequence[Choice], longest: int) -> int:
    """How wide the choices are, side by side, with labels of at most this many cells."""
    one = [cell_len(key) + 1 + min(longest, cell_len(label)) for key, label, *_ in row]
    return sum(one) + len(APART) * (len(one) - 1)


def _draw_choice(canvas: Canvas, x: int, y: int, choice: Choice, longest: int, glyphs: Glyphs) -> int:
    start = x
    x = canvas.put(x, y, choice.key, "quiet" if choice.role == "quiet" else "key")
    x = canvas.put(x, y, " " + _cut(choice, longest, glyphs), choice.role)
    canvas.aim(start, y, x - start, choice.target)
    return x
