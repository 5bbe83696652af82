"""A hint about an offered cube says what the computer itself would answer, at every stage and by all rules."""

from __future__ import annotations

import pytest

from bot.backgammon import CubeRules, Dice, Position, Reply, Rules, Side, actions, apply, start
from bot.backgammon.match_state import Match
from bot.chouette import BOX
from bot.chouette import actions as crew
from bot.engine.thoughts import CubeThought, Level, Stakes
from bot.screens.reference.hint_words import cube_advice, hint_words
from bot.tables.advice import hint
from bot.tables.chouette import computer as in_crew
from bot.tables.computer_player import ComputerPlayer
from bot.tables.games import HEADS_UP
from bot.tables.heads_up import computer as of_two
from bot.texts import texts
from tests.chouette.table import A, B, C, D, table
from tests.chouette.test_cubes import answer
from tests.facts.chouette import Game
from tests.play.thinking import FakeEngine

T = texts("en")
WORDS = {Reply.TAKE: "Take.", Reply.DROP: "Drop.", Reply.BEAVER: "Beaver.", Reply.RACCOON: "Raccoon."}


class Beavering(FakeEngine):
    """An engine for which every double comes to `taken`, and to twice that where it thinks that a beaver is made."""

    def __init__(self, taken: float) -> None:
        super().__init__()
        self.taken = taken

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        self._ask(position, stakes)
        return CubeThought(0.0, self.taken * (2 if stakes.beavers and self.taken < 0 else 1), 1.0, self.chances)


def no_dice() -> Dice:
    raise AssertionError("nobody rolls")


def player(taken: float) -> ComputerPlayer:
    return ComputerPlayer(Beavering(taken), Level.WORLD_CLASS, 0)


def offered(rules: CubeRules, *more: actions.AnyAction) -> Match:
    """White has doubled and is answered so."""
    opening = actions.OpeningRoll(dice=(1, 3)), actions.Move(by=1, play="8/5 6/5")
    match = start(Rules(money=rules))
    for action in (*opening, actions.Double(by=0), *more):
        match = apply(match, action)
    return match


THREE = CubeRules(animals=2, beavers_per_bet=3)
KEPT = CubeRules(animals=2, beavers_per_bet=3, beaver_refusable=False)
BEAVERED, RACCOONED = (actions.Beaver(by=1),), (actions.Beaver(by=1), actions.Raccoon(by=0))

CASES = [
    (THREE, (), 0.5, Reply.TAKE),
    (THREE, (), 1.2, Reply.DROP),
    (THREE, (), -0.3, Reply.BEAVER),
    (THREE, (), -2.5, Reply.TAKE),
    (KEPT, (), -2.5, Reply.BEAVER),
    (CubeRules(animals=0), (), -0.3, Reply.TAKE),
    (THREE, BEAVERED, 0.1, Reply.RACCOON),
    (THREE, BEAVERED, -0.6, Reply.TAKE),  # 0.8 better than to refuse it, though twice as much again would be lost
    (THREE, BEAVERED, -0.9, Reply.TAKE),
    (THREE, BEAVERED, -1.2, Reply.DROP),
    (KEPT, BEAVERED, -1.2, Reply.TAKE),
    (CubeRules(beavers_per_bet=2), BEAVERED, 0.1, Reply.TAKE),
    (THREE, RACCOONED, 0.7, Reply.TAKE),
    (THREE, RACCOONED, 1.3, Reply.DROP),
    (THREE, RACCOONED, -0.6, Reply.TAKE),
]


@pytest.mark.parametrize(("rules", "more", "taken", "best"), CASES)
async def test_between_two(rules: CubeRules, more: tuple[actions.AnyAction, ...], taken: float, best: Reply) -> None:
    match = offered(rules, *more)
    assert match.game.offer is not None
    seat = match.game.offer.answerer
    decision = HEADS_UP.decision(match, seat)
    assert decision is not None
    advised = await hint(Beavering(taken), decision)
    assert advised.cube is not None and cube_advice(advised.decision, advised.cube, T) == WORDS[best]
    intent = await of_two.decided(match, seat, player(taken))
    assert intent is not None and intent(match, seat, no_dice) == of_two.REPLIES[best](by=seat)


