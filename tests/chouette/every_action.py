"""For a seat and a type of action, actions of which one is accepted if any of that type is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.backgammon import Kind, Reply, Seat
from bot.backgammon.actions import Action
from bot.chouette import Session, actions, questions

Made = Iterator[actions.AnyAction]
DICE = (3, 1)


def _moves(session: Session, by: Seat | None) -> Made:
    plays = session.game.plays(session.rules)
    yield actions.Move(by=by, play=str(plays[0]) if plays else "8/5 6/5")


def _doubles(session: Session, by: Seat | None) -> Made:
    """All cubes that somebody may turn, and all of them alike: one rule of the box's doubles asks for that."""
    game, rules = session.game, session.options.cube
    for seat in game.line:
        bets = game.accessible(seat, rules)
        yield actions.Double(by=by, bets=bets)
        for like in bets:
            alike = (game.bets[like].value, game.bets[like].owner)
            same = tuple(bet for bet in bets if (game.bets[bet].value, game.bets[bet].owner) == alike)
            yield actions.Double(by=by, bets=same)


def _answers(session: Session, by: Seat | None) -> Made:
    bets = range(len(session.game.bets))
    exchange = session.game.exchange
    for reply in Reply:
        for bet in bets:
            yield actions.Answer(by=by, replies=((bet, reply),))
        if exchange:
            own = [bet for bet in exchange.bets if by in session.deciders(session.game.answerer(bet))]
            yield actions.Answer(by=by, replies=tuple((bet, reply) for bet in own))


def _settlements(session: Session, by: Seat | None) -> Made:
    for bet in range(len(session.game.bets)):
        yield actions.Settle(by=by, bets=(bet,), points=1)


def _leaves(session: Session, by: Seat | None) -> Made:
    for seat in (None, *range(len(session.players))):
        yield actions.Leave(by=by, seat=seat)


_MADE: dict[type[Action], Callable[[Session, Seat | None], Made]] = {
    actions.Arrange: lambda session, by: iter(
        [actions.Arrange(by=by, dice=((6, 5),) * 400, line=tuple(range(len(session.players))))]
    ),
    actions.OpeningRoll: lambda _, by: iter([actions.OpeningRoll(by=by, dice=DICE)]),
    actions.Roll: lambda _, by: iter([actions.Roll(by=by, dice=DICE)]),
    actions.Move: _moves,
    actions.Double: _doubles,
    actions.Answer: _answers,
    actions.GiveExtra: lambda session, by: (
        actions.GiveExtra(by=by, bet=bet, give=True) for bet in range(len(session.game.bets))
    ),
    actions.AnswerExtras: lambda _, by: iter([actions.AnswerExtras(by=by, stay=False)]),
    actions.Resign: lambda session, by: (
        actions.Resign(by=by, kind=Kind.SINGLE, bets=(bet,)) for bet in range(len(session.game.bets))
    ),
    actions.Settle: _settlements,
    actions.Share: lambda _, by: (actions.Share(by=by, agree=agree) for agree in (True, False)),
    actions.Leave: _leaves,
    actions.SitOut: lambda _, by: (actions.SitOut(by=by, out=out) for out in (True, False)),
    actions.AutoPass: lambda _, by: iter([actions.AutoPass(by=by, on=True)]),
    actions.Delegate: lambda _, by: iter([actions.Delegate(by=by, to=None)]),
    actions.Knock: lambda _, by: (actions.Knock(by=by, at=at) for at in (0.0, 1e12)),
    actions.LetIn: lambda session, by: (actions.LetIn(by=by, seat=seat) for seat in range(len(session.players))),
    actions.NotNow: lambda session, by: (
        actions.NotNow(by=by, seat=seat, at=0.0) for seat in range(len(session.players))
    ),
    actions.Spent: lambda session, by: (
        actions.Spent(by=by, seat=seat, ms=1000) for seat in range(len(session.players))
    ),
    actions.Stake: lambda _, by: (actions.Stake(by=by, stake=stake) for stake in (1, 2)),
    actions.Pause: lambda _, by: iter([actions.Pause(by=by, on=True)]),
    actions.Gone: lambda session, by: (actions.Gone(by=by, seat=seat) for seat in range(len(session.players))),
    actions.Paid: lambda session, by: (actions.Paid(by=by, payment=index) for index in range(len(session.payments))),
}
_MADE |= {
    kind: lambda _, by, kind=kind: iter([kind(by=by)])
    for kind in (
        actions.Pass,
        actions.Hold,
        actions.Lapse,
        actions.Undo,
        actions.Abort,
        actions.Claim,
        actions.DeclineBox,
        actions.Join,
        actions.AddComputer,
        actions.Next,
        actions.End,
        actions.Dismiss,
        actions.Adopt,
    )
}


def every_question(session: Session) -> list[tuple[type[Action], int | None]]:
    """All types of action; one that answers a question by its number with each that is open, and one that is not."""
    numbers = {0, session.asked + 1, *(question.number for question in questions(session))}
    return [(kind, None) for kind in _MADE] + [
        (kind, number) for kind in (actions.Accept, actions.Decline) for number in sorted(numbers)
    ]


def every_action(session: Session, kind: type[Action], by: Seat | None, number: int | None) -> Made:
    """Actions of that type, or that answer the question with this number."""
    return _MADE[kind](session, by) if number is None else iter([kind(by=by, question=number)])  # type: ignore[call-arg]
