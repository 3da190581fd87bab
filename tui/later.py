"""What I want to do beside the play but cannot do yet, pure: it is done as soon as it can be, if it still can then."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Offer

WANTED_S = 3.0
"""So long it is wanted: a sign is held, and eyes rest, for less."""


class Later:
    """Of several things that I want the last one counts."""

    def __init__(self) -> None:
        self._known: dict[str, Offer] = {}
        """What could be done beside the play so far, by its key."""
        self._wanted: Offer | None = None
        self._until = 0.0

    def look(self, offers: Sequence[Offer]) -> None:
        """What is offered now."""
        self._known |= {offer.key: offer for offer in offers if offer.aside}

    def want(self, key: str, offers: Sequence[Offer], now: float) -> Offer | None:
        """Want what has this key, and return it; None if there is no such thing, or others of its kind are offered and
        it is not."""
        offer = self._known.get(key)
        if offer is None or offer.code in {other.code for other in offers}:
            return None
        self._wanted, self._until = offer, now + WANTED_S
        return offer

    def wanted(self, now: float) -> Offer | None:
        """What is still wanted."""
        return self._wanted if now < self._until else None

    def due(self, offers: Sequence[Offer], now: float) -> bytes | None:
        """The action to ask for now, once: what is wanted, if it is offered."""
        wanted = self._wanted
        if wanted is None or wanted.code not in {offer.code for offer in offers}:
            return None
        self._wanted = None
        offered = next((offer for offer in offers if bytes(offer.action) == bytes(wanted.action)), None)
        return bytes(offered.action) if offered is not None and now < self._until else None
