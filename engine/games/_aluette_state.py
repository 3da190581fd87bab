"""What lies on the table in Aluette (L1, L2), who sits where (L3), and what players can do and show each other (L13).

A card is its rank (A, K, C for the cavalière, V for the valet, 9 to 2) and its suit (O coins, C cups, B batons,
S swords): "3O" is Monsieur.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import board
from engine.board import Seat, Spot, Viewer, place
from engine.cards import Card
from engine.game import Chance, Options, Shuffle


def _level(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


SINGLES = _level("3O 3C 2O 2C 9C 9O 2B 2S")
"""L2: Monsieur, Madame, le Borgne, la Vache, Grand-neuf, Petit-neuf, Deux de chêne, Deux d'écrit."""
TOPS = SINGLES[:4]
"""L3: they draw the partners."""
LEVELS = (
    *((card,) for card in SINGLES),
    *(_level(f"{rank}O {rank}C {rank}B {rank}S") for rank in "AKCV"),
    _level("9B 9S"),
    *(_level(f"{rank}O {rank}C {rank}B {rank}S") for rank in "87654"),
    _level("3B 3S"),
)
"""L2: from high to low. The cards of a level are equal."""
LEVEL = {card: number for number, level in enumerate(LEVELS) for card in level}
DECK = tuple(LEVEL)

PLAYERS = 4
TRICK = tuple(f"trick:{seat}" for seat in range(PLAYERS))
HAND = 9
TRICKS = 9
REJECTS = 6

ACES = ("A1", "A2", "A3", "A4")
SIGNS = (*SINGLES, *ACES, "useless", "mordienne")
"""L13: a named card is shown by its own sign, aces by a sign with their count."""
SIGNS_MAX = 40
"""More than anybody has to tell in a deal: all of them are told again in the end."""


class Given(msgspec.Struct):
    """A sign of this deal."""

    by: Seat
    sign: str
    seers: list[Seat]
    """Whose eyes have been on it."""
    left: int
    """How many of the cards that it shows its giver has not played yet."""
    held: bool = True


class State(board.State, kw_only=True):
    """Steps: draw, drawn (or seated, if partners are as seated), then each deal perhaps chant, reject, surrender and
    answer, then play and after each trick but the last trick; scored.

    `turn` is who is asked or plays; after a trick, who leads. `turns` counts whatever anybody is waited for.
    """

    chant: str
    mordienne: bool
    five_points: bool
    surrender: bool
    bluff: bool
    table_talk: bool
    step: str
    deal: int = 0
    places: list[Seat]
    """The seats as they sit round the table, each to the left of the one before."""
    dealer: Seat = 0
    agreed: list[Seat] = msgspec.field(default_factory=list)
    """To the chant; it is agreed when all four have."""
    rejecting: list[Seat] = msgspec.field(default_factory=list)
    """Who has still to reject six cards."""
    offerer: Seat | None = None
    """Who has offered the deal to the other side (L12), and whether they have refused it."""
    refused: bool = False
    leader: Seat = 0
    """Of the trick on the table."""
    taken: list[Seat | None] = msgspec.field(default_factory=list)
    """Who has won each trick; None for a spoiled one."""
    fallen: list[int] = msgspec.field(default_factory=lambda: [0] * len(LEVELS))
    """How many cards of each level have been played."""
    eyes: list[Seat]
    """At whom each seat looks."""
    looks: list[int]
    """How often each seat has turned its eyes; `resting` are those who may not yet do so again."""
    resting: list[Seat] = msgspec.field(default_factory=list)
    signed: list[int]
    """How many signs each seat has given; `signs` are those of this deal."""
    signs: list[Given] = msgspec.field(default_factory=list)
    scored: list[tuple[int, ...]] = msgspec.field(default_factory=list)


def start(seats: int, options: Options) -> State:
    owned = [f"{kind}:{seat}" for kind in ("drawn", "hand", "rejects", "trick", "won") for seat in range(seats)]
    return State(
        seats=seats,
        zones={"talon": list(DECK), **{zone: [] for zone in (*owned, "last", "spoiled")}},
        chant=str(options["chant"]),
        mordienne=options["mordienne"] == "on",
        five_points=options["length"] == "five_points",
        surrender=options["surrender"] == "on",
        bluff=options["bluff"] == "on",
        table_talk=options["table_talk"] == "on",
        step="draw" if options["partners"] == "draw" else "seated",
        places=list(range(seats)),
        eyes=[(seat + 2) % seats for seat in range(seats)],
        looks=[0] * seats,
        signed=[0] * seats,
    )


OWN = frozenset({"hand", "rejects"})
OPEN = frozenset({"drawn", "trick", "last"})


def sees(state: State, viewer: Viewer, zone: str, i: int) -> bool:
    """Won and spoiled tricks lie face down, but the last one can be looked at; rejected cards only by their owner."""
    kind, owner = place(zone)
    return viewer == owner if kind in OWN else kind in OPEN


def chance(state: State) -> Shuffle | None:
    if state.over or in_a_deal(state):
        return None
    return Shuffle(DECK, sides=PLAYERS if state.step == "seated" else 1, deal=True)


