"""What people paste is read, whatever happened to it on the way; everything else is told what is wrong with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.code import CODE_LETTERS
from net.invite import DEFAULT_PORT, Invite, new_code, parse, parse_end
from net.limits import CODE_CHARS_MAX
from net.trouble import Trouble

FINGERPRINT = "ABCDEFGHIJKLMNOPQRSTUVWX27"
TCP = Invite("KWXBTR", host="192.168.1.5", port=9000)
TLS = Invite("KWXBTR", host="192.168.1.5", port=9000, fingerprint=FINGERPRINT)
IPV6 = Invite("KWXBTR", host="fe80::1%eth0", port=9000)
UNIX = Invite("KWXBTR", path="/tmp/a table/socket")


@pytest.mark.parametrize(
    ("invite", "text"),
    [
        (TCP, "toctoc://192.168.1.5:9000/KWXBTR"),
        (IPV6, "toctoc://[fe80::1%eth0]:9000/KWXBTR"),
        (TLS, f"toctocs://192.168.1.5:9000/KWXBTR/{FINGERPRINT}"),
        (UNIX, "toctoc+unix:///tmp/a%20table/socket/KWXBTR"),
    ],
)
def test_an_invite_is_one_string_to_copy(invite: Invite, text: str) -> None:
    assert str(invite) == text
    assert parse(text) == invite
    assert invite.place == text.partition("/KWXBTR")[0]


def test_the_longest_invite_of_a_network_is_read_on_one_line() -> None:
    assert len(str(Invite("KWXBTR", host="192.168.100.200", port=65_535, fingerprint=FINGERPRINT))) == 65


@pytest.mark.parametrize(
    "pasted",
    [
        "  toctoc://192.168.1.5:9000/KWXBTR\n",
        "toctoc://192.168.1.5:9000/kwxbtr",
        "TocToc://192.168.1.5:9000/KWXBTR/",
        "toctoc://192.168.1.5:90\n  00/KWX\nBTR",
        "192.168.1.5:9000/KWXBTR",
        "toctoc join toctoc://192.168.1.5:9000/KWXBTR",
        "toctoc watch 192.168.1.5:9000/KWXBTR",
        '"toctoc://192.168.1.5:9000/KWXBTR"',
        "<toctoc://192.168.1.5:9000/KWXBTR>.",
        "`192.168.1.5:9000/KWXBTR`",
        "Come to toctoc://192.168.1.5:9000/KWXBTR",
    ],
)
def test_what_happens_to_text_between_two_people_does_no_harm(pasted: str) -> None:
    assert parse(pasted) == TCP


@pytest.mark.parametrize(
    "pasted",
    [
        f"toctocs://192.168.1.5:9000/KWXBTR/{FINGERPRINT}/",
        f"Come to toctocs://192.168.1.5:9000/kwxbtr/{FINGERPRINT.lower()}.",
        f"toctoc join toctocs://192.168.1.5:9000/KWXBTR/{FINGERPRINT[:9]}\n   {FINGERPRINT[9:]}",
        f"192.168.1.5:9000/KWXBTR/{FINGERPRINT}",
        f"toctoc://192.168.1.5:9000/KWXBTR/{FINGERPRINT}",
    ],
)
def test_a_fingerprint_is_never_overlooked(pasted: str) -> None:
    assert parse(pasted) == TLS


def test_without_a_port_it_is_the_usual_one() -> None:
    assert parse("laptop.local/KWXBTR") == Invite("KWXBTR", host="laptop.local", port=DEFAULT_PORT)
    assert parse("[::1]/KWXBTR") == Invite("KWXBTR", host="::1", port=DEFAULT_PORT)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invite-empty"),
        (" \n", "invite-empty"),
        ("hello", "invite-shape"),
        ("toctoc://", "invite-shape"),
        ("toctoc://192.168.1.5:9000", "invite-no-code"),
        ("toctoc://192.168.1.5", "invite-shape"),
        ("toctoc:///KWXBTR", "invite-shape"),
        ("http://192.168.1.5:9000/KWXBTR", "invite-shape"),
        ("toctoc://[::1/KWXBTR", "invite-shape"),
        ("toctoc://evil\x1b[2J:9000/KWXBTR", "invite-shape"),
        ("toctoc+unix://tmp/KWXBTR", "invite-shape"),
        ("toctoc+unix:///tmp/%00/KWXBTR", "invite-shape"),
        ("toctoc://192.168.1.5:0/KWXBTR", "invite-port"),
        ("toctoc://192.168.1.5:65536/KWXBTR", "invite-port"),
        ("toctoc://192.168.1.5:９/KWXBTR", "invite-port"),
        ("toctoc://192.168.1.5:nine/KWXBTR", "invite-port"),
        ("toctoc://192.168.1.5:9000/", "invite-no-code"),
        ("toctoc://192.168.1.5:9000/KW-XBTR", "invite-code"),
        ("toctoc://192.168.1.5:9000/" + "K" * (CODE_CHARS_MAX + 1), "invite-code"),
        ("toctoc+unix:///KWXBTR", "invite-shape"),
        ("toctocs://192.168.1.5:9000", "invite-no-code"),
        ("toctocs://192.168.1.5:9000/KWXBTR", "invite-no-fingerprint"),
        ("toctocs://192.168.1.5:9000/KWXBTR/", "invite-no-fingerprint"),
        (f"toctocs://192.168.1.5:9000/KWXBTR/{FINGERPRINT[1:]}", "invite-fingerprint"),
        (f"toctocs://192.168.1.5:9000/KWXBTR/{FINGERPRINT}A", "invite-fingerprint"),
        (f"192.168.1.5:9000/KWXBTR/1{FINGERPRINT[1:]}", "invite-fingerprint"),
        (f"toctocs://192.168.1.5:9000/KWXBTR/{FINGERPRINT}/more", "invite-shape"),
    ],
)
def test_what_is_no_invite_is_told_why(text: str, code: str) -> None:
    with pytest.raises(Trouble) as trouble:
        parse(text)
    assert trouble.value.code == code


def test_CODE_CHARS_MAX_a_code_is_not_long() -> None:
    assert parse(f"laptop/{'K' * CODE_CHARS_MAX}").code == "K" * CODE_CHARS_MAX
    with pytest.raises(Trouble, match="invite-code"):
        parse(f"laptop/{'K' * (CODE_CHARS_MAX + 1)}")


@given(st.text())
def test_no_text_is_worse_than_no_invite(text: str) -> None:
    try:
        invite = parse(text)
    except Trouble:
        return
    assert parse(str(invite)) == invite


@given(
    st.from_regex(r"[A-Z]{1,8}", fullmatch=True),
    st.from_regex(r"[a-z0-9.-]{1,20}|[0-9a-f:]{2,39}", fullmatch=True).filter(lambda host: host.strip(".:") == host),
    st.integers(1, 65_535),
    st.just("") | st.from_regex(r"[A-Z2-7]{26}", fullmatch=True),
    st.integers(0, 99),
)
def test_every_invite_is_read_as_it_was_written_wherever_it_is_broken(
    code: str, host: str, port: int, fingerprint: str, at: int
) -> None:
    invite = Invite(code, host=host, port=port, fingerprint=fingerprint)
    text = str(invite)
    assert parse(f"{text[:at]}\n  {text[at:]}") == invite


def test_codes_differ_and_are_easy_to_read_out() -> None:
    codes = {new_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(set(code) <= set(CODE_LETTERS) and code == code.upper() for code in codes)
    assert not set(CODE_LETTERS) & set("AEIOUQY0123456789")


# the end of an invite, for a place that is known


@pytest.mark.parametrize("typed", ["KWXBTR", "kwxbtr", " /kwx btr/ ", str(TCP), "192.168.1.5:9000/KWXBTR"])
def test_the_code_is_enough_where_the_place_is_known(typed: str) -> None:
    assert parse_end(TCP.place, typed) == TCP


def test_a_whole_invite_leads_where_it_says() -> None:
    assert parse_end("toctoc://10.0.0.66:666", str(TLS)) == TLS


def test_a_table_with_tls_is_not_entered_without_the_fingerprint() -> None:
    assert parse_end(TLS.place, f"kwxbtr/{FINGERPRINT.lower()}") == TLS
    with pytest.raises(Trouble, match="invite-no-fingerprint"):
        parse_end(TLS.place, "KWXBTR")


def test_whoever_types_a_fingerprint_is_not_led_to_a_table_without_one() -> None:
    """As somebody in between would like, who announces a table of that name without TLS."""
    assert parse_end(TCP.place, f"KWXBTR/{FINGERPRINT}") == TLS


@pytest.mark.parametrize(("typed", "code"), [("", "no-code"), ("KWX!TR", "shape"), ("KWXBTR/AB", "fingerprint")])
def test_what_is_no_end_of_an_invite_is_told(typed: str, code: str) -> None:
    with pytest.raises(Trouble, match=f"invite-{code}"):
        parse_end(TCP.place, typed)
