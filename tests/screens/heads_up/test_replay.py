"""A game told anew: every play and cube action a picture, nothing that was taken back, and the words beside it."""

from __future__ import annotations

import io
import random
from collections.abc import Callable

import pytest
from PIL import Image, ImageChops

from bot.backgammon import CubeRules, Kind, Match, Phase, Rules, actions, apply, start
from bot.backgammon.actions import AnyAction
from bot.backgammon.record import KeptStep, end_of, kept_steps
from bot.screens.animation import animation
from bot.screens.heads_up.replay import replay_description, replay_scenes, replay_words
from bot.tables.preferences import THEMES
from bot.texts import LANGUAGES, Texts, texts
from render import Cube, Die, LastPlay, Scene, Step
from render.replay import Kind as Animated
from render.scene import check
from tests.backgammon.random_play import RULES, play_on

EN, CS = texts("en"), texts("cs")
NAMES = ("Ann", "Bob")
OPENING = actions.OpeningRoll(dice=(3, 1))

Intent = AnyAction | Callable[[Match], AnyAction]


def answered(kind: type[actions.Accept | actions.Decline], by: int) -> Intent:
    """Somebody answers what has been proposed."""
    return lambda match: kind(by=by, question=match.proposals[-1].number)


def game(*intents: Intent, rules: Rules | None = None, number: int = 1) -> list[KeptStep]:
    """One game of a log in which this is done."""
    rules = rules or Rules()
    match, log = start(rules), list[AnyAction]()
    for intent in intents:
        action = intent(match) if callable(intent) else intent
        match = apply(match, action)
        log.append(action)
    return kept_steps(start(rules), log)[number]


def pictures(steps: list[KeptStep]) -> list[Scene]:
    scenes = replay_scenes(steps, NAMES, "wood", EN)
    for scene in scenes:
        check(scene)
    return scenes


def moved(by: int, dice: tuple[int, int], play: str) -> tuple[Intent, Intent]:
    return actions.Roll(by=by, dice=dice), actions.Move(by=by, play=play)


#: Bob is hit, and cannot enter with his next roll.
DANCE: tuple[Intent, ...] = (
    OPENING,
    actions.Move(by=0, play="8/5 6/5"),
    *moved(1, (6, 2), "24/18 13/11"),
    *moved(0, (6, 1), "13/7* 8/7"),
    *moved(1, (6, 5), ""),
)
RESIGNED: tuple[Intent, ...] = (actions.Resign(by=1, kind=Kind.GAMMON), answered(actions.Accept, 0))
WHOLE: tuple[Intent, ...] = (
    *DANCE,
    actions.Double(by=0),
    actions.Take(by=1),
    *moved(0, (4, 3), "24/20 13/10"),
    *RESIGNED,
)


def test_a_whole_game_picture_by_picture() -> None:
    opening, first, second, hit, dance, double, take, after, resigns, result = pictures(game(*WHOLE))

    assert (opening.turn, opening.dice, opening.last) == (0, (Die(3), Die(1)), None)
    assert (opening.bottom[8], opening.bottom[6], opening.bottom[5]) == (3, 5, 0)

    assert (first.turn, first.numbers_from, first.dice) == (0, 0, (Die(3), Die(1)))
    assert first.last == LastPlay(0, (Step(8, 5), Step(6, 5)))
    assert (first.bottom[8], first.bottom[6], first.bottom[5]) == (2, 4, 2)

    assert (second.turn, second.numbers_from, second.dice) == (1, 1, (Die(6), Die(2)))
    assert second.last == LastPlay(1, (Step(24, 18), Step(13, 11)))
    assert hit.last == LastPlay(0, (Step(13, 7, True), Step(8, 7))) and hit.top[25] == 1

    assert (dance.turn, dance.dice, dance.last) == (1, (Die(6), Die(5)), None)
    assert (dance.bottom, dance.top) == (hit.bottom, hit.top)
    assert (dance.banner, dance.banner_side) == ("Cannot move", 1)

    assert (double.cube, double.banner, double.dice) == (Cube(2, offered_to=1), "Ann doubles to 2", ())
    assert (take.cube, take.banner) == (Cube(2, owner=1), "")
    assert (after.dice, after.cube) == ((Die(4), Die(3)), Cube(2, owner=1))
    assert resigns.banner == "Bob resigns a gammon?"
    assert result.banner == "Ann wins 4 points"
    assert [scene.scores for scene in (opening, resigns, result)] == [("0", "0"), ("0", "0"), ("+4", "−4")]


