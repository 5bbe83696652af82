"""Playing against the computer, with an engine whose thoughts the tests choose."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.backgammon import Illegal, Kind, Phase, Stale, format_xgid, xgid_of
from bot.backgammon.actions import Abort, Move, OpeningRoll, Resign
from bot.chouette import Options, Order, Session, apply, start
from bot.chouette.actions import AddComputer, Arrange, Delegate, Hold, Leave, Pass
from bot.cogs.computer_games import press_computer, press_level
from bot.cogs.verbs import verb_of
from bot.engine.levels import PERFORMANCE
from bot.engine.thoughts import Chances, CubeThought, Level
from bot.screens.computer_words import LEVELS, NO_TABLE
from bot.screens.custom_ids import Press
from bot.tables.computer_player import ComputerPlayer
from bot.tables.games import CHOUETTE
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Stage

from .bot import OneBot, private, said, walk

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
QUIET = CubeThought(0.1, 0.05, 1.0, EVEN)
"""Neither doubles nor drops."""
BLUE = 1
MANUAL = Options(order=Order.MANUAL)


async def begun(bot: OneBot, **options: Any) -> None:
    """Ann plays the computer in the channel, and has to do something."""
    await bot.slash("Ann", "play", opponent="the bot", thread=False, **options)
    await bot.rested()


def labels(message: Any) -> list[str]:
    """The labels of a message's buttons."""
    return [each["label"] for each in walk(message)]


def rated(level: Level) -> str:
    """The label of the button for a level."""
    return f"{LEVELS[level]} · PR {PERFORMANCE[level]}"


async def anns_cube(bot: OneBot) -> None:
    """Ann is asked whether she rolls or doubles."""
    while (match := await bot.match()).game.phase is not Phase.CUBE or match.game.decider != 0:
        await bot.turn()
        await bot.rested()


async def test_a_game_against_the_computer_begins_at_once_in_a_thread(bot: OneBot) -> None:
    said = await bot.slash("Ann", "play", opponent="the bot", level=Level.BEGINNER.value, length=3)
    await bot.rested()
    (thread,) = bot.channel.threads
    assert f"<#{thread.id}>" in said and "Computer · beginner" in thread.name
    held = await bot.services.repository.held(thread.id)
    assert held is not None and held.stage is Stage.OPEN and held.computers == (1,)
    shown = list(bot.env.backend.messages[thread.id].values())
    first = next(each.content for each in shown if each.content)
    assert first.splitlines() == [
        "**Ann** – **Computer · beginner**: 3 points.",
        f"-# Table `{held.id}` · not rated",
        f"-# Commitment `{held.short_commitment}`",
    ]


async def offered(bot: OneBot) -> Any:
    """What Ann sees who has pressed Play the computer, under `/help`."""
    shown = (await bot.people["Ann"].slash(bot.channel, "help")).response
    return (await bot.press("Ann", "Play the computer", shown)).response


async def test_length_and_level_are_one_tap_each_and_the_game_begins(bot: OneBot) -> None:
    shown = await offered(bot)
    assert shown.content.splitlines()[-1] == "How long do we play?" and not shown.attachments
    assert labels(shown) == ["1 point", "3 points", "5 points", "7 points", "For money", "Learn to play"]
    asked = (await bot.press("Ann", "5 points", shown)).response
    assert asked.id == shown.id and asked.content.startswith("5 points. How well do I play?\n-# PR ")
    assert labels(asked)[-2:] == [rated(Level.WORLD_CLASS), "Back"]
    again = (await bot.press("Ann", "Back", asked)).response
    asked = (await bot.press("Ann", "5 points", again)).response
    begins = (await bot.press("Ann", rated(Level.ADVANCED), asked)).response
    (thread,) = bot.channel.threads
    held = await bot.services.repository.held(thread.id)
    assert held is not None and held.about.setup.length == 5 and held.person(1).level is Level.ADVANCED
    assert begins.id == shown.id and f"<#{thread.id}>" in begins.content and labels(begins) == []


