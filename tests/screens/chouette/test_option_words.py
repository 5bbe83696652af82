"""Every option of a chouette has a name and words for each of its values, and everything fits where it is shown."""

from __future__ import annotations

import pytest

from bot.chouette import PRESETS, Consult, Options, Order, Pace, Retain, SessionEnd, values, with_value, written
from bot.chouette.house import HouseRules, StartCube
from bot.screens.chouette.option_words import (
    CUBES,
    TABLE,
    all_rules,
    choices,
    different,
    line,
    option_name,
    preset_choices,
    preset_name,
    preset_words,
    rule_lines,
    unusual_lines,
    value_of,
    value_words,
)
from bot.screens.fitting import pages
from bot.texts import texts

T = texts("en")
EVERYTHING = Options(pace=Pace.LIVE, session_end=SessionEnd.GAMES, partner_from=6)


def test_every_option_has_a_name_of_its_own() -> None:
    assert {*CUBES, *TABLE} == set(values(Options()))
    names = [option_name(name, T) for name in values(Options())]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 100 and len(CUBES) <= 25 and len(TABLE) <= 25


@pytest.mark.parametrize("name", values(Options()))
def test_every_value_has_words_and_is_allowed(name: str) -> None:
    offered = choices(name)
    assert 2 <= len(offered) <= 25
    words = [value_words(name, value, T) for value in offered]
    assert len(set(words)) == len(words) and all(0 < len(each) <= 100 for each in words)
    for value in offered:
        assert value_of(name, written(value)) == value
        assert values(with_value(Options(), name, value))[name] == value


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_only_has_values_that_can_be_chosen(preset: str) -> None:
    assert all(value in choices(name) for name, value in values(PRESETS[preset]).items())
    assert len(preset_name(preset, T)) <= 100 and 0 < len(preset_words(preset, T)) <= 100
    assert rule_lines(PRESETS[preset], T) == []


def test_every_preset_is_offered_the_usual_one_first() -> None:
    assert [preset for preset, _ in preset_choices()] == list(PRESETS)


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(ValueError, match="retain has no value sometimes"):
        value_of("retain", "sometimes")


def test_a_rule_is_told_in_words() -> None:
    options = with_value(Options(), "retain", Retain.NET)
    assert rule_lines(options, T) == ["**Who keeps the box**: the box, if it is not below even over all bets"]


def test_an_option_that_has_no_effect_is_not_told() -> None:
    without = (
        "cube_timer",
        "forfeit_after",
        "play_timer",
        "session_limit",
        "partner_mandatory",
        "partner_pick",
        "partner_advice",
        "start_steps",
        "start_every",
        "schedule_rounds",
    )
    told = {line.partition(":")[0] for line in all_rules(Options(), T)}
    assert {option_name(name, T) for name in values(Options())} - told == {option_name(name, T) for name in without}
    assert all_rules(with_value(Options(), "cube_timer", 30), T) == all_rules(Options(), T)
    assert rule_lines(with_value(Options(), "cube_timer", 30), T) == []
    assert dict(different(with_value(Options(), "cube_timer", 30), T)) == {
        "Time for cubes": "30 seconds, no effect here"
    }


def test_every_option_is_told_and_those_that_differ_from_the_preset_first() -> None:
    fixed = Options(retain=Retain.SCHEDULE, house=HouseRules(start_cube=StartCube.MINUTES))
    told = {each.split(":")[0].strip("*") for options in (EVERYTHING, fixed) for each in all_rules(options, T)}
    assert told == {option_name(name, T) for name in values(Options())}
    told = all_rules(with_value(PRESETS["no_beavers"], "retain", Retain.NET), T)
    assert told[0] == "**Who keeps the box: the box, if it is not below even over all bets**"
    assert told[1].startswith("Jacoby rule: ") and "Beavers and raccoons: neither" in told


def test_unusual_is_what_differs_from_the_preset_or_from_the_standard() -> None:
    assert unusual_lines(Options(), T) == []
    options = with_value(PRESETS["full_advice"], "order", Order.SHUFFLE)
    assert unusual_lines(options, T) == [line(name, values(options)[name], T) for name in ("order", "consult")]
    back = with_value(PRESETS["full_advice"], "consult", Consult.OWN_CUBE)
    assert unusual_lines(back, T) == [line("consult", Consult.OWN_CUBE, T)]


def test_all_rules_fit_into_two_messages() -> None:
    lines = all_rules(EVERYTHING, T)
    made = pages(lines)
    assert len(made) <= 2 and "\n".join(made) == "\n".join(lines)
    assert all(len(page) <= 2000 for page in made)
    assert pages(["a" * 6, "b" * 3, "c"], 10) == ["a" * 6 + "\n" + "b" * 3, "c"]
