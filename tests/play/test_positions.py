"""`/position` and what `/odds` is asked for, as commands: answered to one person alone."""

from __future__ import annotations

from bot.backgammon import format_xgid, xgid_of

from .party import Party

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"


async def test_the_board_of_the_channel_and_any_other_are_shown_to_copy(club: Party) -> None:
    assert "Nothing is being played" in await club.slash("Cyd", "position")
    told = await club.slash("Cyd", "position", position=START)
    assert "Position ID: `4HPwATDgc/ABMA`" in told and f"`{START}`" in told
    assert "neither an XGID" in await club.slash("Cyd", "position", position="the one of yesterday")
    await club.play()
    running = format_xgid(xgid_of(await club.match()))
    assert f"`{running}`" in await club.slash("Cyd", "position")
    for command in ("position", "odds"):
        (choice,) = await club.people["Cyd"].autocomplete(club.channel, command, "position", "")
        assert choice["value"] == running


async def test_chances_are_told_for_what_somebody_names(club: Party) -> None:
    said = await club.slash("Ann", "odds", results="1: 10 %, -1: 90 %", rolls="6-5", hit="8: 5 6")
    assert "**−0.8**" in said and "2/36" in said and "5/36" in said and "Match equity" not in said
    assert "167 pips" in await club.slash("Ann", "odds", position=START)
    assert "names no rolls" in await club.slash("Ann", "odds", rolls="seven")
