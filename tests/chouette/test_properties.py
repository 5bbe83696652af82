"""What holds in every session, whatever people do."""

from __future__ import annotations

import random
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.backgammon import Ask, Illegal, Phase, Question, Refused, Seat
from bot.chouette import BOX, NO_HOST, TEAM, Session, actions, apply, points, questions, replay, rows
from bot.chouette.limits import check_doubles, may_double_any
from bot.chouette.log import CHOUETTE, Header
from tests.core.exact import Attempts, check_exact

from .every_action import every_action, every_question
from .random_session import anything, every_type, play_on

seeds = st.integers(0, 2**32)
LONG = 500


def undoes(before: Session, action: actions.AnyAction) -> bool:
    """Whether an action may have taken something back."""
    accepted = {proposal.number for proposal in before.proposals if isinstance(proposal.what, actions.Undo)}
    return isinstance(action, actions.Undo) or (isinstance(action, actions.Accept) and action.question in accepted)


def may_double(session: Session, bets: tuple[int, ...]) -> bool:
    """Whether the box may double just these."""
    game = session.game
    try:
        check_doubles(game, bets, session.options)
    except Illegal:
        return False
    return not game.overdrawn(game.box, {bet: 2 * game.bets[bet].value for bet in bets})


class Watcher:
    """Looks at every step of a session."""

    def __init__(self) -> None:
        self.subjects: dict[int, tuple[object, ...]] = {}
        self.games: dict[int, dict[Seat, int]] = {}

    def __call__(self, before: Session, action: actions.AnyAction, after: Session) -> None:
        """Raises `AssertionError` if something is wrong."""
        self.check_people(after)
        self.check_bets(after)
        if not undoes(before, action):
            self.check_closed(before, after)
        assert after.asked >= before.asked and after.rolls >= before.rolls
        self.check_questions(after)
        self.check_ledger(after)
        self.check_bank(before, after)
        self.check_doubles(after)

    def check_people(self, session: Session) -> None:
        """The line is a permutation of those seated."""
        game, seats = session.game, set(range(len(session.players)))
        assert sum(player.points for player in session.players) == 0
        assert len(set(session.line)) == len(session.line) and set(session.line) <= seats
        assert set(session.joining) & set(session.line) <= set(session.leaving)
        assert set(session.leaving) <= set(session.line)
        if not session.begun:
            return
        there = {seat for seat in seats if session.is_seated(seat)}
        assert there == (set(session.line) - set(session.leaving)) | set(session.joining)
        assert len(there) <= session.options.room
        if there:
            assert session.host in there or session.host == NO_HOST
        if game.phase is Phase.OVER:
            assert not session.joining and not session.leaving
        else:
            assert set(game.line) <= set(session.line)
        assert game.partner not in game.line
        assert session.partner is None or session.partner in session.line

    def check_bank(self, before: Session, after: Session) -> None:
        """Nobody loses more than they had, or wins more than they risked; whoever has nothing is not there."""
        if not after.banked:
            return
        had = {seat: player.balance for seat, player in enumerate(before.players)}
        for seat, player in enumerate(after.players):
            assert player.balance >= 0
            assert player.bank == after.options.house_rules.bank * after.unit
            assert before.game.phase is Phase.OVER or player.balance <= 2 * had.get(seat, player.bank)
            assert player.balance or not after.is_seated(seat)

    def check_doubles(self, session: Session) -> None:
        """The box is asked for a double if the rules and its bank allow it some."""
        game, options = session.game, session.options
        if not session.banked or game.phase is not Phase.CUBE:
            return
        bets = game.accessible(game.box, options.cube)
        sets = (each for size in range(1, len(bets) + 1) for each in combinations(bets, size))
        assert may_double_any(game, options) is any(may_double(session, each) for each in sets)

    def check_bets(self, session: Session) -> None:
        """Cubes are cubes, and who is on roll has a bet."""
        game, cap = session.game, session.options.cube.cube_cap
        for bet in game.bets:
            assert bet.value & (bet.value - 1) == 0
            assert cap is None or bet.value <= max(cap, 1) * bet.start
            assert bet.owner in (None, TEAM, BOX)
            assert bet.turned == (bet.owner is not None)
            assert bet.beavers <= session.options.cube.beavers_per_bet
        assert (game.phase is Phase.OFFER) == (game.exchange is not None)
        assert game.phase is Phase.OVER or game.open_bets
        assert sum(won for _, won in game.points) == 0
        if game.phase is Phase.OVER and not game.void:
            assert not game.open_bets
        if game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY):
            assert game.on_roll is not None and game.held(game.on_roll)
            assert game.on_roll not in game.away
        if game.phase is not Phase.CUBE:
            assert not game.doubled and not game.passed and not game.holding

    def check_closed(self, before: Session, after: Session) -> None:
        """A decided bet stays as it is."""
        if after.number != before.number:
            return
        for old, new in zip(before.game.bets, after.game.bets, strict=False):
            assert old.result is None or old.result == new.result or before.partnering

    def check_questions(self, session: Session) -> None:
        """A number is never used for another question."""
        for question in questions(session):
            assert 0 < question.number <= session.asked
            subject = self.subject(session, question)
            assert self.subjects.setdefault(question.number, subject) == subject

    def subject(self, session: Session, question: Question) -> tuple[object, ...]:
        """What a question is about, as far as it may not change."""
        exchange = session.game.exchange
        number = 0 if question.ask is Ask.PAYMENT else session.number
        match question.ask:
            case Ask.CUBE | Ask.ROLL:
                return number, "roll", session.game.board.turn
            case Ask.OFFER | Ask.EXTRAS:
                assert exchange is not None
                step = exchange.extras and (exchange.extras.bet, bool(exchange.extras.asked))
                return number, "offer", exchange.bets, exchange.offer, step
            case Ask.PARTNER:
                return number, question.ask, question.of
            case Ask.RESIGNATION | Ask.SETTLEMENT:
                return number, question.ask, question.of, question.bets
            case _:
                return number, question.ask

    def check_ledger(self, session: Session) -> None:
        """Balances are the sum of all games, and the rows of each game its points."""
        self.games.pop(session.number, None)
        if session.game.phase is Phase.OVER:
            won = points(session.game)
            booked = dict.fromkeys(won, 0)
            for row in rows(session.game, session.number):
                assert row.points >= 0 and row.payer != row.payee
                booked[row.payer] -= row.points
                booked[row.payee] += row.points
            assert booked == won
            self.games[session.number] = won
        for seat, player in enumerate(session.players):
            assert player.points == sum(won.get(seat, 0) for won in self.games.values())


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_every_step_of_a_session(seed: int) -> None:
    play_on(seed, LONG, Watcher())


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_the_state_is_the_fold_of_its_log(seed: int) -> None:
    options, people, session, log = play_on(seed, LONG)
    stored = [CHOUETTE.encode(action) for action in log]
    assert replay(options, people, map(CHOUETTE.action, stored)) == session
    assert CHOUETTE.state(CHOUETTE.encode(session)) == session
    header = Header(options=options, players=people)
    assert CHOUETTE.header(CHOUETTE.encode(header)) == header


