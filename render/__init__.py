"""Pictures of backgammon: a `Scene` in, a PNG out. Knows nothing of any bot, network or rules.

picture = render.draw(Scene(bottom=..., top=..., names=("Anna", "Boris"), turn=0, dice=(Die(3), Die(1))))

Beside boards: a game's replay, a rating's history, a score sheet, the end of a session, the first of a leaderboard, a
person's card, crosstable and bracket of a league.
"""

from .bracket import Bracket, BracketRound, BracketSide, draw_bracket
from .chart import Chart, draw_chart
from .crosstable import CrossCell, CrossRow, Crosstable, draw_crosstable
from .ending import Payment, SessionEnd, draw_ending
from .person import Figure, PersonCard, draw_person
from .picture import draw, warm
from .preview import draw_preview
from .ranking import Placed, Ranking, draw_ranking
from .replay import draw_replay
from .scene import Cube, Die, End, Landing, LastPlay, Member, Scene, Step, Tone
from .sheet import GameRow, Mark, Sheet, draw_sheet
from .theme import THEMES, Material, Theme

__all__ = [
    "THEMES",
    "Bracket",
    "BracketRound",
    "BracketSide",
    "Chart",
    "CrossCell",
    "CrossRow",
    "Crosstable",
    "Cube",
    "Die",
    "End",
    "Figure",
    "GameRow",
    "Landing",
    "LastPlay",
    "Mark",
    "Material",
    "Member",
    "Payment",
    "PersonCard",
    "Placed",
    "Ranking",
    "Scene",
    "SessionEnd",
    "Sheet",
    "Step",
    "Theme",
    "Tone",
    "draw",
    "draw_bracket",
    "draw_chart",
    "draw_crosstable",
    "draw_ending",
    "draw_person",
    "draw_preview",
    "draw_ranking",
    "draw_replay",
    "draw_sheet",
    "warm",
]
