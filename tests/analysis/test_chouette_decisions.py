"""Whose decisions a chouette's are: everybody is judged by what they decided themselves about their own cube."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.analysis.decisions import Decided, Played, Replied, Spoke, question
from bot.analysis.report import Sums, sums
from bot.analysis.verdicts import judged
from bot.backgammon import OfferStage, Phase, Refused, Reply, Side
from bot.chouette import BOX, TEAM, actions
from bot.chouette.record import SessionStep
from bot.engine.thoughts import Owner
from bot.tables.chouette.decisions import Watch, decisions
from tests.analysis.judging import all_right, cube
from tests.chouette.table import DICE, A, B, C, D, E, F, open_for, play
from tests.chouette.test_cubes import answer
from tests.facts.chouette import Game, Mismatch
from tests.facts.files import lines

LONE = {"B": "drop", "C": "take", "D": "drop"}


class Noted(Game):
    """A game whose steps are kept. Between two of them lie `pause` seconds, in which everybody can say something."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.steps: list[SessionStep] = []
        self.now, self.pause = 0.0, 60.0
        self.watch = Watch(self._clock())
        super().__init__(scenario)

    def act(self, action: actions.AnyAction) -> None:
        before = self.session
        self.session = self.watch.apply(before, action)
        self.steps.append((before, action, self.session))

    @property
    def made(self) -> list[Decided]:
        return list(decisions(self.steps, self.watch.open_for))

    def _clock(self) -> Iterator[float]:
        while True:
            self.now += self.pause
            yield self.now


def table(players: str = "ABCD", side: Side | None = TEAM, partner: str | None = None, **options: object) -> Noted:
    """A game in which `side` is to roll and may still double; A is the box, B the captain."""
    game = Noted({"players": players, "options": {"box_take": "free"} | options, "partner": partner})
    if side is not None:
        open_for(game, side)
    return game


def settle(game: Game, member: int, points: int = 1) -> None:
    game.act(actions.Settle(by=A, bets=(member - 1,), points=points))
    (proposal,) = game.session.proposals
    game.act(actions.Accept(by=member, question=proposal.number))


def words(made: Sequence[Decided]) -> list[tuple[int, object]]:
    """What was said about cubes, by seat: whether it was doubled, or the answer."""
    return [
        (each.seat, each.what.doubled if isinstance(each.what, Spoke) else each.what.reply)
        for each in made
        if not isinstance(each.what, Played)
    ]


def movers(made: Sequence[Decided]) -> list[int]:
    return [each.seat for each in made if isinstance(each.what, Played)]


def blamed(made: list[Decided], **wrong: tuple[float, float]) -> dict[int, Sums]:
    """What everybody's decisions come to where all cubes are worth (stays, taken) so much."""
    (worth,) = wrong.values()
    found = all_right(made) | {question(each): cube(*worth) for each in made if not isinstance(each.what, Played)}
    return sums(judged(made, found))


# --- who does not move -----------------------------------------------------------------------------------------------


def test_only_the_captain_is_judged_by_the_team_s_plays() -> None:
    game = table()
    game.roll_and_move()
    game.until(TEAM, fresh=True)
    game.roll_and_move()
    found = sums(judged(game.made, all_right(game.made)))
    assert movers(game.made) == [A, B, A, B]
    assert {seat: each.plays for seat, each in found.items()} == {A: 2, B: 2, C: 0, D: 0}


def test_who_takes_the_captain_s_place_is_judged_from_then_on() -> None:
    game = table()
    settle(game, B)
    game.roll_and_move()
    assert movers(game.made) == [A, C]
    silent = table()
    silent.act(actions.Claim(by=A))
    silent.roll_and_move()
    assert movers(silent.made) == [A, C] and B not in [each.seat for each in silent.made]


# --- a delegate ------------------------------------------------------------------------------------------------------


