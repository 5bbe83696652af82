"""States, actions and all that is made of them: values that nobody changes, stored by names that are all known."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from enum import Enum
from importlib import import_module

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

import bot.backgammon
import bot.chouette
import bot.core
from bot.core.actions import Action

#: What is never read from a store. Nobody else forbids names that he does not know.
_NOT_STORED = {
    *("Answered", "GameRecord", "Moved", "Note", "Record", "Turned", "_Guess"),
    *("MatchId", "Play", "Question", "Statistics", "Swing", "Tally", "Thorp", "Xgid"),
    "_Versions",  # the head of any header, whatever else is in it
}
#: So few fields that their order says what they are.
_BY_ORDER = {
    *(
        "Answered",
        "Bet",
        "Board",
        "Comment",
        "Course",
        "CubeTurn",
        "Fee",
        "GameRecord",
        "Moved",
        "Note",
        "Offer",
        "Payment",
    ),
    *("Play", "Question", "Record", "Result", "Row", "Score", "Swing", "Tally", "Thorp", "Transfer", "Turned"),
    *("Comment", "_Guess", "_Versions"),
    *(
        "Away",
        "Begun",
        "Calendar",
        "Days",
        "Hours",
        "Live",
        "LivePace",
        "Paced",
        "Pause",
        "Pressed",
        "Resting",
        "Shown",
        "Terms",
        "Undone",
    ),
}

#: What is meant where nothing is said, nor stored: numbers, words and yes or no; the others begin empty or unknown.
_UNSAID = {
    "core.actions.Claim": {"match": False},
    "core.looking.Wish": {"rated": "either"},
    "core.looking.Seeker": {"called": False},
    "core.looking.Pairing": {"message": 0},
    "core.looking.LookingList": {"last": 0, "changes": 0, "shown": 0, "channel": 0, "message": 0, "posts": 0},
    "core.pace.LivePace": {"delay": 15_000},
    "core.question.Question": {"bets": (0,)},
    "backgammon.bet.Bet": {"value": 1, "turned": False, "beavers": 0, "start": 1},
    "backgammon.bet.Score": {"crawford": False},
    "backgammon.bet.Offer": {"stage": 0},
    "backgammon.game.Game": {"phase": "opening", "automatics": 0, "settlements": 0},
    "backgammon.opening.Opening": {"cube": 1, "score": (0, 0), "crawford_played": False},
    "backgammon.ids.Xgid": {
        "cube": 1,
        "turn": 0,
        "offer": "",
        "score": (0, 0),
        "crawford": False,
        "jacoby": False,
        "beavers": False,
        "length": 0,
        "max_cube": 10,
    },
    "backgammon.ids.MatchId": {
        "cube": 1,
        "roller": 0,
        "crawford": False,
        "state": 1,
        "turn": 0,
        "doubled": False,
        "resigned": 0,
        "length": 0,
        "score": (0, 0),
        "jacoby": False,
    },
    "backgammon.cube_turns.CubeTurn": {"roll": 0},
    "backgammon.log.Header": {"schema": 1, "rules_version": 4},
    "backgammon.mat_reading._Guess": {"crawford_played": False},
    "backgammon.match_state.Match": {
        "number": 1,
        "score": (0, 0),
        "crawford_played": False,
        "question": 1,
        "table_question": 2,
        "asked": 2,
        "rolls": 0,
        "closed": False,
        "rules_version": 4,
    },
    "backgammon.record.GameRecord": {"score": (0, 0), "crawford": False, "automatics": 0},
    "backgammon.record_faults.Note": {"times": 1},
    "backgammon.rules.CubeRules": {
        "cube": True,
        "jacoby": "per_cube",
        "animals": 1,
        "beavers_per_bet": 1,
        "beaver_refusable": True,
        "cube_cap": 64,
        "auto_doubles": 0,
    },
    "backgammon.rules.Rules": {
        "length": 0,
        "variant": "backgammon",
        "cube": True,
        "crawford": True,
        "settlements": True,
    },
    "chouette.actions.Arrange": {"at": 0.0},
    "chouette.fixed_turns.Turns": {"round": 1},
    "chouette.house.HouseRules": {
        "first_batch": False,
        "half_points": False,
        "bank": 0,
        "start_cube": "none",
        "start_every": 45,
        "schedule_rounds": 0,
        "stakes": False,
        "join_approval": "none",
        "play_timer": 0,
        "partner_advice": "none",
    },
    "chouette.log.Header": {"schema": 1, "rules_version": 5, "host": 0},
    "chouette.options.Options": {
        "preset": "standard",
        "order": "roll",
        "max_players": 10,
        "settlements": True,
        "retain": "captain",
        "may_decline_box": True,
        "box_take": "free",
        "box_take_captain": False,
        "box_double": "free",
        "lone_taker": "off",
        "window": "sealed",
        "pace": "relaxed",
        "cube_timer": 60,
        "forfeit_after": 10,
        "join": "behind_loser",
        "session_end": "open",
        "session_limit": 10,
        "consult": "own_cube",
        "partner_from": 0,
        "partner_mandatory": False,
        "partner_pick": "from_last",
    },
    "chouette.round.Extras": {"forced": False},
    "chouette.round.Round": {
        "phase": "opening",
        "automatics": 0,
        "forfeited": False,
        "void": False,
        "unit": 1,
    },
    "chouette.state.Player": {
        "points": 0,
        "auto_pass": True,
        "out": False,
        "sat_out": 0,
        "bank": 0,
        "boxes": 0,
        "stake": 1,
    },
    "chouette.state.Proposal": {"offer": 0},
    "chouette.state.Payment": {"paid": False},
    "chouette.state.Session": {
        "host": 0,
        "number": 1,
        "partner_settled": False,
        "question": 1,
        "table_question": 2,
        "asked": 2,
        "rolls": 0,
        "ending": False,
        "paused": False,
        "closed": False,
        "spent_now": (0, 0),
        "stay": 0,
        "since": 0.0,
        "at": 0.0,
        "rules_version": 5,
    },
    "chouette.statistics.Tally": {"number": 0, "points": 0},
}


def _structs() -> Iterator[type[Struct]]:
    for package in (bot.core, bot.backgammon, bot.chouette):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for each in vars(import_module(module.name)).values():
                if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == module.name:
                    yield each


def _takes_by_order(kind: type[Struct]) -> bool:
    parameters = inspect.signature(kind).parameters.values()
    return any(each.kind is not inspect.Parameter.KEYWORD_ONLY for each in parameters)


def test_no_value_can_be_changed() -> None:
    assert [kind for kind in _structs() if not kind.__struct_config__.frozen] == []


def test_whatever_is_stored_is_read_by_names_that_are_all_known() -> None:
    assert {kind.__name__ for kind in _structs() if not kind.__struct_config__.forbid_unknown_fields} == _NOT_STORED


def test_only_small_values_are_made_by_the_order_of_their_fields() -> None:
    by_order = [kind for kind in _structs() if _takes_by_order(kind) and not issubclass(kind, Action)]
    assert sorted({kind.__name__ for kind in by_order} - _BY_ORDER) == ["Proposal"]
    assert [kind.__module__ for kind in by_order if kind.__name__ == "Proposal"] == ["bot.backgammon.match_state"]
    assert {kind.__name__ for kind in by_order} >= _BY_ORDER


def _unsaid(kind: type[Struct]) -> dict[str, object]:
    defaults = {each.name: each.default for each in fields(kind) if each.default is not NODEFAULT}
    said = {name: each.value if isinstance(each, Enum) else each for name, each in defaults.items()}
    return {
        name: each
        for name, each in said.items()
        if isinstance(each, bool | int | float | str) or each in ((0,), (0, 0))
    }


def test_what_is_not_said_of_a_value_is_known() -> None:
    found = {f"{kind.__module__.removeprefix('bot.')}.{kind.__name__}": _unsaid(kind) for kind in _structs()}
    assert {name: unsaid for name, unsaid in found.items() if unsaid} == _UNSAID
