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
from bot.engine import reviews
from bot.engine.reviews import PRESET
from bot.ladder.notes import Analysis, read_note, write_note
from bot.ladder.performance import Share
from bot.ladder.seasons import Seasons
from bot.store import StoreError
from bot.store.ladder import Noted
from bot.store.reviews import Reviews
from bot.tables import ladder_pages, lifecycle
from bot.tables.faults import LadderFault
from bot.tables.ladder_pages import Reader
from bot.tables.preferences import PersonPreferences, ServerSettings
from bot.tables.schedule import SEASON
from bot.tables.table import Table

from .bot import OneBot, component, options, private, said
from .test_analysis import FILES, finished
from .test_games import resigned
from .test_panels import settings
from .test_personal_data import delete, file_of

pytestmark = pytest.mark.usefixtures("short")


async def match(bot: OneBot, loser: str = "Ann", **more: Any) -> Table:
    """Ann and Bob have played a match to one point, which one of them has resigned."""
    await bot.play(length=1, **more)
    await bot.turn()
    await resigned(bot, loser, "single")
    return await bot.table()


async def asked(bot: OneBot, who: str, name: str, **more: Any) -> Any:
    """What somebody alone is shown by a command."""
    for option in ("member", "one", "other"):
        if option in more:
            more[option] = bot.people[more[option]]
    return private(await bot.people[who].slash(bot.channel, name, **more))


async def board(bot: OneBot, who: str = "Ann", **more: Any) -> str:
    return seen(await asked(bot, who, "leaderboard", **more))


def seen(message: Any) -> str:
    """Its words and those of its picture."""
    return "\n".join((message.content, *(each.description for each in message.attachments)))


def rows(text: str) -> list[str]:
    """Who is listed, in order."""
    return re.findall(r"\d+\. (\w+) \d+", text)


async def test_a_rated_match_says_so_and_is_on_the_board(bot: OneBot) -> None:
    assert rows(await board(bot)) == []
    await bot.slash("Ann", "play", opponent="Bob", length=1)
    assert bot.last.content.count("· rated") == 1
    await bot.press("Bob", "Accept challenge", bot.last)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    shown = await board(bot, "Ann")
    assert rows(shown) == ["Bob", "Ann"] and "Bob 1510? ▲10" in shown and "Ann 1490? ▼10" in shown
    everybody = await asked(bot, "Cyd", "leaderboard", season="all")
    assert rows(seen(everybody)) == ["Bob", "Ann"] and "all time" in everybody.content
    before = len(bot.messages)
    await bot.press("Cyd", "Show everybody", everybody)
    assert len(bot.messages) == before + 1 and rows(seen(bot.last)) == ["Bob", "Ann"]
    assert bot.notified(bot.last) == []


