"""Playing against the computer: a table that begins at once, in a thread of its own where that may be."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec.structs import replace

from bot import permissions
from bot.backgammon import Illegal, Rules, Seat, Stale, Variant
from bot.cogs.services import Services, person_of, receipt_of
from bot.cogs.table_setup import missing_permissions, open_thread
from bot.engine.thoughts import Level
from bot.screens.answer import Answer
from bot.screens.buttons import view
from bot.screens.computer_words import Wanted, computer_name, length_screen, level_screen, offer_words
from bot.screens.custom_ids import Press
from bot.screens.names import apart
from bot.tables.about import About
from bot.tables.challenges import LASTS
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.preferences import ServerSettings
from bot.tables.table import Person, Table
from bot.texts import ENGLISH, texts

DEFAULT = Level.FIRST_STEPS
"""How well it plays with who has never said: whoever is new to the game wins about half of the games."""


def level_choices() -> list[app_commands.Choice[int]]:
    """The levels as choices of a command, in the language of whoever reads them."""
    english = texts(ENGLISH)
    return [
        app_commands.Choice(
            name=locale_str(offer_words(level, english), says=partial(offer_words, level)), value=level.value
        )
        for level in Level
    ]


async def play_computer(
    services: Services,
    answer: Answer,
    rules: Rules,
    level: Level,
    *,
    light: Seat | None = 0,
    hints: bool = True,
    thread: bool | None = None,
) -> None:
    """Begin a game against the computer. `thread` None: in one of its own where that may be, else here.

    Raises `Illegal` for what it cannot play, or where there is none.
    """
    check_playable(services, rules)
    interaction = answer.interaction
    assert interaction.guild_id is not None and interaction.channel_id is not None
    apart_from_here = _may_open_thread(answer) if thread is None else thread
    if missing := missing_permissions(interaction, answer.t, thread=apart_from_here):
        await answer.say(missing)
        return
    if not apart_from_here and await services.store.held(interaction.channel_id):
        raise Illegal(ChallengeFault.HELD)
    t = await services.presenter.texts_among(interaction.guild_id, [interaction.user.id])
    host, computer = person_of(interaction.user), Person.computer(computer_name(level, t), level)
    receipt = receipt_of(interaction)
    name, now = await services.challenges.claim_for_computer(receipt), services.now()
    channel, opened = interaction.channel_id, None
    if apart_from_here:
        await answer.acknowledge()
        opened = await open_thread(answer, f"{apart(host.name)} – {apart(computer.name)}")
        if opened is None:
            return
        channel = opened.id
    about = About(
        id=name,
        guild=interaction.guild_id,
        channel=channel,
        setup=rules,
        made_at=now,
        expires_at=now + LASTS,
        light=light,
        rated=False,
        hints=hints,
    )
    outcome = await services.challenges.begin_with_computer(about, host, computer, receipt)
    if opened is None:
        await services.serve(outcome.table, answer)
    elif await services.serve(outcome.table, answer, apart=True):
        await answer.aside(answer.t("Your game against the computer is in {thread}.", thread=opened.mention))


async def play_computer_again(services: Services, answer: Answer, before: Table) -> None:
    """Once more by the same rules, in the same place."""
    (seat,) = before.computers
    own = 1 - seat
    await play_computer(
        services,
        answer,
        before.about.setup,  # type: ignore[arg-type]  only two people's games have it
        before.person(seat).level or DEFAULT,
        light=int(own != before.about.light),
        hints=before.about.hints,
        thread=False,
    )


async def press_computer(services: Services, answer: Answer, press: Press) -> None:
    """The button Play the computer: how long, unless it is to be as last time."""
    check_available(services)
    last, usual = await _choices(services, answer)
    words, items = length_screen(last, usual, answer.t)
    await answer.aside(words, view(items))


async def press_length(services: Services, answer: Answer, press: Press) -> None:
    """How long: then it is asked how well the computer plays."""
    _, usual = await _choices(services, answer)
    words, items = level_screen(Wanted.parse(press.extra).length, usual, answer.t)
    await answer.aside(words, view(items))


async def press_level(services: Services, answer: Answer, press: Press) -> None:
    """How long and how well: the game begins, by the server's rules, and the choice is remembered."""
    length, level = Wanted.parse(press.extra)
    if level is None:
        raise Stale(TableTrouble.MOVED_ON)
    assert answer.interaction.guild_id is not None
    user, preferences = answer.interaction.user.id, services.preferences
    rules = _played(await preferences.of_server(answer.interaction.guild_id), length)
    chosen = replace(await preferences.of_person(user), computer_length=length, computer_level=level)
    await preferences.keep_person(user, chosen)
    await play_computer(services, answer, rules, level)


async def usual_level(services: Services, user: int) -> Level:
    """How well the computer played when somebody chose last; else such as a newcomer can win."""
    return (await services.preferences.of_person(user)).computer_level or DEFAULT


async def _choices(services: Services, answer: Answer) -> tuple[Wanted | None, Wanted]:
    """What somebody has chosen last, None if nothing; and what they are likely to choose: else as the server plays, and
    such as a newcomer can win."""
    assert answer.interaction.guild_id is not None
    user = answer.interaction.user.id
    own, level = await services.preferences.of_person(user), await usual_level(services, user)
    if own.computer_length is not None and own.computer_level is not None:
        last = Wanted(own.computer_length, level)
        return last, last
    settings = await services.preferences.of_server(answer.interaction.guild_id)
    return None, Wanted(settings.rules.length, level)


def _played(settings: ServerSettings, length: int) -> Rules:
    """The rules of a server as far as the engine knows them."""
    variant = settings.rules.variant
    known = Variant.BACKGAMMON if variant is Variant.HYPERGAMMON else variant
    return replace(settings.rules, length=length, variant=known, max_on_point=None)


def check_available(services: Services) -> None:
    """Raises `Illegal` if there is no engine."""
    if not services.computers.thinker.available:
        raise Illegal(ChallengeFault.NO_ENGINE)


def check_playable(services: Services, rules: Rules) -> None:
    """Raises `Illegal` if there is no engine, or it does not know what is to be played."""
    check_available(services)
    if rules.variant is Variant.HYPERGAMMON or rules.max_on_point is not None:
        raise Illegal(ChallengeFault.ENGINE_KNOWS_NOT)


def _may_open_thread(answer: Answer) -> bool:
    """Whether the game can have a thread of its own beside this channel."""
    interaction = answer.interaction
    return isinstance(interaction.channel, discord.TextChannel) and not permissions.missing(
        interaction.app_permissions, permissions.NEEDED | permissions.FOR_THREADS
    )
