"""The score of a chouette: the sheet as a picture, totals and line, and one player's statistics in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import limits
from bot.backgammon import Phase, Seat
from bot.chouette import Points, Session, in_points
from bot.chouette.history import Finished
from bot.chouette.places import taking_part
from bot.chouette.statistics import Statistics, Tally
from bot.screens.chouette.house_words import amount, turns_words
from bot.screens.common_words import came_to
from bot.screens.fitting import ROWS, pages
from bot.screens.names import Names
from bot.screens.session_card import session_card
from bot.texts import N_, Texts
from render import Payment, SessionEnd
from render.roles import Mark
from render.sheet import MOST_PLAYERS, GameRow, Sheet
from render.text import signed


def score_sheet(
    session: Session,
    history: Sequence[Finished],
    names: Names,
    t: Texts,
    *,
    title: str = "",
    theme: str = "wood",
    page: int = 0,
) -> Sheet:
    """The sheet of a session so far, without voided games; without a title it is just called a chouette.

    A column per player, in the order of arrival. If there are too many, the first of its `sheet_count` pages shows
    those at the table and those who played last, and its note gives the number of the others.
    """
    games = [each for each in history if not each.game.void]
    seats = _columns(session, games, page)
    marked = {mark for each in games for seat in seats if (mark := _mark(each, seat))}
    words = {
        Mark.BOX: t("box"), Mark.CAPTAIN: t("captain"), Mark.PARTNER: t("partner"), Mark.OUT: t("out early"),
    }  # fmt: skip
    left_out = len(_everybody(session, games)) - len(seats)
    missing = t.many("{number} player is not shown", "{number} players are not shown", left_out) if left_out else ""
    return Sheet(
        title=title or t("Chouette"),
        players=tuple(map(names, seats)),
        games=tuple(
            GameRow(
                str(each.number),
                tuple(_points(each, seat) for seat in seats),
                tuple(_mark(each, seat) for seat in seats),
            )
            for each in games
        ),
        total=t("Total"),
        note=" · ".join(filter(None, (_games(len(games), t), missing))),
        legend=tuple((mark, word) for mark, word in words.items() if mark in marked),
        theme=theme,
    )


def session_summary(
    session: Session, history: Sequence[Finished], names: Names, theme: str, t: Texts
) -> SessionEnd | None:
    """The card of a finished session; None without a result, or with more players than fit on a sheet."""
    sheet = score_sheet(session, history, names, t, theme=theme)
    if not sheet.games or len(sheet.players) < len(_everybody(session, history)):
        return None
    transfers = [payment.transfer for payment in session.payments]
    return session_card(
        sheet, [Payment(each.payer, each.payee, in_points(each.points, session.unit)) for each in transfers], t
    )


def sheet_count(session: Session, history: Sequence[Finished]) -> int:
    """The number of sheets for all players, past and present."""
    return max(1, -(-len(_last(session, history)) // MOST_PLAYERS))


def _columns(session: Session, games: Sequence[Finished], page: int) -> tuple[Seat, ...]:
    """The seats on a page, a full one if there are enough of them."""
    last = _last(session, games)
    latest = sorted(_everybody(session, games), key=lambda seat: -last.get(seat, 0))
    first = max(0, min(page * MOST_PLAYERS, len(latest) - MOST_PLAYERS))
    return tuple(sorted(latest[first : first + MOST_PLAYERS]))


def _everybody(session: Session, games: Sequence[Finished]) -> list[Seat]:
    """Those who are or were at the table; not who only asked to be let in."""
    return sorted({*taking_part(session), *_last(session, games)})


def _last(session: Session, games: Sequence[Finished]) -> dict[Seat, int]:
    """The last game of each player; for those at the table the next one."""
    last = {seat: each.number for each in games if not each.game.void for seat in each.points}
    return last | {seat: session.number + 1 for seat in range(len(session.players)) if session.is_seated(seat)}


def _points(finished: Finished, seat: Seat) -> Points | None:
    """A player's points in a game; None without a part in it."""
    won = finished.points.get(seat)
    return None if won is None else in_points(won, finished.game.unit)


def _mark(finished: Finished, seat: Seat) -> Mark | None:
    """A player's role in a game; its captain is whoever led the team, even if out early."""
    game = finished.game
    if seat == game.box:
        return Mark.BOX
    if seat == game.captain:
        return Mark.CAPTAIN
    if seat == game.partner:
        return Mark.PARTNER
    return Mark.OUT if seat in finished.out else None


def score_pages(session: Session, names: Names, t: Texts) -> list[str]:
    """Each player's total, one per line, then the line with box and captain, and fixed turns that are left, on as many
    pages as needed.

    Players who left with zero are omitted. During a game the line is that of the game, afterwards the next one.
    """
    totals = [
        f"{names(seat)} {plain_signed(in_points(player.points, session.unit))}{_has(session, seat, t)}"
        + (t(" · stake {stake}", stake=player.stake) if session.options.house_rules.stakes else "")
        for seat, player in enumerate(session.players)
        if player.points or session.is_seated(seat) or not session.begun
    ]
    line = _line_words(session, names, t)
    room = limits.MESSAGE - len("\n".join(line)) - 1
    *before, last = ["\n".join([page, *line]) for page in pages(totals, room) or [""]]
    return [*before, *pages([last, *turns_words(session, names, t)])]