async def test_what_was_chosen_last_comes_first_and_is_one_tap_away(bot: OneBot) -> None:
    asked = (await bot.press("Ann", "For money", await offered(bot))).response
    await bot.press("Ann", rated(Level.EXPERT), asked)
    await bot.restart()
    shown = await offered(bot)
    assert labels(shown)[:2] == ["For money, expert", "1 point"]
    assert [each["label"] for each in walk(shown) if each["style"] == BLUE] == ["For money"]
    asked = (await bot.press("Ann", "3 points", shown)).response
    assert [each["label"] for each in walk(asked) if each["style"] == BLUE] == [rated(Level.EXPERT)]
    await bot.press("Ann", "For money, expert", await offered(bot))
    first, second = bot.channel.threads
    tables = [await bot.services.repository.held(each.id) for each in (first, second)]
    assert [(each.about.setup.length, each.person(1).level) for each in tables if each] == [(0, Level.EXPERT)] * 2
    ann = bot.people["Ann"].id
    services = bot.services
    await services.preferences.drop_person(ann)
    assert labels(await offered(bot))[0] == "1 point", "what is deleted is not remembered"


async def test_in_a_channel_without_threads_nothing_private_is_left_of_the_choice(bot: OneBot) -> None:
    none = discord.PermissionOverwrite(create_public_threads=False)
    bot.channel = bot.guild.create_text_channel("quiet", overwrites={bot.guild.default_role: none})
    asked = (await bot.press("Ann", "1 point", await offered(bot))).response
    await bot.press("Ann", rated(Level.BEGINNER), asked)
    await bot.rested()
    assert (await bot.table()).about.setup.length == 1 and bot.private == []


@pytest.mark.parametrize("extra", ["", "26", "-1", "x", "3-9", "3-", "3"])
async def test_what_no_button_carries_begins_nothing(bot: OneBot, extra: str) -> None:
    with pytest.raises(Stale):
        await press_level(SimpleNamespace(press=Press("computer_level", NO_TABLE, 0, extra)))  # type: ignore[arg-type]


async def test_a_button_of_an_older_version_asks_too(bot: OneBot) -> None:
    assert (verb := verb_of(Press("computer", NO_TABLE, 0, "2"))) is not None and verb.press is press_computer


async def test_without_an_engine_nothing_is_asked(bot: OneBot) -> None:
    bot.engine.available = False
    shown = (await bot.people["Ann"].slash(bot.channel, "help")).response
    assert "There is no engine on this machine" in said(await bot.press("Ann", "Play the computer", shown))


