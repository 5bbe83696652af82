"""Questions to workers elsewhere, which share the bot's store: `python -m bot worker` (`bot.hosting.worker`).

A question whose worker is lost is left to another one, once. What is asked stays with this process alone: if it ends,
the question expires, and whoever continues asks anew.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets

from bot.engine.evaluator import EngineUnavailable
from bot.engine.questions import Answer, Question, read_answer, write_question
from bot.engine.reviews import engine
from bot.engine.sources import Source
from bot.store import StoreError
from bot.store.questions import Kind, Questions, State
from bot.supervision import in_background, stop

_log = logging.getLogger(__name__)

LOOK = 2.0
"""Seconds between looks at a question that is not answered yet, and at who answers."""

GRACE = 3.0
"""Seconds for which a question may be on its way, to a worker or back, until it is lost."""

TRIES = 2
"""With how many workers a question may be lost until it is given up."""

_LATER = 1.0
"""Seconds until a failing store is asked again."""


class RemoteWorkers:
    """Workers elsewhere with this bot's engine, as this process knows them. `watch` has to run."""

    def __init__(self, questions: Questions) -> None:
        self._questions, self._engine = questions, engine()
        self._process, self._numbers = secrets.token_hex(8), itertools.count(1)
        self._waiting: dict[str, asyncio.Future[bytes]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._withdrawing: set[asyncio.Task[None]] = set()
        self.processes = 0

    def source(self, kind: Kind, patience: float) -> Source:
        """Where to ask questions of a kind; each is given up after `patience` seconds."""
        return _Remote(self, kind, patience)

    async def watch(self) -> None:
        """Keep looking for workers, forever."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        """See who answers now; while the store fails, what was seen last."""
        try:
            there = await self._questions.workers()
        except StoreError as error:
            _log.warning("who answers for the engine is not known: %s", error)
            return
        self.processes = sum(each.processes for each in there if each.engine == self._engine)

    async def ask(self, kind: Kind, question: Question, patience: float) -> Answer:
        """The answer, unchecked. Raises `Unsupported` or `EngineUnavailable`."""
        id = f"{self._process}:{next(self._numbers)}"
        answer = self._waiting[id] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(patience):
                await self._questions.put(kind, self._engine, id, write_question(question), patience)
                self._read()
                await self._looked_after(kind, id, answer)
        except TimeoutError:
            raise EngineUnavailable(f"no worker has answered within {patience:g} seconds") from None
        except StoreError as error:
            raise EngineUnavailable(str(error)) from error
        finally:
            del self._waiting[id]
            if not answer.done() or answer.cancelled():
                withdrawing = in_background(self._withdraw(id), "withdrawing a question")
                self._withdrawing.add(withdrawing)
                withdrawing.add_done_callback(self._withdrawing.discard)
        return read_answer(question, answer.result())

    async def _looked_after(self, kind: Kind, id: str, answer: asyncio.Future[bytes]) -> None:
        """Wait for an answer. Raises `EngineUnavailable` if there will be none."""
        lost, since, before, now = 0, 0.0, State.WAITING, asyncio.get_running_loop().time
        while not (await asyncio.wait({answer}, timeout=LOOK))[0]:
            state = await self._questions.look_after(kind, self._engine, id)
            since, before = (since if state is before else now()), state
            late = now() - since > GRACE
            if answer.done():
                return
            if state is State.LOST and late:
                lost, before = lost + 1, State.WAITING
                _log.warning("a worker was lost with a question, %s of %s times", lost, TRIES)
                await self._questions.look_after(kind, self._engine, id, "again" if lost < TRIES else "drop")
                if lost == TRIES:
                    raise EngineUnavailable("workers were lost with the question")
            if state is State.GONE and late:
                raise EngineUnavailable("the answer was lost")
            if state is State.WAITING:
                await self.look()
                if not self.processes:
                    raise EngineUnavailable("no worker answers")

    async def _withdraw(self, id: str) -> None:
        try:
            await self._questions.withdraw(id)
        except StoreError as error:
            _log.info("a question expires by itself: %s", error)

    def _read(self) -> None:
        if self._reading is None or self._reading.done():
            self._reading = in_background(self._answers(), "reading answers of workers")

    async def _answers(self) -> None:
        """Read answers while somebody waits for one."""
        while self._waiting:
            try:
                found = await self._questions.answers(self._process)
            except StoreError as error:
                _log.warning("answers of workers are read later: %s", error)
                await asyncio.sleep(_LATER)
                continue
            if found and (answer := self._waiting.get(found[0])) and not answer.done():
                answer.set_result(found[1])

    async def close(self) -> None:
        """What is not withdrawn by now expires."""
        await stop(*self._withdrawing, *([self._reading] if self._reading else []))
        await self._questions.close()


class _Remote:
    """A source of answers to questions of one kind."""

    def __init__(self, remote: RemoteWorkers, kind: Kind, patience: float) -> None:
        self._remote, self._kind, self._patience = remote, kind, patience

    @property
    def available(self) -> bool:
        return self._remote.processes > 0

    @property
    def workers(self) -> int:
        return self._remote.processes

    async def ask(self, question: Question) -> Answer:
        return await self._remote.ask(self._kind, question, self._patience)

    async def close(self) -> None:
        """The connection is that of all sources."""
