"""Pictures of backgammon: a `Scene` in, a PNG out. Knows nothing of any bot, network or rules.

picture = render.draw(Scene(bottom=..., top=..., names=("Anna", "Boris"), turn=0, dice=(Die(3), Die(1))))

Besides boards: replays, courses of games, rating charts, score sheets, the end of a session, leaderboards, profile
cards, crosstables and brackets of leagues, weeks of a club, cube actions by score; for Preferans the square, tables of
figures, and comparisons.
"""

from .bracket import Bracket, BracketRound, BracketSide, draw_bracket
from .chart import Chart, draw_chart
from .course import Course, CubeMark, Grade, Lane, Legend, Mistake, Said
from .course_drawing import draw_course
from .crosstable import CrossCell, CrossRow, Crosstable, draw_crosstable
from .emoji import Emoji, draw_emoji
from .ending import Payment, SessionEnd, draw_ending
from .grid import Grid, Group, draw_grid
from .person import Figure, PersonCard, Progress, draw_person
from .picture import draw, warm
from .plot import Choice, Plot, draw_plot
from .preview import draw_preview
from .ranking import Placed, Ranking, draw_ranking
from .replay import draw_replay
from .scene import Cube, Die, End, Landing, LastPlay, Member, Scene, Step, TimeLeft, Tone, Way
from .score_grid import ScoreGrid, Tint, draw_score_grid
from .sheet import GameRow, Mark, Sheet, draw_sheet
from .square import Sector, Square, draw_square
from .theme import THEMES, Material, Theme
from .week import WeekCard, WeekRow, draw_week

__all__ = [
    "THEMES",
    "Bracket",
    "BracketRound",
    "BracketSide",
    "Chart",
    "Choice",
    "Course",
    "CrossCell",
    "CrossRow",
    "Crosstable",
    "Cube",
    "CubeMark",
    "Die",
    "Emoji",
    "End",
    "Figure",
    "GameRow",
    "Grade",
    "Grid",
    "Group",
    "Landing",
    "Lane",
    "LastPlay",
    "Legend",
    "Mark",
    "Material",
    "Member",
    "Mistake",
    "Payment",
    "PersonCard",
    "Placed",
    "Plot",
    "Progress",
    "Ranking",
    "Said",
    "Scene",
    "ScoreGrid",
    "Sector",
    "SessionEnd",
    "Sheet",
    "Square",
    "Step",
    "Theme",
    "TimeLeft",
    "Tint",
    "Tone",
    "Way",
    "WeekCard",
    "WeekRow",
    "draw",
    "draw_bracket",
    "draw_chart",
    "draw_course",
    "draw_crosstable",
    "draw_emoji",
    "draw_ending",
    "draw_grid",
    "draw_person",
    "draw_plot",
    "draw_preview",
    "draw_ranking",
    "draw_replay",
    "draw_score_grid",
    "draw_sheet",
    "draw_square",
    "draw_week",
    "warm",
]
