"""One client's side: what it remembers when the line is lost, and what it says when it is back."""

from __future__ import annotations

import msgspec
import pytest

from engine.board import Noted
from engine.game import Offer
from net import wire
from net.limits import CHAT_KEPT_LINES
from net.link import Link
from tests.net.desk import CODE, Desk, token

DRAW, THROW = b'{"type":"draw"}', b'{"type":"throw"}'


def welcomed(acked: int = 0, seat: int | None = 0) -> Link:
    link = Link("Ana", token("Ana"), CODE)
    come_back(link, acked, seat)
    return link


def come_back(link: Link, acked: int = 0, seat: int | None = 0) -> list[wire.FromClient]:
    """The line is opened and the table says welcome. What the client says then."""
    link.closed()
    link.opened()
    link.drain()
    hear(link, wire.Welcome(seat, acked, False))
    return said(link)


def hear(link: Link, message: wire.FromHost) -> None:
    link.receive(wire.encode(message))


def said(link: Link) -> list[wire.FromClient]:
    return [wire.from_client(frame) for frame in link.drain()]


def act(n: int, action: bytes) -> wire.Act:
    return wire.Act(n, msgspec.Raw(action))


def update(seq: int, text: str = "toy") -> wire.Update:
    """A real view, made recognizable by a fact."""
    (ana,) = Desk().playing("Ana")
    assert ana.view is not None
    view = msgspec.structs.replace(ana.view, facts={"text": text})
    return wire.Update(seq, view, (Noted(text, 0),), {"clock": 2.0})


def test_it_says_hello_on_every_connection_with_the_same_token() -> None:
    link = Link("Ana", token("Ana"), CODE, "watch")
    for _ in range(2):
        link.opened()
        assert said(link) == [wire.Hello(wire.VERSION, "Ana", token("Ana"), CODE, "watch")]
        assert said(link) == []
        link.closed()


def test_before_the_welcome_and_after_the_line_is_lost_nothing_can_be_sent() -> None:
    link = Link("Ana", token("Ana"), CODE)
    link.opened()
    said(link)
    assert not link.act(DRAW)
    assert not link.send(wire.Ready())
    hear(link, wire.Welcome(1, 0, True))
    assert (link.online, link.seat, link.host) == (True, 1, True)
    assert link.send(wire.Ready())
    assert said(link) == [wire.Ready()]
    link.closed()
    assert not link.online
    assert not link.act(DRAW)
    assert not link.send(wire.Ready())
    assert said(link) == []


def test_acts_are_counted_and_go_one_at_a_time() -> None:
    link = welcomed()
    assert link.act(DRAW)
    assert not link.act(THROW), "the first is not answered yet"
    assert said(link) == [act(1, DRAW)]
    hear(link, wire.Answer(1))
    assert link.pending is None
    assert link.act(THROW)
    assert said(link) == [act(2, THROW)]


def test_a_refusal_answers_an_act_and_is_kept_for_the_screen() -> None:
    link = welcomed()
    link.act(DRAW)
    refusal = wire.Refusal("too-late", (3,), "A18")
    hear(link, wire.Answer(1, refusal))
    assert link.pending is None
    hear(link, wire.Answer(0, wire.Refusal("host-only")))
    assert link.refusals == [refusal, wire.Refusal("host-only")]


def test_an_answer_to_something_else_leaves_the_act_waiting() -> None:
    link = welcomed()
    link.act(DRAW)
    for n in (0, 7):
        hear(link, wire.Answer(n))
    assert link.pending == act(1, DRAW)


def test_an_act_that_was_lost_is_asked_again_with_its_number() -> None:
    link = welcomed()
    link.act(DRAW)
    assert come_back(link, acked=0) == [act(1, DRAW)]
    hear(link, wire.Answer(1))
    assert come_back(link, acked=1) == []


def test_what_stands_aside_of_the_play_was_meant_for_its_moment_and_is_not_asked_again() -> None:
    """A sign must not be given later, when others may be looking."""
    link = welcomed()
    told = update(1)
    aside = Offer("sign", "s", msgspec.Raw(DRAW), aside=True)
    hear(link, msgspec.structs.replace(told, view=msgspec.structs.replace(told.view, offers=(aside,))))
    link.act(DRAW)
    assert come_back(link, acked=0) == []
    assert link.pending is None
    link.act(THROW)
    assert said(link) == [act(1, THROW)]


