"""Games that are over: `/replay` shows one to everybody, `/export` gives the records of one or all to one person,
`/import` brings some from elsewhere, which nobody else sees before **Show** is pressed.
"""

from __future__ import annotations

import io
import secrets
import time
from collections.abc import Mapping
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Illegal
from bot.backgammon.record_faults import InvalidRecord
from bot.cogs.lookup import check_begun, find_table, games_offered
from bot.cogs.services import Interaction, Services
from bot.cogs.showing import ALONE, for_all
from bot.folding import Folder
from bot.screens.animation import animation
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, trouble
from bot.screens.faces import face_of
from bot.screens.finished import replayed, written
from bot.screens.finished_game import Replay
from bot.screens.import_words import brought_words, show_buttons, shown_words
from bot.screens.reference.fact_words import parse_game
from bot.screens.reference.faults import FactFault
from bot.tables.imports import LARGEST, ImportFault, keep, make_room, read_file
from bot.tables.kept_games import Stretch, game_log, last_counted, whole_log
from bot.tables.preferences import THEMES
from bot.tables.table import State, Table
from bot.texts import N_, Texts

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
        if table.about.guild not in (0, interaction.guild_id):
            raise Illegal(FactFault.ELSEWHERE, table=table.id)
        state = _begun(table, number)
        number = number or await last_counted(services.store, table)
        if number == state.number and not table.game.over(state):
            raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
        async with services.lookups.turn(interaction) as folder:
            public = not table.imported and await for_all(services, answer, table)
            t = await services.presenter.texts_of(interaction.guild_id) if public else answer.t
            found = await _told(services, folder, table, number, interaction.guild_id, t)
            await (answer.promise_all() if public else answer.acknowledge())
            file = await _animated(services, table, found, kind)
            if public:
                await _tell_all(answer, found.words, file)
            elif table.imported:
                await answer.say(found.words, show_buttons(table, found.number, kind, t), file)
            else:
                await answer.say(f"{t(ALONE)}\n{found.words}", file=file)

    @app_commands.command(name="import", description=locale_str("Bring a match from elsewhere, as a file, and see it"))
    @app_commands.describe(file=locale_str("A .mat or .txt of any program, .sgf or .ogxm, of up to 1 MB"))
    async def bring(self, interaction: Interaction, file: discord.Attachment) -> None:
        await self._services.run(interaction, lambda answer: self._bring(answer, file))

    async def _bring(self, answer: Answer, file: discord.Attachment) -> None:
        interaction, services = answer.interaction, self._services
        if file.size > LARGEST:
            raise Illegal(ImportFault.TOO_BIG)
        async with services.lookups.turn(interaction) as folder:
            try:
                data = await file.read()
            except DISCORD_ERRORS as error:
                raise Illegal(ImportFault.GONE) from error
            try:
                brought = await folder.fold(read_file, data)
            except InvalidRecord as error:
                raise Illegal(error.reason, **error.details) from error
            user = interaction.user.id
            kept = [
                (await keep(services.store, user, match, secrets.token_bytes, time.time()), match.notes)
                for match in reversed(brought)
            ][::-1]
            gone = await make_room(services.store, user)
            table = kept[0][0]
            found = await _told(services, folder, table, None, interaction.guild_id, answer.t)
            words = brought_words(kept, found.number, gone, answer.t)
            picture = await _animated(services, table, found, "webp")
            await answer.say(words, show_buttons(table, found.number, "webp", answer.t), picture)

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
            title, data = await folder.fold(
                written, face_of(table), table, log, number, kind, answer.t.language, key=key
            )
        game = table.id if number is None else f"{table.id}-{number}"
        await answer.say(title, file=discord.File(io.BytesIO(data), f"{game}.{kind}"))

    @replay.autocomplete("game")
    @export.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(self._services, interaction, typed)


async def press_show(services: Services, answer: Answer, press: Press) -> None:
    """Show everybody a game that somebody has brought from elsewhere."""
    guild = answer.interaction.guild_id
    assert guild is not None
    table = await find_table(services, answer.interaction, press.table)
    kind: Animated = "gif" if press.extra == "gif" else "webp"
    await answer.acknowledge()
    async with services.lookups.turn(answer.interaction) as folder:
        t = await services.presenter.texts_of(guild)
        found = await _told(services, folder, table, press.question, guild, t)
        await _tell_all(answer, shown_words(table, found.words, t), await _animated(services, table, found, kind))


async def _told(
    services: Services, folder: Folder, table: Table, number: int | None, guild: int | None, t: Texts
) -> Replay:
    """A finished game as it is told here; None: the last one."""
    theme = (await services.preferences.of_server(guild)).theme if guild else THEMES[0]
    log = await _log_of(services, table, number)
    key = "replay", table.id, table.version, number, theme, t.language
    return await folder.fold(replayed, face_of(table), table, log, number, theme, t.language, key=key)


async def _animated(services: Services, table: Table, found: Replay, kind: Animated) -> discord.File:
    picture = await services.painter.animate(lambda: animation(found.scenes, kind))
    return discord.File(io.BytesIO(picture), f"{table.id}-{found.number}.{kind}", description=found.description)


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
