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
from tests.play.bot import OneBot, said, walk
from tests.play.test_analysis import alone, asked, choices, finished, passes, report
from tests.play.test_imports import id_of
from tests.play.test_personal_data import delete
from tests.session_files import A_GAME, session


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 3 such games at a time, and 5 within a day."""
    monkeypatch.setattr(review_requests, "MOST", 3 * A_GAME)
    for module in (review_requests, reviewing_module):
        monkeypatch.setattr(module, "MOST_A_DAY", 5 * A_GAME)


async def sent(bot: OneBot, who: str, games: int) -> str:
    """Somebody has a session analysed that they have not brought yet; what they are answered with in the end."""
    number = len(await bot.services.store.tables_of(bot.people[who].id, most=None))
    data = session(games).replace(b"Ann :", b"Ann%d :" % number)
    answer = await bot.people[who].slash(bot.channel, "analyze", file=("session.mat", data))
    await bot.services.reviewing.idle()
    return alone(bot)[-1].content if said(answer) else ""


async def left(bot: OneBot, who: str) -> int:
    return (await bot.services.reviewing.allowance(bot.people[who].id)).left


async def brought(bot: OneBot, user: int, data: bytes) -> Table:
    """A match that somebody has brought."""
    (table,), _ = await keep(bot.services.store, user, read_file(data), secrets.token_bytes, time.time)
    return table


async def ask(bot: OneBot, name: str, user: int, guild: int, data: bytes) -> Request:
    """Somebody in a server, whom nobody answers, wants a whole match analysed."""
    services = bot.services
    table = await brought(bot, user, data)
    assert table.state is not None
    games = tuple(range(1, games_over(table.state) + 1))
    decisions = await count_decisions(services.store, services.reviewing.games.fold, table, games)
    at = services.now()
    request = Request(name, user, guild, user, table.id, games, "en-US", 1, "x", 0, at, decisions=decisions)
    return await services.reviewing.ask(request)


async def test_what_takes_half_an_hour_is_not_begun_but_offered_in_parts(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def long_games(store: object, fold: object, table: object, games: Sequence[int]) -> dict[int, int]:
        return dict.fromkeys(games, 950)

    monkeypatch.setattr(analysis_requests, "count_decisions", long_games)
    told = await sent(bot, "Ann", 30)
    assert "has 28500 decisions that are not analysed yet. I analyse at most 3000 at a time." in told
    assert "Nothing has begun." in told
    assert bot.reviewer.asked == 0 and not await bot.services.store.reviews.asked()
    assert await left(bot, "Ann") == 10_000
    offered = choices(alone(bot)[-1])
    assert [each.label for each in offered][:2] == ["Games 1–3", "Games 4–6"] and len(offered) == 10
    assert offered[0].description == "2850 decisions"


async def test_many_parts_have_pages(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_requests, "MOST", A_GAME)
    await sent(bot, "Ann", 30)
    offer = alone(bot)[-1]
    assert [each.label for each in choices(offer)] == [f"Game {number}" for number in range(1, 26)]
    await bot.press("Ann", "Page 2 of 2", offer)
    offer = alone(bot)[-1]
    assert [each.label for each in choices(offer)] == [f"Game {number}" for number in range(26, 31)]
    await bot.choose("Ann", offer, "review_part", "30-30")
    await bot.services.reviewing.idle()
    assert f"Analysis of {id_of(offer.content)}-30" in alone(bot)[-1].content and bot.reviewer.asked == A_GAME


@pytest.mark.usefixtures("few")
async def test_a_part_is_chosen_analysed_and_looked_at_also_after_a_restart(bot: OneBot) -> None:
    await sent(bot, "Ann", 5)
    offer = alone(bot)[-1]
    assert [each.value for each in choices(offer)] == ["1-3", "4-5"]
    await bot.restart()
    await bot.choose("Ann", offer, "review_part", "4-5")
    await bot.services.reviewing.idle()
    message = alone(bot)[-1]
    table = id_of(offer.content)
    assert message.content.startswith(f"### Analysis of {table}-4-5\n") and bot.reviewer.asked == 2 * A_GAME
    # What is under it is about this part.
    await bot.tap("Ann", message, "review_list")
    (file,) = alone(bot)[-1].attachments
    text = bot.env.backend.cdn.get(file.url)
    assert file.filename == f"{table}-4-5-analysis.txt" and text is not None
    assert b"Game 4" in text and b"Game 3" not in text
    await bot.choose("Ann", message, "review_error", choices(message)[1].value)
    there = {each.id: each.content for each in alone(bot)}
    assert "**Mistake 2 of" in there[message.id] and f"Analysis of {table}-4-5" in there[message.id]
    # It can be typed too, and costs nothing a second time; nor does it in the whole.
    made = bot.reviewer.asked
    assert f"Analysis of {table}-4-5" in (await report(bot, "Ann", f"{table}-4-5")).content
    assert bot.reviewer.asked == made
    assert f"Analysis of {table}\n" in (await report(bot, "Ann", table)).content
    assert bot.reviewer.asked == 5 * A_GAME and await left(bot, "Ann") == 0


@pytest.mark.usefixtures("few")
async def test_a_day_has_an_end_and_passes(bot: OneBot) -> None:
    await sent(bot, "Ann", 3)
    assert "Analysis of" in alone(bot)[-1].content and await left(bot, "Ann") == 2 * A_GAME
    told = await sent(bot, "Ann", 3)
    assert "Of your decisions of 24 hours 22 are left." in told and bot.reviewer.asked == 3 * A_GAME
    await bot.choose("Ann", alone(bot)[-1], "review_part", "1-2")
    await bot.services.reviewing.idle()
    assert await left(bot, "Ann") == 0
    refused = await sent(bot, "Ann", 1)
    assert f"In 24 hours I have analysed {5 * A_GAME} decisions for you" in refused and "0 are left" in refused
    # Others have theirs, and what is there can be seen.
    assert "Analysis of" in await sent(bot, "Bob", 1)
    passes(bot, DAY)
    assert "Analysis of" in await sent(bot, "Ann", 3)


@pytest.mark.usefixtures("few")
async def test_who_deletes_their_data_has_no_other_day(bot: OneBot) -> None:
    await sent(bot, "Ann", 3)
    await sent(bot, "Ann", 2)
    assert await left(bot, "Ann") == 0
    await delete(bot, "Ann")
    assert "0 are left, too few for this" in await sent(bot, "Ann", 1)
    assert bot.reviewer.asked == 5 * A_GAME


@pytest.mark.usefixtures("few")
async def test_of_what_is_made_when_somebody_deletes_their_data_counts_what_was_made(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("session.mat", session(3)))
    await delete(bot, "Ann")
    assert await left(bot, "Ann") == 2 * A_GAME
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    assert 5 * A_GAME - await left(bot, "Ann") == bot.reviewer.asked < 3 * A_GAME


@pytest.mark.usefixtures("few")
async def test_what_is_cancelled_is_given_back_but_for_what_was_made(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("session.mat", session(3)))
    message = alone(bot)[-1]
    assert await left(bot, "Ann") == 2 * A_GAME
    await bot.press("Ann", "Cancel", message)
    await bot.services.reviewing.idle()
    assert await left(bot, "Ann") == 5 * A_GAME
    # After one of three games:
    reviewing = bot.services.reviewing
    keeping = reviewing.games.keep

    async def once(*args: Any) -> None:
        await keeping(*args)
        bot.reviewer.may_go_on.clear()

    reviewing.games.keep = once
    bot.reviewer.may_go_on.set()
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("session.mat", session(3)))
    while bot.reviewer.asked < A_GAME or bot.reviewer.may_go_on.is_set():
        await bot.env._settle_internal()
    await bot.press("Ann", "Cancel", alone(bot)[-1])
    await reviewing.idle()
    assert await left(bot, "Ann") == 4 * A_GAME and bot.reviewer.asked == A_GAME


@pytest.mark.usefixtures("few")
async def test_a_stop_doubles_nothing_that_counts(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("session.mat", session(3)))
    await bot.restart()
    await bot.services.reviewing.idle()
    assert "Analysis of" in alone(bot)[-1].content and await left(bot, "Ann") == 2 * A_GAME


async def test_asking_again_counts_once(bot: OneBot) -> None:
    table = await finished(bot)
    before = await left(bot, "Ann")
    await asked(bot, "Ann", table)
    counted = before - await left(bot, "Ann")
    await asked(bot, "Ann", table)
    assert before - await left(bot, "Ann") == counted > 0
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    assert before - await left(bot, "Ann") == counted == bot.reviewer.asked


async def test_who_waits_for_the_same_as_another_pays_nothing(bot: OneBot) -> None:
    table = await finished(bot)
    before = await left(bot, "Bob")
    await asked(bot, "Ann", table)
    await asked(bot, "Bob", table)
    assert await left(bot, "Bob") < before
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    assert await left(bot, "Bob") == before


async def test_servers_alternate_by_game(bot: OneBot) -> None:
    reviewing, made = bot.services.reviewing, list[int]()
    keeping = reviewing.games.keep

    async def noting(table: Table, *args: Any) -> None:
        made.append(table.channel)
        await keeping(table, *args)

    reviewing.games.keep = noting
    bot.reviewer.may_go_on.clear()
    await ask(bot, "1", 501, 1, session(6))
    await ask(bot, "2", 502, 2, session(2))
    await ask(bot, "3", 503, 1, session(1))
    assert [each.user for each in reviewing.requests] == [501, 502, 503]
    bot.reviewer.may_go_on.set()
    await reviewing.idle()
    # Of the first server two people take turns, too.
    assert made == [501, 502, 503, 502, 501, 501, 501, 501, 501]
    assert bot.reviewer.asked == 9 * A_GAME and not await bot.services.store.reviews.asked()


async def test_the_wait_is_told_in_minutes(bot: OneBot) -> None:
    bot.reviewer.may_go_on.clear()
    reviewing = bot.services.reviewing
    reviewing.speed.took(1000, 6000.0)
    await ask(bot, "1", 501, 1, session(10))
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("session.mat", session(2)))
    # Two games of her own, and two of the other one, of 66 seconds each.
    assert "waits for its turn. I take turns with 1 other analysis, a game each. About 4 minutes more." in (
        alone(bot)[-1].content
    )
    assert "mention you here" in alone(bot)[-1].content


async def test_a_moderator_ends_what_was_asked_in_the_server(bot: OneBot) -> None:
    table = await finished(bot)
    bot.hire("Eve", manage_messages=True)
    assert "Name a game" in await bot.slash("Eve", "analyze"), "nothing is analysed"
    message = await asked(bot, "Ann", table)
    await ask(bot, "1", 501, 1, session(1))  # in another server
    assert "Name a game" in await bot.slash("Bob", "analyze")
    await bot.slash("Eve", "analyze")
    queue = alone(bot)[-1]
    assert f"`{table}-1` for <@{bot.people['Ann'].id}>: 0\N{NO-BREAK SPACE}% of 6 decisions." in queue.content
    assert "About 1 minute more." in queue.content and len(choices(queue)) == 1
    await bot.choose("Eve", queue, "review_stop", choices(queue)[0].value)
    told = {each.id: each for each in alone(bot)}
    assert f"Eve, who moderates here, has cancelled the analysis of `{table}-1`." in told[message.id].content
    assert not walk(told[message.id])
    assert "Nothing is analysed in this server now." in told[queue.id].content
    assert [each.guild for each in bot.services.reviewing.requests] == [1]
    assert await left(bot, "Ann") == 10_000
    bot.reviewer.may_go_on.set()


async def test_nobody_else_ends_it(bot: OneBot) -> None:
    table = await finished(bot)
    await asked(bot, "Ann", table)
    reviewing, bob = bot.services.reviewing, bot.people["Bob"].id
    other = await ask(bot, "1", 501, 1, session(1))
    for name, moderated in ((reviewing.requests[0].name, 0), (other.name, 0), (other.name, bot.guild.id)):
        with pytest.raises(Illegal, match="Only who has asked"):
            await reviewing.cancel(name, bob, moderated, "Bob")
    assert len(reviewing.requests) == 2
    bot.reviewer.may_go_on.set()


async def test_who_has_waited_long_is_mentioned_when_a_moderator_ends_it(bot: OneBot) -> None:
    table = await finished(bot)
    bot.hire("Eve", manage_messages=True)
    await asked(bot, "Ann", table)
    passes(bot, 15 * 60)
    await bot.slash("Eve", "analyze")
    queue = alone(bot)[-1]
    await bot.choose("Eve", queue, "review_stop", choices(queue)[0].value)
    await bot.services.reviewing.idle()
    assert bot.notified(bot.last) == ["Ann"] and "has been cancelled" in bot.last.content
    bot.reviewer.may_go_on.set()


@pytest.mark.parametrize("stopped", [False, True])
async def test_what_the_host_cancels_ends_and_is_told(bot: OneBot, stopped: bool) -> None:
    """Also where the bot is not running then."""
    table = await finished(bot)
    message = await asked(bot, "Ann", table)
    reviews = bot.services.store.reviews
    await reviews.cancel(list(await reviews.asked()))
    if stopped:
        await bot.restart()
        while await bot.services.store.reviews.asked():
            await bot.services.reviewing.idle()
    else:
        await bot.services.reviewing.heed()
    await bot.services.reviewing.idle()
    there = next(each for each in alone(bot) if each.id == message.id)
    assert f"Whoever runs me has cancelled the analysis of `{table}-1`." in there.content
    assert await left(bot, "Ann") == 10_000
    reviews = bot.services.store.reviews
    assert not await reviews.asked() and not await reviews.cancelled()
