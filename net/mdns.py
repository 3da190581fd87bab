"""The process that speaks multicast DNS (RFC 6762, 6763), for a table or for somebody who looks for one.

python -m net.mdns announce     reads a Notice from every line, says the newest, and takes it back when the input ends
python -m net.mdns look         writes a list of Found, a line whenever it changes, until the input ends

It keeps to one network interface if TOCTOC_LAN gives the address of one.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from asyncio import StreamReader, StreamReaderProtocol
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Interface, IPv4Network
from typing import Any

import ifaddr
import msgspec
from zeroconf import BadTypeInNameException, IPVersion, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from engine.games import GAMES
from net import limits
from net.clean import clean
from net.lan import Found, Notice
from net.listen import lan_address

SERVICE = "_toctoc._tcp.local."
GONE_AFTER_S = 120
"""A table of whose computer nothing is heard any more."""
ASK_FOR_MS = 3_000
LOOK_EVERY_S = 5.0
"""So often is looked whether this computer has come to another network, and tried again what has failed there."""
NICE = 10

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Notice).decode


# announcing


class Herald:
    """Says the newest notice it has been told, to one network after the other."""

    def __init__(self, every_s: float = limits.LAN_TOLD_EVERY_S) -> None:
        self._every_s = every_s
        self._notice: Notice | None = None
        self._news = asyncio.Event()

    def hear(self, line: bytes) -> None:
        self._notice = decode(line)
        self._news.set()

    async def work(self, addresses: Sequence[str]) -> None:
        """Until cancelled; then what was said is taken back."""
        name, said = f"toctoc-{secrets.token_hex(4)}", None
        async with AsyncZeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only) as network:
            while True:
                while (notice := self._notice) is None or notice == said:
                    self._news.clear()
                    await self._news.wait()
                info = service(name, notice, addresses)
                if said is None:
                    await network.async_register_service(info, cooperating_responders=True)
                else:
                    await network.async_update_service(info)
                said = notice  # though there may be a newer one by now
                await asyncio.sleep(self._every_s)


def service(name: str, notice: Notice, addresses: Sequence[str]) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        notice.port,
        properties={
            "game": notice.game,
            "host": notice.host,
            "tls": str(int(notice.encrypted)),
            "free": str(notice.free),
            "playing": str(int(notice.playing)),
        },
        server=f"{name}.local.",
        host_ttl=GONE_AFTER_S,
        other_ttl=GONE_AFTER_S,
        parsed_addresses=list(addresses),
    )


# looking


class Lookout:
    """Knows the tables there are, and tells of the first ones whenever that has changed, but not too often. Those that
    there is no room for are known too: they are told of as soon as others have gone."""

    def __init__(self, tell: Callable[[list[Found]], None], every_s: float = limits.LAN_SHOWN_EVERY_S) -> None:
        self._tell, self._every_s = tell, every_s
        self._known: dict[str, Found] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        """Those that have not said yet what they are."""
        self._telling: asyncio.TimerHandle | None = None

    async def work(self, addresses: Sequence[str]) -> None:
        """Until cancelled; then there are none any more."""
        networks = [network for address, network in interfaces().items() if address in addresses]

        def heard(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            try:
                info = AsyncServiceInfo(service_type, name)
            except BadTypeInNameException:  # as with control characters; it would keep the others from being heard
                return
            if state_change is ServiceStateChange.Removed:
                self.learn(name, None)
            elif info.load_from_cache(zeroconf):
                self.learn(name, found(name, info, networks))
            elif name not in self._asking and len(self._asking) < limits.LAN_TABLES_MAX:
                self._asking[name] = asyncio.create_task(self._ask(name, zeroconf, info, networks))

        async with AsyncZeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only) as network:
            browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[heard])
            try:
                await asyncio.Event().wait()
            finally:
                await browser.async_cancel()
                for name in [*self._known, *self._asking]:
                    self.learn(name, None)

    async def _ask(
        self, name: str, zeroconf: Zeroconf, info: AsyncServiceInfo, networks: Sequence[IPv4Network]
    ) -> None:
        answered = await info.async_request(zeroconf, ASK_FOR_MS)
        del self._asking[name]
        self.learn(name, found(name, info, networks) if answered else None)

    def learn(self, name: str, table: Found | None) -> None:
        """What is there under this name now."""
        if (asking := self._asking.pop(name, None)) is not None:
            asking.cancel()
        if table is None:
            self._known.pop(name, None)
        else:
            self._known[name] = table
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(self._every_s, self._say)

    def _say(self) -> None:
        self._telling = None
        self._tell([*self._known.values()][: limits.LAN_TABLES_MAX])


def found(name: str, info: ServiceInfo, networks: Sequence[IPv4Network]) -> Found | None:
    """The table that somebody on one of these networks tells of under this name; None if it cannot be one, or is not on
    them. (The answer may bear another name.)"""
    said = {key: value or "" for key, value in info.decoded_properties.items()}
    game, host = said.get("game", ""), clean(said.get("host", ""), limits.NAME_CELLS_MAX)
    free, port, address = said.get("free", ""), info.port or 0, on_link(info, networks)
    if not (game in GAMES and host and port and address and free in map(str, range(max(GAMES[game].SEATS) + 1))):
        return None
    encrypted, playing = said.get("tls") == "1", said.get("playing") == "1"
    return Found(game, host, port, encrypted, int(free), playing, id=name, address=address)


def on_link(info: ServiceInfo, networks: Sequence[IPv4Network]) -> str:
    """Where it is reached without leaving these networks, or nothing."""
    addresses = info.parsed_addresses(IPVersion.V4Only)
    return next((one for one in addresses for network in networks if IPv4Address(one) in network), "")


# the networks


def interfaces() -> Mapping[str, IPv4Network]:
    """This computer's addresses, and the network of each."""
    ips = [ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    return {str(ip.ip): IPv4Interface(f"{ip.ip}/{ip.network_prefix}").network for ip in ips}


def outside() -> list[str]:
    """Those of the addresses at which others can be."""
    return [address for address, network in interfaces().items() if not network.is_loopback]


def invited_to() -> list[str]:
    """The one that stands in the invite of a table."""
    return [address for address in [lan_address()] if not IPv4Address(address).is_loopback]


async def stay(work: Callable[[Sequence[str]], Coroutine[Any, Any, None]], where: Callable[[], list[str]]) -> None:
    """Do this with the addresses that there are, and anew whenever there are others, or when it has failed: a network
    may take its time until it carries multicast. Until cancelled."""
    addresses: list[str] = []
    working: list[asyncio.Task[None]] = []
    try:
        while True:
            if (now := where()) != addresses or any(task.done() for task in working):
                await end(working)
                addresses, working = now, [asyncio.create_task(work(now))] if now else []
            await asyncio.sleep(LOOK_EVERY_S)
    finally:
        await end(working)


async def end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """What one of them has failed with was a network's fault."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def main(command: str) -> None:
    def put(tables: list[Found]) -> None:
        sys.stdout.buffer.write(encode(tables) + b"\n")
        sys.stdout.buffer.flush()

    herald, only = Herald(), os.environ.get("TOCTOC_LAN", "").split()
    if command == "announce":
        staying = asyncio.create_task(stay(herald.work, lambda: only or invited_to()))
    else:
        staying = asyncio.create_task(stay(Lookout(put).work, lambda: only or outside()))
    reader = StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: StreamReaderProtocol(reader), sys.stdin)
    async for line in reader:
        herald.hear(line)
    staying.cancel()
    with suppress(asyncio.CancelledError):
        await staying


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(main(sys.argv[1]))
