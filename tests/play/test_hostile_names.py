"""Whatever people call themselves, no message for all takes it for a mention, markup, a link or a line of its own."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from bot.backgammon import Phase
from bot.screens.names import plain

from .crew import Crew, crew
from .party import Party, party, said

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


def rename(club: Party) -> None:
    """Everybody calls himself something else."""
    for name, nick in NAMES.items():
        user = club.env.create_user(f"{name.lower()}2", global_name=name)
        club.people[name] = club.guild.add_member(user, nick=nick)


def check(club: Party, *answers: Any) -> str:
    """Look through all that has been posted; what is said there."""
    people = {person.id for person in club.people.values()}
    threads = [message for thread in club.channel.threads for message in thread.history()]
    # Discord itself announces a thread by its name, as which no name can do anything.
    posted = [each for each in club.messages + threads if each.type is not discord.MessageType.thread_created]
    for message in posted:
        stored = club.env.backend.get_message(message.channel.id, message.id)
        written = {int(each) for each in re.findall(r"<@(\d+)>", message.content)}
        assert written <= people, message.content
        assert set(stored.ping_user_ids) <= written and not stored.ping_role_ids and not stored.mention_everyone
    told = [message.content for message in posted] + [each if isinstance(each, str) else said(each) for each in answers]
    for text in told:
        assert not re.search(r"<[@#:]", OWN.sub("", text)), text
        assert not [raw for raw in RAW if raw in text], text
    return "\n".join(told)


async def test_a_match_and_all_that_is_said_about_it() -> None:
    async with party(()) as club:
        rename(club)
        private = [
            await club.slash("Ann", "play", opponent="Bob"),
            said(await club.press("Dan", "Accept challenge", club.last)),
        ]
        await club.press("Bob", "Decline challenge", club.last)
        await club.slash("Ann", "play", opponent="Cyd", thread=True)
        await club.slash("Ann", "play")
        await club.press("Dan", "Play", club.last)
        doubler, taker = (who := await cube(club)), ({"Ann", "Dan"} - {who}).pop()
        await club.confirmed(doubler, "Double")
        private.append(said(await club.press("Bob", "Take")))
        await club.press(taker, "Take")
        private += [await club.slash("Ann", "pips"), await club.slash("Dan", "board")]
        private.append(said(await club.press("Ann", "More")))
        asked = await club.people["Ann"].slash(club.channel, "resign", kind="single")
        await club.press("Ann", "Confirm", asked.response)
        private.append(said(asked))
        await club.press("Dan", "Accept resignation")
        await club.press("Dan", "End")
        name = (await club.bot.services.store.tables_of(club.people["Ann"].id))[0]
        for command, options in (("replay", {}), ("export", {"format": "txt"}), ("fairness", {})):
            private.append(await club.slash("Ann", command, game=name, **options))
        await club.press("Ann", "Rematch")
        await club.slash("Cyd", "play", opponent="Dan")
        told = check(club, *private)
        for name in ("Ann", "Bob", "Cyd", "Dan"):
            assert plain(NAMES[name]) in told
        club.env.raise_errors()


async def cube(club: Party) -> str:
    """Turns are made until somebody may double; who, by his name here."""
    while (match := await club.match()).game.phase is not Phase.CUBE:
        await turn(club)
    assert match.game.decider is not None
    return name_of(club, (await club.table()).person(match.game.decider).user)


async def turn(club: Party) -> None:
    match = await club.match()
    assert match.game.decider is not None
    who = name_of(club, (await club.table()).person(match.game.decider).user)
    if match.game.phase is Phase.PLAY:
        await club.slash(who, "move", play=str(match.game.plays(match.rules)[0]) or "—")
    else:
        await club.press(who, "Roll")


def name_of(club: Party, user: int) -> str:
    return next(name for name, person in club.people.items() if person.id == user)


class Strangers(Crew):
    """A crew whose people are told apart by their ids."""

    async def name(self, seat: int | None) -> str:
        assert seat is not None
        return name_of(self.club, (await self.table()).person(seat).user)


async def test_a_chouette_and_all_that_is_said_about_it() -> None:
    async with crew(()) as made:
        club, group = made.club, Strangers(made.club)
        rename(club)
        await club.slash("Ann", "chouette open")
        for who in ("Bob", "Cyd", "Dan"):
            await club.press(who, "Join", club.last)
        private = [said(await club.press("Bob", "Start", club.last)), await club.slash("Ann", "chouette rules")]
        check(club)
        await club.slash("Ann", "chouette start")
        await group.until(box=False)
        captain, *team = await group.team()
        await group.command(team[0], "double")
        await club.press(team[1], "Hold")
        await club.press(team[1], "Pass")
        await club.press(captain, "Roll")
        private.append(await group.command(await group.box(), "take"))
        private += [await club.slash(captain, "pips"), said(await club.press(captain, "More"))]
        if (await group.session()).game.phase is Phase.PLAY:
            await group.turn()
        await group.resign_all()
        box = await group.box()
        private.append(await club.slash("Ann", "chouette score"))
        private.append(said(await club.people["Ann"].slash(club.channel, "chouette history", member=club.people[box])))
        private.append(await group.command("Bob", "chouette kick", member=club.people["Cyd"]))
        await group.command("Ann", "chouette end")
        name = (await club.bot.services.store.tables_of(club.people["Ann"].id))[0]
        for command, options in (("replay", {}), ("export", {"format": "txt"}), ("fairness", {})):
            private.append(await club.slash("Ann", command, game=name, **options))
        private.append(await club.slash("Bob", "chouette paid"))
        told = check(club, *private)
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
