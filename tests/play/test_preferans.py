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

from .party import Party, party, said, walk

HOUR = 3600
FOUR = ("Ann", "Bob", "Cyd", "Dan")
#: With these dice the host deals first.
SEED = (2).to_bytes(32, "big")


def known(services: Services) -> Gathering:
    """What gathers people, with the dice of whom the first deals."""
    parts = services.store, services.repository, services.preferences, services.desk
    return Gathering(*parts, entropy=lambda count: SEED[:count])


@pytest.fixture
async def club(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Party]:
    monkeypatch.setattr(preferans_gathering, "gathering", known)
    async with party((*FOUR, "Eve")) as made:
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


async def board(club: Party) -> Any:
    """The live message."""
    shown = (await club.table()).screen.message
    return next(message for message in club.messages if message.id == shown)


async def sheet(club: Party) -> Sheet:
    state = (await club.table()).state
    assert isinstance(state, Sheet)
    return state


async def begun(club: Party, players: int = 4, **options: Any) -> Table:
    """Ann has opened a sheet, and the others have joined."""
    await club.slash("Ann", "preferans open", **({"players": 3} if players == 3 else {}), **options)
    gathering = club.last
    for who in FOUR[1:players]:
        await club.press(who, "Join", gathering)
    return await club.table()


async def test_four_gather_and_the_lot_says_who_deals(club: Party) -> None:
    await club.slash("Ann", "preferans open", convention="sochi", bullet=30)
    gathering = club.last
    assert gathering.content.startswith("**Preferans: Sochi, to 30**\n1 of 4: 👑 Ann\n")
    assert labels(gathering) == ["Join", "Rules", "My word", "Leave"]
    assert "You have joined" in said(await club.press("Bob", "Join", gathering))
    assert start(PreferansFault.SEATED_ALREADY) in said(await club.press("Bob", "Join", gathering))
    await club.press("Cyd", "Join", gathering)
    await club.press("Cyd", "Leave", gathering)
    gathering = next(message for message in club.messages if message.id == gathering.id)
    assert "2 of 4: 👑 Ann, Bob\n" in gathering.content
    for who in ("Cyd", "Dan"):
        await club.press(who, "Join", gathering)
    table = await club.table()
    assert table.stage is Stage.OPEN and [each.name for each in table.people.seats] == list(FOUR)
    dealer = FOUR[(await sheet(club)).dealer]
    shown = await board(club)
    assert f"so **{dealer}** deals first." in shown.content and f"Hand 1: **{dealer}** deals." in shown.content
    assert labels(shown) == ["Hand", "More"] and club.notified(shown) == []
    (picture,) = shown.attachments
    assert "Ann 0: pool 0; dump 0; whists on Bob 0, Cyd 0, Dan 0" in picture.description
    assert "Full responsibility" in club.messages[-2].content


async def test_who_joins_is_told_the_button_that_has_the_rules_as_it_is_called_there(club: Party) -> None:
    """Until it begins a sheet has the server's language."""
    await club.slash("Ann", "preferans open")
    club.speaks("ru", "Bob")
    assert "Rules" in labels(club.last)
    assert "**Rules**" in said(await club.press("Bob", "Join", club.last))


async def test_a_usual_hand_is_five_presses_after_hand(club: Party) -> None:
    await begun(club)
    panel = (await club.press("Cyd", "Hand", await board(club))).response
    assert panel.ephemeral and labels(panel) == ["Bob", "Cyd", "Dan", "All passed", "Bob dealt"]
    for label, offered in (
        ("Bob", ["6", "7", "8", "9", "10", "Misère", "Start again"]),
        ("7", ["Cyd whists", "Dan whists", "Both whist", "Cyd: half whist", "Dan: half whist", "Start again"]),
        ("Cyd whists", [*map(str, range(11)), "Start again"]),
        ("8", ["Save", "Talon 1", "Talon 2", "Talon 3", "Start again"]),
    ):
        await club.press("Cyd", label, panel)
        assert labels(panel) == offered
    assert read(panel) == (
        "Hand 1: **Ann** dealt.\n**Bob**: seven, 8 tricks; **Cyd** whist 2; **Dan** pass.\n"
        "**Ann** −10 · **Bob** +22 · **Cyd** −2 · **Dan** −10"
    )
    before = await board(club)
    await club.press("Cyd", "Save", panel)
    shown = await board(club)
    assert shown.id != before.id and club.notified(shown) == []
    assert read(shown) == (
        "Line 1. **Bob**: seven, 8 tricks; **Cyd** whist 2; **Dan** pass.\n"
        "**Ann** −10 · **Bob** +22 · **Cyd** −2 · **Dan** −10\nHand 2: **Bob** deals."
    )
    assert "Bob +22: pool 4;" in shown.attachments[0].description
    assert (await sheet(club)).totals.balances == (-10, 22, -2, -10)


