"""The ladder of a server as people see it: boards, profiles, games, two people; who hides, leaves or is deleted."""

from __future__ import annotations

import asyncio
import re
import time
from functools import partialmethod
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from bot.cogs.podium import Podiums
from bot.engine.reviews import PRESET
from bot.ladder.notes import Analysis, read_note, write_note
from bot.ladder.performance import Share
from bot.ladder.seasons import Seasons
from bot.store import StoreError
from bot.store.ladder import Noted
from bot.store.reviews import Reviews
from bot.tables import ladder_pages, lifecycle, reviews
from bot.tables.faults import LadderFault
from bot.tables.ladder_pages import Reader
from bot.tables.preferences import PersonPreferences, ServerSettings
from bot.tables.schedule import SEASON
from bot.tables.table import Table

from .party import Party, component, options, private, said
from .test_analysis import FILES, finished
from .test_games import resigned
from .test_panels import settings
from .test_personal_data import delete, file_of

pytestmark = pytest.mark.usefixtures("short")


async def match(club: Party, loser: str = "Ann", **more: Any) -> Table:
    """Ann and Bob have played a match to one point, which one of them has resigned."""
    await club.play(length=1, **more)
    await club.turn()
    await resigned(club, loser, "single")
    return await club.table()


async def asked(club: Party, who: str, name: str, **more: Any) -> Any:
    """What somebody alone is shown by a command."""
    for option in ("member", "one", "other"):
        if option in more:
            more[option] = club.people[more[option]]
    return private(await club.people[who].slash(club.channel, name, **more))


async def board(club: Party, who: str = "Ann", **more: Any) -> str:
    return seen(await asked(club, who, "leaderboard", **more))


def seen(message: Any) -> str:
    """Its words and those of its picture."""
    return "\n".join((message.content, *(each.description for each in message.attachments)))


def rows(text: str) -> list[str]:
    """Who is listed, in order."""
    return re.findall(r"\d+\. (\w+) \d+", text)


async def test_a_rated_match_says_so_and_is_on_the_board(club: Party) -> None:
    assert rows(await board(club)) == []
    await club.slash("Ann", "play", opponent="Bob", length=1)
    assert club.last.content.count("· rated") == 1
    await club.press("Bob", "Accept challenge", club.last)
    await club.turn()
    await resigned(club, "Ann", "single")
    shown = await board(club, "Ann")
    assert rows(shown) == ["Bob", "Ann"] and "Bob 1510? ▲10" in shown and "Ann 1490? ▼10" in shown
    everybody = await asked(club, "Cyd", "leaderboard", season="all")
    assert rows(seen(everybody)) == ["Bob", "Ann"] and "all time" in everybody.content
    before = len(club.messages)
    await club.press("Cyd", "Show everybody", everybody)
    assert len(club.messages) == before + 1 and rows(seen(club.last)) == ["Bob", "Ann"]
    assert club.notified(club.last) == []


