"""A match or session as other programs see it: games of plays and cube actions.

`record_of` takes it out of a log, `log_of` makes a log that folds into the same games. The file formats are `mat` and
`sgf`. A record holds only what both can express: no refused proposals, undone actions or voided games. A claim is
recorded as a resignation worth the same, and so is a settlement that pays the same as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, MsgspecError, Struct, json, to_builtins
from msgspec.structs import replace

from bot.core import timeline
from bot.core.refusal import Refused

from .actions import (
    Accept,
    AnyAction,
    Beaver,
    Double,
    Drop,
    Move,
    Next,
    OpeningRoll,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
)
from .bet import Ending, OfferStage, Result, worth
from .board import Board
from .game import Game, Phase
from .match import apply, start
from .match_state import Match
from .plays import Dice
from .position import Kind, Side, Variant
from .record_faults import InvalidRecord, Note, RecordFault
from .rules import Beavers, CubeRules, Jacoby, Rules


class Moved(Struct, frozen=True):
    """A roll and its play in notation; None: the game ended or stopped before the play."""

    side: Side
    dice: Dice
    play: str | None


class Turned(Struct, frozen=True):
    """The cube offered at `value`; directly after another one it is a beaver, then a raccoon."""

    side: Side
    value: int


class Answered(Struct, frozen=True):
    """The offer is taken, or dropped."""

    side: Side
    taken: bool


Entry = Moved | Turned | Answered


class Comment(Struct, frozen=True, forbid_unknown_fields=True):
    """A remark of somebody about the `entry` of a game with this number, from 1; 0: about the game."""

    entry: int
    text: str


class GameRecord(Struct, frozen=True):
    """One game: the score before it (white, black), automatic doubles, its entries, its result once it is over, and
    what people have written about it.
    """

    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    automatics: int = 0
    entries: tuple[Entry, ...] = ()
    result: Result | None = None
    comments: tuple[Comment, ...] = ()


class Record(Struct, frozen=True):
    """A whole match or money session. `names` are (white, black), `notes` the repairs made while reading it. Where the
    rules have an opening, the first of its games begins there.
    """

    rules: Rules
    names: tuple[str, str]
    games: tuple[GameRecord, ...]
    notes: tuple[Note, ...] = ()


def written_scores(record: Record) -> list[tuple[int, int]]:
    """The score before each game as files write it: for money the points each side has won so far, not the balance."""
    if record.rules.length:
        return [game.score for game in record.games]
    won = [0, 0]
    scores: list[tuple[int, int]] = []
    for game in record.games:
        scores.append((won[0], won[1]))
        if game.result and game.result.winner is not None:
            won[game.result.winner] += abs(game.result.points)
    return scores


def first_board(record: Record, number: int) -> Board:
    """The board on which a game of a record begins, by its number from 0. With dice and a side on turn it is the
    opening of the rules; before an opening roll nobody is on turn.
    """
    opening, variant = record.rules.opening, record.rules.variant
    if opening is UNSET or number:
        return Board.start(variant)
    return Board(opening.board(variant), opening.turn, opening.dice)


def first_cube(record: Record, number: int) -> int:
    """The value of the cube with which a game of a record begins, by its number from 0."""
    opening = record.rules.opening
    return 1 << record.games[number].automatics if opening is UNSET or number else opening.cube


def written_rules(rules: Rules) -> str:
    """The rules by value, as the bot's own files store them: without Crawford for money, where it means nothing."""
    fields = to_builtins(rules)
    if not rules.length:
        del fields["crawford"]
    return json.encode(fields).decode()


def read_rules(text: str, length: int) -> Rules:
    """The rules that one of the bot's own files stores by value. Raises `InvalidRecord`, also if they are for another
    length.
    """
    try:
        rules = json.decode(text.encode(), type=Rules)
    except (MsgspecError, UnicodeError) as error:
        raise InvalidRecord(RecordFault.BAD_RULES, error=str(error)) from error
    if rules.length != length:
        raise InvalidRecord(RecordFault.OTHER_RULES, length=length, other=rules.length)
    return rules


def widest_rules(
    length: int, variant: Variant, *, cube: bool = True, crawford: bool, jacoby: bool, automatics: int
) -> Rules:
    """The rules for a file that does not state them: beavers, raccoons and automatic doubles are allowed."""
    money = CubeRules(
        jacoby=Jacoby.PER_CUBE if jacoby else Jacoby.OFF,
        animals=Beavers.RACCOON,
        beavers_per_bet=15,
        cube_cap=None,
        auto_doubles=automatics,
    )
    return Rules(length=length, variant=variant, cube=cube, crawford=crawford, money=money)


