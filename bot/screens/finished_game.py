"""A finished game for display, whatever was played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from bot.backgammon import Illegal
from bot.backgammon.record import Record
from bot.screens.buttons import BLUE, Item, button
from bot.screens.custom_ids import Press
from bot.screens.reference.faults import FactFault
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene


class Replay(NamedTuple):
    """The replay of a finished game: its id, pictures, text and alt text."""

    number: int
    scenes: list[Scene]
    words: str
    description: str


class ToldGame(NamedTuple):
    """The state of a game, and a function that makes its replay from number, theme and texts."""

    over: bool
    counts: bool
    played: bool
    tell: Callable[[int, str, Texts], Replay]


class WrittenRecord(NamedTuple):
    """Finished games, under the name of their file. Not `whole`: what two of several people played in them."""

    name: str
    record: Record
    whole: bool = True


def show_item(table: Table, number: int, kind: str, t: Texts) -> Item:
    """A button that shows an ephemeral game publicly."""
    return button(t("Show everybody"), Press("show", table.id, number, kind), BLUE)


_Item = TypeVar("_Item")


def chosen(table: Table, finished: Mapping[int, _Item], number: int | None) -> Mapping[int, _Item]:
    """One finished game, or all. Raises `Illegal`."""
    if number is None:
        if not finished:
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        return finished
    if number in finished:
        return {number: finished[number]}
    state = table.state
    running = state is not None and state.number == number and not state.over
    raise Illegal(FactFault.STILL_PLAYED if running else FactFault.VOIDED, table=table.id, game=number)