async def test_a_board_is_leafed_through(club: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await match(club)
    monkeypatch.setattr(ladder_pages, "ROWS", 1)
    monkeypatch.setattr(Reader, "board", partialmethod(Reader.board, rows=1))
    shown = await asked(club, "Bob", "leaderboard")
    leafed = [seen(shown)]
    for verb in ("board_next", "board_page", "board_next", "board_first"):
        shown = (await club.tap("Bob", shown, verb)).response
        leafed.append(seen(shown))
    assert ["1. Bob" in each for each in leafed] == [True, False, True, False, True]


async def test_who_does_not_want_it_is_not_rated(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob", length=1, rated=False)
    assert "· not rated" in club.last.content
    await club.press("Ann", "Withdraw", club.last)
    services = club.bot.services
    theirs = await services.preferences.of_person(club.people["Bob"].id)
    await services.preferences.keep_person(club.people["Bob"].id, type(theirs)(rated=False))
    await match(club)
    assert (await club.table()).about.rated is False
    assert rows(await board(club)) == []
    assert "to 1 0–1" in seen(await asked(club, "Ann", "profile"))


async def test_only_so_many_matches_a_day_are_rated_and_money_as_the_server_has_it(club: Party) -> None:
    services = club.bot.services
    await services.preferences.keep_server(club.guild.id, ServerSettings(rated_a_day=1))
    await match(club)
    await club.slash("Ann", "play", opponent="Bob", length=1)
    assert "Not rated: you two have had" in club.last.content and "· not rated" not in club.last.content
    await club.press("Ann", "Withdraw", club.last)
    # To anybody: it is decided when it is known who plays.
    await club.slash("Ann", "play", length=1)
    assert "· rated" in club.last.content
    await club.press("Bob", "Play", club.last)
    assert (await club.table()).about.rated is False


async def test_money_is_rated_where_the_server_has_it_so(club: Party) -> None:
    await club.slash("Ann", "play", opponent="Bob", length=0)
    assert "rated" not in club.last.content
    await club.press("Ann", "Withdraw", club.last)
    settings = ServerSettings(money_rated=True)
    await club.bot.services.preferences.keep_server(club.guild.id, settings)
    await club.slash("Ann", "play", opponent="Bob", length=0)
    assert "· rated" in club.last.content


async def test_a_profile_the_games_and_two_people(club: Party) -> None:
    table = await match(club)
    profile = await asked(club, "Cyd", "profile", member="Bob")
    assert "Bob. 1 finished game. backgammon 1510?, rank 1 · experience 1." in seen(profile)
    assert "Last games: +, longest run 1 win. to 1 1–0. Badges: First win." in seen(profile)
    listed = (await club.press("Cyd", "Games", profile)).response
    assert f"`{table.id}-1`" in listed.content and "match won" in listed.content
    assert options(listed, "games_pick") == [f"{table.id}-1"]
    picked = (await club.choose("Cyd", listed, "games_pick", f"{table.id}-1")).response
    await club.press("Cyd", "Replay", picked)
    assert club.last.attachments
    await club.bot.services.store.not_shown(club.channel.id)
    file = await club.choose("Cyd", picked, "game_export", "mat")
    assert any(each and each.attachments for each in (file.response, *file.followups))
    both = await asked(club, "Ann", "versus", one="Bob")
    assert "**0–1**" in both.content and "**1490–1510 · (−20)**" in both.content
    await club.press("Ann", "Show everybody", both)
    assert "**0–1**" in club.last.content and club.notified(club.last) == []
    nothing = await asked(club, "Ann", "versus", one="Bob", other="Cyd")
    assert nothing.content == LadderFault.NEVER_MET.value


async def test_a_rating_that_has_changed_twice_is_drawn(club: Party) -> None:
    await match(club)
    assert "newest" not in seen(await asked(club, "Ann", "profile"))
    await match(club, "Bob")
    assert " 2 ratings: newest 1500, first 1490, change +10" in seen(await asked(club, "Ann", "profile"))


async def test_who_hides_is_nowhere_and_a_player_in_the_lines_of_others(club: Party) -> None:
    await match(club)
    panel = (await club.people["Bob"].slash(club.channel, "preferences")).response
    data = (await club.press("Bob", "My data", panel)).response
    data = (await club.press("Bob", "Hide me on the leaderboards", data)).response
    assert rows(await board(club)) == ["Ann"]
    for name in ("profile", "games"):
        assert (await asked(club, "Ann", name, member="Bob")).content == LadderFault.HIDES.value
        assert "1" in (await asked(club, "Bob", name)).content
    mine = (await asked(club, "Ann", "games")).content
    assert "a player" in mine and str(club.people["Bob"].id) not in mine
    assert "Loses most to: a player 0–1" in (await asked(club, "Ann", "profile")).content
    await club.press("Bob", "Show me on the leaderboards", data)
    assert rows(await board(club)) == ["Bob", "Ann"]


async def test_who_has_left_the_server_is_not_listed_and_is_again_when_back(club: Party) -> None:
    await match(club)
    backend = club.env.backend
    profile = await asked(club, "Ann", "profile", member="Bob")
    gone = backend.get_guild(club.guild.id).members.pop(club.people["Bob"].id)
    club.bot.services.members._known.clear()  # a day later
    assert LadderFault.LEFT.value in said(await club.press("Ann", "Show everybody", profile))
    assert rows(await board(club)) == ["Ann"]
    assert "1. Ann" in await board(club), "ranks count those who are listed"
    backend.get_guild(club.guild.id).members[club.people["Bob"].id] = gone
    assert rows(await board(club, "Bob")) == ["Bob", "Ann"]


async def test_who_is_deleted_is_nobody_and_the_others_keep_their_numbers(club: Party) -> None:
    await match(club)
    (ladder,) = (await file_of(club, "Bob"))["ladders"]
    assert ladder["server"] == club.guild.id and ladder["counted"]["tally"]["games"] == 1
    assert round(ladder["last_ratings"][0]["rating"]) == 1510
    await delete(club, "Bob")
    shown = await board(club)
    assert rows(shown) == ["Ann"] and "1490?" in shown
    assert "a player" in (await asked(club, "Ann", "games")).content


async def analysed(club: Party, table: str) -> None:
    """Somebody who did not play has asked for it."""
    await club.slash("Cyd", "analyze", game=table)
    await club.bot.services.reviewing.idle()


async def lines(club: Party) -> list[Analysis]:
    """What the list has of analyses."""
    pages = [page async for page in club.bot.services.store.ladder.pages(club.guild.id)]
    notes = [read_note(each.says) for page in pages for each in page if isinstance(each, Noted)]
    return [note for note in notes if isinstance(note, Analysis)]


async def found(club: Party, entry: int, plays: tuple[int, int], lost: tuple[int, int], engine: str = "one") -> None:
    """An engine has found this in a game, for its two seats."""
    shares = tuple(Share(seat, plays[seat], 0, lost[seat]) for seat in (0, 1))
    note = Analysis(entry, engine, "so far", shares)
    await club.bot.services.store.ladder.note_analysis(club.guild.id, write_note(note), note.id)


async def test_a_game_that_is_analysed_counts_for_both_who_played_it(club: Party) -> None:
    table = await finished(club)
    assert "You: 0 decisions · 300 more analysed decisions, and you are listed" in await board(
        club, board="performance"
    )
    await analysed(club, table)
    (note,) = await lines(club)
    assert [(each.seat, each.plays, each.cubes) for each in note.shares] == [(0, 3, 0), (1, 3, 0)]
    assert note.entry == 1 and "bgsage" in note.engine and note.preset == PRESET
    for who in ("Ann", "Bob"):
        shown = await board(club, who, board="performance")
        assert "Nobody is listed yet" in shown
        assert "You: **too few** · 3 decisions · 297 more analysed decisions, and you are listed" in shown
        assert "Performance too few (3 decisions)" in seen(await asked(club, who, "profile"))
    (ladder,) = (await file_of(club, "Ann"))["ladders"]
    kept = ladder["counted"]["tally"]["performance"]
    assert (kept["games"], kept["plays"], kept["lost"]) == (1, 3, note.shares[0].lost)
    assert ladder["performance"]["decisions"] == 3 and ladder["performance"]["standard_error"] is None


async def test_a_stop_between_list_and_review_neither_loses_nor_doubles(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, cut = await finished(club), asyncio.Event()

    async def stopped(*_: object) -> None:
        cut.set()
        raise StoreError("the power has failed")

    with monkeypatch.context() as patched:
        patched.setattr(Reviews, "keep", stopped)
        await club.slash("Cyd", "analyze", game=table)
        await cut.wait()
        (note,) = await lines(club)
        await club.restart()
    await club.bot.services.reviewing.idle()
    assert await lines(club) == [note] and not await club.bot.services.store.reviews.asked()
    await analysed(club, table)
    assert await lines(club) == [note]
    assert "(3 decisions)" in seen(await asked(club, "Ann", "profile"))


async def test_a_game_that_is_not_in_the_list_yet_is_entered_first(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def later(*_: object) -> int:
        return 0

    with monkeypatch.context() as patched:
        patched.setattr(lifecycle, "enter_finished", later)
        table = await finished(club)
        assert await club.bot.services.store.ladder.length(club.guild.id) == 0
        await analysed(club, table)
    (note,) = await lines(club)
    assert note.entry == 1 and await club.bot.services.store.ladder.length(club.guild.id) == 2
    assert "(3 decisions)" in seen(await asked(club, "Bob", "profile"))


async def test_what_a_newer_engine_finds_takes_the_place_of_the_older_s_word(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(club)
    await analysed(club, table)
    monkeypatch.setattr(reviews, "VERSION", 99)
    await analysed(club, table)
    first, second = await lines(club)
    assert first.engine != second.engine and first.shares == second.shares
    assert "(3 decisions)" in seen(await asked(club, "Ann", "profile"))


async def test_a_match_from_elsewhere_counts_nothing(club: Party) -> None:
    await finished(club)
    data = (FILES / "08.txt").read_bytes()
    await club.people["Ann"].slash(club.channel, "analyze", file=("08.mat", data))
    await club.bot.services.reviewing.idle()
    assert await lines(club) == []
    assert "You: 0 decisions" in await board(club, board="performance")


async def test_who_is_deleted_has_no_numbers_and_the_opponent_keeps_theirs(club: Party) -> None:
    await match(club)
    await found(club, 1, (301, 302), (10**6, 10**6))
    assert "2 players" in await board(club, board="performance")
    await delete(club, "Bob")
    await found(club, 1, (303, 304), (10**6, 10**6), "two")
    shown = await board(club, "Bob", board="performance")
    assert "1. Ann 1.7 (303 decisions)" in shown and "2." not in shown.partition("1. Ann")[2]
    assert "You: 0 decisions" in shown


async def test_the_board_of_performance(club: Party) -> None:
    for _ in range(2):
        await match(club)
    await found(club, 1, (200, 20), (2_000_000, 79_000))
    await found(club, 2, (200, 270), (3_040_000, 5_000_000))
    shown = await asked(club, "Ann", "leaderboard", board="performance")
    assert "You: 1. <@" not in seen(shown)
    assert "1. Ann 6.3 ± 1.3 (400 decisions)" in seen(shown) and "Bob" not in seen(shown)
    assert "**6.3 ± 1.3** · 400 decisions" in shown.content and "the lower, the better" in shown.content
    theirs = await asked(club, "Bob", "leaderboard", board="performance")
    assert re.search(r"You: \*\*8\.8 ± \d\.\d\*\* · 290 decisions · 10 more", theirs.content)
    await club.press("Bob", "Show everybody", theirs)
    assert "You:" not in club.last.content and "1. Ann 6.3 ± 1.3" in seen(club.last)
    assert club.notified(club.last) == []
    profile = seen(await asked(club, "Bob", "profile"))
    assert "A flawless game: PR below 2" in profile and "(290 decisions)" in profile
    # Another engine has looked at both again: its word takes the place of the first one's.
    await found(club, 1, (200, 200), (2_000_000, 2_000_000), "two")
    await found(club, 2, (200, 200), (3_040_000, 1_040_000), "two")
    shown = seen(await asked(club, "Ann", "leaderboard", board="performance"))
    assert "1. Bob 3.8" in shown and "2. Ann 6.3 ± 1.3 (400 decisions)" in shown
    assert "flawless" not in seen(await asked(club, "Bob", "profile"))
    for language, words in (("cs", "6,3 ± 1,3 (400 rozhodnutí)"), ("ru", "6,3 ± 1,3 (400 решений)")):
        await club.bot.services.preferences.keep_person(club.people["Ann"].id, PersonPreferences(language=language))
        assert f"2. Ann {words}" in await board(club, board="performance")


async def season_over(club: Party) -> tuple[Podiums, float]:
    """A season with a match is over in a server that wants podiums: who posts them, and the time then."""
    services, now = club.bot.services, time.time()
    later = now + 32 * 86_400
    podiums = Podiums(replace(services, now=lambda: later), club.bot)
    await services.preferences.keep_server(club.guild.id, ServerSettings(podium=club.channel.id))
    await match(club)
    await podiums.look(club.guild.id, now)
    return podiums, later


async def test_the_podium_of_a_season_is_posted_once(club: Party) -> None:
    services = club.bot.services
    podiums, later = await season_over(club)
    before = len(club.messages)
    for _ in range(2):
        await podiums.look(club.guild.id, later)
        assert len(club.messages) == before + 1
    assert "is over" in club.last.content and "🥇 1\\. <@" in club.last.content
    (picture,) = club.last.attachments
    assert "1. Bob 1510? (1 match); 2. Ann 1490? (1 match)." in picture.description
    assert club.notified(club.last) == []
    # Nobody has played in the next one, and seasons of another length begin with no podium.
    await podiums.look(club.guild.id, later + 32 * 86_400)
    await services.preferences.keep_server(club.guild.id, ServerSettings(podium=club.channel.id, seasons=Seasons.YEAR))
    await podiums.look(club.guild.id, later + 32 * 86_400)
    assert len(club.messages) == before + 1


async def test_a_podium_is_due_when_its_season_ends(club: Party) -> None:
    services = club.bot.services
    rules, guild = await services.ladders.rules(club.guild.id), str(club.guild.id)
    shown = (await club.tap("Dan", await settings(club), "ladder_page")).response
    await club.people["Dan"].select(shown, [club.channel], custom_id=component(shown, "podium"))
    ends = (await services.store.due.times(SEASON))[guild]
    assert rules.season(ends - 1) == rules.season(services.now()) != rules.season(ends)
    await match(club)
    services.schedule._now = club.bot._now = lambda: ends
    await asyncio.gather(*await services.schedule.begin(50))
    assert "is over" in club.last.content
    following = (await services.store.due.times(SEASON))[guild]
    assert rules.season(following - 1) == rules.season(ends) != rules.season(following)


@pytest.mark.parametrize("noted", [False, True])
async def test_a_podium_that_was_wanted_when_the_bot_stopped_is_due_after_the_start(club: Party, noted: bool) -> None:
    guild = str(club.guild.id)
    await club.bot.services.preferences.keep_server(club.guild.id, ServerSettings(podium=club.channel.id))
    later = time.time() + 1e6
    if noted:
        await club.bot.services.store.due.set(SEASON, guild, later)
    await club.restart()
    while guild not in (known := await club.bot.services.store.due.times(SEASON)):
        await asyncio.sleep(0.01)
    assert (known[guild] == later) is noted


async def test_seasons_of_another_length_end_at_another_time(club: Party) -> None:
    services, guild = club.bot.services, str(club.guild.id)
    shown = (await club.tap("Dan", await settings(club), "ladder_page")).response
    shown = (await club.people["Dan"].select(shown, [club.channel], custom_id=component(shown, "podium"))).response
    await club.choose("Dan", shown, "seasons", "year")
    await asyncio.gather(*await services.schedule.begin(50))
    rules = await services.ladders.rules(club.guild.id)
    assert (await services.store.due.times(SEASON))[guild] == rules.season_ends(services.now())
    await club.people["Dan"].select(shown, [], custom_id=component(shown, "podium"))
    await services.schedule.look(SEASON, guild)
    assert guild not in await services.store.due.times(SEASON), "none is wanted"
    assert await services.store.ladder.posted(club.guild.id) is None


async def test_the_page_of_the_settings(club: Party) -> None:
    shown = await settings(club)
    shown = (await club.tap("Dan", shown, "ladder_page")).response
    assert "At the end of a season nothing is posted." in shown.content
    shown = (await club.choose("Dan", shown, "seasons", "quarter")).response
    shown = (await club.choose("Dan", shown, "a_day", "2")).response
    shown = (await club.tap("Dan", shown, "money_rated")).response
    result = await club.people["Dan"].select(shown, [club.channel], custom_id=component(shown, "podium"))
    assert f"posted in <#{club.channel.id}>" in result.response.content
    kept = await club.bot.services.preferences.of_server(club.guild.id)
    assert (kept.seasons, kept.rated_a_day, kept.money_rated, kept.podium) == (
        Seasons.QUARTER, 2, True, club.channel.id
    )  # fmt: skip
    assert re.search(r"\d{4}, quarter \d", await board(club))


@pytest.mark.parametrize("typed", ["2026-13", "now", "x"])
async def test_what_is_no_season_is_refused(club: Party, typed: str) -> None:
    assert "is no season" in await board(club, season=typed)


async def test_what_is_not_there_yet_says_so(club: Party) -> None:
    for name in ("points", "bets", "performance", "computer"):
        assert "Nobody is listed yet" in await board(club, board=name)
    assert (await asked(club, "Ann", "profile")).content == LadderFault.NO_GAMES.value
    assert "None is finished yet" in (await asked(club, "Ann", "games")).content
    assert (await asked(club, "Ann", "versus", one="Ann")).content == LadderFault.SAME_PERSON.value


async def test_a_podium_of_which_the_store_did_not_note_that_it_is_posted_is_posted_once(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has forgotten its nonce when it is looked at again; the server speaks another language by then."""
    services = club.bot.services
    podiums, later = await season_over(club)
    before, ladder = len(club.messages), services.store.ladder
    with monkeypatch.context() as away:
        away.setattr(ladder, "note_posted", AsyncMock(side_effect=StoreError("away")))
        with pytest.raises(StoreError):
            await podiums.look(club.guild.id, later)
    assert len(club.messages) == before + 1
    await services.preferences.keep_server(club.guild.id, ServerSettings(podium=club.channel.id, language="cs"))
    await podiums.look(club.guild.id, later + 600)
    assert len(club.messages) == before + 1
    assert await ladder.posted(club.guild.id) == (await services.ladders.rules(club.guild.id)).season(later)
