"""Commands on a person and on a message, which Discord lists under **Apps**. Each does what a typed one does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal
from bot.cogs.analysis_requests import analyze, review
from bot.cogs.asking import ask_to_play
from bot.cogs.context import Context, run
from bot.cogs.from_position import offer_from
from bot.cogs.imports import review_files
from bot.cogs.ladder_pages import show_profile, show_versus
from bot.cogs.lookup import find_table
from bot.cogs.places import BUT_GROUPS, EVERYWHERE, WITH_US, Places, usable
from bot.cogs.position import analyze_position, move_form, tell_board, tell_situation
from bot.cogs.records import replay
from bot.cogs.services import Interaction, Services
from bot.cogs.targets import Target
from bot.screens.reference.faults import FactFault
from bot.texts import N_

Menu = Callable[[Services], app_commands.ContextMenu]
Person = discord.User | discord.Member


def on_person(name: str, work: Callable[[Context, Person], Awaitable[None]]) -> Menu:
    """A command of this name on a person, in servers of the bot."""

    def made(services: Services) -> app_commands.ContextMenu:
        async def used(interaction: Interaction, person: discord.User | discord.Member) -> None:
            await run(services, interaction, lambda ctx: work(ctx, person))

        return app_commands.ContextMenu(name=locale_str(name), callback=used)

    return made


def on_message(
    name: str, work: Callable[[Context, Target], Awaitable[None]], where: Places, *, of_replays: str = ""
) -> Menu:
    """A command of this name on a message, where the typed one may be used too. On a replay it first asks for a move by
    a form, if a verb `of_replays` takes that.
    """

    def made(services: Services) -> app_commands.ContextMenu:
        @usable(where)
        async def used(interaction: Interaction, message: discord.Message) -> None:
            target = Target(message, interaction.client.user)
            if of_replays and (game := target.replay):
                await run(
                    services,
                    interaction,
                    lambda ctx: ctx.ask(move_form(of_replays, game.table, game.number, ctx.t)),
                    at_once=True,
                )
            else:
                await run(services, interaction, lambda ctx: work(ctx, target))

        return app_commands.ContextMenu(name=locale_str(name), callback=used)

    return made


async def _profile(ctx: Context, person: Person) -> None:
    await show_profile(ctx, person.id)


async def _head_to_head(ctx: Context, person: Person) -> None:
    await show_versus(ctx, ctx.user, person.id)


async def _position(ctx: Context, target: Target) -> None:
    shown = await target.position(ctx)
    if shown.table is not None:
        await tell_board(ctx, shown.table)
    else:
        await tell_situation(ctx, shown.situation)


async def _from_here(ctx: Context, target: Target) -> None:
    shown = await target.position(ctx)
    await offer_from(ctx, shown.situation, on_turn=shown.on_turn)


async def _analyze(ctx: Context, target: Target) -> None:
    """Analyse the files of a message, else the games that it is about, else its position. Raises `Refused`."""
    if files := target.records:
        await review_files(ctx, files)
        return
    if report := target.report:
        await review(ctx, await find_table(ctx, report.table), report.number)
        return
    try:
        shown = await target.position(ctx)
    except Illegal as error:
        if error.reason is not FactFault.NO_POSITION_IN:
            raise
        if game := target.written:
            await analyze(ctx, str(game))
        elif files := target.others:
            await review_files(ctx, files)
        else:
            raise Illegal(FactFault.NOTHING_IN) from error
        return
    await analyze_position(ctx, shown.situation)


async def _replay(ctx: Context, target: Target) -> None:
    game = await target.game(ctx)
    await replay(ctx, game.table, game.number or None)


ON_PEOPLE = [
    on_person(N_("Play…"), ask_to_play),
    on_person(N_("Profile"), _profile),
    on_person(N_("Head to head"), _head_to_head),
]
ON_MESSAGES = [
    on_message(N_("Position"), _position, EVERYWHERE, of_replays="position_move"),
    on_message(N_("Play from here"), _from_here, WITH_US, of_replays="from_move"),
    on_message(N_("Analyse"), _analyze, BUT_GROUPS),
    on_message(N_("Replay"), _replay, WITH_US),
]
