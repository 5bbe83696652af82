"""Names stay names: whatever somebody calls himself, he pings nobody and formats nothing."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.backgammon import Beavers, CubeRules, Jacoby, Kind, Phase, Position, Rules, Side, actions
from bot.screens.alt import alt_text
from bot.screens.board_rules_words import rules_words
from bot.screens.challenge_words import declined_words
from bot.screens.faces import face_of
from bot.screens.heads_up.words import proposed_words, score_words
from bot.screens.live import content
from bot.screens.names import apart, called, plain
from bot.screens.refusal_words import state_words
from bot.tables.table import People, Person, Stage, Table
from bot.texts import LANGUAGES, Texts, texts
from render import Cube
from render.names import clean
from tests.screens.lines import lines
from tests.screens.states import ANN, OPENING, after, match_of, opened, scene_of

ENGLISH = texts("en")
names = st.text(min_size=1, max_size=32) | st.text("_*~|`[]()<>@#-\\ :/htps&!1a.", min_size=1, max_size=32)


def formatting(text: str) -> list[str]:
    """Everything that Discord would take for markup: a backslash takes the meaning from what follows it."""
    return re.findall(r"[*_~|`]|\[[^]]*\]\(", re.sub(r"\\.", "", text, flags=re.DOTALL))


@given(names)
@example("https://a.b/*_*c*")
@example("[free nitro](https://a.b)")
@example("@everyone")
@example("<@1234>")
@example("<#1234> <@&1> <:x:1>")
@example("a\n# b")
@example("\\")
def test_a_name_neither_pings_nor_formats(name: str) -> None:
    shown = plain(name)
    assert formatting(shown) == []
    assert "\n" not in shown and "<" not in shown
    assert not re.search(r"@(?!\u200b)", shown)


#: What Discord links by itself, or shows as an invitation to a server, as a phone does more readily than a browser.
LINKED = re.compile(r"\w://|www\.\w|\w\.\w", re.IGNORECASE)


@given(names)
@example("discord.gg/x")
@example("Join discord.gg/x now")
@example("www.x.y")
@example("x.example/y?z=1")
@example("discord.com/invite/x")
@example("a://b.c")
def test_a_name_is_nothing_to_click(name: str) -> None:
    assert not LINKED.search(plain(name))


@pytest.mark.parametrize("name", ["N. N.", "Ann B.", "Mr. White", "…"])
def test_the_dot_of_an_initial_stays_as_it_is(name: str) -> None:
    assert plain(name) == name


@given(names)
def test_a_harmless_name_stays_as_it_is(name: str) -> None:
    if re.fullmatch(r"[\w ]*", name) and "_" not in name:
        assert plain(name) == (" ".join(name.split()) or "·")


@pytest.mark.parametrize(
    "name", ["", " \t", "\u200b", "\u2060\u2064\u200d" * 8, "\u3164", "\u2800" * 5, "\u0301", "\u202e"]
)
def test_a_name_of_which_nothing_can_be_seen_is_a_dot(name: str) -> None:
    assert called(name) == apart(name) == plain(name) == called(name, 8) == "·"


@given(names, st.integers(2, 31))
def test_a_short_name_is_a_beginning_that_can_be_seen(name: str, most: int) -> None:
    short = called(name, most)
    assert 0 < len(short) <= most and clean(short)
    assert short == called(name) if len(called(name)) <= most else short.endswith("…")


def test_the_beginning_of_a_name_is_not_lost_among_what_cannot_be_seen() -> None:
    assert called("\u200b" * 20 + "Annabella", 6) == "Annab…"


@given(st.text(max_size=40).map(lambda text: text * 200))
def test_of_what_is_too_long_for_a_name_the_beginning_is_shown(text: str) -> None:
    shown = plain(text)
    assert len(shown) <= 4 * 60 + 2
    assert len(" ".join(text.split())) <= 60 or "…" in shown or not clean(text)


@given(names)
def test_messages_are_as_harmless_as_the_names_in_them(name: str) -> None:
    """In a whole message nothing is bold but the names, and nobody is mentioned but those who play."""
    table = after(opened(people=(Person(1, name), Person(2, name))), OPENING, actions.Resign(by=0, kind=Kind.SINGLE))
    calm = after(opened(people=(Person(1, "a"), Person(2, "a"))), OPENING, actions.Resign(by=0, kind=Kind.SINGLE))
    for words, expected in (
        (content(table, 0, ENGLISH, 0), content(calm, 0, ENGLISH, 0)),
        ("\n".join(state_words(table, ENGLISH)), "\n".join(state_words(calm, ENGLISH))),
    ):
        assert formatting(words) == formatting(expected)
        assert words.count("\n") == expected.count("\n")
        assert set(re.findall(r"<@\d+>", words)) == set(re.findall(r"<@\d+>", expected))


def challenge(stage: Stage, people: tuple[Person, ...]) -> Table:
    return replace(opened(Rules(length=25, max_on_point=5)), people=People(seats=people), stage=stage, state=None)


def _challenge(table: Table, t: Texts) -> str:
    return face_of(table).gathering_words(table, t)


def _declined(table: Table, user: int) -> str:
    return declined_words(table, face_of(table).terms(table, ENGLISH), user, ENGLISH)


@pytest.mark.parametrize("stage", [Stage.CHALLENGE, Stage.OPEN, Stage.WITHDRAWN])
@given(name=names)
def test_challenges_are_harmless_too(stage: Stage, name: str) -> None:
    table = challenge(stage, (Person(1, name), Person(2, name)))
    calm = challenge(stage, (Person(1, "a"), Person(2, "a")))
    assert formatting(_challenge(table, ENGLISH)) == formatting(_challenge(calm, ENGLISH))
    for user in (1, 2):
        assert formatting(_declined(table, user)) == formatting(_declined(calm, user))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_challenge_names_what_is_unusual_and_the_commitment(language: str) -> None:
    table = challenge(Stage.CHALLENGE, (ANN,))
    words = _challenge(table, texts(language))
    assert table.short_commitment in words and table.id in words and f"<t:{int(table.about.expires_at)}:R>" in words
    egyptian = rules_words(Rules(length=25, max_on_point=5), texts(language))[-1]
    assert "25" in words and egyptian in words and face_of(table).terms(table, texts(language)).rules[0] not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_challenge_is_six_lines_of_a_phone(language: str) -> None:
    money = CubeRules(jacoby=Jacoby.OFF, animals=Beavers.RACCOON, beavers_per_bet=9, cube_cap=None, auto_doubles=6)
    for rules, people, light in product(
        (Rules(), Rules(length=7), Rules(cube=False, max_on_point=5), Rules(money=money, max_on_point=5)),
        ((Person(1, "Maximiliana K."),), (Person(1, "Maximiliana K."), Person(2, "Bartholomew J."))),
        (0, 1, None),
    ):
        table = challenge(Stage.CHALLENGE, people)
        table = replace(table, about=replace(table.about, setup=rules, light=light))
        assert 3 <= lines(_challenge(table, texts(language)), {2: "Bartholomew J."}) <= 6


def test_a_match_between_two_games_is_not_said_to_be_over() -> None:
    table = after(opened(Rules(length=3)), OPENING, actions.Resign(by=0, kind=Kind.SINGLE))
    table = after(table, actions.Accept(by=1, question=match_of(table).proposals[0].number))
    assert not match_of(table).closed
    said = content(table, 0, ENGLISH, 0)
    assert "**Bob** wins 1 point." in said and "not finished" not in said and said.count("Match to 3") == 1
    assert "not finished" not in "".join(state_words(table, ENGLISH))


def won(rules: Rules, kind: Kind, *before: actions.AnyAction, score: tuple[int, int] = (0, 0)) -> Table:
    """The table after white's last checker was borne off, so that it wins a game of this kind."""
    table = after(opened(rules), OPENING, actions.Move(by=0, play="8/5 6/5"), *before)
    theirs = {Kind.SINGLE: [1, 14, *[0] * 24], Kind.GAMMON: [0, 15, *[0] * 24], Kind.BACKGAMMON: [0, 14, *[0] * 23, 1]}
    match = match_of(table)
    board = replace(
        match.game.board, position=Position.of([14, 1, *[0] * 24], theirs[kind]), turn=Side.WHITE, dice=(6, 5)
    )
    game = replace(match.game, board=board, phase=Phase.PLAY)
    return after(replace(table, state=replace(match, game=game, score=score)), actions.Move(by=0, play="1/off"))


