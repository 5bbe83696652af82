"""Which matches are rated, as people are told: before they play, and when it was over too soon."""

from __future__ import annotations

import pytest

from bot.backgammon import Phase, Rules
from bot.ladder.facts import write_fact
from bot.store import Entry
from bot.tables.preferences import ServerSettings
from bot.tables.table import Person, Table
from bot.tables.under_way import under_way
from tests.ladder.facts import match_game

from .bot import OneBot, one_bot
from .test_games import resigned
from .test_ladder import board, rows
from .test_leagues import NAMES, circuit


async def plays(bot: OneBot, number: int) -> None:
    """So many plays are made that move a checker, and no more."""
    made = 0
    while made < number:
        before = await bot.match()
        await bot.turn()
        if before.game.phase is Phase.PLAY:
            after = (await bot.match()).game.board.position
            made += after.mirrored() != before.game.board.position


async def over(bot: OneBot, number: int, length: int = 1) -> str:
    """A match in which so many plays are made before Ann resigns it; what is said then."""
    await bot.play(length=length)
    await plays(bot, number)
    await resigned(bot, "Ann", "single" if length == 1 else "match")
    return bot.last.content


async def test_a_match_that_is_over_after_too_few_plays_is_not_rated_and_says_so(bot: OneBot) -> None:
    said = await over(bot, 11)
    assert "wins the match 1 : 0.\nNot rated: fewer than 12 plays were made." in said
    assert "Not rated" not in "".join(message.content for message in bot.messages[:-1])
    assert rows(await board(bot)) == []
    assert "match won" in (await bot.slash("Bob", "games")) and "too few plays" in (await bot.slash("Bob", "games"))
    assert "Not rated" not in await over(bot, 12)
    assert rows(await board(bot)) == ["Bob", "Ann"]


async def test_the_longer_the_match_the_more_plays_it_takes(bot: OneBot) -> None:
    assert "Not rated: fewer than 28 plays were made." in await over(bot, 12, 7)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("cs", "Bez ratingu: padlo méně než 12 tahů."),
        ("ru", "Без рейтинга: сделано меньше 12 ходов."),
    ],
)
async def test_it_is_said_in_the_language_of_the_server(bot: OneBot, language: str, words: str) -> None:
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(language=language))
    await bot.slash("Ann", "play", opponent="Bob", length=1)
    await bot.tap("Bob", bot.last, "join")
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.tap("Ann", answer.response, "sure")
    await bot.tap("Bob", bot.live, "accept")
    assert words in bot.last.content


async def test_a_match_that_was_not_to_be_rated_does_not_say_it_twice(bot: OneBot) -> None:
    await bot.play(length=1, rated=False)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    assert "Not rated" not in bot.last.content


async def test_a_game_for_money_is_told_one_by_one(bot: OneBot) -> None:
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(money_rated=True))
    await bot.play(length=0)
    await plays(bot, 12)
    await resigned(bot, "Ann", "single")
    assert "Not rated" not in bot.live.content
    for who in ("Ann", "Bob"):
        await bot.press(who, "Next")
    await plays(bot, 3)
    await resigned(bot, "Bob", "single")
    assert "Not rated: fewer than 12 plays were made." in bot.live.content


async def test_a_match_of_a_league_stands_and_is_not_rated() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        await league.open(*NAMES[:3])
        await bot.press("Ann", "Start", league.shown)
        await league.match("Bob", "Cyd")
        told = next(each.content for each in reversed(bot.messages) if "wins the match" in each.content)
        assert "Not rated: fewer than 12 plays were made." in told
        assert await league.owed("Cyd") == ["Ann"] and rows(await board(bot)) == []


async def had(bot: OneBot, number: int, who: str, opponents: int, league: str = "") -> None:
    """Somebody has played so many rated matches today, against so many others."""
    now, ladder = bot.services.now(), bot.services.store.ladder
    for each in range(number):
        fact = match_game(winner=0, length=1, table=f"{who.lower()}{each}", at=now, plays=30, league=league)
        entry = Entry(1, write_fact(fact), (bot.people[who].id, 10**9 + each % opponents))
        await ladder.enter(bot.guild.id, fact.table, [entry])


async def asked_for(bot: OneBot, who: str, **more: object) -> str:
    """What a challenge says."""
    await bot.slash(who, "play", length=1, **more)
    said = bot.last.content
    await bot.press(who, "Withdraw", bot.last)
    return said


