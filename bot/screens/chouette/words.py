"""Shared texts of a chouette: the line, proposals, consulting, the end.

News are in `news_words`, questions in `question_words`. None of them reads sealed words: of doubles, passes and answers
not yet in effect only their number.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import UNSET

from bot.backgammon import Kind, Phase, Seat
from bot.backgammon import bet as cube
from bot.backgammon.actions import Abort, Undo
from bot.chouette import NO_HOST, Consult, Session, in_points
from bot.chouette.actions import Resign, Settle
from bot.screens.chouette.house_words import bank_words, places_words
from bot.screens.common_words import request_words
from bot.screens.fitting import ROWS
from bot.screens.names import Names, kind_words
from bot.texts import Texts
from render.text import number, signed

What = TypeVar("What", bound=Hashable)


def merged(
    together: Iterable[tuple[Seat, Seat, What]],
) -> list[tuple[tuple[Seat, ...], tuple[Seat, ...], What]]:
    """(actor, other, what) merged to (actors, others, what)."""
    of_one: dict[tuple[Seat, What], list[Seat]] = {}
    for actor, other, what in together:
        of_one.setdefault((actor, what), []).append(other)
    of_many: dict[tuple[tuple[Seat, ...], What], list[Seat]] = {}
    for (actor, what), others in of_one.items():
        of_many.setdefault((tuple(others), what), []).append(actor)
    return [(tuple(actors), others, what) for (others, what), actors in of_many.items()]


def line_words(line: Sequence[Seat], session: Session, names: Names, t: Texts) -> str:
    """The line in order: box, its partner, captain, crew; then who sits out. Empty if nobody is left."""
    # Who sits out from the next game on still plays this one.
    here = () if session.game.phase is Phase.OVER else session.game.line
    out = [seat for seat in line if session.players[seat].out and seat not in here]
    playing = [seat for seat in line if seat not in out and seat != session.partner]
    parts: list[str] = []
    if playing:
        parts.append(t("Box: {who}", who=names(playing[0])))
    if session.partner is not None and session.partner in line:
        parts.append(t("partner: {who}", who=names(session.partner)))
    if len(playing) > 1:
        parts.append(t("captain: {who}", who=names(playing[1])))
    if len(playing) > 2:
        parts.append(t("then {who}", who=", ".join(map(names, playing[2:]))))
    if out:
        parts.append(t("sitting out: {who}", who=", ".join(map(names, out))))
    return " · ".join(parts)


def points_words(points: Iterable[tuple[Seat, int]], unit: int, names: Names) -> str:
    """Each player's points, of so many units each, the largest winner first."""
    ordered = sorted(points, key=lambda each: -each[1])
    return ", ".join(f"{names(seat)} {signed(in_points(won, unit))}" for seat, won in ordered)


def balance_words(session: Session, names: Names, t: Texts) -> str:
    if session.banked:
        return bank_words(session, names, t)
    balances = ((seat, player.points) for seat, player in enumerate(session.players))
    return rows_words(balances, session.unit, session.coming, names, t)


def rows_words(points: Iterable[tuple[Seat, int]], unit: int, there: Collection[Seat], names: Names, t: Texts) -> str:
    """Balances in units, the largest first. Players not `there` with zero are omitted; if there are too many for a
    message, it gives their number and where to find them.
    """
    rows = sorted(((seat, won) for seat, won in points if won or seat in there), key=lambda each: -each[1])
    words = points_words(rows[:ROWS], unit, names)
    if len(rows) <= ROWS:
        return words
    left = t.many("{number} more in `/chouette score`", "{number} more in `/chouette score`", len(rows) - ROWS)
    return f"{words}, {left}"


def told_payments(session: Session) -> list[int]:
    """The indices of payments that the final message names: all, or as many open ones as fit."""
    payments = range(len(session.payments))
    if len(payments) <= ROWS:
        return list(payments)
    return sorted(sorted(payments, key=lambda index: session.payments[index].paid)[:ROWS])


def session_closed_words(session: Session, names: Names, t: Texts) -> str:
    """The end of a closed session: balances and payments; empty while it runs."""
    if not session.closed:
        return ""
    # A session of one game is closed under that game's points.
    single = session.number == 1 and any(player.points for player in session.players)
    lines = [
        t("The session is over.")
        if single
        else t("The session is over. {balances}.", balances=balance_words(session, names, t).rstrip("."))
    ]
    if session.banked or session.turns is not None:
        lines += places_words(session, names, t)
    told = told_payments(session)
    lines += [marked_payment(session, index, names, t) for index in told]
    if left := len(session.payments) - len(told):
        paid = sum(payment.paid for payment in session.payments)
        lines.append(
            t.many(
                "{number} more payment under **{button}**; {paid} of {all} are made.",
                "{number} more payments under **{button}**; {paid} of {all} are made.",
                left, button=t("All payments"), paid=paid, all=len(session.payments),
            )
        )  # fmt: skip
    if not session.payments and session.host != NO_HOST:
        lines.append(t("Nobody owes anything."))
    return "\n".join(lines)


def marked_payment(session: Session, payment: int, names: Names, t: Texts) -> str:
    return f"{payment_words(session, payment, names, t)} {'✅' if session.payments[payment].paid else '☐'}"


def payment_words(session: Session, payment: int, names: Names, t: Texts) -> str:
    """A payment, by its index."""
    transfer = session.payments[payment].transfer
    return t(
        "{payer} pays {payee} {points}",
        payer=names(transfer.payer),
        payee=names(transfer.payee),
        points=payment_points(session, payment),
    )


