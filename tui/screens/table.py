"""The table during a match: keys and clicks in, one picture out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine.board import Event, Spot
from net import wire
from net.link import Link
from tui import settings
from tui.desk import Desk
from tui.keys import active_keys
from tui.language import _
from tui.messages import Ask, Tell
from tui.picker import DIRECTIONS
from tui.picture import picture_of
from tui.theme import glyphs
from tui.tour import Tour
from tui.widgets.canvas import Canvas
from tui.widgets.foot import Choice
from tui.widgets.paper import Paper

PAGE = 5
"""So many lines of the log are scrolled at once."""
PAGES = {"pageup": PAGE, "less_than_sign": PAGE, "pagedown": -PAGE, "greater_than_sign": -PAGE}
"""Some terminals keep PgUp and PgDn for themselves."""
ROLLS = {"up": -1, "down": 1}
"""What is too long for the window is rolled by these, where the cursor can go no further."""
SHIFTS = {"comma": -1, "shift+left": -1, "full_stop": 1, "shift+right": 1}
"""The card under the cursor goes to the left or to the right."""


class TableScreen(Screen[None]):
    """Shows what it was given last, and asks for acts by messages. Nothing is asked while an answer is waited for."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("percent_sign", "away", "away or back", key_display="%", show=False)
    ]

    def __init__(self, clock: Callable[[], float] = monotonic, tour: Tour | None = None) -> None:
        super().__init__()
        self.desk = Desk(glyphs(), tour)
        self._paper = Paper(self._picture, lambda: self.desk.ticking)
        self._clock = clock

    def compose(self) -> ComposeResult:
        yield self._paper

    def on_resize(self) -> None:
        self._paper.draw()

    def show(self, link: Link, news: Sequence[Event], refusals: Sequence[wire.Refusal], now: float) -> None:
        """The link has changed; `news` and `refusals` came with it, and `now` is the time by this screen's clock."""
        self.desk.hear(link, news, refusals, now)
        self._ask(self.desk.due(now))
        self._paper.draw()

    def _picture(self, width: int, height: int) -> Canvas:
        self.desk.glyphs = glyphs()
        return picture_of(self.desk, width, height, self._clock(), self._hints())

    def _hints(self) -> list[Choice]:
        """The keys that are always there. After a refusal, help is about its rule."""
        rule = {"question_mark": self.desk.rule} if self.desk.rule else {}
        return [
            Choice(key.shown, rule.get(key.name, key.does), key.name, "quiet")
            for key in active_keys(self)
            if key.is_priority or not self.writing  # then all other keys are text
        ]

    # what I do

    @property
    def writing(self) -> bool:
        """A line of chat is being written."""
        return self.desk.entry.text is not None

    def takes(self, key: events.Key) -> bool:
        """This key is a part of what is written."""
        return self.writing and key.is_printable

    def on_key(self, event: events.Key) -> None:
        if self._hear(event.key, event.character):
            event.stop()
            event.prevent_default()
        self._paper.draw()

    def on_paste(self, event: events.Paste) -> None:
        if self.writing:
            self.desk.entry.type(event.text)
            self._paper.draw()

    def on_click(self, event: events.Click) -> None:
        target = self._paper.target(event)
        if isinstance(target, Spot):
            if not self.desk.busy or self.desk.picker.marking:
                self._ask(self.desk.picker.pick(target))
        elif target is not None and not self._hear(target, target):
            self.app.simulate_key(target)
        self._paper.draw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(event, 1)

    def _scroll(self, event: events.MouseEvent, by: int) -> None:
        """The wheel goes up or down in what lies under it: what is too long, or else the log."""
        if self._paper.rolls(event):
            self.desk.roll(by)
        else:
            self.desk.log.scroll(-by)
        self._paper.draw()

    def _hear(self, key: str, character: str | None) -> bool:
        """A key, or a click on what stands for it. False if it means nothing now."""
        return (self._write if self.writing else self._press)(key, character)

    def _write(self, key: str, character: str | None) -> bool:
        """A key while the chat line is open. False if it means nothing there."""
        desk, entry = self.desk, self.desk.entry
        if key == "enter" and desk.may_write:
            if text := entry.close():
                self.post_message(Tell(wire.Say(text)))
        else:
            return entry.press(key, character)
        return True

    def _press(self, key: str, character: str | None) -> bool:
        """A key while none is. False if it means nothing at the table."""
        desk, picker = self.desk, self.desk.picker
        desk.refused = desk.hint = ""
        letter = character if character is not None and len(character) == 1 else ""
        if key in DIRECTIONS:
            before = picker.cursor
            picker.move(key, self._paper.canvas.places)
            if picker.cursor == before and key in ROLLS:
                desk.roll(ROLLS[key])
        elif key in SHIFTS and desk.held.hand is not None:
            desk.shift(SHIFTS[key])
        elif key == "tab" and desk.held.hand is not None:
            desk.held.sort()
        elif character == "!" and desk.held.hand is not None:
            desk.suggest()
        elif character == "#":
            desk.wait_for_advice()
            self.post_message(Tell(wire.AskAdvice()))
        elif character == settings.END_TOUR and desk.tour is not None:
            desk.tour = None
        elif key in PAGES:
            desk.log.scroll(PAGES[key])
        elif desk.sheet and (key in ("backspace", "escape") or letter == "q"):
            desk.lay("")
        elif key == "escape" and desk.log.is_back:
            desk.log.newest()
        elif key in ("backspace", "escape"):
            desk.advice = ()
            picker.cancel()
        elif key == "space" and desk.unready:
            self.post_message(Tell(wire.Ready()))
        elif key == "space":
            picker.mark()
        elif key == "enter" and picker.entered:
            self._ask(None if desk.busy else picker.enter())
        elif key == "enter":
            desk.enter(self._clock())
        elif letter == "/":
            self.action_write()
        elif letter and picker.hears(letter, desk.pad()):
            if not desk.busy or (picker.marking and letter in desk.pad().values()):
                self._ask(picker.press(letter, desk.pad()))
            else:
                desk.want(letter, self._clock())
        elif letter in desk.sheets:
            desk.lay(letter)
        elif character is None or not character.isprintable() or key in self.active_bindings:
            return False
        elif not desk.want(letter, self._clock()):
            desk.refused = desk.nothing(letter or character)
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "away" or (self.desk.link is not None and self.desk.link.seat is not None and not self.writing)

    def action_away(self) -> None:
        """Let a bot play for me, or play again."""
        if self.desk.may_go:
            self.post_message(Tell(wire.Back() if self.desk.away else wire.Away()))
        else:
            self.desk.refused = _("Nobody is away between two rounds: the table waits.")
            self._paper.draw()

    def action_write(self) -> None:
        """Begin a line of chat."""
        self.desk.write()
        self._paper.draw()

    def _ask(self, action: bytes | None) -> None:
        if action is not None:
            self.desk.ask(self._clock())
            self.post_message(Ask(action))