def test_an_act_that_arrived_before_the_line_was_lost_is_not_asked_again() -> None:
    link = welcomed()
    link.act(DRAW)
    assert come_back(link, acked=1) == []
    hear(link, wire.Answer(1))
    assert link.pending is None


def test_an_act_that_another_window_has_overtaken_is_given_up() -> None:
    """Only the last act is answered, so nothing would ever end the wait."""
    link = welcomed()
    link.act(DRAW)
    assert come_back(link, acked=3) == []
    assert link.pending is None
    assert link.act(THROW)
    assert said(link) == [act(4, THROW)]


@pytest.mark.parametrize("waiting", [False, True])
def test_whose_chair_was_freed_meanwhile_begins_anew(waiting: bool) -> None:
    link = welcomed(acked=8)
    link.act(DRAW)
    if not waiting:
        hear(link, wire.Answer(9))
    assert come_back(link, acked=0) == []
    assert link.act(THROW)
    assert said(link) == [act(1, THROW)]


def test_a_new_program_with_an_old_token_goes_on_counting() -> None:
    link = welcomed(acked=17)
    link.act(DRAW)
    assert said(link) == [act(18, DRAW)]


def test_the_newest_view_wins_and_the_news_are_collected() -> None:
    link = welcomed()
    for seq, text in ((1, "first"), (3, "third"), (2, "second"), (3, "again")):
        hear(link, update(seq, text))
    assert link.view is not None
    assert link.view.facts == {"text": "third"}
    assert link.clocks == {"clock": 2.0}
    assert link.news == [Noted("first", 0), Noted("third", 0)]


def test_after_a_welcome_the_table_counts_from_one_again() -> None:
    link = welcomed()
    hear(link, update(9, "before"))
    come_back(link)
    assert link.view is not None, "the last view stays on the screen"
    hear(link, update(1, "after"))
    assert link.view.facts == {"text": "after"}


def test_in_the_lobby_there_is_no_view() -> None:
    link = welcomed()
    hear(link, update(1))
    room = wire.Room("toy", {}, "play", (), ())
    hear(link, room)
    assert link.view is not None
    hear(link, msgspec.structs.replace(room, phase="lobby"))
    assert link.view is None
    assert link.room is not None
    assert link.room.phase == "lobby"


def test_CHAT_KEPT_LINES_chat_is_kept_up_to_a_limit() -> None:
    link = welcomed()
    lines = [wire.Said("Bob", 1, str(number)) for number in range(CHAT_KEPT_LINES + 5)]
    for line in lines:
        hear(link, line)
    assert list(link.chat) == lines[5:]


@pytest.mark.parametrize("code", ["elsewhere", "left", "freed", "closed", "wrong-code", "version", "what-is-this"])
def test_after_a_goodbye_it_is_finished(code: str) -> None:
    link = welcomed()
    hear(link, wire.Bye(code, (1, 2)))
    link.closed()
    assert link.finished
    assert link.bye == wire.Bye(code, (1, 2))


@pytest.mark.parametrize("code", sorted(wire.AGAIN))
def test_after_some_goodbyes_and_after_none_it_comes_back(code: str) -> None:
    link = welcomed()
    link.closed()
    assert not link.finished
    hear(link, wire.Bye(code))
    assert not link.finished
    link.opened()
    assert link.bye is None


@pytest.mark.parametrize("frame", [b"", b"{}", b'{"t":"hello"}', b'{"t":"answer","n":1,"more":1}', "\x00"])
def test_what_it_does_not_understand_is_an_error_of_the_line(frame: bytes | str) -> None:
    link = welcomed()
    with pytest.raises(msgspec.DecodeError):
        link.receive(frame)


def test_a_chair_that_was_added_while_the_line_was_lost_is_in_no_room_that_is_known() -> None:
    link = welcomed()
    before = wire.Room("toy", {}, "lobby", (wire.Chair("person", "Ana"),) * 2, ())
    hear(link, before)
    come_back(link, acked=0)
    assert link.room == before
    link.closed()
    link.opened()
    hear(link, wire.Welcome(2, 0, False))
    assert link.room is None
