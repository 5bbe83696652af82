"""Rule 3 of the look: checkers stand out from the points, for every kind of colour vision."""

from __future__ import annotations

import math

import pytest

from render import THEMES, Material, Theme
from render.lastplay import ASIDE, ROLLED
from render.theme import Colour, mix

Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
# severity 1.0, applied to linear RGB.
VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(colour: Colour, vision: str) -> tuple[float, ...]:
    """A colour as somebody sees it, in linear RGB from 0 to 1."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    ]
    parts = (sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in VISIONS[vision])
    return tuple(min(1.0, max(0.0, part)) for part in parts)


def seen(colour: Colour, vision: str) -> tuple[float, ...]:
    """A colour as somebody sees it, in sRGB from 0 to 255."""
    return tuple(
        255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)
        for part in _linear(colour, vision)
    )


def luminance(colour: Colour, vision: str) -> float:
    """Relative luminance (WCAG 2) of a colour as somebody sees it."""
    red, green, blue = _linear(colour, vision)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour, vision: str = "normal") -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(one, vision), luminance(other, vision)))
    return (high + 0.05) / (low + 0.05)


def best(material: Material, ground: Colour, vision: str) -> float:
    """The contrast of a piece with its ground: by its face or by its rim."""
    return max(contrast(material.face, ground, vision), contrast(material.rim, ground, vision))


def grounds(theme: Theme) -> tuple[Colour, ...]:
    """Everything a checker lies on."""
    return (*theme.points, theme.felt, theme.pool, theme.bar.base, theme.tray)


themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
visions = pytest.mark.parametrize("vision", VISIONS)


def test_the_formula_knows_its_ends() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0, 128, 0), (0, 128, 0)) == pytest.approx(1)


@themes
@visions
@pytest.mark.parametrize("side", [0, 1])
def test_a_checker_stands_out_from_all_it_lies_on(theme: Theme, vision: str, side: int) -> None:
    for ground in grounds(theme):
        assert best(theme.material(side), ground, vision) >= 3, ground


@themes
@visions
def test_the_two_sides_differ(theme: Theme, vision: str) -> None:
    assert contrast(theme.light.face, theme.dark.face, vision) >= 3


@themes
@visions
def test_the_points_are_seen_and_told_apart(theme: Theme, vision: str) -> None:
    light, dark = theme.points
    assert contrast(light, dark, vision) >= 3
    for ground in (theme.felt, theme.pool):
        assert contrast(light, ground, vision) >= 1.8
        assert contrast(dark, ground, vision) >= 1.8 or theme is THEMES["dark"]


@themes
@visions
def test_the_bar_is_parted_from_the_felt_in_lightness(theme: Theme, vision: str) -> None:
    for felt in (theme.felt, theme.pool):
        assert contrast(theme.bar.base, felt, vision) >= (1.5 if vision == "normal" else 1.3)


@visions
def test_the_contrast_theme_is_one(vision: str) -> None:
    theme = THEMES["contrast"]
    for ground in grounds(theme):
        for side in (0, 1):
            assert best(theme.material(side), ground, vision) >= 4, ground
    for point in theme.points:
        assert contrast(point, theme.felt, vision) >= 3
    for ink, ground in written(theme):
        assert contrast(ink, ground, vision) >= 7, (ink, ground)


@themes
@visions
def test_the_last_play_is_seen_on_the_field(theme: Theme, vision: str) -> None:
    for ink in (theme.past, theme.now, theme.hit):
        for ground in (*theme.points, theme.felt, theme.pool, theme.bar.base):
            assert max(contrast(colour, ground, vision) for colour in (ink.colour, ink.edge)) >= 3, ground
        assert contrast(ink.colour, ink.edge, vision) >= 3


@themes
@visions
@pytest.mark.parametrize("strength", [ROLLED, ASIDE])
def test_a_faint_arrow_is_still_seen(theme: Theme, vision: str, strength: tuple[float, float]) -> None:
    for ground in grounds(theme):
        body, edge = (
            mix(ground, ink, share) for ink, share in zip((theme.past.colour, theme.past.edge), strength, strict=True)
        )
        assert max(contrast(body, ground, vision), contrast(edge, ground, vision)) >= 1.5, ground


@visions
def test_what_was_and_what_is_asked_are_told_apart(vision: str) -> None:
    """Blue against gold is the pair that every kind of colour vision tells apart, by hue where not by lightness."""
    for theme in THEMES.values():
        one, other = (seen(ink.colour, vision) for ink in (theme.past, theme.now))
        assert math.dist(one, other) >= 80


def written(theme: Theme) -> list[tuple[Colour, Colour]]:
    """Every ink with what it stands on."""
    strip = mix(theme.frame.light, theme.strip, 0.52) if theme.frame.figure else theme.strip
    cells = (theme.cell, theme.cell_asked)
    return [
        (theme.number, theme.frame.light if theme.frame.figure else theme.frame.base),
        (theme.text, theme.tray),
        (theme.text, theme.mat),
        (theme.text, strip),
        (theme.text_quiet, strip),
        (theme.text, theme.panel),
        (theme.text_quiet, theme.panel),
        (theme.bad, theme.panel),
        (theme.brass.face, theme.panel),
        (theme.brass.ink, theme.brass.face),
        (theme.brass.ink, theme.brass.top),
        (theme.now.edge, theme.now.colour),
        *((ink, theme.cell) for ink in (theme.text, theme.text_quiet, theme.now.colour, theme.good, theme.bad)),
        *((ink, cell) for ink in (theme.text, theme.text_quiet, theme.now.colour) for cell in cells),
        (theme.wax_ink, theme.wax),
        *((material.ink, material.face) for material in (theme.light, theme.dark)),
    ]


@themes
@visions
def test_what_is_written_can_be_read(theme: Theme, vision: str) -> None:
    for ink, ground in written(theme):
        assert contrast(ink, ground, vision) >= 4.5, (ink, ground)
    assert contrast(theme.now.colour, theme.panel, vision) >= 3, "the outline of who must act"
    # A faded word has to be made out, no more: it stands half-way to the ground (WCAG exempts what is inactive).
    assert contrast(mix(theme.text, theme.panel, 0.5), mix(theme.cell, theme.panel, 0.5), vision) >= 3
    # What is printed on pieces is large and bold, for which WCAG asks less.
    for ink, face in ((theme.light.ink, theme.light.block), (theme.dark.ink, theme.dark.block)):
        assert contrast(ink, face, vision) >= 3
