"""The position of the day: a week of it, votes, answers, stops; nobody is named, and nothing private is shown."""

from __future__ import annotations

import asyncio
import re
import time
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.backgammon import Dice, Position
from bot.engine.thoughts import Judged, Stakes
from bot.store.positions import Day
from bot.tables import schedule
from bot.tables.absence_clock import GRACE
from bot.tables.days import ENOUGH, Origin, name_of, read_puzzle
from bot.tables.preferences import ServerSettings
from bot.tables.reviews import kept_reviews
from bot.tables.schedule import DAY

from .away import pass_time
from .bot import OneBot, component, make_bot, said, walk
from .test_analysis import FILES, finished, last_table, report, without_marks
from .test_games import resigned
from .test_lifecycle import noticed
from .test_panels import settings
from .test_personal_data import delete, file_of, page
from .test_striking import judged

#: So far away that nothing is due for whoever looks at another clock.
MORNING = datetime(2126, 12, 1, 8, 30, tzinfo=UTC)


class Mornings:
    """A server that has a position of the day, and its mornings."""

    def __init__(self, bot: OneBot) -> None:
        self.bot = bot
        self.channel: Any = bot.guild.create_text_channel("positions")
        self.at = MORNING

    async def open(self) -> None:
        """The server wants it."""
        wanted = ServerSettings(daily=self.channel.id)
        await self.bot.services.preferences.keep_server(self.bot.guild.id, wanted)

    async def look(self) -> None:
        """The clock looks, and once more, which changes nothing."""
        for _ in range(2):
            clock = self.bot.services.day_clock
            clock._now = self.at.timestamp
            await clock.look(self.bot.guild.id)

    async def due(self) -> float:
        """When the clock looks next; 0 if it does not."""
        return (await self.bot.services.store.due.times(DAY)).get(str(self.bot.guild.id), 0.0)

    async def next(self) -> None:
        """The next morning."""
        self.at += timedelta(days=1)
        await self.look()

    @property
    def messages(self) -> list[Any]:
        return [each for each in self.channel.history() if not each.flags.ephemeral]

    @property
    def asked(self) -> list[Any]:
        """The messages that have asked, with their buttons or without."""
        return [each for each in self.messages if "Position of the day" in each.content]

    @property
    def answers(self) -> list[Any]:
        return [each for each in self.messages if "The answer:" in each.content]

    @property
    def open_ones(self) -> list[Any]:
        """Those that still have buttons."""
        return [each for each in self.asked if walk(each)]

    async def day(self) -> Day:
        return await self.bot.services.store.positions.day(self.bot.guild.id)

    async def vote(self, who: str, place: int, message: Any = None) -> str:
        """Somebody presses a button of today's position; what they are told alone."""
        pressed = message or self.open_ones[-1]
        button = walk(pressed)[place]["custom_id"]
        result = await self.bot.people[who].click(pressed, custom_id=button)
        assert result.acknowledged
        return said(result)


@pytest.fixture
async def days(bot: OneBot) -> Mornings:
    """Ann and Bob have played a match, in which several positions were misplayed; nobody knows of them yet."""
    made = Mornings(bot)
    await made.open()
    return made


async def analysed(bot: OneBot, least: int = 1) -> str:
    """Matches of Ann and Bob that somebody has had analysed, until so many positions wait; the last table's id."""
    table = ""
    while not table or await bot.services.store.positions.count(bot.guild.id) < least:
        table = await finished(bot)
        await report(bot, "Cyd", table)
    return table


def all_said(days: Mornings) -> str:
    """Everything that could be read in the channel: words, buttons, descriptions of pictures."""
    parts = []
    for each in days.messages:
        labels = [child.get("label", "") for child in walk(each)]
        parts += [each.content, *labels, *(file.description or "" for file in each.attachments)]
    return "\n".join(parts)


