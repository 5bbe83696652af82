"""Matches from elsewhere: `/import` brings them, and nobody else sees them before **Show everybody** is pressed."""

from __future__ import annotations

import secrets

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Illegal
from bot.backgammon.record_faults import InvalidRecord, Note
from bot.cogs.analysis_reports import games_meant
from bot.cogs.analysis_requests import not_reviewed, review
from bot.cogs.lookup import find_table
from bot.cogs.records import Animated, animated, tell_all, told
from bot.cogs.services import Interaction, Services
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.ended_items import analyze_items
from bot.screens.finished_game import show_buttons
from bot.screens.heads_up.import_words import brought_words, gone_words, match_words, rules_words, shown_words
from bot.screens.reviews import items as review_items
from bot.screens.reviews import queue_words
from bot.tables.heads_up.imports import LARGEST, ImportFault, keep, read_file
from bot.tables.table import Table


class ImportCommands(commands.Cog):
    """What somebody brings."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(name="import", description=locale_str("Bring a match from elsewhere, as a file, and see it"))
    @app_commands.describe(file=locale_str("A .mat or .txt of any program, .sgf or .ogxm, of up to 1 MB"))
    async def bring(self, interaction: Interaction, file: discord.Attachment) -> None:
        await self._services.run(interaction, lambda answer: self._bring(answer, file))

    async def _bring(self, answer: Answer, file: discord.Attachment) -> None:
        interaction, services = answer.interaction, self._services
        kept, gone = await brought(services, answer, file)
        table = kept[0][0]
        async with services.lookups.turn(interaction) as folder:
            found = await told(services, folder, table, None, interaction.guild_id, answer.t)
            words = brought_words(kept, found.number, gone, answer.t)
            picture = await animated(services, table, found, "webp")
            await answer.say(
                words, show_buttons(table, found.number, "webp", answer.t, analyze_items(table, 0, answer.t)), picture
            )


async def brought(
    services: Services, answer: Answer, file: discord.Attachment
) -> tuple[list[tuple[Table, tuple[Note, ...]]], list[str]]:
    """The matches of a file, kept for whoever has sent it, with what was mended of each, the last first in their list;
    and those that have made room. Raises `Illegal`.
    """
    interaction = answer.interaction
    if file.size > LARGEST:
        raise Illegal(ImportFault.TOO_BIG)
    async with services.lookups.turn(interaction) as folder:
        try:
            data = await file.read()
        except DISCORD_ERRORS as error:
            raise Illegal(ImportFault.GONE) from error
        try:
            found = await folder.fold(read_file, data)
        except InvalidRecord as error:
            raise Illegal(error.reason, **error.details) from error
        user = interaction.user.id
        kept, gone = await keep(services.store, user, found, secrets.token_bytes, services.now)
        return [(table, match.notes) for table, match in zip(kept, found, strict=True)], gone


async def review_file(services: Services, answer: Answer, file: discord.Attachment) -> None:
    """Have the match of a file reviewed; of several somebody chooses. Raises `Illegal`."""
    kept, gone = await brought(services, answer, file)
    tables = [table for table, _ in kept]
    if len(tables) == 1:
        await review(services, answer, tables[0], 0)
    else:
        found = [await not_reviewed(services, answer, each, await games_meant(services, each, 0)) for each in tables]
        sums = [sum(each.values()) for each in found]
        listed = [(each.id, match_words(each, answer.t), number) for each, number in zip(tables, sums, strict=True)]
        text = queue_words.matches_words(len(tables), sum(sums), answer.t)
        await answer.say(text, review_items.matches_view(listed, answer.t))
    said = [*rules_words(kept, answer.t), *([gone_words(gone, answer.t)] if gone else [])]
    if said:
        await answer.say("\n".join(said))


async def press_show(services: Services, answer: Answer, press: Press) -> None:
    """Show everybody a game that somebody has brought from elsewhere."""
    guild = answer.interaction.guild_id
    assert guild is not None
    table = await find_table(services, answer.interaction, press.table)
    kind: Animated = "gif" if press.extra == "gif" else "webp"
    await answer.acknowledge()
    async with services.lookups.turn(answer.interaction) as folder:
        t = await services.presenter.texts_of(guild)
        found = await told(services, folder, table, press.question, guild, t)
        await tell_all(answer, shown_words(table, found.words, t), await animated(services, table, found, kind))
