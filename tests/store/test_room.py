"""How full the store is: what servers tell of their memory, and what nobody needs to be asked again."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

import fakeredis
import pytest

from bot.store import Saved, Store, StoreFull, open_store
from bot.store.room import FOR_IMPORTS, USUAL_LIMIT, Room, Space
from tests.store.rights import as_documented, signed_in
from tests.store.servers import Cluster, Line, Server

MB = 1 << 20
pytestmark = pytest.mark.usefixtures("binary")


async def fill(store: Store, share: float) -> None:
    """Write what nobody reads until the store is so full."""
    number = 0
    while (space := await store.room.space(anew=True)) is not None and space.used < share * space.limit:
        left = round(share * space.limit) - space.used
        await store.set_guild_settings(number, bytes(max(2000, min(200_000, left // 2))))
        number += 1


def test_nine_tenths_are_nearly_full() -> None:
    assert not Space(89, 100, 100).full() and Space(90, 100, 100).full()
    assert Space(80, 100, 100).full(10) and not Space(80, 100, 100).full(9)


async def test_the_servers_own_limit_counts_and_else_the_hosts(tmp_path: Path) -> None:
    with Server(tmp_path / "server", "--appendonly", "yes", "--maxmemory", "32mb") as server:
        store = await open_store(server.url, tmp_path, 20 * MB)
        space = await store.room.space(anew=True)
        assert space is not None and space.limit == space.all == 32 * MB and 0 < space.used < 16 * MB
        server.ask("CONFIG", "SET", "maxmemory", 0)
        space = await store.room.space(anew=True)
        assert space is not None and space.limit == 20 * MB
        assert await store.room.for_imports() == 20 * MB // FOR_IMPORTS
        await store.close()


async def test_a_server_of_our_own_has_the_limit_and_throws_nothing_away(tmp_path: Path) -> None:
    """When it is full, it refuses what would be added, says so, and still answers and deletes."""
    store = await open_store(None, tmp_path / "data", 20 * MB)
    space = await store.room.space()
    assert space is not None and space.limit == 20 * MB
    await store.set_preferences(1, b"dark")
    with pytest.raises(StoreFull, match="is full"):
        await fill(store, 1.1)
    assert store.failures["full"] and not store.failures["refused"]
    assert await store.room.nearly_full() and await store.preferences(1) == b"dark"
    channel = 0
    with suppress(StoreFull):
        while await store.save(channel, "abc", 0, {"state": bytes(1000)}, [b"a"]) is Saved.DONE:
            channel += 1
    assert await store.load(channel, "abc") is None and await store.log(channel, "abc") == [], "all or nothing"
    await store.drop_preferences(1)
    await store.close()


async def test_of_a_cluster_the_fullest_server_counts(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        for node in cluster.nodes:
            node.ask("CONFIG", "SET", "maxmemory", "100mb")
            node.ask(*as_documented(cluster=True))
        cluster.nodes[1].ask("CONFIG", "SET", "maxmemory", "8mb")
        for number in range(3000, 3040):
            if cluster.node_of(key := f"chouette:{number}") is cluster.nodes[1]:
                cluster.nodes[1].ask("SET", key, "x" * MB)
                break
        store = await Store.connect(signed_in(cluster.url))
        space = await store.room.space()
        assert space is not None and (space.limit, space.all) == (8 * MB, 208 * MB)
        assert space.used > MB
        await store.close()


async def test_the_account_of_the_readme_may_ask(tmp_path: Path) -> None:
    with Server(tmp_path / "server") as server:
        server.ask(*as_documented())
        store = await Store.connect(signed_in(server.url))
        assert await store.room.space() is not None
        await store.close()


async def test_servers_are_not_asked_at_each_press(tmp_path: Path) -> None:
    with Server(tmp_path / "server") as server:
        store = await Store.connect(server.url)
        line = store._connection._client = Line(store._connection._client)  # type: ignore[assignment]
        time = [100.0]
        room = Room(store._connection, lambda: time[0])

        async def asked(*, anew: bool = False) -> int:
            before = len(line.sent)
            await room.space(anew=anew)
            return len(line.sent) - before

        assert [await asked() for _ in range(3)] == [1, 0, 0]
        assert await asked(anew=True) == 1
        time[0] += 4.9
        assert await asked() == 0
        time[0] += 0.2
        assert await asked() == 1
        await store.close()


async def test_of_a_server_that_does_not_tell_the_best_is_believed() -> None:
    """It is not asked again for an hour, and what people bring may take a tenth of the usual."""
    client = fakeredis.FakeAsyncRedis()
    line = Line(client)
    store = Store(line, "the test")  # type: ignore[arg-type]
    assert await store.room.space() is None and not await store.room.nearly_full(10**12)
    assert await store.room.for_imports() == USUAL_LIMIT // FOR_IMPORTS
    assert len(line.sent) == 1
    await store.close()


async def test_the_host_reads_of_it_once_an_hour(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Server(tmp_path / "server", "--maxmemory", "20mb") as server:
        store = await Store.connect(server.url)
        time = [1e6]
        room = store.room = Room(store._connection, lambda: time[0])
        await fill(store, 0.85)
        assert not await room.nearly_full() and not caplog.records
        await fill(store, 0.92)
        assert await room.nearly_full(1)
        for _ in range(60):
            time[0] += 59
            await room.space()
        (told,) = (each for each in caplog.records if each.levelno == logging.ERROR)
        assert "nearly full: 18 of 20 MB" in told.getMessage() and "STORE_LIMIT" in told.getMessage()
        time[0] += 100
        await room.space()
        assert len([each for each in caplog.records if each.levelno == logging.ERROR]) == 2
        await store.close()
