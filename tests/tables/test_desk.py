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
from tests.store.listed import open_places

from .tables import ANN, BOB, CHANNEL, CYD, HOUR, Tables, other

DOUBLE, TAKE, DROP = intents.double(), intents.reply(Reply.TAKE), intents.reply(Reply.DROP)
UNDO, ABORT = intents.plain(actions.Undo), intents.plain(actions.Abort)
NEXT, END = intents.plain(actions.Next), intents.plain(actions.End)
CLAIM = intents.claim()


async def first_play(tables: Tables) -> str:
    match = await tables.match()
    return str(match.game.plays(match.rules)[0])


async def test_an_action_and_the_bots_own_after_it_are_saved_at_once(tables: Tables) -> None:
    """Without a cube nobody has a choice before his roll: the play, and the roll that follows, are one save."""
    await tables.begin(Rules(cube=False))
    mover, play = await tables.asked(), await first_play(tables)
    tables.store.saved.clear()

    outcome = await tables.act(mover, intents.move(play))

    assert len(tables.store.saved) == 1
    assert len(tables.store.saved[0]) >= 2
    logged = await tables.log(outcome.table)
    assert logged[-len(tables.store.saved[0])] == actions.Move(by=(await tables.table()).seat_of(mover.user), play=play)
    assert logged[-1] == actions.Roll(dice=outcome.table.next_roll(replace(await tables.match(), rolls=1)))
    assert outcome.table.version == (await tables.table()).version == outcome.before.version + 1


async def test_a_table_opens_with_header_and_opening_roll_in_one_save(tables: Tables) -> None:
    table = await tables.begin(Rules(length=5))
    assert table.state is not None and table.state.game.phase is Phase.PLAY
    assert len(tables.store.saved) == 2
    assert tables.store.saved[1] == await tables.store.log(CHANNEL, table.id)
    assert isinstance((await tables.log(table))[0], actions.OpeningRoll)
    assert await tables.store.held(CHANNEL) == table.id


async def test_the_same_delivery_twice_changes_nothing(tables: Tables) -> None:
    await tables.begin()
    mover, play = await tables.asked(), await first_play(tables)
    first = await tables.act(mover, intents.move(play), receipt="one press")
    log = await tables.log(first.table)

    second = await tables.act(mover, intents.move(play), receipt="one press")

    assert not first.repeated and second.repeated
    assert second.table.version == first.table.version
    assert await tables.log(first.table) == log


async def test_a_repeated_delivery_that_would_still_be_legal_is_not_done_twice(tables: Tables) -> None:
    """Offering, having it declined and being delivered once more must not offer again."""
    await tables.begin()
    await tables.act(ANN, intents.resign(Kind.SINGLE), receipt="offer")
    await tables.act(BOB, intents.decline())
    again = await tables.act(ANN, intents.resign(Kind.SINGLE), receipt="offer")
    assert again.repeated
    assert (await tables.match()).proposals == ()


async def test_one_receipt_serves_one_channel_only_once_whoever_acts(tables: Tables) -> None:
    await tables.begin()
    mover = await tables.asked()
    await tables.act(mover, intents.move(await first_play(tables)), receipt="r")
    assert (await tables.act(other(mover), intents.roll(), receipt="r")).repeated
    assert (await tables.match()).game.phase is Phase.CUBE


async def test_two_desks_race_and_one_works_it_out_again(tables: Tables) -> None:
    """Another process saves in between: the action is applied to what it left, and both are kept."""
    await tables.begin()
    rival = Tables(tables.server)
    mover = await tables.asked()

    async def first() -> None:
        await rival.act(other(mover), intents.resign(Kind.SINGLE), receipt="rival")

    tables.store.faster = [first]
    await tables.act(mover, intents.move(await first_play(tables)), receipt="mine")

    logged = await tables.log(await tables.table())
    assert [type(action) for action in logged[-2:]] == [actions.Resign, actions.Move]


async def test_a_race_for_the_same_question_has_one_winner(tables: Tables) -> None:
    await tables.begin()
    rival, mover, play = Tables(tables.server), await tables.asked(), await first_play(tables)
    outcomes = await asyncio.gather(
        tables.act(mover, intents.move(play), receipt="a"),
        rival.act(mover, intents.move(play), receipt="b"),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, Foreign | Stale) for outcome in outcomes) == 1
    moves = [action for action in await tables.log(await tables.table()) if isinstance(action, actions.Move)]
    assert len([action for action in moves if action.by is not None]) == 1