TURNED = (actions.Double(by=1), actions.Take(by=0))


def test_the_card_says_how_a_gammon_and_the_cube_made_the_points() -> None:
    for kind, before, told in (
        (Kind.GAMMON, TURNED, ("Gammon ×", Cube(2, owner=0))),
        (Kind.SINGLE, TURNED, ("Single game ×", Cube(2, owner=0))),
        (Kind.SINGLE, (), ()),
        (Kind.GAMMON, (), ()),
    ):
        end = scene_of(won(Rules(), kind, *before), "wood", ENGLISH).end
        assert end and (end.winner, end.sum) == (0, told)


def test_no_number_is_on_the_card_twice() -> None:
    """The words of a game have its points, those of a match have not; a balance that is the same points is left out."""

    def card(rules: Rules, score: tuple[int, int]) -> tuple[str, tuple[str, str], object]:
        end = scene_of(won(rules, Kind.GAMMON, *TURNED, score=score), "wood", ENGLISH).end
        assert end and end.sum[:2] == ("Gammon ×", Cube(2, owner=0))
        return end.words, end.score, end.sum[2:]

    assert card(Rules(), (0, 0)) == ("wins 4 points", ("", ""), ())
    assert card(Rules(), (1, -1)) == ("wins 4 points", ("+5", "−5"), ())
    assert card(Rules(), (-8, 8)) == ("wins 4 points", ("−4", "+4"), ())
    assert card(Rules(length=9), (0, 0)) == ("wins 4 points", ("4", "0"), ())
    assert card(Rules(length=5), (1, 0)) == ("wins the match", ("5", "0"), ("= 4 points",))


