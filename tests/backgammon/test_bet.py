"""One cube between two players, rule by rule."""

from collections.abc import Callable, Iterable
from contextlib import suppress

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.backgammon import (
    MATCH_CUBE,
    Beavers,
    Bet,
    CubeFault,
    CubeRules,
    Ending,
    Illegal,
    Jacoby,
    Kind,
    Offer,
    OfferStage,
    Reply,
    Result,
    Rules,
    Score,
    Side,
)
from bot.backgammon.bet import answer, automatic, double, double_fault, replies, reply_fault, turnable, won, worth

WHITE, BLACK = Side.WHITE, Side.BLACK
RULES = CubeRules()
RACCOONS = CubeRules(animals=Beavers.RACCOON)
BET = Bet(0, 1)


def exchange(bet: Bet, doubler: Side, *said: Reply, rules: CubeRules = RULES) -> Bet:
    offer: Offer | None = double(bet, doubler, rules)
    for reply in said:
        assert offer
        bet, offer = answer(bet, offer, reply, rules)
    assert offer is None
    return bet


def test_either_side_may_turn_a_centred_cube() -> None:
    assert double_fault(BET, WHITE, RULES) is None
    assert double_fault(BET, BLACK, RULES) is None


def test_a_taken_cube_belongs_to_who_took_it() -> None:
    bet = exchange(BET, WHITE, Reply.TAKE)
    assert (bet.value, bet.owner, bet.turned) == (2, BLACK, True)
    assert double_fault(bet, BLACK, RULES) is None
    assert double_fault(bet, WHITE, RULES) is CubeFault.NOT_OWNER
    with pytest.raises(Illegal, match="only its owner"):
        double(bet, WHITE, RULES)


def test_a_redouble_goes_back() -> None:
    bet = exchange(exchange(BET, WHITE, Reply.TAKE), BLACK, Reply.TAKE)
    assert (bet.value, bet.owner) == (4, WHITE)


@pytest.mark.parametrize(("value", "doubler", "points"), [(1, WHITE, 1), (1, BLACK, -1), (8, WHITE, 8)])
def test_a_dropped_double_costs_the_value_before_it(value: int, doubler: Side, points: int) -> None:
    bet = exchange(Bet(0, 1, value), doubler, Reply.DROP)
    assert bet.result == Result(points, Ending.DROPPED)
    assert bet.result.winner is doubler
    assert double_fault(bet, doubler, RULES) is CubeFault.BET_CLOSED


def test_a_beaver_turns_at_once_again_and_keeps_the_cube() -> None:
    bet = exchange(BET, WHITE, Reply.BEAVER, Reply.TAKE)
    assert (bet.value, bet.owner, bet.beavers) == (4, BLACK, 1)


def test_a_refused_beaver_costs_the_doubled_value() -> None:
    assert exchange(BET, WHITE, Reply.BEAVER, Reply.DROP).result == Result(-2, Ending.DROPPED)


def test_a_raccoon_turns_once_more_and_the_cube_stays_with_the_beaverer() -> None:
    bet = exchange(BET, WHITE, Reply.BEAVER, Reply.RACCOON, Reply.TAKE, rules=RACCOONS)
    assert (bet.value, bet.owner) == (8, BLACK)


def test_a_refused_raccoon_costs_the_beavered_value() -> None:
    bet = exchange(BET, WHITE, Reply.BEAVER, Reply.RACCOON, Reply.DROP, rules=RACCOONS)
    assert bet.result == Result(4, Ending.DROPPED)


@pytest.mark.parametrize(
    ("stage", "answerer", "refused", "taken"),
    [(OfferStage.DOUBLE, BLACK, 2, 4), (OfferStage.BEAVER, WHITE, 4, 8), (OfferStage.RACCOON, BLACK, 8, 16)],
)
def test_who_answers_and_what_it_costs(stage: OfferStage, answerer: Side, refused: int, taken: int) -> None:
    offer, bet = Offer(WHITE, stage), Bet(0, 1, 2, WHITE, True)
    assert (offer.answerer, offer.refused(bet), offer.taken(bet)) == (answerer, refused, taken)


