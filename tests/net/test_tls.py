"""TLS: who has the invite knows the table, and nobody in between learns anything."""

from __future__ import annotations

import asyncio
import hashlib
import ssl
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from net import dial, invite, limits, tables, tls, wire
from net.dial import Dial
from net.invite import Invite
from net.launch import come_back
from net.link import Link
from net.tls import Certificate
from net.trouble import Trouble
from tests.net.loopback import CODE, HOST_TOKEN, Hand, around, hosted, is_over
from tests.net.test_launch import launched, proc

OURS, ANOTHER = tls.new_certificate(), tls.new_certificate()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dial, "RETRY_FIRST_S", 0.01)


class Between:
    """Somebody between a guest and the table, who passes everything on and keeps it. With a certificate they end the
    guest's TLS and begin their own."""

    def __init__(self, table: Invite, certificate: Certificate | None = None) -> None:
        self._table, self._certificate = table, certificate
        self.heard = b""

    @asynccontextmanager
    async def listening(self, port: int = 0) -> AsyncIterator[Invite]:
        """The invite of the table, which leads here."""
        context = tls.host_context(self._certificate) if self._certificate else None
        async with await asyncio.start_server(self._pass_on, "127.0.0.1", port, ssl=context) as server:
            yield msgspec.structs.replace(self._table, port=server.sockets[0].getsockname()[1])

    async def _pass_on(self, guest: asyncio.StreamReader, to_guest: asyncio.StreamWriter) -> None:
        own = tls.guest_context(self._table.fingerprint) if self._certificate else None
        table, to_table = await asyncio.open_connection("127.0.0.1", self._table.port, ssl=own)
        await asyncio.gather(self._pump(guest, to_table), self._pump(table, to_guest))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65_536):
                self.heard += data
                sink.write(data)
        sink.close()


async def refused(where: Invite) -> Trouble:
    """Why a guest with this invite does not get in."""
    with pytest.raises(Trouble) as trouble:
        await asyncio.wait_for(Dial(Link("Ada", HOST_TOKEN, CODE), where, lambda: None).run(), 5)
    return trouble.value


# between a guest and the table


async def test_a_whole_game_is_played_and_whoever_listens_learns_nothing() -> None:
    async with hosted(certificate=OURS) as table, around(table, "Bo", "Cy") as players:
        listener = Between(table.invite)
        async with listener.listening() as where:
            dora = Hand(where, "Dora")
            for hand in (*players, dora):
                await hand.until(is_over)
            await dora.leave()
    assert len(listener.heard) > 10_000
    assert b'"t":"' not in listener.heard
    assert b"Dora" not in listener.heard


async def test_somebody_in_between_is_told_nothing_at_all_and_the_guest_gives_up() -> None:
    async with hosted(certificate=OURS) as table:
        spy = Between(table.invite, ANOTHER)
        async with spy.listening() as where:
            trouble = await refused(where)
    assert (trouble.code, trouble.details) == ("other-certificate", (where.place,))
    assert spy.heard == b""


async def test_somebody_who_was_let_in_by_the_invite_would_hear_everything() -> None:
    """Or the test before this one would prove nothing."""
    async with hosted(certificate=OURS) as table:
        spy = Between(table.invite, ANOTHER)
        async with spy.listening() as where:
            trusting = Hand(msgspec.structs.replace(where, fingerprint=ANOTHER.fingerprint), "Ada", token=HOST_TOKEN)
            await trusting.until(lambda link: link.online)
            await trusting.leave()
    assert b'"t":"welcome"' in spy.heard


async def test_whoever_takes_the_place_of_a_table_that_is_gone_is_told_nothing_either() -> None:
    async with hosted(certificate=OURS) as table:
        ada = Hand(table.invite, "Ada", token=HOST_TOKEN)
        await ada.until(lambda link: link.online)
        table.host.stop()
        await asyncio.wait_for(table.serving, 5)
    spy = Between(table.invite, ANOTHER)
    async with spy.listening(table.invite.port):
        with pytest.raises(Trouble, match="other-certificate"):
            await asyncio.wait_for(ada.running, 5)
    assert spy.heard == b""


# invites that do not fit


async def test_a_guest_without_the_fingerprint_is_told_that_it_may_need_one() -> None:
    async with hosted(certificate=OURS) as table:
        where = msgspec.structs.replace(table.invite, fingerprint="")
        trouble = await refused(where)
    assert (trouble.code, trouble.details) == ("hung-up", (where.place,))


async def test_a_guest_with_a_fingerprint_is_told_that_the_table_speaks_no_tls() -> None:
    async with hosted() as table:
        where = msgspec.structs.replace(table.invite, fingerprint=OURS.fingerprint)
        trouble = await refused(where)
    assert (trouble.code, trouble.details) == ("no-tls-there", (where.place,))


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH\r\n", b""])
async def test_whatever_else_speaks_no_tls_is_told_apart_from_a_spy(answer: bytes) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        where = Invite(CODE, *server.sockets[0].getsockname(), fingerprint=OURS.fingerprint)
        assert (await refused(where)).code == "no-tls-there"


