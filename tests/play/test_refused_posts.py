"""What Discord refuses for good is not thrown away: it is told, tried again, and given up in the end."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from bot import limits
from bot.cogs.podium import Podiums
from bot.permissions import Use, lacking
from bot.tables import day_clock, schedule
from bot.tables.absence_clock import GRACE
from bot.tables.days import Puzzle, read_puzzle
from bot.tables.refused_posts import ANSWER

from .away import pass_time
from .bot import OneBot, component, make_bot, said, walk
from .test_days import Mornings, analysed, days
from .test_ladder import season_over
from .test_leagues import NAMES, circuit
from .test_lifecycle import noticed
from .test_panels import settings

__all__ = ["days"]

DAY = 86_400


class Strict:
    """A Discord that takes no reply without Read Message History, no nonce that is too long, and posts nothing for one
    that its author has used before; nothing at all with the codes in `refuses`. `asked`: how often it was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.refuses = 0, 0
        self.posted: dict[str, Any] = {}
        send = discord.abc.Messageable.send

        async def sent(place: Any, *args: Any, **options: Any) -> Any:
            self.asked += 1
            nonce = options.get("nonce") or ""
            if self.refuses:
                raise self.refusal(self.refuses)
            if len(nonce) > limits.NONCE:
                raise self.refusal(50035)
            if options.get("reference") and not self.reads(place):
                raise self.refusal(160002)
            if nonce and nonce in self.posted:
                return self.posted[nonce]
            message = await send(place, *args, **options)
            return self.posted.setdefault(nonce, message)

        monkeypatch.setattr(discord.abc.Messageable, "send", sent)

    @staticmethod
    def refusal(code: int) -> discord.HTTPException:
        response: Any = SimpleNamespace(status=400, reason="Bad Request", headers={})
        return discord.HTTPException(response, {"code": code, "message": "refused"})

    @staticmethod
    def reads(place: discord.PartialMessageable) -> bool:
        guild = place._state._get_guild(place.guild_id)
        channel = guild and guild.get_channel(place.id)
        return channel is not None and guild is not None and channel.permissions_for(guild.me).read_message_history


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> Strict:
    return Strict(monkeypatch)


async def permit(bot: OneBot, channel: Any, **given: bool) -> None:
    """What a channel lets the bot do, beside what its roles do; nothing else from now on."""
    allow, deny = discord.PermissionOverwrite(**given).pair()
    assert bot.client.user is not None
    over = Overwrite(target_id=bot.client.user.id, type=OverwriteType.MEMBER, allow=allow.value, deny=deny.value)
    bot.env.backend.set_overwrite(channel.id, over)
    await noticed(bot)


async def choose(bot: OneBot, page: str, channel: Any) -> str:
    """A channel is chosen in the panel, perhaps the same again; what the page says then."""
    shown = (await bot.tap("Dan", await settings(bot), f"{page}_page")).response
    name = {"daily": "daily", "ladder": "podium"}[page]
    return said(await bot.people["Dan"].select(shown, [channel], custom_id=component(shown, name)))


async def page(bot: OneBot, name: str) -> str:
    return said(await bot.tap("Dan", await settings(bot), f"{name}_page"))


async def answering(bot: OneBot, days: Mornings) -> None:
    """A position is open, Ann and Bob have voted, and the bot may not read the channel any more."""
    await analysed(bot, least=3)
    await days.look()
    await days.vote("Ann", 0)
    await days.vote("Bob", 1)
    await permit(bot, days.channel, read_message_history=False)


async def test_an_answer_that_is_refused_keeps_position_and_votes_and_is_told(
    bot: OneBot, days: Mornings, strict: Strict, caplog: pytest.LogCaptureFixture
) -> None:
    await answering(bot, days)
    before = await days.day()
    await days.next()
    after = await days.day()
    assert (after.number, after.position, after.votes) == (before.number, before.position, before.votes)
    assert (len(days.asked), len(days.answers), len(days.open_ones)) == (1, 0, 1)
    told = await page(bot, "daily")
    assert f"I could not post the answer to the last position in <#{days.channel.id}>. Why: I lack **Read M" in told
    assert "The votes are kept. I try again <t:" in told and told.count("Read Message History") == 1
    (line,) = [each.getMessage() for each in caplog.records if "Discord refuses a post" in each.getMessage()]
    assert f"channel {days.channel.id}" in line and "Read Message History" in line and "again in 24 hours" in line
    # Who has not voted yet, or thinks better of it, still can; and is told when the answer comes.
    again = (days.at + timedelta(days=1)).timestamp()
    assert f"<t:{again:.0f}:R>" in await days.vote("Cyd", 1)
    assert len((await days.day()).votes) == 3


