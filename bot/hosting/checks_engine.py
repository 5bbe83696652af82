"""Checks of the engine: on this machine, and by workers elsewhere."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

from bot.backgammon import Position
from bot.engine.checks import check_answer
from bot.engine.evaluator import EngineUnavailable
from bot.engine.questions import PlayList
from bot.engine.remote import RemoteWorkers
from bot.engine.reviews import engine as own_engine
from bot.engine.sources import available
from bot.engine.thoughts import Stakes, Unsupported
from bot.hosting.findings import Finding, advice, good
from bot.settings import Settings
from bot.store import StoreError
from bot.store.questions import Kind, Questions

_PATIENCE = 10.0
"""Seconds a worker has to answer."""

_QUESTION = PlayList(Position.start().packed, (3, 1), Stakes(), 1)


async def engine(settings: Settings) -> AsyncIterator[Finding]:
    """Whether anybody plays as the computer, advises and analyses; and whether workers elsewhere answer."""
    here = available()
    if here:
        yield good(f"There is an engine on this machine ({own_engine()}).")
    if settings.redis_url:
        try:
            found = await _elsewhere(settings.redis_url, needed=not here)
        except StoreError:
            return  # which the look at the store has told
        if found:
            yield found
    elif not here:
        yield advice("There is no engine on this machine: nobody advises or analyses.", _INSTALL)


_INSTALL = "Install the extra `engine`, or have workers elsewhere: docs/hosting.md."
_WORKER = "Start `python -m bot worker` of the bot's version on a machine with an engine, with the same REDIS_URL."


async def _elsewhere(url: str, *, needed: bool) -> Finding | None:
    questions = Questions.at(url)
    remote = RemoteWorkers(questions)
    try:
        there = await questions.workers()
        if not there:
            words = "There is no engine on this machine, and no worker elsewhere answers."
            return advice(words, f"{_INSTALL} {_WORKER}") if needed else None
        await remote.look()
        if not remote.processes:
            others = ", ".join(sorted({each.engine for each in there}))
            return advice(f"Workers elsewhere have another engine ({others}); this bot's is {own_engine()}.", _WORKER)
        begun = time.monotonic()
        try:
            check_answer(_QUESTION, await remote.ask(Kind.LIVE, _QUESTION, _PATIENCE))
        except (EngineUnavailable, Unsupported) as error:
            return advice(f"Workers elsewhere do not answer for the engine: {error}.", "Look into their logs.")
        taken = 1000 * (time.monotonic() - begun)
        return good(f"A worker elsewhere answers for the engine in {taken:.0f} ms; processes: {remote.processes}.")
    finally:
        await remote.close()
