"""What a session is remembered by: games as they ended, without results that were taken back, in one replay."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.backgammon import Ask, CubeRules, Ending, Kind, OfferStage, Phase, Question, Refused, Reply
from bot.backgammon.actions import Abort, Accept, Claim, Decline, Move, Next, OpeningRoll, Roll, Undo
from bot.chouette import LoneTaker, Options, Order, Row, Session, apply, questions, replay, start
from bot.chouette import history as history_module
from bot.chouette.actions import (
    Answer,
    AnswerExtras,
    AnyAction,
    Arrange,
    DeclineBox,
    Double,
    GiveExtra,
    Join,
    Leave,
    Resign,
    Settle,
    Share,
    SitOut,
)
from bot.chouette.ending import Reason
from bot.chouette.history import CubeTurn, Finished, history

A, B, C, D, E, F = range(6)
TAKE, DROP, BEAVER, RACCOON = Reply.TAKE, Reply.DROP, Reply.BEAVER, Reply.RACCOON


def untimed(cubes: Iterable[CubeTurn]) -> tuple[CubeTurn, ...]:
    """The same cubes; when they were turned has a test of its own."""
    return tuple(replace(cube, roll=0) for cube in cubes)


class Played:
    """A session as it is played, with its log. Seat 0, `A`, has the box first, `B` is captain, and so on."""

    def __init__(self, players: int = 4, options: Options | None = None) -> None:
        self.options = options or Options(order=Order.MANUAL)
        self.players = players
        self.session = start(self.options, players)
        self.log: list[AnyAction] = []
        self.do(Arrange(line=tuple(range(players))))

    def do(self, *actions: AnyAction) -> None:
        for action in actions:
            self.session = apply(self.session, action)
            self.log.append(action)

    def history(self) -> tuple[Finished, ...]:
        return history(self.options, self.players, self.log)

    def begin(self, *, team: bool = False) -> None:
        """The opening roll and its play; then the team, or else the box, is to roll or double."""
        self.do(OpeningRoll(dice=(1, 3) if team else (3, 1)))
        self.play()

    def play(self) -> None:
        """Whoever is to move makes the first legal play."""
        game = self.session.game
        self.do(Move(by=game.on_roll, play=str(game.plays(self.session.rules)[0])))

    def turn(self, dice: tuple[int, int] = (2, 1)) -> None:
        """Nobody doubles: a roll and a play."""
        self.do(Roll(by=self.session.game.on_roll, dice=dice))
        self.play()

    def box_doubles(self, replies: dict[int, Reply]) -> None:
        """The box doubles those bets, and each member answers for himself."""
        game = self.session.game
        self.do(Double(by=game.box, bets=tuple(replies)))
        for bet, reply in replies.items():
            self.do(Answer(by=game.bets[bet].white, replies=((bet, reply),)))

    def team_doubles(self, replies: dict[int, Reply]) -> None:
        """These members double, the captain rolls, and the box answers all at once."""
        game = self.session.game
        for bet in replies:
            self.do(Double(by=game.bets[bet].white, bets=(bet,)))
        if self.session.game.exchange is None:
            self.do(Roll(by=game.on_roll, dice=(2, 1)))
        self.do(Answer(by=game.box, replies=tuple(replies.items())))

    def resign(self, seat: int, kind: Kind = Kind.SINGLE) -> None:
        """Somebody resigns all his open bets, and everybody accepts."""
        self.do(Resign(by=seat, kind=kind, bets=self.session.game.held(seat)))
        for proposal in self.session.proposals:
            self.do(Accept(by=proposal.of[0], question=proposal.number))

    def take_back(self, by: int) -> None:
        """The last action is undone, with everybody's consent."""
        self.do(Undo(by=by))
        while asked := self.session.proposed(Undo):
            self.do(Accept(by=asked[0].of[0], question=asked[0].number))

    def next(self) -> None:
        self.do(Next(by=self.session.playing[0]))


def everybody_drops() -> Played:
    """One game, won by the box A."""
    played = Played()
    played.begin()
    played.box_doubles({0: DROP, 1: DROP, 2: DROP})
    return played


