"""Options, presets, and what differs from them."""

from dataclasses import dataclass

import pytest

from bot.backgammon import CubeRules, Illegal, Jacoby
from bot.chouette import (
    MOST,
    PRESETS,
    BoxDouble,
    BoxTake,
    ChouetteFault,
    Consult,
    JoinAt,
    LoneTaker,
    Options,
    PartnerPick,
    Retain,
    SessionEnd,
    differences,
    start,
    values,
    with_value,
)

NAMES = "standard extras_and_partner no_advice all_or_none half_and_beaver no_beavers full_advice"


@dataclass
class Standard:
    """The bold values of the design page."""

    order: str = "roll"
    max_players: int = 10
    retain: str = "captain"
    may_decline_box: bool = True
    box_take: str = "free"
    box_take_captain: bool = False
    box_double: str = "free"
    lone_taker: str = "off"
    window: str = "sealed"
    pace: str = "relaxed"
    join: str = "behind_loser"
    session_end: str = "open"
    consult: str = "own_cube"
    partner_from: int = 0
    partner_mandatory: bool = False
    partner_pick: str = "from_last"
    animals: int = 1
    beavers_per_bet: int = 1
    beaver_refusable: bool = True
    jacoby: str = "per_cube"
    auto_doubles: int = 0
    cube_cap: int = 64
    settlements: bool = True
    cube_timer: int = 60
    forfeit_after: int = 10


def test_the_standard() -> None:
    found = {name: getattr(value, "value", value) for name, value in values(Options()).items()}
    del found["session_limit"]
    assert found == vars(Standard())


def test_the_presets() -> None:
    assert " ".join(PRESETS) == NAMES
    assert all(options.preset == name for name, options in PRESETS.items())
    standard = values(PRESETS["standard"])
    changed = {
        name: {key: value for key, value in values(options).items() if value != standard[key]}
        for name, options in PRESETS.items()
    }
    assert changed == {
        "standard": {},
        "extras_and_partner": {"lone_taker": LoneTaker.EXTRAS, "animals": 2, "partner_from": 6},
        "no_advice": {
            "consult": Consult.NONE,
            "box_take": BoxTake.BREAK_EVEN,
            "box_take_captain": True,
            "box_double": BoxDouble.CAPTAIN_INCLUDED,
            "lone_taker": LoneTaker.EXTRAS,
            "retain": Retain.WIN_AND_NET,
            "partner_from": 6,
            "partner_pick": PartnerPick.NEXT_IN_LINE,
        },
        "all_or_none": {"box_take": BoxTake.ALL_OR_NONE, "box_double": BoxDouble.SAME_VALUE},
        "half_and_beaver": {"box_take": BoxTake.HALF, "animals": 2, "lone_taker": LoneTaker.BEAVER},
        "no_beavers": {"animals": 0, "settlements": False, "join": JoinAt.AHEAD_OF_LOSER},
        "full_advice": {"consult": Consult.FULL},
    }


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
