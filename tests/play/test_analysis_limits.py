"""How much is analysed for whom: at a time, within a day, in turns; what is offered instead; who may end it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import pytest

from bot.backgammon import Illegal
from bot.cogs import analysis_requests
from bot.store.reviews import DAY
from bot.tables import review_requests
from bot.tables import reviewing as reviewing_module
from bot.tables.heads_up.imports import keep, read_file
from bot.tables.kept_games import games_over
from bot.tables.review_requests import Request
from bot.tables.reviews import count_decisions
from bot.tables.table import Table
from tests.play.party import Party, said, walk
from tests.play.test_analysis import FILES, alone, asked, choices, finished, passes, report
from tests.play.test_imports import id_of
from tests.play.test_personal_data import delete
from tests.session_files import A_GAME, session


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 3 such games at a time, and 5 within a day."""
    monkeypatch.setattr(review_requests, "MOST", 3 * A_GAME)
    for module in (review_requests, reviewing_module):
        monkeypatch.setattr(module, "MOST_A_DAY", 5 * A_GAME)


async def sent(club: Party, who: str, games: int) -> str:
    """Somebody has a session analysed; what they are answered with in the end."""
    answer = await club.people[who].slash(club.channel, "analyze", file=("session.mat", session(games)))
    await club.bot.services.reviewing.idle()
    return alone(club)[-1].content if said(answer) else ""


async def left(club: Party, who: str) -> int:
    return (await club.bot.services.reviewing.allowance(club.people[who].id)).left


async def brought(club: Party, user: int, data: bytes) -> Table:
    """A match that somebody has brought."""
    (table,), _ = await keep(club.bot.services.store, user, read_file(data), secrets.token_bytes, time.time)
    return table


async def ask(club: Party, name: str, user: int, guild: int, data: bytes) -> Request:
    """Somebody in a server, whom nobody answers, wants a whole match analysed."""
    services = club.bot.services
    table = await brought(club, user, data)
    assert table.state is not None
    games = tuple(range(1, games_over(table.state) + 1))
    decisions = await count_decisions(services.store, services.reviewing.games.fold, table, games)
    at = services.now()
    request = Request(name, user, guild, user, table.id, games, "en-US", 1, "x", 0, at, decisions=decisions)
    return await services.reviewing.ask(request)


