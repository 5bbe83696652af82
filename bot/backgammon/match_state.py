"""State of a match or money session. Its questions are in `match_questions`, its transitions in `match`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from bot.core.actions import Ready, Rest
from bot.core.pace import HOUR, MINUTE
from bot.core.question import TableFault
from bot.core.refusal import Illegal

from .actions import Abort, Action, Claim, Resign, Sat, Settle, Undo
from .bet import Seat
from .board_state import BoardState
from .game import Game
from .rules import RULES_VERSION, Rules, Sits

LONGEST_REST, LONGEST_OUTAGE = 24 * HOUR, 30 * MINUTE
"""For how long a table rests at most that people have agreed to rest, and one that the bot has stopped. Milliseconds.
"""
#: Both seats: 0 is white, 1 black.
BOTH: tuple[Seat, Seat] = (0, 1)


def standing(score: tuple[int, int], length: int) -> tuple[int, int]:
    """A score for display: a match ends at its length, whatever its last game was worth. A balance stays as it is."""
    return (min(score[0], length), min(score[1], length)) if length else score


class Proposal(Struct, frozen=True, forbid_unknown_fields=True):
    """A proposal of one seat that the other may accept or decline; `number` is its question."""

    number: int
    what: Resign | Settle | Undo | Abort | Rest

    @property
    def of(self) -> tuple[Seat, ...]:
        """The seat whose consent is missing: the opponent of the proposer."""
        return tuple(seat for seat in BOTH if seat != self.what.by)


class Resting(Struct, frozen=True, forbid_unknown_fields=True):
    """A rest, whose question `number` asks who is ready to go on: all of `unready`, or where nobody is in it either."""

    number: int
    unready: tuple[Seat, ...] = ()


class Match(BoardState, Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match, or with `rules.length` 0 a money session. Seat 0 is white, seat 1 black.

    `game` is the running or last game and `number` counts games from 1. `score` is (white, black): match points, or the
    balances of a money session, which sum to zero. `asked` is the last question number used and `rolls` the last roll;
    neither ever goes back. `ready`: seats that have agreed to the next game. `claims`: a seat and the number of games
    it has claimed in a row. `before`: the state to which an undo would return. `rules_version`: by which it is played
    to the end. `resting`: set while no time counts. `changed`: of two who share a seat, not the one sits whose turn it
    is, but the other: the seats of which that is so in this game, or where partners do not change, from then on.
    """

    rules: Rules
    game: Game
    number: int = 1
    score: tuple[int, int] = (0, 0)
    crawford_played: bool = False
    question: int = 1
    table_question: int = 2
    asked: int = 2
    rolls: int = 0
    proposals: tuple[Proposal, ...] = ()
    ready: tuple[Seat, ...] = ()
    claims: tuple[Seat, int] | None = None
    closed: bool = False
    before: Match | None = None
    resting: Resting | UnsetType = UNSET
    changed: tuple[Seat, ...] | UnsetType = UNSET
    rules_version: int = RULES_VERSION

    def proposed(self, kind: type[Action]) -> Proposal | None:
        """The open proposal of this kind; there is at most one."""
        return next((proposal for proposal in self.proposals if type(proposal.what) is kind), None)

    @property
    def winner(self) -> Seat | None:
        """The winner of the match; None until it is won, and in a money session.

        A won match stays open, so that its last action can be taken back, until the bot ends it.
        """
        if not self.rules.length or max(self.score) < self.rules.length:
            return None
        return self.score.index(max(self.score))

    @property
    def mover(self) -> Seat | None:
        return self.game.decider

    @property
    def claimed_from(self) -> tuple[Seat, ...]:
        decider = self.game.decider
        return () if decider is None or self.paused else (decider,)

    def claim(self, seat: Seat, *, clock: bool = False) -> Claim:
        whole = clock or UNSET
        return Claim(by=seat, match=self.may_claim_match(seat, whole=whole), whole=whole)

    def may_claim_match(self, seat: Seat, *, whole: bool | UnsetType) -> bool:
        """Whether a claim is for the match: after two games claimed in a row; with a clock, where claims are `whole`,
        the second claim already.
        """
        in_a_row = self.claims[1] if self.claims and self.claims[0] == seat else 0
        return bool(self.rules.length) and in_a_row >= (1 if whole is True else 2)

    @property
    def paused(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.resting is not UNSET

    @property
    def unready(self) -> tuple[Seat, ...]:
        """Those who must be ready before it goes on; nobody where either may say so, or it does not rest."""
        return () if self.resting is UNSET else self.resting.unready

    def rest(self, seat: Seat) -> Rest:
        return Rest(by=seat)

    def go_on(self, seat: Seat) -> Ready:
        return Ready(by=seat)

    def sitter(self, seat: Seat) -> int:
        turns = self.number - 1 if self.rules.sits is Sits.GAME else 0
        return (turns + (seat in (self.changed or ()))) % 2

    def sit(self, seat: Seat) -> Sat:
        if self.rules.sits is UNSET:
            raise Illegal(TableFault.NO_PARTNER)
        return Sat(by=seat)

    @property
    def rests_for(self) -> int:
        return LONGEST_OUTAGE if self.unready else LONGEST_REST

    @property
    def points(self) -> tuple[int, int]:
        return self.score

    def ends(self, now: float) -> bool:
        return self.winner is not None