async def test_a_week_of_it(bot: OneBot, days: Mornings) -> None:
    await days.look()
    assert days.messages == []  # nothing is analysed, so nothing is posted
    await analysed(bot, least=6)
    await days.look()
    assert days.messages == []  # a day is looked at once; the next morning brings the first one
    seen = []
    for morning in range(1, 7):
        await days.next()
        assert len(days.asked) == morning and len(days.answers) == morning - 1
        assert len(days.open_ones) == 1 and days.open_ones[0].id == days.asked[-1].id
        (picture,) = days.asked[-1].attachments
        seen.append(picture.description)
        labels = [child["label"] for child in walk(days.asked[-1])]
        puzzle = read_puzzle((await days.day()).position)
        assert puzzle is not None and 2 <= len(labels) <= 5 and len(set(labels)) == len(labels)
        best, other = puzzle.choices.index(puzzle.verdict.best), puzzle.choices.index(puzzle.verdict.chosen)
        assert "Your vote" in await days.vote("Ann", other)
        await days.vote("Bob", best)
        if morning == 3:
            await bot.restart()
            await days.look()
            assert len(days.asked) == morning
        told = await days.vote("Ann", best)  # thinks better of it
        assert labels[best] in without_marks(told) and "Nobody sees it" in told
        # Until the answer all see how many have voted, and no more.
        assert "2 votes" in days.asked[-1].content and days.asked[-1].attachments
        for word in ("Ann", "Bob"):
            assert word not in all_said(days)
        await days.vote("Cyd", other)
        days.at += timedelta(hours=10)
        await days.look()
        assert len(days.answers) == morning - 1
        days.at -= timedelta(hours=10)
    assert len(set(seen)) == len(seen)  # none comes twice
    await days.next()
    assert len(days.answers) == 6
    for asking, answer in zip(days.asked, days.answers, strict=False):
        assert "2 of 3 have found it." in answer.content and "▰" in answer.content
        assert f"/{answer.id}" in asking.content and "3 votes" in asking.content and not walk(asking)
        assert answer.reference["message_id"] == str(asking.id) if isinstance(answer.reference, dict) else True
        assert re.search(r"▰{6} 2 · \*\*\S.* ✓\*\*\n▱+ 0 · \S.* −0\.\d{3}\n", answer.content), answer.content
        assert re.search(r"▰▰▰▱▱▱ 1 · \S.* −0\.\d{3}\n", answer.content), answer.content
        assert "In the game: " in answer.content and "wins 50.0\u00a0%" in answer.content and "bgsage" in answer.content
    assert not re.search("Ann|Bob|Cyd", all_said(days))
    # Of what is answered no vote is kept.
    assert not (await days.day()).votes
    for person in bot.people.values():
        assert await bot.services.store.positions.voted_in(person.id) == []


async def test_it_is_posted_in_the_morning_and_once_a_day(bot: OneBot, days: Mornings) -> None:
    await analysed(bot, least=2)
    for hour, asked in ((5, 0), (7, 0), (8, 1), (12, 1), (21, 1), (23, 1), (31, 1), (32, 2)):
        days.at = MORNING.replace(hour=0, minute=1) + timedelta(hours=hour)
        await days.look()
        assert (hour, len(days.asked)) == (hour, asked)
    # Where it is night already, the next morning is due.
    assert days.at.timestamp() < await days.due() <= days.at.timestamp() + 86_400


async def test_whoever_opts_in_need_not_wait_but_for_the_morning(bot: OneBot, days: Mornings) -> None:
    clock = bot.services.day_clock
    await analysed(bot)
    days.at = MORNING.replace(hour=3)
    await days.look()
    assert await days.due() == MORNING.replace(hour=8, minute=0).timestamp()
    clock._now = MORNING.timestamp
    await clock.look(bot.guild.id)
    assert len(days.asked) == 1


async def test_it_comes_by_itself(bot: OneBot, days: Mornings, monkeypatch: pytest.MonkeyPatch) -> None:
    await analysed(bot)
    services, begun, first = bot.services, days.at.timestamp(), time.monotonic()
    services.day_clock._now = services.schedule._now = lambda: begun + time.monotonic() - first
    await services.store.due.set(DAY, str(bot.guild.id), begun)
    monkeypatch.setattr(schedule, "PERIOD", 0.01)
    unknown, get_guild = 2 * [SimpleNamespace(unavailable=True)], bot.client.get_guild
    # Another process serves the server, or this one before long.
    monkeypatch.setattr(bot.client, "get_guild", lambda guild: unknown.pop() if unknown else get_guild(guild))
    looking = asyncio.create_task(services.schedule.run())
    while not days.asked:
        await asyncio.sleep(0.01)
    looking.cancel()
    assert len(days.asked) == 1 and not unknown


async def misplayed(bot: OneBot, days: Mornings) -> str:
    """Who has made the mistake in the position that is open."""
    puzzle = read_puzzle((await days.day()).position)
    assert puzzle is not None
    table = await bot.services.repository.load(puzzle.at, puzzle.table)
    assert table is not None
    return table.person(puzzle.verdict.seat).name


