"""**Play…** among the Apps of a person: the length is asked, and a button challenges them as `/play` does."""

from __future__ import annotations

import discord

from bot.backgammon import Illegal
from bot.backgammon.match_equity import LONGEST
from bot.cogs.challenging import challenged, is_this_bot
from bot.cogs.computer_games import press_computer
from bot.cogs.context import Context, moved_on, number_in
from bot.cogs.play import Asked, challenge_by
from bot.cogs.table_setup import missing_permissions
from bot.cogs.verbs import Verb
from bot.cogs.visibility import sees
from bot.screens.asking_words import asking_items, asking_words
from bot.screens.buttons import view
from bot.screens.discord_errors import attempt
from bot.tables.faults import ChallengeFault, LadderFault
from bot.tables.table import Person


async def ask_to_play(ctx: Context, opponent: discord.User | discord.Member) -> None:
    """Ask how long; of the computer, also how well. Raises `Illegal` for whom one cannot challenge."""
    if is_this_bot(ctx, opponent):
        await press_computer(ctx)
        return
    person = challenged(ctx, opponent)
    assert person is not None
    if missing := missing_permissions(ctx, thread=False):
        await ctx.say(missing)
        return
    debt = await ctx.services.leagues.owed(ctx.guild, ctx.user, person.user)
    items = asking_items(person.user, (await ctx.settings()).rules.length, debt, ctx.t)
    await ctx.say(asking_words(person.name, ctx.t), view(items), passing=True)


async def press_challenge_to(ctx: Context) -> None:
    """A length was chosen."""
    if ctx.press.question > LONGEST:
        raise moved_on()
    await challenge_by(ctx, await _still_there(ctx, number_in(ctx.press.extra)), Asked(ctx.press.question))


async def _still_there(ctx: Context, user: int) -> Person | None:
    """Somebody by their id. Raises `Illegal` if they have left, or do not see this channel."""
    guild = ctx.interaction.guild
    member = await attempt(lambda: guild.fetch_member(user)) if guild else None
    if member is None:
        raise Illegal(LadderFault.LEFT)
    if not await sees(ctx, ctx.channel, member):
        raise Illegal(ChallengeFault.CANNOT_SEE, name=member.display_name)
    return challenged(ctx, member)


VERBS = (Verb("challenge_to", press=press_challenge_to, private=True, logged="play"),)
