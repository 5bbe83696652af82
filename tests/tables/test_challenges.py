"""A challenge: who may make and answer it, how long it stands, and the words that go into the dice."""

from __future__ import annotations

import asyncio

import pytest

from bot import dice
from bot.backgammon import Foreign, Illegal, Phase, Rules, Stale, actions
from bot.store import keys
from bot.tables.challenges import LASTS
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.table import WORD_LENGTH, Person, Stage
from tests.store.listed import open_places
from tests.store.servers import stored

from .tables import ANN, BOB, CHANNEL, CYD, GUILD, Tables

FAST, DOOR, NOBODY = Person(9_001_004, "Fast"), Person(9_001_005, "Door"), Person(-1, "N. N.")
CROWD = [Person(5000 + number, f"Guest {number}") for number in range(12)]


def reason(refused: pytest.ExceptionInfo[Illegal | Foreign | Stale]) -> object:
    return refused.value.reason


async def test_a_challenge_is_a_table_before_its_game(tables: Tables) -> None:
    table = await tables.challenge(Rules(length=5))
    stored = await tables.repository.load(CHANNEL, table.id)
    assert stored == table
    assert table.stage is Stage.CHALLENGE and table.state is None
    assert table.about.expires_at == tables.time + LASTS
    assert table.commitment == dice.commitment(table.seed)
    assert await tables.store.held(CHANNEL) is None
    assert len(table.id) == 6 and table.id.isalnum()


async def test_ids_are_never_given_twice(tables: Tables) -> None:
    first = await tables.challenge()
    tables.drawn = 0
    second = await tables.challenge(host=CYD)
    assert first.id != second.id


async def test_three_open_challenges_are_enough(tables: Tables) -> None:
    for guest in CROWD[:3]:
        await tables.challenge(other=guest)
    with pytest.raises(Illegal) as refused:
        await tables.challenge(other=CROWD[3])
    assert reason(refused) is ChallengeFault.TOO_MANY_OPEN
    await tables.challenge(host=BOB, other=CROWD[3])


@pytest.mark.long
async def test_five_thousand_refused_challenges_leave_the_store_as_it_was(tables: Tables) -> None:
    await tables.prefer(DOOR, door=False)
    declined = await tables.challenge()
    await tables.challenges.decline(CHANNEL, declined.id, BOB, tables.receipt())
    for guest in CROWD[:3]:
        await tables.challenge(host=CYD, other=guest)
    for guest in CROWD[:5]:
        made = await tables.challenge(host=FAST, other=guest)
        await tables.challenges.decline(CHANNEL, made.id, FAST, tables.receipt())
    before = await stored(tables.server)
    reasons: set[object] = set()
    asked = ((CYD, CROWD[3]), (CYD, None), (FAST, CROWD[5]), (ANN, BOB), (BOB, ANN), (ANN, DOOR), (ANN, NOBODY))
    for number in range(5000):
        host, other = asked[number % len(asked)]
        with pytest.raises(Illegal) as refused:
            await tables.challenge(host=host, other=other)
        reasons.add(reason(refused))
    assert await stored(tables.server) == before
    assert reasons == {
        ChallengeFault.TOO_MANY_OPEN,
        ChallengeFault.TOO_FAST,
        ChallengeFault.DECLINED,
        ChallengeFault.DOOR_CLOSED,
        ChallengeFault.NOBODY,
    }