async def test_a_board_is_leafed_through(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    await match(bot)
    monkeypatch.setattr(ladder_pages, "ROWS", 1)
    monkeypatch.setattr(Reader, "board", partialmethod(Reader.board, rows=1))
    shown = await asked(bot, "Bob", "leaderboard")
    leafed = [seen(shown)]
    for verb in ("board_next", "board_page", "board_next", "board_first"):
        shown = (await bot.tap("Bob", shown, verb)).response
        leafed.append(seen(shown))
    assert ["1. Bob" in each for each in leafed] == [True, False, True, False, True]


async def test_who_does_not_want_it_is_not_rated(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=1, rated=False)
    assert "· not rated" in bot.last.content
    await bot.press("Ann", "Withdraw", bot.last)
    services = bot.services
    theirs = await services.preferences.of_person(bot.people["Bob"].id)
    await services.preferences.keep_person(bot.people["Bob"].id, type(theirs)(rated=False))
    await match(bot)
    assert (await bot.table()).about.rated is False
    assert rows(await board(bot)) == []
    assert "to 1 0–1" in seen(await asked(bot, "Ann", "profile"))


async def test_only_so_many_matches_a_day_are_rated_and_money_as_the_server_has_it(bot: OneBot) -> None:
    services = bot.services
    await services.preferences.keep_server(bot.guild.id, ServerSettings(rated_a_day=1))
    await match(bot)
    await bot.slash("Ann", "play", opponent="Bob", length=1)
    assert "Not rated: you two have had" in bot.last.content and "· not rated" not in bot.last.content
    await bot.press("Ann", "Withdraw", bot.last)
    # To anybody: it is decided when it is known who plays.
    await bot.slash("Ann", "play", length=1)
    assert "· rated" in bot.last.content
    await bot.press("Bob", "Play", bot.last)
    assert (await bot.table()).about.rated is False


async def test_money_is_rated_where_the_server_has_it_so(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=0)
    assert "rated" not in bot.last.content
    await bot.press("Ann", "Withdraw", bot.last)
    settings = ServerSettings(money_rated=True)
    await bot.services.preferences.keep_server(bot.guild.id, settings)
    await bot.slash("Ann", "play", opponent="Bob", length=0)
    assert "· rated" in bot.last.content


async def test_a_profile_the_games_and_two_people(bot: OneBot) -> None:
    table = await match(bot)
    profile = await asked(bot, "Cyd", "profile", member="Bob")
    assert "Bob. 1 finished game. backgammon 1510?, rank 1 · experience 1." in seen(profile)
    assert "Last games: +, longest run 1 win. to 1 1–0. Badges: First win." in seen(profile)
    listed = (await bot.press("Cyd", "Games", profile)).response
    assert f"`{table.id}-1`" in listed.content and "match won" in listed.content
    assert options(listed, "games_pick") == [f"{table.id}-1"]
    picked = (await bot.choose("Cyd", listed, "games_pick", f"{table.id}-1")).response
    await bot.press("Cyd", "Replay", picked)
    assert bot.last.attachments
    await bot.services.store.not_shown(bot.channel.id)
    file = await bot.choose("Cyd", picked, "game_export", "mat")
    assert any(each and each.attachments for each in (file.response, *file.followups))
    both = await asked(bot, "Ann", "versus", one="Bob")
    assert "**0–1**" in both.content and "**1490–1510 · (−20)**" in both.content
    await bot.press("Ann", "Show everybody", both)
    assert "**0–1**" in bot.last.content and bot.notified(bot.last) == []
    nothing = await asked(bot, "Ann", "versus", one="Bob", other="Cyd")
    assert nothing.content == LadderFault.NEVER_MET.value.format(names="**Bob** and **Cyd**")
    mine = await asked(bot, "Ann", "versus", one="Cyd")
    assert mine.content == LadderFault.NEVER_MET_YOU.value.format(name="Cyd")


async def test_a_rating_that_has_changed_twice_is_drawn(bot: OneBot) -> None:
    await match(bot)
    assert "newest" not in seen(await asked(bot, "Ann", "profile"))
    await match(bot, "Bob")
    assert " 2 ratings: newest 1500, first 1490, change +10" in seen(await asked(bot, "Ann", "profile"))


async def test_who_hides_is_nowhere_and_a_player_in_the_lines_of_others(bot: OneBot) -> None:
    await match(bot)
    panel = (await bot.people["Bob"].slash(bot.channel, "preferences")).response
    data = (await bot.press("Bob", "My data", panel)).response
    data = (await bot.press("Bob", "Hide me on the leaderboards", data)).response
    assert rows(await board(bot)) == ["Ann"]
    for name in ("profile", "games"):
        assert (await asked(bot, "Ann", name, member="Bob")).content == LadderFault.HIDES.value
        assert "1" in (await asked(bot, "Bob", name)).content
    mine = (await asked(bot, "Ann", "games")).content
    assert "a player" in mine and str(bot.people["Bob"].id) not in mine
    assert "Loses most to: a player 0–1" in (await asked(bot, "Ann", "profile")).content
    await bot.press("Bob", "Show me on the leaderboards", data)
    assert rows(await board(bot)) == ["Bob", "Ann"]


async def test_who_has_left_the_server_is_not_listed_and_is_again_when_back(bot: OneBot) -> None:
    await match(bot)
    backend = bot.env.backend
    profile = await asked(bot, "Ann", "profile", member="Bob")
    gone = backend.get_guild(bot.guild.id).members.pop(bot.people["Bob"].id)
    bot.services.members._known.clear()  # a day later
    assert LadderFault.LEFT.value in said(await bot.press("Ann", "Show everybody", profile))
    assert rows(await board(bot)) == ["Ann"]
    assert "1. Ann" in await board(bot), "ranks count those who are listed"
    backend.get_guild(bot.guild.id).members[bot.people["Bob"].id] = gone
    assert rows(await board(bot, "Bob")) == ["Bob", "Ann"]


async def test_who_is_deleted_is_nobody_and_the_others_keep_their_numbers(bot: OneBot) -> None:
    await match(bot)
    (ladder,) = (await file_of(bot, "Bob"))["ladders"]
    assert ladder["server"] == bot.guild.id and ladder["counted"]["tally"]["games"] == 1
    assert round(ladder["last_ratings"][0]["rating"]) == 1510
    await delete(bot, "Bob")
    shown = await board(bot)
    assert rows(shown) == ["Ann"] and "1490?" in shown
    assert "a player" in (await asked(bot, "Ann", "games")).content


async def analysed(bot: OneBot, table: str) -> None:
    """Somebody who did not play has asked for it."""
    await bot.slash("Cyd", "analyze", game=table)
    await bot.services.reviewing.idle()


async def lines(bot: OneBot) -> list[Analysis]:
    """What the list has of analyses."""
    pages = [page async for page in bot.services.store.ladder.pages(bot.guild.id)]
    notes = [read_note(each.says) for page in pages for each in page if isinstance(each, Noted)]
    return [note for note in notes if isinstance(note, Analysis)]


async def found(bot: OneBot, entry: int, plays: tuple[int, int], lost: tuple[int, int], engine: str = "one") -> None:
    """An engine has found this in a game, for its two seats."""
    shares = tuple(Share(seat, plays[seat], 0, lost[seat]) for seat in (0, 1))
    note = Analysis(entry, engine, "so far", shares)
    await bot.services.store.ladder.note_analysis(bot.guild.id, write_note(note), note.id)


async def test_a_game_that_is_analysed_counts_for_both_who_played_it(bot: OneBot) -> None:
    table = await finished(bot)
    assert "You: 0 decisions · 300 more analysed decisions, and you are listed" in await board(bot, board="performance")
    await analysed(bot, table)
    (note,) = await lines(bot)
    assert [(each.seat, each.plays, each.cubes) for each in note.shares] == [(0, 3, 0), (1, 3, 0)]
    assert note.entry == 1 and "bgsage" in note.engine and note.preset == PRESET
    for who in ("Ann", "Bob"):
        shown = await board(bot, who, board="performance")
        assert "Nobody is listed yet" in shown
        assert "You: **too few** · 3 decisions · 297 more analysed decisions, and you are listed" in shown
        assert "Performance too few (3 decisions)" in seen(await asked(bot, who, "profile"))
    (ladder,) = (await file_of(bot, "Ann"))["ladders"]
    kept = ladder["counted"]["tally"]["performance"]
    assert (kept["games"], kept["plays"], kept["lost"]) == (1, 3, note.shares[0].lost)
    assert ladder["performance"]["decisions"] == 3 and ladder["performance"]["standard_error"] is None


async def test_a_stop_between_list_and_review_neither_loses_nor_doubles(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, cut = await finished(bot), asyncio.Event()

    async def stopped(*_: object) -> None:
        cut.set()
        raise StoreError("the power has failed")

    with monkeypatch.context() as patched:
        patched.setattr(Reviews, "keep", stopped)
        await bot.slash("Cyd", "analyze", game=table)
        await cut.wait()
        (note,) = await lines(bot)
        await bot.restart()
    await bot.services.reviewing.idle()
    assert await lines(bot) == [note] and not await bot.services.store.reviews.asked()
    await analysed(bot, table)
    assert await lines(bot) == [note]
    assert "(3 decisions)" in seen(await asked(bot, "Ann", "profile"))


async def test_a_game_that_is_not_in_the_list_yet_is_entered_first(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def later(*_: object) -> int:
        return 0

    with monkeypatch.context() as patched:
        patched.setattr(lifecycle, "enter_finished", later)
        table = await finished(bot)
        assert await bot.services.store.ladder.length(bot.guild.id) == 0
        await analysed(bot, table)
    (note,) = await lines(bot)
    assert note.entry == 1 and await bot.services.store.ladder.length(bot.guild.id) == 2
    assert "(3 decisions)" in seen(await asked(bot, "Bob", "profile"))


async def test_what_a_newer_engine_finds_takes_the_place_of_the_older_s_word(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(bot)
    await analysed(bot, table)
    monkeypatch.setattr(reviews, "VERSION", 99)
    await analysed(bot, table)
    first, second = await lines(bot)
    assert first.engine != second.engine and first.shares == second.shares
    assert "(3 decisions)" in seen(await asked(bot, "Ann", "profile"))


async def test_a_match_from_elsewhere_counts_nothing(bot: OneBot) -> None:
    await finished(bot)
    data = (FILES / "08.txt").read_bytes()
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("08.mat", data))
    await bot.services.reviewing.idle()
    assert await lines(bot) == []
    assert "You: 0 decisions" in await board(bot, board="performance")


async def test_who_is_deleted_has_no_numbers_and_the_opponent_keeps_theirs(bot: OneBot) -> None:
    await match(bot)
    await found(bot, 1, (301, 302), (10**6, 10**6))
    assert "2 players" in await board(bot, board="performance")
    await delete(bot, "Bob")
    await found(bot, 1, (303, 304), (10**6, 10**6), "two")
    shown = await board(bot, "Bob", board="performance")
    assert "1. Ann 1.7 (303 decisions)" in shown and "2." not in shown.partition("1. Ann")[2]
    assert "You: 0 decisions" in shown


async def test_the_board_of_performance(bot: OneBot) -> None:
    for _ in range(2):
        await match(bot)
    await found(bot, 1, (200, 20), (2_000_000, 79_000))
    await found(bot, 2, (200, 270), (3_040_000, 5_000_000))
    shown = await asked(bot, "Ann", "leaderboard", board="performance")
    assert "You: 1. <@" not in seen(shown)
    assert "1. Ann 6.3 ± 1.3 (400 decisions)" in seen(shown) and "Bob" not in seen(shown)
    assert "**6.3 ± 1.3** · 400 decisions" in shown.content and "the lower, the better" in shown.content
    theirs = await asked(bot, "Bob", "leaderboard", board="performance")
    assert re.search(r"You: \*\*8\.8 ± \d\.\d\*\* · 290 decisions · 10 more", theirs.content)
    await bot.press("Bob", "Show everybody", theirs)
    assert "You:" not in bot.last.content and "1. Ann 6.3 ± 1.3" in seen(bot.last)
    assert bot.notified(bot.last) == []
    profile = seen(await asked(bot, "Bob", "profile"))
    assert "A flawless game: PR below 2" in profile and "(290 decisions)" in profile
    # Another engine has looked at both again: its word takes the place of the first one's.
    await found(bot, 1, (200, 200), (2_000_000, 2_000_000), "two")
    await found(bot, 2, (200, 200), (3_040_000, 1_040_000), "two")
    shown = seen(await asked(bot, "Ann", "leaderboard", board="performance"))
    assert "1. Bob 3.8" in shown and "2. Ann 6.3 ± 1.3 (400 decisions)" in shown
    assert "flawless" not in seen(await asked(bot, "Bob", "profile"))
    for language, words in (("cs", "6,3 ± 1,3 (400 rozhodnutí)"), ("ru", "6,3 ± 1,3 (400 решений)")):
        await bot.services.preferences.keep_person(bot.people["Ann"].id, PersonPreferences(language=language))
        assert f"2. Ann {words}" in await board(bot, board="performance")


async def test_the_course_of_the_performance_rating_is_in_the_profile(bot: OneBot) -> None:
    for number in range(4):
        await match(bot)
        await found(bot, 1 + 2 * number, (120, 20), ((4 - number) * 240_000, 40_000))
        shown = seen(await asked(bot, "Cyd", "profile", member="Ann"))
        assert ("PR over" in shown) == (number > 0), "one game is no course"
        assert "PR over 240 decisions so far: 4.0 at first · 3.5 at best; now 3.5." in shown or number != 1
    assert "PR over the last 300 decisions: 4.0 at first · 2.0 at best; now 2.0." in shown
    theirs = await asked(bot, "Bob", "profile")
    assert "PR over 80 decisions so far: 1.0 at first · 1.0 at best; now 1.0." in seen(theirs)
    before = len(bot.messages)
    await bot.press("Bob", "Show everybody", theirs)
    assert len(bot.messages) == before + 1 and "PR over 80 decisions so far" in seen(bot.last)
    await bot.services.ladders.hide(bot.guild.id, bot.people["Ann"].id, True)
    assert seen(await asked(bot, "Cyd", "profile", member="Ann")) == LadderFault.HIDES.value
    for language, words in (
        ("cs", "na začátku 4,0 · nejlépe 2,0; teď 2,0."),
        ("ru", "сначала 4,0 · лучший 2,0; сейчас 2,0."),
    ):
        await bot.services.preferences.keep_person(bot.people["Ann"].id, PersonPreferences(language=language))
        assert words in seen(await asked(bot, "Ann", "profile"))


async def season_over(bot: OneBot) -> tuple[Podiums, float]:
    """A season with a match is over in a server that wants podiums: who posts them, and a minute of the next one."""
    services, now = bot.services, time.time()
    ends = (await services.ladders.rules(bot.guild.id)).season_ends(now)
    assert ends is not None
    later = ends + 60
    podiums = Podiums(replace(services, now=lambda: later), bot.client)
    await services.preferences.keep_server(bot.guild.id, ServerSettings(podium=bot.channel.id))
    await match(bot)
    await podiums.look(bot.guild.id, now)
    return podiums, later


async def test_the_podium_of_a_season_is_posted_once(bot: OneBot) -> None:
    services = bot.services
    podiums, later = await season_over(bot)
    before = len(bot.messages)
    for _ in range(2):
        await podiums.look(bot.guild.id, later)
        assert len(bot.messages) == before + 1
    assert "is over" in bot.last.content and "🥇 1\\. <@" in bot.last.content
    (picture,) = bot.last.attachments
    assert "1. Bob 1510? (1 match); 2. Ann 1490? (1 match)." in picture.description
    assert bot.notified(bot.last) == []
    # Nobody has played in the next one, and seasons of another length begin with no podium.
    await podiums.look(bot.guild.id, later + 32 * 86_400)
    await services.preferences.keep_server(bot.guild.id, ServerSettings(podium=bot.channel.id, seasons=Seasons.YEAR))
    await podiums.look(bot.guild.id, later + 32 * 86_400)
    assert len(bot.messages) == before + 1


async def test_a_podium_is_due_when_its_season_ends(bot: OneBot) -> None:
    services = bot.services
    rules, guild = await services.ladders.rules(bot.guild.id), str(bot.guild.id)
    shown = (await bot.tap("Dan", await settings(bot), "ladder_page")).response
    await bot.people["Dan"].select(shown, [bot.channel], custom_id=component(shown, "podium"))
    ends = (await services.store.due.times(SEASON))[guild]
    assert rules.season(ends - 1) == rules.season(services.now()) != rules.season(ends)
    await match(bot)
    services.schedule._now = bot.client._now = lambda: ends
    await asyncio.gather(*await services.schedule.begin(50))
    assert "is over" in bot.last.content
    following = (await services.store.due.times(SEASON))[guild]
    assert rules.season(following - 1) == rules.season(ends) != rules.season(following)


@pytest.mark.parametrize("noted", [False, True])
async def test_a_podium_that_was_wanted_when_the_bot_stopped_is_due_after_the_start(bot: OneBot, noted: bool) -> None:
    guild = str(bot.guild.id)
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(podium=bot.channel.id))
    later = time.time() + 1e6
    if noted:
        await bot.services.store.due.set(SEASON, guild, later)
    await bot.restart()
    while guild not in (known := await bot.services.store.due.times(SEASON)):
        await asyncio.sleep(0.01)
    assert (known[guild] == later) is noted


async def test_seasons_of_another_length_end_at_another_time(bot: OneBot) -> None:
    services, guild = bot.services, str(bot.guild.id)
    shown = (await bot.tap("Dan", await settings(bot), "ladder_page")).response
    shown = (await bot.people["Dan"].select(shown, [bot.channel], custom_id=component(shown, "podium"))).response
    await bot.choose("Dan", shown, "seasons", "year")
    await asyncio.gather(*await services.schedule.begin(50))
    rules = await services.ladders.rules(bot.guild.id)
    assert (await services.store.due.times(SEASON))[guild] == rules.season_ends(services.now())
    await bot.people["Dan"].select(shown, [], custom_id=component(shown, "podium"))
    await services.schedule.look(SEASON, guild)
    assert guild not in await services.store.due.times(SEASON), "none is wanted"
    assert await services.store.ladder.posted(bot.guild.id) is None


async def test_the_page_of_the_settings(bot: OneBot) -> None:
    shown = await settings(bot)
    shown = (await bot.tap("Dan", shown, "ladder_page")).response
    assert "The leaderboard is posted nowhere." in shown.content
    shown = (await bot.choose("Dan", shown, "seasons", "quarter")).response
    shown = (await bot.choose("Dan", shown, "a_day", "2")).response
    shown = (await bot.tap("Dan", shown, "money_rated")).response
    result = await bot.people["Dan"].select(shown, [bot.channel], custom_id=component(shown, "podium"))
    assert f"I post the first ten of the leaderboard in <#{bot.channel.id}>" in result.response.content
    kept = await bot.services.preferences.of_server(bot.guild.id)
    assert (kept.seasons, kept.rated_a_day, kept.money_rated, kept.podium) == (
        Seasons.QUARTER, 2, True, bot.channel.id
    )  # fmt: skip
    assert re.search(r"\d{4}, quarter \d", await board(bot))


@pytest.mark.parametrize("typed", ["2026-13", "now", "x"])
async def test_what_is_no_season_is_refused(bot: OneBot, typed: str) -> None:
    assert "is no season" in await board(bot, season=typed)


async def test_what_is_not_there_yet_says_so(bot: OneBot) -> None:
    for name in ("points", "bets", "performance", "computer"):
        assert "Nobody is listed yet" in await board(bot, board=name)
    assert (await asked(bot, "Ann", "profile")).content == LadderFault.NO_OWN_GAMES.value
    theirs = await asked(bot, "Ann", "profile", member="Bob")
    assert theirs.content == LadderFault.NO_GAMES.value.format(name="Bob")
    assert "None is finished yet" in (await asked(bot, "Ann", "games")).content
    assert (await asked(bot, "Ann", "versus", one="Ann")).content == LadderFault.SAME_PERSON.value


async def test_a_podium_of_which_the_store_did_not_note_that_it_is_posted_is_posted_once(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has forgotten its nonce when it is looked at again; the server speaks another language by then."""
    services = bot.services
    podiums, later = await season_over(bot)
    before, ladder = len(bot.messages), services.store.ladder
    with monkeypatch.context() as away:
        away.setattr(ladder, "note_posted", AsyncMock(side_effect=StoreError("away")))
        with pytest.raises(StoreError):
            await podiums.look(bot.guild.id, later)
    assert len(bot.messages) == before + 1
    await services.preferences.keep_server(bot.guild.id, ServerSettings(podium=bot.channel.id, language="cs"))
    await podiums.look(bot.guild.id, later + 600)
    assert len(bot.messages) == before + 1
    assert await ladder.posted(bot.guild.id) == (await services.ladders.rules(bot.guild.id)).season(later)
