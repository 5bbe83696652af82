"""Replay of one game of a `.mat`: its columns become the entries of a `GameRecord`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.core.refusal import Refused

from . import bet as cube
from . import game as turns
from .bet import CubeFault, Ending, OfferStage, Reply, Result
from .game import Game, Phase
from .mat_lines import Cell, Lost, Roll, Scores, Sheet, Turn, Won, in_game
from .mat_lines import Reply as Answer
from .mat_plays import closed_out, quick_play
from .match import opening_score
from .plays import Dice, Play, legal_plays
from .position import Kind, Side
from .record import Answered, Comment, Entry, GameRecord, Moved, Turned, read_score, resignation
from .record_faults import InvalidRecord, Mend, Note, RecordFault
from .rules import Rules

#: The roll that stands for an unwritten one that changed nothing.
ANY_ROLL: Dice = (2, 1)
#: Words for a roll that could not be played.
_DANCES = frozenset(
    ("cannot move", "can't move", "no move", "no legal move", "dance", "dances", "pass", "none", "-", "")
)
_UNKNOWN = re.compile(r"\?+|\.\.\.|…")
_ILLEGAL = re.compile(r"illegal(?: play| move)? ?\(?(.*?)\)?", re.IGNORECASE)
#: Annotations that players and programs write after a play.
_REMARK = re.compile(r"\([^()\d][^()]*\)|;[^/]*$")
_JUDGED = re.compile(r"(?: ?\(?[?!]{1,2}\)?)+$")


class RuleDependentError(Exception):
    """Illegal under these options, but perhaps legal under others."""

    def __init__(self, refusal: InvalidRecord) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class GameReader:
    """The replay of one game of a file; repairs are added to `notes`."""

    def __init__(
        self,
        sheet: Sheet,
        rules: Rules,
        score: tuple[int, int],
        notes: list[Note],
        *,
        crawford_played: bool = False,
        automatics: int | None = None,
        following: Scores | None = None,
    ) -> None:
        """`score` before the game, `following` the score written before the next one. `automatics`: the automatic
        doubles stated by the file, None if it does not say.
        """
        self.sheet, self.rules, self.score, self.notes, self.following = sheet, rules, score, notes, following
        self.game = Game.start(rules, opening_score(rules, score, crawford_played))
        self.entries: list[Entry] = []
        self.told_automatics = automatics is not None
        self.automatics = 0
        self.cell = Cell(sheet.line, Side.WHITE, "", Won(None), alone=False, named=False)
        self.lost: Cell | None = None
        if automatics:
            self.double_automatically(automatics)

    def refusal(self, fault: RecordFault, **details: object) -> InvalidRecord:
        return self.at(InvalidRecord(fault, **details))

    def at(self, why: Exception) -> InvalidRecord:
        return in_game(self.sheet.number, self.cell.line, why)

    def note(self, mend: Mend, **details: str) -> None:
        self.notes.append(Note(mend, self.cell.line, tuple(details.items())))

    # Cell by cell

    def played(self) -> GameRecord:
        """Replay the game and return its record."""
        result: Result | None = None
        comments: list[Comment] = []
        for number, cell in enumerate(self.sheet.cells):
            comments += self.said(number)
            self.cell = cell
            match cell.what:
                case Won(points):
                    result = self.won(cell, points)
                case Lost():
                    # Most files say it of both players; the winner's column decides.
                    self.lost = cell
                case _ if result is not None:
                    raise self.refusal(RecordFault.AFTER_THE_END, text=cell.text)
                case Roll() as roll:
                    self.roll(roll)
                case Turn() as turn:
                    self.turn(turn)
                case Answer(taken):
                    self.answer(taken)
        comments += self.said(len(self.sheet.cells))
        if result is None:
            result = self.unsaid()
        score = self.game.score
        return GameRecord(
            score=self.score,
            crawford=score is not None and score.crawford,
            automatics=self.automatics,
            entries=tuple(self.entries),
            result=result,
            comments=tuple(comments),
        )

    def said(self, cells: int) -> Iterator[Comment]:
        """The comments after so many cells: about the last entry."""
        return (Comment(len(self.entries), text) for at, text in self.sheet.comments if at == cells and text)

    def take_turn(self) -> Side:
        """The side of a cell, which must be on turn. A skipped turn of a side that is closed out is added."""
        side, expected = self.cell.side, self.game.decider
        assert expected is not None
        if side is expected:
            return side
        if not self.game.offer and closed_out(self.game.board.position):
            self.note(Mend.DANCE_ADDED)
            self.game = turns.roll(self.game, ANY_ROLL)
            self.make(legal_plays(self.game.board.position, ANY_ROLL)[0], ANY_ROLL)
            return side
        if not self.cell.alone:
            raise self.refusal(RecordFault.NOT_THEIR_TURN, text=self.cell.text)
        self.note(Mend.OTHER_COLUMN, text=self.cell.text)
        return expected

    def running(self) -> None:
        """Refuse anything after the end, or after a play that is not known."""
        if self.game.phase is Phase.OVER:
            raise self.refusal(RecordFault.AFTER_THE_END, text=self.cell.text)
        if self.game.phase is Phase.PLAY:
            forced, rolled = self.game.plays(self.rules), self.entries.pop()
            assert isinstance(rolled, Moved)
            if len(forced) != 1:
                raise self.refusal(RecordFault.UNPLAYED, text=self.cell.text)
            self.note(Mend.FORCED)
            self.make(forced[0], rolled.dice)

    def roll(self, roll: Roll) -> None:
        self.running()
        dice = roll.dice
        if self.game.phase is Phase.OPENING:
            side = self.cell.side
            if dice[0] == dice[1]:
                raise self.refusal(RecordFault.OPENING_DOUBLE)
            dice = high, low = max(dice), min(dice)
            self.game = turns.opening_roll(self.game, (low, high) if side else dice, self.rules.bet)
        else:
            if self.game.offer:
                self.implied_take()
            self.take_turn()
            self.game = turns.roll(self.game, dice)
        play = self.play_of(roll)
        if play is None:
            assert self.game.board.turn is not None
            self.entries.append(Moved(self.game.board.turn, dice, None))
        else:
            self.make(play, dice)

    def make(self, play: Play, dice: Dice) -> None:
        assert self.game.board.turn is not None
        self.entries.append(Moved(self.game.board.turn, dice, str(play)))
        self.game = turns.made(self.game, play, self.rules)

    def play_of(self, roll: Roll) -> Play | None:
        """The play written after a roll; None if there is none or it is not known."""
        text = _JUDGED.sub("", roll.play) if not _UNKNOWN.fullmatch(roll.play) else ""
        if illegal := _ILLEGAL.fullmatch(text):
            return self.called_illegal(illegal[1], text)
        if text.lower().strip("*.() ") in _DANCES:
            text = ""
        text = _REMARK.sub("", text).strip()
        if not text:
            plays = self.game.plays(self.rules)
            return None if plays[0].steps else plays[0]
        return self.named(text)

    def named(self, text: str) -> Play:
        """Parse a play: by the quick reader, else by the tolerant one."""
        board = self.game.board
        assert board.dice is not None
        if found := quick_play(text, board.position, board.plays(self.rules.max_on_point)):
            play, hits = found
            if hits:
                self.note(Mend.NO_HIT, text=text)
            return play
        try:
            return board.read(text, self.rules.max_on_point)
        except Refused as refusal:
            raise self.at(refusal) from refusal

    def called_illegal(self, text: str, whole: str) -> Play | None:
        """A play that the file calls illegal: it may be legal, or the last thing that happened."""
        try:
            play = self.named(text)
        except InvalidRecord:
            if any(isinstance(cell.what, Roll | Turn) for cell in self.after()):
                raise self.refusal(RecordFault.CALLED_ILLEGAL, text=text[:60] or whole) from None
            self.note(Mend.NOT_PLAYED, text=whole[:60])
            return None
        self.note(Mend.LEGAL_AFTER_ALL, text=text)
        return play

    def after(self) -> Sequence[Cell]:
        cells = self.sheet.cells
        return cells[next(index for index, cell in enumerate(cells) if cell is self.cell) + 1 :]

    # The cube

    def turn(self, turn: Turn) -> None:
        self.running()
        game = self.game
        if game.phase is Phase.OPENING:
            raise self.refusal(RecordFault.NOT_OPENED, text=self.cell.text)
        if not game.offer and not any(isinstance(entry, Turned) for entry in self.entries):
            self.imply_automatics(turn.value)
        side = self.take_turn()
        game, rules = self.game, self.rules.bet
        stage = (
            OfferStage(game.offer.stage + 1)
            if game.offer and game.offer.stage < OfferStage.RACCOON
            else OfferStage.DOUBLE
        )
        value = game.bet.value << stage + 1
        if turn.value is not None and turn.value != value:
            self.note(Mend.CUBE_VALUE, text=self.cell.text, value=str(value))
        try:
            if game.offer is None:
                self.game = turns.double(game, rules)
            else:
                self.game = turns.reply(game, Reply.BEAVER if stage is OfferStage.BEAVER else Reply.RACCOON, rules)
        except Refused as refusal:
            error = self.at(refusal)
            raise RuleDependentError(error) if refusal.reason is CubeFault.CRAWFORD else error from refusal
        self.entries.append(Turned(side, value))
        if game.offer and not self.game.offer:
            self.entries.append(Answered(side.other, True))

    def answer(self, taken: bool) -> None:
        offer = self.game.offer
        if offer is None:
            # A beaver that cannot be refused has been accepted already.
            if taken and self.entries and isinstance(self.entries[-1], Answered):
                return
            if not taken and self.passes():
                return
            raise self.refusal(RecordFault.NOT_OFFERED, text=self.cell.text)
        self.reply(self.take_turn(), taken)

    def passes(self) -> bool:
        """Whether “pass” means that a roll could not be played."""
        last = self.entries[-1] if self.entries else None
        return self.cell.text.lower().startswith("pass") and isinstance(last, Moved) and not last.play

    def reply(self, side: Side, taken: bool) -> None:
        try:
            self.game = turns.reply(self.game, Reply.TAKE if taken else Reply.DROP, self.rules.bet)
        except Refused as refusal:
            raise self.at(refusal) from refusal
        self.entries.append(Answered(side, taken))

    def implied_take(self) -> None:
        """A roll implies that the offer was taken."""
        offer = self.game.offer
        assert offer is not None
        # GNU Backgammon writes no take after a beaver.
        if offer.stage is OfferStage.DOUBLE:
            self.note(Mend.TAKE_IMPLIED)
        self.reply(offer.answerer, True)

    def implied_drop(self, answerer: Side, points: int | None) -> None:
        """A result implies that an offer was dropped, if it is worth that many points."""
        assert self.game.offer is not None
        if points is None or points in self.written(self.game.offer.refused(self.game.bet), answerer.other):
            self.note(Mend.DROP_IMPLIED)
            self.reply(answerer, False)

    def imply_automatics(self, value: int | None) -> None:
        """For money, infer the automatic doubles from the first turn of the cube."""
        if self.rules.length or self.told_automatics or not value:
            return
        number = value.bit_length() - 2
        if 0 < number <= self.rules.money.auto_doubles and value == 1 << number + 1:
            self.note(Mend.AUTOMATICS, value=str(1 << number))
            self.double_automatically(number)

    def double_automatically(self, number: int) -> None:
        """Start the cube higher by this many automatic doubles."""
        bet = self.game.bet
        for before in range(number):
            after = cube.automatic(bet, self.rules.bet, before)
            if after == bet:
                raise self.refusal(RecordFault.TOO_MANY_AUTOMATICS, number=number)
            bet = after
        self.automatics = number
        self.game = replace(self.game, bet=bet, automatics=number)

    # The result

    def won(self, cell: Cell, points: int | None) -> Result:
        """The result that a line naming the winner states, compared with what was played."""
        bet, side = self.game.bet, cell.side
        offer = self.game.offer
        if bet.result is None and offer and side is offer.answerer.other:
            self.implied_drop(offer.answerer, points)
            bet = self.game.bet
        if bet.result is None:
            return self.resigned(side, points)
        winner, worth = bet.result.winner, abs(bet.result.points)
        assert winner is not None
        if side is not winner:
            if cell.named:
                raise self.refusal(RecordFault.WRONG_WINNER, text=cell.text)
            self.note(Mend.OTHER_COLUMN, text=cell.text)
        self.compare(worth, winner, points)
        return bet.result

    def written(self, worth: int, winner: Side) -> Sequence[int]:
        """The points that may be written for a result: the game's worth, or any number that was enough for the
        match.
        """
        away = self.game.score.away[winner] if self.game.score else worth
        return range(min(worth, away), worth + 1)

    def compare(self, worth: int, winner: Side, points: int | None) -> None:
        """Compare a written result with the game's worth."""
        if points is None or points == worth:
            return
        if points not in self.written(worth, winner):
            refusal = self.refusal(RecordFault.WRONG_RESULT, text=self.cell.text, points=worth)
            if not self.rules.length and not self.game.bet.turned:
                raise RuleDependentError(refusal)
            raise refusal
        self.note(Mend.CAPPED, written=str(points), points=str(worth))

    def unsaid(self) -> Result | None:
        """The result of a game without a line that names the winner; None if the game is not over."""
        lost = self.lost
        points = lost.what.points if lost and isinstance(lost.what, Lost) else None
        if result := self.game.bet.result:
            if result.winner is not None:
                self.compare(abs(result.points), result.winner, points)
            return result
        if self.following is not None:
            after = read_score(self.rules.length, *self.following.points)
            white, black = after[0] - self.score[0], after[1] - self.score[1]
            if white > 0 >= black or black > 0 >= white:
                winner = Side.WHITE if white > 0 else Side.BLACK
                self.note(Mend.NO_RESULT, points=str(max(white, black)))
                return self.won(self.cell._replace(side=winner), max(white, black))
        if lost:
            return self.won(lost._replace(side=lost.side.other), points)
        return None

    def resigned(self, winner: Side, points: int | None) -> Result:
        """A resignation that explains a written result which neither the board nor the cube decided."""
        if self.game.phase is Phase.OPENING:
            self.note(Mend.NO_ROLLS)
            self.game = turns.opening_roll(self.game, ANY_ROLL, self.rules.bet)
            self.entries.append(Moved(Side.WHITE, ANY_ROLL, None))
        if self.game.offer:
            self.note(Mend.OFFER_LEFT)
            while self.entries and isinstance(self.entries[-1], Turned):
                self.entries.pop()
        game, last = self.game, self.entries[-1] if self.entries else None
        # Every program that reads the record would make a forced play that was left unplayed.
        if isinstance(last, Moved) and last.play is None and len(game.plays(self.rules)) == 1:
            self.entries.pop()
        worths = [cube.worth(game.bet, kind, self.rules.bet, game.bet.turned) for kind in Kind]
        if points is None:
            points = worths[0]
        if resignation(game, self.rules, -points if winner else points) is None:
            worth = next((worth for worth in worths if points in self.written(worth, winner)), None)
            if worth is not None:
                self.note(Mend.CAPPED, written=str(points), points=str(worth))
                points = worth
            elif self.rules.length or game.phase is Phase.PLAY or points > cube.SETTLEMENT_LIMIT:
                raise self.refusal(RecordFault.NO_SUCH_RESULT, points=points)
            else:
                return Result(-points if winner else points, Ending.SETTLED)
        return Result(-points if winner else points, Ending.RESIGNED)