@pytest.mark.parametrize(("conflicts", "done"), [(4, True), (5, False)])
async def test_after_five_conflicts_the_person_is_asked_to_press_again(
    tables: Tables, conflicts: int, done: bool
) -> None:
    await tables.begin()
    rival = Tables(tables.server)
    mover, play = await tables.asked(), await first_play(tables)
    version = (await tables.table()).version

    async def meddle() -> None:
        proposals = (await rival.match()).proposals
        await rival.act(*((BOB, intents.decline()) if proposals else (ANN, intents.resign(Kind.SINGLE))))

    rival.receipts = 1000
    tables.store.faster = [meddle] * conflicts
    if done:
        await tables.act(mover, intents.move(play))
    else:
        with pytest.raises(Illegal) as refused:
            await tables.act(mover, intents.move(play))
        assert refused.value.reason is TableTrouble.BUSY
    assert (await tables.table()).version == version + conflicts + done


async def test_a_play_is_logged_in_canonical_notation_however_it_was_typed(tables: Tables) -> None:
    table = await tables.begin()
    mover, play = await tables.asked(), await first_play(tables)
    typed = ", ".join(reversed(play.upper().replace("*", "").split()))
    assert typed != play
    await tables.act(mover, intents.move(typed))
    move = next(action for action in await tables.log(table) if isinstance(action, actions.Move))
    assert move.play == play


async def test_strangers_the_other_player_and_the_late_are_told_apart(tables: Tables) -> None:
    await tables.begin()
    mover, play = await tables.asked(), await first_play(tables)
    number = (await tables.match()).question

    with pytest.raises(Foreign) as stranger:
        await tables.act(CYD, intents.move(play))
    assert stranger.value.reason is TableFault.NOT_SEATED
    with pytest.raises(Foreign) as opponent:
        await tables.act(other(mover), intents.move(play))
    assert opponent.value.reason is TableFault.NOT_YOUR_TURN
    with pytest.raises(Illegal) as early:
        await tables.act(mover, intents.settle(1))
    assert early.value.reason is TableFault.SETTLE_BEFORE_ROLL

    await tables.act(mover, intents.move(play), question=number)
    with pytest.raises(Stale) as late:
        await tables.act(mover, intents.move(play), question=number)
    assert late.value.reason is TableTrouble.MOVED_ON


async def test_nothing_is_saved_by_what_is_refused(tables: Tables) -> None:
    await tables.begin()
    version = (await tables.table()).version
    tables.store.saved.clear()
    with pytest.raises(Stale):
        await tables.act(await tables.asked(), DOUBLE)
    assert tables.store.saved == []
    assert (await tables.table()).version == version


async def test_would_tells_whether_and_changes_nothing(tables: Tables) -> None:
    await tables.begin()
    await tables.until(Phase.CUBE)
    doubler, before = await tables.asked(), await tables.table()
    assert (await tables.desk.would(CHANNEL, doubler, DOUBLE))[0].version == before.version
    with pytest.raises(Foreign):
        await tables.desk.would(CHANNEL, other(doubler), DOUBLE)
    assert (await tables.table()).version == before.version


async def test_an_empty_channel_says_so(tables: Tables) -> None:
    with pytest.raises(Stale) as refused:
        await tables.act(ANN, intents.roll())
    assert refused.value.reason is TableTrouble.NO_TABLE
    with pytest.raises(Stale) as gone:
        await tables.act(ANN, intents.roll(), table="k7f3q2")
    assert gone.value.reason is TableTrouble.MOVED_ON


async def test_the_same_question_never_comes_twice_even_after_an_undo(tables: Tables) -> None:
    await tables.begin()
    mover, play = await tables.asked(), await first_play(tables)
    before = await tables.match()
    await tables.act(mover, intents.move(play))
    await tables.act(mover, UNDO)
    await tables.act(other(mover), intents.accept())

    after = await tables.match()
    assert after.game == before.game
    assert after.question > before.question
    with pytest.raises(Stale):
        await tables.act(mover, intents.move(play), question=before.question)
    await tables.act(mover, intents.move(play), question=after.question)