async def test_what_takes_half_an_hour_is_not_begun_but_offered_in_parts(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def long_games(store: object, fold: object, table: object, games: Sequence[int]) -> dict[int, int]:
        return dict.fromkeys(games, 950)

    monkeypatch.setattr(analysis_requests, "count_decisions", long_games)
    told = await sent(club, "Ann", 30)
    assert "has 28500 decisions that are not analysed yet. I analyse at most 3000 at a time." in told
    assert "Nothing has begun." in told
    assert club.reviewer.asked == 0 and not await club.bot.services.store.reviews.asked()
    assert await left(club, "Ann") == 10_000
    offered = choices(alone(club)[-1])
    assert [each.label for each in offered][:2] == ["Games 1–3", "Games 4–6"] and len(offered) == 10
    assert offered[0].description == "2850 decisions"


async def test_many_parts_have_pages(club: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_requests, "MOST", A_GAME)
    await sent(club, "Ann", 30)
    offer = alone(club)[-1]
    assert [each.label for each in choices(offer)] == [f"Game {number}" for number in range(1, 26)]
    await club.press("Ann", "Page 2 of 2", offer)
    offer = alone(club)[-1]
    assert [each.label for each in choices(offer)] == [f"Game {number}" for number in range(26, 31)]
    await club.choose("Ann", offer, "review_part", "30-30")
    await club.bot.services.reviewing.idle()
    assert f"Analysis of {id_of(offer.content)}-30" in alone(club)[-1].content and club.reviewer.asked == A_GAME


@pytest.mark.usefixtures("few")
async def test_a_part_is_chosen_analysed_and_looked_at_also_after_a_restart(club: Party) -> None:
    await sent(club, "Ann", 5)
    offer = alone(club)[-1]
    assert [each.value for each in choices(offer)] == ["1-3", "4-5"]
    await club.restart()
    await club.choose("Ann", offer, "review_part", "4-5")
    await club.bot.services.reviewing.idle()
    message = alone(club)[-1]
    table = id_of(offer.content)
    assert message.content.startswith(f"### Analysis of {table}-4-5\n") and club.reviewer.asked == 2 * A_GAME
    # What is under it is about this part.
    await club.tap("Ann", message, "review_list")
    (file,) = alone(club)[-1].attachments
    text = club.env.backend.cdn.get(file.url)
    assert file.filename == f"{table}-4-5-analysis.txt" and text is not None
    assert b"Game 4" in text and b"Game 3" not in text
    await club.choose("Ann", message, "review_error", choices(message)[1].value)
    there = {each.id: each.content for each in alone(club)}
    assert "**Mistake 2 of" in there[message.id] and f"Analysis of {table}-4-5" in there[message.id]
    # It can be typed too, and costs nothing a second time; nor does it in the whole.
    made = club.reviewer.asked
    assert f"Analysis of {table}-4-5" in (await report(club, "Ann", f"{table}-4-5")).content
    assert club.reviewer.asked == made
    assert f"Analysis of {table}\n" in (await report(club, "Ann", table)).content
    assert club.reviewer.asked == 5 * A_GAME and await left(club, "Ann") == 0


@pytest.mark.usefixtures("few")
async def test_a_day_has_an_end_and_passes(club: Party) -> None:
    await sent(club, "Ann", 3)
    assert "Analysis of" in alone(club)[-1].content and await left(club, "Ann") == 2 * A_GAME
    told = await sent(club, "Ann", 3)
    assert "Of your decisions of 24 hours 22 are left." in told and club.reviewer.asked == 3 * A_GAME
    await club.choose("Ann", alone(club)[-1], "review_part", "1-2")
    await club.bot.services.reviewing.idle()
    assert await left(club, "Ann") == 0
    refused = await sent(club, "Ann", 1)
    assert f"In 24 hours I have analysed {5 * A_GAME} decisions for you" in refused and "0 are left" in refused
    # Others have theirs, and what is there can be seen.
    assert "Analysis of" in await sent(club, "Bob", 1)
    passes(club, DAY)
    assert "Analysis of" in await sent(club, "Ann", 3)


@pytest.mark.usefixtures("few")
async def test_who_deletes_their_data_has_no_other_day(club: Party) -> None:
    await sent(club, "Ann", 3)
    await sent(club, "Ann", 2)
    assert await left(club, "Ann") == 0
    await delete(club, "Ann")
    assert "0 are left, too few for this" in await sent(club, "Ann", 1)
    assert club.reviewer.asked == 5 * A_GAME


@pytest.mark.usefixtures("few")
async def test_of_what_is_made_when_somebody_deletes_their_data_counts_what_was_made(club: Party) -> None:
    club.reviewer.may_go_on.clear()
    await club.people["Ann"].slash(club.channel, "analyze", file=("session.mat", session(3)))
    await delete(club, "Ann")
    assert await left(club, "Ann") == 2 * A_GAME
    club.reviewer.may_go_on.set()
    await club.bot.services.reviewing.idle()
    assert 5 * A_GAME - await left(club, "Ann") == club.reviewer.asked < 3 * A_GAME


@pytest.mark.usefixtures("few")
async def test_what_is_cancelled_is_given_back_but_for_what_was_made(club: Party) -> None:
    club.reviewer.may_go_on.clear()
    await club.people["Ann"].slash(club.channel, "analyze", file=("session.mat", session(3)))
    message = alone(club)[-1]
    assert await left(club, "Ann") == 2 * A_GAME
    await club.press("Ann", "Cancel", message)
    await club.bot.services.reviewing.idle()
    assert await left(club, "Ann") == 5 * A_GAME
    # After one of three games:
    reviewing = club.bot.services.reviewing
    keeping = reviewing.games.keep

    async def once(*args: Any) -> None:
        await keeping(*args)
        club.reviewer.may_go_on.clear()

    reviewing.games.keep = once
    club.reviewer.may_go_on.set()
    await club.people["Ann"].slash(club.channel, "analyze", file=("session.mat", session(3)))
    while club.reviewer.asked < A_GAME or club.reviewer.may_go_on.is_set():
        await club.env._settle_internal()
    await club.press("Ann", "Cancel", alone(club)[-1])
    await reviewing.idle()
    assert await left(club, "Ann") == 4 * A_GAME and club.reviewer.asked == A_GAME


@pytest.mark.usefixtures("few")
async def test_a_stop_doubles_nothing_that_counts(club: Party) -> None:
    club.reviewer.may_go_on.clear()
    await club.people["Ann"].slash(club.channel, "analyze", file=("session.mat", session(3)))
    await club.restart()
    await club.bot.services.reviewing.idle()
    assert "Analysis of" in alone(club)[-1].content and await left(club, "Ann") == 2 * A_GAME


async def test_asking_again_counts_once(club: Party) -> None:
    table = await finished(club)
    before = await left(club, "Ann")
    await asked(club, "Ann", table)
    counted = before - await left(club, "Ann")
    await asked(club, "Ann", table)
    assert before - await left(club, "Ann") == counted > 0
    club.reviewer.may_go_on.set()
    await club.bot.services.reviewing.idle()
    assert before - await left(club, "Ann") == counted == club.reviewer.asked


async def test_who_waits_for_the_same_as_another_pays_nothing(club: Party) -> None:
    table = await finished(club)
    before = await left(club, "Bob")
    await asked(club, "Ann", table)
    await asked(club, "Bob", table)
    assert await left(club, "Bob") < before
    club.reviewer.may_go_on.set()
    await club.bot.services.reviewing.idle()
    assert await left(club, "Bob") == before


async def test_servers_alternate_by_game(club: Party) -> None:
    reviewing, made = club.bot.services.reviewing, list[int]()
    keeping = reviewing.games.keep

    async def noting(table: Table, *args: Any) -> None:
        made.append(table.channel)
        await keeping(table, *args)

    reviewing.games.keep = noting
    club.reviewer.may_go_on.clear()
    await ask(club, "1", 501, 1, session(6))
    await ask(club, "2", 502, 2, session(2))
    await ask(club, "3", 503, 1, session(1))
    assert [each.user for each in reviewing.requests] == [501, 502, 503]
    club.reviewer.may_go_on.set()
    await reviewing.idle()
    # Of the first server two people take turns, too.
    assert made == [501, 502, 503, 502, 501, 501, 501, 501, 501]
    assert club.reviewer.asked == 9 * A_GAME and not await club.bot.services.store.reviews.asked()


async def test_the_wait_is_told_in_minutes(club: Party) -> None:
    club.reviewer.may_go_on.clear()
    reviewing = club.bot.services.reviewing
    reviewing.speed.took(1000, 6000.0)
    await ask(club, "1", 501, 1, session(10))
    await club.people["Ann"].slash(club.channel, "analyze", file=("session.mat", session(2)))
    # Two games of her own, and two of the other one, of 66 seconds each.
    assert "waits for its turn. I take turns with 1 other analysis, a game each. About 4 minutes more." in (
        alone(club)[-1].content
    )
    assert "mention you here" in alone(club)[-1].content


async def test_a_moderator_ends_what_was_asked_in_the_server(club: Party) -> None:
    table = await finished(club)
    club.hire("Eve", manage_messages=True)
    assert "Name a game" in await club.slash("Eve", "analyze"), "nothing is analysed"
    message = await asked(club, "Ann", table)
    await ask(club, "1", 501, 1, session(1))  # in another server
    assert "Name a game" in await club.slash("Bob", "analyze")
    await club.slash("Eve", "analyze")
    queue = alone(club)[-1]
    assert f"`{table}-1` for <@{club.people['Ann'].id}>: 0\N{NO-BREAK SPACE}% of 6 decisions." in queue.content
    assert "About 1 minute more." in queue.content and len(choices(queue)) == 1
    await club.choose("Eve", queue, "review_stop", choices(queue)[0].value)
    told = {each.id: each for each in alone(club)}
    assert f"Eve, who moderates here, has cancelled the analysis of `{table}-1`." in told[message.id].content
    assert not walk(told[message.id])
    assert "Nothing is analysed in this server now." in told[queue.id].content
    assert [each.guild for each in club.bot.services.reviewing.requests] == [1]
    assert await left(club, "Ann") == 10_000
    club.reviewer.may_go_on.set()


async def test_nobody_else_ends_it(club: Party) -> None:
    table = await finished(club)
    await asked(club, "Ann", table)
    reviewing, bob = club.bot.services.reviewing, club.people["Bob"].id
    other = await ask(club, "1", 501, 1, session(1))
    for name, moderated in ((reviewing.requests[0].name, 0), (other.name, 0), (other.name, club.guild.id)):
        with pytest.raises(Illegal, match="Only who has asked"):
            await reviewing.cancel(name, bob, moderated, "Bob")
    assert len(reviewing.requests) == 2
    club.reviewer.may_go_on.set()


async def test_who_has_waited_long_is_mentioned_when_a_moderator_ends_it(club: Party) -> None:
    table = await finished(club)
    club.hire("Eve", manage_messages=True)
    await asked(club, "Ann", table)
    passes(club, 15 * 60)
    await club.slash("Eve", "analyze")
    queue = alone(club)[-1]
    await club.choose("Eve", queue, "review_stop", choices(queue)[0].value)
    await club.bot.services.reviewing.idle()
    assert club.notified(club.last) == ["Ann"] and "has been cancelled" in club.last.content
    club.reviewer.may_go_on.set()


@pytest.mark.parametrize("stopped", [False, True])
async def test_what_the_host_cancels_ends_and_is_told(club: Party, stopped: bool) -> None:
    """Also where the bot is not running then."""
    table = await finished(club)
    message = await asked(club, "Ann", table)
    reviews = club.bot.services.store.reviews
    await reviews.cancel(list(await reviews.asked()))
    if stopped:
        await club.restart()
        while await club.bot.services.store.reviews.asked():
            await club.bot.services.reviewing.idle()
    else:
        await club.bot.services.reviewing.heed()
    await club.bot.services.reviewing.idle()
    there = next(each for each in alone(club) if each.id == message.id)
    assert f"Whoever runs me has cancelled the analysis of `{table}-1`." in there.content
    assert await left(club, "Ann") == 10_000
    reviews = club.bot.services.store.reviews
    assert not await reviews.asked() and not await reviews.cancelled()


async def test_of_several_matches_in_a_file_one_is_chosen(club: Party) -> None:
    data = (FILES / "08.txt").read_bytes() + b"\n" + (FILES / "26.txt").read_bytes()
    await club.people["Ann"].slash(club.channel, "analyze", file=("two.mat", data))
    offer = next(each for each in alone(club) if "There are 2 matches in this file" in each.content)
    assert club.reviewer.asked == 0
    second = choices(offer)[1]
    assert "decisions" in second.description
    await club.choose("Ann", offer, "review_match", second.value)
    await club.bot.services.reviewing.idle()
    assert f"Analysis of {second.value}\n" in alone(club)[-1].content
