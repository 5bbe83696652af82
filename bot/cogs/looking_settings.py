"""The page of `/settings` about who wants to play."""

from __future__ import annotations

from msgspec.structs import replace

from bot.cogs.context import Context, moved_on
from bot.cogs.verbs import Verb
from bot.permissions import Use, lacking
from bot.screens.looking.settings import looking_view, looking_words, silent_words
from bot.screens.panels.settings import lacking_words
from bot.screens.refusal_words import refusal_words
from bot.screens.refused_words import refused_words
from bot.screens.roles import obstacle, unfit
from bot.tables.preferences import ServerSettings
from bot.tables.refused_posts import LOOKING_LIST


async def press_looking_setting(ctx: Context) -> None:
    """The page, or a choice on it. Raises `Illegal` for a role that the bot gives nobody."""
    ctx.check_manages()
    before = after = await ctx.settings()
    chosen = int(ctx.chosen) if ctx.chosen.isdecimal() else 0
    match ctx.press.extra:
        case "channel":
            after = replace(before, looking=chosen)
        case "role":
            known = ctx.interaction.guild
            if chosen and known is not None and (why := unfit(known, chosen)):
                raise why
            after = replace(before, looking_role=chosen)
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
    known = ctx.interaction.guild
    if settings.looking_role and known is not None:
        if why := obstacle(known, settings.looking_role):
            words.append("⚠ " + refusal_words(why, ctx.t))
        elif (role := known.get_role(settings.looking_role)) and not (
            role.mentionable or known.me.guild_permissions.mention_everyone
        ):
            words.append(silent_words(role.id, ctx.t))
    return words


VERBS = (Verb("look_setting", press=press_looking_setting, private=True),)
