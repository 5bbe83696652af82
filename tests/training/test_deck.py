"""Which card comes next: due ones first, new ones in the places left, what was wrong once more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.training.deck import (
    ROOM,
    WEEK,
    Deck,
    Entry,
    Origin,
    after_answer,
    after_removal,
    in_turn,
    overdue,
    upcoming,
)
from bot.training.memory import Grade, Memory
from tests.facts.trainer import LEARNERS, main, trained

DAY = 739_000
NEW = Entry(origin=Origin.MISTAKE)


def known(due: int) -> Entry:
    return replace(NEW, memory=Memory(stability=5.0, difficulty=5.0, last=due - 5, due=due))


def test_the_most_overdue_come_first_and_new_ones_only_in_the_places_left() -> None:
    entries = {"a": known(DAY), "b": known(DAY - 4), "c": known(DAY + 1), "n": NEW}
    deck = Deck(day=DAY)
    assert upcoming(deck, entries, ["n"], 3) == ["b", "a"]
    assert upcoming(deck, {"c": entries["c"], "n": NEW}, ["n"], 3) == ["n"]
    assert upcoming(replace(deck, done=3), entries, ["n"], 3) == [] == upcoming(deck, entries, ["n"], 0)


@pytest.mark.parametrize("a_day", [1, 3, 10])
def test_no_new_card_comes_while_the_week_to_come_is_full(a_day: int) -> None:
    full = int(ROOM * WEEK * a_day) + 1
    entries = {f"k{place}": known(DAY + 1 + place % WEEK) for place in range(full)}
    assert upcoming(Deck(day=DAY), entries, ["n"], a_day) == []
    later = {name: known(DAY + WEEK + 1) for name in entries}
    assert upcoming(Deck(day=DAY), later, ["n"], a_day) == ["n"]


def test_origins_take_turns_and_those_not_wanted_are_left_out() -> None:
    entries = {"m1": replace(NEW, gone=True), "m2": known(DAY + 9), "m3": NEW, "m4": NEW}
    offered = {Origin.MISTAKE: ["m1", "m2", "m3", "m4"], Origin.OPENING: ["o1", "o2"]}
    assert list(in_turn(entries, offered)) == ["o1", "m3", "o2", "m4"]


def test_what_was_wrong_comes_once_more_outside_the_number_and_ungraded() -> None:
    deck, entry = after_answer(Deck(day=DAY).shows("a"), known(DAY), "13/8", Grade.AGAIN)
    assert (deck.done, deck.again, deck.recalled) == (1, ("a",), "0")
    assert upcoming(deck, {"a": entry}, [], 1) == ["a"]
    after, same = after_answer(deck.shows("a"), entry, "13/8", Grade.AGAIN)
    assert same == entry and (after.done, after.again, after.recalled) == (1, (), "0")
    assert upcoming(after, {"a": entry}, [], 1) == []
    assert deck.on(DAY + 1).again == () and deck.on(DAY + 1).done == 0


def test_what_is_removed_is_gone_even_where_it_was_wrong() -> None:
    deck, entry = after_answer(Deck(day=DAY).shows("a"), NEW, "13/8", Grade.AGAIN)
    deck, entry = after_removal(deck, entry)
    assert (
        entry.gone
        and not deck.shown
        and upcoming(deck, {"a": entry}, in_turn({"a": entry}, {Origin.MISTAKE: ["a"]}), 3) == []
    )


def test_a_streak_grows_by_days_and_ends_with_one_that_is_missed() -> None:
    deck = Deck(day=DAY)
    for later in range(3):
        deck, _ = after_answer(deck.on(DAY + later).shows("a"), NEW, "x", Grade.GOOD)
        deck, _ = after_answer(deck.shows("b"), NEW, "x", Grade.GOOD)
        assert deck.streak == later + 1
    assert deck.streak_on(DAY + 3) == 3 and deck.streak_on(DAY + 4) == 0
    deck, _ = after_answer(deck.on(DAY + 5).shows("a"), NEW, "x", Grade.GOOD)
    assert deck.streak == 1 and deck.retention is None


def test_overdue_are_those_of_days_before() -> None:
    assert overdue([known(DAY - 1), known(DAY), NEW, replace(known(DAY - 3), gone=True)], DAY) == 1


def test_the_program_prints_every_learner(capsys: pytest.CaptureFixture[str]) -> None:
    main(1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [each.name for each in LEARNERS]
    assert all(" due cards right (expected 0." in line and " overdue, " in line for line in lines)


@pytest.mark.parametrize("learner", [each for each in LEARNERS if each.a_day == 3], ids=lambda each: each.name)
def test_simulated_learners_remember_and_are_never_a_week_behind(learner: object) -> None:
    found = [trained(learner, seed) for seed in range(4)]  # type: ignore[arg-type]
    assert all(each.overdue <= WEEK * 3 for each in found)
    due, right = sum(each.due for each in found), sum(each.right for each in found)
    assert due > 100 and right / due > 0.75 and all(each.known > 15 for each in found)
