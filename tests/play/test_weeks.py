"""The club's week: every line recounted from logs and analyses; once whatever stops; nothing private, nobody hidden."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import discord
import msgspec
import pytest
from msgspec import structs
from msgspec.structs import replace

from bot.chouette import Options
from bot.engine.reviews import Asked, Found, PlayFound
from bot.engine.thoughts import Chances
from bot.league.night_entries import Form, Opened, Plan
from bot.store import StoreError
from bot.tables.chouette.night_options import written_options
from bot.tables.preferences import ServerSettings
from bot.tables.refused_posts import CLUB_WEEK
from bot.tables.schedule import WEEK
from bot.tables.table import Person
from bot.tables.weeks import Week, week_before

from .bot import OneBot, component, make_bot, one_bot, said
from .chouette import OneChouette
from .test_analysis import FILES, finished, report
from .test_days import HIDDEN, SHOWN, Cut, spied
from .test_games import resigned
from .test_leagues import Circuit
from .test_panels import settings
from .test_personal_data import delete, page
from .test_refused_posts import Strict, permit, strict
from .test_striking import judged
from .thinking import FakeReviewer

__all__ = ["strict"]

pytestmark = pytest.mark.usefixtures("short")

#: A Wednesday, so far away that nothing is due for whoever looks at another clock.
WEDNESDAY = datetime(2126, 11, 27, 12, 0, tzinfo=UTC)
MONDAY = WEDNESDAY + timedelta(days=5, hours=-4)


class Varied(FakeReviewer):
    """Finds luck and chances that follow from what was asked, of any size."""

    def _found(self, asked: Asked) -> Found:
        found = super()._found(asked)
        if not isinstance(found, PlayFound):
            return found
        drawn = hashlib.sha256(repr(asked).encode()).digest()
        chances = Chances(drawn[0] / 255, 0.0, 0.0, 0.0, 0.0)
        best, played = (structs.replace(each, chances=chances) for each in (found.best, found.played))
        return replace(found, best=best, played=played, luck=drawn[1] / 128 - 1)


class Weeks:
    """A server that wants its week told, and the clock of that."""

    def __init__(self, bot: OneBot) -> None:
        self.bot = bot
        self.channel: Any = bot.guild.create_text_channel("news")
        self.at = MONDAY

    async def open(self, **more: Any) -> None:
        """The server wants it."""
        wanted = ServerSettings(week=self.channel.id, **more)
        await self.bot.services.preferences.keep_server(self.bot.guild.id, wanted)

    async def look(self, times: int = 2) -> None:
        """The clock looks, and once more, which changes nothing."""
        clock = self.bot.services.week_clock
        for _ in range(times):
            clock._now = self.at.timestamp
            await clock.look(self.bot.guild.id)

    @property
    def told(self) -> list[Any]:
        return list(self.channel.history())

    @property
    def lines(self) -> list[str]:
        """What the only message says."""
        (message,) = self.told
        assert len(message.content) <= 2000 and len(message.content.splitlines()) <= 8
        return message.content.replace("\u00a0", " ").splitlines()

    def line(self, begins: str) -> str:
        """The only line that begins so; empty if there is none."""
        found = [each for each in self.lines if each.startswith(begins)]
        assert len(found) <= 1
        return found[0] if found else ""

    @property
    def all_said(self) -> str:
        """Everything that can be read there: words, and those of pictures."""
        return "\n".join(
            "\n".join((each.content, *(f.description or "" for f in each.attachments))) for each in self.told
        )

    @property
    def week(self) -> Week:
        return week_before(self.at.timestamp(), "UTC")

    async def due(self) -> float:
        """When the clock looks next; 0 if it does not."""
        return (await self.bot.services.store.due.times(WEEK)).get(str(self.bot.guild.id), 0.0)


def on_wednesday(bot: OneBot) -> None:
    """From now on it is Wednesday."""
    bot.later(WEDNESDAY.timestamp() - bot.services.desk._now())
    bot.services.reviewing.games.reviewer = Varied()


@pytest.fixture
async def weeks(bot: OneBot) -> Weeks:
    on_wednesday(bot)
    made = Weeks(bot)
    await made.open()
    return made


async def played(bot: OneBot, matches: int = 3, *, analysed: bool = False) -> list[str]:
    """Matches to a point that Ann has lost to Bob; their tables."""
    tables = []
    for _ in range(matches):
        tables.append(await finished(bot))
        if analysed:
            await report(bot, "Cyd", tables[-1])
    return tables


# Recounted from logs and analyses


async def raw_reviews(bot: OneBot, tables: Sequence[str]) -> list[tuple[str, str, dict[str, Any]]]:
    """Game, name of who decided, and the stored verdict, of everything that was analysed."""
    found = []
    for name in tables:
        table = await bot.services.repository.load(bot.channel.id, name)
        assert table is not None and table.state is not None
        numbers = range(1, table.state.number + 1)
        for number, data in zip(
            numbers, await bot.services.store.reviews.kept(table.channel, name, numbers), strict=True
        ):
            for each in msgspec.json.decode(zlib.decompress(data))["verdicts"] if data else ():
                found.append((f"{name}-{number}", table.person(each["seat"]).name, each))
    return found


async def winners(bot: OneBot, tables: Sequence[str]) -> dict[str, int]:
    """The seat that has won each game of two, by its log."""
    found = {}
    for name in tables:
        table = await bot.services.repository.load(bot.channel.id, name)
        assert table is not None
        for game in await bot.services.repository.games(table):
            assert game.game.bet.result.winner is not None
            found[f"{name}-{game.number}"] = int(game.game.bet.result.winner)
    return found


def chance_of(verdict: dict[str, Any], side: int) -> float:
    win = verdict["after"]["win"]
    return win if verdict["side"] == side else 1 - win


async def test_every_line_is_what_logs_and_analyses_say(bot: OneBot, weeks: Weeks) -> None:
    tables = await played(bot, 4, analysed=True)
    await weeks.look()
    (message,) = weeks.told
    assert weeks.lines[0] == "📅 **The club's week** · 4 games"
    raw, won = await raw_reviews(bot, tables), await winners(bot, tables)
    assert set(won.values()) == {1}
    # Results: of equals the last ones
    results = [each for each in weeks.lines if each.startswith("🏁")]
    shown = [re.fullmatch(r"🏁 \*\*Bob\*\* – Ann 1:0 `(\w+-1)`(?: \(\+(\d)\))?", each) for each in results]
    games = [each[1] for each in shown if each]
    assert len(games) == len(results) and games == [f"{each}-1" for each in reversed(tables)][: len(games)]
    assert shown[-1] and int(shown[-1][2] or 0) == 4 - len(games)
    # Luck
    rolls = [(one["luck"], game, name, one["dice"]) for game, name, one in raw if one["kind"] == "play"]
    luck, game, name, dice = max(rolls, key=lambda each: each[0])
    dice_words = "-".join(str(each) for each in sorted(dice, reverse=True))
    assert re.fullmatch(rf"🍀 .*\*\*{name}\*\* {dice_words} \+{luck:.2f} `{game}`", weeks.line("🍀")), weeks.lines
    # Comeback
    low, game = min((chance_of(one, won[game]), game) for game, _, one in raw if one["kind"] == "play")
    assert low < 0.5
    percent = f"(from {100 * low:.1f}|{100 * low:.0f}) %" if low >= 0.01 else f"(from {100 * low:.1f}|<1) %"
    assert re.fullmatch(rf"📈 .*\*\*Bob\*\* {percent} `{game}`", weeks.line("📈")), (weeks.lines, low)
    # Mistakes
    missed = defaultdict[tuple[Any, ...], list[tuple[str, float, str]]](list)
    for game, name, one in raw:
        if one["error"] > 0.05:
            missed[one["position"], tuple(sorted(one["dice"])), one["kind"]].append((name, one["error"], game))
    most, error = max((len({name for name, *_ in each}), max(e for _, e, _ in each)) for each in missed.values())
    line = weeks.line("🔍")
    assert f"−{error:.2f}" in line and (
        (f"{most} people" in line or f"×{most}" in line) if most > 1 else "×" not in line
    )
    (game,) = re.findall(r"`(\w+-\d)`", line)
    assert (error, game) in [(e, g) for each in missed.values() for _, e, g in each]
    # Of mistakes nobody's name; the board beside them is the reader's.
    assert not re.search("Ann|Bob|Cyd", line)
    (picture,) = message.attachments
    assert picture.filename == f"week-{weeks.week.name}.png"
    assert "You" in picture.description and "Opponent" in picture.description and "to play" in picture.description
    for each in ("Luckiest roll: ", "Comeback: Bob", "Most missed: ", "Nov 25"):
        assert each in picture.description, picture.description
    assert bot.notified(message) == [] and "<@" not in weeks.all_said
    # Every id is one that `/replay` takes.
    for game in re.findall(r"`(\w+-\d+)`", message.content):
        answer = await bot.people["Ann"].slash(bot.channel, "replay", game=game)
        assert "no table" not in said(answer).lower() and "unknown" not in said(answer).lower(), said(answer)


async def test_what_is_not_analysed_has_no_line(bot: OneBot, weeks: Weeks) -> None:
    await played(bot)
    await weeks.look()
    assert [each[0] for each in weeks.lines] == ["📅", "🏁", "🏁", "🏁"]
    (picture,) = weeks.told[0].attachments
    assert "Luckiest" not in picture.description and "Opponent" not in picture.description


async def test_two_games_are_no_week(bot: OneBot, weeks: Weeks) -> None:
    await played(bot, 2)
    await weeks.look()
    assert weeks.told == []
    await played(bot, 1)
    await weeks.look()
    assert weeks.told == [], "that Monday has been looked at"
    assert await weeks.due() == weeks.week.again


async def test_games_of_other_weeks_are_not_told(bot: OneBot, weeks: Weeks) -> None:
    bot.later(-7 * 86_400)
    await played(bot, 3)
    bot.later(7 * 86_400)
    await played(bot, 2)
    await weeks.look()
    assert weeks.told == []
    bot.later(5 * 86_400)
    await played(bot, 3)  # on Monday, while the week before is told
    await weeks.look()
    assert weeks.told == []
    weeks.at += timedelta(days=7)
    await weeks.look()
    assert "3 games" in weeks.lines[0]


@pytest.mark.parametrize(("hours", "told"), [(-1, 0), (0, 1), (20, 1), (27.9, 1), (28.1, 0), (100, 0)])
async def test_a_monday_that_was_missed_is_made_up_for_until_tuesday_noon(
    bot: OneBot, weeks: Weeks, hours: float, told: int
) -> None:
    await played(bot)
    weeks.at += timedelta(hours=hours)
    await weeks.look()
    assert len(weeks.told) == told
    assert await weeks.due() == (MONDAY.timestamp() if hours < 0 else (MONDAY + timedelta(days=7)).timestamp())


async def test_it_is_monday_where_the_server_is(bot: OneBot, weeks: Weeks) -> None:
    await played(bot)
    await weeks.open(time_zone="Pacific/Auckland")  # thirteen hours ahead
    weeks.at = MONDAY - timedelta(hours=13, minutes=1)
    await weeks.look()
    assert weeks.told == [] and await weeks.due() == (MONDAY - timedelta(hours=13)).timestamp()
    weeks.at += timedelta(minutes=1)
    await weeks.look()
    assert len(weeks.told) == 1
    await weeks.open(time_zone="America/New_York")  # where the same Monday begins once more
    weeks.at = MONDAY + timedelta(hours=5)
    await weeks.look()
    assert len(weeks.told) == 1


# Once


@pytest.mark.parametrize("stop", [False, True])
async def test_an_answer_that_is_lost_posts_nothing_twice(
    bot: OneBot, weeks: Weeks, monkeypatch: pytest.MonkeyPatch, stop: bool
) -> None:
    await played(bot)
    Cut(monkeypatch)
    await weeks.look(1)
    assert len(weeks.told) == 1 and await bot.services.store.ladder.told_week(bot.guild.id) is None
    assert weeks.at.timestamp() < await weeks.due() <= weeks.at.timestamp() + 600
    if stop:
        await bot.restart()
    await weeks.open(language="cs")  # in another language by then
    weeks.at += timedelta(hours=1)
    await weeks.look()
    assert len(weeks.told) == 1 and await bot.services.store.ladder.told_week(bot.guild.id) == weeks.week.name


async def test_a_store_that_did_not_note_it_posts_nothing_twice(
    bot: OneBot, weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(bot)
    with monkeypatch.context() as away:
        away.setattr(bot.services.store.ladder, "note_week", AsyncMock(side_effect=StoreError("away")))
        with pytest.raises(StoreError):
            await weeks.look(1)
    await bot.restart()
    await weeks.look()
    assert len(weeks.told) == 1


async def test_of_two_processes_one_posts(bot: OneBot, weeks: Weeks) -> None:
    await played(bot)
    other, ours = make_bot(bot.server).services.week_clock, bot.services.week_clock
    other._shown = ours._shown
    for clock in (ours, other, ours):
        clock._now = weeks.at.timestamp
        await clock.look(bot.guild.id)
    assert len(weeks.told) == 1


async def test_what_could_not_be_posted_comes_later(bot: OneBot, weeks: Weeks, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(bot)

    async def down(*_: Any, **__: Any) -> None:
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as patched:
        patched.setattr(discord.abc.Messageable, "send", down)
        await weeks.look()
    assert weeks.told == []
    weeks.at += timedelta(minutes=10)
    await weeks.look()
    assert len(weeks.told) == 1


async def test_another_channel_on_the_same_monday_is_not_told_again(bot: OneBot, weeks: Weeks) -> None:
    await played(bot)
    await weeks.look()
    first, weeks.channel = weeks.channel, bot.guild.create_text_channel("other news")
    await weeks.open()
    await weeks.look()
    assert weeks.told == [] and len(list(first.history())) == 1
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings())
    await weeks.look()
    assert await weeks.due() == 0


# What is not told


@pytest.mark.parametrize(("place", "told"), [("hidden", 0), ("keeps Cyd out", 0), ("gone", 0), ("thread", 1)])
async def test_what_not_everybody_sees_who_sees_the_week_is_not_told(
    bot: OneBot, weeks: Weeks, place: str, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    everyone = bot.guild.default_role
    players = dict.fromkeys((bot.client.user, bot.people["Ann"], bot.people["Bob"]), SHOWN)
    rights: dict[str, Any] = {"hidden": {everyone: HIDDEN, **players}, "keeps Cyd out": {bot.people["Cyd"]: HIDDEN}}
    bot.channel = elsewhere = bot.guild.create_text_channel("elsewhere", overwrites=rights.get(place, {}))
    for _ in range(3):
        if place == "thread":
            bot.channel = elsewhere
            await bot.slash("Ann", "play", opponent="Bob", length=1, thread=True)
            bot.channel = elsewhere.threads[-1]
            await bot.press("Bob", "Accept challenge", bot.last)
            for _ in range(2):
                await bot.turn()
                await bot.move()
            await resigned(bot, "Ann", "match")
        else:
            await finished(bot)
    if place == "gone":
        bot.env.backend.delete_channel(elsewhere.id)
    await bot.env.settle()
    faces = spied(monkeypatch, bot.services.repository, "face")
    await weeks.look()
    assert len(weeks.told) == told
    assert (len(faces) > 0) == told, "of a place that not all of them see no table is looked at"


async def test_struck_games_are_not_told(bot: OneBot, weeks: Weeks) -> None:
    tables = await played(bot, 4, analysed=True)
    bot.hire("Mod", manage_guild=True)
    assert "Struck" in await judged(bot, "Mod", tables[1])
    await weeks.look()
    assert "3 games" in weeks.lines[0] and tables[1] not in weeks.all_said


async def test_imports_are_not_told(bot: OneBot, weeks: Weeks) -> None:
    data = (FILES / "08.txt").read_bytes()
    await bot.people["Ann"].slash(bot.channel, "analyze", file=("08.mat", data))
    await bot.services.reviewing.idle()
    await weeks.look()
    assert weeks.told == []
    assert await bot.services.store.ladder.length(0) == 0, "what is in no server is in no list"


@pytest.mark.parametrize("how", ["hides", "is deleted"])
async def test_who_hides_or_is_gone_is_in_no_line(bot: OneBot, weeks: Weeks, how: str) -> None:
    tables = await played(bot, 3, analysed=True)
    await bot.slash("Bob", "play", opponent="Cyd", length=1)
    await bot.press("Cyd", "Accept challenge", bot.last)
    await bot.turn()
    answer = await bot.people["Cyd"].slash(bot.channel, "resign", kind="match")
    await bot.press("Cyd", "Confirm", answer.response)
    await bot.press("Bob", "Accept resignation")
    if how == "hides":
        await bot.press("Ann", "Hide me on the leaderboards", await page(bot, "Ann"))
    else:
        await delete(bot, "Ann")
    await weeks.look()
    assert "4 games" in weeks.lines[0]
    assert "Ann" not in weeks.all_said and "N. N." not in weeks.all_said
    results = [each for each in weeks.lines if "🏁" in each]
    assert len(results) == 1 and "**Bob** – Cyd 1:0" in results[0]
    # Nor is a roll or a mistake of theirs shown, though with a mistake nobody would be named.
    raw = await raw_reviews(bot, tables)
    luck = max(one["luck"] for _, name, one in raw if name == "Bob" and one["kind"] == "play")
    error = max(one["error"] for _, name, one in raw if name == "Bob")
    assert "**Bob**" in weeks.line("🍀") and f"+{luck:.2f}" in weeks.line("🍀")
    assert f"−{error:.2f}" in weeks.line("🔍") if error > 0.05 else not weeks.line("🔍")


async def test_of_hidden_people_alone_nothing_is_told(bot: OneBot, weeks: Weeks) -> None:
    await played(bot, 3, analysed=True)
    for who in ("Ann", "Bob"):
        await bot.press(who, "Hide me on the leaderboards", await page(bot, who))
    await weeks.look()
    assert weeks.told == []


# Chouettes and leagues


async def test_the_box_of_the_week_is_recounted_from_the_games(weeks: Weeks, bot: OneBot) -> None:
    group = OneChouette(bot)
    for who in ("Dan", "Eva"):
        bot.people[who] = bot.guild.add_member(bot.env.create_user(who.lower(), global_name=who))
    await group.open("Ann", "Bob", "Cyd", "Dan")
    for number in range(4):
        await (group.team_resigns("gammon" if number == 1 else "single") if number % 3 else group.resign_all())
        if number < 3:
            await group.next()
    await bot.slash("Ann", "chouette end")
    table = await bot.table()
    await weeks.look()
    games = await bot.services.repository.games(table)
    boxes = [(game.points[game.game.box], -game.number, table.person(game.game.box).name) for game in games]
    points, number, name = max(boxes)
    assert points > 0
    assert weeks.line("📦") == f"📦 Box of the week: **{name}** +{points} `{table.id}-{-number}`"
    total: dict[str, int] = defaultdict(int)
    for game in games:
        for seat, won in game.points.items():
            total[table.person(seat).name] += won
    best = max(total.values())
    first = [who for who, won in total.items() if won == best]
    expected = f"🏁 **{first[0]}** +{best} · chouette · 4 games `{table.id}-4`" if len(first) == 1 else ""
    assert weeks.line("🏁") == expected


@pytest.mark.parametrize("ends", [False, True])
async def test_who_is_to_play_whom(ends: bool) -> None:
    async with one_bot(("Bob", "Cyd", "Dan", "Eve")) as bot:
        bot.hire("Ann", manage_guild=True, manage_messages=True, send_messages=True)
        on_wednesday(bot)
        weeks, league = Weeks(bot), Circuit(bot)
        await weeks.open()
        await played(bot, 3)
        await league.open("Ann", "Bob", "Cyd", "Dan", weeks=1 if ends else 4)
        await bot.slash("Ann", "league start")
        held = await league.held()
        if ends:  # the league ends on Wednesday of the week that begins
            assert held.league.ends_at and weeks.week.end < held.league.ends_at < weeks.week.next_end
        await league.match("Ann", "Cyd")
        await bot.press("Bob", "Hide me on the leaderboards", await page(bot, "Bob"))
        await weeks.look()
        held = await league.held()
        owed = [
            " – ".join(held.person(seat).name for seat in each.seats)
            for each in held.league.pairings
            if each.result is None
        ]
        told = [each for each in owed if "Bob" not in each]
        about, _, pairs = weeks.line("🤝").partition(": ")
        assert about == ("🤝 Due this week" if ends else "🤝 To play") and pairs.split(", ") == told and len(told) == 2
        assert "Bob" not in weeks.all_said and "4 games" in weeks.lines[0]
        bot.env.raise_errors()


async def test_a_league_in_a_channel_that_not_everybody_sees_is_not_told() -> None:
    async with one_bot(("Bob", "Cyd", "Dan")) as bot:
        bot.hire("Ann", manage_guild=True, manage_messages=True, send_messages=True)
        on_wednesday(bot)
        weeks, league = Weeks(bot), Circuit(bot)
        await weeks.open()
        await played(bot, 3)
        players = dict.fromkeys((bot.client.user, *bot.people.values()), SHOWN)
        bot.channel = bot.guild.create_text_channel("few", overwrites={bot.guild.default_role: HIDDEN, **players})
        await league.open("Ann", "Bob", "Cyd", weeks=2)
        await bot.slash("Ann", "league start")
        await weeks.look()
        assert not weeks.line("🤝") and "🏁" in weeks.lines[1]
        bot.env.raise_errors()


@pytest.mark.parametrize(("days", "told"), [(-1, False), (0, True), (6.9, True), (7, False)])
async def test_a_night_of_the_week_that_begins_is_told(bot: OneBot, weeks: Weeks, days: float, told: bool) -> None:
    await played(bot, 3)
    begins = weeks.week.end + days * 86_400
    opening = Opened(
        at=WEDNESDAY.timestamp(),
        name="Thursday",
        form=Form(plan=Plan.TABLES),
        channel=bot.channel.id,
        setup=written_options(Options()),
        commitment="0" * 64,
        begins=begins,
    )
    ann = Person(bot.people["Ann"].id, "Ann")
    await bot.services.nights.log.open(bot.guild.id, lambda _: opening, ann, "opens")
    await weeks.look()
    assert weeks.line("🤝") == (f"🤝 To play: 🌙 Thursday <t:{begins:.0f}:R>" if told else "")


async def test_two_against_two_are_told_by_both_names(weeks: Weeks, bot: OneBot) -> None:
    bot.people["Dan"] = bot.guild.add_member(bot.env.create_user("dan", global_name="Dan"))
    await played(bot, 2)
    await bot.slash("Ann", "play", partner="Bob", opponent="Cyd", opponent2="Dan", length=1)
    challenge = bot.last
    for who in ("Cyd", "Bob", "Dan"):
        await bot.press(who, "Accept challenge", challenge)
    await bot.services.presenter.companions.rest(5)
    loser = await bot.asked()
    answer = await bot.people[loser].slash(bot.channel, "resign", kind="match")
    await bot.press(loser, "Confirm", answer.response)
    names = {person.id: name for name, person in bot.people.items()}
    sitting = [names[person.user] for person in (await bot.table()).people.seats]
    (winner,) = [name for name in sitting if name != loser]
    await bot.press(winner, "Accept resignation")
    await weeks.look()
    pairs = {"Ann": "Ann & Bob", "Bob": "Ann & Bob", "Cyd": "Cyd & Dan", "Dan": "Cyd & Dan"}
    assert f"**{pairs[winner]}** – {pairs[loser]} 1:0" in "\n".join(weeks.lines)
    await bot.press("Dan", "Hide me on the leaderboards", await page(bot, "Dan"))
    weeks.channel = bot.guild.create_text_channel("more news")
    await weeks.open()
    await bot.services.store.ladder.note_week(bot.guild.id, "anew")
    await weeks.look()
    assert "Dan" not in weeks.all_said and "&" not in weeks.all_said


# When, where, and what is in the way


async def test_it_comes_by_itself_and_is_due_after_a_restart(
    bot: OneBot, weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(bot)
    services = bot.services
    await services.schedule.notice(bot.guild.id, await services.preferences.of_server(bot.guild.id))
    services.week_clock._now = services.schedule._now = weeks.at.timestamp
    await services.store.due.set(WEEK, str(bot.guild.id), weeks.at.timestamp())
    for task in await services.schedule.begin(50):
        await task
    assert len(weeks.told) == 1 and await weeks.due() == weeks.week.again
    await services.store.due.set(WEEK, str(bot.guild.id), None)
    await bot.restart()
    for _ in range(1000):
        if await weeks.due():
            break
        await bot.env.settle()
    assert await weeks.due()


async def test_the_page_of_the_settings(bot: OneBot) -> None:
    assert (await bot.services.preferences.of_server(bot.guild.id)).week == 0
    ladder = (await bot.tap("Dan", await settings(bot), "ladder_page")).response
    daily = (await bot.tap("Dan", await settings(bot), "daily_page")).response
    for opened in (ladder, daily):
        shown = (await bot.tap("Dan", opened, "week_page")).response
        assert "It is switched off. Choose a channel" in shown.content
    silent = discord.PermissionOverwrite(read_message_history=False)
    mute = bot.guild.create_text_channel("mute", overwrites={bot.guild.default_role: silent})
    for channel, lacking in ((mute, True), (bot.channel, False)):
        result = await bot.people["Dan"].select(shown, [channel], custom_id=component(shown, "week"))
        shown = result.response
        (told,) = map(int, re.findall(r"<t:(\d+):f>", shown.content))
        assert told > bot.services.now() and f"{datetime.fromtimestamp(told, UTC):%a %H:%M}" == "Mon 08:00"
        assert f"<#{channel.id}>" in shown.content and ("Read Message History" in shown.content) is lacking
    assert (await bot.services.preferences.of_server(bot.guild.id)).week == bot.channel.id
    assert str(bot.guild.id) in await bot.services.store.due.times(WEEK)
    result = await bot.people["Dan"].select(shown, [], custom_id=component(shown, "week"))
    assert "It is switched off." in result.response.content
    assert (await bot.services.preferences.of_server(bot.guild.id)).week == 0
    await bot.services.week_clock.look(bot.guild.id)
    assert str(bot.guild.id) not in await bot.services.store.due.times(WEEK)


async def week_page(bot: OneBot) -> Any:
    daily = (await bot.tap("Dan", await settings(bot), "daily_page")).response
    return (await bot.tap("Dan", daily, "week_page")).response


@pytest.mark.parametrize("lacks", ["send_messages", "read_message_history"])
async def test_one_that_is_refused_is_told_and_tried_again(
    bot: OneBot, weeks: Weeks, strict: Strict, lacks: str
) -> None:
    await played(bot)
    await permit(bot, weeks.channel, **{lacks: False})
    tried = []
    note = spied_note(bot)
    for day in range(6):
        for minutes in (0, 10, 20):
            weeks.at = MONDAY + timedelta(days=day, minutes=minutes)
            await weeks.look(1)
        tried.append(len(note))
        note.clear()
        told = (await week_page(bot)).content
        assert f"I could not post the club's week in <#{weeks.channel.id}>. Why: I lack **" in told
        assert ("I try again <t:" in told) is (day < 4), told
    assert tried == [1, 1, 1, 0, 1, 0]
    assert "I have given it up; the next one comes on Monday." in (await week_page(bot)).content
    await permit(bot, weeks.channel)
    await weeks.look()
    assert weeks.told == []
    # The next one is posted, and nothing is said of the last any more.
    bot.later(7 * 86_400)
    await played(bot)
    weeks.at = MONDAY + timedelta(days=7)
    await weeks.look()
    assert len(weeks.told) == 1 and "I could not" not in (await week_page(bot)).content


def spied_note(bot: OneBot) -> list[Any]:
    """Refusals that are noted from now on."""
    calls: list[Any] = []
    note = bot.services.refused.note

    async def noted(*args: Any) -> Any:
        calls.append(args)
        return await note(*args)

    bot.services.refused.note = noted  # type: ignore[method-assign]
    return calls


@pytest.mark.parametrize("how", ["as soon as the bot may", "where the channel is chosen again"])
async def test_it_comes_at_once_when_it_is_mended(bot: OneBot, weeks: Weeks, strict: Strict, how: str) -> None:
    await played(bot)
    if how == "as soon as the bot may":
        await permit(bot, weeks.channel, send_messages=False)
    else:
        strict.refuses = 50013
    await weeks.look()
    assert weeks.told == [] and await bot.services.refused.find(bot.guild.id, CLUB_WEEK)
    weeks.at += timedelta(days=2)  # later than a Monday that was missed
    if how == "as soon as the bot may":
        await permit(bot, weeks.channel)
    else:
        strict.refuses = 0
        shown = await week_page(bot)
        await bot.people["Dan"].select(shown, [weeks.channel], custom_id=component(shown, "week"))
    await weeks.look()
    assert len(weeks.told) == 1 and await bot.services.refused.find(bot.guild.id, CLUB_WEEK) is None
