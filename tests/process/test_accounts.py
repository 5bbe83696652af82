"""Two bot accounts and one store: the second is sent away and harms nothing; it may adopt the store, and plays on."""

from __future__ import annotations

from pathlib import Path

from bot.tables.table import Stage
from tests.discord_server import DiscordServer
from tests.process.bots import PATIENCE, READY, Bots, PlayedTable, kept, running_bots
from tests.process.test_backup import command, play
from tests.process.test_start_and_end import refusal
from tests.store.servers import Server


def account(discord: DiscordServer) -> dict[str, str]:
    """The environment of a bot that uses this Discord's token."""
    return {"DISCORD_TOKEN": discord.token, "DISCORD_API_BASE": discord.api_base}


async def test_a_second_account_is_sent_away_and_touches_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "store") as server:
        shared = {"REDIS_URL": server.url}
        async with DiscordServer() as discord, DiscordServer() as elsewhere:
            discord.world.response_seconds = PATIENCE
            guild = discord.guild()
            played = PlayedTable(guild.channel("table"), [guild.member("Ann"), guild.member("Bob")])
            async with discord.bot_process(shared) as bot:
                await bot.says(READY, 60)
                await played.begin()
                said = await refusal(elsewhere.bot_process(shared))
                assert said.startswith(
                    f"The bot cannot start: The store at {server.url} belongs to another bot account "
                    f"({discord.bot.id}; this one is {elsewhere.bot.id}): "
                )
                assert said.endswith("python -m bot adopt.")
                code, _, error = await command("adopt", env=shared | account(elsewhere))
                assert code == 1 and error.startswith("Not adopted. A bot is using the store at ")
                await turn(played)
            assert await refusal(elsewhere.bot_process(shared)) == said, "whether the first runs or not"
            assert elsewhere.commands == [] and elsewhere.gateway.identified == 0
            async with discord.bot_process(shared) as bot:
                await bot.says(READY, 60)
                await turn(played)
                assert "Traceback" not in bot.stderr, bot.stderr


async def turn(played: PlayedTable) -> None:
    """Whoever is asked plays or rolls, and all see it."""
    rolls, who = "Roll" in played.labels, played.asked()
    doing = who.slash(played.channel, "roll") if rolls else who.slash(played.channel, "move", play=played.plays[0])
    await played.shown(doing)


async def test_who_cannot_be_told_adopts_nothing(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data") as bots:
        assert await bots.process.terminate() == 0
        mine = account(bots.discord)
        for env, words in (
            (mine | {"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not set."),
            (mine | {"DISCORD_TOKEN": "wrong"}, "Discord does not accept DISCORD_TOKEN."),
            (mine | {"DISCORD_API_BASE": "http://127.0.0.1:1/api/v10"}, "Discord cannot be reached"),
        ):
            code, said, error = await command("adopt", data=tmp_path / "data", env=env)
            assert (code, said) == (1, "") and error.startswith(f"Not adopted. {words}"), error
            assert "Traceback" not in error
        code, said, error = await command("adopt", data=tmp_path / "nothing", env=mine)
        assert code == 1 and "There is no store in" in error and not (tmp_path / "nothing").exists()
        code, said, error = await command("adopt", data=tmp_path / "data", env=mine)
        assert (code, error) == (0, "") and f"({bots.discord.bot.id}) already." in said


async def test_another_account_plays_on_from_a_backup(tmp_path: Path) -> None:
    data, fresh, file = tmp_path / "data", tmp_path / "fresh", tmp_path / "file"
    async with running_bots(data) as bots:
        first = bots.discord.bot.id
        played = bots.table()
        await played.begin()
        await play(bots, played, 4)
        code, said, _ = await command("backup", file, data=data)
        assert code == 0 and f"It belongs to the bot account {first}." in said
        assert await bots.process.terminate() == 0
        code, said, _ = await command("restore", file, data=fresh)
        assert code == 0 and f"It belongs to the bot account {first}." in said and "python -m bot adopt" in said

        bots.discord.change_bot("second")
        second = bots.discord.bot.id
        bot = bots.discord.bot_process(data_dir=fresh)
        assert f"({first}; this one is {second})" in await refusal(bot)
        code, said, error = await command("adopt", data=fresh, env=account(bots.discord))
        assert (code, error) == (0, "")
        assert f"belongs to second ({second}) now; it was that of bot account {first}. Open tables: 1." in said
        async with bot:
            await bot.says(READY, 60)
            again = Bots(bots.discord, bots.guild, bot, fresh)
            await play(again, played, 6)
            now = await again.stored(played)
            assert now is not None and now.stage is Stage.OPEN
            picture = f"-{now.version}.png"
            await played.until(lambda: any(board.attachments[0].filename.endswith(picture) for board in played.boards))
            assert played.live.author.id == second
            again.check_sound()
        [(table, _, _)] = await kept(fresh, [played])
        assert table.stage is Stage.OPEN
