"""An interaction is answered once, privately, and what can no longer be said is dropped."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
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
        self.failing: Exception | None = None
        self.says = False
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

    async def send(self, text: str, **options: Any) -> SimpleNamespace:
        await self._call("followup", text=text, **options)
        return SimpleNamespace(id=6)

    async def send_message(self, text: str, **options: Any) -> SimpleNamespace:
        await self._call("answer", text=text, **options)
        return SimpleNamespace(message_id=6)

    async def edit_message(self, **options: Any) -> None:
        await self._call("edit", **options)

    async def edit_original_response(self, **options: Any) -> None:
        await self._call("edit later", **options)

    async def defer(self, **options: Any) -> object:
        await self._call("defer", **options)
        return self if self.says else None

    async def delete_original_response(self) -> None:
        await self._call("delete")
        if self.failing:
            raise self.failing


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


@pytest.mark.parametrize("pressed", [None, "ephemeral"])
async def test_what_all_see_leaves_nothing_private_behind(pressed: str | None) -> None:
    interaction = Interaction(pressed)
    await answer_to(interaction).finish()
    assert [name for name, _ in interaction.calls] == ["defer", "delete"]


@pytest.mark.parametrize(("pressed", "how"), [(None, "answer"), ("ephemeral", "edit")])
async def test_what_nobody_else_sees_is_told(pressed: str | None, how: str) -> None:
    interaction = Interaction(pressed)
    answer = answer_to(interaction)
    answer.said = "Noted."
    await answer.finish()
    ((name, told),) = interaction.calls
    assert name == how and told.get("text", told.get("content")) == "Noted."


async def test_a_message_that_all_see_is_never_taken_away() -> None:
    interaction = Interaction("public")
    answer = answer_to(interaction)
    await answer.remove()
    await answer.finish()
    assert [name for name, _ in interaction.calls] == ["defer", "edit later"]


async def test_who_has_been_told_something_keeps_it() -> None:
    interaction = Interaction()
    answer = answer_to(interaction)
    await answer.say("That cannot be.")
    await answer.finish()
    assert [name for name, _ in interaction.calls] == ["answer"]


@pytest.mark.parametrize("failure", [error(500), error(404, 10008), TimeoutError()])
async def test_what_cannot_be_taken_away_harms_nothing(failure: Exception, caplog: pytest.LogCaptureFixture) -> None:
    interaction = Interaction("ephemeral")
    interaction.failing = failure
    with caplog.at_level("INFO"):
        await answer_to(interaction).finish()
    tries = [name for name, _ in interaction.calls].count("delete")
    assert tries == (1 if getattr(failure, "code", 0) == 10008 else 4) and caplog.records


async def test_what_was_promised_to_one_alone_goes_once_all_have_been_told() -> None:
    """A button whose answer is a message of its own, as under a table that is over."""
    interaction = Interaction("public")
    interaction.says = True
    answer = answer_to(interaction)
    await answer.acknowledge(apart=True)
    await answer.tell_all("the replay")
    assert [name for name, _ in interaction.calls] == ["defer", "followup", "followup", "delete"]
