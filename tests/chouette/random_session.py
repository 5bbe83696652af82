"""Sessions in which everybody does something at random, mostly what the questions ask."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.backgammon import Ask, CubeRules, Jacoby, Kind, Phase, Refused, Reply, Seat
from bot.backgammon.actions import Action
from bot.chouette import (
    PRESETS,
    BoxDouble,
    BoxTake,
    HouseRules,
    JoinApproval,
    JoinAt,
    LoneTaker,
    Options,
    Order,
    Pace,
    PartnerAdvice,
    PartnerPick,
    Retain,
    Session,
    SessionEnd,
    Window,
    actions,
    apply,
    questions,
    start,
)
from bot.chouette.house import StartCube

_Item = TypeVar("_Item")

#: People who can be at the table in a test; the last of them come later.
MOST_SEATS = 9


def random_options(rng: random.Random) -> Options:
    """Any options, or a preset."""
    if rng.random() < 0.2:
        return rng.choice(list(PRESETS.values()))
    cube = CubeRules(
        jacoby=rng.choice(list(Jacoby)),
        animals=rng.randrange(3),
        beavers_per_bet=rng.choice((0, 1, 1, 9)),
        beaver_refusable=rng.random() < 0.7,
        cube_cap=rng.choice((1, 2, 4, 64, 64, None)),
        auto_doubles=rng.randrange(3),
    )
    house = random_house(rng)
    fixed = not house.bank and not house.stakes and rng.random() < 0.2
    partner = 0 if house.bank or fixed else rng.choice((0, 6, 6))
    retain = Retain.SCHEDULE if fixed else rng.choice([each for each in Retain if each is not Retain.SCHEDULE])
    alone = (LoneTaker.OFF, LoneTaker.BEAVER) if house.bank else list(LoneTaker)
    return Options(
        order=rng.choice(list(Order)),
        max_players=rng.choice((5, 10)),
        cube=cube,
        settlements=rng.random() < 0.8,
        retain=retain,
        may_decline_box=rng.random() < 0.7,
        box_take=rng.choice(list(BoxTake)),
        box_take_captain=rng.random() < 0.4,
        box_double=rng.choice(list(BoxDouble)),
        lone_taker=rng.choice(alone),
        window=rng.choice(list(Window)),
        pace=rng.choice(list(Pace)),
        join=rng.choice(list(JoinAt)),
        session_end=SessionEnd.OPEN if fixed else rng.choice((SessionEnd.OPEN, SessionEnd.OPEN, SessionEnd.GAMES)),
        session_limit=rng.randint(2, 6),
        partner_from=partner,
        partner_mandatory=rng.random() < 0.5,
        partner_pick=rng.choice(list(PartnerPick)),
        house=house,
    )


def random_house(rng: random.Random) -> HouseRules:
    """Any of the small options."""
    bank = rng.choice((0, 0, 6, 13, 50))
    return HouseRules(
        first_batch=rng.random() < 0.3,
        half_points=rng.random() < 0.3,
        bank=bank,
        start_cube=rng.choice([each for each in StartCube if bank or each is not StartCube.OUT]),
        start_steps=rng.choice(((1, 2, 4, 8), (1, 2, 4), (2,), (1, 1, 2))),
        start_every=rng.choice((10, 45)),
        schedule_rounds=rng.choice((0, 1, 2)),
        stakes=not bank and rng.random() < 0.3,
        join_approval=rng.choice((JoinApproval.NONE, *JoinApproval)),
        play_timer=rng.choice((0, 20, 60)),
        partner_advice=rng.choice(list(PartnerAdvice)),
    )


def some(rng: random.Random, items: Sequence[_Item], least: int = 0) -> tuple[_Item, ...]:
    """Some of them, in their order."""
    chosen = {index for index in range(len(items)) if rng.random() < 0.6}
    if len(chosen) < least and items:
        chosen = {rng.randrange(len(items))}
    return tuple(item for index, item in enumerate(items) if index in chosen)


def _dice(rng: random.Random) -> tuple[int, int]:
    return rng.randint(1, 6), rng.randint(1, 6)


def _arrange(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    seats = list(range(len(session.players)))
    rng.shuffle(seats)
    stakes = tuple(rng.choice((1, 2, 4)) for _ in seats)
    return actions.Arrange(by=by, dice=tuple(_dice(rng) for _ in range(400)), line=tuple(seats), stakes=stakes)


def _move(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    plays = session.game.plays(session.rules)
    return actions.Move(by=by, play=str(rng.choice(plays)) if plays else "8/5 6/5")


def _double(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    seats = [seat for seat in session.game.line if by in session.deciders(seat)] or [0]
    bets = session.game.accessible(rng.choice(seats), session.options.cube)
    return actions.Double(by=by, bets=bets if rng.random() < 0.4 else some(rng, bets, 1))


def _answer(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    game, exchange = session.game, session.game.exchange
    bets = exchange.bets if exchange else (0,)
    own = tuple(bet for bet in bets if exchange and by in session.deciders(game.answerer(bet)))
    weights = (6, 5, 2, 2)
    chosen = own if rng.random() < 0.6 else some(rng, own or bets, 1)
    return actions.Answer(by=by, replies=tuple((bet, rng.choices(list(Reply), weights)[0]) for bet in chosen))


def _give_extra(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    extras = session.game.exchange and session.game.exchange.extras
    asked = extras.asked if extras else ()
    own = [bet for bet in asked if by in session.deciders(session.game.bets[bet].white)]
    return actions.GiveExtra(by=by, bet=rng.choice(own or [0]), give=rng.random() < 0.7)


def _answer_extras(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    extras = session.game.exchange and session.game.exchange.extras
    givers = [session.game.bets[bet].white for bet in extras.given] if extras else []
    refused = some(rng, givers) if rng.random() < 0.3 else ()
    dropped = some(rng, givers) if rng.random() < 0.3 else ()
    return actions.AnswerExtras(by=by, stay=rng.random() < 0.8, refused=refused, dropped=dropped)


def _bets_of(rng: random.Random, session: Session, by: Seat | None) -> tuple[int, ...]:
    held = () if by is None else session.game.held(by)
    return held if rng.random() < 0.4 else some(rng, held, 1)


def _settle(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    bets = _bets_of(rng, session, by)
    bet = session.game.bets[bets[0]] if bets else session.game.bets[0]
    winner = rng.choice((None, bet.white, bet.black))
    return actions.Settle(by=by, bets=bets, points=rng.randint(-3, 3), winner=winner)


def _join(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    count = len(session.players)
    return actions.Join(by=rng.randrange(min(count + 1, MOST_SEATS)))


def _knock(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    count = len(session.players)
    return actions.Knock(by=rng.randrange(min(count + 1, MOST_SEATS)), at=100.0 * session.asked)


def _newcomer(rng: random.Random, session: Session) -> Seat:
    return rng.choice(session.knocking or (0,))


def _leave(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    sent = rng.randrange(len(session.players)) if by in (None, session.host) else None
    return actions.Leave(by=by, seat=sent)


def _delegate(rng: random.Random, session: Session, by: Seat | None) -> actions.AnyAction:
    return actions.Delegate(by=by, to=rng.choice((None, rng.randrange(len(session.players)))))


#: How an action of each type is made up; the rest needs nothing.
_MADE: dict[type[Action], Callable[[random.Random, Session, Seat | None], actions.AnyAction]] = {
    actions.Arrange: _arrange,
    actions.OpeningRoll: lambda rng, _, by: actions.OpeningRoll(by=by, dice=_dice(rng)),
    actions.Roll: lambda rng, _, by: actions.Roll(by=by, dice=_dice(rng)),
    actions.Move: _move,
    actions.Double: _double,
    actions.Answer: _answer,
    actions.GiveExtra: _give_extra,
    actions.AnswerExtras: _answer_extras,
    actions.Resign: lambda rng, session, by: actions.Resign(
        by=by, kind=rng.choice(list(Kind)), bets=_bets_of(rng, session, by)
    ),
    actions.Settle: _settle,
    actions.Share: lambda rng, _, by: actions.Share(by=by, agree=rng.random() < 0.6),
    actions.Join: _join,
    actions.Knock: _knock,
    actions.LetIn: lambda rng, session, by: actions.LetIn(by=by, seat=_newcomer(rng, session)),
    actions.NotNow: lambda rng, session, by: actions.NotNow(
        by=by, seat=_newcomer(rng, session), at=100.0 * session.asked
    ),
    actions.AddComputer: lambda _, __, by: actions.AddComputer(by=by),
    actions.Leave: _leave,
    actions.SitOut: lambda rng, _, by: actions.SitOut(by=by, out=rng.random() < 0.4),
    actions.AutoPass: lambda rng, _, by: actions.AutoPass(by=by, on=rng.random() < 0.8),
    actions.Delegate: _delegate,
    actions.Stake: lambda rng, _, by: actions.Stake(by=by, stake=rng.choice((1, 2, 4, 4, 3))),
    actions.Pause: lambda rng, _, by: actions.Pause(by=by, on=rng.random() < 0.5),
    actions.Pass: lambda _, __, by: actions.Pass(by=by),
    actions.Hold: lambda _, __, by: actions.Hold(by=by),
    actions.Lapse: lambda _, __, by: actions.Lapse(by=by),
    actions.Undo: lambda _, __, by: actions.Undo(by=by),
    actions.Abort: lambda _, __, by: actions.Abort(by=by),
    actions.Claim: lambda _, __, by: actions.Claim(by=by),
    actions.DeclineBox: lambda _, __, by: actions.DeclineBox(by=by),
    actions.Next: lambda _, __, by: actions.Next(by=by),
    actions.TimedNext: lambda rng, session, by: actions.TimedNext(by=by, at=session.at + rng.randrange(7200)),
    actions.End: lambda _, __, by: actions.End(by=by),
    actions.Gone: lambda rng, session, by: actions.Gone(by=by, seat=rng.randrange(len(session.players))),
    actions.Spent: lambda rng, session, by: actions.Spent(
        by=by, seat=session.game.on_roll or 0, ms=rng.randrange(100_000)
    ),
    actions.Dismiss: lambda _, __, by: actions.Dismiss(by=by),
    actions.Adopt: lambda _, __, by: actions.Adopt(by=by),
    actions.Paid: lambda rng, session, by: actions.Paid(by=by, payment=rng.randrange(len(session.payments) + 1)),
}
#: What would end everything too soon or too often is rare.
_RARE: dict[type[Action], float] = {
    actions.End: 0.01,
    actions.Dismiss: 0.002,
    actions.Adopt: 0.0,  # what becomes of a table then is a matter of nights
    actions.Gone: 0.05,
    actions.Spent: 0.3,
    actions.Abort: 0.02,
    actions.Leave: 0.05,
    actions.Claim: 0.1,
    actions.Undo: 0.5,
    actions.SitOut: 0.3,
    actions.Join: 0.3,
    actions.Knock: 0.5,
    actions.AddComputer: 0.2,
    actions.Hold: 0.4,
}


def made(
    rng: random.Random, session: Session, kind: type[Action], by: Seat | None, number: int | None = None
) -> actions.AnyAction:
    """An action of that type; `number`: of the question it answers."""
    if issubclass(kind, actions.Accept | actions.Decline):
        return kind(by=by, question=session.asked if number is None else number)
    return _MADE[kind](rng, session, by)


def every_type() -> tuple[type[Action], ...]:
    """All types of action."""
    return (*_MADE, actions.Accept, actions.Decline)


def asked_for(rng: random.Random, session: Session, *, computers: bool = False) -> actions.AnyAction | None:
    """What some question asks, as well as that can be told from the question; None if there is none. No computer sits
    down unless `computers` may.
    """
    open_now = [question for question in questions(session) if (question.of and question.answers) or question.bot]
    if not open_now:
        return None
    table = [question for question in open_now if question.ask is Ask.TABLE]
    others = [question for question in open_now if question.ask is not Ask.TABLE]
    chosen = table if table and (not others or rng.random() < 0.2) else [rng.choice(others)]
    ways = [(each, kind, seat) for each in chosen for kind in each.answers for seat in each.of]
    ways = [way for way in ways if computers or way[1] is not actions.AddComputer]
    ways += [(each, kind, None) for each in chosen for kind in each.bot]
    weights = [_RARE.get(kind, 1.0) / (1 if seat is None else len(each.of)) for each, kind, seat in ways]
    question, kind, seat = rng.choices(ways, weights)[0]
    return made(rng, session, kind, seat, question.number)


def anything(rng: random.Random, session: Session, *, computers: bool = False) -> actions.AnyAction:
    """An action of any type by anybody, seats that there are not included; `computers` as in `asked_for`."""
    kinds = [kind for kind in every_type() if computers or kind is not actions.AddComputer]
    by = rng.choice((None, *range(-1, len(session.players) + 2)))
    return made(rng, session, rng.choice(kinds), by, rng.randint(0, session.asked + 1))


def play_on(
    seed: int,
    most: int,
    watch: Callable[[Session, actions.AnyAction, Session], None] | None = None,
    *,
    computers: bool = False,
) -> tuple[Options, int, Session, list[actions.AnyAction]]:
    """Options, how many people began, the last state and the log. `watch` sees every state, action and state after.

    `computers` as in `asked_for`.
    """
    rng = random.Random(seed)
    options = random_options(rng)
    people = rng.randint(3 if options.fixed_turns else 2, min(7, options.room))
    session = start(options, people)
    log: list[actions.AnyAction] = []
    for _ in range(most):
        some_way = anything if rng.random() < 0.1 else asked_for
        action = some_way(rng, session, computers=computers)
        if action is None:
            break
        try:
            after = apply(session, action)
        except Refused:
            continue
        if watch:
            watch(session, action, after)
        session = after
        log.append(action)
        if session.closed and session.game.phase is not Phase.OVER:
            break
    return options, people, session, log
