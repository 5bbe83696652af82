"""Votes on the position of the day."""

from __future__ import annotations

from bot.backgammon import Illegal
from bot.cogs.context import Context
from bot.screens.reviews.day_words import day_words, vote_words
from bot.tables.days import morning_after, read_puzzle
from bot.tables.refused_posts import ANSWER
from bot.tables.reviews import ReviewFault


async def press_vote(ctx: Context) -> None:
    """Set or change a vote; the number of voters is public. Raises `Illegal` once it is answered."""
    guild, positions = ctx.guild, ctx.services.store.positions
    day = await positions.day(guild)
    puzzle = read_puzzle(day.position) if day.number == ctx.press.question else None
    place = int(ctx.press.extra) if ctx.press.extra.isdecimal() else 0
    if puzzle is None or place >= len(puzzle.choices):
        raise Illegal(ReviewFault.ANSWERED)
    choice = puzzle.choices[place]
    votes = await positions.vote(guild, day.number, ctx.user, choice)
    if not votes:
        raise Illegal(ReviewFault.ANSWERED)
    until = morning_after(day.day, (await ctx.settings()).time_zone)
    refused = await ctx.services.refused.find(guild, ANSWER)
    if refused and refused.about == str(day.number):
        until = refused.again or until
    await ctx.reword(day_words(puzzle, votes, until, await ctx.server_texts()))
    await ctx.say(vote_words(choice, until, ctx.t))
