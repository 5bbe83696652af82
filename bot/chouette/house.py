"""Rules that a house may add to a chouette: the small options of a session, by value.

Each is off unless the host turns it on. They came with the fifth version of the rules; a session of an older one has
none of them.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from .fixed_turns import MOST_ROUNDS

#: What everybody may have at first.
SMALLEST_BANK, LARGEST_BANK = 6, 1000
#: The most steps of the start cube, and the values it may have.
MOST_STEPS = 7
_STARTS = tuple(2**power for power in range(7))


class StartCube(Enum):
    """What the value at which the cubes of a game begin depends on."""

    NONE = "none"
    BOX_GAME = "box_game"
    MINUTES = "minutes"
    OUT = "out"


#: Bounds of the free time for a roll or play, in seconds.
SHORTEST, LONGEST = 20, 300


class JoinApproval(Enum):
    """Who lets newcomers in after the start."""

    NONE = "none"
    HOST = "host"
    BOX = "box"


class PartnerAdvice(Enum):
    """What the box and its partner may discuss."""

    NONE = "none"
    CUBES = "cubes"
    ALL = "all"


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The small options.

    `first_batch`: until a double has been answered in a game, the box doubles all or none, and gives all cubes the same
    answer. `half_points`: settlements in halves; all points of the session count halves (see `units`). `bank`: what
    everybody has at first; 0: no bank. The cubes begin at one of `start_steps`, which `start_cube` chooses: by the
    clock the next one every `start_every` minutes. `schedule_rounds`: rounds of fixed turns; 0: a full schedule's.
    `stakes`: each player has a stake (see `stakes`). `join_approval`: who lets newcomers in (see `approval`).
    `play_timer`: seconds that each roll or play has free at the pace `live`; 0: no such time (see `play_time`).
    `partner_advice`: what the box may discuss with its partner; the rules do not depend on it.
    """

    first_batch: bool = False
    half_points: bool = False
    bank: int = 0
    start_cube: StartCube = StartCube.NONE
    start_steps: tuple[int, ...] = (1, 2, 4, 8)
    start_every: int = 45
    schedule_rounds: int = 0
    stakes: bool = False
    join_approval: JoinApproval = JoinApproval.NONE
    play_timer: int = 0
    partner_advice: PartnerAdvice = PartnerAdvice.NONE

    def __post_init__(self) -> None:
        if self.bank and not SMALLEST_BANK <= self.bank <= LARGEST_BANK:
            raise ValueError(f"bank is 0 or {SMALLEST_BANK} to {LARGEST_BANK}, not {self.bank}")
        if not 1 <= len(self.start_steps) <= MOST_STEPS or list(self.start_steps) != sorted(self.start_steps):
            raise ValueError(f"start_steps are 1 to {MOST_STEPS} numbers that never fall")
        if any(step not in _STARTS for step in self.start_steps):
            raise ValueError("start_steps are powers of two from 1 to 64")
        if not 10 <= self.start_every <= 240:
            raise ValueError("start_every is 10 to 240 minutes")
        if not 0 <= self.schedule_rounds <= MOST_ROUNDS:
            raise ValueError(f"schedule_rounds is 0 to {MOST_ROUNDS}")
        if self.play_timer and not SHORTEST <= self.play_timer <= LONGEST:
            raise ValueError(f"play_timer is 0 or {SHORTEST} to {LONGEST}, not {self.play_timer}")
