"""What the bot does at a board because there is nothing to choose, or all one can choose comes to the same."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from bot import backgammon
from bot.backgammon import Bet, Board, Illegal, Match, Phase, Rules, Side, TableFault, Variant
from bot.backgammon.actions import Accept, AnyAction, Decline, Move, OpeningRoll, Roll, Settle, Undo
from bot.chouette import Session
from bot.core.actions import Action
from bot.core.state import TableState
from bot.tables.chouette.game import Chouette
from bot.tables.heads_up.game import HeadsUp
from bot.tables.preferences import PersonPreferences
from tests.backgammon.positions import board
from tests.chouette.table import table

#: One roll more is enough whatever is played, and the other side needs three.
EQUAL = board({2: 2, 1: 2}, {6: 9})
#: Plays differ in their chances of being in time.
UNEQUAL = board({3: 1, 2: 1, 1: 1}, {6: 4})
OTHERS = Bet(0, 1, 2, Side.BLACK, True)


def between_two(position: backgammon.Position = EQUAL, bet: Bet = OTHERS, rules: Rules | None = None) -> Match:
    """White has 2-1 to play."""
    match = backgammon.start(rules or Rules())
    match = backgammon.apply(match, OpeningRoll(dice=(6, 5)))
    game = replace(match.game, board=Board(position, Side.WHITE, (2, 1)), bet=bet, phase=Phase.PLAY)
    return replace(match, game=game)


def in_a_chouette(position: backgammon.Position = EQUAL, owner: Side | None = Side.BLACK) -> Session:
    """The team has 2-1 to play; one of its cubes is owned by this side, the others by the box."""
    session = table("ABCD").session
    bets = tuple(
        replace(bet, value=2, turned=True, owner=owner if index == 1 else Side.BLACK)
        for index, bet in enumerate(session.game.bets)
    )
    game = replace(session.game, board=Board(position, Side.WHITE, (2, 1)), bets=bets, phase=Phase.PLAY)
    return replace(session, game=game)


def done(state: TableState, **switches: bool) -> Action | None:
    """What the bot does where all have these switches."""
    rules = HeadsUp() if isinstance(state, Match) else Chouette()
    preferences = dict.fromkeys(range(5), PersonPreferences(**switches))
    return rules.by_itself(state, preferences, lambda state: (6, 5), 0)


def test_of_equal_plays_of_a_bear_off_the_bot_makes_one() -> None:
    match = between_two()
    assert done(match) == Move(play="2/off 1/off")
    assert done(match, auto_bear_off=False) is None
    assert done(match, auto_move=False) == Move(play="2/off 1/off"), "that is about plays without a choice"
    assert done(in_a_chouette()) == Move(play="2/off 1/off")


@pytest.mark.parametrize(
    "state",
    [
        between_two(UNEQUAL),
        between_two(bet=Bet(0, 1)),
        between_two(bet=Bet(0, 1, 2, Side.WHITE, True)),
        in_a_chouette(UNEQUAL),
        in_a_chouette(owner=None),
        in_a_chouette(owner=Side.WHITE),
    ],
)
def test_where_a_cube_may_be_turned_or_plays_differ_somebody_chooses(state: Match | Session) -> None:
    assert done(state) is None


@pytest.mark.parametrize(
    "match",
    [
        between_two(bet=Bet(0, 1), rules=Rules(cube=False)),
        between_two(bet=Bet(0, 1), rules=Rules(length=1)),
        between_two(bet=Bet(0, 1, 64, Side.WHITE, True)),
    ],
)
def test_a_cube_that_nobody_can_turn_is_none(match: Match) -> None:
    assert done(match) == Move(play="2/off 1/off")


def test_the_rules_let_the_bot_play_for_nobody_who_may_double() -> None:
    match = between_two(bet=Bet(0, 1))
    with pytest.raises(Illegal) as refusal:
        backgammon.apply(match, Move(play="2/off 1/off"))
    assert refusal.value.reason is TableFault.CHOICE_IS_YOURS


def test_an_undo_goes_back_to_the_last_play_that_somebody_chose() -> None:
    """What the bot has borne off since is taken back with it."""
    match = between_two()
    chosen = backgammon.apply(match, Move(by=0, play="2/1 2/off"))
    match = backgammon.apply(chosen, Roll(by=1, dice=(6, 5)))
    (play, *_) = match.game.plays(match.rules)
    match = backgammon.apply(match, Move(by=1, play=str(play)))
    before = match.before
    match = backgammon.apply(match, Roll(dice=(1, 1)))
    match = replace(match, game=replace(match.game, board=Board(EQUAL, Side.WHITE, (2, 1))))
    match = backgammon.apply(match, Move(play="2/off 1/off"))
    assert match.before == before
    match = backgammon.apply(match, Undo(by=0))
    match = backgammon.apply(match, Accept(by=1, question=match.proposals[0].number))
    assert before is not None and match.game == before.game
    assert match.game.board.turn is Side.BLACK and match.game.board.dice == (6, 5)


def waits_for_a_roll(**rules: bool) -> Match:
    """White is on roll and owns no cube."""
    match = between_two(rules=Rules(**rules))
    board_ = Board(EQUAL, Side.WHITE)
    return replace(match, game=replace(match.game, board=board_, phase=Phase.ROLL))


def test_auto_roll_waits_where_somebody_wants_to_settle_first() -> None:
    match = waits_for_a_roll()
    assert done(match) == Roll(dice=(6, 5))
    assert done(match, settle_first=True) is None
    assert done(match, settle_first=True, auto_roll=False) is None
    assert done(waits_for_a_roll(settlements=False), settle_first=True) == Roll(dice=(6, 5))
    session = in_a_chouette()
    session = replace(session, game=replace(session.game, board=Board(EQUAL, Side.WHITE), phase=Phase.ROLL))
    assert done(session) == Roll(dice=(6, 5))
    assert done(session, settle_first=True) is None


def test_auto_roll_goes_on_once_no_settlement_is_open_or_can_be_offered() -> None:
    match = waits_for_a_roll()
    for _ in range(2):
        match = backgammon.apply(match, Settle(by=0, points=1))
        assert done(match, settle_first=True) is None, "the offer would lapse with the roll"
        match = backgammon.apply(match, Decline(by=1, question=match.proposals[0].number))
    assert done(match, settle_first=True) == Roll(dice=(6, 5))


def test_whole_games_are_borne_off_by_the_bot_and_their_logs_lead_to_their_states() -> None:
    """Of hypergammon without a cube; some of the bot's plays have others beside them."""
    draw, chosen = random.Random(16), 0
    everybody = dict.fromkeys((0, 1), PersonPreferences())
    for _ in range(6):
        rules = Rules(length=1, variant=Variant.HYPERGAMMON)
        match, log = backgammon.start(rules), list[AnyAction]()
        while not match.closed:
            plays = match.game.plays(rules)
            action = HeadsUp().by_itself(match, everybody, lambda _: (draw.randint(1, 6), draw.randint(1, 6)), 0)
            if action is None:
                action = Move(by=match.game.board.turn, play=str(draw.choice(plays)))
            elif isinstance(action, Move):
                chosen += len(plays) > 1
            log.append(action)
            match = backgammon.apply(match, action)
        assert backgammon.replay(rules, log) == match
    assert chosen
