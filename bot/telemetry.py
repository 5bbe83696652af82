"""Telemetry for the host: one log line per action, and Prometheus metrics.

Neither tells who acted, nor which of several answers was given that are sealed until all have spoken, because the host
may play too: all these share one word, without the reason of a refusal, and their confirmations leave no trace.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import platform
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING

import aiohttp
import discord
from msgspec import Struct
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.io_thread import run_in_io_thread
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, trouble
from bot.settings import SettingsError
from bot.store import Store, StoreError
from bot.tables.table import Stage, Table
from bot.user_agent import own_version

if TYPE_CHECKING:
    from wsgiref.simple_server import WSGIServer

_log = logging.getLogger("bot.actions")

#: The word for every sealed answer, and for what leads to one.
SEALED = "cube"
#: The word for unknown verbs: buttons of older bots, or forged ones.
UNKNOWN = "unknown"
#: Actions of the clock, by the table's stage afterwards; at an open one silence decided.
_BY_CLOCK = {Stage.WITHDRAWN: "expire", Stage.CLOSED: "close"}
#: Seconds between measurements of the loop, and how many of these pass between counts of tables.
_PERIOD, _SELDOM = 1.0, 60
_ANSWER_TIMES = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 2.2, 3.0)
_LAGS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Action(Struct, frozen=True, kw_only=True):
    """The outcome of a command, press or form, or of an action of the clock. Times are seconds.

    `outcome`: done, repeated (delivered before), refused (`reason` names why), store (it failed), error (`error` is the
    id in the log) or ended (with the bot, in the middle of it).
    """

    verb: str
    outcome: str
    table: str = "-"
    question: int | None = None
    interaction: int | None = None
    acknowledged: float | None = None
    board: float | None = None
    reason: str = ""
    error: str = ""
    by: str = ""

    def __str__(self) -> str:
        parts = {
            "verb": self.verb,
            "table": self.table,
            "question": _or_none(self.question),
            "interaction": _or_none(self.interaction),
            "acknowledged": _milliseconds(self.acknowledged),
            "board": _milliseconds(self.board),
            "outcome": self.outcome,
            "reason": self.reason,
            "error": self.error,
            "by": self.by,
        }
        return "action " + " ".join(f"{name}={value}" for name, value in parts.items() if value)


def _or_none(number: int | None) -> str:
    return "-" if number is None else str(number)


def _milliseconds(seconds: float | None) -> str:
    return "-" if seconds is None else str(round(1000 * seconds))


class Telemetry:
    """Writes log lines and counts metrics. Made once; nothing listens before `serve`. `word_for` gives an interaction
    its word.
    """

    def __init__(self, store: Store, word_for: Callable[[discord.Interaction[discord.Client]], str]) -> None:
        self._store = store
        self._word_for = word_for
        self._server: WSGIServer | None = None
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        registry.register(_OfStore(store))
        build = Info("chouette_build", "What is running", registry=registry)
        build.info({"version": own_version(), "python": platform.python_version(), "discord_py": discord.__version__})
        self._actions = Counter(
            "chouette_actions", "Commands, presses, forms, and what time brings", ["verb", "outcome"], registry=registry
        )
        self._acknowledged = Histogram(
            "chouette_acknowledge_seconds",
            "From a command or press to its first answer",
            buckets=_ANSWER_TIMES,
            registry=registry,
        )
        self._boards = Histogram(
            "chouette_board_seconds",
            "From a command or press to the board that shows it",
            buckets=_ANSWER_TIMES,
            registry=registry,
        )
        self._discord_errors = Counter(
            "chouette_discord_errors",
            "Requests that Discord did not grant, each try, by kind and status (none: cut)",
            ["kind", "status"],
            registry=registry,
        )
        self._latency = Gauge(
            "chouette_gateway_latency_seconds", "Round trip of the last heartbeat", ["shard"], registry=registry
        )
        self._lag = Histogram(
            "chouette_loop_lag_seconds", "How late the event loop wakes up", buckets=_LAGS, registry=registry
        )
        self._open = Gauge(
            "chouette_open_tables", "Tables that are not over in the servers of this process", registry=registry
        )

    def acted(self, action: Action) -> None:
        """Log and count an action."""
        _log.info("%s", action)
        self._actions.labels(action.verb, action.outcome).inc()
        if action.by:
            return
        if action.acknowledged is not None:
            self._acknowledged.observe(action.acknowledged)
        if action.board is not None:
            self._boards.observe(action.board)

    def answered(self, answer: Answer, outcome: str, error: str = "") -> None:
        """Log and count the outcome of an interaction: `outcome` is done, store, error or ended.

        The confirmation of a sealed answer, and its cancellation, leave no trace: the number of lines would reveal the
        answer.
        """
        interaction, saved = answer.interaction, answer.saved
        press = Press.parse(str((interaction.data or {}).get("custom_id", "")))
        verb = SEALED if answer.sealed else self._word_for(interaction)
        if outcome == "done":
            if answer.refused:
                outcome = "refused"
            elif saved is not None and saved.repeated:
                outcome = "repeated"
            elif saved is None and verb == SEALED:
                return
        table, question = "-", None
        if press is not None:
            table, question = press.table, press.question
        elif saved is not None:
            table, state = saved.table.id, saved.before.state
            # In a repeated delivery the question it answered is no longer open.
            question = state.question if state and not saved.repeated else None
        self.acted(
            Action(
                verb=verb,
                outcome=outcome,
                table=table,
                question=question,
                interaction=interaction.id,
                acknowledged=answer.acknowledged,
                board=answer.board,
                reason="" if verb == SEALED else answer.refused,
                error=error,
            )
        )

    def by_clock(
        self, work: Callable[[Table], Awaitable[object]], verb: str = ""
    ) -> Callable[[Table], Awaitable[None]]:
        """The same work for the clock, with a log line. Without a verb the table tells what has happened."""

        async def told(table: Table) -> None:
            begun, outcome = time.perf_counter(), "ended"
            try:
                await work(table)
                outcome = "done"
            except Exception:
                outcome = "error"
                raise
            finally:
                self.acted(
                    Action(
                        verb=verb or _BY_CLOCK.get(table.stage, "silence"),
                        outcome=outcome,
                        table=table.id,
                        question=table.state.question if table.state else None,
                        board=time.perf_counter() - begun,
                        by="clock",
                    )
                )

        return told

    def request_trace(self) -> aiohttp.TraceConfig:
        """A trace that counts failed requests of discord.py, including those it retries."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._answered)
        trace.on_response_chunk_received.append(self._read)
        trace.on_request_exception.append(self._cut)
        return trace

    async def _answered(
        self, session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        request.failed = params.response if params.response.status >= 400 else None

    async def _read(
        self, session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceResponseChunkReceivedParams
    ) -> None:
        """Record an error: the body says more than the status."""
        if request.failed is None:
            return
        try:
            said = json.loads(params.chunk)
        except ValueError:  # from a proxy, not from Discord
            said = None
        error = discord.HTTPException(request.failed, said if isinstance(said, dict) else None)
        self._discord_errors.labels(trouble(error).name, request.failed.status).inc()

    async def _cut(
        self, session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if isinstance(params.exception, DISCORD_ERRORS):
            self._discord_errors.labels(trouble(params.exception).name, "none").inc()

    def serve(self, address: tuple[str, int]) -> None:
        """Serve the Prometheus endpoint at this host and port, in a thread. Raises `SettingsError` if that fails."""
        host, port = address
        try:
            self._server, _ = start_http_server(port, host, self._registry)
        except OSError as error:
            raise SettingsError(f"METRICS_ADDRESS {host}:{port} cannot be used: {error.strerror or error}.") from error

    async def watch(self, client: discord.AutoShardedClient, mine: Callable[[int], bool] = lambda guild: True) -> None:
        """Measure the loop, the gateway, and now and then the number of tables in servers that are `mine`, forever."""
        while True:
            with suppress(StoreError):  # which is counted where it happens
                self._open.set(await self._store.open_tables.count(mine))
            for _ in range(_SELDOM):
                begun = time.perf_counter()
                await asyncio.sleep(_PERIOD)
                self._lag.observe(max(0.0, time.perf_counter() - begun - _PERIOD))
                for shard, seconds in client.latencies:
                    if math.isfinite(seconds):
                        self._latency.labels(shard).set(seconds)

    async def close(self) -> None:
        if self._server is not None:
            server, self._server = self._server, None
            await run_in_io_thread(server.shutdown)
            server.server_close()


class _OfStore(Collector):
    """Failures of the store, as it counts them itself, and its memory use."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[Metric]:
        """Called at each scrape."""
        errors = CounterMetricFamily("chouette_store_errors", "Commands that the store failed in", labels=["kind"])
        for kind, number in tuple(self._store.failures.items()):
            errors.add_metric([kind], number)
        yield errors
        if (space := self._store.room.last) is not None:
            for name, says, value in (
                ("chouette_store_used_bytes", "Memory that the fullest server of the store uses", space.used),
                ("chouette_store_limit_bytes", "Memory that it may use", space.limit),
            ):
                yield GaugeMetricFamily(name, says, value=value)
