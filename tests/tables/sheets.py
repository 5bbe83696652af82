"""Sheets of Preferans at the desk: gathered for, and written on."""

from __future__ import annotations

from bot.preferans.hands import AllPass, Game, Misere, Role
from bot.preferans.lines import Played
from bot.preferans.sheet import Options, Write
from bot.tables import intents
from bot.tables.preferans.gathering import Gathering
from bot.tables.table import Table

from .house import CHANNEL, GUILD, House
from .test_sessions import PEOPLE

#: Who was declarer, counted from the dealer, and what came of it: a six for own, a misère caught, an all-pass.
HANDS = (
    (1, Game(6, 6, ((Role.PASS, None), (Role.OWN, None)), 1)),
    (2, Misere(2)),
    (None, AllPass((0, 3, 5, 2))),
)


async def gathered(house: House, people: int, options: Options | None = None) -> Table:
    """So many have joined, the second with a word; with the last who is wanted the sheet has begun."""
    options = options or Options()
    gathering = Gathering(
        house.store,
        house.repository,
        house.preferences,
        house.desk,
        lambda: house.time,
        lambda count: house.entropy(count),
    )
    host, *others = PEOPLE[:people]
    name = await gathering.admit(GUILD, host, house.receipt(), CHANNEL)
    table = await gathering.open(GUILD, CHANNEL, host, options, name, house.receipt())
    for person in others:
        table = (await gathering.join(CHANNEL, name, person, house.receipt())).table
        if person is others[0]:
            table = (await gathering.give_word(CHANNEL, name, person, "прикуп", house.receipt())).table
    await house.clock.watch(table)
    return table


def writing(declarer: int | None, hand: Game | Misere | AllPass) -> intents.Intent:
    """The next hand of whoever deals."""

    def write(state: object, seat: int, throw: object) -> Write:
        dealer, players = state.dealer, state.players  # type: ignore[attr-defined]
        return Write(by=seat, line=Played(dealer, None if declarer is None else (dealer + declarer) % players, hand))

    return write


async def written(house: House) -> Table:
    """A sheet of four with three hands, each written by another one."""
    table = await gathered(house, 4)
    for person, (declarer, hand) in zip(PEOPLE, HANDS, strict=False):
        table = (await house.act(person, writing(declarer, hand))).table
        await house.clock.watch(table)
    return table
