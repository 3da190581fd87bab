"""What a game is: the contract that every module in `engine.games` keeps.

A game is one module that reads like its rule sheet. It has no random source, no clock and no input or output: a shuffle
reaches it as an act of seat CHANCE that carries the whole order, a timer that has run out as an act of seat CLOCK.

- `act` is the only writer. It raises `Refused` for whatever the rules do not allow, also for an action of another turn,
  of somebody else's seat or with made-up spots; it never trusts that an action was offered. What it did to its working
  copy before refusing is thrown away.
- `sees` is false unless it says true, and asks where a card lies and who owns the place, never in which phase the game
  is. In all zones but grids the cards are seen alike; and of what is not its own no seat sees more than who watches.
- `offers` lists, for every seat and out of turn too, what the seat may do now. It must not depend on cards that the
  seat does not see, and whether there is any must be plain to all: acts of others wait for a seat that may act. An
  offer with a `Pick` is completed by the client, which sets the action's field `picks`. What is offered is allowed,
  unless the offer is `judged`, as when cards are picked that may or may not make a meld; then it is refused before
  anything has changed, also on the working copy.
- `asides` are offers too, of what is done beside the play. Nobody need know whether there is any.
- `awaited` are the seats without whose act the game does not go on: not those who merely may act.
- `facts` are public, or known to this viewer, and listed by hand.
- `bot` decides from the view alone; None means that it would rather wait. `beside` is what a player does who takes more
  care, while others are waited for.
- `choices` are what a seat that is awaited may well do, the act of the `bot` first; none or one if there is nothing to
  think about. For those who look ahead, `imagine` makes a state in which the seat's view would be this one, to the
  byte: from the view and the options of the table, which everybody knows, and from nothing else. `play_out` plays a
  state on, quickly and as somebody sensible might, and says how many points this seat is better off than its rivals at
  the end of the round, or is likely to be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import msgspec

from engine.board import Board, Refused, Seat, Spot, State, Viewer, Zone
from engine.cards import Card

Options = Mapping[str, int | str]

Sentence = str | tuple[str, str]
"""A sentence in English. If it is another one for 1 than for more: both. The first number that they tell decides."""

Sheet = Mapping[str, Mapping[str, str]]
"""The rules in English: the title of every part, and what stands in it, each rule with its number."""


class Option(msgspec.Struct, frozen=True):
    """A table option: what it is by default and what it may be."""

    default: int | str
    choices: tuple[int | str, ...]


COMMON = {"advice": Option("off", ("off", "on")), "banter": Option("on", ("on", "off"))}
"""Options of every table, whatever it plays. The rules know nothing of them."""
COMMON_SAYS: dict[str, Sentence] = {
    "option-advice": "Whether a key tells whoever is to move what a hard bot would do.",
    "option-banter": "Whether bots say a word now and then.",
}


class Pick(msgspec.Struct, frozen=True):
    """Choose `least` to `most` of these spots, and put them into the action's field `picks`."""

    spots: tuple[Spot, ...]
    least: int = 1
    most: int = 1


class Offer(msgspec.Struct, frozen=True):
    """Something that a seat may do now. `code` is a key of the game's SAYS; no two offers of a view share a `key`."""

    code: str
    key: str
    action: msgspec.Raw
    args: tuple[int | str, ...] = ()
    pick: Pick | None = None
    judged: bool = False
    """It may be refused, and then changes nothing: whether it is allowed can only be said of the whole choice."""
    aside: bool = False
    """It is done beside the play and races with nobody: no act of others waits for it, and it waits for none."""


class Timer(msgspec.Struct, frozen=True):
    """If `name` is still among the state's timers after this time, CLOCK acts. A new timer has a new name."""

    name: str
    after_s: float
    action: msgspec.Raw
    to: frozenset[Viewer] | None = None
    """Who may know that it runs. None: everybody."""


class Shuffle(msgspec.Struct, frozen=True):
    """What CHANCE is asked for: these cards in any order, and a number below `sides`."""

    cards: tuple[Card, ...]
    sides: int = 1
    deal: bool = False
    """A new deal starts with it: the table waits until everybody is ready."""


class Chance(msgspec.Struct, frozen=True, tag="chance", forbid_unknown_fields=True):
    """The act of CHANCE, a member of every game's Action. `order` ends with the top card; 0 <= `roll` < sides."""

    order: tuple[Card, ...]
    roll: int = 0


class Choice(NamedTuple):
    """What a seat may well do, and what it is worth at first sight: points more for it than for its rivals."""

    action: bytes
    worth: float = 0.0
    doubt: float = 1.0
    """The standard error of that."""


class Scores(msgspec.Struct, frozen=True):
    """Points a seat: a row for every finished round, their sums, and, once the game is over, who has won."""

    rounds: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...] = ()


