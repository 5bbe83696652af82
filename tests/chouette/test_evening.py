"""An evening of three to six as a state machine: people are asked, come, go, change their minds, and the bot is killed.

Hypothesis chooses what happens next, and finds the shortest evening in which something goes wrong. Beside the session
it keeps what a person at the table would know without any rules: who is there, and which sentences stand in the log.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from bot.backgammon import Ask, Foreign, Phase, Refused, Seat
from bot.chouette import JoinApproval, Session, actions, apply, questions, replay, start
from bot.chouette.log import CHOUETTE
from bot.core.actions import Action

from .random_session import every_type, made, random_options
from .test_properties import Watcher, undoes

#: How what has no further choice in it here is filled in: plays, replies, which bets.
chances = st.integers(0, 2**16).map(random.Random)
MOST = 9


class Evening(RuleBasedStateMachine):
    """A session, its log, and who is at the table."""

    #: What has happened in all evenings, so that nothing is proved on nothing.
    seen: ClassVar[Counter[str]] = Counter()

    @initialize(people=st.integers(3, 6), rng=chances)
    def sit_down(self, people: int, rng: random.Random) -> None:
        options = random_options(rng)
        house = replace(options.house_rules, join_approval=JoinApproval.NONE)  # people here come without being asked
        options = replace(options, house=house)
        self.begun_by = min(people, options.room)
        self.session: Session = start(options, self.begun_by)
        self.options, self.log, self.watch = options, list[bytes](), Watcher()
        self.there = set(range(self.begun_by))
        self.act(made(rng, self.session, actions.Arrange, None))

    def act(self, action: actions.AnyAction) -> None:
        """It is done. Raises `Refused`, and then nothing is."""
        before = self.session
        after = apply(before, action)
        self.watch(before, action, after)
        self.session = after
        self.log.append(CHOUETTE.encode(action))
        self.seen[type(action).__name__] += 1
        if undoes(before, action) or isinstance(action, actions.Gone | actions.Dismiss | actions.End):
            self.there = {seat for seat in range(len(after.players)) if after.is_seated(seat)}

    def ways(self, *, table: bool) -> list[tuple[int, type[Action], Seat | None]]:
        """What is asked of whom, or may be done beside it."""
        open_now = [each for each in questions(self.session) if (each.ask is Ask.TABLE) is table]
        return [
            (question.number, kind, seat)
            for question in open_now
            for seats, kinds in ((question.of, question.answers), ((None,), question.bot))
            for seat in seats
            for kind in kinds
        ]

    def tried(self, which: int, rng: random.Random, *, table: bool) -> None:
        ways = self.ways(table=table)
        number, kind, seat = ways[which % len(ways)]
        if kind in (actions.Join, actions.AddComputer, actions.Leave, actions.End, actions.Dismiss):
            return
        try:
            self.act(made(rng, self.session, kind, seat, number))
        except Refused:
            self.seen["refused"] += 1  # the way was open, not every choice on it

    def goes_on(self) -> bool:
        return not self.session.closed

    def is_asked(self) -> bool:
        return self.goes_on() and bool(self.ways(table=False))

    @precondition(is_asked)
    @rule(which=st.integers(0, 99), rng=chances)
    def somebody_does_what_all_wait_for(self, which: int, rng: random.Random) -> None:
        self.tried(which, rng, table=False)

    @precondition(is_asked)
    @rule(turns=st.integers(1, 8), rng=chances)
    def they_play_on(self, turns: int, rng: random.Random) -> None:
        for turn in range(turns):
            if self.is_asked():
                self.tried(turn, rng, table=False)

    @precondition(goes_on)
    @rule(which=st.integers(0, 99), rng=chances)
    def somebody_does_something_beside_it(self, which: int, rng: random.Random) -> None:
        if self.ways(table=True):
            self.tried(which, rng, table=True)

    @precondition(goes_on)
    @rule(which=st.integers(0, MOST - 1))
    def somebody_comes(self, which: int) -> None:
        seat = min(which, len(self.session.players))
        full = len(self.there) >= self.options.room
        try:
            self.act(actions.Join(by=seat))
        except Refused:
            assert seat in self.there or full or seat in self.session.leaving or self.session.ending, seat
            return
        assert seat not in self.there and not full
        self.there.add(seat)

    @precondition(lambda self: self.goes_on() and len(self.there) > 2)
    @rule(which=st.integers(0, MOST - 1))
    def somebody_leaves(self, which: int) -> None:
        seat = which % len(self.session.players)
        try:
            self.act(actions.Leave(by=seat))
        except Foreign:
            assert seat not in self.there
            return
        assert seat in self.there
        self.there.discard(seat)

    @precondition(goes_on)
    @rule(which=st.integers(0, 99), rng=chances)
    def a_stranger_speaks(self, which: int, rng: random.Random) -> None:
        """Somebody for whom there is no seat yet, nor the next one that there would be."""
        kind, stranger = every_type()[which % len(every_type())], len(self.session.players) + 1
        joins = kind is actions.Join
        with pytest.raises(Refused):
            self.act(actions.Join(by=stranger) if joins else made(rng, self.session, kind, stranger))
        self.seen["stranger"] += 1

    @rule()
    def the_bot_is_killed(self) -> None:
        """The next one has nothing but what is stored: the last state, or if that is of no use the log."""
        stored = CHOUETTE.encode(self.session)
        folded = replay(self.options, self.begun_by, map(CHOUETTE.action, self.log))
        assert folded == self.session
        self.session = CHOUETTE.state(stored)
        assert self.session == folded and questions(self.session) == questions(folded)
        self.seen["killed"] += 1

    @precondition(lambda self: not self.goes_on())
    @rule()
    def all_go_home(self) -> None:
        """What is left are payments, and they come to what was won."""
        owed = Counter[Seat]()
        for payment in self.session.payments:
            owed[payment.transfer.payer] -= payment.transfer.points
            owed[payment.transfer.payee] += payment.transfer.points
        assert all(owed[seat] == player.points for seat, player in enumerate(self.session.players))
        self.seen["home"] += 1

    @precondition(lambda self: self.goes_on() and self.session.game.phase is Phase.OVER)
    @rule()
    def the_host_ends_it(self) -> None:
        self.act(actions.End(by=self.session.host))

    @invariant()
    def who_is_there_is_there(self) -> None:
        seated = {seat for seat in range(len(self.session.players)) if self.session.is_seated(seat)}
        if self.goes_on():
            assert seated == self.there

    @invariant()
    def somebody_is_waited_for_or_the_bot_goes_on(self) -> None:
        """Nobody ever sits before a table that asks nothing of anybody."""
        if self.goes_on() and self.there:
            assert self.ways(table=False) or self.session.paused, self.session.phase


def test_an_evening_of_three_to_six() -> None:
    Evening.seen.clear()
    fast = settings(max_examples=25, stateful_step_count=40, print_blob=False)
    run_state_machine_as_test(Evening, settings=fast)
    wanted = {kind.__name__ for kind in (actions.Join, actions.Leave, actions.Double, actions.Answer, actions.Undo)}
    assert Evening.seen.keys() >= wanted | {"killed", "stranger", "refused", "home"}, Evening.seen
