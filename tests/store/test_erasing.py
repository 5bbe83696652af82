"""What has been deleted is no longer found in the store's files either, however long that takes."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import fakeredis
import pytest
import redis

from bot.store import Store, StoreError, keys
from bot.store.erasing import LEASE
from bot.tables import erasing
from bot.tables.repository import TableRepository
from tests.store.servers import Cluster, Server

SECRET = b"blocked: 817263548172635481"


def written(*directories: Path) -> bytes:
    """All that the servers with these directories have on the disk."""
    return b"".join(file.read_bytes() for each in directories for file in each.rglob("appendonlydir/*"))


async def deletes(store: Store, *people: int) -> None:
    for person in people:
        await store.set_preferences(person, SECRET)
        await store.drop_preferences(person)
        await store.erasing.note()


@pytest.mark.usefixtures("binary")
async def test_what_was_deleted_is_not_on_the_disk_and_the_rest_stays(tmp_path: Path) -> None:
    with Server(tmp_path / "server") as server:
        store = await Store.connect(server.url)
        await store.set_preferences(1, b"theme: sea")
        assert not await store.erasing.finish(0), "nobody has deleted anything"
        await deletes(store, 7)
        assert SECRET in written(tmp_path)
        assert await store.erasing.finish(0)
        assert SECRET not in written(tmp_path) and b"theme: sea" in written(tmp_path)
        assert not await store.erasing.finish(2 * LEASE), "it is done"
        server.kill()
        server.start()
        assert await store.preferences(1) == b"theme: sea"
        await store.close()


async def test_of_a_cluster_each_server_does_it(cluster: Cluster, tmp_path: Path) -> None:
    store = await Store.connect(cluster.url)
    people = [next(n for n in range(99) if cluster.node_of(keys.preferences(n)) is node) for node in cluster.nodes]
    await deletes(store, *people)
    directories = [Path(node.ask("CONFIG GET", "dir")["dir"]) for node in cluster.nodes]
    assert [SECRET in written(each) for each in directories] == [True] * 3
    assert await store.erasing.finish(0)
    assert SECRET not in written(*directories)
    await store.close()


@pytest.mark.usefixtures("binary")
async def test_a_server_that_refuses_is_asked_again_until_it_does(tmp_path: Path) -> None:
    with Server(tmp_path / "server") as server:
        server.ask("ACL", "SETUSER", "default", "-bgrewriteaof")
        store = await Store.connect(server.url)
        await deletes(store, 7)
        with pytest.raises(StoreError, match=r"(?i)bgrewriteaof"):
            await store.erasing.finish(0)
        assert SECRET in written(tmp_path)
        assert not await store.erasing.finish(LEASE - 1), "another process is about it, for all one knows"
        server.ask("ACL", "SETUSER", "default", "+bgrewriteaof")
        assert await store.erasing.finish(LEASE)
        assert SECRET not in written(tmp_path)
        await store.close()


@pytest.mark.usefixtures("binary")
async def test_one_that_writes_no_file_has_nothing_to_forget(tmp_path: Path) -> None:
    with Server(tmp_path / "server", "--appendonly", "no") as server:
        store = await Store.connect(server.url)
        await deletes(store, 7)
        assert await store.erasing.finish(0)
        assert not (tmp_path / "server" / "appendonlydir").exists()
        await store.close()


class Rewriting:
    """A client of a server that is busy: what it tells of its rewriting, one answer after the other."""

    def __init__(self, *told: tuple[int, int, str]) -> None:
        self.told = list(told)
        self.fake = fakeredis.FakeAsyncRedis()
        self.begun: list[int] = []
        self.refuses = False

    async def execute_command(self, *command: Any) -> Any:
        if command[0] == "INFO":
            under_way, scheduled, status = self.told.pop(0)
            return {
                "aof_enabled": 1,
                "aof_rewrite_in_progress": under_way,
                "aof_rewrite_scheduled": scheduled,
                "aof_last_bgrewrite_status": status,
            }
        if command[0] == "BGREWRITEAOF":
            self.begun.append(len(self.told))
            if self.refuses:
                raise redis.ResponseError("already in progress")
            return b"started"
        return await self.fake.execute_command(*command)


async def test_one_that_began_before_the_deletion_does_not_count() -> None:
    server = Rewriting((1, 0, "ok"), (0, 0, "ok"), (0, 1, "ok"), (1, 0, "ok"), (0, 0, "ok"))
    store = Store(server, "the test")  # type: ignore[arg-type]
    await store.erasing.note()
    assert await store.erasing.finish(0)
    assert server.begun == [3] and server.told == []


async def test_what_another_process_has_just_begun_counts() -> None:
    server = Rewriting((0, 0, "ok"), (1, 0, "ok"), (0, 0, "ok"))
    server.refuses = True
    store = Store(server, "the test")  # type: ignore[arg-type]
    await store.erasing.note()
    assert await store.erasing.finish(0)


async def test_one_that_fails_is_tried_again() -> None:
    server = Rewriting((0, 0, "ok"), (0, 0, "err"), (0, 0, "err"), (0, 0, "ok"))
    store = Store(server, "the test")  # type: ignore[arg-type]
    await store.erasing.note()
    with pytest.raises(StoreError, match="has failed to rewrite"):
        await store.erasing.finish(0)
    assert await store.erasing.finish(LEASE)


async def test_what_is_deleted_meanwhile_is_erased_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Rewriting(*[(0, 0, "ok")] * 4)
    store = Store(server, "the test")  # type: ignore[arg-type]
    await store.erasing.note()
    run = store._connection.run

    async def deleted_meanwhile(*call: Any) -> Any:
        taken = await run(*call)
        await store.erasing.note()
        return taken

    monkeypatch.setattr(store._connection, "run", deleted_meanwhile)
    assert await store.erasing.finish(0)
    monkeypatch.undo()
    assert await store.erasing.finish(1)
    assert not await store.erasing.finish(2 * LEASE)


async def test_the_bot_sees_to_it_within_the_hour_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert 3 * max(erasing.PERIOD, LEASE) < 3600, "several tries"
    monkeypatch.setattr(erasing, "PERIOD", 0)
    monkeypatch.setattr("bot.store.erasing.LEASE", -1)
    server = Rewriting((0, 0, "ok"), (0, 0, "err"), (0, 0, "ok"), (0, 0, "ok"))
    store = Store(server, "the test")  # type: ignore[arg-type]
    await store.erasing.note()
    caplog.set_level("INFO", "bot.tables.erasing")
    task = asyncio.create_task(erasing.erase(store, TableRepository(store), time.time))
    async with asyncio.timeout(10):
        while len(caplog.messages) < 2:
            await asyncio.sleep(0)
    task.cancel()
    still, done = caplog.messages
    assert still.startswith("what was deleted still stands in the store's append-only file: ")
    assert done == "what was deleted is out of the store's append-only file"
