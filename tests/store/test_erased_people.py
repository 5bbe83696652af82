"""Who has deleted their data is named nowhere in the file of the server that the bot brings along, neither by id nor by
name: at once where nothing waits for them, and as soon as it is over where something does.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from bot.backgammon import Illegal, Kind, Rules
from bot.chouette import Options
from bot.league.entries import Opened, RoundRobin
from bot.store import EmbeddedServer, keys, place
from bot.store.connection import client_for
from bot.tables import erasing, intents, personal_data
from bot.tables.chouette.lobby import Lobby
from bot.tables.heads_up.imports import keep, read_file
from bot.tables.leagues import Leagues
from bot.tables.personal_data import Left
from bot.tables.preferences import PersonPreferences
from bot.tables.schedule import TRAINING
from bot.tables.table import Person, Stage, Table
from bot.tables.training import Training
from bot.training.cards import card_of
from bot.training.deck import Entry, Origin
from tests.backgammon.test_match_files import MATCH
from tests.tables.tables import BOB, CHANNEL, CYD, GUILD, Tables
from tests.training.test_cards import PLAYED

pytestmark = pytest.mark.usefixtures("binary")

EVE = Person(817_263_548_172_635_481, "Eveline Quist")
ELSEWHERE = CHANNEL + 1


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Where the server writes."""
    return tmp_path / "data"


@pytest_asyncio.fixture
async def tables(data: Path) -> AsyncIterator[Tables]:
    """One whose store is the server that the bot brings along; it packs nothing, so that its file can be searched."""
    async with EmbeddedServer(data) as server:
        client: Any = client_for(server.url)
        await client.config_set("rdbcompression", "no")
        there = Tables(client=client)
        there.time = time.time()
        yield there
        await there.store.close()


def named(data: Path, person: Person) -> set[str]:
    """How the server's file names somebody: by id, as text or as a number of 64 bits, or by name."""
    files = [file.read_bytes() for file in (data / "appendonlydir").iterdir()]
    looks = {
        "id": str(person.user).encode(),
        "packed id": person.user.to_bytes(8, "little"),
        "name": person.name.encode(),
    }
    return {look for look, wanted in looks.items() if any(wanted in written for written in files)}


async def delete(tables: Tables) -> Left:
    return await personal_data.delete(tables.store, tables.repository, tables.preferences, tables.ladders, EVE.user)


async def look(tables: Tables) -> None:
    """The background looks once."""
    await erasing.erase_once(tables.store, tables.repository, tables.time)


def lobby_of(tables: Tables) -> Lobby:
    return Lobby(tables.store, tables.repository, tables.preferences, tables.desk, lambda: tables.time, tables.entropy)


async def gathered(tables: Tables, host: Person, *others: Person) -> str:
    """They gather for a chouette, elsewhere."""
    lobby = lobby_of(tables)
    name = await lobby.admit(GUILD, host, tables.receipt())
    await lobby.open(GUILD, ELSEWHERE, host, Options(), name)
    for person in others:
        await lobby.join(ELSEWHERE, name, person, tables.receipt())
    return name


async def played(tables: Tables) -> None:
    made = await tables.challenge(Rules(length=1), EVE, BOB)
    await tables.challenges.give_word(CHANNEL, made.id, EVE, "a word", tables.receipt())
    await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())
    await tables.act(EVE, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())


async def challenged(tables: Tables, host: Person, other: Person) -> Table:
    """A challenge that the clock knows of."""
    made = await tables.challenge(Rules(), host, other)
    await tables.clock.watch(made)
    return made


async def test_what_has_come_to_nothing_is_emptied_at_once(tables: Tables, data: Path) -> None:
    await played(tables)
    for host, other in ((EVE, BOB), (BOB, EVE)):
        made = await tables.challenge(Rules(), host, other)
        await tables.challenges.decline(CHANNEL, made.id, EVE, tables.receipt())
        tables.time += 601
    declined = await tables.challenge(Rules(), EVE, CYD)
    await tables.challenges.decline(CHANNEL, declined.id, CYD, tables.receipt())
    open_to_all = await tables.challenge(Rules(), BOB, None)
    await tables.challenges.give_word(CHANNEL, open_to_all.id, EVE, "of hers", tables.receipt())
    for host, others in ((EVE, (BOB,)), (BOB, (EVE, CYD))):
        name = await gathered(tables, host, *others)
        await lobby_of(tables).withdraw(ELSEWHERE, name, host, False, tables.receipt())
    leagues = Leagues(tables.store, lambda: tables.time)
    opening = Opened(
        at=tables.time,
        name="Autumn",
        channel=ELSEWHERE,
        form=RoundRobin(weeks=4, size=4),
        length=5,
        variant="backgammon",
        rated=True,
    )
    league = (await leagues.open(GUILD, opening, EVE, tables.receipt())).id
    await leagues.join(GUILD, league, EVE, tables.receipt())
    await tables.store.reviews.ask("1", msgspec.json.encode({"user": EVE.user, "language": "en"}))
    await tables.store.reviews.ask("2", msgspec.json.encode({"user": BOB.user, "language": "en"}))
    await Training(tables.store, tables.repository).open(EVE.user)
    card = msgspec.json.encode(Entry(origin=Origin.MISTAKE)), msgspec.json.encode(card_of(PLAYED, 7))
    assert await tables.store.decks.add(EVE.user, {"card": card}) == 1
    await tables.preferences.keep_person(EVE.user, PersonPreferences(train_in=GUILD))
    await tables.store.due.set(TRAINING, place(GUILD, str(EVE.user)), tables.time)
    assert named(data, EVE) == {"id", "name"}

    assert await delete(tables) == Left()
    await look(tables)
    assert named(data, EVE) == set()
    assert named(data, BOB) and named(data, CYD)
    assert set(await tables.store.reviews.asked()) == {"2"}, "what others have asked for is still made"
    table = await tables.repository.load(CHANNEL, open_to_all.id)
    assert table is not None and table.stage is Stage.CHALLENGE, "the others' challenge stands"


