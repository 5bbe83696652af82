"""A sheet of Preferans in a channel: gathered for, hands entered by presses, edited, settled, kept and written out."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import fakeredis
import pytest

from bot.cogs import preferans_gathering
from bot.cogs.services import Services
from bot.preferans.hands import HandFault
from bot.preferans.lines import SheetFault
from bot.preferans.sheet import Sheet
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.tables.faults import TableTrouble
from bot.tables.preferans.faults import PreferansFault
from bot.tables.preferans.gathering import Gathering
from bot.tables.table import Stage, Table
from tests.store.copies import connection

from .bot import OneBot, one_bot, said, walk

HOUR = 3600
FOUR = ("Ann", "Bob", "Cyd", "Dan")
#: With these dice the host deals first.
SEED = (2).to_bytes(32, "big")


def known(services: Services) -> Gathering:
    """What gathers people, with the dice of whom the first deals."""
    parts = services.store, services.repository, services.preferences, services.desk
    return Gathering(*parts, entropy=lambda count: SEED[:count])


@pytest.fixture
async def bot(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OneBot]:
    monkeypatch.setattr(preferans_gathering, "gathering", known)
    async with one_bot((*FOUR, "Eve")) as made:
        yield made
        made.env.raise_errors()


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message) if "label" in each]


def read(message: Any) -> str:
    """What a message says; figures that are tied to their names stand after a space like any other."""
    return message.content.replace("\u00a0", " ")


def start(reason: Any) -> str:
    """A refusal as far as it says nothing in particular."""
    return str(reason.value).partition("{")[0]


async def board(bot: OneBot) -> Any:
    """The live message."""
    shown = (await bot.table()).screen.message
    return next(message for message in bot.messages if message.id == shown)


async def sheet(bot: OneBot) -> Sheet:
    state = (await bot.table()).state
    assert isinstance(state, Sheet)
    return state


async def begun(bot: OneBot, players: int = 4, **options: Any) -> Table:
    """Ann has opened a sheet, and the others have joined."""
    await bot.slash("Ann", "preferans open", **({"players": 3} if players == 3 else {}), **options)
    gathering = bot.last
    for who in FOUR[1:players]:
        await bot.press(who, "Join", gathering)
    return await bot.table()


async def test_four_gather_and_the_lot_says_who_deals(bot: OneBot) -> None:
    await bot.slash("Ann", "preferans open", convention="sochi", bullet=30)
    gathering = bot.last
    assert gathering.content.startswith("**Preferans: Sochi, to 30**\n1 of 4: 👑 Ann\n")
    assert labels(gathering) == ["Join", "Rules", "My word", "Leave"]
    assert "You have joined" in said(await bot.press("Bob", "Join", gathering))
    assert start(PreferansFault.SEATED_ALREADY) in said(await bot.press("Bob", "Join", gathering))
    await bot.press("Cyd", "Join", gathering)
    await bot.press("Cyd", "Leave", gathering)
    gathering = next(message for message in bot.messages if message.id == gathering.id)
    assert "2 of 4: 👑 Ann, Bob\n" in gathering.content
    for who in ("Cyd", "Dan"):
        await bot.press(who, "Join", gathering)
    table = await bot.table()
    assert table.stage is Stage.OPEN and [each.name for each in table.people.seats] == list(FOUR)
    dealer = FOUR[(await sheet(bot)).dealer]
    shown = await board(bot)
    assert f"so **{dealer}** deals first." in shown.content and f"Hand 1: **{dealer}** deals." in shown.content
    assert labels(shown) == ["Hand", "More"] and bot.notified(shown) == []
    (picture,) = shown.attachments
    assert "Ann 0: pool 0; dump 0; whists on Bob 0, Cyd 0, Dan 0" in picture.description
    assert "Full responsibility" in bot.messages[-2].content


async def test_who_joins_is_told_the_button_that_has_the_rules_as_it_is_called_there(bot: OneBot) -> None:
    """Until it begins a sheet has the server's language."""
    await bot.slash("Ann", "preferans open")
    bot.speaks("ru", "Bob")
    assert "Rules" in labels(bot.last)
    assert "**Rules**" in said(await bot.press("Bob", "Join", bot.last))


