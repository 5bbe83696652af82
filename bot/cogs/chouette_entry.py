"""Newcomers of a running chouette who must be let in: their wish in the channel, and the answer to it."""

from __future__ import annotations

from bot.chouette import Session, approver
from bot.cogs.context import Context, number_in
from bot.screens.buttons import view
from bot.screens.chouette.entry_words import entry_items, entry_words
from bot.screens.discord_errors import attempt
from bot.screens.names import bold_names
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post, notifying
from bot.tables.chouette import intents
from bot.tables.repository import Outcome


async def tell_knock(ctx: Context, outcome: Outcome) -> None:
    """Tell a newcomer that the wish has been passed on, and whoever decides of it."""
    table = outcome.table
    session, seat = table.state_of(Session), table.seat_of(ctx.user)
    assert seat is not None
    decides = approver(session)
    await ctx.say(ctx.t("You have asked to come in; {who} decides.", who=bold_names(table)(decides)))
    t = await ctx.services.presenter.texts_at(table)
    user = table.person(decides).user
    wanted = [user] if user > 0 and (await ctx.services.preferences.of_person(user)).mentions else []
    nonce = nonce_of(table.about.guild, table.id, "knock", table.version)
    items = view(entry_items(table, session, seat, t))
    post = Post(
        table.about.guild, table.channel, entry_words(table, seat, decides, t), nonce, items, mentions=notifying(wanted)
    )
    await attempt(lambda: ctx.services.presenter.posts.put(post))
    await ctx.serve(table, apart=True)


async def press_let_in(ctx: Context) -> None:
    """Let a newcomer in."""
    await ctx.act(intents.let_in(number_in(ctx.press.extra)), table=ctx.press.table, said=ctx.t("Done."))


async def press_not_now(ctx: Context) -> None:
    """Refuse a newcomer for now."""
    intent = intents.not_now(number_in(ctx.press.extra), ctx.services.now())
    await ctx.act(intent, table=ctx.press.table, said=ctx.t("Done."))
