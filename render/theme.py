"""The themes, as data: every colour of the picture and nothing else.

A theme is one `Theme` in `THEMES`; a new one needs an entry here and a frozen palette in `palettes/`. The contrast of
checkers and points, also as seen with a colour vision deficiency, is held by a test.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Colour = tuple[int, int, int]

BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True)
class Material:
    """What a solid piece is made of: its face, its rim, and the ink of what is printed on it."""

    face: Colour
    rim: Colour
    ink: Colour


@dataclass(frozen=True)
class Theme:
    """The colours of a picture. `ringed` prints a ring on dark checkers, a second sign besides their colour."""

    frame: Colour
    frame_light: Colour
    frame_shade: Colour
    well: Colour
    felt: Colour
    points: tuple[Colour, Colour]
    light: Material
    dark: Material
    cube: Material
    number: Colour
    strip: Colour
    strip_on_turn: Colour
    cell: Colour
    text: Colour
    text_quiet: Colour
    tag: Colour
    accent: Colour
    accent_ink: Colour
    good: Colour
    bad: Colour
    arrow: Colour
    arrow_edge: Colour
    hit: Colour
    ringed: bool = False

    def material(self, side: int) -> Material:
        """What checkers and dice are made of: 0 the light ones, which the bottom player usually has, 1 the dark."""
        return self.dark if side else self.light


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with a share (0 to 1) of `other` mixed in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "wood": Theme(
            frame=(112, 68, 39),
            frame_light=(150, 98, 60),
            frame_shade=(66, 37, 20),
            well=(49, 28, 16),
            felt=(228, 206, 168),
            points=((186, 98, 64), (124, 132, 100)),
            light=Material((250, 242, 226), (126, 102, 72), (62, 42, 32)),
            dark=Material((52, 36, 31), (20, 12, 10), (252, 236, 208)),
            cube=Material((250, 246, 236), (112, 104, 92), (49, 28, 16)),
            number=(252, 236, 208),
            strip=(54, 31, 18),
            strip_on_turn=(88, 53, 31),
            cell=(76, 46, 28),
            text=(250, 242, 226),
            text_quiet=(214, 188, 156),
            tag=(112, 68, 39),
            accent=(255, 198, 70),
            accent_ink=(49, 28, 16),
            good=(150, 220, 130),
            bad=(255, 160, 130),
            arrow=(18, 104, 190),
            arrow_edge=(255, 255, 255),
            hit=(206, 28, 36),
        ),
        "dark": Theme(
            frame=(47, 51, 61),
            frame_light=(74, 80, 94),
            frame_shade=(22, 25, 31),
            well=(18, 20, 25),
            felt=(28, 32, 40),
            points=((50, 58, 75), (26, 70, 79)),
            light=Material((240, 236, 226), (150, 142, 126), (48, 44, 38)),
            dark=Material((206, 70, 60), (255, 162, 150), (255, 246, 242)),
            cube=Material((248, 248, 250), (128, 130, 138), (22, 25, 31)),
            number=(216, 222, 234),
            strip=(22, 25, 31),
            strip_on_turn=(40, 46, 58),
            cell=(36, 41, 51),
            text=(241, 244, 250),
            text_quiet=(166, 174, 190),
            tag=(58, 65, 80),
            accent=(96, 202, 255),
            accent_ink=(12, 24, 34),
            good=(122, 224, 140),
            bad=(255, 152, 146),
            arrow=(255, 206, 74),
            arrow_edge=(18, 20, 25),
            hit=(255, 140, 240),
        ),
        "contrast": Theme(
            frame=(30, 32, 38),
            frame_light=(70, 74, 84),
            frame_shade=(0, 0, 0),
            well=(0, 0, 0),
            felt=(236, 238, 242),
            points=((168, 178, 192), (206, 212, 220)),
            light=Material((255, 255, 255), (0, 0, 0), (0, 0, 0)),
            dark=Material((0, 62, 140), (0, 20, 60), (255, 255, 255)),
            cube=Material((255, 232, 120), (120, 100, 0), (0, 0, 0)),
            number=(255, 255, 255),
            strip=(0, 0, 0),
            strip_on_turn=(34, 38, 48),
            cell=(30, 34, 42),
            text=(255, 255, 255),
            text_quiet=(206, 212, 220),
            tag=(58, 62, 72),
            accent=(255, 208, 0),
            accent_ink=(0, 0, 0),
            good=(120, 230, 255),
            bad=(255, 170, 120),
            arrow=(255, 144, 0),
            arrow_edge=(0, 0, 0),
            hit=(255, 92, 150),
            ringed=True,
        ),
    }
)