def read_score(length: int, white: int, black: int) -> tuple[int, int]:
    """The score of a record from the numbers of a file."""
    return (white, black) if length else (white - black, black - white)


#: (state before an action that was not taken back, the action, state after it)
KeptStep = tuple[Match, AnyAction, Match]


def record_of(rules: Rules, actions: Iterable[AnyAction], names: tuple[str, str]) -> Record:
    """The record of a log. Raises what `apply` raises if the log breaks the rules."""
    return record_with(rules, game_records(start(rules), actions), names)


def record_with(rules: Rules, games: Mapping[int, GameRecord], names: tuple[str, str]) -> Record:
    """The record of some games by their numbers; without the first of a table, its opening says nothing of them."""
    if 1 not in games:
        rules = replace(rules, opening=UNSET)
    return Record(rules, names, tuple(games.values()))


def game_records(state: Match, actions: Iterable[AnyAction]) -> dict[int, GameRecord]:
    """The record of each game by its number, including a running one, starting from the state in which the first of
    them is set up; without voided games and games not begun.
    """
    records = {number: game_record(steps) for number, steps in kept_steps(state, actions).items()}
    return {number: record for number, record in records.items() if record}


def log_of(record: Record) -> tuple[AnyAction, ...]:
    """Actions that fold into the games of a record. Raises `InvalidRecord` where they break the rules."""
    return folded(record)[1]


def folded(record: Record) -> tuple[Match, tuple[AnyAction, ...], Match]:
    """The state that a record begins with, the actions of `log_of`, and the state they lead to."""
    log = _Log(start := beginning(record))
    for number, game in enumerate(record.games, 1):
        log.game, log.entry = number, None
        log.play(game)
    return start, tuple(log.actions), log.state


def beginning(record: Record) -> Match:
    """The state before the first action; a record may begin in the middle of a match."""
    if not record.games:
        return start(record.rules)
    first, rules = record.games[0], record.rules
    at_match_point = rules.length > 1 and max(first.score) == rules.length - 1
    return start(rules, score=first.score, crawford_played=rules.crawford and at_match_point and not first.crawford)


def checked(record: Record) -> Record:
    """The record in its canonical form, validated by replaying every play and cube action. Raises `InvalidRecord`."""
    games = game_records(beginning(record), log_of(record))
    commented = (replace(game, comments=record.games[number - 1].comments) for number, game in games.items())
    return Record(record.rules, record.names, tuple(commented), record.notes)


def kept_steps(state: Match, actions: Iterable[AnyAction]) -> dict[int, list[KeptStep]]:
    """Every action that was not taken back, by the number of its game, from the state in which the first of them is set
    up. Raises what `apply` raises.
    """
    games: dict[int, list[KeptStep]] = {}
    for step in timeline.kept_steps(state, actions, apply):
        games.setdefault(step[0].number, []).append(step)
    return games


def end_of(steps: Sequence[KeptStep]) -> Match:
    """The state of a game after the last of its steps: over, or still running."""
    before, _, after = steps[-1]
    return after if after.number == before.number else before


def game_record(steps: Sequence[KeptStep]) -> GameRecord | None:
    """The record of one game; None if it was voided or has not begun."""
    last = end_of(steps)
    game = last.game
    begins = steps[0][0].game.board
    # Dice that the position shows in which the game begins are no roll of the log.
    entries: list[Entry] = [Moved(begins.turn, begins.dice, None)] if begins.turn is not None and begins.dice else []
    for step in steps:
        _enter(entries, *step)
    if not entries or (game.phase is Phase.OVER and not game.bet.result):
        return None
    # A game can be claimed while an offer is open; the offer then had no effect.
    while game.bet.result and isinstance(entries[-1], Turned):
        entries.pop()
    # Every program that reads the record would make a forced play that was left unplayed.
    if isinstance(entries[-1], Moved) and entries[-1].play is None and len(game.plays(last.rules)) == 1:
        entries.pop()
    result = game.bet.result
    if result and result.ending not in (Ending.PLAYED, Ending.DROPPED):
        result = Result(
            result.points, Ending.RESIGNED if resignation(last.game, last.rules, result.points) else Ending.SETTLED
        )
    crawford = game.score is not None and game.score.crawford
    return GameRecord(steps[0][0].score, crawford, game.automatics, tuple(entries), result)


