"""What is kept of a person: he can have it, and he can be taken out of it, and the games of the others stay proven."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.backgammon import Illegal, Kind, Rules
from bot.backgammon.actions import End
from bot.backgammon.typed_opening import rules_from, rules_said
from bot.backgammon.typed_position import parse_situation
from bot.chouette import Options, Order, Session
from bot.chouette.state import Payment
from bot.core.looking import LookingList, Seeker, Wish
from bot.core.transfers import Transfer
from bot.engine.thoughts import Level
from bot.store import Carried, StoreError
from bot.tables import games, intents, personal_data
from bot.tables.about import About
from bot.tables.chouette import intents as chouette_intents
from bot.tables.chouette.lobby import Lobby
from bot.tables.faults import ChallengeFault
from bot.tables.kept_games import replay
from bot.tables.looking_lists import LookingLists
from bot.tables.people import NOBODY
from bot.tables.preferences import PersonPreferences
from bot.tables.repository import Change
from bot.tables.table import Advice, Person, Screen, Stage, Table
from tests.tables.tables import ANN, BOB, CHANNEL, CYD, GUILD, Tables


async def told(tables: Tables, user: int = ANN.user) -> dict[str, Any]:
    return msgspec.json.decode(
        await personal_data.export(
            tables.store, tables.repository, tables.preferences, tables.ladders, user, tables.time
        )
    )


async def delete(tables: Tables, user: int = ANN.user) -> personal_data.Left:
    return await personal_data.delete(tables.store, tables.repository, tables.preferences, tables.ladders, user)


async def load(tables: Tables, name: str) -> Table:
    """A table as a new process finds it."""
    found = await Tables(tables.server).repository.load(CHANNEL, name)
    assert found is not None
    return found


async def played(tables: Tables, rules: Rules | None = None, word: str = "") -> Table:
    """Ann challenges Bob to one point, and resigns it."""
    made = await tables.challenge(rules or Rules(length=1))
    if word:
        await tables.challenges.give_word(CHANNEL, made.id, ANN, word, tables.receipt())
        await tables.challenges.give_word(CHANNEL, made.id, BOB, "Bob's", tables.receipt())
    table = (await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())).table
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    over = await load(tables, table.id)
    tables.time += 601
    return over


async def chouette(tables: Tables) -> Table:
    """Ann, Bob and Cyd have played a chouette in which Ann owes both others."""
    lobby = Lobby(tables.store, tables.repository, tables.preferences, tables.desk, lambda: tables.time, tables.entropy)
    name = await lobby.admit(GUILD, ANN, tables.receipt())
    await lobby.open(GUILD, CHANNEL, ANN, Options(order=Order.MANUAL), name)
    for person in (BOB, CYD):
        await lobby.join(CHANNEL, name, person, tables.receipt())
    return (await lobby.start(CHANNEL, name, ANN, (0, 1, 2), tables.receipt())).table


async def closed(tables: Tables, table: Table, state: Session, **beside: Any) -> Table:
    """The table with a session that is over in this way."""

    async def closing(before: Table) -> Change:
        return Change(replace(before, state=state, stage=Stage.CLOSED))

    return (await tables.repository.change(CHANNEL, table.id, closing)).table


async def test_the_file_has_preferences_and_every_table(tables: Tables) -> None:
    chosen = PersonPreferences(language="cs", blocked=(CYD.user,), computer_length=5, computer_level=Level.ADVANCED)
    await tables.preferences.keep_person(ANN.user, chosen)
    table = await played(tables, word="Ann's own")
    await tables.begin(Rules())
    file = await told(tables)
    assert file["user"] == ANN.user and file["made_at"].startswith("2026-11-14T12:")
    assert file["preferences"]["language"] == "cs" and file["preferences"]["blocked"] == [CYD.user]
    assert (file["preferences"]["computer_length"], file["preferences"]["computer_level"]) == (5, 14)
    running, over = file["tables"]
    assert (running["kind"], running["stage"]) == ("money session", "open")
    assert (over["id"], over["kind"], over["stage"], over["games"]) == (table.id, "match", "closed", 1)
    assert over["seats"] == [
        {"name": "Ann", "points": 0, "you": True},
        {"name": "Bob", "points": 1, "you": False},
    ]
    assert over["word_for_the_dice"] == "Ann's own"
    assert over["rules"]["length"] == 1
    assert over["made_at"] == "2026-11-14T12:00:00+00:00"
    assert str(BOB.user) not in str(over) and "Bob's" not in str(over), "what the others gave is theirs"


async def test_the_file_has_more_tables_than_any_list(tables: Tables) -> None:
    for _ in range(30):
        await played(tables)
    assert len((await told(tables))["tables"]) == 30


async def test_the_file_tells_of_a_chouette(tables: Tables) -> None:
    table = await chouette(tables)
    (only,) = (await told(tables, CYD.user))["tables"]
    assert (only["id"], only["kind"]) == (table.id, "chouette")
    assert [seat["name"] for seat in only["seats"]] == ["Ann", "Bob", "Cyd"]
    assert [seat["you"] for seat in only["seats"]] == [False, False, True]
    assert only["rules"]["max_players"] == 10


async def test_who_has_never_played_has_a_file_all_the_same(tables: Tables) -> None:
    assert (await told(tables, CYD.user))["tables"] == []


async def test_who_is_deleted_is_nowhere_and_the_others_are_as_they_were(tables: Tables) -> None:
    await tables.preferences.keep_person(ANN.user, PersonPreferences(language="cs"))
    table = await played(tables, word="Ann's own")
    log = await tables.store.log(CHANNEL, table.id)
    assert await delete(tables) == personal_data.Left()
    after = await load(tables, table.id)
    nobody, bob = after.people.seats
    assert (nobody.user, nobody.name, nobody.known) == (-1, "N. N.", False) and bob == BOB
    assert after.words == table.words == ("Ann's own", "Bob's")
    assert [after.roll(number) for number in range(1, 9)] == [table.roll(number) for number in range(1, 9)]
    assert await tables.store.log(CHANNEL, table.id) == log
    assert replay(games.HEADS_UP, log) == after.state == table.state
    assert await tables.store.tables_of(ANN.user) == []
    assert await tables.store.tables_of(BOB.user) == [table.id]
    assert await tables.store.preferences(ANN.user) is None
    assert await tables.preferences.of_person(ANN.user) == PersonPreferences()
    everything = await stored(tables)
    assert str(ANN.user).encode() not in everything and b'"Ann"' not in everything
    assert str(BOB.user).encode() in everything


async def stored(tables: Tables) -> bytes:
    """All keys and values of the store."""
    client: Any = tables.store._connection._client
    parts: list[bytes] = []
    for key in await client.keys():
        kind = (await client.type(key)).decode()
        read = {
            "string": lambda key: client.get(key),
            "hash": lambda key: client.hgetall(key),
            "zset": lambda key: client.zrange(key, 0, -1),
            "set": lambda key: client.smembers(key),
            "stream": lambda key: client.xrange(key),
        }[kind]
        parts.append(key + b" " + repr(await read(key)).encode())
    return b"\n".join(parts)


async def test_deleting_again_changes_nothing(tables: Tables) -> None:
    table = await played(tables)
    await delete(tables)
    version = (await load(tables, table.id)).version
    assert await delete(tables) == personal_data.Left()
    assert (await load(tables, table.id)).version == version


async def test_several_may_leave_one_table(tables: Tables) -> None:
    table = await played(tables)
    for person in (BOB, ANN):
        await delete(tables, person.user)
    people = (await load(tables, table.id)).people
    assert [person.user for person in people.seats] == [-1, -2]


async def test_a_running_game_keeps_its_players_until_it_is_over(tables: Tables) -> None:
    over = await played(tables)
    running = await tables.begin()
    assert await delete(tables) == personal_data.Left(channels=(CHANNEL,))
    assert (await load(tables, over.id)).seat_of(ANN.user) is None
    assert (await load(tables, running.id)).people.seats == (ANN, BOB)
    assert await tables.store.tables_of(ANN.user) == [running.id]
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    await tables.act(BOB, intents.plain(End))
    assert await delete(tables) == personal_data.Left()
    assert (await load(tables, running.id)).seat_of(ANN.user) is None


async def test_who_has_not_paid_stays_until_he_has(tables: Tables) -> None:
    table = await chouette(tables)
    session = table.state
    assert session is not None
    owing = _owing(session)
    await closed(tables, table, owing)
    assert await delete(tables) == personal_data.Left(channels=(CHANNEL,))
    assert await delete(tables, CYD.user) == personal_data.Left(), "this payment is not his"
    assert (await load(tables, table.id)).person(2).user == -3
    await tables.act(BOB, chouette_intents.paid(0), table=table.id)
    assert await delete(tables) == personal_data.Left()
    assert [person.user for person in (await load(tables, table.id)).people.seats] == [-1, BOB.user, -3]


async def test_what_is_kept_beside_a_table_names_him_no_more(tables: Tables) -> None:
    table = await chouette(tables)
    session = table.state
    assert session is not None
    table = await closed(tables, table, replace(session, closed=True))
    users = (ANN.user, BOB.user)
    await tables.repository.shown(table, Screen(message=7, holders=users, shown=table.version))
    await tables.repository.advised(table, Advice(thread=8, members=users, invited=users, intruders=users, ended=True))
    await delete(tables)
    after = await load(tables, table.id)
    assert after.screen.holders == after.advice.members == after.advice.invited == after.advice.intruders == (BOB.user,)
    assert (after.screen.message, after.advice.thread, after.advice.ended) == (7, 8, True)
    assert after.people.agreed == (BOB.user, CYD.user)
    assert str(ANN.user).encode() not in await stored(tables)


@pytest.mark.parametrize("after", range(0, 40, 2))
async def test_after_a_crash_the_next_try_goes_on(tables: Tables, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    both = [await played(tables), await played(tables)]
    left = after
    ask, run = tables.store._connection.ask, tables.store._connection.run

    async def failing(call: Any, *arguments: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoreError("gone")
        return await call(*arguments)

    monkeypatch.setattr(tables.store._connection, "ask", lambda *given: failing(ask, *given))
    monkeypatch.setattr(tables.store._connection, "run", lambda *given: failing(run, *given))
    with pytest.raises(StoreError):
        await delete(tables)
    monkeypatch.undo()
    again = Tables(tables.server)
    await delete(again)
    assert str(ANN.user).encode() not in await stored(again)
    for table in both:
        assert [person.user for person in (await load(tables, table.id)).people.seats] == [-1, BOB.user]


async def test_preferences_are_given_as_they_are_written(tables: Tables) -> None:
    await tables.store.set_preferences(ANN.user, b'{"theme":"neon","unheard_of":[1],"blocked":{"users":[5]}}')
    given = (await told(tables))["preferences"]
    assert given["theme"] == "neon" and given["unheard_of"] == [1] and given["blocked"] == {"users": [5]}
    assert given["language"] is None
    await tables.store.set_preferences(ANN.user, b"torn")
    assert (await told(Tables(tables.server)))["preferences"]["unreadable"] == "torn"


async def test_a_table_of_a_newer_bot_is_left_and_told(tables: Tables) -> None:
    table = await played(tables)
    await tables.store.put(CHANNEL, table.id, "people", b'{"seats": [], "shoes": 1}')
    assert await delete(tables) == personal_data.Left(unreadable=(table.id,))
    assert await tables.store.tables_of(ANN.user) == [table.id]
    assert (await told(tables))["tables"] == [{"id": table.id, "note": "written by a newer version of the bot"}]


async def test_a_table_that_has_vanished_leaves_the_list(tables: Tables) -> None:
    table = await played(tables)
    await tables.store._connection.ask("DEL", f"{{{CHANNEL}}}:table:{table.id}")
    assert (await told(tables))["tables"] == []
    await delete(tables)
    assert await tables.store.tables_of(ANN.user) == []


async def test_nobody_is_never_registered_nor_challenged(tables: Tables) -> None:
    table = await played(tables)
    await delete(tables)
    after = await load(tables, table.id)
    await tables.challenges.register(after)
    assert await tables.store.tables_of(-1) == []
    with pytest.raises(Illegal) as refused:
        await tables.challenge(host=BOB, other=after.person(0))
    assert refused.value.reason is ChallengeFault.NOBODY


async def test_a_table_takes_no_words_along_but_its_peoples(tables: Tables) -> None:
    made = await tables.challenge(other=None)
    for person in (ANN, CYD):
        await tables.challenges.give_word(CHANNEL, made.id, person, f"{person.name}'s", tables.receipt())
    table = (await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())).table
    assert table.people.words == ((ANN.user, "Ann's"),)


def _owing(session: Session) -> Session:
    """The session closed, with Ann owing Bob."""
    return replace(session, closed=True, payments=(Payment(transfer=Transfer(payer=0, payee=1, points=2)),))


async def test_what_waits_for_somebody_is_theirs_to_have_and_goes_but_for_tables_that_need_them(tables: Tables) -> None:
    over, running = await played(tables), await tables.begin()
    for version, table in ((100, over.id), (1, running.id)):
        await tables.store.waits.note(ANN.user, [Carried(f"{CHANNEL}:{table}", version, b'["must",7000,1.0,null]')])
    assert {each["table"] for each in (await told(tables))["waiting"]} == {
        f"{CHANNEL}:{table}" for table in (over.id, running.id)
    }
    await delete(tables)
    assert {each.table for each in await tables.store.waits.of(ANN.user)} == {f"{CHANNEL}:{running.id}"}


async def test_that_somebody_wants_to_play_is_in_the_file_and_goes(tables: Tables) -> None:
    entry = Seeker(
        user=ANN.user,
        name="Ann",
        rating=1500,
        wish=Wish(lengths=(5,), paces=(None,)),
        since=tables.time,
        at=tables.time,
        until=tables.time + 60,
    )
    held = LookingList(seekers=(entry,), calls=((ANN.user, tables.time), (BOB.user, tables.time)))
    await tables.store.looking.name(ANN.user, GUILD)
    await tables.store.looking.keep(GUILD, 0, msgspec.json.encode(held))
    (listed,) = (await told(tables))["wanting_to_play"]
    assert listed["server"] == GUILD and listed["entries"][0]["wish"]["lengths"] == [5]
    assert len(listed["role_mentioned_at"]) == 1
    await delete(tables)
    assert (await told(tables))["wanting_to_play"] == []
    assert str(ANN.user).encode() not in (await tables.store.looking.find(GUILD)).value
    assert (await LookingLists(tables.store).find(GUILD)).calls == ((BOB.user, tables.time),)


async def test_of_both_sides_both_are_his_and_both_are_taken_out(tables: Tables) -> None:
    found = parse_situation(f"XGID=-A{'-' * 22}b-:0:0:1:21:0:0:0:1:10")
    rules = rules_from(rules_said(Rules(), found), found)
    name = await tables.challenges.claim_at_once(tables.receipt())
    about = About(
        id=name, guild=GUILD, channel=CHANNEL, setup=rules, made_at=tables.time, expires_at=tables.time, rated=False
    )
    one, other = Person(ANN.user, "Ann (light)"), Person(ANN.user, "Ann (dark)")
    table = (await tables.challenges.begin_at_once(about, one, other, tables.receipt())).table
    await tables.desk.close(table)
    (mine,) = (await told(tables))["tables"]
    assert [each["you"] for each in mine["seats"]] == [True, True]
    tables.time += 601
    await delete(tables)
    left = await load(tables, name)
    assert ANN.user not in left.people.users and {each.name for each in left.people.seats} == {NOBODY}
