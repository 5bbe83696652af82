"""The bot whose pictures are drawn by processes of their own: these die, so does the bot, and nobody is left over."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from tests.process.bots import Bots, running_bots

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there can one see whose child a process is")

PAINTERS = {"PAINTERS": "2"}


def painters(bots: Bots) -> list[int]:
    """The processes of a bot that draw."""
    threads = Path(f"/proc/{bots.process.pid}/task").iterdir()
    children = [int(pid) for each in threads for pid in (each / "children").read_text().split()]
    return [pid for pid in children if Path(f"/proc/{pid}/cmdline").read_bytes().endswith(b"bot.worker_pool\x00")]


async def gone(pids: list[int]) -> None:
    """Returns when none of them runs."""
    async with asyncio.timeout(60):
        while any(Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text() for pid in pids):
            await asyncio.sleep(0.05)


async def test_boards_come_though_painters_and_bot_are_killed(tmp_path: Path) -> None:
    async with running_bots(tmp_path, env=PAINTERS) as bots:
        played = bots.table()
        await played.begin()
        for _ in range(2):
            await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
            drawing = painters(bots)
            assert len(drawing) == 2
            for pid in drawing:
                os.kill(pid, signal.SIGKILL)
            await played.shown(played.asked().press(played.live, "Roll"))
        drawing = painters(bots)
        await bots.process.kill()
        await gone(drawing)
        await bots.restart()
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
        drawing = painters(bots)
        ended = await bots.process.terminate()
        assert ended == 0
        await gone(drawing)
        assert len({message.attachments[0].id for message in played.boards}) == len(played.boards)
        bots.check_well()


@pytest.mark.parametrize("seconds", [0.0, 0.3, 0.6])
async def test_who_is_told_to_end_while_the_painters_learn_ends_without_complaint(
    tmp_path: Path, seconds: float
) -> None:
    async with running_bots(tmp_path, env=PAINTERS) as bots:
        await asyncio.sleep(seconds)
        ended = await bots.process.terminate()
        assert ended == 0
        bots.check_well()
