"""The picture of a match or money session: from a state to a scene for `render`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.backgammon import (
    Ending,
    Jacoby,
    Match,
    Phase,
    Position,
    Side,
    actions,
    numbers,
    standing,
)
from bot.screens.board_scene import banner_name, lying_cube, offer_words, resignation_words, rule_tags
from bot.tables.table import Table
from bot.texts import Texts
from render import Cube, Die, End, LastPlay, Scene
from render.text import signed


def match_scene(match: Match, names: tuple[str, str], last: LastPlay | None, theme: str, t: Texts) -> Scene:
    """The board of any state: seat 0, whose name is the first, at the bottom. `last`: the play that led to it."""
    game = match.game
    dice = game.board.dice if game.phase is Phase.PLAY else None
    position = match.game.board.seen_by_white
    return Scene(
        bottom=position.own,
        top=position.opponent,
        names=names,
        scores=(_score(match, 0), _score(match, 1)),
        tags=tuple(tags(match, t)),
        turn=_asked(match),
        numbers_from=game.board.turn or Side.WHITE,
        dice=tuple(Die(number) for number in numbers(dice)) if dice else (),
        cube=_cube(match),
        last=last,
        banner=_banner(match, names, t),
        pips_label=t("pips"),
        theme=theme,
        asked=_asked_words(match, t),
        end=_end(match, t),
    )


def playing_scene(
    match: Match, position: Position, names: tuple[str, str], last: LastPlay | None, theme: str, t: Texts
) -> Scene:
    """The board during a roll, with its dice and the checkers of `position`.

    `position` is seen by white; `last`: the part of the roll already played.
    """
    scene = match_scene(match, names, last, theme, t)
    return replace(scene, bottom=position.own, top=position.opponent, banner="", asked="", end=None)


def _asked(match: Match) -> int | None:
    """The seat that has to act: while a resignation is offered, the one that may accept it."""
    if resigned := match.proposed(actions.Resign):
        assert resigned.what.by is not None
        return 1 - resigned.what.by
    return match.game.decider


def _score(match: Match, seat: int) -> str:
    length = match.rules.length
    points = standing(match.score, length)[seat]
    return f"{points} / {length}" if length else signed(points)


def tags(match: Match, t: Texts) -> Iterable[str]:
    """Tags for unusual rules."""
    if match.game.score and match.game.score.crawford:
        yield t("Crawford")
    rules = match.rules
    if not rules.length and rules.bet.cube and rules.money.jacoby is not Jacoby.OFF:
        yield t("Jacoby")
    yield from rule_tags(rules, match.number, t)


def _cube(match: Match) -> Cube | None:
    game = match.game
    if game.offer:
        return Cube(game.offer.taken(game.bet), offered_to=game.offer.answerer)
    return lying_cube(game.bet, match.rules.bet, game.score)


def _banner(match: Match, names: tuple[str, str], t: Texts) -> str:
    game = match.game
    if offer := game.offer:
        return offer_words(names[1 - offer.answerer], offer.stage, offer.taken(game.bet), t)
    if resigned := match.proposed(actions.Resign):
        assert isinstance(resigned.what, actions.Resign) and resigned.what.by is not None
        return resignation_words(names[resigned.what.by], resigned.what.kind, t)
    if game.phase is not Phase.OVER:
        return ""
    if match.winner is not None:
        score = standing(match.score, match.rules.length)
        won = f"{score[match.winner]} : {score[1 - match.winner]}"
        return t("{who} wins the match {score}", who=banner_name(names[match.winner]), score=won)
    result = game.bet.result
    if result is None:
        return t("Void")
    if result.winner is None:
        return t("Settled")
    winner = banner_name(names[game.bet.seat(result.winner)])
    return t.many("{who} wins {number} point", "{who} wins {number} points", abs(result.points), who=winner)


def _asked_words(match: Match, t: Texts) -> str:
    """The strip of the seat that has to act."""
    if match.game.offer:
        return t("take or drop?")
    return t("accept?") if match.proposed(actions.Resign) else ""


def _end(match: Match, t: Texts) -> End | None:
    """The result card of a game or match, without repeating a number.

    The words give a game's points, the sum only how they came about; a balance equal to these points is omitted.
    """
    game, result = match.game, match.game.bet.result
    if match.winner is None and (game.phase is not Phase.OVER or result is None or result.winner is None):
        return None
    if match.winner is not None:
        winner, words = match.winner, t("wins the match")
    else:
        assert result is not None and result.winner is not None
        winner = game.bet.seat(result.winner)
        words = t.many("wins {number} point", "wins {number} points", abs(result.points))
    length = match.rules.length
    points = standing(match.score, length)
    white, black = (str(each) if length else signed(each) for each in points)
    said = not length and result is not None and points[winner] == abs(result.points)
    return End(winner, words, ("", "") if said else (white, black), tuple(_sum(match, t)), match.winner is not None)


def _sum(match: Match, t: Texts) -> Iterable[str | Cube]:
    """How gammon and cube made the points of a game, where they did."""
    bet, victory = match.game.bet, match.game.board.won_by
    if bet.result is None or victory is None or bet.result.ending is not Ending.PLAYED:
        return
    factor = abs(bet.result.points) // bet.value
    if factor > 1 or bet.value > 1:
        yield {1: t("Single game ×"), 2: t("Gammon ×"), 3: t("Backgammon ×")}[factor]
        yield Cube(bet.value, bet.owner)
        if match.winner is not None:
            yield t.many("= {number} point", "= {number} points", abs(bet.result.points))


def coloured(scene: Scene, table: Table) -> Scene:
    """The scene with the colours of the table's players."""
    return replace(scene, light=table.about.light or 0)
