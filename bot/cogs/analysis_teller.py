"""Notifications to requesters of analyses: progress, and finally the report."""

from __future__ import annotations

import logging
import time
from contextlib import suppress

import discord

from bot import limits
from bot.backgammon import Refused
from bot.cogs.analysis_reports import report_message, report_on
from bot.cogs.lookup import choice_words
from bot.cogs.services import Services
from bot.screens.buttons import view
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.fitting import unbroken
from bot.screens.nonces import nonce_of
from bot.screens.posted import Post, notifying
from bot.screens.reviews import items, queue_words, words
from bot.tables.review_requests import End, Progress, Request
from bot.texts import Texts, texts

_log = logging.getLogger(__name__)

_ANSWERED = limits.TOKEN - 60
"""Seconds for which the answer is edited."""

_LONG = 600.0
"""Expected seconds from which the answer may be no longer editable when the analysis is done."""

_PAUSE = 2.0
"""Seconds between progress updates."""


class Teller:
    """Notifies requesters by editing the answer to their request; finally it becomes the report.

    Discord allows edits of an answer for 15 minutes. After that, requesters are mentioned in the channel of their
    request, with a button to the report that only they can use.
    """

    def __init__(self, services: Services, bot: discord.Client) -> None:
        self._services, self._bot = services, bot
        self._told: dict[str, float] = {}

    async def tell(self, request: Request, progress: Progress) -> None:
        """Notify of progress, skipping updates that come too soon."""
        age = self._services.now() - request.at
        changed = request.message and age < _ANSWERED
        if progress.end is None:
            now = time.monotonic()
            if not changed or now - self._told.get(request.name, 0.0) < _PAUSE:
                return
            self._told[request.name] = now
        else:
            self._told.pop(request.name, None)
        if changed:
            try:
                await self._change(request, progress, late=progress.others > 0 or age + progress.seconds > _LONG)
                return
            except DISCORD_ERRORS as error:
                _log.info("how far an analysis is was not told: %s", error)
        end = progress.end
        if request.place and (end in (End.MADE, End.FAILED, End.FULL, End.STOPPED) or progress.by):
            try:
                await self._mention(request, end or End.MADE)
            except DISCORD_ERRORS as error:
                _log.info("that an analysis is there was not told: %s", error)

    async def _change(self, request: Request, progress: Progress, *, late: bool) -> None:
        """Edit the answer. `late`: it may be no longer editable when all is done."""
        services, t, games = self._services, texts(request.language), list(request.games)
        edit = discord.Webhook.partial(request.app, request.token, client=self._bot).edit_message
        listed = await self._listed(request, progress.end) if request.tables else []
        if request.tables and progress.end is not None:
            text = queue_words.run_words(request, progress.end, t)
            await edit(request.message, content=unbroken(text), view=items.run_view(listed, None, t))
            return
        if progress.end is End.MADE:
            table = await services.repository.load(request.channel, request.table)
            if table is not None and (found := await report_on(services, table, games, request.part)):
                text, under, file = await report_message(services, found, None, request.user, request.guild, t)
                await edit(request.message, content=unbroken(text), view=under, attachments=[file] if file else [])
                return
            progress = Progress(end=End.FAILED)  # the table has expired since
        text = queue_words.progress_words(words.named(request.table, games, request.part), progress, t)
        if progress.end is not None:
            await edit(request.message, content=unbroken(text), view=None)
            return
        if late:
            text = f"{text}\n-# {queue_words.later_words(mentioned=bool(request.place), t=t)}"
        under = items.run_view(listed, (request.table, request.name), t)
        await edit(request.message, content=unbroken(text), view=under)

    async def _listed(self, request: Request, end: End | None) -> list[tuple[str, str]]:
        """The analysed matches of a run: id and description of each; without those that are gone."""
        listed: list[tuple[str, str]] = []
        for channel, name in queue_words.run_done(request, end):
            with suppress(Refused):  # written by a newer bot
                table = await self._services.repository.load(channel, name)
                if table is not None:
                    listed.append((name, choice_words(name, table.people.seats)))
        return listed

    async def _texts(self, request: Request) -> Texts:
        """The language of the analysed table, or of the server if it cannot be read."""
        presenter = self._services.presenter
        try:
            table = await self._services.repository.load(request.channel, request.table)
        except Refused:
            table = None
        return await (presenter.texts_at(table, request.guild) if table else presenter.texts_of(request.guild))

    async def _mention(self, request: Request, end: End) -> None:
        """Mention the requester in the channel of the request, without saying what was analysed."""
        services = self._services
        t = await self._texts(request)
        notified = (await services.preferences.of_person(request.user)).mentions
        game = items.whole(request.games, request.part)
        post = Post(
            guild=request.guild,
            channel=request.place,
            words=queue_words.ready_words(request.user, end, t),
            nonce=nonce_of(request.guild, "analysis", request.name),
            view=_ready_view(request, game, t) if end is End.MADE or request.tables else view([]),
            mentions=notifying([request.user] if notified else []),
            silent=not notified,
        )
        await services.presenter.posts.put(post, persistently=False)


def _ready_view(request: Request, game: int, t: Texts) -> discord.ui.View:
    if request.tables:
        return items.run_ready_view(request.tables[0][1], request.user, t)
    return items.ready_view(request.table, game, request.user, t)
