"""Whatever dies in the middle of an analysis: it is made once, the same, and whoever has asked is told."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from bot.engine.engine import available
from bot.tables.repository import TableRepository
from tests.discord_server import Interaction, Person
from tests.discord_server.options import File
from tests.process.bots import Bots, PlayedTable, running_bots

SLOW = (sys.executable, "-m", "tests.known_dice", "tests.process.reviewing_bot")
REAL = (*SLOW, "real")
FILES = Path(__file__).parent.parent / "facts" / "match_files"
ONE, TWO = (File(f"{name}.mat", (FILES / f"{name}.txt").read_bytes()) for name in ("08", "26"))
"""Matches of one game, and of two."""
SHORT = File(
    "short.mat",
    b"""1 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 61: 13/7 8/7                62: 24/22 22/16
  2) 21: 7/5 6/5                 61: 24/18 16/15
  3) 31: 25/24 13/10             32: 25/23 18/15
      Wins 1 point and the match
""",
)
"""A match that is given up soon: what the engine itself says of it takes no long time."""


def renamed(file: File, name: bytes) -> File:
    """The same match of another White: what is here already would not be brought again."""
    return File(file.filename, file.bytes.replace(b"White Player", name))


async def brought(bots: Bots, played: PlayedTable, who: Person, file: File) -> Interaction:
    """Somebody has a match from elsewhere analysed; the answer, once it says how far that is."""
    answer = await who.slash(played.channel, "analyze", file=file)
    await says(bots, answer, "I am analysing")
    return answer


async def says(bots: Bots, answer: Interaction, text: str) -> None:
    """Wait until somebody reads this in what they were answered with."""
    await bots.discord.world.until(lambda: text in answer.content, 90, lambda: f"{text}, not {answer.content!r}")


async def kept(bots: Bots, who: Person, games: int, *, whole: bool = True) -> list[bytes]:
    """What is kept of the match that somebody has brought last, as soon as the first game, or the whole is there."""
    async with bots.store() as store, asyncio.timeout(90):
        while True:
            table = (await store.tables_of(who.id, 1))[0]
            found = await store.reviews.kept(who.id, table, range(1, games + 1))
            there = [each for each in found if each]
            if len(there) == games or (there and not whole):
                return there
            await asyncio.sleep(0.02)


async def match(played: PlayedTable) -> str:
    """A match between two that ends early; its id."""
    await played.begin(length=1)
    for _ in range(8):
        who = played.asked()
        if played.labels == ["Move"]:
            await played.shown(who.slash(played.channel, "move", play=played.plays[0]))
        else:
            await played.shown(who.press(played.live, "Roll"))
    who = played.asked()
    offer = await who.slash(played.channel, "resign", kind="single")
    assert offer.message
    await played.shown(who.press(offer.message, "Confirm"))
    await played.other(who).slash(played.channel, "accept")
    await played.until(lambda: "Rematch" in played.labels)
    return played.live.attachments[0].filename.partition("-")[0]


async def test_a_bot_that_is_killed_goes_on_and_makes_nothing_twice(tmp_path: Path) -> None:
    """Nor does a cancel stop anybody else."""
    async with running_bots(tmp_path / "data", SLOW) as bots:
        played = bots.table()
        ann, bob = played.people
        first = await brought(bots, played, ann, TWO)
        second = await bob.slash(played.channel, "analyze", file=ONE)
        assert "I take turns with 1\N{NO-BREAK SPACE}other analysis" in second.content
        await kept(bots, ann, 2, whole=False)
        before = Counter((tmp_path / "reviewed").read_text().splitlines())
        assert set(before.values()) == {1}
        await bots.process.kill()
        await bots.restart()
        await says(bots, first, "Analysis of")
        await says(bots, second, "Analysis of")
        made = (tmp_path / "reviewed").read_text().splitlines()
        game = list(before)[:16]  # of the first game, which was kept
        assert [made.count(each) for each in game] == [1] * len(game)
        # Somebody does not want theirs, which is being made; the other one is made.
        third = await brought(bots, played, ann, renamed(TWO, b"Eva"))
        fourth = await bob.slash(played.channel, "analyze", file=ONE)
        assert third.message is not None
        await ann.press(third.message, "Cancel")
        await says(bots, third, "cancelled")
        await says(bots, fourth, "Analysis of")
        async with bots.store() as store:
            assert await store.reviews.asked() == {}
        bots.check_sound()


async def test_two_ask_at_once_and_discord_fails_at_the_report(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data", SLOW) as bots:
        played = bots.table()
        ann, bob = played.people
        table = await match(played)
        asked = await asyncio.gather(*(who.slash(played.channel, "analyze", game=table) for who in played.people))
        for answer in asked:
            await says(bots, answer, "Analysis of")
        made = (tmp_path / "reviewed").read_text().splitlines()
        assert len(made) == len(set(made)) > 0
        # A report that Discord does not take once is sent again; one that it refuses is told of in the channel.
        once = bots.discord.fail_next("PATCH", "/webhooks/", files=True)
        await says(bots, await ann.slash(played.channel, "analyze", file=ONE), "Analysis of")
        never = bots.discord.fail_next("PATCH", "/webhooks/", status=404, code=10008, files=True)
        await ann.slash(played.channel, "analyze", file=renamed(ONE, b"Eva"))
        said = await played.channel.wait_for(lambda message: f"<@{ann.id}>, the analysis" in message.content)
        assert once.hits == never.hits == 1
        await says(bots, await ann.press(said, "Show it to me"), "Analysis of")
        await bots.discord.world.until(lambda: said.deleted, 20, lambda: "the word is taken away")
        async with bots.store() as store:
            assert await store.reviews.asked() == {}
            assert await TableRepository(store).load(played.channel.id, table)
        assert "Analysis of" in (await bob.slash(played.channel, "analyze", game=table)).content


def engines(bot: int) -> list[int]:
    """The workers of a bot that have loaded the engine."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == bot and "bgbot_cpp" in (each / "maps").read_text():
                found.append(int(each.name))
    return found


@pytest.mark.skipif(not available(), reason="there is no engine for this machine")
@pytest.mark.skipif(sys.platform != "linux", reason="workers are looked for in /proc")
async def test_an_engine_that_is_killed_is_replaced_and_says_the_same(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data", REAL) as bots:
        played = bots.table()
        ann, bob = played.people
        await says(bots, await brought(bots, played, ann, SHORT), "Analysis of")
        (there,) = await kept(bots, ann, 1)
        second = await brought(bots, played, bob, SHORT)
        workers = engines(bots.process.pid)
        for each in workers:
            os.kill(each, signal.SIGKILL)
        assert workers
        await says(bots, second, "Analysis of")
        assert await kept(bots, bob, 1) == [there]
        assert "a worker died" in bots.process.stderr
        bots.check_sound()