@pytest.mark.parametrize(
    ("rules", "stage", "said"),
    [
        (RULES, OfferStage.DOUBLE, {Reply.TAKE, Reply.DROP, Reply.BEAVER}),
        (RULES, OfferStage.BEAVER, {Reply.TAKE, Reply.DROP}),
        (RACCOONS, OfferStage.BEAVER, {Reply.TAKE, Reply.DROP, Reply.RACCOON}),
        (RACCOONS, OfferStage.RACCOON, {Reply.TAKE, Reply.DROP}),
        (CubeRules(animals=0), OfferStage.DOUBLE, {Reply.TAKE, Reply.DROP}),
        (MATCH_CUBE, OfferStage.DOUBLE, {Reply.TAKE, Reply.DROP}),
        (CubeRules(animals=2, beaver_refusable=False), OfferStage.DOUBLE, {Reply.TAKE, Reply.DROP, Reply.BEAVER}),
        (CubeRules(animals=2, beaver_refusable=False), OfferStage.BEAVER, {Reply.TAKE, Reply.RACCOON}),
        (CubeRules(animals=2, beaver_refusable=False), OfferStage.RACCOON, {Reply.TAKE, Reply.DROP}),
    ],
)
def test_what_may_be_answered(rules: CubeRules, stage: OfferStage, said: set[Reply]) -> None:
    assert set(replies(BET, Offer(WHITE, stage), rules)) == said


@pytest.mark.parametrize(
    ("bet", "stage", "reply", "rules", "fault"),
    [
        (BET, OfferStage.DOUBLE, Reply.BEAVER, CubeRules(animals=0), CubeFault.NO_BEAVERS),
        (BET, OfferStage.BEAVER, Reply.RACCOON, RULES, CubeFault.NO_RACCOONS),
        (BET, OfferStage.BEAVER, Reply.BEAVER, RULES, CubeFault.NOT_A_DOUBLE),
        (BET, OfferStage.DOUBLE, Reply.RACCOON, RACCOONS, CubeFault.NOT_A_BEAVER),
        (Bet(0, 1, beavers=1), OfferStage.DOUBLE, Reply.BEAVER, RULES, CubeFault.BEAVERS_USED_UP),
        (Bet(0, 1, 32), OfferStage.DOUBLE, Reply.BEAVER, RULES, CubeFault.CAPPED),
        (Bet(0, 1, 16), OfferStage.BEAVER, Reply.RACCOON, RACCOONS, CubeFault.CAPPED),
        (BET, OfferStage.BEAVER, Reply.DROP, CubeRules(beaver_refusable=False), CubeFault.NOT_REFUSABLE),
    ],
)
def test_answers_that_are_refused(
    bet: Bet, stage: OfferStage, reply: Reply, rules: CubeRules, fault: CubeFault
) -> None:
    assert reply_fault(bet, Offer(WHITE, stage), reply, rules) is fault
    with pytest.raises(Illegal) as refusal:
        answer(bet, Offer(WHITE, stage), reply, rules)
    assert refusal.value.reason is fault


@pytest.mark.parametrize("cap", [2, 4, 8, 64])
def test_a_cube_that_is_turned_back_may_come_up_to_the_cap(cap: int) -> None:
    rules = CubeRules(cube_cap=cap, animals=Beavers.RACCOON)
    for value in (1, 2, 4, 8, 16, 32, 64):
        beavered = reply_fault(Bet(0, 1, value), Offer(WHITE), Reply.BEAVER, rules)
        assert beavered is (None if 4 * value <= cap else CubeFault.CAPPED)
        again = reply_fault(Bet(0, 1, value), Offer(WHITE, OfferStage.BEAVER), Reply.RACCOON, rules)
        assert again is (None if 8 * value <= cap else CubeFault.CAPPED)


def test_beavers_of_both_sides_are_counted_together() -> None:
    bet = exchange(BET, WHITE, Reply.BEAVER, Reply.TAKE)
    offer = double(bet, BLACK, RULES)
    assert reply_fault(bet, offer, Reply.BEAVER, RULES) is CubeFault.BEAVERS_USED_UP
    assert reply_fault(bet, offer, Reply.BEAVER, CubeRules(beavers_per_bet=2)) is None


@pytest.mark.parametrize("most", [1, 2, 3])
def test_so_many_beavers_are_allowed_in_a_game_and_no_more(most: int) -> None:
    rules = CubeRules(beavers_per_bet=most, cube_cap=None)
    bet, doubler = BET, WHITE
    for number in range(1, most + 1):
        bet = exchange(bet, doubler, Reply.BEAVER, Reply.TAKE, rules=rules)
        assert bet.beavers == number
        doubler = doubler.other
    assert reply_fault(bet, double(bet, doubler, rules), Reply.BEAVER, rules) is CubeFault.BEAVERS_USED_UP


