"""A challenge: who may make and answer it, how long it stands, and the words that go into the dice."""

from __future__ import annotations

import asyncio

import pytest

from bot import dice
from bot.backgammon import Foreign, Illegal, Phase, Rules, Stale, actions
from bot.tables.challenges import LASTS
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.table import WORD_LENGTH, Person, Stage
from tests.store.servers import stored

from .house import ANN, BOB, CHANNEL, CYD, GUILD, House

FAST, DOOR, NOBODY = Person(9_001_004, "Fast"), Person(9_001_005, "Door"), Person(-1, "N. N.")
CROWD = [Person(5000 + number, f"Guest {number}") for number in range(12)]


def reason(refused: pytest.ExceptionInfo[Illegal | Foreign | Stale]) -> object:
    return refused.value.reason


async def test_a_challenge_is_a_table_before_its_game(house: House) -> None:
    table = await house.challenge(Rules(length=5))
    stored = await house.repository.load(CHANNEL, table.id)
    assert stored == table
    assert table.stage is Stage.CHALLENGE and table.state is None
    assert table.about.expires_at == house.time + LASTS
    assert table.commitment == dice.commitment(table.seed)
    assert await house.store.held(CHANNEL) is None
    assert len(table.id) == 6 and table.id.isalnum()


async def test_ids_are_never_given_twice(house: House) -> None:
    first = await house.challenge()
    house.drawn = 0
    second = await house.challenge(host=CYD)
    assert first.id != second.id


async def test_three_open_challenges_are_enough(house: House) -> None:
    for guest in CROWD[:3]:
        await house.challenge(other=guest)
    with pytest.raises(Illegal) as refused:
        await house.challenge(other=CROWD[3])
    assert reason(refused) is ChallengeFault.TOO_MANY_OPEN
    await house.challenge(host=BOB, other=CROWD[3])


@pytest.mark.long
async def test_five_thousand_refused_challenges_leave_the_store_as_it_was(house: House) -> None:
    await house.prefer(DOOR, door=False)
    declined = await house.challenge()
    await house.challenges.decline(CHANNEL, declined.id, BOB, house.receipt())
    for guest in CROWD[:3]:
        await house.challenge(host=CYD, other=guest)
    for guest in CROWD[:5]:
        made = await house.challenge(host=FAST, other=guest)
        await house.challenges.decline(CHANNEL, made.id, FAST, house.receipt())
    before = await stored(house.server)
    reasons: set[object] = set()
    asked = ((CYD, CROWD[3]), (CYD, None), (FAST, CROWD[5]), (ANN, BOB), (BOB, ANN), (ANN, DOOR), (ANN, NOBODY))
    for number in range(5000):
        host, other = asked[number % len(asked)]
        with pytest.raises(Illegal) as refused:
            await house.challenge(host=host, other=other)
        reasons.add(reason(refused))
    assert await stored(house.server) == before
    assert reasons == {
        ChallengeFault.TOO_MANY_OPEN,
        ChallengeFault.TOO_FAST,
        ChallengeFault.DECLINED,
        ChallengeFault.DOOR_CLOSED,
        ChallengeFault.NOBODY,
    }


async def test_a_challenge_that_comes_to_nothing_leaves_nothing_for_ever(house: House) -> None:
    made = await house.challenge()
    await house.challenges.decline(CHANNEL, made.id, BOB, house.receipt())
    moved = await house.challenge(host=CYD)
    await house.challenges.take_away(moved, house.receipt())
    await house.challenges.make_again(moved, CHANNEL + 1)
    assert await stored(house.server, lasting=True) == {}


async def test_the_id_of_a_game_is_taken_for_ever(house: House) -> None:
    table = await house.begin()
    assert f"{{t{table.id}}}:at" in await stored(house.server, lasting=True)


async def test_a_challenge_delivered_again_when_it_is_over_does_not_count_as_open(house: House) -> None:
    made = await house.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    await house.challenges.decline(CHANNEL, made.id, ANN, house.receipt())
    with pytest.raises(Stale):
        await house.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    for guest in CROWD[:3]:
        await house.challenge(other=guest)


