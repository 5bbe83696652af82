"""Options of a chouette by value, and the presets.

The options of a cube are those of any bet (`CubeRules`). Each is explained in `docs/chouette.md`.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from enum import Enum
from typing import cast

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, force_setattr, replace

from bot.backgammon import Beavers, CubeRules, Rules

from .fixed_turns import MOST_PEOPLE
from .house import HouseRules, StartCube

#: Version of the meaning of actions; raised with every change after which a log would fold into another state. Tables
#: keep the version under which they began: what has changed since asks a state for its `rules_version`.
RULES_VERSION = 5
#: The oldest and the newest supported version. (Nothing was released before the fourth; the
#: fifth has the options of a house, and an undo brings back neither a game sat out nor who left by it, and keeps the
#: order in which people came.)
KNOWN_RULES = (4, RULES_VERSION)
#: The smallest and the largest number of players; from `CROWD` on two tables would be better.
FEWEST_TO_START, FEWEST, MOST = 3, 2, 10
#: The most computers at one table.
MOST_COMPUTERS = 2
CROWD = 7
#: Characters of the digest of all options.
DIGEST = 12


class Order(Enum):
    """How the first line is found."""

    ROLL = "roll"
    SHUFFLE = "shuffle"
    MANUAL = "manual"


class Retain(Enum):
    """When the box keeps the box."""

    CAPTAIN = "captain"
    LAST_STANDING = "last_standing"
    WIN_AND_NET = "win_and_net"
    NET = "net"
    BEAT_ALL = "beat_all"
    SCHEDULE = "schedule"


class BoxTake(Enum):
    """Which cubes of a batch the box may take."""

    FREE = "free"
    HALF = "half"
    BREAK_EVEN = "break_even"
    ALL_OR_NONE = "all_or_none"


class BoxDouble(Enum):
    """Whom the box may double."""

    FREE = "free"
    CAPTAIN_INCLUDED = "captain_included"
    SAME_VALUE = "same_value"


class LoneTaker(Enum):
    """What follows when the box doubles every member and only one stays in."""

    OFF = "off"
    EXTRAS = "extras"
    BEAVER = "beaver"
    EXTRAS_VOLUNTARY = "extras_voluntary"


class Window(Enum):
    """Whether doubles are announced before the window closes."""

    SEALED = "sealed"
    OPEN = "open"


class Pace(Enum):
    """Whether the clock decides anything by itself."""

    RELAXED = "relaxed"
    LIVE = "live"


class JoinAt(Enum):
    """Where a newcomer enters the line, whose end is the loser of the last game."""

    BEHIND_LOSER = "behind_loser"
    AHEAD_OF_LOSER = "ahead_of_loser"


class SessionEnd(Enum):
    """When a session ends by itself."""

    OPEN = "open"
    GAMES = "games"
    MINUTES = "minutes"


class Consult(Enum):
    """Who may discuss checker plays."""

    NONE = "none"
    OWN_CUBE = "own_cube"
    ANY_CUBE = "any_cube"
    FULL = "full"


class PartnerPick(Enum):
    """Who is first offered a share of the box."""

    FROM_LAST = "from_last"
    NEXT_IN_LINE = "next_in_line"


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All rules of a session.

    `cube` are the rules of every bet, `settlements` whether settlements are allowed. `cube_timer` in seconds and
    `forfeit_after` in minutes only matter at the pace `live`. `session_limit`: this many games or minutes, as
    `session_end` says. `partner_from`: from how many players on the box may have a partner; 0 never. `preset`: what the
    host began with. `house`: the small options, UNSET where all are off.
    """

    preset: str = "standard"
    order: Order = Order.ROLL
    max_players: int = MOST
    cube: CubeRules = CubeRules()
    settlements: bool = True
    retain: Retain = Retain.CAPTAIN
    may_decline_box: bool = True
    box_take: BoxTake = BoxTake.FREE
    box_take_captain: bool = False
    box_double: BoxDouble = BoxDouble.FREE
    lone_taker: LoneTaker = LoneTaker.OFF
    window: Window = Window.SEALED
    pace: Pace = Pace.RELAXED
    cube_timer: int = 60
    forfeit_after: int = 10
    join: JoinAt = JoinAt.BEHIND_LOSER
    session_end: SessionEnd = SessionEnd.OPEN
    session_limit: int = 10
    consult: Consult = Consult.OWN_CUBE
    partner_from: int = 0
    partner_mandatory: bool = False
    partner_pick: PartnerPick = PartnerPick.FROM_LAST
    house: HouseRules | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.house == HouseRules():  # equal rules are equal options, and are written alike
            force_setattr(self, "house", UNSET)
        if not FEWEST_TO_START <= self.max_players <= MOST:
            raise ValueError(f"max_players is {FEWEST_TO_START} to {MOST}, not {self.max_players}")
        if self.partner_from not in (0, 6, 7):
            raise ValueError(f"partner_from is 0, 6 or 7, not {self.partner_from}")
        if min(self.cube_timer, self.forfeit_after, self.session_limit) < 1:
            raise ValueError("cube_timer, forfeit_after and session_limit are at least 1")

    @property
    def house_rules(self) -> HouseRules:
        """The small options."""
        return HouseRules() if self.house is UNSET else self.house

    @property
    def fixed_turns(self) -> bool:
        """Whether everybody is box in turn, whatever the results."""
        return self.retain is Retain.SCHEDULE

    @property
    def room(self) -> int:
        """How many people may sit at the table."""
        return min(self.max_players, MOST_PEOPLE) if self.fixed_turns else self.max_players

    @property
    def rules(self) -> Rules:
        """The rules of the board and of every bet: those of a money session."""
        return Rules(money=self.cube, settlements=self.settlements)


