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

from .party import Party, private, said, walk

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
QUIET = CubeThought(0.1, 0.05, 1.0, EVEN)
"""Neither doubles nor drops."""
BLUE = 1
MANUAL = Options(order=Order.MANUAL)


async def begun(club: Party, **options: Any) -> None:
    """Ann plays the computer in the channel, and has to do something."""
    await club.slash("Ann", "play", opponent="the bot", thread=False, **options)
    await club.rested()


def labels(message: Any) -> list[str]:
    """The labels of a message's buttons."""
    return [each["label"] for each in walk(message)]


def rated(level: Level) -> str:
    """The label of the button for a level."""
    return f"{LEVELS[level]} · PR {PERFORMANCE[level]}"


async def anns_cube(club: Party) -> None:
    """Ann is asked whether she rolls or doubles."""
    while (match := await club.match()).game.phase is not Phase.CUBE or match.game.decider != 0:
        await club.turn()
        await club.rested()


async def test_a_game_against_the_computer_begins_at_once_in_a_thread(club: Party) -> None:
    said = await club.slash("Ann", "play", opponent="the bot", level=Level.BEGINNER.value, length=3)
    await club.rested()
    (thread,) = club.channel.threads
    assert f"<#{thread.id}>" in said and "Computer · beginner" in thread.name
    held = await club.bot.services.repository.held(thread.id)
    assert held is not None and held.stage is Stage.OPEN and held.computers == (1,)
    shown = list(club.env.backend.messages[thread.id].values())
    first = next(each.content for each in shown if each.content)
    assert first.splitlines() == [
        "**Ann** – **Computer · beginner**: 3 points.",
        f"-# Table `{held.id}` · not rated",
        f"-# Commitment `{held.short_commitment}`",
    ]


async def offered(club: Party) -> Any:
    """What Ann sees who has pressed Play the computer, under `/help`."""
    shown = (await club.people["Ann"].slash(club.channel, "help")).response
    return (await club.press("Ann", "Play the computer", shown)).response


async def test_length_and_level_are_one_tap_each_and_the_game_begins(club: Party) -> None:
    shown = await offered(club)
    assert shown.content == "How long do we play?" and not shown.attachments
    assert labels(shown) == ["1 point", "3 points", "5 points", "7 points", "For money"]
    asked = (await club.press("Ann", "5 points", shown)).response
    assert asked.id == shown.id and asked.content.startswith("5 points. How well do I play?\n-# PR ")
    assert labels(asked)[-2:] == [rated(Level.WORLD_CLASS), "Back"]
    again = (await club.press("Ann", "Back", asked)).response
    asked = (await club.press("Ann", "5 points", again)).response
    begins = (await club.press("Ann", rated(Level.ADVANCED), asked)).response
    (thread,) = club.channel.threads
    held = await club.bot.services.repository.held(thread.id)
    assert held is not None and held.about.setup.length == 5 and held.person(1).level is Level.ADVANCED
    assert begins.id == shown.id and f"<#{thread.id}>" in begins.content and labels(begins) == []


async def test_what_was_chosen_last_comes_first_and_is_one_tap_away(club: Party) -> None:
    asked = (await club.press("Ann", "For money", await offered(club))).response
    await club.press("Ann", rated(Level.EXPERT), asked)
    await club.restart()
    shown = await offered(club)
    assert labels(shown)[:2] == ["For money, expert", "1 point"]
    assert [each["label"] for each in walk(shown) if each["style"] == BLUE] == ["For money"]
    asked = (await club.press("Ann", "3 points", shown)).response
    assert [each["label"] for each in walk(asked) if each["style"] == BLUE] == [rated(Level.EXPERT)]
    await club.press("Ann", "For money, expert", await offered(club))
    first, second = club.channel.threads
    tables = [await club.bot.services.repository.held(each.id) for each in (first, second)]
    assert [(each.about.setup.length, each.person(1).level) for each in tables if each] == [(0, Level.EXPERT)] * 2
    ann = club.people["Ann"].id
    services = club.bot.services
    await services.preferences.drop_person(ann)
    assert labels(await offered(club))[0] == "1 point", "what is deleted is not remembered"


