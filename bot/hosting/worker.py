"""`python -m bot worker`: answers questions to the engine for bots that share a store, on any machine."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
from contextlib import suppress

import msgspec

from bot import logs
from bot.engine.checks import check_question
from bot.engine.evaluator import EngineUnavailable
from bot.engine.questions import read_question, write_answer
from bot.engine.reviewer import PATIENCE
from bot.engine.reviews import engine
from bot.engine.sources import LocalSource, available
from bot.engine.thoughts import Unsupported
from bot.settings import Settings, SettingsError
from bot.store import StoreError
from bot.store.questions import LEASES, NOTED, Kind, Questions, WorkerNote
from bot.supervision import in_background, stop

_log = logging.getLogger(__name__)

_LATER = 2.0
"""Seconds until a failing store is asked again."""

_RENEWALS = 3
"""How often a lease is renewed, and a worker noted, until it would run out."""

MOST_PROCESSES = 16


def worker(settings: Settings, processes: int | None = None) -> int:
    """Answer until stopped, in so many processes, else one for each processor. Raises `SettingsError`."""
    logs.set_up(settings.log_level, (settings.token,))
    if settings.redis_url is None:
        raise SettingsError(
            "REDIS_URL is not set. A worker takes questions from the store of a bot, and the store that a bot brings "
            "along is for that bot alone: give both the same REDIS_URL."
        )
    if not available():
        raise SettingsError("There is no engine on this machine: install the extra `engine`, or use another machine.")
    asyncio.run(_serve(settings.redis_url, min(processes or os.cpu_count() or 1, MOST_PROCESSES)))
    return 0


async def _serve(url: str, processes: int) -> None:
    questions = Questions.at(url)
    serving = asyncio.ensure_future(Worker(questions, processes).run())
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, serving.cancel)
    try:
        with suppress(asyncio.CancelledError):
            await serving
    finally:
        await questions.close()


class Worker:
    """Takes questions and answers them in `processes` processes. Of several, one is kept free for what somebody waits
    for at a table.
    """

    def __init__(self, questions: Questions, processes: int) -> None:
        self._questions, self._processes, self._engine = questions, processes, engine()
        self._local = LocalSource(processes, patience=PATIENCE, rest=None)
        self._name = secrets.token_hex(4)

    async def run(self) -> None:
        """Answer until cancelled; then what is not answered is left to others."""
        kinds = [(Kind.LIVE,) if number and number == self._processes - 1 else tuple(Kind)
                 for number in range(self._processes)]  # fmt: skip
        tasks = [in_background(self._answer(each), "answering questions") for each in kinds]
        noting = in_background(self._note(), "noting the worker")
        try:
            await asyncio.gather(noting, *tasks)
        finally:
            await stop(noting, *tasks)
            with suppress(StoreError):  # then the note runs out
                await self._questions.gone(self._about)
            await self._local.close()

    @property
    def _about(self) -> WorkerNote:
        return WorkerNote(self._engine, self._name, self._processes)

    async def _note(self) -> None:
        said = False
        while True:
            try:
                await self._questions.note(self._about)
            except StoreError as error:
                _log.warning("the store does not know of this worker: %s", error)
            else:
                if not said:
                    _log.info("answering in %s processes, engine %s", self._processes, self._engine)
                said = True
            await asyncio.sleep(NOTED / _RENEWALS)

    async def _answer(self, kinds: tuple[Kind, ...]) -> None:
        """Answer question after question of these kinds."""
        while True:
            try:
                if found := await self._questions.next(kinds, self._engine):
                    await self._answer_one(*found)
            except StoreError as error:
                _log.warning("questions are taken later: %s", error)
                await asyncio.sleep(_LATER)

    async def _answer_one(self, kind: Kind, id: str) -> None:
        question = await self._questions.take(kind, id, self._name)
        if question is None:
            return
        renewing = in_background(self._renew(kind, id), "renewing a lease")
        try:
            answer = await self._made(question)
            await self._questions.answer(id, answer)
        except asyncio.CancelledError:
            with suppress(StoreError):  # then the lease runs out
                await self._questions.give_back(kind, self._engine, id, self._name)
            raise
        finally:
            await stop(renewing)

    async def _renew(self, kind: Kind, id: str) -> None:
        while True:
            await asyncio.sleep(LEASES[kind] / _RENEWALS)
            with suppress(StoreError):  # which is counted where it happens
                await self._questions.take(kind, id, self._name)

    async def _made(self, data: bytes) -> bytes:
        try:
            question = read_question(data)
            check_question(question)
            return write_answer(await self._local.ask(question))
        except (Unsupported, EngineUnavailable) as error:
            return write_answer(error)
        except msgspec.MsgspecError as error:
            return write_answer(Unsupported(f"the question cannot be read: {error}"))
