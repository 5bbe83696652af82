"""The bot whose pictures are drawn by processes of their own: these die, so does the bot, and nobody is left over."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.process.tabletop import Evening, evening

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there can one see whose child a process is")

PAINTERS = {"PAINTERS": "2"}


def painters(club: Evening) -> list[int]:
    """The processes of a bot that draw."""
    threads = Path(f"/proc/{club.bot.pid}/task").iterdir()
    children = [int(pid) for each in threads for pid in (each / "children").read_text().split()]
    return [pid for pid in children if Path(f"/proc/{pid}/cmdline").read_bytes().endswith(b"bot.worker_pool\x00")]


async def gone(pids: list[int]) -> None:
    """Returns when none of them runs."""
    async with asyncio.timeout(60):
        while any(Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text() for pid in pids):
            await asyncio.sleep(0.05)


async def test_boards_come_though_painters_and_bot_are_killed(tmp_path: Path) -> None:
    async with evening(tmp_path, env=PAINTERS) as club:
        top = club.tabletop()
        await top.begin()
        for _ in range(2):
            await top.shown(top.asked().slash(top.channel, "move", play=top.plays[0]))
            drawing = painters(club)
            assert len(drawing) == 2
            for pid in drawing:
                os.kill(pid, signal.SIGKILL)
            await top.shown(top.asked().press(top.live, "Roll"))
        drawing = painters(club)
        await club.bot.kill()
        await gone(drawing)
        await club.restart()
        await top.shown(top.asked().slash(top.channel, "move", play=top.plays[0]))
        drawing = painters(club)
        ended = await club.bot.terminate()
        assert ended == 0
        await gone(drawing)
        assert len({message.attachments[0].id for message in top.boards}) == len(top.boards)
        club.check_well()


@pytest.mark.parametrize("seconds", [0.0, 0.3, 0.6])
async def test_who_is_told_to_end_while_the_painters_learn_ends_without_complaint(
    tmp_path: Path, seconds: float
) -> None:
    async with evening(tmp_path, env=PAINTERS) as club:
        await asyncio.sleep(seconds)
        ended = await club.bot.terminate()
        assert ended == 0
        club.check_well()
