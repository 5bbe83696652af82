"""A state as a picture: what `render` needs to know of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.backgammon import (
    Jacoby,
    Match,
    OfferStage,
    Phase,
    Position,
    Side,
    actions,
    numbers,
    standing,
)
from bot.screens.board_scene import lying_cube, rule_tags
from bot.screens.fitting import shortened
from bot.screens.names import kind_words
from bot.tables.table import Table
from bot.texts import Texts
from render import Cube, Die, LastPlay, Scene
from render.text import signed

#: Characters of a name that leaves room for the rest of a banner.
_BANNER_NAME = 24


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
        banner_side=game.offer.answerer if game.offer else None,
        pips_label=t("pips"),
        theme=theme,
    )


def playing_scene(
    match: Match, position: Position, names: tuple[str, str], last: LastPlay | None, theme: str, t: Texts
) -> Scene:
    """The board of a state in which a roll is played, its dice as they lie, the checkers as `position` has them.

    `position` is seen by white; `last`: what has been played of the roll.
    """
    scene = match_scene(match, names, last, theme, t)
    return replace(scene, bottom=position.own, top=position.opponent, banner="")


def _asked(match: Match) -> int | None:
    """Who has to do something: as long as a resignation is offered, whoever may accept it."""
    if resigned := match.proposed(actions.Resign):
        assert resigned.what.by is not None
        return 1 - resigned.what.by
    return match.game.decider


def _score(match: Match, seat: int) -> str:
    length = match.rules.length
    points = standing(match.score, length)[seat]
    return f"{points} / {length}" if length else signed(points)


def tags(match: Match, t: Texts) -> Iterable[str]:
    """Short words for the rules that stand out."""
    if match.game.score and match.game.score.crawford:
        yield t("Crawford")
    rules = match.rules
    if not rules.length and rules.bet.cube and rules.money.jacoby is not Jacoby.OFF:
        yield t("Jacoby")
    yield from rule_tags(rules, t)


def _cube(match: Match) -> Cube | None:
    game = match.game
    if game.offer:
        return Cube(game.offer.taken(game.bet), offered_to=game.offer.answerer)
    return lying_cube(game.bet, match.rules.bet, game.score)


def _banner(match: Match, names: tuple[str, str], t: Texts) -> str:
    game = match.game
    if game.offer:
        return {OfferStage.DOUBLE: t("Double?"), OfferStage.BEAVER: t("Beaver!"), OfferStage.RACCOON: t("Raccoon!")}[
            game.offer.stage
        ]
    if resigned := match.proposed(actions.Resign):
        assert isinstance(resigned.what, actions.Resign) and resigned.what.by is not None
        who = shortened(names[resigned.what.by], _BANNER_NAME)
        return t("{who} resigns {what}?", who=who, what=kind_words(resigned.what.kind, t))
    if game.phase is not Phase.OVER:
        return ""
    if match.winner is not None:
        score = standing(match.score, match.rules.length)
        won = f"{score[match.winner]} : {score[1 - match.winner]}"
        return t("{who} wins the match {score}", who=shortened(names[match.winner], _BANNER_NAME), score=won)
    result = game.bet.result
    if result is None:
        return t("Void")
    if result.winner is None:
        return t("Settled")
    winner = shortened(names[game.bet.seat(result.winner)], _BANNER_NAME)
    return t.many("{who} wins {number} point", "{who} wins {number} points", abs(result.points), who=winner)


def coloured(scene: Scene, table: Table) -> Scene:
    """The scene in the colours that a table's people have."""
    return replace(scene, light=table.about.light or 0)