async def test_an_answered_or_expired_challenge_makes_room(house: House) -> None:
    made = [await house.challenge(other=guest) for guest in CROWD[:3]]
    await house.challenges.accept(CHANNEL, made[0].id, CROWD[0], house.receipt())
    fourth = await house.challenge(other=CROWD[3])
    await house.challenges.decline(CHANNEL, fourth.id, ANN, house.receipt())
    house.time += LASTS
    await house.challenge(other=CROWD[4])


async def test_five_challenges_in_ten_minutes_are_enough(house: House) -> None:
    for guest in CROWD[:5]:
        made = await house.challenge(other=guest)
        await house.challenges.decline(CHANNEL, made.id, ANN, house.receipt())
        house.time += 60
    with pytest.raises(Illegal) as refused:
        await house.challenge(other=CROWD[5])
    assert reason(refused) is ChallengeFault.TOO_FAST
    house.time += 301
    await house.challenge(other=CROWD[5])


async def test_a_declined_pair_waits_ten_minutes_in_either_direction(house: House) -> None:
    made = await house.challenge()
    outcome = await house.challenges.decline(CHANNEL, made.id, BOB, house.receipt())
    assert outcome.table.stage is Stage.WITHDRAWN
    for host, other in ((ANN, BOB), (BOB, ANN)):
        with pytest.raises(Illegal) as refused:
            await house.challenge(host=host, other=other)
        assert reason(refused) is ChallengeFault.DECLINED
        assert refused.value.details["name"] == other.name
    await house.challenge(other=CYD)
    house.time += 601
    await house.challenge(host=BOB, other=ANN)


async def test_who_withdraws_has_not_been_declined(house: House) -> None:
    made = await house.challenge()
    await house.challenges.decline(CHANNEL, made.id, ANN, house.receipt())
    await house.challenge()


async def test_a_closed_door_and_a_block_look_the_same(house: House) -> None:
    await house.prefer(BOB, door=False)
    with pytest.raises(Illegal) as closed:
        await house.challenge()
    await house.prefer(BOB, blocked=(ANN.user,))
    with pytest.raises(Illegal) as blocked:
        await house.challenge()
    assert reason(closed) is reason(blocked) is ChallengeFault.DOOR_CLOSED
    await house.challenge(host=CYD)


async def test_the_blocked_cannot_take_an_open_challenge(house: House) -> None:
    await house.prefer(ANN, blocked=(BOB.user,))
    made = await house.challenge(other=None)
    with pytest.raises(Foreign) as refused:
        await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())
    assert reason(refused) is ChallengeFault.DOOR_CLOSED
    await house.challenges.accept(CHANNEL, made.id, CYD, house.receipt())


async def test_only_the_challenged_accepts(house: House) -> None:
    made = await house.challenge()
    with pytest.raises(Foreign) as own:
        await house.challenges.accept(CHANNEL, made.id, ANN, house.receipt())
    assert reason(own) is ChallengeFault.YOUR_OWN
    with pytest.raises(Foreign) as stranger:
        await house.challenges.accept(CHANNEL, made.id, CYD, house.receipt())
    assert reason(stranger) is ChallengeFault.NOT_FOR_YOU
    with pytest.raises(Foreign):
        await house.challenges.decline(CHANNEL, made.id, CYD, house.receipt())
    table = (await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())).table
    assert [person.name for person in table.people.seats] == ["Ann", "Bob"]
    assert table.state is not None and table.state.game.phase is Phase.PLAY


async def test_anybody_but_the_host_takes_an_open_challenge_and_only_one(house: House) -> None:
    made = await house.challenge(other=None)
    with pytest.raises(Foreign):
        await house.challenges.accept(CHANNEL, made.id, ANN, house.receipt())
    outcomes = await asyncio.gather(
        *(house.challenges.accept(CHANNEL, made.id, guest, house.receipt()) for guest in CROWD[:4]),
        return_exceptions=True,
    )
    assert sum(not isinstance(outcome, BaseException) for outcome in outcomes) == 1
    assert all(outcome.reason is ChallengeFault.OVER for outcome in outcomes if isinstance(outcome, Stale))
    assert len((await house.table()).people.seats) == 2


