"""Votes on the position of the day."""

from __future__ import annotations

from bot.backgammon import Illegal
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.reviews.day_words import day_words, vote_words
from bot.tables.days import morning_after, read_puzzle
from bot.tables.refused_posts import ANSWER
from bot.tables.reviews import ReviewFault


async def press_vote(services: Services, answer: Answer, press: Press) -> None:
    """Somebody votes, or thinks better of it; all see how many have. Raises `Illegal` once that is answered."""
    guild = answer.interaction.guild_id or 0
    positions = services.store.positions
    day = await positions.day(guild)
    puzzle = read_puzzle(day.position) if day.number == press.question else None
    place = int(press.extra) if press.extra.isdecimal() else 0
    if puzzle is None or place >= len(puzzle.choices):
        raise Illegal(ReviewFault.ANSWERED)
    choice = puzzle.choices[place]
    votes = await positions.vote(guild, day.number, answer.interaction.user.id, choice)
    if not votes:
        raise Illegal(ReviewFault.ANSWERED)
    until = morning_after(day.day, (await services.preferences.of_server(guild)).time_zone)
    refused = await services.refused.find(guild, ANSWER)
    if refused and refused.about == str(day.number):
        until = refused.again or until
    t = await services.presenter.texts_of(guild)
    await answer.reword(day_words(puzzle, votes, until, t))
    await answer.say(vote_words(choice, until, answer.t))
