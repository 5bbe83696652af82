"""Levels of the computer as people see them: six with their ratings."""

from __future__ import annotations

from typing import Any

import pytest
from discord import Locale, app_commands

from bot.backgammon import Dice, Position, Rules
from bot.chouette import Session
from bot.chouette.questions import starters
from bot.engine.levels import PERFORMANCE
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes
from bot.screens.computer_words import computer_name
from bot.tables.about import About
from bot.tables.table import Person, Stage
from bot.texts import CommandTranslator, texts

from .bot import OneBot, walk
from .thinking import FakeEngine

BLUE = 1
NAMES = ("first steps", "beginner", "intermediate", "advanced", "expert", "world class")
RATINGS = tuple(PERFORMANCE.values())
"""What was measured last, the weakest first."""


class Listening(FakeEngine):
    """Remembers at which levels it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.levels: set[Level] = set()

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        self.levels.add(level)
        return await super().choice(position, dice, stakes, level, seed)

    async def cube_choice(self, position: Position, stakes: Stakes, level: Level, seed: int) -> CubeThought:
        self.levels.add(level)
        return await super().cube_choice(position, stakes, level, seed)


async def begun_at_level(bot: OneBot, level: Level, length: int = 1) -> str:
    """A match of Ann's against the computer at this level; the table's id."""
    services, ann = bot.services, bot.people["Ann"]
    name = await services.challenges.claim_at_once("then")
    about = About(
        id=name,
        guild=bot.guild.id,
        channel=bot.channel.id,
        setup=Rules(length=length),
        made_at=services.now(),
        expires_at=services.now() + 600,
        light=0,
        rated=False,
        hints=True,
    )
    computer = Person.computer(computer_name(level, texts("en")), level)
    outcome = await services.challenges.begin_at_once(about, Person(ann.id, "Ann"), computer, "then")
    await services.lifecycle.serve(outcome.table)
    await bot.rested()
    return name


async def resigned(bot: OneBot) -> None:
    """Ann resigns the match."""
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="match")
    await bot.people["Ann"].click(answer.response, label="Confirm")
    await bot.rested()


async def asked(bot: OneBot, length: str = "5 points") -> Any:
    """What Ann is asked who wants to play the computer so long."""
    shown = (await bot.people["Ann"].slash(bot.channel, "help")).response
    offered = (await bot.press("Ann", "Play the computer", shown)).response
    return (await bot.press("Ann", length, offered)).response


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message)]


async def begun_at(bot: OneBot) -> tuple[int, Level | None]:
    """The length and the level of the game in the newest thread."""
    held = await bot.services.repository.held(bot.channel.threads[-1].id)
    assert held is not None
    return held.about.setup.length, held.person(1).level


async def test_each_level_has_its_rating_beside_it_and_first_steps_is_for_newcomers(bot: OneBot) -> None:
    shown = await asked(bot)
    assert labels(shown) == [*(f"{name} · PR {rating}" for name, rating in zip(NAMES, RATINGS, strict=True)), "Back"]
    assert [each["label"] for each in walk(shown) if each["style"] == BLUE] == [labels(shown)[0]]
    assert "PR is what mistakes cost" in shown.content
    assert [len(row["components"]) for row in shown.components] == [2, 2, 2, 1], "as many as a phone has room for"


async def test_the_ratings_come_from_one_table(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PERFORMANCE, Level.BEGINNER, 123)
    assert "beginner · PR 123" in labels(await asked(bot))
    shown = (await bot.people["Ann"].slash(bot.channel, "help")).response
    learnt = (await bot.press("Ann", "The computer and hints", shown)).response
    assert f"first steps {RATINGS[0]}, beginner 123, intermediate {RATINGS[2]}" in learnt.content
    assert "our 3-ply is its 2-ply" in learnt.content


@pytest.mark.parametrize("command", ["play", "chouette computer"])
async def test_choices_of_commands_have_name_and_rating_in_the_language_of_who_reads_them(
    bot: OneBot, command: str
) -> None:
    found = next(each for each in bot.client.tree.walk_commands() if each.qualified_name == command)
    assert isinstance(found, app_commands.Command)
    payload = await found.get_translated_payload(bot.client.tree, CommandTranslator())
    (level,) = [each for each in payload["options"] if each["name"] == "level"]
    choices = [each for each in level["choices"] if each["value"]]
    assert [each["value"] for each in choices] == list(range(11, 17))
    assert [each["name"] for each in choices] == [
        f"{name} · PR about {rating}" for name, rating in zip(NAMES, RATINGS, strict=True)
    ]
    named = [each["name_localizations"] for each in choices]
    for locale, about, names in (
        (
            Locale.czech,
            "asi",
            ("první kroky", "začátečník", "středně pokročilý", "pokročilý", "expert", "světová třída"),
        ),
        (
            Locale.russian,
            "около",
            ("первые шаги", "новичок", "средний игрок", "сильный игрок", "эксперт", "мировой класс"),
        ),
    ):
        assert [each[locale.value] for each in named] == [
            f"{name} · PR {about} {rating}" for name, rating in zip(names, RATINGS, strict=True)
        ]


async def test_who_names_no_level_plays_the_one_chosen_last_else_first_steps(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="the bot")
    assert (await begun_at(bot))[1] is Level.FIRST_STEPS
    await bot.press("Ann", f"advanced · PR {PERFORMANCE[Level.ADVANCED]}", await asked(bot))
    await bot.slash("Ann", "play", opponent="the bot")
    assert (await begun_at(bot))[1] is Level.ADVANCED
    await bot.slash("Bob", "play", opponent="the bot")
    assert (await begun_at(bot))[1] is Level.FIRST_STEPS


@pytest.mark.parametrize("level", [Level.FIRST_STEPS, Level.EXPERT])
async def test_a_table_and_its_rematch_keep_the_level(bot: OneBot, level: Level) -> None:
    engine = bot.services.computers.thinker = Listening()
    before = await begun_at_level(bot, level)
    named = computer_name(level, texts("en"))
    assert f"**Ann** – **{named}**: 1 point." in bot.messages[0].content
    for _ in range(4):
        await bot.turn()
        await bot.rested()
    assert engine.levels == {level} and f"**{named}**" in bot.live.content
    await resigned(bot)
    assert (await bot.services.repository.load(bot.channel.id, before)).stage is Stage.CLOSED
    await bot.press("Ann", "Rematch")
    await bot.rested()
    again = await bot.table()
    assert again.id != before and again.person(1) == Person.computer(named, level)


async def test_a_chouette_keeps_its_computers_between_games(bot: OneBot) -> None:
    bot.hire("Mod", manage_messages=True)
    await bot.slash("Ann", "chouette open")
    await bot.slash("Bob", "chouette join")
    lobby = await bot.table()
    computers = [Person.computer(computer_name(level, texts("en")), level) for level in (Level.BEGINNER, Level.EXPERT)]
    for each in computers:
        await bot.services.lobby.seat_computer(lobby.channel, lobby.id, lobby.person(0), each, f"then {each.level}")
    await bot.slash("Ann", "chouette start")
    await bot.rested()
    await bot.slash("Mod", "abort")
    await bot.rested()
    assert [(await bot.table()).person(seat) for seat in (2, 3)] == computers
    starter, *_ = starters((await bot.table()).state_of(Session))
    await bot.press((await bot.table()).person(starter).name, "Next")
    await bot.rested()
    table = await bot.table()
    assert [table.person(seat) for seat in (2, 3)] == computers and table.state_of(Session).number == 2


async def test_results_against_several_levels_are_apart(bot: OneBot) -> None:
    await begun_at_level(bot, Level.EXPERT)
    await resigned(bot)
    await bot.slash("Ann", "play", level=Level.BEGINNER.value, length=3, thread=False)
    await bot.rested()
    await resigned(bot)
    assert "in 2 games (expert −1, beginner −3)" in await bot.slash("Ann", "profile")
    listed = [line for line in (await bot.slash("Ann", "games")).splitlines() if "Computer" in line]
    assert [("Computer · expert" in line, "Computer · beginner" in line) for line in listed] == [
        (False, True),
        (True, False),
    ]