def test_nothing_is_remembered_of_a_game_that_is_not_over() -> None:
    played = Played()
    assert played.history() == ()
    played.begin()
    played.box_doubles({0: TAKE, 1: DROP, 2: DROP})
    assert played.session.game.phase is not Phase.OVER
    assert played.history() == ()


def test_a_finished_game_is_remembered_with_points_ledger_and_line() -> None:
    played = everybody_drops()
    (game,) = played.history()
    assert game.number == 1
    assert game.game == played.session.game
    assert game.points == {A: 3, B: -1, C: -1, D: -1}
    assert game.rows == tuple(Row(1, bet, seat, A, 1, Reason.DROPPED) for bet, seat in enumerate((B, C, D)))
    assert game.line == played.session.line == (A, C, D, B)


def test_games_follow_each_other_with_their_numbers() -> None:
    played = everybody_drops()
    played.next()
    played.begin()
    played.resign(A, Kind.SINGLE)
    first, second = played.history()
    assert (first.number, second.number) == (1, 2)
    assert second.points == {A: -3, B: 1, C: 1, D: 1}
    assert second.game.line == first.line == (A, C, D, B)
    assert second.line == (C, D, B, A)


def test_a_result_that_is_taken_back_disappears() -> None:
    played = everybody_drops()
    played.next()
    played.begin()
    # The box resigns to one after the other; the last acceptance ends the game and is taken back.
    played.resign(A, Kind.SINGLE)
    played.take_back(A)
    assert played.session.game.phase is not Phase.OVER
    assert [game.number for game in played.history()] == [1]


def test_what_is_played_after_an_undo_is_remembered_once() -> None:
    played = Played()
    played.begin(team=False)
    played.turn()
    played.team_doubles({0: DROP})
    played.resign(A)
    played.take_back(A)
    last = played.session.game.open_bets
    assert last == (2,)
    played.resign(D, Kind.GAMMON)
    (game,) = played.history()
    assert game.points == {A: -1, B: 1, C: 1, D: -1}
    # The box's drop stands, for only the last acceptance was taken back.
    assert untimed(game.cubes) == (CubeTurn(0, B, A, 1, OfferStage.DOUBLE, A),)


def test_cubes_that_are_taken_back_with_an_undo_disappear() -> None:
    played = Played(2)
    played.begin()
    played.turn()
    played.do(Double(by=B, bets=(0,)), Answer(by=A, replies=((0, DROP),)))
    assert untimed(played.history()[0].cubes) == (CubeTurn(0, B, A, 1, OfferStage.DOUBLE, A),)
    played.take_back(B)
    played.do(Answer(by=A, replies=((0, TAKE),)))
    played.do(Roll(by=B, dice=(6, 5)))
    played.resign(B)
    (game,) = played.history()
    assert untimed(game.cubes) == (CubeTurn(0, B, A, 1, OfferStage.DOUBLE),)
    assert game.points == {A: 2, B: -2}


def test_a_voided_game_stays_with_its_number_but_out_of_points() -> None:
    played = Played()
    played.begin()
    played.box_doubles({0: DROP, 1: TAKE, 2: TAKE})
    played.do(Abort())
    played.next()
    played.begin()
    played.box_doubles({0: DROP, 1: DROP, 2: DROP})
    void, counted = played.history()
    assert void.game.void
    assert (void.number, void.points, void.rows) == (1, {}, ())
    assert (counted.number, counted.points[A]) == (2, 3)


def test_nobody_was_out_early_in_a_game_voided_before_it_began() -> None:
    played = Played()
    played.do(Abort())
    assert played.history()[0].out == ()


def test_voiding_a_game_can_be_taken_back_too() -> None:
    played = Played()
    played.begin()
    played.do(Abort())
    assert len(played.history()) == 1
    played.take_back(A)
    assert played.history() == ()
    played.box_doubles({0: DROP, 1: DROP, 2: DROP})
    (game,) = played.history()
    assert not game.game.void


