"""Every limit has a test that is named after it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from net import limits

TESTS = Path(__file__).parents[1]


def limits_named(text: str, names: Iterable[str]) -> set[str]:
    """Those at the head of a test's name, of which there may be several: test_WRONG_CODES_MAX_after_many_an_address."""
    heads = re.findall(r"^(?:async )?def test((?:_[A-Z]+)+)_[a-z]", text, re.MULTILINE)
    return {name for name in names for head in heads if f"_{name}_" in f"{head}_"}


def test_the_limits_at_the_head_of_a_tests_name_are_read() -> None:
    counted, others = (
        "def test_A_MAX_B_S_c():\nasync def test_D_e():\n",
        "def test_f_G_h():\n#def test_I_j():\ndef test_K():\n",
    )
    assert limits_named(counted + others, ("A_MAX", "B_S", "D", "G", "I", "K")) == {"A_MAX", "B_S", "D"}


def test_every_limit_has_a_test_named_after_it() -> None:
    names = {name for name in vars(limits) if name.isupper()}
    named = set().union(*(limits_named(path.read_text(), names) for path in TESTS.rglob("test_*.py")))
    assert names - named == set(), "no test for these limits"
