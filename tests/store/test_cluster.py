"""A cluster of which a server is gone: the others are as quick as before, and it is found again where it was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio.cluster import NodesManager

from bot.store import StoreError, keys
from bot.store import cluster as client
from bot.store import due as due_work
from bot.store.connection import Connection, client_for
from tests.store.servers import Cluster, Server

#: Many more than may be under way to one server.
MANY = 10 * client.AT_ONCE


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Cluster]:
    """Servers that answer for their own slots while another one is gone."""
    words = "--cluster-enabled yes --cluster-require-full-coverage no --cluster-node-timeout 2000 --appendonly yes"
    with Cluster(tmp_path, [Server(tmp_path / f"{number}", *words.split()) for number in range(3)]) as cluster:
        yield cluster


@pytest.fixture
async def store(three: Cluster) -> AsyncIterator[Connection]:
    connection = Connection(client_for(three.url), "the test")
    yield connection
    await connection.close()


def some_on(cluster: Cluster, server: Server, number: int) -> list[str]:
    """So many keys of this server."""
    return [key for key in map("chouette:{}".format, range(9 * number)) if cluster.node_of(key) is server][:number]


@pytest.mark.parametrize("number", range(3))
async def test_who_is_gone_holds_up_nobody(
    three: Cluster, store: Connection, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, other = three.nodes[number], three.nodes[number - 1]
    lost, kept = some_on(three, gone, MANY), some_on(three, other, MANY)
    for key in (*lost, *kept):
        await store.ask("SET", key, key)
    maps: list[object] = []
    read = NodesManager.initialize

    async def counted(self: NodesManager, *args: Any, **options: Any) -> None:
        maps.append(self)
        await read(self, *args, **options)

    monkeypatch.setattr(NodesManager, "initialize", counted)
    monkeypatch.setattr(client, "MAP_AGE", 3600)
    gone.kill()
    asked = [asyncio.create_task(store.ask("GET", key)) for key in lost]
    await asyncio.sleep(0.2)  # each has failed by now, and waits to be tried again
    assert [await store.ask("GET", key) for key in kept] == [key.encode() for key in kept]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(each) for each in found} == {StoreError} and len(maps) == 1
    gone.start()
    three.until_well()
    assert await asyncio.gather(*(store.ask("GET", key) for key in lost)) == [key.encode() for key in lost]


async def test_what_is_due_elsewhere_is_taken_while_one_is_gone(
    three: Cluster, store: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_work, "_AGAIN", 0.05)
    due, names = due_work.Due(store), [f"{number}:t" for number in range(40)]
    for name in names:
        await due.set("table", name, 1.0)
    gone = three.nodes[0]
    away = [name for name in names if three.node_of(keys.due(f"table:{name}")) is gone]
    assert 0 < len(away) < 40
    gone.kill()
    assert sorted(key for _, key in await due.take(2.0)) == sorted(set(names) - set(away))
    assert await due.take(2.0) == []
    gone.start()
    three.until_well()
    found: list[str] = []
    while len(found) < len(away):
        found += [key for _, key in await due.take(2.0)]
        await asyncio.sleep(0.05)
    assert sorted(found) == sorted(away)


async def test_who_comes_while_one_is_gone_finds_the_others(three: Cluster) -> None:
    for number in range(3):
        gone, other = three.nodes[number], three.nodes[number - 1]
        gone.kill()
        store = Connection(client_for(other.url.replace("redis", "rediscluster", 1)), "the test")
        assert await store.ask("EXISTS", *some_on(three, other, 1)) == 0
        await store.close()
        gone.start()
        three.until_well()
