"""Where everything lies: the measures of the picture and the centres of points, bar, tray and cubes.

All lengths are pixels of a picture 1100 wide; the checker's diameter drives them. A *seat* is a place in the picture
(0 bottom, 1 top), as opposed to a *side*, which is a player. Points are counted from the seat's own side; what holds
for the bottom seat is mirrored for the top one, so bearing off is always at the right.
"""

from __future__ import annotations

CHECKER = 74
DIE = 74
DIE_PITCH = 88
CUBE = 78
OFFERED_CUBE = 112
EXTRA_CUBE = 40

WIDTH = 1100
STRIP = 62
RAIL = 32
FRAME = 22
COLUMN = CHECKER + 1
BAR = 88
STACK = 5
# Checkers of a stack overlap a little: five of them leave room for dice between two stacks.
PITCH = 67
GAP = 86
PLAY = 2 * ((STACK - 1) * PITCH + CHECKER) + GAP
POINT = 316

HALF = 6 * COLUMN
BAR_LEFT = FRAME + HALF
# The left end of the half in which a seat's dice lie: each to the right of its player.
HALVES = (BAR_LEFT + BAR, FRAME)
POST = 10
OFF_TRAY = 62
OFF_TRAY_LEFT = HALVES[0] + HALF + POST

PLAY_TOP = STRIP + RAIL
PLAY_BOTTOM = PLAY_TOP + PLAY
MIDDLE = (PLAY_TOP + PLAY_BOTTOM) // 2
HEIGHT = PLAY_BOTTOM + RAIL + STRIP

# The bar: a cube may lie in its middle or at either end, with this many checkers between.
BAR_STACK = 3
_BAR_CLEARANCE = CUBE // 2 + 15 + CHECKER // 2
_CUBE_ASIDE = 6

# The panel of a chouette, below the board.
CELLS = 5
CELL_HEIGHT = 140
CELL_GAP = 12
CELL_MARGIN = 8
_CELL_ROW = CELL_HEIGHT + CELL_GAP

EDGE = 19
OFF_TRAY_HALF_GAP = 9
_OFF_ASIDE = 8


def _seated(seat: int, y: int) -> int:
    """A y coordinate of the bottom seat, mirrored for the top one."""
    return PLAY_TOP + PLAY_BOTTOM - y if seat else y


def levels(point: int) -> int:
    """How many checkers of a stack are drawn, the last with the count: fewer on the bar."""
    return BAR_STACK if point == 25 else STACK


def slot(seat: int, point: int, level: int) -> tuple[int, int]:
    """The centre of the checker at a level (0 is at the edge of the board) of a seat's point; 25 is its bar."""
    if point == 25:
        return BAR_LEFT + BAR // 2, _seated(seat, MIDDLE + _BAR_CLEARANCE + level * PITCH)
    column = point - 13 if point > 12 else 12 - point
    left = HALVES[0] if column >= 6 else HALVES[1]
    y = PLAY_BOTTOM - CHECKER // 2 - level * PITCH
    if point > 12:
        y = _seated(1, y)
    return left + column % 6 * COLUMN + COLUMN // 2, _seated(seat, y)


def number_spot(seat: int, point: int) -> tuple[int, int]:
    """The centre of a point's number on the rail."""
    x, y = slot(seat, point, 0)
    return x, PLAY_BOTTOM + RAIL // 2 if y > MIDDLE else PLAY_TOP - RAIL // 2


def edge_top(seat: int, index: int) -> int:
    """The top of the index-th borne-off checker in a seat's half of the tray."""
    aside = _OFF_ASIDE
    return PLAY_TOP + aside + index * EDGE if seat else PLAY_BOTTOM - aside - (index + 1) * EDGE


def off_count_spot(seat: int, count: int) -> tuple[int, int]:
    """The centre of the count beyond `count` borne-off checkers."""
    return OFF_TRAY_LEFT + OFF_TRAY // 2, _seated(seat, PLAY_BOTTOM - _OFF_ASIDE - count * EDGE - 22)


def landing_off(seat: int, count: int) -> tuple[int, int]:
    """The spot of a checker that becomes the count-th borne-off one."""
    y = edge_top(seat, max(count, 1) - 1) + EDGE // 2
    return OFF_TRAY_LEFT + 2, y


def cube_spot(seat: int | None) -> tuple[int, int]:
    """The centre of a cube on the bar: at its owner's end, or in the middle."""
    x = BAR_LEFT + BAR // 2
    return (x, MIDDLE) if seat is None else (x, _seated(seat, PLAY_BOTTOM - CUBE // 2 - _CUBE_ASIDE))


def strip_top(seat: int) -> int:
    return 0 if seat else HEIGHT - STRIP


def panel_height(members: int) -> int:
    """The additional height of a panel with this many members."""
    rows = -(-members // CELLS)
    return CELL_GAP + rows * _CELL_ROW if rows else 0


def cell(index: int, members: int) -> tuple[int, int, int]:
    """Left, top and width of a member's cell: five per row, fewer share the width."""
    columns = min(members, CELLS)
    row, column = divmod(index, columns)
    width = (WIDTH - CELL_GAP * (columns + 1)) // columns
    return CELL_GAP + column * (width + CELL_GAP), HEIGHT + CELL_GAP + row * _CELL_ROW, width


def cell_well(width: int) -> int:
    return 78 if width >= 250 else 60


def member_cube(width: int) -> int:
    return 64 if width >= 250 else 50


def cell_text(width: int) -> int:
    return CELL_MARGIN + cell_well(width) + (14 if width >= 250 else 9)


def cell_cube(owner: int | None, width: int) -> int:
    """The y of a cube's centre in a cell: up for the box, down for the member, or centred."""
    reach = CELL_HEIGHT // 2 - CELL_MARGIN - member_cube(width) // 2 - 2
    return CELL_HEIGHT // 2 + {None: 0, 0: 1, 1: -1}[owner] * reach
