"""Reviews that are asked for: made, offered in parts where they are too long, cancelled, listed for moderators."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence

import discord
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Stale
from bot.cogs.analysis_reports import games_meant, part_meant, report_message, report_on
from bot.cogs.choices import chosen
from bot.cogs.lookup import find_table
from bot.cogs.services import Interaction, Services, receipt_of
from bot.permissions import lacking
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, attempt
from bot.screens.reference.fact_words import parse_game
from bot.screens.refusal_words import refusal_words
from bot.screens.reviews import items, queue_words, words
from bot.tables.faults import TableTrouble
from bot.tables.new_table import check_room
from bot.tables.review_requests import Allowance, End, Progress, Request
from bot.tables.reviewing import too_much
from bot.tables.reviews import (
    MOST,
    ReviewFault,
    count_decisions,
    grouped,
    kept_reviews,
    part_of,
)
from bot.tables.table import Table
from bot.texts import Texts

_log = logging.getLogger(__name__)

_PART = re.compile(r"([0-9a-z]+)-(\d{1,6})-(\d{1,6})")
"""Games of a table that follow each other, as typed: the first and the last."""


async def analyze(services: Services, answer: Answer, text: str) -> None:
    """Review a game, some games in a row, or all games of a table. Raises `Refused`."""
    if found := _PART.fullmatch(text.strip(" `").lower()):
        table = await find_table(services, answer.interaction, found[1])
        await review(services, answer, table, part_of(int(found[2]), int(found[3])))
        return
    name, number = parse_game(text)
    await review(services, answer, await find_table(services, answer.interaction, name), number or 0)


async def review(services: Services, answer: Answer, table: Table, meant: int) -> None:
    """Show the report, if it is there; else have it made, and tell how far it is; or, if that is too much, what can be
    made of it. `meant`: the number of a game, 0 for all of a table, or a part, as of `part_of`. Raises `Illegal`.
    """
    games = await games_meant(services, table, meant)
    await answer.acknowledge(apart=True)
    interaction, part = answer.interaction, part_meant(meant)
    if found := await report_on(services, table, games, part):
        await answer.say(*await report_message(services, found, 0, interaction.user.id, interaction.guild_id, answer.t))
        return
    await check_room(services.store)
    guild, place = interaction.guild_id or 0, interaction.channel_id or 0
    request = Request(
        name=receipt_of(interaction),
        user=interaction.user.id,
        guild=guild,
        channel=table.channel,
        table=table.id,
        games=tuple(games),
        language=answer.t.language,
        app=interaction.application_id,
        token=interaction.token,
        message=await _answered(interaction),
        at=services.now(),
        place=0 if lacking(interaction.client, guild, place) else place,
        part=part,
    )
    made = services.reviewing.of(request.user)
    if made is None or made.wanted == request.wanted:
        request = replace(request, decisions=await not_reviewed(services, answer, table, games))
        allowed = await services.reviewing.allowance(request.user)
        if made is None and request.total > allowed.at_once:
            await answer.say(*_offer(table, games, meant, request.decisions, allowed, 0, answer.t))
            return
        made = await services.reviewing.ask(request)
    if made.wanted != request.wanted:
        busy = Illegal(ReviewFault.STILL_MADE, game=words.named(made.table, made.games, made.part))
        answer.refused = busy.reason.name
        await answer.say(refusal_words(busy, answer.t, None), items.cancel_view(made.table, made.name, answer.t))


async def not_reviewed(services: Services, answer: Answer, table: Table, games: Sequence[int]) -> dict[int, int]:
    """The decisions of each of these games that is not reviewed yet. Raises `Illegal` if they cannot be counted."""
    there = await kept_reviews(services.store, table, games)
    missing = [game for game in games if game not in there]
    async with services.lookups.turn(answer.interaction) as folder:
        return await count_decisions(services.store, folder.fold, table, missing)


def _offer(
    table: Table,
    games: Sequence[int],
    meant: int,
    decisions: Mapping[int, int],
    allowed: Allowance,
    page: int,
    t: Texts,
) -> tuple[str, discord.ui.View]:
    """What may be made of what is too much to be made at once. Raises `Illegal` if that is nothing."""
    groups = [each for each in grouped(games, decisions, allowed.at_once) if part_of(each[0], each[1])]
    if not groups:
        if allowed.at_once < MOST:
            raise too_much(allowed)
        longest = max(decisions, key=lambda game: decisions[game])
        raise Illegal(ReviewFault.LONG_GAME, game=f"{table.id}-{longest}", number=decisions[longest], most=MOST)
    name = words.named(table.id, games, part_meant(meant))
    text = queue_words.parts_words(name, sum(decisions.values()), MOST, allowed.left, t)
    return text, items.parts_view(table.id, meant, groups, page, t)


async def _answered(interaction: Interaction) -> int:
    """The message that is changed as it goes on; 0 if that is not known."""
    try:
        return (await interaction.original_response()).id
    except DISCORD_ERRORS as error:
        _log.info("the answer to an analysis is not known: %s", error)
        return 0


async def press_analyze(services: Services, answer: Answer, press: Press) -> None:
    """The button Analyse: all games of a table, or one."""
    table = await find_table(services, answer.interaction, press.table)
    await review(services, answer, table, press.question)


async def press_ready(services: Services, answer: Answer, press: Press) -> None:
    """The button under the word that an analysis is there, which is gone when who has asked for it has seen it."""
    await press_analyze(services, answer, press)
    if press.extra == str(answer.interaction.user.id) and answer.pressed is not None:
        await attempt(answer.pressed.delete)


async def press_part(services: Services, answer: Answer, press: Press) -> None:
    """Some games have been chosen out of what was too much."""
    table = await find_table(services, answer.interaction, press.table)
    first, _, last = chosen(answer).partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        raise Stale(TableTrouble.MOVED_ON)
    await review(services, answer, table, int(first) if first == last else part_of(int(first), int(last)))


async def press_parts(services: Services, answer: Answer, press: Press) -> None:
    """Another page of what may be chosen."""
    await answer.acknowledge()
    table = await find_table(services, answer.interaction, press.table)
    games = await games_meant(services, table, press.question)
    decisions = await not_reviewed(services, answer, table, games)
    allowed = await services.reviewing.allowance(answer.interaction.user.id)
    page = int(press.extra) if press.extra.isdecimal() else 0
    await answer.change(*_offer(table, games, press.question, decisions, allowed, page, answer.t))


async def press_match(services: Services, answer: Answer, press: Press) -> None:
    """One match has been chosen out of a file of several."""
    table = await find_table(services, answer.interaction, chosen(answer) or press.table)
    await review(services, answer, table, 0)


async def press_cancel(services: Services, answer: Answer, press: Press) -> None:
    """Who has asked for an analysis does not want it any more, or a moderator ends it."""
    if await _cancel(services, answer, press.extra):
        await answer.change(queue_words.cancelled_words("", Progress(end=End.CANCELLED), answer.t))
    else:
        await answer.acknowledge()


async def _cancel(services: Services, answer: Answer, name: str) -> bool:
    interaction = answer.interaction
    moderated = interaction.guild_id or 0 if _moderates(interaction) else 0
    return await services.reviewing.cancel(name, interaction.user.id, moderated, interaction.user.display_name)


def _moderates(interaction: Interaction) -> bool:
    return interaction.permissions.manage_messages or interaction.permissions.manage_guild


async def show_queue(services: Services, answer: Answer) -> bool:
    """Show a moderator what is analysed in the server; False if that is nothing, or they are none."""
    if not _moderates(answer.interaction):
        return False
    listed = _queue(services, answer)
    if not listed:
        return False
    await answer.say(*_queue_message(listed, answer.t))
    return True


def _queue(services: Services, answer: Answer) -> list[tuple[Request, Progress]]:
    guild, reviewing = answer.interaction.guild_id, services.reviewing
    return [(each, reviewing.progress(each.name)) for each in reviewing.requests if each.guild == guild]


def _queue_message(listed: Sequence[tuple[Request, Progress]], t: Texts) -> tuple[str, discord.ui.View]:
    offered = [
        (each.name, f"{words.named(each.table, each.games, each.part)} · {number + 1}")
        for number, (each, _) in enumerate(listed)
    ]
    return queue_words.queue_words(listed, t), items.queue_view(offered, t)


async def press_stop(services: Services, answer: Answer, press: Press) -> None:
    """A moderator ends what somebody has asked for in their server."""
    if not _moderates(answer.interaction):
        raise Foreign(ReviewFault.NOT_YOURS)
    await answer.acknowledge()
    await _cancel(services, answer, chosen(answer))
    if listed := _queue(services, answer):
        await answer.change(*_queue_message(listed, answer.t))
    else:
        await answer.change(answer.t("Nothing is analysed in this server now."))
