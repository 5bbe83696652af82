"""What the bot shows outside of its servers: nobody of a server but who is there, and to everybody only what somebody
has asked to be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from simcord.backend import Backend
from simcord.backend.models import Message

from bot.languages import LANGUAGES
from bot.texts import texts
from tests.play.bot import walk
from tests.play.spots import Setting

#: The button by which something is shown to everybody, in every language.
SHOW = frozenset(texts(language)("Show everybody") for language in LANGUAGES)


class Watch:
    """Sees every message that the bot posts or changes there. `wrong`: what was wrong with any since it was asked last.

    `members`: what people of servers, who are nowhere else, and these servers are called; `strangers`: the ids of
    people who are in none of them. `showing`: somebody is just showing something.
    """

    def __init__(self, backend: Backend, settings: Mapping[int, Setting]) -> None:
        self._backend, self._settings = backend, settings
        self._members: re.Pattern[str] | None = None
        self._strangers: tuple[int, ...] = ()
        self.showing = False
        self.seen = 0
        self._wrong: list[str] = []
        self._commit, self._edit = backend.commit_message, backend.edit_message
        backend.commit_message, backend.edit_message = self._committed, self._edited  # type: ignore[method-assign]

    def look_for(self, members: list[str], strangers: list[int]) -> None:
        """From now on, for these."""
        self._members = re.compile(rf"\b({'|'.join(members)})\b")
        self._strangers = tuple(strangers)

    def wrong(self) -> list[str]:
        """What was wrong since this was asked last."""
        wrong, self._wrong = self._wrong, []
        return wrong

    def asked(self, payload: Mapping[str, Any]) -> None:
        """Somebody does something, perhaps shows something to everybody."""
        pressed = payload["data"].get("custom_id")
        rows = (payload.get("message") or {}).get("components") or ()
        parts = [part for row in rows for part in row.get("components", ()) if part.get("custom_id") == pressed]
        self.showing = any(part.get("label") in SHOW for part in parts)

    def _committed(self, message: Message, **how: Any) -> Message:
        made = self._commit(message, **how)
        self._look(made, posted=True)
        return made

    def _edited(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        made = self._edit(channel_id, message_id, fields)
        self._look(made, posted=False)
        return made

    def _look(self, message: Message, *, posted: bool) -> None:
        setting = self._settings.get(message.channel_id)
        if setting is None or message.author_id != self._backend.bot_user.id:
            return
        self.seen += 1
        self._wrong += (f"{why}: {message.content[:300]!r}" for why in self._faults(message, setting, posted=posted))

    def _faults(self, message: Message, setting: Setting, *, posted: bool) -> Iterator[str]:
        public = not message.is_ephemeral
        without_us = setting.context != 1  # where it is no member
        may_be_shown = any(part.get("label") in SHOW for part in walk(message))
        if public and without_us and posted and not self.showing:
            yield "everybody sees what nobody has shown"
        if public and without_us and message.ping_user_ids:
            yield "somebody is mentioned where the bot is no member"
        told = [message.content, *(each.get("description") or "" for each in message.attachments)]
        named = self._members and self._members.search("\n".join(told))
        if not named:
            return
        if public and without_us:
            yield f"{named[0]} of a server is shown to everybody elsewhere"
        if may_be_shown:
            yield f"{named[0]} of a server may be shown to everybody elsewhere"
        if any(message.visible_to(each) and self._is_there(each, message) for each in self._strangers):
            yield f"{named[0]} of a server is shown to a stranger"

    def _is_there(self, user: int, message: Message) -> bool:
        channel = self._backend.get_channel(message.channel_id)
        return channel.guild_id is not None or user in channel.recipient_ids
