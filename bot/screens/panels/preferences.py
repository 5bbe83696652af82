"""The panel of `/preferences`, and its pages about personal data."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.screens.buttons import BLUE, GREEN, GREY, RED, Item, button, select, view
from bot.screens.panels.lists import AS_IS, LANGUAGE_NAMES, options, press, themes
from bot.tables import personal_data
from bot.tables.people import NOBODY
from bot.tables.preferences import MOST_BLOCKED, PersonPreferences
from bot.texts import N_, Texts

SWITCHES = {
    "auto_roll": (N_("Auto-roll"), N_("I roll for you when you could not double.")),
    "auto_move": (N_("Auto-move"), N_("I play for you when there is only one play.")),
    "auto_bear_off": (
        N_("Auto bear-off"),
        N_("I bear off for you when all plays come to the same and you could not double."),
    ),
    "settle_first": (N_("Settle first"), N_("I do not roll for you while you can offer a settlement.")),
    "play_at_once": (N_("Play at once"), N_("A play you have put together counts without Confirm.")),
    "confirm": (N_("Ask again"), N_("I ask before you double, drop or resign.")),
    "rated": (N_("Rated"), N_("Matches change my rating, if my opponent wants that too.")),
    "door": (N_("Challenges"), N_("Others may challenge you.")),
}
"""The switches by field: name, and effect while on."""

#: Channels listed, so that the text fits into a message.
_MOST_NAMED = 20


def preference_words(preferences: PersonPreferences, t: Texts) -> str:
    """The preferences and their meaning."""
    lines = [f"-# **{t(name)}**: {t(does)}" for name, does in SWITCHES.values()]
    blocked = t(
        "-# **People you do not play with**, the last list, cannot challenge you, accept a challenge of yours to "
        "everybody, or join while you gather people for a chouette. In one that runs you may still meet."
    )
    if preferences.blocked is None:
        blocked = t(
            "A newer version of the bot has noted whom you do not play with, and I cannot read it. Until the bot is "
            "updated nobody can challenge you, accept a challenge of yours to everybody, or join a chouette of yours."
        )
    return "\n".join((t("**Your preferences.** They hold on every server."), *lines, blocked))


def preference_view(preferences: PersonPreferences, t: Texts) -> discord.ui.View:
    """The selects and switches with their current values."""
    languages = [(AS_IS, t("as in Discord")), *LANGUAGE_NAMES.items()]
    colours = [(AS_IS, t("as the server has them")), *themes(t)]

    def listed(title: str, extra: str, choices: list[tuple[str, str]], now: str, row: int) -> Item:
        return select(title, press("preference", extra, preferences), options(title, choices, now), row=row)

    items: list[Item] = [
        listed(t("Language"), "language", languages, preferences.language or AS_IS, 0),
        listed(t("Colours"), "theme", colours, preferences.theme or AS_IS, 1),
        discord.ui.UserSelect(
            placeholder=t("People you do not play with"),
            custom_id=str(press("preference", "blocked", preferences)),
            min_values=0,
            max_values=MOST_BLOCKED,
            default_values=[
                discord.Object(user, type=discord.User) for user in (preferences.blocked or ())[:MOST_BLOCKED]
            ],
            disabled=preferences.blocked is None,
            row=2,
        ),
    ]
    for index, (switch, (name, _)) in enumerate(SWITCHES.items()):
        on = getattr(preferences, switch)
        label = ": ".join((t(name), t("on") if on else t("off")))
        items.append(button(label, press("preference", switch), GREEN if on else GREY, row=3 + index // 5))
    items.append(button(t("Reminders"), press("preference", "time"), GREY, row=4))
    items.append(button(t("My data"), press("personal", "data"), GREY, row=4))
    return view(items)


def data_words(t: Texts) -> str:
    """What data are kept of a member."""
    return t(
        "**My data.** I keep your preferences, and of every table you have played at: who sat where, the moves, the "
        "points and your words for the dice. What the leaderboards of a server show is counted from the games finished "
        "there. Once you have used `/train`, I keep your cards too.\nA mistake in an analysed game may become a "
        "server's position of the day. Nobody is told whose it was; I name you, with the answer, only if "
        "you want that."
    )


def data_view(t: Texts, listed: bool | None = None, *, named: bool = False) -> discord.ui.View:
    """Buttons to export or delete the data. `listed`: whether the member may be on this server's leaderboards; None
    without a finished game. `named`: whether they may be named with a position of the day.
    """
    hiding: list[Item] = []
    if listed is not None:
        label = t("Hide me on the leaderboards") if listed else t("Show me on the leaderboards")
        hiding.append(button(label, press("personal", "hide" if listed else "unhide"), GREY, row=1))
    return view(
        [
            button(t("Export"), press("personal", "export"), BLUE),
            button(t("Delete …"), press("personal", "delete"), RED),
            button(t("Back"), press("preference", "panel"), GREY),
            *hiding,
            button(
                ": ".join((t("Name me with my mistakes"), t("on") if named else t("off"))),
                press("personal", "unnamed" if named else "named"),
                GREEN if named else GREY,
                row=2,
            ),
        ]
    )


def delete_words(t: Texts) -> str:
    """The consequences of deletion, for confirmation."""
    return "\n".join(
        (
            t("**Delete your data?** This cannot be undone."),
            t("- At every table that is over, “{nobody}” takes the place of your name.", nobody=NOBODY),
            t("- Those tables leave your lists: `/rematch` no longer finds them."),
            t("- Your preferences are forgotten, also whom you do not play with."),
            t("- Your cards of `/train` are deleted, and all that is known of them."),
            t("- You are on no leaderboard; the ratings of those you have played with stay as they are."),
            t("- Moves, points and words for the dice stay, without you: they prove the games of the others."),
            t("- Messages that have been posted stay in Discord. A challenge that is still open ends by itself."),
        )
    )


def delete_view(t: Texts) -> discord.ui.View:
    return view(
        [
            button(t("Delete my data"), press("personal", "delete_now"), RED),
            button(t("Back"), press("personal", "data"), GREY),
        ]
    )


def deleted_words(left: personal_data.Left, t: Texts) -> str:
    """What has been deleted, and what could not be yet."""
    lines = [t("Done. Your preferences are forgotten, and your name is gone from the tables that are over.")]
    if left.channels:
        lines.append(
            t(
                "You are still needed in {channels}: a game runs there, or a payment is open. When it is over, delete "
                "again under `/preferences`, **My data**.",
                channels=_places(left.channels, t),
            )
        )
    if left.standing:
        lines.append(
            t(
                "A challenge or a gathering still stands in {channels}. If nothing comes of it, your name leaves "
                "that too.",
                channels=_places(left.standing, t),
            )
        )
    if left.unreadable:
        lines.append(
            t.many(
                "{number} table was written by a newer version of the bot. Delete again after the bot's update.",
                "{number} tables were written by a newer version of the bot. Delete again after the bot's update.",
                len(left.unreadable),
            )
        )
    return "\n".join(lines)


def _places(channels: Sequence[int], t: Texts) -> str:
    where = [f"<#{channel}>" for channel in channels[:_MOST_NAMED]]
    if more := len(channels) - len(where):
        where.append(t.many("{number} more channel", "{number} more channels", more))
    return t.listed(where)
