"""The pictures of a league, made from the same data as its texts; and their alt texts."""

from __future__ import annotations

from itertools import pairwise

from bot import limits
from bot.core.actions import Seat
from bot.league import Knockout, Pairing, RoundRobin, Swiss
from bot.league.standings import Line, swiss_table, table
from bot.screens.fitting import shortened
from bot.screens.names import called
from bot.tables.held_league import HeldLeague
from bot.texts import Texts
from render.bracket import MOST_COLUMNS, Bracket, BracketRound, BracketSide
from render.crosstable import MOST_ROWS, CrossCell, CrossRow, Crosstable

#: The score of an unplayed match for the seat it was awarded to, and for the other.
_GIVEN, _LOST = "+", "–"
Paper = Crosstable | Bracket


def papers(held: HeldLeague, theme: str, t: Texts) -> list[Paper]:
    """The pictures of a league; none before it has started."""
    league = held.league
    if league.started_at is None:
        return []
    match league.form:
        case Knockout():
            return [bracket(held, theme, t)] if league.rounds else []
        case Swiss():
            return swiss_papers(held, theme, t) if league.rounds else []
        case RoundRobin():
            return [crosstable(held, division, theme, t) for division in range(len(league.divisions))]


def crosstable(held: HeldLeague, division: int, theme: str, t: Texts) -> Crosstable:
    """A division, in the order of its table."""
    league = held.league
    lines = table(league, division)
    mine = [each for each in league.counted if each.group == division]
    decided = {frozenset(each.seats): each for each in mine if each.result}
    done = t("{done} of {all} played", done=len(decided), all=len(mine))
    name = called(held.name)
    if len(league.divisions) > 1:
        name = " · ".join((name, t("Division {number}", number=division + 1)))
    return Crosstable(
        title=name,
        rows=tuple(_row(held, line, lines, decided) for line in lines),
        heads=(t("Won"), "±"),
        note=done,
        theme=theme,
    )


def _row(held: HeldLeague, line: Line, lines: tuple[Line, ...], decided: dict[frozenset[Seat], Pairing]) -> CrossRow:
    cells = (decided.get(frozenset((line.seat, other.seat))) if other is not line else None for other in lines)
    return CrossRow(
        name=called(held.person(line.seat).name),
        cells=tuple(each and CrossCell(_points(each, line.seat), _won(each, line.seat)) for each in cells),
        won=line.won,
        points=line.points,
        left=line.left,
    )


def _won(pairing: Pairing, seat: Seat) -> bool:
    return pairing.result is not None and pairing.result.winner == seat


def _points(pairing: Pairing, seat: Seat) -> str:
    """The points of one of the two in a decided match."""
    result = pairing.result
    assert result is not None
    won = result.winner == seat
    if not result.game:
        return _GIVEN if won else _LOST
    return str(result.points[0 if won else 1])


def swiss_papers(held: HeldLeague, theme: str, t: Texts) -> list[Paper]:
    """The table of a Swiss, in as few pictures as it takes; in each round the place of the opponent."""
    league, lines = held.league, swiss_table(held.league)
    place = {line.seat: at for at, line in enumerate(lines, 1)}
    note = t("Round {number} of {all}", number=league.rounds, all=league.planned or league.rounds)
    pages = -(-len(lines) // MOST_ROWS)
    ends = [len(lines) * page // pages for page in range(pages + 1)]
    return [
        Crosstable(
            title=called(held.name),
            rows=tuple(_swiss_row(held, line, place) for line in lines[first:last]),
            heads=(t("Won"), t("Buchholz")),
            note=note,
            theme=theme,
            first=first + 1,
            rounds=league.rounds,
        )
        for first, last in pairwise(ends)
    ]


def _swiss_row(held: HeldLeague, line: Line, place: dict[Seat, int]) -> CrossRow:
    league, seat = held.league, line.seat
    cells: list[CrossCell | None] = [CrossCell(_GIVEN, True) if seat in resting else None for resting in league.rests]
    for each in league.pairings:
        if seat in each.seats and each.result:
            cells[each.group] = CrossCell(str(place[each.against(seat)]), _won(each, seat))
    name = called(held.person(seat).name)
    return CrossRow(name, tuple(cells), line.won, f"{line.buchholz:g}", line.left)


def bracket(held: HeldLeague, theme: str, t: Texts) -> Bracket:
    """The last rounds of a knock-out, as many as fit."""
    league = held.league
    assert isinstance(league.form, Knockout)
    note = t.many("{number} loss and out", "{number} losses and out", league.form.losses)
    rounds: tuple[BracketRound, ...] = ()
    for number in reversed(range(league.rounds)):
        longer = (_round(held, number, t), *rounds)
        if sum(each.columns for each in longer) > MOST_COLUMNS:
            break
        rounds = longer
    return Bracket(title=called(held.name), rounds=rounds, note=note, theme=theme)


def _round(held: HeldLeague, number: int, t: Texts) -> BracketRound:
    league = held.league

    def side(seat: Seat, pairing: Pairing | None = None) -> BracketSide:
        before = sum(each.group < number and each.lost_by(seat) for each in league.pairings)
        name = called(held.person(seat).name)
        if pairing is None or pairing.result is None:
            return BracketSide(name, before)
        return BracketSide(name, before, _points(pairing, seat), _won(pairing, seat))

    drawn = [each for each in league.pairings if each.group == number]
    return BracketRound(
        words=t("Round {number}", number=number + 1),
        matches=tuple((side(each.one, each), side(each.other, each)) for each in drawn),
        resting=tuple(side(seat) for seat in league.rests[number]),
    )


def paper_alt(paper: Paper, t: Texts) -> str:
    """The alt text of a league's picture, within Discord's limit."""
    if isinstance(paper, Bracket):
        lines = [f"{paper.title}, {paper.note}."]
        for each in reversed(paper.rounds):
            lines.append(f"{each.words}: " + "; ".join(map(_match_alt, each.matches)) + ".")
    else:
        lines = [f"{paper.title}, {paper.note}."]
        for place, row in enumerate(paper.rows, paper.first):
            lines.append(t("{place}. {name}: {won} won, {points}", place=place, name=row.name, won=row.won,
                           points=row.said))  # fmt: skip
    return shortened("\n".join(lines), limits.PICTURE_WORDS)


def _match_alt(match: tuple[BracketSide, BracketSide]) -> str:
    one, other = match
    return f"{one.name} – {other.name}" + (f" {one.points}:{other.points}" if one.points else "")
