"""Games from a position: `/play position:`, both sides oneself, and **Play from here** wherever it is offered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.backgammon import Phase, Rules, Side, Xgid, format_xgid, xgid_of
from bot.backgammon.actions import Roll
from bot.tables.kept_games import whole_log
from bot.tables.table import Stage
from tests.backgammon.positions import board as placed

from .bot import OneBot, component, said, walk
from .test_analysis import alone, finished, report
from .test_games import resigned
from .test_records import content

HIT = placed({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 8: 4, 6: 5})
OPEN = Xgid(position=HIT, length=5, score=(2, 1))
ROLLED = format_xgid(replace(OPEN, dice=(3, 1)))
LAST = format_xgid(Xgid(position=placed({1: 1}, {1: 2}), dice=(2, 1), length=1))


async def test_a_challenge_from_a_position_is_played_there(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", position=ROLLED)
    text = bot.last.content
    assert "a match to 5 points" in text and "From a position, challenger on turn; not rated." in text
    await bot.press("Bob", "Accept challenge", bot.last)
    match, table = await bot.match(), await bot.table()
    assert (match.game.phase, match.mover, match.score, match.rolls) == (Phase.PLAY, 0, (2, 1), 0)
    assert table.about.rated is None and table.person(0).name == "Ann"
    await bot.move("8/5 6/5")
    assert (await bot.match()).mover == 1
    assert f"`{format_xgid(xgid_of(match))}`" in await bot.slash("Ann", "rules", game=table.id)


async def test_the_other_side_may_be_taken(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", position=ROLLED, side="other")
    assert "From a position, opponent on turn" in bot.last.content
    await bot.press("Bob", "Accept challenge", bot.last)
    match = await bot.match()
    assert match.mover == 1 and match.score == (1, 2) and await bot.asked() == "Bob"


async def test_it_counts_nowhere_and_its_dice_are_proved(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", position=LAST, rated=True)
    await bot.press("Bob", "Accept challenge", bot.last)
    table = await bot.table()
    await bot.tick()
    done = await bot.services.repository.load(table.channel, table.id)
    assert done is not None and done.state is not None and done.state.points == (1, 0)
    assert "Ann" not in await bot.slash("Cyd", "leaderboard")
    assert done.id not in await bot.slash("Ann", "games")
    said_of = await bot.slash("Ann", "fairness", game=table.id)
    assert table.commitment in said_of


async def test_rolls_are_numbered_from_one_after_the_dice_of_the_position(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", position=ROLLED)
    await bot.press("Bob", "Accept challenge", bot.last)
    await bot.move("8/5 6/5")
    table = await bot.table()
    await bot.press("Bob", "Roll")
    rolled = await bot.services.repository.load(table.channel, table.id)
    assert rolled is not None and rolled.commitment == table.commitment
    log = await whole_log(bot.services.store, rolled)
    with log.reading() as (_, actions):
        rolls = [each.dice for each in actions if isinstance(each, Roll)]
    assert rolls == [rolled.roll(number) for number in range(1, len(rolls) + 1)] and rolls


async def test_the_computer_plays_from_a_position(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="the bot", thread=False, position=ROLLED)
    await bot.rested()
    match = await bot.match()
    assert match.mover == 0 and match.rules.opening is not UNSET and (await bot.table()).about.rated is False
    await bot.move("8/5 6/5")
    await bot.rested()
    assert (await bot.match()).rolls >= 1


async def test_both_sides_are_played_by_one_person(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Ann", thread=False, position=ROLLED)
    table = await bot.table()
    assert [person.name for person in table.people.seats] == ["Ann (light)", "Ann (dark)"]
    assert {person.user for person in table.people.seats} == {bot.people["Ann"].id}
    seats = []
    for _ in range(8):
        match = await bot.match()
        seats.append(match.mover)
        if match.game.phase is Phase.PLAY:
            await bot.slash("Ann", "move", play=str(match.plays[0]) or "—")
        else:
            await bot.press("Ann", "Roll")
    assert set(seats) == {0, 1}
    asked = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.press("Ann", "Confirm", asked.response)
    assert (await bot.match()).proposals
    await bot.press("Bob", "Accept resignation")
    assert (await bot.match()).proposals
    await bot.press("Ann", "Accept resignation")
    assert not (await bot.match()).proposals and sum((await bot.match()).score) == 4
    names = (await bot.table()).people.seats
    assert [person.name for person in names] == ["Ann (light)", "Ann (dark)"]


async def test_both_sides_need_a_position_and_no_clock(bot: OneBot) -> None:
    assert "cannot challenge yourself" in await bot.slash("Ann", "play", opponent="Ann")
    assert "without a clock" in await bot.slash("Ann", "play", opponent="Ann", position=ROLLED, pace="3 days")
    assert "name the position too" in await bot.slash("Ann", "play", opponent="Bob", side="other")


@pytest.mark.parametrize(
    ("position", "options", "why"),
    [
        ("nonsense", {}, "neither an XGID"),
        (format_xgid(replace(OPEN, offer="D")), {}, "a cube is offered"),
        (ROLLED, {"length": 7}, "of a match to 5 points"),
        (ROLLED, {"variant": "hypergammon"}, "does not go with hypergammon"),
        (format_xgid(Xgid(position=placed({}, {6: 5}))), {}, "over already"),
        (ROLLED, {"jacoby": True}, "money sessions"),
    ],
)
async def test_what_is_no_beginning_is_refused(bot: OneBot, position: str, options: dict[str, Any], why: str) -> None:
    assert why in await bot.slash("Ann", "play", opponent="Bob", position=position, **options)


async def test_of_a_board_without_hints_nothing_is_played_elsewhere(bot: OneBot) -> None:
    await bot.play(length=3)
    mine = format_xgid(xgid_of(await bot.match()))
    for who in ("Ann", "Cyd"):  # in this channel, nobody may
        for options in ({"opponent": "the bot"}, {"opponent": who}, {}):
            refused = await bot.slash(who, "play", position=mine, thread=True, **options)
            assert "This position is being played right now" in refused and "Hints" not in refused
    assert len(await bot.services.store.tables_of(bot.people["Ann"].id)) == 1


async def test_who_plays_there_may_not_accept_it_either(bot: OneBot) -> None:
    other = bot.guild.create_text_channel("other")
    await bot.play(length=3)
    mine = format_xgid(xgid_of(await bot.match()))
    first, bot.channel = bot.channel, other
    await bot.slash("Cyd", "play", position=mine)
    posted = bot.last
    await bot.people["Bob"].click(posted, label="Play")
    assert any("This position is being played right now" in each.content for each in alone(bot))
    assert await bot.services.store.held(other.id) is None
    bot.channel = first


async def test_a_rematch_begins_there_again(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", position=ROLLED)
    await bot.press("Bob", "Accept challenge", bot.last)
    await resigned(bot, "Ann", "match")
    bot.later(700)
    await bot.tick()
    await bot.slash("Bob", "rematch")
    await bot.press("Ann", "Accept challenge", bot.last)
    match, table = await bot.match(), await bot.table()
    assert match.mover == 0 and table.person(0).name == "Bob" and match.score == (2, 1)


async def test_both_sides_may_be_played_again(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Ann", thread=False, position=LAST)
    bot.later(700)
    await bot.tick()
    first = await bot.table()
    assert first.stage is Stage.CLOSED
    answer = await bot.slash("Ann", "rematch")
    names = await bot.services.store.tables_of(bot.people["Ann"].id)
    assert len(names) == 2, answer
    (name,) = set(names) - {first.id}
    again = await bot.services.repository.load(bot.channel.id, name)
    assert again is not None and again.people.seats == first.people.seats and again.about.setup == first.about.setup


async def over(bot: OneBot) -> str:
    """A game from a position that is over; the id of its table."""
    await bot.slash("Ann", "play", opponent="Bob", position=LAST)
    await bot.press("Bob", "Accept challenge", bot.last)
    bot.later(700)
    await bot.tick()
    return (await bot.table()).id


async def test_its_files_say_where_it_began(bot: OneBot) -> None:
    name = await over(bot)
    assert "begins every game from the start" in await bot.slash("Ann", "export", game=name, format="mat")
    for kind, written in (("sgf", b"AW[a]AB[x][x]"), ("txt", b"From a position")):
        answer = await bot.people["Ann"].slash(bot.channel, "export", game=name, format=kind)
        assert written in content(bot, answer.response)[1]
    table = await bot.services.repository.load(bot.channel.id, name)
    assert table is not None and table.setup_of(Rules).opening is not UNSET
    log = await whole_log(bot.services.store, table)
    with log.reading() as (state, _):
        assert state.game.board.position == placed({1: 1}, {1: 2})  # type: ignore[attr-defined]


async def chosen(bot: OneBot, who: str, message: Any, verb: str) -> Any:
    result = await bot.people[who].click(message, custom_id=component(message, verb))
    assert result.acknowledged
    return result


async def test_from_a_mistake_both_sides_or_the_computer(bot: OneBot) -> None:
    name = await finished(bot)
    told = await report(bot, "Ann", name)
    (listed,) = [each["custom_id"] for each in walk(told) if each["custom_id"].startswith("review_error")]
    places = next(each["options"] for each in walk(told) if each["custom_id"] == listed)
    shown = await bot.people["Ann"].select(told, [places[0]["value"]], custom_id=listed)
    assert shown.acknowledged
    asked = await chosen(bot, "Ann", alone(bot)[-1], "from_here")
    offer = asked.response or asked.followups[-1]
    assert "against whom?" in offer.content and "You play the side on turn." in offer.content
    assert {each["label"] for each in walk(offer)} == {
        "The computer",
        "Both sides",
        "Anybody here",
        "Play the other side",
    }
    await chosen(bot, "Ann", offer, "from_side")
    assert "not on turn" in alone(bot)[-1].content
    await chosen(bot, "Ann", alone(bot)[-1], "from_both")
    (thread,) = [each for each in bot.env.backend.channels.values() if getattr(each, "parent_id", None)]
    held = await bot.services.store.held(thread.id)
    table = await bot.services.repository.load(thread.id, held or "")
    assert table is not None and table.stage is Stage.OPEN
    assert table.setup_of(Rules).opening.turn is Side.BLACK  # type: ignore[union-attr]


async def test_from_a_move_of_a_replay(bot: OneBot) -> None:
    name = await finished(bot)
    await bot.slash("Ann", "replay", game=name)
    shown = bot.last
    pressed = await chosen(bot, "Cyd", shown, "from_move")
    done = await bot.people["Cyd"].submit_modal(pressed, {"move": "1"})
    offer = done.response or done.followups[-1]
    table = await bot.services.repository.load(bot.channel.id, name)
    assert table is not None
    log = await whole_log(bot.services.store, table)
    with log.reading() as (state, actions):
        after = table.game.apply(state, next(actions))
    assert f"`{format_xgid(xgid_of(after))}`" in offer.content
    pressed = await chosen(bot, "Cyd", shown, "from_move")
    refused = await bot.people["Cyd"].submit_modal(pressed, {"move": "99"})
    assert "This game has the moves 1 to" in said(refused)
    challenge = await chosen(bot, "Cyd", offer, "from_anybody")
    assert challenge.acknowledged and "looks for an opponent" in bot.last.content
