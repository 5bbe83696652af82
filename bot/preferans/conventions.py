"""Conventions: sets of prices and duties to play by. No code asks for a convention's name.

The source of each stands beside it. What groups often agree on differently is an option of `/preferans open`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

GAMES = range(6, 11)
"""The contracts for a number of tricks, without misère."""

TRICKS = 10
MOST_TALON = 3


class Convention(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The values of a convention. Tuples by game are from six to ten; those by the number of consecutive all-passes are
    for the first, the second … and the last value for all further ones.
    """

    players: int = 4
    unit: tuple[int, int, int, int, int] = (2, 4, 6, 8, 10)
    """Points of the bullet for a made game; all other prices of a game are multiples of it."""
    penalty: int = 1
    """Multiples of the unit: points of the mountain for each undertrick."""
    whist: int = 1
    """Multiples of the unit: whists for a defender's trick, for an undertrick of the declarer, for a trick of the
    talon.
    """
    bullet: int = 10
    """Whists that a point of the bullet is worth."""
    mountain: int = 10
    """Whists that a point of the mountain costs."""
    shares: tuple[tuple[int, int], ...] = ((2, 2), (1, 1), (0, 1), (0, 1), (0, 0))
    """Tricks required of the first and the second defender when both whist; a single whister answers for both."""
    duty: int = 1
    """A whister's share, in halves, of the declarer's penalty for each trick short: 2 full responsibility, 1 half, 0
    none.
    """
    gentleman: bool = True
    """Whether the whists on a failed declarer are split although one defender has whisted alone."""
    consolation: bool = True
    """Whether all others write whists for each undertrick of the declarer."""
    own_half: tuple[int, ...] = (6, 7)
    """Games in which a defender may take half of the required tricks without play."""
    no_whist: tuple[int, ...] = (8, 9)
    """Games that may be left unwhisted."""
    checked: tuple[int, ...] = (10,)
    """Games that are not whisted, but checked."""
    talon: bool = True
    """Whether the dealer who sits out writes whists for good cards in the talon."""
    misere: int = 10
    """Points of a misère, made or, times the penalty, for each trick."""
    all_pass: tuple[int, ...] = (1,)
    """Points of the mountain for a trick of an all-pass, by the number of consecutive all-passes."""
    pass_whists: tuple[int, ...] = ()
    """Instead of that: whists that those with the fewest tricks write on the others for each trick of theirs."""
    no_trick: tuple[int, ...] = (1,)
    """Points of the bullet for taking no trick in an all-pass."""
    way_out: tuple[int, ...] = (6,)
    """The lowest allowed game by the number of all-passes just before: after none, one …"""

    def price(self, game: int) -> int:
        """Points of a game."""
        return self.unit[game - GAMES.start]

    def needed(self, game: int) -> tuple[int, int]:
        """Tricks required of the first and the second defender."""
        return self.shares[game - GAMES.start]

    def lowest(self, running: int) -> int:
        """The lowest allowed game after this many all-passes."""
        return at(self.way_out, running)


def at(values: tuple[int, ...], running: int) -> int:
    """The value for this many all-passes just before."""
    return values[min(running, len(values) - 1)]


HOUSE = Convention()
"""The default, from the text “Стоимость отдельной игры”."""

SOCHI = Convention(
    duty=2,
    gentleman=False,
    no_whist=(6, 7, 8, 9),
    all_pass=(1, 2, 3),
    no_trick=(1, 2, 3),
)
"""D. Lesnoy, “Русский преферанс” (2004), chapter on variants, “Сочинка”: full responsibility; a passing defender writes
consolation only; an all-pass costs points of the mountain, in the progression 1-2-3; taking no trick is worth the price
of one in the bullet. Prices and consolation: the code of preferans (Кодекс преферанса, Moscow 1996), 3.7 and 3.8.
"""

LENINGRAD = Convention(
    penalty=2,
    whist=2,
    bullet=20,
    no_whist=(6, 7, 8, 9),
    all_pass=(2, 4, 6),
    no_trick=(1, 2, 3),
    way_out=(6, 7, 7),
)
"""“Ленинградка” at shram.kiev.ua/games/cards: 2 to 10 in the bullet, whists of 4 to 20, 4 to 20 on the mountain for
each trick short in play and half of that in whisting, 20 for one in a misère; half responsibility, gentleman's whist,
consolation, the most expensive all-pass and a hard way out. That a point of the bullet is 20 whists there, and one of
the mountain 10: the article “Преферанс”, convention “Питер”. Sources disagree on the price of an all-pass.
"""

ROSTOV = Convention(
    no_whist=(6, 7, 8, 9),
    all_pass=(0,),
    pass_whists=(5,),
)
"""The code of preferans, 3.7.2.2: in “Ростов”, also called the Moscow game, the player with the fewest tricks of an
all-pass writes five whists on each of the others for every trick of theirs, and one without a trick a point in the
bullet. Sources disagree on its other differences: here they are as in the default, and options change them.
"""

PRESETS: Mapping[str, Convention] = {"house": HOUSE, "sochi": SOCHI, "leningrad": LENINGRAD, "rostov": ROSTOV}


def progressing(convention: Convention, *, dearer: bool) -> Convention:
    """The same with all-passes that become more expensive with each consecutive one, or that all cost what the first
    does.
    """
    times = (1, 2, 3) if dearer else (1,)
    all_pass, none, whists = convention.all_pass[0], convention.no_trick[0], convention.pass_whists[:1]
    return replace(
        convention,
        all_pass=tuple(all_pass * each for each in times),
        no_trick=(none,) if whists else tuple(none * each for each in times),
        pass_whists=tuple(whists[0] * each for each in times) if whists else (),
    )


def among(convention: Convention, players: int) -> Convention:
    """The same for three or four players: with three, nobody sits out or writes for the talon."""
    return replace(convention, players=players, talon=convention.talon and players == 4)