async def test_it_is_tried_after_one_two_and_four_days_then_given_up_and_the_next_one_comes(
    bot: OneBot, days: Mornings, strict: Strict
) -> None:
    await answering(bot, days)
    tries = []
    for day in range(1, 6):
        before = strict.asked
        await days.next()
        for hours in (1, 3, 9):  # at other hours of the day nothing is tried
            days.at += timedelta(hours=hours)
            await days.look()
        days.at -= timedelta(hours=13)
        if day == 2:
            await bot.restart()
            await days.look()
        tries.append(strict.asked - before)
        if day < 5:
            assert len((await days.day()).votes) == 2 and len(days.asked) == 1
    # The last try is followed by the next position.
    assert tries == [1, 1, 1, 0, 2]
    assert len(days.asked) == 2 and not days.answers and [each.id for each in days.open_ones] == [days.asked[1].id]
    assert "2 votes · the answer could not be posted" in days.asked[0].content
    assert not (await days.day()).votes
    for person in bot.people.values():
        assert await bot.services.store.positions.voted_in(person.id) == []
    told = await page(bot, "daily")
    assert "I have given it up; its votes are gone, and another position comes." in told
    # What follows is answered again once that is possible, and nothing is said of it any more.
    await permit(bot, days.channel)
    await days.next()
    assert len(days.answers) == 1 and "I could not" not in await page(bot, "daily")


@pytest.mark.parametrize("how", ["as soon as the bot may", "where the channel is chosen again", "in another channel"])
async def test_it_comes_at_once_with_all_votes(bot: OneBot, days: Mornings, strict: Strict, how: str) -> None:
    await answering(bot, days)
    if how == "where the channel is chosen again":  # the bot sees no reason for what Discord says
        await permit(bot, days.channel)
        strict.refuses = 50013
    await days.next()
    days.at += timedelta(minutes=5)
    await days.look()
    assert not days.answers
    first = days.asked[0]
    if how == "as soon as the bot may":
        await permit(bot, days.channel)
    elif how == "in another channel":
        bot.env.backend.delete_channel(days.channel.id)
        days.channel = bot.guild.create_text_channel("others")
        await noticed(bot)
        await choose(bot, "daily", days.channel)
    else:
        strict.refuses, before = 0, strict.asked
        await days.look()
        assert strict.asked == before
        await choose(bot, "daily", days.channel)
        assert 0 < await days.due() < days.at.timestamp() + 10
    await days.look()
    (answer,) = days.answers
    assert "1 of 2 has found it." in answer.content or "0 of 2 have found it." in answer.content
    assert len(days.open_ones) == 1 and await bot.services.refused.find(bot.guild.id, ANSWER) is None
    if how != "in another channel":
        assert answer.reference.message_id == first.id


async def test_where_a_position_is_refused_none_is_drawn_until_it_may_be_shown(
    bot: OneBot, days: Mornings, strict: Strict
) -> None:
    await analysed(bot, least=2)
    waiting = await bot.services.store.positions.waiting(bot.guild.id)
    await permit(bot, days.channel, send_messages=False)
    tries = []
    for _ in range(7):
        before = strict.asked
        await days.next()
        tries.append(strict.asked - before)
        assert not days.messages and await bot.services.store.positions.waiting(bot.guild.id) == waiting
        told = await page(bot, "daily")
        assert f"I could not post a position in <#{days.channel.id}>. Why: I lack **Send Messages**" in told
    assert tries == [1, 1, 1, 0, 1, 0, 0]
    assert "I have given up. When that is mended, choose a channel anew." in await page(bot, "daily")
    await permit(bot, days.channel)
    await days.next()
    assert len(days.asked) == 1 and "I could not" not in await page(bot, "daily")


async def test_a_position_that_is_refused_comes_on_the_same_day(bot: OneBot, days: Mornings, strict: Strict) -> None:
    await analysed(bot, least=2)
    strict.refuses = 50013
    await days.look()
    strict.refuses = 0
    await days.look()
    assert not days.asked
    assert f"in <#{days.channel.id}>" in await choose(bot, "daily", days.channel)
    await days.look()
    assert len(days.asked) == 1 and len(days.open_ones) == 1


async def test_a_position_that_discord_does_not_accept_makes_room_for_another(
    bot: OneBot, days: Mornings, strict: Strict
) -> None:
    await analysed(bot, least=2)
    waiting = await bot.services.store.positions.waiting(bot.guild.id)
    strict.refuses = 50035
    for _ in range(4):
        await days.next()
    days.at += timedelta(days=1)
    bot.services.day_clock._now = days.at.timestamp
    await bot.services.day_clock.look(bot.guild.id)
    strict.refuses = 0
    await days.look()
    (asked,) = days.asked
    assert walk(asked)
    puzzle = read_puzzle((await days.day()).position)
    assert puzzle and puzzle.name == sorted(waiting)[1]


