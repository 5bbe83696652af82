"""What everybody may see of a session does not depend on a sealed word."""

from __future__ import annotations

import random
from itertools import combinations

from msgspec.structs import replace

from bot.backgammon import Refused, Reply
from bot.chouette import BOX, Session, Window, actions, apply, public
from bot.chouette.log import CHOUETTE

from .random_session import play_on
from .table import A, B, C, D, table
from .test_cubes import answer

WORDS = tuple[actions.AnyAction, ...]


def same_but_for_a_word(session: Session) -> list[WORDS]:
    """Actions of which nobody may tell which one it was, as long as it does not count at once."""
    game, exchange = session.game, session.game.exchange
    alike: list[WORDS] = []
    silent = [seat for seat in game.window(session.options.cube) if seat not in (*game.passed, *game.holding)]
    silent = [seat for seat in silent if not any(bet in game.doubled for bet in game.held(seat))]
    words: list[actions.AnyAction] = [actions.Pass(by=seat) for seat in silent]
    words += [actions.Double(by=seat, bets=game.accessible(seat, session.options.cube)) for seat in silent]
    alike.append(tuple(words))
    if exchange is None:
        return alike
    for bet in exchange.unanswered:
        alike.append(tuple(actions.Answer(by=game.answerer(bet), replies=((bet, reply),)) for reply in Reply))
    return alike


def after(session: Session, words: WORDS) -> list[Session]:
    """What some of the words lead to, those that are possible and do not count yet."""
    states: list[Session] = []
    for word in words:
        try:
            state = apply(session, word)
        except Refused:
            continue
        if state.question == session.question and state.game.phase is session.game.phase:
            states.append(state)
    return states


def test_no_sealed_word_is_in_what_everybody_may_see() -> None:
    compared = dict.fromkeys((actions.Pass, actions.Answer), 0)

    def watch(_: Session, __: actions.AnyAction, session: Session) -> None:
        sealed = replace(session, options=replace(session.options, window=Window.SEALED))
        for words in same_but_for_a_word(sealed):
            states = after(sealed, words)
            for one, other in combinations(states, 2):
                assert one != other
                assert CHOUETTE.encode(public(one)) == CHOUETTE.encode(public(other))
                compared[type(words[0])] += 1

    for seed in range(8):
        play_on(seed, 300, watch)
    assert all(number > 20 for number in compared.values()), compared


def test_nobody_sees_who_gives_an_extra_before_all_are_heard() -> None:
    states: list[Session] = []
    for give in (True, False):
        game = table(side=BOX, lone_taker="extras")
        game.act(actions.Double(by=A, bets=(0, 1, 2)))
        for seat, said in ((B, "take"), (C, "drop"), (D, "drop")):
            game.act(answer(seat, **{"ABCD"[seat]: said}))
        game.act(actions.GiveExtra(by=C, bet=1, give=give))
        states.append(game.session)
    assert states[0] != states[1] and public(states[0]) == public(states[1])


def test_an_open_window_is_seen_as_it_is() -> None:
    def watch(_: Session, __: actions.AnyAction, session: Session) -> None:
        if session.options.window is Window.OPEN:
            assert public(session) is session

    for seed in range(4):
        play_on(seed, 100, watch)


def test_what_counts_already_is_seen() -> None:
    """Sealed or not, it is the same game with the same bets, people and proposals."""
    rng = random.Random(1)

    def watch(_: Session, __: actions.AnyAction, session: Session) -> None:
        if rng.random() < 0.1:
            seen = public(session)
            assert (seen.game.bets, seen.game.board, seen.game.phase) == (
                session.game.bets, session.game.board, session.game.phase
            )  # fmt: skip
            assert (seen.players, seen.line, seen.proposals) == (session.players, session.line, session.proposals)
            assert seen.game.holding == session.game.holding

    for seed in range(4):
        play_on(seed, 200, watch)
