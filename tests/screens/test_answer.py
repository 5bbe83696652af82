"""An interaction is answered once, privately, and what can no longer be said is dropped."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.screens.answer import Answer
from bot.texts import texts

from .test_discord_errors import error


class Interaction:
    """What an answer needs of an interaction; every call is noted, and fails if it is told to."""

    def __init__(self, pressed: str | None = None) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.failure: Exception | None = None
        self.done = False
        self.response = self.followup = self
        self.message = None
        self.created_at = datetime.now(UTC)
        if pressed:
            flags = discord.MessageFlags._from_value(64 if pressed == "ephemeral" else 0)
            self.message = type("Message", (), {"flags": flags, "id": 5})()

    def is_done(self) -> bool:
        return self.done

    async def _call(self, name: str, **said: Any) -> None:
        self.calls.append((name, said))
        if self.failure:
            raise self.failure
        self.done = True

    async def send(self, text: str, **options: Any) -> None:
        await self._call("followup", text=text, **options)

    async def send_message(self, text: str, **options: Any) -> None:
        await self._call("answer", text=text, **options)

    async def edit_message(self, **options: Any) -> None:
        await self._call("edit", **options)

    async def edit_original_response(self, **options: Any) -> None:
        await self._call("edit later", **options)

    async def defer(self, **options: Any) -> None:
        await self._call("defer", **options)


def answer_to(interaction: Interaction) -> Answer:
    return Answer(interaction, texts("en"))  # type: ignore[arg-type]


async def test_the_first_word_answers_and_the_second_follows_up_both_in_private() -> None:
    interaction = Interaction()
    answer = answer_to(interaction)
    await answer.say("one")
    await answer.say("two")
    assert [(name, said["text"], said["ephemeral"]) for name, said in interaction.calls] == [
        ("answer", "one", True),
        ("followup", "two", True),
    ]
    for _, said in interaction.calls:
        assert said["allowed_mentions"].to_dict() == {"parse": []}


async def test_a_text_longer_than_a_message_is_cut() -> None:
    interaction = Interaction("public")
    answer = answer_to(interaction)
    await answer.change("x" * 2001)
    await answer.say("\U0001f3b2" * 2000)
    await answer.say("x" * 6000)
    told = [said.get("text", said.get("content")) for _, said in interaction.calls]
    assert told == ["x" * 1999 + "…", "\U0001f3b2" * 2000, "x" * 1999 + "…"]


@pytest.mark.parametrize("failure", [error(404, 10062), error(500), TimeoutError()])
async def test_what_can_no_longer_be_said_is_dropped(failure: Exception) -> None:
    interaction = Interaction()
    interaction.failure = failure
    await answer_to(interaction).say("too late")
    await answer_to(interaction).acknowledge()


async def test_a_change_edits_the_pressed_message_whether_or_not_it_was_answered_before() -> None:
    interaction = Interaction("public")
    answer = answer_to(interaction)
    assert await answer.change("new")
    assert await answer.change("newer")
    assert [name for name, _ in interaction.calls] == ["edit", "edit later"]
    assert interaction.calls[0][1]["attachments"] == [] and interaction.calls[0][1]["view"] is None


async def test_taking_the_buttons_leaves_words_and_picture() -> None:
    interaction = Interaction("public")
    await answer_to(interaction).change(None)
    said = interaction.calls[0][1]
    assert said["content"] is discord.utils.MISSING and said["attachments"] is discord.utils.MISSING
    assert said["view"] is None


async def test_a_change_says_whether_it_was_made() -> None:
    interaction = Interaction("public")
    interaction.failure = error(404, 10008)
    assert not await answer_to(interaction).change("new")
    interaction.failure = error(400, 40060)
    assert not await answer_to(interaction).change("new"), "it was answered, perhaps with something else"


@pytest.mark.parametrize(("pressed", "options"), [(None, {"ephemeral": True, "thinking": True}), ("public", {})])
async def test_acknowledging_is_done_once(pressed: str | None, options: dict[str, bool]) -> None:
    interaction = Interaction(pressed)
    answer = answer_to(interaction)
    await answer.acknowledge()
    await answer.acknowledge()
    assert interaction.calls == [("defer", options)]


@pytest.mark.parametrize(("pressed", "public"), [(None, False), ("ephemeral", False), ("public", True)])
def test_an_answer_knows_what_was_pressed(pressed: str | None, public: bool) -> None:
    answer = answer_to(Interaction(pressed))
    assert answer.pressed_public is public
    assert (answer.pressed is not None) is (pressed is not None)
