"""News of a chouette, data from which sentences are made: one entry per action that the table may learn of.

Sealed words leave no news until they take effect.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Dice, Ending, Kind, OfferStage, Phase, Reply, Seat, Side, Step
from bot.backgammon.actions import Abort, Claim, Move, OpeningRoll, Roll, Undo
from bot.chouette import Session, Window, points
from bot.chouette.actions import (
    AnyAction,
    Double,
    Hold,
    Lapse,
    Leave,
    Pass,
    Resign,
    Settle,
    Spent,
)
from bot.core.proposals import about

#: Actions that open or close a window.
_TURNS = (OpeningRoll, Roll, Move, Claim)


class Turned(Struct, frozen=True, forbid_unknown_fields=True):
    """An offered cube, with its value if taken; or an answer, with the value it led to."""

    white: Seat
    black: Seat
    cube: int
    reply: Reply | None = None


class Closed(Struct, frozen=True, forbid_unknown_fields=True):
    """A closed bet; `points` from black to white.

    `left`: the player who lost it by silence had left the table.
    """

    white: Seat
    black: Seat
    points: int
    ending: Ending
    left: bool = False


class GameOver(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How game `number` ended: `points` of each player, `kind` if the board was played out, the new `line`.

    `totals`: the balances afterwards, of every seat. `single`: by the Jacoby rule a gammon or backgammon counts as a
    single game in every bet.
    """

    number: int
    points: tuple[tuple[Seat, int], ...]
    totals: tuple[tuple[Seat, int], ...] = ()
    line: tuple[Seat, ...]
    box: Seat
    kind: Kind | None = None
    single: bool = False
    void: bool = False


