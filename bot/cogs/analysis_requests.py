"""Requests for analyses: making them, offering parts of long ones, cancelling, and the moderators' list."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence

import discord
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Foreign, Illegal
from bot.cogs.analysis_reports import games_meant, own_message, part_meant, report_on
from bot.cogs.context import Context, number_in
from bot.cogs.lookup import find_table
from bot.cogs.places import WITH_US
from bot.permissions import lacking
from bot.screens.discord_errors import DISCORD_ERRORS, attempt
from bot.screens.reference.fact_words import parse_game
from bot.screens.reference.faults import FactFault
from bot.screens.refusal_words import refusal_words
from bot.screens.reviews import items, queue_words, words
from bot.tables.about import About
from bot.tables.new_table import check_room
from bot.tables.review_requests import Allowance, End, Progress, Request
from bot.tables.review_runs import MOST_TABLES
from bot.tables.reviewing import too_much
from bot.tables.reviews import MOST, ReviewFault, count_decisions, grouped, kept_reviews, part_of
from bot.tables.table import Table
from bot.texts import Texts

_log = logging.getLogger(__name__)

_PART = re.compile(r"([0-9a-z]+)-(\d{1,6})-(\d{1,6})")
"""Consecutive games of a table as typed: the first and the last."""


async def analyze(ctx: Context, text: str) -> None:
    """Analyse a game, consecutive games, or all games of a table. Raises `Refused`."""
    if found := _PART.fullmatch(text.strip(" `").lower()):
        name, meant = found[1], part_of(int(found[2]), int(found[3]))
    else:
        name, number = parse_game(text)
        meant = number or 0
    table = await find_table(ctx, name)
    if not told_here(ctx, table.about):
        raise Illegal(FactFault.ELSEWHERE, table=table.id)
    await review(ctx, table, meant)


def told_here(ctx: Context, about: About) -> bool:
    """Whether one of the user's games may be analysed here: outside of servers not those of one."""
    return bool(ctx.guild) or about.told_in(ctx.guild)


async def review(ctx: Context, table: Table, meant: int) -> None:
    """Show the report if it exists; else request it and show progress; or, if it is too long, offer parts. `meant`: the
    number of a game, 0 for all of a table, or a part, as of `part_of`. Raises `Illegal`.
    """
    games = await games_meant(ctx, table, meant)
    await ctx.acknowledge(apart=True)
    part = part_meant(meant)
    if found := await report_on(ctx.services, table, games, part):
        await ctx.say(*await own_message(ctx, found))
        return
    await check_room(ctx.services.store)
    request = await _request(ctx, table, games, part)
    made = ctx.services.reviewing.of(request.user)
    if made is None or made.wanted == request.wanted:
        request = replace(request, decisions=await not_reviewed(ctx, table, games))
        allowed = await ctx.services.reviewing.allowance(request.user)
        if made is None and request.total > allowed.at_once:
            await ctx.say(*_offer(table, games, meant, request.decisions, allowed, 0, ctx.t))
            return
        made = await ctx.services.reviewing.ask(request)
    if made.wanted != request.wanted:
        await _say_busy(ctx, made)


async def review_all(ctx: Context, tables: Sequence[Table]) -> None:
    """Request reviews of all games of several tables, one table after the other. Raises `Illegal`."""
    if not ctx.services.reviewing.games.reviewer.available:
        raise Illegal(ReviewFault.NO_ENGINE)
    if len(tables) > MOST_TABLES:
        raise Illegal(ReviewFault.TOO_MANY_TABLES, most=MOST_TABLES)
    await ctx.acknowledge(apart=True)
    await check_room(ctx.services.store)
    run = tuple((table.channel, table.id) for table in tables)
    request = replace(await _request(ctx, tables[0], (), 0), tables=run)
    made = await ctx.services.reviewing.ask(request)
    if made.wanted != request.wanted:
        await _say_busy(ctx, made)


async def _request(ctx: Context, table: Table, games: Sequence[int], part: int) -> Request:
    return Request(
        name=ctx.receipt,
        user=ctx.user,
        guild=ctx.guild,
        channel=table.channel,
        table=table.id,
        games=tuple(games),
        language=ctx.t.language,
        app=ctx.interaction.application_id,
        token=ctx.interaction.token,
        message=await _answered(ctx),
        at=ctx.services.now(),
        place=ctx.channel if _may_mention(ctx) else 0,
        part=part,
    )


def _may_mention(ctx: Context) -> bool:
    """Whether the bot may write to the user here by itself."""
    return ctx.place in WITH_US and not lacking(ctx.interaction.client, ctx.guild, ctx.channel)


async def _say_busy(ctx: Context, made: Request) -> None:
    """Refuse while the person's earlier request is not done, with the button to cancel that."""
    busy = Illegal(ReviewFault.STILL_MADE, game=words.named(made.table, made.games, made.part))
    ctx.refused = busy.reason.name
    await ctx.say(refusal_words(busy, ctx.t, None), items.cancel_view(made.table, made.name, ctx.t))