async def test_a_turn_of_the_computer_changes_the_message_and_tells_no_more_than_itself(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    posted = len(bot.messages)
    await bot.press("Ann", "Roll")
    await bot.move()
    await bot.rested()
    while (await bot.match()).game.decider != 0:
        await bot.rested()
    assert len(bot.messages) == posted
    lines = bot.live.content.splitlines()
    assert lines[0].startswith("**Computer · first steps**") and f"<@{bot.people['Ann'].id}>" in lines[-1]
    assert not any(line.startswith("**Ann**") for line in lines)


async def test_ten_games_at_once_are_no_challenges(bot: OneBot) -> None:
    """Neither the three that may be open, nor the five in ten minutes, are meant."""
    for _ in range(7):
        await bot.slash("Ann", "play", opponent="the bot")
    assert len(bot.channel.threads) == 7


async def test_the_computer_takes_drops_and_beavers(bot: OneBot) -> None:
    for thought, told in (
        (CubeThought(0.3, 0.6, 1.0, EVEN), "**Computer · first steps** takes. The cube is at 2."),
        (CubeThought(0.8, 1.2, 1.0, EVEN), "**Computer · first steps** drops."),
        (CubeThought(-0.3, -0.8, 1.0, EVEN), "**Computer · first steps** beavers to 4"),
    ):
        bot.engine.thought = QUIET
        await begun(bot)
        await anns_cube(bot)
        bot.engine.thought = thought
        await bot.confirmed("Ann", "Double")
        await bot.rested()
        assert told in "\n".join(message.content for message in bot.messages[-3:])
        await bot.slash("Ann", "abort")
        await bot.rested()
        if not (await bot.table()).state.closed:
            await bot.slash("Ann", "end")


async def test_the_computer_doubles_and_one_answers(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    bot.engine.thought = CubeThought(0.5, 0.7, 1.0, EVEN)
    await bot.turn()
    await bot.turn()
    await bot.rested()
    assert "**Computer · first steps** doubles to 2: take, drop, or beaver?" in bot.live.content
    await bot.press("Ann", "Take")
    await bot.rested()
    assert (await bot.match()).game.bet.value == 2


async def test_it_agrees_to_undo_and_to_voiding_the_game(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    await bot.press("Ann", "Roll")
    before = (await bot.match()).game.board
    await bot.move()
    await bot.slash("Ann", "undo")
    await bot.rested()
    assert (await bot.match()).game.board == before
    await bot.slash("Ann", "abort")
    await bot.rested()
    assert (await bot.match()).game.phase is Phase.OVER


async def test_it_settles_at_a_fair_price_only(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    bot.engine.thought = CubeThought(0.9, 0.95, 1.0, EVEN)
    await bot.slash("Ann", "settle", points=1)
    await bot.rested()
    assert (await bot.match()).game.phase is Phase.OVER


async def test_it_refuses_a_settlement_and_a_resignation_that_give_too_little(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    await bot.slash("Ann", "settle", points=1)
    await bot.rested()
    assert "refuses the settlement" in bot.live.content
    bot.engine.thought = CubeThought(-1.5, -1.6, 1.0, EVEN)
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.people["Ann"].click(answer.response, label="Confirm")
    await bot.rested()
    assert "refuses the resignation" in bot.live.content


async def test_it_resigns_what_is_lost_and_goes_on_if_nobody_accepts(bot: OneBot) -> None:
    await begun(bot, jacoby=False)
    await anns_cube(bot)
    await bot.show_position({1: 4}, {6: 8, 5: 7}, None)
    bot.engine.chances = Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    await bot.press("Ann", "Roll")
    await bot.rested()
    match = await bot.match()
    if match.game.phase is not Phase.OVER:
        offered = match.proposed(Resign)
        assert offered is not None and offered.what == Resign(by=1, kind=Kind.GAMMON)
        await bot.press("Ann", "Decline resignation")
        await bot.rested()
        assert (await bot.match()).proposed(Resign) is None
        assert (await bot.match()).game.decider == 0


async def test_it_resigns_no_more_than_ends_the_match(bot: OneBot) -> None:
    """A gammon is no more than a single game to whoever needs one point."""
    await begun(bot, length=1)
    await bot.show_position({1: 4}, {13: 8, 6: 7}, (2, 1))
    bot.engine.chances = Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    await bot.move()
    await bot.rested()
    offered = (await bot.match()).proposed(Resign)
    assert offered is not None and offered.what == Resign(by=1, kind=Kind.SINGLE)


async def test_a_stop_in_mid_thought_is_made_up_for_once(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    bot.services.computers.tempo = 60.0
    await bot.press("Ann", "Roll")
    await bot.move()
    computers = bot.services.computers
    assert computers._tasks, "it thinks"
    await computers.rest()
    waiting = await bot.match()
    assert waiting.game.decider == 1
    await bot.restart()
    await bot.rested()
    match = await bot.match()
    assert match.game.decider == 0 and match.rolls >= waiting.rolls


async def test_an_engine_that_is_silent_is_told_of_once_and_the_game_goes_on_without_it(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    bot.engine.silent = True
    await bot.press("Ann", "Roll")
    await bot.move()
    await bot.rested()
    told = [message.content for message in bot.messages if "engine does not answer" in message.content]
    assert len(told) == 1 and (await bot.match()).game.decider == 0
    bot.engine.silent = False
    await anns_cube(bot)


async def test_without_an_engine_there_is_no_computer_and_everything_else(bot: OneBot) -> None:
    bot.engine.available = False
    for option in ({"opponent": "the bot"}, {"level": Level.BEGINNER.value}):
        said = await bot.slash("Ann", "play", **option)
        assert said.startswith("There is no engine on this machine") and not bot.messages
    await bot.play(hints=True)
    assert (await bot.table()).stage is Stage.OPEN
    assert (await bot.slash(await bot.asked(), "hint")).startswith("There is no engine on this machine")


async def test_without_an_engine_no_computer_sits_down_in_a_chouette(bot: OneBot) -> None:
    bot.engine.available = False
    await bot.slash("Ann", "chouette open")
    said = await bot.slash("Ann", "chouette computer", level=Level.BEGINNER.value)
    assert said.startswith("There is no engine on this machine")


async def test_what_only_the_computer_is_asked_is_nobodys_to_press(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    bot.services.computers.tempo = 60.0
    await bot.press("Ann", "Roll")
    await bot.move()
    assert (await bot.match()).game.decider == 1
    assert [each["label"] for each in walk(bot.live)] == ["More"]


async def test_what_it_does_not_know_it_does_not_play(bot: OneBot) -> None:
    for options in ({"variant": "hypergammon"}, {"egyptian": True}):
        said = await bot.slash("Ann", "play", opponent="the bot", **options)
        assert said.startswith("My engine knows neither")
    assert not bot.messages
    said = await bot.slash("Ann", "play", opponent="Bob", level=Level.FIRST_STEPS.value)
    assert said.startswith("`level` says how well I play")


async def test_a_level_alone_means_the_computer(bot: OneBot) -> None:
    await bot.slash("Ann", "play", level=Level.EXPERT.value, thread=False)
    table = await bot.table()
    assert table.person(1).name == "Computer · expert" and table.person(1).level is Level.EXPERT
    await bot.rested()


async def test_once_more_against_the_computer(bot: OneBot) -> None:
    await begun(bot, length=1, level=Level.ADVANCED.value, hints=False)
    first = (await bot.table()).id
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="match")
    await bot.people["Ann"].click(answer.response, label="Confirm")
    await bot.rested()
    assert (await bot.services.repository.load(bot.channel.id, first)).stage is Stage.CLOSED
    await bot.press("Ann", "Rematch")
    await bot.rested()
    again = await bot.table()
    assert again.id != first and again.stage is Stage.OPEN and not again.about.hints
    assert again.person(1).level is Level.ADVANCED and again.about.light == 0


async def test_its_games_are_entered_under_nobodys_number(bot: OneBot) -> None:
    await begun(bot, length=1)
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="match")
    await bot.people["Ann"].click(answer.response, label="Confirm")
    await bot.rested()
    (entry,) = await bot.services.store.ladder.entries(bot.guild.id)
    assert sorted(bool(each) for each in entry.who) == [False, True]


async def figures(bot: OneBot, who: str) -> str:
    """A hint with its figures."""
    asked = private(await bot.people[who].slash(bot.channel, "hint"))
    return (await bot.press(who, "Figures", asked)).response.content


async def test_a_hint_for_a_play_and_for_a_cube_against_the_computer(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    assert await bot.slash("Ann", "hint") == "**Do not double yet.**"
    said = await figures(bot, "Ann")
    assert said.startswith("**Do not double yet.**") and "Double, take: +0.050" in said and "wins 50.0\u00a0%" in said
    await bot.press("Ann", "Roll")
    plays = (await bot.match()).game.plays((await bot.match()).rules)
    short = await bot.slash("Ann", "hint")
    assert short.startswith(f"1. **{plays[0]}** 🟡\n2. {plays[1]} ⚪") and "0.1" not in short and "wins" not in short
    said = await figures(bot, "Ann")
    assert said.startswith(f"1. **{plays[0]}**  +0.100") and f"2. {plays[1]}  +0.090 (\u22120.010)" in said
    assert bot.private[-1].attachments, "with a picture"
    assert "whoever has to decide" in await bot.slash("Bob", "hint")


async def test_a_hint_has_one_line_a_play_and_a_button_that_makes_it_as_confirm_does(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    composer = private(await bot.press("Ann", "Roll"))
    plays = (await bot.match()).game.plays((await bot.match()).rules)
    shown = (await bot.press("Ann", "Hint", composer)).response
    assert shown.id == composer.id and shown.attachments
    assert [each["label"] for each in walk(shown)] == [*map(str, plays[:5]), "Back", "Figures"]
    shown = (await bot.press("Ann", "Figures", shown)).response
    *lines, chances = shown.content.splitlines()
    assert [line.split("  ")[0].strip("*") for line in lines] == [
        f"1. **{plays[0]}".strip("*"), *(f"{place}. {play}" for place, play in enumerate(plays[1:5], 2))
    ]  # fmt: skip
    assert chances.startswith("-# Best play: wins 50.0")
    assert [each["label"] for each in walk(shown)] == [*map(str, plays[:5]), "Back"]
    again = (await bot.press("Ann", "Back", shown)).response
    assert again.id == composer.id and again.content == composer.content and "Confirm" in labels(again)
    shown = (await bot.press("Ann", "Hint", again)).response
    private_before, posted = len(bot.private), len(bot.messages)
    made = await bot.press("Ann", str(plays[2]), shown)
    assert said(made) == "" and len(bot.private) == private_before - 1, "as after Confirm nothing private is left"
    assert str(plays[2]) in {
        str(each.action.play) for each in (await bot.table()).news if isinstance(each.action, Move)
    }
    await bot.rested()
    assert len(bot.messages) == posted


async def test_the_button_of_a_hint_does_nothing_when_the_play_has_been_made(bot: OneBot) -> None:
    await bot.play(hints=True)
    who = await bot.asked()
    composer = private(await bot.press(who, "Move"))
    shown = (await bot.press(who, "Hint", composer)).response
    best = labels(shown)[0]
    await bot.restart()  # what is before people is not remembered any more
    await bot.slash(who, "move", play=bot.plays[1])
    after = (await bot.match()).game.board
    late = await bot.people[who].click(shown, label=best)
    assert late.acknowledged and (await bot.match()).game.board == after


async def test_under_more_there_is_a_hint_for_whoever_has_to_decide_where_hints_are_allowed(bot: OneBot) -> None:
    await bot.play(hints=True)
    who = await bot.asked()
    other = {"Ann": "Bob", "Bob": "Ann"}[who]
    more = (await bot.press(who, "More")).response
    shown = (await bot.press(who, "Hint", more)).response
    assert shown.id == more.id and shown.content.startswith("1. **") and "Back" not in labels(shown)
    for stranger in (other, "Cyd"):
        assert "Hint" not in labels((await bot.press(stranger, "More")).response)
    late = (await bot.press(who, "More")).response
    await bot.restart()
    await bot.move()
    assert "moved on" in said(await bot.press(who, "Hint", late))
    await bot.slash("Ann", "abort")
    await bot.press("Bob", "Accept voiding")


async def test_without_hints_neither_composer_nor_more_has_one(bot: OneBot) -> None:
    await bot.play()
    who = await bot.asked()
    assert "Hint" not in labels(private(await bot.press(who, "Move")))
    assert "Hint" not in labels((await bot.press(who, "More")).response)


async def test_a_hint_about_the_cube_has_the_buttons_of_the_board(bot: OneBot) -> None:
    await begun(bot)
    await anns_cube(bot)
    more = (await bot.press("Ann", "More")).response
    shown = (await bot.press("Ann", "Hint", more)).response
    assert shown.content.startswith("**Do not double yet.**") and labels(shown) == ["Roll", "Double", "Figures"]
    before = (await bot.match()).rolls
    composer = (await bot.press("Ann", "Roll", shown)).response
    assert composer.id == shown.id and ": choose a " in composer.content and (await bot.match()).rolls == before + 1


async def test_where_there_is_no_cube_neither_hint_nor_race_speaks_of_one(bot: OneBot) -> None:
    for name in ("Ann", "Bob"):
        await bot.services.preferences.keep_person(bot.people[name].id, PersonPreferences(auto_roll=False))
    await bot.play(length=5, cube=False, hints=True)
    await bot.until(Phase.ROLL)
    await bot.show_position({6: 3, 5: 3}, {6: 5, 5: 4}, None)
    who = await bot.asked()
    for command, told in (("hint", await figures(bot, who)), ("race", await bot.slash(who, "race"))):
        engine = told[told.index("Roll.") :]
        assert "Equity: +0.100" in engine and "ouble" not in engine, command


async def test_no_hint_where_none_is_allowed(bot: OneBot) -> None:
    await bot.play()
    assert "Hints are not allowed" in await bot.slash(await bot.asked(), "hint")
    bot.engine.silent = True


async def test_people_may_allow_hints_and_are_told_that_nothing_is_rated_for_it(bot: OneBot) -> None:
    await bot.play(hints=True)
    assert "Hints are allowed" in "\n".join(message.content for message in bot.messages)
    assert (await bot.slash(await bot.asked(), "hint")).startswith("1. **")
    bot.engine.silent = True
    assert "engine does not answer" in await bot.slash(await bot.asked(), "hint")


async def test_the_engine_adds_to_race_and_odds_what_may_be_told(bot: OneBot) -> None:
    await bot.play(hints=True)
    await bot.until(Phase.CUBE)
    await bot.show_position({6: 3, 5: 3}, {6: 5, 5: 4}, None)
    who = await bot.asked()
    assert "**By the engine:** Do not double yet." in await bot.slash(who, "race")
    other = {"Ann": "Bob", "Bob": "Ann"}[who]
    assert "engine" not in await bot.slash(other, "race")
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
    assert "**By the engine**, on roll: wins 50.0\u00a0%" in await bot.slash("Cyd", "odds", position=start)


@pytest.fixture
def sage(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the engine itself says of plays and cubes."""
    engine = pytest.importorskip("bot.engine.sage", reason="there is no engine for this machine")

    async def plays(*asked: Any) -> Any:
        return engine.plays(*asked)

    async def cube(*asked: Any) -> Any:
        return engine.cube(*asked)

    monkeypatch.setattr(bot.engine, "plays", plays)
    monkeypatch.setattr(bot.engine, "cube", cube)


@pytest.mark.usefixtures("sage")
async def test_what_the_two_sided_base_knows_is_said_to_be_exact(bot: OneBot) -> None:
    own, opponent = {6: 2, 2: 2, 1: 2}, {5: 2, 2: 2, 1: 2}
    await bot.play(hints=True)
    await bot.until(Phase.CUBE)
    await bot.show_position(own, opponent, None)
    who = await bot.asked()
    race = await bot.slash(who, "race")
    assert "By the engine**, exactly: Double; the other side should take.\nNo double: +0.443" in race
    wins = "wins 63.7\u00a0% (gammon 0.0\u00a0%, backgammon 0.0\u00a0%)"
    assert wins in race and race.endswith(" · exactly, by the two-sided base")
    xgid = format_xgid(xgid_of(await bot.match()))
    odds = await bot.slash(who, "odds", position=xgid)
    assert f"**Exactly, by the two-sided base**, on roll: {wins}" in odds
    await bot.show_position(own, opponent, (3, 1))
    hint = await figures(bot, who)
    assert "2. " in hint and hint.endswith(" · exactly, by the two-sided base")
    await bot.show_position({6: 3, 2: 2, 1: 2}, opponent, (3, 1))
    assert (await figures(bot, who)).endswith("-ply"), "where the base knows some plays only"


@pytest.mark.usefixtures("sage")
async def test_in_a_match_the_base_knows_the_chances(bot: OneBot) -> None:
    await bot.play(hints=True, length=7)
    await bot.until(Phase.CUBE)
    await bot.show_position({6: 2, 2: 2, 1: 2}, {5: 2, 2: 2, 1: 2}, None)
    race = await bot.slash(await bot.asked(), "race")
    assert "**By the engine**, the chances exactly: " in race and "wins 63.7\u00a0%" in race and race.endswith("3-ply")


async def test_of_the_board_at_which_one_plays_odds_tell_no_more_than_a_hint_would(bot: OneBot) -> None:
    await bot.play()
    who = await bot.asked()
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
    assert "engine" not in await bot.slash(who, "odds", position=start)


async def gathered(bot: OneBot, **options: Any) -> None:
    """Ann sits down with two computers, and the line has been found."""
    await bot.slash("Ann", "chouette open", **options)
    for level in (Level.BEGINNER, Level.EXPERT):
        assert "It sits at the table." in await bot.slash("Ann", "chouette computer", level=level.value)
    assert "At most 2" in await bot.slash("Ann", "chouette computer", level=Level.INTERMEDIATE.value)
    await bot.slash("Ann", "chouette start")
    await bot.rested()


async def test_a_chouette_with_two_computers_is_played_to_its_end_and_nobody_pays_them(bot: OneBot) -> None:
    await gathered(bot)
    table = await bot.table()
    assert table.computers == (1, 2) and table.game is CHOUETTE
    ann = ComputerPlayer(bot.engine, Level.INTERMEDIATE, 0)
    for _ in range(400):
        table = await bot.table()
        session = table.state
        assert isinstance(session, Session)
        if session.game.phase is Phase.OVER:
            break
        intent = await table.game.computer_decides(session, 0, ann)
        if intent is not None:
            acted = await bot.services.desk.act(table.channel, table.person(0), intent, receipt=f"ann-{table.version}")
            await bot.services.lifecycle.serve(acted.table)
        await bot.rested()
    assert session.game.phase is Phase.OVER and sum(player.points for player in session.players) == 0
    assert "Ann" in bot.live.content
    await bot.slash("Ann", "chouette end")
    table = await bot.table()
    assert isinstance(table.state, Session) and table.state.closed and table.state.payments == ()


async def test_a_computer_waits_for_the_word_of_people_before_it_rolls_for_them() -> None:
    box, captain, crew = 0, 1, 2
    session = apply(start(MANUAL, 3, computers=(box, captain), host=crew), Arrange(line=(box, captain, crew)))
    session = apply(session, OpeningRoll(dice=(1, 6)))
    session = apply(session, Move(by=box, play="13/7 8/7"))
    assert CHOUETTE.computer_waits(session, captain) == 0.0
    session = apply(session, Pass(by=captain))
    assert CHOUETTE.computer_waits(session, captain) == 60.0
    assert CHOUETTE.computer_waits(apply(session, Pass(by=crew)), captain) == 0.0
    assert CHOUETTE.computer_waits(apply(session, Hold(by=crew)), captain) is None


def test_computers_are_neither_host_nor_delegate_nor_partner_and_at_most_two() -> None:
    session = apply(start(MANUAL, 3, computers=(1, 2)), Arrange(line=(0, 1, 2)))
    with pytest.raises(Illegal, match="decides for nobody but itself"):
        apply(session, Delegate(by=0, to=1))
    session = apply(session, Abort())
    with pytest.raises(Illegal, match="before the start and between two games"):
        apply(session, AddComputer(by=0))
    fewer = apply(session, Leave(by=0, seat=2))
    again = apply(fewer, AddComputer(by=0))
    assert again.computers == (1, 2, 3) and again.line[-1] == 3 and not again.players[3].auto_pass
    assert apply(again, Leave(by=0)).closed, "nobody is left"
    assert CHOUETTE.begun(CHOUETTE.header(start(Options(), 3, computers=(2,)))).computers == (2,)


async def test_a_match_against_the_computer_counts_on_its_board_and_nowhere_else(bot: OneBot) -> None:
    await begun(bot, length=1, level=Level.ADVANCED.value)
    assert (await bot.table()).about.rated is False and "not rated" in bot.messages[0].content
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="match")
    await bot.people["Ann"].click(answer.response, label="Confirm")
    await bot.rested()
    ann = f"<@{bot.people['Ann'].id}>"
    shown = await bot.slash("Ann", "leaderboard", board="computer", season="all")
    assert "1 game" in shown
    for board in ("rating", "points"):
        assert "Nobody is listed yet" in await bot.slash("Ann", "leaderboard", board=board, season="all")
    profile = await bot.slash("Ann", "profile")
    assert f"**{ann}** · 0 finished games" in profile
    assert "Against the computer: **−1** in 1 game (advanced −1)" in profile
    assert "Computer · advanced" in await bot.slash("Ann", "games")


async def test_a_challenge_with_hints_says_that_it_is_not_rated(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=1, hints=True)
    assert "· not rated" in bot.last.content and "Hints are allowed" in bot.last.content
    await bot.press("Bob", "Accept challenge", bot.last)
    assert (await bot.table()).about.rated is False


async def test_a_word_given_in_mid_game_is_in_the_dice_of_the_next_one(bot: OneBot) -> None:
    await begun(bot)
    opened = await bot.press("Ann", "More")
    form = await bot.people["Ann"].click(opened.response, label="My word")
    answer = await bot.people["Ann"].submit_modal(form, {"word": "otter"})
    assert "from the next game on" in answer.response.content
    assert [each.first for each in (await bot.table()).people.later] == [0]
    await bot.slash("Ann", "abort")
    await bot.rested()
    await bot.slash("Ann", "next")
    await bot.rested()
    table = await bot.table()
    assert table.people.later[0].first > 1
    again = await bot.press("Ann", "More")
    assert "My word" not in [each["label"] for each in walk(again.response)]
