"""A table of the soak, of either kind: whoever is asked does something, by chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from bot.backgammon import Ask, Match, Variant
from bot.chouette import BOX, Session
from bot.chouette.actions import GiveExtra
from bot.tables.table import Stage, Table
from tests.discord_server import Interaction, Message, Person
from tests.process.bots import control, verb
from tests.process.chouette_table import ChouetteTable

_PROPOSED = (Ask.RESIGNATION, Ask.SETTLEMENT, Ask.UNDO, Ask.ABORT)
_LOOKED_UP = (
    *(("pips", {}), ("race", {}), ("fairness", {}), ("odds", {}), ("help", {}), ("preferences", {})),
    *(("rules", {"topic": topic}) for topic in ("cube", "chouette", "dice")),
)


@dataclass(eq=False, kw_only=True)
class Game(ChouetteTable):
    """A table of either kind, driven by what its state asks."""

    random: Random
    done: Counter[str]
    #: Games after which it is closed, unless it is a match.
    games: int
    #: The game that is played, and plays that are left in it until somebody resigns.
    number: int = 0
    plays_left: int = 0

    @property
    def boards(self) -> list[Message]:
        """All messages with a picture of the board; a replay shows one too."""
        return [message for message in super().boards if message.attachments[0].filename.endswith(".png")]

    async def settled(self) -> Table:
        """Wait until what is stored is shown, and somebody is asked."""
        table = await self.stored()
        if table.state is not None:
            await self.until(lambda: self.version >= table.version and self.labels, 60)
        return table

    async def who(self, seat: int | None) -> Person:
        """Who sits there: people sit down one after the other."""
        assert seat is not None
        return self.people[seat]

    async def played(self) -> int:
        """Play until the table is closed; how many games that were."""
        while (table := await self.settled()).stage is not Stage.CLOSED:
            assert table.state is not None
            if table.state.number != self.number:
                self.number = table.state.number
                whole = self.chance(0.1 if table.state.rules.variant is Variant.HYPERGAMMON else 0.01)
                self.plays_left = 1000 if whole else self.random.randint(2, 6)
            if self.chance(0.02):
                await self.look_up()
            await self.step(table.state)
        assert table.state is not None
        return table.state.number

    def chance(self, likely: float) -> bool:
        return self.random.random() < likely

    async def look_up(self) -> None:
        """Anybody looks something up, or has the board shown again."""
        who = self.random.choice(self.people)
        if self.chance(0.3):
            board = self.live
            await self.typed(who, "board")
            await self.until(lambda: self.live is not board)
        else:
            name, options = self.random.choice(_LOOKED_UP)
            await self.typed(who, name, **options)
        self.done["looked up"] += 1

    async def do(self, who: Person, command: str, **options: object) -> None:
        """Somebody types a command. It may be refused: then something else is done next."""
        self.done[command] += 1
        await self.typed(who, command, **options)

    async def step(self, state: Match | Session) -> None:
        """Whoever is asked first does something."""
        asked = state.questions
        if proposed := next((each for each in asked if each.ask in _PROPOSED), None):
            who = await self.who(self.random.choice(proposed.of))
            reply = "accept" if self.plays_left <= 0 or self.chance(0.7) else "decline"
            await self.do(who, reply, offer=str(proposed.number))
            return
        question = asked[0]
        who = await self.who(self.random.choice(question.waiting or question.of))
        match question.ask:
            case Ask.NEXT:
                await self.next_game(who)
            case Ask.OFFER:
                await self.do(who, self.random.choices(("take", "drop", "beaver", "raccoon"), (8, 5, 2, 1))[0])
            case Ask.EXTRAS if GiveExtra in question.answers:
                await self.tap(who, self.random.choice(("extra_give", "extra_keep")))
            case Ask.EXTRAS if self.chance(0.5):
                await self.do(who, "extra drop")
            case Ask.EXTRAS:
                await self.tap(who, "stay")
            case Ask.PLAY if self.plays_left > 0:
                await self.move(state, who)
            case Ask.CUBE | Ask.ROLL if self.plays_left > 0:
                await self.roll(state, who)
            case _:
                await self.give_up(state, who)

    async def next_game(self, who: Person) -> None:
        """The next game begins, or that was the last."""
        if self.number < self.games:
            await self.tap(who, "next")
        elif isinstance((await self.stored()).state, Session):
            await self.do(await self.who((await self.session()).host), "chouette end")
        else:
            await self.tap(who, "end")

    async def roll(self, state: Match | Session, who: Person) -> None:
        """Before a roll: cubes, a settlement, something taken back, or just the roll."""
        if self.chance(0.12):
            await self.do(who, "double")
        elif self.chance(0.03):
            options = {"with": self.random.choice(self.people).name} if len(self.people) > 2 else {}
            await self.do(who, "settle", points=self.random.randint(-1, 1), **options)
        elif self.chance(0.03):
            await self.do(self.random.choice(self.people), "undo")
        elif len(self.people) > 2 and state.game.board.turn is not BOX and self.chance(0.3):
            await self.do(self.random.choice(self.people), self.random.choice(("double", "double", "pass")))
        elif self.chance(0.2):
            await self.do(who, "roll")
        else:
            self.done["Roll"] += 1
            await self.tap(who, "roll")

    async def move(self, state: Match | Session, who: Person) -> None:
        """A play, mostly a calm one, typed or put together."""
        self.plays_left -= 1
        if self.chance(0.2):
            await self.compose(who)
            return
        plays = state.game.plays(state.rules)
        calm = min(plays, key=lambda play: (sum(step.hit for step in play.steps), play.result.own.count(1)))
        await self.do(who, "move", play=str(calm if self.chance(0.8) else self.random.choice(plays)) or "—")

    async def compose(self, who: Person) -> None:
        """A play is put together in the composer."""
        self.done["composed"] += 1
        opened = await self.whole(await who.press(self.live, control(self.live, "move")))
        found = {each.id: each for each in (opened.message, *opened.followups) if each and each.ephemeral}
        composer = next(each for each in found.values() if each.buttons)
        while steps := [button for button in composer.buttons if verb(button) == "step"]:
            step = self.random.choice(steps).custom_id or ""
            await self.whole(await who.press(composer, step))
        await self.all_done([await who.press(composer, control(composer, "confirm"))])

    async def whole(self, answer: Interaction) -> Interaction:
        """An answer, also if it was only promised at first."""
        assert not answer.failed, answer
        return answer if answer.finished else await answer.completed(60)

    async def give_up(self, state: Match | Session, who: Person) -> None:
        """Whoever is to act resigns; in a chouette the box, or the team one after the other."""
        self.plays_left = 0
        session = (await self.stored()).state
        kind = self.random.choices(("single", "gammon", "backgammon"), (6, 2, 1))[0]
        if isinstance(session, Session):
            game = session.game
            seats = (game.box,) if self.chance(0.5) else tuple(seat for seat in game.team if game.held(seat))
            for seat in seats:
                await self.do(await self.who(seat), "resign", kind=kind)
        else:
            await self.do(who, "resign", kind=kind)
