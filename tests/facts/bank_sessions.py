"""Random chouette sessions with a bank, or of fixed turns: `python -m tests.facts.bank_sessions N` plays N of them to
their end, prints `N sessions, M failures` and exits 1 if there are any.

People come late, leave, are removed, sit out, take back and void; games are mostly ended quickly. After every game the
balances, the line, box and captain, where cubes begin and who is out are those that another reading of the log finds
(`plain_sessions`), and who turns a cube can afford it.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from functools import reduce

from msgspec.structs import replace

from bot.backgammon import Ask, Phase, Refused, Reply, Seat, Side
from bot.backgammon.actions import Action
from bot.chouette import (
    NO_HOST,
    ChouetteFault,
    JoinAt,
    LoneTaker,
    Options,
    Order,
    Retain,
    Session,
    actions,
    apply,
    questions,
    start,
)
from bot.chouette.house import StartCube
from bot.chouette.log import CHOUETTE
from bot.chouette.places import places
from bot.core.timeline import took_back
from tests.chouette.random_session import anything, asked_for, made, random_options
from tests.facts.plain_sessions import House, Plain, Told, paid

from .seeded import counted, failing

#: More steps than any of these sessions takes.
MOST_STEPS = 20_000
#: How likely somebody does what is asked, to end games soon.
_WEIGHTS: dict[type[Action], float] = {
    actions.Double: 6,
    actions.Answer: 8,
    actions.Accept: 12,
    actions.Decline: 1,
    actions.Roll: 3,
    actions.Move: 3,
    actions.Resign: 4,
    actions.Settle: 1,
    actions.Next: 8,
    actions.TimedNext: 8,
    actions.Undo: 0.3,
    actions.Abort: 0.01,
    actions.Claim: 0.05,
    actions.Leave: 0.06,
    actions.SitOut: 0.25,
    actions.Join: 0.4,
    actions.Knock: 0.6,
    actions.LetIn: 4,
    actions.DeclineBox: 1,
    actions.Delegate: 0.03,
    actions.AutoPass: 0.02,
    actions.Gone: 0.02,
    actions.Pause: 0.01,
    actions.Spent: 0.02,
    actions.End: 0.0,
    actions.Dismiss: 0.0,
    actions.Adopt: 0.0,
    actions.AddComputer: 0.0,
}
_PERSONAL = (actions.Leave, actions.SitOut, actions.Join, actions.Knock, actions.DeclineBox, actions.Undo)


def options_of(chance: random.Random) -> Options:
    """Any options with a bank, or of fixed turns."""
    fixed = chance.random() < 0.2
    while True:
        options = random_options(chance)
        house = options.house_rules
        if fixed and options.fixed_turns:
            # Extras are no matter of fixed turns.
            return replace(options, order=Order.MANUAL, max_players=6, lone_taker=LoneTaker.OFF)
        if fixed:
            continue
        bank = chance.choice((6, 6, 13, 13, 50))
        house = replace(house, bank=bank, stakes=False, start_cube=chance.choice(list(StartCube)))
        retain = chance.choice([each for each in Retain if each is not Retain.SCHEDULE])
        alone = chance.choice((LoneTaker.OFF, LoneTaker.BEAVER))
        options = replace(options, preset="standard", house=house, retain=retain, lone_taker=alone, partner_from=0)
        break
    return replace(options, order=Order.MANUAL, max_players=chance.choice((4, 6, 8)))


class RandomSession:
    """One session, its log, and the other reading of it."""

    def __init__(self, seed: int, seen: Counter[str]) -> None:
        self.chance = chance = random.Random(f"bank {seed}")
        self.seen = seen
        self.options = options_of(chance)
        house = self.options.house_rules
        people = chance.randint(3, min(6, self.options.room))
        unit = 2 if house.half_points else 1
        self.balances: tuple[int, ...] | None = None
        if house.bank and chance.random() < 0.2:
            self.balances = tuple(chance.randint(1, 2 * house.bank * unit) for _ in range(people))
        self.since = chance.choice((0.0, 0.0, 500.0))
        self.now = 1000.0
        self.host = chance.randrange(people)
        self.session = self.first = start(self.options, people, self.host, balances=self.balances, since=self.since)
        rules = House(
            bank=house.bank * unit,
            unit=unit,
            start_cube=house.start_cube.value,
            steps=house.start_steps,
            every=house.start_every,
            retain=self.options.retain.value,
            ahead_of_loser=self.options.join is JoinAt.AHEAD_OF_LOSER,
            rounds=house.schedule_rounds,
            room=self.options.room,
        )
        self.plain = Plain(rules, list(self.balances or [rules.bank] * people), self.since)
        self.log: list[actions.AnyAction] = []
        #: After how many games the host ends it, and how often people do something that leads nowhere.
        self.games, self.idle = chance.choice((3, 10, 30, 80)), chance.choice((0.02, 0.05, 0.1, 0.4))
        #: Whether it is played as at a table, by one step after the other.
        self.slow = chance.random() < 0.01

    # --- what people do ----------------------------------------------------------------------------------------------

    def play(self) -> Session:
        """Play to the end. Raises `AssertionError` where something does not add up."""
        line = list(range(len(self.session.players)))
        self.chance.shuffle(line)
        self.do(actions.Arrange(line=tuple(line), at=self.now))
        if self.chance.random() < 0.1:  # a table of a night
            self.do(actions.Adopt())
        for _ in range(MOST_STEPS):
            if self.session.closed:
                break
            self.step()
        assert self.session.closed, "it does not end"
        self.check_end()
        return self.session

    def step(self) -> None:
        chance, session = self.chance, self.session
        over = session.game.phase is Phase.OVER
        if over and session.ends(self.now):
            if session.before is not None and chance.random() < 0.1:
                self.do(made(chance, session, actions.Undo, chance.choice(session.game.line)))
            else:
                self.do(actions.End())
            return
        if over and session.number >= self.games:
            self.do(actions.Dismiss() if chance.random() < 0.5 else actions.End(by=session.host))
            return
        if over and len(session.playing) < 2 and chance.random() < 0.3:
            self.do(chance.choice((self.somebody_back, lambda: actions.Dismiss()))())
            return
        if chance.random() < self.idle:
            action = (anything if chance.random() < 0.2 else asked_for)(chance, session)
        elif self.slow and chance.random() < 0.9:
            action = asked_for(chance, session)
        else:
            action = self.wish()
        if action is not None and not isinstance(action, actions.Adopt | actions.AddComputer):
            self.do(self.timed(action))

    def somebody_back(self) -> actions.AnyAction:
        resting = [seat for seat in self.session.line if self.session.players[seat].out]
        return actions.SitOut(by=self.chance.choice(resting or [0]), out=False)

    def timed(self, action: actions.AnyAction) -> actions.AnyAction:
        if isinstance(action, actions.Next):
            self.now += self.chance.choice((30.0, 120.0, 400.0, 1500.0))
            if isinstance(action, actions.TimedNext):
                return replace(action, at=self.now)
        if isinstance(action, actions.Leave) and action.seat is not None:
            self.seen["removed"] += 1
        return action

    def wish(self) -> actions.AnyAction | None:
        """What somebody wants to do, mostly what ends the game soon."""
        chance, session = self.chance, self.session
        ways = list(self.ways())
        if not ways:
            return None
        weights = [_WEIGHTS.get(kind, 1.0) * weight for kind, _, _, weight in ways]
        kind, seat, number, _ = chance.choices(ways, weights)[0]
        if issubclass(kind, actions.Answer):
            return self.answer(seat)
        return made(chance, session, kind, seat, number)

    def ways(self) -> Iterator[tuple[type[Action], Seat | None, int, float]]:
        for question in questions(self.session):
            seats = question.of
            busy = question.ask is Ask.TABLE
            for kind in question.answers:
                part = 1 / len(seats) if seats else 0.0
                # What concerns one's own seat is done between games as often as in them.
                rare = 0.15 if busy and kind in _PERSONAL and self.session.game.phase is not Phase.OVER else 1.0
                yield from ((kind, seat, question.number, part * rare) for seat in seats)
            yield from ((kind, None, question.number, 0.15) for kind in question.bot)

    def answer(self, seat: Seat | None) -> actions.AnyAction:
        """All cubes that somebody is offered, as often as not in the same way."""
        chance, game = self.chance, self.session.game
        exchange = game.exchange
        assert exchange is not None
        own = [bet for bet in exchange.bets if seat in self.session.deciders(game.answerer(bet))] or [*exchange.bets]
        weights = (4, 8, 2, 2)
        one = chance.choices(list(Reply), weights)[0]
        alike = chance.random() < 0.6
        replies = ((bet, one if alike else chance.choices(list(Reply), weights)[0]) for bet in own)
        return actions.Answer(by=seat, replies=tuple(replies))

    # --- what follows ------------------------------------------------------------------------------------------------

    def do(self, action: actions.AnyAction) -> None:
        before = self.session
        try:
            after = apply(before, action)
        except Refused as refused:
            if refused.reason is ChouetteFault.NO_CREDIT:
                self.check_refused(action)
            return
        self.check_credit(before, action)
        self.session = after
        self.log.append(action)
        was_over, is_over = (each.game.phase is Phase.OVER for each in (before, after))
        back = took_back(before, action, after)
        told = self.told() if is_over and (back or not was_over) else None
        if told and not told.void:
            self.count(told)
        self.plain.read(action, back=back, told=told)
        self.seen[type(action).__name__] += 1
        self.seen["result taken back"] += back and was_over
        self.check(set_up=isinstance(action, actions.Arrange | actions.Next))

    def told(self) -> Told:
        game = self.session.game
        bets = [] if game.void else [bet for bet in game.bets if bet.result]
        return Told(
            void=game.void,
            won={bet.white: -bet.result.points for bet in bets if bet.result},
            beat={
                bet.white: None if bet.result.winner is None else bet.result.winner is Side.BLACK
                for bet in bets
                if bet.result
            },
            decider=game.decider,
            forfeited=game.forfeited,
        )

    def count(self, told: Told) -> None:
        """What kind of a settlement this is."""
        has, (box, *team) = self.plain.has, self.plain.game
        cut = {each: max(-has[each], min(has[each], told.won.get(each, 0))) for each in team}
        self.seen["member cut"] += cut != told.won
        self.seen["box cannot pay"] += sum(cut.values()) < -has[box]
        self.seen["box wins too much"] += sum(cut.values()) > has[box]

    def check(self, *, set_up: bool) -> None:
        session, plain = self.session, self.plain
        banked = session.banked
        has = {seat: player.balance for seat, player in enumerate(session.players)}
        assert has == plain.has, f"balances {has}, not {plain.has}"
        sat = plain.brought
        assert sum(has[seat] for seat in sat) == sum(sat.values()), "the sum"
        over = session.game.phase is Phase.OVER
        assert over is not plain.running
        there = [seat for seat in session.line if session.is_seated(seat)]
        assert session.host == NO_HOST or session.is_seated(session.host) or not there, "the host is not there"
        assert list(session.line) == plain.line, f"line {session.line}, not {plain.line}"
        if banked:
            assert min(has.values()) >= 0
            assert {*session.broke} == plain.broke
            ends = {seat: player.end for seat, player in enumerate(session.players) if player.end}
            assert ends == plain.end, f"ends {ends}, not {plain.end}"
        if set_up:
            assert list(session.game.line) == plain.game, f"game of {session.game.line}, not {plain.game}"
            assert {bet.start for bet in session.game.bets} == {plain.begins}, f"not from {plain.begins} on"
            assert {bet.value for bet in session.game.bets} == {plain.begins}
            self.seen[f"begins at {plain.begins}"] += 1
        if over:
            assert session.closed or session.exhausted == plain.exhausted
            if banked:
                played = plain.at_first
                assert all(0 <= has[seat] <= 2 * had for seat, had in played.items())
                assert sum(has[seat] for seat in played) == sum(played.values())
                self.seen["out"] += bool(plain.broke)

    # --- credit ------------------------------------------------------------------------------------------------------

    def short(self, values: dict[int, int], dropped: dict[int, int], seat: Seat) -> bool:
        """Whether the open bets of a seat stand for more than it has, with these values and these bets dropped: how
        many points of each the box has won.
        """
        game, unit = self.session.game, self.plain.house.unit
        has = dict(zip(game.line, game.balances, strict=True))
        mine = [index for index in game.open_bets if seat in (game.bets[index].white, game.bets[index].black)]
        stand = unit * sum(values.get(index, game.bets[index].value) for index in mine if index not in dropped)
        closed = {bet.white: -bet.result.points for bet in game.bets if bet.result}
        closed |= {game.bets[index].white: unit * points for index, points in dropped.items()}
        if seat != game.box:
            return stand > has[seat]
        return stand > paid(has, list(game.line), closed)[seat]

    def turned(
        self, before: Session, action: actions.AnyAction
    ) -> Iterator[tuple[Seat, dict[int, int], dict[int, int]]]:
        """Who turns cubes with this action, if all their answers are there: to which values, and what they drop."""
        game = before.game
        side = game.board.turn
        if not before.banked or side is None:
            return
        if isinstance(action, actions.Double) and action.bets:
            seat = game.bets[action.bets[0]].seat(side)
            yield seat, {bet: 2 * game.bets[bet].value for bet in action.bets}, {}
        exchange = game.exchange
        if not isinstance(action, actions.Answer) or exchange is None:
            return
        said, again = dict(exchange.replies) | dict(action.replies), (Reply.BEAVER, Reply.RACCOON)
        times = 2 << exchange.offer.stage
        for seat in {game.answerer(bet) for bet, _ in action.replies}:
            mine = {bet: said.get(bet) for bet in exchange.bets if game.answerer(bet) == seat}
            if None in mine.values() or not any(reply in again for reply in mine.values()):
                continue
            values = {
                bet: game.bets[bet].value * times * (2 if reply in again else 1)
                for bet, reply in mine.items()
                if reply is not Reply.DROP
            }
            cost = times // 2 * (-1 if seat == game.box else 1)
            yield seat, values, {bet: cost * game.bets[bet].value for bet in mine if bet not in values}

    def check_credit(self, before: Session, action: actions.AnyAction) -> None:
        """Whoever turns cubes has enough for all open bets. The session is still the one before."""
        for seat, values, dropped in self.turned(before, action):
            assert not self.short(values, dropped, seat), f"{action} is beyond what {seat} has"
            self.seen["turned with credit"] += 1

    def check_refused(self, action: actions.AnyAction) -> None:
        """Whoever is refused for credit has too little. A refusal before all answers are there says nothing here."""
        if turned := list(self.turned(self.session, action)):
            assert any(self.short(values, dropped, seat) for seat, values, dropped in turned), f"{action} is refused"
            self.seen["refused for credit"] += 1

    # --- the end -----------------------------------------------------------------------------------------------------

    def check_end(self) -> None:
        session = self.session
        owed = Counter[Seat](dict(enumerate(session.points)))
        for payment in session.payments:
            owed[payment.transfer.payer] += payment.transfer.points
            owed[payment.transfer.payee] -= payment.transfer.points
        if session.banked:
            assert [list(group) for group in places(session)] == self.plain.places(), "places"
        if session.banked or session.host == NO_HOST:
            assert session.payments == ()
        else:
            assert not any(owed.values())
        self.seen["one is left" if session.banked else "all turns played"] += session.exhausted
        log = [CHOUETTE.action(CHOUETTE.encode(action)) for action in self.log]
        assert log == self.log
        if self.chance.random() < 0.2:
            assert reduce(apply, log, self.first) == session


def failures(number: int, first: int = 0, seen: Counter[str] | None = None) -> list[int]:
    """The seeds, of so many from the first on, at which a session fails. `seen` counts what has happened."""
    happened = Counter[str]() if seen is None else seen
    expected = (AssertionError, ValueError, LookupError)
    return failing(lambda seed: RandomSession(seed, happened).play(), number, first, expected)


def main() -> int:
    return counted("sessions", failures)


if __name__ == "__main__":
    sys.exit(main())
