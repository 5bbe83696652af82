"""Computers at tables as the process sees them: who waits for them, and what is remembered of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.tables import computers as computers_module
from bot.tables.computers import Computers
from bot.tables.table import Table
from tests.tables.tables import Tables
from tests.tables.test_computer_noise import Listening, begun


async def test_who_waits_for_the_computers_looks_at_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting costs nothing: it goes on when something has happened, and not every few milliseconds."""
    tables, thinking = Tables(), asyncio.Event()
    table = await begun(tables)

    async def think(seconds: float) -> None:
        thinking.set()
        await asyncio.Event().wait()

    computers = Computers(Listening(), tables.repository, tables.desk, sleep=think, now=lambda: tables.time)
    computers.wake(table)
    loop, timers = asyncio.get_running_loop(), list[float]()
    call_at = loop.call_at

    def noting(when: float, *rest: Any, **more: Any) -> asyncio.TimerHandle:
        timers.append(when)
        return call_at(when, *rest, **more)

    await thinking.wait()
    monkeypatch.setattr(loop, "call_at", noting)
    waiting = asyncio.create_task(computers.idle())
    for _ in range(10):
        await asyncio.sleep(0)
    assert not timers and not waiting.done()
    await computers.rest()
    await waiting


async def test_of_many_tables_it_is_forgotten_in_the_end_that_their_people_know_of_a_silent_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are told again; the process remembers no more and no more tables."""
    monkeypatch.setattr(computers_module, "_MOST_TOLD", 2, raising=False)
    told = list[str]()

    async def tell(table: Table) -> None:
        told.append(table.id)

    async def show(table: Table) -> None:
        del table

    tables = Tables()
    table = await begun(tables)
    engine = Listening()
    engine.silent = True
    computers = Computers(
        engine, tables.repository, tables.desk, sleep=lambda seconds: asyncio.sleep(0), now=lambda: 0.0
    )
    computers.serves(show, tell)
    for name in ("one", "other", "third", "one", "third"):
        await computers._tell_once(replace(table, about=replace(table.about, id=name)))
    assert told == ["one", "other", "third", "one"]
