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
        login.be_user(user, self.now)
        if key:
            login.prove(key)
        return login

    def says(self, login: Login, text: str) -> str | None:
        """What is asked when this has been answered."""
        login.answer(text, self.now)
        return login.asks


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
    assert login.why == "wrong-code"
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


def test_WRONG_CODES_MAX_WRONG_CODES_WITHIN_S_an_address_is_locked_however_codes_are_tried(street: Street) -> None:
    """A user name that looks like a code is one: whether a name or the code is asked for would tell if it is right."""
    tried = street.comes("zoe")
    for number in range(WRONG_CODES_MAX):
        if number % 2:
            assert street.comes(CODE_LETTERS[:6]).why == "wrong-code"
        else:
            assert street.says(tried, "WRONG") == "code"
    for login in (tried, street.comes("zoe")):
        assert street.says(login, CODE) == "code", "even the right one"
        assert login.why == "locked"
    assert street.comes(CODE).why == "locked"
    assert street.comes(CODE, peer="10.0.0.2").asks == "name"
    street.now += WRONG_CODES_WITHIN_S
    assert street.comes(CODE).asks == "name"


def test_wrong_codes_do_not_lock_out_who_has_come_with_a_key_before(street: Street) -> None:
    street.known = {street.comes("ana", key=b"a").identity, street.comes("zoe").identity}
    for _ in range(WRONG_CODES_MAX):
        street.comes(CODE_LETTERS[:6])
    assert street.comes(CODE, key=b"a").asks is None
    asked = street.comes("ana", key=b"a")
    assert street.says(asked, "WRONG") == "code", "a key alone opens nothing"
    assert street.says(asked, CODE) is None
    assert street.comes(CODE, key=b"b").asks == "code"
    assert street.says(street.comes("zoe"), CODE) == "code", "any neighbour may use a name"
