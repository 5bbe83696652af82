"""Random sessions by each small option: they come to an end, add up to nothing, and an undo brings back what was."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from bot.backgammon import Phase, Refused, Seat
from bot.backgammon.actions import Abort, End
from bot.chouette import HouseRules, JoinApproval, Options, Pace, PartnerAdvice, Session, actions, apply, replay, start
from bot.chouette.log import CHOUETTE

from .random_session import asked_for, random_options
from .test_properties import Watcher, undoes

HOUSES = {
    "first_batch": HouseRules(first_batch=True),
    "half_points": HouseRules(half_points=True),
    "stakes": HouseRules(stakes=True),
    "join_approval host": HouseRules(join_approval=JoinApproval.HOST),
    "join_approval box": HouseRules(join_approval=JoinApproval.BOX),
    "partner_advice": HouseRules(partner_advice=PartnerAdvice.ALL),
    "play_timer": HouseRules(play_timer=60),
}
STEPS = 250
#: Sessions of each option.
SEEDS = 5


def options_by(house: HouseRules, rng: random.Random) -> Options:
    """Any options, but for these of the house."""
    pace = Pace.LIVE if house.play_timer else Pace.RELAXED
    return replace(random_options(rng), house=house, pace=pace)


def ended(session: Session) -> Session:
    """The session ended by its host, the running game voided."""
    if not session.closed and session.game.phase is not Phase.OVER:
        session = apply(session, Abort())
    return session if session.closed else apply(session, End(by=session.host))


@pytest.mark.parametrize("name", HOUSES)
def test_sessions_end_and_add_up_and_an_undo_brings_back_what_was(name: str) -> None:
    assert sum(played(name, seed) for seed in range(SEEDS)), "something was taken back"


def played(name: str, seed: int) -> int:
    """Play a session; how often something was taken back."""
    rng = random.Random(f"{name} {seed}")
    options, people = options_by(HOUSES[name], rng), rng.randint(3, 5)
    session, watch, log, undone = start(options, people), Watcher(), list[actions.AnyAction](), 0
    for _ in range(STEPS):
        action = asked_for(rng, session)
        if action is None or session.closed:
            break
        try:
            after = apply(session, action)
        except Refused:
            continue
        watch(session, action, after)
        before = session.before
        if before is not None and undoes(session, action) and after.before is before.before:
            assert (after.game.board, after.game.bets) == (before.game.board, before.game.bets)
            assert after.points[: len(before.points)] == before.points
            undone += 1
        session = after
        log.append(action)
    assert replay(options, people, map(CHOUETTE.action, map(CHOUETTE.encode, log))) == session
    over = ended(session) if session.begun else session
    owed = Counter[Seat]()
    for payment in over.payments:
        owed[payment.transfer.payer] -= payment.transfer.points
        owed[payment.transfer.payee] += payment.transfer.points
    assert not session.begun or over.closed
    assert sum(over.points) == 0 and all(owed[seat] == won for seat, won in enumerate(over.points))
    return undone
