"""Conventions: by which prices and duties a company plays. Each is a set of values; nothing asks for its name."""

from __future__ import annotations

from msgspec import Struct

GAMES = range(6, 11)
"""The contracts of tricks; a misère is another matter."""

TRICKS = 10
MOST_TALON = 3


class Convention(Struct, frozen=True, kw_only=True):
    """Values for one company. Prices are in whists, of one point of the record; tuples by game from six to ten.

    `unit`: points of the bullet, or of the mountain for each trick short, and whists for each trick of a defender.
    `bullet`, `mountain`: what a point of each is worth. `shares`: tricks the first and the second defender are to take
    when both whist; one who whists alone answers for both. `duty`: the share, in halves, of the declarer's penalty that
    a whister pays for each trick short: 2 is full responsibility, 1 half, 0 none. `gentleman`: of a declarer who fails
    the whists are split although one has whisted alone. `consolation`: all others write whists for each trick that the
    declarer is short. `own_half`: games in which a defender may take half of what is needed without play; `no_whist`
    those that may be left unwhisted; `checked` those that are not whisted, but looked at. `talon`: the dealer writes
    whists for good cards in it. `misere`: points of a misère, made or for each trick. `all_pass`: points of the
    mountain for a trick when all pass, the first time, the second time running and so on, the last for all that follow;
    `no_trick`: points of the bullet for who takes none then.
    """

    players: int = 4
    unit: tuple[int, int, int, int, int] = (2, 4, 6, 8, 10)
    bullet: int = 10
    mountain: int = 10
    shares: tuple[tuple[int, int], ...] = ((2, 2), (1, 1), (0, 1), (0, 1), (0, 0))
    duty: int = 1
    gentleman: bool = True
    consolation: bool = True
    own_half: tuple[int, ...] = (6, 7)
    no_whist: tuple[int, ...] = (8, 9)
    checked: tuple[int, ...] = (10,)
    talon: bool = True
    misere: int = 10
    all_pass: tuple[int, ...] = (1,)
    no_trick: int = 1

    def price(self, game: int) -> int:
        """Points of a game, and whists of one of its tricks."""
        return self.unit[game - GAMES.start]

    def needed(self, game: int) -> tuple[int, int]:
        """Tricks that the first and the second defender are to take."""
        return self.shares[game - GAMES.start]


HOUSE = Convention()
"""That of the owner's text, “Стоимость отдельной игры”."""
