"""Every action goes one way: load, is he asked, apply, let the bot follow, save if nobody was faster."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from bot.backgammon import (
    CubeRules,
    Ending,
    Foreign,
    Illegal,
    Kind,
    Phase,
    Reply,
    Rules,
    Stale,
    TableFault,
    Variant,
    actions,
    replay,
)
from bot.backgammon.bet import CubeFault
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.table import Person, Screen, Stage, Table

from .house import ANN, BOB, CHANNEL, CYD, HOUR, House, other

DOUBLE, TAKE, DROP = intents.double(), intents.reply(Reply.TAKE), intents.reply(Reply.DROP)
UNDO, ABORT = intents.plain(actions.Undo), intents.plain(actions.Abort)
NEXT, END = intents.plain(actions.Next), intents.plain(actions.End)
CLAIM = intents.claim()


async def first_play(house: House) -> str:
    match = await house.match()
    return str(match.game.plays(match.rules)[0])


async def test_an_action_and_the_bots_own_after_it_are_saved_at_once(house: House) -> None:
    """Without a cube nobody has a choice before his roll: the play, and the roll that follows, are one save."""
    await house.begin(Rules(cube=False))
    mover, play = await house.asked(), await first_play(house)
    house.store.saved.clear()

    outcome = await house.act(mover, intents.move(play))

    assert len(house.store.saved) == 1
    assert len(house.store.saved[0]) >= 2
    logged = await house.log(outcome.table)
    assert logged[-len(house.store.saved[0])] == actions.Move(by=(await house.table()).seat_of(mover.user), play=play)
    assert logged[-1] == actions.Roll(dice=outcome.table.next_roll(replace(await house.match(), rolls=1)))
    assert outcome.table.version == (await house.table()).version == outcome.before.version + 1


async def test_a_table_opens_with_header_and_opening_roll_in_one_save(house: House) -> None:
    table = await house.begin(Rules(length=5))
    assert table.state is not None and table.state.game.phase is Phase.PLAY
    assert len(house.store.saved) == 2
    assert house.store.saved[1] == await house.store.log(CHANNEL, table.id)
    assert isinstance((await house.log(table))[0], actions.OpeningRoll)
    assert await house.store.held(CHANNEL) == table.id


async def test_the_same_delivery_twice_changes_nothing(house: House) -> None:
    await house.begin()
    mover, play = await house.asked(), await first_play(house)
    first = await house.act(mover, intents.move(play), receipt="one press")
    log = await house.log(first.table)

    second = await house.act(mover, intents.move(play), receipt="one press")

    assert not first.repeated and second.repeated
    assert second.table.version == first.table.version
    assert await house.log(first.table) == log


async def test_a_repeated_delivery_that_would_still_be_legal_is_not_done_twice(house: House) -> None:
    """Offering, having it declined and being delivered once more must not offer again."""
    await house.begin()
    await house.act(ANN, intents.resign(Kind.SINGLE), receipt="offer")
    await house.act(BOB, intents.decline())
    again = await house.act(ANN, intents.resign(Kind.SINGLE), receipt="offer")
    assert again.repeated
    assert (await house.match()).proposals == ()


async def test_one_receipt_serves_one_channel_only_once_whoever_acts(house: House) -> None:
    await house.begin()
    mover = await house.asked()
    await house.act(mover, intents.move(await first_play(house)), receipt="r")
    assert (await house.act(other(mover), intents.roll(), receipt="r")).repeated
    assert (await house.match()).game.phase is Phase.CUBE


async def test_two_desks_race_and_one_works_it_out_again(house: House) -> None:
    """Another process saves in between: the action is applied to what it left, and both are kept."""
    await house.begin()
    rival = House(house.server)
    mover = await house.asked()

    async def first() -> None:
        await rival.act(other(mover), intents.resign(Kind.SINGLE), receipt="rival")

    house.store.faster = [first]
    await house.act(mover, intents.move(await first_play(house)), receipt="mine")

    logged = await house.log(await house.table())
    assert [type(action) for action in logged[-2:]] == [actions.Resign, actions.Move]


async def test_a_race_for_the_same_question_has_one_winner(house: House) -> None:
    await house.begin()
    rival, mover, play = House(house.server), await house.asked(), await first_play(house)
    outcomes = await asyncio.gather(
        house.act(mover, intents.move(play), receipt="a"),
        rival.act(mover, intents.move(play), receipt="b"),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, Foreign | Stale) for outcome in outcomes) == 1
    moves = [action for action in await house.log(await house.table()) if isinstance(action, actions.Move)]
    assert len([action for action in moves if action.by is not None]) == 1


@pytest.mark.parametrize(("conflicts", "done"), [(4, True), (5, False)])
async def test_after_five_conflicts_the_person_is_asked_to_press_again(
    house: House, conflicts: int, done: bool
) -> None:
    await house.begin()
    rival = House(house.server)
    mover, play = await house.asked(), await first_play(house)
    version = (await house.table()).version

    async def meddle() -> None:
        proposals = (await rival.match()).proposals
        await rival.act(*((BOB, intents.decline()) if proposals else (ANN, intents.resign(Kind.SINGLE))))

    rival.receipts = 1000
    house.store.faster = [meddle] * conflicts
    if done:
        await house.act(mover, intents.move(play))
    else:
        with pytest.raises(Illegal) as refused:
            await house.act(mover, intents.move(play))
        assert refused.value.reason is TableTrouble.BUSY
    assert (await house.table()).version == version + conflicts + done


async def test_a_play_is_logged_in_canonical_notation_however_it_was_typed(house: House) -> None:
    table = await house.begin()
    mover, play = await house.asked(), await first_play(house)
    typed = ", ".join(reversed(play.upper().replace("*", "").split()))
    assert typed != play
    await house.act(mover, intents.move(typed))
    move = next(action for action in await house.log(table) if isinstance(action, actions.Move))
    assert move.play == play


async def test_strangers_the_other_player_and_the_late_are_told_apart(house: House) -> None:
    await house.begin()
    mover, play = await house.asked(), await first_play(house)
    number = (await house.match()).question

    with pytest.raises(Foreign) as stranger:
        await house.act(CYD, intents.move(play))
    assert stranger.value.reason is TableFault.NOT_SEATED
    with pytest.raises(Foreign) as opponent:
        await house.act(other(mover), intents.move(play))
    assert opponent.value.reason is TableFault.NOT_YOUR_TURN
    with pytest.raises(Illegal) as early:
        await house.act(mover, intents.settle(1))
    assert early.value.reason is TableFault.SETTLE_BEFORE_ROLL

    await house.act(mover, intents.move(play), question=number)
    with pytest.raises(Stale) as late:
        await house.act(mover, intents.move(play), question=number)
    assert late.value.reason is TableTrouble.MOVED_ON


async def test_nothing_is_saved_by_what_is_refused(house: House) -> None:
    await house.begin()
    version = (await house.table()).version
    house.store.saved.clear()
    with pytest.raises(Stale):
        await house.act(await house.asked(), DOUBLE)
    assert house.store.saved == []
    assert (await house.table()).version == version


async def test_would_tells_whether_and_changes_nothing(house: House) -> None:
    await house.begin()
    await house.until(Phase.CUBE)
    doubler, before = await house.asked(), await house.table()
    assert (await house.desk.would(CHANNEL, doubler, DOUBLE))[0].version == before.version
    with pytest.raises(Foreign):
        await house.desk.would(CHANNEL, other(doubler), DOUBLE)
    assert (await house.table()).version == before.version


async def test_an_empty_channel_says_so(house: House) -> None:
    with pytest.raises(Stale) as refused:
        await house.act(ANN, intents.roll())
    assert refused.value.reason is TableTrouble.NO_TABLE
    with pytest.raises(Stale) as gone:
        await house.act(ANN, intents.roll(), table="k7f3q2")
    assert gone.value.reason is TableTrouble.MOVED_ON


async def test_the_same_question_never_comes_twice_even_after_an_undo(house: House) -> None:
    await house.begin()
    mover, play = await house.asked(), await first_play(house)
    before = await house.match()
    await house.act(mover, intents.move(play))
    await house.act(mover, UNDO)
    await house.act(other(mover), intents.accept())

    after = await house.match()
    assert after.game == before.game
    assert after.question > before.question
    with pytest.raises(Stale):
        await house.act(mover, intents.move(play), question=before.question)
    await house.act(mover, intents.move(play), question=after.question)


async def test_rolls_since_the_undone_action_are_used_up(house: House) -> None:
    await house.begin(Rules(cube=False))
    mover = await house.asked()
    rolls = (await house.match()).rolls
    await house.act(mover, intents.move(await first_play(house)))
    thrown = (await house.match()).rolls
    assert thrown > rolls
    await house.act(other(mover), UNDO)
    await house.act(mover, intents.accept())
    assert (await house.match()).rolls == thrown


async def test_an_undo_that_is_declined_changes_nothing(house: House) -> None:
    await house.begin()
    mover = await house.asked()
    await house.act(mover, intents.move(await first_play(house)))
    before = await house.match()
    await house.act(mover, UNDO)
    await house.act(other(mover), intents.decline())
    assert (await house.match()).game == before.game


async def test_the_switches_of_the_one_who_acts_decide_not_those_of_the_other(house: House) -> None:
    await house.begin(Rules(cube=False))
    mover = await house.asked()
    await house.prefer(other(mover), auto_roll=False)
    await house.act(mover, intents.move(await first_play(house)))
    assert (await house.match()).game.phase is Phase.ROLL

    await house.act(other(mover), intents.roll())
    if (await house.match()).game.phase is Phase.PLAY and await house.asked() != mover:
        await house.act(other(mover), intents.move(await first_play(house)))
    assert (await house.match()).game.phase is Phase.PLAY


async def test_a_player_who_moves_himself_is_asked_even_without_a_choice() -> None:
    """Hypergammon ends with forced plays; with the switch off none of them is made for him."""
    house = House()
    for person in (ANN, BOB):
        await house.prefer(person, auto_move=False, auto_bear_off=False)
    await house.begin(Rules(length=1, variant=Variant.HYPERGAMMON))
    forced = 0
    while (await house.match()).game.phase is Phase.PLAY and (await house.table()).stage is Stage.OPEN:
        match = await house.match()
        forced += len(match.game.plays(match.rules)) == 1
        outcome = await house.act(await house.asked(), intents.move(await first_play(house)))
        if outcome.table.stage is Stage.CLOSED:
            break
    logged = await house.log(outcome.table)
    assert forced
    assert all(action.by is not None for action in logged if isinstance(action, actions.Move))


async def test_a_dance_is_played_by_whoever_wants_to_play_it_himself(house: House) -> None:
    """An empty play is read as the dance it is."""
    for person in (ANN, BOB):
        await house.prefer(person, auto_move=False, auto_bear_off=False)
    await house.begin(Rules(length=1, variant=Variant.HYPERGAMMON))
    for _ in range(200):
        match = await house.match()
        if not match.game.plays(match.rules)[0].steps:
            break
        # The play that hits most makes dances likely.
        hit = max(match.game.plays(match.rules), key=lambda play: sum(step.hit for step in play.steps))
        outcome = await house.act(await house.asked(), intents.move(str(hit)))
        if outcome.table.stage is Stage.CLOSED:
            await house.begin(Rules(length=1, variant=Variant.HYPERGAMMON))
    dancer = await house.asked()
    await house.act(dancer, intents.move(""))
    assert await house.asked() != dancer


async def test_a_match_goes_on_by_itself_and_closes_when_it_is_won(house: House) -> None:
    table = await house.begin(Rules(length=3))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    after = (await house.act(BOB, intents.accept())).table
    assert after.state is not None and after.state.game.phase is Phase.OVER

    following = await house.desk.go_on(after)
    assert following is not None and following.table.state is not None
    assert following.table.state.number == 2 and following.table.state.game.phase is Phase.PLAY
    assert await house.desk.go_on(following.table) is None

    await house.act(ANN, intents.resign(None))
    over = (await house.act(BOB, intents.accept())).table
    assert over.stage is Stage.CLOSED and over.state is not None and over.state.winner == 1
    assert over.state.closed and await house.store.held(CHANNEL) is None
    assert await house.desk.go_on(over) is None
    assert (await house.log(table))[-1] == actions.End()
    with pytest.raises(Stale) as refused:
        await house.act(ANN, intents.roll(), table=table.id)
    assert refused.value.reason is TableFault.CLOSED


async def test_the_crawford_game_follows_by_itself_without_a_cube(house: House) -> None:
    await house.begin(Rules(length=3))
    await house.act(ANN, intents.resign(Kind.GAMMON))
    await house.desk.go_on((await house.act(BOB, intents.accept())).table)
    match = await house.match()
    assert match.game.score is not None and match.game.score.crawford
    # Nobody may double, so the bot has rolled after the first play.
    await house.act(await house.asked(), intents.move(await first_play(house)))
    assert (await house.match()).game.phase is Phase.PLAY
    with pytest.raises(Stale):
        await house.act(await house.asked(), DOUBLE)


async def test_a_session_goes_on_when_both_want_and_ends_when_one_does(house: House) -> None:
    table = await house.begin()
    await house.act(ANN, intents.resign(Kind.SINGLE))
    await house.act(BOB, intents.accept())
    assert await house.desk.go_on(await house.table()) is None

    await house.act(ANN, NEXT)
    with pytest.raises(Stale) as again:
        await house.act(ANN, NEXT)
    assert again.value.reason is TableFault.ALREADY_ANSWERED
    assert (await house.match()).number == 1
    after = (await house.act(BOB, NEXT)).table
    assert after.state is not None and after.state.number == 2 and after.state.game.phase is Phase.PLAY

    with pytest.raises(Illegal) as running:
        await house.act(BOB, END)
    assert running.value.reason is TableFault.GAME_RUNNING
    await house.act(BOB, intents.resign(Kind.SINGLE))
    await house.act(ANN, intents.accept())
    closed = (await house.act(BOB, END)).table
    assert closed.stage is Stage.CLOSED and closed.state is not None and closed.state.score == (0, 0)
    assert (await house.log(table))[-1] == actions.End(by=1)
    assert await house.store.held(CHANNEL) is None


async def test_a_game_is_claimed_after_three_days_and_not_before(house: House) -> None:
    await house.begin()
    waiting = other(await house.asked())
    seat = (await house.table()).seat_of(waiting.user)
    house.time += 72 * HOUR - 1
    with pytest.raises(Illegal) as early:
        await house.act(waiting, CLAIM)
    assert early.value.reason is TableTrouble.TOO_EARLY
    assert early.value.details["hours"] == 72
    assert early.value.details["when"] == f"<t:{int(house.time) + 1}:f>"

    house.time += 1
    over = await house.act(waiting, CLAIM)
    match = over.table.state
    assert match is not None and match.game.bet.result is not None
    assert match.game.bet.result.ending is Ending.CLAIMED
    assert match.score[seat or 0] == 1


async def test_the_wait_for_a_claim_starts_with_the_last_mention(house: House) -> None:
    await house.begin()
    house.time += 10 * HOUR
    await house.screen(message=1, mentioned_at=house.time)
    house.time += 72 * HOUR - 1
    with pytest.raises(Illegal):
        await house.act(other(await house.asked()), CLAIM)
    house.time += 1
    await house.act(other(await house.asked()), CLAIM)


async def test_nobody_claims_while_the_table_waits_for_him(house: House) -> None:
    await house.begin()
    house.time += 500 * HOUR
    with pytest.raises(Illegal) as refused:
        await house.act(await house.asked(), CLAIM)
    assert refused.value.reason is TableFault.YOUR_OWN_TURN


async def test_a_claimed_game_counts_the_cube(house: House) -> None:
    await house.begin()
    doubler = await house.asked(await house.until(Phase.CUBE))
    await house.act(doubler, DOUBLE)
    await house.act(other(doubler), TAKE)
    waiting = other(await house.asked())
    house.time += 72 * HOUR
    over = await house.act(waiting, CLAIM)
    assert over.table.state is not None
    assert sorted(over.table.state.score) == [-2, 2]


async def test_a_match_is_claimed_after_two_games_claimed_in_a_row(house: House) -> None:
    """The third claim in a row takes the whole match."""

    async def claim() -> Table:
        while await house.asked() == ANN:
            intent = (
                intents.roll()
                if (await house.match()).game.phase is Phase.CUBE
                else intents.move(await first_play(house))
            )
            await house.act(ANN, intent)
        house.time += 72 * HOUR
        return (await house.act(ANN, CLAIM)).table

    await house.begin(Rules(length=9))
    for claimed in (1, 2):
        table = await claim()
        assert table.state is not None and table.state.score == (claimed, 0) and table.stage is Stage.OPEN
        await house.desk.go_on(table)
    won = await claim()
    assert won.stage is Stage.CLOSED
    assert won.state is not None and won.state.winner == 0 and won.state.score == (9, 0)


async def test_a_moderator_voids_the_running_game_and_the_match_goes_on(house: House) -> None:
    await house.begin(Rules(length=3))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    await house.desk.go_on((await house.act(BOB, intents.accept())).table)
    outcome = await house.desk.moderate(CHANNEL, actions.Abort(), receipt=house.receipt())
    match = outcome.table.state
    assert match is not None and match.score == (0, 1) and match.game.bet.result is None
    following = await house.desk.go_on(outcome.table)
    assert following is not None and following.table.state is not None and following.table.state.number == 3


async def test_both_may_void_a_game(house: House) -> None:
    await house.begin()
    await house.act(ANN, ABORT)
    with pytest.raises(Illegal) as twice:
        await house.act(ANN, ABORT)
    assert twice.value.reason is TableFault.ALREADY_ASKED
    await house.act(BOB, ABORT)
    match = await house.match()
    assert match.game.phase is Phase.OVER and match.score == (0, 0)


async def test_what_a_stop_interrupted_is_taken_up(house: House) -> None:
    """The process ended after the game was saved and before the next one was begun; another process goes on."""
    await house.begin(Rules(length=3))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    await house.act(BOB, intents.accept())

    later = House(house.server)
    ((channel, name),) = await later.repository.unfinished()
    table = await later.repository.load(channel, name)
    assert table is not None
    following = await later.desk.go_on(table)
    assert following is not None and following.table.state is not None
    assert following.table.state.number == 2 and following.table.state.game.phase is Phase.PLAY


async def test_two_processes_that_go_on_begin_one_game(house: House) -> None:
    await house.begin(Rules(length=3))
    await house.act(ANN, intents.resign(Kind.SINGLE))
    table = (await house.act(BOB, intents.accept())).table
    outcomes = await asyncio.gather(house.desk.go_on(table), House(house.server).desk.go_on(table))
    assert sum(outcome is not None for outcome in outcomes) == 1
    assert [type(action) for action in await house.log(table)].count(actions.Next) == 1


async def test_settlements_are_offered_and_answered(house: House) -> None:
    await house.begin()
    mover = await house.asked(await house.until(Phase.CUBE))
    seat = (await house.table()).seat_of(mover.user) or 0
    await house.act(mover, intents.settle(3))
    with pytest.raises(Foreign) as own:
        await house.act(mover, intents.accept())
    assert own.value.reason is TableFault.NOT_YOURS_TO_ANSWER
    after = (await house.act(other(mover), intents.accept())).table.state
    assert after is not None and after.score[seat] == 3


async def test_of_several_offers_one_must_be_named(house: House) -> None:
    await house.begin()
    await house.until(Phase.CUBE)
    mover = await house.asked()
    await house.act(mover, intents.settle(3))
    await house.act(mover, intents.resign(Kind.SINGLE))
    with pytest.raises(Illegal) as which:
        await house.act(other(mover), intents.accept())
    assert which.value.reason is TableTrouble.WHICH_PROPOSAL
    offer = (await house.match()).proposed(actions.Resign)
    assert offer is not None
    await house.act(other(mover), intents.accept(offer.number), question=offer.number)
    assert (await house.match()).game.phase is Phase.OVER


async def test_beavers_and_dead_cubes_are_refused_with_their_reason(house: House) -> None:
    await house.begin(Rules(money=CubeRules(animals=0)))
    doubler = await house.asked(await house.until(Phase.CUBE))
    await house.act(doubler, DOUBLE)
    with pytest.raises(Illegal) as refused:
        await house.act(other(doubler), intents.reply(Reply.BEAVER))
    assert refused.value.reason is CubeFault.NO_BEAVERS
    with pytest.raises(Illegal) as twice:
        await house.act(doubler, intents.resign(Kind.SINGLE))
    assert twice.value.reason is TableFault.OFFER_OPEN


async def test_the_stored_name_follows_the_person(house: House) -> None:
    await house.begin()
    mover = await house.asked()
    renamed = Person(mover.user, "New name")
    outcome = await house.act(renamed, intents.move(await first_play(house)))
    assert renamed in outcome.table.people.seats
    assert renamed in (await house.table()).people.seats


async def test_what_has_been_shown_is_forgotten_as_news(house: House) -> None:
    """News that an earlier message tells are not kept for ever, those of the live message are."""
    await house.begin()
    table = await house.table()
    await house.repository.shown(table, Screen(message=1, base=table.version, shown=table.version))
    outcome = await house.act(await house.asked(), intents.move(await first_play(house)))
    assert not any(isinstance(news.action, actions.OpeningRoll) for news in outcome.table.news)
    assert any(isinstance(news.action, actions.Move) for news in outcome.table.news)


async def test_an_idle_session_is_closed_and_a_running_game_is_not(house: House) -> None:
    await house.begin()
    assert await house.desk.close(await house.table()) is None
    await house.act(ANN, intents.resign(Kind.SINGLE))
    await house.act(BOB, intents.accept())
    closed = await house.desk.close(await house.table())
    assert closed is not None and closed.table.stage is Stage.CLOSED
    assert (await house.log(closed.table))[-1] == actions.End()


async def lost_game(house: House) -> None:
    await house.act(ANN, intents.resign(Kind.SINGLE))
    await house.act(BOB, intents.accept())


@pytest.mark.parametrize("length", [0, 5])
async def test_an_abandoned_table_is_closed_in_the_middle_of_a_game(house: House, length: int) -> None:
    """The running game is void, whatever was proposed in it; those before it stand."""
    await house.begin(Rules(length=length))
    await lost_game(house)
    if length:
        await house.desk.go_on(await house.table())
    else:
        await house.act(ANN, NEXT)
        await house.act(BOB, NEXT)
    await house.act(ANN, intents.resign(Kind.SINGLE))
    running = await house.table()
    outcome = await house.desk.abandon(running)
    assert outcome is not None and outcome.table.state is not None
    table, match = outcome.table, outcome.table.state
    assert table.stage is Stage.CLOSED and match.closed and match.winner is None
    assert running.state is not None and match.score == running.state.score != (0, 0)
    done = await house.log(table)
    assert done[-2:] == [actions.Abort(), actions.End()]
    assert replay(table.about.setup, done) == match
    with pytest.raises(Stale) as late:
        await house.act(BOB, intents.accept(), table=table.id)
    assert late.value.reason is TableFault.CLOSED
    assert (await house.challenge()).stage is Stage.CHALLENGE and await house.store.held(CHANNEL) is None


@pytest.mark.parametrize("length", [0, 5])
async def test_an_abandoned_table_is_closed_between_two_games(house: House, length: int) -> None:
    table = await house.begin(Rules(length=length))
    await lost_game(house)
    outcome = await house.desk.abandon(table)
    assert outcome is not None and outcome.table.stage is Stage.CLOSED
    done = await house.log(table)
    assert done[-1] == actions.End() and actions.Abort() not in done
    assert replay(table.about.setup, done) == outcome.table.state


async def test_a_table_is_abandoned_once(house: House) -> None:
    """Two processes have noticed."""
    table = await house.begin()
    neighbour = House(house.server)
    outcomes = await asyncio.gather(house.desk.abandon(table), neighbour.desk.abandon(table))
    assert [outcome is None for outcome in outcomes].count(True) == 1
    assert await house.desk.abandon(table) is None
    assert (await house.log(table)).count(actions.End()) == 1


async def test_what_is_no_open_table_is_not_abandoned(house: House) -> None:
    made = await house.challenge()
    assert await house.desk.abandon(made) is None
    found = await house.repository.load(CHANNEL, made.id)
    assert found is not None and found.stage is Stage.CHALLENGE
