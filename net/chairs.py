"""Who is at the table: persons, known by their secret tokens, the chairs they hold, and those who watch."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from engine import journal
from engine.board import Seat
from engine.game import View
from engine.strengths import Strength
from net import limits, wire
from net.clean import clean


class Person(msgspec.Struct, eq=False):
    """Whoever brought a token, and what the table remembers for as long as that token holds a chair."""

    token: str
    """Its hash, as well as that of the window: the table has no need to keep what others must not know."""
    name: str
    window: str = ""
    host: bool = False
    pledge: bytes = b""
    """For the next shuffle."""
    conn: int | None = None
    past_windows: deque[str] = msgspec.field(default_factory=lambda: deque(maxlen=limits.PAST_WINDOWS))
    """The windows that a newer one has taken the chair from. They do not get it back by themselves."""
    acked: int = 0
    """The last of this person's acts that was dealt with, its bytes, and how it was answered."""
    act: bytes = b""
    answer: wire.Refusal | None = None
    recalled: bool = False
    """Known from a journal, where refused acts are not, and not back yet."""
    told: int = 0
    """The number of the last event that was told to this person."""
    seq: int = 0
    view: View | None = None
    room: wire.Room | None = None
    word: wire.Seal | wire.Proof | None = None
    """The view, the room and the dealer's word last sent on this connection."""

    def moves_to(self, window: str) -> bool:
        """A connection from this window. False if a newer window has taken its place before: it was cut off or stopped,
        and has come back by itself."""
        if window in self.past_windows:
            return False
        if window != self.window:
            self.past_windows.append(self.window)
            self.window = window
        return True


class Chair(msgspec.Struct, eq=False):
    """A chair is held by a person, or played by a bot, or both: then the bot plays for a person who is away."""

    person: Person | None = None
    bot: Person | None = None
    strength: Strength = "normal"
    """Of the bot."""
    line: wire.Line = "here"
    """Of the person's line; and since when it has been lost, until a bot sits in."""
    lost_at: float | None = None
    ready: bool = False

    @property
    def player(self) -> Person | None:
        """Whose acts count now."""
        return self.bot or self.person

    @property
    def here(self) -> Person | None:
        """The person on this chair, if connected and playing."""
        return self.person if self.bot is None and self.person is not None and self.person.conn is not None else None

    @property
    def recalled(self) -> bool:
        """The person is only known from a journal, and is waited for."""
        return self.bot is None and self.person is not None and self.person.recalled

    @property
    def is_filled(self) -> bool:
        """A match need not wait for anybody on this chair."""
        return self.bot is not None or self.here is not None

    def seated(self, seat: Seat) -> journal.Seated:
        """The chair as the journal keeps it."""
        person, bot = self.person, self.bot
        if person is None:
            return journal.Seated(seat, bot.name if bot else "", bot=bot is not None, strength=self.strength)
        gone = self.line == "left"
        return journal.Seated(
            *(seat, person.name, person.token, person.window, person.host, bot is not None, gone, person.acked),
            strength=self.strength,
        )

    def describe(self) -> wire.Chair:
        """The chair as everybody may know it."""
        if self.person is not None:
            sitter: wire.Sitter = "bot" if self.bot else "person"
            return wire.Chair(sitter, self.person.name, self.line, self.ready, self.person.host, self.strength)
        return wire.Chair("bot", self.bot.name, strength=self.strength) if self.bot else wire.Chair("nobody")


class Chairs:
    """The chairs in turn order, and the watchers in order of arrival."""

    def __init__(self, seats: int) -> None:
        self.chairs = [Chair() for _ in range(seats)]
        self.watchers: list[Person] = []

    def __iter__(self) -> Iterator[Chair]:
        return iter(self.chairs)

    def __len__(self) -> int:
        return len(self.chairs)

    def __getitem__(self, seat: Seat) -> Chair:
        return self.chairs[seat]

    def has(self, seat: Seat) -> bool:
        return 0 <= seat < len(self.chairs)

    def seat_of(self, person: Person) -> Seat | None:
        """Where this person (or bot) sits, or None for a watcher."""
        return next((seat for seat, chair in enumerate(self) if person in (chair.person, chair.bot)), None)

    def seated(self) -> list[journal.Seated]:
        """Every chair as the journal keeps it."""
        return [chair.seated(seat) for seat, chair in enumerate(self)]

    def persons(self) -> list[Person]:
        """Whoever holds a chair, connected or not."""
        return [chair.person for chair in self if chair.person is not None]

    def players(self) -> list[Person]:
        """Whoever is told what a player is told: persons who are connected, also if they are away, and bots."""
        sitting = [person for chair in self for person in (chair.person, chair.bot) if person is not None]
        return [person for person in sitting if person.conn is not None]

    def by_token(self, token: str) -> Chair | None:
        """The chair that belongs to this person, also to one who is away."""
        return next((chair for chair in self if chair.person is not None and chair.person.token == token), None)

    def vacant(self) -> Chair | None:
        """The chair for somebody new: an open one, else one that a bot plays for nobody."""
        return min(self._unheld(), key=lambda chair: chair.bot is not None, default=None)

    def free_name(self, name: str, token: str = "") -> str:
        """This name, with a number if somebody else than the holder of the token bears it."""
        present = [person for chair in self for person in (chair.person, chair.bot) if person is not None]
        taken = {person.name for person in present + self.watchers if person.token != token}
        numbers = [f" {number}" for number in range(2, len(taken) + 3)]
        candidates = [name, *(clean(name, limits.NAME_CELLS_MAX - len(number)) + number for number in numbers)]
        return next(candidate for candidate in candidates if candidate not in taken)

    def resize(self, seats: int) -> list[Chair] | None:
        """So many chairs, in the same order: of those held by nobody the last go first, open ones before bots'.

        Returns the chairs that are gone, or None, and nothing has changed, if persons hold more than `seats`.
        """
        surplus = max(0, len(self.chairs) - seats)
        last_first = list(reversed(self._unheld()))
        removed = sorted(last_first, key=lambda chair: chair.bot is not None)[:surplus]
        if len(removed) < surplus:
            return None
        self.chairs = [chair for chair in self.chairs if chair not in removed]
        self.chairs += [Chair() for _ in range(seats - len(self.chairs))]
        return removed

    def _unheld(self) -> list[Chair]:
        return [chair for chair in self if chair.person is None]


def hidden(secret: str) -> str:
    """What is kept of a token or a window: its SHA-256, in hex."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def recalled(lines: Iterable[journal.Line]) -> dict[Seat, Person]:
    """The persons who held the chairs at the end of a journal, and what they had done."""
    persons: dict[Seat, Person] = {}
    for line in lines:
        match line:
            case journal.Seated(seat, name, token, window, host, n=n):
                person = persons.get(seat)
                if person is None or person.token != token:
                    person = persons[seat] = Person(token, name, window, host, recalled=True)
                person.moves_to(window)
                if n > person.acked:
                    person.acked, person.act = n, b""
            case journal.Acted(seat, action, n) if n:
                persons[seat].acked, persons[seat].act = n, bytes(action)
    return {seat: person for seat, person in persons.items() if person.token}