async def test_a_usual_hand_is_five_presses_after_hand(bot: OneBot) -> None:
    await begun(bot)
    panel = (await bot.press("Cyd", "Hand", await board(bot))).response
    assert panel.ephemeral and labels(panel) == ["Bob", "Cyd", "Dan", "All passed", "Bob dealt"]
    for label, offered in (
        ("Bob", ["6", "7", "8", "9", "10", "Misère", "Start again"]),
        ("7", ["Cyd whists", "Dan whists", "Both whist", "Cyd: half whist", "Dan: half whist", "Start again"]),
        ("Cyd whists", [*map(str, range(11)), "Start again"]),
        ("8", ["Save", "Talon 1", "Talon 2", "Talon 3", "Start again"]),
    ):
        await bot.press("Cyd", label, panel)
        assert labels(panel) == offered
    assert read(panel) == (
        "Hand 1: **Ann** dealt.\n**Bob**: seven, 8 tricks; **Cyd** whist 2; **Dan** pass.\n"
        "**Ann** −10 · **Bob** +22 · **Cyd** −2 · **Dan** −10"
    )
    before = await board(bot)
    await bot.press("Cyd", "Save", panel)
    shown = await board(bot)
    assert shown.id != before.id and bot.notified(shown) == []
    assert read(shown) == (
        "Line 1. **Bob**: seven, 8 tricks; **Cyd** whist 2; **Dan** pass.\n"
        "**Ann** −10 · **Bob** +22 · **Cyd** −2 · **Dan** −10\nHand 2: **Bob** deals."
    )
    assert "Bob +22: pool 4;" in shown.attachments[0].description
    assert (await sheet(bot)).totals.balances == (-10, 22, -2, -10)


async def steps(bot: OneBot, who: str, *labels: str) -> str:
    """A hand entered and saved; what is said where it is not."""
    panel = (await bot.press(who, "Hand", await board(bot))).response
    for label in labels:
        await bot.press(who, label, panel)
    result = await bot.press(who, "Save", panel) if "Save" in [each["label"] for each in walk(panel)] else None
    return said(result) if result else str(panel.content)


async def test_every_kind_of_hand_is_entered_in_five_presses_at_most(bot: OneBot) -> None:
    table = await begun(bot)
    for presses, worth in (
        (("Bob", "Misère", "0"), (-25, 75, -25, -25)),
        (("All passed", "0", "3", "5"), (Fraction(65, 2), Fraction(-15, 2), Fraction(-55, 2), Fraction(5, 2))),
        (("Dan", "10", "9"), (40, 40, 35, -115)),
        (("Bob", "9", "Both pass"), (-20, 60, -20, -20)),
        (("Cyd", "6", "Dan: half whist"), (-5, -5, 11, -1)),
    ):
        assert len(presses) <= 4, "and Save"
        await steps(bot, "Ann", *presses)
        assert (await sheet(bot)).written[-1].balances == worth
    panel = (await bot.press("Dan", "Hand", await board(bot))).response
    who = next(each["label"] for each in walk(panel))
    for label in (who, "6", "Both whist"):
        await bot.press("Dan", label, panel)
    lists = [each for each in walk(panel) if each.get("options")]
    assert [len(each["options"]) for each in lists] == [25, 25, 16]
    assert lists[0]["options"][0]["label"].startswith(f"{who} 6 · ")
    result = await bot.people["Dan"].select(panel, [lists[0]["options"][0]["value"]], custom_id=lists[0]["custom_id"])
    assert result.acknowledged and "Save" in labels(panel)
    await bot.press("Dan", "Save", panel)
    assert (await sheet(bot)).hands == 6 and (await bot.table()).id == table.id


