"""Where questions to the engine are answered: in worker processes of this machine, or by workers elsewhere."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from bot.engine.checks import check_answer, check_question
from bot.engine.evaluator import EngineUnavailable
from bot.engine.questions import Answer, Question
from bot.engine.thoughts import Unsupported
from bot.worker_pool import REST, WorkerFailed, WorkerPool


@cache
def available() -> bool:
    """Whether there is an engine for this machine."""
    return find_spec("bgbot_cpp") is not None and find_spec("bgsage") is not None and _fast_enough()


def _fast_enough() -> bool:
    """Whether the processor has the instructions that the wheel needs; without them the process would be killed."""
    flags = Path("/proc/cpuinfo")
    if platform.machine() not in ("x86_64", "AMD64") or not flags.exists():
        return True
    return "avx2" in flags.read_text()


class Source(Protocol):
    """Answers questions."""

    @property
    def available(self) -> bool:
        """Whether anybody here can answer."""
        ...

    @property
    def workers(self) -> int:
        """How many questions can be worked on at once."""
        ...

    async def ask(self, question: Question) -> Answer:
        """The answer, unchecked. Raises `Unsupported` or `EngineUnavailable`."""
        ...

    async def close(self) -> None: ...


class LocalSource:
    """At most `workers` processes of this machine. Further questions queue.

    `patience`: seconds after which a question is given up and its worker killed. `background`: they run only when the
    machine is otherwise idle. `rest`: seconds after which an idle one ends; None: never.
    """

    def __init__(self, workers: int, *, patience: float, background: bool = False, rest: float | None = REST) -> None:
        self._pool = WorkerPool(workers, patience=patience, background=background, rest=rest)
        self.workers, self._asked = workers, 0

    @property
    def available(self) -> bool:
        return available()

    @property
    def free(self) -> bool:
        """Whether a question would be worked on at once."""
        return self._asked < self.workers

    async def ask(self, question: Question) -> Answer:
        if not self.available:
            raise EngineUnavailable("there is no engine for this machine")
        self._asked += 1
        try:
            return await self._pool.run(answered, question)
        except Unsupported:
            raise
        except WorkerFailed as error:
            raise EngineUnavailable(str(error)) from error
        except Exception as error:  # anything may go wrong in a worker, such as no memory left
            raise EngineUnavailable(f"{type(error).__name__}: {error}") from error
        finally:
            self._asked -= 1

    async def close(self) -> None:
        await self._pool.close()


class Sources:
    """This machine first, as long as it has a free worker; then workers elsewhere, if there are any. Where one does not
    answer, the other is asked.
    """

    def __init__(self, local: LocalSource, remote: Source | None = None) -> None:
        self._local, self._remote = local, remote

    @property
    def available(self) -> bool:
        return any(each.available for each in self._all())

    @property
    def workers(self) -> int:
        return sum(each.workers for each in self._all() if each.available)

    async def ask(self, question: Question) -> Answer:
        """The answer, checked. Raises `Unsupported` or `EngineUnavailable`."""
        check_question(question)
        failed = EngineUnavailable("there is no engine for this machine, and no worker elsewhere")
        for source in self._in_order():
            try:
                answer = await source.ask(question)
                check_answer(question, answer)
            except EngineUnavailable as error:
                failed = error
            else:
                return answer
        raise failed

    def _in_order(self) -> list[Source]:
        there = [each for each in self._all() if each.available]
        return there if self._local.free else there[::-1]

    def _all(self) -> Iterator[Source]:
        yield self._local
        if self._remote is not None:
            yield self._remote

    async def close(self) -> None:
        for each in self._all():
            await each.close()


def answered(question: Question) -> Answer:
    """In a worker, which alone loads the engine."""
    from bot.engine import thinking

    return thinking.answered(question)