@settings(max_examples=12, deadline=None)
@given(seeds)
def test_what_somebody_may_do_is_what_is_asked_of_them(seed: int) -> None:
    rng = random.Random(seed)

    def watch(_: Session, __: actions.AnyAction, session: Session) -> None:
        if rng.random() > 0.02:
            return
        seats = (None, *range(-1, len(session.players) + 2))
        kinds = product(every_question(session), seats)
        tried = (Attempts(kind, by, number, every_action(session, kind, by, number)) for (kind, number), by in kinds)
        check_exact(session, questions(session), apply, tried)

    play_on(seed, LONG, watch, computers=True)


@settings(max_examples=12, deadline=None)
@given(seeds)
def test_what_is_refused_changes_nothing(seed: int) -> None:
    _, _, session, _ = play_on(seed, seed % LONG)
    before = CHOUETTE.encode(session)
    rng = random.Random(seed)
    refused = 0
    for _ in range(150):
        try:
            apply(session, anything(rng, session))
        except Refused:
            refused += 1
    assert refused
    assert CHOUETTE.encode(session) == before


def test_random_sessions_come_everywhere() -> None:
    """The properties are not proved on nothing."""
    seen: set[str] = set()

    def watch(_: Session, action: actions.AnyAction, session: Session) -> None:
        seen.add(type(action).__name__)
        exchange = session.game.exchange
        if exchange and exchange.extras:
            seen.add("forced" if exchange.extras.forced else "extras")
        if session.game.fees:
            seen.add("fees")
        if session.game.partner is not None:
            seen.add("partner")
        if session.number > 3:
            seen.add("many games")
        if session.closed:
            seen.add("closed")
        if session.game.forfeited:
            seen.add("forfeited")

    for seed in range(60):
        play_on(seed, LONG, watch, computers=True)
    assert seen >= {kind.__name__ for kind in every_type()}
    assert seen >= {"forced", "extras", "fees", "partner", "many games", "closed", "forfeited"}