async def steps(club: Party, who: str, *labels: str) -> str:
    """A hand entered and saved; what is said where it is not."""
    panel = (await club.press(who, "Hand", await board(club))).response
    for label in labels:
        await club.press(who, label, panel)
    result = await club.press(who, "Save", panel) if "Save" in [each["label"] for each in walk(panel)] else None
    return said(result) if result else str(panel.content)


async def test_every_kind_of_hand_is_entered_in_five_presses_at_most(club: Party) -> None:
    table = await begun(club)
    for presses, worth in (
        (("Bob", "Misère", "0"), (-25, 75, -25, -25)),
        (("All passed", "0", "3", "5"), (Fraction(65, 2), Fraction(-15, 2), Fraction(-55, 2), Fraction(5, 2))),
        (("Dan", "10", "9"), (40, 40, 35, -115)),
        (("Bob", "9", "Both pass"), (-20, 60, -20, -20)),
        (("Cyd", "6", "Dan: half whist"), (-5, -5, 11, -1)),
    ):
        assert len(presses) <= 4, "and Save"
        await steps(club, "Ann", *presses)
        assert (await sheet(club)).written[-1].balances == worth
    panel = (await club.press("Dan", "Hand", await board(club))).response
    who = next(each["label"] for each in walk(panel))
    for label in (who, "6", "Both whist"):
        await club.press("Dan", label, panel)
    lists = [each for each in walk(panel) if each.get("options")]
    assert [len(each["options"]) for each in lists] == [25, 25, 16]
    assert lists[0]["options"][0]["label"].startswith(f"{who} 6 · ")
    result = await club.people["Dan"].select(panel, [lists[0]["options"][0]["value"]], custom_id=lists[0]["custom_id"])
    assert result.acknowledged and "Save" in labels(panel)
    await club.press("Dan", "Save", panel)
    assert (await sheet(club)).hands == 6 and (await club.table()).id == table.id


async def test_any_of_them_corrects_and_takes_back_and_all_are_told(club: Party) -> None:
    await begun(club)
    assert start(SheetFault.NOTHING_WRITTEN) in await club.slash("Bob", "preferans undo")
    await steps(club, "Ann", "Bob", "7", "Cyd whists", "7")
    await steps(club, "Bob", "Cyd", "Misère", "0")
    assert start(SheetFault.NO_SUCH_LINE) in await club.slash("Dan", "preferans edit", hand=3)
    edit = (await club.people["Dan"].slash(club.channel, "preferans edit", hand=1)).response
    assert edit.content.startswith("Line 1 instead: **Ann** dealt.\n**Bob**: seven, made")
    for label in ("Start again", "Bob", "7", "Cyd whists", "6", "Save"):
        await club.press("Dan", label, edit)
    shown = await board(club)
    assert "**Dan** has changed line 1: **Bob**: seven, short by 1;" in shown.content
    assert "It was: **Bob**: seven, made;" in shown.content and club.notified(shown) == []
    assert (await sheet(club)).written[0].balances[1] == -58
    cyd = club.people["Cyd"]
    await club.slash("Ann", "preferans correct", column="mountain", member=cyd, points=5)
    assert "Correction, **Cyd**: dump +5." in (await board(club)).content
    await club.slash("Cyd", "preferans undo")
    assert "**Cyd** has taken back line 3: Correction" in (await board(club)).content
    await club.slash("Cyd", "undo")
    assert "**Cyd** has taken back line 1" in (await board(club)).content
    assert (await sheet(club)).written[0].balances[1] == 18
    same = await club.slash("Ann", "preferans correct", column="whists", member=cyd, points=5)
    assert start(SheetFault.ON_WHOM) in same


async def test_strangers_and_those_who_are_late_are_refused(club: Party) -> None:
    assert start(PreferansFault.NO_SHEET) in await club.slash("Eve", "preferans hand")
    await begun(club)
    shown = await board(club)
    assert "You do not play at this table." in said(await club.press("Eve", "Hand", shown))
    mine = (await club.press("Ann", "Hand", shown)).response
    for label in ("Bob", "Misère", "0"):
        await club.press("Ann", label, mine)
    await steps(club, "Cyd", "Bob", "Misère", "1")
    assert "The table has moved on." in said(await club.press("Ann", "Save", mine))
    assert (await sheet(club)).hands == 1
    assert start(SheetFault.NO_CLAIM) in await club.slash("Bob", "claim")


async def test_a_fifth_finds_no_place_and_whoever_is_not_there_is_corrected_by_nobody(club: Party) -> None:
    await club.slash("Ann", "preferans open")
    gathering = club.last
    for who in FOUR[1:]:
        await club.press(who, "Join", gathering)
    club.still_shown(gathering)
    assert start(PreferansFault.BEGUN) in said(await club.press("Eve", "Join", gathering))
    eve, dan = club.people["Eve"], club.people["Dan"]
    for asked, reason in (
        ({"column": "bullet", "member": eve, "points": 5}, TableTrouble.NO_SUCH_PERSON),
        ({"column": "bullet", "member": dan, "points": 0}, SheetFault.NOTHING),
        ({"column": "bullet", "member": dan, "points": 5, "on": club.people["Ann"]}, SheetFault.ON_NOBODY),
        ({"column": "whists", "member": dan, "points": 5}, SheetFault.ON_WHOM),
    ):
        assert start(reason) in await club.slash("Ann", "preferans correct", **asked)
    assert (await sheet(club)).lines == ()


