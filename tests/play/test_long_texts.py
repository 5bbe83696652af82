"""However much somebody types into an option, he is answered, and only a little of it comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app import Bot

from .bot import OneBot
from .chouette import OneChouette, crew

#: As much as Discord lets one type.
MOST = 6000
TYPED = (
    "x" * MOST,
    "*" * MOST,
    "Bob, " + "\U0001f3b2" * (MOST - 5),
    "ש" * MOST,
    "a," * (MOST // 2),
    "@everyone " * 600,
)
#: What else a command wants to be told.
BESIDE = {
    "resign": {"kind": "single"},
    "settle": {"points": 1},
    "league extend": {"days": 3},
    "league decide": {"winner": "Bob", "loser": "Cyd"},
    "export": {"format": "mat"},
    "league open": {"name": "Autumn", "length": 1},
    "league knockout": {"name": "Autumn", "length": 1},
    "league swiss": {"name": "Autumn", "length": 1},
    "league night": {"name": "Autumn"},
    "ladder strike": {"game": "k7f3q2-1", "reason": "why"},
    "ladder restore": {"game": "k7f3q2-1", "reason": "why"},
}


def free_texts(bot: Bot) -> Iterator[tuple[str, str, int]]:
    """Every command with an option into which anything may be typed, and so many characters of it."""
    for command in bot.tree.walk_commands():
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            if option.type is discord.AppCommandOptionType.string and not option.choices:
                yield command.qualified_name, option.display_name, int(option.max_value or MOST)


async def typed(bot: OneBot, text: str) -> dict[tuple[str, str], str]:
    """What is answered to each option in which this is typed."""
    answers: dict[tuple[str, str], str] = {}
    bot.hire("Mod", manage_guild=True)
    for command, option, most in free_texts(bot.client):
        options: dict[str, Any] = {**BESIDE.get(command, {}), option: text[:most]}
        who = "Mod" if command.startswith("ladder ") else "Ann"
        answers[command, option] = await bot.slash(who, command, **options)
    return answers


@pytest.mark.parametrize("text", TYPED, ids=lambda text: ascii(text[:8]))
@pytest.mark.parametrize("begun", [False, True])
async def test_whatever_is_typed_is_answered_in_few_words(text: str, begun: bool) -> None:
    async with crew(("Ann", "Bob", "Cyd")) as made:
        group: OneChouette = made
        if begun:
            await group.open("Ann", "Bob", "Cyd")
        else:
            await group.bot.slash("Ann", "chouette open")
        answers = await typed(group.bot, text)
        assert {("chouette start", "order"), ("double", "to"), ("take", "from"), ("settle", "winner")} <= answers.keys()
        for where, answer in answers.items():
            assert 0 < len(answer) < 400, (where, answer)
            assert text[20:200] not in answer and "@everyone" not in answer, (where, answer)
        group.bot.env.raise_errors()
