"""A board in words: the picture's description, complete enough to play from."""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import BAR, OFF, Match, Phase, Side, white_position
from bot.screens.words import proposal_words, roll_words, signed
from bot.tables.table import Table
from bot.texts import Texts

#: The longest description Discord takes.
LONGEST = 1024
_NAME = 40


def alt_text(table: Table, t: Texts) -> str:
    """Everything the picture shows, at most 1,024 characters: points are numbered by each player from his own side."""
    match = table.match
    assert match is not None
    position = white_position(match)
    names = [_short(person.name) for person in table.people.seats]
    parts = [
        _side_words(names[0], position.own, position.pips[0], _score(match, 0), t),
        _side_words(names[1], position.opponent, position.pips[1], _score(match, 1), t),
        _cube_words(match, names, t),
        _turn_words(match, names, t),
        *(proposal_words(each.what, names.__getitem__, t) for each in match.proposals),
        t("Each side's points are numbered from its own side."),
    ]
    return " ".join(part for part in parts if part)[:LONGEST]


def _short(name: str) -> str:
    name = " ".join(name.split())
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def _score(match: Match, seat: int) -> str:
    return f"{match.score[seat]}/{match.rules.length}" if match.rules.length else signed(match.score[seat])


def _side_words(name: str, counts: Sequence[int], pips: int, score: str, t: Texts) -> str:
    points = ", ".join(f"{point}: {counts[point]}" for point in range(24, 0, -1) if counts[point])
    bar = t("bar: {count}", count=counts[BAR]) if counts[BAR] else ""
    off = t("off: {count}", count=counts[OFF]) if counts[OFF] else ""
    where = ", ".join(part for part in (bar, points, off) if part)
    return t("{name} ({score}, {pips} pips) — {where}.", name=name, score=score, pips=pips, where=where)


def _cube_words(match: Match, names: Sequence[str], t: Texts) -> str:
    game = match.game
    if not match.rules.bet.cube:
        return t("No cube.")
    if game.score and game.score.crawford:
        return t("Crawford game, no cube.")
    if game.offer:
        return t("Cube offered to {name} at {cube}.", name=names[game.offer.answerer], cube=game.offer.taken(game.bet))
    if game.bet.owner is None:
        return t("Cube in the middle at {cube}.", cube=game.bet.value)
    return t("Cube at {cube} with {name}.", cube=game.bet.value, name=names[game.bet.owner])


def _turn_words(match: Match, names: Sequence[str], t: Texts) -> str:
    game = match.game
    turn: Side | None = game.decider
    if game.phase is Phase.PLAY and game.board.dice and turn is not None:
        return t("{name} to play {roll}.", name=names[turn], roll=roll_words(game.board.dice))
    if turn is not None:
        return t("{name} to act.", name=names[turn])
    result = game.bet.result
    if result and result.winner is not None:
        return t.many(
            "{name} wins {number} point.", "{name} wins {number} points.", abs(result.points), name=names[result.winner]
        )
    return t("Game over.") if game.phase is Phase.OVER else ""
