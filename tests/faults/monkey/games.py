"""People sit down at tables and do what these ask of them, so that games come to their ends."""

from __future__ import annotations

from dataclasses import dataclass

from simcord.builders import ChannelHandle

from bot.backgammon import Match, Phase
from bot.chouette import PRESETS, Session
from bot.preferans.sheet import Sheet
from bot.tables.table import Stage, Table
from tests.faults.players import wish
from tests.play.bot import own

from .crowd import LAST, Crowd, Done, is_one_of, pressable
from .outside import Person, Place

#: Turns of a game after which its people want to see its end, and of a table, by what it plays, after which they want
#: to go home; how many come to one that gathers.
_A_GAME = 25
_EVENINGS = {"heads_up": (20, 40), "chouette": (60, 250), "preferans": (30,)}
_COMPANIES = (3, 3, 7)
#: How gladly people sit at a table, by what it plays, and how a chouette begins: rather as a rich one.
_LIKED = {Match: 5, Session: 8, Sheet: 1}
#: How often somebody looks what else there is, in a game and between two, and how often one begins where others play.
_CURIOUS, _CURIOUS_BETWEEN, _TAKEN = 0.06, 0.2, 0.15
#: So many things somebody thinks of before they do one of them, rather what was seldom done.
_WISHES = 3
_BEGUN = (*PRESETS, *["extras_and_partner"] * 5, None)
#: What somebody is asked in between, and what is posted for whoever likes.
_ONWARD = ("sure", "double", "double_to", "paid", "settle_with", "settle_for")
_POSTED = ("join", "league_join", "league_start")


@dataclass
class _Evening:
    """Turns after which the people of a table want to go home, how many come, and the turns so far."""

    enough: int
    company: int
    turns: int = 0
    of_game: int = 0

    def hurries(self, *, over: bool) -> bool:
        """One turn more; whether people want to see an end after it. `over`: none of the games is under way."""
        self.turns += 1
        self.of_game = 0 if over else self.of_game + 1
        return max(self.turns - self.enough, self.of_game - _A_GAME) > 0


