"""The panel of `/settings`: language, theme, times, and a page of default rules for `/play`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import discord
import msgspec

from bot.backgammon import Beavers, Jacoby, Rules, Variant
from bot.core.clock import Hours
from bot.ladder.rating import MOST_A_DAY
from bot.ladder.seasons import Seasons
from bot.screens.board_rules_words import rules_words, title_words
from bot.screens.board_scene import variant_words
from bot.screens.buttons import BLUE, GREEN, GREY, Item, button, choice, form, select, view
from bot.screens.custom_ids import Press
from bot.screens.pace_words import OFFERED, wanted_words
from bot.screens.panels.lists import AS_IS, LANGUAGE_NAMES, language_name, options, press, themes
from bot.tables.holidays import MOST_A_YEAR
from bot.tables.preferences import ServerSettings
from bot.tables.weeks import week_before
from bot.texts import N_, Texts

LENGTHS = (0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
"""Points of a match; 0 is a money session."""
REMIND_AFTER = (1, 2, 4, 6, 12, 24, 48)
"""Hours."""
CLAIM_AFTER = (12, 24, 48, 72, 168)
"""Hours."""
BEAVERS = range(10)
"""Maximum beavers in one game; 0: none."""
CAPS = (*(1 << power for power in range(1, 13)), 0)
"""Caps of the cube in a money session; 0: without limit."""

HOLIDAY_DAYS = (MOST_A_YEAR, 28, 21, 14, 7, 0)
"""Days of holiday that count in twelve months."""

A_DAY = (1, 2, 3, 5, 10, 20, 0)
"""Rated matches of a pair per day; 0: all."""

PACES = {msgspec.json.encode(pace).decode(): pace for pace in OFFERED}
"""Paces of challenges that name none, by the value of their option."""

_SEASONS = {
    Seasons.MONTH: N_("a month"),
    Seasons.QUARTER: N_("a quarter"),
    Seasons.YEAR: N_("a year"),
    Seasons.OFF: N_("none"),
}
_LONGEST_ZONE = 50
_RULES = {
    "cube": N_("Doubling cube"),
    "crawford": N_("Crawford rule"),
    "jacoby": N_("Jacoby rule"),
    "beavers": N_("Beavers"),
    "raccoons": N_("Raccoons"),
    "automatic": N_("Automatic double"),
    "egyptian": N_("Egyptian rule"),
}


def setting_words(settings: ServerSettings, own: Texts, t: Texts) -> str:
    """A server's language and times. `own`: texts in the language that Discord has for it."""
    spoken = (
        t("All that everybody sees is in one language: {language}.", language=LANGUAGE_NAMES[settings.language])
        if settings.language
        else t(
            "At a table: the language that all its players have. Otherwise: {language}, as in Discord.",
            language=language_name(own.language),
        )
    )
    now = datetime.now(ZoneInfo(settings.time_zone))
    lines = [
        t("**Settings of this server.**"),
        spoken,
        t("Time zone: **{zone}**, where it is {time} now.", zone=settings.time_zone, time=f"{now:%H:%M}"),
        t.many(
            "Whom a table waits for, I remind after {number} hour, but not between 22:00 and 8:00.",
            "Whom a table waits for, I remind after {number} hours, but not between 22:00 and 8:00.",
            settings.remind_after,
        ),
        t.many(
            "After {number} hour the other side may claim the game. A table where nobody plays closes then.",
            "After {number} hours the other side may claim the game. A table where nobody plays closes then.",
            settings.claim_after,
        ),
    ]
    return "\n".join(lines)


