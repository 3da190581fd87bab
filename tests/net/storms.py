"""Worlds of every kind, and what becomes of each: a storm, then calm, and the end that has to come."""

from __future__ import annotations

import random

from tests.net.world import World

STORM_S = 40.0
ENDS_WITHIN_S = 1_200.0
"""So long may a match take when it is calm."""
QUIET_S = 60.0


def some_world(seed: int) -> World:
    """Worlds of every kind: one of the games, or one with secrets, two to five at the table, with bots or without."""
    dice = random.Random(seed)
    if seed % 40 == 13:
        players = dice.randint(1, 3)
        house = {name: dice.choice(("on", "off")) for name in ("surrender", "bluff")}
        world = World(seed, "aluette", players=players, bots=4 - players, options=house)
        for guest in world.guests:
            guest.clever = True  # else they would do little but look and sign
        return world
    if seed % 20 == 7:
        rounds = {"rounds": 1 + seed % 40 // 20}
        world = World(seed, "romi", players=dice.randint(1, 3), bots=dice.randint(1, 2), options=rounds)
        for guest in world.guests:
            guest.clever = True  # by chance alone nobody ever goes out
        return world
    if seed % 3 == 0:
        options = {"rounds": 1 + seed % 2, "window_s": dice.randint(0, 3)}
        return World(seed, "muse", players=2, bots=seed % 2, options=options, matches=1 + seed % 2)
    options = {"rounds": 2 if seed % 10 == 4 else 1, "knock_window": dice.randint(0, 3)}
    players, bots, watchers = dice.randint(1, 3), dice.randint(1, 2), dice.randint(0, 2)
    return World(seed, players=players, bots=bots, watchers=watchers, options=options)


def storm_and_calm(seed: int) -> World:
    world = some_world(seed)
    try:
        world.run(STORM_S)
        world.heal()
        world.run(STORM_S + ENDS_WITHIN_S)
        assert world.ended, "it is calm, but the match does not end"
        world.run(world.now + QUIET_S, to_the_end=False)
        world.check_calm()
    except Exception as broken:
        broken.add_note(f"seed {seed}, after {world.now:.3f} s and {len(world.referee.steps)} acts")
        raise
    return world
