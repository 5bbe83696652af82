"""What the engine is asked about games that have been played, and what it answers. All is seen by the side on roll.

Whoever changes how an answer is found raises `VERSION`: what was found otherwise is not compared with it.
"""

from __future__ import annotations

from msgspec import Struct

from bot.backgammon import Dice
from bot.engine.thoughts import CubeThought, Judged, Stakes

PRESET = "3-ply, worst mistakes 4-ply"
"""How far it looks: at plays with two plies, at those that are near the best, and at cubes, with three; once more
(`Again`) at what has cost most, or is not sure, with four. What is known for certain, by the two-sided bear-off base,
is not looked at.
"""

VERSION = 5


class PlayAsked(Struct, frozen=True):
    """A play that was made, by the positions (packed) before and after it. `opening`: the first roll of a game, which
    is never a double.
    """

    position: int
    dice: Dice
    stakes: Stakes
    played: int
    opening: bool = False


class CubeAsked(Struct, frozen=True):
    """A cube that could have been turned, or was, before the roll."""

    position: int
    stakes: Stakes


class PlayFound(Struct, frozen=True):
    """The best play and the one that was made, looked at with as many plies.

    `forced`: there was nothing to choose, or nothing that makes a difference. `luck`: what the roll was worth more than
    the mean of all. `near`: the best plays, the best first, all of them with as many plies too. `unseen`: by how much
    the one made was better than all others, if one ply alone would have played something else; 0 if that was not so.
    `unsure`: two plies and three do not agree about what the play has cost.
    """

    best: Judged
    played: Judged
    forced: bool
    luck: float
    near: tuple[Judged, ...] = ()
    unseen: float = 0.0
    unsure: bool = False


Found = PlayFound | CubeThought


AGAIN = 4
"""Plies of a second look."""


class Again(Struct, frozen=True):
    """A decision that is looked at once more, and what was found before."""

    asked: PlayAsked | CubeAsked
    found: Found


Asked = PlayAsked | CubeAsked
