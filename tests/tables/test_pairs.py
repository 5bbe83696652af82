"""Two against two at the desk: dice words of four, who may sit down and when, what waits for whom, deleted people."""

from __future__ import annotations

import pytest

from bot import dice
from bot.backgammon import Phase, Rules, Sits, TableFault
from bot.backgammon.actions import Sat
from bot.backgammon.log import decode_action
from bot.core.clock import Days, is_entry
from bot.core.pace import DAY
from bot.core.refusal import Foreign, Illegal
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.people import NOBODY, People, Person, Team
from bot.tables.personal_data import delete, export
from bot.tables.table import Advice, Stage, Table
from bot.tables.waits import Wait

from .tables import ANN, BOB, CHANNEL, CYD, GUILD, HOUR, Tables

DAN = Person(9_001_004, "Dan")
TEAMS = Team((ANN, BOB)), Team((CYD, DAN))
FOUR = (ANN, BOB, CYD, DAN)


@pytest.fixture
def tables() -> Tables:
    return Tables()


async def begun(tables: Tables, length: int = 3, sits: Sits = Sits.GAME, pace: Days | None = None) -> Table:
    """All four have agreed, and each has given a word."""
    made = await tables.challenges.make(
        GUILD, CHANNEL, ANN, None, Rules(length=length, sits=sits), tables.receipt(), teams=TEAMS, pace=pace
    )
    for person in FOUR:
        await tables.challenges.give_word(CHANNEL, made.id, person, f"word of {person.name}", tables.receipt())
    for person in (DAN, BOB, CYD):
        outcome = await tables.challenges.accept(CHANNEL, made.id, person, tables.receipt())
    return outcome.table


async def asked(tables: Tables) -> tuple[Person, Person]:
    """Who sits for the side that must act, and their partner."""
    table = await tables.table()
    match = await tables.match()
    assert match.game.decider is not None and table.people.teams
    one, other = table.people.teams[match.game.decider].people
    return (one, other) if table.sits(one.user) else (other, one)


async def rolled(tables: Tables) -> tuple[Person, Person]:
    """The board asks somebody to roll, or to play."""
    while (await tables.match()).game.phase is not Phase.CUBE:
        match, (who, _) = await tables.match(), await asked(tables)
        play = str(match.game.plays(match.rules)[0]) if match.game.phase is Phase.PLAY else ""
        await tables.act(who, intents.move(play) if play else intents.roll())
    return await asked(tables)


async def test_the_words_of_all_four_are_in_the_dice_whoever_sits(tables: Tables) -> None:
    table = await begun(tables)
    words = [f"word of {person.name}" for person in FOUR]
    assert list(table.words) == words and table.roll(9) == dice.roll(table.seed, words, 9)
    tables.gone = {(await asked(tables))[0].user}
    _, partner = await asked(tables)
    after = (await tables.act(partner, intents.sit())).table
    assert after.people.seats != table.people.seats and after.roll(9) == table.roll(9)


async def test_it_begins_with_the_last_who_agrees_and_is_in_all_their_lists(tables: Tables) -> None:
    table = await begun(tables)
    assert table.stage is Stage.OPEN and table.about.rated is False and table.people.agreed == ()
    for person in FOUR:
        assert await tables.store.tables_of(person.user) == [table.id]
        assert table.has(person.user) and table.seat_of(person.user) == (0 if person in TEAMS[0].people else 1)


async def test_only_who_sits_acts(tables: Tables) -> None:
    await begun(tables)
    who, partner = await rolled(tables)
    for intent in (intents.roll(), intents.double(), intents.resign(None), intents.claim(), intents.rest()):
        with pytest.raises(Foreign) as refused:
            await tables.act(partner, intent)
        assert refused.value.reason is TableTrouble.PARTNER_SITS and refused.value.details["name"] == who.name
    with pytest.raises(Illegal) as already:
        await tables.act(who, intents.sit())
    assert already.value.reason is TableTrouble.SITS_ALREADY
    with pytest.raises(Foreign) as stranger:
        await tables.act(Person(77, "Eve"), intents.roll())
    assert stranger.value.reason is TableFault.NOT_SEATED


