"""Roles that the bot gives and takes: which it may give, what Discord says, and that doing it twice does no harm."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.core.refusal import Illegal
from bot.screens.roles import Place, RoleFacts, Roles, obstacle, unfit, unfit_role
from bot.tables.faults import RoleFault

from .party import Party

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


def known(club: Party) -> discord.Guild:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    return guild


def may(club: Party, **permissions: bool) -> None:
    """The bot's own role permits this now, too."""
    backend = club.env.backend
    (own,) = [each for each in backend.get_guild(club.guild.id).roles.values() if each.managed]
    value = discord.Permissions(own.permissions)
    value.update(**permissions)
    backend.edit_role(club.guild.id, own.id, {"permissions": value.value})


def held(club: Party, who: str) -> list[int]:
    return club.env.backend.get_guild(club.guild.id).members[club.people[who].id].role_ids


async def refused(call: Any) -> RoleFault:
    with pytest.raises(Illegal) as caught:
        await call
    assert isinstance(caught.value.reason, RoleFault)
    return caught.value.reason


async def test_a_role_is_given_and_taken_and_twice_is_once(club: Party) -> None:
    may(club, manage_roles=True, administrator=False)
    role, roles = club.guild.create_role("champion").id, Roles(club.bot)
    await club.env.settle()
    place = club.guild.id, club.people["Ann"].id, role
    for _ in range(2):
        await roles.give(*place, "she won")
    assert held(club, "Ann") == [role]
    for _ in range(2):
        await roles.take(*place, "another has won")
    assert held(club, "Ann") == []
    club.guild.remove_member(club.people["Ann"])
    await roles.take(*place, "another has won")
    assert await refused(roles.give(*place, "she won")) is RoleFault.NOT_A_MEMBER
    club.env.backend.delete_role(club.guild.id, role)
    await club.env.settle()
    await roles.take(*place, "another has won")
    assert await refused(roles.give(*place, "she won")) is RoleFault.GONE


async def test_a_role_is_looked_at_again_whenever_it_is_given(club: Party) -> None:
    may(club, manage_roles=True, administrator=False)
    role, roles = club.guild.create_role("champion").id, Roles(club.bot)
    await club.env.settle()
    assert unfit(known(club), role) is obstacle(known(club), role) is None
    club.env.backend.edit_role(club.guild.id, role, {"permissions": PIN})
    await club.env.settle()
    assert await refused(roles.give(club.guild.id, club.people["Ann"].id, role, "")) is RoleFault.POWERFUL
    assert held(club, "Ann") == []


async def test_without_the_permission_a_role_may_be_chosen_and_is_not_given(club: Party) -> None:
    may(club, manage_roles=False, administrator=False)
    role, roles = club.guild.create_role("champion").id, Roles(club.bot)
    await club.env.settle()
    assert unfit(known(club), role) is None
    found = obstacle(known(club), role)
    assert found is not None and found.reason is RoleFault.MAY_NOT
    assert await refused(roles.give(club.guild.id, club.people["Ann"].id, role, "")) is RoleFault.MAY_NOT
    assert await refused(roles.take(club.guild.id, club.people["Ann"].id, role, "")) is RoleFault.MAY_NOT
