"""Look-ups that take long: one a person, a few a server at a time, and what becomes of one whose worker dies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.cogs import lookups
from bot.cogs.services import Services
from bot.screens.reference.faults import FactFault
from bot.texts import texts
from bot.worker_pool import WorkerFailed, WorkerPool

from .bot import OneBot, said, walk
from .test_records import ask, two_games, until


class Held(WorkerPool):
    """A pool that does what it is asked for when it is let go; nobody waits for others to be answered first."""

    def __init__(self, bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(8)
        self.now = self.most = self.done = 0
        self.gate = asyncio.Event()
        self._commands = bot.env.held
        self._real = bot.services.lookups._pool
        bot.services.lookups._pool = self
        idle = Services.idle
        monkeypatch.setattr(Services, "idle", lambda self, timeout: idle(self, 0.3))

    async def run(self, work: Callable[..., Any], *args: Any, key: object = None) -> Any:
        self.now += 1
        self.most = max(self.most, self.now)
        self._commands.add(asyncio.current_task())
        try:
            await self.gate.wait()
            self._commands.remove(asyncio.current_task())
            return await self._real.run(work, *args, key=key)
        finally:
            self.now -= 1
            self.done += 1


def refusal(reason: FactFault) -> str:
    return texts("en")(reason.value)


async def test_of_twelve_look_ups_of_one_person_one_is_made(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_games(bot)
    held = Held(bot, monkeypatch)
    first = asyncio.create_task(ask(bot, "Ann", "export", game=table, format="mat"))
    await until(lambda: held.now == 1)
    others = [ask(bot, "Ann", "export", game=table, format="txt") for _ in range(10)]
    others.append(ask(bot, "Ann", "replay", game=f"{table}-1"))
    assert {said(answer) for answer in await asyncio.gather(*others)} == {refusal(FactFault.STILL_MADE)}
    held.gate.set()
    await first
    await until(lambda: held.done == 1 and not bot.services.running)
    assert held.most == 1
    assert "Ann – Bob" in said(await ask(bot, "Ann", "export", game=table, format="mat")), "he may ask again"


async def test_of_twelve_people_of_one_server_two_are_served_at_a_time_and_all_in_the_end(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [f"P{number}" for number in range(12)]
    table = await two_games(bot)
    for name in people:
        bot.hire(name)
    held = Held(bot, monkeypatch)
    asking = [asyncio.create_task(ask(bot, name, "export", game=table, format="mat")) for name in people]
    await until(lambda: held.now == lookups.AT_ONCE)
    await asyncio.sleep(0.05)
    assert held.now == lookups.AT_ONCE
    held.gate.set()
    await asyncio.gather(*asking)
    await until(lambda: held.done == len(people) and not bot.services.running)
    assert held.most == lookups.AT_ONCE


async def test_whose_turn_does_not_come_is_told_so(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_games(bot)
    monkeypatch.setattr(lookups, "AT_ONCE", 1)
    monkeypatch.setattr(lookups, "PATIENCE", 0.05)
    held = Held(bot, monkeypatch)
    first = asyncio.create_task(ask(bot, "Ann", "export", game=table, format="mat"))
    await until(lambda: held.now == 1)
    assert said(await ask(bot, "Bob", "export", game=table, format="mat")) == refusal(FactFault.TOO_MANY_WAIT)
    held.gate.set()
    await first
    await until(lambda: not bot.services.running)
    assert "Ann – Bob" in said(await ask(bot, "Bob", "export", game=table, format="mat"))


async def test_a_look_up_whose_worker_dies_is_told_of_and_the_table_goes_on(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two_games(bot)

    async def dies(*_: Any) -> bytes:
        raise WorkerFailed("the workers died")

    with monkeypatch.context() as broken:
        broken.setattr(bot.services.lookups._pool, "_asked", dies)
        for command, options in (("export", {"format": "mat"}), ("replay", {})):
            answer = await ask(bot, "Ann", command, game=f"{table}-1", **options)
            assert said(answer) == refusal(FactFault.NOT_MADE)
    await bot.turn()
    assert "Ann – Bob" in said(await ask(bot, "Ann", "export", game=f"{table}-1", format="mat"))


async def test_one_game_is_exported_out_of_its_own_entries(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_games(bot)
    store = bot.services.store
    read: list[tuple[int, int | None]] = []
    log_lines = store.log_lines

    async def counted(channel: int, name: str, first: int = 1, last: int | None = None) -> bytes:
        read.append((first, last))
        return await log_lines(channel, name, first, last)

    monkeypatch.setattr(store, "log_lines", counted)
    await ask(bot, "Ann", "export", game=f"{table}-1", format="mat")
    _, second = await store.beginnings(bot.channel.id, table, [1, 2])
    assert second is not None and read == [(2, second.entry - 1)]


async def test_help_is_one_message_that_turns_from_topic_to_topic(bot: OneBot) -> None:
    asked = await bot.people["Ann"].slash(bot.channel, "help")
    shown = asked.response
    assert len(asked.followups) == 0 and len(shown.attachments) == 1 and shown.attachments[0].description
    *labels, computer, learn, show = [each["label"] for each in walk(shown)]
    assert (computer, learn, show) == ("Play the computer", "Learn to play", "Show everybody") and labels == [
        *("First steps", "The board", "A play", "Chouette", "Preferans"),
        *("The computer and hints", "Ratings", "Position of the day", "Commands"),
    ]
    read = set[str]()
    for label in labels:
        turned = await bot.people["Ann"].click(shown, label=label)
        assert turned.acknowledged and turned.response.id == shown.id and not turned.followups
        read.add(shown.content)
        assert len(shown.attachments) == 1
    assert len(read) == 9 and "**Commands**" in shown.content and not bot.messages


async def test_who_reads_about_the_computer_can_play_it_and_learns_what_a_hint_says(bot: OneBot) -> None:
    shown = (await bot.people["Ann"].slash(bot.channel, "help")).response
    topics = {"First steps": True, "The computer and hints": True, "Ratings": False}
    for topic, playable in topics.items():
        await bot.people["Ann"].click(shown, label=topic)
        assert ("Play the computer" in [each["label"] for each in walk(shown)]) is playable, topic
    told = (await bot.people["Ann"].click(shown, label="The computer and hints")).response.content.splitlines()
    beginnings = (
        "**The computer",
        "**Play",
        "In a direct message",
        "The levels",
        "**Hint**",
        "The number behind a play",
        "A *ply*",
        "In a ch",
    )
    assert [line.startswith(words) for line, words in zip(told, beginnings, strict=True)] == [True] * 8
    assert "the weaker ones double late" in told[3] and "*equity*" in told[5]
    asked = await bot.people["Ann"].click(shown, label="Play the computer")
    assert asked.response.content.splitlines()[-1] == "How long do we play?"