async def test_in_a_channel_without_threads_nothing_private_is_left_of_the_choice(club: Party) -> None:
    none = discord.PermissionOverwrite(create_public_threads=False)
    club.channel = club.guild.create_text_channel("quiet", overwrites={club.guild.default_role: none})
    asked = (await club.press("Ann", "1 point", await offered(club))).response
    await club.press("Ann", rated(Level.BEGINNER), asked)
    await club.rested()
    assert (await club.table()).about.setup.length == 1 and club.private == []


@pytest.mark.parametrize("extra", ["", "26", "-1", "x", "3-9", "3-", "3"])
async def test_what_no_button_carries_begins_nothing(club: Party, extra: str) -> None:
    with pytest.raises(Stale):
        await press_level(SimpleNamespace(press=Press("computer_level", NO_TABLE, 0, extra)))  # type: ignore[arg-type]


async def test_a_button_of_an_older_version_asks_too(club: Party) -> None:
    assert (verb := verb_of(Press("computer", NO_TABLE, 0, "2"))) is not None and verb.press is press_computer


async def test_without_an_engine_nothing_is_asked(club: Party) -> None:
    club.engine.available = False
    shown = (await club.people["Ann"].slash(club.channel, "help")).response
    assert "There is no engine on this machine" in said(await club.press("Ann", "Play the computer", shown))


