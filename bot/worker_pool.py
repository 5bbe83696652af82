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
"""Seconds that one piece of work may take."""

REST = 300.0
"""Seconds after which a worker that has had nothing to do leaves."""

KEPT = 8_000_000
"""Bytes of results that are kept."""

_TRIES = 2
"""How often work is begun whose worker dies."""

_NICE = 19
"""The nice value of workers in the background."""

_BACKGROUND = "background"
"""The argument of a worker's command line that says so."""

_SIZE = 8
"""Bytes before each message, which say how long it is."""

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


class WorkerFailed(Exception):
    """A worker died, or took too long. Nothing has changed, and it may be tried again."""


class WorkerPool:
    """A pool of at most so many workers. Work beyond that waits, first come, first served.

    `background`: nobody waits for its pieces; its workers run only when nothing else wants to. `rest`: seconds after
    which workers that have had nothing to do leave; None: never.
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
        """What `work` gives. Raises what it raises, or `WorkerFailed`."""
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
        # Whoever asked first may give up; the others still wait for it.
        return await asyncio.shield(task)

    def _keep(self, key: Hashable, done: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None or len(done.result()) > self._most:
            return
        self._kept[key] = done.result()
        while sum(map(len, self._kept.values())) > self._most:
            self._kept.popitem(last=False)

    async def _asked(self, request: bytes) -> bytes:
        """The answer of a worker to a request."""
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
                    worker.kill()  # it would answer the next one with this
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
        if self._closed:  # meanwhile
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
        """How many workers wait for something to do."""
        return len(self._idle)

    async def close(self) -> None:
        """End all workers. Whoever still waits for one is told that it failed."""
        self._closed = True
        if self._leaving is not None:
            self._leaving.cancel()
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*(worker.gone() for worker in self._workers))


class Worker:
    """One worker process, seen by the bot. It does one thing at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, *, background: bool = False) -> Worker:
        """A new one. Raises `OSError` if the machine has no room for it."""
        command = (sys.executable, "-m", __name__, *((_BACKGROUND,) if background else ()))
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))

    @property
    def pid(self) -> int:
        """The process."""
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
        """End it, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    @property
    def alive(self) -> bool:
        """Whether its process has not ended yet."""
        return self._process.returncode is None

    async def gone(self) -> None:
        """Returns when it has ended and nothing is left of it here."""
        assert self._process.stdin is not None
        await self._process.wait()
        with contextlib.suppress(OSError):
            self._process.stdin.close()
            await self._process.stdin.wait_closed()


# In the worker


def main() -> None:
    """Do what is asked until nobody can ask any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then ends us
    if _BACKGROUND in sys.argv:
        _stand_back()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whoever prints must not answer
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        answer = _answer(requests.get())
        try:
            answers.write(len(answer).to_bytes(_SIZE, "big"))
            answers.write(answer)
            answers.flush()
        except BrokenPipeError:  # the bot has ended, and nobody is to read a complaint in its log
            os._exit(0)


def _stand_back() -> None:
    """Run only when nobody else wants to. A nice value alone does not do for that: on Linux it is waited for some
    milliseconds, time and again, before a press is heard.
    """
    if hasattr(os, "nice"):
        os.nice(_NICE)
    if hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):  # where it is not allowed, being nice has to do
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _listen(stream: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    """Hear what is asked. When the bot ends, however that happens, so do we, in the middle of anything."""
    while len(size := stream.read(_SIZE)) == _SIZE:
        requests.put(stream.read(int.from_bytes(size, "big")))
    os._exit(0)


def _answer(request: bytes) -> bytes:
    """What the work gives and None, or None and what it raises."""
    try:
        work, args = pickle.loads(request)
        return pickle.dumps((work(*args), None))
    except Exception as error:  # noqa: BLE001  it is raised where the work was asked for
        return _failed(error)


def _failed(error: Exception) -> bytes:
    try:
        data = pickle.dumps((None, error))
        pickle.loads(data)
    except Exception:  # noqa: BLE001  one that cannot be carried over is told of
        return pickle.dumps((None, RuntimeError(f"{type(error).__name__}: {error}")))
    return data


if __name__ == "__main__":
    main()
