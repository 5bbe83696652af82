"""The page of `/settings` about who wants to play."""

from __future__ import annotations

from msgspec.structs import replace

from bot.cogs.context import Context, moved_on
from bot.cogs.role_choice import chosen_role, obstacle_words
from bot.cogs.verbs import Verb
from bot.permissions import Use, lacking
from bot.screens.looking.settings import looking_view, looking_words, silent_words
from bot.screens.panels.settings import lacking_words
from bot.screens.refused_words import refused_words
from bot.tables.preferences import ServerSettings
from bot.tables.refused_posts import LOOKING_LIST


async def press_looking_setting(ctx: Context) -> None:
    """The page, or a choice on it. Raises `Illegal` for a role that the bot gives nobody."""
    ctx.check_manages()
    before = after = await ctx.settings()
    match ctx.press.extra:
        case "channel":
            after = replace(before, looking=int(ctx.chosen) if ctx.chosen.isdecimal() else 0)
        case "role":
            after = replace(before, looking_role=chosen_role(ctx))
        case "page":
            pass
        case _:
            raise moved_on()
    if after != before:
        after = await ctx.services.preferences.keep_server(ctx.guild, after)
        await ctx.services.refused.try_anew(ctx.guild, LOOKING_LIST, ctx.services.now())
        await ctx.services.looking.redraw(ctx.guild)
        ctx.services.looking_clock.wake(ctx.guild)
    await ctx.change(looking_words(after, await _warnings(ctx, after), ctx.t), looking_view(after, ctx.t))


async def _warnings(ctx: Context, settings: ServerSettings) -> list[str]:
    """What prevents the list from being shown, or the role from being given or heard."""
    words: list[str] = []
    if settings.looking:
        missing = lacking(ctx.interaction.client, ctx.guild, settings.looking, Use.LOOKING)
        words += [lacking_words(settings.looking, missing, ctx.t)] if missing else []
        refused = await ctx.services.refused.find(ctx.guild, LOOKING_LIST)
        told = refused and refused.channel == settings.looking and not set(refused.lacking) & set(missing)
        words += [refused_words(LOOKING_LIST, refused, ctx.t)] if refused and told else []
    if hindered := obstacle_words(ctx, settings.looking_role):
        return [*words, *hindered]
    known = ctx.interaction.guild
    role = known.get_role(settings.looking_role) if known is not None and settings.looking_role else None
    if known is not None and role and not (role.mentionable or known.me.guild_permissions.mention_everyone):
        words.append(silent_words(role.id, ctx.t))
    return words


VERBS = (Verb("look_setting", press=press_looking_setting, private=True),)
