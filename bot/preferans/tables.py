"""Price tables: those of “Стоимость отдельной игры” for any convention, and comparisons of choices.

Figures are balances in whists; None for an impossible hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from bot.core.refusal import Illegal
from bot.preferans.conventions import GAMES, MOST_TALON, TRICKS, Convention
from bot.preferans.hands import AllPass, Game, Hand, Misere, Role
from bot.preferans.records import DEALER, DECLARER, FIRST, SECOND, balances, record

WHIST, PASS, OWN, CHECK = Role.WHIST, Role.PASS, Role.OWN, Role.CHECK
Figures = tuple[Fraction | None, ...]
#: The largest difference from the contract in a table.
_SHORT, _OVER = 3, 4


class Kind(Enum):
    """The tables: exact; undertricks (declarer and dealer, then defenders); overtricks (one whists, then both); half
    without play; both pass; misères; all-passes.
    """

    MADE = "made"
    SHORT = "short"
    SHORT_WHIST = "short_whist"
    OVER = "over"
    OVER_BOTH = "over_both"
    OWN = "own"
    PASSED = "passed"
    MISERE = "misere"
    ALL_PASS = "all_pass"


class Columns(NamedTuple):
    """A group of columns: whose figures they are, and what distinguishes them."""

    whose: str
    by: tuple[int, ...]


class Rows(NamedTuple):
    """A table: its groups of columns, and rows with the game and the difference from it."""

    columns: tuple[Columns, ...]
    rows: tuple[tuple[int, int, Figures], ...]


def worth(hand: Hand, convention: Convention) -> tuple[Fraction, ...] | None:
    """The balances of a hand; None if it is impossible."""
    try:
        return balances(record(hand, convention), convention)
    except Illegal:
        return None


def _one(hand: Hand | None, seat: int, convention: Convention) -> Fraction | None:
    found = None if hand is None else worth(hand, convention)
    return None if found is None or seat >= len(found) else found[seat]


def _played(game: int, tricks: int, convention: Convention, first: int | None = None, talon: int = 0) -> Hand | None:
    """A played hand: both whist and the first took this many; None: one whists, or both check."""
    left = TRICKS - tricks
    if not 0 <= left <= TRICKS or (first is not None and first > left):
        return None
    if game in convention.checked:
        return Game(game, tricks, ((CHECK, left), (CHECK, 0)), talon)
    if first is None:
        return Game(game, tricks, ((WHIST, left), (PASS, 0)), talon)
    return Game(game, tricks, ((WHIST, first), (WHIST, left - first)), talon)


def _talons(convention: Convention) -> tuple[int, ...]:
    return tuple(range(MOST_TALON + 1)) if convention.talon else (0,)


def _row(convention: Convention, seat: int, make: Callable[[int], Hand | None], by: tuple[int, ...]) -> Figures:
    return tuple(_one(make(each), seat, convention) for each in by)


def table(kind: Kind, convention: Convention) -> Rows:
    """A table of the source for any convention; it may have no rows."""
    talons, groups, rows = _talons(convention), list[Columns](), list[tuple[int, int, Figures]]()
    dealer = talons if convention.players == 4 else ()
    alone: tuple[str, ...] = ()
    whists = tuple(range(5)) if kind is Kind.MADE else tuple(range(8))
    match kind:
        case Kind.MADE:
            groups = [Columns("declarer", talons), Columns("whist", whists), *_dealer(convention)]
        case Kind.SHORT:
            alone = ("one",) if convention.gentleman else ("whister", "pass")
            groups = [Columns("declarer", talons), *(Columns(whose, (0,)) for whose in alone), *_dealer(convention)]
        case Kind.SHORT_WHIST:
            groups = [Columns("whist", whists)]
        case Kind.OVER:
            alone = ("whister", "pass")
            groups = [Columns("declarer", talons), *(Columns(whose, (0,)) for whose in alone), *_dealer(convention)]
        case Kind.OVER_BOTH:
            groups = [Columns("whist", tuple(range(4)))]
        case Kind.OWN | Kind.PASSED:
            alone = ("own", "pass") if kind is Kind.OWN else ("pass",)
            groups = [Columns("declarer", talons), *(Columns(whose, (0,)) for whose in alone), *_dealer(convention)]
        case Kind.MISERE:
            groups = [Columns("declarer", (0,)), Columns("others", (0,))]
        case Kind.ALL_PASS:
            groups = [Columns("none", tuple(range(convention.players)))]
    for game, off in _which(kind, convention):
        tricks = game + off
        by_talon = tuple(_played(game, tricks, convention, talon=each) for each in talons)
        match kind:
            case Kind.MADE:
                figures = (
                    *(_one(each, DECLARER, convention) for each in by_talon),
                    *_row(convention, FIRST, lambda n, g=game, k=tricks: _shared(g, k, n, convention), whists),
                    *(_one(each, DEALER, convention) for each in by_talon[: len(dealer)]),
                )
            case Kind.SHORT_WHIST | Kind.OVER_BOTH:
                by = groups[0].by
                figures = _row(convention, FIRST, lambda n, g=game, k=tricks: _both(g, k, n, convention), by)
            case Kind.SHORT | Kind.OVER:
                figures = (
                    *(_one(each, DECLARER, convention) for each in by_talon),
                    *(_one(by_talon[0], seat, convention) for seat in (FIRST, SECOND)[: len(alone)]),
                    *(_one(each, DEALER, convention) for each in by_talon[: len(dealer)]),
                )
            case Kind.OWN | Kind.PASSED:
                first = OWN if kind is Kind.OWN else PASS
                unplayed = tuple(Game(game, game, ((first, None), (PASS, None)), each) for each in talons)
                figures = (
                    *(_one(each, DECLARER, convention) for each in unplayed),
                    *(_one(unplayed[0], seat, convention) for seat in (FIRST, SECOND)[: len(alone)]),
                    *(_one(each, DEALER, convention) for each in unplayed[: len(dealer)]),
                )
            case Kind.MISERE:
                figures = tuple(_one(Misere(off), seat, convention) for seat in (DECLARER, FIRST))
            case Kind.ALL_PASS:
                figures = tuple(_one(_all_pass(off, none, convention), 0, convention) for none in groups[0].by)
        rows.append((game, off, figures))
    return Rows(tuple(groups), tuple(rows))


def _dealer(convention: Convention) -> list[Columns]:
    return [Columns("dealer", _talons(convention))] if convention.players == 4 else []


def _which(kind: Kind, convention: Convention) -> Iterator[tuple[int, int]]:
    """The games of a table, with the declarer's difference from each."""
    for game in GAMES:
        whisted = game not in convention.checked
        match kind:
            case Kind.MADE:
                yield game, 0
            case Kind.SHORT:
                yield from ((game, -short) for short in range(1, _SHORT + 1))
            case Kind.SHORT_WHIST if whisted:
                yield from ((game, -short) for short in range(1, _SHORT + 1))
            case Kind.OVER | Kind.OVER_BOTH if whisted:
                yield from ((game, more) for more in range(1, min(_OVER, TRICKS - game) + 1))
            case Kind.OWN if game in convention.own_half:
                yield game, 0
            case Kind.PASSED if game in convention.no_whist:
                yield game, 0
            case _:
                pass
    if kind is Kind.MISERE:
        yield from ((0, tricks) for tricks in range(_OVER))
    if kind is Kind.ALL_PASS:
        yield from ((0, tricks) for tricks in range(TRICKS + 1))


