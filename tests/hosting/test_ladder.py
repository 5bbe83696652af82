"""`python -m bot ladder`: counted anew, and compared, also while a bot uses the store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.hosting.ladder import ladder
from bot.ladder.facts import write_fact
from bot.settings import Settings
from bot.store import Entry, Store, open_store
from bot.store.standings import Counted
from tests.ladder.facts import match_game

SERVER = 7


async def furnish(data: Path) -> None:
    store = await open_store(None, data)
    for number in range(3):
        fact = match_game(winner=0, length=1, table=f"t{number}")
        await store.ladder.enter(SERVER, fact.table, [Entry(1, write_fact(fact), (1001, 1002))])
    await store.close()


async def spoil(data: Path) -> None:
    store: Store = await open_store(None, data)
    view = store.ladder.counted(SERVER, str(await store.ladder.view(SERVER)))
    assert await view.advance(3, 3, Counted({"players": {"2": b"x"}}))
    await store.close()


def test_a_ladder_is_counted_anew_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    settings = Settings(data_dir=data)
    assert ladder(settings, "verify", SERVER) == 1
    assert capsys.readouterr().err.startswith("The ladder was left as it is. There is no store in")
    asyncio.run(furnish(data))
    assert ladder(settings, "verify", SERVER) == 0
    assert ladder(settings, "rebuild", SERVER) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The ladder of server 7 is what its list gives: 3 entries.",
        "Rebuilt: 3 entries of the list of server 7 are counted.",
    ]
    asyncio.run(spoil(data))
    assert ladder(settings, "verify", SERVER) == 1
    assert "  players: 2" in capsys.readouterr().out.splitlines()
    assert ladder(settings, "rebuild", SERVER) == 0 and ladder(settings, "verify", SERVER) == 0