def test_the_line_is_the_one_the_next_game_begins_with() -> None:
    played = Played()
    played.begin()
    played.resign(A)
    assert played.history()[0].line == (B, C, D, A)
    played.do(DeclineBox(by=B), Join(by=E))
    assert played.history()[0].line == played.session.line == (C, D, B, A, E)
    played.next()
    played.begin()
    played.do(Join(by=F))
    assert played.history()[0].line == (C, D, B, A, E)


@pytest.mark.parametrize(
    ("first", "second", "turn"),
    [
        (TAKE, None, CubeTurn(0, A, B, 1, OfferStage.DOUBLE)),
        (DROP, None, CubeTurn(0, A, B, 1, OfferStage.DOUBLE, B)),
        (BEAVER, TAKE, CubeTurn(0, A, B, 1, OfferStage.BEAVER)),
        (BEAVER, DROP, CubeTurn(0, A, B, 1, OfferStage.BEAVER, A)),
    ],
)
def test_a_cube_is_remembered_as_it_came_out(first: Reply, second: Reply | None, turn: CubeTurn) -> None:
    played = Played()
    played.begin()
    played.box_doubles({0: first})
    if second:
        played.do(Answer(by=A, replies=((0, second),)))
    played.resign(A)
    (game,) = played.history()
    assert untimed(game.cubes) == (turn,)


@pytest.mark.parametrize(("last", "dropper"), [(TAKE, None), (DROP, B)])
def test_a_raccoon_is_part_of_the_same_offer(last: Reply, dropper: int | None) -> None:
    played = Played(options=Options(order=Order.MANUAL, cube=CubeRules(animals=2)))
    played.begin()
    played.box_doubles({0: BEAVER})
    played.do(Answer(by=A, replies=((0, RACCOON),)), Answer(by=B, replies=((0, last),)))
    played.resign(A)
    (game,) = played.history()
    assert untimed(game.cubes) == (CubeTurn(0, A, B, 1, OfferStage.RACCOON, dropper),)
    assert game.game.bets[0].value == (1 if dropper else 8)


def test_an_automatic_double_is_no_turn_of_a_cube() -> None:
    played = Played(options=Options(order=Order.MANUAL, cube=CubeRules(auto_doubles=1)))
    played.do(OpeningRoll(dice=(4, 4)))
    played.begin()
    played.box_doubles({0: DROP, 1: DROP, 2: TAKE})
    played.resign(D)
    (game,) = played.history()
    assert [turn.value for turn in game.cubes] == [2, 2, 2]
    assert game.points == {A: 8, B: -2, C: -2, D: -4}


def test_an_answer_that_is_changed_before_all_have_answered_counts_as_it_was_last() -> None:
    played = Played(3)
    played.begin()
    played.do(Double(by=A, bets=(0, 1)), Answer(by=B, replies=((0, DROP),)), Answer(by=B, replies=((0, TAKE),)))
    played.do(Answer(by=C, replies=((1, DROP),)))
    played.resign(B)
    (game,) = played.history()
    assert untimed(game.cubes) == (CubeTurn(0, A, B, 1, OfferStage.DOUBLE), CubeTurn(1, A, C, 1, OfferStage.DOUBLE, C))


def test_silence_drops_and_is_remembered_as_a_drop() -> None:
    played = Played()
    played.begin()
    played.do(Leave(by=C), Double(by=A, bets=(0, 1, 2)))
    played.do(Answer(by=B, replies=((0, TAKE),)), Answer(by=D, replies=((2, TAKE),)))
    played.resign(A)
    (game,) = played.history()
    assert [turn.dropper for turn in game.cubes] == [None, C, None]
    assert game.line == (B, D, A)