async def test_a_stranger_who_declines_an_open_challenge_is_not_told_that_it_is_for_its_host(house: House) -> None:
    made = await house.challenge(other=None)
    with pytest.raises(Foreign) as refused:
        await house.challenges.decline(CHANNEL, made.id, BOB, house.receipt())
    assert reason(refused) is not ChallengeFault.NOT_FOR_YOU
    await house.challenges.decline(CHANNEL, made.id, ANN, house.receipt())


async def test_a_challenge_stands_ten_minutes(house: House) -> None:
    made = await house.challenge()
    house.time += LASTS
    for answer in (house.challenges.accept, house.challenges.decline):
        with pytest.raises(Stale) as late:
            await answer(CHANNEL, made.id, BOB, house.receipt())
        assert reason(late) is ChallengeFault.OVER
    with pytest.raises(Stale):
        await house.challenges.give_word(CHANNEL, made.id, BOB, "late", house.receipt())
    outcome = await house.challenges.expire(made)
    assert outcome is not None and outcome.table.stage is Stage.WITHDRAWN


async def test_an_accepted_challenge_does_not_expire(house: House) -> None:
    made = await house.challenge()
    await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())
    assert await house.challenges.expire(made) is None
    assert (await house.table()).stage is Stage.OPEN


async def test_accepting_twice_by_one_press_begins_one_game(house: House) -> None:
    made = await house.challenge()
    first = await house.challenges.accept(CHANNEL, made.id, BOB, "press")
    log = await house.log(made)
    second = await house.challenges.accept(CHANNEL, made.id, BOB, "press")
    assert not first.repeated and second.repeated
    assert await house.log(made) == log
    assert second.table.version == first.table.version


async def test_a_held_channel_takes_no_second_table(house: House) -> None:
    await house.begin()
    second = await house.challenge(host=BOB, other=CYD)
    with pytest.raises(Illegal) as refused:
        await house.challenges.accept(CHANNEL, second.id, CYD, house.receipt())
    assert reason(refused) is ChallengeFault.HELD
    still = await house.repository.load(CHANNEL, second.id)
    assert still is not None and still.stage is Stage.CHALLENGE


async def test_a_challenge_moves_into_a_thread_and_is_accepted_there(house: House) -> None:
    await house.begin()
    made = await house.challenge(host=BOB, other=CYD)
    await house.challenges.give_word(CHANNEL, made.id, CYD, "luck", house.receipt())
    stored = await house.repository.load(CHANNEL, made.id)
    assert stored is not None
    await house.challenges.take_away(stored, house.receipt())
    moved = await house.challenges.make_again(stored, CHANNEL + 1)
    assert moved.people.seats == stored.people.seats and moved.about.setup == stored.about.setup
    assert moved.id != made.id and moved.commitment != made.commitment and moved.words == ()
    with pytest.raises(Stale):
        await house.challenges.accept(CHANNEL, made.id, CYD, house.receipt())
    await house.challenges.accept(CHANNEL + 1, moved.id, CYD, house.receipt())
    assert await house.store.held(CHANNEL + 1) == moved.id
    assert await house.store.channel_of(moved.id) == CHANNEL + 1


async def test_a_challenge_is_taken_away_once_and_never_after_it_was_accepted(house: House) -> None:
    made = await house.challenge()
    await house.challenges.take_away(made, house.receipt())
    with pytest.raises(Stale):
        await house.challenges.take_away(made, house.receipt())
    other = await house.challenge()
    await house.challenges.accept(CHANNEL, other.id, BOB, house.receipt())
    with pytest.raises(Stale):
        await house.challenges.take_away(other, house.receipt())
    assert (await house.table()).id == other.id


async def test_a_command_delivered_twice_makes_one_challenge(house: House) -> None:
    made = await house.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    with pytest.raises(Stale) as refused:
        await house.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "one command")
    assert reason(refused) is TableTrouble.ALREADY_DONE
    assert await house.repository.load(CHANNEL, made.id) is not None


async def test_people_find_their_tables(house: House) -> None:
    table = await house.begin()
    assert await house.store.tables_of(ANN.user) == await house.store.tables_of(BOB.user) == [table.id]


