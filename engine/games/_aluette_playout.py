"""How a deal of Aluette may go on: played out quickly, by players who see all hands, play sensibly, and on a whim any
card.

Players are numbered here by their places round the table, and a card is its strength: the stronger one wins.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence

from engine.board import Seat
from engine.games._aluette_state import (
    HAND,
    LEVEL,
    LEVELS,
    PLAYERS,
    TRICKS,
    State,
    is_mordienne,
    left_of,
    most_of,
    round_from,
    takers,
    trick,
)

WHIM = 0.35
"""So often somebody plays any card instead of the sensible one."""
CONTENT = 3
"""With so many cards above the aces one wants no chant."""

STRENGTH = {str(card): len(LEVELS) - level for card, level in LEVEL.items()}
STRONGEST = len(LEVELS)
ACE = STRENGTH["AO"]

Hand = list[int]
"""From weak to strong."""
OTHERS = tuple(tuple((me + step) % PLAYERS for step in range(1, PLAYERS)) for me in range(PLAYERS))
"""Of each player the left neighbour, the partner and the right neighbour."""


def play_out(state: State, seat: Seat, rng: random.Random) -> float:
    """Play the deal on to its end: the points for the side of this seat, less those of the other."""
    places, lies, hands = state.places, trick(state), hands_of(state)
    taken = [None if winner is None else places.index(winner) for winner in state.taken]
    going = Trick(places.index(state.turn if len(lies) == PLAYERS else state.leader))
    for player, card in lies.items() if len(lies) < PLAYERS else ():
        going.add(places.index(player), STRENGTH[card])
    return Deal(hands, taken, going).played_out(places.index(seat), rng)


def hands_of(state: State) -> list[Hand]:
    """By places. Whoever is still asked about the chant, or has cards to reject, does what he usually does."""
    hands = {seat: [STRENGTH[card] for card in state.zones[f"hand:{seat}"]] for seat in state.places}
    if state.step == "chant":
        order = round_from(state, left_of(state, state.dealer))
        if all(wants_chant(hands[seat]) for seat in order[order.index(state.turn) :]):
            talon = [STRENGTH[card] for card in state.zones["talon"]]
            for seat, cards in zip(takers(state), (talon[1::2], talon[::2]), strict=True):
                hands[seat] += cards
    return [sorted(hands[seat])[-HAND:] for seat in state.places]


def wants_chant(hand: Sequence[int]) -> bool:
    """Somebody who is not content with these cards."""
    return sum(card > ACE for card in hand) < CONTENT


class Trick:
    """How many cards lie in it, the best of them, and who has played that one; None if it is there twice."""

    __slots__ = ("best", "leader", "played", "winner")

    def __init__(self, leader: int) -> None:
        self.leader, self.played, self.best = leader, 0, 0
        self.winner: int | None = None

    def add(self, player: int, card: int) -> None:
        self.played += 1
        if card > self.best:
            self.best, self.winner = card, player
        elif card == self.best:
            self.winner = None


def candidates(hand: Sequence[int], trick: Trick) -> list[int]:
    """The cards that may well be played, from weak to strong. What cannot win or spoil the trick is best thrown away
    from the bottom. Who comes last wins with the weakest card that does."""
    cards, best = sorted(set(hand)), trick.best
    last = trick.played == PLAYERS - 1
    wasteful = [card for card in cards if card > best][1:] if last else []
    return [card for card in cards if card == cards[0] or (card >= best and card not in wasteful)]


class Deal:
    """A deal in the middle, and its players."""

    def __init__(self, hands: list[Hand], taken: list[int | None], trick: Trick) -> None:
        self.hands, self.taken, self.trick = hands, taken, trick
        self.player = (trick.leader + trick.played) % PLAYERS

    def play(self, card: int) -> None:
        """Whose turn it is plays this card."""
        player, trick = self.player, self.trick
        self.hands[player].remove(card)
        trick.add(player, card)
        if trick.played < PLAYERS:
            self.player = (player + 1) % PLAYERS
            return
        self.taken.append(trick.winner)
        self.player = trick.leader if trick.winner is None else trick.winner
        self.trick = Trick(self.player)

    def played_out(self, me: int, rng: random.Random) -> int:
        """Play on to the end: the points for my side, less those of the other.

        In one loop, with as few calls as can be: a search spends most of its time here.
        """
        hands, taken, player, trick = self.hands, self.taken, self.player, self.trick
        leader, played, best, winner = trick.leader, trick.played, trick.best, trick.winner
        won = [taken.count(each) for each in range(PLAYERS)]
        while len(taken) < TRICKS:
            hand = hands[player]
            if len(hand) == 1:
                card = hand.pop()
            elif rng.random() < WHIM:
                card = hand.pop(int(rng.random() * len(hand)))
            elif played:
                card = hand.pop(_follow(hands, won, player, played, best, winner))
            else:
                card = hand.pop(_lead(hands, won, player))
            if card > best:
                best, winner = card, player
            elif card == best:
                winner = None
            if played < PLAYERS - 1:
                player, played = (player + 1) % PLAYERS, played + 1
                continue
            taken.append(winner)
            if winner is not None:
                leader = winner
                won[winner] += 1
            player, played, best, winner = leader, 0, 0, None
        return _points(taken, me)


# Which card of the hand somebody sensible plays; 0 is the weakest


def _lead(hands: list[Hand], won: list[int], me: int) -> int:
    """What none of the other side can beat; else, or if the partner can do so and has more tricks, the weakest."""
    hand, (left, partner, right) = hands[me], OTHERS[me]
    threat = max(hands[left][-1], hands[right][-1])
    if hands[partner][-1] > threat and won[partner] > won[me]:
        return 0
    return bisect(hand, threat) if hand[-1] > threat else 0


def _follow(hands: list[Hand], won: list[int], me: int, played: int, best: int, winner: int | None) -> int:
    """Win against all who have played and come, as cheaply as possible, or spoil; but leave the trick to the partner if
    he wins it, or can do so and has as many tricks."""
    hand, (left, partner, _) = hands[me], OTHERS[me]
    threat = hands[left][-1] if played < PLAYERS - 1 else 0
    if winner == partner and best >= threat:
        return 0
    need = max(best, threat)
    can_win = hand[-1] > need
    if played == 1 and hands[partner][-1] > need and (not can_win or won[partner] >= won[me]):
        return 0
    if can_win:
        return bisect(hand, need)
    spoils = best in hand and best >= threat and winner != partner
    return hand.index(best) if spoils else 0


def _points(taken: list[int | None], me: int) -> int:
    most = most_of(taken)
    if most is None:
        return 0
    points = 2 if is_mordienne(taken) else 1
    return points if (most - me) % 2 == 0 else -points