def test_four_dice_lie_where_a_double_was_played() -> None:
    scenes = pictures(game(OPENING, actions.Move(by=0, play="8/5 6/5"), *moved(1, (6, 6), "24/18(2) 13/7(2)")))
    assert scenes[2].dice == (Die(6),) * 4


def test_what_was_taken_back_is_not_shown() -> None:
    undone = (
        OPENING,
        actions.Move(by=0, play="24/23 13/10"),
        actions.Roll(by=1, dice=(2, 1)),
        actions.Undo(by=0),
        answered(actions.Accept, 1),
    )
    assert pictures(game(*undone, *WHOLE[1:])) == pictures(game(*WHOLE))


def test_an_undo_that_was_refused_changes_nothing() -> None:
    asked = (actions.Undo(by=0), answered(actions.Decline, 1))
    assert pictures(game(*WHOLE[:2], *asked, *WHOLE[2:])) == pictures(game(*WHOLE))


def test_a_resignation_that_was_refused_is_not_shown() -> None:
    refused = (actions.Resign(by=1, kind=Kind.SINGLE), answered(actions.Decline, 0))
    assert pictures(game(*DANCE, *refused, *WHOLE[len(DANCE) :])) == pictures(game(*WHOLE))


def test_a_drop_is_shown_by_its_result() -> None:
    *_, double, result = pictures(game(*DANCE, actions.Double(by=0), actions.Drop(by=1)))
    assert double.cube == Cube(2, offered_to=1)
    assert result.banner == "Ann wins 1 point"


def test_beaver_and_raccoon_are_shown() -> None:
    turns = (actions.Double(by=0), actions.Beaver(by=1), actions.Raccoon(by=0), actions.Take(by=1))
    scenes = pictures(game(*DANCE, *turns, *RESIGNED, rules=Rules(money=CubeRules(animals=2))))
    assert [scene.cube for scene in scenes[5:9]] == [
        Cube(2, offered_to=1), Cube(4, offered_to=0), Cube(8, offered_to=1), Cube(8, owner=1),
    ]  # fmt: skip
    assert [scene.banner for scene in scenes[5:9]] == ["Ann doubles to 2", "Bob beavers to 4", "Ann raccoons to 8", ""]


def test_a_beaver_that_nobody_may_refuse_is_shown_as_it_lies() -> None:
    rules = Rules(money=CubeRules(animals=1, beaver_refusable=False))
    scenes = pictures(game(*DANCE, actions.Double(by=0), actions.Beaver(by=1), *RESIGNED, rules=rules))
    assert [scene.cube for scene in scenes[5:7]] == [Cube(2, offered_to=1), Cube(4, owner=1)]


def test_equal_opening_rolls_are_no_pictures_but_their_cube_is_seen() -> None:
    rules = Rules(money=CubeRules(auto_doubles=1))
    scenes = pictures(game(actions.OpeningRoll(dice=(2, 2)), *DANCE, *RESIGNED, rules=rules))
    assert len(scenes) == 7
    assert scenes[0].dice == (Die(3), Die(1)) and scenes[0].cube == Cube(2)


