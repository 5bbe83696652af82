"""What does not change at a table once a game runs, and how it is stored."""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from bot.core.actions import Seat
from bot.core.log import UnreadableLog
from bot.tables import games
from bot.tables.game import AnyGame

#: The server of what was brought from elsewhere.
_NO_SERVER = 0


class Unrated(Enum):
    """Why a match is not rated though people want it to be: these two have had as many rated ones today as count, or
    the challenger has, or the other one.
    """

    PAIR = "pair"
    HOST = "host"
    OPPONENT = "opponent"


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """The match of a table counts for a league of its server: for this pairing, by the number that it has there.

    `seats`: those that the table's have in the league. `name` is the league's; `rated`: whether its matches are.
    """

    league: str
    pairing: int
    seats: tuple[Seat, Seat]
    name: str
    rated: bool


class About(Struct, frozen=True, kw_only=True):
    """`made_at` and `expires_at` (of the challenge) are seconds since 1970.

    `setup`: by which rules the table is played; its type says which game. `light`: the seat that has the light
    checkers, no more than a matter of looks; None while that is to be drawn when the challenge is accepted. `rated`:
    whether ratings follow from it, as people were told before; None where that was no question, as in a chouette, or
    not asked yet: then matches are. `counts`: for which league, if for any. `hints`: whether the engine may be asked
    for advice while it is played; then it is not rated. `unrated`: by which limit of a day it is not, if by one.
    """

    id: str
    guild: int
    channel: int
    setup: Struct
    made_at: float
    expires_at: float
    light: Seat | None = 0
    rated: bool | None = None
    counts: Counts | None = None
    hints: bool = False
    unrated: Unrated | None = None

    @classmethod
    def brought(cls, name: str, user: int, setup: Struct, now: float) -> About:
        """Of what somebody has brought from elsewhere: it lies among their own things, and belongs to no server."""
        return cls(id=name, guild=_NO_SERVER, channel=user, setup=setup, made_at=now, expires_at=now)

    @property
    def imported(self) -> bool:
        """Whether it was brought from elsewhere."""
        return self.guild == _NO_SERVER

    def told_in(self, guild: int) -> bool:
        """Whether its games may be told in a server: at home, and anywhere by who has brought them from elsewhere."""
        return self.imported or self.guild == guild

    @property
    def game(self) -> AnyGame:
        """What is played."""
        return games.played_by(self.setup)


class _Stored(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`game` is the tag of what is played, `setup` its options."""

    id: str
    guild: int
    channel: int
    game: str
    setup: Raw
    made_at: float
    expires_at: float
    light: Seat | None = 0
    rated: bool | UnsetType = UNSET
    counts: Counts | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    unrated: Unrated | UnsetType = UNSET


_decoder = msgspec.json.Decoder(_Stored)


def encoded(about: About) -> bytes:
    """As it is stored."""
    setup = Raw(msgspec.json.encode(about.setup))
    return msgspec.json.encode(
        _Stored(
            id=about.id,
            guild=about.guild,
            channel=about.channel,
            game=about.game.name,
            setup=setup,
            made_at=about.made_at,
            expires_at=about.expires_at,
            light=about.light,
            rated=UNSET if about.rated is None else about.rated,
            counts=about.counts or UNSET,
            hints=about.hints or UNSET,
            unrated=about.unrated or UNSET,
        )
    )


def decoded(data: bytes) -> About:
    """As it was stored. Raises `UnreadableLog` for what is not of this bot, or of a game it does not know."""
    try:
        stored = _decoder.decode(data)
        found = msgspec.json.decode(stored.setup, type=games.named(stored.game).setup)
    except (KeyError, ValueError) as error:
        raise UnreadableLog(f"not a table of this bot: {error}") from error
    return About(
        id=stored.id,
        guild=stored.guild,
        channel=stored.channel,
        setup=found,
        made_at=stored.made_at,
        expires_at=stored.expires_at,
        light=stored.light,
        rated=None if stored.rated is UNSET else stored.rated,
        counts=stored.counts or None,
        hints=stored.hints is True,
        unrated=stored.unrated or None,
    )
