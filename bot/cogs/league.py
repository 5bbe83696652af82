"""`/league`: opening, joining, starting and leaving leagues, and playing owed matches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec import UNSET
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Variant
from bot.cogs.choices import choices, variant_choices
from bot.cogs.context import Context, ServingCog, answered, completing
from bot.cogs.league_verbs import (
    decide,
    end,
    extend,
    join,
    leave,
    meant,
    show_debts,
    show_table,
    sit_out,
    start,
    tell_refused,
)
from bot.cogs.night_verbs import open_night
from bot.cogs.table_setup import missing_for_league
from bot.core.clock import Days, Hours
from bot.core.pace import DAY, LivePace, read_pace
from bot.core.refusal import Foreign, Illegal
from bot.league import Knockout, Opened, RoundRobin, Swiss
from bot.league.entries import LARGEST, LONGEST, MOST_EXTENDED, MOST_LOSSES, MOST_WEEKS, ROUND_DAYS, SMALLEST
from bot.league.forms import SWISS_ROUNDS
from bot.league.night_entries import LARGEST_TABLE, MOST_ROUNDS, SMALLEST_TABLE, Plan
from bot.league.state import HOLIDAY_DAYS
from bot.screens.names import apart, called
from bot.screens.nights.choices import LEAST_MINUTES, MOST_GAMES, MOST_MINUTES, preset_choices
from bot.screens.nights.words import PLANS
from bot.screens.pace_words import OFFERED, wanted_words
from bot.tables.appointments import offered_appointments
from bot.tables.contests import Listed
from bot.tables.faults import LeagueTrouble
from bot.tables.holidays import MOST_A_YEAR

#: Maximum length of a league's name.
_LONGEST_NAME = 40
#: The pace of a league with rounds whose opener names none.
USUAL = Days(2 * DAY)
_Choices = list[app_commands.Choice[str]]


class LeagueCommands(ServingCog):
    group = app_commands.Group(
        name="league", description=locale_str("Leagues: everybody plays everybody, a Swiss, or a knock-out")
    )

    @group.command(name="open", description=locale_str("Open a league: people join, and everybody plays everybody"))
    @app_commands.describe(
        name=locale_str("What the league is called"),
        length=locale_str("Matches to so many points"),
        weeks=locale_str("How many weeks people have for all their matches"),
        division=locale_str("How many people a division is to have"),
        variant=locale_str("How the checkers are set up"),
        rated=locale_str("Whether the matches count for ratings; if you say nothing, they do"),
        follows=locale_str("A league that is over: its tables make the divisions of this one"),
        promoted=locale_str("How many change places between divisions when another league follows this one"),
        pace=locale_str("How much time a match has: days a turn, or hours for the match; open: no clock"),
        holiday=locale_str("How many days of somebody's holidays by /away count in it"),
    )
    @app_commands.choices(variant=variant_choices())
    @answered
    async def open(
        self,
        ctx: Context,
        name: str,
        length: app_commands.Range[int, 1, LONGEST],
        weeks: app_commands.Range[int, 1, MOST_WEEKS] = 4,
        division: app_commands.Range[int, SMALLEST, LARGEST] = 8,
        variant: app_commands.Choice[str] | None = None,
        rated: bool = True,
        follows: str | None = None,
        promoted: app_commands.Range[int, 1, 2] = 1,
        pace: app_commands.Range[str, 1, 60] | None = None,
        holiday: app_commands.Range[int, 0, MOST_A_YEAR] = HOLIDAY_DAYS,
    ) -> None:
        form = RoundRobin(weeks=weeks, size=division, moved=promoted)
        await self._opening(ctx, name, length, variant, rated, form, league_pace(pace), holiday, follows)

    @group.command(name="knockout", description=locale_str("Open a knock-out: who has lost so many matches is out"))
    @app_commands.describe(
        name=locale_str("What the knock-out is called"),
        length=locale_str("Matches to so many points"),
        losses=locale_str("After how many lost matches somebody is out"),
        byes_by_rating=locale_str("Whether byes go to the highest rated; otherwise chance decides"),
        variant=locale_str("How the checkers are set up"),
        rated=locale_str("Whether the matches count for ratings; if you say nothing, they do"),
        pace=locale_str("How much time a match has: days a turn, or hours for the match"),
        round_days=locale_str("How many days a round has"),
        holiday=locale_str("How many days of somebody's holidays by /away count in it"),
    )
    @app_commands.choices(variant=variant_choices())
    @answered
    async def knockout(
        self,
        ctx: Context,
        name: str,
        length: app_commands.Range[int, 1, LONGEST],
        losses: app_commands.Range[int, 1, MOST_LOSSES] = 1,
        byes_by_rating: bool = False,
        variant: app_commands.Choice[str] | None = None,
        rated: bool = True,
        pace: app_commands.Range[str, 1, 60] | None = None,
        round_days: app_commands.Range[int, *ROUND_DAYS] = 14,
        holiday: app_commands.Range[int, 0, MOST_A_YEAR] = HOLIDAY_DAYS,
    ) -> None:
        form = Knockout(losses=losses, round_days=round_days, byes_by_rating=byes_by_rating or UNSET)
        await self._opening(ctx, name, length, variant, rated, form, pace_of_rounds(pace), holiday)

    @group.command(name="swiss", description=locale_str("Open a Swiss: so many rounds, against who has won as often"))
    @app_commands.describe(
        name=locale_str("What the Swiss is called"),
        length=locale_str("Matches to so many points"),
        rounds=locale_str("How many rounds; if you say nothing, as many as it takes for so many people"),
        round_days=locale_str("How many days a round has"),
        variant=locale_str("How the checkers are set up"),
        rated=locale_str("Whether the matches count for ratings; if you say nothing, they do"),
        pace=locale_str("How much time a match has: days a turn, or hours for the match"),
        follows=locale_str("A league that is over: its table is the order in which people count as having joined"),
        holiday=locale_str("How many days of somebody's holidays by /away count in it"),
    )
    @app_commands.choices(variant=variant_choices())
    @answered
    async def swiss(
        self,
        ctx: Context,
        name: str,
        length: app_commands.Range[int, 1, LONGEST],
        rounds: app_commands.Range[int, *SWISS_ROUNDS] | None = None,
        round_days: app_commands.Range[int, *ROUND_DAYS] = 14,
        variant: app_commands.Choice[str] | None = None,
        rated: bool = True,
        pace: app_commands.Range[str, 1, 60] | None = None,
        follows: str | None = None,
        holiday: app_commands.Range[int, 0, MOST_A_YEAR] = HOLIDAY_DAYS,
    ) -> None:
        form = Swiss(rounds=rounds or UNSET, round_days=round_days)
        await self._opening(ctx, name, length, variant, rated, form, pace_of_rounds(pace), holiday, follows)

    async def _opening(
        self,
        ctx: Context,
        name: str,
        length: int,
        variant: app_commands.Choice[str] | None,
        rated: bool,
        form: RoundRobin | Knockout | Swiss,
        pace: Days | Hours | None,
        holiday: int,
        follows: str | None = None,
    ) -> None:
        await check_may_open(ctx)
        if missing := missing_for_league(ctx):
            await ctx.say(missing)
            return
        title = called(name, 1000)
        if len(title) > _LONGEST_NAME:
            raise Illegal(LeagueTrouble.NAME, most=_LONGEST_NAME)
        before = await meant(ctx, follows, running=False) if follows else None
        opening = Opened(
            at=ctx.interaction.created_at.timestamp(),
            name=title,
            length=length,
            variant=variant.value if variant else Variant.BACKGAMMON.value,
            rated=rated,
            form=form,
            channel=ctx.channel,
            follows=before.id if before else "",
            pace=pace or UNSET,
            holiday_days=UNSET if holiday == HOLIDAY_DAYS else holiday,
        )
        await ctx.acknowledge()
        held = await ctx.services.leagues.open(ctx.guild, opening, ctx.person, ctx.receipt)
        await ctx.services.league_clock.look(held.guild, held.id)
        await ctx.say(ctx.t("The league is open. When all have joined, press **{start}**.", start=ctx.t("Start")))
        await tell_refused(ctx, held)

    @group.command(name="night", description=locale_str("Open a night of chouettes at several tables"))
    @app_commands.describe(
        name=locale_str("What the night is called"),
        plan=locale_str("What rounds it has; if you say nothing, the best of each table go on"),
        table_size=locale_str("How many people a table is to have"),
        rounds=locale_str("How many rounds are drawn, with the plan for that"),
        preset=locale_str("The rules of the sessions"),
        games=locale_str("After how many games a session ends"),
        minutes=locale_str("After how many minutes a session ends"),
        at=locale_str("When it is drawn by itself: 20:00, or 2026-11-28 20:00"),
    )
    @app_commands.choices(
        plan=choices({each.value: words for each, words in PLANS.items()}), preset=choices(dict(preset_choices()))
    )
    @answered
    async def night(
        self,
        ctx: Context,
        name: str,
        plan: app_commands.Choice[str] | None = None,
        table_size: app_commands.Range[int, SMALLEST_TABLE, LARGEST_TABLE] = 4,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        preset: app_commands.Choice[str] | None = None,
        games: app_commands.Range[int, 1, MOST_GAMES] | None = None,
        minutes: app_commands.Range[int, LEAST_MINUTES, MOST_MINUTES] | None = None,
        at: app_commands.Range[str, 1, 40] | None = None,
    ) -> None:
        await check_may_open(ctx)
        if missing := missing_for_league(ctx):
            await ctx.say(missing)
            return
        wanted = Plan(plan.value) if plan else Plan.FINAL
        await open_night(ctx, name, wanted, table_size, rounds, preset.value if preset else None, games, minutes, at)

    @night.autocomplete("at")
    @completing
    async def _times(self, ctx: Context, typed: str) -> _Choices:
        offered = offered_appointments(ctx.services.now(), (await ctx.settings()).time_zone)
        return [app_commands.Choice(name=each, value=each) for each in offered if typed.strip() in each]

    @open.autocomplete("pace")
    @knockout.autocomplete("pace")
    @swiss.autocomplete("pace")
    @completing
    async def _paces(self, ctx: Context, typed: str) -> _Choices:
        return league_pace_choices(ctx, typed, clock=ctx.interaction.command is not self.open)

    @group.command(name="join", description=locale_str("Join a league"))
    @app_commands.describe(league=locale_str("Which one, if several are on"))
    @answered
    async def join(self, ctx: Context, league: str | None = None) -> None:
        await join(ctx, league)

    @group.command(name="start", description=locale_str("Start a league of yours"))
    @app_commands.describe(league=locale_str("Which one, if several are on"))
    @answered
    async def start(self, ctx: Context, league: str | None = None) -> None:
        await start(ctx, league)

    @group.command(name="table", description=locale_str("The table of a league"))
    @app_commands.describe(league=locale_str("Which one; also one that is over"))
    @answered
    async def table(self, ctx: Context, league: str | None = None) -> None:
        await show_table(ctx, league)

    @group.command(name="pairings", description=locale_str("Whom you still have to play, with a button for each"))
    @answered
    async def pairings(self, ctx: Context) -> None:
        await show_debts(ctx)

    @group.command(name="leave", description=locale_str("Leave a league: the matches you owe are lost"))
    @app_commands.describe(
        league=locale_str("Which one, if several are on"),
        member=locale_str("Somebody else, whom who opened the league takes out of it"),
    )
    @answered
    async def leave(self, ctx: Context, league: str | None = None, member: discord.User | None = None) -> None:
        await leave(ctx, league, member)

    @group.command(name="sit_out", description=locale_str("Sit out the draws of a night, or come back"))
    @app_commands.describe(league=locale_str("Which one, if several are on"))
    @answered
    async def sit_out(self, ctx: Context, league: str | None = None) -> None:
        await sit_out(ctx, league)

    @group.command(name="end", description=locale_str("Call a league of yours off, whatever is open"))
    @app_commands.describe(league=locale_str("Which one, if several are on"))
    @answered
    async def end(self, ctx: Context, league: str | None = None) -> None:
        await end(ctx, league)

    @group.command(name="extend", description=locale_str("Give the round of a league of yours more days, once"))
    @app_commands.describe(
        days=locale_str("How many days more"),
        league=locale_str("Which one, if several are on"),
    )
    @answered
    async def extend(
        self, ctx: Context, days: app_commands.Range[int, 1, MOST_EXTENDED], league: str | None = None
    ) -> None:
        await extend(ctx, days, league)

    @group.command(name="decide", description=locale_str("Give a match that is owed in a league of yours to somebody"))
    @app_commands.describe(
        winner=locale_str("Who wins it"),
        loser=locale_str("Who loses it"),
        league=locale_str("Which one, if several are on"),
    )
    @answered
    async def decide(self, ctx: Context, winner: discord.User, loser: discord.User, league: str | None = None) -> None:
        await decide(ctx, winner, loser, league)

    @group.command(name="hosts", description=locale_str("A role whose people may open leagues too"))
    @app_commands.describe(role=locale_str("The role; leave it out, and only who manages the server may"))
    @answered
    async def hosts(self, ctx: Context, role: discord.Role | None = None) -> None:
        ctx.check_manages()
        preferences = ctx.services.preferences
        settings = await preferences.of_server(ctx.guild)
        await preferences.keep_server(ctx.guild, replace(settings, league_role=role and role.id))
        if role is None:
            await ctx.say(ctx.t("Only who may manage this server opens leagues now."))
        else:
            await ctx.say(ctx.t("Who has {role} may open leagues too now.", role=role.mention))

    @join.autocomplete("league")
    @start.autocomplete("league")
    @leave.autocomplete("league")
    @sit_out.autocomplete("league")
    @end.autocomplete("league")
    @extend.autocomplete("league")
    @decide.autocomplete("league")
    @completing
    async def _running_ones(self, ctx: Context, typed: str) -> _Choices:
        return await self._offered(ctx, typed, lambda each: not each.over)

    @open.autocomplete("follows")
    @swiss.autocomplete("follows")
    @completing
    async def _ended_ones(self, ctx: Context, typed: str) -> _Choices:
        return await self._offered(ctx, typed, lambda each: each.over)

    @table.autocomplete("league")
    @completing
    async def _all_ones(self, ctx: Context, typed: str) -> _Choices:
        return await self._offered(ctx, typed, lambda each: True)

    async def _offered(self, ctx: Context, typed: str, fits: Callable[[Listed], bool]) -> _Choices:
        listed = await ctx.services.leagues.listed(ctx.guild) | await ctx.services.nights.log.listed(ctx.guild)
        found = listed.items()
        offered = [(name, each.name) for name, each in found if fits(each) and typed.casefold() in each.name.casefold()]
        return [
            app_commands.Choice(name=apart(words)[: limits.CHOICE], value=name)
            for name, words in offered[: limits.CHOICES]
        ]


async def check_may_open(ctx: Context) -> None:
    """Raise `Foreign` unless the user may open leagues here."""
    role = (await ctx.settings()).league_role
    if not ctx.manages and not (role and _has(ctx.interaction.user, role)):
        raise Foreign(LeagueTrouble.MAY_NOT_OPEN)


def league_pace(text: str | None) -> Days | Hours | None:
    """The pace that was written for the matches of a league; None for none. Raises `Illegal`."""
    wanted = read_pace(text or "")
    if isinstance(wanted, LivePace):
        raise Illegal(LeagueTrouble.NO_LIVE)
    return wanted


def pace_of_rounds(text: str | None) -> Days | Hours:
    """The pace that was written for a league with rounds, which have an end; the usual one for none. Raises `Illegal`
    for matches without a clock.
    """
    clock = USUAL if text is None else league_pace(text)
    if clock is None:
        raise Illegal(LeagueTrouble.NO_OPEN)
    return clock


def league_pace_choices(ctx: Context, typed: str, *, clock: bool) -> _Choices:
    """What may be meant by the pace of a league that is being typed, in words that are read as well. `clock`: its
    matches have one.
    """
    offered = [] if clock else [ctx.t("open: no clock")]
    offered += [wanted_words(each, None, ctx.t) for each in OFFERED if not isinstance(each, LivePace)]
    fitting = [words for words in offered if typed.casefold() in words.casefold()]
    with suppress(Illegal):
        if typed.strip() and (words := wanted_words(league_pace(typed), None, ctx.t)) not in offered:
            fitting.insert(0, words)
    return [app_commands.Choice(name=words, value=words) for words in fitting]


def _has(user: discord.User | discord.Member, role: int) -> bool:
    return isinstance(user, discord.Member) and user.get_role(role) is not None
