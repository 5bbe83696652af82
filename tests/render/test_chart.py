"""The rating chart: refusals, names, the line through its points, what is marked, and the size of the file."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render import THEMES
from render.chart import FRAME, HEIGHT, WELL, WIDTH, Chart, area, compose_chart, draw_chart, spots
from render.text import signed
from render.theme import Colour, Theme, mix

from .papers import CHARTS, walk
from .reading import decode
from .test_contrast import contrast
from .test_names import NASTY

GOOD = CHARTS["few"]
HEADER = (0, 0, WIDTH, WELL[1] - 4)

WRONG: dict[str, tuple[Chart, str]] = {
    "theme": (replace(GOOD, theme="pink"), "unknown theme 'pink'"),
    "no point": (replace(GOOD, points=()), "at least one point"),
    "backwards": (replace(GOOD, points=((2.0, 1.0), (1.0, 1.0))), "time only goes forward, not from 2.0 to 1.0"),
    "twice": (replace(GOOD, points=((1.0, 1.0), (1.0, 2.0))), "time only goes forward"),
    "no number": (replace(GOOD, points=((1.0, math.nan),)), "not nan"),
    "endless": (replace(GOOD, points=((1.0, math.inf),)), "not inf"),
    "too high": (replace(GOOD, points=((1.0, 1e6),)), "at most 99999"),
    "never": (replace(GOOD, points=((math.inf, 1500.0),)), "finite time"),
    "too far": (replace(GOOD, points=((-1.7e308, 1500.0), (1.7e308, 1500.0))), "too far apart"),
}

themes = pytest.mark.parametrize("theme", THEMES)
nasty = pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())


def drawn(chart: Chart) -> Image.Image:
    return compose_chart(chart)


def has(image: Image.Image, colour: Colour, box: tuple[int, int, int, int]) -> bool:
    part = image.crop(box)
    return any(found == colour for _, found in part.getcolors(part.width * part.height) or ())


def near(x: float, y: float, reach: int) -> tuple[int, int, int, int]:
    return round(x) - reach, round(y) - reach, round(x) + reach, round(y) + reach


@pytest.mark.parametrize(("chart", "words"), WRONG.values(), ids=WRONG.keys())
def test_an_impossible_chart_is_refused_in_words(chart: Chart, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw_chart(chart)


@themes
@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS.keys())
def test_a_chart_is_a_small_file_of_the_right_shape(chart: Chart, theme: str) -> None:
    data = draw_chart(replace(chart, theme=theme))
    assert decode(data).size == (WIDTH, HEIGHT)
    assert len(data) <= 105 * 1000


@themes
@pytest.mark.parametrize("name", ["year", "two", "few", "equal", "falling", "long"])
def test_the_line_passes_through_its_points(name: str, theme: str) -> None:
    chart = replace(CHARTS[name], theme=theme)
    image, accent = drawn(chart), THEMES[theme].brass.face
    for (x, y), (when, rating) in zip(spots(chart), chart.points, strict=True):
        assert has(image, accent, near(x, y, 8)), (when, rating)


@pytest.mark.parametrize("name", ["year", "two", "few", "falling"])
def test_places_are_in_proportion_to_time_and_rating(name: str) -> None:
    chart = CHARTS[name]
    line = spots(chart)
    (x0, _), (x1, _) = line[0], line[-1]
    (when0, _), (when1, _) = chart.points[0], chart.points[-1]
    ratings = [rating for _, rating in chart.points]
    high, low = line[ratings.index(max(ratings))][1], line[ratings.index(min(ratings))][1]
    for (x, y), (when, rating) in zip(line, chart.points, strict=True):
        assert WELL[0] < x < WELL[2] and WELL[1] < y < WELL[3]
        assert (x - x0) / (x1 - x0) == pytest.approx((when - when0) / (when1 - when0))
        assert (low - y) / (low - high) == pytest.approx((rating - min(ratings)) / (max(ratings) - min(ratings)))


def test_grid_lines_lie_at_round_ratings() -> None:
    """The ratings of the chart are round, so its points lie on lines: a column without line or area shows them."""
    chart = Chart("", ((0.0, 1500.0), (1.0, 1600.0), (2.0, 1700.0)))
    image = drawn(chart)
    ground = THEMES["wood"].tray
    # Beside the shadow that falls in from the left and from above, above the flag of the lowest rating.
    lines = [y for y in range(WELL[1] + 20, WELL[3] - 60) if image.getpixel((WELL[0] + 20, y)) != ground]
    for _, y in spots(chart):
        assert round(y) in lines
    assert 3 <= len(lines) / 2 <= 7


def test_the_area_lies_below_the_line_only() -> None:
    chart = CHARTS["two"]
    image, soft = drawn(chart), area(THEMES["wood"])
    (x0, y0), (x1, y1) = spots(chart)
    middle, height = round((x0 + x1) / 2), round((y0 + y1) / 2)
    assert has(image, soft, (middle, height + 10, middle + 1, WELL[3]))
    assert not has(image, soft, (middle, WELL[1], middle + 1, height - 10))


def test_a_changed_rating_moves_only_the_line_beside_it() -> None:
    points = list(GOOD.points)
    points[7] = (points[7][0], points[7][1] + 3)
    box = ImageChops.difference(drawn(GOOD), drawn(replace(GOOD, points=tuple(points)))).getbbox()
    assert box
    before, after = spots(GOOD)[6][0], spots(GOOD)[8][0]
    assert before - 6 <= box[0] and box[2] <= after + 6 and WELL[1] <= box[1] and box[3] <= WELL[3]


def test_the_header_shows_the_newest_rating_and_the_change() -> None:
    """Charts with equal ends have equal headers, whatever lies between; another end shows."""
    ends = ((0.0, 1500.0), (5.0, 1550.2))
    straight = drawn(Chart("x", ends)).crop(HEADER)
    detour = drawn(Chart("x", (ends[0], (1.0, 1700.0), ends[1]))).crop(HEADER)
    higher = drawn(Chart("x", (ends[0], (5.0, 1551.0)))).crop(HEADER)
    later = drawn(Chart("x", ((0.0, 1499.0), ends[1]))).crop(HEADER)
    assert straight.tobytes() == detour.tobytes()
    assert ImageChops.difference(straight, higher).getbbox()
    changed = ImageChops.difference(straight, later).getbbox()
    assert changed and changed[2] < WIDTH - 150, "only the change differs, not the newest rating"


def test_signs() -> None:
    assert [signed(value) for value in (12, -3, 0)] == ["+12", "−3", "0"]


def test_highest_and_lowest_stand_under_flags_and_equal_ratings_under_one() -> None:
    tag = THEMES["wood"].cell_asked
    for name, flags in (("year", 2), ("few", 2), ("equal", 1), ("one", 1)):
        chart = CHARTS[name]
        image = drawn(chart)
        ratings = [rating for _, rating in chart.points]
        line = spots(chart)
        latest = len(ratings) - 1
        high, low = (latest - ratings[::-1].index(extreme) for extreme in (max(ratings), min(ratings)))
        above = has(image, tag, near(line[high][0], line[high][1] - 34, 16))
        below = has(image, tag, near(line[low][0], line[low][1] + 34, 16))
        assert above + below == flags and above, name


@themes
def test_the_newest_point_is_a_large_dot(theme: str) -> None:
    for chart in CHARTS.values():
        image = drawn(replace(chart, theme=theme))
        x, y = spots(chart)[-1]
        assert image.getpixel((round(x), round(y))) == THEMES[theme].brass.face
        assert has(image, THEMES[theme].text, near(x, y, 11))


def test_words_of_time_never_touch() -> None:
    words = tuple((float(day), f"{day} November") for day in range(14))
    image = drawn(replace(GOOD, ticks=words))
    rail = image.crop((0, WELL[3] + 6, WIDTH, HEIGHT - 3))
    bare = drawn(replace(GOOD, ticks=())).crop((0, WELL[3] + 6, WIDTH, HEIGHT - 3))
    mask = ImageChops.difference(rail, bare).convert("L")
    inked = [x for x in range(WIDTH) if mask.crop((x, 0, x + 1, mask.height)).getbbox()]
    assert inked[0] >= FRAME and inked[-1] < WIDTH - FRAME
    gaps = [after - before for before, after in itertools.pairwise(inked) if after - before > 20]
    assert 3 <= len(gaps) < 13, "some words were left out, and between the others there is air"


def test_words_outside_of_the_time_shown_are_left_out() -> None:
    ticks = ((-1.0, "before"), (3.0, "  "), (99.0, "after"))
    assert drawn(replace(GOOD, ticks=ticks)).tobytes() == drawn(replace(GOOD, ticks=())).tobytes()


def test_many_points_look_like_all_of_them() -> None:
    """A high and a low point among thousands are seen: thinning out keeps them."""
    points = [(float(at), 1500.0) for at in range(5000)]
    points[1234], points[3210] = (1234.0, 1650.0), (3210.0, 1350.0)
    chart = Chart("x", tuple(points))
    image = drawn(chart)
    for at in (1234, 3210):
        x, y = spots(chart)[at]
        assert has(image, THEMES["wood"].brass.face, near(x, (y + spots(chart)[0][1]) / 2, 8))


@nasty
def test_any_name_stays_in_its_box(text: str) -> None:
    chart = replace(GOOD, title=text, note=text, ticks=((0.0, text), (6.0, text), (13.0, text)))
    image, bare = decode(draw_chart(chart)), decode(draw_chart(replace(GOOD, title="", ticks=())))
    # Words may only show in the header and on the frame below the well, with notches above them.
    for box in ((0, WELL[1] - 16, WIDTH, WELL[3] - 12), (0, HEIGHT - 2, WIDTH, HEIGHT)):
        assert image.crop(box).tobytes() == bare.crop(box).tobytes()
    # The newest rating is never reached by them.
    right = (WIDTH - 170, 0, WIDTH, WELL[1] - 16)
    assert image.crop(right).tobytes() == bare.crop(right).tobytes()


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
def test_what_is_written_can_be_read(theme: Theme) -> None:
    strip = mix(theme.frame.light, theme.strip, 0.52) if theme.frame.figure else theme.strip
    pairs = [
        (theme.text, strip),
        (theme.text_quiet, strip),
        (theme.brass.face, strip),
        (theme.text, theme.cell_asked),
        (theme.number, theme.frame.light if theme.frame.figure else theme.frame.base),
    ]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    for ground in (theme.tray, area(theme), mix(theme.tray, theme.text, 0.17)):
        assert contrast(theme.brass.face, ground) >= 3, ground


def test_the_same_chart_gives_the_same_bytes() -> None:
    chart = Chart("Anna", walk(1, 300))
    first = draw_chart(chart)
    draw_chart(CHARTS["nasty"])
    assert draw_chart(chart) == first