_NO_ADVICE = Options(
    preset="no_advice",
    consult=Consult.NONE,
    box_take=BoxTake.BREAK_EVEN,
    box_take_captain=True,
    box_double=BoxDouble.CAPTAIN_INCLUDED,
    lone_taker=LoneTaker.EXTRAS,
    retain=Retain.WIN_AND_NET,
    partner_from=6,
    partner_pick=PartnerPick.NEXT_IN_LINE,
)
#: The presets by name, the usual one first.
PRESETS: dict[str, Options] = {
    options.preset: options
    for options in (
        Options(),
        Options(
            preset="extras_and_partner",
            lone_taker=LoneTaker.EXTRAS,
            cube=CubeRules(animals=Beavers.RACCOON),
            partner_from=6,
        ),
        _NO_ADVICE,
        Options(preset="all_or_none", box_take=BoxTake.ALL_OR_NONE, box_double=BoxDouble.SAME_VALUE),
        Options(
            preset="half_and_beaver",
            box_take=BoxTake.HALF,
            cube=CubeRules(animals=Beavers.RACCOON),
            lone_taker=LoneTaker.BEAVER,
        ),
        Options(
            preset="no_beavers", cube=CubeRules(animals=Beavers.NONE), settlements=False, join=JoinAt.AHEAD_OF_LOSER
        ),
        Options(preset="full_advice", consult=Consult.FULL),
        Options(
            preset="fixed_turns",
            retain=Retain.SCHEDULE,
            house=HouseRules(start_cube=StartCube.BOX_GAME, start_steps=(1, 2, 4)),
        ),
        Options(
            preset="last_one",
            cube=CubeRules(animals=Beavers.NONE),
            settlements=False,
            consult=Consult.ANY_CUBE,
            house=HouseRules(bank=13, start_cube=StartCube.OUT, first_batch=True),
        ),
        Options(
            preset="rising_cube",
            house=HouseRules(bank=50, start_cube=StartCube.MINUTES, start_steps=(1, 2, 4, 8, 16, 32, 64)),
        ),
    )
}


def values(options: Options) -> dict[str, object]:
    """Every option by its name in `docs/chouette.md`, including those of the cube and the house, without the preset's
    name.
    """
    flat = asdict(options)
    cube = asdict(flat.pop("cube"))
    del flat["preset"], flat["house"], cube["cube"]
    return flat | cube | asdict(options.house_rules)


def with_value(options: Options, name: str, value: object) -> Options:
    """The options with one changed. Raises `ValueError` for an invalid value."""
    if name in options.cube.__struct_fields__:
        return replace(options, cube=replace(options.cube, **{name: value}))
    if name in HouseRules.__struct_fields__:
        return replace(options, house=replace(options.house_rules, **{name: value}))
    return replace(options, **{name: value})


def differences(options: Options) -> Iterator[tuple[str, object]]:
    """Differences from the preset the host began with, as (name, value)."""
    usual = values(PRESETS[options.preset])
    return ((name, value) for name, value in values(options).items() if value != usual[name])


def written(value: object) -> str:
    """A value that is not a sentence, as written in `docs/chouette.md`."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " ".join(str(step) for step in cast("tuple[int, ...]", value))
    return "none" if value is None else str(value)


def digest(options: Options) -> str:
    """A digest of all options, equal for tables with equal options: twelve characters of base32, 60 bits of the SHA-256
    of the lines `name=value` in the order of the names. The name of the preset is no option.

    It is part of messages that are never edited: the options of a house are left out where they have their defaults.
    """
    usual = asdict(HouseRules()).items()
    told = [each for each in sorted(values(options).items()) if each not in usual]
    lines = "\n".join(f"{name}={written(value)}" for name, value in told)
    return base64.b32encode(hashlib.sha256(lines.encode()).digest()).decode()[:DIGEST]
