"""The line of an action, and the figures for Prometheus."""

from __future__ import annotations

import asyncio
import logging
import math
import socket
import urllib.request
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import fakeredis
import pytest
import pytest_asyncio
from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

import bot.cogs.router  # noqa: F401  the rows of the verbs
from bot.cogs.verbs import logged
from bot.hosting import checks_machine
from bot.hosting.findings import State
from bot.screens.answer import age
from bot.settings import Settings, SettingsError
from bot.store import Store, StoreError
from bot.tables.repository import Outcome
from bot.tables.table import Stage, Table
from bot.telemetry import Action, Telemetry

Interaction = discord.Interaction[discord.Client]


@pytest_asyncio.fixture
async def store() -> AsyncIterator[Store]:
    made = Store(fakeredis.FakeAsyncRedis(), "memory")
    yield made
    await made.close()


@pytest.fixture
def telemetry(store: Store) -> Telemetry:
    return Telemetry(store, logged)


def figures(telemetry: Telemetry) -> dict[str, float]:
    """Every sample, called as Prometheus does."""
    text = generate_latest(telemetry._registry).decode()
    return {
        sample.name + "".join(f" {name}={value}" for name, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


# The line


def test_an_action_is_one_line_of_names_and_values() -> None:
    action = Action(
        verb="move", outcome="done", table="k7f3q2", question=12, interaction=99, acknowledged=0.0351, board=0.12
    )
    assert str(action) == (
        "action verb=move table=k7f3q2 question=12 interaction=99 acknowledged=35 board=120 outcome=done"
    )


def test_what_there_is_not_is_a_dash_and_what_is_rare_comes_last() -> None:
    nothing = "table=- question=- interaction=- acknowledged=- board=-"
    refused = Action(verb="roll", outcome="refused", reason="NOT_YOUR_TURN")
    assert str(refused) == f"action verb=roll {nothing} outcome=refused reason=NOT_YOUR_TURN"
    assert str(Action(verb="roll", outcome="error", error="0a1b")) == (
        f"action verb=roll {nothing} outcome=error error=0a1b"
    )
    assert str(Action(verb="expire", outcome="done", by="clock", question=0)) == (
        "action verb=expire table=- question=0 interaction=- acknowledged=- board=- outcome=done by=clock"
    )


# What became of an interaction


def answered(custom_id: str = "", **found: Any) -> Any:
    """What an answer knows at its end."""
    interaction = SimpleNamespace(
        id=99, type=discord.InteractionType.component, data={"custom_id": custom_id}, command=None
    )
    return SimpleNamespace(
        **{"interaction": interaction, "saved": None, "refused": "", "sealed": False}
        | {"acknowledged": 0.02, "board": None, **found}
    )


def outcome(repeated: bool = False) -> Outcome:
    table = cast(Table, SimpleNamespace(id="saved1", state=SimpleNamespace(question=5)))
    return Outcome(table, table, repeated)


@pytest.mark.parametrize(
    ("answer", "became", "said"),
    [
        (answered("roll:t1:4"), "done", "verb=roll table=t1 question=4 {} outcome=done"),
        (answered(saved=outcome()), "done", "verb=unknown table=saved1 question=5 {} outcome=done"),
        (answered("roll:t1:4", saved=outcome(True)), "done", "verb=roll table=t1 question=4 {} outcome=repeated"),
        (answered("roll:t1:4", refused="WHY"), "done", "verb=roll table=t1 question=4 {} outcome=refused reason=WHY"),
        (answered("take:t1:4", refused="WHY"), "done", "verb=cube table=t1 question=4 {} outcome=refused"),
        (answered("take:t1:4", saved=outcome()), "done", "verb=cube table=t1 question=4 {} outcome=done"),
        (answered("roll:t1:4", sealed=True, saved=outcome()), "done", "verb=cube table=t1 question=4 {} outcome=done"),
        (answered("double:t1:4"), "store", "verb=cube table=t1 question=4 {} outcome=store"),
        (answered("?\nforged"), "ended", "verb=unknown table=- question=- {} outcome=ended"),
    ],
)
def test_what_is_written_of_an_answer(
    telemetry: Telemetry, caplog: pytest.LogCaptureFixture, answer: Any, became: str, said: str
) -> None:
    caplog.set_level(logging.INFO, "bot.actions")
    telemetry.answered(answer, became)
    assert caplog.messages == ["action " + said.format("interaction=99 acknowledged=20 board=-")]


@pytest.mark.parametrize("custom_id", ["double:t1:4", "drop:t1:4", "cancel:t1:4"])
def test_who_is_asked_once_more_leaves_no_trace(
    telemetry: Telemetry, caplog: pytest.LogCaptureFixture, custom_id: str
) -> None:
    caplog.set_level(logging.INFO, "bot.actions")
    before = {name: value for name, value in figures(telemetry).items() if name.startswith("chouette_")}
    telemetry.answered(answered(custom_id), "done")
    assert caplog.messages == []
    assert before == {name: value for name, value in figures(telemetry).items() if name.startswith("chouette_")}


@pytest.mark.parametrize(("late", "believed"), [(-5, 0), (0.5, 0.5), (2.9, 2.9), (3600, 0)])
def test_an_age_that_cannot_be_is_not_believed(monkeypatch: pytest.MonkeyPatch, late: float, believed: float) -> None:
    made = discord.utils.utcnow()
    monkeypatch.setattr("bot.screens.answer.time.time", lambda: made.timestamp() + late)
    assert age(cast(Interaction, SimpleNamespace(created_at=made))) == pytest.approx(believed)


# What time brings about


@pytest.mark.parametrize(
    ("stage", "verb"), [(Stage.WITHDRAWN, "expire"), (Stage.CLOSED, "close"), (Stage.OPEN, "silence")]
)
async def test_the_clock_leaves_a_line(
    telemetry: Telemetry, caplog: pytest.LogCaptureFixture, stage: Stage, verb: str
) -> None:
    caplog.set_level(logging.INFO, "bot.actions")
    table = cast(Table, SimpleNamespace(id="k7f3q2", stage=stage, state=None))
    done = []

    async def work(table: Table) -> None:
        done.append(table)

    await telemetry.by_clock(work)(table)
    assert done == [table]
    assert caplog.messages[0].startswith(f"action verb={verb} table=k7f3q2 question=- interaction=- acknowledged=- ")
    assert caplog.messages[0].endswith(" outcome=done by=clock")


async def test_the_clock_s_failures_leave_a_line_too(telemetry: Telemetry, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.actions")
    table = cast(Table, SimpleNamespace(id="k7f3q2", stage=Stage.OPEN, state=None))

    async def work(table: Table) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await telemetry.by_clock(work, "remind")(table)
    assert "verb=remind" in caplog.text and "outcome=error by=clock" in caplog.text


# Figures


def test_actions_and_their_times_are_counted(telemetry: Telemetry) -> None:
    telemetry.acted(Action(verb="move", outcome="done", acknowledged=0.03, board=0.3))
    telemetry.acted(Action(verb="move", outcome="done", acknowledged=0.3))
    telemetry.acted(Action(verb="expire", outcome="done", board=9.0, by="clock"))
    found = figures(telemetry)
    assert found["chouette_actions_total outcome=done verb=move"] == 2
    assert found["chouette_actions_total outcome=done verb=expire"] == 1
    assert found["chouette_acknowledge_seconds_bucket le=0.05"] == 1
    assert found["chouette_acknowledge_seconds_count"] == 2
    assert found["chouette_board_seconds_count"] == 1 and found["chouette_board_seconds_sum"] == pytest.approx(0.3)


def test_two_bots_count_apart(telemetry: Telemetry, store: Store) -> None:
    Telemetry(store, logged).acted(Action(verb="move", outcome="done"))
    assert "chouette_actions_total outcome=done verb=move" not in figures(telemetry)


def test_what_is_running_is_told(telemetry: Telemetry) -> None:
    found = figures(telemetry)
    assert any(name.startswith("chouette_build_info discord_py=") for name in found)
    assert found["process_resident_memory_bytes"] > 0


async def test_what_no_action_tells_is_measured(
    monkeypatch: pytest.MonkeyPatch, telemetry: Telemetry, store: Store
) -> None:
    monkeypatch.setattr("bot.telemetry._PERIOD", 0.001)
    await store.open_tables.add(7, 1, "k7f3q2")
    shards = [(0, 0.05), (1, math.nan)]
    watching = asyncio.create_task(telemetry.watch(cast(discord.AutoShardedClient, SimpleNamespace(latencies=shards))))
    while "chouette_gateway_latency_seconds shard=0" not in (found := figures(telemetry)):
        await asyncio.sleep(0.01)
    watching.cancel()
    assert found["chouette_gateway_latency_seconds shard=0"] == 0.05
    assert "chouette_gateway_latency_seconds shard=1" not in found
    assert found["chouette_loop_lag_seconds_count"] >= 1
    assert found["chouette_open_tables"] == 1


async def test_errors_of_the_store_are_counted_by_kind(telemetry: Telemetry, store: Store) -> None:
    with pytest.raises(StoreError):
        await store._connection.ask("NO-SUCH-COMMAND")
    assert figures(telemetry)["chouette_store_errors_total kind=refused"] == 1


@pytest_asyncio.fixture
async def discord_answers() -> AsyncIterator[str]:
    """An address that answers with the status and code in its path."""

    async def answer(request: web.Request) -> web.Response:
        status, code = int(request.match_info["status"]), int(request.match_info["code"])
        if not status:
            assert request.transport
            request.transport.abort()
        if not code:
            return web.Response(status=status or 500, text="<html>")
        return web.json_response({"code": code, "message": "x"}, status=status)

    app = web.Application()
    app.router.add_get("/{status}/{code}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "code", "counted"),
    [
        (404, 10062, "kind=LATE status=404"),
        (400, 40060, "kind=ANSWERED status=400"),
        (429, 30046, "kind=TOO_OLD status=429"),
        (429, 0, "kind=DOWN status=429"),
        (502, 0, "kind=DOWN status=502"),
        (403, 50013, "kind=FORBIDDEN status=403"),
        (400, 50035, "kind=REJECTED status=400"),
        (0, 0, "kind=DOWN status=none"),
        (200, 1, None),
    ],
)
async def test_errors_of_discord_are_counted_by_kind(
    telemetry: Telemetry, discord_answers: str, status: int, code: int, counted: str | None
) -> None:
    async with aiohttp.ClientSession(trace_configs=[telemetry.request_trace()]) as session:
        try:
            async with session.get(f"{discord_answers}/{status}/{code}") as response:
                await response.text()
        except aiohttp.ClientError:
            assert status == 0
    found = {name: value for name, value in figures(telemetry).items() if "discord_errors_total" in name}
    # aiohttp repeats a cut request of itself, which is a failure too.
    assert list(found) == ([f"chouette_discord_errors_total {counted}"] if counted else [])


async def test_a_taken_port_is_a_mistake_in_words(telemetry: Telemetry) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SettingsError, match=r"METRICS_ADDRESS 127\.0\.0\.1:\d+ cannot be used: "):
            telemetry.serve(("127.0.0.1", taken.getsockname()[1]))
    with pytest.raises(SettingsError, match="METRICS_ADDRESS"):
        telemetry.serve(("nowhere.invalid", 9464))
    await telemetry.close()


async def test_the_doctor_knows_a_bot_that_has_the_port(telemetry: Telemetry) -> None:
    telemetry.serve(("127.0.0.1", 0))
    assert telemetry._server is not None
    settings = Settings(metrics_address=("127.0.0.1", telemetry._server.server_port))
    [finding] = [finding async for finding in checks_machine.figures(settings)]
    assert finding.state is State.GOOD and "A bot that runs" in finding.found
    await telemetry.close()


async def test_after_the_end_nothing_listens(telemetry: Telemetry) -> None:
    telemetry.serve(("127.0.0.1", 0))
    assert telemetry._server is not None
    address = f"http://127.0.0.1:{telemetry._server.server_port}/metrics"
    assert b"chouette_build_info" in urllib.request.urlopen(address, timeout=10).read()
    await telemetry.close()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(address, timeout=10)
