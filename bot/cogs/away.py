"""`/away`: holidays, on which no time of a person runs."""

from __future__ import annotations

from datetime import date

from discord import app_commands
from discord.app_commands import locale_str
from msgspec.structs import replace

from bot.cogs.context import Context, ServingCog, answered, completing, moved_on
from bot.cogs.verbs import Verb
from bot.core.refusal import Illegal
from bot.screens.panels.away import away_view, away_words, offered_days
from bot.tables.calendar_days import day_of, read_day
from bot.tables.holidays import AwayFault, Holiday, recent, with_holiday, without_holiday
from bot.tables.schedule import TABLE
from bot.texts import N_

_BACK = "back"
_OFFERS_BACK = N_("back: I am here again")


class AwayCommands(ServingCog):
    """Holidays."""

    @app_commands.command(description=locale_str("Your holidays: no time of yours runs then"))
    @app_commands.describe(
        until=locale_str("The last day, such as 2026-08-03; or back"),
        since=locale_str("The first day; leave it out to be away as soon as that counts, a day from now"),
    )
    @app_commands.rename(since="from")
    @answered
    async def away(self, ctx: Context, until: str | None = None, since: str | None = None) -> None:
        if until is None and since is None:
            await _show(ctx)
        elif until is not None and until.strip().casefold() == _BACK:
            await come_back(ctx)
        else:
            await _go(ctx, until or "", since)

    @away.autocomplete("until")
    @completing
    async def _until(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return _fitting([(ctx.t(_OFFERS_BACK), _BACK), *await _days(ctx)], typed)

    @away.autocomplete("since")
    @completing
    async def _since(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return _fitting(await _days(ctx), typed)


async def _days(ctx: Context) -> list[tuple[str, str]]:
    return [*offered_days(day_of(_now(ctx), await _zone(ctx)), ctx.t)]


def _fitting(offered: list[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    wanted = typed.strip().casefold()
    fitting = [each for each in offered if wanted in each[0].casefold() or wanted in each[1]]
    return [app_commands.Choice(name=name, value=value) for name, value in fitting]


async def _go(ctx: Context, until: str, since: str | None) -> None:
    now, zone = _now(ctx), await _zone(ctx)
    today, before = day_of(now, zone), await ctx.preferences()
    first = today if since is None else _read(since, today)
    holiday = Holiday(first=max(first, today), last=_read(until, today), zone=zone, entered=now)
    after = with_holiday(recent(before.holidays, now), holiday)
    await ctx.services.preferences.keep_person(ctx.user, replace(before, holidays=after))
    await _show(ctx)


def _read(text: str, today: date) -> date:
    try:
        return read_day(" ".join(text.split()), today)
    except ValueError as error:
        raise Illegal(AwayFault.NOT_READ) from error


async def come_back(ctx: Context) -> None:
    """The holiday is over, or the next one does not begin. Raises `Illegal` without any."""
    services, before = ctx.services, await ctx.preferences()
    after = without_holiday(recent(before.holidays, _now(ctx)), _now(ctx))
    await services.preferences.keep_person(ctx.user, replace(before, holidays=after))
    for name, _, _ in await services.store.waits.of(ctx.user):  # each may be shown as resting longer than it does
        await services.store.due.set(TABLE, name, services.now())
    await _show(ctx)


async def _show(ctx: Context) -> None:
    holidays, at = (await ctx.preferences()).holidays, _now(ctx)
    await ctx.aside(away_words(holidays, at, ctx.t), away_view(holidays, at, ctx.t))


async def press_away(ctx: Context) -> None:
    """The button below the list."""
    if ctx.press.extra != _BACK:
        raise moved_on()
    await come_back(ctx)


async def _zone(ctx: Context) -> str:
    """The zone of whoever asks: their own, or that of the server."""
    night = (await ctx.preferences()).night
    return (night and night.zone) or (await ctx.settings()).time_zone


def _now(ctx: Context) -> int:
    return ctx.services.desk.discord.now()


VERBS = (Verb("away", press=press_away, private=True, logged="preference"),)
