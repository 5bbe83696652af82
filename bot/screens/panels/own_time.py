"""The page of `/preferences` about time: reminders, quiet hours and the time zone of a person."""

from __future__ import annotations

import discord

from bot.screens.buttons import GREEN, GREY, Item, button, form, select, view
from bot.screens.panels.lists import options, press
from bot.tables.nights import LONGEST
from bot.tables.preferences import PersonPreferences, Reminding
from bot.texts import N_, Texts
from bot.training.deck import MOST_A_DAY

SWITCHES = {
    "mentions": (N_("Mentions"), N_("I mention you when it is your turn.")),
    "direct": (
        N_("Direct messages"),
        N_(
            "I remind you by direct message instead: it names the server and leads to the table. "
            "In the same way I tell you that you were taken out of a table or claimed from."
        ),
    ),
}
"""The switches of this page by field: name, and effect while on."""

_REMINDERS = {
    Reminding.NONE: N_("none"),
    Reminding.ONCE: N_("once, when a fifth of the time is left"),
    Reminding.THREE: N_("up to three"),
}
_LONGEST_NIGHT = 60


def time_words(preferences: PersonPreferences, t: Texts) -> str:
    """What is set, and what it means."""
    lines = [
        t("**Reminders and your time.** They hold on every server."),
        *(f"-# **{t(name)}**: {t(does)}" for name, does in SWITCHES.values()),
        "-# "
        + t("**Training**: how many cards `/train` has for you a day, and once a day a direct message about them."),
    ]
    if preferences.direct_refused:
        lines.append(
            t(
                "Discord has refused my last direct message to you, so I send none. Allow them in your privacy "
                "settings of a server that we share, then switch them on again."
            )
        )
    night = preferences.quiet
    hours = f"{clock_words(night.start)}–{clock_words(night.end)}"
    place = night.zone or t("the zone of each server")
    lines.append(t("Quiet hours: **{hours}** ({zone}). No reminder falls into them.", hours=hours, zone=place))
    return "\n".join(lines)


def time_view(preferences: PersonPreferences, t: Texts, *, in_server: bool = True) -> discord.ui.View:
    """How often to remind, the switches, and the way to the hours and back. `in_server`: cards are reminded of in the
    name of one, so that it is switched on only there.
    """
    title, cards = t("Reminders"), t("Cards a day")
    numbers, now = [(f"{each}", f"{each}") for each in range(MOST_A_DAY + 1)], f"{preferences.cards_a_day}"
    choices = [(each.value, t(words)) for each, words in _REMINDERS.items()]
    items: list[Item] = [
        select(
            title,
            press("preference", "reminders", preferences),
            options(title, choices, preferences.reminders.value),
            row=0,
        )
    ]
    for switch, (name, _) in SWITCHES.items():
        on = getattr(preferences, switch)
        label = ": ".join((t(name), t("on") if on else t("off")))
        items.append(button(label, press("preference", switch), GREEN if on else GREY, row=1))
    items += [
        button(t("Quiet hours …"), press("quiet", "ask"), GREY, row=1),
        select(cards, press("preference", "cards", preferences), options(cards, numbers, now), row=2),
    ]
    if in_server or preferences.train_in:
        label = ": ".join((t("Remind me of cards"), t("on") if preferences.train_in else t("off")))
        items.append(button(label, press("preference", "train"), GREEN if preferences.train_in else GREY, row=3))
    return view([*items, button(t("Back"), press("preference", "panel"), GREY, row=3)])


def night_form(preferences: PersonPreferences, t: Texts) -> discord.ui.Modal:
    """The modal for quiet hours, and for a zone of one's own."""
    night = preferences.night
    now = f"{clock_words(night.start)}–{clock_words(night.end)} {night.zone or ''}".strip() if night else None
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="night", placeholder=t("23:00–7:30 Prague"), default=now, required=False, max_length=_LONGEST_NIGHT
    )
    asked = t("From, to, zone; at most {hours} hours", hours=LONGEST // 60)
    return form(t("Quiet hours"), press("quiet", "take"), asked, field)


def clock_words(minute: int) -> str:
    """A time of day, by its minutes after midnight."""
    return "{}:{:02}".format(*divmod(minute, 60))
