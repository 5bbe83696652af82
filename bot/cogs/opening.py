"""What every table needs before it opens, whoever plays at it: permissions, a thread, its first message, dice words."""

from __future__ import annotations

import discord

from bot.cogs.services import Interaction
from bot.permissions import FOR_THREADS, NEEDED, in_place, missing
from bot.screens.answer import Answer
from bot.screens.buttons import form
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, persist, trouble
from bot.tables.table import WORD_LENGTH, Table
from bot.texts import Texts


def missing_permissions(interaction: Interaction, t: Texts, *, thread: bool) -> str:
    """What the bot may not do in this channel and must, in words; empty if nothing is missing."""
    inside = isinstance(interaction.channel, discord.Thread)
    needed = NEEDED | FOR_THREADS if thread else in_place(NEEDED, thread=inside)
    lacking = [t(words) for words in missing(interaction.app_permissions, needed)]
    if not lacking:
        return ""
    return t("To play here I need these permissions: {permissions}.", permissions=t.listed(lacking))


async def open_thread(answer: Answer, name: str) -> discord.Thread | None:
    """A new thread of the channel; None, and words, if there can be none."""
    channel = answer.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        await answer.say(answer.t("Threads can only be opened in a text channel."))
        return None
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        return await channel.create_thread(name=name[:100], type=kind)
    except DISCORD_ERRORS as error:
        await answer.say(answer.t("The thread could not be opened: {reason}.", reason=answer.t(trouble(error).value)))
        return None


async def post(
    answer: Answer, table: Table, words: str, buttons: discord.ui.View, notified: discord.AllowedMentions
) -> int:
    """The id of a table's first message, posted as the answer to its command, or else as a message of its own.

    Raises one of `DISCORD_ERRORS`.
    """
    interaction = answer.interaction
    here = interaction.channel_id == table.channel
    if here and (message := await answer.announce(words, buttons, mentions=notified)):
        return message
    channel = interaction.client.get_partial_messageable(table.channel, guild_id=table.about.guild)
    sent = await persist(lambda: channel.send(words, view=buttons, allowed_mentions=notified, nonce=f"{table.id}-0"))
    if here:
        await answer.withdraw()
    return sent.id


def word_form(press: Press, t: Texts) -> discord.ui.Modal:
    """A form for a word that is mixed into the dice; it comes back as `press`."""
    return form(
        t("My word for the dice"),
        press,
        discord.ui.TextInput(label=t("Any word, number or sentence"), custom_id="word", max_length=WORD_LENGTH),
    )
