"""The role of the champion: the first of the last season has it, as long as they are listed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.cogs.champions import Champions
from bot.core.refusal import Illegal
from bot.screens.roles import Roles
from bot.tables.faults import RoleFault
from bot.tables.personal_data import export
from bot.tables.preferences import ServerSettings
from bot.tables.schedule import CHAMPION

from .bot import OneBot, component
from .test_ladder import match
from .test_panels import settings
from .test_personal_data import delete
from .test_roles import held, may

pytestmark = pytest.mark.usefixtures("short")


class Season:
    """Bob has beaten Ann in a season that is over; `role` is its champion's."""

    def __init__(self, bot: OneBot, role: int, at: float) -> None:
        self.bot, self.role, self.at = bot, role, at

    async def look(self) -> float | None:
        """The schedule has somebody look at who is champion."""
        services = replace(self.bot.services, now=lambda: self.at)
        return await Champions(services, self.bot.client).look(self.bot.guild.id)

    @property
    def champions(self) -> list[str]:
        return [name for name in ("Ann", "Bob") if self.role in held(self.bot, name)]


async def over(bot: OneBot) -> Season:
    may(bot, manage_roles=True, administrator=False)
    role = bot.guild.create_role("champion").id
    await bot.env.settle()
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(champion=role))
    await match(bot)
    now = bot.services.now()
    season = Season(bot, role, now)
    await season.look()
    assert season.champions == [], "the season goes on"
    ends = (await bot.services.ladders.rules(bot.guild.id)).season_ends(now)
    assert ends is not None
    season.at = ends + 60
    return season


async def test_the_first_of_a_season_has_the_role_until_the_next_one_is_over(bot: OneBot) -> None:
    season = await over(bot)
    for _ in range(2):
        again = await season.look()
        assert season.champions == ["Bob"] and again is not None and season.at < again <= season.at + 3600
    season.at += 32 * 86_400
    await season.look()
    assert season.champions == [], "nobody has played in it"


async def hides(season: Season) -> None:
    await season.bot.services.ladders.hide(season.bot.guild.id, season.bot.people["Bob"].id, True)


async def deletes(season: Season) -> None:
    await delete(season.bot, "Bob")


@pytest.mark.parametrize("goes", [hides, deletes])
async def test_it_passes_on_when_the_first_is_not_listed_any_more(bot: OneBot, goes: Callable[[Season], Any]) -> None:
    season = await over(bot)
    await season.look()
    await goes(season)
    assert str(bot.guild.id) in await due(bot), "it is looked at at once"
    await season.look()
    assert season.champions == ["Ann"]


async def due(bot: OneBot) -> list[str]:
    return [key for key, at in (await bot.services.store.due.times(CHAMPION)).items() if at <= bot.services.now()]


async def test_it_goes_with_a_game_that_is_struck_and_comes_back_with_it(bot: OneBot) -> None:
    season = await over(bot)
    await season.look()
    table, ladders = (await bot.table()).id, bot.services.ladders
    await ladders.strike(bot.guild.id, table, None, "a joke", 1, season.at)
    assert str(bot.guild.id) in await due(bot)
    await season.look()
    assert season.champions == []
    await ladders.restore(bot.guild.id, table, None, "no joke", 1, season.at)
    await season.look()
    assert season.champions == ["Bob"]


async def test_nobody_has_it_by_games_that_are_not_all_counted(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    season = await over(bot)

    async def missing(*_: object) -> int:
        return 1

    with monkeypatch.context() as counting:
        counting.setattr(bot.services.ladders, "missing", missing)
        assert await season.look() == season.at + 30 and season.champions == []
    await season.look()
    assert season.champions == ["Bob"]


async def test_who_has_it_reads_so_in_their_data(bot: OneBot) -> None:
    season = await over(bot)
    await season.look()
    for name, has in (("Bob", [{"server": bot.guild.id, "role": season.role}]), ("Ann", [])):
        told = await export(
            bot.services.store,
            bot.services.repository,
            bot.services.preferences,
            bot.services.ladders,
            bot.people[name].id,
            season.at,
        )
        assert json.loads(told)["roles_of_the_champion"] == has


async def test_another_role_or_none_takes_it_away(bot: OneBot) -> None:
    season = await over(bot)
    await season.look()
    first, other = season.role, bot.guild.create_role("master").id
    await bot.env.settle()
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(champion=other))
    await season.look()
    assert season.champions == []
    season.role = other
    assert season.champions == ["Bob"] and first not in held(bot, "Bob")
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings())
    assert await season.look() is None
    assert season.champions == []


async def test_a_kill_before_it_was_noted_that_it_was_given_or_taken_loses_nobody(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, ladder = await over(bot), bot.services.store.ladder
    usual = ladder.note_champion

    async def note(guild: int, says: bytes | None) -> None:
        if says is None or b'"given":true' in says:
            raise asyncio.CancelledError
        await usual(guild, says)

    for before, after in ((["Bob"], ["Bob"]), ([], [])):
        with monkeypatch.context() as killed:
            killed.setattr(ladder, "note_champion", note)
            with pytest.raises(asyncio.CancelledError):
                await season.look()
        assert season.champions == before
        await season.look()
        assert season.champions == after
        season.at += 32 * 86_400


async def test_it_is_tried_again_while_the_bot_may_not(bot: OneBot) -> None:
    season = await over(bot)
    may(bot, manage_roles=False)
    await bot.env.settle()
    assert await season.look() == season.at + 3600 and season.champions == []
    may(bot, manage_roles=True)
    await bot.env.settle()
    await season.look()
    assert season.champions == ["Bob"]


async def test_where_discord_does_not_answer_it_is_tried_again_soon(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await over(bot)

    async def fail(*_: object) -> None:
        raise Illegal(RoleFault.NOT_NOW)

    with monkeypatch.context() as away:
        away.setattr(Roles, "give", fail)
        assert await season.look() == season.at + 600
    await season.look()
    assert season.champions == ["Bob"]


async def test_the_settings_name_it_and_what_is_missing(bot: OneBot) -> None:
    may(bot, manage_roles=False, administrator=False)
    role = bot.guild.create_role("champion")
    await bot.env.settle()
    shown = (await bot.tap("Dan", await settings(bot), "ladder_page")).response
    shown = (await bot.people["Dan"].select(shown, [role], custom_id=component(shown, "champion"))).response
    assert f"first of the last season has <@&{role.id}>" in shown.content and "Manage Roles" in shown.content
    assert (await bot.services.preferences.of_server(bot.guild.id)).champion == role.id
    assert str(bot.guild.id) in await bot.services.store.due.times(CHAMPION)
    shown = (await bot.people["Dan"].select(shown, [], custom_id=component(shown, "champion"))).response
    assert f"<@&{role.id}>" not in shown.content
