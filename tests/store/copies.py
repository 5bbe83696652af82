"""What goes between a client and its server, and everything a server has."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import redis
from redis.asyncio import Redis, RedisCluster

from bot.store.connection import Connection

Client = Redis | RedisCluster
NewClient = Callable[[], Client]


@contextlib.contextmanager
def watched(
    client: Client, before: Callable[[int], None] = lambda number: None, after: Callable[[int], None] | None = None
) -> Iterator[list[tuple[Any, ...]]]:
    """What a client sends. `before` and `after` are told the number of each command and may raise."""
    ask, sent = client.execute_command, []

    async def asked(*command: Any, **options: Any) -> Any:
        sent.append(command)
        number = len(sent)
        before(number)
        answer = await ask(*command, **options)
        if after:
            after(number)
        return answer

    with mock.patch.object(client, "execute_command", asked):
        yield sent


def fails_after(most: int) -> Callable[[int], None]:
    def before(number: int) -> None:
        if number > most:
            raise redis.ResponseError("gone")

    return before


def every_second_answer_is_lost(number: int) -> None:
    if number % 2:
        raise redis.ConnectionError("the answer was lost")


def connection(client: Any) -> Connection:
    return Connection(client, "the test", 30)


async def everything(client: Client) -> dict[bytes, tuple[object, int]]:
    """All keys with their values and the times at which they vanish, but those of running processes."""
    read: dict[bytes, Callable[[bytes], tuple[object, ...]]] = {
        b"string": lambda key: ("GET", key),
        b"hash": lambda key: ("HGETALL", key),
        b"set": lambda key: ("SMEMBERS", key),
        b"zset": lambda key: ("ZRANGE", key, 0, -1, "WITHSCORES"),
        b"stream": lambda key: ("XRANGE", key, "-", "+"),
    }
    found = {}
    async for key in client.scan_iter():
        if b":call:" not in key and b":shards:" not in key:
            kind = await client.execute_command("TYPE", key)
            value = await client.execute_command(*read[kind](key))
            found[key] = (value, await client.execute_command("PEXPIRETIME", key))
    return found


async def clear(client: Client) -> None:
    async for key in client.scan_iter():
        await client.execute_command("DEL", key)
