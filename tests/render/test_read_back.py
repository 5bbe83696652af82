"""Leaderboards, crosstables, brackets and cards are read back: every number is found where it belongs.

A template is a place of a picture in which all places show the same; the nearest of all that can be is what is read.
"""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render import THEMES
from render.bracket import Bracket, BracketSide, Match, compose_bracket
from render.crosstable import CrossCell, CrossGrid, compose_crosstable
from render.layout import FRAME, WIDTH
from render.person import cell, compose_person
from render.ranking import compose_ranking, top

from .papers import BRACKETS, CROSSTABLES, PEOPLE, RANKINGS
from .reading import Box, apart

themes = pytest.mark.parametrize("theme", THEMES)


def nearest(picture: Image.Image, box: Box, templates: Mapping[str, Image.Image]) -> str:
    part = picture.crop(box)
    return min(templates, key=lambda each: apart(part, templates[each].crop(box)))


@themes
def test_the_values_and_changes_of_a_leaderboard(theme: str) -> None:
    shown = replace(RANKINGS["ten"], theme=theme)
    picture = compose_ranking(shown)

    def alike(**fields: object) -> Image.Image:
        rows = tuple(replace(row, **fields) for row in shown.rows)  # pyright: ignore[reportArgumentType]
        return compose_ranking(replace(shown, rows=rows))

    values = {row.value: alike(value=row.value) for row in shown.rows}
    changes = {f"{change}": alike(change=change) for change in range(-15, 16, 3)}
    for index, row in enumerate(shown.rows):
        high, low = top(index), top(index + 1)
        assert nearest(picture, (WIDTH - FRAME - 230, high, WIDTH - FRAME, low), values) == row.value
        assert nearest(picture, (WIDTH - FRAME - 350, high, WIDTH - FRAME - 230, low), changes) == f"{row.change}"


@themes
@pytest.mark.parametrize("name", ["of 8", "of 10"])
def test_the_points_of_a_crosstable(name: str, theme: str) -> None:
    shown = replace(CROSSTABLES[name], theme=theme)
    picture, grid = compose_crosstable(shown), CrossGrid(len(shown.rows))

    def alike(each: CrossCell | None) -> Image.Image:
        rows = tuple(
            replace(row, cells=tuple(None if other == place else each for other in range(grid.count)))
            for place, row in enumerate(shown.rows)
        )
        return compose_crosstable(replace(shown, rows=rows))

    templates = {f"{points} {won}": alike(CrossCell(f"{points}", won)) for points in range(8) for won in (True, False)}
    templates["open"] = alike(None)
    for place, row in enumerate(shown.rows):
        for other, each in enumerate(row.cells):
            if other != place:
                found = nearest(picture, grid.cell(place, other), templates)
                assert found == (f"{each.points} {each.won}" if each else "open"), (place, other)


@themes
@pytest.mark.parametrize("name", ["eleven", "full"])
def test_the_points_of_a_bracket(name: str, theme: str) -> None:
    shown = replace(BRACKETS[name], theme=theme)
    picture = compose_bracket(shown)
    templates = {
        f"{points}": compose_bracket(with_points(shown, lambda side, points=points: f"{points}")) for points in range(8)
    }
    places: set[Box] = set()
    sides = (side for part in shown.rounds for match in part.matches for side in match if side.points)
    for each in sides:
        other = with_points(shown, lambda side, each=each: "8" if side is each else side.points)
        box = ImageChops.difference(picture, compose_bracket(other)).getbbox()
        assert box and box not in places
        places.add(box)
        assert nearest(picture, box, templates) == each.points


def with_points(shown: Bracket, points: Callable[[BracketSide], str]) -> Bracket:
    """The same with other points where a match has been decided."""

    def match(pair: Match) -> Match:
        one, other = (replace(side, points=points(side)) if side.points else side for side in pair)
        return one, other

    return replace(shown, rounds=tuple(replace(each, matches=tuple(map(match, each.matches))) for each in shown.rounds))


@themes
def test_the_figures_of_a_card(theme: str) -> None:
    shown = replace(PEOPLE["all"], theme=theme)
    picture = compose_person(shown)
    for row, line in enumerate(shown.figures):
        templates = {
            other.value: compose_person(
                replace(shown, figures=(*shown.figures[:row], tuple(replace(each, value=other.value) for each in line),
                                        *shown.figures[row + 1 :])))
            for every in shown.figures for other in every
        }  # fmt: skip
        for place, each in enumerate(line):
            assert nearest(picture, cell(shown, row, place), templates) == each.value
    ratings = {f"{rating}": compose_person(replace(shown, rating=f"{rating}")) for rating in range(1640, 1650)}
    assert nearest(picture, (FRAME, 84, 300, 200), ratings) == shown.rating