def test_a_beaver_that_leaves_no_choice_is_accepted_at_once() -> None:
    bet, offer = answer(BET, Offer(WHITE), Reply.BEAVER, CubeRules(beaver_refusable=False))
    assert offer is None
    assert (bet.value, bet.owner) == (4, BLACK)


def test_a_double_above_the_cap_is_refused() -> None:
    assert double_fault(Bet(0, 1, 32), WHITE, RULES) is None
    assert double_fault(Bet(0, 1, 64), WHITE, RULES) is CubeFault.CAPPED
    assert double_fault(Bet(0, 1, 64), WHITE, CubeRules(cube_cap=None)) is None
    with pytest.raises(Illegal, match="may not go above 64"):
        double(Bet(0, 1, 64), WHITE, RULES)


@pytest.mark.parametrize("cap", [1, 2, 4, 8])
def test_up_to_its_cap_a_cube_is_doubled(cap: int) -> None:
    rules = CubeRules(cube_cap=cap, auto_doubles=9)
    values = [1 << number for number in range(5)]
    assert [value for value in values if double_fault(Bet(0, 1, value), WHITE, rules) is None] == [
        value for value in values if 2 * value <= cap
    ]
    assert [automatic(Bet(0, 1, value), rules, before=0).value for value in values] == [
        2 * value if 2 * value <= cap else value for value in values
    ]


@pytest.mark.parametrize(
    ("bet", "side", "score", "fault"),
    [
        (BET, WHITE, Score((2, 5)), None),
        (BET, WHITE, Score((1, 5)), CubeFault.DEAD_CUBE),
        (BET, BLACK, Score((1, 5)), None),
        (Bet(0, 1, 2, WHITE, True), WHITE, Score((2, 5)), CubeFault.DEAD_CUBE),
        (Bet(0, 1, 4, WHITE, True), WHITE, Score((3, 5)), CubeFault.DEAD_CUBE),
        (Bet(0, 1, 4, WHITE, True), WHITE, Score((5, 1)), None),
        (BET, BLACK, Score((1, 5), crawford=True), CubeFault.CRAWFORD),
    ],
)
def test_the_cube_in_a_match(bet: Bet, side: Side, score: Score, fault: CubeFault | None) -> None:
    assert double_fault(bet, side, MATCH_CUBE, score) is fault


@pytest.mark.parametrize(
    ("bet", "rules", "score", "live"),
    [
        (BET, RULES, None, True),
        (Bet(0, 1, 2, WHITE, True), RULES, None, True),
        (Bet(0, 1, 2, BLACK, True), RULES, None, True),
        (Bet(0, 1, 64, WHITE, True), RULES, None, False),
        (BET, CubeRules(cube=False), None, False),
        (BET, MATCH_CUBE, Score((1, 2)), True),
        (BET, MATCH_CUBE, Score((2, 1)), True),
        (BET, MATCH_CUBE, Score((1, 2), crawford=True), False),
        (Bet(0, 1, 2, WHITE, True), MATCH_CUBE, Score((2, 5)), False),
        (Bet(0, 1, 2, BLACK, True), MATCH_CUBE, Score((2, 5)), True),
        (Bet(0, 1, result=Result(1, Ending.PLAYED)), RULES, None, False),
    ],
)
def test_which_cubes_can_still_be_turned(bet: Bet, rules: CubeRules, score: Score | None, live: bool) -> None:
    assert turnable(bet, rules, score) is live


def test_a_match_cube_has_no_cap() -> None:
    assert double_fault(Bet(0, 1, 64, WHITE, True), WHITE, MATCH_CUBE, Score((100, 5))) is None


def test_a_game_without_cube() -> None:
    assert double_fault(BET, WHITE, CubeRules(cube=False)) is CubeFault.NO_CUBE


