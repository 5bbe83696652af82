"""Questions to the engine about played games, and its answers, seen by the side on roll.

Raise `VERSION` with every change of how an answer is found: results of different versions are not compared.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from msgspec import Struct

from bot.backgammon import Dice
from bot.engine.thoughts import CubeThought, Judged, Stakes

PRESET = "3-ply, worst mistakes 4-ply"
"""Search depth: plays with two plies, those near the best, and cubes, with three; a second look (`Again`), at the
costliest and the uncertain ones, with four. Positions in the two-sided bear-off base are not searched.
"""

VERSION = 6

BGSAGE = "2.0.20260907"
"""The version of the engine that this bot needs: where none is installed, workers elsewhere have it."""


def engine() -> str:
    """The engine's name, with its version and that of the questions."""
    try:
        found = version("bgsage")
    except PackageNotFoundError:
        found = BGSAGE
    return f"bgsage {found} / {VERSION}"


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
    """The best play and the one that was made, examined with equal plies.

    `forced`: there was no choice, or none that makes a difference. `luck`: the roll's worth above the mean of all
    rolls. `near`: the best plays, the best first, also with equal plies. `unseen`: the lead of the play made over all
    others, if one ply alone would have played something else; else 0. `unsure`: two plies and three disagree about the
    play's cost.
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
    """A decision examined a second time, and the first result."""

    asked: PlayAsked | CubeAsked
    found: Found


Asked = PlayAsked | CubeAsked