async def test_any_of_them_corrects_and_takes_back_and_all_are_told(bot: OneBot) -> None:
    await begun(bot)
    assert start(SheetFault.NOTHING_WRITTEN) in await bot.slash("Bob", "preferans undo")
    await steps(bot, "Ann", "Bob", "7", "Cyd whists", "7")
    await steps(bot, "Bob", "Cyd", "Misère", "0")
    assert start(SheetFault.NO_SUCH_LINE) in await bot.slash("Dan", "preferans edit", hand=3)
    edit = (await bot.people["Dan"].slash(bot.channel, "preferans edit", hand=1)).response
    assert edit.content.startswith("Line 1 instead: **Ann** dealt.\n**Bob**: seven, made")
    for label in ("Start again", "Bob", "7", "Cyd whists", "6", "Save"):
        await bot.press("Dan", label, edit)
    shown = await board(bot)
    assert "**Dan** has changed line 1: **Bob**: seven, short by 1;" in shown.content
    assert "It was: **Bob**: seven, made;" in shown.content and bot.notified(shown) == []
    assert (await sheet(bot)).written[0].balances[1] == -58
    cyd = bot.people["Cyd"]
    await bot.slash("Ann", "preferans correct", column="mountain", member=cyd, points=5)
    assert "Correction, **Cyd**: dump +5." in (await board(bot)).content
    await bot.slash("Cyd", "preferans undo")
    assert "**Cyd** has taken back line 3: Correction" in (await board(bot)).content
    await bot.slash("Cyd", "undo")
    assert "**Cyd** has taken back line 1" in (await board(bot)).content
    assert (await sheet(bot)).written[0].balances[1] == 18
    same = await bot.slash("Ann", "preferans correct", column="whists", member=cyd, points=5)
    assert start(SheetFault.ON_WHOM) in same


async def test_strangers_and_those_who_are_late_are_refused(bot: OneBot) -> None:
    assert start(PreferansFault.NO_SHEET) in await bot.slash("Eve", "preferans hand")
    await begun(bot)
    shown = await board(bot)
    assert "You do not play at this table." in said(await bot.press("Eve", "Hand", shown))
    mine = (await bot.press("Ann", "Hand", shown)).response
    for label in ("Bob", "Misère", "0"):
        await bot.press("Ann", label, mine)
    await steps(bot, "Cyd", "Bob", "Misère", "1")
    assert "The table has moved on." in said(await bot.press("Ann", "Save", mine))
    assert (await sheet(bot)).hands == 1
    assert start(SheetFault.NO_CLAIM) in await bot.slash("Bob", "claim")


async def test_a_fifth_finds_no_place_and_whoever_is_not_there_is_corrected_by_nobody(bot: OneBot) -> None:
    await bot.slash("Ann", "preferans open")
    gathering = bot.last
    for who in FOUR[1:]:
        await bot.press(who, "Join", gathering)
    bot.still_shown(gathering)
    assert start(PreferansFault.BEGUN) in said(await bot.press("Eve", "Join", gathering))
    eve, dan = bot.people["Eve"], bot.people["Dan"]
    for asked, reason in (
        ({"column": "bullet", "member": eve, "points": 5}, TableTrouble.NO_SUCH_PERSON),
        ({"column": "bullet", "member": dan, "points": 0}, SheetFault.NOTHING),
        ({"column": "bullet", "member": dan, "points": 5, "on": bot.people["Ann"]}, SheetFault.ON_NOBODY),
        ({"column": "whists", "member": dan, "points": 5}, SheetFault.ON_WHOM),
    ):
        assert start(reason) in await bot.slash("Ann", "preferans correct", **asked)
    assert (await sheet(bot)).lines == ()


