"""Emoji of the application: dice, cubes and checkers on buttons and beside words, and nothing where they are missing.

`python -m bot doctor --emoji` uploads them; the bot learns their ids when it starts. They belong to the account, so one
process knows one set. A sentence says all without them: a push and a screen reader have only their names.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

import discord

from bot.backgammon import Bet, Dice, Offer
from bot.screens.names import roll_words

_log = logging.getLogger(__name__)

#: Names of ours: what is shown, and the digest of the picture.
_OURS = re.compile(r"(die[1-6]|cube(?:1|2|4|8|16|32|64)|checker_(?:light|dark))_[0-9a-f]{6}", re.ASCII)
_SIDES = ("light", "dark")

_known: dict[str, str] = {}


def shown_by(name: str) -> str:
    """What an emoji of this name shows, such as a five; empty if it is none of ours."""
    found = _OURS.fullmatch(name)
    return found[1] if found else ""


def learn(listed: Iterable[discord.Emoji]) -> None:
    """Use these emoji of the application from now on, of two with the same picture's name the newer one."""
    ordered = sorted(listed, key=lambda each: each.id)
    forget()
    _known.update({shown: f"<:{each.name}:{each.id}>" for each in ordered if (shown := shown_by(each.name))})


def forget() -> None:
    """Use plain text from now on."""
    _known.clear()


def lose() -> None:
    """Discord has refused one: they were replaced or deleted meanwhile. Plain text until the next start."""
    if _known:
        _log.warning("emoji of the application are no longer there; until the next start there is plain text")
    forget()


def die(value: int) -> str:
    """A die, for a button."""
    return _known.get(f"die{value}", "🎲")


def doubled(bets: Iterable[Bet]) -> str | None:
    """The cube after a double, for a button; None if the cubes of these bets differ."""
    return _cube(2 * bet.value for bet in bets)


def taken(offer: Offer, bets: Iterable[Bet]) -> str | None:
    """The cube if the offer is taken."""
    return _cube(offer.taken(bet) for bet in bets)


def refused(offer: Offer, bets: Iterable[Bet]) -> str | None:
    """The cube for whose points a refusal loses."""
    return _cube(offer.refused(bet) for bet in bets)


def _cube(values: Iterable[int]) -> str | None:
    different = {*values}
    return _known.get(f"cube{different.pop()}") if len(different) == 1 else None


def shown_roll(dice: Dice) -> str:
    """The words for a roll, and its dice, the higher one first, if both are there."""
    both = [_known.get(f"die{value}", "") for value in sorted(dice, reverse=True)]
    return f"{roll_words(dice)} {''.join(both)}" if all(both) else roll_words(dice)


def beside_side(side: int) -> str:
    """What follows the name, or the words, of who has the light checkers (0) or the dark ones (1)."""
    picture = _known.get(f"checker_{_SIDES[side]}")
    return f" {picture}" if picture else ""
