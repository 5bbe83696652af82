"""The ladders of servers, counted from their lists: what pages show, always as far as the list goes.

A view is named after how it counts: by which code, by which seasons, without which games. If that changes, another one
is counted beside the view that is shown, from the beginning, and takes its place when it has come as far as the list.
Whoever counts goes on from where the last one came to, and of two at once one finds that the other was faster.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from bot.ladder.facts import read_fact
from bot.ladder.notes import Note, read_note
from bot.ladder.seasons import Seasons
from bot.store import Store
from bot.store.ladder import Entered, Noted
from bot.store.standings import Counted, View
from bot.tables.counting import Batch, Game, Way

AT_A_TIME = 50
"""Entries that are counted before others have their turn."""


class Ladders:
    """Counts and reads. Every method raises `StoreError` where the store fails it, and may be called again."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def counted(self, guild: int, seasons: Seasons, zone: str) -> View:
        """The view of a server's ladder that is to be shown, after all games of the list.

        While another way of counting takes its time, that is the one before.
        """
        ladder = self._store.ladder
        way = Way(seasons, zone, await ladder.struck(guild))
        view = ladder.counted(guild, way.name)
        await count(self._store, guild, way, view)
        shown = await ladder.view(guild)
        if shown != way.name:
            await ladder.show_view(guild, way.name)
            if shown is not None:
                await ladder.counted(guild, shown).drop()
        return view


async def count(store: Store, guild: int, way: Way, view: View) -> None:
    """Count in a view what the list has and it has not."""
    while True:
        before = await view.counted()
        async for entries in _some(store, guild, before + 1):
            what = await _change(view, way, entries)
            if not await view.advance(before, entries[-1].number, what):
                break  # somebody else has counted them
            before = entries[-1].number
            await asyncio.sleep(0)
        else:
            return


async def _some(store: Store, guild: int, first: int) -> AsyncIterator[list[Entered | Noted]]:
    async for page in store.ladder.pages(guild, first):
        for start in range(0, len(page), AT_A_TIME):
            yield page[start : start + AT_A_TIME]


async def _change(view: View, way: Way, entries: Iterable[Entered | Noted]) -> Counted:
    """What these entries change."""
    steps = [_step(entry) for entry in entries if entry.number not in way.struck]
    batch = await Batch.of(view, way, steps)
    for step in steps:
        batch.count(step)
    return batch.changes()


def _step(entry: Entered | Noted) -> Game | Note:
    return read_note(entry.says) if isinstance(entry, Noted) else Game(entry.number, read_fact(entry.says), entry.who)
