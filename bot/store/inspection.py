"""Inspection of a store for its host: server versions, persistence, memory, contents.

Nothing is written.
"""

from __future__ import annotations

import asyncio
import time
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from redis.asyncio import RedisCluster

from bot.store import keys
from bot.store.connection import ANSWER_TIME, Connection, client_for, without_password
from bot.store.errors import StoreError
from bot.store.open_tables import count_open

_PINGS = 5
_PORT = 6379
_TLS = "This server speaks no TLS: begin REDIS_URL with redis:// or rediscluster://, or switch TLS on at the server."
#: Run in a script, as the bot reads: not every account may run scripts.
_READ = "return redis.call('GET', KEYS[1])"
_DELETE = "return redis.call('DEL', KEYS[1])"


class Node(Struct, frozen=True, kw_only=True):
    """One server; of a cluster, one primary. Facts it does not tell are empty or None."""

    product: str
    version: str
    replica: bool
    clustered: bool
    append_only: bool | None
    """Whether the append-only file is enabled."""
    synchronised: str
    """The fsync policy of that file: “always”, “everysec” or “no”."""
    eviction: str
    """The eviction policy when memory is full: “noeviction” keeps everything."""
    writing_fails: bool
    used: int | None = None
    """Bytes of memory that count towards its limit."""
    limit: int = 0
    """The memory limit in bytes; 0: none set."""


class Inspection(Struct, frozen=True, kw_only=True):
    """The findings about a store."""

    nodes: tuple[Node, ...]
    schema: bytes | None
    """The schema of what is stored; None if nothing is."""
    half_restored: bool
    account: bytes | None
    """The bot account it belongs to; None if to none yet."""
    open_tables: int
    seconds: float
    """The median round trip in seconds."""
    unwritable: str = ""
    """Why the account may not write; empty if it may."""


async def inspect(url: str) -> Inspection:
    """Inspect the store at an address as for `Store.connect`. Raises `StoreError` if the bot could not use it."""
    client, address = client_for(url), without_password(url)
    store = Connection(client, address)
    try:
        try:
            await store.ask("PING")
        except StoreError as error:
            if await _without_tls(url):
                raise StoreError(str(error), _TLS) from error
            raise
        servers = [store]
        if isinstance(client, RedisCluster):
            # A node has the methods of a client.
            servers = [Connection(node, node.name) for node in client.get_primaries()]  # type: ignore[arg-type]
        nodes = tuple([await _node(server) for server in servers])
        if nodes[0].clustered and not isinstance(client, RedisCluster):
            raise StoreError(
                f"The store at {address} is part of a cluster, whose address begins with rediscluster://, or with "
                "redisscluster:// if it speaks TLS."
            )
        return Inspection(
            nodes=nodes,
            schema=await store.ask("EVAL", _READ, 1, keys.SCHEMA),
            account=await store.ask("EVAL", _READ, 1, keys.ACCOUNT),
            half_restored=await store.ask("EXISTS", keys.RESTORING) == 1,
            open_tables=await count_open(store),
            seconds=median([await _seconds(store) for _ in range(_PINGS)]),
            unwritable="" if any(node.replica for node in nodes) else await _refusal(store),
        )
    finally:
        await store.close()


async def evictions(url: str) -> tuple[str, ...]:
    """The eviction policies of the servers at an address, as far as they tell."""
    store = Connection(client_for(url), without_password(url))
    try:
        told = [await _if_allowed(server, "INFO", "memory") for server in await store.nodes()]
    finally:
        await store.close()
    return tuple(sorted({each.get("maxmemory_policy", "") for each in told} - {"", "noeviction"}))


async def _node(server: Connection) -> Node:
    told = await _if_allowed(server, "INFO")
    kept = await _if_allowed(server, "CONFIG", "GET", "appendfsync")
    return Node(
        product="Valkey" if told.get("server_name") == "valkey" else "Redis",
        version=str(told.get("valkey_version") or told.get("redis_version", "")),
        replica=told.get("role") == "slave",
        clustered=bool(told.get("cluster_enabled")),
        append_only=bool(told["aof_enabled"]) if "aof_enabled" in told else None,
        synchronised=kept.get(b"appendfsync", b"").decode(),
        eviction=told.get("maxmemory_policy", ""),
        writing_fails=told.get("aof_last_write_status", "ok") != "ok",
        used=told["used_memory"] - told.get("mem_not_counted_for_evict", 0) if "used_memory" in told else None,
        limit=told.get("maxmemory", 0),
    )


async def _without_tls(url: str) -> bool:
    """Whether the server of a TLS address answers without TLS: it takes the TLS greeting for half a command, and waits
    for the rest.
    """
    address = urlsplit(url)
    if address.scheme not in ("rediss", "redisscluster"):
        return False
    try:
        async with asyncio.timeout(ANSWER_TIME):
            reader, writer = await asyncio.open_connection(address.hostname, address.port or _PORT)
            try:
                writer.write(b"PING\r\n")
                return (await reader.readline()).startswith((b"+PONG", b"-NOAUTH"))
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


async def _refusal(store: Connection) -> str:
    """Why the account may not write, tried by deleting keys that do not exist; empty if it may."""
    for key in keys.NEVER:
        try:
            await store.ask("EVAL", _DELETE, 1, key)
        except StoreError as error:
            return str(error)
    return ""


async def _if_allowed(server: Connection, *command: str) -> dict[Any, Any]:
    """A server's answer; empty if it refuses the command, as hosted servers may."""
    try:
        return await server.ask(*command)
    except StoreError:
        return {}


async def _seconds(store: Connection) -> float:
    begun = time.perf_counter()
    await store.ask("PING")
    return time.perf_counter() - begun