class SessionNews(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action with the facts to report it.

    `version`: the table's version after it. `seat`: the player, also if the bot rolled or moved for them. `side`: the
    player's side, or the doubling one. `dice`: those played, or rolled. `text` and `steps`: the play. `offered` and
    `answered`: cubes at stage `stage`. `extras`: new bets with droppers. `captain`: the new acting captain. `proposal`:
    the one answered.
    """

    version: int
    action: AnyAction
    seat: Seat | None = None
    side: Side | None = None
    dice: Dice | None = None
    text: str = ""
    steps: tuple[Step, ...] = ()
    stage: OfferStage = OfferStage.DOUBLE
    offered: tuple[Turned, ...] = ()
    answered: tuple[Turned, ...] = ()
    extras: tuple[Turned, ...] = ()
    closed: tuple[Closed, ...] = ()
    captain: Seat | None = None
    proposal: Resign | Settle | Undo | Abort | None = None
    over: GameOver | None = None


def session_news(before: Session, action: AnyAction, after: Session, version: int) -> SessionNews | None:
    """The news of `action`, which led from `before` to `after`; None if nothing of it may be known yet."""
    was = before.game
    meant = about(before.proposals, action)
    news = SessionNews(
        version=version,
        action=action,
        seat=action.by,
        proposal=meant and meant.what,
        over=_over(before, after),
    )
    if before.number == after.number and not isinstance(news.proposal or action, Undo):
        news = replace(
            news,
            offered=_offered(before, after),
            answered=_answered(before, after),
            extras=_extras(before, after),
            closed=_closed(before, action, after),
            captain=_new_captain(before, after),
            stage=was.exchange.offer.stage if was.exchange else OfferStage.DOUBLE,
            side=exchange.offer.doubler if (exchange := was.exchange or after.game.exchange) else None,
        )
    told = news.offered or news.answered or news.extras or news.closed or news.over
    match action:
        case OpeningRoll():
            return replace(news, dice=action.dice)
        case Roll():
            return replace(news, seat=was.on_roll, dice=None if news.offered else action.dice)
        case Move():
            play = was.board.read(action.play, before.rules.max_on_point)
            played = replace(news, seat=was.on_roll, side=was.board.turn, text=str(play), steps=play.steps)
            return replace(played, dice=was.board.dice)
        case Lapse():
            return replace(news, seat=next(iter(was.holding), None))
        case Double() | Pass() if before.options.window is Window.OPEN:
            return news
        case Spent():
            return None
        case Hold():  # a hold is announced, so that all know why the roll waits
            return news
        case _ if action.sealed and not told:
            return None
        case _:
            return news


def still_told(news: Sequence[SessionNews], said: SessionNews, session: Session) -> list[SessionNews]:
    """The earlier news that are still shown after `said`: of a player's words in a window before the roll only the last
    one.

    `session` is the state in which it was said.
    """
    if not _in_window(said):
        return list(news)
    who = _speaker(said, session)
    window = next((number for number in range(len(news), 0, -1) if isinstance(news[number - 1].action, _TURNS)), 0)
    before = (each for each in news[window:] if not (_in_window(each) and _speaker(each, session) == who))
    return [*news[:window], *before]


def _in_window(news: SessionNews) -> bool:
    return isinstance(news.action, Double | Pass | Hold) and not news.offered


def _speaker(news: SessionNews, session: Session) -> Seat | None:
    """The player whose word it is, also if their delegate gave it."""
    game, action = session.game, news.action
    if isinstance(action, Double) and action.bets and game.board.turn is not None:
        return game.bets[action.bets[0]].seat(game.board.turn)
    return news.seat


def _offered(before: Session, after: Session) -> tuple[Turned, ...]:
    was, now = before.game.exchange, after.game.exchange
    if now is None or was is not None:
        return ()
    bets = after.game.bets
    return tuple(Turned(bets[index].white, bets[index].black, now.offer.taken(bets[index])) for index in now.bets)


def _answered(before: Session, after: Session) -> tuple[Turned, ...]:
    was, now = before.game.exchange, after.game.exchange
    if was is None or (now is not None and now.bets == was.bets and now.offer == was.offer):
        return ()
    further = set(now.bets) if now else set[int]()
    told: list[Turned] = []
    for index in was.bets:
        old, new = before.game.bets[index], after.game.bets[index]
        if new.result:
            told.append(Turned(new.white, new.black, abs(new.result.points) // after.game.unit, Reply.DROP))
        elif new.beavers > old.beavers:
            cube = now.offer.taken(new) if now and index in further else new.value
            told.append(Turned(new.white, new.black, cube, Reply.BEAVER))
        elif now and index in further:
            told.append(Turned(new.white, new.black, now.offer.taken(new), Reply.RACCOON))
        else:
            told.append(Turned(new.white, new.black, new.value, Reply.TAKE))
    return tuple(told)


def _extras(before: Session, after: Session) -> tuple[Turned, ...]:
    new = after.game.bets[len(before.game.bets) :]
    return tuple(Turned(bet.white, bet.black, bet.value, Reply.DROP if bet.result else Reply.TAKE) for bet in new)


def _closed(before: Session, action: AnyAction, after: Session) -> tuple[Closed, ...]:
    leaver = (action.by if action.seat is None else action.seat) if isinstance(action, Leave) else None
    gone = {*before.leaving, leaver}
    closed: list[Closed] = []
    for old, new in zip(before.game.bets, after.game.bets, strict=False):
        if new.result and not old.result and new.result.ending not in (Ending.PLAYED, Ending.DROPPED):
            points, ending = new.result.points, new.result.ending
            loser = new.white if points < 0 else new.black
            closed.append(Closed(new.white, new.black, points, ending, ending is Ending.CLAIMED and loser in gone))
    return tuple(closed)


def _new_captain(before: Session, after: Session) -> Seat | None:
    captain = after.game.acting_captain
    changed = captain is not None and captain != before.game.acting_captain
    return captain if changed and after.game.phase is not Phase.OVER else None


def _over(before: Session, after: Session) -> GameOver | None:
    """The end of a game, if this action caused it."""
    game = after.game
    if game.phase is not Phase.OVER or before.game.phase is Phase.OVER:
        return None
    victory = game.board.won_by
    played = [bet for bet in game.bets if bet.result and bet.result.ending is Ending.PLAYED]
    kind = victory[1] if victory and played else None
    return GameOver(
        number=after.number,
        points=tuple(points(game).items()),
        totals=tuple((seat, player.points) for seat, player in enumerate(after.players)),
        line=after.coming,
        box=game.box,
        kind=kind,
        single=kind not in (None, Kind.SINGLE)
        and all(bet.result and abs(bet.result.points) == bet.value * game.unit for bet in played),
        void=game.void,
    )
