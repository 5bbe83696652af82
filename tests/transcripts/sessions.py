"""Chouette sessions: `=` begins one by its header, `>` is an action, `?` asks for everything that is refused now, and
`.` for what the session is remembered by. Of refusals and questions is told what is otherwise than the last time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, product

from msgspec.structs import replace

from bot.backgammon import Kind, Reply, Seat, format_xgid
from bot.backgammon.mat import format_mat
from bot.backgammon.record import Record
from bot.chouette import Session, actions, apply, public, questions, rows, start
from bot.chouette.history import history_from
from bot.chouette.log import CHOUETTE
from bot.chouette.questions import may_decline_box, others_speak
from bot.chouette.record import captains_game, captains_rules, session_steps
from bot.chouette.session_xgid import xgid_of
from bot.chouette.statistics import statistics
from tests.chouette.every_action import every_action, every_question

from .telling import changed, compared, named, question, refusals


class Sessions:
    """Tells one session after the other."""

    def __init__(self) -> None:
        self.log: list[actions.AnyAction] = []
        self.first: Session | None = None
        self.session: Session | None = None
        self.was: dict[str, str] = {}
        self.hidden: set[str] = set()
        self.open: list[str] = []
        self.no: list[str] = []

    def __call__(self, line: str) -> Iterator[str]:
        mark, rest = line[0], line[1:].strip()
        if mark == "=":
            head = CHOUETTE.header(rest.encode())
            self.log, self.session, self.was, self.hidden, self.open, self.no = [], None, {}, set(), [], []
            self.first = start(head.options, head.players, head.host, rules_version=head.rules_version)
            yield from self.told(self.first)
            return
        assert self.session is not None
        if mark == ">":
            action = CHOUETTE.action(rest.encode())
            after = apply(self.session, action)
            self.log.append(action)
            yield from self.told(after)
        elif mark == "?":
            refused = list(self.refused(self.session))
            yield from compared(self.no, refused)
            self.no = refused
        else:
            yield from self.remembered()

    def told(self, session: Session) -> Iterator[str]:
        """What is otherwise than before; what of it is not for everybody's eyes."""
        was, now = self.was, _values(session)
        yield from changed(was, now)
        seen = _values(public(session))
        hidden = {f"{name} {seen.get(name, '-')}" for name in {**now, **seen} if now.get(name) != seen.get(name)}
        if hidden - self.hidden:
            yield f"seen by all: {', '.join(sorted(hidden - self.hidden))}"
        if session.begun and (self.session is None or session.game.board != self.session.game.board):
            yield format_xgid(xgid_of(session))
        open_now = [question(each) for each in questions(session)]
        yield from compared(self.open, open_now)
        self.session, self.was, self.hidden, self.open = session, now, hidden, open_now

    def refused(self, session: Session) -> Iterator[str]:
        """Whatever anybody tries."""
        by_all = (None, *range(-1, len(session.players) + 2))
        tries = (
            (kind.__name__ if number is None else f"{kind.__name__} {number}", by, action)
            for (kind, number), by in product(every_question(session), by_all)
            for action in every_action(session, kind, by, number)
        )
        people = range(len(session.players))
        strange = ((kind, by, action) for by in people for kind, action in _strange(session, by))
        return refusals(chain(tries, strange), lambda action: apply(session, action))  # type: ignore[arg-type]

    def remembered(self) -> Iterator[str]:
        """Games, statistics, and the captain's games as other programs know them."""
        assert self.first is not None
        finished = history_from(self.first, self.log)
        for each in finished:
            told = json.loads(CHOUETTE.encode(each))
            yield json.dumps({name: value for name, value in told.items() if name != "game"})
        for seat, each in statistics(finished).items():
            yield f"{seat}: {each.total} {each}"
        for number, steps in session_steps(self.first, self.log).items():
            if game := captains_game(steps):
                record = Record(captains_rules(steps), ("box", "captain"), (game,))
                yield f"game {number} as .mat"
                yield from (f"  {line}" for line in format_mat(record).splitlines() if line)


def _strange(session: Session, by: Seat | None) -> Iterator[tuple[str, actions.AnyAction]]:
    """What no button says: bets, seats, dice and points that there are not."""
    bets, seats = len(session.game.bets), len(session.players)
    for dice in ((0, 1), (1, 0), (7, 1), (1, 7)):
        yield f"Roll {dice}", actions.Roll(by=by, dice=dice)
        yield f"OpeningRoll {dice}", actions.OpeningRoll(by=by, dice=dice)
    for some in ((), (-1,), (0, bets - 1), (bets,)):
        yield f"Double {some}", actions.Double(by=by, bets=some)
        yield f"Resign {some}", actions.Resign(by=by, kind=Kind.SINGLE, bets=some)
        yield f"Settle {some}", actions.Settle(by=by, bets=some, points=2)
        for reply in (Reply.TAKE, Reply.DROP):
            answer = actions.Answer(by=by, replies=tuple((bet, reply) for bet in some))
            yield f"Answer {some} {reply.value}", answer
    for points, winner in ((9999, None), (10000, None), (-9999, None), (-10000, None), (0, None), (0, 0), (0, seats)):
        settle = actions.Settle(by=by, bets=(0,), points=points, winner=winner)
        yield f"Settle at {points}, won by {winner}", settle
    for seat in range(-1, seats + 2):
        yield f"Delegate to {seat}", actions.Delegate(by=by, to=seat)
        yield f"GiveExtra {seat}", actions.GiveExtra(by=by, bet=seat, give=False)
        yield f"Paid {seat}", actions.Paid(by=by, payment=seat)
        for refused, dropped in (((seat,), ()), ((), (seat,)), ((seat,), (seat,))):
            words = actions.AnswerExtras(by=by, stay=True, refused=refused, dropped=dropped)
            yield f"AnswerExtras {refused} {dropped}", words


def _values(session: Session) -> dict[str, str]:
    told = json.loads(CHOUETTE.encode(replace(session, before=None)))
    del told["options"]
    told["before"] = session.before is not None
    told["rows"] = [
        f"{row.bet}: {row.payer}>{row.payee} {row.points} {row.reason.value}" for row in rows(session.game, 1)
    ]
    told["others_speak"] = others_speak(session)
    told["missed"], told["heir"] = session.missed, session.heir
    told["may_decline"] = session.begun and may_decline_box(session)
    return named(told)
