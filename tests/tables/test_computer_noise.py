"""What makes the weaker computers err: as secret as the table's dice, and always the same for the same question."""

from __future__ import annotations

import asyncio
import hmac

from msgspec.structs import replace

from bot.backgammon import Dice, Position, Rules
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes
from bot.tables.about import About
from bot.tables.computers import Computers, noise_seed, temper_seed
from bot.tables.table import Person, Table
from tests.play.thinking import FakeEngine
from tests.tables.tables import CHANNEL, GUILD, Tables


class Listening(FakeEngine):
    """An engine that notes by what it is to err."""

    def __init__(self) -> None:
        super().__init__()
        self.seeds: list[int] = []
        self.tempers: list[int] = []

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        self.seeds.append(seed)
        return await super().choice(position, dice, stakes, level, seed)

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        self.seeds.append(seed)
        self.tempers.append(temper)
        return await super().cube_choice(position, stakes, level, seed, temper, offered)


async def begun(tables: Tables) -> Table:
    """Two computers are to play a match, the same one but for the dice."""
    about = About(
        id=await tables.challenges.claim_at_once("the same for all"),
        guild=GUILD,
        channel=CHANNEL,
        setup=Rules(length=1),
        made_at=tables.time,
        expires_at=tables.time + 600,
    )
    two = (Person.computer(name, Level.BEGINNER) for name in ("One", "Other"))
    return (await tables.challenges.begin_at_once(about, *two, tables.receipt())).table


async def test_a_computer_errs_by_the_secret_of_its_table() -> None:
    tables, engine = Tables(), Listening()
    table = await begun(tables)
    computers = Computers(engine, tables.repository, tables.desk, tempo=0, now=lambda: tables.time)
    computers.wake(table)
    while not engine.seeds:
        await asyncio.sleep(0)
    await computers.rest()
    assert table.state is not None
    key = hmac.digest(table.seed, b"computer", "sha256")
    asked = (f"{number}:{seat}" for number in range(table.state.question, 9) for seat in (0, 1))
    assert engine.seeds[0] in [int.from_bytes(hmac.digest(key, each.encode(), "sha256")) for each in asked]


async def test_the_same_question_of_a_table_is_always_erred_about_in_the_same_way() -> None:
    table = await begun(Tables())
    again = await begun(Tables())
    assert table.seed == again.seed and table.id == again.id
    assert noise_seed(table, 0) == noise_seed(again, 0) != noise_seed(table, 1)
    assert table.state is not None
    later = replace(table, state=replace(table.state, question=table.state.question + 1))
    assert noise_seed(later, 0) != noise_seed(table, 0)


async def test_what_everybody_sees_of_a_table_does_not_tell_how_its_computer_errs() -> None:
    """Who knew it could play on the mistakes to come."""
    table = await begun(Tables())
    for secret in range(8):
        other = replace(table, seed=bytes(31) + bytes([secret]))
        assert (other.id, other.state, other.people) == (table.id, table.state, table.people)
        assert noise_seed(other, 0) != noise_seed(table, 0)
        assert temper_seed(other, 0) != temper_seed(table, 0)


async def test_the_temper_of_a_computer_is_the_same_for_a_whole_game_and_another_in_the_next() -> None:
    table = await begun(Tables())
    assert table.state is not None
    later = replace(table, state=replace(table.state, question=table.state.question + 7))
    assert temper_seed(later, 0) == temper_seed(table, 0) != temper_seed(table, 1)
    following = replace(table, state=replace(table.state, number=table.state.number + 1))
    assert temper_seed(following, 0) != temper_seed(table, 0)
