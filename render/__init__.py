"""Pictures of backgammon: a `Scene` in, a PNG out. Knows nothing of any bot, network or rules.

picture = render.draw(Scene(bottom=..., top=..., names=("Anna", "Boris"), turn=0, dice=(Die(3), Die(1))))

Beside boards: a game's replay, a rating's history, a score sheet.
"""

from .chart import Chart, draw_chart
from .picture import draw, warm
from .replay import draw_replay
from .scene import Cube, Die, LastPlay, Member, Scene, Step, Tone
from .sheet import GameRow, Mark, Sheet, draw_sheet
from .theme import THEMES, Material, Theme

__all__ = [
    "THEMES",
    "Chart",
    "Cube",
    "Die",
    "GameRow",
    "LastPlay",
    "Mark",
    "Material",
    "Member",
    "Scene",
    "Sheet",
    "Step",
    "Theme",
    "Tone",
    "draw",
    "draw_chart",
    "draw_replay",
    "draw_sheet",
    "warm",
]
