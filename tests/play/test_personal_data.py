"""My data: somebody gets his file, is taken out of what is over, and everything that shows old tables copes with it."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import msgspec
import pytest

from bot.tables.faults import TableTrouble
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Table
from bot.texts import texts

from .bot import OneBot, said, walk
from .chouette import OneChouette, crew
from .test_games import resigned


async def page(bot: OneBot, who: str) -> Any:
    """The page about one's data."""
    shown = (await bot.people[who].slash(bot.channel, "preferences")).response
    return (await bot.press(who, "My data", shown)).response


async def file_of(bot: OneBot, who: str) -> dict[str, Any]:
    """What the file says that somebody is given."""
    pressed = await bot.press(who, "Export", await page(bot, who))
    (answer,) = [each for each in (pressed.response, *pressed.followups) if each is not None and each.attachments]
    assert answer.flags.ephemeral
    (file,) = answer.attachments
    assert file.filename == "chouette-my-data.json"
    return msgspec.json.decode(bot.env.backend.cdn.get(file.url))


async def delete(bot: OneBot, who: str) -> str:
    """Press through to the end; what was answered."""
    asked = (await bot.press(who, "Delete …", await page(bot, who))).response
    assert "This cannot be undone." in asked.content
    done = (await bot.press(who, "Delete my data", asked)).response
    assert walk(done) == []
    return done.content


async def finished(bot: OneBot) -> Table:
    """Ann and Bob have played a match to one point, which Ann has resigned."""
    await bot.play(length=1)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    return await bot.table()


async def stored(bot: OneBot, table: str) -> Table:
    found = await bot.services.repository.load(bot.channel.id, table)
    assert found is not None
    return found


def said_of_nobody(bot: OneBot, *answers: Any) -> str:
    """All that was answered; nobody may be mentioned in the channel who is nobody."""
    told = "\n".join(answer if isinstance(answer, str) else said(answer) for answer in answers)
    seen = "\n".join([told, *(message.content for message in bot.messages)])
    assert not re.search(r"<@!?-", seen), seen
    return told


async def test_the_file_is_for_whoever_asks_alone(bot: OneBot) -> None:
    table = await finished(bot)
    before = len(bot.messages)
    told = await file_of(bot, "Ann")
    assert len(bot.messages) == before
    assert told["user"] == bot.people["Ann"].id
    (only,) = told["tables"]
    assert (only["id"], only["server"], only["channel"]) == (table.id, bot.guild.id, bot.channel.id)
    assert [(seat["name"], seat["points"], seat["you"]) for seat in only["seats"]] == [
        ("Ann", 0, True),
        ("Bob", 1, False),
    ]
    assert (await file_of(bot, "Cyd"))["tables"] == []


async def test_whoever_thinks_better_of_it_keeps_everything(bot: OneBot) -> None:
    table = await finished(bot)
    asked = (await bot.press("Ann", "Delete …", await page(bot, "Ann"))).response
    back = (await bot.press("Ann", "Back", asked)).response
    assert "My data" in back.content
    panel = (await bot.press("Ann", "Back", back)).response
    assert "Your preferences." in panel.content
    assert (await stored(bot, table.id)).people == table.people


async def test_deleting_answers_that_it_is_done_however_often_it_is_pressed(bot: OneBot) -> None:
    table = await finished(bot)
    await bot.services.preferences.keep_person(bot.people["Ann"].id, PersonPreferences(auto_roll=False))
    asked = (await bot.press("Ann", "Delete …", await page(bot, "Ann"))).response
    done = await asyncio.gather(*(bot.press("Ann", "Delete my data", asked) for _ in range(2)))
    assert all(said(each).startswith("Done.") for each in done)
    assert (await delete(bot, "Ann")).startswith("Done.")
    assert [person.user for person in (await stored(bot, table.id)).people.seats] == [-1, bot.people["Bob"].id]
    assert await bot.services.preferences.of_person(bot.people["Ann"].id) == PersonPreferences()


async def test_where_a_game_runs_he_is_told_and_stays(bot: OneBot) -> None:
    await bot.play()
    answer = await delete(bot, "Ann")
    assert f"You are still needed in <#{bot.channel.id}>" in answer
    assert (await bot.table()).seat_of(bot.people["Ann"].id) == 0


