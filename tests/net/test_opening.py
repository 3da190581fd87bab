"""A table that is opened in this process is what its record says."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from net import opening
from net.limits import ALONE_TABLE_S
from net.tables import Record

RECORD = Record("Ada", "allegra", 2, {}, "local", 0, None, "KWXBTR", "the token of the host")


@pytest.mark.parametrize("alone", [True, False])
def test_a_table_for_one_alone_is_that_also_when_it_comes_back(
    alone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOCTOC_HOME", str(tmp_path))
    first = opening.open_table(msgspec.structs.replace(RECORD, alone=alone))
    first.listening.close()
    first.kept.close()
    again = opening.come_back(first.kept.table, 0)
    again.listening.close()
    again.kept.close()
    for table in (first.table, again.table):
        table.tick(0.0)
        table.tick(ALONE_TABLE_S)
        assert table.finished == alone
