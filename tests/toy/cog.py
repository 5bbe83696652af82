"""The commands of the toy, and the rows of its verbs."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands

from bot.cogs.acting import act_plainly
from bot.cogs.challenging import challenge, challenged, is_this_bot
from bot.cogs.computer_games import DEFAULT, play_computer
from bot.cogs.context import Context, ServingCog, answered
from bot.cogs.gathering import Opening, check_may_begin_again, open_gathering, show_gathering, show_left
from bot.cogs.verbs import Verb, plainly, request
from bot.screens.computer_words import computer_name
from bot.tables.table import Person, Table

from .game import throw
from .gathering import Rounds, RoundStakes
from .rules import Stakes


class HighestRollCommands(ServingCog):
    """Who throws higher?"""

    @app_commands.command(description="Challenge somebody, or anybody: who throws higher wins")
    @answered
    async def highest_roll(
        self,
        ctx: Context,
        opponent: discord.User | None = None,
        points: app_commands.Range[int, 1, 9] = 1,
        thread: bool = False,
    ) -> None:
        if is_this_bot(ctx, opponent):
            await play_computer(ctx, Stakes(points), DEFAULT, thread=thread)
        else:
            await challenge(ctx, challenged(ctx, opponent), Stakes(points), thread=thread)

    @app_commands.command(description="Ask who throws higher, of people or the computer")
    @answered
    async def roll_round(self, ctx: Context, points: app_commands.Range[int, 1, 9] = 1) -> None:
        await open_round(ctx, RoundStakes(points))

    @app_commands.command(description="Throw the dice")
    @answered
    async def throw(self, ctx: Context) -> None:
        await act_plainly(ctx, request("throw"))


def rounds(ctx: Context) -> Rounds:
    it = ctx.services
    return Rounds(it.store, it.repository, it.preferences, it.desk, it.now)


async def open_round(ctx: Context, stakes: RoundStakes) -> None:
    opening = Opening(
        gatherings=(people := rounds(ctx)),
        opens=lambda channel, name: people.open(ctx.guild, channel, ctx.person, stakes, name, ctx.receipt),
        title="highest roll",
        beside="",
        there="",
        failed="The round could not be posted: {reason}.",
    )
    await open_gathering(ctx, opening, thread=False)


async def open_again(ctx: Context, before: Table) -> None:
    check_may_begin_again(ctx, before)
    await open_round(ctx, before.setup_of(RoundStakes))


async def press_sit(ctx: Context) -> None:
    await _seat(ctx, ctx.person)


async def press_computer(ctx: Context) -> None:
    await _seat(ctx, Person.computer(computer_name(DEFAULT, await ctx.server_texts()), DEFAULT))


async def press_off(ctx: Context) -> None:
    outcome = await rounds(ctx).call_off(ctx.channel, ctx.press.table, ctx.user, ctx.receipt)
    await show_left(ctx, outcome, "Done.")


async def _seat(ctx: Context, person: Person) -> None:
    begun = (await rounds(ctx).sit_down(ctx.channel, ctx.press.table, person, ctx.user, ctx.receipt)).table
    await asyncio.gather(show_gathering(ctx, begun), ctx.serve(begun, apart=True))


VERBS = (
    Verb("throw", does=plainly(throw())),
    Verb("round_sit", press=press_sit),
    Verb("round_computer", press=press_computer),
    Verb("round_off", press=press_off),
)
