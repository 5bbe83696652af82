"""A chouette's game told anew: every play and every batch of cubes a picture, the words beside it, and as a text."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot import limits
from bot.backgammon import CubeRules, Kind, Phase, Reply
from bot.chouette import LoneTaker, Options, Order, actions, start
from bot.chouette.record import SessionStep, session_steps
from bot.cogs.lookup import choice_words
from bot.screens.chouette.replay import (
    session_course,
    session_replay_description,
    session_replay_scenes,
    session_replay_words,
)
from bot.screens.chouette.text import session_text
from bot.screens.reference.proof_words import proof_words
from bot.tables.about import About
from bot.tables.preferences import THEMES
from bot.tables.table import People, Person, Stage, Table
from bot.texts import LANGUAGES, texts
from render import Cube, Die, LastPlay, Scene, Step
from render.scene import check
from tests.chouette.random_session import play_on

EN = texts("en")
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
OPTIONS = Options(order=Order.MANUAL)

#: Ann is the box, Bob the captain. Bob and Cyd double, Ann takes Bob's cube; Dan goes on with his own.
WHOLE: tuple[actions.AnyAction, ...] = (
    actions.Arrange(line=(0, 1, 2, 3)),
    actions.OpeningRoll(dice=(1, 3)),
    actions.Move(by=0, play="8/5 6/5"),
    actions.Hold(by=3),
    actions.Double(by=1, bets=(0,)),
    actions.Double(by=2, bets=(1,)),
    actions.Pass(by=3),
    actions.Roll(by=1, dice=(5, 5)),
    actions.Answer(by=0, replies=((1, Reply.DROP),)),
    actions.Answer(by=0, replies=((0, Reply.TAKE),)),
    actions.Roll(by=1, dice=(6, 2)),
    actions.Move(by=1, play="24/18 13/11"),
    actions.Join(by=4),
    actions.Resign(by=0, kind=Kind.GAMMON, bets=(0, 2)),
    actions.Accept(by=1, question=10),
    actions.Accept(by=3, question=11),
)


def game(*intents: actions.AnyAction, options: Options = OPTIONS) -> list[SessionStep]:
    return session_steps(start(options, 4), intents or WHOLE)[1]


def pictures(steps: list[SessionStep]) -> list[Scene]:
    scenes = session_replay_scenes(steps, NAMES.__getitem__, "wood", EN)
    for scene in scenes:
        check(scene)
    return scenes


def test_a_whole_game_picture_by_picture() -> None:
    opening, first, doubles, answered, second, resigns, one_left, last, result = pictures(game())

    assert (opening.turn, opening.dice, opening.last) == (1, (Die(3), Die(1)), None)
    assert (first.turn, first.dice, first.last) == (1, (Die(3), Die(1)), LastPlay(1, (Step(8, 5), Step(6, 5))))
    assert (first.top[8], first.top[6], first.top[5]) == (2, 4, 2)

    assert doubles.banner == "2 players double" and doubles.dice == ()
    bob, cyd, dan = doubles.members
    assert (bob.cube, cyd.cube, dan.cube) == (Cube(2, offered_to=1), Cube(2, offered_to=1), Cube(1))
    assert [member.cube for member in answered.members][::2] == [Cube(2, owner=1), Cube(1)]
    assert answered.members[1].out and answered.banner == ""

    assert second.last == LastPlay(0, (Step(24, 18), Step(13, 11))) and second.dice == (Die(6), Die(2))
    assert resigns.banner == last.banner == "Ann resigns a gammon?"
    assert one_left.members[2].out is False and one_left.members[0].out
    # A gammon at Bob's cube; Dan's has never been turned, so it is a single game.
    assert [member.state for member in result.members] == ["won 4", "won 1", "won 1"]
    assert result.banner == "Team +6"
    assert [scene.scores for scene in (opening, last)] == [("0", "0")] * 2


def test_what_was_sealed_is_not_a_picture_of_its_own() -> None:
    """Four actions in the window and the first of two answers show nothing."""
    kinds = [type(action) for _, action, _ in game()]
    assert kinds.count(actions.Answer) == 2 and kinds.count(actions.Double) == 2
    assert sum(scene.banner == "2 players double" for scene in pictures(game())) == 1


def test_a_dance_is_shown_as_one() -> None:
    """Ann is hit, and cannot enter with her next roll."""
    steps = game(
        actions.Arrange(line=(0, 1, 2, 3)),
        actions.OpeningRoll(dice=(3, 1)),
        actions.Move(by=1, play="8/5 6/5"),
        actions.Roll(by=0, dice=(6, 2)),
        actions.Move(by=0, play="24/18 13/11"),
        actions.Roll(by=1, dice=(6, 1)),
        actions.Move(by=1, play="13/7* 8/7"),
        actions.Roll(by=0, dice=(6, 5)),
        actions.Move(play=""),
    )
    *_, hit, dance, _ = pictures(steps)
    assert hit.last == LastPlay(0, (Step(13, 7, True), Step(8, 7))) and hit.top[25] == 1
    assert (dance.banner, dance.banner_side, dance.dice, dance.last) == ("Cannot move", 1, (Die(6), Die(5)), None)
    assert (dance.bottom, dance.top) == (hit.bottom, hit.top)
    assert list(session_course(steps, NAMES.__getitem__, EN))[-1] == "4) 6-5: —"


def test_the_question_about_extras_is_a_picture() -> None:
    options = replace(OPTIONS, lone_taker=LoneTaker.EXTRAS, cube=CubeRules(animals=2))
    doubled: tuple[actions.AnyAction, ...] = (
        *WHOLE[:1],
        actions.OpeningRoll(dice=(3, 1)),
        actions.Move(by=1, play="8/5 6/5"),
        actions.Double(by=0, bets=(0, 1, 2)),
        actions.Answer(by=1, replies=((0, Reply.TAKE),)),
        actions.Answer(by=2, replies=((1, Reply.DROP),)),
        actions.Answer(by=3, replies=((2, Reply.DROP),)),
        actions.GiveExtra(by=2, bet=1, give=True),
        actions.GiveExtra(by=3, bet=2, give=False),
        actions.AnswerExtras(by=1, stay=True),
    )
    *_, double, extras, after, _ = pictures(game(*doubled, options=options))
    assert (double.banner, extras.banner, after.banner) == ("Ann doubles to 2", "Extras?", "")
    course = list(session_course(game(*doubled, actions.Claim(), options=options), NAMES.__getitem__, EN))
    assert any("Cyd pays Bob 1 for an extra cube at 2." in words for words in course)


# In words


def test_the_words_say_who_played_and_how_it_ended() -> None:
    words = session_replay_words("k7f3q2-1", game(), [f"**{name}**" for name in NAMES].__getitem__, EN)
    assert words.splitlines() == [
        "**Ann** against **Bob**, **Cyd**, and **Dan**, game `k7f3q2-1`.",
        "Game 1: **Bob** +4, **Cyd** +1, **Dan** +1, **Ann** −6.",
    ]


def test_the_description_tells_the_game() -> None:
    assert session_replay_description("k7f3q2-1", game(), NAMES.__getitem__, EN) == (
        "Ann against Bob, Cyd, and Dan, game k7f3q2-1. Game 1: Bob +4, Cyd +1, Dan +1, Ann −6. 2 turns. "
        "Opening roll: Bob 1, Ann 3. Ann begins. 1) 3-1: 8/5 6/5 Bob and Cyd double to 2. "
        "Ann takes from Bob at 2. Ann drops: Cyd wins 1. 2) 6-2: 24/18 13/11 "
        "Ann offers Bob and Dan to resign a gammon. Bob accepts the resignation. Ann → Bob: 4. "
        "Dan rolls for the team now. Dan accepts the resignation. Ann → Dan: 1."
    )


def a_table(steps: list[SessionStep], options: Options = OPTIONS) -> Table:
    people = tuple(Person(100 + seat, name) for seat, name in enumerate(NAMES[: len(steps[-1][2].players)]))
    return Table(
        about=About(id="k7f3q2", guild=7, channel=8, setup=options, made_at=0, expires_at=600),
        people=People(seats=people),
        seed=bytes(32),
        stage=Stage.OPEN,
        state=steps[-1][2],
    )


def test_the_text_has_rules_moves_and_the_ledger() -> None:
    text = session_text(a_table(game()), "k7f3q2-1", {1: game()}, EN)
    head, body = text.split("\n\n")
    assert head.startswith("k7f3q2-1: a chouette of Ann, Bob, Cyd, Dan, Eve\n")
    assert "Jacoby rule: " in head and "*" not in head and "`" not in head
    lines = [line.strip() for line in body.splitlines()]
    assert lines[0] == "Game 1. Box: Ann · captain: Bob · then Cyd, Dan"
    assert "1) Ann 3-1: 8/5 6/5" in lines and "2) Bob 6-2: 24/18 13/11" in lines
    assert lines[-5:] == [
        "Game 1: Bob +4, Cyd +1, Dan +1, Ann −6.",
        "Ann pays Bob 4 (resigned)",
        "Ann pays Cyd 1 (cube dropped)",
        "Ann pays Dan 1 (resigned)",
        "Balance: Bob +4, Cyd +1, Dan +1, Eve 0, Ann −6.",
    ]


@pytest.mark.parametrize("seed", range(20, 28))
def test_any_game_can_be_told(seed: int) -> None:
    options, people, _, log = play_on(seed, 400)
    for number, steps in session_steps(start(options, people), log).items():
        if steps[-1][2].game.phase is not Phase.OVER:
            continue
        theme, t = THEMES[number % len(THEMES)], texts(LANGUAGES[number % len(LANGUAGES)])
        scenes = session_replay_scenes(steps, NAMES.__getitem__, theme, t)
        for scene in scenes:
            check(scene)
        assert len({len(scene.members) for scene in scenes}) == 1, "all pictures are of one size"
        moves = sum(isinstance(action, actions.Move) for _, action, _ in steps)
        assert len(scenes) >= moves + 1 and scenes[-1].banner
        assert len(session_replay_description(f"k7f3q2-{number}", steps, NAMES.__getitem__, t)) <= 1024
        text = session_text(a_table(steps, options), f"k7f3q2-{number}", {number: steps}, t)
        assert text.count("\n\n") == 1 and (moves == 0 or f"\n  {moves}) " in text)


# The dice


def test_the_proof_of_ten_people_with_long_words_takes_two_messages() -> None:
    """Every character of the words has to be escaped in the program."""
    people = tuple(Person(seat, "W" * 32) for seat in range(10))
    words = tuple((seat, "\\" * 40) for seat in range(10))
    table = replace(a_table(game()), people=People(seats=people, words=words), stage=Stage.CLOSED)
    for language in LANGUAGES:
        pages = proof_words(table, texts(language), first=actions.Arrange(dice=((1, 2),) * 9))
        assert len(pages) == 2 and max(map(len, pages)) <= limits.MESSAGE
        assert table.seed.hex() in pages[0] and "```python" in pages[1]


def test_tables_with_many_long_names_are_offered_with_some_of_them() -> None:
    ten = [Person(seat, f"{seat}" * 32) for seat in range(10)]
    short = [Person(seat, name) for seat, name in enumerate(NAMES)]
    assert choice_words("k7f3q2", ten) == f"k7f3q2 · {'0' * 32}, {'1' * 32} + 8"
    assert choice_words("k7f3q2-12", short) == f"k7f3q2-12 · {', '.join(NAMES)}"
    assert choice_words("k7f3q2", short[:2]) == "k7f3q2 · Ann – Bob"
    assert choice_words("k7f3q2", []) == "k7f3q2"
    longest = choice_words("k7f3q2-12345", [Person(seat, "W" * 100) for seat in range(3)])
    assert len(longest) <= 100 and longest.endswith("W… + 2")
