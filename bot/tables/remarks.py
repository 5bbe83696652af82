"""Comments of imported games, as stored with them."""

from __future__ import annotations

from msgspec import Struct


class Remark(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has written about an imported game: about the cube before a roll (`cube`), or about the play of it.

    `turn`: the number of the roll in the game, as in `Decided`; 0: about the whole game.
    """

    game: int
    turn: int
    text: str
    cube: bool = False
