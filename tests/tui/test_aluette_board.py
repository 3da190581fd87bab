from __future__ import annotations

import random
import re
from itertools import product

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from engine.board import CLOCK, Moved, Spot
from engine.game import View, rules_of
from engine.games import GAMES
from engine.games._aluette_state import DECK, SIGNS, SINGLES
from engine.match import Match
from tests import kit
from tests.engine.games.aluette_table import EAST, NORTH, SOUTH, WEST, Table
from tests.tui import aluette_laid, screens
from tests.tui.near import NearTable
from tui.boards import _aluette_draw as ceremony
from tui.boards import aluette
from tui.boards._aluette_cards import GESTURES, SIGN_NAMES, name, sign_name
from tui.desk import Desk
from tui.picture import picture_of
from tui.spoken.aluette import CARD_KEYS, marks
from tui.theme import FINE, PLAIN, Glyphs
from tui.widgets.canvas import Canvas
from tui.widgets.mien import CALM, MIENS, Mien, mien
from tui.widgets.scene import Person, Scene
from tui.widgets.tour import TOUR_ROWS

SIZES = [(80, 24), (100, 30), (120, 40), (200, 60)]
WITH_A_TOUR = (80, 24 - TOUR_ROWS)
"""What a tour at 80x24 leaves of the screen."""
NAMES = ("Konstantina", "Ada", "Bo", "Maximilian")
WIDE = "漢字" * 5
BLUFFS = {"bluff": "on"}


def desk_at(match: Match, me: int | None = 0, glyphs: Glyphs = FINE) -> tuple[Desk, NearTable]:
    """What I have before me when the match stands so."""
    desk = Desk(glyphs)
    table = NearTable(4, me=me, game="aluette", names=NAMES, show=desk.hear)
    table.tell_room("play")
    table.lay_out(match)
    return desk, table


def picture(match: Match, me: int | None = 0, size: tuple[int, int] = (80, 24), glyphs: Glyphs = FINE) -> Canvas:
    desk, table = desk_at(match, me, glyphs)
    return picture_of(desk, *size, table.now, [])


def drawn(view: View, size: tuple[int, int], names: tuple[str, ...] = NAMES, **more: object) -> Canvas:
    canvas = Canvas(*size)
    aluette.draw(canvas, board(size), scene_of(view, names, **more))
    return canvas


def board(size: tuple[int, int]) -> Region:
    return Region(0, 1, size[0], max(0, size[1] - 4))


def scene_of(view: View, names: tuple[str, ...] = NAMES, **more: object) -> Scene:
    return Scene(view, tuple(map(Person, names)), view.viewer or 0, **more)  # type: ignore[arg-type]


def many_views() -> list[View]:
    """Moments of a match, each seen by all, with chant and surrender now and then."""
    views = []
    for seed, options in enumerate(({}, {"surrender": "on", "partners": "seats"}, BLUFFS)):
        match, rng = Match(GAMES["aluette"], 4, options), random.Random(seed)
        for step in kit.play(match, rng):
            if rng.random() < 0.05 or step.before.step in ("reject", "answer"):
                views += [match.view(viewer) for viewer in (None, *range(4))]
    return views


VIEWS = many_views()


