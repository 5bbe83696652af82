"""`/leaderboard`, `/profile`, `/games`, `/versus`: a server's ladder; `/ladder` for its managers."""

from __future__ import annotations

from datetime import date
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot import limits
from bot.backgammon import Illegal, Variant
from bot.cogs.choices import choices, variant_choices
from bot.cogs.context import Context, ServingCog, answered, completing, moved_on
from bot.cogs.ladder_pages import show_board, show_games, show_profile, show_versus
from bot.cogs.own_profile import show_own_profile
from bot.cogs.places import BUT_GROUPS, WITH_US, usable
from bot.cogs.services import Services
from bot.ladder.facts import read_fact
from bot.ladder.listing import RATING
from bot.ladder.seasons import Seasons
from bot.screens.faces import boards
from bot.screens.ladder.common_words import ALL_TIME, season_words
from bot.screens.ladder.strike_words import asked_view, asked_words, decided_words, reason_of
from bot.screens.ladder.watch_words import watch_words
from bot.screens.reference.fact_words import parse_game
from bot.store import Entered
from bot.tables import games
from bot.tables.faults import LadderFault, PlaceFault
from bot.tables.judging import Case, Judge, checksum
from bot.tables.watching import gains_of

_REASON = 200
_MONTHS = 12


class LadderCommands(ServingCog):
    """Commands of the ladder. Replies are ephemeral until shown publicly."""

    ladder = app_commands.Group(
        name="ladder",
        description=locale_str("For who manages the server: its list of finished games"),
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        # Boards are those of all games registered by now.
        app_commands.choices(board=choices({key: words.title for key, words in boards().items()}))(self.leaderboard)

    @app_commands.command(description=locale_str("Who stands where on this server"))
    @app_commands.describe(
        board=locale_str("What is compared; left out: ratings"),
        season=locale_str("Which season; left out: the one that runs"),
        variant=locale_str("Ratings: of which game"),
    )
    @app_commands.choices(variant=variant_choices())
    @answered
    async def leaderboard(
        self,
        ctx: Context,
        board: app_commands.Choice[str] | None = None,
        season: str | None = None,
        variant: app_commands.Choice[str] | None = None,
    ) -> None:
        which = games.boards()[board.value] if board else RATING
        game = variant.value if variant else Variant.BACKGAMMON.value
        await show_board(ctx, which, game, season)

    @leaderboard.autocomplete("season")
    @completing
    async def _seasons(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        t = await ctx.person_texts()
        found = [ALL_TIME, *await _past_seasons(ctx)]
        named = [(season_words("" if each == ALL_TIME else each, t), each) for each in found]
        fits = [(words, each) for words, each in named if typed.lower() in words.lower() or typed in each]
        return [app_commands.Choice(name=words, value=each) for words, each in fits[: limits.CHOICES]]

    @app_commands.command(description=locale_str("What somebody has come to on this server: rating, records, badges"))
    @app_commands.describe(member=locale_str("Whose; left out: yours"))
    @usable(BUT_GROUPS)
    @answered
    async def profile(self, ctx: Context, member: discord.User | None = None) -> None:
        if ctx.guild:
            await show_profile(ctx, member.id if member else ctx.user)
        elif member is None or member.id == ctx.user:
            await show_own_profile(ctx)
        else:
            raise Illegal(PlaceFault.OTHERS_IN_SERVERS)

    @app_commands.command(description=locale_str("Somebody's finished games, to replay or to have as a file"))
    @app_commands.describe(member=locale_str("Whose; left out: yours"))
    @usable(WITH_US)
    @answered
    async def games(self, ctx: Context, member: discord.User | None = None) -> None:
        await show_games(ctx, member.id if member else ctx.user)

    @app_commands.command(description=locale_str("How two people stand against each other"))
    @app_commands.describe(one=locale_str("The one"), other=locale_str("The other; left out: you"))
    @answered
    async def versus(self, ctx: Context, one: discord.User, other: discord.User | None = None) -> None:
        pair = (ctx.user, one.id) if other is None else (one.id, other.id)
        await show_versus(ctx, *pair)

    @ladder.command(name="strike", description=locale_str("Finished games do not count any more"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4; of a table such as k7f3q2 all its games"),
        reason=locale_str("Why; everybody can read it in the list of games"),
    )
    @answered
    async def strike(self, ctx: Context, game: str, reason: app_commands.Range[str, 1, _REASON]) -> None:
        await ask_to_decide(ctx, *parse_game(game), reason, restoring=False)

    @ladder.command(name="restore", description=locale_str("Games that were struck count again"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4; of a table such as k7f3q2 all its games"),
        reason=locale_str("Why; everybody can read it in the list of games"),
    )
    @answered
    async def restore(self, ctx: Context, game: str, reason: app_commands.Range[str, 1, _REASON]) -> None:
        await ask_to_decide(ctx, *parse_game(game), reason, restoring=True)

    @ladder.command(name="watch", description=locale_str("Whose rating of this season comes mostly from one opponent"))
    @answered
    async def watch(self, ctx: Context) -> None:
        await show_watch(ctx)


async def _past_seasons(ctx: Context) -> list[str]:
    """The seasons of a server from the current one back to the first with games."""
    services, guild = ctx.services, ctx.guild
    rules = await services.ladders.rules(guild)
    if rules.seasons is Seasons.OFF:
        return []
    first: Any = await services.store.ladder.entry(guild, 1)
    today = rules.day(services.now())
    begun = rules.day(read_fact(first.says).ended_at) if isinstance(first, Entered) else today
    months = (today.year - begun.year) * _MONTHS + today.month - begun.month
    days = (_month_before(today, back) for back in range(min(months, _MONTHS * limits.CHOICES) + 1))
    return list(dict.fromkeys(rules.seasons.of(day.year, day.month) for day in days))


def _month_before(day: date, months: int) -> date:
    """The first of the month this many months before."""
    count = day.year * _MONTHS + day.month - 1 - months
    return date(count // _MONTHS, count % _MONTHS + 1, 1)


# For server managers


async def show_watch(ctx: Context) -> None:
    """Send the rating watch. Raises `Foreign` without permission."""
    ctx.check_manages(LadderFault.NOT_A_MANAGER)
    guild = ctx.guild
    rules = await ctx.services.ladders.rules(guild)
    season = rules.season(ctx.services.now())
    async with ctx.lookup() as pool:
        gains = await gains_of(ctx.services.store, pool, guild, rules, season)
    numbers = sorted({gain.player for gain in gains} | {each.opponent for gain in gains for each in gain.sources})
    people = dict(zip(numbers, await ctx.services.store.ladder.people(guild, numbers), strict=True))
    await ctx.aside(watch_words(gains, people, season, ctx.t))


async def ask_to_decide(ctx: Context, table: str, game: int | None, reason: str, *, restoring: bool) -> None:
    """Ask for confirmation to strike, or if `restoring` restore, games; nothing is stored before. Raises `Foreign`
    without permission.
    """
    games, reason = await _found(ctx, table, game, restoring=restoring), " ".join(reason.split())
    if not reason:
        raise Illegal(LadderFault.NO_REASON)
    words = asked_words(games, reason, ctx.t, restoring=restoring)
    await ctx.aside(words, asked_view(games, game, ctx.t, restoring=restoring))


async def press_decided(ctx: Context) -> None:
    """The confirmation was pressed."""
    if ctx.pressed is None:
        raise moved_on()
    table, game, reason = ctx.press.table, ctx.press.question or None, reason_of(ctx.pressed.content)
    restoring = ctx.press.verb == "restore"
    games = await _found(ctx, table, game, restoring=restoring)
    # More games have ended, or were decided otherwise: these were not confirmed.
    if ctx.press.extra != checksum(games):
        await ask_to_decide(ctx, table, game, reason, restoring=restoring)
        return
    ruling = await _judge(ctx, restoring).decide(ctx.guild, games, reason, ctx.user, ctx.services.now())
    await ctx.aside(decided_words(table, ruling, ctx.t, restoring=restoring))


async def _found(ctx: Context, table: str, game: int | None, *, restoring: bool) -> tuple[Case, ...]:
    ctx.check_manages(LadderFault.NOT_A_MANAGER)
    games = await _judge(ctx, restoring).games(ctx.guild, table, game, ctx.user)
    if not games:
        shown = table if game is None else f"{table}-{game}"
        raise Illegal(LadderFault.NOTHING_TO_RESTORE if restoring else LadderFault.NOTHING_TO_STRIKE, game=shown)
    return games


def _judge(ctx: Context, restoring: bool) -> Judge:
    services = ctx.services
    return Judge(services.store, services.ladders, services.leagues, restoring=restoring)