def setting_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    """The selects of the first page."""
    languages = [(AS_IS, t("as the players speak")), *LANGUAGE_NAMES.items()]
    reminders = [(str(hours), t.many("after {number} hour", "after {number} hours", hours)) for hours in REMIND_AFTER]
    claims = [(str(hours), t.many("after {number} hour", "after {number} hours", hours)) for hours in CLAIM_AFTER]

    def listed(title: str, extra: str, choices: list[tuple[str, str]], now: str, row: int) -> Item:
        return select(title, press("setting", extra, settings), options(title, choices, now), row=row)

    return view(
        [
            listed(t("Language"), "language", languages, settings.language or AS_IS, 0),
            listed(t("Colours"), "theme", themes(t), settings.theme, 1),
            listed(t("Reminder"), "remind", reminders, str(settings.remind_after), 2),
            listed(t("Claim"), "claim", claims, str(settings.claim_after), 3),
            button(t("Time zone"), press("setting", "zone"), GREY, row=4),
            button(t("Rules of /play"), press("setting", "rules_page"), BLUE, row=4),
            button(t("Leaderboards"), press("setting", "ladder_page"), BLUE, row=4),
            button(t("Position of the day"), press("setting", "daily_page"), BLUE, row=4),
            button(t("Who wants to play"), press("look_setting", "page"), BLUE, row=4),
        ]
    )


def ladder_words(settings: ServerSettings, warnings: Sequence[str], t: Texts) -> str:
    """The ladder's settings. `warnings`: what prevents podiums from being posted, or the role from being given."""
    podium = (
        t("After each season I post the first ten of the leaderboard in <#{channel}>.", channel=settings.podium)
        if settings.podium
        else t("The leaderboard is posted nowhere. Choose a channel, and I post the first ten there after each season.")
    )
    champion = (
        t(
            "Who was first of the last season has <@&{role}>, as long as the leaderboards list them.",
            role=settings.champion,
        )
        if settings.champion
        else ""
    )
    limit = (
        t.many(
            "Of the matches that the same two play on a day {number} is rated, by the server's time zone.",
            "Of the matches that the same two play on a day {number} are rated, by the server's time zone.",
            settings.rated_a_day,
        )
        if settings.rated_a_day
        else t("All matches of the same two are rated, however many they play on a day.")
    )
    of_one = t("Of all matches of one person on a day {number} are rated, leagues aside.", number=MOST_A_DAY)
    money = (
        t("Games for money are rated as matches to 1.") if settings.money_rated else t("Games for money are not rated.")
    )
    events = t("What leagues play, until when, is among the events of the server.") if settings.events else ""
    said = filter(None, (podium, champion, limit, of_one, money, events))
    return "\n".join((t("**Settings of this server.** Leaderboards:"), *said, *warnings))


def ladder_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    """The selects of the ladder's page."""
    seasons, limit = t("Seasons"), t("Rated a day")
    kinds = [(each.value, t(words)) for each, words in _SEASONS.items()]
    numbers = [(str(each), t.many("{number} match", "{number} matches", each) if each else t("all")) for each in A_DAY]
    channel = channel_select(t("Channel of the podium"), press("setting", "podium", settings), settings.podium, row=1)
    money = ": ".join((t("Money games rated"), t("on") if settings.money_rated else t("off")))
    events = ": ".join((t("Events of leagues"), t("on") if settings.events else t("off")))
    return view(
        [
            select(
                seasons, press("setting", "seasons", settings), options(seasons, kinds, settings.seasons.value), row=0
            ),
            channel,
            select(
                limit, press("setting", "a_day", settings), options(limit, numbers, str(settings.rated_a_day)), row=2
            ),
            role_select(t("Role of the champion"), press("setting", "champion", settings), settings.champion, row=3),
            button(t("Back"), press("setting", "first_page"), GREY, row=4),
            button(money, press("setting", "money_rated"), GREEN if settings.money_rated else GREY, row=4),
            button(events, press("setting", "events"), GREEN if settings.events else GREY, row=4),
            button(t("The club's week"), press("setting", "week_page"), BLUE, row=4),
        ]
    )


def channel_select(title: str, pressed: Press, now: int, row: int) -> Item:
    """A channel select in which none may be chosen."""
    return discord.ui.ChannelSelect(
        placeholder=title,
        custom_id=str(pressed),
        channel_types=[discord.ChannelType.text],
        min_values=0,
        max_values=1,
        default_values=[discord.Object(now)] if now else [],
        row=row,
    )


def role_select(title: str, pressed: Press, now: int, row: int) -> Item:
    """A role select in which none may be chosen."""
    return discord.ui.RoleSelect(
        placeholder=title,
        custom_id=str(pressed),
        min_values=0,
        max_values=1,
        default_values=[discord.Object(now, type=discord.Role)] if now else [],
        row=row,
    )