def _shared(game: int, tricks: int, first: int, convention: Convention) -> Hand | None:
    """An exactly made game: the first defender's share depends on their own tricks, whoever else whists."""
    if game in convention.checked:
        return _played(game, tricks, convention) if not first else None
    return _both(game, tricks, first, convention)


def _both(game: int, tricks: int, first: int, convention: Convention) -> Hand | None:
    return None if game in convention.checked else _played(game, tricks, convention, first)


def _all_pass(tricks: int, none: int, convention: Convention) -> Hand | None:
    """An all-pass in which the first took this many tricks and `none` players took none."""
    others = convention.players - 1 - (none - (tricks == 0))
    left = TRICKS - tricks
    if others < 0 or left < others or (left and not others):
        return None
    taken = [left - (others - 1), *([1] * (others - 1))] if others else []
    return AllPass((tricks, *taken, *([0] * (convention.players - 1 - others))))


class Compared(NamedTuple):
    """A choice: its name, and its worth by tricks."""

    what: str
    worth: tuple[tuple[int, Fraction], ...]


def play_or_pass(game: int, convention: Convention, talon: int = 0) -> tuple[Compared, ...]:
    """Bidding a game that one defender whists, compared with an all-pass, by one's tricks."""
    played = _line(
        range(max(0, game - _SHORT), TRICKS + 1),
        lambda n: _played(game, n, convention, talon=talon),
        DECLARER,
        convention,
    )
    passed = _line(range(TRICKS + 1), lambda n: _all_pass(n, int(n == 0), convention), 0, convention)
    return Compared("play", played), Compared("all_pass", passed)


def whist_or_pass(game: int, convention: Convention) -> tuple[Compared, ...]:
    """A defender's choices against a game, by the tricks of the defence."""
    if game in convention.checked:
        return ()
    most = min(TRICKS, TRICKS - game + _SHORT)
    tricks = range(most + 1)
    whist = _line(tricks, lambda n: _played(game, TRICKS - n, convention), FIRST, convention)
    other = _line(tricks, lambda n: _played(game, TRICKS - n, convention), SECOND, convention)
    found = [Compared("whist", whist), Compared("pass", other)]
    for what, role in (("own", OWN), ("nobody", PASS)):
        hand = Game(game, game, ((role, None), (PASS, None)))
        if line := _line(tricks, lambda _, hand=hand: hand, FIRST, convention):
            found.append(Compared(what, line))
    return tuple(found)


def _line(
    tricks: range, make: Callable[[int], Hand | None], seat: int, convention: Convention
) -> tuple[tuple[int, Fraction], ...]:
    found = ((each, _one(make(each), seat, convention)) for each in tricks)
    return tuple((each, worth) for each, worth in found if worth is not None)
