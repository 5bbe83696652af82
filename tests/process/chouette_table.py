"""A chouette as the people in its channel play it: they press, choose and type; what counts is read from the store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from bot.backgammon import Phase
from bot.backgammon.actions import Roll
from bot.chouette import BOX, Session, apply, by_dice, counted, start
from bot.chouette.actions import Arrange
from bot.chouette.log import CHOUETTE
from bot.screens.live import picture_name
from bot.tables.kept_games import replay
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Stage, Table
from tests.discord_server import Interaction, Message, Person
from tests.process.bots import Bots, PlayedTable, all_of, control, left_nothing, posted, verb

#: Callback types that promise an answer for later.
_PROMISES = (5, 6)
#: People who have chosen nothing.
_DEFAULTS = dict.fromkeys(range(20), PersonPreferences())


@dataclass(eq=False, kw_only=True)
class ChouetteTable(PlayedTable):
    """A channel and everybody who comes there; the first opens the chouette."""

    bots: Bots

    @classmethod
    def at(cls, bots: Bots, *names: str) -> ChouetteTable:
        """A new channel with new people."""
        bots.made += 1
        people = [bots.guild.member(f"{name}{bots.made}") for name in names]
        return cls(bots.guild.channel(f"chouette-{bots.made}"), people, bots=bots)

    # What there is

    @property
    def boards(self) -> list[Message]:
        """All messages with a picture of the board, the oldest first; score sheets are others."""
        return [message for message in super().boards if not message.attachments[0].filename.endswith("-sheet.png")]

    async def stored(self) -> Table:
        table = await self.bots.stored(self)
        assert table is not None
        return table

    async def session(self) -> Session:
        session = (await self.stored()).state
        assert session is not None
        return session

    async def who(self, seat: int | None) -> Person:
        """Who sits there."""
        assert seat is not None
        user = (await self.stored()).person(seat).user
        return next(person for person in self.people if person.id == user)

    async def seat(self, person: Person) -> int:
        seat = (await self.stored()).seat_of(person.id)
        assert seat is not None
        return seat

    async def box(self) -> Person:
        return await self.who((await self.session()).game.box)

    async def team(self) -> list[Person]:
        return [await self.who(seat) for seat in (await self.session()).game.team]

    async def bet(self, person: Person) -> int:
        """The index of a member's bet with the box."""
        bet = (await self.session()).game.own_bet(await self.seat(person))
        assert bet is not None
        return bet

    async def points(self) -> dict[Person, int]:
        """Everybody's balance; together nothing."""
        players = (await self.session()).players
        assert sum(player.points for player in players) == 0
        return {await self.who(seat): player.points for seat, player in enumerate(players)}

    async def settled(self) -> Table:
        """Wait until the live message shows what is stored."""
        table = await self.stored()
        if table.state is not None:
            await self.until(lambda: self.version >= table.version, 60)
        return table

    # What people do

    async def all_done(self, doings: Sequence[Interaction]) -> list[Interaction]:
        """Everybody has been answered in words, and the table is shown."""
        for answer in doings:
            assert not answer.failed and "Try again" not in answer.content, answer
            if answer.type in _PROMISES and answer.finished is False and answer.source is None:
                await answer.completed(10)
        await self.settled()
        return list(doings)

    async def press(self, person: Person, label: str) -> Interaction:
        """Press a button of the live message."""
        [answer] = await self.all_done([await person.press(self.live, label)])
        return answer

    async def tap(self, person: Person, verb: str) -> Interaction:
        """Press the button of the live message that has this verb."""
        return await self.press(person, control(self.live, verb))

    async def typed(self, person: Person, command: str, **options: object) -> Interaction:
        """Type a command, and confirm it if it asks once more."""
        answer = await person.slash(self.channel, command, **options)
        if answer.message and any(verb(button) == "sure" for button in answer.message.buttons):
            answer = await person.press(answer.message, control(answer.message, "sure"))
        [answer] = await self.all_done([answer])
        return answer

    async def sure(self, person: Person, message: Message, label: str) -> Interaction:
        """Press what asks once more, and confirm."""
        asked = await person.press(message, label, stale=True)
        assert asked.message and asked.ephemeral, asked
        return await person.press(asked.message, control(asked.message, "sure"))

    async def at_once(self, people: Iterable[Person], label: str, *, confirm: bool = False) -> list[Interaction]:
        """Several people press the same button of the live message at the same moment."""
        live = self.live
        doing = partial(self._sure_or_not, live, label, confirm)
        return await self.all_done(await all_of([doing(person) for person in people]))

    async def _sure_or_not(self, live: Message, label: str, confirm: bool, person: Person) -> Interaction:
        return await (self.sure(person, live, label) if confirm else person.press(live, label, stale=True))

    async def lobby(self, *, joining: int | None = None, **rules: object) -> Message:
        """The first opens a chouette, the others (or so many of them) join at the same moment."""
        lobby = await posted(self.people[0].slash(self.channel, "chouette open", **rules))
        await self.joined(lobby, self.people[1:] if joining is None else self.people[1 : joining + 1])
        return lobby

    async def joined(self, lobby: Message, people: Sequence[Person]) -> None:
        await all_of([person.press(lobby, control(lobby, "lobby_join"), stale=True) for person in people])
        names = {seated.name for seated in (await self.stored()).people.seats}
        assert {person.name for person in people} <= names
        await self.until(lambda: all(name in lobby.content for name in names))

    async def start(self) -> None:
        """The host starts."""
        answer = await self.people[0].slash(self.channel, "chouette start")
        assert (await self.stored()).state is not None, answer
        await self.until(lambda: self.labels)
        await self.settled()

    async def turn(self) -> None:
        """Whoever rolls or moves does; plays are calm ones."""
        session = await self.session()
        game = session.game
        who = await self.who(game.on_roll)
        if game.phase is not Phase.PLAY:
            await self.tap(who, "roll")
            return
        calm = min(
            game.plays(session.rules),
            key=lambda play: (sum(step.hit for step in play.steps), play.result.own.count(1)),
        )
        await self.typed(who, "move", play=str(calm) or "—")

    async def until_cube(self, *, box: bool) -> None:
        """Turns are made until box, or team, may double."""
        while True:
            game = (await self.session()).game
            if game.phase is Phase.CUBE and (game.board.turn is BOX) is box:
                return
            assert game.phase is not Phase.OVER
            await self.turn()

    async def offered(self) -> None:
        """The box doubles all it can."""
        box, live = await self.box(), self.live
        asked = await box.press(live, "Double")
        assert asked.message and asked.ephemeral, asked
        asked = await box.press(asked.message, "Double all")
        assert asked.message and "Double" in asked.content, asked
        await self.all_done([await box.press(asked.message, "Confirm")])
        assert (await self.session()).game.phase is Phase.OFFER

    async def accept_all(self, *, only: int | None = None) -> None:
        """Whoever is asked to accept something does, or `only` the first so many."""
        for proposal in (await self.session()).proposals[:only]:
            answer = await self.typed(await self.who(proposal.of[0]), "accept", offer=str(proposal.number))
            await self.until(lambda answer=answer: left_nothing(answer))

    async def box_resigns(self, kind: str = "single") -> None:
        await self.typed(await self.box(), "resign", kind=kind)
        await self.accept_all()

    async def team_resigns(self, kind: str = "single") -> None:
        """Everybody with an open bet resigns, at the same moment."""
        game = (await self.session()).game
        people = [person for person in await self.team() if game.held(await self.seat(person))]
        asked = await all_of([person.slash(self.channel, "resign", kind=kind) for person in people])
        questions = [(answer.person, answer.message) for answer in asked if answer.message]
        assert len(questions) == len(people)
        await self.all_done(await all_of([person.press(message, "Confirm") for person, message in questions]))
        await self.accept_all()

    async def next(self) -> None:
        await self.press(await self.who((await self.session()).playing[0]), "Next")

    async def pay_all(self) -> None:
        """Every payment is marked by whoever pays."""
        for number, payment in enumerate((await self.session()).payments):
            if not payment.paid:
                await self.press(await self.who(payment.transfer.payer), control(self.live, str(number)))
                assert (await self.session()).payments[number].paid

    # What must hold whatever has happened

    async def killed(self) -> None:
        """The bot is killed, and another one goes on: the same table, shown in exactly one message.

        Everything had been shown, so nobody waits until the new one has looked for what it has to take up.
        """
        before = await self.stored()
        await self.bots.process.kill()
        await self.bots.process.start()
        await self.bots.process.ready()
        table = await self.settled()
        assert (table.state, table.people, table.stage) == (before.state, before.people, before.stage)
        await self.check()

    async def check(self) -> None:
        """The log is that of a bot that was never cut off and replays to the state; no state is told twice."""
        table = await self.stored()
        if table.state is None:
            return
        async with self.bots.store() as store:
            entries = await store.log(table.channel, table.id)
        assert replay(table.game, entries) == table.state
        assert refolded(table, entries) == entries
        await self.points()
        assert all(bet.result is not None for bet in table.state.game.bets) or table.stage is not Stage.CLOSED
        told = [message.content for message in self.boards]
        assert len(set(told)) == len(told)
        names = [message.attachments[0].filename for message in self.boards]
        assert names.count(picture_name(table)) == 1
        assert len(self.boards) == len(set(self.bots.nonces(self)))


def refolded(table: Table, entries: Sequence[bytes]) -> list[bytes]:
    """The log of these people's actions: the dice from the table's seed, everything else as the bot does it."""
    head = CHOUETTE.header(entries[0])
    session = start(head.options, head.players, head.host)
    made = [entries[0]]
    for logged in map(CHOUETTE.action, entries[1:]):
        if isinstance(logged, Arrange):
            thrown = counted(partial(by_dice, range(head.players)), table.roll)[1]
            action = replace(logged, dice=thrown)
        elif logged.by is None:
            continue
        else:
            action = replace(logged, dice=table.next_roll(session)) if isinstance(logged, Roll) else logged
        while action is not None:
            session = apply(session, action)  # type: ignore[arg-type]
            made.append(CHOUETTE.encode(action))
            action = table.game.by_itself(session, _DEFAULTS, table.next_roll, 0.0)
    return made
