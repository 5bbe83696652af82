"""Roles that the bot gives and takes: which it may give, what Discord says, and that doing it twice does no harm."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.core.refusal import Illegal
from bot.screens.roles import Place, RoleFacts, Roles, obstacle, unfit, unfit_role
from bot.tables.faults import RoleFault

from .bot import OneBot

SEND, PIN = discord.Permissions(send_messages=True).value, discord.Permissions(manage_messages=True).value
EVERYONE, MINE = RoleFacts(1, "@everyone", 0, SEND), RoleFacts(9, "bot", 5, 0)


@pytest.mark.parametrize(
    ("role", "reason"),
    [
        (RoleFacts(2, "champion", 1, 0), None),
        (RoleFacts(2, "champion", 1, SEND), None),
        (EVERYONE, RoleFault.EVERYBODY),
        (RoleFacts(2, "boosters", 1, 0, managed=True), RoleFault.MANAGED),
        (RoleFacts(2, "host", 6, 0), RoleFault.TOO_HIGH),
        (MINE, RoleFault.TOO_HIGH),
        (RoleFacts(10, "beside", 5, 0), None),
        (RoleFacts(8, "beside", 5, 0), RoleFault.TOO_HIGH),
        (RoleFacts(2, "janitor", 1, SEND | PIN), RoleFault.POWERFUL),
        (RoleFacts(2, "new", 1, 1 << 60), RoleFault.POWERFUL),
    ],
)
def test_which_roles_nobody_is_given(role: RoleFacts, reason: RoleFault | None) -> None:
    found = unfit_role(role, EVERYONE, MINE, ())
    assert (found and found.reason) is reason


@pytest.mark.parametrize(
    ("everyone", "own", "refused"),
    [
        ((0, 0), (0, SEND), False),
        ((0, 0), (SEND, 0), False),
        ((0, SEND), (SEND, 0), True),
        ((0, 0), (PIN, 0), True),
        ((PIN, 0), (PIN, 0), False),
    ],
)
def test_what_a_channel_gives_a_role_is_looked_at_too(
    everyone: tuple[int, int], own: tuple[int, int], refused: bool
) -> None:
    role = RoleFacts(2, "champion", 1, 0)
    found = unfit_role(role, EVERYONE, MINE, [Place(7, {1: everyone, 2: own}), Place(8, {1: (0, SEND)})])
    assert (found and (found.reason, found.details["channel"])) == ((RoleFault.POWERFUL_THERE, 7) if refused else None)


def known(bot: OneBot) -> discord.Guild:
    guild = bot.client.get_guild(bot.guild.id)
    assert guild is not None
    return guild


def may(bot: OneBot, **permissions: bool) -> None:
    """The bot's own role permits this now, too."""
    backend = bot.env.backend
    (own,) = [each for each in backend.get_guild(bot.guild.id).roles.values() if each.managed]
    value = discord.Permissions(own.permissions)
    value.update(**permissions)
    backend.edit_role(bot.guild.id, own.id, {"permissions": value.value})


def held(bot: OneBot, who: str) -> list[int]:
    return bot.env.backend.get_guild(bot.guild.id).members[bot.people[who].id].role_ids


async def refused(call: Any) -> RoleFault:
    with pytest.raises(Illegal) as caught:
        await call
    assert isinstance(caught.value.reason, RoleFault)
    return caught.value.reason


async def test_a_role_is_given_and_taken_and_twice_is_once(bot: OneBot) -> None:
    may(bot, manage_roles=True, administrator=False)
    role, roles = bot.guild.create_role("champion").id, Roles(bot.client)
    await bot.env.settle()
    place = bot.guild.id, bot.people["Ann"].id, role
    for _ in range(2):
        await roles.give(*place, "she won")
    assert held(bot, "Ann") == [role]
    for _ in range(2):
        await roles.take(*place, "another has won")
    assert held(bot, "Ann") == []
    bot.guild.remove_member(bot.people["Ann"])
    await roles.take(*place, "another has won")
    assert await refused(roles.give(*place, "she won")) is RoleFault.NOT_A_MEMBER
    bot.env.backend.delete_role(bot.guild.id, role)
    await bot.env.settle()
    await roles.take(*place, "another has won")
    assert await refused(roles.give(*place, "she won")) is RoleFault.GONE


async def test_a_role_is_looked_at_again_whenever_it_is_given(bot: OneBot) -> None:
    may(bot, manage_roles=True, administrator=False)
    role, roles = bot.guild.create_role("champion").id, Roles(bot.client)
    await bot.env.settle()
    assert unfit(known(bot), role) is obstacle(known(bot), role) is None
    bot.env.backend.edit_role(bot.guild.id, role, {"permissions": PIN})
    await bot.env.settle()
    assert await refused(roles.give(bot.guild.id, bot.people["Ann"].id, role, "")) is RoleFault.POWERFUL
    assert held(bot, "Ann") == []


async def test_without_the_permission_a_role_may_be_chosen_and_is_not_given(bot: OneBot) -> None:
    may(bot, manage_roles=False, administrator=False)
    role, roles = bot.guild.create_role("champion").id, Roles(bot.client)
    await bot.env.settle()
    assert unfit(known(bot), role) is None
    found = obstacle(known(bot), role)
    assert found is not None and found.reason is RoleFault.MAY_NOT
    assert await refused(roles.give(bot.guild.id, bot.people["Ann"].id, role, "")) is RoleFault.MAY_NOT
    assert await refused(roles.take(bot.guild.id, bot.people["Ann"].id, role, "")) is RoleFault.MAY_NOT