async def test_who_has_agreed_is_named_with_the_answer_and_nobody_else(bot: OneBot, days: Mornings) -> None:
    await analysed(bot, least=4)
    await days.look()
    who = await misplayed(bot, days)
    shown = await page(bot, who)
    shown = (await bot.press(who, "Name me with my mistakes: off", shown)).response
    assert any(each.get("label", "").endswith("my mistakes: on") for each in walk(shown))
    await days.next()
    assert f"In the game, **{who}**: " in days.answers[0].content
    (other,) = {"Ann", "Bob"} - {who}
    assert who not in days.asked[0].content and other not in all_said(days)
    # Who thinks better of it is not named any more.
    await bot.press(who, "Name me with my mistakes: on", await page(bot, who))
    while days.open_ones and await misplayed(bot, days) != who:
        await days.next()
    await days.next()
    assert who not in days.answers[-1].content


@pytest.mark.parametrize("how", ["hides", "is deleted"])
async def test_who_hides_or_is_gone_is_not_named_though_they_had_agreed(bot: OneBot, days: Mornings, how: str) -> None:
    await analysed(bot, least=5)
    await days.look()
    who = await misplayed(bot, days)
    await bot.press(who, "Name me with my mistakes: off", await page(bot, who))
    if how == "hides":
        await bot.press(who, "Hide me on the leaderboards", await page(bot, who))
    else:
        await delete(bot, who)
    for _ in range(8):  # nor is anything else of theirs shown
        await days.next()
        assert not days.open_ones or await misplayed(bot, days) != who
    assert len(days.answers) > 1 and who not in all_said(days)


async def test_nothing_is_shown_of_what_somebody_has_brought(bot: OneBot, days: Mornings) -> None:
    data = (FILES / "08.txt").read_bytes()
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("08.mat", data))
    await bot.services.reviewing.idle()
    assert await bot.services.store.positions.waiting(bot.guild.id) == {}
    assert await bot.services.store.positions.waiting(0) == {}
    await days.look()
    assert days.messages == []


async def test_mistakes_of_the_computer_are_not_shown_those_against_it_are(
    bot: OneBot, days: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, engine = bot.services.store, bot.engine

    async def worst(position: Position, dice: Dice, stakes: Stakes, *_: object) -> Judged:
        return (await engine.plays(position, dice, stakes))[-1]

    monkeypatch.setattr(engine, "choice", worst)
    await bot.slash("Ann", "play", opponent="the bot", thread=False, length=1)
    for _ in range(4):
        await bot.rested()
        match = await bot.match()
        await bot.slash("Ann", "move", play=str(match.game.plays(match.rules)[-1]))
    await bot.rested()
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="match")
    await bot.people["Ann"].click(answer.response, label="Confirm")
    await bot.rested()
    await report(bot, "Ann", table := await last_table(bot))
    (review,) = (await kept_reviews(store, await bot.table(), [1])).values()
    mistaken = {each.seat for each in review.verdicts if each.error > ENOUGH}
    waiting = await store.positions.waiting(bot.guild.id)
    assert mistaken == {0, 1} and waiting
    origins = [Origin.parse(each) for each in waiting.values()]
    assert {review.verdicts[each.verdict].seat for each in origins} == {0}
    # Nor are those that have waited since before computers were left out.
    place = next(place for place, each in enumerate(review.verdicts) if each.error > ENOUGH and each.seat == 1)
    for name in waiting:
        await store.positions.drop(bot.guild.id, name)
    verdict = review.verdicts[place]
    await store.positions.note(bot.guild.id, {name_of(verdict): str(Origin(bot.channel.id, table, 1, place))})
    await days.look()
    assert days.messages == []


def spied(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    """Calls of a method from now on, which do what they did."""
    calls: list[Any] = []
    method = getattr(owner, name)

    def called(*args: Any, **options: Any) -> Any:
        calls.append(args)
        return method(*args, **options)

    monkeypatch.setattr(owner, name, called)
    return calls


HIDDEN, SHOWN = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)


