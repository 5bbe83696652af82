"""`python -m bot backup` while people play, and `restore` for another bot, which plays on from there."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

from bot.store.archive import Kind, open_archive
from bot.tables import games
from bot.tables.kept_games import replay
from tests.discord_server.process import ROOT
from tests.process.bots import Bots, PlayedTable, kept, running_bots


async def command(
    name: str, *words: str | Path, data: Path | None = None, env: Mapping[str, str] | None = None
) -> tuple[int | None, str, str]:
    """Exit code and what was said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", name, *map(str, words)),
        cwd=ROOT,
        env={**(env or {}), **({"DATA_DIR": str(data)} if data else {})},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def play(bots: Bots, played: PlayedTable, turns: int) -> None:
    """Turns of the game as the bot has it, whatever the channel still shows of a later time."""
    for _ in range(turns):
        table = await bots.stored(played)
        assert table is not None and table.state is not None
        match = table.state
        assert match.game.decider is not None
        user = table.person(match.game.decider).user
        person = next(person for person in played.people if person.id == user)
        plays = match.game.plays(match.rules) if match.game.board.dice else ()
        doing = (
            person.slash(played.channel, "move", play=str(plays[0])) if plays else person.slash(played.channel, "roll")
        )
        answer = await doing
        assert not answer.failed, answer
        after = await bots.stored(played)
        assert after is not None and after.version > table.version, answer


async def test_a_game_goes_on_from_its_backup(tmp_path: Path) -> None:
    data, fresh, file = tmp_path / "data", tmp_path / "fresh", tmp_path / "file"
    async with running_bots(data) as bots:
        played = bots.table()
        await played.begin()
        await play(bots, played, 4)
        code, said, error = await command("backup", file, data=data)
        assert (code, error) == (0, "") and "Tables: 1" in said, error
        saved = await bots.stored(played)
        await play(bots, played, 3)
        assert (await command("backup", file, data=data))[0] == 1, "it does not write over a file"
        code, said, error = await command("restore", file, data=data)
        assert code == 1 and said == "" and "Another bot" in error and "Traceback" not in error
        assert await bots.process.terminate() == 0
        bots.check_sound()
        [(_, whole, _)] = await kept(data, [played])

        code, said, error = await command("restore", file, data=fresh)
        assert (code, error) == (0, "") and "Tables: 1" in said, error
        async with bots.discord.bot_process(data_dir=fresh) as bot:
            again = Bots(bots.discord, bots.guild, bot, fresh)
            await bot.ready()
            assert await again.stored(played) == saved
            await play(again, played, 6)
            now = await again.stored(played)
            assert now is not None
            picture = f"-{now.version}.png"
            await played.until(lambda: any(board.attachments[0].filename.endswith(picture) for board in played.boards))
            again.check_sound()
        [(table, entries, _)] = await kept(fresh, [played])
        with open_archive(file) as archive:
            [log] = [entry.items for entry in archive.entries() if entry.kind is Kind.STREAM]
        kept_in_file = [words[-1] for words in log]
        assert entries[: len(log)] == kept_in_file == whole[: len(log)]
        assert len(entries) > len(log) < len(whole)
        assert replay(games.HEADS_UP, entries) == table.state
