"""The panel of `/preferences`, and its page about what is kept of a person."""

from __future__ import annotations

import io
import time
from typing import Any

import discord
from msgspec.structs import replace

from bot.backgammon import Stale
from bot.cogs.choices import AS_IS, LANGUAGE_NAMES, chosen, options, press, themes
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.buttons import BLUE, GREEN, GREY, RED, button, select, view
from bot.screens.custom_ids import Press
from bot.tables import personal_data
from bot.tables.faults import TableTrouble
from bot.tables.preferences import LANGUAGES, MOST_BLOCKED, THEMES, PersonPreferences
from bot.texts import N_, Texts

#: A switch by its name, and what it does while it is on.
_SWITCHES = {
    "auto_roll": (N_("Auto-roll"), N_("I roll for you when you could not double.")),
    "auto_move": (N_("Auto-move"), N_("I play for you when there is only one play.")),
    "confirm": (N_("Ask again"), N_("I ask before you double, drop or resign.")),
    "mentions": (N_("Mentions"), N_("I mention you when it is your turn.")),
    "door": (N_("Challenges"), N_("Others may challenge you.")),
}
#: Channels that are named, so that the words fit into a message.
_MOST_NAMED = 20
_FILE = "chouette-my-data.json"


async def show_preferences(services: Services, answer: Answer) -> None:
    """The panel, for whoever asks for it."""
    preferences = await services.preferences.of_person(answer.interaction.user.id)
    await answer.say(_words(preferences, answer.t), _view(preferences, answer.t))


async def press_preference(services: Services, answer: Answer, pressed: Press) -> None:
    """A press in the panel."""
    user = answer.interaction.user.id
    before = after = await services.preferences.of_person(user)
    match pressed.extra:
        case "language":
            after = replace(before, language=chosen(answer) if chosen(answer) in LANGUAGES else None)
        case "theme":
            after = replace(before, theme=chosen(answer) if chosen(answer) in THEMES else None)
        case "blocked":
            after = replace(before, blocked=_people_chosen(answer))
        case switch if switch in _SWITCHES:
            after = replace(before, **{switch: not getattr(before, switch)})
        case "panel":
            pass
        case _:
            raise Stale(TableTrouble.MOVED_ON)
    if after != before:
        after = await services.preferences.keep_person(user, after)
    t = await services.texts_for(answer.interaction)
    await answer.change(_words(after, t), _view(after, t))


def _people_chosen(answer: Answer) -> tuple[int, ...]:
    """Whom somebody has chosen, himself and bots left out."""
    data: Any = answer.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    people = (int(user) for user, about in users.items() if not about.get("bot"))
    return tuple(user for user in people if user != answer.interaction.user.id)[:MOST_BLOCKED]


def _words(preferences: PersonPreferences, t: Texts) -> str:
    lines = [f"-# **{t(name)}**: {t(does)}" for name, does in _SWITCHES.values()]
    blocked = t(
        "-# People you do not play with cannot challenge you, accept a challenge of yours to everybody, or join while "
        "you gather people for a chouette. In one that runs you may still meet."
    )
    if preferences.blocked is None:
        blocked = t(
            "A newer version of the bot has noted whom you do not play with, and I cannot read it. Until the bot is "
            "updated nobody can challenge you, accept a challenge of yours to everybody, or join a chouette of yours."
        )
    return "\n".join((t("**Your preferences.** They hold on every server."), *lines, blocked))


def _view(preferences: PersonPreferences, t: Texts) -> discord.ui.View:
    languages = [(AS_IS, t("Language: as in Discord")), *LANGUAGE_NAMES.items()]
    colours = [(AS_IS, t("Colours: as the server has them")), *themes(t)]
    items: list[discord.ui.Item[discord.ui.View]] = [
        select(
            t("Language"), press("preference", "language"), options(languages, preferences.language or AS_IS), row=0
        ),
        select(t("Colours"), press("preference", "theme"), options(colours, preferences.theme or AS_IS), row=1),
        discord.ui.UserSelect(
            placeholder=t("People you do not play with"),
            custom_id=str(press("preference", "blocked")),
            min_values=0,
            max_values=MOST_BLOCKED,
            default_values=[
                discord.Object(user, type=discord.User) for user in (preferences.blocked or ())[:MOST_BLOCKED]
            ],
            disabled=preferences.blocked is None,
            row=2,
        ),
    ]
    for switch, (name, _) in _SWITCHES.items():
        on = getattr(preferences, switch)
        label = ": ".join((t(name), t("on") if on else t("off")))
        items.append(button(label, press("preference", switch), GREEN if on else GREY, row=3))
    items.append(button(t("My data"), press("personal", "data"), GREY, row=4))
    return view(items)


async def press_personal(services: Services, answer: Answer, pressed: Press) -> None:
    """A press about one's data: the page, the file, the question whether to delete, deleting."""
    user, t = answer.interaction.user.id, answer.t
    kept = services.store, services.repository, services.preferences
    match pressed.extra:
        case "data":
            await answer.change(_data_words(t), _data_view(t))
        case "export":
            file = io.BytesIO(await personal_data.export(*kept, user, time.time()))
            await answer.say(t("This is what I keep of you."), file=discord.File(file, _FILE))
        case "delete":
            await answer.change(_delete_words(t), _delete_view(t))
        case "delete_now":
            await answer.change(_deleted_words(await personal_data.delete(*kept, user), t))
        case _:
            raise Stale(TableTrouble.MOVED_ON)


def _data_words(t: Texts) -> str:
    return t(
        "**My data.** I keep your preferences, and of every table you have played at: who sat where, the moves, the "
        "points and your words for the dice."
    )


def _data_view(t: Texts) -> discord.ui.View:
    return view(
        [
            button(t("Export"), press("personal", "export"), BLUE),
            button(t("Delete …"), press("personal", "delete"), RED),
            button(t("Back"), press("preference", "panel"), GREY),
        ]
    )


def _delete_words(t: Texts) -> str:
    return "\n".join(
        (
            t("**Delete your data?** This cannot be undone."),
            t("- At every table that is over, “{nobody}” takes the place of your name.", nobody=personal_data.NOBODY),
            t("- Those tables leave your lists: `/rematch` no longer finds them."),
            t("- Your preferences are forgotten, also whom you do not play with."),
            t("- Moves, points and words for the dice stay, without you: they prove the games of the others."),
            t("- Messages that have been posted stay in Discord. A challenge that is still open ends by itself."),
        )
    )


def _delete_view(t: Texts) -> discord.ui.View:
    return view(
        [
            button(t("Delete my data"), press("personal", "delete_now"), RED),
            button(t("Back"), press("personal", "data"), GREY),
        ]
    )


def _deleted_words(left: personal_data.Left, t: Texts) -> str:
    lines = [t("Done. Your preferences are forgotten, and your name is gone from the tables that are over.")]
    if left.channels:
        where = [f"<#{channel}>" for channel in left.channels[:_MOST_NAMED]]
        if more := len(left.channels) - len(where):
            where.append(t.many("{number} more channel", "{number} more channels", more))
        lines.append(
            t(
                "You are still needed in {channels}: a game runs there, or a payment is open. When it is over, delete "
                "again under `/preferences`, **My data**.",
                channels=t.listed(where),
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
