"""The rules of a score sheet: state, actions and questions. A sheet is the fold of its log.

Undo, edited lines and the end need no code of their own: totals are computed from the lines.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Abort, Action, Claim, End, Seat, Undo
from bot.core.log import SCHEMA, Codec
from bot.core.question import Ask, Question, TableFault, about_the_table, answered
from bot.core.refusal import Foreign, Illegal, Refused, Stale
from bot.core.state import TableState, questions_of
from bot.core.transfers import fewest_transfers
from bot.preferans.conventions import HOUSE, Convention
from bot.preferans.lines import (
    Correction,
    Line,
    Played,
    SheetFault,
    Totals,
    Whists,
    Written,
    running_before,
    running_hand,
    totals,
    written,
)

VERSION = 1
#: Distinct rolls of two dice, in equal numbers for each of three or four seats.
_OUTCOMES = 36


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of a sheet. `preset`: the name of the convention that it began with, for display. `bullet`: the target;
    `helping`: points beyond it go to the bullets of others.
    """

    preset: str = "house"
    convention: Convention = HOUSE
    bullet: int = 20
    helping: bool = True


class Lot(Action, frozen=True, tag="lot"):
    """Draw the first dealer, by the dice."""

    dice: tuple[int, int]


class Write(Action, frozen=True, tag="write"):
    """Enter the next hand."""

    line: Played


class Edit(Action, frozen=True, tag="edit"):
    """Replace line `number` by another hand."""

    number: int
    line: Played


class Correct(Action, frozen=True, tag="correct"):
    """Add a manual correction."""

    line: Correction


AnyAction = Lot | Write | Edit | Correct | Undo | Claim | End | Abort


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A change that can be undone: line `number` as it was; None: it did not exist."""

    number: int
    before: Line | None


class Sheet(TableState, Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state. `first`: the first dealer, None before the draw. `changes`: what can be undone, the latest last.

    `void`: given up without a result.
    """

    options: Options
    first: Seat | None = None
    lines: tuple[Line, ...] = ()
    changes: tuple[Change, ...] = ()
    closed: bool = False
    void: bool = False
    question: int = TableState.table_question + 1
    rolls: int = 0
    rules_version: int = VERSION

    paused = True

    @property
    def host(self) -> Seat:
        """The seat that opened it."""
        return 0

    @property
    def players(self) -> int:
        return self.options.convention.players

    @property
    def dealer(self) -> Seat:
        """The next dealer: the seat after the last one."""
        last = next((line.dealer for line in reversed(self.lines) if isinstance(line, Played)), None)
        return (self.first or 0) if last is None else (last + 1) % self.players

    @property
    def running(self) -> int:
        """The number of all-passes just before the next hand."""
        return running_before(self.lines)

    @property
    def written(self) -> tuple[Written, ...]:
        """The lines with their values."""
        return written(self.lines, self.options.convention)

    @property
    def hands(self) -> int:
        return sum(isinstance(line, Played) for line in self.lines)

    @property
    def totals(self) -> Totals:
        return totals(self.lines, self.options.convention, self.options.bullet, self.options.helping)

    @property
    def complete(self) -> bool:
        """Whether every bullet is closed."""
        return all(points >= self.options.bullet for points in self.totals.bullet)

    def line(self, number: int) -> Line:
        """The line of this number. Raises `Illegal` if there is none."""
        if not 1 <= number <= len(self.lines):
            raise Illegal(SheetFault.NO_SUCH_LINE, line=number)
        return self.lines[number - 1]

    @property
    def points(self) -> tuple[str, ...]:
        return tuple(map(str, self.totals.balances))

    @property
    def claimed_from(self) -> tuple[Seat, ...]:
        # It is nobody's turn: what silence gives to others is the host's right to end the sheet.
        return () if self.closed else (self.host,)

    def claim(self, seat: Seat, *, clock: bool = False) -> Claim:
        raise Illegal(SheetFault.NO_CLAIM)


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    schema: int = SCHEMA
    rules_version: int = VERSION
    options: Options


class Finished(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A closed sheet: the number of hands, and each seat's balance; `void` if it was given up."""

    number: int
    hands: int
    balances: tuple[Fraction, ...]
    void: bool = False


def _write(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value)} is never stored")


def _read(kind: type, stored: object) -> Fraction:
    if kind is not Fraction:
        raise NotImplementedError(f"{kind} is never stored")
    return Fraction(str(stored))


CODEC: Codec[Header, AnyAction, Sheet, Finished] = Codec(
    Header, AnyAction, Sheet, Finished, (VERSION, VERSION), _write, _read
)


