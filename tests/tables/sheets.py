"""Sheets of Preferans at the desk: gathered for, and written on."""

from __future__ import annotations

from bot.preferans.hands import AllPass, Game, Misere, Role
from bot.preferans.lines import Played
from bot.preferans.sheet import Options, Write
from bot.tables import intents
from bot.tables.preferans.gathering import Gathering
from bot.tables.table import Table

from .tables import CHANNEL, GUILD, Tables
from .test_sessions import PEOPLE

#: Who was declarer, counted from the dealer, and what came of it: a six for own, a misère caught, an all-pass.
HANDS = (
    (1, Game(6, 6, ((Role.PASS, None), (Role.OWN, None)), 1)),
    (2, Misere(2)),
    (None, AllPass((0, 3, 5, 2))),
)


async def gathered(tables: Tables, people: int, options: Options | None = None) -> Table:
    """So many have joined, the second with a word; with the last who is wanted the sheet has begun."""
    options = options or Options()
    gathering = Gathering(
        tables.store,
        tables.repository,
        tables.preferences,
        tables.desk,
        lambda: tables.time,
        lambda count: tables.entropy(count),
    )
    host, *others = PEOPLE[:people]
    name = await gathering.admit(GUILD, host, tables.receipt(), CHANNEL)
    table = await gathering.open(GUILD, CHANNEL, host, options, name, tables.receipt())
    for person in others:
        table = (await gathering.join(CHANNEL, name, person, tables.receipt())).table
        if person is others[0]:
            table = (await gathering.give_word(CHANNEL, name, person, "прикуп", tables.receipt())).table
    await tables.clock.watch(table)
    return table


def writing(declarer: int | None, hand: Game | Misere | AllPass) -> intents.Intent:
    """The next hand of whoever deals."""

    def write(state: object, seat: int, throw: object) -> Write:
        dealer, players = state.dealer, state.players  # type: ignore[attr-defined]
        return Write(by=seat, line=Played(dealer, None if declarer is None else (dealer + declarer) % players, hand))

    return write


async def written(tables: Tables) -> Table:
    """A sheet of four with three hands, each written by another one."""
    table = await gathered(tables, 4)
    for person, (declarer, hand) in zip(PEOPLE, HANDS, strict=False):
        table = (await tables.act(person, writing(declarer, hand))).table
        await tables.clock.watch(table)
    return table
