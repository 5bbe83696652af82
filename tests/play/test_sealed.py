"""Sealed means sealed: the same evening twice, but for one secret choice, looks the same to everybody else."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables import new_table

from .bot import said, walk
from .chouette import OneChouette, crew

FOUR = ("Ann", "Bob", "Cyd", "Dan")


@pytest.fixture(autouse=True)
def _same_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same table id in every run."""
    monkeypatch.setattr(new_table, "hashlib", SimpleNamespace(sha256=_Fixed))


class _Fixed:
    def __init__(self, data: bytes) -> None:
        del data

    def digest(self) -> bytes:
        return bytes(range(40, 72))

    def hexdigest(self) -> str:
        return self.digest().hex()


class Watcher:
    """Everything that the others see, in order, without ids that differ from run to run."""

    def __init__(self, group: OneChouette) -> None:
        self.group, self.seen = group, list[Any]()

    def calm(self, text: str) -> str:
        for name, person in self.group.bot.people.items():
            text = text.replace(str(person.id), name)
        return re.sub(r"\d{15,}", "#", text)

    async def look(self) -> None:
        """The whole channel as it is now: words, pictures, alt texts, buttons, who was notified."""
        bot = self.group.bot
        for message in bot.messages:
            shown = [(each.filename, each.description, await each.read()) for each in message.attachments]
            parts = [self.calm(repr(sorted(part.items(), key=str))) for part in walk(message)]
            self.seen.append((self.calm(message.content), shown, parts, bot.notified(message)))

    async def ask(self, who: str, command: str, **options: Any) -> None:
        """What a command tells somebody else, errors included."""
        result = await self.group.bot.people[who].slash(self.group.bot.channel, command, **options)
        self.seen.append((who, command, self.calm(said(result))))

    async def everything(self, who: str, table: str) -> None:
        """All that somebody can look at."""
        await self.look()
        for command in ("board", "pips", "chouette score", "chouette history", "chouette rules", "race"):
            await self.ask(who, command)
        for command in ("replay", "export"):
            await self.ask(who, command, game=table, format="gif" if command == "replay" else "txt")
        await self.ask(who, "fairness", game=table)
        await self.look()


async def window(choice: str) -> list[Any]:
    """One member says his word in the window, others look and try what they can."""
    async with crew(FOUR) as group:
        watcher = Watcher(group)
        group.bot.services.lobby._entropy = lambda count: bytes(range(count))
        await group.open(*FOUR)
        await group.until(box=False)
        table = (await group.table()).id
        captain, second, third = await group.team()
        box = await group.box()
        if choice == "Double":
            await group.confirmed(second, "Double")
        elif choice == "Changed":
            await group.confirmed(second, "Double")
            await group.bot.press(second, "Pass")
        else:
            await group.bot.press(second, choice)
        await watcher.everything(third, table)
        await watcher.everything(box, table)
        await watcher.ask(box, "take")
        await watcher.ask(box, "roll")
        await group.bot.press(third, "Hold")
        await watcher.ask(captain, "roll")
        await watcher.everything(captain, table)
        await group.bot.press(third, "Pass")
        await watcher.look()
        return watcher.seen


async def answers(choice: str) -> list[Any]:
    """The box has doubled all; one member answers."""
    async with crew(FOUR) as group:
        watcher = Watcher(group)
        group.bot.services.lobby._entropy = lambda count: bytes(range(count))
        await group.open(*FOUR)
        await group.until(box=True)
        table = (await group.table()).id
        _captain, second, third = await group.team()
        box = await group.box()
        await group.command(box, "double")
        await group.command(second, choice)
        await watcher.everything(third, table)
        await watcher.everything(box, table)
        await watcher.ask(box, "roll")
        await watcher.ask(third, "double")
        return watcher.seen


def difference(one: list[Any], other: list[Any]) -> str:
    for first, second in zip(one, other, strict=False):
        if first != second:
            apart = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
            return f"{apart!r:.1500}"
    return "" if len(one) == len(other) else f"{len(one)} and {len(other)} things were seen"


async def test_nobody_learns_who_doubled_before_the_window_closes() -> None:
    doubled, passed = await window("Double"), await window("Pass")
    assert difference(doubled, passed) == ""


async def test_nobody_learns_what_was_answered_before_all_have() -> None:
    taken = await answers("take")
    assert difference(taken, await answers("drop")) == ""
    assert difference(taken, await answers("beaver")) == ""


async def test_the_comparison_would_notice() -> None:
    assert difference(await window("Pass"), await window("Hold")) != ""
