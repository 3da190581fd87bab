"""The shuffle as it is documented, computed here once more by other means; and journals that are checked afterwards."""

from __future__ import annotations

import hashlib
import hmac
import math
import random
from collections import Counter
from itertools import permutations

import msgspec
import pytest

from engine import journal
from engine.cards import Card
from engine.game import Chance, Shuffle
from net.fairdeal import Mixture, _below, lock, verify
from tests.net.company import Company

SECRET, NONCE = bytes(range(32)), bytes(range(100, 132))
CARDS = tuple(Card(str(value)) for value in range(-1, 12))


def by_hand(secret: bytes, game: str, deal: int, shuffle: int, nonces: tuple[bytes, ...], request: Shuffle) -> Chance:
    """The docstring of `net.fairdeal`, word for word."""
    message = f"toctoc shuffle 1\n{game}\n{deal}\n{shuffle}"
    for nonce in nonces:
        message += "\n" + "".join(f"{byte:02x}" for byte in nonce)
    key = hmac.new(secret, message.encode("ascii"), hashlib.sha256).digest()
    stream = b"".join(hmac.new(key, bytes(7) + bytes([i]), hashlib.sha256).digest() for i in range(200))
    at = 0

    def below(n: int) -> int:
        nonlocal at
        while True:
            word = (stream[at] << 24) | (stream[at + 1] << 16) | (stream[at + 2] << 8) | stream[at + 3]
            at += 4
            if word < 4_294_967_296 - 4_294_967_296 % n:
                return word % n

    cards = sorted(request.cards, key=lambda card: card.encode())
    for i in reversed(range(1, len(cards))):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return Chance(tuple(cards), below(request.sides))


def test_the_order_of_one_deal_and_of_the_shuffles_after_it_is_this() -> None:
    """Worked out once, with `by_hand`: after a change of the algorithm every old journal would look forged."""
    mixture = Mixture("00ff", 3, SECRET, (NONCE, b"", NONCE[::-1]))
    assert mixture.chance(Shuffle(CARDS, 6)) == Chance(cards("9 0 10 1 4 -1 6 3 5 2 8 11 7"), 0)
    assert mixture.chance(Shuffle(CARDS, 6)) == Chance(cards("2 9 6 4 7 3 1 0 -1 5 8 10 11"), 0)


def cards(names: str) -> tuple[Card, ...]:
    return tuple(map(Card, names.split()))


def test_it_is_what_the_documentation_says() -> None:
    dice = random.Random(1)
    for deal in range(1, 30):
        nonces = tuple(dice.choice([b"", dice.randbytes(32)]) for _ in range(dice.randint(1, 6)))
        names = dice.choices(["♣A", "♥10", "ü", "Z", "a", "-1", "10", "2"], k=dice.randint(0, 110))
        secret, request = dice.randbytes(32), Shuffle(tuple(map(Card, names)), dice.randint(1, 7))
        mixture = Mixture("c0ffee", deal, secret, nonces)
        for shuffle in range(3):
            assert mixture.chance(request) == by_hand(secret, "c0ffee", deal, shuffle, nonces, request)


def test_the_order_in_which_the_cards_lay_before_is_of_no_account() -> None:
    requests = [Shuffle(CARDS, 2), Shuffle(CARDS[::-1], 2)]
    assert len({Mixture("a", 1, SECRET, ()).chance(request) for request in requests}) == 1


def test_every_part_decides() -> None:
    mixtures = [
        Mixture("a", 1, SECRET, (NONCE, b"")),
        Mixture("b", 1, SECRET, (NONCE, b"")),
        Mixture("a", 2, SECRET, (NONCE, b"")),
        Mixture("a", 1, NONCE, (NONCE, b"")),
        Mixture("a", 1, SECRET, (b"", NONCE)),
        Mixture("a", 1, SECRET, (SECRET, b"")),
        Mixture("a", 1, SECRET, (NONCE,)),
    ]
    deck = Shuffle(CARDS * 4)
    orders = {mixture.chance(deck) for mixture in mixtures} | {mixtures[0].chance(deck)}
    assert len(orders) == len(mixtures) + 1, "and every shuffle of one deal is another one"


def test_words_that_would_make_some_numbers_likelier_are_passed_over() -> None:
    last_even = 2**32 - 2**32 % 6
    assert _below(6, iter([2**32 - 1, last_even, 7])) == 1
    assert _below(6, iter([last_even - 1])) == 5
    assert _below(2**31, iter([2**32 - 1])) == 2**31 - 1


