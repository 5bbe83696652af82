"""`/position` and what `/odds` is asked for, as commands: answered to one person alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.backgammon import Phase, format_xgid, parse_xgid, xgid_of
from bot.languages import LANGUAGES as PREFERRED
from bot.screens.reference.position_words import position_words
from bot.texts import texts

from .bot import OneBot
from .test_games import other

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"


async def test_the_board_of_the_channel_and_any_other_are_shown_to_copy(bot: OneBot) -> None:
    for command in ("position", "race", "scores"):
        assert "Name a position (an XGID, Position ID or Match ID)" in await bot.slash("Cyd", command), command
    told = await bot.slash("Cyd", "position", position=START)
    assert "Position ID: `4HPwATDgc/ABMA`" in told and f"`{START}`" in told
    assert "neither an XGID" in await bot.slash("Cyd", "position", position="the one of yesterday")
    await bot.play()
    running = format_xgid(xgid_of(await bot.match()))
    assert f"`{running}`" in await bot.slash("Cyd", "position")
    for command in ("position", "odds"):
        (choice,) = await bot.people["Cyd"].autocomplete(bot.channel, command, "position", "")
        assert choice["value"] == running


@pytest.mark.parametrize("language", PREFERRED)
async def test_of_a_beaver_there_is_no_match_id(bot: OneBot, language: str) -> None:
    preferences = bot.services.preferences
    await bot.play()
    doubler = await bot.until(Phase.CUBE)
    await bot.confirmed(doubler, "Double")
    assert "Match ID: `" in await bot.slash("Cyd", "position")
    await bot.press(other(doubler), "Beaver")
    hers = await preferences.of_person(bot.people["Cyd"].id)
    await preferences.keep_person(bot.people["Cyd"].id, replace(hers, language=language))
    told = await bot.slash("Cyd", "position")
    assert f"`{format_xgid(xgid_of(await bot.match()))}`" in told and ":B:" in told
    assert "Match ID: `" not in told
    assert texts(language)("A Match ID cannot tell a beaver.") in told


def test_of_a_raccoon_there_is_none_either() -> None:
    offered = replace(parse_xgid(START), offer="R")
    assert position_words(offered, texts("en")).endswith("\nA Match ID cannot tell a raccoon.")


async def test_chances_are_told_for_what_somebody_names(bot: OneBot) -> None:
    said = await bot.slash("Ann", "odds", results="1: 10 %, -1: 90 %", rolls="6-5", hit="8: 5 6")
    assert "**−0.8**" in said and "2/36" in said and "5/36" in said and "Match equity" not in said
    assert "167 pips" in await bot.slash("Ann", "odds", position=START)
    assert "names no rolls" in await bot.slash("Ann", "odds", rolls="seven")