async def test_a_challenge_that_comes_to_nothing_leaves_nothing_for_ever(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.challenges.decline(CHANNEL, made.id, BOB, tables.receipt())
    moved = await tables.challenge(host=CYD)
    await tables.challenges.take_away(moved, tables.receipt())
    again = await tables.challenges.make_again(moved, CHANNEL + 1)
    assert set(await stored(tables.server, lasting=True)) == {
        keys.SERVERS, keys.open_tables(GUILD), keys.TABLES.listed(CHANNEL + 1)
    }, "listed, though it passes by itself"  # fmt: skip
    assert await tables.challenges.expire(again)
    assert set(await stored(tables.server, lasting=True)) == {keys.SERVERS}


async def test_the_id_of_a_game_is_taken_for_ever(tables: Tables) -> None:
    table = await tables.begin()
    assert f"{{t{table.id}}}:at" in await stored(tables.server, lasting=True)


async def test_a_challenge_delivered_again_when_it_is_over_does_not_count_as_open(tables: Tables) -> None:
    made = await tables.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    await tables.challenges.decline(CHANNEL, made.id, ANN, tables.receipt())
    with pytest.raises(Stale):
        await tables.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    for guest in CROWD[:3]:
        await tables.challenge(other=guest)


async def test_an_answered_or_expired_challenge_makes_room(tables: Tables) -> None:
    made = [await tables.challenge(other=guest) for guest in CROWD[:3]]
    await tables.challenges.accept(CHANNEL, made[0].id, CROWD[0], tables.receipt())
    fourth = await tables.challenge(other=CROWD[3])
    await tables.challenges.decline(CHANNEL, fourth.id, ANN, tables.receipt())
    tables.time += LASTS
    await tables.challenge(other=CROWD[4])


async def test_five_challenges_in_ten_minutes_are_enough(tables: Tables) -> None:
    for guest in CROWD[:5]:
        made = await tables.challenge(other=guest)
        await tables.challenges.decline(CHANNEL, made.id, ANN, tables.receipt())
        tables.time += 60
    with pytest.raises(Illegal) as refused:
        await tables.challenge(other=CROWD[5])
    assert reason(refused) is ChallengeFault.TOO_FAST
    tables.time += 301
    await tables.challenge(other=CROWD[5])


async def test_a_declined_pair_waits_ten_minutes_in_either_direction(tables: Tables) -> None:
    made = await tables.challenge()
    outcome = await tables.challenges.decline(CHANNEL, made.id, BOB, tables.receipt())
    assert outcome.table.stage is Stage.WITHDRAWN
    for host, other in ((ANN, BOB), (BOB, ANN)):
        with pytest.raises(Illegal) as refused:
            await tables.challenge(host=host, other=other)
        assert reason(refused) is ChallengeFault.DECLINED
        assert refused.value.details["name"] == other.name
    await tables.challenge(other=CYD)
    tables.time += 601
    await tables.challenge(host=BOB, other=ANN)


async def test_who_withdraws_has_not_been_declined(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.challenges.decline(CHANNEL, made.id, ANN, tables.receipt())
    await tables.challenge()


async def test_a_closed_door_and_a_block_look_the_same(tables: Tables) -> None:
    await tables.prefer(BOB, door=False)
    with pytest.raises(Illegal) as closed:
        await tables.challenge()
    await tables.prefer(BOB, blocked=(ANN.user,))
    with pytest.raises(Illegal) as blocked:
        await tables.challenge()
    assert reason(closed) is reason(blocked) is ChallengeFault.DOOR_CLOSED
    await tables.challenge(host=CYD)


async def test_the_blocked_cannot_take_an_open_challenge(tables: Tables) -> None:
    await tables.prefer(ANN, blocked=(BOB.user,))
    made = await tables.challenge(other=None)
    with pytest.raises(Foreign) as refused:
        await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())
    assert reason(refused) is ChallengeFault.DOOR_CLOSED
    await tables.challenges.accept(CHANNEL, made.id, CYD, tables.receipt())


async def test_only_the_challenged_accepts(tables: Tables) -> None:
    made = await tables.challenge()
    with pytest.raises(Foreign) as own:
        await tables.challenges.accept(CHANNEL, made.id, ANN, tables.receipt())
    assert reason(own) is ChallengeFault.YOUR_OWN
    with pytest.raises(Foreign) as stranger:
        await tables.challenges.accept(CHANNEL, made.id, CYD, tables.receipt())
    assert reason(stranger) is ChallengeFault.NOT_FOR_YOU
    with pytest.raises(Foreign):
        await tables.challenges.decline(CHANNEL, made.id, CYD, tables.receipt())
    table = (await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())).table
    assert [person.name for person in table.people.seats] == ["Ann", "Bob"]
    assert table.state is not None and table.state.game.phase is Phase.PLAY


async def test_anybody_but_the_host_takes_an_open_challenge_and_only_one(tables: Tables) -> None:
    made = await tables.challenge(other=None)
    with pytest.raises(Foreign):
        await tables.challenges.accept(CHANNEL, made.id, ANN, tables.receipt())
    outcomes = await asyncio.gather(
        *(tables.challenges.accept(CHANNEL, made.id, guest, tables.receipt()) for guest in CROWD[:4]),
        return_exceptions=True,
    )
    assert sum(not isinstance(outcome, BaseException) for outcome in outcomes) == 1
    assert all(outcome.reason is ChallengeFault.OVER for outcome in outcomes if isinstance(outcome, Stale))
    assert len((await tables.table()).people.seats) == 2