async def test_rolls_since_the_undone_action_are_used_up(tables: Tables) -> None:
    await tables.begin(Rules(cube=False))
    mover = await tables.asked()
    rolls = (await tables.match()).rolls
    await tables.act(mover, intents.move(await first_play(tables)))
    thrown = (await tables.match()).rolls
    assert thrown > rolls
    await tables.act(other(mover), UNDO)
    await tables.act(mover, intents.accept())
    assert (await tables.match()).rolls == thrown


async def test_an_undo_that_is_declined_changes_nothing(tables: Tables) -> None:
    await tables.begin()
    mover = await tables.asked()
    await tables.act(mover, intents.move(await first_play(tables)))
    before = await tables.match()
    await tables.act(mover, UNDO)
    await tables.act(other(mover), intents.decline())
    assert (await tables.match()).game == before.game


async def test_the_switches_of_the_one_who_acts_decide_not_those_of_the_other(tables: Tables) -> None:
    await tables.begin(Rules(cube=False))
    mover = await tables.asked()
    await tables.prefer(other(mover), auto_roll=False)
    await tables.act(mover, intents.move(await first_play(tables)))
    assert (await tables.match()).game.phase is Phase.ROLL

    await tables.act(other(mover), intents.roll())
    if (await tables.match()).game.phase is Phase.PLAY and await tables.asked() != mover:
        await tables.act(other(mover), intents.move(await first_play(tables)))
    assert (await tables.match()).game.phase is Phase.PLAY


async def test_a_player_who_moves_himself_is_asked_even_without_a_choice() -> None:
    """Hypergammon ends with forced plays; with the switch off none of them is made for him."""
    tables = Tables()
    for person in (ANN, BOB):
        await tables.prefer(person, auto_move=False, auto_bear_off=False)
    await tables.begin(Rules(length=1, variant=Variant.HYPERGAMMON))
    forced = 0
    while (await tables.match()).game.phase is Phase.PLAY and (await tables.table()).stage is Stage.OPEN:
        match = await tables.match()
        forced += len(match.game.plays(match.rules)) == 1
        outcome = await tables.act(await tables.asked(), intents.move(await first_play(tables)))
        if outcome.table.stage is Stage.CLOSED:
            break
    logged = await tables.log(outcome.table)
    assert forced
    assert all(action.by is not None for action in logged if isinstance(action, actions.Move))


async def test_a_dance_is_played_by_whoever_wants_to_play_it_himself(tables: Tables) -> None:
    """An empty play is read as the dance it is."""
    for person in (ANN, BOB):
        await tables.prefer(person, auto_move=False, auto_bear_off=False)
    await tables.begin(Rules(length=1, variant=Variant.HYPERGAMMON))
    for _ in range(200):
        match = await tables.match()
        if not match.game.plays(match.rules)[0].steps:
            break
        # The play that hits most makes dances likely.
        hit = max(match.game.plays(match.rules), key=lambda play: sum(step.hit for step in play.steps))
        outcome = await tables.act(await tables.asked(), intents.move(str(hit)))
        if outcome.table.stage is Stage.CLOSED:
            await tables.begin(Rules(length=1, variant=Variant.HYPERGAMMON))
    dancer = await tables.asked()
    await tables.act(dancer, intents.move(""))
    assert await tables.asked() != dancer


async def test_a_match_goes_on_by_itself_and_closes_when_it_is_won(tables: Tables) -> None:
    table = await tables.begin(Rules(length=3))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    after = (await tables.act(BOB, intents.accept())).table
    assert after.state is not None and after.state.game.phase is Phase.OVER

    following = await tables.desk.go_on(after)
    assert following is not None and following.table.state is not None
    assert following.table.state.number == 2 and following.table.state.game.phase is Phase.PLAY
    assert await tables.desk.go_on(following.table) is None

    await tables.act(ANN, intents.resign(None))
    over = (await tables.act(BOB, intents.accept())).table
    assert over.stage is Stage.CLOSED and over.state is not None and over.state.winner == 1
    assert over.state.closed and await tables.store.held(CHANNEL) is None
    assert await tables.desk.go_on(over) is None
    assert (await tables.log(table))[-1] == actions.End()
    with pytest.raises(Stale) as refused:
        await tables.act(ANN, intents.roll(), table=table.id)
    assert refused.value.reason is TableFault.CLOSED