def test_a_delegate_s_word_is_nobody_s_decision() -> None:
    """Neither of who has not decided, nor of who has decided about a cube that is not theirs."""
    game = table()
    game.act(actions.Delegate(by=C, to=D))
    game.act(actions.Double(by=D, bets=(1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(answer(A, C="take"))
    assert words(game.made) == [(B, False), (D, False), (A, Reply.TAKE)]
    # What is said by oneself after that is one's own.
    again = table()
    again.act(actions.Delegate(by=C, to=D))
    again.act(actions.Double(by=D, bets=(1,)))
    again.act(actions.Double(by=C, bets=(1,)))
    again.act(actions.Roll(by=B, dice=DICE))
    assert words(again.made) == [(B, False), (C, True), (D, False)]


@pytest.mark.parametrize("left", [False, True])
def test_a_delegate_s_answer_is_nobody_s_decision(left: bool) -> None:
    game = table(side=BOX)
    game.act(actions.Delegate(by=C, to=D))
    if left:
        game.act(actions.Leave(by=C))
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(D, C="drop", D="take"))
    game.act(answer(B, B="take"))
    assert words(game.made) == [(A, True), (B, Reply.TAKE), (D, Reply.TAKE)]
    # To drop was a blunder, and nobody's; the engine would have had the box wait.
    found = blamed(game.made, cubes=(0.6, 0.2))
    assert found[A].blunders == 1 and all(found[seat].lost == 0 for seat in found if seat != A) and C not in found


def test_who_has_answered_before_leaving_has_decided() -> None:
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(C, C="drop"))
    game.act(actions.Leave(by=C))
    game.act(answer(B, B="take"))
    game.act(answer(D, D="take"))
    assert words(game.made) == [(A, True), (B, Reply.TAKE), (C, Reply.DROP), (D, Reply.TAKE)]


# --- silence ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("silence", [actions.Claim(by=A), actions.Claim(), actions.Leave(by=D)])
def test_who_drops_by_silence_has_decided_nothing(silence: actions.AnyAction) -> None:
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(B, B="take"))
    game.act(answer(C, C="take"))
    game.act(silence)
    assert game.session.game.open_bets == (0, 1)
    assert words(game.made) == [(A, True), (B, Reply.TAKE), (C, Reply.TAKE)]


