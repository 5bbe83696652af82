"""Texts about players of a chouette: arrivals, departures and their cost, the box, payments, the first line."""

from __future__ import annotations

from bot.backgammon import Phase, Seat, Side
from bot.chouette import BOX, NO_HOST, Order, Session, apply
from bot.chouette.actions import (
    AddComputer,
    Adopt,
    Arrange,
    DeclineBox,
    Dismiss,
    Gone,
    Join,
    Knock,
    Leave,
    LetIn,
    NotNow,
    Paid,
    Pause,
    Share,
    SitOut,
    Stake,
)
from bot.core.actions import BetIndex
from bot.screens.chouette.words import line_words, payment_words
from bot.screens.names import Names
from bot.tables.chouette.news import SessionNews
from bot.texts import Texts


def end_words(news: SessionNews, session: Session, who: str, t: Texts) -> str:
    """The end of the session, now or after the game; `who` has ended it."""
    if isinstance(news.action, Dismiss):
        if session.host == NO_HOST:  # the opener of a night, a moderator, or the night itself
            return t("The session ends.") if session.closed else t("The session ends after this game.")
        over = session.closed
        return t("A moderator ends the session.") if over else t("A moderator ends the session after this game.")
    if news.seat is None:
        timed = session.is_ending or session.ends_at is not None
        return "" if timed else t("Nobody went on, so the session ends.")
    if session.closed:
        return t("{who} ends the session.", who=who)
    return t("{who} ends the session after this game.", who=who)


def people_words(news: SessionNews, session: Session, names: Names, t: Texts) -> str:
    """Arrivals, departures, shares of the box, payments."""
    who = "" if news.seat is None else names(news.seat)
    match news.action:
        case Join(by=seat):
            later = seat in session.joining
            return t("{who} joins from the next game on.", who=who) if later else t("{who} joins.", who=who)
        case Knock(by=seat):
            asks = seat in session.knocking
            return t("{who} asks to come in.", who=who) if asks else t("{who} asked to come in.", who=who)
        case LetIn(seat=seat):
            return t("{who} lets {other} in from the next game on.", who=who, other=names(seat))
        case NotNow(seat=seat):
            return t("{who} to {other}: not now.", who=who, other=names(seat))
        case AddComputer():
            return t("{who} has a computer sit down.", who=who)
        case Leave(seat=None):
            return t("{who} leaves.", who=who)
        case Leave(seat=int() as seat) if news.seat is None and session.host == NO_HOST:
            return t("{who} leaves this table.", who=names(seat))
        case Leave(seat=int() as seat) if news.seat is None:
            return t("A moderator has sent {other} away.", other=names(seat))
        case Leave(seat=int() as seat):
            return t("{who} has sent {other} away.", who=who, other=names(seat))
        case Adopt():
            return t("This table belongs to a night from now on.")
        case Gone(seat=seat):
            return t(
                "{who} is no longer in this server and sits out. Once back, `/chouette sit_out` lets them play again.",
                who=names(seat),
            )
        case SitOut(out=True):
            return t("{who} sits out from the next game on.", who=who)
        case SitOut():
            return t("{who} plays again from the next game on.", who=who)
        case Stake(stake=stake):
            return t("{who} plays for {stake} from the next game on.", who=who, stake=stake)
        case Pause(on=True):
            return t("{who} stops the clock.", who=who) if who else t("The clock is stopped.")
        case Pause():
            return t("{who} lets the clock run again.", who=who) if who else t("The clock runs again.")
        case DeclineBox():
            return t("{who} refuses the box.", who=who) + "\n" + line_words(session.coming, session, names, t)
        case Share():
            return _share_words(news.action, session, names, t)
        case Paid(payment=index) if index < len(session.payments):
            return t("Paid: {what}.", what=payment_words(session, index, names, t))
        case _:
            return ""


def _share_words(action: Share, session: Session, names: Names, t: Texts) -> str:
    assert action.by is not None
    who, box = names(action.by), names(session.game.box)
    if action.by == session.game.box:
        return t("{who} looks for a partner.", who=who) if action.agree else t("{who} wants no partner.", who=who)
    if action.agree:
        return t("{who} shares the box with {box}.", who=who, box=box)
    words = t("{who} does not want to share the box.", who=who)
    if session.partnering or session.partner is None:
        return words
    return words + " " + t("{who} shares the box with {box}.", who=names(session.partner), box=box)


