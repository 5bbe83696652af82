"""People who play in the simulated Discord while everything they are shown is written down."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image
from simcord.actors import MemberActor
from simcord.backend.models import Message

import render
from tests.play import bot as bots
from tests.play import chouette as chouettes
from tests.play.bot import OneBot
from tests.play.chouette import OneChouette
from tests.texts_gallery.polyglot import Polyglot


class Shown(NamedTuple):
    """A message as it was at some moment: what somebody did before, who alone sees it (nobody: everybody does), what
    it says, what its buttons and lists say, what its pictures are said to show."""

    after: str
    private: str
    words: str
    labels: tuple[str, ...]
    alts: tuple[str, ...]


class Stage:
    """People play with the `bot`; `shown` is what they have been shown, `polyglot` puts it into words."""

    def __init__(self, bot: OneBot) -> None:
        self.chouette = OneChouette(bot)
        self.bot = bot
        self.polyglot = Polyglot()
        self.shown: list[Shown] = []
        self._after = ""
        self._names = {person.id: name for name, person in bot.people.items()}

    def _write_down(self, message: Message) -> None:
        rows = [child for row in message.components for child in row.get("components", ())]
        labels = [
            each
            for child in rows
            for each in (
                child.get("label"),
                child.get("placeholder"),
                *(option["label"] for option in child.get("options", ())),
            )
            if each
        ]
        whose = ((message.interaction_metadata or {}).get("user") or {}).get("id") if message.is_ephemeral else 0
        alts = tuple(file.get("description") or "" for file in message.attachments)
        private = self._names.get(int(whose or 0), "")
        seen = Shown(self._after, private, message.content, tuple(labels), alts)
        before = [each for each in self.shown if (each.private, each.words) == (private, message.content)]
        # An edit that only takes the buttons away says nothing new.
        if any(seen[2:]) and not any(set(labels) <= set(each.labels) and alts == each.alts for each in before):
            self.shown.append(seen)
            self._after = ""

    def said(self, words: str, language: str) -> str:
        """What a text says in a language, people called by their names."""
        return _MENTION.sub(lambda who: f"@{self._names[int(who[1])]}", self.polyglot.said(words, language))

    def _walk(self, message: Any) -> list[dict[str, Any]]:
        return [
            {**each, "label": self.said(each["label"], "en")} if each.get("label") else each
            for each in _walked(message)
        ]

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """For the length of a `with`: all is written down, and buttons are known by their English labels."""
        backend = self.bot.env.backend
        commit, edit = backend.commit_message, backend.edit_message
        click, slash = MemberActor.click, MemberActor.slash

        def committed(message: Message, **more: Any) -> Message:
            done = commit(message, **more)
            self._write_down(done)
            return done

        def edited(*where: Any, **more: Any) -> Message:
            done = edit(*where, **more)
            self._write_down(done)
            return done

        async def clicked(
            who: MemberActor, message: Any, *, label: str | None = None, custom_id: str | None = None
        ) -> Any:
            labels = {each["custom_id"]: each["label"] for each in self._walk(message) if each.get("label")}
            found = custom_id or next((each for each, name in labels.items() if name == label), None)
            assert found, f"{label} is none of {labels}"
            self._after = f"{self._names[who.id]}: [{labels.get(found, found)}]"
            return await click(who, message, custom_id=found)

        async def typed(who: MemberActor, channel: Any, name: str, /, **options: Any) -> Any:
            said = " ".join(
                f"{key}:{self._names.get(getattr(value, 'id', 0), value)}" for key, value in options.items()
            )
            self._after = f"{self._names[who.id]}: /{name} {said}"
            return await slash(who, channel, name, **options)

        with ExitStack() as changed:
            for what, name, new in (
                (backend, "commit_message", committed),
                (backend, "edit_message", edited),
                (MemberActor, "click", clicked),
                (MemberActor, "slash", typed),
                (bots, "walk", self._walk),
                (chouettes, "walk", self._walk),
                (render, "draw", lambda scene: _PICTURE),
                (OneBot, "live", property(_board)),
            ):
                changed.enter_context(patch.object(what, name, new))
            changed.enter_context(self.polyglot.listening())
            yield


_walked = bots.walk
_MENTION = re.compile(r"<@(\d+)>")


def _board(bot: OneBot) -> Any:
    """The last message with a board and buttons; a text cannot be asked for it here."""
    return next(each for each in reversed(bot.messages) if each.attachments and each.components)


def _picture() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (1, 1)).save(content, "PNG")
    return content.getvalue()


_PICTURE = _picture()