async def test_a_turn_of_the_computer_changes_the_message_and_tells_no_more_than_itself(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    posted = len(club.messages)
    await club.press("Ann", "Roll")
    await club.move()
    await club.rested()
    while (await club.match()).game.decider != 0:
        await club.rested()
    assert len(club.messages) == posted
    lines = club.live.content.splitlines()
    assert lines[0].startswith("**Computer · first steps**") and f"<@{club.people['Ann'].id}>" in lines[-1]
    assert not any(line.startswith("**Ann**") for line in lines)


async def test_ten_games_at_once_are_no_challenges(club: Party) -> None:
    """Neither the three that may be open, nor the five in ten minutes, are meant."""
    for _ in range(7):
        await club.slash("Ann", "play", opponent="the bot")
    assert len(club.channel.threads) == 7


async def test_the_computer_takes_drops_and_beavers(club: Party) -> None:
    for thought, told in (
        (CubeThought(0.3, 0.6, 1.0, EVEN), "**Computer · first steps** takes. The cube is at 2."),
        (CubeThought(0.8, 1.2, 1.0, EVEN), "**Computer · first steps** drops."),
        (CubeThought(-0.3, -0.8, 1.0, EVEN), "**Computer · first steps** beavers to 4"),
    ):
        club.engine.thought = QUIET
        await begun(club)
        await anns_cube(club)
        club.engine.thought = thought
        await club.confirmed("Ann", "Double")
        await club.rested()
        assert told in "\n".join(message.content for message in club.messages[-3:])
        await club.slash("Ann", "abort")
        await club.rested()
        if not (await club.table()).state.closed:
            await club.slash("Ann", "end")


async def test_the_computer_doubles_and_one_answers(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    club.engine.thought = CubeThought(0.5, 0.7, 1.0, EVEN)
    await club.turn()
    await club.turn()
    await club.rested()
    assert "**Computer · first steps** doubles to 2: take, drop, or beaver?" in club.live.content
    await club.press("Ann", "Take")
    await club.rested()
    assert (await club.match()).game.bet.value == 2


async def test_it_agrees_to_undo_and_to_voiding_the_game(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    await club.press("Ann", "Roll")
    before = (await club.match()).game.board
    await club.move()
    await club.slash("Ann", "undo")
    await club.rested()
    assert (await club.match()).game.board == before
    await club.slash("Ann", "abort")
    await club.rested()
    assert (await club.match()).game.phase is Phase.OVER


async def test_it_settles_at_a_fair_price_only(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    club.engine.thought = CubeThought(0.9, 0.95, 1.0, EVEN)
    await club.slash("Ann", "settle", points=1)
    await club.rested()
    assert (await club.match()).game.phase is Phase.OVER


async def test_it_refuses_a_settlement_and_a_resignation_that_give_too_little(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    await club.slash("Ann", "settle", points=1)
    await club.rested()
    assert "refuses the settlement" in club.live.content
    club.engine.thought = CubeThought(-1.5, -1.6, 1.0, EVEN)
    answer = await club.people["Ann"].slash(club.channel, "resign", kind="single")
    await club.people["Ann"].click(answer.response, label="Confirm")
    await club.rested()
    assert "refuses the resignation" in club.live.content


async def test_it_resigns_what_is_lost_and_goes_on_if_nobody_accepts(club: Party) -> None:
    await begun(club, jacoby=False)
    await anns_cube(club)
    await club.show_position({1: 4}, {6: 8, 5: 7}, None)
    club.engine.chances = Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    await club.press("Ann", "Roll")
    await club.rested()
    match = await club.match()
    if match.game.phase is not Phase.OVER:
        offered = match.proposed(Resign)
        assert offered is not None and offered.what == Resign(by=1, kind=Kind.GAMMON)
        await club.press("Ann", "Decline resignation")
        await club.rested()
        assert (await club.match()).proposed(Resign) is None
        assert (await club.match()).game.decider == 0


async def test_it_resigns_no_more_than_ends_the_match(club: Party) -> None:
    """A gammon is no more than a single game to whoever needs one point."""
    await begun(club, length=1)
    await club.show_position({1: 4}, {13: 8, 6: 7}, (2, 1))
    club.engine.chances = Chances(0.0, 0.0, 0.0, 1.0, 0.0)
    await club.move()
    await club.rested()
    offered = (await club.match()).proposed(Resign)
    assert offered is not None and offered.what == Resign(by=1, kind=Kind.SINGLE)


async def test_a_stop_in_mid_thought_is_made_up_for_once(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    club.bot.services.computers.tempo = 60.0
    await club.press("Ann", "Roll")
    await club.move()
    computers = club.bot.services.computers
    assert computers._tasks, "it thinks"
    await computers.rest()
    waiting = await club.match()
    assert waiting.game.decider == 1
    await club.restart()
    await club.rested()
    match = await club.match()
    assert match.game.decider == 0 and match.rolls >= waiting.rolls


async def test_an_engine_that_is_silent_is_told_of_once_and_the_game_goes_on_without_it(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    club.engine.silent = True
    await club.press("Ann", "Roll")
    await club.move()
    await club.rested()
    told = [message.content for message in club.messages if "engine does not answer" in message.content]
    assert len(told) == 1 and (await club.match()).game.decider == 0
    club.engine.silent = False
    await anns_cube(club)


async def test_without_an_engine_there_is_no_computer_and_everything_else(club: Party) -> None:
    club.engine.available = False
    for option in ({"opponent": "the bot"}, {"level": Level.BEGINNER.value}):
        said = await club.slash("Ann", "play", **option)
        assert said.startswith("There is no engine on this machine") and not club.messages
    await club.play(hints=True)
    assert (await club.table()).stage is Stage.OPEN
    assert (await club.slash(await club.asked(), "hint")).startswith("There is no engine on this machine")


async def test_without_an_engine_no_computer_sits_down_in_a_chouette(club: Party) -> None:
    club.engine.available = False
    await club.slash("Ann", "chouette open")
    said = await club.slash("Ann", "chouette computer", level=Level.BEGINNER.value)
    assert said.startswith("There is no engine on this machine")


async def test_what_only_the_computer_is_asked_is_nobodys_to_press(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    club.bot.services.computers.tempo = 60.0
    await club.press("Ann", "Roll")
    await club.move()
    assert (await club.match()).game.decider == 1
    assert [each["label"] for each in walk(club.live)] == ["More"]


async def test_what_it_does_not_know_it_does_not_play(club: Party) -> None:
    for options in ({"variant": "hypergammon"}, {"egyptian": True}):
        said = await club.slash("Ann", "play", opponent="the bot", **options)
        assert said.startswith("My engine knows neither")
    assert not club.messages
    said = await club.slash("Ann", "play", opponent="Bob", level=Level.FIRST_STEPS.value)
    assert said.startswith("`level` says how well I play")


async def test_a_level_alone_means_the_computer(club: Party) -> None:
    await club.slash("Ann", "play", level=Level.EXPERT.value, thread=False)
    table = await club.table()
    assert table.person(1).name == "Computer · expert" and table.person(1).level is Level.EXPERT
    await club.rested()


async def test_once_more_against_the_computer(club: Party) -> None:
    await begun(club, length=1, level=Level.ADVANCED.value, hints=False)
    first = (await club.table()).id
    answer = await club.people["Ann"].slash(club.channel, "resign", kind="match")
    await club.people["Ann"].click(answer.response, label="Confirm")
    await club.rested()
    assert (await club.bot.services.repository.load(club.channel.id, first)).stage is Stage.CLOSED
    await club.press("Ann", "Rematch")
    await club.rested()
    again = await club.table()
    assert again.id != first and again.stage is Stage.OPEN and not again.about.hints
    assert again.person(1).level is Level.ADVANCED and again.about.light == 0


async def test_its_games_are_entered_under_nobodys_number(club: Party) -> None:
    await begun(club, length=1)
    answer = await club.people["Ann"].slash(club.channel, "resign", kind="match")
    await club.people["Ann"].click(answer.response, label="Confirm")
    await club.rested()
    (entry,) = await club.bot.services.store.ladder.entries(club.guild.id)
    assert sorted(bool(each) for each in entry.who) == [False, True]


async def test_a_hint_for_a_play_and_for_a_cube_against_the_computer(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    said = await club.slash("Ann", "hint")
    assert said.startswith("**Do not double yet.**") and "Double, take: +0.050" in said and "wins 50.0\u00a0%" in said
    await club.press("Ann", "Roll")
    plays = (await club.match()).game.plays((await club.match()).rules)
    said = await club.slash("Ann", "hint")
    assert said.startswith(f"1. **{plays[0]}**  +0.100") and f"2. {plays[1]}  +0.090 (\u22120.010)" in said
    assert club.private[-1].attachments, "with a picture"
    assert "whoever has to decide" in await club.slash("Bob", "hint")


async def test_a_hint_has_one_line_a_play_and_a_button_that_makes_it_as_confirm_does(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    composer = private(await club.press("Ann", "Roll"))
    plays = (await club.match()).game.plays((await club.match()).rules)
    shown = (await club.press("Ann", "Hint", composer)).response
    assert shown.id == composer.id and shown.attachments
    *lines, chances = shown.content.splitlines()
    assert [line.split("  ")[0].strip("*") for line in lines] == [
        f"1. **{plays[0]}".strip("*"), *(f"{place}. {play}" for place, play in enumerate(plays[1:5], 2))
    ]  # fmt: skip
    assert chances.startswith("-# Best play: wins 50.0")
    assert [each["label"] for each in walk(shown)] == [*map(str, plays[:5]), "Back"]
    again = (await club.press("Ann", "Back", shown)).response
    assert again.id == composer.id and again.content == composer.content and "Confirm" in labels(again)
    shown = (await club.press("Ann", "Hint", again)).response
    private_before, posted = len(club.private), len(club.messages)
    made = await club.press("Ann", str(plays[2]), shown)
    assert said(made) == "" and len(club.private) == private_before - 1, "as after Confirm nothing private is left"
    assert str(plays[2]) in {
        str(each.action.play) for each in (await club.table()).news if isinstance(each.action, Move)
    }
    await club.rested()
    assert len(club.messages) == posted


async def test_the_button_of_a_hint_does_nothing_when_the_play_has_been_made(club: Party) -> None:
    await club.play(hints=True)
    who = await club.asked()
    composer = private(await club.press(who, "Move"))
    shown = (await club.press(who, "Hint", composer)).response
    best = labels(shown)[0]
    await club.restart()  # what is before people is not remembered any more
    await club.slash(who, "move", play=club.plays[1])
    after = (await club.match()).game.board
    late = await club.people[who].click(shown, label=best)
    assert late.acknowledged and (await club.match()).game.board == after


async def test_under_more_there_is_a_hint_for_whoever_has_to_decide_where_hints_are_allowed(club: Party) -> None:
    await club.play(hints=True)
    who = await club.asked()
    other = {"Ann": "Bob", "Bob": "Ann"}[who]
    more = (await club.press(who, "More")).response
    shown = (await club.press(who, "Hint", more)).response
    assert shown.id == more.id and shown.content.startswith("1. **") and "Back" not in labels(shown)
    for stranger in (other, "Cyd"):
        assert "Hint" not in labels((await club.press(stranger, "More")).response)
    late = (await club.press(who, "More")).response
    await club.restart()
    await club.move()
    assert "moved on" in said(await club.press(who, "Hint", late))
    await club.slash("Ann", "abort")
    await club.press("Bob", "Accept voiding")


async def test_without_hints_neither_composer_nor_more_has_one(club: Party) -> None:
    await club.play()
    who = await club.asked()
    assert "Hint" not in labels(private(await club.press(who, "Move")))
    assert "Hint" not in labels((await club.press(who, "More")).response)


async def test_a_hint_about_the_cube_has_the_buttons_of_the_board(club: Party) -> None:
    await begun(club)
    await anns_cube(club)
    more = (await club.press("Ann", "More")).response
    shown = (await club.press("Ann", "Hint", more)).response
    assert shown.content.startswith("**Do not double yet.**") and labels(shown) == ["Roll", "Double"]
    before = (await club.match()).rolls
    composer = (await club.press("Ann", "Roll", shown)).response
    assert composer.id == shown.id and ": choose a " in composer.content and (await club.match()).rolls == before + 1


async def test_where_there_is_no_cube_neither_hint_nor_race_speaks_of_one(club: Party) -> None:
    for name in ("Ann", "Bob"):
        await club.bot.services.preferences.keep_person(club.people[name].id, PersonPreferences(auto_roll=False))
    await club.play(length=5, cube=False, hints=True)
    await club.until(Phase.ROLL)
    await club.show_position({6: 3, 5: 3}, {6: 5, 5: 4}, None)
    for command in ("hint", "race"):
        told = await club.slash(await club.asked(), command)
        engine = told[told.index("Roll.") :]
        assert "Equity: +0.100" in engine and "ouble" not in engine, command


async def test_no_hint_where_none_is_allowed(club: Party) -> None:
    await club.play()
    assert "Hints are not allowed" in await club.slash(await club.asked(), "hint")
    club.engine.silent = True


async def test_people_may_allow_hints_and_are_told_that_nothing_is_rated_for_it(club: Party) -> None:
    await club.play(hints=True)
    assert "Hints are allowed" in "\n".join(message.content for message in club.messages)
    assert (await club.slash(await club.asked(), "hint")).startswith("1. **")
    club.engine.silent = True
    assert "engine does not answer" in await club.slash(await club.asked(), "hint")


async def test_the_engine_adds_to_race_and_odds_what_may_be_told(club: Party) -> None:
    await club.play(hints=True)
    await club.until(Phase.CUBE)
    await club.show_position({6: 3, 5: 3}, {6: 5, 5: 4}, None)
    who = await club.asked()
    assert "**By the engine:** Do not double yet." in await club.slash(who, "race")
    other = {"Ann": "Bob", "Bob": "Ann"}[who]
    assert "engine" not in await club.slash(other, "race")
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
    assert "**By the engine**, on roll: wins 50.0\u00a0%" in await club.slash("Cyd", "odds", position=start)


@pytest.fixture
def sage(club: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the engine itself says of plays and cubes."""
    engine = pytest.importorskip("bot.engine.sage", reason="there is no engine for this machine")

    async def plays(*asked: Any) -> Any:
        return engine.plays(*asked)

    async def cube(*asked: Any) -> Any:
        return engine.cube(*asked)

    monkeypatch.setattr(club.engine, "plays", plays)
    monkeypatch.setattr(club.engine, "cube", cube)


@pytest.mark.usefixtures("sage")
async def test_what_the_two_sided_base_knows_is_said_to_be_exact(club: Party) -> None:
    own, opponent = {6: 2, 2: 2, 1: 2}, {5: 2, 2: 2, 1: 2}
    await club.play(hints=True)
    await club.until(Phase.CUBE)
    await club.show_position(own, opponent, None)
    who = await club.asked()
    race = await club.slash(who, "race")
    assert "By the engine**, exactly: Double; the other side should take.\nNo double: +0.443" in race
    wins = "wins 63.7\u00a0% (gammon 0.0\u00a0%, backgammon 0.0\u00a0%)"
    assert wins in race and race.endswith(" · exactly, by the two-sided base")
    xgid = format_xgid(xgid_of(await club.match()))
    odds = await club.slash(who, "odds", position=xgid)
    assert f"**Exactly, by the two-sided base**, on roll: {wins}" in odds
    await club.show_position(own, opponent, (3, 1))
    hint = await club.slash(who, "hint")
    assert "2. " in hint and hint.endswith(" · exactly, by the two-sided base")
    await club.show_position({6: 3, 2: 2, 1: 2}, opponent, (3, 1))
    assert (await club.slash(who, "hint")).endswith("-ply"), "where the base knows some plays only"


@pytest.mark.usefixtures("sage")
async def test_in_a_match_the_base_knows_the_chances(club: Party) -> None:
    await club.play(hints=True, length=7)
    await club.until(Phase.CUBE)
    await club.show_position({6: 2, 2: 2, 1: 2}, {5: 2, 2: 2, 1: 2}, None)
    race = await club.slash(await club.asked(), "race")
    assert "**By the engine**, the chances exactly: " in race and "wins 63.7\u00a0%" in race and race.endswith("3-ply")


async def test_of_the_board_at_which_one_plays_odds_tell_no_more_than_a_hint_would(club: Party) -> None:
    await club.play()
    who = await club.asked()
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
    assert "engine" not in await club.slash(who, "odds", position=start)


async def gathered(club: Party, **options: Any) -> None:
    """Ann sits down with two computers, and the line has been found."""
    await club.slash("Ann", "chouette open", **options)
    for level in (Level.BEGINNER, Level.EXPERT):
        assert "It sits at the table." in await club.slash("Ann", "chouette computer", level=level.value)
    assert "At most 2" in await club.slash("Ann", "chouette computer", level=Level.INTERMEDIATE.value)
    await club.slash("Ann", "chouette start")
    await club.rested()


async def test_a_chouette_with_two_computers_is_played_to_its_end_and_nobody_pays_them(club: Party) -> None:
    await gathered(club)
    table = await club.table()
    assert table.computers == (1, 2) and table.game is CHOUETTE
    ann = ComputerPlayer(club.engine, Level.INTERMEDIATE, 0)
    for _ in range(400):
        table = await club.table()
        session = table.state
        assert isinstance(session, Session)
        if session.game.phase is Phase.OVER:
            break
        intent = await table.game.computer_decides(session, 0, ann)
        if intent is not None:
            acted = await club.bot.services.desk.act(
                table.channel, table.person(0), intent, receipt=f"ann-{table.version}"
            )
            await club.bot.services.lifecycle.serve(acted.table)
        await club.rested()
    assert session.game.phase is Phase.OVER and sum(player.points for player in session.players) == 0
    assert "Ann" in club.live.content
    await club.slash("Ann", "chouette end")
    table = await club.table()
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


async def test_a_match_against_the_computer_counts_on_its_board_and_nowhere_else(club: Party) -> None:
    await begun(club, length=1, level=Level.ADVANCED.value)
    assert (await club.table()).about.rated is False and "not rated" in club.messages[0].content
    answer = await club.people["Ann"].slash(club.channel, "resign", kind="match")
    await club.people["Ann"].click(answer.response, label="Confirm")
    await club.rested()
    ann = f"<@{club.people['Ann'].id}>"
    shown = await club.slash("Ann", "leaderboard", board="computer", season="all")
    assert "1 game" in shown
    for board in ("rating", "points"):
        assert "Nobody is listed yet" in await club.slash("Ann", "leaderboard", board=board, season="all")
    profile = await club.slash("Ann", "profile")
    assert f"**{ann}** · 0 finished games" in profile
    assert "Against the computer: **−1** in 1 game (advanced −1)" in profile
    assert "Computer · advanced" in await club.slash("Ann", "games")


async def test_a_challenge_with_hints_says_that_it_is_not_rated(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob", length=1, hints=True)
    assert "· not rated" in club.last.content and "Hints are allowed" in club.last.content
    await club.press("Bob", "Accept challenge", club.last)
    assert (await club.table()).about.rated is False


async def test_a_word_given_in_mid_game_is_in_the_dice_of_the_next_one(club: Party) -> None:
    await begun(club)
    opened = await club.press("Ann", "More")
    form = await club.people["Ann"].click(opened.response, label="My word")
    answer = await club.people["Ann"].submit_modal(form, {"word": "otter"})
    assert "from the next game on" in answer.response.content
    assert [each.first for each in (await club.table()).people.later] == [0]
    await club.slash("Ann", "abort")
    await club.rested()
    await club.slash("Ann", "next")
    await club.rested()
    table = await club.table()
    assert table.people.later[0].first > 1
    again = await club.press("Ann", "More")
    assert "My word" not in [each["label"] for each in walk(again.response)]
