"""Tables with very long logs, as if people had asked and answered the same thing for months."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from msgspec.structs import replace

from bot.backgammon import Kind, Match, Phase, Rules, apply, log
from bot.backgammon.actions import Abort, Decline, End, Next, Resign
from bot.chouette import Options, Session
from bot.chouette import actions as many
from bot.chouette import apply as apply_session
from bot.chouette.log import CHOUETTE
from bot.core.intent import Intent
from bot.store import Saved, Store
from bot.tables import intents
from bot.tables.challenges import Challenges
from bot.tables.chouette.lobby import Lobby
from bot.tables.desk import Desk
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository
from bot.tables.standings import Ladders
from bot.tables.table import Person, Table, snapshot

_AT_ONCE = 1000


class Room:
    """A channel and its people, who act without a bot."""

    def __init__(self, store: Store, guild: int, channel: int, people: Sequence[Person]) -> None:
        self.store, self.guild, self.channel, self.people = store, guild, channel, people
        self.repository, self.preferences = TableRepository(store), Preferences(store)
        self.desk = Desk(self.repository, self.preferences)
        self._receipts = map(f"{channel}-{{}}".format, itertools.count())

    async def table(self) -> Table:
        return await self.desk.table(self.channel)

    async def act(self, seat: int, intent: Intent) -> Table:
        """Whoever sits there does something."""
        person = (await self.table()).person(seat)
        return (await self.desk.act(self.channel, person, intent, receipt=next(self._receipts))).table

    async def match(self, entries: int) -> Table:
        """A money session between two, one game of it over and the next one running, with so long a log."""
        challenges = Challenges(
            self.store, self.repository, self.preferences, self.desk, Ladders(self.store, self.preferences)
        )
        host, guest = self.people
        made = await challenges.make(self.guild, self.channel, host, guest, Rules(), next(self._receipts))
        await challenges.accept(self.channel, made.id, guest, next(self._receipts))
        await self._turns(4)
        asked = await self.act(0, intents.resign(Kind.SINGLE))
        assert isinstance(asked.state, Match)
        await self.act(1, intents.accept(asked.state.proposals[0].number))
        for seat in (0, 1):
            await self.act(seat, intents.plain(Next))
        await self._turns(2)
        table = await self.table()
        return await lengthened(self.store, table, entries)

    async def session(self, entries: int) -> Table:
        """A chouette in its second game with so long a log."""
        lobby = Lobby(self.store, self.repository, self.preferences, self.desk)
        name = await lobby.admit(self.guild, self.people[0], next(self._receipts), self.channel)
        made = await lobby.open(self.guild, self.channel, self.people[0], Options(), name)
        for person in self.people[1:]:
            await lobby.join(self.channel, made.id, person, next(self._receipts))
        await lobby.start(self.channel, made.id, self.people[0], None, next(self._receipts))
        await self._turns(4)
        session = await self._session()
        for seat in session.game.team:
            await self.act(seat, intents.resign(Kind.SINGLE))
        while proposals := (await self._session()).proposals:
            await self.act(session.game.box, intents.accept(proposals[0].number))
        await self.act((await self._session()).playing[0], intents.plain(Next))
        return await lengthened(self.store, await self.table(), entries)

    async def close(self) -> None:
        """The running game is voided and the table closed."""
        await self.desk.moderate(self.channel, Abort(), receipt=next(self._receipts))
        await self.act(0, intents.plain(End))

    async def _session(self) -> Session:
        session = (await self.table()).state
        assert session is not None
        return session

    async def _turns(self, number: int) -> None:
        for _ in range(number):
            table = await self.table()
            state = table.state
            assert state is not None
            seat = state.game.decider if isinstance(state, Match) else state.game.on_roll
            assert seat is not None
            if state.game.phase is Phase.PLAY:
                await self.act(seat, intents.move(str(state.game.plays(state.rules)[0])))
            else:
                await self.act(seat, intents.roll())


async def lengthened(store: Store, table: Table, entries: int) -> Table:
    """The table, once its log has at least so many entries; its state says so."""
    length = len(await store.log(table.channel, table.id))
    pairs = max(0, -(-(entries - length) // 2))
    state, lines = (_asked if isinstance(table.state, Match) else _paused)(table, pairs)
    version = table.version
    for start in range(0, len(lines), _AT_ONCE):
        some = lines[start : start + _AT_ONCE]
        assert await store.save(table.channel, table.id, version, {}, some) is Saved.DONE
        version += 1
    fields = {"state": snapshot(state)}
    assert await store.save(table.channel, table.id, version, fields) is Saved.DONE
    found = await TableRepository(store).load(table.channel, table.id)
    assert found is not None and found.state == state
    return found


def _asked(table: Table, pairs: int) -> tuple[Match, list[bytes]]:
    """White wants to resign, black will not have it; each time it takes another number."""
    state = table.state
    assert isinstance(state, Match)
    asking = Resign(by=0, kind=Kind.SINGLE)
    lines: list[bytes] = []
    for number in range(state.asked + 1, state.asked + 1 + pairs):
        lines += (log.encode_action(asking), log.encode_action(Decline(by=1, question=number)))
    once = apply(apply(state, asking), Decline(by=1, question=state.asked + 1))
    assert once == replace(state, asked=state.asked + 1)
    return replace(state, asked=state.asked + pairs), lines


def _paused(table: Table, pairs: int) -> tuple[Session, list[bytes]]:
    """The host stops the clock and lets it go on."""
    state = table.state
    assert isinstance(state, Session)
    pair = [many.Pause(by=state.host, on=on) for on in (True, False)]
    assert apply_session(apply_session(state, pair[0]), pair[1]) == state
    return state, pairs * list(map(CHOUETTE.encode, pair))
