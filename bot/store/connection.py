"""Connection to a Redis server or cluster: addresses, timeouts, retries, and errors in words.

Every command may be sent twice without harm (see `Store`), so a command whose connection broke is retried until it is
answered or `PATIENCE` is over.
"""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from typing import Any

from redis import exceptions as redis_errors
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.store.cluster import AT_ONCE, Cluster
from bot.store.errors import StoreError, StoreFull
from bot.store.scripts import Script
from bot.store.waiting import waiting

PATIENCE = 2.0
"""Seconds after which an unanswered command is given up."""

ANSWER_TIME = 0.9
"""Seconds a server has to answer, or to accept a connection, before the command is retried on a new connection."""

FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.2
"""Seconds between retries; each pause is twice the one before."""

AT_A_LOOK = 500
"""The COUNT of a SCAN: keys a server examines before it serves other clients."""

_WHO = "Correct the name and the password in REDIS_URL."
_RIGHTS = "Give the account the rights that docs/hosting.md has."
_ROOM = "Give it more: STORE_LIMIT, or maxmemory of its server."
_CERTIFICATE = "Name the authority of its certificate at the end of REDIS_URL: ?ssl_ca_certs=FILE."

_HOPELESS = (redis_errors.AuthenticationError, redis_errors.AuthorizationError)
_PASSING = (
    redis_errors.ConnectionError,
    redis_errors.TimeoutError,
    redis_errors.ClusterDownError,
    redis_errors.TryAgainError,
    redis_errors.ReadOnlyError,
    redis_errors.RedisClusterException,
    OSError,
    AttributeError,  # raised by redis-py when a node of a cluster disappears during a send
)


def client_for(url: str, answer_time: float | None = None) -> Redis | RedisCluster:
    """A client for `redis://`, `rediss://` (TLS), `unix://` or, for a cluster, `rediscluster://host:port` or
    `redisscluster://` (TLS).

    `answer_time`: seconds a server has, else `ANSWER_TIME`. Nothing is connected yet. Raises `StoreError` for an
    address that is none of these.
    """
    seconds = ANSWER_TIME if answer_time is None else answer_time
    limits: dict[str, Any] = {"socket_connect_timeout": seconds, "retry": Retry(NoBackoff(), 0)}
    try:
        scheme, _, rest = url.partition("://")
        if scheme in ("rediscluster", "redisscluster"):
            return Cluster.from_url(f"{scheme.removesuffix('cluster')}://{rest}", socket_timeout=seconds, **limits)
        client = _Punctual.from_url(url, socket_timeout=None, **limits)
        assert isinstance(client, _Punctual)
        client.answer_time = seconds
        return client
    except (ValueError, redis_errors.RedisError, redis_errors.RedisClusterException) as error:
        # The unreadable part may belong to a password, and the error quotes it.
        why = "letters such as / # ? in a password are written %2F %23 %3F" if "@" in url else _said(error)
        raise StoreError(f"The store's address {without_password(url)} cannot be used: {why}.") from None


class _Punctual(Redis):
    """A client with a timeout of `answer_time` seconds per answer, and `AT_ONCE` connections at most.

    redis-py's own `socket_timeout` wraps each command in a task, which delays sending by a turn of the loop; here it is
    sent at once.
    """

    answer_time = ANSWER_TIME

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        try:
            async with self._gate, waiting(self.answer_time):
                return await super().execute_command(*args, **options)
        except TimeoutError as error:
            raise redis_errors.TimeoutError(f"no answer within {self.answer_time:g} seconds") from error


def without_password(url: str) -> str:
    """The address without its password, for display and logs."""
    scheme, colon, rest = url.rpartition("://")
    return scheme + colon + rest.rpartition("@")[2].partition("?")[0]


