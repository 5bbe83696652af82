"""The client of a cluster: a server that is gone takes no time from the commands to the others.

redis-py reads the map of slots anew after each command whose connection broke, some ten milliseconds of the loop, and
closes all connections, those to other servers too, when a server says CLUSTERDOWN. While one server of three was gone,
fifty commands a second to it stopped the bot altogether. Here the map is read once in `MAP_AGE` seconds at most, each
server has places of its own for commands under way, and one that did not answer is left alone for `REST` seconds.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any

from msgspec import Struct, field
from redis import exceptions as redis_errors
from redis.asyncio import RedisCluster
from redis.asyncio.cluster import ClusterNode

MAP_AGE = 1.0
"""Seconds for which a map of slots is good, even if a server does not answer."""

REST = 0.05
"""Seconds between attempts to reach a server that did not answer the last one."""

AT_ONCE = 32
"""Maximum of concurrent commands to a server, and so of open connections."""


class _Server(Struct):
    """What the client knows of a server beside its connections. `trouble`: why it did not answer, if it did not."""

    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    trouble: str = ""
    rests_until: float = 0.0


class Cluster(RedisCluster):
    """A client of a cluster that reads the map of slots rarely and closes no connection to a server that answers."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        # Read anew after so many moved keys, all connections would be closed, including those in use.
        super().__init__(*arguments, reinitialize_steps=0, **settings)
        self._servers: defaultdict[str, _Server] = defaultdict(_Server)
        self._silent: str | None = None
        self._fresh_until = 0.0

    async def initialize(
        self,
        additional_startup_nodes_info: list[tuple[str, int]] | None = None,
        last_failed_node_name: str | None = None,
    ) -> RedisCluster:
        """Read the map, from the server that failed last only if no other answers."""
        try:
            await super().initialize(additional_startup_nodes_info, last_failed_node_name or self._silent)
        except (redis_errors.ConnectionError, redis_errors.TimeoutError):
            # The first one of the map, which is asked what commands it has, may be the one that is gone.
            if first := next(iter(self.nodes_manager.nodes_cache), None):
                self.nodes_manager.move_node_to_end_of_cached_nodes(first)
            raise
        return self

    async def _execute_command(self, target_node: ClusterNode, *args: Any, **kwargs: Any) -> Any:
        server = self._servers[target_node.name]
        try:
            async with server.gate:
                if server.trouble:
                    now = asyncio.get_running_loop().time()
                    if now < server.rests_until:
                        raise redis_errors.ConnectionError(server.trouble)
                    server.rests_until = now + REST
                answer = await target_node.execute_command(*args, **kwargs)
                server.trouble = ""
                return answer
        except (redis_errors.MovedError, redis_errors.AskError):
            server.trouble = ""
            return await super()._execute_command(target_node, *args, **kwargs)
        except (redis_errors.ConnectionError, redis_errors.TimeoutError) as error:
            await self._lost(target_node, str(error))
            raise
        except redis_errors.ClusterDownError:
            self._doubt()
            raise

    async def _lost(self, node: ClusterNode, why: str) -> None:
        """A server did not answer: its other connections are no better, and its slots may be elsewhere."""
        server, now = self._servers[node.name], asyncio.get_running_loop().time()
        if server.trouble and now < server.rests_until:
            return
        server.trouble, server.rests_until = why or "no answer", now + REST
        self._silent = node.name
        self.nodes_manager.move_node_to_end_of_cached_nodes(node.name)
        node.update_active_connections_for_reconnect()
        await node.disconnect_free_connections()
        self._doubt()

    def _doubt(self) -> None:
        """Let the next command read the map anew, unless it is fresh."""
        now = asyncio.get_running_loop().time()
        if now >= self._fresh_until:
            self._fresh_until = now + MAP_AGE
            self._initialize = True