def _has(session: Session, seat: Seat, t: Texts) -> str:
    """Behind somebody's total what they have in the bank."""
    if not session.banked:
        return ""
    return t(" (bank {balance})", balance=amount(session.players[seat].balance, session))


def plain_signed(points: Points) -> str:
    """A signed number in plain characters; 0 without a sign."""
    return signed(points).replace("−", "-")


def _line_words(session: Session, names: Names, t: Texts) -> list[str]:
    """The line as one line of text; empty before there is one."""
    if not session.line:
        return []
    game, running = session.game, session.game.phase is not Phase.OVER
    playing = game.line if running else session.playing
    partner = game.partner if running else session.partner
    roles = dict(zip(playing[:2], (t("box"), t("captain")), strict=False))
    if running and game.captain in session.leaving and game.acting_captain not in (None, *session.leaving):
        assert game.acting_captain is not None
        roles[game.acting_captain] = t("acting captain")
    roles |= dict.fromkeys(session.leaving, t("has left"))
    if partner is not None and partner not in session.leaving:
        roles[partner] = t("partner")
    for seat in session.coming:
        if seat not in (*playing, partner):
            roles[seat] = t("sits out")
    people = (f"{names(seat)} ({roles[seat]})" if seat in roles else names(seat) for seat in session.coming)
    return [t("Line: {line}", line=" · ".join(people))]


def statistics_words(stats: Mapping[Seat, Statistics], seat: Seat, names: Names, t: Texts, unit: int = 1) -> list[str]:
    """One player's statistics as short lines, without zeros; `unit`: how many of their points are one."""
    if seat not in stats:
        return [t("{who} has not finished a game yet.", who=names(seat))]
    record = stats[seat]
    lines = [
        f"{names(seat)} {_sum(record.total, unit, t)}",
        *_roles(record, unit, t),
        *_cubes(record, unit, t),
        *_extras(record, unit, t),
    ]
    if record.gammons_won or record.gammons_lost:
        lines.append(t("Gammons: {won} won, {lost} lost", won=record.gammons_won, lost=record.gammons_lost))
    if record.swing:
        points = signed(in_points(record.swing.points, unit))
        lines.append(t("Largest swing: {points} in game {number}", points=points, number=record.swing.game))
    if record.against:
        # Of many opponents those with the largest gains and losses.
        told = sorted(record.against, key=lambda other: -abs(record.against[other]))[:ROWS]
        others = [
            f"{names(other)} {signed(in_points(points, unit))}"
            for other, points in record.against.items()
            if other in told
        ]
        if left := len(record.against) - len(told):
            others.append(t.many("{number} other", "{number} others", left))
        lines.append(t("Head to head: {others}", others=" · ".join(others)))
    return lines


def _games(number: int, t: Texts) -> str:
    return t.many("{number} game", "{number} games", number)


def _sum(tally: Tally, unit: int, t: Texts) -> str:
    return f"{signed(in_points(tally.points, unit))} · {_games(tally.number, t)}"


def _roles(record: Statistics, unit: int, t: Texts) -> list[str]:
    lines: list[str] = []
    if record.box.number:
        lines.append(t("Box: {sum}", sum=_sum(record.box, unit, t)))
    if record.longest_box > 1:
        lines.append(t.many("Longest box: {number} game", "Longest box: {number} games in a row", record.longest_box))
    if record.captain.number:
        lines.append(t("Captain: {sum}", sum=_sum(record.captain, unit, t)))
    if record.crew.number:
        lines.append(t("Crew: {sum}", sum=_sum(record.crew, unit, t)))
    if record.partner.number:
        lines.append(t("Partner: {sum}", sum=_sum(record.partner, unit, t)))
    return lines


def _cubes(record: Statistics, unit: int, t: Texts) -> list[str]:
    told = [
        came_to(t(text, number=tally.number), in_points(tally.points, unit), t)
        for text, tally in (
            (N_("offered {number}"), record.given),
            (N_("took {number}"), record.taken),
            (N_("dropped {number}"), record.dropped),
        )
        if tally.number
    ]
    return [t("Cubes: {cubes}", cubes=" · ".join(told))] if told else []


def _extras(record: Statistics, unit: int, t: Texts) -> list[str]:
    told = [
        came_to(t(text, number=tally.number), in_points(tally.points, unit), t)
        for text, tally in (
            (N_("gave {number}"), record.extras_given),
            (N_("took {number}"), record.extras_taken),
        )
        if tally.number
    ]
    return [t("Extras: {extras}", extras=" · ".join(told))] if told else []
