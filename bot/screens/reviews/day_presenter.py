"""Shows positions of the day: a message with the task, and the next morning another one with the answer, because an
edit notifies nobody.

Earlier attempts are looked for among the last messages, because Discord forgets nonces after some minutes.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.permissions import Use
from bot.screens.board_names import board_name
from bot.screens.buttons import message_link
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import attempt
from bot.screens.fitting import unbroken
from bot.screens.nonces import nonce_of
from bot.screens.painter import Painter, of_board
from bot.screens.posted import Post, whole
from bot.screens.presenter import Presenter
from bot.screens.refused_posts import known_lacking
from bot.screens.reviews.day_words import answer_words, day_view, day_words
from bot.screens.reviews.pictures import puzzle_scene, puzzle_xgid, solved_scene
from bot.screens.visibility import as_visible
from bot.store.positions import Day
from bot.tables.days import Puzzle
from bot.tables.preferences import Preferences


class DayPresenter:
    def __init__(
        self, client: discord.Client, preferences: Preferences, presenter: Presenter, painter: Painter
    ) -> None:
        self._client, self._preferences = client, preferences
        self._presenter, self._painter, self._posts = presenter, painter, presenter.posts

    async def visible_to(self, guild: int, place: int, channel: int) -> bool:
        """Whether everyone who sees `channel` may see what was played at `place`."""
        return await as_visible(self._client, guild, place, channel)

    def lacking(self, guild: int, channel: int) -> list[str] | None:
        """Discord's names of missing permissions in a channel for positions; None if not known here."""
        return known_lacking(self._client, guild, channel, Use.DAY)

    async def found(self, guild: int, number: int, puzzle: Puzzle) -> int | None:
        """The message with the task; 0 if there is none, None if unknown now."""

        def asks(message: discord.Message) -> bool:
            under = (child for row in message.components for child in getattr(row, "children", ()))
            presses = (Press.parse(getattr(child, "custom_id", None) or "") for child in under)
            return any(press and (press.verb, press.question) == ("vote", number) for press in presses)

        return await self._posts.found(guild, puzzle.channel, Use.DAY, asks)

    async def post(self, guild: int, number: int, puzzle: Puzzle, until: float) -> int | None:
        """Post the task; returns the message's id, None if that may work later. Raises `PostRefused`."""
        t = await self._presenter.texts_of(guild)
        scene = puzzle_scene(puzzle.verdict, puzzle.length, await self._theme(guild), t)
        file = await self._painter.file(of_board(scene, t), f"{_named('position', puzzle)}.png")
        words, nonce = day_words(puzzle, 0, until, t), nonce_of(guild, "day", number)
        post = Post(guild, puzzle.channel, words, nonce, day_view(number, puzzle, t), [whole(file)])
        return await self._posts.once(post, Use.DAY, persistently=False)

    async def answer(
        self, guild: int, day: Day, puzzle: Puzzle, votes: Mapping[str, int], name: str, *, channel: int, again: bool
    ) -> bool:
        """Post the answer, and remove the buttons of the task. False if that may work later.

        As a reply, unless the task was in another channel. Raises `PostRefused`.
        """
        t = await self._presenter.texts_of(guild)
        scene = solved_scene(puzzle.verdict, puzzle.length, await self._theme(guild), t)
        file = await self._painter.file(of_board(scene, t), f"{_named('answer', puzzle)}.png")
        words, nonce = answer_words(puzzle, votes, name, t), nonce_of(guild, "day", day.number, "answer")
        reply = day.message if channel == puzzle.channel else 0
        post = Post(guild, channel, words, nonce, files=[whole(file)], reply=reply)

        def answers(message: discord.Message) -> bool:
            return message.reference is not None and message.reference.message_id == day.message

        fits = answers if again else None
        message = await self._posts.once(post, Use.DAY, fits, at=puzzle.channel, persistently=False)
        if message is None:
            return False
        await self._close(guild, day, puzzle, votes, message_link(guild, channel, message))
        return True

    async def end(self, guild: int, day: Day, puzzle: Puzzle, votes: Mapping[str, int]) -> None:
        """Remove the buttons of a task that is not answered."""
        await self._close(guild, day, puzzle, votes, "")

    async def _close(self, guild: int, day: Day, puzzle: Puzzle, votes: Mapping[str, int], link: str) -> None:
        t = await self._presenter.texts_of(guild)
        words = unbroken(day_words(puzzle, sum(votes.values()), None, t, link))
        place = self._client.get_partial_messageable(puzzle.channel, guild_id=guild)
        await attempt(lambda: place.get_partial_message(day.message).edit(content=words, view=None))

    async def _theme(self, guild: int) -> str:
        return (await self._preferences.of_server(guild)).theme


def _named(stem: str, puzzle: Puzzle) -> str:
    """The file name of a picture of a position, still without its ending."""
    return board_name(stem, puzzle_xgid(puzzle.verdict, puzzle.length))