def test_an_extra_is_no_cube_that_was_offered_until_it_is_redoubled() -> None:
    played = Played(options=Options(order=Order.MANUAL, lone_taker=LoneTaker.EXTRAS))
    played.begin()
    played.box_doubles({0: DROP, 1: TAKE, 2: DROP})
    played.do(GiveExtra(by=B, bet=0, give=True), GiveExtra(by=D, bet=2, give=True))
    played.do(AnswerExtras(by=C, stay=True, dropped=(D,)))
    played.do(Roll(by=A, dice=(2, 1)))
    played.play()
    assert played.session.game.open_bets == (1, 3)
    played.do(Double(by=C, bets=(3,)), Answer(by=B, replies=((3, DROP),)))
    played.resign(C)
    (game,) = played.history()
    doubled = [CubeTurn(0, A, B, 1, OfferStage.DOUBLE, B), CubeTurn(1, A, C, 1, OfferStage.DOUBLE)]
    assert untimed(game.cubes) == (
        *doubled,
        CubeTurn(2, A, D, 1, OfferStage.DOUBLE, D),
        CubeTurn(3, C, B, 2, OfferStage.DOUBLE, B),
    )
    # B pays 1 to the box, 1 for the extra and 2 when it is redoubled; D pays 1 twice and receives the dropped extra.
    assert game.points == {A: 1 + 1 + 2, B: -1 - 1 - 2, C: -2 + 1 + 2 + 1 - 2, D: -1 - 1 + 2}


def test_who_is_out_early_is_who_was_decided_before_the_last_roll_or_play() -> None:
    played = Played()
    played.begin()
    played.box_doubles({0: DROP, 1: TAKE, 2: TAKE})
    played.do(Roll(by=A, dice=(2, 1)))
    played.play()
    # Now the rest is decided, one after the other, while the board stands still.
    played.resign(C)
    played.resign(D)
    (game,) = played.history()
    assert game.out == (B,)


def test_who_settled_before_a_roll_is_out_early_though_nobody_has_played_since() -> None:
    """What could be undone at the roll is the settlement still."""
    played = Played()
    played.begin(team=True)
    played.do(Settle(by=C, bets=(1,), points=1))
    played.do(Accept(by=A, question=played.session.proposals[0].number))
    played.do(Roll(by=B, dice=(2, 1)))
    played.resign(A)
    (game,) = played.history()
    assert game.out == (C,)


def test_nobody_is_out_early_when_all_end_together() -> None:
    assert everybody_drops().history()[0].out == ()


def played_out() -> Played:
    """A game of the first legal plays to its end on the board; one member drops on the way."""
    played = Played(3)
    rng = random.Random(5)
    played.begin()
    played.box_doubles({1: DROP})
    while played.session.game.phase is not Phase.OVER:
        if played.session.game.phase is Phase.PLAY:
            play = rng.choice(played.session.game.plays(played.session.rules))
            played.do(Move(by=played.session.game.on_roll, play=str(play)))
        else:
            played.do(Roll(by=played.session.game.on_roll, dice=(rng.randint(1, 6), rng.randint(1, 6))))
    return played


def test_a_game_that_is_played_out_is_remembered_with_its_last_board() -> None:
    played = played_out()
    (game,) = played.history()
    assert game.game.board.won_by is not None
    result = game.game.bets[0].result
    assert result is not None and result.ending is Ending.PLAYED
    assert game.out == (C,)
    assert game.points[C] == -1


def test_history_costs_one_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    played = played_out()
    applied: list[AnyAction] = []

    def counting(session: Session, action: AnyAction) -> Session:
        applied.append(action)
        return apply(session, action)

    monkeypatch.setattr(history_module, "apply", counting)
    assert len(played.history()) == 1
    assert applied == played.log


def some_answer(rng: random.Random, session: Session, question: Question) -> AnyAction | None:
    """One way to answer a question; None if there is nothing that a random session needs."""
    game = session.game
    by: int | None = rng.choice(question.of) if question.of else None
    kinds = question.answers if question.of else question.bot
    if question.ask is Ask.TABLE:
        kinds = (Resign, Settle, Undo, Join, Leave, SitOut, DeclineBox, Claim)
    kind = rng.choice(kinds) if kinds else None
    if kind is None:
        return None
    dice = rng.randint(1, 6), rng.randint(1, 6)
    held = game.held(by) if by is not None else ()
    if kind in (OpeningRoll, Roll):
        return kind(by=by, dice=dice)
    if kind is Move:
        return Move(by=by, play=str(rng.choice(game.plays(session.rules))))
    if kind is Double:
        assert by is not None
        return Double(by=by, bets=game.accessible(by, session.options.cube))
    if kind is Answer:
        own = [bet for bet in question.bets if by in session.deciders(game.answerer(bet))]
        return Answer(by=by, replies=tuple((bet, rng.choice((TAKE, TAKE, DROP, BEAVER))) for bet in own))
    if kind is GiveExtra:
        return GiveExtra(by=by, bet=rng.choice(question.bets), give=rng.random() < 0.8)
    if kind is AnswerExtras:
        return AnswerExtras(by=by, stay=rng.random() < 0.8)
    if kind is Resign:
        return Resign(by=by, kind=rng.choice(list(Kind)), bets=held)
    if kind is Settle:
        return Settle(by=by, points=rng.randint(-3, 3), bets=held, winner=by)
    if kind in (Accept, Decline):
        return kind(by=by, question=question.number)
    if kind is Share:
        return Share(by=by, agree=rng.random() < 0.8)
    if kind is SitOut:
        return SitOut(by=by, out=rng.random() < 0.5)
    if kind is Join:
        return Join(by=rng.randrange(len(session.players) + 1))
    return kind(by=by)