def in_a_deal(state: State) -> bool:
    """From the first card dealt to the end of the last trick."""
    return state.step not in ("draw", "drawn", "seated", "scored")


def asked(state: State) -> tuple[Seat, ...]:
    """Without whom it does not go on."""
    match state.step:
        case "chant" | "surrender" | "play":
            return (state.turn,)
        case "reject":
            return tuple(state.rejecting)
        case "answer":
            return (state.turn, partner_of(state, state.turn))
    return ()


# Who sits where


def left_of(state: State, seat: Seat, steps: int = 1) -> Seat:
    return state.places[(state.places.index(seat) + steps) % PLAYERS]


def partner_of(state: State, seat: Seat) -> Seat:
    return left_of(state, seat, 2)


def round_from(state: State, seat: Seat) -> list[Seat]:
    """All four, in order to the left."""
    at = state.places.index(seat)
    return [*state.places[at:], *state.places[:at]]


def takers(state: State) -> list[Seat]:
    """L5: who gets the cards of the chant."""
    other = state.dealer if state.chant == "dealer" else partner_of(state, state.dealer)
    return [left_of(state, state.dealer), other]


# The trick


def trick(state: State) -> dict[Seat, Card]:
    """What lies in the middle, in the order of playing."""
    lie = {seat: state.zones[TRICK[seat]] for seat in round_from(state, state.leader)}
    return {seat: cards[0] for seat, cards in lie.items() if cards}


def is_full(state: State) -> bool:
    """All four have played to the trick."""
    return all(map(state.zones.__getitem__, TRICK))


def winner_of(cards: dict[Seat, Card]) -> Seat | None:
    """L7: the single highest card wins. L8: two highest ones spoil the trick."""
    highest = min(LEVEL[card] for card in cards.values())
    seats = [seat for seat, card in cards.items() if LEVEL[card] == highest]
    return seats[0] if len(seats) == 1 else None


def most_of(taken: Sequence[Seat | None]) -> Seat | None:
    """L9: who has most tricks; on a tie, who first reached that number. None if all were spoiled."""
    count = dict.fromkeys(range(PLAYERS), 0)
    most: Seat | None = None
    for seat in taken:
        if seat is not None:
            count[seat] += 1
            if most is None or count[seat] > count[most]:
                most = seat
    return most


def is_mordienne(taken: Sequence[Seat | None]) -> bool:
    """L10: the last tricks in a row, at least two, are all that the deal's winner has won."""
    most = most_of(taken)
    count = list(taken).count(most)
    return most is not None and 2 <= count < TRICKS and all(seat == most for seat in taken[-count:])


# Signs


def true_signs(hand: Sequence[Card]) -> tuple[str, ...]:
    """L14: what somebody with this hand may show. No card makes a hand useless, or good for a mordienne."""
    aces = len([card for card in hand if card[0] == "A"])
    return (*[card for card in SINGLES if card in hand], *ACES[aces - 1 : aces], "useless", "mordienne")


def count_of(sign: str) -> int:
    """How many cards it shows."""
    return int(sign[1]) if sign in ACES else int(sign in SINGLES)


def shows(sign: str, card: Card) -> bool:
    """Signs of aces do not say which."""
    return sign == card or (sign in ACES and card[0] == "A")


def has_signed_enough(state: State, seat: Seat) -> bool:
    return len([given for given in state.signs if given.by == seat]) >= SIGNS_MAX


def held(state: State, seat: Seat) -> Given | None:
    """The sign that somebody is giving now."""
    for given in state.signs:
        if given.held and given.by == seat:
            return given
    return None


def watching(state: State, seat: Seat) -> list[Seat]:
    """Whose eyes are on somebody."""
    return [other for other in range(PLAYERS) if state.eyes[other] == seat]


# What can be done


class Act(msgspec.Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Whatever anybody but CHANCE does."""


class Turn(Act, frozen=True):
    """What is waited for. `turn` is the number of the turn that it answers."""

    turn: int


class Yes(Turn, frozen=True):
    """I agree to the chant; I offer the deal; I accept it."""


class No(Turn, frozen=True):
    """I do not."""


class Reject(Turn, frozen=True):
    """The six cards picked."""

    picks: tuple[Spot, ...] = ()


class Play(Turn, frozen=True):
    """The card picked."""

    picks: tuple[Spot, ...] = ()


class Seen(Turn, frozen=True):
    """CLOCK: the trick has been seen."""


class Look(Act, frozen=True):
    """I turn my eyes."""

    at: Seat


class Rest(Act, frozen=True):
    """CLOCK: a seat may turn its eyes again. `number` is how often it has."""

    seat: Seat
    number: int


class Sign(Act, frozen=True):
    """One of SIGNS."""

    sign: str


class Lower(Act, frozen=True):
    """CLOCK: a sign has been held long enough. `number` is how many its seat has given."""

    seat: Seat
    number: int


Action = Chance | Yes | No | Reject | Play | Seen | Look | Rest | Sign | Lower
