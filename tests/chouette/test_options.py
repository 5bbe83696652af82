"""Options, presets, and what differs from them."""

import re
from enum import Enum
from pathlib import Path

import pytest

from bot.backgammon import CubeRules, Illegal, Jacoby
from bot.chouette import (
    MOST,
    PRESETS,
    ChouetteFault,
    Options,
    Retain,
    SessionEnd,
    differences,
    start,
    values,
    with_value,
)

#: What the page of the rules says in its tables.
PAGE = (Path(__file__).parents[2] / "docs" / "chouette.md").read_text()
ROWS = dict(re.findall(r"^\| `(\w+)` \| (.*?) ?\|$", PAGE, re.MULTILINE))


def written(value: object) -> str:
    """A value as the page writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value.value) if isinstance(value, Enum) else str(value)


@pytest.mark.parametrize("name", values(Options()))
def test_the_page_has_every_option_with_its_values_and_the_usual_one_in_bold(name: str) -> None:
    usual = values(Options())[name]
    bold = re.findall(r"\*\*`?([\w ]+)`?\*\*", ROWS[name])[0]
    assert bold == written(usual)
    if isinstance(usual, Enum):
        assert {written(each) for each in type(usual)} <= set(re.findall(r"`(\w+)`", ROWS[name]))


def test_the_page_has_every_preset_with_what_differs_from_the_standard() -> None:
    assert [name for name in ROWS if name in PRESETS] == list(PRESETS)
    standard = values(PRESETS["standard"])
    for name, options in PRESETS.items():
        assert options.preset == name
        differing = {key: written(value) for key, value in values(options).items() if value != standard[key]}
        assert dict(re.findall(r"`(\w+)` ([\w ]+)", ROWS[name])) == differing


def test_what_differs_from_the_preset() -> None:
    options = PRESETS["no_advice"]
    assert list(differences(options)) == []
    options = with_value(options, "jacoby", Jacoby.OFF)
    options = with_value(options, "retain", Retain.NET)
    assert dict(differences(options)) == {"jacoby": Jacoby.OFF, "retain": Retain.NET}
    assert (
        list(differences(with_value(with_value(options, "jacoby", Jacoby.PER_CUBE), "retain", Retain.WIN_AND_NET)))
        == []
    )


@pytest.mark.parametrize("name", values(Options()))
def test_every_option_can_be_set_by_its_name(name: str) -> None:
    value = values(Options())[name]
    assert with_value(Options(), name, value) == Options()
    if isinstance(value, bool):
        assert values(with_value(Options(), name, not value))[name] is not value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_players", 2), ("max_players", MOST + 1), ("partner_from", 5), ("animals", 3), ("cube_cap", 48),
        ("auto_doubles", -1), ("beavers_per_bet", -1), ("cube_timer", 0), ("forfeit_after", 0), ("session_limit", 0),
        ("play_timer", 19), ("play_timer", 301),
    ],
)  # fmt: skip
def test_values_that_there_are_not(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=name):
        with_value(Options(), name, value)


def test_the_rules_of_the_board() -> None:
    options = Options(cube=CubeRules(animals=2), settlements=False)
    assert options.rules.bet == options.cube
    assert not options.rules.settlements and not options.rules.length


def test_how_many_may_start() -> None:
    options = Options(max_players=4, session_end=SessionEnd.GAMES)
    assert len(start(options, 4).players) == 4
    for players, why in ((5, ChouetteFault.FULL), (1, ChouetteFault.TOO_FEW)):
        with pytest.raises(Illegal) as refused:
            start(options, players)
        assert refused.value.reason is why
