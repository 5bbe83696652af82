"""Rule 3 of the look: checkers stand out from the points, for every kind of colour vision."""

from __future__ import annotations

import pytest

from render import THEMES, Material, Theme
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


def luminance(colour: Colour, vision: str) -> float:
    """Relative luminance (WCAG 2) of a colour as somebody sees it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in colour)
    ]
    seen = [sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in VISIONS[vision]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour, vision: str = "normal") -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(one, vision), luminance(other, vision)))
    return (high + 0.05) / (low + 0.05)


def best(material: Material, ground: Colour, vision: str) -> float:
    """The contrast of a piece with its ground: by its face or by its rim."""
    return max(contrast(material.face, ground, vision), contrast(material.rim, ground, vision))


themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
visions = pytest.mark.parametrize("vision", VISIONS)


def test_the_formula_knows_its_ends() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0, 128, 0), (0, 128, 0)) == pytest.approx(1)


@themes
@visions
@pytest.mark.parametrize("side", [0, 1])
def test_a_checker_stands_out_from_both_points_and_the_field(theme: Theme, vision: str, side: int) -> None:
    for ground in (*theme.points, theme.felt):
        assert best(theme.material(side), ground, vision) >= 3, ground


@themes
@visions
def test_the_two_sides_differ(theme: Theme, vision: str) -> None:
    assert contrast(theme.light.face, theme.dark.face, vision) >= 3


@themes
@visions
def test_the_last_play_is_seen_on_the_field(theme: Theme, vision: str) -> None:
    for ground in (*theme.points, theme.felt):
        assert max(contrast(colour, ground, vision) for colour in (theme.arrow, theme.arrow_edge)) >= 3, ground
    assert contrast(theme.arrow, theme.arrow_edge, vision) >= 3
    assert contrast(theme.hit, theme.arrow_edge, vision) >= 3


@themes
@visions
def test_what_is_written_can_be_read(theme: Theme, vision: str) -> None:
    pairs = [
        (theme.number, theme.frame),
        (theme.number, theme.well),
        (theme.text, theme.strip),
        (theme.text, theme.strip_on_turn),
        (theme.text_quiet, theme.strip_on_turn),
        (theme.accent, theme.strip_on_turn),
        (theme.text, theme.tag),
        (theme.accent_ink, theme.accent),
        *((ink, theme.cell) for ink in (theme.text, theme.text_quiet, theme.accent, theme.good, theme.bad)),
    ]
    for ink, ground in pairs:
        assert contrast(ink, ground, vision) >= 4.5, (ink, ground)
    assert contrast(theme.accent, theme.strip, vision) >= 3, "the outline of who must act"
    # A faded word has to be made out, no more: it stands half-way to the ground (WCAG exempts what is inactive).
    assert contrast(mix(theme.text, theme.strip, 0.5), mix(theme.cell, theme.strip, 0.5), vision) >= 3
    # What is printed on pieces is large and bold, for which WCAG asks less.
    for material in (theme.light, theme.dark, theme.cube):
        assert contrast(material.ink, material.face, vision) >= 3, material
