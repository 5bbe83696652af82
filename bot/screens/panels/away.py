"""`/away`: a person's holidays, in words and as dates to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import discord

from bot.screens.buttons import button, view
from bot.screens.panels.lists import press
from bot.tables.holidays import MOST_A_YEAR, MOST_IN_A_ROW, Holiday, counting
from bot.texts import Texts

_OFFERED = 24
_SHOWN = 10
_TWELVE_MONTHS = 365 * 86_400_000


def away_words(holidays: tuple[Holiday, ...], at: int, t: Texts) -> str:
    """Holidays that are not over at a moment (milliseconds since 1970), what they mean, and how many days are left."""
    lines = [t("**Your holidays.** They hold on every server.")]
    coming = [days for each in holidays if (days := list(each.days)) and days[-1][1] > at]
    for days in coming[:_SHOWN]:
        begins, ends = f"<t:{days[0][0] // 1000}:f>", f"<t:{(days[-1][1] - 1) // 1000}:D>"
        lines.append(
            t.many(
                "Away from {begins} until {ends}: {number} day.",
                "Away from {begins} until {ends}: {number} days.",
                len(days),
                begins=begins,
                ends=ends,
            )
        )
    if len(coming) > _SHOWN:
        lines.append("…")
    if coming:
        lines.append(
            t(
                "Meanwhile no time of yours runs where it is counted by days or hours, and no game is claimed from "
                "you. Others see only that a table rests. Live tables and chouettes go on."
            )
        )
    else:
        lines.append(t("You are here. `/away` with a date begins a holiday, a day after you have entered it."))
    counted = [each for each in counting(holidays, MOST_A_YEAR) if each[1] > at - _TWELVE_MONTHS]
    left = max(0, MOST_A_YEAR - len(counted))
    lines.append(
        t.many(
            "-# {number} day of twelve months is left, at most {most} in a row. Servers and leagues may count fewer.",
            "-# {number} days of twelve months are left, at most {most} in a row. Servers and leagues may count fewer.",
            left,
            most=MOST_IN_A_ROW,
        )
    )
    return "\n".join(lines)


def away_view(holidays: tuple[Holiday, ...], at: int, t: Texts) -> discord.ui.View:
    """The way back, if there is a holiday to end."""
    coming = any(until > at for each in holidays for _, until in each.days)
    return view([button(t("I am back"), press("away", "back"))] if coming else [])


def offered_days(today: date, t: Texts) -> Iterator[tuple[str, str]]:
    """The next days in words, each with what is typed for it."""
    for number in range(1, _OFFERED + 1):
        day = today + timedelta(days=number)
        yield t.whole_day(day), day.isoformat()