async def test_it_is_settled_and_written_out(club: Party) -> None:
    table = await begun(club)
    await steps(club, "Ann", "Bob", "7", "Cyd whists", "7")
    assert "can settle this sheet at any time" in await club.slash("Bob", "preferans end")
    asked = (await club.people["Ann"].slash(club.channel, "preferans end")).response
    assert "**Ann** pays **Bob** 10; **Dan** pays **Bob** 8; **Dan** pays **Cyd** 2." in asked.content
    await club.press("Ann", "Confirm", asked)
    end = await board(club)
    assert "The sheet is settled after 1 hand." in end.content and "**Ann** pays **Bob** 10" in end.content
    assert labels(end) == ["Rematch", "Export", "Dice"]
    assert await club.bot.services.store.held(club.channel.id) is None
    for kind in ("txt", "json"):
        result = await club.people["Dan"].slash(club.channel, "export", game=table.id, format=kind)
        (file,) = result.response.attachments
        data = (club.env.backend.cdn.get(file.url) or b"").decode()
        if kind == "json":
            assert json.loads(data)["balances"] == [str(each) for each in (await sheet(club)).totals.balances]
        else:
            assert "1. Bob: seven, made; Cyd whist\u00a03; Dan pass." in data
    listed = (await club.people["Eve"].slash(club.channel, "leaderboard", board="preferans")).response
    assert listed.content.startswith("**Preferans, whists a hand · ")
    assert ": 1. Bob +18? (1 hand); 2. Cyd +2? (1 hand); 3. " in listed.attachments[0].description
    assert "Preferans: **+18** whists a hand in 1 hand" in await club.slash("Bob", "profile", member="Bob")
    games = (await club.people["Bob"].slash(club.channel, "games")).response
    assert "Preferans · 1 hand" in games.content and "**+18**" in games.content
    chosen = await club.choose("Bob", games, "games_pick", f"{table.id}-1")
    assert labels(chosen.response) == [] and "game_export" in str(walk(chosen.response))
    assert "not told anew" in await club.slash("Ann", "replay", game=table.id)
    proof = await club.slash("Ann", "fairness", game=table.id)
    assert SEED.hex() in proof or "deals first" in proof
    await club.press("Dan", "Rematch", end)
    assert "1 of 4: 👑 Dan" in club.last.content
    await club.slash("Dan", "preferans end")
    assert start(PreferansFault.NO_SHEET) in await club.slash("Dan", "preferans end")


async def test_whoever_is_left_alone_may_settle_it_when_nothing_is_written_for_long(club: Party) -> None:
    await begun(club)
    await steps(club, "Ann", "Bob", "Misère", "0")
    club.later(72 * HOUR)
    await club.tick()
    assert club.notified(await board(club)) == [], "it is nobody's turn"
    asked = (await club.people["Bob"].slash(club.channel, "preferans end")).response
    await club.press("Bob", "Confirm", asked)
    assert (await sheet(club)).closed


async def test_it_outlives_the_process_and_a_backup(club: Party, tmp_path: Path) -> None:
    await begun(club, players=3)
    await steps(club, "Ann", "Bob", "6", "Cyd whists", "6")
    saved = await club.table()
    await club.bot.services.store.check_version()
    await write_archive(connection(fakeredis.FakeAsyncRedis(server=club.server)), tmp_path / "file")
    club.server = fakeredis.FakeServer()
    with open_archive(tmp_path / "file") as whole:
        await fill(connection(fakeredis.FakeAsyncRedis(server=club.server)), whole)
    await club.restart()
    assert await club.table() == saved
    await steps(club, "Cyd", "All passed", "4", "3")
    assert (await sheet(club)).written[1].balances == (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert "−6⅔" in (await board(club)).content


async def test_anybody_asks_what_a_hand_is_worth(club: Party) -> None:
    worth = await club.slash("Eve", "preferans value", contract="7", tricks=8)
    assert "- **declarer: +22** = pool +30, whists −8" in worth
    assert start(HandFault.BOTH_PASS) in await club.slash("Eve", "preferans value", contract="7", defence="nobody")
    for with_what, point in (("play", "play seven: 4 → −150"), ("whist", "passes: 0 → −40, 1 → −21")):
        asked = {"contract": "7", "compare": with_what}
        shown = (await club.people["Eve"].slash(club.channel, "preferans value", **asked)).response
        assert shown.ephemeral and point in shown.attachments[0].description
    table = (await club.people["Eve"].slash(club.channel, "preferans table", kind="made")).response
    assert "7: 18, 14, 10, 6" in table.attachments[0].description
    refused = await club.slash("Eve", "preferans value", contract="10", compare="whist")
    assert start(PreferansFault.CHECKED) in refused
