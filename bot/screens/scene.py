"""A state as a picture: what `render` needs to know of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_fields

from bot.backgammon import (
    Bet,
    CubeRules,
    Dice,
    Draft,
    Jacoby,
    Match,
    Phase,
    Position,
    Rules,
    Score,
    Side,
    Stage,
    Variant,
    actions,
    numbers,
    standing,
)
from bot.backgammon.bet import turnable
from bot.chouette.actions import Arrange
from bot.screens.fitting import shortened
from bot.screens.words import called, kind_words
from bot.tables.news import News
from bot.tables.session_news import SessionNews
from bot.tables.table import Table
from bot.texts import Texts
from render import Cube, Die, LastPlay, Scene, Step
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


def draft_scene(scene: Scene, side: Side, draft: Draft, dice: Dice, flipped: bool) -> Scene:
    """The board of somebody of `side` who is putting a play together: his picks made, the numbers used faded.

    `scene`: the board as everybody sees it.
    """
    position = draft.position if side is Side.WHITE else draft.position.mirrored()
    left = list(draft.left)
    lying: list[Die] = []
    for number in reversed(numbers(dice)):
        used = number not in left
        if not used:
            left.remove(number)
        lying.insert(0, Die(number, used))
    steps = tuple(Step(*step) for step in draft.steps)
    return replace(
        scene,
        bottom=position.own,
        top=position.opponent,
        dice=tuple(lying),
        last=LastPlay(side, steps) if steps else None,
        banner="",
        flipped=flipped,
    )


def names_of(table: Table) -> tuple[str, str]:
    """Who sits at the bottom and at the top."""
    white, black = table.people.seats
    return called(white.name), called(black.name)


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


def rule_tags(rules: Rules, t: Texts) -> Iterable[str]:
    """The variant and the rules of play that are not the usual ones."""
    if rules.variant is not Variant.BACKGAMMON:
        yield variant_words(rules.variant, t)
    if rules.max_on_point is not None:
        yield t("Egyptian rule")


def variant_words(variant: Variant, t: Texts) -> str:
    """The name of a set-up."""
    return {
        Variant.BACKGAMMON: t("backgammon"),
        Variant.NACKGAMMON: t("nackgammon"),
        Variant.HYPERGAMMON: t("hypergammon"),
    }[variant]


def _cube(match: Match) -> Cube | None:
    game = match.game
    if game.offer:
        return Cube(game.offer.taken(game.bet), offered_to=game.offer.answerer)
    return lying_cube(game.bet, match.rules.bet, game.score)


def lying_cube(bet: Bet, rules: CubeRules, score: Score | None = None) -> Cube | None:
    """The cube of a bet, open or decided; none where it stands at 1 and never can be turned."""
    live = turnable(with_fields(bet, result=None), rules, score)
    return Cube(bet.value, bet.owner, dead=not live) if live or bet.value > 1 else None


def last_play(news: Sequence[News | SessionNews]) -> LastPlay | None:
    """The play that led to the board as it stands after all this."""
    for each in reversed(news):
        match each.action:
            case actions.Move() if each.steps and each.seat is not None:
                side = each.side if isinstance(each, SessionNews) else each.seat
                return None if side is None else LastPlay(side, tuple(Step(*step) for step in each.steps))
            case actions.OpeningRoll() | actions.Next() | Arrange():
                return None
            case actions.Undo() | actions.Accept() if isinstance(each.proposal, actions.Undo):
                return None
            case _:
                continue
    return None


def _banner(match: Match, names: tuple[str, str], t: Texts) -> str:
    game = match.game
    if game.offer:
        return {Stage.DOUBLE: t("Double?"), Stage.BEAVER: t("Beaver!"), Stage.RACCOON: t("Raccoon!")}[game.offer.stage]
    if resigned := match.proposed(actions.Resign):
        assert isinstance(resigned.what, actions.Resign) and resigned.what.by is not None
        who = shortened(names[resigned.what.by], _BANNER_NAME)
        return t("{who} resigns {what}?", who=who, what=kind_words(resigned.what.kind, t))
    if game.phase is not Phase.OVER:
        return ""
    if match.winner is not None:
        score = standing(match.score, match.rules.length)
        won = f"{score[match.winner]}–{score[1 - match.winner]}"
        return t("{who} wins the match {score}", who=shortened(names[match.winner], _BANNER_NAME), score=won)
    result = game.bet.result
    if result is None:
        return t("Void")
    if result.winner is None:
        return t("Settled")
    winner = shortened(names[game.bet.seat(result.winner)], _BANNER_NAME)
    return t.many("{who} wins {number} point", "{who} wins {number} points", abs(result.points), who=winner)
