"""Stores of every kind: on fakeredis, on the embedded server, on a cluster."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import fakeredis
import pytest
import pytest_asyncio
import redis
from redis.asyncio import Redis, RedisCluster

from bot.store import EmbeddedServer, Store
from bot.store.connection import client_for
from tests.store.rights import Host, as_documented, signed_in
from tests.store.servers import Cluster, Line, server_binary


@pytest.fixture(scope="session")
def binary() -> Path:
    """The store server of this platform."""
    return server_binary()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of three servers."""
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def embedded(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of an embedded server."""
    async with EmbeddedServer(tmp_path_factory.mktemp("embedded")) as server:
        yield server.url


@pytest.fixture(params=["fakeredis", "embedded", "cluster"])
def host(request: pytest.FixtureRequest) -> Host:
    """One empty server, and who hosts it."""
    if request.param == "fakeredis":
        fake = fakeredis.FakeServer()
        return Host(lambda: fakeredis.FakeAsyncRedis(server=fake), lambda: fakeredis.FakeAsyncRedis(server=fake))
    server = request.getfixturevalue(request.param)
    if isinstance(server, Cluster):
        for node in server.nodes:
            node.ask("FLUSHALL")
            node.ask(*as_documented(cluster=True))
        server = server.url
    else:
        with redis.Redis.from_url(server) as client:
            client.flushall()
            client.execute_command(*as_documented())
    return Host(lambda: client_for(server), lambda: client_for(signed_in(server)))


@pytest.fixture
def new_client(host: Host) -> Callable[[], Redis | RedisCluster]:
    """Makes the bot's clients of one empty server, each as if it were in a process of its own."""
    return host.bot


@pytest.fixture
async def new_store(
    new_client: Callable[[], Redis | RedisCluster],
) -> AsyncIterator[Callable[[], tuple[Store, Line]]]:
    """Makes stores on one empty server, each with its line."""
    stores: list[Store] = []

    def make() -> tuple[Store, Line]:
        line = Line(new_client())
        stores.append(Store(line, "the test"))
        return stores[-1], line

    yield make
    for store in stores:
        await store.close()


@pytest.fixture
def store_and_line(new_store: Callable[[], tuple[Store, Line]]) -> tuple[Store, Line]:
    """One store and its line."""
    return new_store()


@pytest.fixture
def store(store_and_line: tuple[Store, Line]) -> Store:
    """One store."""
    return store_and_line[0]


@pytest.fixture
def line(store_and_line: tuple[Store, Line]) -> Line:
    """The line of `store`."""
    return store_and_line[1]