async def test_the_crawford_game_follows_by_itself_without_a_cube(tables: Tables) -> None:
    await tables.begin(Rules(length=3))
    await tables.act(ANN, intents.resign(Kind.GAMMON))
    await tables.desk.go_on((await tables.act(BOB, intents.accept())).table)
    match = await tables.match()
    assert match.game.score is not None and match.game.score.crawford
    # Nobody may double, so the bot has rolled after the first play.
    await tables.act(await tables.asked(), intents.move(await first_play(tables)))
    assert (await tables.match()).game.phase is Phase.PLAY
    with pytest.raises(Stale):
        await tables.act(await tables.asked(), DOUBLE)


async def test_a_session_goes_on_when_both_want_and_ends_when_one_does(tables: Tables) -> None:
    table = await tables.begin()
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    assert await tables.desk.go_on(await tables.table()) is None

    await tables.act(ANN, NEXT)
    with pytest.raises(Stale) as again:
        await tables.act(ANN, NEXT)
    assert again.value.reason is TableFault.ALREADY_ANSWERED
    assert (await tables.match()).number == 1
    after = (await tables.act(BOB, NEXT)).table
    assert after.state is not None and after.state.number == 2 and after.state.game.phase is Phase.PLAY

    with pytest.raises(Illegal) as running:
        await tables.act(BOB, END)
    assert running.value.reason is TableFault.GAME_RUNNING
    await tables.act(BOB, intents.resign(Kind.SINGLE))
    await tables.act(ANN, intents.accept())
    closed = (await tables.act(BOB, END)).table
    assert closed.stage is Stage.CLOSED and closed.state is not None and closed.state.score == (0, 0)
    assert (await tables.log(table))[-1] == actions.End(by=1)
    assert await tables.store.held(CHANNEL) is None


async def test_a_game_is_claimed_after_three_days_and_not_before(tables: Tables) -> None:
    await tables.begin()
    waiting = other(await tables.asked())
    seat = (await tables.table()).seat_of(waiting.user)
    tables.time += 72 * HOUR - 1
    with pytest.raises(Illegal) as early:
        await tables.act(waiting, CLAIM)
    assert early.value.reason is TableTrouble.TOO_EARLY
    assert early.value.details["hours"] == 72
    assert early.value.details["when"] == f"<t:{int(tables.time) + 1}:f>"

    tables.time += 1
    over = await tables.act(waiting, CLAIM)
    match = over.table.state
    assert match is not None and match.game.bet.result is not None
    assert match.game.bet.result.ending is Ending.CLAIMED
    assert match.score[seat or 0] == 1


async def test_the_wait_for_a_claim_starts_with_the_last_mention(tables: Tables) -> None:
    await tables.begin()
    tables.time += 10 * HOUR
    await tables.screen(message=1, mentioned_at=tables.time)
    tables.time += 72 * HOUR - 1
    with pytest.raises(Illegal):
        await tables.act(other(await tables.asked()), CLAIM)
    tables.time += 1
    await tables.act(other(await tables.asked()), CLAIM)


async def test_nobody_claims_while_the_table_waits_for_him(tables: Tables) -> None:
    await tables.begin()
    tables.time += 500 * HOUR
    with pytest.raises(Illegal) as refused:
        await tables.act(await tables.asked(), CLAIM)
    assert refused.value.reason is TableFault.YOUR_OWN_TURN


async def test_a_claimed_game_counts_the_cube(tables: Tables) -> None:
    await tables.begin()
    doubler = await tables.asked(await tables.until(Phase.CUBE))
    await tables.act(doubler, DOUBLE)
    await tables.act(other(doubler), TAKE)
    waiting = other(await tables.asked())
    tables.time += 72 * HOUR
    over = await tables.act(waiting, CLAIM)
    assert over.table.state is not None
    assert sorted(over.table.state.score) == [-2, 2]