def test_every_order_of_a_few_cards_is_equally_likely() -> None:
    """Chi-square with a fixed seed: 23 degrees of freedom, 49.7 would come once in a thousand times."""
    dice, deals, four = random.Random(4), 12_000, cards("a b c d")
    orders, rolls, pairs = Counter[object](), Counter[int](), Counter[object]()
    for _ in range(deals):
        chance = Mixture("a", 1, dice.randbytes(32), (dice.randbytes(32),)).chance(Shuffle(four, 3))
        orders[chance.order] += 1
        rolls[chance.roll] += 1
        pairs[chance.order, chance.roll] += 1
    assert set(orders) == set(permutations(four))
    assert chi_square(orders, 24) < 49.7
    assert chi_square(rolls, 3) < 13.8
    assert chi_square(pairs, 72) < 71 + 3.5 * math.sqrt(2 * 71)


def chi_square(counts: Counter[object] | Counter[int], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected


# journals


@pytest.fixture
def played() -> bytes:
    company = Company("Ana", "Bob", rounds=2)
    company.play()
    return company.journal()


def lines_of(text: bytes) -> list[bytes]:
    return text.splitlines(keepends=True)


def number_of(lines: list[bytes], start: bytes, nth: int = 0) -> int:
    return [number for number, line in enumerate(lines) if line.startswith(start)][nth]


def test_a_journal_is_fair_from_end_to_end_and_at_every_boundary(played: bytes) -> None:
    assert verify(played) == (2, True, None)
    lines = lines_of(played)
    second = number_of(lines, b'{"line":"given"', 1)
    for end in range(1, len(lines)):
        deals = (end > number_of(lines, b'{"line":"given"')) + (end > second)
        assert verify(b"".join(lines[:end])) == (deals, False, None)


def test_a_journal_is_still_read_and_replayed_with_what_makes_it_fair_and_without(played: bytes) -> None:
    bare = b"".join(
        line for line in lines_of(played) if b'"line":"sealed"' not in line and b'"line":"given"' not in line
    )
    for text in (played, bare):
        header, acts = journal.read(text)
        match = journal.open_match(header)
        assert not [act for act in journal.replay(match, acts) if act.refused]
        assert match.state.over
    fault = verify(bare).fault
    assert fault is not None
    assert fault.code == "not-sealed"


def test_whatever_is_changed_in_a_journal_is_found(played: bytes) -> None:
    def fault_of(lines: list[bytes]) -> tuple[int, str]:
        deals, _, fault = verify(b"".join(lines))
        return deals, fault.code if fault else ""

    lines = lines_of(played)
    sealed, given = number_of(lines, b'{"line":"sealed"', 1), number_of(lines, b'{"line":"given"', 1)
    act = number_of(lines, b'{"line":"act","seat":0', 3)

    def replaced(number: int, **fields: object) -> list[bytes]:
        line = {**msgspec.json.decode(lines[number]), **fields}
        return [*lines[:number], msgspec.json.encode(line) + b"\n", *lines[number + 1 :]]

    nonces = msgspec.json.decode(lines[given], type=journal.Given).nonces
    stacked = msgspec.json.decode(lines[given + 1])["action"]
    stacked["order"][0], stacked["order"][-1] = stacked["order"][-1], stacked["order"][0]
    if stacked["order"][0] == stacked["order"][-1]:
        stacked["order"].sort()
    assert fault_of(replaced(sealed, secret=SECRET)) == (1, "other-secret")
    assert fault_of(replaced(sealed, secret=SECRET, commitment=lock(SECRET))) == (1, "other-order")
    assert fault_of(replaced(sealed, game="00" * 16)) == (1, "other-game")
    assert fault_of(replaced(sealed, deal=3)) == (1, "other-game")
    assert fault_of(replaced(given, nonces=nonces[::-1])) == (1, "other-nonce")
    assert fault_of(replaced(given, nonces=nonces[:1])) == (1, "other-nonce")
    assert fault_of(replaced(given, nonces=(b"", nonces[1]))) == (1, "other-order")
    assert fault_of(replaced(given + 1, action=stacked)) == (1, "other-order")
    assert fault_of(lines[:act] + lines[act + 1 :]) == (0, "wrong-act")
    assert fault_of(lines[:given] + lines[given + 1 :])[1] == "not-sealed"
