"""The toy as a round for which people gather: the host opens it, whoever sits down throws against them, also a computer
that knows no engine. It is a game of its own, since a game either gathers or is challenged to.
"""

from __future__ import annotations

from types import NoneType

from bot.core.log import Codec
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal, Stale
from bot.tables import games
from bot.tables.faults import ChallengeFault
from bot.tables.gathering import Gatherings, called_off
from bot.tables.new_table import seated
from bot.tables.repository import Change, Outcome
from bot.tables.table import People, Person, Stage, Table

from .game import HighestRoll
from .rules import VERSION, AnyAction, Duel, Finished, Header, Stakes, Told


class RoundStakes(Stakes, frozen=True, forbid_unknown_fields=True):
    """What the winner of a round gets."""


class Round(Duel, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A duel for which people have gathered."""


class RollRound(HighestRoll):
    name = "roll_round"
    setup, state, news, course = RoundStakes, Round, Told, NoneType
    codec: Codec[Header, AnyAction, Duel, Finished] = Codec(Header, AnyAction, Round, Finished, (VERSION, VERSION))
    gathers = True

    def kind(self, setup: Stakes) -> str:
        return "roll round"


ROLL_ROUND = RollRound()
games.register(ROLL_ROUND)


class Rounds(Gatherings):
    """Opens rounds and lets people, or a computer, sit down; each is made once for one `receipt`."""

    async def open(self, guild: int, channel: int, host: Person, stakes: RoundStakes, name: str, receipt: str) -> Table:
        return await self._opened(guild, channel, People(seats=(host,)), stakes, name, receipt)

    async def sit_down(self, channel: int, table: str, person: Person, by: int, receipt: str) -> Outcome:
        """Somebody does, or the host has a computer do it; then the round begins."""

        async def work(before: Table) -> Change:
            _check_open(before)
            host = before.person(0)
            if person.level is None and by == host.user:
                raise Illegal(ChallengeFault.YOUR_OWN)
            if person.level is not None and by != host.user:
                raise Foreign(ChallengeFault.NOT_CHALLENGER, name=host.name)
            begun = ROLL_ROUND.start(before.setup_of(RoundStakes), 2)
            return await self._desk.begin(seated(before, (host, person)), begun)

        outcome = await self._repository.change(channel, table, work, receipt)
        await self._begun(outcome.table)
        return outcome

    async def call_off(self, channel: int, table: str, by: int, receipt: str) -> Outcome:
        """The host does."""

        async def work(before: Table) -> Change:
            _check_open(before)
            if before.seat_of(by) is None:
                raise Foreign(TableFault.NOT_SEATED)
            return called_off(before)

        outcome = await self._repository.change(channel, table, work, receipt)
        await self.given_up(outcome.table.about.guild, outcome.table.person(0), table)
        return outcome


def _check_open(table: Table) -> None:
    if table.stage is not Stage.CHALLENGE:
        raise Stale(ChallengeFault.OVER)
