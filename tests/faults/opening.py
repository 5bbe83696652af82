"""How a table is opened, whatever goes wrong: by people of any preferences, by rules of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from bot.chouette import Options, Order
from bot.store.limits import RECENT
from bot.tables.challenges import LASTS
from bot.tables.preferences import PersonPreferences
from bot.tables.repository import Change, TableRepository
from bot.tables.table import Stage, Table
from tests.chouette.random_session import random_options
from tests.play.bot import walk

from .alone import begin_alone

if TYPE_CHECKING:
    from .game import Game

PEOPLE = ("Ann", "Bob", "Cyd", "Dan", "Eva", "Fay")
#: Openings that come to nothing, and what the buttons are called by which people join.
_ENDLESS = 100
_JOINS = ("join:", "lobby_join:")


async def begin(game: Game) -> None:
    """A table is opened, whatever goes wrong."""
    chance = game.chance
    for person in game.bot.people.values():
        preferences = PersonPreferences(
            auto_roll=chance.random() < 0.7, auto_move=chance.random() < 0.7, confirm=chance.random() < 0.3
        )
        game.preferences[person.id] = preferences
        await game.truth.set_preferences(person.id, msgspec.json.encode(preferences))
    game.faults.calm = False
    if game.alone:
        await begin_alone(game)
    else:
        await (_session(game) if game.seed % 5 == 0 else _match(game))


async def _match(game: Game) -> None:
    chance = game.chance
    rules: dict[str, Any] = {"length": chance.choice((0, 0, 1, 2, 3)), "variant": "hypergammon"}
    if not rules["length"]:
        rules |= {"jacoby": chance.random() < 0.5, "auto_doubles": chance.randrange(3)}
        rules["beavers"], rules["raccoons"] = chance.choice(((1, True), (1, False), (0, False)))
    elif rules["length"] > 1 and chance.random() < 0.5:
        rules["crawford"] = chance.random() < 0.5
    if pace := game.comings.pace(rules["length"]):
        rules["pace"] = pace
    while not (message := await _posted(game, "play", opponent=game.bot.people["Bob"], **rules)):
        pass
    while (await game.table()).stage is Stage.CHALLENGE:
        await game.press("Bob", message, "join")


async def _session(game: Game) -> None:
    while not (message := await _posted(game, "chouette open")):
        pass
    for name in PEOPLE[1 : game.chance.randint(3, 5)]:
        while not (await game.table()).seat_of(game.bot.people[name].id):
            await game.press(name, message, "lobby_join")
    await _with_options(game)
    while (await game.table()).stage is Stage.CHALLENGE:
        options = (await game.table()).setup_of(Options)
        names = [each.name for each in (await game.table()).people.seats]
        order = {"order": ", ".join(names)} if options.order is Order.MANUAL else {}
        await game.slash("Ann", "chouette start", **order)
        await game.rise()


async def _with_options(game: Game) -> None:
    """Rules of any kind, to which everybody has agreed."""
    options: Options = random_options(game.chance)

    async def changing(table: Table) -> Change:
        rules = replace(options, max_players=max(6, options.max_players))
        about = replace(table.about, setup=rules)
        agreed = tuple(person.user for person in table.people.seats)
        return Change(replace(table, about=about, people=replace(table.people, agreed=agreed)))

    await TableRepository(game.truth).change(game.bot.channel.id, game.name, changing)


async def _posted(game: Game, name: str, **options: Any) -> Any:
    """The message by which a table is offered, None if it could not be made; then it is asked for again."""
    await game.slash("Ann", name, **options)
    await game.rise()
    for message in reversed(game.messages):
        pressed = [each["custom_id"] for each in walk(message) if each.get("custom_id", "").startswith(_JOINS)]
        if pressed:
            game.name = pressed[0].split(":")[1]
            table = await TableRepository(game.truth).load(game.bot.channel.id, game.name)
            if table is not None and table.stage is Stage.CHALLENGE:
                return message
    if await game.truth.held(game.bot.channel.id):
        # A lobby that was made and never posted: the host calls it off and opens another one.
        await game.slash("Ann", "chouette end")
        await game.rise()
    game.pass_time(RECENT + LASTS)  # nobody is kept waiting here because of challenges that could not be posted
    game.figures["openings repeated"] += 1
    assert game.figures["openings repeated"] < _ENDLESS
    return None