async def in_a_crew(game: Game, seat: int, taken: float) -> tuple[str, dict[int, Reply]]:
    """What a hint says to somebody, and what a computer in their seat answers."""
    decision = in_crew.decision(game.session, seat)
    assert decision is not None
    advised = await hint(Beavering(taken), decision)
    intent = await in_crew.decided(game.session, seat, player(taken))
    assert intent is not None and advised.cube is not None
    said = intent(game.session, seat, no_dice)
    assert isinstance(said, crew.Answer)
    return cube_advice(advised.decision, advised.cube, T), dict(said.replies)


@pytest.mark.parametrize(
    ("taken", "best"), [(0.1, Reply.RACCOON), (-0.6, Reply.TAKE), (-0.9, Reply.TAKE), (-1.2, Reply.DROP)]
)
async def test_a_box_whose_double_a_member_beavers(taken: float, best: Reply) -> None:
    game = table(side=BOX, animals=2, beavers_per_bet=2)
    game.act(crew.Double(by=A, bets=(0, 1, 2)))
    for member, said in ((B, "take"), (C, "beaver"), (D, "drop")):
        game.act(answer(member, **{"ABCD"[member]: said}))
    assert await in_a_crew(game, A, taken) == (WORDS[best], {1: best})


@pytest.mark.parametrize(("taken", "best"), [(0.7, Reply.TAKE), (1.3, Reply.DROP), (-0.6, Reply.TAKE)])
async def test_a_member_whose_beaver_the_box_raccoons(taken: float, best: Reply) -> None:
    game = table(side=BOX, animals=2, beavers_per_bet=2)
    game.act(crew.Double(by=A, bets=(0, 1, 2)))
    for member, said in ((B, "take"), (C, "beaver"), (D, "drop")):
        game.act(answer(member, **{"ABCD"[member]: said}))
    game.act(answer(A, C="raccoon"))
    assert await in_a_crew(game, C, taken) == (WORDS[best], {1: best})


@pytest.mark.parametrize(
    ("animals", "taken", "best"),
    [
        (1, 0.3, Reply.BEAVER),
        (1, 0.6, Reply.DROP),
        (2, 0.2, Reply.BEAVER),
        (2, 0.3, Reply.DROP),  # it would be raccooned
        (1, -0.6, Reply.BEAVER),
    ],
)
async def test_whoever_alone_stays_in_and_must_beaver(animals: int, taken: float, best: Reply) -> None:
    game = table(side=BOX, lone_taker="beaver", animals=animals)
    game.act(crew.Double(by=A, bets=(0, 1, 2)))
    for member, said in ((B, "drop"), (C, "take"), (D, "drop")):
        game.act(answer(member, **{"ABCD"[member]: said}))
    assert await in_a_crew(game, C, taken) == (WORDS[best], {1: best})


async def test_a_hint_at_a_beaver_names_each_answer_and_what_it_comes_to_for_whoever_gives_it() -> None:
    beavered = HEADS_UP.decision(offered(THREE, *BEAVERED), Side.WHITE)
    raccooned = HEADS_UP.decision(offered(THREE, *RACCOONED), Side.BLACK)
    assert beavered is not None and raccooned is not None
    told = [hint_words(await hint(Beavering(0.2), each), (), T).splitlines()[:-1] for each in (beavered, raccooned)]
    assert told == [
        ["**Raccoon.**", "Raccoon: +0.800", "Take: +0.400", "Drop: −2.000"],
        ["**Take.**", "Take: −0.800", "Drop: −4.000"],
    ]