async def test_a_match_just_brought_leaves_nothing_either(tables: Tables, data: Path) -> None:
    """That it was saved is remembered for some seconds more, under a name with the id in it."""
    await keep(tables.store, EVE.user, read_file(MATCH.encode()), tables.entropy, lambda: tables.time)
    await tables.preferences.keep_person(EVE.user, PersonPreferences(spoken="cs", computer_length=5))
    await tables.store.reviews.spend(EVE.user, "1", 60, 100, tables.time)
    assert named(data, EVE) >= {"id"}
    await delete(tables)
    await look(tables)
    assert await tables.store.imports.all() == 0
    client: Any = tables.store._connection
    remembered = await client.names(keys.TABLES.call(EVE.user, "*"))
    for name in remembered:
        await client.ask("DEL", name)
    assert remembered and named(data, EVE) == {"id"}
    tables.time += 601
    await look(tables)
    assert named(data, EVE) == set()
    assert not await tables.store.erasing.finish(tables.time + 601), "that is all"


async def test_what_must_wait_is_emptied_when_it_is_over_and_the_file_written_again(tables: Tables, data: Path) -> None:
    challenge = await challenged(tables, EVE, BOB)
    lobby = await gathered(tables, BOB, EVE, CYD)
    assert await delete(tables) == Left(standing=(CHANNEL, ELSEWHERE))
    await look(tables)
    assert named(data, EVE) >= {"name"}, "they are asked to play there"

    tables.time = challenge.about.expires_at + 1
    await tables.tick()
    await look(tables)
    table = await tables.repository.load(CHANNEL, challenge.id)
    assert table is not None and table.people.users == {BOB.user}
    assert named(data, EVE) >= {"name"}, "the gathering goes on"

    gathering = await tables.repository.load(ELSEWHERE, lobby)
    assert gathering is not None
    tables.time = gathering.about.expires_at + 1
    await tables.tick()
    await look(tables)
    assert named(data, EVE) == set()
    assert named(data, CYD)
    assert await tables.store.erasing.waiting(tables.time * 2) == []


async def test_one_that_is_declined_meanwhile_leaves_nothing_either(tables: Tables, data: Path) -> None:
    challenge = await challenged(tables, EVE, BOB)
    await delete(tables)
    await tables.challenges.decline(CHANNEL, challenge.id, BOB, tables.receipt())
    tables.time = challenge.about.expires_at + 1
    await look(tables)
    assert named(data, EVE) == set() and named(data, BOB)


async def test_one_that_is_late_to_end_is_looked_at_again(tables: Tables, data: Path) -> None:
    challenge = await challenged(tables, EVE, BOB)
    await delete(tables)
    tables.time = challenge.about.expires_at + 1
    await look(tables)  # the clock has not ended it yet
    assert named(data, EVE) >= {"name"}
    await tables.tick()
    await look(tables)
    assert named(data, EVE) >= {"name"}, "another process may be about it"
    tables.time += 601
    await look(tables)
    assert named(data, EVE) == set()


async def test_who_plays_on_after_all_is_named_there(tables: Tables, data: Path) -> None:
    challenge = await challenged(tables, EVE, BOB)
    await delete(tables)
    await tables.challenges.accept(CHANNEL, challenge.id, BOB, tables.receipt())
    tables.time = challenge.about.expires_at + 1
    await look(tables)
    assert (await tables.table()).people.seats == (EVE, BOB)
    assert await tables.store.erasing.waiting(tables.time * 2) == []
    assert await delete(tables) == Left(channels=(CHANNEL,))


async def test_nobody_has_to_wait_because_of_what_is_deleted(tables: Tables) -> None:
    """The limits on challenges name people too."""
    for number in range(3):
        await tables.challenge(Rules(), EVE, Person(100 + number, "x"))
    declined = await tables.challenge(Rules(), CYD, EVE)
    await tables.challenges.decline(CHANNEL, declined.id, EVE, tables.receipt())
    for other in (BOB, CYD):
        with pytest.raises(Illegal):
            await tables.challenge(Rules(), EVE, other)
    await delete(tables)
    assert await tables.store.passing.of(CYD.user) != []
    assert not [what for what in await tables.store.passing.of(CYD.user) if str(EVE.user) in what]
    for other in (BOB, CYD):
        await tables.challenge(Rules(), EVE, other)


async def test_of_a_newer_bot_is_left_alone_and_looked_at_again(tables: Tables) -> None:
    challenge = await challenged(tables, EVE, BOB)
    await delete(tables)
    await tables.challenges.withdraw(CHANNEL, challenge.id, EVE, tables.receipt())
    await tables.store.put(CHANNEL, challenge.id, "people", b'{"seats": [], "shoes": 1}')
    tables.time = challenge.about.expires_at + 1
    await look(tables)
    assert len(await tables.store.erasing.waiting(tables.time + 601)) == 1
