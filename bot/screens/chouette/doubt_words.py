"""Confirmation questions of a chouette, and replies to sealed words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.backgammon import Bet, Ending, Jacoby, Reply
from bot.backgammon import bet as cube
from bot.chouette import TEAM, Session, actions, in_points
from bot.chouette.cubes import goes_at_once
from bot.chouette.round import Exchange
from bot.core.actions import BetIndex
from bot.screens.chouette.people_words import leaving_words
from bot.screens.chouette.words import resigned_worths
from bot.screens.names import Names
from bot.screens.resigning import resign_question
from bot.texts import Texts
from render.text import number


def session_doubt(session: Session, action: actions.AnyAction, names: Names, t: Texts) -> str:
    """The confirmation question for an action, ephemeral; empty if none is needed."""
    game = session.game
    match action:
        case actions.Resign(by=seat) if seat is not None:
            others = t.listed(map(names, _others(session, seat, action.bets)))
            worths = resigned_worths(session, action)
            lost = {
                bet: cube.won(game.bets[bet], game.side(bet, seat).other, worth, Ending.RESIGNED)
                for bet, worth in zip(action.bets, worths, strict=True)
            }
            asked = resign_question(action.kind, sum(worths), t)
            return "\n".join((asked, *_by_bank(session, lost, sum(worths), t), t("To: {who}.", who=others)))
        case actions.Double(by=seat, bets=bets) if seat is not None:
            if seat == game.box and game.board.turn is not TEAM:
                return "\n".join(_box_doubt(session, seat, bets, names, t))
            value = 2 * game.bets[bets[0]].value if bets else 0
            if goes_at_once(game, seat, session.options.cube):
                return t("Double to {cube}?", cube=value)
            return t("Double to {cube}? Nobody learns of it before the captain rolls.", cube=value)
        case actions.Answer(by=seat, replies=replies) if seat is not None:
            if all(said is not Reply.DROP for _, said in replies):
                return ""
            return _answer_doubt(session, seat, replies, names, t)
        case actions.Leave(by=seat, seat=None) if seat is not None:
            return leaving_words(session, seat, names, t)
        case _:
            return t("Change to drop?")


def _box_doubt(session: Session, seat: int, bets: tuple[BetIndex, ...], names: Names, t: Texts) -> Iterator[str]:
    """The cubes the box is about to turn, one line per value."""
    values = {bet: session.game.bets[bet].value for bet in bets}
    for value in sorted(set(values.values())):
        alike = tuple(bet for bet in bets if values[bet] == value)
        who = t.listed(map(names, _others(session, seat, alike)))
        yield t("Double {who} to {cube}?", who=who, cube=2 * value)
    if warning := _left_out(session, bets, names, t):
        yield warning


def _left_out(session: Session, bets: tuple[BetIndex, ...], names: Names, t: Texts) -> str:
    """A warning to the box that doubles the crew but not the captain, whose gammon then does not count."""
    game, captain = session.game, session.game.acting_captain
    own = None if captain is None else game.own_bet(captain)
    if own is None or own in bets or own not in game.accessible(game.box, session.options.cube):
        return ""
    if captain is None or game.bets[own].turned or session.options.cube.jacoby is not Jacoby.PER_CUBE:
        return ""
    return t(
        "You leave out {who}: against the captain no gammon counts before that cube is turned.", who=names(captain)
    )


def _answer_doubt(
    session: Session, seat: int, replies: tuple[tuple[BetIndex, Reply], ...], names: Names, t: Texts
) -> str:
    assert session.game.exchange is not None
    game, offer = session.game, session.game.exchange.offer
    lines = [
        reply_words(reply, t) + ": " + t.listed(names(each) for each in _others(session, seat, chosen))
        for reply in Reply
        if (chosen := tuple(bet for bet, said in replies if said is reply))
    ]
    dropped = [bet for bet, said in replies if said is Reply.DROP]
    lost = sum(offer.refused(game.bets[bet]) for bet in dropped)
    lines.append(
        t.many("What you drop costs {number} point. Sure?", "What you drop costs {number} points. Sure?", lost)
    )
    rules = session.options.cube
    closed = {bet: cube.answer(game.bets[bet], offer, Reply.DROP, rules)[0] for bet in dropped}
    return "\n".join((*lines, *_by_bank(session, closed, lost, t)))


def _by_bank(session: Session, lost: Mapping[BetIndex, Bet], full: int, t: Texts) -> Iterator[str]:
    """What bets that are lost cost with a bank, as things stand, if that is less than `full`. All are of one side."""
    game = session.game
    if not game.balances or not lost:
        return
    bets = lost.values()
    losers = {bet.black if bet.result and bet.result.points > 0 else bet.white for bet in bets}
    before, after = game.settled(), game.with_bets(lost.items()).settled()
    cost = in_points(sum(before[seat] - after[seat] for seat in losers), game.unit)
    if cost < full:
        yield t("With the bank that is {points}.", points=number(cost))


def reply_words(reply: Reply, t: Texts) -> str:
    return {
        Reply.TAKE: t("Take"),
        Reply.DROP: t("Drop"),
        Reply.BEAVER: t("Beaver"),
        Reply.RACCOON: t("Raccoon"),
    }[reply]


def _others(session: Session, seat: int, bets: tuple[BetIndex, ...]) -> list[int]:
    """The opponents in these bets."""
    pairs = [(session.game.bets[bet].white, session.game.bets[bet].black) for bet in bets]
    return [black if white == seat else white for white, black in pairs]


def sealed_words(before: Session | None, session: Session, verb: str, t: Texts) -> str:
    """The reply to a word that takes effect only after others have spoken; empty if it has taken effect. `before`: the
    session before it.
    """
    game, asked = session.game, before.game.exchange if before else None
    if verb in ("double", "pass", "hold") and game.exchange is None and game.board.turn is TEAM:
        told = {"double": t("You double."), "pass": t("You pass.")}.get(verb)
        return "" if told is None else told + " " + t("You may change your mind until the captain rolls.")
    if verb in ("extra_give", "extra_keep") and game.exchange and game.exchange.extras and game.exchange.extras.asked:
        return t("Noted. It counts when all have answered.")
    answered = verb in ("take", "drop", "beaver", "raccoon", "answers")
    if answered and game.exchange and asked and _is_same(asked, game.exchange):
        return t("Noted. It counts when all have answered; until then you may change your mind.")
    return ""


def _is_same(asked: Exchange, now: Exchange) -> bool:
    """Whether these cubes still wait for answers."""
    return (asked.offer, asked.bets, asked.extras is None) == (now.offer, now.bets, now.extras is None)
