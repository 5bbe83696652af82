"""Themes as data: every colour of a picture and properties of materials, such as the width of a rim.

A theme is one `Theme` in `THEMES`; a new one needs an entry here and a frozen palette in `palettes/`. Gold marks what
is asked now, blue what was played, coral what was hit. Contrast, also with colour vision deficiencies, is tested.
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
    """The material of a piece: face, rim, and ink of its print.

    `lit` and `shaded` are its face in the light and away from it, `groove` the line turned into it. The rim is `wide`
    pixels wide; with an `edge` it is a ring just inside of that. Dice and cubes are of the same material, their larger
    faces in the colour `block`.
    """

    face: Colour
    rim: Colour
    ink: Colour
    lit: Colour
    shaded: Colour
    groove: Colour
    block: Colour
    wide: float = 2.4
    edge: Colour | None = None


@dataclass(frozen=True)
class Grain:
    """A wood, from its darkest streak to its lightest; plain without `figure`."""

    dark: Colour
    base: Colour
    light: Colour
    figure: bool = True


@dataclass(frozen=True)
class Metal:
    """A metal plate with a gradient from top to bottom, and the ink on it."""

    top: Colour
    face: Colour
    foot: Colour
    ink: Colour


@dataclass(frozen=True)
class Ink:
    """The colour of a mark and of its edge, which separates it from any background."""

    colour: Colour
    edge: Colour


@dataclass(frozen=True)
class Theme:
    """The colours of a picture.

    `frame` and `bar` are woods; `strip` lies over that of the frame where names stand. `shade` falls into everything
    that is sunk. `number` stands on the frame, `text` and `text_quiet` on strips, panels and cells.
    """

    frame: Grain
    bar: Grain
    strip: Colour
    felt: Colour
    pool: Colour
    points: tuple[Colour, Colour]
    tray: Colour
    shade: Colour
    light: Material
    dark: Material
    brass: Metal
    number: Colour
    text: Colour
    text_quiet: Colour
    panel: Colour
    cell: Colour
    cell_asked: Colour
    past: Ink
    now: Ink
    hit: Ink
    good: Colour
    bad: Colour
    wax: Colour
    wax_ink: Colour

    @property
    def mat(self) -> Colour:
        """The felt under papers, on which text stands."""
        return self.felt if self.frame.figure else self.tray

    def material(self, side: int) -> Material:
        """The material of checkers and dice: 0 light, usually the bottom player's, 1 dark."""
        return self.dark if side else self.light


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` mixed with a share (0 to 1) of `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