def payment_points(session: Session, payment: int) -> str:
    """The points of a payment, by its index."""
    return number(in_points(session.payments[payment].transfer.points, session.unit))


def consulting(session: Session) -> tuple[Seat, ...]:
    """Who may discuss the team's plays now, in line order, the acting captain first; nobody between two games.

    Never the box, nor anyone who is out or has left.
    """
    game = session.game
    captain = game.acting_captain
    if captain is None or game.phase is Phase.OVER:
        return ()
    members = [game.bets[index] for index in game.open_bets]
    match session.options.consult:
        case Consult.NONE:
            talking = set[Seat]()
        case Consult.OWN_CUBE:
            talking = {bet.white for bet in members if bet.turned}
        case Consult.ANY_CUBE:
            talking = {bet.white for bet in members} if game.any_turned else set[Seat]()
        case Consult.FULL:
            talking = {bet.white for bet in members}
    talking -= {captain, *session.leaving}
    return (captain, *(seat for seat in game.team if seat in talking))


def consult_words(session: Session, names: Names, t: Texts) -> str:
    """Who may discuss checker plays now; empty between games, or with one member present."""
    members = {session.game.bets[index].white for index in session.game.open_bets}
    may = consulting(session)
    if not members - {*may[:1], *session.leaving} or not may:
        return ""
    captain, *others = map(names, may)
    who = t.listed(others)
    match session.options.consult:
        case Consult.NONE:
            return t("No advice: {captain} decides alone.", captain=captain)
        case Consult.OWN_CUBE if others:
            return t(
                "Plays may be discussed by {who}; {captain} may ask anybody who is in. No word about cubes.",
                who=who, captain=captain,
            )  # fmt: skip
        case Consult.OWN_CUBE:
            return t("Advice on plays only when {captain} asks for it. No word about cubes.", captain=captain)
        case Consult.ANY_CUBE if others:
            return t("Plays may be discussed with {captain} by {who}. No word about cubes.", captain=captain, who=who)
        case Consult.ANY_CUBE:
            return t("No advice before a cube has been turned: {captain} decides alone.", captain=captain)
        case Consult.FULL:
            return t("Plays and cubes may be discussed with {captain} by {who}.", captain=captain, who=who)


def across(what: Resign | Settle, session: Session) -> list[Seat]:
    """The opponents in the bets of a resignation or settlement."""
    bets = [session.game.bets[index] for index in what.bets if index < len(session.game.bets)]
    return [bet.black if bet.white == what.by else bet.white for bet in bets]


def session_proposal_words(what: Resign | Settle | Undo | Abort, session: Session, names: Names, t: Texts) -> str:
    """A proposal with the points it would cost; for several bets those of each."""
    assert what.by is not None
    who = names(what.by)
    match what:
        case Undo() | Abort():
            return request_words(what, names, t)
        case Resign(kind=Kind() as kind):
            lost, worth = kind_words(kind, t), sorted({*resigned_worths(session, what)})
            return t.many(
                "{who} offers to resign {what}: {points} point.", "{who} offers to resign {what}: {points} points.",
                worth[-1], who=who, what=lost, points="/".join(map(str, worth)),
            )  # fmt: skip
        case Settle():
            return _settlement_words(what, session, names, t) + _engine_words(what, who, t)
        case _:
            return ""


def _settlement_words(what: Settle, session: Session, names: Names, t: Texts) -> str:
    assert what.by is not None
    who = names(what.by)
    match what:
        case Settle(points=0):
            words = t("{who} offers to settle the bet at nothing.", who=who)
            if what.winner is None:
                return words
            return words + " " + t("{who} would count as its winner.", who=names(what.winner))
        case _:
            receiver = who if what.points > 0 else t.listed(map(names, across(what, session)))
            points = in_points(abs(what.points), session.unit)
            if points == Fraction(1, 2):
                return t("{who} offers to settle: {receiver} receives half a point.", who=who, receiver=receiver)
            if not isinstance(points, int):
                return t(
                    "{who} offers to settle: {receiver} receives {points} points.",
                    who=who, receiver=receiver, points=number(points),
                )  # fmt: skip
            return t.many(
                "{who} offers to settle: {receiver} receives {number} point.",
                "{who} offers to settle: {receiver} receives {number} points.",
                points, who=who, receiver=receiver,
            )  # fmt: skip


def _engine_words(what: Settle, who: str, t: Texts) -> str:
    """The engine's number beside an offer; empty where it was not asked."""
    if what.engine is UNSET:
        return ""
    worth = "/".join(dict.fromkeys(f"{each / 100:+.2f}".replace("-", "−") for each in what.engine))
    return " " + t("Engine: {points} for {who}.", points=worth, who=who)


def resigned_worths(session: Session, what: Resign) -> list[int]:
    """The points that each bet of a resignation costs."""
    game, rules = session.game, session.options.cube
    bets = [game.bets[index] for index in what.bets]
    assert what.kind is not None  # there is no match to resign in a chouette
    return [cube.worth(bet, what.kind, rules, game.any_turned) for bet in bets]


def still_asked(session: Session, what: Resign | Settle | Undo | Abort) -> bool:
    """Whether a proposal still waits for an answer, in which case the question tells of it."""
    for each in session.proposals:
        if type(each.what) is not type(what) or each.what.by != what.by:
            continue
        if isinstance(what, Undo | Abort) or isinstance(each.what, Undo | Abort):
            return True
        if set(each.what.bets) & set(what.bets):
            return True
    return False