class TestTheTable:
    @pytest.mark.parametrize("me", range(4))
    def test_partners_sit_opposite_as_the_draw_has_it_and_not_by_their_seats(self, me: int) -> None:
        """L3: Konstantina and Ada are partners, whose seats are neighbours."""
        table = Table()
        table.state.places = [0, 2, 1, 3]
        left, partner, right = {0: (2, 1, 3), 2: (1, 3, 0), 1: (3, 0, 2), 3: (0, 2, 1)}[me]
        canvas = drawn(table.match.view(me), (80, 24), NAMES)
        rows = canvas.text().splitlines()
        assert f"You and {NAMES[partner]}" in rows[1]
        assert NAMES[partner] in rows[1][26:]
        assert NAMES[left] in rows[5][:22]
        assert NAMES[right] in rows[5][58:]

    @pytest.mark.parametrize("size", [*SIZES, (40, 10), (7, 3), (1, 1)])
    def test_rows_are_as_wide_as_the_screen_whatever_the_names(self, size: tuple[int, int]) -> None:
        for view in VIEWS[::17]:
            canvas = drawn(view, size, (WIDE, "[/b]", "e\u0301" * 20, WIDE))
            assert {cell_len("".join(char for char, _ in row)) for row in canvas.rows} == {size[0]}

    @pytest.mark.parametrize("size", [*SIZES, WITH_A_TOUR])
    @pytest.mark.parametrize("sheet", ["", "o", "r"])
    def test_nothing_is_written_across_the_edge_of_a_part(self, size: tuple[int, int], sheet: str) -> None:
        for view in VIEWS[::11]:
            if view.facts["step"] != ceremony.STEP:
                canvas = drawn(view, size, (WIDE,) * 4, sheet=sheet, keys={"look": "j"})
                screens.assert_apart(canvas, aluette._plan(board(size), scene_of(view)))

    def test_a_won_trick_says_so_and_a_spoiled_one_does_too(self) -> None:
        table = Table("KO 4C", "VO", "AO", "9S", dealer=WEST)
        table.play("KO VO AO 9S")
        assert "Bo wins" in picture(table.match).text()
        spoiled = picture(aluette_laid.spoiled()).text()
        assert spoiled.count("spoils") == 2
        assert "You lead" in spoiled

    def test_who_has_most_is_who_reached_it_first(self) -> None:
        """L9: example 1."""
        mine = picture(aluette_laid.last()).text().splitlines()[13]
        assert "▒▒▒▒ 4 · most" in mine
        assert "tricks ↓↓↓↓←←←←·" in mine

    def test_whoever_watches_sees_no_hand_and_no_sign(self) -> None:
        """L16, seen from the first player's side."""
        canvas = picture(aluette_laid.signing(), me=None)
        text = canvas.text()
        assert "le Borgne" in text
        assert not [gesture for gesture in GESTURES.values() if gesture in text]
        assert "Monsieur" not in text
        assert "1 ace" not in text
        assert "▸ Konstantina looks at Bo" in text
        assert not [target for target in canvas.targets.values() if isinstance(target, Spot)]

    def test_a_screen_without_utf_8_gets_ascii_alone(self) -> None:
        for sheet in ("", "o", "r"):
            for view in VIEWS[::7]:
                assert drawn(view, (80, 24), NAMES, sheet=sheet, glyphs=PLAIN, keys={"sign": "m"}).text().isascii()

    def test_every_card_of_the_deck_is_named_in_two_cells_and_none_like_another(self) -> None:
        for glyphs in (FINE, PLAIN):
            names = [name(card, glyphs)[0] for card in DECK]
            assert len(set(names)) == len(DECK)
            assert {cell_len(text) for text in names} == {2}