def some_session(seed: int, options: Options, players: int, most: int = 250) -> Played:
    """A random session of many short games: people resign and settle all the time."""
    rng = random.Random(seed)
    played = Played(players, options)
    for _ in range(most):
        if played.session.closed:
            break
        asked = [question for question in questions(played.session) if question.ask is not Ask.ABORT]
        chosen = rng.choice(asked) if rng.random() < 0.4 else asked[0]
        action = some_answer(rng, played.session, chosen)
        if action is None:
            continue
        try:
            played.do(action)
        except Refused:
            continue
        if rng.random() < 0.002 and played.session.game.phase is not Phase.OVER:
            played.do(Abort())
    return played


OPTIONS = {
    "standard": Options(order=Order.MANUAL),
    "extras": Options(order=Order.MANUAL, lone_taker=LoneTaker.EXTRAS, cube=CubeRules(animals=2, auto_doubles=2)),
    "partner": Options(order=Order.MANUAL, partner_from=6, partner_mandatory=True),
}


def totals(games: Iterable[Finished]) -> dict[int, int]:
    """Everybody's points over all these games."""
    sums: dict[int, int] = {}
    for game in games:
        for seat, points in game.points.items():
            sums[seat] = sums.get(seat, 0) + points
    return sums


@pytest.mark.long
@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(sorted(OPTIONS)), st.integers(3, 7))
def test_the_points_of_the_history_sum_to_the_totals_of_the_session(seed: int, rules: str, players: int) -> None:
    played = some_session(seed, OPTIONS[rules], players)
    games = played.history()
    assert replay(played.options, players, played.log) == played.session
    sums = totals(games)
    assert {seat: sums.get(seat, 0) for seat in range(len(played.session.players))} == {
        seat: player.points for seat, player in enumerate(played.session.players)
    }
    over = played.session.game.phase is Phase.OVER
    assert [game.number for game in games] == list(range(1, played.session.number + over))
    assert all(sum(game.points.values()) == 0 for game in games)
    for game in games:
        from_rows = dict.fromkeys(game.points, 0)
        for row in game.rows:
            from_rows[row.payer] -= row.points
            from_rows[row.payee] += row.points
        assert from_rows == game.points


@pytest.mark.long
@settings(max_examples=10)
@given(st.integers(0, 10**6), st.sampled_from(sorted(OPTIONS)))
def test_every_bet_that_was_dropped_or_turned_has_its_cube_in_the_history(seed: int, rules: str) -> None:
    for game in some_session(seed, OPTIONS[rules], 6).history():
        for index, bet in enumerate(game.game.bets):
            cubes = [turn for turn in game.cubes if turn.bet == index]
            taken = [turn for turn in cubes if turn.dropper is None]
            if not game.game.is_extra(index):
                assert bet.turned == bool(taken)
                dropped = bet.result is not None and bet.result.ending is Ending.DROPPED
                assert dropped == any(turn.dropper is not None for turn in cubes)
            for turn, following in zip(taken, cubes[1:], strict=False):
                assert following.value == turn.value << turn.stage + 1
            if taken:
                assert bet.value == taken[-1].value << taken[-1].stage + 1
