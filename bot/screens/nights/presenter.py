"""Shows nights: posted anew at each draw and at the end; and opens the threads of their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial

import discord

from bot import limits
from bot.core.actions import Seat
from bot.league.night_entries import At
from bot.league.night_standings import highlights
from bot.league.night_state import NightTable
from bot.permissions import Use
from bot.screens.contests import ContestPresenter
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, knows_channel, place_gone
from bot.screens.nights.pages import card, card_alt
from bot.screens.nights.words import (
    asking_buttons,
    asking_words,
    awaited,
    called_words,
    figures,
    mentioned,
    moved_words,
    night_buttons,
    night_words,
    past_words,
    reminder_words,
    thread_name,
)
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post, notifying
from bot.screens.refused_posts import refusal
from bot.tables.held_night import Asked, HeldNight
from bot.texts import Texts
from render import draw_ranking


class NightPresenter(ContestPresenter[HeldNight]):
    use = Use.NIGHT

    def _called(self, held: HeldNight) -> Sequence[int]:
        return mentioned(held)

    def _message(self, held: HeldNight, t: Texts, *, aloud: bool, late: bool = True) -> tuple[str, discord.ui.View]:
        return night_words(held, t, aloud=aloud), night_buttons(held, t, late=late)

    def _past(self, held: HeldNight, chapter: int, t: Texts) -> str | None:
        return past_words(held, chapter, t)

    def _reminder(self, held: HeldNight, t: Texts) -> tuple[str, Sequence[int]]:
        return reminder_words(held, t), awaited(held)

    async def show(self, held: HeldNight, *, late: bool = True) -> bool:
        """As `ContestPresenter.show`. `late`: whether some table takes late comers."""
        return await self._bring(held, partial(self._message, late=late))

    async def gone(self, held: HeldNight) -> bool:
        """Whether its channel was deleted."""
        if knows_channel(self._client, held.guild, held.channel):
            return False
        return await place_gone(self._client, held.channel, held.guild)

    async def thread(self, held: HeldNight, table: NightTable) -> int | None:
        """The thread of a table, made or found again, with its people called; None if that may work later.

        Raises `PostRefused`.
        """
        place = self._client.get_channel(held.channel)
        if not isinstance(place, discord.TextChannel) or self._client.user is None:
            return None
        t = await self._texts(held)
        name = thread_name(table, t)
        try:
            there = await self._made_before(held, name, place)
            if not there:
                kind = discord.ChannelType.news_thread if place.is_news() else discord.ChannelType.public_thread
                there = [await place.create_thread(name=name, type=kind, auto_archive_duration=limits.THREAD_SHOWN)]
        except DISCORD_ERRORS as error:
            if refused := refusal(error, self._client, held.guild, held.channel, self.use):
                raise refused from error
            return None
        people = [held.person(seat) for seat in held.evening.there(table.at)]
        post = Post(
            held.guild,
            there[0].id,
            called_words(held, table, t),
            nonce_of(held.guild, held.id, "table", *table.at),
            mentions=notifying([each.user for each in people if each.known]),
        )
        return None if await self._posts.once(post, Use.BOARD) is None else there[0].id

    async def _made_before(self, held: HeldNight, name: str, place: discord.TextChannel) -> list[discord.Thread]:
        """The thread that was made for a table in an interrupted attempt: of this name, and no other table's, after the
        message of the night that was posted last.
        """
        assert self._client.user is not None
        me, since = self._client.user.id, held.screen.message
        if not since:
            since = discord.utils.time_snowflake(datetime.fromtimestamp(held.evening.opened.at, UTC))
        taken = {each.channel for night in await self._contests.running(held.guild) for each in night.tables.values()}
        return [
            each
            for each in place.threads
            if each.owner_id == me and each.name == name and each.id not in taken and each.id > since
        ]

    async def ask(self, held: HeldNight, asked: Asked) -> bool:
        """Ask somebody in the thread of their table; whether that is posted."""
        t, where = await self._texts(held), held.tables[asked.source]
        post = Post(
            held.guild,
            where.channel,
            asking_words(held, asked, t),
            nonce_of(held.guild, held.id, held.version, "asks", asked.seat),
            view=asking_buttons(held, asked, t),
            mentions=await self._notified([held.person(asked.seat).user]),
        )
        return await attempt(lambda: self._posts.put(post)) is not None

    async def tell_moved(self, held: HeldNight, people: Sequence[Seat], source: At, to: At) -> None:
        """Tell people, in the thread of the table where they sat, at which one they sit now; once, if that works."""
        t, where = await self._texts(held), held.tables.get(source)
        if where is None:
            return
        post = Post(
            held.guild,
            where.channel,
            moved_words(held, people, to, t),
            nonce_of(held.guild, held.id, held.version, "moved", *source),
            mentions=notifying([each.user for each in map(held.person, people) if each.known]),
        )
        await attempt(lambda: self._posts.put(post))

    def _pictures(self, held: HeldNight, theme: str, t: Texts) -> Iterable[tuple[Callable[[], bytes], str]]:
        """The card of a night that is over."""
        made = card(held, figures(held, highlights(held.evening), t), theme, t) if held.settled else None
        return [(partial(draw_ranking, made), card_alt(made)[: limits.PICTURE_WORDS])] if made else []
