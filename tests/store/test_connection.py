"""Addresses, broken connections, servers that are gone: everything that goes wrong is a `StoreError` in words."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from bot.store import EmbeddedServer, Record, Saved, Store, StoreError, cluster, connection, keys, open_store
from bot.store.connection import Connection, client_for, without_password
from bot.store.waiting import waiting
from tests.store.servers import Cluster, Server


class Wire:
    """A socket in front of a server, which can cut the connection instead of passing on an answer, or keep it."""

    def __init__(self, server: Path) -> None:
        self.server = server
        self.cut_next = False
        self.cuts = 0
        self.keep_next = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self.server)

        async def pass_on_commands() -> None:
            while data := await reader.read(65536):
                back.write(data)

        commands = asyncio.create_task(pass_on_commands())
        while data := await there.read(65536):
            if self.cut_next:
                self.cut_next = False
                self.cuts += 1
                break
            if not self.keep_next:
                writer.write(data)
            self.keep_next = False
        commands.cancel()
        writer.close()
        back.close()


@asynccontextmanager
async def wire_to(server: Path, path: Path) -> AsyncIterator[Wire]:
    wire = Wire(server)
    listening = await asyncio.start_unix_server(wire.serve, path)
    try:
        yield wire
    finally:
        listening.close()


async def test_a_loop_that_is_held_is_no_silence_of_the_store() -> None:
    async with waiting(0.02):
        for _ in range(3):
            time.sleep(0.03)
            await asyncio.sleep(0)
    with pytest.raises(TimeoutError):
        async with waiting(0.02):
            await asyncio.Event().wait()


async def test_a_command_whose_end_is_swallowed_is_given_up_all_the_same() -> None:
    """As `asyncio.wait_for`, with which redis-py sends, may do up to Python 3.11."""

    class Deaf:
        async def execute_command(self, *command: object) -> None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0.1)
            raise redis.ConnectionError("it is gone")

    client: Any = Deaf()
    with pytest.raises(StoreError, match=r"does not answer: it is gone\.$"):
        async with asyncio.timeout(60):
            await Connection(client, "the test", 0.05).ask("PING")


@pytest.mark.usefixtures("binary")
async def test_a_connection_cut_before_the_answer_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with EmbeddedServer(data), wire_to(EmbeddedServer.socket_path(data), tmp_path / "wire") as wire:
        store = await Store.connect(f"unix://{tmp_path / 'wire'}")
        await store.save(1, "abc", 0, {})
        for version in range(1, 6):
            wire.cut_next = True
            assert await store.save(1, "abc", version, {}, [b"%d" % version], receipt=f"{version}") is Saved.DONE
            wire.cut_next = True
            assert await store.load(1, "abc") == Record(version + 1, {})
        assert wire.cuts == 10
        assert await store.log(1, "abc") == [b"1", b"2", b"3", b"4", b"5"]
        await store.close()


@pytest.mark.usefixtures("binary")
async def test_an_answer_that_does_not_come_is_asked_for_again(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with EmbeddedServer(data), wire_to(EmbeddedServer.socket_path(data), tmp_path / "wire") as wire:
        store = await Store.connect(f"unix://{tmp_path / 'wire'}")
        await store.save(1, "abc", 0, {})
        wire.keep_next = True
        assert await store.save(1, "abc", 1, {}, [b"a"]) is Saved.DONE
        assert await store.log(1, "abc") == [b"a"]
        await store.close()


@pytest.mark.usefixtures("binary")
async def test_commands_given_up_by_the_caller_leave_no_answer_behind(tmp_path: Path) -> None:
    store = await open_store(None, tmp_path)
    for person in range(50):
        await store.set_preferences(person, b"%d" % person)
    for person in range(50):
        asked = asyncio.create_task(store.preferences(person))
        for _ in range(person % 7):
            await asyncio.sleep(0)
        asked.cancel()
        assert await store.preferences(person + 1 if person < 49 else 0) == b"%d" % ((person + 1) % 50)
    await store.close()


@pytest.mark.usefixtures("binary")
async def test_a_thousand_commands_at_once_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 20)
    store = await open_store(None, tmp_path)
    saved = await asyncio.gather(*[store.save(number, "abc", 0, {}) for number in range(1000)])
    assert saved == [Saved.DONE] * 1000
    client = client_for(EmbeddedServer(tmp_path).url)
    assert (await client.info("clients"))["connected_clients"] <= cluster.AT_ONCE + 1
    await client.aclose()
    await store.close()


async def test_a_store_that_is_gone_is_given_up(tmp_path: Path) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def trouble(url: str) -> str:
        store = Store(client_for(url), "the test")
        with pytest.raises(StoreError) as caught:
            await store.save(1, "abc", 0, {})
        await store.close()
        return str(caught.value)

    listening = await asyncio.start_unix_server(silent, tmp_path / "silent")
    gone = ["redis://127.0.0.1:1", "rediscluster://127.0.0.1:1", f"unix://{tmp_path}/none", f"unix://{tmp_path}/silent"]
    async with asyncio.timeout(60):
        said = await asyncio.gather(*map(trouble, gone))
    for words in said:
        assert words.startswith("The store at the test does not answer")
        assert words.endswith(".")
    assert said[-1].endswith(": no answer within 0.9 seconds.") and connection.PATIENCE == 2
    listening.close()


async def test_connect_names_the_address_but_not_the_password() -> None:
    with pytest.raises(StoreError, match=r"^The store at redis://127\.0\.0\.1:1/3 does not answer: ") as caught:
        await Store.connect("redis://me:secret@127.0.0.1:1/3")
    assert "secret" not in str(caught.value)
    for secret in ("me:secret", "me:se@cret", "me:se/cr?et"):
        assert without_password(f"redis://{secret}@host:1/3?x=secret") == "redis://host:1/3"


@pytest.mark.parametrize(
    "url", ["", "host:6379", "http://host", "redis://host:port", "redis://[", "rediscluster://host:1/7"]
)
async def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match=r"address .*cannot be used"):
        await Store.connect(url)


@pytest.mark.parametrize("password", ["sec/ret", "sec#ret", "sec?ret", "[secret"])
async def test_an_address_with_an_unreadable_password_does_not_tell_it(password: str) -> None:
    with pytest.raises(StoreError, match="cannot be used") as caught:
        await Store.connect(f"redis://me:{password}@host")
    assert "sec" not in str(caught.value) and "ret" not in str(caught.value)


async def test_a_password_that_is_wrong_is_not_tried_again(
    address_with_password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 3600)
    with pytest.raises(StoreError, match="does not let the bot in"):
        async with asyncio.timeout(60):
            await Store.connect(address_with_password.replace("right", "wrong"))
    store = await open_store(address_with_password, Path("unused"))
    await store.close()


@pytest.fixture(params=["one server", "a cluster"])
async def address_with_password(cluster: Cluster, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """The address, with its password, of a server or cluster that asks for one."""
    one = cluster.node_of(keys.SCHEMA)
    for node in cluster.nodes:
        node.ask("ACL SETUSER", "tester", "on", ">right", "~*", "+@all")
    url = cluster.url if request.param == "a cluster" else one.url
    yield url.replace("://", "://tester:right@")
    for node in cluster.nodes:
        node.ask("ACL DELUSER", "tester")


class Address:
    """A port that leads to one server or, from some moment on, to another; what is connected stays so."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._open: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[str]:
        """The address."""
        listener = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        try:
            yield f"redis://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        finally:
            listener.close()
            for each in self._open:
                each.close()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self.server.port)
        self._open |= {writer, back}
        await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))

    async def _pass_on(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while data := await source.read(1 << 16):
            to.write(data)
            await to.drain()
        to.close()


@pytest.mark.usefixtures("binary")
async def test_where_a_replica_takes_over_the_bot_follows_its_address(tmp_path: Path) -> None:
    """Also where the old primary lives on as a replica, and refuses what it is told."""
    with Server(tmp_path / "old") as old, Server(tmp_path / "new") as new:
        address = Address(old)
        async with address.listening() as url:
            client = client_for(url)
            store = Connection(client, "the test", 30)
            await store.ask("SET", "chouette:a", "before")
            new.ask("REPLICAOF", "127.0.0.1", old.port)
            while new.ask("GET", "chouette:a") != b"before":
                await asyncio.sleep(0.02)
            new.ask("REPLICAOF", "NO", "ONE")
            old.ask("REPLICAOF", "127.0.0.1", new.port)
            address.server = new
            await store.ask("SET", "chouette:b", "after")
            assert await store.ask("MGET", "chouette:a", "chouette:b") == [b"before", b"after"]
            assert new.ask("GET", "chouette:b") == b"after"
            await store.close()