async def test_a_stranger_who_declines_an_open_challenge_is_not_told_that_it_is_for_its_host(tables: Tables) -> None:
    made = await tables.challenge(other=None)
    with pytest.raises(Foreign) as refused:
        await tables.challenges.decline(CHANNEL, made.id, BOB, tables.receipt())
    assert reason(refused) is not ChallengeFault.NOT_FOR_YOU
    await tables.challenges.decline(CHANNEL, made.id, ANN, tables.receipt())


async def test_a_challenge_stands_ten_minutes(tables: Tables) -> None:
    made = await tables.challenge()
    tables.time += LASTS
    for answer in (tables.challenges.accept, tables.challenges.decline):
        with pytest.raises(Stale) as late:
            await answer(CHANNEL, made.id, BOB, tables.receipt())
        assert reason(late) is ChallengeFault.OVER
    with pytest.raises(Stale):
        await tables.challenges.give_word(CHANNEL, made.id, BOB, "late", tables.receipt())
    outcome = await tables.challenges.expire(made)
    assert outcome is not None and outcome.table.stage is Stage.WITHDRAWN


async def test_an_accepted_challenge_does_not_expire(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())
    assert await tables.challenges.expire(made) is None
    assert (await tables.table()).stage is Stage.OPEN


async def test_accepting_twice_by_one_press_begins_one_game(tables: Tables) -> None:
    made = await tables.challenge()
    first = await tables.challenges.accept(CHANNEL, made.id, BOB, "press")
    log = await tables.log(made)
    second = await tables.challenges.accept(CHANNEL, made.id, BOB, "press")
    assert not first.repeated and second.repeated
    assert await tables.log(made) == log
    assert second.table.version == first.table.version


async def test_a_held_channel_takes_no_second_table(tables: Tables) -> None:
    await tables.begin()
    second = await tables.challenge(host=BOB, other=CYD)
    with pytest.raises(Illegal) as refused:
        await tables.challenges.accept(CHANNEL, second.id, CYD, tables.receipt())
    assert reason(refused) is ChallengeFault.HELD
    still = await tables.repository.load(CHANNEL, second.id)
    assert still is not None and still.stage is Stage.CHALLENGE


async def test_a_challenge_moves_into_a_thread_and_is_accepted_there(tables: Tables) -> None:
    await tables.begin()
    made = await tables.challenge(host=BOB, other=CYD)
    await tables.challenges.give_word(CHANNEL, made.id, CYD, "luck", tables.receipt())
    stored = await tables.repository.load(CHANNEL, made.id)
    assert stored is not None
    await tables.challenges.take_away(stored, tables.receipt())
    moved = await tables.challenges.make_again(stored, CHANNEL + 1)
    assert moved.people.seats == stored.people.seats and moved.about.setup == stored.about.setup
    assert moved.id != made.id and moved.commitment != made.commitment and moved.words == ()
    with pytest.raises(Stale):
        await tables.challenges.accept(CHANNEL, made.id, CYD, tables.receipt())
    await tables.challenges.accept(CHANNEL + 1, moved.id, CYD, tables.receipt())
    assert await tables.store.held(CHANNEL + 1) == moved.id
    assert await tables.store.channel_of(moved.id) == CHANNEL + 1