def _enter(entries: list[Entry], before: Match, action: AnyAction, after: Match) -> None:
    """Add the record entry of an action, if it has one."""
    board, offer = after.game.board, before.game.offer
    match action:
        case OpeningRoll() | Roll() if board.turn is not None and board.dice:
            entries.append(Moved(board.turn, board.dice, None))
        case Move():
            assert isinstance(entries[-1], Moved)
            play = before.game.board.read(action.play, before.rules.max_on_point)
            entries[-1] = replace(entries[-1], play=str(play))
        case Double():
            assert before.game.board.turn is not None
            entries.append(Turned(before.game.board.turn, 2 * before.game.bet.value))
        case Beaver() | Raccoon() if offer:
            entries.append(Turned(offer.answerer, 2 * offer.taken(before.game.bet)))
            if not after.game.offer:
                entries.append(Answered(offer.answerer.other, True))
        case Take() | Drop() if offer:
            entries.append(Answered(offer.answerer, isinstance(action, Take)))
        case _:
            return


def resignation(game: Game, rules: Rules, points: int) -> Resign | None:
    """The resignation worth this many points to white (negative: to black); None if there is none."""
    if not points:
        return None
    loser = Side.BLACK if points > 0 else Side.WHITE
    for kind in Kind:
        if worth(game.bet, kind, rules.bet, game.bet.turned) == abs(points):
            return Resign(by=loser, kind=kind)
    if game.score and game.score.away[loser.other] == abs(points):
        return Resign(by=loser, kind=None)
    return None


class _Log:
    """A log under construction: every action is applied as it is added."""

    def __init__(self, state: Match) -> None:
        self.state = state
        self.actions: list[AnyAction] = []
        self.game = 1
        self.entry: int | None = None

    def refusal(self, why: Exception) -> InvalidRecord:
        if self.entry is None:
            return InvalidRecord(RecordFault.OF_GAME, game=self.game, why=why)
        return InvalidRecord(RecordFault.IN_ENTRY, game=self.game, entry=self.entry, why=why)

    def add(self, action: AnyAction) -> None:
        try:
            self.state = apply(self.state, action)
        except Refused as refusal:
            raise self.refusal(refusal) from refusal
        self.actions.append(action)

    def play(self, game: GameRecord) -> None:
        """Add one game, preceded by the actions that lead to it from the last one."""
        if self.state.game.phase is Phase.OVER:
            for seat in (None,) if self.state.rules.length else (0, 1):
                self.add(Next(by=seat))
        if self.state.score != game.score:
            white, black = game.score
            score = f"{self.state.score[0]} : {self.state.score[1]}"
            raise self.refusal(InvalidRecord(RecordFault.WRONG_SCORE, score=score, text=f"{white} : {black}"))
        for _ in range(game.automatics):
            self.add(OpeningRoll(dice=(1, 1)))
        if self.state.game.automatics != game.automatics:
            raise self.refusal(InvalidRecord(RecordFault.TOO_MANY_AUTOMATICS, number=game.automatics))
        for self.entry, entry in enumerate(game.entries, 1):
            self.enter(entry)
        self.entry = None
        if game.result:
            self.end(game.result)

    def enter(self, entry: Entry) -> None:
        game = self.state.game
        match entry:
            case Moved(side, dice, text):
                if game.phase is Phase.OPENING:
                    high, low = max(dice), min(dice)
                    self.add(OpeningRoll(dice=(low, high) if side else (high, low)))
                elif self.actions or game.board.dice != (max(dice), min(dice)):
                    self.add(Roll(by=side, dice=dice))
                # Other programs do not distinguish a dance from a roll that was left unplayed.
                if text is not None or not self.state.game.plays(self.state.rules)[0].steps:
                    self.add(Move(by=side, play=text or ""))
            case Turned(side, _):
                turn = Double if not game.offer else Beaver if game.offer.stage is OfferStage.DOUBLE else Raccoon
                self.add(turn(by=side))
            case Answered(side, taken):
                # A beaver that cannot be refused has been accepted already.
                if not (taken and not game.offer and game.bet.turned and game.phase is Phase.ROLL):
                    self.add(Take(by=side) if taken else Drop(by=side))

    def end(self, result: Result) -> None:
        """Add what brings about the result, unless the play already has."""
        if not self.state.game.bet.result:
            offer = resignation(self.state.game, self.state.rules, result.points)
            offer = offer or Settle(by=Side.WHITE, points=result.points)
            assert offer.by is not None
            try:
                self.add(offer)
            except InvalidRecord as refusal:
                fault = InvalidRecord(RecordFault.NO_SUCH_RESULT, points=abs(result.points))
                raise self.refusal(fault) from refusal
            self.add(Accept(by=1 - offer.by, question=self.state.asked))
        ended = self.state.game.bet.result
        if not ended or ended.points != result.points:
            fault = InvalidRecord(RecordFault.WRONG_END, result=ended and ended.points, points=result.points)
            raise self.refusal(fault)