@pytest.mark.parametrize("pace", [None, Days(2 * DAY)])
async def test_half_of_the_time_for_a_claim(tables: Tables, pace: Days | None) -> None:
    await begun(tables, pace=pace)
    await tables.repository.shown(await tables.table(), (await tables.table()).screen, round(tables.time * 1000))
    who, partner = await asked(tables)
    hours = 24 if pace else (await tables.preferences.of_server(GUILD)).claim_after / 2
    tables.time += hours * HOUR - 60
    with pytest.raises(Illegal) as early:
        await tables.act(partner, intents.sit())
    assert early.value.reason is TableTrouble.SIT_LATER and early.value.details["name"] == who.name
    side = (await tables.table()).seat_of(partner.user)
    idle = next(person for person in FOUR if of_side(person) != side and person in (BOB, DAN))
    with pytest.raises(Illegal) as not_asked:
        await tables.act(idle, intents.sit())
    assert not_asked.value.reason is TableTrouble.SIT_ONLY_WAITED
    tables.time += 61
    table = (await tables.act(partner, intents.sit())).table
    assert table.sits(partner.user) and not table.sits(who.user)
    log = [line for line in await tables.store.log(CHANNEL, table.id) if not is_entry(line)]
    assert decode_action(log[-1]) == Sat(by=side)
    assert (await tables.desk.table(CHANNEL)).people == table.people


def of_side(person: Person) -> int:
    return 0 if person in TEAMS[0].people else 1


async def test_when_the_sitter_is_gone_at_once_and_when_both_are_the_others_claim(tables: Tables) -> None:
    await begun(tables)
    who, partner = await asked(tables)
    tables.gone = {who.user}
    await tables.act(partner, intents.sit())
    tables.gone = {who.user, partner.user}
    table = await tables.table()
    claimant = next(person for person in FOUR if table.sits(person.user) and person != partner)
    tables.time += (await tables.preferences.of_server(GUILD)).remind_after * HOUR + 1
    table = (await tables.act(claimant, intents.claim())).table
    assert table.state is not None and table.state.over


async def test_it_waits_for_who_sits(tables: Tables) -> None:
    table = await begun(tables)
    who, partner = await asked(tables)

    async def waits(person: Person) -> Wait:
        ((_, _, says),) = await tables.store.waits.of(person.user)
        return Wait.MUST if b"must" in says else Wait.OTHERS

    assert [await waits(each) for each in (who, partner)] == [Wait.MUST, Wait.OTHERS]
    tables.gone = {who.user}
    await tables.act(partner, intents.sit())
    assert [await waits(each) for each in (who, partner)] == [Wait.OTHERS, Wait.MUST]
    assert table.waits


async def test_who_deletes_their_data_is_nobody_beside_the_partner(tables: Tables) -> None:
    table = await begun(tables, length=1)
    told = await export(tables.store, tables.repository, tables.preferences, tables.ladders, BOB.user, tables.time)
    assert b"Ann & Bob" in told and b'"word of Bob"' in told
    await tables.desk.abandon(await tables.table())
    advice = Advice(thread=5, members=(BOB.user,)).having(1, Advice(thread=6, members=(CYD.user, BOB.user)))
    closed = await tables.repository.load(CHANNEL, table.id)
    assert closed
    for place in (0, 1):
        closed = await tables.repository.advised(closed, advice.at(place), place)
    for person in (BOB, CYD):
        await delete(tables.store, tables.repository, tables.preferences, tables.ladders, person.user)
    left = await tables.repository.load(CHANNEL, table.id)
    assert left and left.people.teams
    assert [person.name for person in left.people.seats] == [f"Ann & {NOBODY}", f"{NOBODY} & Dan"]
    assert left.people.users == {ANN.user, DAN.user}
    assert [person.user for person in left.people.everybody] == [ANN.user, -2, -3, DAN.user]
    assert left.words == table.words, "the dice depend on them"
    assert left.thread(0).members == left.thread(1).members == () and left.thread(1).thread == 6


async def test_a_record_of_before_has_no_teams(tables: Tables) -> None:
    table = await tables.begin(Rules(length=3))
    assert table.people.teams is not None and not table.people.teams
    assert table.people.everybody == table.people.seats and table.sits(ANN.user) and not table.sits(77)


def test_names_of_both_fit_into_one() -> None:
    long = Team((Person(1, "W" * 32), Person(2, "M" * 32)))
    name = long.seated(1).name
    assert len(name) <= 60 and "W" in name and "M" in name and long.seated(1).user == 2
    people = People.of_teams((long, TEAMS[0])).named(Person(2, "Mo"))
    assert people.seats[0].name.endswith("& Mo") and people.seats[1].name == "Ann & Bob"
