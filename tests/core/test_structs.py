"""States, actions and all that is made of them: values that nobody changes, stored by names that are all known."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

from msgspec import Struct

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
    *("Answered", "Bet", "Board", "Course", "CubeTurn", "Fee", "GameRecord", "Moved", "Note", "Offer", "Payment"),
    *("Play", "Question", "Record", "Result", "Row", "Score", "Swing", "Tally", "Thorp", "Transfer", "Turned"),
    *("_Guess", "_Versions"),
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
