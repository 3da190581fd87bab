"""The line mode's shell: one visit to a table, over standard input and output."""

from __future__ import annotations

import asyncio
import signal
from typing import NamedTuple

from msgspec.structs import replace

from net import invite as invites
from net import lan, tokens
from net.clean import clean
from net.errand import Errand
from net.lan import Found
from net.limits import NAME_CELLS_MAX
from net.trouble import Trouble
from tui.company import hosted
from tui.language import put
from tui.line.says import SAYS
from tui.line.stdio import Stdio, nothing_comes
from tui.line.talk import Talk
from tui.nearby import called, how_to_enter, standing, unlisted
from tui.picker import key_of
from tui.plan import Command, Plan
from tui.says import trouble
from tui.visit import Visit

NEARBY_MAX = 50
"""Of no more tables on the network is told: whoever makes them up talks nobody down."""


QUITS = ("q", "quit", "/q", "/quit")


class Quit(Exception):
    """Whoever was asked something before there was a table wants to go."""


class Ended(NamedTuple):
    """Why there is no table any more, unless I left; and what is to be said last."""

    complaint: str | None
    farewell: str


def run(plan: Plan) -> Ended:
    """Be at the table to the end. Raises Trouble if that is not possible; ends the program, and the seat is kept, if
    there is nobody to talk to any more."""
    if plan.table and nothing_comes():
        raise Trouble("no-input")  # at the end of the input one leaves: that is no way to come back
    return asyncio.run(_attend(plan))


async def _attend(plan: Plan) -> Ended:
    stdio = Stdio()
    visiting, hanging_up = asyncio.create_task(_visit(plan, stdio)), asyncio.create_task(stdio.gone.wait())
    await asyncio.wait({visiting, hanging_up}, return_when=asyncio.FIRST_COMPLETED)
    if not visiting.done():
        raise stdio.end()
    hanging_up.cancel()
    stdio.close()
    return visiting.result()


async def _visit(plan: Plan, stdio: Stdio) -> Ended:
    try:
        if plan.guest is not None and plan.invite is None:
            plan = await _welcomed(plan, plan.guest, stdio)
        elif plan.command in ("join", "watch") and plan.invite is None:
            plan = await _invited(plan, stdio)
    except Quit:
        return Ended(None, "")
    at_table = asyncio.Event()

    def hear() -> None:
        talk.hear()
        if talk.is_at_table:
            at_table.set()

    visit = Visit(plan, hear)
    talk = Talk(visit, stdio.write)
    stdio.write(visit.begins)
    staying = asyncio.create_task(visit.run())
    talking = asyncio.create_task(_converse(talk, stdio, at_table))

    def interrupt() -> None:
        stdio.write("")  # the terminal has shown ^C
        if at_table.is_set():
            talk.interrupt()
        else:
            talking.cancel()

    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupt)
    try:
        await asyncio.wait({staying, talking}, return_when=asyncio.FIRST_COMPLETED)
        if talking.done() and not talking.cancelled():
            talking.result()
            await asyncio.wait({staying})
        complaint = staying.result() if staying.done() else None
    except Exception:
        if (complaint := visit.excuse()) is None:
            raise
    return Ended(complaint, "" if complaint is not None else visit.farewell)


async def _converse(talk: Talk, stdio: Stdio, at_table: asyncio.Event) -> None:
    """What is typed goes to the table; at the end of the input I leave."""
    await at_table.wait()
    while (line := await stdio.line()) is not None:
        talk.type(line)
    talk.leave()


async def _invited(plan: Plan, stdio: Stdio) -> Plan:
    """Ask for the invite, or for a table on this network and the end of its invite. Raises Trouble at the end of the
    input, and Quit."""
    nearby: dict[str, Found] = {}
    """By number, in the order in which they were found."""

    def tell(tables: list[Found]) -> None:
        told = {table.place for table in nearby.values()}  # who closes a table and opens it again has a new id
        for table in [table for table in tables if table.place not in told][: NEARBY_MAX - len(nearby)]:
            if not nearby:
                stdio.write(put(SAYS["nearby"]))
            number = len(nearby) + 1
            nearby[str(number)] = table
            stdio.write(put(SAYS["found"], number, called(table), standing(table)))

    stdio.write(put(SAYS["invite"]))
    if missing := unlisted():
        stdio.write(missing)
    stdio.write(put(SAYS["or-quit"]))
    looking, place = asyncio.create_task(lan.look(tell)), ""
    try:
        while True:
            line = await _answer(stdio, "invite-empty")
            if (table := nearby.get(line.strip())) is not None:
                place = table.place
                stdio.write(how_to_enter(table))
                continue
            try:
                invite = invites.parse_end(place, line) if place else invites.parse(line)
            except Trouble as fault:
                stdio.write(trouble(fault))
            else:
                name = plan.name if plan.named else tokens.name_for(invite, plan.role, plan.name)
                return replace(plan, invite=invite, name=name)
    finally:
        looking.cancel()
        await asyncio.wait({looking})


async def _welcomed(plan: Plan, guest: Errand, stdio: Stdio) -> Plan:
    """Ask somebody who comes by SSH for a name, if they have told none, and what they want. Raises Trouble at the end
    of the input, and Quit."""
    stdio.write(hosted(guest))
    name = plan.name
    while not name:
        stdio.write(put(SAYS["name"]))
        name = clean(await _typed(stdio, "no-name"), NAME_CELLS_MAX)
    chosen = ""
    while chosen not in ("1", "2"):
        stdio.write(put(SAYS["play-or-watch"]))
        stdio.write(put(SAYS["or-quit"]))
        chosen = (await _answer(stdio, "no-name")).strip()
    command: Command = "watch" if chosen == "2" else "join"
    return replace(plan, command=command, name=name, invite=invites.parse(guest.invite))


async def _answer(stdio: Stdio, missing: str) -> str:
    """The same; raises Quit if it says so."""
    line = await _typed(stdio, missing)
    if "".join(map(key_of, line.strip())) in QUITS:
        raise Quit
    return line


async def _typed(stdio: Stdio, missing: str) -> str:
    """The next line. Raises Trouble with this code at the end of the input."""
    if (line := await stdio.line()) is None:
        raise Trouble(missing)
    return line
