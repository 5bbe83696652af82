"""The unmodified bot on a cluster of three servers: a match to its end, though one of them goes away in between."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.backgammon import log, replay
from bot.ladder.facts import read_fact
from bot.store import Entered, Store, keys
from bot.tables.repository import TableRepository
from tests.discord_server import DiscordServer
from tests.process.bots import PATIENCE, READY, PlayedTable
from tests.process.refold import people_s, refolded
from tests.process.test_match import Player, play_match
from tests.store.servers import Cluster

#: What the bot says of a store that is away.
AWAY = "does not answer"


@pytest.mark.long
async def test_a_match_on_three_servers_of_which_one_goes_away(tmp_path: Path) -> None:
    with Cluster(tmp_path) as cluster:
        async with DiscordServer() as discord:
            discord.world.response_seconds = PATIENCE
            guild = discord.guild()
            async with discord.bot_process({"REDIS_URL": cluster.url}, data_dir=tmp_path / "unused") as bot:
                await bot.says(READY, 60)
                played = PlayedTable(guild.channel("table"), [guild.member("Ann"), guild.member("Bob")])
                await played.begin(length=3, variant="hypergammon")
                player = Player(played, random.Random(3))
                for _ in range(3):
                    await player.turn(doubles=False, drops=False)
                home = cluster.node_of(keys.TABLES.held(played.channel.id))
                home.kill()
                before, who = played.look, played.asked()
                rolls = "Roll" in played.labels
                answer = await (
                    who.slash(played.channel, "roll")
                    if rolls
                    else who.slash(played.channel, "move", play=played.plays[0])
                )
                assert answer.ephemeral and "again" in answer.content and played.look == before, answer
                home.start()
                cluster.until_well()
                await play_match(player)
                assert "🏆" in played.live.content
                assert await bot.terminate() == 0
            assert [line for line in bot.stderr.splitlines() if " ERROR " in line and AWAY not in line] == []
        store = await Store.connect(cluster.url)
        [name] = await store.tables_of(played.people[0].id)
        table = await TableRepository(store).load(played.channel.id, name)
        entries = await store.log(played.channel.id, name)
        counted = [read_fact(each.says) for each in await store.ladder.entries(guild.id) if isinstance(each, Entered)]
        await store.close()
    assert table and table.state and table.state.closed and max(table.state.score) >= 3
    assert [each.game for each in counted] == [*range(1, len(counted) + 1)] and counted[-1].account.winner is not None
    actions = [log.decode_action(entry) for entry in entries[1:]]
    assert replay(table.about.setup, actions) == table.state and refolded(table, people_s(actions)) == entries
    assert not (tmp_path / "unused").exists(), "a server of its own was started"