def test_an_automatic_double_is_no_turn() -> None:
    twice = CubeRules(auto_doubles=2)
    bet = automatic(BET, twice, before=0)
    assert (bet.value, bet.owner, bet.turned) == (2, None, False)
    assert automatic(Bet(0, 1, 64), twice, before=1).value == 64
    assert automatic(bet, twice, before=2) == bet
    assert automatic(BET, RULES, before=0) == BET
    assert worth(bet, Kind.GAMMON, RULES, any_turned=False) == 2


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize(
    ("jacoby", "turned", "any_turned", "counts"),
    [
        (Jacoby.OFF, False, False, True),
        (Jacoby.PER_CUBE, False, False, False),
        (Jacoby.PER_CUBE, False, True, False),
        (Jacoby.PER_CUBE, True, True, True),
        (Jacoby.ANY_CUBE, False, False, False),
        (Jacoby.ANY_CUBE, False, True, True),
        (Jacoby.ANY_CUBE, True, True, True),
    ],
)
def test_jacoby(kind: Kind, jacoby: Jacoby, turned: bool, any_turned: bool, counts: bool) -> None:
    bet = Bet(0, 1, 4, turned=turned)
    assert worth(bet, kind, CubeRules(jacoby=jacoby), any_turned) == (4 * kind if counts else 4)


def test_a_decided_bet_pays_the_winner() -> None:
    assert won(BET, WHITE, 6, Ending.PLAYED).result == Result(6, Ending.PLAYED)
    assert won(BET, BLACK, 6, Ending.PLAYED).result == Result(-6, Ending.PLAYED)
    assert Result(0, Ending.SETTLED).winner is None


def test_a_decided_bet_stays_decided() -> None:
    offer, lost = double(BET, WHITE, RULES), won(BET, WHITE, 1, Ending.PLAYED)
    assert replies(lost, offer, RULES) == ()
    with pytest.raises(Illegal, match="already decided"):
        answer(lost, offer, Reply.TAKE, RULES)
    with pytest.raises(Illegal, match="already decided"):
        won(lost, BLACK, 1, Ending.PLAYED)


def test_seats_and_sides() -> None:
    assert [Bet(7, 3).seat(side) for side in Side] == [7, 3]
    assert [side.other for side in Side] == [BLACK, WHITE]


@pytest.mark.parametrize(
    "options",
    [{"animals": 3}, {"animals": -1}, {"cube_cap": 48}, {"cube_cap": 0}, {"auto_doubles": -1}, {"beavers_per_bet": -1}],
)
def test_impossible_options_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"animals|cube_cap|negative"):
        CubeRules(**options)


def allowed(numbers: Iterable[int], rules: Callable[[int], object]) -> list[int]:
    """Those of the numbers with which there are such rules."""
    found: list[int] = []
    for number in numbers:
        with suppress(ValueError):
            rules(number)
            found.append(number)
    return found


def test_what_the_options_of_a_cube_may_be() -> None:
    assert allowed(range(-9, 70), lambda number: CubeRules(cube_cap=number)) == [1, 2, 4, 8, 16, 32, 64]
    assert allowed(range(-3, 6), lambda number: CubeRules(animals=number)) == [0, 1, 2]
    assert allowed(range(-3, 4), lambda number: CubeRules(auto_doubles=number)) == [0, 1, 2, 3]
    assert allowed(range(-3, 4), lambda number: CubeRules(beavers_per_bet=number)) == [0, 1, 2, 3]


def test_how_long_a_match_may_be_and_how_many_checkers_may_stand_on_a_point() -> None:
    assert allowed(range(-3, 4), lambda number: Rules(length=number)) == [0, 1, 2, 3]
    assert allowed(range(20), lambda number: Rules(max_on_point=number)) == list(range(5, 16))


@pytest.mark.parametrize(("length", "cube"), [(0, True), (1, False), (2, True), (3, True)])
def test_there_is_a_cube_but_in_a_match_to_one_point_or_where_it_is_off(length: int, cube: bool) -> None:
    assert Rules(length=length).bet.cube is cube
    assert Rules(length=length, cube=False).bet.cube is False
    money = CubeRules(jacoby=Jacoby.ANY_CUBE, animals=Beavers.RACCOON)
    assert Rules(length=length, money=money).bet.jacoby is (Jacoby.OFF if length else Jacoby.ANY_CUBE)


@pytest.mark.parametrize("meant", Beavers)
def test_beavers_are_numbers_where_they_are_stored_and_may_be_given_as_such(meant: Beavers) -> None:
    rules = CubeRules(animals=int(meant))
    assert rules.animals is replace(RULES, animals=int(meant)).animals is meant
    stored = json.encode(rules)
    assert b'"animals":%d,' % meant in stored and json.decode(stored, type=CubeRules).animals is meant