async def not_reviewed(ctx: Context, table: Table, games: Sequence[int]) -> dict[int, int]:
    """The decisions of each of these games that is not analysed yet. Raises `Illegal` if they cannot be counted."""
    there = await kept_reviews(ctx.services.store, table, games)
    missing = [game for game in games if game not in there]
    async with ctx.lookup() as pool:
        return await count_decisions(ctx.services.store, pool.run, table, missing)


def _offer(
    table: Table,
    games: Sequence[int],
    meant: int,
    decisions: Mapping[int, int],
    allowed: Allowance,
    page: int,
    t: Texts,
) -> tuple[str, discord.ui.View]:
    """Parts of a request that is too long. Raises `Illegal` if there are none."""
    groups = [each for each in grouped(games, decisions, allowed.at_once) if part_of(each[0], each[1])]
    if not groups:
        if allowed.at_once < MOST:
            raise too_much(allowed)
        longest = max(decisions, key=lambda game: decisions[game])
        raise Illegal(ReviewFault.LONG_GAME, game=f"{table.id}-{longest}", number=decisions[longest], most=MOST)
    name = words.named(table.id, games, part_meant(meant))
    text = queue_words.parts_words(name, sum(decisions.values()), MOST, allowed.left, t)
    return text, items.parts_view(table.id, meant, groups, page, t)


async def _answered(ctx: Context) -> int:
    """The id of the message to update with progress; 0 if unknown."""
    try:
        return (await ctx.interaction.original_response()).id
    except DISCORD_ERRORS as error:
        _log.info("the answer to an analysis is not known: %s", error)
        return 0


async def press_analyze(ctx: Context) -> None:
    """The button Analyse: all games of a table, or one."""
    table = await find_table(ctx)
    await review(ctx, table, ctx.press.question)


async def press_ready(ctx: Context) -> None:
    """The button of an announced analysis; the announcement is deleted after its requester has seen it."""
    await press_analyze(ctx)
    if ctx.press.extra == str(ctx.user) and ctx.pressed is not None:
        await attempt(ctx.pressed.delete)


async def press_part(ctx: Context) -> None:
    """A part was chosen."""
    table = await find_table(ctx)
    first, last = map(number_in, ctx.chosen.partition("-")[::2])
    await review(ctx, table, first if first == last else part_of(first, last))


async def press_parts(ctx: Context) -> None:
    """Turn to another page of parts."""
    await ctx.acknowledge()
    table = await find_table(ctx)
    games = await games_meant(ctx, table, ctx.press.question)
    decisions = await not_reviewed(ctx, table, games)
    allowed = await ctx.services.reviewing.allowance(ctx.user)
    page = int(ctx.press.extra) if ctx.press.extra.isdecimal() else 0
    await ctx.change(*_offer(table, games, ctx.press.question, decisions, allowed, page, ctx.t))


async def press_match(ctx: Context) -> None:
    """A match of a file was chosen."""
    table = await find_table(ctx, ctx.chosen)
    await review(ctx, table, 0)


async def press_cancel(ctx: Context) -> None:
    """Cancel an analysis, by its requester or a moderator."""
    if await _cancel(ctx, ctx.press.extra):
        await ctx.change(queue_words.cancelled_words("", Progress(end=End.CANCELLED), ctx.t))
    else:
        await ctx.acknowledge()


async def _cancel(ctx: Context, name: str) -> bool:
    moderated = ctx.guild if _moderates(ctx) else 0
    return await ctx.services.reviewing.cancel(name, ctx.user, moderated, ctx.person.name)


def _moderates(ctx: Context) -> bool:
    return ctx.moderates or ctx.manages


async def show_queue(ctx: Context) -> bool:
    """Show a moderator the server's queue; False if it is empty, or they are none."""
    listed = _queue(ctx) if _moderates(ctx) else []
    if not listed:
        return False
    await ctx.say(*_queue_message(listed, ctx.t))
    return True


def _queue(ctx: Context) -> list[tuple[Request, Progress]]:
    return ctx.services.reviewing.in_server(ctx.guild, limits.CHOICES + 1)


def _queue_message(listed: Sequence[tuple[Request, Progress]], t: Texts) -> tuple[str, discord.ui.View]:
    offered = [
        (each.name, f"{words.named(each.table, each.games, each.part)} · {number + 1}")
        for number, (each, _) in enumerate(listed)
    ]
    return queue_words.queue_words(listed, t), items.queue_view(offered, t)


async def press_stop(ctx: Context) -> None:
    """Cancel a member's request, by a moderator."""
    if not _moderates(ctx):
        raise Foreign(ReviewFault.NOT_YOURS)
    await ctx.acknowledge()
    await _cancel(ctx, ctx.chosen)
    if listed := _queue(ctx):
        await ctx.change(*_queue_message(listed, ctx.t))
    else:
        await ctx.change(ctx.t("Nothing is analysed in this server now."))
