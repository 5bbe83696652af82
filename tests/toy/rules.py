"""The rules of the toy: each throws once, the host first; the higher sum wins, equal ones are thrown again.

Three actions: `Throw`, `Claim` and `End`; a moderator's `Abort` besides, which no table can do without.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Abort, Action, Claim, End, Seat
from bot.core.log import SCHEMA, Codec
from bot.core.question import Ask, Question, TableFault, answered
from bot.core.refusal import Foreign, Illegal, Refused, Stale
from bot.core.state import TableState, questions_of

#: Of the rules.
VERSION = 1


class Throw(Action, frozen=True, tag="throw"):
    """Both dice, as they fell."""

    dice: tuple[int, int]


AnyAction = Throw | Claim | End | Abort


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """What the winner gets."""

    points: int = 1


class Duel(TableState, Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state: what seat 0 has thrown, the dice that fell last, and who has won."""

    stakes: Stakes
    thrown: int | None = None
    dice: tuple[int, int] | None = None
    winner: Seat | None = None
    over: bool = False
    closed: bool = False
    question: int = TableState.table_question + 1
    rolls: int = 0
    rules_version: int = VERSION

    @property
    def to_throw(self) -> Seat | None:
        """Whose turn it is."""
        return None if self.over else 0 if self.thrown is None else 1

    @property
    def points(self) -> tuple[int, int]:
        won = 0 if self.winner is None else self.stakes.points if self.winner == 0 else -self.stakes.points
        return won, -won


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    schema: int = SCHEMA
    rules_version: int = VERSION
    stakes: Stakes


class Finished(Struct, frozen=True, forbid_unknown_fields=True):
    """A duel that is over, without a winner if it was voided."""

    number: int
    winner: Seat | None
    points: int


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """An action as it is told: whether both have thrown alike, and who has won by it."""

    version: int
    action: AnyAction
    alike: bool = False
    winner: Seat | None = None

    @property
    def ended(self) -> bool:
        return self.winner is not None or isinstance(self.action, Abort)


CODEC: Codec[Header, AnyAction, Duel, Finished] = Codec(Header, AnyAction, Duel, Finished, (VERSION, VERSION))


def questions(duel: Duel) -> tuple[Question, ...]:
    if duel.closed:
        return ()
    seat = duel.to_throw
    if seat is None:
        return (Question(duel.question, Ask.NEXT, (), (), (End,)),)
    return (
        Question(duel.question, Ask.ROLL, (seat,), (Throw,)),
        Question(duel.table_question, Ask.TABLE, (1 - seat,), (Claim,), (Abort,), (), (1 - seat,)),
    )


questions_of.register(Duel, questions)


def apply(duel: Duel, action: Action) -> Duel:
    """The duel after an action of any game. Raises `Foreign`, `Stale` or `Illegal`."""
    if answered(questions(duel), action) is None:
        raise _refusal(duel, action)
    duel = replace(duel, question=duel.question + 1)
    match action:
        case Throw(dice=dice):
            return _thrown(replace(duel, rolls=duel.rolls + 1, dice=dice), sum(dice))
        case Claim(by=seat):
            return replace(duel, over=True, winner=seat)
        case Abort():
            return replace(duel, over=True)
        case _:
            return replace(duel, closed=True)


def _refusal(duel: Duel, action: Action) -> Refused:
    if duel.over:
        return Stale(TableFault.GAME_OVER)
    match action:
        case Throw():
            return Foreign(TableFault.NOT_YOUR_TURN)
        case Claim():
            return Illegal(TableFault.YOUR_OWN_TURN)
        case _:
            return Illegal(TableFault.NOT_ASKED)


def _thrown(duel: Duel, points: int) -> Duel:
    if duel.thrown is None:
        return replace(duel, thrown=points)
    if duel.thrown == points:
        return replace(duel, thrown=None)
    return replace(duel, over=True, winner=0 if duel.thrown > points else 1)