def leaving_words(session: Session, seat: Seat, names: Names, t: Texts) -> str:
    """What a player loses by leaving now, and what happens to their other bets; empty without open bets."""
    game = session.game
    held = game.held(seat)
    if not held or game.phase is Phase.OVER:  # a voided game leaves its bets open
        return ""
    after = apply(session, Leave(by=seat)).game
    lines = [t("Leave in the middle of the game? You say nothing more in it; you can come back for the next one.")]
    lost = 0
    for index in held:
        if result := after.bets[index].result:
            lost += result.points if after.side(index, seat) is BOX else -result.points
    if len(after.held(seat)) < len(held):
        lost //= game.unit  # what silence costs is whole
        lines.append(t.many("At once it costs you {number} point.", "At once it costs you {number} points.", lost))
    if after.held(seat):
        lines += _going_on(session, seat, after.held(seat), names, t)
    return "\n".join(lines)


def _going_on(session: Session, seat: Seat, bets: tuple[BetIndex, ...], names: Names, t: Texts) -> list[str]:
    """The bets that are continued, and who decides their cubes."""
    game = session.game
    lines: list[str] = []
    for index in bets:
        bet, side = game.bets[index], game.side(index, seat)
        who = names(bet.seat(side.other))
        if game.is_extra(index):
            lines.append(t("Your extra with {who}, at {cube}, goes on.", who=who, cube=bet.value))
        else:
            lines.append(t("Your bet with {who}, at {cube}, goes on.", who=who, cube=bet.value))
    at_stake = sum(game.bets[index].value for index in bets)
    side = game.side(bets[0], seat)
    if seat == game.box or not any(each not in (*game.away, seat) for each in game.players(side)):
        lines.append(
            t.many(
                "Nobody rolls in your place: when it is your side's turn, you lose {number} point.",
                "Nobody rolls in your place: when it is your side's turn, you lose {number} points.",
                at_stake,
            )
        )
    elif any(each not in game.away for each in session.deciders(seat) if each != seat):
        lines.append(t("{who} decides about your cubes.", who=names(session.deciders(seat)[1])))
    else:
        lines.append(
            t.many(
                "Nobody decides about your cubes: what is doubled counts as dropped, now {number} point.",
                "Nobody decides about your cubes: what is doubled counts as dropped, now {number} points.",
                at_stake,
            )
        )
    return lines


def order_words(arranged: Arrange, session: Session, t: Texts) -> list[str]:
    """The rolls of the first line, and how they made it."""
    last = len(arranged.dice)
    if not last:
        return []
    lines = [t.many("Roll 1 made the first order.", "Rolls 1 to {number} made the first order.", last)]
    if session.options.order is Order.ROLL:
        lines.append(
            t(
                "In the order of the seats two people share a roll, each has one die; a die left over is not used, and "
                "those who tie throw again."
            )
        )
    else:
        lines.append(
            t(
                "A roll draws one place: 6 · (first die − 1) + second die − 1, divided by the number of those left; "
                "the remainder counts them from 0 in the order of the seats. Numbers of an incomplete last round are "
                "drawn again."
            )
        )
    return lines


def session_reservations(session: Session, turn: Side, names: Names, t: Texts) -> list[str]:
    """Why cube advice may be wrong at this table."""
    game = session.game
    if not session.options.cube.cube:
        return [t("There is no cube in this game.")]
    bets = [game.bets[index] for index in game.open_bets]
    found: list[str] = []
    if len(bets) > 1:
        found.append(t("Every bet has a cube of its own: the advice is for each of them, by where it lies."))
    others = tuple(dict.fromkeys(bet.seat(turn.other) for bet in bets if bet.owner is turn.other))
    if others and len(bets) == 1:
        found.append(t("The cube is with {who} now.", who=names(others[0])))
    elif others:
        found.append(t("Of these cubes some are on the other side now, with {who}.", who=t.listed(map(names, others))))
    return found