class Connection:
    """Sends commands and scripts; raises nothing but `StoreError`. `address` is the store's name in errors.

    `patience`: seconds after which a command is given up, else `PATIENCE`. `failures` counts these errors by kind:
    no_entry, full, refused, unanswered.
    """

    def __init__(self, client: Redis | RedisCluster, address: str, patience: float | None = None) -> None:
        self._client = client
        self._address = address
        self._patience = PATIENCE if patience is None else patience
        self.failures: Counter[str] = Counter()

    @property
    def fails_in_parts(self) -> bool:
        """Whether some keys may be out of reach while others are not."""
        return isinstance(self._client, RedisCluster)

    async def ask(self, *command: str | bytes | int | float) -> Any:
        """The answer to one command. Raises `StoreError` if it is refused or not answered in time."""
        trouble: Exception | None = None
        pause = FIRST_PAUSE
        try:
            async with waiting(self._patience) as limit:
                while True:
                    try:
                        return await self._client.execute_command(*command)
                    except redis_errors.NoScriptError as error:
                        raise _UnknownScript from error
                    except (*_HOPELESS, *_PASSING) as error:
                        # If no node of a cluster accepts the credentials, redis-py reports the cluster as unreachable.
                        if isinstance(error, _HOPELESS) or isinstance(error.__cause__, _HOPELESS):
                            self.failures["no_entry"] += 1
                            raise StoreError(
                                f"The store at {self._address} does not let the bot in: {_said(error)}.", _WHO
                            ) from error
                        trouble = error
                        if isinstance(error, redis_errors.ReadOnlyError) and isinstance(self._client, Redis):
                            # The server was demoted to a replica: its address may now lead to the new primary.
                            await self._client.connection_pool.disconnect(inuse_connections=False)
                    except redis_errors.OutOfMemoryError as error:
                        self.failures["full"] += 1
                        raise StoreFull(f"The store at {self._address} is full: {_said(error)}.", _ROOM) from error
                    except redis_errors.RedisError as error:
                        self.failures["refused"] += 1
                        todo = _RIGHTS if isinstance(error, redis_errors.NoPermissionError) else ""
                        raise StoreError(
                            f"The store at {self._address} refuses {command[0]}: {_said(error)}.", todo
                        ) from error
                    if limit.expired():
                        raise TimeoutError
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        except TimeoutError as error:
            self.failures["unanswered"] += 1
            why = f": {_said(trouble)}" if trouble else f" within {self._patience:g} seconds"
            words = f"The store at {self._address} does not answer{why}."
            raise StoreError(words, _todo(trouble)) from (trouble or error)

    async def run(self, script: Script, keys: list[str], *arguments: str | bytes | int | float) -> Any:
        """Run a script by its digest; its source is sent only if the server does not know it yet."""
        try:
            return await self.ask("EVALSHA", script.sha, len(keys), *keys, *arguments)
        except _UnknownScript:
            return await self.ask("EVAL", script.text, len(keys), *keys, *arguments)

    async def names(self, pattern: str) -> set[str]:
        """The keys of all nodes that match: every one that exists throughout, and perhaps some that come or go."""
        found: set[bytes] = set()
        for node in await self.nodes():
            cursor, first = 0, True
            while cursor or first:
                cursor, some = await node.ask("SCAN", cursor, "MATCH", pattern, "COUNT", AT_A_LOOK)
                found.update(some)
                first = False
        return {name.decode(errors="replace") for name in found}

    async def nodes(self) -> list[Connection]:
        """This connection, or one for each node of a cluster that has slots."""
        if not isinstance(self._client, RedisCluster):
            return [self]
        await self.ask("PING")  # discovers the nodes
        nodes: list[Any] = self._client.get_primaries()  # each has the methods of a client
        return [Connection(node, self._address, self._patience) for node in nodes]

    @property
    def address(self) -> str:
        """The store's name in errors."""
        return self._address

    async def close(self) -> None:
        await self._client.aclose()


def _todo(error: BaseException | None) -> str:
    """Advice on a failing connection, as far as its causes tell."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return _CERTIFICATE
        error = error.__cause__ or error.__context__
    return ""


def _said(error: Exception) -> str:
    return str(error).rstrip(". ")


class _UnknownScript(Exception):
    """The server does not have the script (NOSCRIPT)."""
