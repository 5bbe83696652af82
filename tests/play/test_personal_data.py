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

from .crew import Crew, crew
from .party import Party, said, walk
from .test_games import resigned


async def page(club: Party, who: str) -> Any:
    """The page about one's data."""
    shown = (await club.people[who].slash(club.channel, "preferences")).response
    return (await club.press(who, "My data", shown)).response


async def file_of(club: Party, who: str) -> dict[str, Any]:
    """What the file says that somebody is given."""
    pressed = await club.press(who, "Export", await page(club, who))
    (answer,) = [each for each in (pressed.response, *pressed.followups) if each is not None and each.attachments]
    assert answer.flags.ephemeral
    (file,) = answer.attachments
    assert file.filename == "chouette-my-data.json"
    return msgspec.json.decode(club.env.backend.cdn.get(file.url))


async def delete(club: Party, who: str) -> str:
    """Press through to the end; what was answered."""
    asked = (await club.press(who, "Delete …", await page(club, who))).response
    assert "This cannot be undone." in asked.content
    done = (await club.press(who, "Delete my data", asked)).response
    assert walk(done) == []
    return done.content


async def finished(club: Party) -> Table:
    """Ann and Bob have played a match to one point, which Ann has resigned."""
    await club.play(length=1)
    await club.turn()
    await resigned(club, "Ann", "single")
    return await club.table()


async def stored(club: Party, table: str) -> Table:
    found = await club.bot.services.repository.load(club.channel.id, table)
    assert found is not None
    return found


def said_of_nobody(club: Party, *answers: Any) -> str:
    """All that was answered; nobody may be mentioned in the channel who is nobody."""
    told = "\n".join(answer if isinstance(answer, str) else said(answer) for answer in answers)
    seen = "\n".join([told, *(message.content for message in club.messages)])
    assert not re.search(r"<@!?-", seen), seen
    return told


async def test_the_file_is_for_whoever_asks_alone(club: Party) -> None:
    table = await finished(club)
    before = len(club.messages)
    told = await file_of(club, "Ann")
    assert len(club.messages) == before
    assert told["user"] == club.people["Ann"].id
    (only,) = told["tables"]
    assert (only["id"], only["server"], only["channel"]) == (table.id, club.guild.id, club.channel.id)
    assert [(seat["name"], seat["points"], seat["you"]) for seat in only["seats"]] == [
        ("Ann", 0, True),
        ("Bob", 1, False),
    ]
    assert (await file_of(club, "Cyd"))["tables"] == []


async def test_whoever_thinks_better_of_it_keeps_everything(club: Party) -> None:
    table = await finished(club)
    asked = (await club.press("Ann", "Delete …", await page(club, "Ann"))).response
    back = (await club.press("Ann", "Back", asked)).response
    assert "My data" in back.content
    panel = (await club.press("Ann", "Back", back)).response
    assert "Your preferences." in panel.content
    assert (await stored(club, table.id)).people == table.people


async def test_deleting_answers_that_it_is_done_however_often_it_is_pressed(club: Party) -> None:
    table = await finished(club)
    await club.bot.services.preferences.keep_person(club.people["Ann"].id, PersonPreferences(auto_roll=False))
    asked = (await club.press("Ann", "Delete …", await page(club, "Ann"))).response
    done = await asyncio.gather(*(club.press("Ann", "Delete my data", asked) for _ in range(2)))
    assert all(said(each).startswith("Done.") for each in done)
    assert (await delete(club, "Ann")).startswith("Done.")
    assert [person.user for person in (await stored(club, table.id)).people.seats] == [-1, club.people["Bob"].id]
    assert await club.bot.services.preferences.of_person(club.people["Ann"].id) == PersonPreferences()


async def test_where_a_game_runs_he_is_told_and_stays(club: Party) -> None:
    await club.play()
    answer = await delete(club, "Ann")
    assert f"You are still needed in <#{club.channel.id}>" in answer
    assert (await club.table()).seat_of(club.people["Ann"].id) == 0


