"""Words for the dice that people give when a chouette has begun: they count from the next game on."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from bot import dice
from bot.backgammon import Foreign, Illegal, Kind, Stale, actions
from bot.chouette import Options
from bot.chouette.log import CHOUETTE
from bot.tables import intents
from bot.tables.faults import ChallengeFault
from bot.tables.people import Later
from bot.tables.personal_data import delete, export
from bot.tables.preferences import PersonPreferences
from bot.tables.table import People, Table, from_fields, to_fields

from .tables import CHANNEL, GUILD
from .test_sessions import PEOPLE, Club

EVA, FAY = PEOPLE[4:6]


@pytest.fixture
async def club() -> Club:
    return Club()


async def session_of_four(club: Club) -> Table:
    """A session in which Bob and Dan have given words before it began."""
    host, *others = PEOPLE[:4]
    made = await club.lobby.open(GUILD, CHANNEL, host, Options(), await club.lobby.admit(GUILD, host, club.receipt()))
    for person in PEOPLE:
        await club.preferences.keep_person(
            person.user, PersonPreferences(auto_roll=False, auto_move=False, auto_bear_off=False)
        )
    for person in others:
        await club.lobby.join(CHANNEL, made.id, person, club.receipt())
    for person, word in ((PEOPLE[3], "three"), (PEOPLE[1], "one")):
        await club.lobby.give_word(CHANNEL, made.id, person, word, club.receipt())
    return (await club.lobby.start(CHANNEL, made.id, host, None, club.receipt())).table


async def next_game(club: Club) -> Table:
    """The running game is resigned, and the next one begun."""
    session = await club.window(box=False)
    for seat in session.game.team:
        await club.by(seat, intents.resign(Kind.SINGLE))
    for proposal in (await club.session()).proposals:
        await club.by(session.game.box, intents.accept(proposal.number))
    await club.by((await club.session()).line[0], intents.plain(actions.Next))
    return await club.table()


async def test_a_latecomers_word_counts_from_the_first_roll_of_the_next_game(club: Club) -> None:
    made = await session_of_four(club)
    await club.desk.join(CHANNEL, EVA, receipt=club.receipt())
    given = await club.desk.give_word(CHANNEL, made.id, EVA, "comet", club.receipt())
    assert given.table.dice_words == ((1, "one"), (1, "three")) and given.table.words == ("one", "three")
    assert given.table.roll(30) == made.roll(30)
    table = await next_game(club)
    assert table.state is not None and table.state.number == 2
    *_, (first, word) = table.dice_words
    assert (table.dice_words[:2], word) == (((1, "one"), (1, "three")), "comet")
    assert first == table.state.rolls, "the opening roll is the first with it"
    for number in range(1, first + 8):
        words = ["one", "three", "comet"] if number >= first else ["one", "three"]
        assert table.roll(number) == dice.roll(table.seed, words, number)
    entries = (await club.store.log(CHANNEL, table.id))[1:]
    opening = [each for each in map(CHOUETTE.action, entries) if isinstance(each, actions.OpeningRoll)][-1]
    assert opening.dice == table.roll(table.state.rolls)


async def test_words_of_different_games_are_mixed_in_the_order_of_the_seats(club: Club) -> None:
    made = await session_of_four(club)
    await club.desk.give_word(CHANNEL, made.id, PEOPLE[0], "zero", club.receipt())
    table = await next_game(club)
    assert [word for _, word in table.dice_words] == ["zero", "one", "three"]
    zero = table.dice_words[0][0]
    assert table.roll(zero) == dice.roll(table.seed, ["zero", "one", "three"], zero)
    await club.desk.join(CHANNEL, EVA, receipt=club.receipt())
    await club.desk.give_word(CHANNEL, made.id, EVA, "comet", club.receipt())
    table = await next_game(club)
    assert table.dice_words[0] == (zero, "zero") and table.dice_words[3][0] > zero


async def test_who_may_give_a_word_and_how_often(club: Club) -> None:
    made = await session_of_four(club)
    for person, kind, reason in (
        (FAY, Foreign, None),
        (PEOPLE[1], Illegal, ChallengeFault.WORD_STANDS),
    ):
        with pytest.raises(kind) as refused:
            await club.desk.give_word(CHANNEL, made.id, person, "again", club.receipt())
        assert reason in (None, refused.value.reason)
    await club.desk.give_word(CHANNEL, made.id, PEOPLE[2], "two", club.receipt())
    with pytest.raises(Illegal) as refused:
        await club.desk.give_word(CHANNEL, made.id, PEOPLE[2], "other", club.receipt())
    assert refused.value.reason is ChallengeFault.WORD_STANDS
    with pytest.raises(Illegal):
        await club.desk.give_word(CHANNEL, made.id, PEOPLE[0], "a|b", club.receipt())
    await club.desk.abandon(await club.table())
    with pytest.raises(Stale):
        await club.desk.give_word(CHANNEL, made.id, PEOPLE[0], "late", club.receipt())


async def test_who_is_taken_out_leaves_the_word_and_its_place(club: Club) -> None:
    made = await session_of_four(club)
    await club.desk.join(CHANNEL, EVA, receipt=club.receipt())
    await club.desk.give_word(CHANNEL, made.id, EVA, "comet", club.receipt())
    await club.store.register(made.id, CHANNEL, [EVA.user], 0)
    table = await next_game(club)
    assert b"comet" in await export(club.store, club.repository, club.preferences, club.ladders, EVA.user, 0)
    await club.desk.abandon(table)
    await delete(club.store, club.repository, club.preferences, club.ladders, EVA.user)
    after = await club.repository.load(CHANNEL, made.id)
    assert after is not None and after.dice_words == table.dice_words
    assert EVA.user not in {each.user for each in after.people.later}


async def test_people_stored_before_words_could_be_added_are_read(club: Club) -> None:
    table = await session_of_four(club)
    fields = to_fields(table)
    people = msgspec.json.decode(fields["people"])
    assert people.pop("later") == []
    found = from_fields(1, fields | {"people": msgspec.json.encode(people)})
    assert found is not None and found.people == table.people and found.roll(7) == table.roll(7)
    again = from_fields(1, to_fields(replace(table, people=with_comet(table.people))))
    assert again is not None and again.people.later == (Later(EVA.user, "comet", 9),)


def with_comet(people: People) -> People:
    return replace(people, later=(Later(EVA.user, "comet", 9),))
