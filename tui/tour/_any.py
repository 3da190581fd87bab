"""No hints."""

from __future__ import annotations

from collections.abc import Mapping

from tui.tour import Step

OPTIONS: Mapping[str, str] = {}
STEPS: tuple[Step, ...] = ()
