"""A stored game on the screen: step through it, or let it play."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import monotonic
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer

from net.review import question
from net.thinkers import Thinkers
from net.thought import Advice
from tui import boards
from tui.advice import offer_of
from tui.keys import Key, active_keys
from tui.language import _
from tui.lookback import Lookback, better, verdict
from tui.playback import Playback
from tui.screens.help import HelpScreen
from tui.screens.scores import StandingsScreen
from tui.screens.table import ROLLS
from tui.theme import glyphs
from tui.widgets.canvas import Canvas
from tui.widgets.foot import Choice
from tui.widgets.paper import Paper

PACES_S = (4.0, 2.0, 1.0, 0.5, 0.25)
"""From one act to the next, when it plays by itself."""


class ReplayScreen(Screen[None]):
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", "step"),
        Binding("left", "step(-1)", show=False),
        Binding("n", "leap('lap', 1)", "turn"),
        Binding("p", "leap('lap', -1)", show=False),
        Binding("pagedown", "leap('round', 1)", "round"),
        Binding("pageup", "leap('round', -1)", show=False),
        Binding("home", "begin", show=False),
        Binding("end", "end", show=False),
        Binding("space", "play", "play"),
        Binding("space", "pause", "pause"),
        Binding("plus", "pace(1)", "pace"),
        Binding("minus", "pace(-1)", show=False),
        Binding("v", "next_chair", "chair"),
        Binding("a", "turn_cards", "all cards"),
        Binding("number_sign", "advice", "bot", key_display="#"),
        Binding("full_stop", "mistake(1)", "mistake"),
        Binding("comma", "mistake(-1)", show=False),
        Binding("equals_sign", "standings", "scores", key_display="="),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q,backspace,escape", "close", "back"),
    ]

    def __init__(self, playback: Playback, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.playback = playback
        self._paper = Paper(self._picture, lambda: self.playback.is_moving)
        self._clock = clock
        self._pace = 1
        self._player: Timer | None = None
        """While it plays by itself."""
        self._advised = False
        """It is told what a hard bot would have done."""
        self._asked = 0
        """About the decision that was made with this act it has been asked last."""
        self._thinkers = Thinkers(self._judge)

    @cached_property
    def _lookback(self) -> Lookback:
        return Lookback(self.playback.recording)

    def compose(self) -> ComposeResult:
        yield self._paper

    def on_resize(self) -> None:
        self._paper.draw()

    async def on_unmount(self) -> None:
        await self._thinkers.close()

    def _picture(self, width: int, height: int) -> Canvas:
        self._think()
        self.playback.pointed = {}
        self.playback.advice = self._advice() if self._advised else ""
        self.refresh_bindings()
        return self.playback.picture(width, height, self._clock(), self._keys(), self._hints())

    def _advice(self) -> str:
        """Of the decision that has just been made by who is looked at, or by anybody if all cards are seen; elsewhere
        of all that who is looked at has decided."""
        seen, lookback, (viewer, is_open) = self.playback, self._lookback, self.playback.viewpoint
        decided = lookback.decided.get(seen.number)
        if decided is not None and not (is_open or decided.seat == viewer):
            said = _("{name} decided this. See it from there with v, or with a.")
            return said.format(name=seen.sight.names[decided.seat])
        if decided is None:
            return lookback.summary(viewer) if viewer is not None else _("v chooses whose decisions are looked at.")
        if decided.number not in lookback.judged:
            return _("A hard bot thinks about it.")
        judged = lookback.judged[decided.number]
        if judged is None:
            return _("There was nothing to choose here.")
        rather = better(decided, judged)
        found = offer_of(decided.view, rather) if rather is not None else None
        seen.pointed = seen.pad(*found) if found is not None else {}
        return verdict(seen.recording, decided, judged, seen.spell, seen.keys_of)

    def _think(self) -> None:
        """Have the next decision judged, elsewhere and one at a time, as long as anybody wants to know."""
        waiting = self._lookback.waiting(self.playback.viewpoint, self.playback.number) if self._advised else None
        if waiting is not None and waiting.number != self._asked:
            self._asked = waiting.number
            self._thinkers.ask(question(self.playback.recording, waiting))

    def _judge(self, advice: Advice) -> None:
        """An answer."""
        self._lookback.judged[advice.number] = advice.judged
        self._think()
        self._paper.draw()

    def _keys(self) -> list[Choice]:
        """What can be done here. Of what goes both ways a click goes on."""
        left, _up, right, _down = tuple(glyphs().ways)
        both = {
            "right": (left, right),
            "n": ("p", "n"),
            "pagedown": ("PgUp", "PgDn"),
            "plus": ("+", "-"),
            "full_stop": (",", "."),
        }
        does = {"n": self.playback.lap_named}
        return [
            Choice(" ".join(both.get(key.name, (key.shown,))), does.get(key.name) or key.does, key.name)
            for key in active_keys(self)
            if not _is_hint(key)
        ]

    def _hints(self) -> list[Choice]:
        return [Choice(key.shown, key.does, key.name, "quiet") for key in active_keys(self) if _is_hint(key)]

    # what I do

    def on_key(self, event: events.Key) -> None:
        if event.key in ROLLS:
            self.playback.roll(ROLLS[event.key])
        elif event.key == "tab":
            self.playback.sort()
        elif event.key in self.playback.sheets:
            self.playback.lay(event.key)
        else:
            return
        event.stop()
        event.prevent_default()
        self._paper.draw()

    def on_click(self, event: events.Click) -> None:
        target = self._paper.target(event)
        if isinstance(target, str):
            self.app.simulate_key(target)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(event, 1)

    def _scroll(self, event: events.MouseEvent, by: int) -> None:
        """The wheel rolls what is too long and lies under it; elsewhere it turns the time."""
        if self._paper.rolls(event) and self.playback.roll(by):
            self._paper.draw()
        else:
            self.action_step(by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        match action:
            case "play":
                return self._player is None and not self.playback.is_at_end
            case "pause" | "pace":
                return self._player is not None
            case "mistake":
                return self._advised and not self.playback.is_held_back
        return True

    def action_step(self, by: int) -> None:
        self.playback.step(by)
        self._paper.draw()

    def action_leap(self, stop: Literal["lap", "round"], by: int) -> None:
        self.playback.leap(stop, by)
        self._paper.draw()

    def action_begin(self) -> None:
        self.playback.go_to(self.playback.recording.begins)
        self._paper.draw()

    def action_end(self) -> None:
        self.playback.go_to(self.playback.recording.end)
        self._paper.draw()

    def action_play(self) -> None:
        """Go on by itself."""
        self.action_pause()
        self._player = self.set_interval(PACES_S[self._pace], self._play_on)
        self._paper.draw()

    def action_pause(self) -> None:
        if self._player is not None:
            self._player.stop()
            self._player = None
        self._paper.draw()

    def action_pace(self, by: int) -> None:
        self._pace = max(0, min(self._pace + by, len(PACES_S) - 1))
        self.action_play()

    def _play_on(self) -> None:
        """The next act; not while something else lies on top."""
        if self.is_active:
            self.action_step(1)
            if self.playback.is_at_end:
                self.action_pause()

    def action_next_chair(self) -> None:
        self._show(self.playback.next_chair)

    def action_turn_cards(self) -> None:
        self._show(self.playback.turn_cards)

    def action_advice(self) -> None:
        """Tell what a hard bot would have done, or no longer."""
        self._show(self._turn_advice)

    def _turn_advice(self) -> None:
        self._advised = not self._advised

    def action_mistake(self, by: int) -> None:
        """Go on to where who is looked at has lost points, as far as is known, or back; or tell why not."""
        seen, lookback, (viewer, _open) = self.playback, self._lookback, self.playback.viewpoint
        mistakes = lookback.mistakes(viewer) if viewer is not None else {}
        there = [number for number in mistakes if (number - seen.number) * by > 0]
        if there:
            seen.go_to(min(there) if by > 0 else max(there))
        elif lookback.waiting(seen.viewpoint, seen.number) is not None:
            seen.refuse(_("No mistake is known there yet: a hard bot still thinks."))
        else:
            seen.refuse(_("There is no mistake there."))
        self._paper.draw()

    def _show(self, more: Callable[[], None]) -> None:
        """Show more than those saw who watched, or tell why not."""
        is_held_back = self.playback.is_held_back
        self.playback.refuse(_("An unfinished round is shown as watchers see it.") if is_held_back else "")
        if not is_held_back:
            more()
        self._paper.draw()

    def only_explains(self, action: str) -> bool:
        """These keys are not offered where they show nothing; whoever presses one is told why."""
        return action in ("next_chair", "turn_cards", "advice") and self.playback.is_held_back

    def action_help(self) -> None:
        recording = self.playback.recording
        self.app.push_screen(HelpScreen(recording.game, boards.find(recording.header.game), replayed=True))

    def action_standings(self) -> None:
        sight, viewer = self.playback.sight, self.playback.viewpoint.viewer
        self.app.push_screen(StandingsScreen(self.playback.recording.header.game, sight.view, sight.names, viewer))

    def action_close(self) -> None:
        if len(self.app.screen_stack) > 1:
            self.dismiss()
        else:
            self.app.exit()


def _is_hint(key: Key) -> bool:
    """It means the same everywhere."""
    return key.is_priority or key.name == "question_mark"