async def test_it_is_settled_and_written_out(bot: OneBot) -> None:
    table = await begun(bot)
    await steps(bot, "Ann", "Bob", "7", "Cyd whists", "7")
    assert "can settle this sheet at any time" in await bot.slash("Bob", "preferans end")
    asked = (await bot.people["Ann"].slash(bot.channel, "preferans end")).response
    assert "**Ann** pays **Bob** 10; **Dan** pays **Bob** 8; **Dan** pays **Cyd** 2." in asked.content
    await bot.press("Ann", "Confirm", asked)
    end = await board(bot)
    assert "The sheet is settled after 1 hand." in end.content and "**Ann** pays **Bob** 10" in end.content
    assert labels(end) == ["Rematch", "Export", "Dice"]
    assert await bot.services.store.held(bot.channel.id) is None
    for kind in ("txt", "json"):
        result = await bot.people["Dan"].slash(bot.channel, "export", game=table.id, format=kind)
        (file,) = result.response.attachments
        data = (bot.env.backend.cdn.get(file.url) or b"").decode()
        if kind == "json":
            assert json.loads(data)["balances"] == [str(each) for each in (await sheet(bot)).totals.balances]
        else:
            assert "1. Bob: seven, made; Cyd whist\u00a03; Dan pass." in data
    listed = (await bot.people["Eve"].slash(bot.channel, "leaderboard", board="preferans")).response
    assert listed.content.startswith("**Preferans, whists a hand · ")
    assert ": 1. Bob +18? (1 hand); 2. Cyd +2? (1 hand); 3. " in listed.attachments[0].description
    assert "Preferans: **+18** whists a hand in 1 hand" in await bot.slash("Bob", "profile", member="Bob")
    games = (await bot.people["Bob"].slash(bot.channel, "games")).response
    assert "Preferans · 1 hand" in games.content and "**+18**" in games.content
    chosen = await bot.choose("Bob", games, "games_pick", f"{table.id}-1")
    assert labels(chosen.response) == [] and "game_export" in str(walk(chosen.response))
    assert "not told anew" in await bot.slash("Ann", "replay", game=table.id)
    proof = await bot.slash("Ann", "fairness", game=table.id)
    assert SEED.hex() in proof or "deals first" in proof
    await bot.press("Dan", "Rematch", end)
    assert "1 of 4: 👑 Dan" in bot.last.content
    await bot.slash("Dan", "preferans end")
    assert start(PreferansFault.NO_SHEET) in await bot.slash("Dan", "preferans end")


async def test_whoever_is_left_alone_may_settle_it_when_nothing_is_written_for_long(bot: OneBot) -> None:
    await begun(bot)
    await steps(bot, "Ann", "Bob", "Misère", "0")
    bot.later(72 * HOUR)
    await bot.tick()
    assert bot.notified(await board(bot)) == [], "it is nobody's turn"
    asked = (await bot.people["Bob"].slash(bot.channel, "preferans end")).response
    await bot.press("Bob", "Confirm", asked)
    assert (await sheet(bot)).closed


async def test_it_outlives_the_process_and_a_backup(bot: OneBot, tmp_path: Path) -> None:
    await begun(bot, players=3)
    await steps(bot, "Ann", "Bob", "6", "Cyd whists", "6")
    saved = await bot.table()
    await bot.services.store.check_version()
    await write_archive(connection(fakeredis.FakeAsyncRedis(server=bot.server)), tmp_path / "file")
    bot.server = fakeredis.FakeServer()
    with open_archive(tmp_path / "file") as whole:
        await fill(connection(fakeredis.FakeAsyncRedis(server=bot.server)), whole)
    await bot.restart()
    assert await bot.table() == saved
    await steps(bot, "Cyd", "All passed", "4", "3")
    assert (await sheet(bot)).written[1].balances == (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert "−6⅔" in (await board(bot)).content


async def test_anybody_asks_what_a_hand_is_worth(bot: OneBot) -> None:
    worth = await bot.slash("Eve", "preferans value", contract="7", tricks=8)
    assert "- **declarer: +22** = pool +30, whists −8" in worth
    assert start(HandFault.BOTH_PASS) in await bot.slash("Eve", "preferans value", contract="7", defence="nobody")
    for with_what, point in (("play", "play seven: 4 → −150"), ("whist", "passes: 0 → −40, 1 → −21")):
        asked = {"contract": "7", "compare": with_what}
        shown = (await bot.people["Eve"].slash(bot.channel, "preferans value", **asked)).response
        assert shown.ephemeral and point in shown.attachments[0].description
    table = (await bot.people["Eve"].slash(bot.channel, "preferans table", kind="made")).response
    assert "7: 18, 14, 10, 6" in table.attachments[0].description
    refused = await bot.slash("Eve", "preferans value", contract="10", compare="whist")
    assert start(PreferansFault.CHECKED) in refused