class View(msgspec.Struct, frozen=True):
    """All that one viewer may know. It is built for the viewer, never cut down from the state."""

    viewer: Viewer
    turn: Seat
    turns: int
    awaited: tuple[Seat, ...]
    over: bool
    zones: tuple[Zone, ...]
    facts: dict[str, Any]
    offers: tuple[Offer, ...]
    timers: tuple[str, ...]
    scores: Scores
    silent: bool = False

    def zone(self, name: str) -> tuple[Card | None, ...]:
        """The cards of the zone with this name. Raises KeyError if there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone.cards
        raise KeyError(name)

    @property
    def decision(self) -> object:
        """What the viewer has to decide: whatever is done beside the play, as a sign is, changes nothing of it."""
        return self.turns, self.zones, tuple(offer for offer in self.offers if not offer.aside)


class Game(Protocol):
    """The members of a game's module."""

    RULES: int
    """Changes when a stored game would replay differently."""
    NAME: str
    SEATS: range
    OPTIONS: dict[str, Option]
    SAYS: dict[str, Sentence]
    """The English sentence for every code of a refusal, offer or event: {0}, {1}... are its args, {p0} is the player
    whose seat is arg 0, {by} the player who acts. "option-NAME" says what an option is, and "CODE-pick", if there is
    one, how to complete the offer of that code; "CODE-these", what it is with the places picked that are seen: its
    args come first, then the cards picked, then the meld."""
    HELP: str
    """What the game is about, in a few sentences."""
    SHEET: Sheet
    """All its rules. In a rule, lines that begin with two spaces are rows of a table. Every refusal names one."""
    Action: Any
    """A union of frozen tagged structs, Chance among them."""

    def start(self, seats: int, options: Options) -> State: ...
    def act(self, board: Board, seat: Seat, action: Any) -> None: ...
    def chance(self, state: Any) -> Shuffle | None: ...
    def awaited(self, state: Any) -> tuple[Seat, ...]: ...
    def timers(self, state: Any) -> tuple[Timer, ...]: ...
    def sees(self, state: Any, viewer: Viewer, zone: str, i: int) -> bool: ...
    def facts(self, state: Any, viewer: Viewer) -> dict[str, Any]: ...
    def offers(self, state: Any, seat: Seat) -> tuple[Offer, ...]: ...
    def asides(self, state: Any, seat: Seat) -> tuple[Offer, ...]: ...
    def scores(self, state: Any) -> Scores: ...
    def bot(self, view: View, rng: random.Random) -> bytes | None: ...
    def beside(self, view: View, rng: random.Random) -> bytes | None: ...
    def choices(self, view: View, rng: random.Random) -> Sequence[Choice]: ...
    def imagine(self, view: View, options: Options, rng: random.Random) -> Any: ...
    def play_out(self, state: Any, seat: Seat, rng: random.Random) -> float: ...


def all_offers(game: Game, state: State, seat: Seat) -> tuple[Offer, ...]:
    """Whatever a seat may do now, in the play and beside it."""
    return (*game.offers(state, seat), *game.asides(state, seat))


def rules_of(game: Game) -> dict[str, str]:
    """The rules of the sheet, from the first to the last, by their numbers."""
    return {number: rule for part in game.SHEET.values() for number, rule in part.items()}


def rule_named(game: Game, name: str) -> str:
    """The number of the rule that is meant: "A17" for "17", "a17" and "A17", or "" if there is no such rule."""
    return next((number for number in rules_of(game) if name.upper() in (number, number[1:])), "")


def wrong_seats(game: Game, seats: int) -> Refused:
    """Why so many cannot play: there can be more or fewer, or just one other number."""
    if len(game.SEATS) == 1:
        return Refused("seats-fixed", seats, game.SEATS[0])
    return Refused("seats", seats, game.SEATS[0], game.SEATS[-1])


def options_of(game: Game) -> dict[str, Option]:
    """All that can be chosen for a table at which this is played."""
    return {**game.OPTIONS, **COMMON}


def option_says(game: Game, name: str) -> Sentence:
    """What an option is."""
    return {**game.SAYS, **COMMON_SAYS}.get(f"option-{name}", "")


def read_options(game: Game, given: Mapping[str, int | str]) -> dict[str, int | str]:
    """Every option of a table, the given ones as text or value. Raises Refused for an unknown name or value."""
    known = options_of(game)
    options: dict[str, int | str] = {name: option.default for name, option in known.items()}
    for name, text in given.items():
        if name not in known:
            raise Refused("no-such-option", name)
        value = next((choice for choice in known[name].choices if str(choice) == str(text)), None)
        if value is None:
            raise Refused("no-such-choice", name, str(text))
        options[name] = value
    return options


def read_later(**members: str) -> Callable[[str], Any]:
    """The `__getattr__` of a game's module (PEP 562): these members stand elsewhere, as "module.name" in
    `engine.games`, and are read when they are asked for. Whoever only plays does not wait for what bots think with."""

    def member(name: str) -> Any:
        if name not in members:
            raise AttributeError(name)
        module, _, there = members[name].partition(".")
        return getattr(import_module(f"engine.games.{module}"), there)

    return member
