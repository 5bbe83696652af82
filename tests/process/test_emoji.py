"""Emoji of the application that go while the bot runs, as when others take their place: tables go on without them."""

from __future__ import annotations

import random
from pathlib import Path

from tests.discord_server.errors import Json
from tests.process.bots import PlayedTable, running_bots
from tests.process.test_match import Player
from tests.screens.emoji_known import FIRST, NAMES


def uploaded() -> list[Json]:
    return [
        {"id": str(FIRST + at), "name": name, "roles": [], "require_colons": True, "managed": False, "animated": False}
        for at, name in enumerate(NAMES)
    ]


def pictures(played: PlayedTable) -> set[str]:
    """What the buttons of the live message show."""
    return {str(each.emoji).partition("_")[0] for each in played.live.buttons if each.emoji}


async def test_emoji_that_are_deleted_while_the_bot_runs(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        await bots.process.terminate()
        bots.discord.world.emojis += uploaded()
        await bots.restart()
        played = bots.table()
        await played.begin(variant="hypergammon")
        player = Player(played, random.Random(1))
        await turns_to_the_cube(player)
        assert pictures(played) == {"die5", "cube2"}
        await player.turn(doubles=False, drops=False)
        bots.discord.world.emojis.clear()
        await turns_to_the_cube(player)
        assert pictures(played) == {"🎲"}
        assert bots.process.stderr.count("no longer there") == 1
        bots.check_sound()


async def turns_to_the_cube(player: Player) -> None:
    """Somebody may double, after at least one turn."""
    await player.turn(doubles=False, drops=False)
    while player.played.labels != ["Roll", "Double"]:
        await player.turn(doubles=False, drops=False)
