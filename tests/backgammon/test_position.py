import pytest
from hypothesis import given

from bot.backgammon import BAR, OFF, InvalidPosition, Kind, Position, Variant

from .positions import positions

START = "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    ("variant", "points", "pips"),
    [
        (Variant.BACKGAMMON, {24: 2, 13: 5, 8: 3, 6: 5}, 167),
        (Variant.NACKGAMMON, {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, 194),
        (Variant.HYPERGAMMON, {24: 1, 23: 1, 22: 1}, 69),
    ],
)
def test_the_three_starting_set_ups(variant: Variant, points: dict[int, int], pips: int) -> None:
    start = Position.start(variant)
    assert {point: count for point, count in enumerate(start.own) if count} == points
    assert start.mirrored() == start
    assert start.pips == (pips, pips)
    assert start.checkers == variant.checkers == sum(points.values())


def test_the_position_id_of_the_start() -> None:
    assert Position.start().id == START
    assert Position.from_id(START) == Position.start()


def test_the_side_on_roll_stands_second_in_the_id() -> None:
    after_31 = Position.from_id("4HPiASHgc/ABMA")
    assert after_31.mirrored() != after_31
    assert after_31.own == Position.start().own


def test_what_an_id_does_not_show_has_been_borne_off() -> None:
    position = Position.from_id("AACgAgAAKgAAAA", checkers=3)
    assert position == Position.start(Variant.HYPERGAMMON)
    assert Position.from_id("AACgAgAAKgAAAA").own[OFF] == 12
    assert Position.from_id("AACgAgAAKgAAAA", checkers=5).own[OFF] == 2


@given(positions())
def test_id_and_position_are_inverse(position: Position) -> None:
    assert Position.from_id(position.id, position.checkers) == position


@pytest.mark.long
@given(positions())
def test_mirrored_twice_is_the_same_board(position: Position) -> None:
    assert position.mirrored().mirrored() == position
    assert position.mirrored().pips == position.pips[::-1]
    assert position.mirrored().own == position.opponent
    assert Position.of(position.own, position.opponent) == position


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "14 characters"),
        ("4HPwATDgc/ABM", "14 characters"),
        ("4HPwATDgc/ABMA==", "14 characters"),
        ("4HPwATDgc/ABM!", "letters"),
        ("4HPwATDgc/ABMé", "letters"),
        ("////////////AA", "more than 15"),
        ("4HPwATDgc/ABMP", "after the last point"),
        ("4HPwATDgc/ABMB", "after the last point"),
        ("AACgAgAAKgA/AA", "after the last point"),
        ("AAAAAAAA/P///w", "after the last point"),
    ],
)
def test_a_bad_id_is_refused_with_words(text: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        Position.from_id(text)


def test_more_checkers_than_there_are_is_an_error() -> None:
    with pytest.raises(InvalidPosition, match="more than 3"):
        Position.from_id(START, checkers=3)


def counts(**points: int) -> list[int]:
    """26 counts from `p6=5`, `bar=1`, `off=9`."""
    places = {"bar": BAR, "off": OFF} | {f"p{point}": point for point in range(1, 25)}
    side = [0] * 26
    for name, count in points.items():
        side[places[name]] = count
    return side


@pytest.mark.parametrize(
    ("own", "opponent", "why"),
    [
        (counts(p6=15), counts(p6=14), "15 checkers against 14"),
        (counts(p6=14), counts(p6=15), "14 checkers against 15"),
        (counts(p6=16), counts(p6=16), "between 0 and 15"),
        (counts(p6=-1), counts(p6=15), "between 0 and 15"),
        (counts(p6=15, p5=1), counts(p6=15, p5=1), "more than 15"),
        (counts(p6=15), counts(p19=15), "both sides stand on point 6"),
        (counts(p1=15), counts(p24=15), "both sides stand on point 1"),
        (counts(p24=15), counts(p1=15), "both sides stand on point 24"),
        ([1] * 26, [1] * 26, "26 checkers a side are more than 15"),
        ([0] * 25, [0] * 26, "26 counts, not 25"),
        ([0] * 26, [0] * 27, "26 counts, not 27"),
    ],
)
def test_impossible_counts_are_refused(own: list[int], opponent: list[int], why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        Position.of(own, opponent)


@pytest.mark.parametrize(
    ("loser", "kind"),
    [
        (counts(p6=14, off=1), Kind.SINGLE),
        (counts(bar=14, off=1), Kind.SINGLE),
        (counts(p18=15), Kind.GAMMON),
        (counts(p6=15), Kind.GAMMON),
        (counts(p6=14, p19=1), Kind.BACKGAMMON),
        (counts(p6=14, p24=1), Kind.BACKGAMMON),
        (counts(p6=14, bar=1), Kind.BACKGAMMON),
    ],
)
def test_how_a_game_is_won(loser: list[int], kind: Kind) -> None:
    """Backgammon takes a checker on the bar or in the winner's home; see `docs/rules.md`."""
    assert Position.of(counts(off=15), loser).victory is kind
    assert Position.of(loser, counts(off=15)).victory is None


def test_positions_are_equal_if_all_stands_alike() -> None:
    start, race = Position.start(), Position.of(counts(p6=15), counts(p6=15))
    assert start == Position.from_id(START)
    assert hash(start) == hash(Position.from_id(START))
    assert start != race
    assert race != start
    assert start != start.packed


def test_a_race_is_a_position_in_which_the_sides_have_passed_each_other() -> None:
    assert not Position.start().is_race
    assert Position.of(counts(p12=15), counts(p12=15)).is_race
    assert not Position.of(counts(p13=15), counts(p13=14, p6=1)).is_race