def no_events_words(lacking: Sequence[str], t: Texts) -> str:
    """The bot may make no events, by Discord's names."""
    missing = t.listed(f"**{t(each)}**" for each in lacking)
    return t("⚠ I cannot make events: I lack these permissions: {permissions}.", permissions=missing)


def daily_words(settings: ServerSettings, waiting: int, warnings: Sequence[str], t: Texts) -> str:
    """The settings of the position of the day. `warnings`: what prevents it from being posted or answered."""
    lines = [
        t("**Settings of this server.** Position of the day:"),
        t(
            "Every morning at 8:00, by the server's time zone, I post a position in <#{channel}>. Everybody can vote "
            "for what to play, and the next morning comes the answer.",
            channel=settings.daily,
        )
        if settings.daily
        else t("There is none. Choose a channel, and every morning I post a position there to think about."),
        t(
            "I take it from games played on this server that somebody had analysed, where a mistake has cost more than "
            "0.05. Nobody is named without having agreed to that, under **My data** in `/preferences`."
        ),
        t.many(
            "{number} position waits to be shown. Others come with `/analyze`.",
            "{number} positions wait to be shown. Others come with `/analyze`.",
            waiting,
        )
        if waiting
        else t("No position waits to be shown; they come with `/analyze`. As long as there is none, I post nothing."),
    ]
    return "\n".join((*lines, *warnings))


def lacking_words(channel: int, lacking: Sequence[str], t: Texts) -> str:
    """Permissions the bot lacks in a channel, by Discord's names."""
    missing = t.listed(f"**{t(each)}**" for each in lacking)
    return t("⚠ In <#{channel}> I lack these permissions: {permissions}.", channel=channel, permissions=missing)


def daily_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    """The page of the position of the day."""
    channel = channel_select(
        t("Channel of the position of the day"), press("setting", "daily", settings), settings.daily, row=0
    )
    back = button(t("Back"), press("setting", "first_page"), GREY, row=1)
    return view([channel, back, button(t("The club's week"), press("setting", "week_page"), BLUE, row=1)])


def week_words(settings: ServerSettings, now: float, warnings: Sequence[str], t: Texts) -> str:
    """The settings of the club's week. `now` in seconds since 1970. `warnings`: what prevents it from being posted."""
    lines = [
        t("**Settings of this server.** The club's week:"),
        t(
            "I post it in <#{channel}> every Monday at 8:00 in the server's time zone, next on <t:{next}:f>. If fewer "
            "than three games were finished in a week, I post nothing.",
            channel=settings.week,
            next=round(week_before(now, settings.time_zone).next_post(now)),
        )
        if settings.week
        else t(
            "The club's week is a message about what was played here in the past week. It is switched off. Choose a "
            "channel, and I post it there every Monday at 8:00 in the server's time zone."
        ),
        t(
            "In it: results, the luckiest roll, the greatest comeback, the position that most people got wrong, the "
            "box of the week, and who is to play whom next. Rolls, comebacks and mistakes come from analysed games. "
            "Mistakes are shown without names."
        ),
        t(
            "I leave out games in channels that not everybody can see who can see that one, and games that were "
            "struck. Whoever hides from the leaderboards or has deleted their data is not named. Nobody gets a "
            "notification."
        ),
    ]
    return "\n".join((*lines, *warnings))


def week_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    """The page of the club's week."""
    channel = channel_select(t("Channel of the club's week"), press("setting", "week", settings), settings.week, row=0)
    return view([channel, button(t("Back"), press("setting", "daily_page"), GREY, row=1)])


def zone_form(t: Texts) -> discord.ui.Modal:
    """The modal for a time zone."""
    field = discord.ui.TextInput(custom_id="zone", max_length=_LONGEST_ZONE)
    return form(t("Time zone"), press("zone", ""), t("Such as Europe/Prague, or just Prague"), field)


def default_rules_words(settings: ServerSettings, t: Texts) -> str:
    rules, pace = settings.rules, settings.pace
    lines = [
        t("**Settings of this server.** What `/play` uses unless told otherwise:"),
        title_words(rules, t) + ". " + " ".join(rules_words(rules, t)),
    ]
    if pace:
        told = t("Between people: {pace}.", pace=wanted_words(pace, None, t))
        lines.append(told + " " + t("A session for money has no clock then.") if isinstance(pace, Hours) else told)
    return "\n".join(lines)


