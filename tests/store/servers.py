"""Servers for the tests, and a line to them on which answers get lost."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import redis
from redis.asyncio import Redis, RedisCluster


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


@contextlib.contextmanager
def cluster_of_one(binary: Path, directory: Path) -> Iterator[str]:
    """A cluster whose only node has all slots; the address of that node."""
    port, bus = _free_ports()
    words = f"--port {port} --cluster-enabled yes --cluster-port {bus} --bind 127.0.0.1 --save".split()
    server = subprocess.Popen([binary, *words, "", "--dir", directory], stdout=subprocess.DEVNULL)
    try:
        with redis.Redis(port=port) as node:
            _until(lambda: node.ping())
            node.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
            _until(lambda: node.execute_command("CLUSTER INFO")["cluster_state"] == "ok")
        yield f"rediscluster://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def _free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


def _until(done: Callable[[], object]) -> None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with contextlib.suppress(redis.ConnectionError):
            if done():
                return
        time.sleep(0.02)
    raise TimeoutError("the cluster did not start")