async def test_words_are_mixed_into_the_dice_in_order_of_seats(house: House) -> None:
    made = await house.challenge()
    await house.challenges.give_word(CHANNEL, made.id, BOB, "second", house.receipt())
    await house.challenges.give_word(CHANNEL, made.id, ANN, "first", house.receipt())
    await house.challenges.give_word(CHANNEL, made.id, BOB, " zweites ", house.receipt())
    table = (await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())).table
    assert table.words == ("first", "zweites")
    assert len(table.people.words) == 2, "a second word replaces the first"
    opening = (await house.log(table))[0]
    assert isinstance(opening, actions.OpeningRoll)
    assert opening.dice == dice.roll(table.seed, ("first", "zweites"), 1)
    assert [dice.roll(table.seed, table.words, number) for number in range(1, 9)] != [
        dice.roll(table.seed, (), number) for number in range(1, 9)
    ]
    assert table.state is not None
    assert table.next_roll(table.state) == dice.roll(table.seed, table.words, table.state.rolls + 1)


async def test_the_words_of_those_who_do_not_play_stay_out(house: House) -> None:
    made = await house.challenge(other=None)
    await house.challenges.give_word(CHANNEL, made.id, CYD, "stranger", house.receipt())
    await house.challenges.give_word(CHANNEL, made.id, BOB, "mine", house.receipt())
    table = (await house.challenges.accept(CHANNEL, made.id, BOB, house.receipt())).table
    assert table.words == ("mine",)


async def test_strangers_give_no_words_to_a_challenge_between_two(house: House) -> None:
    made = await house.challenge()
    with pytest.raises(Foreign) as refused:
        await house.challenges.give_word(CHANNEL, made.id, CYD, "luck", house.receipt())
    assert reason(refused) is ChallengeFault.NOT_YOURS


@pytest.mark.parametrize("word", ["", "   ", "a|b", "a`b", "two\nlines", "\u200b", "x" * (WORD_LENGTH + 1)])
async def test_words_that_would_spoil_the_proof_are_refused(house: House, word: str) -> None:
    made = await house.challenge()
    with pytest.raises(Illegal) as refused:
        await house.challenges.give_word(CHANNEL, made.id, ANN, word, house.receipt())
    assert reason(refused) is ChallengeFault.BAD_WORD
    assert refused.value.details == {"most": WORD_LENGTH}


@pytest.mark.parametrize("word", ["x" * WORD_LENGTH, "ď\u010d!", "Привет, мир", "7", "🎲🎲"])
async def test_any_visible_word_goes(house: House, word: str) -> None:
    made = await house.challenge()
    outcome = await house.challenges.give_word(CHANNEL, made.id, ANN, word, house.receipt())
    assert outcome.table.words == (word,)


async def test_a_word_is_stored_in_one_spelling(house: House) -> None:
    """An accent typed as its own character is the same word."""
    made = await house.challenge()
    outcome = await house.challenges.give_word(CHANNEL, made.id, ANN, "c\u030c", house.receipt())
    assert outcome.table.words == ("\u010d",)


async def test_after_the_first_roll_no_word_is_taken(house: House) -> None:
    table = await house.begin()
    with pytest.raises(Stale):
        await house.challenges.give_word(CHANNEL, table.id, ANN, "late", house.receipt())


async def test_an_unknown_challenge_has_moved_on(house: House) -> None:
    with pytest.raises(Stale) as refused:
        await house.challenges.accept(CHANNEL, "nosuch", BOB, house.receipt())
    assert reason(refused) is TableTrouble.MOVED_ON
    assert await house.store.tables_of(BOB.user) == []


async def test_challenges_of_another_server_count_there(house: House) -> None:
    for guest in CROWD[:3]:
        await house.challenge(other=guest)
    await house.challenges.make(GUILD + 1, CHANNEL + 1, ANN, BOB, Rules(), house.receipt())


async def test_what_a_held_channel_refuses_is_not_listed_as_open(house: House) -> None:
    """The gauge of open tables counts that list."""
    first = await house.begin()
    second = await house.challenge(host=BOB, other=CYD)
    with pytest.raises(Illegal):
        await house.challenges.accept(CHANNEL, second.id, CYD, house.receipt())
    assert [table for _, table in await house.store.open_tables()] == [first.id]
