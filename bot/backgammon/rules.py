"""Options of a cube and of a match or money session, by value."""

from __future__ import annotations

from enum import Enum, IntEnum

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import force_setattr, replace

from .opening import Opening, OpeningFault, opening_fault
from .position import Variant

#: Version of the meaning of actions; raised with every change after which a log would fold into another state. Tables
#: keep the version under which they began.
RULES_VERSION = 4
#: The oldest and the newest supported version. (Nothing was released before the fourth.)
KNOWN_RULES = (4, RULES_VERSION)
#: Most checkers on a point under the Egyptian rule.
EGYPTIAN = 5


class Jacoby(Enum):
    """When gammons and backgammons count more than a single game (money only)."""

    OFF = "off"
    PER_CUBE = "per_cube"
    ANY_CUBE = "any_cube"


class Beavers(IntEnum):
    """How often an offered cube may be turned back: never, by a beaver, and that by a raccoon."""

    NONE = 0
    BEAVER = 1
    RACCOON = 2


class CubeRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a bet, the same heads-up and in a chouette.

    `cube` off: no doubling at all. `jacoby`: gammons count once the bet's own cube (`per_cube`) or any cube on the
    board (`any_cube`) has been turned. `animals` may be given as a plain 0, 1 or 2. `beavers_per_bet` in one game, both
    sides together; refusing a beaver pays the doubled value, unless `beaver_refusable` is off. `cube_cap`: no turn
    above it. `auto_doubles`: how many equal opening rolls double the cube, at most.
    """

    cube: bool = True
    jacoby: Jacoby = Jacoby.PER_CUBE
    animals: Beavers = Beavers.BEAVER
    beavers_per_bet: int = 1
    beaver_refusable: bool = True
    cube_cap: int | None = 64
    auto_doubles: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.animals <= 2:
            raise ValueError(f"animals is 0, 1 or 2, not {self.animals}")
        force_setattr(self, "animals", Beavers(self.animals))
        if self.beavers_per_bet < 0 or self.auto_doubles < 0:
            raise ValueError("beavers_per_bet and auto_doubles are not negative")
        if self.cube_cap is not None and (self.cube_cap < 1 or self.cube_cap & (self.cube_cap - 1)):
            raise ValueError(f"cube_cap is a power of two, not {self.cube_cap}")


class Sits(Enum):
    """Two against two: how long one of the two of a side sits at the board, and presses for both."""

    GAME = "game"
    """Partners change after each game."""
    MATCH = "match"
    """It stays who sits in the first game."""


#: In a match there is no Jacoby rule, no animal, no automatic double and no cap.
MATCH_CUBE = CubeRules(jacoby=Jacoby.OFF, animals=Beavers.NONE, cube_cap=None)


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match to `length` points, or with `length` 0 a money session.

    `crawford` only matters in a match, `money` and `settlements` only in a money session. `max_on_point` 5 is the
    Egyptian rule. A 1-point match has no cube whatever `cube` says. `opening`: the position in which the first game
    begins; UNSET: the starting position. Later games begin as ever. `sits`: each side is two people, of whom one sits;
    UNSET: it is one.
    """

    length: int = 0
    variant: Variant = Variant.BACKGAMMON
    max_on_point: int | None = None
    cube: bool = True
    crawford: bool = True
    money: CubeRules = CubeRules()
    settlements: bool = True
    opening: Opening | UnsetType = UNSET
    sits: Sits | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.length < 0:
            raise ValueError(f"a match is to at least 1 point, not {self.length}")
        if self.max_on_point is not None and not 5 <= self.max_on_point <= 15:
            raise ValueError("max_on_point is 5 to 15: five checkers stand on a point at the start")
        if fault := self.opening_fault:
            raise ValueError(f"no game begins so: {fault.value}")

    @property
    def bet(self) -> CubeRules:
        """The options in force for the cube."""
        rules = MATCH_CUBE if self.length else self.money
        return rules if self.cube and self.length != 1 else replace(rules, cube=False)

    @property
    def opening_fault(self) -> OpeningFault | None:
        """Why these rules do not go with their opening; None if they do."""
        if self.opening is UNSET:
            return None
        return opening_fault(
            self.opening,
            length=self.length,
            variant=self.variant,
            cube=self.bet.cube,
            crawford=self.crawford,
            max_on_point=self.max_on_point,
        )
