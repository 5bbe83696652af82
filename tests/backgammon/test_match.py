"""Matches and money sessions as people play them."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.backgammon import (
    Ask,
    Bet,
    Board,
    CubeFault,
    CubeRules,
    Ending,
    Foreign,
    Illegal,
    IllegalPlay,
    Kind,
    Match,
    Phase,
    Position,
    Question,
    Refused,
    Result,
    Rules,
    Score,
    Side,
    Stale,
    TableFault,
    Variant,
    apply,
    questions,
    replay,
    standing,
    start,
)
from bot.backgammon.actions import (
    Abort,
    Accept,
    AnyAction,
    Beaver,
    Claim,
    Decline,
    Double,
    Drop,
    End,
    Move,
    Next,
    OpeningRoll,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
    Undo,
)
from bot.backgammon.bet import SETTLEMENT_LIMIT

from .positions import board

#: White opens with 31; black is on roll and may double.
OPENED: tuple[AnyAction, ...] = (OpeningRoll(dice=(3, 1)), Move(by=0, play="8/5 6/5"))
#: The opening after which a seat waits for the other one.
WAITING: tuple[tuple[AnyAction, ...], ...] = (OPENED, (OpeningRoll(dice=(1, 3)), Move(by=1, play="8/5 6/5")))
#: Black has doubled.
DOUBLED: tuple[AnyAction, ...] = (*OPENED, Double(by=1))


def after(rules: Rules, *log: AnyAction) -> Match:
    return replay(rules, log)


def play(match: Match, *log: AnyAction) -> Match:
    for action in log:
        match = apply(match, action)
    return match


def question(match: Match, ask: Ask) -> Question:
    return next(question for question in questions(match) if question.ask is ask)


def accepted(match: Match, ask: Ask, by: int) -> Match:
    return apply(match, Accept(by=by, question=question(match, ask).number))


def refused(match: Match, action: AnyAction, error: type[Refused], reason: object) -> None:
    with pytest.raises(Refused) as refusal:
        apply(match, action)
    assert (type(refusal.value), refusal.value.reason) == (error, reason)


def drop(match: Match, loser: int) -> Match:
    """A whole game: the loser opens, the other doubles, the loser drops; then on to the next game of a match."""
    dice = (1, 3) if loser else (3, 1)
    match = play(match, OpeningRoll(dice=dice), Move(by=loser, play="8/5 6/5"), Double(by=1 - loser), Drop(by=loser))
    return apply(match, Next()) if match.winner is None else match


def resigned_gammon(match: Match, loser: int) -> Match:
    match = play(match, OpeningRoll(dice=(3, 1)), Resign(by=loser, kind=Kind.GAMMON))
    return accepted(match, Ask.RESIGNATION, by=1 - loser)


# Opening


def test_the_higher_die_plays_both_numbers_without_a_cube_before() -> None:
    match = after(Rules(), OpeningRoll(dice=(2, 5)))
    assert (match.game.board.turn, match.game.board.dice, match.game.phase) == (Side.BLACK, (5, 2), Phase.PLAY)
    refused(match, Double(by=1), Stale, TableFault.ALREADY_ROLLED)


def test_equal_dice_are_rolled_again() -> None:
    match = after(Rules(), OpeningRoll(dice=(4, 4)))
    assert match.game.phase is Phase.OPENING
    assert match.game.bet == Bet(0, 1)
    assert match.rolls == 1


def test_automatic_doubles_up_to_their_number() -> None:
    rules = Rules(money=CubeRules(auto_doubles=2))
    match = after(rules, *[OpeningRoll(dice=(number, number)) for number in (1, 2, 3)], OpeningRoll(dice=(3, 1)))
    assert (match.game.bet.value, match.game.bet.owner, match.game.automatics) == (4, None, 2)
    assert drop_points(play(match, Move(by=0, play="8/5 6/5"))) == -4


def drop_points(match: Match) -> int:
    result = play(match, Double(by=1), Drop(by=0)).game.bet.result
    assert result
    return -abs(result.points)


def test_dropping_the_first_double_after_an_automatic_costs_its_value() -> None:
    match = after(Rules(money=CubeRules(auto_doubles=1)), OpeningRoll(dice=(6, 6)), *DOUBLED, Drop(by=0))
    assert match.score == (-2, 2)


def test_there_are_no_automatic_doubles_in_a_match() -> None:
    rules = Rules(length=5, money=CubeRules(auto_doubles=2))
    assert after(rules, OpeningRoll(dice=(6, 6))).game.bet.value == 1


@pytest.mark.parametrize("variant", list(Variant))
def test_every_variant_begins_with_its_set_up(variant: Variant) -> None:
    assert start(Rules(variant=variant)).game.board.position == Position.start(variant)


# Turns


def test_a_turn_is_cube_window_roll_play() -> None:
    match = after(Rules(), *OPENED)
    assert match.game.phase is Phase.CUBE
    assert questions(match)[0].of == (1,)
    match = play(match, Roll(by=1, dice=(6, 4)))
    assert match.game.phase is Phase.PLAY
    match = play(match, Move(by=1, play="24/14"))
    assert (match.game.board.turn, match.game.phase) == (Side.WHITE, Phase.CUBE)


def test_who_has_no_access_to_the_cube_just_rolls() -> None:
    match = after(Rules(), *DOUBLED, Take(by=0), Roll(by=1, dice=(6, 4)), Move(by=1, play="24/14"))
    assert match.game.phase is Phase.CUBE
    match = play(match, Roll(by=0, dice=(6, 4)), Move(by=0, play="24/14"))
    assert match.game.phase is Phase.ROLL
    refused(match, Double(by=1), Illegal, CubeFault.NOT_OWNER)
    assert Roll in questions(match)[0].bot


def test_after_a_take_the_doubler_rolls_and_may_not_double_again() -> None:
    match = after(Rules(money=CubeRules(animals=0)), *DOUBLED, Take(by=0))
    assert (match.game.phase, match.game.board.turn) == (Phase.ROLL, Side.BLACK)
    refused(match, Double(by=1), Illegal, CubeFault.NOT_OWNER)


@pytest.mark.parametrize(
    ("log", "action", "error", "reason"),
    [
        ((), Roll(by=0, dice=(3, 1)), Illegal, TableFault.NOT_STARTED),
        ((), Resign(by=0, kind=Kind.SINGLE), Illegal, TableFault.NOT_STARTED),
        ((), OpeningRoll(by=0, dice=(3, 1)), Illegal, TableFault.BOT_ROLLS),
        ((), Double(by=0), Illegal, TableFault.NOT_STARTED),
        ((), OpeningRoll(dice=(3, 7)), Illegal, TableFault.WRONG_DICE),
        (OPENED, OpeningRoll(dice=(3, 1)), Stale, TableFault.NOT_ASKED),
        (OPENED, Next(), Stale, TableFault.NOT_ASKED),
        (OPENED, End(), Stale, TableFault.NOT_ASKED),
        (OPENED[:1], Roll(dice=(3, 1)), Stale, TableFault.NOT_ASKED),
        (OPENED, Roll(by=0, dice=(3, 1)), Foreign, TableFault.NOT_YOUR_TURN),
        (OPENED, Double(by=0), Foreign, TableFault.NOT_YOUR_TURN),
        (OPENED, Move(by=1, play="8/5 6/5"), Illegal, TableFault.NOT_ROLLED),
        (OPENED, Roll(by=2, dice=(3, 1)), Foreign, TableFault.NOT_SEATED),
        (OPENED, Roll(dice=(3, 1)), Illegal, TableFault.CHOICE_IS_YOURS),
        (OPENED, Roll(by=1, dice=(0, 1)), Illegal, TableFault.WRONG_DICE),
        (OPENED, Take(by=1), Stale, TableFault.NO_OFFER),
        (OPENED, Accept(by=0, question=99), Stale, TableFault.NOT_ASKED),
        (OPENED, Next(by=0), Illegal, TableFault.GAME_RUNNING),
        (OPENED, End(by=0), Illegal, TableFault.GAME_RUNNING),
        (OPENED, Resign(by=0, kind=None), Illegal, TableFault.NOT_A_MATCH),
        (OPENED, Claim(by=1), Illegal, TableFault.YOUR_OWN_TURN),
        (OPENED[:1], Roll(by=0, dice=(3, 1)), Stale, TableFault.ALREADY_ROLLED),
        (OPENED[:1], Move(play="8/5 6/5"), Illegal, TableFault.CHOICE_IS_YOURS),
        (DOUBLED, Roll(by=1, dice=(3, 1)), Illegal, TableFault.OFFER_OPEN),
        (DOUBLED, Resign(by=1, kind=Kind.SINGLE), Illegal, TableFault.OFFER_OPEN),
        (DOUBLED, Settle(by=1, points=1), Illegal, TableFault.OFFER_OPEN),
        (DOUBLED, Take(by=1), Foreign, TableFault.NO_OFFER),
        (DOUBLED, Raccoon(by=0), Illegal, CubeFault.NOT_A_BEAVER),
        (DOUBLED, Double(by=0), Illegal, TableFault.OFFER_OPEN),
        (DOUBLED, Claim(by=0), Illegal, TableFault.YOUR_OWN_TURN),
        (DOUBLED, Roll(dice=(3, 1)), Stale, TableFault.NOT_ASKED),
        (DOUBLED, Take(), Stale, TableFault.NOT_ASKED),
        ((), Roll(dice=(3, 1)), Stale, TableFault.NOT_ASKED),
        ((), Move(by=0, play="8/5 6/5"), Illegal, TableFault.NOT_STARTED),
        ((), Take(by=0), Illegal, TableFault.NOT_STARTED),
        ((), Claim(by=0), Illegal, TableFault.NOT_STARTED),
        ((), Settle(by=0, points=1), Illegal, TableFault.NOT_STARTED),
        ((), Next(by=0), Illegal, TableFault.GAME_RUNNING),
        ((), Undo(by=0), Illegal, TableFault.NOTHING_TO_UNDO),
        (OPENED, Move(play="8/5 6/5"), Stale, TableFault.NOT_ASKED),
        (OPENED, Double(), Stale, TableFault.NOT_ASKED),
        (OPENED, Move(by=0, play="8/5 6/5"), Foreign, TableFault.NOT_YOUR_TURN),
        (OPENED, OpeningRoll(by=1, dice=(3, 1)), Illegal, TableFault.BOT_ROLLS),
        (OPENED, Roll(by=-1, dice=(3, 1)), Foreign, TableFault.NOT_SEATED),
        (OPENED, Decline(by=0, question=99), Stale, TableFault.NOT_ASKED),
        (OPENED[:1], Double(by=0), Stale, TableFault.ALREADY_ROLLED),
        (OPENED[:1], Double(by=1), Foreign, TableFault.NOT_YOUR_TURN),
        (OPENED[:1], Roll(by=1, dice=(3, 1)), Foreign, TableFault.NOT_YOUR_TURN),
        (OPENED[:1], Move(by=1, play="8/5 6/5"), Foreign, TableFault.NOT_YOUR_TURN),
        (OPENED[:1], Drop(by=0), Stale, TableFault.NO_OFFER),
        (OPENED[:1], Double(), Stale, TableFault.NOT_ASKED),
        ((*DOUBLED, Drop(by=0)), Roll(by=0, dice=(3, 1)), Stale, TableFault.GAME_OVER),
        ((*DOUBLED, Drop(by=0)), Take(by=0), Stale, TableFault.GAME_OVER),
        ((*DOUBLED, Drop(by=0)), Claim(by=1), Stale, TableFault.GAME_OVER),
        ((*DOUBLED, Drop(by=0)), Abort(by=1), Stale, TableFault.GAME_OVER),
        ((*DOUBLED, Drop(by=0)), Abort(), Stale, TableFault.NOT_ASKED),
        ((*DOUBLED, Drop(by=0)), Settle(by=1, points=1), Stale, TableFault.GAME_OVER),
        ((*DOUBLED, Drop(by=0)), Next(), Stale, TableFault.NOT_ASKED),
        ((*OPENED, Abort()), Undo(by=0), Illegal, TableFault.NOTHING_TO_UNDO),
        ((*DOUBLED, Drop(by=0), Next(by=0)), Next(by=0), Stale, TableFault.ALREADY_ANSWERED),
        ((*DOUBLED, Drop(by=0), End(by=1)), Next(by=0), Stale, TableFault.CLOSED),
    ],
)
def test_refusals(log: Sequence[AnyAction], action: AnyAction, error: type[Refused], reason: object) -> None:
    refused(after(Rules(), *log), action, error, reason)


@pytest.mark.parametrize("dice", [(0, 3), (3, 0), (7, 3), (3, 7), (-1, 3)])
def test_dice_show_one_to_six(dice: tuple[int, int]) -> None:
    refused(start(Rules()), OpeningRoll(dice=dice), Illegal, TableFault.WRONG_DICE)
    refused(after(Rules(), *OPENED), Roll(by=1, dice=dice), Illegal, TableFault.WRONG_DICE)


@pytest.mark.parametrize("dice", [(6, 1), (1, 6)])
def test_from_one_to_six_all_may_fall(dice: tuple[int, int]) -> None:
    assert apply(start(Rules()), OpeningRoll(dice=dice)).game.board.dice == (6, 1)
    assert after(Rules(), *OPENED, Roll(by=1, dice=dice)).game.board.dice == dice


def test_an_illegal_play_is_refused_with_its_own_reason() -> None:
    with pytest.raises(IllegalPlay, match="Both numbers"):
        after(Rules(), OpeningRoll(dice=(3, 1)), Move(by=0, play="8/5"))


def test_the_bot_may_make_a_play_that_leaves_no_choice() -> None:
    """Black has one checker on the bar against a closed board."""
    match = closed_out()
    assert Move in questions(match)[0].bot
    match = play(match, Move(play=""))
    assert match.game.board.turn is Side.WHITE


#: A bear-off with 2-1 to play in several ways.
BEAR_OFF = board({2: 2, 1: 2}, {6: 9})


@pytest.mark.parametrize(
    ("position", "bet", "rules", "itself"),
    [
        (Position.start(), Bet(0, 1), Rules(length=1), False),
        (BEAR_OFF, Bet(0, 1), Rules(), False),
        (BEAR_OFF, Bet(0, 1, 2, Side.WHITE, True), Rules(), False),
        (BEAR_OFF, Bet(0, 1, 2, Side.BLACK, True), Rules(), True),
        (BEAR_OFF, Bet(0, 1), Rules(length=1), True),
        (BEAR_OFF, Bet(0, 1), Rules(length=3), False),
        (BEAR_OFF, Bet(0, 1, 4, Side.WHITE, True), Rules(length=3), True),
        (board({2: 1}, {6: 9}), Bet(0, 1), Rules(), True),
        (board({6: 2}, {24: 2, 23: 2}), Bet(0, 1, 2, Side.BLACK, True), Rules(), False),
    ],
)
def test_what_the_bot_may_play(position: Position, bet: Bet, rules: Rules, itself: bool) -> None:
    """What leaves no choice, and any bear-off of a side that can turn no cube."""
    match = replace_game(after(rules, OpeningRoll(dice=(2, 1))), board=Board(position, Side.WHITE, (2, 1)), bet=bet)
    assert match.game.plays_itself(rules) is itself
    assert questions(match)[0].bot == ((Move,) if itself else ())


def closed_out() -> Match:
    own, opponent = [0] * 26, [0] * 26
    for point in range(1, 7):
        own[point] = 2
    own[7], opponent[25], opponent[6] = 3, 1, 14
    position = Position.of(own, opponent)
    match = after(Rules(), *OPENED, Roll(by=1, dice=(6, 5)))
    board = Board(position.mirrored(), Side.BLACK, (6, 5))
    return replace_game(match, board=board)


def replace_game(match: Match, **changes: object) -> Match:
    return replace(match, game=replace(match.game, **changes))


def bearing_off(rules: Rules, opponent: dict[int, int], bet: Bet) -> Match:
    """White has one checker left and has rolled 6-5."""
    own, other = [0] * 26, [opponent.get(point, 0) for point in range(26)]
    own[0], own[1] = 14, 1
    match = after(rules, OpeningRoll(dice=(6, 5)))
    board = Board(Position.of(own, other), Side.WHITE, (6, 5))
    return replace_game(match, board=board, bet=bet)


@pytest.mark.parametrize(
    ("opponent", "turned", "points"),
    [
        ({0: 1, 6: 14}, True, 2),
        ({6: 15}, True, 4),
        ({6: 14, 23: 1}, True, 6),
        ({6: 14, 25: 1}, True, 6),
        ({6: 15}, False, 1),
        ({6: 14, 25: 1}, False, 1),
    ],
)
def test_a_game_played_out(opponent: dict[int, int], turned: bool, points: int) -> None:
    bet = Bet(0, 1, 2, Side.BLACK, True) if turned else Bet(0, 1)
    match = play(bearing_off(Rules(), opponent, bet), Move(play="1/off"))
    assert match.game.phase is Phase.OVER
    assert match.game.bet.result == Result(points, Ending.PLAYED)
    assert match.score == (points, -points)


# Cube


def test_a_session_with_beaver_and_raccoon() -> None:
    rules = Rules(money=CubeRules(animals=2))
    match = after(rules, *DOUBLED, Beaver(by=0))
    assert questions(match)[0].of == (1,)
    assert set(questions(match)[0].answers) == {Take, Drop, Raccoon}
    match = play(match, Raccoon(by=1), Take(by=0))
    assert (match.game.bet.value, match.game.bet.owner, match.game.phase) == (8, Side.WHITE, Phase.ROLL)
    assert match.game.board.turn is Side.BLACK


def test_a_refused_beaver_ends_the_game_at_the_doubled_value() -> None:
    assert after(Rules(), *DOUBLED, Beaver(by=0), Drop(by=1)).score == (2, -2)


# Match


def test_a_match_to_seven_with_crawford() -> None:
    match = start(Rules(length=7))
    for _ in range(3):
        match = apply(resigned_gammon(match, loser=1), Next())
    assert match.score == (6, 0)
    assert match.game.score == Score((1, 7), crawford=True)
    match = play(match, OpeningRoll(dice=(3, 1)), Move(by=0, play="8/5 6/5"))
    assert match.game.phase is Phase.ROLL
    refused(match, Double(by=1), Illegal, CubeFault.CRAWFORD)
    match = play(match, Resign(by=0, kind=Kind.SINGLE))
    match = apply(accepted(match, Ask.RESIGNATION, by=1), Next())
    assert match.game.score == Score((1, 6), crawford=False)
    match = play(match, OpeningRoll(dice=(3, 1)), Move(by=0, play="8/5 6/5"))
    assert match.game.phase is Phase.CUBE
    match = play(match, Double(by=1), Take(by=0), Roll(by=1, dice=(6, 4)), Move(by=1, play="24/14"))
    refused(match, Double(by=0), Illegal, CubeFault.DEAD_CUBE)
    match = apply(match, Resign(by=1, kind=Kind.SINGLE))
    match = accepted(match, Ask.RESIGNATION, by=0)
    assert (match.score, match.winner) == ((8, 1), 0)
    assert questions(match)[0].bot == (End,)
    match = apply(match, End())
    assert match.closed
    assert questions(match) == ()


@pytest.mark.parametrize(
    ("score", "length", "told"),
    [
        ((3, 4), 7, (3, 4)),
        ((8, 1), 7, (7, 1)),
        ((1, 9), 7, (1, 7)),
        ((7, 0), 7, (7, 0)),
        ((-9, 9), 0, (-9, 9)),
    ],
)
def test_a_match_is_told_to_its_length_and_a_balance_as_it_is(
    score: tuple[int, int], length: int, told: tuple[int, int]
) -> None:
    assert standing(score, length) == told


def test_without_the_crawford_rule_the_cube_stays() -> None:
    match = start(Rules(length=2, crawford=False))
    match = drop(match, loser=0)
    assert match.game.score == Score((2, 1), crawford=False)


@pytest.mark.parametrize(
    ("score", "away"), [((0, 0), (5, 5)), ((3, 0), (2, 5)), ((4, 0), (1, 5)), ((3, 4), (2, 1)), ((3, 3), (2, 2))]
)
@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize("crawford", [False, True])
def test_the_game_in_which_one_first_needs_a_single_point_is_the_crawford_game(
    score: tuple[int, int], away: tuple[int, int], played: bool, crawford: bool
) -> None:
    match = start(Rules(length=5, crawford=crawford), score=score, crawford_played=played)
    assert match.game.score == Score(away, crawford=crawford and not played and 1 in away)


def test_a_session_has_no_score_in_its_games() -> None:
    assert start(Rules(), score=(4, -4)).game.score is None


def test_the_crawford_game_is_played_once_even_if_it_is_voided() -> None:
    match = drop(start(Rules(length=2)), loser=0)
    assert match.game.score == Score((2, 1), crawford=True)
    match = play(match, OpeningRoll(dice=(3, 1)), Abort())
    match = apply(match, Next())
    assert match.game.score == Score((2, 1), crawford=True)


def test_a_one_point_match_has_no_cube() -> None:
    match = after(Rules(length=1), *OPENED)
    assert match.game.phase is Phase.ROLL and match.game.score == Score((1, 1), crawford=False)
    refused(match, Double(by=1), Illegal, CubeFault.NO_CUBE)


def test_who_wins_the_match_as_the_stake_stands_cannot_double() -> None:
    match = drop(start(Rules(length=3, crawford=False)), loser=0)
    match = drop(match, loser=0)
    match = play(match, OpeningRoll(dice=(3, 1)), Move(by=0, play="8/5 6/5"))
    refused(match, Double(by=1), Illegal, CubeFault.DEAD_CUBE)


def test_gammons_count_in_a_match_with_the_cube_centred() -> None:
    assert resigned_gammon(start(Rules(length=5)), loser=1).score == (2, 0)


def test_the_games_of_a_match_follow_by_themselves() -> None:
    match = after(Rules(length=5), *DOUBLED, Drop(by=0))
    assert questions(match)[0].bot == (Next, End)
    refused(match, Next(by=0), Illegal, TableFault.NOT_A_SESSION)
    refused(match, End(by=0), Illegal, TableFault.NOT_A_SESSION)
    assert apply(match, Next()).number == 2


def test_the_bot_may_end_a_match_between_two_games() -> None:
    """Where nobody can play on. In the middle of a game it has to void that first."""
    match = after(Rules(length=5), *DOUBLED, Drop(by=0))
    closed = apply(match, End())
    assert closed.closed and closed.winner is None and closed.score == match.score
    assert questions(closed) == ()
    running = apply(match, Next())
    refused(running, End(), Stale, TableFault.NOT_ASKED)
    assert play(running, Abort(), End()).score == match.score


# Resignation


def test_a_refused_resignation_changes_nothing_and_play_goes_on() -> None:
    match = after(Rules(), *OPENED, Resign(by=0, kind=Kind.SINGLE))
    asked = question(match, Ask.RESIGNATION)
    assert asked.of == (1,)
    refused(match, Accept(by=0, question=asked.number), Foreign, TableFault.NOT_YOURS_TO_ANSWER)
    match = apply(match, Decline(by=1, question=asked.number))
    assert (match.proposals, match.game.phase) == ((), Phase.CUBE)


@pytest.mark.parametrize(("kind", "points"), [(Kind.SINGLE, 1), (Kind.GAMMON, 1), (Kind.BACKGAMMON, 1)])
def test_under_jacoby_a_resignation_with_the_cube_centred_is_worth_one(kind: Kind, points: int) -> None:
    match = accepted(after(Rules(), *OPENED, Resign(by=0, kind=kind)), Ask.RESIGNATION, by=1)
    assert match.score == (-points, points)


def test_a_resigned_gammon_on_a_turned_cube() -> None:
    match = after(Rules(), *DOUBLED, Take(by=0), Resign(by=1, kind=Kind.GAMMON))
    assert accepted(match, Ask.RESIGNATION, by=0).game.bet.result == Result(4, Ending.RESIGNED)


def test_a_resignation_survives_the_roll_and_lapses_with_the_play() -> None:
    match = after(Rules(), *OPENED, Resign(by=1, kind=Kind.SINGLE), Roll(by=1, dice=(6, 4)))
    assert question(match, Ask.RESIGNATION)
    refused(match, Resign(by=0, kind=Kind.SINGLE), Illegal, TableFault.ALREADY_ASKED)
    match = apply(match, Move(by=1, play="24/14"))
    assert match.proposals == ()


def test_after_the_roll_one_may_still_resign() -> None:
    match = after(Rules(), OpeningRoll(dice=(3, 1)), Resign(by=0, kind=Kind.SINGLE))
    assert accepted(match, Ask.RESIGNATION, by=1).score == (-1, 1)


@pytest.mark.parametrize(("loser", "score"), [(0, (0, 7)), (1, (7, 1))])
def test_resigning_the_match_gives_the_other_what_he_needs(loser: int, score: tuple[int, int]) -> None:
    match = drop(start(Rules(length=7)), loser=0)
    match = play(match, OpeningRoll(dice=(3, 1)), Resign(by=loser, kind=None))
    match = accepted(match, Ask.RESIGNATION, by=1 - loser)
    assert (match.score, match.winner) == (score, 1 - loser)


# Settlement


def test_a_settlement_pays_what_was_agreed() -> None:
    match = after(Rules(), *OPENED, Settle(by=0, points=-3))
    assert accepted(match, Ask.SETTLEMENT, by=1).game.bet.result == Result(-3, Ending.SETTLED)


def test_at_most_two_settlements_a_turn_and_only_before_the_roll() -> None:
    match = after(Rules(), *OPENED, Settle(by=0, points=1))
    refused(match, Settle(by=1, points=1), Illegal, TableFault.ALREADY_ASKED)
    match = apply(match, Decline(by=1, question=match.asked))
    match = apply(match, Settle(by=1, points=2))
    match = apply(match, Decline(by=0, question=match.asked))
    refused(match, Settle(by=0, points=1), Illegal, TableFault.SETTLED_ENOUGH)
    match = apply(match, Roll(by=1, dice=(6, 4)))
    refused(match, Settle(by=0, points=1), Illegal, TableFault.SETTLE_BEFORE_ROLL)


def test_a_settlement_lapses_with_the_roll() -> None:
    match = after(Rules(), *OPENED, Settle(by=0, points=1), Roll(by=1, dice=(6, 4)))
    assert match.proposals == ()


def test_a_settlement_has_a_bound() -> None:
    match = after(Rules(), *OPENED)
    for most in (SETTLEMENT_LIMIT, -SETTLEMENT_LIMIT):
        assert accepted(apply(match, Settle(by=0, points=most)), Ask.SETTLEMENT, by=1).score == (most, -most)
    for points in (SETTLEMENT_LIMIT + 1, -SETTLEMENT_LIMIT - 1, 10**30):
        refused(match, Settle(by=0, points=points), Illegal, TableFault.TOO_MANY_POINTS)


def test_settlements_can_be_off_and_are_for_money() -> None:
    for rules in (Rules(settlements=False), Rules(length=5)):
        refused(after(rules, *OPENED), Settle(by=0, points=1), Illegal, TableFault.NO_SETTLEMENTS)


# Undo and abort


def undone(match: Match, by: int) -> Match:
    return accepted(apply(match, Undo(by=by)), Ask.UNDO, by=1 - by)


def test_a_play_is_taken_back_with_its_dice_and_the_dice_since_are_used_up() -> None:
    before = after(Rules(), OpeningRoll(dice=(3, 1)))
    match = play(before, Move(by=0, play="8/5 6/5"), Roll(by=1, dice=(6, 4)))
    back = undone(match, by=0)
    assert back.game == before.game
    assert back.rolls == match.rolls == 2
    assert question(back, Ask.PLAY).number > match.asked


def test_an_undo_needs_the_other_ones_consent() -> None:
    match = after(Rules(), *OPENED, Undo(by=0))
    number = question(match, Ask.UNDO).number
    refused(match, Accept(by=0, question=number), Foreign, TableFault.NOT_YOURS_TO_ANSWER)
    refused(match, Undo(by=0), Illegal, TableFault.ALREADY_ASKED)
    assert apply(match, Decline(by=1, question=number)).game.phase is Phase.CUBE
    assert apply(match, Roll(by=1, dice=(6, 4))).proposals == ()


def test_a_play_of_the_bot_is_no_human_action() -> None:
    match = closed_out()
    before = match.before
    assert apply(match, Move(play="")).before == before
    assert undone(apply(match, Move(play="")), by=0).game.phase is Phase.PLAY


def test_an_unanswered_double_can_be_taken_back_but_not_an_answer() -> None:
    match = after(Rules(), *DOUBLED)
    assert undone(match, by=1).game.phase is Phase.CUBE
    refused(apply(match, Take(by=0)), Undo(by=0), Illegal, TableFault.NOTHING_TO_UNDO)


def test_a_result_can_be_taken_back_until_the_next_opening_roll() -> None:
    over = after(Rules(), *DOUBLED, Drop(by=0))
    assert undone(over, by=0).game.phase is Phase.OFFER
    assert undone(over, by=0).score == (0, 0)
    ready = play(over, Next(by=0), Next(by=1))
    assert undone(ready, by=0).number == 1
    refused(apply(ready, OpeningRoll(dice=(3, 1))), Undo(by=0), Illegal, TableFault.NOTHING_TO_UNDO)


def test_an_accepted_resignation_can_be_taken_back() -> None:
    match = accepted(after(Rules(), *OPENED, Resign(by=0, kind=Kind.GAMMON)), Ask.RESIGNATION, by=1)
    assert undone(match, by=1).game.phase is Phase.CUBE


def test_the_last_action_of_a_match_can_be_taken_back_until_it_is_ended() -> None:
    match = after(Rules(length=1), *OPENED, Resign(by=0, kind=Kind.SINGLE))
    match = accepted(match, Ask.RESIGNATION, by=1)
    assert match.winner == 1
    assert undone(match, by=0).winner is None
    refused(apply(match, End()), Undo(by=0), Stale, TableFault.CLOSED)


def test_to_ask_for_the_same_is_to_agree() -> None:
    match = after(Rules(), *OPENED, Undo(by=0))
    assert apply(match, Undo(by=1)) == accepted(match, Ask.UNDO, by=1)


def test_one_thing_at_a_time_is_taken_back() -> None:
    match = undone(after(Rules(), *OPENED), by=0)
    refused(match, Undo(by=0), Illegal, TableFault.NOTHING_TO_UNDO)


def test_a_game_is_voided_by_both_sides_or_by_a_moderator() -> None:
    match = after(Rules(), *OPENED, Abort(by=0))
    refused(match, Abort(by=0), Illegal, TableFault.ALREADY_ASKED)
    for voided in (accepted(match, Ask.ABORT, by=1), apply(match, Abort(by=1)), after(Rules(), *OPENED, Abort())):
        assert (voided.game.phase, voided.game.bet.result, voided.score) == (Phase.OVER, None, (0, 0))
        assert play(voided, Next(by=0), Next(by=1)).number == 2


# Between games


def test_after_a_money_game_both_press_next() -> None:
    match = after(Rules(), *DOUBLED, Drop(by=0))
    match = apply(match, Next(by=1))
    assert question(match, Ask.NEXT).of == (0,)
    match = apply(match, Next(by=0))
    assert (match.number, match.game.phase, match.score) == (2, Phase.OPENING, (-1, 1))


def test_the_balance_of_a_session_is_what_all_its_games_came_to() -> None:
    match = start(Rules(settlements=True))
    balances: list[tuple[int, int]] = []
    for points in (1, 1, 3, -2, -4, -1, 0, 5):
        match = play(match, *OPENED, Settle(by=0, points=points))
        match = accepted(match, Ask.SETTLEMENT, by=1)
        balances.append(match.score)
        match = play(match, Next(by=1), Next(by=0))
    assert balances == [(1, -1), (2, -2), (5, -5), (3, -3), (-1, 1), (-2, 2), (-2, 2), (3, -3)]


def test_the_points_of_a_match_add_up_for_either_side() -> None:
    match = start(Rules(length=9, crawford=False))
    scores: list[tuple[int, int]] = []
    for loser in (1, 1, 0, 1, 0):
        match = resigned_gammon(match, loser)
        scores.append(match.score)
        match = apply(match, Next())
    assert scores == [(2, 0), (4, 0), (4, 2), (6, 2), (6, 4)]
    assert match.game.score == Score((3, 5), crawford=False)


def test_every_question_and_every_roll_has_the_next_number() -> None:
    """What all wait for, what is proposed and what may be done beside it; an undo gives none back."""
    match = start(Rules())
    assert (match.question, match.table_question, match.asked, match.rolls) == (1, 2, 2, 0)
    for action, numbers in (
        (OpeningRoll(dice=(4, 4)), (3, 2, 3, 1)),
        (OpeningRoll(dice=(3, 1)), (4, 2, 4, 2)),
        (Move(by=0, play="8/5 6/5"), (5, 2, 5, 2)),
        (Settle(by=0, points=1), (5, 2, 6, 2)),
        (Resign(by=1, kind=Kind.SINGLE), (5, 2, 7, 2)),
        (Decline(by=1, question=6), (5, 2, 7, 2)),
        (Roll(by=1, dice=(2, 1)), (8, 2, 8, 3)),
        (Undo(by=0), (8, 2, 9, 3)),
        (Accept(by=1, question=9), (10, 11, 11, 3)),
        (Move(by=0, play="8/5 6/5"), (12, 11, 12, 3)),
        (Double(by=1), (13, 11, 13, 3)),
        (Drop(by=0), (14, 11, 14, 3)),
        (Next(by=0), (14, 11, 14, 3)),
        (Next(by=1), (16, 15, 16, 3)),
        (OpeningRoll(dice=(3, 1)), (17, 15, 17, 4)),
        (Resign(by=0, kind=Kind.SINGLE), (17, 15, 18, 4)),
        (Accept(by=1, question=18), (19, 15, 19, 4)),
        (Undo(by=0), (19, 15, 20, 4)),
        (Accept(by=1, question=20), (21, 22, 22, 4)),
        (Abort(by=0), (21, 22, 23, 4)),
        (Accept(by=1, question=23), (24, 22, 24, 4)),
        (Next(by=0), (24, 22, 24, 4)),
        (Next(by=1), (26, 25, 26, 4)),
        (OpeningRoll(dice=(3, 1)), (27, 25, 27, 5)),
        (Abort(by=1), (27, 25, 28, 5)),
        (Accept(by=0, question=28), (29, 25, 29, 5)),
        (Next(by=0), (29, 25, 29, 5)),
        (Next(by=1), (31, 30, 31, 5)),
    ):
        match = apply(match, action)
        assert (match.question, match.table_question, match.asked, match.rolls) == numbers


@pytest.mark.parametrize("by", [0, 1, None])
def test_either_may_end_a_session_between_games(by: int | None) -> None:
    match = after(Rules(), *DOUBLED, Drop(by=0), End(by=by))
    assert match.closed and match.before is None
    assert match.winner is None


def test_a_claimed_game_is_won_at_the_value_of_the_cube() -> None:
    match = after(Rules(), *DOUBLED, Take(by=0), Claim(by=0))
    assert match.game.bet.result == Result(2, Ending.CLAIMED)
    assert after(Rules(), *DOUBLED, Claim(by=1)).score == (-1, 1)


def test_a_match_can_be_claimed_only_after_two_games_claimed_in_a_row() -> None:
    match = start(Rules(length=9))
    for _ in range(2):
        match = play(match, *OPENED)
        refused(match, Claim(by=0, match=True), Illegal, TableFault.NOT_CLAIMABLE)
        match = play(match, Claim(by=0), Next())
    match = play(match, *OPENED, Claim(by=0, match=True))
    assert (match.score, match.winner) == ((9, 0), 0)


@pytest.mark.parametrize("claimant", [0, 1])
@pytest.mark.parametrize("games", [1, 2, 3])
def test_who_has_claimed_two_games_or_more_claims_the_match_and_nobody_else(claimant: int, games: int) -> None:
    """Whoever is not on roll may claim."""
    match = start(Rules(length=9))
    for _ in range(games):
        match = play(match, *WAITING[claimant], Claim(by=claimant), Next())
    assert match.claims == (claimant, games)
    other = 1 - claimant
    refused(play(match, *WAITING[other]), Claim(by=other, match=True), Illegal, TableFault.NOT_CLAIMABLE)
    own = play(match, *WAITING[claimant])
    if games < 2:
        refused(own, Claim(by=claimant, match=True), Illegal, TableFault.NOT_CLAIMABLE)
    else:
        assert apply(own, Claim(by=claimant, match=True)).winner == claimant


def test_a_game_claimed_by_the_other_breaks_the_row() -> None:
    match = start(Rules(length=9))
    rows: list[tuple[int, int] | None] = []
    for claimant in (0, 1, 1, 0, 0, 1):
        match = play(match, *WAITING[claimant], Claim(by=claimant), Next())
        rows.append(match.claims)
    assert rows == [(0, 1), (1, 1), (1, 2), (0, 1), (0, 2), (1, 1)]


def test_a_match_is_not_claimed_where_there_is_none() -> None:
    match = start(Rules())
    for _ in range(2):
        match = play(match, *OPENED, Claim(by=0), Next(by=0), Next(by=1))
    refused(play(match, *OPENED), Claim(by=0, match=True), Illegal, TableFault.NOT_CLAIMABLE)


def test_a_voided_game_breaks_the_row() -> None:
    match = start(Rules(length=9))
    for _ in range(2):
        match = play(match, *OPENED, Claim(by=0), Next())
    match = play(match, *OPENED, Abort(), Next(), *OPENED)
    refused(match, Claim(by=0, match=True), Illegal, TableFault.NOT_CLAIMABLE)


def test_a_game_played_in_between_breaks_the_row() -> None:
    match = play(start(Rules(length=9)), *OPENED, Claim(by=0), Next())
    match = play(drop(match, loser=1), *OPENED, Claim(by=0), Next(), *OPENED)
    refused(match, Claim(by=0, match=True), Illegal, TableFault.NOT_CLAIMABLE)


@pytest.mark.parametrize("options", [{"length": -1}, {"max_on_point": 4}, {"max_on_point": 16}])
def test_impossible_rules_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"match|max_on_point"):
        Rules(**options)
