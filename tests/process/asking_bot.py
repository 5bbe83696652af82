"""Asks workers elsewhere of a store, says so, and waits for ever. Run by `test_workers`, which kills it."""

from __future__ import annotations

import asyncio
import sys

from bot.backgammon import Position
from bot.engine.questions import CubeAnalysis, write_question
from bot.engine.reviews import engine
from bot.engine.thoughts import Stakes
from bot.store.questions import Kind, Questions


async def ask(url: str) -> None:
    questions, asked = Questions.at(url), CubeAnalysis(Position.start().packed, Stakes())
    await questions.put(Kind.LIVE, engine(), "killed:1", write_question(asked), 60)
    print("asked", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(ask(sys.argv[1]))
