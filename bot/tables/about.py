"""The facts of a table that do not change once its game runs, and how they are stored."""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.clock import Pace
from bot.core.log import UnreadableLog
from bot.core.refusal import Illegal
from bot.tables import games
from bot.tables.game import AnyGame
from bot.tables.night_faults import NightTrouble

#: The server number of imported matches, and of games in a direct message.
_NO_SERVER = 0


class Unrated(Enum):
    """Why a match is not rated though it was meant to be: the daily limit of rated matches of the pair, of the
    challenger, or of the opponent is reached.
    """

    PAIR = "pair"
    HOST = "host"
    OPPONENT = "opponent"


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """The match of a table counts for a league of its server, for this pairing number.

    `seats`: league seats of the table's seats. `name` is the league's; `rated`: whether its matches are. It began at
    `since` (seconds since 1970), and so many `holiday_days` count in it for each of them.
    """

    league: str
    pairing: int
    seats: tuple[Seat, Seat]
    name: str
    rated: bool
    since: float | UnsetType = UNSET
    holiday_days: int | UnsetType = UNSET


class OfNight(Struct, frozen=True, forbid_unknown_fields=True):
    """The table belongs to a night of its server: the number `table` of `round` there, both from 1.

    `seats`: the night's seats of the table's seats.
    """

    night: str
    round: int
    table: int
    seats: tuple[Seat, ...]

    @property
    def at(self) -> tuple[int, int]:
        return self.round, self.table


class About(Struct, frozen=True, kw_only=True):
    """`made_at` and `expires_at` (of the challenge) are seconds since 1970.

    `setup`: the rules of the table; its type tells which game. `light`: the seat with the light checkers, which only
    affects display; None while that is to be drawn when the challenge is accepted. `rated`: announced as rated; None
    where ratings do not apply, as in a chouette, or in older tables, whose matches are rated. `counts`: the league it
    counts for, if any. `hints`: the engine may be asked for advice during play; then it is not rated. `unrated`: the
    daily limit by which it is not rated, if any. `pace`: the time control; None without a clock. `weekdays`: the
    time zone of which Saturdays and Sundays do not count; None where they do. `enough`: a gathering begins by itself
    when it would expire, if so many are there; None where it does not. `night`: that to which it belongs, if any;
    whoever sits down there later is added to its seats. `direct`: it is played in a direct message with the bot, and
    belongs to no server.
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
    pace: Pace | None = None
    weekdays: str | None = None
    enough: int | None = None
    night: OfNight | None = None
    direct: bool = False

    @classmethod
    def brought(cls, name: str, user: int, setup: Struct, now: float) -> About:
        """The facts of an imported match: it belongs to its owner, and to no server."""
        return cls(id=name, guild=_NO_SERVER, channel=user, setup=setup, made_at=now, expires_at=now)

    def joined_by(self, as_seat: Seat | None) -> About:
        """The facts once another one sits at the table, at one of a night as this seat of it. Raises `Illegal` for who
        has not joined that.
        """
        if self.night is None:
            return self
        if as_seat is None:
            raise Illegal(NightTrouble.JOIN_THE_NIGHT)
        return replace(self, night=replace(self.night, seats=(*self.night.seats, as_seat)))

    @property
    def imported(self) -> bool:
        return self.guild == _NO_SERVER and not self.direct

    @property
    def in_server(self) -> bool:
        """Whether it belongs to a server; otherwise it is somebody's own."""
        return self.guild != _NO_SERVER

    def told_in(self, guild: int) -> bool:
        """Whether its games may be shown in a server: in its own, and anywhere by whose own it is."""
        return not self.in_server or self.guild == guild

    @property
    def game(self) -> AnyGame:
        return games.of(self.setup)


class _Stored(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The stored form: `game` is the tag of the game, `setup` its options."""

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
    pace: Pace | UnsetType = UNSET
    weekdays: str | UnsetType = UNSET
    enough: int | UnsetType = UNSET
    night: OfNight | UnsetType = UNSET
    direct: bool | UnsetType = UNSET


_decoder = msgspec.json.Decoder(_Stored)


def encoded(about: About) -> bytes:
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
            pace=about.pace or UNSET,
            weekdays=about.weekdays or UNSET,
            enough=about.enough or UNSET,
            night=about.night or UNSET,
            direct=about.direct or UNSET,
        )
    )


def decoded(data: bytes) -> About:
    """Decode. Raises `UnreadableLog` for data of another program, or of a game it does not know."""
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
        pace=stored.pace or None,
        weekdays=stored.weekdays or None,
        enough=stored.enough or None,
        night=stored.night or None,
        direct=stored.direct is True,
    )
