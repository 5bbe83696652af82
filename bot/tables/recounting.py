"""Recounting: all finished games of a server are counted anew, to replace the shown view or to verify it."""

from __future__ import annotations

from msgspec import Struct

from bot.store import Store
from bot.store.standings import View
from bot.tables.counting import CountingRules
from bot.tables.preferences import Preferences
from bot.tables.standings import Ladders, bring_up, count

_BESIDE = "verify"


class Rebuilt(Struct, frozen=True):
    """How many entries of the list were counted."""

    entries: int


class Verified(Struct, frozen=True):
    """Differences found after this many entries: the name of a collection or board, and of a value in it."""

    entries: int
    differences: tuple[str, ...]


async def rebuild(store: Store, preferences: Preferences, guild: int) -> Rebuilt:
    """Count everything anew and show that. The old view is shown until it is done."""
    rules = await Ladders(store, preferences).rules(guild)
    shown = await store.ladder.view(guild)
    name = f"{rules.name}.{2 if shown == rules.view else 1}"
    view = store.ladder.counted(guild, name)
    await view.drop()  # the remains of an unfinished count
    await bring_up(store, guild, rules, name)
    return Rebuilt(await view.counted())


async def verify(store: Store, preferences: Preferences, guild: int) -> Verified:
    """The differences between the shown view and a new count of the same entries."""
    rules = await Ladders(store, preferences).rules(guild)
    name = await store.ladder.view(guild)
    if name is None or not rules.is_of(name):
        name = rules.view
        await bring_up(store, guild, rules, name)
    shown, anew = store.ladder.counted(guild, name), store.ladder.counted(guild, _BESIDE)
    await anew.drop()
    try:
        while True:
            entries = await _both(store, guild, rules, shown, anew)
            found = await _differences(shown, anew)
            if await shown.counted() == entries:  # no entries were counted during the comparison
                return Verified(entries, found)
    finally:
        await anew.drop()


async def _both(store: Store, guild: int, rules: CountingRules, shown: View, anew: View) -> int:
    """Count in both views, up to the same entry, which is returned."""
    while True:
        for view in (shown, anew):
            await count(store, guild, rules, view)
        if (entries := await shown.counted()) == await anew.counted():
            return entries


async def _differences(shown: View, anew: View) -> tuple[str, ...]:
    found: list[str] = []
    for name in sorted({*await shown.names(), *await anew.names()}):
        one, other = await shown.content(name), await anew.content(name)
        found += [
            f"{name}: {key.decode()}" for key in sorted(one.keys() | other.keys()) if one.get(key) != other.get(key)
        ]
    return tuple(found)
