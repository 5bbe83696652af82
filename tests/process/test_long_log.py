"""Tables that have been played at for years: their logs of 200,000 entries are read by every command that reads logs,
backed up and restored, and nobody else notices."""

from __future__ import annotations

from pathlib import Path

from bot.screens.reference.faults import FactFault
from bot.store import Store, open_store
from bot.store.archive import open_archive
from bot.store.pages import PAGE
from bot.tables.table import Person as Seated
from tests.discord_server import Channel, Interaction, Person
from tests.long_tables import Room
from tests.process.bots import Bots, PlayedTable, running_bots
from tests.process.chouette_table import ChouetteTable
from tests.process.test_backup import command

ENTRIES = 200_000
#: Seconds in which the workers have folded such a log, on a machine that is busy elsewhere.
PATIENCE = 600.0
#: How often somebody asks for the same.
TRIES = 5


def room(store: Store, bots: Bots, place: PlayedTable) -> Room:
    """The people of a place, acting without the bot."""
    people = [Seated(person.id, person.name) for person in place.people]
    return Room(store, bots.guild.id, place.channel.id, people)


async def asked(person: Person, channel: Channel, name: str, found: str, **options: object) -> None:
    """A command is typed and answered: there is a page that says what is looked for, or has a file of this name. On a
    machine with too much to do it is typed again, as it asks for itself."""
    for _ in range(TRIES):
        answer = await person.slash(channel, name, **options)
        assert not answer.failed, (name, answer)
        if found in await said(answer, found):
            return
    raise AssertionError(f"{found} could not be made, {TRIES} times")


async def said(answer: Interaction, found: str) -> list[str]:
    """What is said and which files are there, once it holds what is looked for, or that it could not be made."""

    def parts() -> list[str]:
        pages = [page for page in (answer.message, *answer.followups) if page]
        return [part for page in pages for part in (page.text, *(file.filename for file in page.attachments))]

    def ends() -> list[str]:
        told = parts()
        return [end for end in (found, FactFault.NOT_MADE.value) if any(end in part for part in told)]

    return await answer.world.until(ends, PATIENCE, lambda: f"{found} in {parts()}")


async def test_a_very_long_log_is_answered_for_backed_up_and_restored(tmp_path: Path) -> None:
    data, fresh, file = tmp_path / "data", tmp_path / "fresh", tmp_path / "file"
    async with running_bots(data) as bots:
        two, many = bots.table(), ChouetteTable.at(bots, "Ann", "Bob", "Cyd", "Dan")
        async with bots.store() as store:
            rooms = room(store, bots, two), room(store, bots, many)
            tables = await rooms[0].match(ENTRIES), await rooms[1].session(ENTRIES)
            logs = [await store.log(table.channel, table.id) for table in tables]
            assert min(map(len, logs)) >= ENTRIES
            code, said, error = await command("backup", file, data=data)
            assert (code, error) == (0, "") and "Tables: 2" in said, error
            for place in (two, many):
                await asked(place.people[0], place.channel, "fairness", "SHA-256")
            sheet = f"{tables[1].id}-{tables[1].version}-sheet.png"
            await asked(many.people[0], many.channel, "chouette history", sheet)
            await asked(many.people[0], many.channel, "chouette history", "Bob", member=many.people[1])
            for each in rooms:
                await each.close()

        for place, table in zip((two, many), tables, strict=True):
            person, channel = place.people[0], place.channel
            for game in (f"{table.id}-1", f"{table.id}-2"):
                await asked(person, channel, "fairness", game, game=game)
            for game in (table.id, f"{table.id}-1"):
                await asked(person, channel, "export", f"{game}.txt", game=game, format="txt")
            await asked(person, channel, "replay", f"{table.id}-1.webp", game=table.id)
        assert await bots.process.terminate() == 0
        bots.check_sound()

    code, said, error = await command("restore", file, data=fresh)
    assert (code, error) == (0, "") and "Tables: 2" in said, error
    with open_archive(file) as archive:
        assert max(len(entry.items) for entry in archive.entries()) <= PAGE
    store = await open_store(None, fresh)
    try:
        for table, log in zip(tables, logs, strict=True):
            assert await store.log(table.channel, table.id) == log
            record = await store.load(table.channel, table.id)
            assert record is not None and record.version == table.version
    finally:
        await store.close()
