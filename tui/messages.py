"""What the screens ask of the app, and what the app tells itself. The app alone talks to the table."""

from __future__ import annotations

from textual.message import Message

from net import wire
from tui.plan import Plan


class Chosen(Message):
    """Open this table."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan


class Ask(Message):
    """Do this at the table: an action as JSON."""

    def __init__(self, action: bytes) -> None:
        super().__init__()
        self.action = action


class Tell(Message):
    """Send the table anything but an action."""

    def __init__(self, message: wire.FromClient) -> None:
        super().__init__()
        self.message = message


class SettingsChanged(Message):
    """All is to look and to be said as the settings want it now."""


class LinkChanged(Message):
    """There is something new on the link. Only the newest state is shown, so one such message in waiting is enough."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, LinkChanged)
