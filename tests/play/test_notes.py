"""A note to oneself at a table: only its writer ever sees it, it lies beside the table and goes with it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.store import StoreError, place
from bot.tables import personal_data

from .bot import OneBot, private, said, walk
from .test_composer import OPENING, opened, pressed

SECRET = "slot his 5 point, owes me 3"


async def note(bot: OneBot, who: str, text: str) -> str:
    """Somebody writes a note behind More; what they are answered."""
    more = private(await bot.press(who, "More"))
    asked = await bot.press(who, "Note", more)
    return said(await bot.people[who].submit_modal(asked, {"note": text}))


async def everything(bot: OneBot, *, but: str = "") -> str:
    """All bytes of the store, but for a key."""
    found: list[Any] = []
    client = bot.services.store._connection._client
    for key in await client.keys("*"):
        name = key.decode()
        if name != but:
            found.append((name, await client.dump(key)))
    return repr(found)


async def test_a_note_is_shown_to_its_writer_when_the_composer_opens_and_goes_on_being_shown(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    other = "Bob" if who == "Ann" else "Ann"
    assert SECRET in await note(bot, who, SECRET)
    composer = private(await bot.press(who, "Move"))
    assert composer.content.splitlines()[-1] == f"-# 📝 {SECRET}"
    composer = await pressed(bot, who, composer, "8/5")
    assert composer.content.splitlines()[-1] == f"-# 📝 {SECRET}"
    assert SECRET in private(await bot.press(who, "More")).content
    await pressed(bot, who, composer, "6/5", "Confirm")
    assert SECRET not in private(await bot.press(other, "More")).content
    assert not any(SECRET in message.content for message in bot.messages)


async def test_a_note_lies_beside_the_table_and_in_no_file(bot: OneBot) -> None:
    await bot.play(length=1)
    await note(bot, "Ann", SECRET)
    ann = bot.people["Ann"].id
    assert SECRET in await everything(bot)
    assert SECRET not in await everything(bot, but=f"{{u{ann}}}:notes")


async def test_without_the_store_a_note_is_as_it_was_read_last(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table can be where the store answers, and its players' notes where it does not."""
    table = await _begun(bot)
    await note(bot, "Ann", SECRET)

    async def gone(*whose: object) -> str:
        raise StoreError("nobody is there")

    monkeypatch.setattr(type(bot.services.store.notes), "find", gone)
    ann, bob = (bot.people[name].id for name in ("Ann", "Bob"))
    assert [await bot.services.notes.find(user, table) for user in (ann, bob)] == [SECRET, ""]


async def test_an_empty_note_is_none_and_a_long_one_is_cut(bot: OneBot) -> None:
    table = await _begun(bot)
    await note(bot, "Ann", "x" * 200)
    assert await bot.services.notes.find(bot.people["Ann"].id, table) == "x" * 200
    assert await note(bot, "Ann", "") == "The note is gone."
    assert await bot.services.notes.find(bot.people["Ann"].id, table) == ""


async def test_who_does_not_sit_there_has_no_note_to_write(bot: OneBot) -> None:
    await bot.play(length=1)
    more = private(await bot.press("Cyd", "More"))
    assert "Note" not in [each["label"] for each in walk(more)]


async def test_a_note_goes_with_its_table_and_what_is_sent_late_is_not_kept(bot: OneBot) -> None:
    table = await _begun(bot)
    await note(bot, "Ann", SECRET)
    more = private(await bot.press("Ann", "More"))
    asked = await bot.press("Ann", "Note", more)
    closed = await bot.services.lifecycle.abandon(table)
    await bot.services.lifecycle.after(closed)
    late = said(await bot.people["Ann"].submit_modal(asked, {"note": "too late"}))
    assert "This table is closed." in late
    assert await bot.services.store.notes.of(bot.people["Ann"].id) == {}
    assert SECRET not in await everything(bot)


async def test_notes_are_in_ones_own_export_and_gone_with_delete(bot: OneBot) -> None:
    table = await _begun(bot)
    await note(bot, "Ann", SECRET)
    services = bot.services
    kept = services.store, services.repository, services.preferences, services.ladders
    mine, theirs = [
        json.loads(await personal_data.export(*kept, bot.people[who].id, 0.0))["notes_at_tables"]
        for who in ("Ann", "Bob")
    ]
    assert (mine, theirs) == ({place(table.channel, table.id): SECRET}, {})
    await personal_data.delete(*kept, bot.people["Ann"].id)
    assert SECRET not in await everything(bot)


async def _begun(bot: OneBot) -> Any:
    await bot.play(length=1)
    return await bot.table()