_BRASS = Metal(top=(255, 226, 146), face=(246, 196, 84), foot=(196, 138, 40), ink=(46, 26, 10))
_YELLOW = Metal(top=(255, 224, 64), face=(255, 214, 0), foot=(244, 200, 0), ink=BLACK)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        # Walnut and felt, ivory and ebony.
        "wood": Theme(
            frame=Grain((50, 29, 17), (68, 40, 24), (90, 56, 34)),
            bar=Grain((156, 108, 62), (190, 138, 84), (210, 162, 108)),
            strip=(24, 12, 6),
            felt=(46, 113, 97),
            pool=(53, 122, 106),
            points=((198, 162, 110), (18, 62, 55)),
            tray=(28, 76, 65),
            shade=(4, 22, 18),
            light=Material(
                face=(252, 243, 224),
                rim=(74, 50, 28),
                ink=(52, 34, 22),
                lit=(255, 253, 246),
                shaded=(188, 160, 120),
                groove=(196, 150, 84),
                block=(250, 240, 221),
            ),
            dark=Material(
                face=(24, 20, 21),
                rim=(214, 172, 116),
                ink=(255, 240, 214),
                lit=(112, 100, 96),
                shaded=(6, 4, 6),
                groove=(152, 120, 82),
                block=(46, 39, 39),
                wide=3,
                edge=(8, 5, 6),
            ),
            brass=_BRASS,
            number=(255, 244, 224),
            text=(255, 244, 224),
            text_quiet=(222, 194, 158),
            panel=(38, 22, 13),
            cell=(68, 42, 26),
            cell_asked=(96, 62, 36),
            past=Ink((112, 206, 255), (8, 34, 56)),
            now=Ink((255, 206, 74), (60, 32, 0)),
            hit=Ink((255, 116, 92), (44, 2, 0)),
            good=(150, 226, 140),
            bad=(255, 158, 134),
            wax=(176, 34, 34),
            wax_ink=(255, 232, 214),
        ),
        # Smoked oak and midnight felt, pearl and garnet.
        "dark": Theme(
            frame=Grain((24, 25, 29), (35, 36, 42), (50, 52, 60)),
            bar=Grain((56, 60, 70), (73, 78, 90), (94, 100, 114)),
            strip=(10, 10, 13),
            felt=(33, 44, 63),
            pool=(38, 52, 73),
            points=((84, 101, 132), (14, 19, 29)),
            tray=(22, 29, 43),
            shade=(3, 5, 10),
            light=Material(
                face=(238, 237, 233),
                rim=(46, 50, 62),
                ink=(34, 38, 50),
                lit=(255, 255, 255),
                shaded=(152, 152, 158),
                groove=(150, 156, 172),
                block=(236, 235, 231),
            ),
            dark=Material(
                face=(146, 30, 42),
                rim=(255, 196, 186),
                ink=(255, 240, 236),
                lit=(222, 104, 104),
                shaded=(82, 10, 20),
                groove=(226, 124, 116),
                block=(156, 36, 48),
                wide=3,
                edge=(40, 4, 10),
            ),
            brass=Metal(top=(250, 222, 156), face=(234, 186, 92), foot=(184, 130, 48), ink=(38, 22, 8)),
            number=(232, 236, 244),
            text=(241, 244, 250),
            text_quiet=(178, 186, 202),
            panel=(17, 18, 22),
            cell=(38, 40, 48),
            cell_asked=(62, 64, 74),
            past=Ink((120, 212, 255), (4, 18, 34)),
            now=Ink((255, 210, 92), (46, 26, 0)),
            hit=Ink((255, 142, 120), (44, 2, 2)),
            good=(142, 228, 150),
            bad=(255, 164, 150),
            wax=(186, 42, 52),
            wax_ink=(255, 236, 230),
        ),
        # Black and white on one grey: every piece 4 : 1 and every point 3 : 1 from what it lies on, every word 7 : 1.
        "contrast": Theme(
            frame=Grain((0, 0, 0), (14, 15, 18), (92, 96, 104), figure=False),
            bar=Grain((0, 0, 0), (38, 40, 46), (104, 108, 116), figure=False),
            strip=(0, 0, 0),
            felt=(110, 110, 110),
            pool=(110, 110, 110),
            points=((206, 206, 206), (30, 30, 30)),
            tray=(44, 46, 50),
            shade=(0, 0, 0),
            light=Material(
                face=WHITE,
                rim=BLACK,
                ink=BLACK,
                lit=WHITE,
                shaded=(214, 214, 214),
                groove=(150, 150, 150),
                block=WHITE,
                wide=5,
            ),
            dark=Material(
                face=BLACK,
                rim=WHITE,
                ink=WHITE,
                lit=(58, 58, 58),
                shaded=BLACK,
                groove=(120, 120, 120),
                block=BLACK,
                wide=5,
                edge=BLACK,
            ),
            brass=_YELLOW,
            number=WHITE,
            text=WHITE,
            text_quiet=(224, 228, 234),
            panel=BLACK,
            cell=(24, 27, 32),
            cell_asked=(44, 48, 56),
            past=Ink((90, 220, 255), BLACK),
            now=Ink((255, 214, 0), BLACK),
            hit=Ink((255, 132, 66), BLACK),
            good=(120, 240, 255),
            bad=(255, 176, 130),
            wax=(150, 20, 20),
            wax_ink=WHITE,
        ),
    }
)
