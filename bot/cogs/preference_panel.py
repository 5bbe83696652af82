"""What is done in the panel of `/preferences`, and on its pages about what is kept of a person."""

from __future__ import annotations

import io
import time
from typing import Any

import discord
from msgspec.structs import replace

from bot.backgammon import Stale
from bot.cogs.choices import chosen
from bot.cogs.services import Services
from bot.cogs.theme_picture import theme_picture
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.panels.preferences import (
    SWITCHES,
    data_view,
    data_words,
    delete_view,
    delete_words,
    deleted_words,
    preference_view,
    preference_words,
)
from bot.tables import personal_data
from bot.tables.faults import TableTrouble
from bot.tables.preferences import LANGUAGES, MOST_BLOCKED, THEMES

_FILE = "chouette-my-data.json"


async def show_preferences(services: Services, answer: Answer) -> None:
    """The panel, for whoever asks for it."""
    preferences = await services.preferences.of_person(answer.interaction.user.id)
    picture = await theme_picture(services, preferences.theme, answer.t)
    await answer.say(preference_words(preferences, answer.t), preference_view(preferences, answer.t), picture)


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
        case switch if switch in SWITCHES:
            after = replace(before, **{switch: not getattr(before, switch)})
        case "panel":
            pass
        case _:
            raise Stale(TableTrouble.MOVED_ON)
    if after != before:
        after = await services.preferences.keep_person(user, after)
    t = await services.texts_for(answer.interaction)
    picture = await theme_picture(services, after.theme, t)
    await answer.change(preference_words(after, t), preference_view(after, t), picture)


def _people_chosen(answer: Answer) -> tuple[int, ...]:
    """Whom somebody has chosen, bots and that person left out."""
    data: Any = answer.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    people = (int(user) for user, about in users.items() if not about.get("bot"))
    return tuple(user for user in people if user != answer.interaction.user.id)[:MOST_BLOCKED]


def _guild(answer: Answer) -> int:
    assert answer.interaction.guild_id is not None
    return answer.interaction.guild_id


async def _show_data(services: Services, answer: Answer) -> None:
    user, t = answer.interaction.user.id, answer.t
    listed = await services.ladders.listed(_guild(answer), user)
    named = (await services.preferences.of_person(user)).named
    await answer.change(data_words(t), data_view(t, listed, named=named))


async def press_personal(services: Services, answer: Answer, pressed: Press) -> None:
    """A press about one's data: the page, the file, the question whether to delete, deleting."""
    user, t = answer.interaction.user.id, answer.t
    kept = services.store, services.repository, services.preferences, services.ladders
    match pressed.extra:
        case "data":
            await _show_data(services, answer)
        case "hide" | "unhide":
            await services.ladders.hide(_guild(answer), user, pressed.extra == "hide")
            await _show_data(services, answer)
        case "named" | "unnamed":
            before = await services.preferences.of_person(user)
            await services.preferences.keep_person(user, replace(before, named=pressed.extra == "named"))
            await _show_data(services, answer)
        case "export":
            file = io.BytesIO(await personal_data.export(*kept, user, time.time()))
            await answer.say(t("This is what I keep of you."), file=discord.File(file, _FILE))
        case "delete":
            await answer.change(delete_words(t), delete_view(t))
        case "delete_now":
            await answer.change(deleted_words(await personal_data.delete(*kept, user), t))
        case _:
            raise Stale(TableTrouble.MOVED_ON)
