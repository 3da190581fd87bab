"""The picture of the table as I have it before me."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from engine.board import Spot
from engine.game import View
from engine.games import GAMES
from net import wire
from net.link import Link
from tui import boards, settings
from tui.desk import Desk
from tui.fairness import mark
from tui.keys import key_name
from tui.language import _, ngettext, pgettext
from tui.tabletop import draw_table, people
from tui.widgets.canvas import Canvas, Cell, fit, wrap
from tui.widgets.foot import APART, BAR_ROWS, Choice, bar_rows, draw_bar, headline, offered, writing
from tui.widgets.scene import Scene
from tui.widgets.tour import draw_tour

TURN_CELLS = 20
"""So much is always left for whose turn it is."""


def picture_of(desk: Desk, width: int, height: int, now: float, hints: Sequence[Choice]) -> Canvas:
    """All of it at this time. `hints` are the keys that mean the same everywhere."""
    canvas, link = Canvas(width, height, desk.glyphs), desk.link
    if link is not None and link.room is not None:
        if desk.view is not None:
            _draw_board(canvas, desk, link, link.room, desk.view, now)
        _draw_foot(canvas, desk, link, hints, now)
    desk.seen(now, canvas.roll_rows)
    return canvas


def _draw_board(canvas: Canvas, desk: Desk, link: Link, room: wire.Room, view: View, now: float) -> None:
    board, picker, held = boards.find(room.game), desk.picker, desk.held
    scene = Scene(
        view,
        people=people(room, desk.names),
        me=view.viewer or 0,
        glyphs=desk.glyphs,
        pad=desk.pad(),
        keys={offer.code: offer.key for offer in picker.offers} if desk.active else {},
        cursor=picker.cursor if isinstance(picker.cursor, Spot) else None,
        chosen=picker.chosen,
        fresh=desk.fresh.spots,
        order=held.order,
        way=held.way(),
        next_way=held.way(after=1),
        found=frozenset(spot for hint in held.hints for spot in hint.picks),
        sheet=desk.sheet if desk.sheet in boards.sheets(board, view) else "",
        age_s=desk.age_s(now),
        options=room.options,
        rolled=desk.rolled,
        clock=desk.clock(now),
    )
    watching = len(room.watchers)
    watchers = ngettext("{n} watching", "{n} watching", watching).format(n=watching) if watching else ""
    seen = _("You are watching.") if view.viewer is None else watchers
    ending = _("{key}: end the tour").format(key=settings.END_TOUR) + APART if desk.tour is not None else ""
    corner = [*_fairness(link, room.phase), (ending, "quiet"), (seen, "quiet")]
    kept = draw_tour(canvas, desk.tour, desk.glyphs) if desk.tour is not None else 0
    draw_table(canvas, board, GAMES[room.game].NAME, scene, desk.log, corner, earlier=_("PgUp: earlier"), kept=kept)
    canvas.lead(canvas.width - 1 - cell_len(ending + seen), 0, cell_len(ending), settings.END_TOUR)


def _fairness(link: Link, phase: wire.Phase) -> list[Cell]:
    """A fault stays to be seen; what was found otherwise is shown until the next deal."""
    verdict = link.alarm or link.fairness
    if verdict is None or not (verdict.is_alarm or phase in ("deal", "over")):
        return []
    return [(mark(verdict), "alarm" if verdict.is_alarm else "quiet"), ("  ", "")]


def _draw_foot(canvas: Canvas, desk: Desk, link: Link, hints: Sequence[Choice], now: float) -> None:
    y = canvas.height - 1 - BAR_ROWS
    if desk.entry.text is not None:
        desk.entry.draw(canvas, 1, y, canvas.width - 2, desk.glyphs)
        draw_bar(canvas, y + 1, writing(desk.may_write), hints, desk.glyphs)
        return
    advised = [Choice(" # ", pgettext("key", "advice"), "#")] if desk.is_advised and not desk.advice else []
    choices = _choices(desk) if link.online else []
    hints = [*_enter(desk), *advised, *hints]
    told = _told(desk, now)
    kept = hints if told[0] in desk.advice else []
    free = 1 + BAR_ROWS - bar_rows(choices, kept, canvas.width)
    used = _draw_headline(canvas, y, desk, link, told, free)
    draw_bar(canvas, y + used, choices, hints, desk.glyphs, 1 + BAR_ROWS - used)


def _choices(desk: Desk) -> list[Choice]:
    """What I can do now, each with its key."""
    called = desk.held.called(desk.picker.chosen)
    choices = offered(desk.picker, desk.names, desk.says, desk.busy, desk.glyphs, desk.spell, called)
    ready = pgettext("key", "I am ready")
    choices += [Choice(f" {key_name('space')} ", ready, "space")] if desk.unready else []
    sheets = [Choice(f" {key} ", what, key, "quiet") for key, what in desk.sheets.items()]
    return [*choices, *sheets]


def _told(desk: Desk, now: float) -> Cell:
    """Why something was refused, or what the game suggests."""
    if desk.refused:
        return desk.refused, "alarm"
    return desk.hint or desk.wish(now) or next(iter(desk.advice), ""), "told"


def _draw_headline(canvas: Canvas, y: int, desk: Desk, link: Link, told: Cell, free: int) -> int:
    """What is going on, and before it what is to be told. Returns the rows it takes: two if there is much to say, never
    so that the turn is hidden; `free` are those that nothing else needs. Advice is in fewer words without them."""
    said, said_role = told
    aside = going_on = ""
    if desk.board is not None and link.view is not None:
        aside = "" if said else desk.spell(desk.board.aside(link.view))  # one thing at a time
        going_on = boards.going_on(desk.board, link.view, desk.names)
    text, role = headline(link, desk.picker, desk.names, desk.says, aside, desk.spell, going_on)
    wait = f" {desk.glyphs.more}" if desk.busy and link.online else ""
    room = canvas.width - 2 - cell_len(wait)
    is_advice, picker = said in desk.advice, desk.picker
    if is_advice and free < 2:
        said = next((fewer for fewer in desk.advice if cell_len(fewer) < room), desk.advice[-1])
    is_plain = picker.open is None or (picker.given and not picker.numbered)
    if is_advice and (is_plain or (cell_len(f"{said} {text}") > room and free < 2)):
        text = ""  # the advice tells whose turn it is, and the keys
    if not said and cell_len(text) > room and free > 1:
        first, *more = wrap(text, room)
        canvas.put(1, y, first, role)
        canvas.write(1, y + 1, [(fit(" ".join(more), room, desk.glyphs.more), role), (wait, "")])
        return 2
    spare = room - 1 - (cell_len(text) if is_advice else min(TURN_CELLS, cell_len(text)))
    first, *more = wrap(said, canvas.width - 2) if cell_len(said) > spare else ["", said]
    if first:
        canvas.put(1, y, first, said_role)
        y += 1
    rest = fit(" ".join(more), spare, desk.glyphs.more)
    pieces: list[Cell] = [(rest, said_role), (" ", "")] if rest else []
    room -= cell_len(rest) + 1 if rest else 0
    canvas.write(1, y, [*pieces, (fit(text, room, desk.glyphs.more), role), (wait, "")])
    return 2 if first else 1


def _enter(desk: Desk) -> list[Choice]:
    """What the enter key does now."""
    picker, enter, space = desk.picker, key_name("enter"), key_name("space")
    if not picker.entered:
        return [Choice(enter, pgettext("key", "chat"), "enter", "quiet")] if desk.may_write else []
    if desk.busy:
        return []
    if not picker.several:
        return [Choice(f" {enter} ", pgettext("key", "this one"), "enter")]
    mark = [Choice(f" {space} ", pgettext("key", "mark"), "space")] if picker.cursor is not None else []
    if picker.open is not None:
        return [*mark, Choice(f" {enter} ", pgettext("key", "done"), "enter")]
    move = [Choice(" , . ", pgettext("key", "move it"), ".")] if picker.cursor in desk.held.cards else []
    return [*move, *mark]