def test_the_score_is_the_one_of_that_game() -> None:
    rules = Rules(length=5)
    steps = game(*DANCE, *RESIGNED, actions.Next(), *DANCE, *RESIGNED, rules=rules, number=2)
    scores = [scene.scores for scene in pictures(steps)]
    assert set(scores[:-1]) == {("2 / 5", "0 / 5")}
    assert scores[-1] == ("4 / 5", "0 / 5")


def test_a_game_that_was_voided_ends_with_that() -> None:
    scenes = pictures(game(*DANCE, actions.Abort()))
    assert len(scenes) == 6 and scenes[-1].banner == "Void"


@pytest.mark.parametrize("name", RULES)
def test_any_game_can_be_told(name: str) -> None:
    rules = RULES[name]
    _, log = play_on(random.Random(name), rules, 400, straying=0.05)
    for number, steps in kept_steps(start(rules), log).items():
        theme, language = THEMES[number % len(THEMES)], LANGUAGES[number % len(LANGUAGES)]
        scenes = replay_scenes(steps, NAMES, theme, texts(language))
        for scene in scenes:
            check(scene)
        kinds = [type(action) for _, action, _ in steps]
        cubes = sum(map(kinds.count, (actions.Double, actions.Beaver, actions.Raccoon, actions.Take)))
        assert len(scenes) >= kinds.count(actions.Move) + cubes + 1
        assert bool(scenes[-1].banner) is (end_of(steps).game.phase is Phase.OVER)
        assert len(replay_description(f"k7f3q2-{number}", steps, NAMES, texts(language))) <= 1024


def frames(data: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(data))
    found: list[Image.Image] = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append(image.convert("RGB"))
    return found


@pytest.mark.long
@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_of_a_game_too_long_for_a_file_the_beginning_is_left_out(kind: Animated) -> None:
    scenes = pictures(game(*WHOLE))
    whole = animation(scenes, kind)
    cut = animation(scenes, kind, largest=len(whole) - 1)
    assert len(cut) < len(whole)
    assert len(frames(whole)) == 10 and 1 < len(frames(cut)) < 10
    assert ImageChops.difference(frames(cut)[-1], frames(whole)[-1]).getbbox() is None
    assert len(frames(animation(scenes, kind, largest=1))) == 1, "the result is always shown"


# In words


def test_the_words_say_who_played_and_how_it_ended() -> None:
    words = replay_words("k7f3q2-1", game(*WHOLE), ("**Ann**", "**Bob**").__getitem__, EN)
    assert words.splitlines() == [
        "**Ann** against **Bob**, game `k7f3q2-1`.",
        "**Ann** wins 4 points.",
    ]


def test_the_description_tells_the_game() -> None:
    assert replay_description("k7f3q2-1", game(*WHOLE), NAMES, EN) == (
        "Ann against Bob, game k7f3q2-1. Ann wins 4 points. 5 turns. "
        "Opening roll: Ann 3, Bob 1. Ann begins. 1) 3-1: 8/5 6/5 2) 6-2: 24/18 13/11 3) 6-1: 13/7* 8/7 4) 6-5: — "
        "Ann doubles to 2. Bob takes. The cube is at 2. 5) 4-3: 24/20 13/10 Bob offers to resign a gammon. "
        "Ann accepts the resignation."
    )


@pytest.mark.parametrize("name", ["Ann", "W" * 32, "W" * 400, "a\nb `c`"])
@pytest.mark.parametrize("t", [EN, CS], ids=["en", "cs"])
def test_the_description_of_a_long_game_goes_as_far_as_there_is_room(name: str, t: Texts) -> None:
    rules = Rules(length=1)
    _, log = play_on(random.Random(3), rules, 2000, straying=0)
    steps = kept_steps(start(rules), log)[1]
    assert sum(isinstance(action, actions.Move) for _, action, _ in steps) > 60
    text = replay_description("k7f3q2-1", steps, (name, "Bob"), t)
    assert text.endswith(" …") and 900 < len(text) <= 1024
    assert "\n" not in text
