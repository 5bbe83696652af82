"""Replay of a whole `.mat`: the cells that `mat_lines` found become the games of a `Record`.

What cannot be true is refused with its line: an illegal play, a result or a score that contradicts the games. What is
merely untidy is repaired and listed in the record's notes. Where a file does not state its rules, those are chosen that
make it consistent: with or without Crawford and Jacoby.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET, Struct
from msgspec.structs import replace

from .mat_game import GameReader, RuleDependentError
from .mat_lines import Scores, Sheet, Writing, in_game
from .position import Variant
from .record import GameRecord, Record, read_rules, read_score, widest_rules
from .record_faults import InvalidRecord, Mend, Note, RecordFault, gathered
from .rules import Rules

VARIATIONS = {
    Variant.BACKGAMMON: "Backgammon",
    Variant.NACKGAMMON: "NackGammon",
    Variant.HYPERGAMMON: "HyperGammon (3)",
}
_MOST_AUTOMATICS = 15
_GALAXY_MONEY = 16
"""Backgammon Galaxy writes a money game as a match of this many points."""
_GALAXY_TAGS = {"Match ID", "Player 1 Elo", "Player 2 Elo", "CubeLimit"}


def read_match(writing: Writing) -> Record:
    """The record of a match. Raises `InvalidRecord`."""
    first: InvalidRecord | None = None
    for guess in _guesses(writing):
        try:
            return _Player(writing, guess).record()
        except RuleDependentError as doubt:
            first = first or doubt.refusal
    assert first is not None
    raise first


class _Guess(Struct, frozen=True):
    """Candidate rules for a file that does not state them."""

    rules: Rules
    crawford_played: bool = False
    mend: Mend | None = None


def _guesses(writing: Writing) -> Iterator[_Guess]:
    """Candidate rules, the likeliest first."""
    tags, length = writing.tags, writing.length
    if "Rules" in tags:
        try:
            yield _Guess(replace(read_rules(tags["Rules"], length), opening=UNSET))
        except InvalidRecord as error:
            raise InvalidRecord(RecordFault.IN_LINE, line=writing.line, why=error) from error
        return
    variation = tags.get("Variation", "").lower()
    variant = next((each for each, name in VARIATIONS.items() if name.lower() == variation), Variant.BACKGAMMON)
    crawford, jacoby = tags.get("Crawford", "").lower() != "off", tags.get("Jacoby", "").lower() not in ("false", "off")
    automatics = max([*_automatics(writing), _MOST_AUTOMATICS])
    if _is_galaxy_money(writing):
        money = widest_rules(0, variant, crawford=crawford, jacoby=True, automatics=automatics)
        yield _Guess(money, mend=Mend.GALAXY_MONEY)
    rules = widest_rules(length, variant, crawford=crawford, jacoby=jacoby, automatics=automatics)
    yield _Guess(rules)
    first = writing.sheets[0].scores
    if length and crawford and first and max(first.points) == length - 1:
        yield _Guess(rules, crawford_played=True)
    if length and crawford and "Crawford" not in tags:
        yield _Guess(replace(rules, crawford=False), mend=Mend.NO_CRAWFORD)
    if not length and "Jacoby" not in tags:
        without = widest_rules(length, variant, crawford=crawford, jacoby=False, automatics=automatics)
        yield _Guess(without, mend=Mend.NO_JACOBY)


def _is_galaxy_money(writing: Writing) -> bool:
    """Whether this is a money game from Backgammon Galaxy: the only game of a match to 16 points.

    Galaxy names itself as the site. Where that is missing, the header tells: XG, whose header is similar, always has an
    event in it.
    """
    tags, (first, *others) = writing.tags, writing.sheets
    if writing.length != _GALAXY_MONEY or others or first.number != 1 or {"Jacoby", "Rules"} & tags.keys():
        return False
    if first.scores and first.scores.points != (0, 0):
        return False
    site = tags.get("Site", "")
    named = any(map(str.isalnum, site))
    return "galaxy" in site.lower() if named else tags.keys() >= _GALAXY_TAGS and "Event" not in tags


def _automatics(writing: Writing) -> list[int]:
    """The automatic doubles of each game, from a comment."""
    told = writing.tags.get("Automatics", "").split()
    return [int(number) for number in told if re.fullmatch("[0-9]{1,2}", number)]


class _Player:
    """The replay of a match under given rules."""

    def __init__(self, writing: Writing, guess: _Guess) -> None:
        self.writing, self.guess, self.rules = writing, guess, guess.rules
        self.notes = list(writing.notes)
        self.score = (0, 0)
        self.crawford_played = guess.crawford_played
        self.games: list[GameRecord] = []

    def record(self) -> Record:
        sheets, told = self.writing.sheets, _automatics(self.writing)
        if self.guess.mend:
            self.notes.append(Note(self.guess.mend, sheets[0].line))
        for number, sheet in enumerate(sheets):
            self.begin(sheet, first=number == 0)
            told_here = told[number] if number < len(told) else 0 if told else None
            following = sheets[number + 1].scores if number + 1 < len(sheets) else None
            game = GameReader(
                sheet,
                self.rules,
                self.score,
                self.notes,
                crawford_played=self.crawford_played,
                automatics=told_here,
                following=following,
            ).played()
            self.end(game, sheet, last=number + 1 == len(sheets))
        most = max([*told, *(game.automatics for game in self.games)], default=0)
        rules = self.rules
        if "Rules" not in self.writing.tags:
            rules = replace(rules, money=replace(rules.money, auto_doubles=most))
        scores = next((sheet.scores for sheet in sheets if sheet.scores), None)
        names = scores.names if scores else ("?", "?")
        return Record(rules, names, tuple(self.games), gathered(self.notes))

    def begin(self, sheet: Sheet, *, first: bool) -> None:
        """Compare the written score before a game with the score after the games before it."""
        length, written = self.rules.length, sheet.scores
        if not first and length and max(self.score) >= length:
            raise in_game(sheet.number, sheet.line, InvalidRecord(RecordFault.OVER_ALREADY))
        if written is None:
            self.notes.append(Note(Mend.NO_SCORES, sheet.line))
            return
        score = read_score(length, *written.points)
        if first:
            if length and (min(written.points) < 0 or max(written.points) >= length):
                raise _wrong_score(sheet, written, "0 : 0")
            if score != (0, 0):
                told = f"{written.points[0]} : {written.points[1]}"
                self.notes.append(Note(Mend.BEGINS_LATER, written.line, (("score", told),)))
            self.score = score
        elif score != self.score and (length or written.points != (0, 0)):
            told = self.score if length else (max(self.score[0], 0), max(self.score[1], 0))
            raise _wrong_score(sheet, written, f"{told[0]} : {told[1]}")

    def end(self, game: GameRecord, sheet: Sheet, *, last: bool) -> None:
        """Add a finished game and its result."""
        if game.entries:
            self.games.append(game)
        if game.result is None:
            if not last:
                line = sheet.cells[-1].line if sheet.cells else sheet.line
                raise in_game(sheet.number, line, InvalidRecord(RecordFault.NO_RESULT))
            return
        points = game.result.points
        if self.rules.length:
            self.crawford_played = self.crawford_played or game.crawford
            self.score = (self.score[0] + max(points, 0), self.score[1] + max(-points, 0))
        else:
            self.score = (self.score[0] + points, self.score[1] - points)


def _wrong_score(sheet: Sheet, written: Scores, score: str) -> InvalidRecord:
    return in_game(sheet.number, written.line, InvalidRecord(RecordFault.WRONG_SCORE, score=score, text=written.text))
