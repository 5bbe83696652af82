"""A pool of worker processes for what takes long to work out of a log, such as a whole session folded anew.

A thread would not do: Python's code takes the interpreter from the event loop, and with it from every other table.

    pool = WorkerPool(workers=2)
    text = await pool.run(written, table, entries, "mat", key=("written", table.id, table.version, "mat"))

calls `written(table, entries, "mat")` in a worker and gives what that returns, or raises what it raises. The function
is one of a module that a worker can import, it knows nothing but its arguments, and these, the result and the error
can be pickled. Long logs are best sent as one `bytes`. With a `key`, which must tell apart whatever gives another
result, the last results are kept, and several who ask at once wait for the same work.

Workers are started when there is something to do and leave when there has been nothing for a while, unless they are to
stay. Somebody waits for what they do, so they have the bot's own priority; those of a pool for the background run only
when the machine has nothing else to do. They end with the bot however it ends, and one that dies or takes too long is
replaced. One that does something for `bot.screens` takes 65 MB, 45 of them its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import queue
import signal
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import BinaryIO, TypeVar, TypeVarTuple

_log = logging.getLogger(__name__)

PATIENCE = 600.0
"""Maximum seconds per piece of work."""

REST = 300.0
"""Seconds after which an idle worker ends."""

KEPT = 8_000_000
"""Bytes of cached results."""

_TRIES = 2
"""How often work is started whose worker dies."""

_NICE = 19
"""The nice value of background workers."""

_BACKGROUND = "background"
"""The command-line argument of a background worker."""

_SIZE = 8
"""Size in bytes of the length before each message."""

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


class WorkerFailed(Exception):
    """A worker died, or took too long. Nothing has changed; a retry is allowed."""


class WorkerPool:
    """A pool of at most `workers` processes. Further work is queued, first come, first served.

    `background`: its workers run only when the machine is otherwise idle. `rest`: seconds after which idle workers end;
    None: never.
    """

    def __init__(
        self,
        workers: int,
        *,
        background: bool = False,
        patience: float = PATIENCE,
        rest: float | None = REST,
        kept: int = KEPT,
    ) -> None:
        self._free = asyncio.Semaphore(workers)
        self._background = background
        self._patience, self._rest, self._most = patience, rest, kept
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}
        self._leaving: asyncio.TimerHandle | None = None
        self._closed = False

    async def run(self, work: Callable[[*_Args], _T], *args: *_Args, key: Hashable | None = None) -> _T:
        """Run `work` in a worker. Raises what it raises, or `WorkerFailed`."""
        data = self._kept.get(key) if key is not None else None
        if data is None:
            data = await self._made(pickle.dumps((work, args)), key)
        else:
            self._kept.move_to_end(key)
        result, error = pickle.loads(data)
        if error is not None:
            raise error
        return result

    async def _made(self, request: bytes, key: Hashable | None) -> bytes:
        if key is None:
            return await self._asked(request)
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.ensure_future(self._asked(request))
            task.add_done_callback(lambda done: self._keep(key, done))
        # The first caller may be cancelled; others still wait for the work.
        return await asyncio.shield(task)

    def _keep(self, key: Hashable, done: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None or len(done.result()) > self._most:
            return
        self._kept[key] = done.result()
        while sum(map(len, self._kept.values())) > self._most:
            self._kept.popitem(last=False)

    async def _asked(self, request: bytes) -> bytes:
        """A worker's answer to a request."""
        async with self._free:
            for _ in range(_TRIES):
                if self._closed:
                    break
                worker = self._idle.pop() if self._idle else await self._hired()
                try:
                    async with asyncio.timeout(self._patience):
                        answer = await worker.ask(request)
                except TimeoutError as error:
                    worker.kill()
                    raise WorkerFailed(f"a worker took more than {self._patience:g} seconds") from error
                except (OSError, EOFError) as error:
                    if not self._closed:
                        worker.kill()
                        _log.warning("a worker died: %r", error)
                except BaseException:
                    worker.kill()  # its late answer would be taken for that of the next request
                    raise
                else:
                    self._put_back(worker)
                    return answer
            raise WorkerFailed("the workers died")

    async def _hired(self) -> Worker:
        try:
            worker = await Worker.start(background=self._background)
        except OSError as error:
            raise WorkerFailed(f"no worker can be started: {error}") from error
        self._workers = {each for each in self._workers if each.alive} | {worker}
        if self._closed:  # closed meanwhile
            worker.kill()
        return worker

    def _put_back(self, worker: Worker) -> None:
        self._idle.append(worker)
        if self._leaving is not None:
            self._leaving.cancel()
        if self._rest is not None:
            self._leaving = asyncio.get_running_loop().call_later(self._rest, self._dismiss_idle)

    def _dismiss_idle(self) -> None:
        while self._idle:
            self._idle.pop().kill()

    @property
    def idle(self) -> int:
        """The number of idle workers."""
        return len(self._idle)

    async def close(self) -> None:
        """Kill all workers. Running work fails."""
        self._closed = True
        if self._leaving is not None:
            self._leaving.cancel()
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*(worker.gone() for worker in self._workers))


class Worker:
    """One worker process, seen from the bot. It does one thing at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, *, background: bool = False) -> Worker:
        """Start one. Raises `OSError` if the machine has no resources for it."""
        command = (sys.executable, "-m", __name__, *((_BACKGROUND,) if background else ()))
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ask(self, request: bytes) -> bytes:
        """Its answer. Raises `OSError` or `EOFError` if it dies."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        stdin.write(len(request).to_bytes(_SIZE, "big"))
        stdin.write(request)
        await stdin.drain()
        size = int.from_bytes(await stdout.readexactly(_SIZE), "big")
        return await stdout.readexactly(size)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def gone(self) -> None:
        """Wait until it has ended, and release its resources."""
        assert self._process.stdin is not None
        await self._process.wait()
        with contextlib.suppress(OSError):
            self._process.stdin.close()
            await self._process.stdin.wait_closed()


# In the worker


def main() -> None:
    """Answer requests until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the bot, which then kills its workers
    if _BACKGROUND in sys.argv:
        _stand_back()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # prints must not end up among the answers
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        answer = _answer(requests.get())
        try:
            answers.write(len(answer).to_bytes(_SIZE, "big"))
            answers.write(answer)
            answers.flush()
        except BrokenPipeError:  # the bot has ended, and its log needs no traceback
            os._exit(0)


def _stand_back() -> None:
    """Use the idle scheduling class. A nice value alone does not suffice: on Linux a press would still wait some
    milliseconds for it, again and again.
    """
    if hasattr(os, "nice"):
        os.nice(_NICE)
    if hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):  # where it is not permitted, niceness has to suffice
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _listen(stream: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    """Read requests. At the end of the pipe, that is of the bot, the process exits at once."""
    while len(size := stream.read(_SIZE)) == _SIZE:
        requests.put(stream.read(int.from_bytes(size, "big")))
    os._exit(0)


def _answer(request: bytes) -> bytes:
    """The result and None, or None and the error."""
    try:
        work, args = pickle.loads(request)
        return pickle.dumps((work(*args), None))
    except Exception as error:  # noqa: BLE001  raised in the caller
        return _failed(error)


def _failed(error: Exception) -> bytes:
    try:
        data = pickle.dumps((None, error))
        pickle.loads(data)
    except Exception:  # noqa: BLE001  errors that cannot be pickled are described
        return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return data


if __name__ == "__main__":
    main()
