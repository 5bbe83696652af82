"""Two against two: the four people of a challenge."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.cogs.challenging import challenged, is_this_bot
from bot.cogs.context import Context
from bot.core.refusal import Illegal
from bot.tables.faults import ChallengeFault
from bot.tables.people import Team


def teams_named(
    ctx: Context,
    partner: discord.User | None,
    opponent: discord.User | None,
    opponent2: discord.User | None,
    without: Mapping[str, object | None],
) -> tuple[Team, Team]:
    """The two sides of a challenge, the challenger's first. `without`: options that do not go with it, by name.

    Raises `Illegal` unless all four are named, are different members of the server, and no option is too much.
    """
    for option, value in without.items():
        if value is not None:
            raise Illegal(ChallengeFault.NOT_FOR_PAIRS, option=option)
    if partner is None or opponent is None or opponent2 is None:
        raise Illegal(ChallengeFault.NEEDS_FOUR)
    people = [ctx.person]
    for user in (partner, opponent, opponent2):
        if is_this_bot(ctx, user):
            raise Illegal(ChallengeFault.NO_COMPUTER_PAIR)
        if any(each.user == user.id for each in people):
            raise Illegal(ChallengeFault.TWICE, name=next(each.name for each in people if each.user == user.id))
        person = challenged(ctx, user)
        assert person is not None
        people.append(person)
    host, with_host, one, other = people
    return Team((host, with_host)), Team((one, other))