async def test_of_two_processes_one_tries_what_was_refused(
    bot: OneBot, days: Mornings, strict: Strict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one, which does not know the server, leaves it alone."""
    await answering(bot, days)
    await days.next()
    await permit(bot, days.channel)
    for client, answers in ((make_bot(bot.server), 0), (bot.client, 1)):
        services = client.services
        services.day_clock._now = services.schedule._now = days.at.timestamp
        await services.store.due.set(schedule.DAY, str(bot.guild.id), days.at.timestamp())
        await asyncio.gather(*await services.schedule.begin())
        assert len(days.answers) == answers


async def test_a_server_without_the_bot_keeps_no_note(bot: OneBot, days: Mornings, strict: Strict) -> None:
    await answering(bot, days)
    await days.next()
    guild, refused = bot.guild.id, bot.services.refused
    assert await refused.find(guild, ANSWER)
    bot.env.backend.remove_guild(guild)
    await noticed(bot)
    assert await refused.find(guild, ANSWER)
    pass_time(bot, GRACE)
    await bot.tick()
    assert await refused.find(guild, ANSWER) is None


async def test_a_hundred_and_twenty_days_with_answers(
    bot: OneBot, days: Mornings, strict: Strict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a server whose id has 19 digits, as all new ones have."""
    assert len(str(bot.guild.id)) == 19
    await analysed(bot)
    store = bot.services.store
    ((name, origin),) = list((await store.positions.waiting(bot.guild.id)).items())[:1]
    usual = day_clock.puzzle_of

    async def renamed(store: Any, repository: Any, ladders: Any, guild: int, wanted: str, at: Any) -> Puzzle | None:
        """The same position over and over: so many are not played here."""
        found = await usual(store, repository, ladders, guild, name, at)
        return found and replace(found, name=wanted)

    monkeypatch.setattr(day_clock, "puzzle_of", renamed)
    await store.positions.note(bot.guild.id, {f"{number:03}": origin for number in range(120)})
    for each in await store.positions.waiting(bot.guild.id):
        if len(each) > 3:
            await store.positions.drop(bot.guild.id, each)
    for day in range(120):
        days.at += timedelta(days=1)
        bot.services.day_clock._now = days.at.timestamp
        await bot.services.day_clock.look(bot.guild.id)
        opened = await days.day()
        puzzle = read_puzzle(opened.position)
        assert puzzle and opened.number == day + 1
        await store.positions.vote(bot.guild.id, opened.number, bot.people["Ann"].id, puzzle.choices[0])
    await days.next()
    asked, answers = ([each for each in bot.env.backend.messages[days.channel.id].values() if words in each.content]
                      for words in ("Position of the day", "The answer:"))  # fmt: skip
    assert len(asked) == len(answers) == 120
    assert all("1 vote ·" in each.content and "/channels/" in each.content for each in asked)


@pytest.mark.usefixtures("short")
class TestPodiums:
    """The podium of a season."""

    @staticmethod
    def shown(channel: Any) -> list[Any]:
        return [each for each in channel.history() if "🥇" in each.content]

    async def test_one_that_is_refused_is_told_and_tried_again(self, bot: OneBot, strict: Strict) -> None:
        podiums, now = await season_over(bot)
        await permit(bot, bot.channel, send_messages=False)
        tries = []
        for day in range(6):
            before = strict.asked
            for minutes in (0, 10, 20):
                await podiums.look(bot.guild.id, now + day * DAY + 60 * minutes)
            tries.append(strict.asked - before)
            told = await page(bot, "ladder")
            assert f"I could not post the podium of the last season in <#{bot.channel.id}>. Why: I lack **Se" in told
            assert told.count("Send Messages") == 1 and ("I try again <t:" in told) is (day < 4)
        assert tries == [1, 1, 1, 0, 1, 0]
        assert "I have given it up; the next podium comes with" in await page(bot, "ladder")
        await permit(bot, bot.channel)
        await podiums.look(bot.guild.id, now + 6 * DAY)
        assert not self.shown(bot.channel)

    async def test_it_comes_as_soon_as_the_bot_may(self, bot: OneBot, strict: Strict) -> None:
        podiums, now = await season_over(bot)
        await permit(bot, bot.channel, send_messages=False)
        await podiums.look(bot.guild.id, now)
        await permit(bot, bot.channel)
        for _ in range(2):
            await podiums.look(bot.guild.id, now + 600)
            assert len(self.shown(bot.channel)) == 1
        assert "I could not" not in await page(bot, "ladder")

    async def test_it_comes_at_once_where_a_channel_is_chosen_anew(
        self, bot: OneBot, strict: Strict, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        podiums, now = await season_over(bot)
        strict.refuses = 50013
        await podiums.look(bot.guild.id, now)
        strict.refuses, before = 0, strict.asked
        await podiums.look(bot.guild.id, now + 60)
        assert strict.asked == before
        look = Podiums.look
        monkeypatch.setattr(Podiums, "look", lambda self, guild, _: look(self, guild, now + 60))
        await choose(bot, "ladder", bot.channel)
        assert len(self.shown(bot.channel)) == 1

    async def test_what_is_missing_is_named_where_a_channel_is_chosen(self, bot: OneBot) -> None:
        await permit(bot, bot.channel, attach_files=False)
        told = await choose(bot, "ladder", bot.channel)
        assert f"In <#{bot.channel.id}> I lack these permissions: **Attach Files**." in told

    async def test_two_servers_have_one_each(self, bot: OneBot, strict: Strict) -> None:
        """Though Discord counts nonces by their author."""
        channels = []
        for name in ("Club", "Other"):
            if name == "Other":
                bot.guild = bot.env.create_guild(name)
                bot.channel = bot.guild.create_text_channel("backgammon")
                for who in bot.people:
                    user = bot.env.create_user(f"{who.lower()}2", global_name=who)
                    bot.people[who] = bot.guild.add_member(user)
                await noticed(bot)
            podiums, now = await season_over(bot)
            await podiums.look(bot.guild.id, now)
            channels.append(bot.channel)
        assert [len(self.shown(channel)) for channel in channels] == [1, 1]


async def test_who_hosts_a_league_that_cannot_be_shown_is_told_and_may_have_it_tried_again() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        await league.open(*NAMES[:3])
        await permit(bot, bot.channel, send_messages=False)
        told = (await bot.people["Ann"].slash(bot.channel, "league start")).followups[-1]
        assert "I could not show this league" in told.content and "I lack **Send Messages**" in told.content
        held, posted = await league.held(), len(bot.messages)
        assert held.league.started_at is not None and held.screen.shown < held.version
        assert "could not show" not in await bot.slash("Bob", "league table")
        seen = (await bot.people["Ann"].slash(bot.channel, "league table")).followups[-1]
        assert seen.ephemeral and "I could not show this league" in seen.content
        pressed = await bot.people["Ann"].click(seen, label="Try again")
        assert "I could not show this league" in said(pressed) and len(bot.messages) == posted
        await permit(bot, bot.channel)
        pressed = await bot.people["Ann"].click(seen, label="Try again")
        assert "**Winter** is shown again." in said(pressed)
        assert len(bot.messages) == posted + 1 and "the pairings are out" in league.shown.content
        assert (await league.held()).screen.shown == held.version


async def test_a_league_is_not_opened_where_it_cannot_be_shown() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        await permit(bot, bot.channel, attach_files=False, read_message_history=False)
        told = await bot.slash("Ann", "league open", name="Winter", length=1)
        assert told == "To show a league here I need these permissions: Attach Files."
        await permit(bot, bot.channel, read_message_history=False)
        assert "The league is open." in await bot.slash("Ann", "league open", name="Winter", length=1)


async def test_what_is_missing_is_named_by_what_is_to_be_posted(bot: OneBot) -> None:
    text, voice = bot.guild.create_text_channel("text"), bot.guild.create_voice_channel("voice")
    await permit(bot, text, view_channel=False, read_message_history=False)
    await permit(bot, voice, connect=False)
    for use in Use:
        lacked = ["View Channel"] + ["Read Message History"] * (use in (Use.DAY, Use.WEEK))
        assert lacking(bot.client, bot.guild.id, text.id, use) == lacked
        assert lacking(bot.client, bot.guild.id, voice.id, use) == ["Connect"]
        assert lacking(bot.client, bot.guild.id, bot.channel.id, use) == []
        assert lacking(bot.client, bot.guild.id, 1, use) == lacking(bot.client, 1, text.id, use) == []


async def test_nobody_plays_in_the_chat_of_a_voice_channel_that_the_bot_may_not_enter(bot: OneBot) -> None:
    bot.channel = bot.guild.create_voice_channel("voice")
    await permit(bot, bot.channel, connect=False)
    assert await bot.slash("Ann", "play", opponent="Bob") == "To play here I need these permissions: Connect."
    await permit(bot, bot.channel)
    await bot.slash("Ann", "play", opponent="Bob")
    assert "challenges" in bot.last.content