async def test_what_shows_a_finished_table_copes_with_nobody(club: Party) -> None:
    table = await finished(club)
    over = club.live
    await delete(club, "Ann")
    ask = club.people["Bob"].slash
    told = said_of_nobody(
        club,
        await ask(club.channel, "replay", game=table.id),
        await ask(club.channel, "export", game=table.id, format="mat"),
        await ask(club.channel, "export", game=f"{table.id}-1", format="txt"),
        await ask(club.channel, "fairness", game=f"{table.id}-1"),
    )
    assert "**N. N.**" in told and "Ann" not in told
    choice, _ = await club.people["Bob"].autocomplete(club.channel, "replay", "game", "")
    assert choice["name"] == f"{table.id} · N. N. – Bob"
    assert "can no longer be challenged" in said_of_nobody(club, await club.press("Bob", "Rematch", over))
    assert "can no longer be challenged" in said_of_nobody(club, await ask(club.channel, "rematch"))


async def test_what_is_over_is_no_longer_his(club: Party) -> None:
    table = await finished(club)
    over = club.live
    await delete(club, "Ann")
    assert await club.people["Ann"].autocomplete(club.channel, "replay", "game", "") == []
    assert "You have not played here yet" in await club.slash("Ann", "rematch")
    assert "You do not play at this table." in said(await club.press("Ann", "Rematch", over))
    assert (await file_of(club, "Ann"))["tables"] == []
    await club.restart()
    assert await club.bot.services.store.tables_of(club.people["Ann"].id) == []
    assert (await stored(club, table.id)).person(0).name == "N. N."


async def test_who_was_deleted_may_play_again(club: Party) -> None:
    await finished(club)
    await delete(club, "Ann")
    await club.play(length=1)
    assert [person.name for person in (await club.table()).people.seats] == ["Ann", "Bob"]


async def session_over(group: Crew) -> str:
    """Ann, Bob and Cyd have played a game of a chouette, which is over and paid; its id."""
    await group.open("Ann", "Bob", "Cyd")
    await group.until(box=False)
    await group.resign_all()
    await group.command("Ann", "chouette end")
    table = await group.table()
    payments = (await group.session_of(table.id)).payments
    assert "You are still needed in" in await delete(group.club, table.person(payments[0].transfer.payer).name)
    for _ in payments:
        left = [each for each in (await group.session_of(table.id)).payments if not each.paid]
        if not left:
            break
        who = table.person(left[0].transfer.payee).name
        asked = await group.club.people[who].slash(group.club.channel, "chouette paid")
        if asked.response is not None and walk(asked.response):
            await group.club.people[who].click(asked.response, custom_id=walk(asked.response)[0]["custom_id"])
    assert all(each.paid for each in (await group.session_of(table.id)).payments)
    return table.id


@pytest.mark.parametrize("who", ["Ann", "Bob"])
async def test_what_shows_a_finished_chouette_copes_with_nobody(who: str) -> None:
    async with crew() as group:
        club = group.club
        name = await session_over(group)
        assert await delete(club, who) == (
            "Done. Your preferences are forgotten, and your name is gone from the tables that are over."
        )
        ask = club.people["Cyd"].slash
        told = said_of_nobody(
            club,
            await ask(club.channel, "chouette score"),
            await ask(club.channel, "chouette history"),
            await ask(club.channel, "chouette history", member=club.people["Cyd"]),
            await ask(club.channel, "replay", game=name),
            await ask(club.channel, "export", game=name, format="txt"),
            await ask(club.channel, "export", game=f"{name}-1", format="sgf"),
            await ask(club.channel, "fairness", game=name),
        )
        assert "**N. N.**" in told and who not in told
        refused = said(await ask(club.channel, "chouette history", member=club.people[who]))
        assert refused == texts("en")(TableTrouble.NO_SUCH_PERSON.value, name=who)
        said_of_nobody(club, await club.press("Cyd", "Rematch"))
        assert "1 of 10: 👑 Cyd" in club.last.content


async def test_what_still_stands_is_named_and_what_has_come_to_nothing_is_emptied(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob")
    withdrawn = await table_of_last(club)
    await club.press("Ann", "Withdraw", club.last)
    assert f"{withdrawn.id}" in str((await file_of(club, "Ann"))["tables"])
    await club.slash("Ann", "play", opponent="Bob")
    told = await delete(club, "Ann")
    assert f"still stands in <#{club.channel.id}>" in told and "still needed" not in told
    assert [person.name for person in (await stored(club, withdrawn.id)).people.seats] == ["N. N.", "Bob"]


async def table_of_last(club: Party) -> Table:
    """The challenge that has been made last."""
    (_, name), *_ = await club.bot.services.store.passing.tables(club.people["Ann"].id)
    return await stored(club, name)
