"""What is left on both clocks: by an oracle's logs, by counting each tick, and by what people are promised."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.core.clock import Away, Calendar, Clock, Days, Entry, Hours, Live, Pace, Paced, Pause, Pressed, Shown, Undone
from tests.facts import clock as facts
from tests.facts.files import FOLDER

LIVE = Live(reserve=60, delay=10)


def test_an_oracle_agrees_on_200_logs() -> None:
    assert facts.main(str(FOLDER / "clocks.jsonl")) == 0


def test_nothing_runs_before_the_first_board_is_shown() -> None:
    clock = Clock.of(LIVE)
    assert (clock.running, clock.left(0, 1000), clock.left(1, 1000), clock.flag(1000)) == (None, 60, 60, None)


def test_the_delay_costs_nothing_and_then_the_reserve_runs() -> None:
    clock = Clock.of(LIVE, [Shown(100, 0)])
    assert [clock.left(0, at) for at in (100, 110, 111, 170, 999)] == [60, 60, 59, 0, 0]
    assert clock.flag(100) == 170


def test_the_clock_stands_between_a_press_and_the_next_board() -> None:
    clock = Clock.of(LIVE, [Shown(100, 0), Pressed(125, 0)])
    assert (clock.running, clock.left(0, 125), clock.left(0, 9999), clock.flag(9999)) == (None, 45, 45, None)


def test_the_delay_goes_on_where_it_was_in_one_stretch() -> None:
    clock = Clock.of(LIVE, [Shown(100, 0), Pressed(106, 0), Shown(200, 0)])
    assert (clock.free_left(200), clock.left(0, 210)) == (4, 54)


def test_the_other_side_or_an_undo_begins_a_new_stretch_and_gives_nothing_back() -> None:
    played = [Shown(0, 0), Pressed(30, 0)]
    assert Clock.of(LIVE, [*played, Shown(40, 1)]).free_left(40) == 10
    undone = Clock.of(LIVE, [*played, Undone(31), Shown(40, 0)])
    assert (undone.free_left(40), undone.left(0, 40)) == (10, 40)


def test_another_pace_is_had_from_its_beginning() -> None:
    clock = Clock.of(Hours(reserve=500, per_turn=50), [Shown(0, 1), Paced(300, Days(100))])
    assert (clock.running, clock.flag(300), clock.left(1, 310)) == (1, 400, 90)
    stood = Clock.of(LIVE, [Shown(0, 1), Pressed(30, 1), Pause(20, 40), Paced(300, Days(100))])
    assert (stood.running, stood.after(Shown(500, 0)).flag(500), stood.rests) == (None, 600, (((20, 40),),) * 2)


def test_a_board_that_is_shown_once_more_changes_nothing() -> None:
    clock = Clock.of(LIVE, [Shown(100, 0)])
    assert clock.after(Shown(130, 0)) == clock


def test_by_days_only_the_running_stretch_has_time() -> None:
    clock = Clock.of(Days(per_turn=100), [Shown(0, 1), Pressed(30, 1), Shown(50, 1)])
    assert (clock.left(0, 60), clock.left(1, 60), clock.flag(60)) == (None, 60, 120)


def test_where_a_rest_begins_at_the_very_moment_the_flag_falls_then() -> None:
    clock = Clock.of(Days(per_turn=100), [Shown(0, 0), Pause(100, 500)])
    assert clock.flag(0) == 100


def test_a_flag_that_has_fallen_waits_for_the_end_of_a_rest() -> None:
    clock = Clock.of(Days(per_turn=100), [Shown(0, 0), Pause(150, 500)])
    assert [clock.flag(at) for at in (120, 200)] == [120, 500]


def test_a_rest_without_an_end_has_no_flag() -> None:
    assert Clock.of(LIVE, [Shown(0, 0), Away(20, None)]).flag(0) is None


def test_at_a_live_table_a_calendar_is_of_no_account() -> None:
    assert Clock.of(LIVE, [Shown(0, 0), Calendar(0, 0, 1000)]).flag(0) == 70


def test_somebody_s_calendar_does_not_stop_the_other_s_clock() -> None:
    pace = Hours(reserve=100, per_turn=20)
    clock = Clock.of(pace, [Shown(0, 0), Calendar(1, 10, 50), Calendar(0, 30, 90)])
    assert clock.flag(0) == 180


_MOMENTS = st.integers(0, 60)
_PACES = st.one_of(
    st.builds(Live, reserve=st.integers(0, 30), delay=st.integers(0, 8)),
    st.builds(Hours, reserve=st.integers(0, 30), per_turn=st.integers(0, 8)),
    st.builds(Days, per_turn=st.integers(0, 20)),
)


@st.composite
def _logs(draw: st.DrawFn) -> list[Entry]:
    entries: list[Entry] = []
    at = draw(_MOMENTS)
    for _ in range(draw(st.integers(0, 6))):
        side = draw(st.integers(0, 1))
        entries.append(Shown(at, side))
        at += draw(st.integers(0, 12))
        entries.append(Pressed(at, side))
        if draw(st.booleans()):
            entries.append(Undone(at))
        at += draw(st.integers(0, 6))
    if draw(st.booleans()):
        entries.append(Shown(at, draw(st.integers(0, 1))))
    for _ in range(draw(st.integers(0, 5))):
        start = draw(_MOMENTS)
        until = draw(st.one_of(st.none(), st.integers(start, start + 40)))
        rests = Away(start, until), Pause(start, until), Calendar(0, start, until), Calendar(1, start, until)
        entries.insert(draw(st.integers(0, len(entries))), draw(st.sampled_from(rests)))
    return entries


def _counts(pace: Pace, entries: list[Entry], side: int, tick: int) -> bool:
    """Whether the time from this moment to the next one counts for a side."""
    for each in entries:
        match each:
            case Away(start, until) | Pause(start, until):
                mine = True
            case Calendar(of, start, until):
                mine = of == side and not isinstance(pace, Live)
            case _:
                continue
        if mine and start <= tick and (until is None or tick < until):
            return False
    return True


def _ticked(pace: Pace, entries: list[Entry], until: int) -> tuple[list[int], int, int | None]:
    """Reserves, what is free and whose time runs, counted tick by tick."""
    whole = pace.delay if isinstance(pace, Live) else pace.per_turn
    reserves, free = [0 if isinstance(pace, Days) else pace.reserve] * 2, whole
    running: int | None = None
    stretch: int | None = None
    acts = [each for each in entries if isinstance(each, (Shown, Pressed, Undone))]
    for tick in range(until + 1):
        while acts and acts[0].at <= tick:
            match acts.pop(0):
                case Shown(_, side):
                    free = free if side == stretch else whole
                    running = stretch = side
                case Pressed():
                    running = None
                case Undone():
                    running = stretch = None
        if tick < until and running is not None and _counts(pace, entries, running, tick):
            if free:
                free -= 1
            elif reserves[running]:
                reserves[running] -= 1
    return reserves, free, running


@given(_PACES, _logs(), st.integers(0, 40))
def test_it_is_what_counting_each_tick_comes_to(pace: Pace, entries: list[Entry], after: int) -> None:
    last = max((each.at for each in entries if isinstance(each, (Shown, Pressed, Undone))), default=0)
    at, clock = last + after, Clock.of(pace, entries)
    reserves, free, running = _ticked(pace, entries, at)
    assert (clock.running, clock.free_left(at)) == (running, free)
    if isinstance(pace, Days):
        assert [clock.left(side, at) for side in (0, 1)] == [free if side == running else None for side in (0, 1)]
    else:
        assert [clock.left(side, at) for side in (0, 1)] == reserves
    flag = clock.flag(at)
    if flag is None:
        return
    assert running is not None
    assert _ticked(pace, entries, flag)[:2] == ([*reserves[:running], 0, *reserves[running + 1 :]], 0)


@given(_PACES, _logs())
def test_entry_by_entry_it_is_the_same_as_at_once(pace: Pace, entries: list[Entry]) -> None:
    rests = [each for each in entries if isinstance(each, (Away, Pause, Calendar))]
    acts = [each for each in entries if not isinstance(each, (Away, Pause, Calendar))]
    clock = Clock.of(pace)
    for entry in (*rests, *acts):
        clock = clock.after(entry)
    assert clock == Clock.of(pace, entries)