def default_rules_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    """The selects of the page of rules."""
    rules = settings.rules
    paces = [(AS_IS, t("open: no clock")), *((value, wanted_words(each, None, t)) for value, each in PACES.items())]
    lengths = [
        (str(length), t.many("Match to {number} point", "Match to {number} points", length) if length else t("Money"))
        for length in LENGTHS
    ]
    variants = [(variant.value, variant_words(variant, t)) for variant in Variant]
    in_force = _in_force(rules)
    rule_options = [choice(label=t(words), value=name, default=name in in_force) for name, words in _RULES.items()]
    rule_list = select(t("No special rule"), press("setting", "rules", rules), rule_options, row=2)
    rule_list.min_values, rule_list.max_values = 0, len(rule_options)
    length, variant, pace = t("Length"), t("Set-up"), t("Pace")
    now = next((value for value, each in PACES.items() if each == settings.pace), AS_IS)
    return view(
        [
            select(length, press("setting", "length", rules), options(length, lengths, str(rules.length)), row=0),
            select(variant, press("setting", "variant", rules), options(variant, variants, rules.variant.value), row=1),
            rule_list,
            select(pace, press("setting", "pace", settings), options(pace, paces, now), row=3),
            button(t("Back"), press("setting", "first_page"), GREY, row=4),
            button(t("Beavers and cap"), press("setting", "cube_page"), BLUE, row=4),
            button(t("Holidays"), press("setting", "holiday_page"), BLUE, row=4),
        ]
    )


def holiday_words(settings: ServerSettings, t: Texts) -> str:
    """How many days of holiday count at a server's tables."""
    counts = (
        t.many(
            "Of `/away` {number} day in twelve months counts at tables of this server.",
            "Of `/away` {number} days in twelve months count at tables of this server.",
            settings.holiday_days,
        )
        if settings.holiday_days
        else t("Holidays by `/away` do not count at tables of this server.")
    )
    league = t("A league counts as many as it was opened with, but no more.")
    return "\n".join((t("**Settings of this server.** Holidays:"), counts, league))


def holiday_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    """How many count."""
    title = t("Holidays")
    days = [(str(each), t.many("{number} day", "{number} days", each) if each else t("none")) for each in HOLIDAY_DAYS]
    return view(
        [
            select(
                title,
                press("setting", "holiday_days", settings),
                options(title, days, str(settings.holiday_days)),
                row=0,
            ),
            button(t("Back"), press("setting", "rules_page"), GREY, row=1),
        ]
    )


def cube_view(rules: Rules, t: Texts) -> discord.ui.View:
    """The selects of the page of the cube's numbers."""
    money, beavers, cap = rules.money, t("Beavers in one game"), t("Highest cube")
    most = 0 if money.animals is Beavers.NONE else money.beavers_per_bet
    numbers = [(str(number), t.many("at most {number}", "at most {number}", number)) for number in BEAVERS if number]
    caps = [(str(value), str(value) if value else t("without limit")) for value in CAPS]
    return view(
        [
            select(
                beavers,
                press("setting", "beavers", rules),
                options(beavers, [("0", t("none")), *numbers], str(most)),
                row=0,
            ),
            select(cap, press("setting", "cap", rules), options(cap, caps, str(money.cube_cap or 0)), row=1),
            button(t("Back"), press("setting", "rules_page"), GREY, row=2),
        ]
    )


def _in_force(rules: Rules) -> set[str]:
    """The names of `_RULES` in force on a server, for money and matches together."""
    held = {
        "cube": rules.cube,
        "crawford": rules.crawford,
        "jacoby": rules.money.jacoby is not Jacoby.OFF,
        "beavers": rules.money.animals is not Beavers.NONE,
        "raccoons": rules.money.animals is Beavers.RACCOON,
        "automatic": rules.money.auto_doubles > 0,
        "egyptian": rules.max_on_point is not None,
    }
    return {name for name, on in held.items() if on}
