"""Words about banks, about where cubes begin, and about fixed turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.backgammon import Phase, Seat
from bot.chouette import NO_HOST, Session, in_points
from bot.chouette.ending import cut_by_bank
from bot.chouette.places import by_lot, places, taking_part
from bot.chouette.round import Round
from bot.screens.leagues.footnotes import LOT
from bot.screens.names import Names
from bot.tables.chouette.news import GameOver
from bot.texts import N_, Texts
from render.text import number


def amount(units: int, session: Session) -> str:
    """An amount as people see it, without a sign."""
    return number(in_points(units, session.unit))


def bank_words(session: Session, names: Names, t: Texts) -> str:
    """What everybody has, the richest first; who is out is left out."""
    there = [(seat, session.players[seat].balance) for seat in taking_part(session) if not session.is_broke(seat)]
    ordered = sorted(there, key=lambda each: -each[1])
    return t("Bank: {balances}.", balances=", ".join(f"{names(seat)} {amount(has, session)}" for seat, has in ordered))


def places_words(session: Session, names: Names, t: Texts) -> Iterator[str]:
    """The places of a session with a bank or fixed turns: who shares one stands together. By fixed turns nobody does: a
    lot decides, unless a night has the table, which draws its own.
    """
    place, told, lots = 1, list[str](), session.turns is not None and session.host != NO_HOST
    drawn = False
    for equal in places(session):
        if lots and len(equal) > 1:
            drawn = True
            told += [
                f"{place + index}. {names(seat)}\N{NO-BREAK SPACE}{LOT}"
                for index, seat in enumerate(by_lot(session, equal))
            ]
        else:
            told.append(f"{place}. {t.listed([names(seat) for seat in equal])}")
        place += len(equal)
    yield t("Places: {places}.", places=" · ".join(told))
    if drawn:
        yield t("{lot}: equal, so in the order in which they were drawn at the start.", lot=LOT)


def over_words(over: GameOver, session: Session, names: Names, t: Texts) -> Iterator[str]:
    """After a game with a bank: who paid or got less than their bet, and who is out."""
    game = session.game
    if over.void or not game.balances or session.number != over.number or game.phase is not Phase.OVER:
        return
    alike: dict[tuple[int, int, bool], list[Seat]] = {}
    had = dict(zip(game.line, game.balances, strict=True))
    for seat, (points, paid) in cut_by_bank(game).items():
        alike.setdefault((points, paid, abs(paid) == had[seat]), []).append(seat)
    for (points, paid, all_of_it), seats in alike.items():
        yield _cut_words(session, points, paid, seats, all_of_it=all_of_it, names=names, t=t)
    out: dict[int, list[str]] = {}
    for seat, won in over.points:
        if won < 0 and session.is_broke(seat):
            out.setdefault(_place(session, seat), []).append(names(seat))
    told = [
        t.many(
            "{who} is out ({place}).", "{who} are out ({place}).", len(who),
            who=t.listed(who), place=_ordinal(place, t),
        )
        for place, who in sorted(out.items(), reverse=True)
    ]  # fmt: skip
    if told and not session.is_ending and (begin := _begin_next(session)) > game.bets[0].start:
        told.append(t("Cubes begin at {value}.", value=begin))
    if told:
        yield " ".join(told)


def _cut_words(
    session: Session, points: int, paid: int, seats: Sequence[Seat], *, all_of_it: bool, names: Names, t: Texts
) -> str:
    """That these members paid, or were paid, less than their bets stood for; both numbers are the box's. `all_of_it`:
    as much as each of them had.
    """
    game, who = session.game, t.listed([names(seat) for seat in seats])
    box, risked = names(game.box), amount(game.balances[0], session)
    full, part, many = amount(abs(points), session), amount(abs(paid), session), len(seats)
    if points > 0 and all_of_it:
        return t.many(
            "{who} pays {part} of {full}: all there was.", "{who} pay {part} of {full}: all there was.", many,
            who=who, part=part, full=full,
        )  # fmt: skip
    if points > 0:
        return t.many(
            "{who} pays {part} of {full}: {box} had risked {risked}.",
            "{who} pay {part} of {full} each: {box} had risked {risked}.", many,
            who=who, part=part, full=full, box=box, risked=risked,
        )  # fmt: skip
    if all_of_it:
        return t.many(
            "{who} wins {part} of {full}: with {part} nobody wins more.",
            "{who} win {part} of {full} each: with {part} nobody wins more.", many,
            who=who, part=part, full=full,
        )  # fmt: skip
    return t.many(
        "{box} pays {who} {part} of {full}: more is not there.",
        "{box} pays {who} {part} of {full} each: more is not there.", many,
        box=box, who=who, part=part, full=full,
    )  # fmt: skip


def _ordinal(place: int, t: Texts) -> str:
    """A place, as “3rd”."""
    ends = {1: N_("{number}st"), 2: N_("{number}nd"), 3: N_("{number}rd")}
    last = place % 10 if place % 100 not in (11, 12, 13) else 0
    return t(ends.get(last, N_("{number}th")), number=place)


def _place(session: Session, seat: Seat) -> int:
    before = 0
    for equal in places(session):
        if seat in equal:
            return before + 1
        before += len(equal)
    raise ValueError(f"seat {seat} has no place")


def _begin_next(session: Session) -> int:
    """Where the cubes of the next game begin, as far as it is known."""
    return session.cubes_begin(session.playing[0]) if session.playing else 1


def coming_words(session: Session, names: Names, t: Texts, *, numbered: bool = False) -> str:
    """By fixed turns which of how many the game is, unless that is said already (`numbered`); where its cubes begin;
    who is box after it. Empty where that goes without saying.
    """
    at, after = turn_of(session)
    parts: list[str] = []
    if session.turns is not None and not numbered:
        parts.append(t("Game {number} of {all}", number=at, all=at + len(after)))
    if begin := begin_words(session.game, t, alone=not parts):
        parts.append(begin)
    if after:
        who = names(after[0][0])
        parts.append(t("next box {who}", who=who) if parts else t("Next box {who}", who=who))
    return " · ".join(parts)


def begin_words(game: Round, t: Texts, *, alone: bool = True) -> str:
    """Where the cubes of a game begin; empty at 1, and with stakes where not all begin at the same value. `alone`: not
    behind other words on its line.
    """
    begin = {bet.start for bet in game.bets[: len(game.team)]}
    if len(begin) != 1 or begin == {1}:
        return ""
    (value,) = begin
    return t("Cubes begin at {value}", value=value) if alone else t("cubes begin at {value}", value=value)


def turn_of(session: Session) -> tuple[int, list[tuple[Seat, ...]]]:
    """By fixed turns the number of the game, those that were voided not counted, and the lines of those after it."""
    counted = session.game.phase is Phase.OVER and not session.game.void
    to_come = turns_to_come(session)
    boxes = sum(player.boxes for player in session.players)
    return (boxes, to_come) if counted else (boxes + 1, to_come[1:])


def turns_to_come(session: Session) -> list[tuple[Seat, ...]]:
    """The lines of all fixed turns that are left, the running game's first; the last round as points stand now.

    Who sits out is box behind the others of a round.
    """
    turns = session.turns
    if turns is None:
        return []
    found: list[tuple[Seat, ...]] = []
    if session.game.phase is Phase.OVER:
        turns = session.turns_left
    else:
        found.append(session.game.line)
        turns = turns.played()
    there = {*session.line, *session.joining} - {*session.leaving}
    while True:
        lines = [
            line for each in turns.lines() if (line := tuple(seat for seat in each if seat in there))[:1] == each[:1]
        ]
        found += sorted(lines, key=lambda line: session.players[line[0]].out)
        if turns.last_round:
            return found
        turns = turns.next_round(session.points)


def turns_words(session: Session, names: Names, t: Texts) -> list[str]:
    """The fixed turns that are left, one per line: box, captain and crew."""
    left = turns_to_come(session)
    if not left:
        return []
    first = sum(player.boxes for player in session.players) + 1
    lines = [f"{first + index}. {' · '.join(map(names, line))}" for index, line in enumerate(left)]
    return [t("Turns that are left, box first (the last round in the order of points):"), *lines]