class TestSigns:
    def test_every_sign_has_a_face_unlike_all_others(self) -> None:
        assert {GESTURES[sign] for sign in SIGNS} == set(MIENS)

    def test_the_rules_at_hand_tell_the_gesture_of_every_named_card(self) -> None:
        """L13."""
        rows = [line.split("  ") for line in rules_of(GAMES["aluette"])["L2"].splitlines() if re.match(r"  \d ", line)]
        assert [row[-1].strip() for row in rows] == [GESTURES[card] for card in SINGLES]
        for glyphs, large in product((FINE, PLAIN), (False, True)):
            faces = {self.face(what, glyphs, large) for what in (CALM, *MIENS.values())}
            assert len(faces) == len(SIGNS) + 1

    @staticmethod
    def face(what: Mien, glyphs: Glyphs, large: bool) -> str:
        canvas = Canvas(16, 5)
        mien(canvas, 0, 0, what, "me", glyphs, large=large)
        return canvas.text()

    @pytest.mark.parametrize("sign", ["3O", "useless"])
    def test_it_is_seen_on_the_signers_face_by_those_who_look_there_and_changes_nothing_for_others(
        self, sign: str
    ) -> None:
        """L16: Konstantina and Max look at Bo, Ada does not, nor do watchers."""
        for viewer in (None, NORTH, EAST, WEST):
            table = Table("", "", "3O")
            table.do(WEST, "look", at=SOUTH)
            before = picture(table.match, viewer)
            table.do(SOUTH, "sign", sign=sign)
            after = picture(table.match, viewer)
            cells = screens.changed(before, after)
            if viewer in (None, EAST):
                assert not cells
                continue
            assert sign_name(sign, 12, FINE) in after.text()
            plan = aluette._plan(board((80, 24)), scene_of(table.match.view(viewer)))
            face = plan.partner if viewer == NORTH else plan.right
            assert any(face.contains(*cell) for cell in cells)
            assert all(face.contains(*cell) or plan.sides.contains(*cell) for cell in cells)
            table.do(CLOCK, "lower", seat=SOUTH, number=1)
            lowered = picture(table.match, viewer)
            assert all(plan.sides.contains(*cell) for cell in screens.changed(before, lowered))

    def test_where_somebody_looks_stays_to_be_read_while_he_signs(self) -> None:
        """L15."""
        table = Table("", "", "3O")
        before = picture(table.match).text()
        table.do(SOUTH, "sign", sign="3O")
        signing = picture(table.match).text().splitlines()
        assert "\n".join(signing).count("looks at") == before.count("looks at") == 3
        y = next(y for y, line in enumerate(signing) if "looks at you" in line)
        assert "Monsieur" in signing[y + 1][signing[y].index("looks at you") :]

    def test_a_look_at_me_is_plain(self) -> None:
        table = Table()
        before = picture(table.match).text()
        table.do(EAST, "look", at=NORTH)
        after = picture(table.match).text()
        assert before.count("looks at you") == 1
        assert after.count("looks at you") == 2
        assert after.count("( O O )") == 2

    @pytest.mark.parametrize("size", SIZES)
    def test_all_signs_have_room_in_the_palette_even_at_a_table_that_bluffs(self, size: tuple[int, int]) -> None:
        table = Table(**BLUFFS)
        canvas = picture(table.match, size=size)
        keys = {offer.key for offer in table.match.view(0).offers if offer.aside}
        assert len(keys) == len(SIGNS) + 2
        assert {"tab", *keys} <= set(canvas.places)

    def test_a_few_signs_are_shown_with_their_gestures(self) -> None:
        assert "d  Madame: tilt the head" in picture(Table("3C").match).text()

    def test_what_i_have_seen_and_given_stays_to_be_read(self) -> None:
        text = picture(aluette_laid.signing()).text()
        assert "Bo: Monsieur, 1 ace." in text
        assert "You: Grand 9." in text

    def test_in_little_room_what_is_played_goes_first_then_mine_and_then_names_get_short(self) -> None:
        table = Table(*aluette_laid.HANDS, **BLUFFS)
        told = []
        for sign in ("2O", "3O", "9C", "2B", "9O", "2S", "A1", "mordienne"):
            seat = NORTH if sign == "2O" else SOUTH
            aluette_laid.sign(table, seat, sign)
            if sign == "3O":
                table.play("8O 9O 3O 2S")
                table.do(CLOCK, "seen")
            told.append(picture(table.match).text())
        corner = [" ".join(line[1:24].strip() for line in text.splitlines()[3:5]).strip() for text in told]
        assert corner == [
            "You: Borgne.",
            "You: Borgne. Bo: ×Monsieur.",
            "You: Borgne. Bo: ×Monsieur, Grand 9.",
            "You: Borgne. Bo: Grand 9, Chêne.",
            "Bo: Grand 9, Chêne, Petit 9.",
            "Bo: Grand 9, Chêne, Petit 9, Écrit.",
            "Bo: Grand 9, Chêne, Petit 9, Écrit, 1 ace.",
            "Bo: Gr.9, Chêne, Pt.9, Écrit, 1 ace, bite.",
        ]

    def test_what_i_have_seen_is_broken_between_two_signs(self) -> None:
        table = Table("3C 9C AO AC", **BLUFFS)
        table.state.eyes[NORTH] = EAST
        for sign in ("3C", "9C", "A1"):
            aluette_laid.sign(table, EAST, sign)
        lines = [line[1:24].strip() for line in picture(table.match).text().splitlines()[3:5]]
        assert lines == ["Ada: Madame, Grand 9,", "1 ace."]

    def test_looks_and_signs_leave_marks_and_an_open_choice_alone(self) -> None:
        desk, table = desk_at(aluette_laid.signing())
        screens.press("3", desk, table)
        marked = desk.picker.chosen
        for key in ("j", "g"):
            screens.press(key, desk, table)
        table.act(WEST, b'{"type":"look","at":0}')
        assert desk.picker.chosen == marked != ()
        assert table.view.facts["eyes"][0] == EAST
        screens.press("3", desk, table)
        screens.press("p", desk, table)
        assert desk.picker.open is not None
        table.act(CLOCK, b'{"type":"lower","seat":0,"number":2}')
        screens.press("u", desk, table)
        assert desk.picker.open is not None
        screens.press("3", desk, table)
        assert table.view.zone("trick:0") == ("AO",)

    def test_every_sign_and_key_is_told_apart(self) -> None:
        assert set(SIGN_NAMES) == set(GESTURES) == set(SIGNS)
        for cells in (4, 7, 10, 13):
            assert len({sign_name(sign, cells, FINE) for sign in SIGNS}) == len(SIGNS)
            assert all(cell_len(sign_name(sign, cells, FINE)) <= max(cells, 6) for sign in SIGNS)


