"""Who is at the table: the chairs in turn order, the watchers, the options, the invite, and the host's powers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from engine.board import Seat
from engine.game import option_says, options_of
from engine.games import GAMES
from engine.strengths import STRENGTHS
from net import wire
from net.invite import Invite, Way
from net.link import Link
from net.listen import Bind
from tui.banter import words
from tui.company import (
    KEEP,
    NOBODY,
    OPEN_CHAIR,
    TAKE,
    WHOSE_CHAIR,
    between_games,
    by_ssh,
    chair_for_bot,
    facts_of,
    how_to_come,
    may_sit,
    objection,
    option_word,
    what_to_wait_for,
    which_watcher,
)
from tui.language import _, translated
from tui.leaving import Answer
from tui.messages import Tell
from tui.says import overheard
from tui.screens.confirm import ConfirmScreen
from tui.screens.page import PAGE_COLUMNS_MAX, EntryPage, Rows, Told, cell, title
from tui.standing import LOST, may_write, standing
from tui.story import listed, names_of, refused
from tui.theme import glyphs
from tui.visit import Visit
from tui.widgets.entry import prompt
from tui.widgets.lines import Line, Lines

NAME_COLUMN = 22
CHAT_LINES = 3


def lobby_lines(room: wire.Room, me: Seat | None, host: bool) -> list[Line]:
    """The room as lines. The host can choose chairs (by their number) and, between games, options (by their name)."""
    lines = [
        Line(_chair_line(seat, chair, seat == me), f"seat {seat}" if host else "")
        for seat, chair in enumerate(room.chairs)
    ]
    if room.watchers:
        lines += [Line(Content()), Line(Content.styled(_("Watching:"), "dim") + " " + listed(room.watchers))]
    lines += [Line(Content())]
    lines += [
        Line(
            cell(option_word(name), NAME_COLUMN + 3) + option_word(value),
            f"option {name}" if host and between_games(room) else "",
        )
        for name, value in room.options.items()
    ]
    return lines


def invitation(invite: Invite | None, bind: Bind | None, way: Way | None) -> Content:
    """The invite, how friends use it, how they come by SSH if they can, and who else can listen; `bind` is how my own
    table was opened, None if it is not mine."""
    if invite is None:
        return Content()
    told = Content.assemble((str(invite), "bold"), (f"\n{how_to_come(invite, bind)}", "dim"))
    if way is not None:
        told += "".join(f"\n{line}" for line in by_ssh(way))
    return told + f"\n{overheard(invite, bind)}"


def _chair_line(seat: Seat, chair: wire.Chair, mine: bool) -> Content:
    number = f"{seat + 1}  "
    if chair.sitter == "nobody":
        return Content.styled(number + _(OPEN_CHAIR), "dim")
    return Content(number) + cell(chair.name, NAME_COLUMN) + Content.styled(facts_of(chair, mine), "dim")


class Room(Rows):
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        page = self.screen
        if isinstance(page, LobbyScreen) and action == "take" and not page.changes_chosen:
            return False
        return super().check_action(action, parameters)

    def on_resize(self) -> None:
        self.screen.refresh_bindings()


class LobbyScreen(EntryPage):
    """Stands while the match has not begun; later it can be opened over the table."""

    DEFAULT_CSS = """
    LobbyScreen #invite { height: auto; min-height: 3; padding-left: 2; }
    LobbyScreen #chat { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "ready", "I am ready"),
        Binding("s", "start", "start"),
        Binding("b", "bot", "bot"),
        Binding("h", "strength", "strength"),
        Binding("f", "free", "free"),
        Binding("g", "give", "give to a watcher"),
        Binding("j", "sit", "sit down"),
        Binding("plus", "seats(1)", "chair", key_display="+"),
        Binding("minus", "seats(-1)", "chair"),
        Binding("right", "option(1)", show=False),
        Binding("left", "option(-1)", show=False),
        Binding("c", "copy", "copy invite"),
        Binding("enter", "write", "chat", key_display="enter"),
        Binding("slash", "write", "chat", key_display="/"),
        Binding("enter", "send", "send", key_display="enter"),
        Binding("ctrl+u", "give_up", "give up", key_display="ctrl+u"),
        Binding("at,q,backspace,escape", "close", "back to the table", key_display="@"),
    ]

    def __init__(self, visit: Visit, link: Link, *, over_table: bool = False) -> None:
        """`link` is the visit's, and has been told who is here."""
        super().__init__()
        assert link.room is not None
        self._visit, self._link, self._room = visit, link, link.room
        self._over_table = over_table
        self._refused = ""

    def body(self) -> ComposeResult:
        yield Told(id="invite")
        yield Room(id="body")
        yield Told(id="chat")

    def retell(self) -> None:
        visit = self._visit
        self.query_one("#invite", Told).tell(invitation(visit.invite, visit.bind, visit.way))

    def show(self, link: Link, refusals: Sequence[wire.Refusal]) -> None:
        """The newest state of the table, and what has been refused since the last one."""
        if link.room is not None and link.room is not self._room:
            self._room, self._refused = link.room, ""  # it was about those who were there
        game = GAMES[self._room.game]
        self.query_one("#title", Told).tell(title(game.NAME, _("the table") if self._over_table else _("lobby")))
        self.query_one(Room).update(lobby_lines(self._room, link.seat, link.host))
        if refusals:
            self._refused = refused(refusals[-1], names_of(self._room), game.SAYS)
        self.entry_changed()

    def tell_sentence(self) -> None:
        """What was said last, and below it the line of chat that is being written, or what there is to know."""
        last = [*self._link.chat][-CHAT_LINES:]
        said = [cell(f"{line.name}: {words(line)}", PAGE_COLUMNS_MAX).rstrip() for line in last]
        chat = self.query_one("#chat", Told)
        chat.display = bool(said)
        chat.tell(Content("\n").join(said))
        if self.entry.text is not None:
            self.say(Content.assemble((prompt(), "bold"), self.entry.text + glyphs().cursor))
        elif not self._link.online:
            self.say(_(LOST))
        elif between_games(self._room):
            self.say(self._refused or self._hint())
        else:
            self.say(f"{self._refused} {standing(self._link)}".strip())

    def action_write(self) -> None:
        self.entry.open()
        self.entry_changed()

    def action_send(self) -> None:
        if text := self.entry.close():
            self._tell(wire.Say(text))
        self.entry_changed()

    def look_at_chosen(self) -> None:
        self._refused = ""
        self.entry_changed()

    def _hint(self) -> str:
        if option := self._chosen("option"):
            return translated(option_says(GAMES[self._room.game], option))
        return what_to_wait_for(self._room, plays=self._link.seat is not None, host=self._link.host)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """The host has powers, some of them only between matches; a guest can be ready for the first one."""
        link, room = self._link, self._room
        if action in ("send", "give_up") or self.writing:
            return self.writing and (action == "give_up" or (action == "send" and may_write(link)))
        match action:
            case "bot" | "free":
                return link.host
            case "give":
                return link.host and room.phase != "play" and bool(room.watchers)
            case "sit":
                return may_sit(room, link.seat)
            case "seats" if len(GAMES[room.game].SEATS) == 1:
                return False
            case "start" | "seats" | "option":
                return link.host and between_games(room)
            case "strength":
                chair = self._chosen_chair
                return link.host and chair is not None and chair.sitter == "bot"
            case "ready":
                waits = link.seat is not None and room.phase == "lobby" and not room.chairs[link.seat].ready
                return not link.host and waits
            case "close":
                return self._over_table
            case "write":
                return may_write(link)
        return True

    def action_ready(self) -> None:
        self._tell(wire.Ready())

    def action_start(self) -> None:
        self._tell(wire.Start())

    def only_explains(self, action: str) -> bool:
        """A power that does nothing to the chosen chair is not offered; whoever presses its key is told why."""
        return action in ("bot", "free", "give") and bool(self._objection(action))

    def _objection(self, power: str) -> str:
        return objection(power, self._room, self._link.seat, self._chosen_seat)

    def action_bot(self) -> None:
        if (seat := chair_for_bot(self._room, self._chosen_seat)) is not None:
            self._tell(wire.SeatBot(seat, self._visit.plan.strength))
        else:
            self._object("bot")

    def action_strength(self) -> None:
        """The bot on the chosen chair plays better; after the best it begins again with the worst."""
        if (chair := self._chosen_chair) is not None:
            stronger = STRENGTHS[(STRENGTHS.index(chair.strength) + 1) % len(STRENGTHS)]
            self._tell(wire.SeatBot(self._chosen_seat, stronger))

    def action_free(self) -> None:
        """Free the chosen chair; ask first if it is a person's."""
        seat, chair = self._chosen_seat, self._chosen_chair
        if chair is None or self._objection("free"):
            self._object("free")
        elif chair.is_held:
            question = _(WHOSE_CHAIR).format(name=chair.name)
            self.app.push_screen(ConfirmScreen(question, (KEEP, TAKE)), partial(self._asked, seat))
        else:
            self._tell(wire.FreeSeat(seat))

    def _asked(self, seat: Seat, answer: str | None) -> None:
        if answer == TAKE.key:
            self._tell(wire.FreeSeat(seat))

    def action_give(self) -> None:
        """Ask which of the watchers shall sit down on the chosen chair, if nobody is there."""
        chair, watchers = self._chosen_chair, self._room.watchers
        if chair is None or self._objection("give"):
            self._object("give")
        else:
            answers = [Answer(str(number), name) for number, name in enumerate(watchers, 1)]
            question = ConfirmScreen(which_watcher(chair), (NOBODY, *answers))
            self.app.push_screen(question, partial(self._given, self._chosen_seat, watchers))

    def _given(self, seat: Seat, watchers: Sequence[str], answer: str | None) -> None:
        if answer is not None and answer != NOBODY.key:
            self._tell(wire.GiveSeat(seat, watchers[int(answer) - 1]))

    def action_sit(self) -> None:
        self._tell(wire.Sit())

    def action_seats(self, more: int) -> None:
        self._tell(wire.SetSeats(len(self._room.chairs) + more))

    def action_option(self, by: int) -> None:
        """The next or the one before of the chosen option's values."""
        if name := self._chosen("option"):
            choices = options_of(GAMES[self._room.game])[name].choices
            value = choices[(choices.index(self._room.options[name]) + by) % len(choices)]
            self._tell(wire.SetOption(name, str(value)))

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(str(self._visit.invite or ""))
        self.say(_("The invite is copied, if your terminal allows it."))

    def action_close(self) -> None:
        self.dismiss()

    @property
    def changes_chosen(self) -> bool:
        """Enter does something to the chosen line: an option, an open chair, or between games a bot."""
        chair = self._chosen_chair
        if chair is None or chair.sitter == "nobody":
            return True
        return chair.sitter == "bot" and chair.line == "here" and between_games(self._room)

    @on(Lines.Taken)
    def change(self) -> None:
        """Enter: the next value of an option, a bot to an open chair, and a bot from its chair."""
        chair = self._chosen_chair
        if not self.changes_chosen:
            return
        if chair is None:
            self.action_option(1)
        elif chair.sitter == "nobody":
            self.action_bot()
        else:
            self.action_free()

    def _chosen(self, kind: str) -> str:
        """The name of the chosen line, if it is of this kind."""
        chosen, _space, name = self.query_one(Room).chosen.partition(" ")
        return name if chosen == kind else ""

    @property
    def _chosen_seat(self) -> Seat:
        """That of the chosen chair, or -1."""
        return int(self._chosen("seat") or -1)

    @property
    def _chosen_chair(self) -> wire.Chair | None:
        return self._room.chairs[self._chosen_seat] if self._chosen_seat >= 0 else None

    def _object(self, power: str) -> None:
        """Say why something is not even asked for."""
        self._refused = self._objection(power)
        self.tell_sentence()

    def _tell(self, message: wire.FromClient) -> None:
        self._refused = ""
        self.post_message(Tell(message))
