"""Games that are over: `/replay` shows one to everybody, `/export` gives the records of one or all to one person."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Illegal
from bot.cogs.lookup import check_begun, find_table, games_offered
from bot.cogs.services import Interaction, Services
from bot.cogs.showing import ALONE, for_all
from bot.screens.answer import Answer
from bot.screens.discord_errors import DISCORD_ERRORS, trouble
from bot.screens.fact_words import FactFault, parse_game
from bot.screens.finished import replayed, written
from bot.screens.replay import animation
from bot.tables.games import Stretch, game_log, last_counted, whole_log
from bot.tables.rulebook import State, over
from bot.tables.table import Table
from bot.texts import N_

_NOBODY = discord.AllowedMentions.none()

Animated = Literal["webp", "gif"]
_WRITTEN: Mapping[str, str] = {
    "mat": N_(".mat, for GNU Backgammon, XG and most other programs"),
    "sgf": N_(".sgf, for GNU Backgammon"),
    "ogxm": N_(".ogxm, for HedgeHog and GammonView, with the proof of the dice"),
    "txt": N_(".txt, to read: the rules in words and the moves"),
}


class RecordCommands(commands.Cog):
    """Replays and files."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description=locale_str("Show a finished game to everybody here, move by move"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4; of a table such as k7f3q2 it is the last finished game"),
        format=locale_str("WebP is smaller and sharper, GIF can be kept and shown anywhere"),
    )
    async def replay(self, interaction: Interaction, game: str, format: Animated = "webp") -> None:
        await self._services.run(interaction, lambda answer: self._replay(answer, game, format))

    async def _replay(self, answer: Answer, text: str, kind: Animated) -> None:
        interaction, services = answer.interaction, self._services
        assert interaction.guild_id is not None
        name, number = parse_game(text)
        table = await find_table(services, interaction, name)
        if table.about.guild != interaction.guild_id:
            raise Illegal(FactFault.ELSEWHERE, table=table.id)
        state = _begun(table, number)
        number = number or await last_counted(services.store, table)
        if number == state.number and not over(state):
            raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
        theme = (await services.habits.of_server(interaction.guild_id)).theme
        async with services.lookups.turn(interaction) as folder:
            public = await for_all(services, answer, table)
            t = await services.presenter.texts_of(interaction.guild_id) if public else answer.t
            log = await _log_of(services, table, number)
            key = "replay", table.id, table.version, number, theme, t.language
            found = await folder.fold(replayed, table, log, number, theme, t.language, key=key)
            await (answer.promise_all() if public else answer.acknowledge())
            picture = await services.painter.animate(lambda: animation(found.scenes, kind))
            game = f"{table.id}-{found.number}.{kind}"
            file = discord.File(io.BytesIO(picture), game, description=found.description)
            if public:
                await _tell_all(answer, found.words, file)
            else:
                await answer.say(f"{t(ALONE)}\n{found.words}", file=file)

    @app_commands.command(description=locale_str("A finished game, or all of a match or session, as a file for you"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4, or a table such as k7f3q2 for all its finished games"),
        format=locale_str("What you want to do with it"),
    )
    @app_commands.choices(
        format=[app_commands.Choice(name=locale_str(words), value=kind) for kind, words in _WRITTEN.items()]
    )
    async def export(self, interaction: Interaction, game: str, format: app_commands.Choice[str]) -> None:
        await self._services.run(interaction, lambda answer: self._export(answer, game, format.value))

    async def _export(self, answer: Answer, text: str, kind: str) -> None:
        services = self._services
        name, number = parse_game(text)
        table = await find_table(services, answer.interaction, name)
        _begun(table, number)
        async with services.lookups.turn(answer.interaction) as folder:
            log = await _log_of(services, table, number)
            key = "export", table.id, table.version, number, kind, answer.t.language
            title, data = await folder.fold(written, table, log, number, kind, answer.t.language, key=key)
        game = table.id if number is None else f"{table.id}-{number}"
        await answer.say(title, file=discord.File(io.BytesIO(data), f"{game}.{kind}"))

    @replay.autocomplete("game")
    @export.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(self._services, interaction, typed)


def _begun(table: Table, number: int | None) -> State:
    """The state of a table that has come to a game of this number. Raises `Illegal`."""
    if number is not None:
        check_begun(table, number)
    if table.state is None:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    return table.state


async def _log_of(services: Services, table: Table, number: int | None) -> Stretch:
    """What was done in a game, or at the whole table."""
    return await (game_log(services.store, table, number) if number else whole_log(services.store, table))


async def _tell_all(answer: Answer, words: str, file: discord.File) -> None:
    try:
        await answer.tell_all(words, file=file)
    except DISCORD_ERRORS as error:
        await answer.say(answer.t("The replay could not be posted: {reason}.", reason=answer.t(trouble(error).value)))