async def test_what_shows_a_finished_table_copes_with_nobody(bot: OneBot) -> None:
    table = await finished(bot)
    over = bot.live
    await delete(bot, "Ann")
    ask = bot.people["Bob"].slash
    told = said_of_nobody(
        bot,
        await ask(bot.channel, "replay", game=table.id),
        await ask(bot.channel, "export", game=table.id, format="mat"),
        await ask(bot.channel, "export", game=f"{table.id}-1", format="txt"),
        await ask(bot.channel, "fairness", game=f"{table.id}-1"),
    )
    assert "**N. N.**" in told and "Ann" not in told
    choice, _ = await bot.people["Bob"].autocomplete(bot.channel, "replay", "game", "")
    assert choice["name"] == f"{table.id} · N. N. – Bob"
    assert "can no longer be challenged" in said_of_nobody(bot, await bot.press("Bob", "Rematch", over))
    assert "can no longer be challenged" in said_of_nobody(bot, await ask(bot.channel, "rematch"))


async def test_what_is_over_is_no_longer_his(bot: OneBot) -> None:
    table = await finished(bot)
    over = bot.live
    await delete(bot, "Ann")
    assert await bot.people["Ann"].autocomplete(bot.channel, "replay", "game", "") == []
    assert "You have not played here yet" in await bot.slash("Ann", "rematch")
    assert "You do not play at this table." in said(await bot.press("Ann", "Rematch", over))
    assert (await file_of(bot, "Ann"))["tables"] == []
    await bot.restart()
    assert await bot.services.store.tables_of(bot.people["Ann"].id) == []
    assert (await stored(bot, table.id)).person(0).name == "N. N."


async def test_who_was_deleted_may_play_again(bot: OneBot) -> None:
    await finished(bot)
    await delete(bot, "Ann")
    await bot.play(length=1)
    assert [person.name for person in (await bot.table()).people.seats] == ["Ann", "Bob"]


async def session_over(group: OneChouette) -> str:
    """Ann, Bob and Cyd have played a game of a chouette, which is over and paid; its id."""
    await group.open("Ann", "Bob", "Cyd")
    await group.until(box=False)
    await group.resign_all()
    await group.command("Ann", "chouette end")
    table = await group.table()
    payments = (await group.session_of(table.id)).payments
    assert "You are still needed in" in await delete(group.bot, table.person(payments[0].transfer.payer).name)
    for _ in payments:
        left = [each for each in (await group.session_of(table.id)).payments if not each.paid]
        if not left:
            break
        who = table.person(left[0].transfer.payee).name
        asked = await group.bot.people[who].slash(group.bot.channel, "chouette paid")
        if asked.response is not None and walk(asked.response):
            await group.bot.people[who].click(asked.response, custom_id=walk(asked.response)[0]["custom_id"])
    assert all(each.paid for each in (await group.session_of(table.id)).payments)
    return table.id


@pytest.mark.parametrize("who", ["Ann", "Bob"])
async def test_what_shows_a_finished_chouette_copes_with_nobody(who: str) -> None:
    async with crew() as group:
        bot = group.bot
        name = await session_over(group)
        assert await delete(bot, who) == (
            "Done. Your preferences are forgotten, and your name is gone from the tables that are over."
        )
        ask = bot.people["Cyd"].slash
        told = said_of_nobody(
            bot,
            await ask(bot.channel, "chouette score"),
            await ask(bot.channel, "chouette history"),
            await ask(bot.channel, "chouette history", member=bot.people["Cyd"]),
            await ask(bot.channel, "replay", game=name),
            await ask(bot.channel, "export", game=name, format="txt"),
            await ask(bot.channel, "export", game=f"{name}-1", format="sgf"),
            await ask(bot.channel, "fairness", game=name),
        )
        assert "**N. N.**" in told and who not in told
        refused = said(await ask(bot.channel, "chouette history", member=bot.people[who]))
        assert refused == texts("en")(TableTrouble.NO_SUCH_PERSON.value, name=who)
        said_of_nobody(bot, await bot.press("Cyd", "Rematch"))
        assert "1 of 10: 👑 Cyd" in bot.last.content


async def test_what_still_stands_is_named_and_what_has_come_to_nothing_is_emptied(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    withdrawn = await table_of_last(bot)
    await bot.press("Ann", "Withdraw", bot.last)
    assert f"{withdrawn.id}" in str((await file_of(bot, "Ann"))["tables"])
    await bot.slash("Ann", "play", opponent="Bob")
    told = await delete(bot, "Ann")
    assert f"still stands in <#{bot.channel.id}>" in told and "still needed" not in told
    assert [person.name for person in (await stored(bot, withdrawn.id)).people.seats] == ["N. N.", "Bob"]


async def table_of_last(bot: OneBot) -> Table:
    """The challenge that has been made last."""
    (_, name), *_ = await bot.services.store.passing.tables(bot.people["Ann"].id)
    return await stored(bot, name)