def questions(sheet: Sheet) -> tuple[Question, ...]:
    """The draw, then the next hand, for which nobody is waited, and the actions beside it."""
    if sheet.closed:
        return ()
    if sheet.first is None:
        return (
            Question(sheet.question, Ask.OPENING, (), (), (Lot,)),
            Question(sheet.table_question, Ask.TABLE, (), (), (Abort,)),
        )
    seats = tuple(range(sheet.players))
    offered: dict[type[Action], tuple[Seat, ...]] = {Edit: seats, Correct: seats}
    if sheet.changes:
        offered[Undo] = seats
    offered[End] = seats if sheet.complete else (sheet.host,)
    offered[Claim] = () if sheet.complete else tuple(seat for seat in seats if seat != sheet.host)
    hand = () if sheet.complete else (Question(sheet.question, Ask.NEXT, seats, (Write,), free=seats),)
    return (*hand, *about_the_table(sheet.table_question, offered, (End, Abort)))


questions_of.register(Sheet, questions)


def apply(sheet: Sheet, action: Action) -> Sheet:
    """The sheet after an action. Raises `Foreign`, `Stale` or `Illegal`."""
    if answered(questions(sheet), action) is None:
        raise _refusal(sheet, action)
    sheet = replace(sheet, question=sheet.question + 1)
    match action:
        case Lot(dice=dice):
            return replace(sheet, first=drawn(dice, sheet.players), rolls=sheet.rolls + 1)
        case Write(line=line):
            return _with_line(sheet, len(sheet.lines) + 1, line)
        case Correct(line=line):
            return _with_line(sheet, len(sheet.lines) + 1, line)
        case Edit(number=number, line=line):
            before = sheet.line(number)
            if not isinstance(before, Played):
                raise Illegal(SheetFault.NOT_A_HAND, line=number)
            if before == line:
                raise Illegal(SheetFault.SAME)
            return _with_line(sheet, number, line)
        case Undo():
            last = sheet.changes[-1]
            put_back = () if last.before is None else (last.before,)
            lines = (*sheet.lines[: last.number - 1], *put_back, *sheet.lines[last.number :])
            return replace(sheet, lines=lines, changes=sheet.changes[:-1])
        case _:
            return replace(sheet, closed=True, void=isinstance(action, Abort))


def drawn(dice: tuple[int, int], players: int) -> Seat:
    """The seat drawn by two dice, uniformly. Raises `Illegal` for an impossible roll."""
    if not all(1 <= die <= 6 for die in dice):
        raise Illegal(TableFault.WRONG_DICE)
    one, other = dice
    return ((one - 1) * 6 + other - 1) * players // _OUTCOMES


def _with_line(sheet: Sheet, number: int, line: Line) -> Sheet:
    """The sheet with a line replaced. Raises `Illegal` if it, or a later line, becomes impossible."""
    before = sheet.lines[number - 1] if number <= len(sheet.lines) else None
    lines = (*sheet.lines[: number - 1], _bare(line), *sheet.lines[number:])
    written(lines, sheet.options.convention)
    return replace(sheet, lines=lines, changes=(*sheet.changes, Change(number, before)))


def _bare(line: Line) -> Line:
    """A line without facts that follow from the lines before it."""
    return replace(line, hand=running_hand(line.hand, 0)) if isinstance(line, Played) else line


def _refusal(sheet: Sheet, action: Action) -> Refused:
    if sheet.closed:
        return Stale(TableFault.CLOSED)
    seats = range(sheet.players)
    if action.by is None or action.by not in seats:
        return Foreign(TableFault.NOT_SEATED) if action.by is not None else Illegal(TableFault.CHOICE_IS_YOURS)
    match action:
        case Write() if sheet.complete:
            return Illegal(SheetFault.BULLET_CLOSED, bullet=sheet.options.bullet)
        case Undo():
            return Illegal(SheetFault.NOTHING_WRITTEN)
        case End():
            return Foreign(SheetFault.NOT_HOST, names=(sheet.host,))
        case Claim():
            return Illegal(SheetFault.NO_CLAIM)
        case _:
            return Stale(TableFault.NOT_ASKED)


def settled(balances: tuple[Fraction, ...]) -> Whists:
    """The fewest payments that settle all balances: (payer, payee, whists)."""
    scale = lcm(*(each.denominator for each in balances))
    paid = fewest_transfers({seat: int(each * scale) for seat, each in enumerate(balances)})
    return tuple((each.payer, each.payee, Fraction(each.points, scale)) for each in paid)


def finished(sheet: Sheet) -> Finished | None:
    """The result of a closed sheet; None while it is open."""
    if not sheet.closed:
        return None
    return Finished(number=1, hands=sheet.hands, balances=sheet.totals.balances, void=sheet.void)
