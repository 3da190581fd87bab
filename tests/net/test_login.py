"""Who may come in by SSH, and as whom they are known."""

from __future__ import annotations

import pytest

from net.code import CODE_LETTERS, Code
from net.limits import NAME_CELLS_MAX, WRONG_CODES_MAX, WRONG_CODES_WITHIN_S
from net.login import Login

CODE = "KWXBTR"


class Street:
    """Where people come from; `known` are the identities that have been in before, `here` those that are in now."""

    def __init__(self) -> None:
        self.code, self.known, self.here, self.now = Code(CODE), set[str](), set[str](), 0.0

    def comes(self, user: str, *, peer: str = "10.0.0.1", key: bytes = b"") -> Login:
        login = Login(self.code, peer, self.known.__contains__, self.here.__contains__)
        login.be_user(user)
        if key:
            login.prove(key)
        return self.waits(login)

    def says(self, login: Login, text: str) -> str | None:
        """What is asked when this has been answered."""
        login.answer(text)
        return self.waits(login).asks

    def waits(self, login: Login) -> Login:
        """For as long as it takes, if there is a code to be looked at."""
        if login.has_told:
            self.now += login.wait_s(self.now)
            login.look(self.now)
        return login


@pytest.fixture
def street() -> Street:
    return Street()


@pytest.mark.parametrize("user", [CODE, CODE.lower()])
def test_the_code_may_be_the_user_name_and_then_a_name_is_asked_for(street: Street, user: str) -> None:
    login = street.comes(user)
    assert login.asks == "name"
    assert street.says(login, "Zoë") is None
    assert login.name == "Zoë"


def test_a_user_name_is_the_guests_and_the_code_is_asked_for(street: Street) -> None:
    login = street.comes("zoe")
    assert (login.asks, login.name) == ("code", "zoe")
    assert street.says(login, "WRONG") == "code"
    assert login.was_wrong
    assert street.says(login, f" {CODE.lower()} ") is None
    assert login.name == "zoe"
    assert street.comes(r"desktop-4711\zoe").name == "zoe"


def test_whoever_has_a_key_is_asked_for_no_name(street: Street) -> None:
    assert street.comes(CODE, key=b"k").asks is None
    assert street.comes("zoe", key=b"k").asks == "code"


def test_NAME_CELLS_MAX_a_name_is_made_fit_to_be_shown(street: Street) -> None:
    assert street.comes("\x1b]0;\x07" + "z" * 99).name == "]0;" + "z" * (NAME_CELLS_MAX - 3)
    nobody = street.comes(CODE)
    assert street.says(nobody, "\u200b \x07") == "name", "nothing can be seen of it"


def test_a_key_is_somebody_wherever_they_are_and_whatever_they_call_themselves(street: Street) -> None:
    ana = street.comes("ana", key=b"a", peer="10.0.0.1")
    assert ana.identity == street.comes(CODE, key=b"a", peer="10.0.0.2").identity
    assert ana.identity != street.comes("ana", key=b"b", peer="10.0.0.1").identity
    ana.prove(b"another")
    assert ana.identity == street.comes("ana", key=b"a").identity, "of several keys the first counts"


def test_without_a_key_one_is_known_by_name_and_address(street: Street) -> None:
    ana = street.comes("ana").identity
    assert ana == street.comes("ana").identity
    assert ana not in {street.comes("ana", peer="10.0.0.2").identity, street.comes("bo").identity}
    assert ana != street.comes("bo", key=b"name 10.0.0.1 ana").identity
    assert ana.isalnum(), "it is the name of a folder"


def test_nobody_without_a_key_takes_the_place_of_who_is_here_by_coming_from_the_same_address(street: Street) -> None:
    ana = street.comes("ana")
    street.here.add(ana.identity)
    neighbour = street.comes("ana")
    assert street.says(neighbour, CODE) == "name"
    assert neighbour.is_taken
    assert street.says(neighbour, "ana") == "name"
    assert street.says(neighbour, "bo") is None
    assert street.says(street.comes(CODE, peer="10.0.0.2"), "ana") is None
    street.here.add(street.comes("ana", key=b"a").identity)
    assert street.says(street.comes("ana", key=b"a"), CODE) is None, "whose key it is, is surely the same"
    street.here.clear()
    assert street.says(street.comes(CODE), "ana") is None


def test_WRONG_CODES_MAX_WRONG_CODES_WITHIN_S_guesses_take_turns_however_they_are_made_and_the_right_one_is_told(
    street: Street,
) -> None:
    """A user name that looks like a code is one: whether a name or the code is asked for would tell if it is right."""
    tried = street.comes("zoe")
    for number in range(WRONG_CODES_MAX):
        if number % 2:
            assert street.comes(CODE_LETTERS[:6]).was_wrong
        else:
            assert street.says(tried, "WRONG") == "code"
    assert street.now == 0
    for turn in range(1, 30):
        assert street.comes(CODE_LETTERS[:6]).was_wrong
        assert street.now == pytest.approx(turn * WRONG_CODES_WITHIN_S / WRONG_CODES_MAX)
    guesser, newcomer = street.says(tried, "WRONG"), street.comes(CODE)
    assert (guesser, newcomer.asks) == ("code", "name")
    assert street.now == pytest.approx(31 * WRONG_CODES_WITHIN_S / WRONG_CODES_MAX), "the right one has its turn too"
    before = street.now
    assert street.comes(CODE, peer="10.0.0.2").asks == "name"
    assert street.now == before, "only who shares an address with those who guess waits"


def test_nothing_is_known_of_a_code_before_its_turn(street: Street) -> None:
    for code in (CODE, CODE_LETTERS[:6]):
        login = Login(street.code, "10.0.0.1", lambda _: False, lambda _: False)
        login.be_user(code)
        login.prove(b"k")
        assert (login.asks, login.was_wrong, login.has_told) == ("code", False, True)


def test_who_has_come_with_a_key_before_need_not_wait_where_many_guess(street: Street) -> None:
    street.known = {street.comes("ana", key=b"a").identity, street.comes("zoe").identity}
    for _ in range(WRONG_CODES_MAX):
        street.comes(CODE_LETTERS[:6])
    assert street.comes(CODE, key=b"a").asks is None
    asked = street.comes("ana", key=b"a")
    asked.answer(CODE)
    assert asked.asks is None
    assert street.now == 0
    assert street.says(street.comes("ana", key=b"a"), "WRONG") == "code", "a key alone opens nothing"
    before = street.now
    assert street.comes(CODE, key=b"b").asks is None
    assert street.says(street.comes("zoe"), CODE) is None, "any neighbour may use a name"
    assert street.now > before
