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
from bot.store import EmbeddedServer, keys
from bot.store.connection import client_for
from bot.tables import erasing, intents, personal_data
from bot.tables.chouette.lobby import Lobby
from bot.tables.heads_up.imports import keep, read_file
from bot.tables.leagues import Leagues
from bot.tables.personal_data import Left
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Person, Stage, Table
from tests.backgammon.test_match_files import MATCH
from tests.tables.house import BOB, CHANNEL, CYD, GUILD, House

pytestmark = pytest.mark.usefixtures("binary")

EVE = Person(817_263_548_172_635_481, "Eveline Quist")
ELSEWHERE = CHANNEL + 1


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Where the server writes."""
    return tmp_path / "data"


@pytest_asyncio.fixture
async def house(data: Path) -> AsyncIterator[House]:
    """One whose store is the server that the bot brings along; it packs nothing, so that its file can be searched."""
    async with EmbeddedServer(data) as server:
        client: Any = client_for(server.url)
        await client.config_set("rdbcompression", "no")
        there = House(client=client)
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


async def delete(house: House) -> Left:
    return await personal_data.delete(house.store, house.repository, house.preferences, house.ladders, EVE.user)


async def look(house: House) -> None:
    """The background looks once."""
    await erasing.erase_once(house.store, house.repository, house.time)


def lobby_of(house: House) -> Lobby:
    return Lobby(house.store, house.repository, house.preferences, house.desk, lambda: house.time, house.entropy)


async def gathered(house: House, host: Person, *others: Person) -> str:
    """They gather for a chouette, elsewhere."""
    lobby = lobby_of(house)
    name = await lobby.admit(GUILD, host, house.receipt())
    await lobby.open(GUILD, ELSEWHERE, host, Options(), name)
    for person in others:
        await lobby.join(ELSEWHERE, name, person, house.receipt())
    return name


async def played(house: House) -> None:
    made = await house.challenge(Rules(length=1), EVE, BOB)
    await house.challenges.give_word(CHANNEL, made.id, EVE, "a word", house.receipt())
    await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())
    await house.act(EVE, intents.resign(Kind.SINGLE))
    await house.act(BOB, intents.accept())


async def challenged(house: House, host: Person, other: Person) -> Table:
    """A challenge that the clock knows of."""
    made = await house.challenge(Rules(), host, other)
    await house.clock.watch(made)
    return made


async def test_what_has_come_to_nothing_is_emptied_at_once(house: House, data: Path) -> None:
    await played(house)
    for host, other in ((EVE, BOB), (BOB, EVE)):
        made = await house.challenge(Rules(), host, other)
        await house.challenges.decline(CHANNEL, made.id, EVE, house.receipt())
        house.time += 601
    declined = await house.challenge(Rules(), EVE, CYD)
    await house.challenges.decline(CHANNEL, declined.id, CYD, house.receipt())
    open_to_all = await house.challenge(Rules(), BOB, None)
    await house.challenges.give_word(CHANNEL, open_to_all.id, EVE, "of hers", house.receipt())
    for host, others in ((EVE, (BOB,)), (BOB, (EVE, CYD))):
        name = await gathered(house, host, *others)
        await lobby_of(house).withdraw(ELSEWHERE, name, host, False, house.receipt())
    leagues = Leagues(house.store, lambda: house.time)
    opening = Opened(
        at=house.time,
        name="Autumn",
        channel=ELSEWHERE,
        form=RoundRobin(weeks=4, size=4),
        length=5,
        variant="backgammon",
        rated=True,
    )
    league = (await leagues.open(GUILD, opening, EVE, house.receipt())).id
    await leagues.join(GUILD, league, EVE, house.receipt())
    await house.store.reviews.ask("1", msgspec.json.encode({"user": EVE.user, "language": "en"}))
    await house.store.reviews.ask("2", msgspec.json.encode({"user": BOB.user, "language": "en"}))
    assert named(data, EVE) == {"id", "name"}

    assert await delete(house) == Left()
    await look(house)
    assert named(data, EVE) == set()
    assert named(data, BOB) and named(data, CYD)
    assert set(await house.store.reviews.asked()) == {"2"}, "what others have asked for is still made"
    table = await house.repository.load(CHANNEL, open_to_all.id)
    assert table is not None and table.stage is Stage.CHALLENGE, "the others' challenge stands"


async def test_a_match_just_brought_leaves_nothing_either(house: House, data: Path) -> None:
    """That it was saved is remembered for some seconds more, under a name with the id in it."""
    await keep(house.store, EVE.user, read_file(MATCH.encode()), house.entropy, lambda: house.time)
    await house.preferences.keep_person(EVE.user, PersonPreferences(spoken="cs", computer_length=5))
    await house.store.reviews.spend(EVE.user, "1", 60, 100, house.time)
    assert named(data, EVE) >= {"id"}
    await delete(house)
    await look(house)
    assert await house.store.imports.all() == 0
    client: Any = house.store._connection
    remembered = await client.names(keys.TABLES.call(EVE.user, "*"))
    for name in remembered:
        await client.ask("DEL", name)
    assert remembered and named(data, EVE) == {"id"}
    house.time += 601
    await look(house)
    assert named(data, EVE) == set()
    assert not await house.store.erasing.finish(house.time + 601), "that is all"


async def test_what_must_wait_is_emptied_when_it_is_over_and_the_file_written_again(house: House, data: Path) -> None:
    challenge = await challenged(house, EVE, BOB)
    lobby = await gathered(house, BOB, EVE, CYD)
    assert await delete(house) == Left(standing=(CHANNEL, ELSEWHERE))
    await look(house)
    assert named(data, EVE) >= {"name"}, "they are asked to play there"

    house.time = challenge.about.expires_at + 1
    await house.tick()
    await look(house)
    table = await house.repository.load(CHANNEL, challenge.id)
    assert table is not None and table.people.users == {BOB.user}
    assert named(data, EVE) >= {"name"}, "the gathering goes on"

    gathering = await house.repository.load(ELSEWHERE, lobby)
    assert gathering is not None
    house.time = gathering.about.expires_at + 1
    await house.tick()
    await look(house)
    assert named(data, EVE) == set()
    assert named(data, CYD)
    assert await house.store.erasing.waiting(house.time * 2) == []


async def test_one_that_is_declined_meanwhile_leaves_nothing_either(house: House, data: Path) -> None:
    challenge = await challenged(house, EVE, BOB)
    await delete(house)
    await house.challenges.decline(CHANNEL, challenge.id, BOB, house.receipt())
    house.time = challenge.about.expires_at + 1
    await look(house)
    assert named(data, EVE) == set() and named(data, BOB)


async def test_one_that_is_late_to_end_is_looked_at_again(house: House, data: Path) -> None:
    challenge = await challenged(house, EVE, BOB)
    await delete(house)
    house.time = challenge.about.expires_at + 1
    await look(house)  # the clock has not ended it yet
    assert named(data, EVE) >= {"name"}
    await house.tick()
    await look(house)
    assert named(data, EVE) >= {"name"}, "another process may be about it"
    house.time += 601
    await look(house)
    assert named(data, EVE) == set()


async def test_who_plays_on_after_all_is_named_there(house: House, data: Path) -> None:
    challenge = await challenged(house, EVE, BOB)
    await delete(house)
    await house.challenges.accept(CHANNEL, challenge.id, BOB, house.receipt())
    house.time = challenge.about.expires_at + 1
    await look(house)
    assert (await house.table()).people.seats == (EVE, BOB)
    assert await house.store.erasing.waiting(house.time * 2) == []
    assert await delete(house) == Left(channels=(CHANNEL,))


async def test_nobody_has_to_wait_because_of_what_is_deleted(house: House) -> None:
    """The limits on challenges name people too."""
    for number in range(3):
        await house.challenge(Rules(), EVE, Person(100 + number, "x"))
    declined = await house.challenge(Rules(), CYD, EVE)
    await house.challenges.decline(CHANNEL, declined.id, EVE, house.receipt())
    for other in (BOB, CYD):
        with pytest.raises(Illegal):
            await house.challenge(Rules(), EVE, other)
    await delete(house)
    assert await house.store.passing.of(CYD.user) != []
    assert not [what for what in await house.store.passing.of(CYD.user) if str(EVE.user) in what]
    for other in (BOB, CYD):
        await house.challenge(Rules(), EVE, other)


async def test_of_a_newer_bot_is_left_alone_and_looked_at_again(house: House) -> None:
    challenge = await challenged(house, EVE, BOB)
    await delete(house)
    await house.challenges.withdraw(CHANNEL, challenge.id, EVE, house.receipt())
    await house.store.put(CHANNEL, challenge.id, "people", b'{"seats": [], "shoes": 1}')
    house.time = challenge.about.expires_at + 1
    await look(house)
    assert len(await house.store.erasing.waiting(house.time + 601)) == 1