@pytest.mark.parametrize(
    ("rules", "kind", "before", "told"),
    [
        (Rules(), Kind.SINGLE, (), "**Ann** wins 1 point."),
        (Rules(), Kind.GAMMON, (), "**Ann** wins 1 point: the gammon counts single, the cube was not turned."),
        (Rules(), Kind.BACKGAMMON, (), "**Ann** wins 1 point: the backgammon counts single, the cube was not turned."),
        (Rules(), Kind.GAMMON, TURNED, "**Ann** wins 4 points with a gammon."),
        (Rules(money=CubeRules(jacoby=Jacoby.OFF)), Kind.GAMMON, (), "**Ann** wins 2 points with a gammon."),
        (Rules(length=5), Kind.BACKGAMMON, (), "**Ann** wins 3 points with a backgammon."),
    ],
)
def test_a_gammon_that_counts_single_is_told_as_one(
    rules: Rules, kind: Kind, before: tuple[actions.AnyAction, ...], told: str
) -> None:
    assert told in content(won(rules, kind, *before), 0, ENGLISH, 0).splitlines()


def test_who_asks_for_an_undo_is_told_with_what_would_be_taken_back() -> None:
    played = after(opened(), OPENING, actions.Move(by=0, play="8/5 6/5"))
    rolled = after(played, actions.Roll(by=1, dice=(6, 6)))
    for table in (played, rolled):
        said = content(after(table, actions.Undo(by=1)), 0, ENGLISH, 0)
        assert "**Bob** asks to take back this play: **Ann** 3-1: 8/5 6/5. Accept or decline?" in said
    match = match_of(rolled)
    game = replace(match.game, board=replace(match.game.board, position=Position.start()))
    said = proposed_words(actions.Undo(by=0), replace(match, game=game), str, ENGLISH)
    assert said == "0 asks to take back this play: 0 3-1.", "the bot has played since"
    doubled = after(played, actions.Double(by=1), actions.Undo(by=1))
    assert "**Bob** asks to take back the double to 2. Accept or decline?" in content(doubled, 0, ENGLISH, 0)
    resigned = after(rolled, actions.Resign(by=1, kind=Kind.SINGLE))
    number = match_of(resigned).proposals[0].number
    over = after(resigned, actions.Accept(by=0, question=number), actions.Undo(by=1))
    assert "**Bob** asks to take back the end of the game. Accept or decline?" in content(over, 0, ENGLISH, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_of_a_match_ends_at_its_length(language: str) -> None:
    t = texts(language)
    table = after(won(Rules(length=3), Kind.BACKGAMMON, *TURNED, score=(1, 2)), actions.End())
    assert match_of(table).score == (7, 2)
    said = "\n".join((content(table, 0, t, 0), *state_words(table, t), score_words((7, 2), 3, str, t)))
    assert "3 : 2" in said and "7" not in said.replace("k7f3q2", "")
    scene = scene_of(table, "wood", t)
    assert scene.scores == ("3 / 3", "2 / 3") and "3 / 3" in alt_text(scene, t)


def test_the_result_of_a_match_is_told_with_its_score() -> None:
    table = after(opened(Rules(length=1)), OPENING, actions.Resign(by=0, kind=Kind.SINGLE))
    table = after(table, actions.Accept(by=1, question=match_of(table).proposals[0].number), actions.End())
    lines = content(table, 0, ENGLISH, 0).splitlines()
    assert "**Bob** wins 1 point." in lines
    assert "🏆 **Bob** wins the match 1 : 0." in lines
    assert lines.count("🏆 **Bob** wins the match 1 : 0.") == 1 and "The match is over." not in lines