async def test_a_match_is_claimed_after_two_games_claimed_in_a_row(tables: Tables) -> None:
    """The third claim in a row takes the whole match."""

    async def claim() -> Table:
        while await tables.asked() == ANN:
            intent = (
                intents.roll()
                if (await tables.match()).game.phase is Phase.CUBE
                else intents.move(await first_play(tables))
            )
            await tables.act(ANN, intent)
        tables.time += 72 * HOUR
        return (await tables.act(ANN, CLAIM)).table

    await tables.begin(Rules(length=9))
    for claimed in (1, 2):
        table = await claim()
        assert table.state is not None and table.state.score == (claimed, 0) and table.stage is Stage.OPEN
        await tables.desk.go_on(table)
    won = await claim()
    assert won.stage is Stage.CLOSED
    assert won.state is not None and won.state.winner == 0 and won.state.score == (9, 0)


async def test_a_moderator_voids_the_running_game_and_the_match_goes_on(tables: Tables) -> None:
    await tables.begin(Rules(length=3))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.desk.go_on((await tables.act(BOB, intents.accept())).table)
    outcome = await tables.desk.moderate(CHANNEL, actions.Abort(), receipt=tables.receipt())
    match = outcome.table.state
    assert match is not None and match.score == (0, 1) and match.game.bet.result is None
    following = await tables.desk.go_on(outcome.table)
    assert following is not None and following.table.state is not None and following.table.state.number == 3


async def test_both_may_void_a_game(tables: Tables) -> None:
    await tables.begin()
    await tables.act(ANN, ABORT)
    with pytest.raises(Illegal) as twice:
        await tables.act(ANN, ABORT)
    assert twice.value.reason is TableFault.ALREADY_ASKED
    await tables.act(BOB, ABORT)
    match = await tables.match()
    assert match.game.phase is Phase.OVER and match.score == (0, 0)


async def test_what_a_stop_interrupted_is_taken_up(tables: Tables) -> None:
    """The process ended after the game was saved and before the next one was begun; another process goes on."""
    await tables.begin(Rules(length=3))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())

    later = Tables(tables.server)
    ((channel, name),) = await open_places(later.store)
    table = await later.repository.load(channel, name)
    assert table is not None
    following = await later.desk.go_on(table)
    assert following is not None and following.table.state is not None
    assert following.table.state.number == 2 and following.table.state.game.phase is Phase.PLAY


async def test_two_processes_that_go_on_begin_one_game(tables: Tables) -> None:
    await tables.begin(Rules(length=3))
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    table = (await tables.act(BOB, intents.accept())).table
    outcomes = await asyncio.gather(tables.desk.go_on(table), Tables(tables.server).desk.go_on(table))
    assert sum(outcome is not None for outcome in outcomes) == 1
    assert [type(action) for action in await tables.log(table)].count(actions.Next) == 1


async def test_settlements_are_offered_and_answered(tables: Tables) -> None:
    await tables.begin()
    mover = await tables.asked(await tables.until(Phase.CUBE))
    seat = (await tables.table()).seat_of(mover.user) or 0
    await tables.act(mover, intents.settle(3))
    with pytest.raises(Foreign) as own:
        await tables.act(mover, intents.accept())
    assert own.value.reason is TableFault.NOT_YOURS_TO_ANSWER
    after = (await tables.act(other(mover), intents.accept())).table.state
    assert after is not None and after.score[seat] == 3


async def test_of_several_offers_one_must_be_named(tables: Tables) -> None:
    await tables.begin()
    await tables.until(Phase.CUBE)
    mover = await tables.asked()
    await tables.act(mover, intents.settle(3))
    await tables.act(mover, intents.resign(Kind.SINGLE))
    with pytest.raises(Illegal) as which:
        await tables.act(other(mover), intents.accept())
    assert which.value.reason is TableTrouble.WHICH_PROPOSAL
    offer = (await tables.match()).proposed(actions.Resign)
    assert offer is not None
    await tables.act(other(mover), intents.accept(offer.number), question=offer.number)
    assert (await tables.match()).game.phase is Phase.OVER


