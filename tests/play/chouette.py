"""A chouette in a channel: its people by name, whoever is box or captain just now."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from bot.backgammon import Phase
from bot.chouette import BOX, Options, Session
from bot.tables.repository import Change
from bot.tables.table import Table
from tests.backgammon.positions import board as placed

from .bot import OneBot, one_bot, walk


class OneChouette:
    """Drives a session by what its people see and press. `bot` is the channel."""

    def __init__(self, bot: OneBot) -> None:
        self.bot = bot

    async def open(self, *people: str, **rules: Any) -> None:
        """The first of `people` opens a chouette, the others join, and it starts. `rules`: of the command."""
        host, *others = people
        await self.bot.slash(host, "chouette open", **rules)
        lobby = self.bot.last
        for person in others:
            await self.bot.press(person, "Join", lobby)
        await self.bot.slash(host, "chouette start")

    async def with_options(self, **changes: Any) -> None:
        """The lobby's rules are changed by the host's hand behind the scenes, and everybody has agreed."""
        services = self.bot.services

        async def changing(table: Table) -> Change:
            options: Options = replace(table.setup_of(Options), **changes)
            about = replace(table.about, setup=options)
            agreed = tuple(person.user for person in table.people.seats)
            return Change(replace(table, about=about, people=replace(table.people, agreed=agreed)))

        name = await services.store.held(self.bot.channel.id)
        assert name is not None
        await services.repository.change(self.bot.channel.id, name, changing)

    async def table(self) -> Table:
        return await self.bot.table()

    async def session(self) -> Session:
        session = (await self.table()).state
        assert isinstance(session, Session)
        return session

    async def session_of(self, table: str) -> Session:
        """The session of a table that may be closed."""
        found = await self.bot.services.repository.load(self.bot.channel.id, table)
        assert found is not None and isinstance(found.state, Session)
        return found.state

    async def name(self, seat: int | None) -> str:
        assert seat is not None
        return (await self.table()).person(seat).name

    async def names(self, seats: Sequence[int]) -> list[str]:
        return [await self.name(seat) for seat in seats]

    async def box(self) -> str:
        return await self.name((await self.session()).game.box)

    async def team(self) -> list[str]:
        return await self.names((await self.session()).game.team)

    async def on_roll(self) -> str:
        return await self.name((await self.session()).game.on_roll)

    async def seat(self, who: str) -> int:
        seat = (await self.table()).seat_of(self.bot.people[who].id)
        assert seat is not None
        return seat

    async def turn(self) -> None:
        """Whoever rolls or moves does; plays are calm ones."""
        session = await self.session()
        who = await self.on_roll()
        if session.game.phase is Phase.PLAY:
            plays = session.game.plays(session.rules)
            calm = min(plays, key=lambda play: (sum(step.hit for step in play.steps), play.result.own.count(1)))
            await self.bot.slash(who, "move", play=str(calm) or "—")
        else:
            await self.bot.press(who, "Roll")

    async def until(self, *, box: bool) -> None:
        """Turns are made until box, or team, may double."""
        while True:
            session = await self.session()
            if session.game.phase is Phase.CUBE and (session.game.board.turn is BOX) is box:
                return
            assert session.game.phase is not Phase.OVER
            await self.turn()

    async def confirmed(self, who: str, label: str) -> str:
        """Press a button of the live message that asks once more, and confirm; what was answered."""
        asked = await self.bot.press(who, label)
        done = await self.bot.people[who].click(asked.response, label="Confirm")
        assert done.acknowledged
        return " ".join(answer.content for answer in [done.response, *done.followups] if answer is not None)

    async def command(self, who: str, name: str, **options: Any) -> str:
        """Type a command that may ask once more, and confirm; what was answered."""
        result = await self.bot.people[who].slash(self.bot.channel, name, **options)
        assert result.acknowledged
        if result.response is not None and any(each.get("label") == "Confirm" for each in walk(result.response)):
            result = await self.bot.people[who].click(result.response, label="Confirm")
        return " ".join(answer.content for answer in [result.response, *result.followups] if answer is not None)

    async def resign_all(self, kind: str = "single") -> None:
        """The box resigns to all, who accept."""
        await self.command(await self.box(), "resign", kind=kind)
        for proposal in (await self.session()).proposals:
            await self.bot.slash(await self.name(proposal.of[0]), "accept", offer=str(proposal.number))

    async def team_resigns(self, kind: str = "single") -> None:
        """Everybody in the team resigns to the box."""
        for who in await self.team():
            if (await self.session()).game.held(await self.seat(who)):
                await self.command(who, "resign", kind=kind)
        for proposal in (await self.session()).proposals:
            await self.bot.slash(await self.box(), "accept", offer=str(proposal.number))

    async def next(self) -> None:
        """The box of the next game begins it."""
        await self.bot.press(await self.name((await self.session()).playing[0]), "Next")

    async def place(self, own: dict[int, int], opponent: dict[int, int], dice: tuple[int, int]) -> None:
        """Put another position on the board, seen by whoever has to play, as if it had come about."""

        async def placing(table: Table) -> Change:
            session = table.state
            assert session is not None
            board = replace(session.game.board, position=placed(own, opponent), dice=dice)
            return Change(
                replace(table, state=replace(session, game=replace(session.game, board=board, phase=Phase.PLAY)))
            )

        services = self.bot.services
        outcome = await services.repository.change(self.bot.channel.id, (await self.table()).id, placing)
        await services.lifecycle.show(outcome.table, anew=True)

    async def points(self) -> dict[str, int]:
        table = await self.table()
        assert table.state is not None
        players = zip(table.people.seats, table.state.players, strict=True)
        return {person.name: player.points for person, player in players}

    @property
    def labels(self) -> list[str]:
        """The buttons of the live message; lists have none."""
        return [each["label"] for each in walk(self.bot.live) if "label" in each]

    @property
    def said(self) -> str:
        """All that the channel shows."""
        return "\n".join(message.content for message in self.bot.messages)


@asynccontextmanager
async def crew(people: Sequence[str] = ("Ann", "Bob", "Cyd", "Dan", "Eva")) -> AsyncIterator[OneChouette]:
    """A chouette's people in a channel, nothing opened yet."""
    async with one_bot(people) as bot:
        yield OneChouette(bot)
        bot.env.raise_errors()
