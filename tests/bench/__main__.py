"""Measures what the program exists for, each figure beside a peer or a limit that is measured in the same runs.

scripts/bench [--quick] [--json FILE] [SUBJECT...]
"""

from __future__ import annotations

import argparse
import compileall
import importlib
import platform
import sys
import time
from pathlib import Path

from tests.bench import figures

SUBJECTS = (
    "playouts",
    "acts",
    "melds",
    "start",
    "delivery",
    "watchers",
    "memory",
    "lag",
    "idle",
    "terminal",
    "resume",
    "growth",
)
"""Modules beside this one. Each has `measure(quick)`, which gives rows and says in its docstring what they are."""


def main() -> int:
    parser = argparse.ArgumentParser(description="What the program costs, beside its peers and the physical limits.")
    parser.add_argument(
        "subjects", metavar="SUBJECT", nargs="*", help=f"all of {', '.join(SUBJECTS)}, if none is named"
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs: two minutes for everything")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every run of every figure to this file")
    asked = parser.parse_args()
    if unknown := set(asked.subjects) - set(SUBJECTS):
        parser.error(f"there is no subject {', '.join(sorted(unknown))}")
    for package in ("engine", "net", "tui"):  # as from the second start on, also where Python is told to keep nothing
        compileall.compile_dir(package, quiet=1)
    found: dict[str, list[figures.Row]] = {}
    for subject in asked.subjects or SUBJECTS:
        start = time.monotonic()
        found[subject] = list(importlib.import_module(f"tests.bench.{subject}").measure(asked.quick))
        title = f"{subject}, measured in {time.monotonic() - start:.0f} s"
        print(*figures.table(title, found[subject]), sep="\n", end="\n\n", flush=True)
    if asked.json:
        machine = {"python": platform.python_version(), "system": platform.platform(), "processor": processor()}
        asked.json.write_bytes(figures.as_json(found, machine))
    return 0


def processor() -> str:
    """As Linux names it."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())


if __name__ == "__main__":
    sys.exit(main())
