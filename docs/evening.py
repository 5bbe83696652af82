"""A chouette session as it may be played, for the gallery: its log, and what to show of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.backgammon import Phase, Reply, Seat
from bot.backgammon.actions import Accept, Move, Next, OpeningRoll, Roll
from bot.chouette import BOX, Options, apply, start
from bot.chouette.actions import Answer, AnyAction, Arrange, Double, Settle
from bot.chouette.history import Finished, history
from bot.chouette.record import SessionStep, session_steps
from bot.screens.faces import face_of
from bot.tables.chouette.news import SessionNews, session_news
from bot.tables.table import About, People, Person, Table
from bot.texts import Texts
from render import Scene

#: Turns of a game, the roll and the play, parted by commas; first of all the team's die, then the box's.
Course = str


class Moment(NamedTuple):
    """A state worth a picture: the name of its file, what it is about, and the table as it was."""

    file: str
    caption: str
    table: Table

    def scene(self, t: Texts) -> Scene:
        """What the bot draws of it."""
        return face_of(self.table).scene(self.table, "wood", t)


class Evening:
    """A session in progress. `names` by seat; those after the first `players` come later. Seat 0 begins as the box."""

    def __init__(self, names: Iterable[str], players: int, options: Options) -> None:
        self.people = People(seats=tuple(Person(seat + 1, name) for seat, name in enumerate(names)))
        self.players = players
        self.session = start(options, players)
        self.log: list[AnyAction] = []
        self.moments: list[Moment] = []
        self._news: list[SessionNews] = []
        self._turns = 0
        self.do(Arrange(line=tuple(range(players))))

    @property
    def table(self) -> Table:
        """The table as it is now."""
        options = self.session.options
        about = About(id="c4q8m1", guild=1, channel=1, setup=options, made_at=0, expires_at=0)
        return Table(about=about, people=self.people, seed=bytes(32), state=self.session, news=tuple(self._news))

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        return self.people.seats[seat].name

    def show(self, file: str, caption: str) -> None:
        """Keep the state for the gallery."""
        self.moments.append(Moment(file, caption, self.table))

    def do(self, *actions: AnyAction) -> None:
        """Apply actions. Raises `Refused` for one that is not allowed."""
        for action in actions:
            before, self.session = self.session, apply(self.session, action)
            self.log.append(action)
            self._turns += isinstance(action, Move)
            if news := session_news(before, action, self.session, len(self.log)):
                self._news.append(news)

    def next_game(self) -> None:
        """The next game begins."""
        self._turns = 0
        self.do(Next(by=self.session.playing[0]))

    def play(self, course: Course, turns: int | None = None) -> None:
        """Go on with the running game until it has had so many turns of this course, or all."""
        for turn in course.split(",")[self._turns : turns]:
            roll, _, play = turn.strip().partition(":")
            dice = int(roll[0]), int(roll[1])
            if self.session.game.phase is Phase.OPENING:
                self.do(OpeningRoll(dice=dice))
            else:
                self.do(Roll(by=self.session.game.on_roll, dice=dice))
            self.do(Move(by=self.session.game.on_roll, play=play.strip()))

    def team_doubles(self, *seats: Seat) -> None:
        """These members say in the window that they double; the acting captain's roll closes it."""
        self.do(*(Double(by=seat, bets=(self._bet(seat),)) for seat in seats))
        if self.session.game.phase is Phase.CUBE:
            self.do(Roll(by=self.session.game.on_roll, dice=(1, 2)))

    def box_doubles(self, *seats: Seat) -> None:
        """The box doubles these members."""
        self.do(Double(by=self.session.game.box, bets=tuple(self._bet(seat) for seat in seats)))

    def answers(self, replies: Mapping[Seat, Reply]) -> None:
        """The answers about these members' cubes, by whoever has to give them: the box all at once."""
        exchange = self.session.game.exchange
        assert exchange is not None
        given = tuple((self._bet(seat), reply) for seat, reply in replies.items())
        if exchange.offer.answerer is BOX:
            self.do(Answer(by=self.session.game.box, replies=given))
        else:
            self.do(*(Answer(by=self.session.game.answerer(bet), replies=((bet, reply),)) for bet, reply in given))

    def settle(self, seat: Seat, points: int) -> None:
        """A member and the box agree on so many points to him."""
        self.do(Settle(by=seat, points=points, bets=(self._bet(seat),)))
        self.do(Accept(by=self.session.game.box, question=self.session.asked))

    def _bet(self, seat: Seat) -> int:
        bet = self.session.game.own_bet(seat)
        assert bet is not None
        return bet

    @property
    def games(self) -> tuple[Finished, ...]:
        """The finished games."""
        return history(self.session.options, self.players, self.log)

    def steps(self, game: int) -> list[SessionStep]:
        """How a finished game was played."""
        return session_steps(start(self.session.options, self.players), self.log)[game]
