"""The score sheet: refusals, names, that every figure has its cell, folding, and the size of the file."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render import THEMES
from render.frame import zebra
from render.layout import FRAME, STRIP, WIDTH
from render.sheet import (
    LARGEST,
    GameRow,
    Grid,
    Mark,
    Sheet,
    arranged,
    carried,
    compose_sheet,
    draw_sheet,
    ink,
    loss,
    sign,
)
from render.theme import Theme, mix

from .papers import NAMES, SHEETS, WORDS, chouette
from .reading import decode
from .test_contrast import contrast
from .test_names import NASTY

GOOD = SHEETS["five"]
SHORT = GameRow("7", (1, -1), (None,) * 5)

WRONG: dict[str, tuple[Sheet, str]] = {
    "theme": (replace(GOOD, theme="pink"), "unknown theme 'pink'"),
    "alone": (Sheet("", ("Anna",), (), ""), "2 to 12 players, not 1"),
    "crowd": (Sheet("", ("Anna",) * 13, (), ""), "2 to 12 players, not 13"),
    "points": (replace(GOOD, games=(SHORT,)), "game '7' has 2 points for 5 players"),
    "marks": (replace(GOOD, games=(GameRow("8", (0,) * 5, ()),)), "game '8' has 0 marks for 5 players"),
    "too many points": (replace(GOOD, games=(GameRow("9", (10**10,) * 5, (None,) * 5),)), "more than any game"),
    "legend": (replace(GOOD, legend=(WORDS[0], WORDS[0])), "explains a mark twice"),
}

themes = pytest.mark.parametrize("theme", THEMES)
nasty = pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
Box = tuple[int, int, int, int]


def drawn(sheet: Sheet) -> Image.Image:
    return compose_sheet(sheet)


def with_points(sheet: Sheet, game: int, seat: int, points: int | None) -> Sheet:
    row = sheet.games[game]
    changed = replace(row, points=(*row.points[:seat], points, *row.points[seat + 1 :]))
    return replace(sheet, games=(*sheet.games[:game], changed, *sheet.games[game + 1 :]))


def changed_cells(one: Sheet, other: Sheet) -> set[tuple[int, int]]:
    """The cells (row, column) in which two sheets differ; row -1 is that of the totals. Nothing else may differ."""
    grid: Grid = arranged(one)[1]
    assert grid == arranged(other)[1]
    apart = ImageChops.difference(drawn(one), drawn(other))
    found: set[tuple[int, int]] = set()
    for row, seat in itertools.product(range(-1, grid.rows), range(grid.columns)):
        left, top, right, bottom = grid.cell(row, seat)
        box = (left, grid.bottom + 3, right, grid.bottom + 64) if row < 0 else (left, top, right, bottom)
        if apart.crop(box).getbbox():
            found.add((row, seat))
        apart.paste((0, 0, 0), box)
    assert apart.getbbox() is None, "something outside of the cells differs"
    return found


@pytest.mark.parametrize(("sheet", "words"), WRONG.values(), ids=WRONG.keys())
def test_an_impossible_sheet_is_refused_in_words(sheet: Sheet, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw_sheet(sheet)


@themes
@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS.keys())
def test_a_sheet_is_a_small_file_of_the_right_shape(sheet: Sheet, theme: str) -> None:
    data = draw_sheet(replace(sheet, theme=theme))
    width, height = decode(data).size
    assert width == WIDTH and height <= 1500
    assert len(data) <= 105 * 1000


@pytest.mark.parametrize("players", range(2, 13))
def test_a_hundred_games_of_any_number_of_players_are_a_small_picture(players: int) -> None:
    data = draw_sheet(Sheet("", NAMES[:players], chouette(players, players, 100), "Total", "", WORDS))
    assert decode(data).height <= 1500
    assert len(data) <= 105 * 1000


@pytest.mark.parametrize("name", ["five", "twelve", "large"])
def test_a_players_points_change_his_cells_from_there_on_and_his_total(name: str) -> None:
    sheet = replace(SHEETS[name], games=SHEETS[name].games[:9])
    changed = with_points(sheet, 2, 0, (sheet.games[2].points[0] or 0) + 1)
    assert sheet.leaders() == changed.leaders()
    played = {row for row in range(2, len(sheet.games)) if sheet.games[row].points[0] is not None}
    assert changed_cells(sheet, changed) == {(row, 0) for row in (*played, -1)}


def test_points_moved_from_one_game_to_the_next_leave_the_later_rows_and_the_total() -> None:
    sheet = SHEETS["two"]
    changed = with_points(with_points(sheet, 0, 0, 1), 1, 0, 0)
    assert changed_cells(sheet, changed) == {(0, 0), (1, 0)}


@pytest.mark.parametrize("mark", Mark)
def test_a_mark_changes_only_its_cell(mark: Mark) -> None:
    row = replace(GOOD.games[3], marks=(None,) * 5)
    sheet = replace(GOOD, games=(*GOOD.games[:3], row, *GOOD.games[4:]))
    marked = replace(row, marks=(None, None, mark, None, None))
    assert changed_cells(sheet, replace(sheet, games=(*GOOD.games[:3], marked, *GOOD.games[4:]))) == {(3, 2)}


def test_who_was_away_shows_neither_points_nor_a_running_total() -> None:
    sheet = Sheet("", ("a", "b"), tuple(GameRow(str(n), (n, -n), (None, None)) for n in range(1, 5)), "Total")
    away = with_points(with_points(sheet, 0, 1, None), 1, 1, None)
    image, box = drawn(away), arranged(away)[1].cell(0, 1)
    # The shadow of the frame falls into the first row.
    cell = image.crop((box[0] + 16, box[1] + 19, box[2] - 16, box[3]))
    inked = ImageChops.difference(cell, Image.new("RGB", cell.size, look("wood").panel)).getbbox()
    assert inked and inked[2] - inked[0] < 10 and inked[3] - inked[1] < 10, "nothing but a dot"


def look(theme: str) -> Theme:
    return THEMES[theme]


@themes
def test_only_leaders_stand_on_a_bright_plate(theme: str) -> None:
    games = (GameRow("1", (4, 4, -8), (None,) * 3),)
    for played, leaders in (((), set[int]()), (games, {0, 1})):
        sheet = Sheet("", ("a", "b", "c"), played, "Total", theme=theme)
        image, grid = drawn(sheet), arranged(sheet)[1]
        for seat in range(3):
            left, _, right, _ = grid.cell(0, seat)
            foot = image.crop((left, grid.bottom + 3, right, grid.bottom + 64)).getcolors(1 << 16) or ()
            assert (seat in leaders) == any(colour == look(theme).brass.face for _, colour in foot)
        assert sheet.leaders() == leaders


@pytest.mark.parametrize("name", SHEETS)
def test_folding_keeps_the_sums(name: str) -> None:
    sheet = SHEETS[name]
    for most in (2, 5, 17, 26):
        rows = carried(sheet.games, most)
        assert len(rows) == min(most, len(sheet.games))
        assert replace(sheet, games=rows).totals() == sheet.totals()
        if len(sheet.games) > most:
            assert rows[0].label == f"1–{len(sheet.games) - most + 1}"
            assert rows[1:] == sheet.games[-most + 1 :]
            assert rows[0].marks == (None,) * len(sheet.players)


def test_folding_tells_who_was_away_from_who_came_out_even() -> None:
    games = tuple(GameRow(str(n), (n % 2 * 2 - 1, None), (None, None)) for n in range(4))
    assert carried(games, 2)[0] == GameRow("0–2", (-1, None), (None, None))
    assert carried(games[:3], 2)[0].points == (0, None)


def test_a_folded_sheet_runs_on_from_what_is_carried_forward() -> None:
    """Points moved within the folded games change nothing; points added there change every running total."""
    sheet = SHEETS["hundred"]
    one, other = [game for game in range(3, 70) if sheet.games[game].points[0] is not None][:2]
    more, less = (sheet.games[one].points[0] or 0) + 1, (sheet.games[other].points[0] or 0) - 1
    assert not changed_cells(sheet, with_points(with_points(sheet, one, 0, more), other, 0, less))
    rows = {row for row, game in enumerate(arranged(sheet)[0]) if game.points[0] is not None}
    assert changed_cells(sheet, with_points(sheet, one, 0, more)) == {(row, 0) for row in (*rows, -1)}


def test_nothing_is_folded_while_there_is_room() -> None:
    sheet = replace(SHEETS["hundred"], games=SHEETS["hundred"].games[:26])
    assert arranged(sheet)[0] == sheet.games


@pytest.mark.parametrize("name", SHEETS)
def test_figures_keep_to_their_columns(name: str) -> None:
    _, grid = arranged(SHEETS[name])
    for seat in range(grid.columns):
        left, points, running = grid.edges(seat)
        assert grid.left(seat) <= left <= points <= running <= grid.left(seat + 1)
        assert points - grid.points.width >= left + grid.mark
    assert grid.points.size >= 22 and grid.running.size >= 22


def test_absurd_points_become_small_rather_than_wrong() -> None:
    rows = tuple(
        GameRow(str(n), tuple((-1) ** seat * LARGEST for seat in range(12)), (Mark.BOX,) * 12) for n in range(20)
    )
    sheet = Sheet("", NAMES, rows, "Total", "", WORDS)
    _, grid = arranged(sheet)
    assert grid.points.width <= grid.room - grid.mark and grid.running.width <= grid.room
    draw_sheet(sheet)


@nasty
@pytest.mark.parametrize("columns", [2, 12])
def test_any_name_stays_in_its_box(text: str, columns: int) -> None:
    games = chouette(4, columns, 3)
    words = tuple((mark, text) for mark in Mark)
    sheet = Sheet(text, (text,) * columns, tuple(replace(game, label=text) for game in games), text, text, words)
    plain = Sheet("", ("x",) * columns, games, "", "", tuple((mark, "") for mark in Mark))
    image, bare, grid = decode(draw_sheet(sheet)), decode(draw_sheet(plain)), arranged(plain)[1]
    well = (grid.cell(0, 0)[0] - 3, grid.top - 3, WIDTH, grid.bottom + 66)
    assert image.crop(well).tobytes() == bare.crop(well).tobytes()
    # Names keep to their columns: the rules between them, prolonged to the frame above, stay free.
    head = (0, STRIP + 2, WIDTH, grid.top - 3)
    for seat in range(columns + 1):
        x = round(grid.left(seat))
        between = (x - 3, head[1], x + 3, head[3])
        assert image.crop(between).tobytes() == bare.crop(between).tobytes()
    # The same holds for the frame beside the well, and the first pixels of title and legend.
    edge = (0, 0, 6, image.height)
    assert image.crop(edge).tobytes() == bare.crop(edge).tobytes()
    right = (WIDTH - FRAME + 3, 0, WIDTH, image.height)
    assert image.crop(right).tobytes() == bare.crop(right).tobytes()


def test_the_legend_shows_every_mark_it_explains_and_a_sheet_without_one_has_no_strip_for_it() -> None:
    image = drawn(GOOD)
    legend = image.crop((0, image.height - STRIP, WIDTH, image.height))
    colours = {colour for _, colour in legend.getcolors(1 << 16) or ()}
    assert {ink(mark, look("wood")) for mark in Mark} <= colours
    assert drawn(replace(GOOD, legend=())).height == image.height - STRIP


def test_marks_differ_in_shape() -> None:
    for one, other in itertools.combinations(Mark, 2):
        apart = ImageChops.difference(sign(one), sign(other))
        assert sum(level * count for level, count in enumerate(apart.histogram())) > 255 * 60, (one, other)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
def test_what_is_written_can_be_read(theme: Theme) -> None:
    grounds = (theme.panel, zebra(theme), theme.cell_asked)
    strip = mix(theme.frame.light, theme.strip, 0.52) if theme.frame.figure else theme.strip
    frame = theme.frame.light if theme.frame.figure else theme.frame.base
    pairs = [(word, ground) for word in (theme.text, theme.text_quiet, loss(theme)) for ground in grounds]
    pairs += [(theme.number, frame), (theme.brass.ink, theme.brass.face)]
    pairs += [(theme.text, strip), (theme.text_quiet, strip)]
    for word, ground in pairs:
        assert contrast(word, ground) >= 4.5, (word, ground)
    for mark, ground in itertools.product(Mark, (*grounds[:2], strip)):
        assert contrast(ink(mark, theme), ground) >= 3, mark