class TestMyHand:
    def test_no_card_has_the_key_of_an_offer_or_of_a_sheet(self) -> None:
        for view in VIEWS:
            held = marks(view)
            assert len(held) <= len(CARD_KEYS)
            keys = set(CARD_KEYS[: len(held)])
            offers = [offer.key for offer in view.offers]
            assert not keys & {*offers, *aluette.SHEETS}
            assert len(set(offers)) == len(offers)
            assert not set(offers) & set(aluette.SHEETS)

    def test_another_mark_takes_the_place_of_the_first_but_six_can_be_rejected(self) -> None:
        desk, table = desk_at(aluette_laid.signing())
        for key in "12":
            screens.press(key, desk, table)
        assert [desk.held.cards[spot] for spot in desk.picker.chosen] == ["2B"]
        desk, table = desk_at(aluette_laid.rejecting())
        for key in "1234567":
            screens.press(key, desk, table)
        assert len(desk.picker.chosen) == 6
        screens.press("p", desk, table)
        assert len(table.view.zone("hand:0")) == 9
        assert desk.picker.chosen == ()

    def test_a_card_can_be_chosen_before_it_is_my_turn(self) -> None:
        table = Table("KO", dealer=SOUTH)
        desk, near = desk_at(table.match)
        screens.press("1", desk, near)
        assert [desk.held.cards[spot] for spot in desk.picker.chosen] == ["KO"]
        near.act(WEST, bytes(kit.filled(near.match.view(WEST).offers[0], random.Random(1))))
        assert [desk.held.cards[spot] for spot in desk.picker.chosen] == ["KO"]
        screens.press("p", desk, near)
        assert near.view.zone("trick:0") == ("KO",)

    def test_a_hand_is_sorted_from_high_to_low(self) -> None:
        desk, _ = desk_at(Table("4C KO 2S AO 3C 9S 9C 3B 8O").match)
        assert " ".join(desk.held.cards[spot] for spot in desk.held.order) == "3C 9C 2S AO KO 9S 8O 4C 3B"