# strangers


@pytest.mark.parametrize("words", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"\0" * 100_000])
async def test_a_stranger_who_does_not_shake_hands_is_hung_up(words: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HELLO_WITHIN_S", 0.3)
    async with hosted(certificate=OURS) as table, around(table) as (ada,):
        reader, writer = await asyncio.open_connection("127.0.0.1", table.invite.port)
        writer.write(words)
        with suppress(ConnectionError):
            async with asyncio.timeout(5):
                while await reader.read(4_096):
                    pass
        writer.close()
        assert ada.link.online


async def test_only_the_newest_tls_is_spoken() -> None:
    context = tls.guest_context(OURS.fingerprint)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2
    async with hosted(certificate=OURS) as table:
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection("127.0.0.1", table.invite.port, ssl=context)


async def test_TLS_BUFFER_BYTES_guests_with_tls_take_little_memory() -> None:
    async with launched(tls=True) as table:
        guests = []
        before = resident_bytes(proc(table, "statm"))
        for _ in range(60):
            context = tls.guest_context(table.local.fingerprint)
            guests.append(await asyncio.open_connection(table.local.host, table.local.port, ssl=context))
        grown = resident_bytes(proc(table, "statm")) - before
        for _, writer in guests:
            writer.close()
    assert grown / len(guests) < 8 * limits.TLS_BUFFER_BYTES


def resident_bytes(statm: bytes) -> int:
    return int(statm.split()[1]) * 4_096


# certificates


def test_a_certificate_has_a_key_of_its_own_and_the_invite_its_fingerprint() -> None:
    made = x509.load_pem_x509_certificate(OURS.pem.encode())
    key = made.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"
    assert made.not_valid_after_utc.year == 9999
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(OURS.pem[OURS.pem.index("-----BEGIN CERT") :])).digest()
    assert invite.parse(f"toctocs://laptop:1/KWXBTR/{OURS.fingerprint}").fingerprint == OURS.fingerprint
    number = int.from_bytes(digest) >> 256 - 130
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    assert OURS.fingerprint == "".join(letters[number >> 5 * place & 31] for place in reversed(range(26)))
    assert OURS.fingerprint != ANOTHER.fingerprint


@pytest.mark.parametrize("pem", ["", "garbage", OURS.pem[:200], OURS.pem[300:]])
def test_a_damaged_certificate_is_told(pem: str) -> None:
    with pytest.raises(Trouble, match="certificate-damaged"):
        tls.host_context(Certificate(pem, OURS.fingerprint))


def test_without_the_extra_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(Trouble, match="no-tls") as trouble:
        tls.new_certificate()
    assert trouble.value.details == (sys.executable,)


# a table of one's own


async def test_a_table_that_was_killed_comes_back_with_the_same_certificate_and_its_guests_by_themselves() -> None:
    async with launched(tls=True) as table:
        assert table.shown.fingerprint == table.local.fingerprint != ""
        bo = Hand(table.local, "Bo")
        await bo.until(lambda link: link.online)
        assert table.process is not None
        table.process.kill()
        table.process.wait()
        await bo.until(lambda link: not link.online)
        again = await come_back(table.table)
        assert again.process is not None
        try:
            assert again.shown == table.shown
            await bo.until(lambda link: link.online)
            await bo.leave()
        finally:
            again.process.kill()
            again.process.wait()


async def test_the_key_is_kept_for_its_owner_alone_and_for_as_long_as_the_table(home: Path) -> None:
    async with launched(tls=True) as table:
        certificate = tables.read(table.table).certificate
        assert certificate is not None
        assert certificate.fingerprint == table.local.fingerprint
        [record] = files_with(b"PRIVATE KEY", home)
        assert record == home / "tables" / f"{table.table}.json"
        assert stat.S_IMODE(record.stat().st_mode) == 0o600
        ada = Hand(table.local, "Ada", token=table.host_token)
        await ada.until(lambda link: link.online)
        ada.ask(wire.CloseTable())
        await asyncio.wait_for(ada.running, 5)
        assert table.process is not None
        await asyncio.to_thread(table.process.wait, 5)
        assert not files_with(b"PRIVATE KEY", home)


def files_with(text: bytes, folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and text in path.read_bytes()]


async def test_a_table_whose_key_is_damaged_says_so_and_loses_nothing() -> None:
    async with launched(tls=True) as table:
        assert table.process is not None
        table.process.kill()
        table.process.wait()
        with closing(tables.take(table.table)) as kept:
            certificate = kept.record.certificate
            assert certificate is not None
            kept.change(certificate=msgspec.structs.replace(certificate, pem=certificate.pem[:99]))
        before = tables.read(table.table)
        with pytest.raises(Trouble, match="certificate-damaged"):
            await come_back(table.table)
        assert tables.read(table.table) == before
