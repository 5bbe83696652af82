"""Every state can be drawn, and the picture shows what the state says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as fields

import render
from bot.backgammon import (
    BAR,
    Bet,
    CubeRules,
    Draft,
    Kind,
    Phase,
    Pick,
    Position,
    Rules,
    Score,
    Side,
    Variant,
    actions,
)
from bot.backgammon.opening import Opening
from bot.screens.alt import alt_text
from bot.screens.board_scene import draft_scene
from bot.screens.heads_up.scene import tags
from bot.screens.live import content
from bot.tables.preferences import THEMES
from bot.tables.table import Person, Table
from bot.texts import LANGUAGES, texts
from render import Cube, Die, End, Landing, LastPlay, Step
from tests.backgammon.positions import board as position
from tests.backgammon.random_play import RULES
from tests.screens.states import OPENING, after, match_of, opened, random_tables, scene_of

ENGLISH = texts("en")
PNG = b"\x89PNG"


def phase_of(table: Table) -> tuple[object, ...]:
    """What makes one picture another kind of picture."""
    match = match_of(table)
    game, result = match.game, match.game.bet.result
    return (
        game.phase,
        game.offer and game.offer.stage,
        result and result.ending,
        match.rules.variant,
        bool(match.rules.length),
        bool(game.score and game.score.crawford),
        bool(match.proposed(actions.Resign)),
    )


def test_only_the_game_that_begins_in_a_position_is_labelled_so() -> None:
    opening = Opening(position=Position.start().id, turn=Side.WHITE)
    match = match_of(opened(Rules(length=3, opening=opening)))
    labels = [list(tags(fields(match, number=number), ENGLISH)) for number in (1, 2)]
    assert labels == [["From a position"], []]


def test_every_kind_of_state_can_be_drawn() -> None:
    kinds: dict[tuple[object, ...], Table] = {}
    for name, rules in RULES.items():
        for table in random_tables(f"scene {name}", opened(rules), 150, straying=0.3):
            kinds.setdefault(phase_of(table), table)
    assert {kind[0] for kind in kinds} == set(Phase) - {Phase.PARTNER}
    for number, table in enumerate(kinds.values()):
        theme, language = THEMES[number % len(THEMES)], LANGUAGES[number % len(LANGUAGES)]
        assert render.draw(scene_of(table, theme, texts(language))).startswith(PNG)


@pytest.mark.parametrize("name", RULES)
def test_the_picture_shows_the_board_of_the_state(name: str) -> None:
    for table in random_tables(f"board {name}", opened(RULES[name]), 60):
        match, scene = match_of(table), scene_of(table, "wood", ENGLISH)
        position = match.game.board.seen_by_white
        assert (scene.bottom, scene.top) == (position.own, position.opponent)
        resigned = match.proposed(actions.Resign)
        assert scene.turn == (match.game.decider if resigned is None else 1 - (resigned.what.by or 0))
        assert len(scene.dice) == (0 if match.game.phase is not Phase.PLAY else 4 if doubles(table) else 2)


def doubles(table: Table) -> bool:
    dice = match_of(table).game.board.dice
    return dice is not None and dice[0] == dice[1]


def test_any_name_can_be_drawn() -> None:
    people = (Person(1, "W" * 100), Person(2, "🎲 عبد \u202e\u0000\n"))
    table = after(opened(people=people), OPENING)
    assert render.draw(scene_of(table, "wood", ENGLISH)).startswith(PNG)


def test_the_cube_lies_where_it_belongs() -> None:
    table = after(opened(), OPENING, actions.Move(by=0, play="8/5 6/5"))
    assert scene_of(table, "wood", ENGLISH).cube == Cube(1)
    table = after(table, actions.Double(by=1))
    scene = scene_of(table, "wood", ENGLISH)
    assert scene.cube == Cube(2, offered_to=0)
    assert (scene.banner, scene.banner_side, scene.asked) == ("Bob doubles to 2", None, "take or drop?")
    table = after(table, actions.Beaver(by=0))
    assert scene_of(table, "wood", ENGLISH).cube == Cube(4, offered_to=1)
    table = after(table, actions.Take(by=1))
    assert scene_of(table, "wood", ENGLISH).cube == Cube(4, owner=0)
    assert scene_of(after(opened(Rules(cube=False)), OPENING), "wood", ENGLISH).cube is None


def test_the_last_play_is_drawn_until_the_next_and_gone_after_an_undo() -> None:
    table = after(opened(), OPENING)
    assert scene_of(table, "wood", ENGLISH).last is None
    played = after(table, actions.Move(by=0, play="8/5 6/5"))
    shown = LastPlay(0, (Step(8, 5), Step(6, 5)))
    assert scene_of(played, "wood", ENGLISH).last == shown
    assert scene_of(after(played, actions.Roll(by=1, dice=(6, 4))), "wood", ENGLISH).last == shown
    undone = after(played, actions.Undo(by=0))
    assert scene_of(undone, "wood", ENGLISH).last == shown, "asking changes nothing yet"
    number = match_of(undone).proposals[0].number
    assert scene_of(after(undone, actions.Accept(by=1, question=number)), "wood", ENGLISH).last is None


def test_a_declined_undo_leaves_the_last_play() -> None:
    table = after(opened(), OPENING, actions.Move(by=0, play="8/5 6/5"), actions.Undo(by=0))
    table = after(table, actions.Decline(by=1, question=match_of(table).proposals[0].number))
    assert scene_of(table, "wood", ENGLISH).last == LastPlay(0, (Step(8, 5), Step(6, 5)))


def test_the_end_has_a_banner_and_a_card() -> None:
    table = after(opened(), OPENING, actions.Resign(by=0, kind=Kind.GAMMON))
    assert scene_of(table, "wood", ENGLISH).banner == "Ann resigns a gammon?"
    table = after(table, actions.Accept(by=1, question=match_of(table).proposals[0].number))
    scene = scene_of(table, "wood", ENGLISH)
    assert (scene.banner, scene.end) == ("Bob wins 1 point", End(1, "wins 1 point", crowned=False))
    void = after(opened(), OPENING, actions.Abort())
    assert (scene_of(void, "wood", ENGLISH).banner, scene_of(void, "wood", ENGLISH).end) == ("Void", None)


def at_score(score: tuple[int, int], bet: Bet | None = None) -> Table:
    """The first game of a match in which the score has come about, its cube as `bet`."""
    table = opened(Rules(length=3, crawford=False))
    match = fields(match_of(table), score=score)
    away = (3 - score[0], 3 - score[1])
    game = fields(match.game, score=Score(away), bet=bet or match.game.bet)
    return after(fields(table, state=fields(match, game=game)), OPENING)


@pytest.mark.parametrize(
    ("score", "bet", "cube"),
    [
        ((2, 2), None, None),
        ((2, 1), None, Cube(1)),
        ((1, 1), Bet(0, 1, value=2, owner=Side.BLACK, turned=True), Cube(2, owner=1, dead=True)),
        ((0, 1), Bet(0, 1, value=2, owner=Side.WHITE, turned=True), Cube(2, owner=0)),
    ],
)
def test_a_cube_that_nobody_can_turn_is_not_shown_as_one_that_can_be(
    score: tuple[int, int], bet: Bet | None, cube: Cube | None
) -> None:
    """Neither at 2–2 to 3; with the leader it still can be turned at 2–1."""
    assert scene_of(at_score(score, bet), "wood", ENGLISH).cube == cube


def test_a_cube_at_its_cap_is_dead() -> None:
    taken = (actions.Move(by=0, play="8/5 6/5"), actions.Double(by=1), actions.Take(by=0))
    capped = after(opened(Rules(money=CubeRules(cube_cap=2))), OPENING, *taken)
    assert scene_of(capped, "wood", ENGLISH).cube == Cube(2, owner=0, dead=True)
    assert "It can no longer be turned." in alt_text(scene_of(capped, "wood", ENGLISH), ENGLISH)
    free = after(opened(Rules(money=CubeRules(cube_cap=4))), OPENING, *taken)
    assert scene_of(free, "wood", ENGLISH).cube == Cube(2, owner=0)


@pytest.mark.parametrize(
    ("length", "score", "words"), [(3, (1, 2), "Ann wins the match 3 : 2"), (1, (0, 0), "Ann wins the match 1 : 0")]
)
def test_a_match_that_is_won_has_a_banner(length: int, score: tuple[int, int], words: str) -> None:
    table = opened(Rules(length=length))
    match = match_of(table)
    away = Score((length - score[0], length - score[1]))
    table = after(fields(table, state=fields(match, score=score, game=fields(match.game, score=away))), OPENING)
    table = after(table, actions.Resign(by=1, kind=Kind.BACKGAMMON))
    table = after(table, actions.Accept(by=0, question=match_of(table).proposals[0].number))
    for each in (table, after(table, actions.End())):
        shown = scene_of(each, "wood", ENGLISH)
        assert shown.banner == words and shown.end
        assert (shown.end.winner, shown.end.words, shown.end.crowned) == (0, "wins the match", True)


def test_colours_are_looks_and_no_more() -> None:
    table = after(opened(), OPENING, actions.Move(by=0, play="8/5 6/5"))
    dark = fields(table, about=fields(table.about, light=1))
    usual, other = scene_of(table, "wood", ENGLISH), scene_of(dark, "wood", ENGLISH)
    assert other == replace(usual, light=1) and [other.look(side) for side in (0, 1)] == [1, 0]
    assert alt_text(usual, ENGLISH) == alt_text(other, ENGLISH)
    assert content(table, 0, ENGLISH, 0) == content(dark, 0, ENGLISH, 0)


def test_what_stands_out_is_a_tag() -> None:
    table = after(opened(Rules(length=5, variant=Variant.NACKGAMMON, max_on_point=5)), OPENING)
    assert list(scene_of(table, "wood", ENGLISH).tags) == ["nackgammon", "Egyptian rule"]
    assert list(scene_of(after(opened(Rules(length=5)), OPENING), "wood", ENGLISH).tags) == []


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("flipped", [False, True])
def test_a_draft_shows_its_picks_and_fades_the_numbers_used(side: Side, flipped: bool) -> None:
    table = after(opened(), actions.OpeningRoll(dice=(3, 1) if side is Side.WHITE else (1, 3)))
    board = match_of(table).game.board
    draft = Draft(board.position, (3, 1), [Pick(8, 3)])
    scene = draft_scene(scene_of(table, "dark", ENGLISH), side, draft, (3, 1), draft.steps, flipped=flipped)
    assert scene.dice == (Die(3, True), Die(1, False))
    assert scene.last == LastPlay(side, (Step(8, 5),))
    assert scene.movable == (24, 8, 6, 5) and scene.numbers_from == side
    assert (scene.chosen, scene.landings) == (None, tuple(map(Landing, (23, 7, 5, 4))))
    assert (scene.bottom if side is Side.WHITE else scene.top)[5] == 1
    assert scene.flipped is flipped
    assert render.draw(scene).startswith(PNG)


def test_a_checker_that_alone_can_move_is_chosen_and_shows_its_whole_way() -> None:
    draft = Draft(position({BAR: 1, 6: 5, 1: 2}, {12: 2}), (3, 1))
    scene = draft_scene(scene_of(opened(), "wood", ENGLISH), Side.WHITE, draft, (3, 1), (), flipped=False)
    assert (scene.movable, scene.chosen) == ((BAR,), BAR)
    assert scene.landings == (Landing(22), Landing(24), Landing(21, direct=False))


def test_of_a_double_each_use_fades_one_die() -> None:
    table = after(opened(), OPENING)
    draft = Draft(match_of(table).game.board.position, (2, 2), [Pick(6, 2)])
    scene = draft_scene(scene_of(table, "wood", ENGLISH), Side.WHITE, draft, (2, 2), draft.steps, flipped=False)
    assert [die.used for die in scene.dice] == [
        True, False, False, False,
    ]  # fmt: skip