class TestTheDraw:
    def test_it_is_shown_in_the_order_in_which_the_rules_dealt_it(self) -> None:
        for seed in range(20):
            match, rng = Match(GAMES["aluette"], 4), random.Random(seed)
            act = kit.shuffled(match, rng)
            assert act is not None
            moved = [event for event, *_ in match.act(*act) if isinstance(event, Moved)]
            told = [(int(event.dst.zone.removeprefix("drawn:")), event.card) for event in moved]
            assert ceremony.dealt(match.view(None)) == told

    def test_the_cards_come_one_after_the_other_and_then_it_is_told_who_plays_with_whom(self) -> None:
        desk, table = desk_at(aluette_laid.drawn())
        for ticks in range(30):
            text = picture_of(desk, 80, 24, table.now + ticks * ceremony.CARD_S, []).text()
            cards = sum(text.count(suit) for suit in FINE.latin)
            assert cards == min(ticks, 23)
            assert desk.ticking == (ticks < 24)
            assert ("against" in text) == (cards == 23)
        assert "Bo deals first." in text

    def test_it_does_not_take_long(self) -> None:
        for view in VIEWS:
            if view.facts["step"] == ceremony.STEP:
                assert ceremony.lasts_s(view) < 13


def test_the_sheets_are_laid_on_the_trick_and_taken_away_by_their_keys() -> None:
    desk, table = desk_at(aluette_laid.signing())
    before = picture_of(desk, 80, 24, table.now, []).text()
    screens.press("o", desk, table)
    order = picture_of(desk, 80, 24, table.now, []).text()
    assert all(words in order for words in ("×3▼ Madame", "Grand-neuf", "A●▼║† aces", "8●▼║† 7●▼║†", "Deux d'écrit"))
    screens.press("r", desk, table)
    last = picture_of(desk, 80, 24, table.now, []).text()
    assert "last trick" in last
    assert "Ada wins" in last
    screens.press("r", desk, table)
    assert picture_of(desk, 80, 24, table.now, []).text() == before


def test_above_a_tour_the_order_of_cards_stands_in_six_rows() -> None:
    view = Table(dealer=NORTH).match.view(SOUTH)
    for glyphs in (FINE, PLAIN):
        text = drawn(view, WITH_A_TOUR, sheet="o", glyphs=glyphs).text()
        assert all(text.count(name(card, glyphs)[0]) for card in SINGLES)
        assert all(f" {rank}" in text for rank in "AKCV9876543")


def test_the_last_trick_makes_way_for_the_next_card_and_the_order_of_cards_stays() -> None:
    for sheet, stays in (("r", False), ("o", True)):
        desk, table = desk_at(aluette_laid.signing())
        screens.press(sheet, desk, table)
        table.act(WEST, b'{"type":"look","at":0}')
        assert desk.sheet == sheet
        screens.press("3", desk, table)
        screens.press("p", desk, table)
        assert (desk.sheet == sheet) == stays


def test_the_foot_tells_how_a_sheet_is_taken_away() -> None:
    desk, table = desk_at(aluette_laid.signing())
    for key, words in (("r", " r  back to the trick"), ("o", " o  back")):
        assert words not in picture_of(desk, 80, 24, table.now, []).text()
        screens.press(key, desk, table)
        assert words in picture_of(desk, 80, 24, table.now, []).text()


def test_nobody_writes_during_a_deal_unless_the_table_talks() -> None:
    for talk, silent in (("off", True), ("on", False)):
        desk, _ = desk_at(Table(table_talk=talk).match)
        desk.write()
        assert (desk.entry.text is None) == silent
        assert ("signs" in desk.refused) == silent


def test_the_headline_names_no_key_that_is_aside() -> None:
    table = Table(dealer=NORTH)
    text = picture(table.match).text()
    assert "It is Ada's turn." in text
    assert "You may press" not in text


def test_those_who_wait_are_told_who_is_asked_for_the_chant() -> None:
    table = Table(*aluette_laid.HANDS, chant="dealer", dealer=EAST)
    for viewer in (NORTH, None):
        text = picture(table.match, viewer).text()
        assert "Bo is asked for the chant." in text
        assert "It is Bo's turn." not in text
    assert "asked for the chant." not in picture(table.match, SOUTH).text()
    table.do(SOUTH, "yes")
    assert "Maximilian is asked for the chant." in picture(table.match, NORTH).text()


def test_named_cards_are_told_by_their_names() -> None:
    desk, table = desk_at(Table("3O").match)
    screens.press("1", desk, table)
    screens.press("p", desk, table)
    assert "Konstantina leads Monsieur." in picture_of(desk, 120, 40, table.now, []).text()
