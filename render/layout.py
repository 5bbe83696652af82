"""Where everything lies: the measures of the picture and the centres of points, bar, trays and cubes.

All lengths are pixels of a picture 1100 wide; the checker's diameter drives them. A *seat* is a place in the picture
(0 bottom, 1 top), as opposed to a *side*, which is a player. Points are counted from the seat's own side; what holds
for the bottom seat is mirrored for the top one, so bearing off is always at the right.
"""

from __future__ import annotations

CHECKER = 64
DIE = 54
CUBE = 62
OFFERED_CUBE = 68
MEMBER_CUBE = 56

WIDTH = 1100
STRIP = 54
RAIL = 30
FRAME = 14
COLUMN = CHECKER + 4
BAR = CHECKER + 6
STACK = 5
GAP = 58
PLAY = 2 * STACK * CHECKER + GAP
POINT = CHECKER * 19 // 4

CUBE_TRAY = 80
OFF_TRAY = 76
CUBE_TRAY_LEFT = FRAME
OFF_TRAY_LEFT = WIDTH - FRAME - OFF_TRAY
BAR_LEFT = CUBE_TRAY_LEFT + CUBE_TRAY + 16 + 6 * COLUMN
# The half of the board in which a seat's dice lie, by its left end: each to the right of its player.
HALVES = (BAR_LEFT + BAR, BAR_LEFT - 6 * COLUMN)
HALF = 6 * COLUMN

PLAY_TOP = STRIP + RAIL
PLAY_BOTTOM = PLAY_TOP + PLAY
MIDDLE = (PLAY_TOP + PLAY_BOTTOM) // 2
HEIGHT = PLAY_BOTTOM + RAIL + STRIP

# The panel of a chouette, below the board.
CELLS = 5
CELL_HEIGHT = 108
CELL_GAP = 10
CELL_MARGIN = 8
CELL_WELL = 62
CELL_TEXT = 78
_CELL_ROW = CELL_HEIGHT + CELL_GAP
_PANEL_MARGIN = 8

EDGE = 18
OFF_TRAY_HALF_GAP = 16
_BAR_CLEARANCE = GAP // 2 + CHECKER // 2 - 1


def _seated(seat: int, y: int) -> int:
    """A height given for the bottom seat, mirrored for the top one."""
    return PLAY_TOP + PLAY_BOTTOM - y if seat else y


def slot(seat: int, point: int, level: int) -> tuple[int, int]:
    """The centre of the checker at a level (0 is the edge of the board) of a seat's point; 25 is its bar."""
    if point == 25:
        return BAR_LEFT + BAR // 2, _seated(seat, MIDDLE + _BAR_CLEARANCE + level * CHECKER)
    column = point - 13 if point > 12 else 12 - point
    left = HALVES[0] if column >= 6 else HALVES[1]
    y = PLAY_BOTTOM - CHECKER // 2 - level * CHECKER
    if point > 12:
        y = _seated(1, y)
    return left + column % 6 * COLUMN + COLUMN // 2, _seated(seat, y)


def number_spot(seat: int, point: int) -> tuple[int, int]:
    """The centre of a point's number on the rail."""
    x, y = slot(seat, point, 0)
    return x, PLAY_BOTTOM + RAIL // 2 if y > MIDDLE else PLAY_TOP - RAIL // 2


def edge_top(seat: int, index: int) -> int:
    """The upper end of the index-th borne-off checker in a seat's off tray."""
    return PLAY_TOP + 6 + index * EDGE if seat else PLAY_BOTTOM - 6 - (index + 1) * EDGE


def off_count_spot(seat: int, count: int) -> tuple[int, int]:
    """The centre of the number beyond `count` borne-off checkers."""
    return OFF_TRAY_LEFT + OFF_TRAY // 2, _seated(seat, PLAY_BOTTOM - 6 - count * EDGE - 22)


def landing_off(seat: int, count: int) -> tuple[int, int]:
    """Where a checker lands that is the count-th one borne off."""
    y = edge_top(seat, max(count, 1) - 1) + EDGE // 2
    return OFF_TRAY_LEFT + 8, y


def cube_spot(seat: int | None) -> tuple[int, int]:
    """The centre of a cube in its tray: owned by a seat, or centred."""
    x = CUBE_TRAY_LEFT + CUBE_TRAY // 2
    return (x, MIDDLE) if seat is None else (x, _seated(seat, PLAY_BOTTOM - CUBE // 2 - 12))


def strip_top(seat: int) -> int:
    """The upper end of a seat's name strip."""
    return 0 if seat else HEIGHT - STRIP


def panel_height(members: int) -> int:
    """How much higher the picture is with so many members below the board."""
    rows = -(-members // CELLS)
    return 2 * _PANEL_MARGIN + rows * _CELL_ROW if rows else 0


def cell(index: int, members: int) -> tuple[int, int, int]:
    """The left and upper end and the width of a member's cell: five a row, fewer share the width."""
    columns = min(members, CELLS)
    row, column = divmod(index, columns)
    width = (WIDTH - CELL_GAP * (columns + 1)) // columns
    return CELL_GAP + column * (width + CELL_GAP), HEIGHT + _PANEL_MARGIN + CELL_GAP // 2 + row * _CELL_ROW, width


def cell_cube(owner: int | None) -> int:
    """The height of a cube's centre in a cell: up with the box, down with the member, centred."""
    return CELL_HEIGHT // 2 + {None: 0, 0: 1, 1: -1}[owner] * (CELL_HEIGHT // 2 - CELL_MARGIN - MEMBER_CUBE // 2)