def test_a_box_that_drops_all_by_silence_has_decided_nothing() -> None:
    """Not even about the cube that it had taken."""
    game = table(box_take="half")
    for seat in (B, C, D):
        game.act(actions.Double(by=seat, bets=(seat - 1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(answer(A, B="take"))
    game.act(actions.Claim(by=D))
    assert game.session.game.phase is Phase.OVER
    assert words(game.made) == [(B, True), (C, True), (D, True)]


def test_who_is_waited_for_in_the_window_in_vain_has_not_decided() -> None:
    game = table()
    game.act(actions.Double(by=D, bets=(2,)))
    game.act(actions.Pass(by=C))
    game.act(actions.Claim())
    game.act(answer(A, D="take"))
    assert words(game.made) == [(C, False), (D, True), (A, Reply.TAKE)]


# --- beavers and raccoons --------------------------------------------------------------------------------------------


def test_each_turn_of_a_raccooned_cube_is_whose_it_was() -> None:
    game = table(side=BOX, animals=2)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for member, said in ((B, "take"), (C, "beaver"), (D, "drop")):
        game.act(answer(member, **{"ABCD"[member]: said}))
    game.act(answer(A, C="raccoon"))
    game.act(answer(C, C="take"))
    assert game.session.game.bets[1].value == 8
    made = [each for each in game.made if isinstance(each.what, Replied)]
    assert [(each.seat, each.what.stage, each.what.reply) for each in made if isinstance(each.what, Replied)] == [
        (B, OfferStage.DOUBLE, Reply.TAKE),
        (C, OfferStage.DOUBLE, Reply.BEAVER),
        (D, OfferStage.DOUBLE, Reply.DROP),
        (A, OfferStage.BEAVER, Reply.RACCOON),
        (C, OfferStage.RACCOON, Reply.TAKE),
    ]
    assert {(each.side, each.stakes.cube, each.stakes.owner) for each in made} == {(BOX, 1, Owner.NOBODY)}
    # The double was right, and so is what comes of it but for C's beaver and D's drop: B has nothing to do with either.
    found = blamed(game.made, cubes=(0.4, 0.5))
    assert {seat for seat, each in found.items() if each.lost} == {C, D}


def test_a_lone_taker_is_not_blamed_for_a_beaver_that_is_asked_for() -> None:
    """The rules then allow a beaver or a drop, and no take."""
    game = table(side=BOX, lone_taker="beaver")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    game.act(answer(B, B="drop"))
    game.act(answer(C, C="take"))
    game.act(answer(D, D="drop"))
    assert words(game.made)[1:] == []  # it is still asked
    game.act(answer(C, C="beaver"))
    game.act(answer(A, C="take"))
    said = words(game.made)
    assert said == [(A, True), (B, Reply.DROP), (C, Reply.BEAVER), (D, Reply.DROP), (A, Reply.TAKE)]
    found = blamed(game.made, cubes=(0.4, 0.4))  # a beaver costs 0.4 more than a take, and 0.2 less than a drop
    assert found[C].lost == 0 and found[B].lost == found[D].lost == pytest.approx(0.6)


@pytest.mark.parametrize("stay", [True, False, None])
def test_a_lone_taker_decides_once_extras_and_all(stay: bool | None) -> None:
    game = table(side=BOX, lone_taker="extras")
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for member in (B, C, D):
        game.act(answer(member, **{"ABCD"[member]: LONE["ABCD"[member]]}))
    game.act(actions.GiveExtra(by=B, bet=0, give=True))
    game.act(actions.GiveExtra(by=D, bet=2, give=False))
    game.act(actions.Claim(by=A) if stay is None else actions.AnswerExtras(by=C, stay=stay))
    answered = [] if stay is None else [(C, Reply.TAKE if stay else Reply.DROP)]
    assert words(game.made) == [(A, True), (B, Reply.DROP), *answered, (D, Reply.DROP)]


# --- settlements, automatic doubles, a partner -----------------------------------------------------------------------


def test_a_settled_game_ends_where_it_was_settled() -> None:
    game = table()
    game.roll_and_move()
    game.until(TEAM, fresh=True)
    before = len(game.made)
    for member in (B, C, D):
        settle(game, member)
    assert game.session.game.phase is Phase.OVER
    assert len(game.made) == before  # neither a settlement nor the dice that were never rolled


def test_who_has_settled_decides_nothing_more() -> None:
    game = table()
    settle(game, C, points=-2)
    game.act(actions.Double(by=D, bets=(2,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(answer(A, D="take"))
    game.roll_and_move()
    game.act(actions.Double(by=A, bets=(0,)))
    game.act(answer(B, B="drop"))
    assert C not in [each.seat for each in game.made]
    # The box might have turned D's cube once more.
    assert words(game.made) == [(B, False), (D, True), (A, Reply.TAKE), (A, True), (A, False), (B, Reply.DROP)]


def test_a_cube_spoken_for_that_is_settled_instead_was_not_turned() -> None:
    game = table()
    game.act(actions.Double(by=C, bets=(1,)))
    settle(game, C)
    game.act(actions.Roll(by=B, dice=DICE))
    assert words(game.made) == [(B, False), (D, False)]


def test_an_automatic_double_is_nobody_s_decision() -> None:
    game = table(side=None, auto_doubles=1)
    game.act(actions.OpeningRoll(dice=(2, 2)))
    assert game.made == []
    open_for(game, TEAM)
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    game.act(answer(A, C="take"))
    first, *_ = made = game.made
    assert isinstance(first.what, Played) and first.what.opening and (first.seat, first.turn) == (A, 1)
    assert words(made) == [(B, False), (C, True), (D, False), (A, Reply.TAKE)]
    assert {each.stakes.cube for each in made} == {2} and {each.stakes.owner for each in made} == {Owner.NOBODY}


def test_the_partner_of_the_box_decides_nothing() -> None:
    game = table("ABCDEF", partner="F")
    play(game, ["team_doubles", {"B": "take", "C": "drop"}], ["box_doubles", {"D": "take", "E": "drop"}])
    game.roll_and_move()
    assert {each.seat for each in game.made} == {A, B, C, D, E} and F not in game.session.game.line
    assert set(movers(game.made)) == {A, B}


# --- any game --------------------------------------------------------------------------------------------------------


def test_in_every_scenario_everybody_decides_for_themselves() -> None:
    """Against what the log says: whose press it was, and on which side of which bet they sit."""
    settled = 0
    for scenario in lines("chouette_scenarios.jsonl")[::4]:
        game = Noted(scenario)
        try:
            game.play()
        except Mismatch:
            continue
        if game.events and not scenario.get("refused"):
            try:
                game.do(game.events[-1])
            except Refused:
                continue
        made = game.made
        line, partner = game.session.game.line, game.session.game.partner
        assert partner not in {each.seat for each in made}
        pressed = [action.by for _, action, _ in game.steps if isinstance(action, actions.Move)]
        assert movers(made) == pressed
        answered = {action.by for _, action, _ in game.steps if isinstance(action, actions.Answer)}
        doubled = {action.by for _, action, _ in game.steps if isinstance(action, actions.Double)}
        asked = {action.by for _, action, _ in game.steps if isinstance(action, actions.AnswerExtras)}
        for seat, word in words(made):
            assert seat in line or seat in game.session.line
            assert word is False or seat in (doubled if word is True else answered | asked)
        settled += any(isinstance(action, actions.Settle) for _, action, _ in game.steps)
        judged(made, all_right(made))
    assert settled > 10


def test_a_roll_is_about_all_cubes_of_whoever_plays_it() -> None:
    """The box has one with each of the team, the captain their own; the play is judged for one of them."""
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    for member, said in ((B, "take"), (C, "take"), (D, "drop")):
        game.act(answer(member, **{"ABCD"[member]: said}))
    game.roll_and_move()
    made = [each for each in game.made if isinstance(each.what, Played)]
    assert [(each.seat, each.stakes.cube, each.staked) for each in made[-2:]] == [(B, 1, 1), (A, 2, 4)]