async def test_a_challenge_is_taken_away_once_and_never_after_it_was_accepted(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.challenges.take_away(made, tables.receipt())
    with pytest.raises(Stale):
        await tables.challenges.take_away(made, tables.receipt())
    other = await tables.challenge()
    await tables.challenges.accept(CHANNEL, other.id, BOB, tables.receipt())
    with pytest.raises(Stale):
        await tables.challenges.take_away(other, tables.receipt())
    assert (await tables.table()).id == other.id


async def test_a_command_delivered_twice_makes_one_challenge(tables: Tables) -> None:
    made = await tables.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    with pytest.raises(Stale) as refused:
        await tables.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    assert reason(refused) is TableTrouble.ALREADY_DONE
    assert await tables.repository.load(CHANNEL, made.id) is not None


async def test_people_find_their_tables(tables: Tables) -> None:
    table = await tables.begin()
    assert await tables.store.tables_of(ANN.user) == await tables.store.tables_of(BOB.user) == [table.id]


async def test_words_are_mixed_into_the_dice_in_order_of_seats(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.challenges.give_word(CHANNEL, made.id, BOB, "second", tables.receipt())
    await tables.challenges.give_word(CHANNEL, made.id, ANN, "first", tables.receipt())
    await tables.challenges.give_word(CHANNEL, made.id, BOB, " zweites ", tables.receipt())
    table = (await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())).table
    assert table.words == ("first", "zweites")
    assert len(table.people.words) == 2, "a second word replaces the first"
    opening = (await tables.log(table))[0]
    assert isinstance(opening, actions.OpeningRoll)
    assert opening.dice == dice.roll(table.seed, ("first", "zweites"), 1)
    assert [dice.roll(table.seed, table.words, number) for number in range(1, 9)] != [
        dice.roll(table.seed, (), number) for number in range(1, 9)
    ]
    assert table.state is not None
    assert table.next_roll(table.state) == dice.roll(table.seed, table.words, table.state.rolls + 1)


async def test_the_words_of_those_who_do_not_play_stay_out(tables: Tables) -> None:
    made = await tables.challenge(other=None)
    await tables.challenges.give_word(CHANNEL, made.id, CYD, "stranger", tables.receipt())
    await tables.challenges.give_word(CHANNEL, made.id, BOB, "mine", tables.receipt())
    table = (await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())).table
    assert table.words == ("mine",)


async def test_strangers_give_no_words_to_a_challenge_between_two(tables: Tables) -> None:
    made = await tables.challenge()
    with pytest.raises(Foreign) as refused:
        await tables.challenges.give_word(CHANNEL, made.id, CYD, "luck", tables.receipt())
    assert reason(refused) is ChallengeFault.NOT_YOURS


@pytest.mark.parametrize("word", ["", "   ", "a|b", "a`b", "two\nlines", "\u200b", "x" * (WORD_LENGTH + 1)])
async def test_words_that_would_spoil_the_proof_are_refused(tables: Tables, word: str) -> None:
    made = await tables.challenge()
    with pytest.raises(Illegal) as refused:
        await tables.challenges.give_word(CHANNEL, made.id, ANN, word, tables.receipt())
    assert reason(refused) is ChallengeFault.BAD_WORD
    assert refused.value.details == {"most": WORD_LENGTH}


@pytest.mark.parametrize("word", ["x" * WORD_LENGTH, "ď\u010d!", "Привет, мир", "7", "🎲🎲"])
async def test_any_visible_word_goes(tables: Tables, word: str) -> None:
    made = await tables.challenge()
    outcome = await tables.challenges.give_word(CHANNEL, made.id, ANN, word, tables.receipt())
    assert outcome.table.words == (word,)


async def test_a_word_is_stored_in_one_spelling(tables: Tables) -> None:
    """An accent typed as its own character is the same word."""
    made = await tables.challenge()
    outcome = await tables.challenges.give_word(CHANNEL, made.id, ANN, "c\u030c", tables.receipt())
    assert outcome.table.words == ("\u010d",)


async def test_after_the_first_roll_no_word_is_taken(tables: Tables) -> None:
    table = await tables.begin()
    with pytest.raises(Stale):
        await tables.challenges.give_word(CHANNEL, table.id, ANN, "late", tables.receipt())


async def test_an_unknown_challenge_has_moved_on(tables: Tables) -> None:
    with pytest.raises(Stale) as refused:
        await tables.challenges.accept(CHANNEL, "nosuch", BOB, tables.receipt())
    assert reason(refused) is TableTrouble.MOVED_ON
    assert await tables.store.tables_of(BOB.user) == []


async def test_challenges_of_another_server_count_there(tables: Tables) -> None:
    for guest in CROWD[:3]:
        await tables.challenge(other=guest)
    await tables.challenges.make(GUILD + 1, CHANNEL + 1, ANN, BOB, Rules(), tables.receipt())


async def test_what_a_held_channel_refuses_stays_listed_as_a_challenge(tables: Tables) -> None:
    first = await tables.begin()
    second = await tables.challenge(host=BOB, other=CYD)
    with pytest.raises(Illegal):
        await tables.challenges.accept(CHANNEL, second.id, CYD, tables.receipt())
    assert {table for _, table in await open_places(tables.store)} == {first.id, second.id}
    assert await tables.challenges.expire(second)
    assert await open_places(tables.store) == [(CHANNEL, first.id)]