class Games:
    """What a crowd plays."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd, self._chance = crowd, crowd.chance
        self._evenings = dict[str, _Evening]()

    async def play(self, guild: Place) -> Done | None:
        """Somebody does what is expected of them: at a table, at one that is being gathered, or at none yet."""
        found = [(channel, await self._crowd.world.table(channel)) for channel in self._crowd.world.channels(guild)]
        self._crowd.seated |= {at.id: {each.user for each in table.people.seats} for at, table in found if table}
        played = [(at, table) for at, table in found if table and table.stage is Stage.OPEN]
        gathered = [(at, table) for at, table in found if table and table.stage is Stage.CHALLENGE]
        if played and self._chance.random() < min(0.95, 0.5 + 0.2 * len(played)):
            weights = [_LIKED[type(table.state)] for _, table in played]
            return await self._at(guild, *self._chance.choices(played, weights)[0])
        if gathered and self._chance.random() < 0.75:
            return await self._gather(guild, *self._chance.choice(gathered))
        if self._chance.random() < 0.6 and (done := await self._posted(guild)):
            return done
        free = [channel for channel, table in found if table is None or self._chance.random() < _TAKEN]
        return await self._begin(guild, self._chance.choice(free)) if free else None

    async def play_alone(self, place: Place) -> Done | None:
        """In a direct message somebody does what their game against the computer asks, or begins one."""
        (channel,) = self._crowd.world.channels(place)
        setting = self._crowd.world.settings[channel.id]
        if setting.context != 1:
            return None
        table = await self._crowd.world.table(channel)
        if table and table.stage is Stage.OPEN and self._chance.random() < 0.95:
            return await self._turn(place, channel, table)
        (who,) = self._crowd.people(place)
        rules = {"length": self._chance.choice((0, 1, 1, 2))}
        return f"{who.name} plays the computer", await who.slash(channel, "play", **rules)

    async def _begin(self, guild: Place, channel: ChannelHandle) -> Done | None:
        """Somebody opens a table that is over before long."""
        who = self._chance.choice(self._crowd.people(guild))
        if not self._crowd.sees(who, channel):
            return None
        match self._chance.randrange(8):
            case 0 | 1 | 2 | 3:
                preset = self._chance.choice(_BEGUN)
                rules = {"preset": preset} if preset else {}
                return f"{who.name} opens a chouette", await who.slash(channel, "chouette open", **rules)
            case 4:
                rules = {"players": 3, "bullet": 4}
                return f"{who.name} opens a sheet", await who.slash(channel, "preferans open", **rules)
            case _:
                others = [each for each in self._crowd.people(guild) if each is not who]
                whom = self._chance.choice([*others, self._crowd.world.itself()])
                length = self._chance.choice((0, 1, 1, 2))
                return f"{who.name} challenges", await who.slash(channel, "play", opponent=whom, length=length)

    async def _at(self, guild: Place, channel: ChannelHandle, table: Table) -> Done | None:
        turn = self._hand if isinstance(table.state, Sheet) else self._turn
        return await turn(guild, channel, table)

    async def _turn(self, guild: Place, channel: ChannelHandle, table: Table) -> Done | None:
        """Somebody answers what a game asks, by a button or a command."""
        assert isinstance(table.state, Match | Session)
        over = table.state.game.phase is Phase.OVER
        hurry = self._evening(table).hurries(over=over)
        wishes = list(filter(None, (wish(self._chance, table, hurry=hurry) for _ in range(_WISHES))))
        if not wishes:
            return None
        rarity = self._crowd.sent.rarity
        (wished,) = self._chance.choices(wishes, [rarity(each.verbs or (each.command,)) for each in wishes])
        seats = [each.user for each in table.people.seats]
        wanted = seats[wished.seat : wished.seat + 1]  # a seat behind the last is somebody's who joins
        people = self._crowd.people(guild)
        there = [each for each in people if (each.id in wanted if wanted else each.id not in seats)]
        if not there:
            return None
        who, done = self._chance.choice(there), None
        if self._chance.random() < (_CURIOUS_BETWEEN if over else _CURIOUS):
            return await self._crowd.one_of(channel, who, ("more",), table.id)
        if not wished.command or self._chance.random() < 0.5:
            done = await self._crowd.one_of(channel, who, wished.verbs)
        if done is None and wished.command:
            done = f"{who.name} /{wished.command}", await who.slash(channel, wished.command, **wished.options)
        return await self._went_on(channel, who, done) if done else None

    async def _went_on(self, channel: ChannelHandle, who: Person, done: Done) -> Done:
        """Whatever else the answer asks, they answer too, mostly."""
        while self._chance.random() < 0.9:
            _, result = done
            asking = own(result) if result is not None else None
            if asking is None:
                break
            message = self._crowd.world.backend.get_message(channel.id, asking.id)
            onward = [each for each in pressable(message) if is_one_of(each, _ONWARD)]
            if not onward:
                break
            self._crowd.look_at(result)
            done = await self._crowd.pressed(channel, who, message, self._chance.choice(onward))
        return done

    async def _hand(self, guild: Place, channel: ChannelHandle, table: Table) -> Done | None:
        """A hand is entered on a sheet, step by step."""
        there = self._there(guild, channel, table)
        if not there:
            return None
        who = self._chance.choice(there)
        if self._evening(table).hurries(over=True):
            ended = f"{who.name} /preferans end", await who.slash(channel, "preferans end")
            return await self._went_on(channel, who, ended)
        for verb in ("pref_save", "pref_step", "pref_hand"):
            if self._chance.random() < 0.9 and (done := await self._crowd.one_of(channel, who, (verb,), table.id)):
                return done
        return None

    async def _gather(self, guild: Place, channel: ChannelHandle, table: Table) -> Done | None:
        """Those who are missing join, or somebody agrees, or it begins."""
        there = self._there(guild, channel, table)
        new = [each for each in self._crowd.people(guild) if each not in there and self._crowd.sees(each, channel)]
        missing = self._evening(table).company - len(table.people.seats)
        if new and missing > 0:
            joined: Done | None = None
            for who in self._chance.sample(new, min(missing, len(new))):
                joined = await self._crowd.one_of(channel, who, ("join", "lobby_join", "pref_join"), table.id)
            return joined
        begins = ("lobby_agree", "lobby_start", "pref_rules")
        return await self._crowd.one_of(channel, self._chance.choice(there), begins, table.id) if there else None

    def _evening(self, table: Table) -> _Evening:
        """What the people of a table have in mind."""
        if table.id not in self._evenings:
            self._evenings[table.id] = _Evening(
                self._chance.choice(_EVENINGS[table.game.name]), self._chance.choice(_COMPANIES)
            )
        return self._evenings[table.id]

    def _there(self, guild: Place, channel: ChannelHandle, table: Table) -> list[Person]:
        """Those at a table who look at it."""
        users = {each.user for each in table.people.seats}
        return [each for each in self._crowd.people(guild) if each.id in users and self._crowd.sees(each, channel)]

    async def _posted(self, guild: Place) -> Done | None:
        """Somebody takes up what was posted for them, or for everybody."""
        found = []
        for who in self._crowd.people(guild):
            for channel in self._crowd.seen_by(who, guild):
                for message in self._crowd.world.seen(channel, who)[-LAST:]:
                    if "<@" not in message.content or who.mention in message.content:
                        parts = [each for each in pressable(message) if is_one_of(each, _POSTED)]
                        found += [(channel, who, message, each) for each in parts]
        return await self._crowd.pressed(*self._chance.choice(found)) if found else None