@pytest.mark.parametrize("place", ["hidden", "keeps Cyd out", "gone", "thread", "of members", "of Ann"])
async def test_what_not_everybody_sees_who_sees_the_positions_is_not_shown(
    bot: OneBot, days: Mornings, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    everyone, role = bot.guild.default_role, bot.guild.create_role("member")
    players = dict.fromkeys((bot.client.user, bot.people["Ann"], bot.people["Bob"], bot.people["Cyd"]), SHOWN)
    rights: dict[str, Any] = {
        "hidden": {everyone: HIDDEN, **players},
        "keeps Cyd out": {bot.people["Cyd"]: HIDDEN},
        "of members": {everyone: HIDDEN, role: SHOWN, **players},
        "of Ann": {everyone: HIDDEN, **players},
    }
    bot.channel = elsewhere = bot.guild.create_text_channel("elsewhere", overwrites=rights.get(place, {}))
    if place == "thread":
        await bot.slash("Ann", "play", opponent="Bob", length=1, thread=True)
        (bot.channel,) = elsewhere.threads
        await bot.press("Bob", "Accept challenge", bot.last)
        for _ in range(2):
            await bot.turn()
            await bot.move()
        await resigned(bot, "Ann", "match")
        await report(bot, "Ann", (await bot.table()).id)
    else:
        bot.people["Cyd"], analyst = bot.people["Ann"], bot.people["Cyd"]
        await analysed(bot)
        bot.people["Cyd"] = analyst
    if place == "gone":
        bot.env.backend.delete_channel(elsewhere.id)
    if place == "of members":  # all who see the positions are members too
        days.channel = bot.guild.create_text_channel("few", overwrites={everyone: HIDDEN, role: SHOWN, **players})
    if place == "of Ann":  # to whom the positions are shown alone, and who has not been let in there
        only = {everyone: HIDDEN, bot.client.user: SHOWN, bot.guild.add_member(bot.env.create_user("eve")): SHOWN}
        days.channel = bot.guild.create_text_channel("few", overwrites=only)
    await days.open()
    await bot.env.settle()
    loaded = spied(monkeypatch, bot.services.repository, "load")
    await days.look()
    shown = place in ("thread", "of members")
    assert len(days.asked) == shown
    assert (len(loaded) > 0) == shown, "of a place that not all of them see no table is looked at"


async def test_struck_games_are_not_shown(bot: OneBot, days: Mornings) -> None:
    table = await analysed(bot)
    bot.hire("Mod", manage_guild=True)
    assert "Struck" in await judged(bot, "Mod", table)
    await days.look()
    assert days.messages == []
    assert await bot.services.store.positions.waiting(bot.guild.id) == {}


async def test_tables_that_are_gone_are_not_shown(bot: OneBot, days: Mornings) -> None:
    table = await analysed(bot)
    await bot.services.store.forget(bot.channel.id, table)
    await days.look()
    assert days.messages == []


async def test_votes_come_too_late_once_it_is_answered(bot: OneBot, days: Mornings) -> None:
    await analysed(bot)
    await days.look()
    (asking,) = days.asked
    await days.next()
    bot.still_shown(asking)
    assert "is answered by now" in await days.vote("Ann", 0, asking)
    assert not (await days.day()).votes and "0 votes" in days.asked[0].content


async def test_what_is_said_to_who_votes_is_their_own(bot: OneBot, days: Mornings) -> None:
    await analysed(bot)
    await days.look()
    before = len(days.messages)
    pressed = await bot.people["Bob"].click(days.open_ones[0], custom_id=walk(days.open_ones[0])[0]["custom_id"])
    assert [each.ephemeral for each in pressed.followups] == [True] or pressed.response.ephemeral
    assert len(days.messages) == before
    assert "1 vote " in days.asked[0].content and days.asked[0].attachments and walk(days.asked[0])


class Cut:
    """What is posted is there, but that it is was never heard."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 1
        send = discord.abc.Messageable.send

        async def sent(place: Any, *args: Any, **options: Any) -> Any:
            message = await send(place, *args, **options)
            if self.times:
                self.times -= 1
                raise aiohttp.ServerDisconnectedError
            return message

        monkeypatch.setattr(discord.abc.Messageable, "send", sent)


@pytest.mark.parametrize("stop", [False, True])
async def test_an_answer_of_discord_that_is_lost_posts_nothing_twice(
    bot: OneBot, days: Mornings, monkeypatch: pytest.MonkeyPatch, stop: bool
) -> None:
    await analysed(bot, least=2)
    cut = Cut(monkeypatch)
    for _ in range(2):
        if stop:
            clock = bot.services.day_clock
            clock._now = days.at.timestamp
            await clock.look(bot.guild.id)
            assert not (await days.day()).message or (await days.day()).closed
            await bot.restart()
        await days.look()
        (asking,) = days.open_ones
        assert (await days.day()).message == asking.id
        days.at += timedelta(days=1)
        cut.times = 1
    assert len(days.asked) == 2 and len(days.answers) == 1


async def test_what_could_not_be_posted_comes_later(
    bot: OneBot, days: Mornings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await analysed(bot, least=2)

    async def down(*_: Any, **__: Any) -> None:
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as patched:
        patched.setattr(discord.abc.Messageable, "send", down)
        await days.look()
        assert days.messages == []
        assert days.at.timestamp() < await days.due() <= days.at.timestamp() + 600
    await days.look()
    assert len(days.asked) == 1
    # A position of which a whole day nothing could be shown is no question of that day any more.
    with monkeypatch.context() as patched:
        patched.setattr(discord.abc.Messageable, "send", down)
        await days.next()
        days.at += timedelta(days=1)
    await days.look()
    assert (len(days.asked), len(days.answers)) == (2, 1)


async def test_where_the_bot_may_not_post_no_position_is_used_up(bot: OneBot, days: Mornings) -> None:
    await analysed(bot)
    waiting = await bot.services.store.positions.waiting(bot.guild.id)
    mine = discord.PermissionOverwrite(send_messages=False)
    days.channel = bot.guild.create_text_channel("mute", overwrites={bot.guild.default_role: mine})
    await days.open()
    for _ in range(3):
        await days.next()
    assert days.messages == [] and await bot.services.store.positions.waiting(bot.guild.id) == waiting
    assert (await days.day()).position is None


async def test_of_two_processes_one_posts(bot: OneBot, days: Mornings) -> None:
    await analysed(bot, least=2)
    other = make_bot(bot.server).services.day_clock
    ours = bot.services.day_clock
    other._shown = ours._shown
    for _ in range(2):
        ours._now = other._now = days.at.timestamp
        await asyncio.gather(ours.look(bot.guild.id), other.look(bot.guild.id))
        days.at += timedelta(days=1)
    assert len(days.asked) == 2 and len(days.answers) == 1


async def test_the_page_of_the_settings(bot: OneBot) -> None:
    assert (await bot.services.preferences.of_server(bot.guild.id)).daily == 0
    shown = (await bot.tap("Dan", await settings(bot), "daily_page")).response
    assert "There is none." in shown.content and "No position waits" in shown.content
    await analysed(bot, least=2)
    mute = bot.guild.create_text_channel(
        "mute", overwrites={bot.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    )
    for channel, lacking in ((mute, True), (bot.channel, False)):
        result = await bot.people["Dan"].select(shown, [channel], custom_id=component(shown, "daily"))
        shown = result.response
        assert f"<#{channel.id}>" in shown.content and ("Attach Files" in shown.content) is lacking
        assert re.search(r"\d positions wait to be shown", shown.content)
    now = bot.services.now()
    assert await Mornings(bot).due() <= now
    result = await bot.people["Dan"].select(shown, [], custom_id=component(shown, "daily"))
    assert "There is none." in result.response.content
    await bot.services.day_clock.look(bot.guild.id)
    assert await Mornings(bot).due() == 0


async def test_where_it_is_switched_off_what_was_asked_is_still_answered(bot: OneBot, days: Mornings) -> None:
    await analysed(bot)
    await days.look()
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings())
    for _ in range(2):
        await days.next()
    assert len(days.asked) == len(days.answers) == 1 and not days.open_ones


async def test_a_vote_is_in_the_file_of_who_gave_it_and_goes_with_their_data(bot: OneBot, days: Mornings) -> None:
    await analysed(bot)
    await days.look()
    puzzle = read_puzzle((await days.day()).position)
    assert puzzle is not None
    await days.vote("Cyd", 1)
    await days.vote("Bob", 0)
    told = (await file_of(bot, "Cyd"))["votes_on_positions_of_the_day"]
    assert told == [{"server": bot.guild.id, "vote": puzzle.choices[1]}]
    await delete(bot, "Cyd")
    assert (await days.day()).votes == {bot.people["Bob"].id: puzzle.choices[0]}
    assert (await file_of(bot, "Cyd"))["votes_on_positions_of_the_day"] == []
    await days.next()
    assert "1 vote " in days.asked[0].content


async def test_a_server_without_the_bot_keeps_nothing(bot: OneBot, days: Mornings) -> None:
    store = bot.services.store
    for _ in range(2):
        await analysed(bot)
    await days.look()
    await days.vote("Ann", 0)
    bot.env.backend.remove_guild(bot.guild.id)
    await noticed(bot)
    assert await store.positions.day(bot.guild.id) != Day(), "it may come back"
    pass_time(bot, GRACE)
    await bot.tick()
    assert await store.positions.day(bot.guild.id) == Day()
    assert await store.positions.waiting(bot.guild.id) == {}
    assert await store.positions.voted_in(bot.people["Ann"].id) == []
    assert await days.due() == 0