async def test_of_one_persons_matches_on_a_day_twenty_are_rated(bot: OneBot) -> None:
    await had(bot, 19, "Ann", 10)
    assert "· rated" in await asked_for(bot, "Ann", opponent="Bob")
    await had(bot, 20, "Ann", 10)
    words = "-# Not rated: Ann has had 20 rated matches today."
    assert words in await asked_for(bot, "Ann", opponent="Bob")
    assert words in await asked_for(bot, "Bob", opponent="Ann") and words in await asked_for(bot, "Ann")
    assert "· rated" in await asked_for(bot, "Bob", opponent="Cyd")
    # Whoever answers a challenge to everybody may have had theirs.
    await bot.slash("Bob", "play", length=1)
    await bot.press("Ann", "Play", bot.last)
    accepted = next(each.content for each in bot.messages if "accepts" in each.content)
    assert words in accepted and (await bot.table()).about.rated is False


async def test_those_of_leagues_are_not_among_them(bot: OneBot) -> None:
    await had(bot, 25, "Ann", 10, "winter")
    assert "· rated" in await asked_for(bot, "Ann", opponent="Bob")


async def test_the_fifth_between_two_is_said_to_be_the_last(bot: OneBot) -> None:
    now, ladder = bot.services.now(), bot.services.store.ladder
    for each in range(5):
        fact = match_game(winner=each % 2, length=1, table=f"pair{each}", at=now, plays=30)
        people = bot.people["Ann"].id, bot.people["Bob"].id
        await ladder.enter(bot.guild.id, fact.table, [Entry(1, write_fact(fact), people)])
    assert "-# Not rated: you two have had your rated matches of today." in await asked_for(bot, "Bob", opponent="Ann")
    assert "· rated" in await asked_for(bot, "Bob", opponent="Cyd")


async def begun(bot: OneBot, number: int) -> list[bool | None]:
    """Ann and Bob challenge each other in so many other channels, and only then accept; whether each is rated."""
    services, open_ones = bot.services, list[Table]()
    ann, bob = (Person(bot.people[name].id, name) for name in ("Ann", "Bob"))
    for each in range(number):
        pair = (ann, bob) if each % 2 else (bob, ann)
        made = await services.challenges.make(bot.guild.id, 10_000 + each, *pair, Rules(length=1), f"made{each}")
        open_ones.append(made)
    return [
        (
            await services.challenges.accept(each.channel, each.id, each.people.seats[1], f"taken{each.id}")
        ).table.about.rated
        for each in open_ones
    ]


async def test_challenges_made_before_the_others_are_played_do_not_pass_the_limit(bot: OneBot) -> None:
    assert await begun(bot, 6) == [True] * 5 + [False]
    words = "-# Not rated: you two have had your rated matches of today."
    # Those that are under way count when another challenge is made, too.
    await bot.services.store.limits.forget(bot.people["Ann"].id)
    assert words in await asked_for(bot, "Ann", opponent="Bob")
    assert "· rated" in await asked_for(bot, "Ann", opponent="Cyd")


async def test_who_accepts_is_told_that_the_limit_was_reached_meanwhile(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=1)
    assert "· rated" in bot.last.content
    await had(bot, 20, "Ann", 10)
    await bot.press("Bob", "Accept challenge", bot.last)
    accepted = next(each.content for each in bot.messages if "accepts" in each.content)
    assert "-# Not rated: Ann has had 20 rated matches today." in accepted
    assert (await bot.table()).about.rated is False


async def test_a_match_that_is_in_the_list_counts_once(bot: OneBot) -> None:
    assert "Not rated" not in await over(bot, 12)
    ladder, users = bot.services.ladders, [bot.people[name].id for name in ("Ann", "Bob")]
    services, now = bot.services, bot.services.now()
    assert (await ladder.rated_today(bot.guild.id, users, now)).pair == 1
    found = await under_way(services.store, services.repository, ladder, bot.guild.id, users, now)
    assert (found.pair, found.each) == (0, (0, 0))


async def test_a_limit_is_told_to_a_long_name_on_a_phone_too() -> None:
    async with one_bot(("Maximiliana Konstantinopolitanskaja", "Bob")) as bot:
        (name, _) = bot.people
        await had(bot, 20, name, 10)
        assert "Not rated: Maximiliana Konstan… has had 20" in await asked_for(bot, name, opponent="Bob")