async def test_beavers_and_dead_cubes_are_refused_with_their_reason(tables: Tables) -> None:
    await tables.begin(Rules(money=CubeRules(animals=0)))
    doubler = await tables.asked(await tables.until(Phase.CUBE))
    await tables.act(doubler, DOUBLE)
    with pytest.raises(Illegal) as refused:
        await tables.act(other(doubler), intents.reply(Reply.BEAVER))
    assert refused.value.reason is CubeFault.NO_BEAVERS
    with pytest.raises(Illegal) as twice:
        await tables.act(doubler, intents.resign(Kind.SINGLE))
    assert twice.value.reason is TableFault.OFFER_OPEN


async def test_the_stored_name_follows_the_person(tables: Tables) -> None:
    await tables.begin()
    mover = await tables.asked()
    renamed = Person(mover.user, "New name")
    outcome = await tables.act(renamed, intents.move(await first_play(tables)))
    assert renamed in outcome.table.people.seats
    assert renamed in (await tables.table()).people.seats


async def test_what_has_been_shown_is_forgotten_as_news(tables: Tables) -> None:
    """News that an earlier message tells are not kept for ever, those of the live message are."""
    await tables.begin()
    table = await tables.table()
    await tables.repository.shown(table, Screen(message=1, base=table.version, shown=table.version))
    outcome = await tables.act(await tables.asked(), intents.move(await first_play(tables)))
    assert not any(isinstance(news.action, actions.OpeningRoll) for news in outcome.table.news)
    assert any(isinstance(news.action, actions.Move) for news in outcome.table.news)


async def test_an_idle_session_is_closed_and_a_running_game_is_not(tables: Tables) -> None:
    await tables.begin()
    assert await tables.desk.close(await tables.table()) is None
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    closed = await tables.desk.close(await tables.table())
    assert closed is not None and closed.table.stage is Stage.CLOSED
    assert (await tables.log(closed.table))[-1] == actions.End()


async def lost_game(tables: Tables) -> None:
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())


@pytest.mark.parametrize("length", [0, 5])
async def test_an_abandoned_table_is_closed_in_the_middle_of_a_game(tables: Tables, length: int) -> None:
    """The running game is void, whatever was proposed in it; those before it stand."""
    await tables.begin(Rules(length=length))
    await lost_game(tables)
    if length:
        await tables.desk.go_on(await tables.table())
    else:
        await tables.act(ANN, NEXT)
        await tables.act(BOB, NEXT)
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    running = await tables.table()
    outcome = await tables.desk.abandon(running)
    assert outcome is not None and outcome.table.state is not None
    table, match = outcome.table, outcome.table.state
    assert table.stage is Stage.CLOSED and match.closed and match.winner is None
    assert running.state is not None and match.score == running.state.score != (0, 0)
    done = await tables.log(table)
    assert done[-2:] == [actions.Abort(), actions.End()]
    assert replay(table.about.setup, done) == match
    with pytest.raises(Stale) as late:
        await tables.act(BOB, intents.accept(), table=table.id)
    assert late.value.reason is TableFault.CLOSED
    assert (await tables.challenge()).stage is Stage.CHALLENGE and await tables.store.held(CHANNEL) is None


@pytest.mark.parametrize("length", [0, 5])
async def test_an_abandoned_table_is_closed_between_two_games(tables: Tables, length: int) -> None:
    table = await tables.begin(Rules(length=length))
    await lost_game(tables)
    outcome = await tables.desk.abandon(table)
    assert outcome is not None and outcome.table.stage is Stage.CLOSED
    done = await tables.log(table)
    assert done[-1] == actions.End() and actions.Abort() not in done
    assert replay(table.about.setup, done) == outcome.table.state


async def test_a_table_is_abandoned_once(tables: Tables) -> None:
    """Two processes have noticed."""
    table = await tables.begin()
    neighbour = Tables(tables.server)
    outcomes = await asyncio.gather(tables.desk.abandon(table), neighbour.desk.abandon(table))
    assert [outcome is None for outcome in outcomes].count(True) == 1
    assert await tables.desk.abandon(table) is None
    assert (await tables.log(table)).count(actions.End()) == 1


async def test_what_is_no_open_table_is_not_abandoned(tables: Tables) -> None:
    made = await tables.challenge()
    assert await tables.desk.abandon(made) is None
    found = await tables.repository.load(CHANNEL, made.id)
    assert found is not None and found.stage is Stage.CHALLENGE
