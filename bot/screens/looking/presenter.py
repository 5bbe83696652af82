"""Shows lists of who wants to play, and two who have found each other, in the channel that a server has named."""

from __future__ import annotations

import discord

from bot.core.looking import LookingList, Pairing
from bot.permissions import Use
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, persist
from bot.screens.fitting import unbroken
from bot.screens.looking.words import ended_words, list_view, list_words, pairing_view, pairing_words, thread_name
from bot.screens.nonces import nonce_of
from bot.screens.posted import NOBODY, Post, notifying
from bot.screens.presenter import Presenter
from bot.screens.refused_posts import known_lacking, refusal

#: Discord's code for a message that has a thread already; the thread has the id of the message.
_HAS_THREAD = 160004


class LookingPresenter:
    def __init__(self, client: discord.Client, presenter: Presenter) -> None:
        self._client, self._presenter, self._posts = client, presenter, presenter.posts

    def lacking(self, guild: int, channel: int) -> list[str] | None:
        """Discord's names of missing permissions in the channel of a list; None if not known here."""
        return known_lacking(self._client, guild, channel, Use.LOOKING)

    async def show(self, guild: int, channel: int, held: LookingList, role: int) -> int | None:
        """Bring the message up to date; a new one where there is none in this channel or the `role` is to be
        mentioned, which takes the place of the old one. None if that may work later. Raises `PostRefused`.
        """
        t = await self._presenter.texts_of(guild)
        called = role if held.calling else 0
        before = held.message if held.channel == channel else 0
        post = Post(
            guild,
            channel,
            list_words(held, 0, t, called),
            nonce_of(guild, "looking", channel, held.posts),
            list_view(held, 0, t, role=bool(role)),
            mentions=_of_role(called) if called else NOBODY,
        )
        message = await self._posts.keep(post, 0 if called else before, Use.LOOKING)
        if message and held.message and message != held.message:
            old = self._client.get_partial_messageable(held.channel, guild_id=guild).get_partial_message(held.message)
            await attempt(old.delete)
        return message

    async def tell(self, guild: int, channel: int, pairing: Pairing) -> int | None:
        """Tell two of each other, and mention who has not pressed just now. As `show`."""
        t = await self._presenter.texts_of(guild)
        post = Post(
            guild,
            channel,
            pairing_words(pairing, t),
            nonce_of(guild, "found", pairing.table),
            pairing_view(pairing, t),
            mentions=notifying(pairing.absent),
        )

        def same(message: discord.Message) -> bool:
            under = (child for row in message.components for child in getattr(row, "children", ()))
            presses = (Press.parse(getattr(child, "custom_id", None) or "") for child in under)
            return any(press and (press.verb, press.question) == ("look_ready", pairing.number) for press in presses)

        return await self._posts.once(post, Use.LOOKING, same)

    async def open_place(self, guild: int, channel: int, pairing: Pairing) -> int | None:
        """The thread below the message that has told them, which can have only one. As `show`."""
        t = await self._presenter.texts_of(guild)
        told = self._client.get_partial_messageable(channel, guild_id=guild).get_partial_message(pairing.message)
        try:
            await persist(lambda: told.create_thread(name=thread_name(pairing, t)))
        except DISCORD_ERRORS as error:
            if isinstance(error, discord.HTTPException) and error.code == _HAS_THREAD:
                return pairing.message
            if refused := refusal(error, self._client, guild, channel, Use.LOOKING):
                raise refused from error
            return None
        await self._edit(guild, channel, pairing.message, pairing_words(pairing, t), pairing_view(pairing, t))
        return pairing.message

    async def end(self, guild: int, channel: int, pairing: Pairing) -> None:
        """Say that nothing has come of it, if that can be said."""
        t = await self._presenter.texts_of(guild)
        await self._edit(guild, channel, pairing.message, ended_words(pairing, t), None)

    async def _edit(self, guild: int, channel: int, message: int, words: str, buttons: discord.ui.View | None) -> None:
        told = self._client.get_partial_messageable(channel, guild_id=guild).get_partial_message(message)
        await attempt(lambda: told.edit(content=unbroken(words), view=buttons, allowed_mentions=NOBODY))


def _of_role(role: int) -> discord.AllowedMentions:
    """Allow mentions of this role only."""
    return discord.AllowedMentions(roles=[discord.Object(role)], users=False, everyone=False)
