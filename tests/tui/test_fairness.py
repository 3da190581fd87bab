"""What is said of the fairness of deals: at the table, on the score sheet, and of a stored journal."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from engine.games import GAMES
from net import fairdeal, witness
from net.witness import UNSURE, Verdict
from tests.net.company import Company
from tests.tui.puppet import GUEST, Strings, chair, room, view
from tui import spoken
from tui.command_line import main
from tui.fairness import FOUND, found, mark

CHAIRS = (chair("anna", host=True), chair("ben"), chair("Ada", "bot"))


def test_everything_that_can_be_found_has_a_sentence() -> None:
    source = inspect.getsource(fairdeal) + inspect.getsource(witness)
    codes = {*re.findall(r'(?:Unfair\(|_judge\([\w.]+, |return )"([a-z-]+)"', source), *UNSURE}
    assert codes >= {"fair", "other-order", "no-proof", "act-missing"}
    assert codes | {"missed"} == {*FOUND}
    for code in codes:
        sentence = found(Verdict(7, code, (2,) if code == "other-order" else ()), (), "deal 7")
        assert ("deal 7" in sentence) == Verdict(7, code).is_alarm
        assert ("The last deal" in sentence) != Verdict(7, code).is_alarm
        assert sentence.startswith("NOT FAIR") == Verdict(7, code).is_alarm
        assert len(sentence) <= 2 * 74


def test_whose_part_is_missing_is_named() -> None:
    sentence = found(Verdict(1, "fair", (1, 2)), ("anna", "[/b]", "carl"), "deal 1")
    assert sentence == (
        "The last deal is checked: it was fair. [/b] and carl gave nothing to its shuffle, though it was promised."
    )


def test_a_fault_has_the_number_that_the_deal_has_on_the_score_sheet() -> None:
    """The draw for partners is dealt too, but not scored."""
    for partners, told in (("draw", ["the draw", "deal 1"]), ("seats", ["deal 1", "deal 2"])):
        words = spoken.find("aluette")
        assert [spoken.deal(words, deal, {"partners": partners}) for deal in (1, 2)] == told
    assert spoken.deal(spoken.find("allegra"), 1, {}) == "deal 1"


def test_three_marks_tell_what_there_is_to_know() -> None:
    verdicts = (Verdict(1, "fair"), Verdict(1, "came-later"), Verdict(1, "other-view"))
    assert [mark(verdict) for verdict in verdicts] == ["deal checked", "deal not checked", "NOT FAIR"]


async def test_a_checked_deal_is_told_at_the_table_and_on_the_score_sheet_until_the_next_one(strings: Strings) -> None:
    async with strings.at_table(GUEST, view(3, seat=1), room(*CHAIRS, phase="play")) as pilot:
        assert "deal" not in pilot.text.splitlines()[0]
        judge(strings, Verdict(1, "fair"))
        await pilot.hear(view(3, rounds=1, seat=1), room(*CHAIRS, phase="deal"))
        assert "deal checked" in pilot.text.splitlines()[0]
        assert pilot.text.count("The last deal is checked: it was") == 1
        await pilot.press("equals_sign")
        assert "The last deal is checked: it was fair." in pilot.text
        await pilot.press("equals_sign")
        await pilot.hear(room(*CHAIRS, phase="play"))
        assert "deal checked" not in pilot.text


async def test_a_host_that_does_not_play_fair_is_marked_for_good(strings: Strings) -> None:
    async with strings.at_table(GUEST, view(3, seat=1), room(*CHAIRS, phase="play")) as pilot:
        judge(strings, Verdict(1, "other-order", (1,)))
        judge(strings, Verdict(2, "fair"))
        await pilot.hear(view(3, rounds=1, seat=1), room(*CHAIRS, phase="play"))
        assert "NOT FAIR" in pilot.text.splitlines()[0]
        await pilot.press("equals_sign")
        assert "NOT FAIR: deal 1. Its shuffle 1" in pilot.text
        assert "The last deal is checked" in pilot.text


def judge(strings: Strings, verdict: Verdict) -> None:
    """As if my own program had found this."""
    mine = strings.puppet.link._witness
    assert mine is not None
    mine._judge(*verdict[:2], *verdict.details)


# stored games


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    company = Company("Ada", "Bo", game="allegra", rounds=2, knock_window=0)
    company.play()
    path = tmp_path / "game.jsonl"
    path.write_bytes(company.journal())
    return path


def test_a_journal_is_verified_up_to_its_end(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(stored)]) == 0
    assert capsys.readouterr().out == "All 2 deals are fair. The game is over.\n"
    lines = stored.read_bytes().splitlines(keepends=True)
    stored.write_bytes(b"".join(lines[:11]))
    assert main(["verify", str(stored)]) == 0
    said = "The deal is fair. The game was not finished: deal 1 is checked as far as it was played.\n"
    assert capsys.readouterr().out == said
    assert main(["replay", str(stored)]) == 0
    assert "6 acts, 0 refused." in capsys.readouterr().out


def test_a_journal_that_was_changed_is_found_out(stored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = stored.read_bytes()
    second = text.rindex(b'{"line":"given"')
    stored.write_bytes(text[:second] + text[second:].replace(b'"roll":', b'"roll":1'))
    assert main(["verify", str(stored)]) == 1
    assert capsys.readouterr().out == (
        "1 of its deals is fair. NOT FAIR: deal 2. Its shuffle 1 is not in the order that it must have.\n"
    )


def test_the_draw_for_partners_is_no_deal_but_checked_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    company = Company("Ada", "Bo", "Cy", "Di", game="aluette")
    company.start()
    path, said = tmp_path / "game.jsonl", list[str]()
    for _ in range(2):
        path.write_bytes(company.journal())
        assert main(["verify", str(path)]) == 0
        said.append(capsys.readouterr().out)
        company.ready()
    assert said == [
        "The draw is fair. The game was not finished: the draw is checked as far as it was played.\n",
        "The draw and the deal are fair. The game was not finished: deal 1 is checked as far as it was played.\n",
    ]
    text = path.read_bytes()
    second = text.rindex(b'{"line":"given"')
    path.write_bytes(text[:second] + text[second:].replace(b'"roll":', b'"roll":1'))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith("The draw is fair. NOT FAIR: deal 1. ")


def test_a_journal_by_hand_has_nothing_to_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, header = tmp_path / "hand.jsonl", b'{"line":"header","game":"allegra","rules":%d,"names":["A","B"]}\n'
    deck = ",".join(f'"{card}"' for card in sorted(GAMES["allegra"].start(2, options()).zones["deck"]))
    deal = f'{{"line":"act","seat":-1,"action":{{"type":"chance","order":[{deck}]}}}}\n'
    for lines, sentence in (("", "There is no deal in this journal."), (deal, "NOT FAIR: deal 1. It was not sealed.")):
        path.write_bytes(header % GAMES["allegra"].RULES + lines.encode())
        assert main(["verify", str(path)]) == 1
        assert capsys.readouterr().out == sentence + "\n"
    path.write_bytes(b"hello\n")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err == "Line 1 of this journal cannot be read.\n"


def options() -> dict[str, int | str]:
    return {name: option.default for name, option in GAMES["allegra"].OPTIONS.items()}
