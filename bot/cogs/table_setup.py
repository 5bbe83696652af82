"""Setting up a table of any game: permissions, thread, first message, words for the dice."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from msgspec.structs import replace

from bot import limits
from bot.cogs.context import Context
from bot.permissions import FOR_THREADS, NEEDED, NEEDED_FOR, Use, in_place, missing
from bot.screens.buttons import GREY, Item, button, form, view
from bot.screens.computer_words import computer_item
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, trouble
from bot.screens.faces import face_of
from bot.screens.lessons.items import learn_item
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post
from bot.tables.table import WORD_LENGTH, Screen, Table
from bot.texts import Texts

_NOBODY = discord.AllowedMentions.none()


def missing_permissions(ctx: Context, *, thread: bool) -> str:
    """Missing permissions for a table in this channel, in words; empty if none, as always in a direct message."""
    if not ctx.guild:
        return ""
    t, lacking = ctx.t, _lacking(ctx, NEEDED | FOR_THREADS if thread else NEEDED)
    return t("To play here I need these permissions: {permissions}.", permissions=t.listed(lacking)) if lacking else ""


def missing_for_league(ctx: Context) -> str:
    """Missing permissions to show a league in this channel, in words; empty if none."""
    t, lacking = ctx.t, _lacking(ctx, NEEDED_FOR[Use.LEAGUE])
    if not lacking:
        return ""
    return t("To show a league here I need these permissions: {permissions}.", permissions=t.listed(lacking))


def _lacking(ctx: Context, wanted: Mapping[str, str]) -> list[str]:
    needed = in_place(wanted, ctx.interaction.channel.type if ctx.interaction.channel else None)
    return [ctx.t(words) for words in missing(ctx.interaction.app_permissions, needed)]


async def open_thread(ctx: Context, name: str) -> discord.Thread | None:
    """A new thread of the channel; None, after a reply, if that is impossible."""
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        await ctx.say(ctx.t("Threads can only be opened in a text channel."))
        return None
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        return await channel.create_thread(name=name[: limits.THREAD_NAME], type=kind)
    except DISCORD_ERRORS as error:
        await ctx.say(ctx.t("The thread could not be opened: {reason}.", reason=ctx.t(trouble(error).value)))
        return None


async def publish(ctx: Context, table: Table, failed: str, notified: discord.AllowedMentions = _NOBODY) -> bool:
    """Post the first message of a table that has not begun. If that fails, the table is closed and False returned;
    `failed` says why.
    """
    t, face = await ctx.server_texts(), face_of(table)
    words, buttons = face.gathering_words(table, t), face.gathering_buttons(table, t)
    try:
        message = await _post(ctx, table, words, buttons, notified)
    except DISCORD_ERRORS as error:
        await ctx.services.challenges.expire(table)
        await ctx.say(ctx.t(failed, reason=ctx.t(trouble(error).value)))
        return False
    await ctx.services.repository.shown(table, Screen(message=message))
    return True


async def _post(
    ctx: Context, table: Table, words: str, buttons: discord.ui.View, notified: discord.AllowedMentions
) -> int:
    """Post a message, as the answer to a command or as its own; returns its id. Raises one of `DISCORD_ERRORS`."""
    here = ctx.channel == table.channel
    if here and (message := await ctx.announce(words, buttons, mentions=notified)):
        return message
    guild = table.about.guild
    post = Post(guild, table.channel, words, nonce_of(guild, table.id, "lobby"), buttons, mentions=notified)
    sent = await ctx.services.presenter.posts.put(post)
    if here:
        await ctx.remove()
    return sent


async def tell_of_play(ctx: Context, table: Table) -> None:
    """Explain to a first-time challenger how it continues, once."""
    preferences = await ctx.preferences()
    if preferences.told_of_play:
        return
    begins = not await ctx.services.store.tables_of(ctx.user, 1)
    await ctx.services.preferences.keep_person(ctx.user, replace(preferences, told_of_play=True))
    if begins:
        people = [person.user for person in table.people.everybody]
        met = len(people) > 1  # the opponent in a challenge to everyone is not known yet
        presenter, guild = ctx.services.presenter, table.about.guild
        board = await (presenter.texts_among(guild, people) if met else presenter.texts_of(guild))
        await ctx.say(first_hint(ctx.t, board), view([computer_item(ctx.t), learn_item(ctx.t)]))


def first_hint(t: Texts, board: Texts) -> str:
    """The explanation after a user's first challenge. `board`: the language of the buttons under a board."""
    return t(
        "That was your first challenge. When somebody accepts it, the board is posted here. On your turn press "
        "**{roll}**, then a button for each step, then **{confirm}**. `/help` has the rest, with pictures. Until "
        "then you can play against me: **{computer}**.",
        roll=board("Roll"), confirm=t("Confirm"), computer=t("Play the computer"),
    )  # fmt: skip


def word_button(table: Table, t: Texts) -> discord.ui.View:
    return view([word_item(table, t)])


def word_item(table: Table, t: Texts) -> Item:
    return button(t("My word"), Press(face_of(table).word_verb, table.id, 0), GREY, "🎲")


def ask_word(ctx: Context) -> discord.ui.Modal:
    return word_form(Press(ctx.press.verb, ctx.press.table, 1), ctx.t)


async def tell_word(ctx: Context, *, later: bool = False) -> None:
    """Confirm a word; `later`: it counts from the next game on."""
    if later:
        await ctx.say(ctx.t("Your word is mixed into the dice from the next game on."))
    else:
        await ctx.say(ctx.t("Your word is mixed into the dice."))


def word_form(press: Press, t: Texts) -> discord.ui.Modal:
    """A modal for a word that is mixed into the dice; it is submitted as `press`."""
    return form(
        t("My word for the dice"),
        press,
        t("Any word, number or sentence"),
        discord.ui.TextInput(
            placeholder=t("Mixed into every roll"),
            custom_id="word",
            max_length=WORD_LENGTH,
        ),
    )
