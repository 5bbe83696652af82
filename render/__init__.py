"""Pictures of a backgammon board: a `Scene` in, a PNG out. Knows nothing of any bot, network or rules.

picture = render.draw(Scene(bottom=..., top=..., names=("Anna", "Boris"), turn=0, dice=(Die(3), Die(1))))
"""

from .picture import draw, warm
from .scene import Cube, Die, LastPlay, Scene, Step
from .theme import THEMES, Material, Theme

__all__ = ["THEMES", "Cube", "Die", "LastPlay", "Material", "Scene", "Step", "Theme", "draw", "warm"]
