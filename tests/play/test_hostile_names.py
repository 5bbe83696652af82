"""Whatever people call themselves, no message for all takes it for a mention, markup, a link or a line of its own."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from bot.backgammon import Phase
from bot.screens.names import plain

from .bot import OneBot, one_bot, said
from .chouette import OneChouette, crew

NAMES = {
    "Ann": "@everyone **x** `y` www.x.y",
    "Bob": "<@1> \u202eevil ~~z~~ discord.gg/x",
    "Cyd": "# a\nb [c](https://d.example)",
    "Dan": "||שלום|| @here _u_",
}
#: What must not be found as it stands, wherever a name is written.
RAW = (
    "@everyone",
    "@here",
    "**x**",
    "`y`",
    "~~z~~",
    "||",
    "_u_ ",
    "\u202e",
    "[c](",
    "https://d.ex",
    "\nb ",
    "# a\n",
    "discord.gg",
    "www.x",
)
#: What the bot may write itself: mentions of people, channels and times.
OWN = re.compile(r"<@\d{4,}>|<#\d+>|<t:\d+:\w>")


def rename(bot: OneBot) -> None:
    """Everybody calls himself something else."""
    for name, nick in NAMES.items():
        user = bot.env.create_user(f"{name.lower()}2", global_name=name)
        bot.people[name] = bot.guild.add_member(user, nick=nick)


def check(bot: OneBot, *answers: Any) -> str:
    """Look through all that has been posted; what is said there."""
    people = {person.id for person in bot.people.values()}
    threads = [message for thread in bot.channel.threads for message in thread.history()]
    # Discord itself announces a thread by its name, as which no name can do anything.
    posted = [each for each in bot.messages + threads if each.type is not discord.MessageType.thread_created]
    for message in posted:
        stored = bot.env.backend.get_message(message.channel.id, message.id)
        written = {int(each) for each in re.findall(r"<@(\d+)>", message.content)}
        assert written <= people, message.content
        assert set(stored.ping_user_ids) <= written and not stored.ping_role_ids and not stored.mention_everyone
    told = [message.content for message in posted] + [each if isinstance(each, str) else said(each) for each in answers]
    for text in told:
        assert not re.search(r"<[@#:]", OWN.sub("", text)), text
        assert not [raw for raw in RAW if raw in text], text
    return "\n".join(told)


async def test_a_match_and_all_that_is_said_about_it() -> None:
    async with one_bot(()) as bot:
        rename(bot)
        private = [
            await bot.slash("Ann", "play", opponent="Bob"),
            said(await bot.press("Dan", "Accept challenge", bot.last)),
        ]
        await bot.press("Bob", "Decline challenge", bot.last)
        await bot.slash("Ann", "play", opponent="Cyd", thread=True)
        await bot.slash("Ann", "play")
        await bot.press("Dan", "Play", bot.last)
        doubler, taker = (who := await cube(bot)), ({"Ann", "Dan"} - {who}).pop()
        await bot.confirmed(doubler, "Double")
        private.append(said(await bot.press("Bob", "Take")))
        await bot.press(taker, "Take")
        private += [await bot.slash("Ann", "pips"), await bot.slash("Dan", "board")]
        private.append(said(await bot.press("Ann", "More")))
        asked = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
        await bot.press("Ann", "Confirm", asked.response)
        private.append(said(asked))
        await bot.press("Dan", "Accept resignation")
        await bot.press("Dan", "End")
        name = (await bot.services.store.tables_of(bot.people["Ann"].id))[0]
        for command, options in (("replay", {}), ("export", {"format": "txt"}), ("fairness", {})):
            private.append(await bot.slash("Ann", command, game=name, **options))
        await bot.press("Ann", "Rematch")
        await bot.slash("Cyd", "play", opponent="Dan")
        told = check(bot, *private)
        for name in ("Ann", "Bob", "Cyd", "Dan"):
            assert plain(NAMES[name]) in told
        bot.env.raise_errors()


async def cube(bot: OneBot) -> str:
    """Turns are made until somebody may double; who, by his name here."""
    while (match := await bot.match()).game.phase is not Phase.CUBE:
        await turn(bot)
    assert match.game.decider is not None
    return name_of(bot, (await bot.table()).person(match.game.decider).user)


async def turn(bot: OneBot) -> None:
    match = await bot.match()
    assert match.game.decider is not None
    who = name_of(bot, (await bot.table()).person(match.game.decider).user)
    if match.game.phase is Phase.PLAY:
        await bot.slash(who, "move", play=str(match.game.plays(match.rules)[0]) or "—")
    else:
        await bot.press(who, "Roll")


def name_of(bot: OneBot, user: int) -> str:
    return next(name for name, person in bot.people.items() if person.id == user)


class Strangers(OneChouette):
    """A crew whose people are told apart by their ids."""

    async def name(self, seat: int | None) -> str:
        assert seat is not None
        return name_of(self.bot, (await self.table()).person(seat).user)


async def test_a_chouette_and_all_that_is_said_about_it() -> None:
    async with crew(()) as made:
        bot, group = made.bot, Strangers(made.bot)
        rename(bot)
        await bot.slash("Ann", "chouette open")
        for who in ("Bob", "Cyd", "Dan"):
            await bot.press(who, "Join", bot.last)
        private = [said(await bot.press("Bob", "Start", bot.last)), await bot.slash("Ann", "chouette rules")]
        check(bot)
        await bot.slash("Ann", "chouette start")
        await group.until(box=False)
        captain, *team = await group.team()
        await group.command(team[0], "double")
        await bot.press(team[1], "Hold")
        await bot.press(team[1], "Pass")
        await bot.press(captain, "Roll")
        private.append(await group.command(await group.box(), "take"))
        private += [await bot.slash(captain, "pips"), said(await bot.press(captain, "More"))]
        if (await group.session()).game.phase is Phase.PLAY:
            await group.turn()
        await group.resign_all()
        box = await group.box()
        private.append(await bot.slash("Ann", "chouette score"))
        private.append(said(await bot.people["Ann"].slash(bot.channel, "chouette history", member=bot.people[box])))
        private.append(await group.command("Bob", "chouette kick", member=bot.people["Cyd"]))
        await group.command("Ann", "chouette end")
        name = (await bot.services.store.tables_of(bot.people["Ann"].id))[0]
        for command, options in (("replay", {}), ("export", {"format": "txt"}), ("fairness", {})):
            private.append(await bot.slash("Ann", command, game=name, **options))
        private.append(await bot.slash("Bob", "chouette paid"))
        told = check(bot, *private)
        for name in ("Ann", "Bob", "Cyd", "Dan"):
            assert plain(NAMES[name]) in told


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("שלום", "\u2068שלום\u2069"),
        ("שלום 3-1", "\u2068שלום 3-1\u2069"),
        ("Ann", "Ann"),
        ("\u202eAnn\u2067", "Ann"),
        ("\u2069\u2069مرحبا", "\u2068مرحبا\u2069"),
        ("Žofie 李", "Žofie 李"),
    ],
)
def test_a_name_from_right_to_left_turns_nothing_round_but_itself(name: str, written: str) -> None:
    assert plain(name) == written
