"""The informing commands, by the words they answer with."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import io
import re
from collections.abc import Callable

import pytest
from discord import app_commands
from msgspec.structs import replace

import render
from bot import limits
from bot.backgammon import (
    Bet,
    Board,
    CubeRules,
    Illegal,
    Match,
    Offer,
    OfferStage,
    Phase,
    Position,
    Rules,
    Score,
    Side,
    Variant,
    Xgid,
    actions,
    apply,
    parse_play,
    start,
)
from bot.backgammon.match_equity import match_equity
from bot.backgammon.typed_position import parse_situation
from bot.chouette import PRESETS, Options, questions, written
from bot.chouette import values as values_of
from bot.cogs.analyzing import AnalysisCommands
from bot.cogs.away import AwayCommands
from bot.cogs.challenging import ChallengeCommands
from bot.cogs.chouette import ChouetteCommands
from bot.cogs.hints import HintCommands
from bot.cogs.imports import ImportCommands
from bot.cogs.ladder import LadderCommands
from bot.cogs.league import LeagueCommands
from bot.cogs.learning import LearnCommands
from bot.cogs.looking import LookingCommands
from bot.cogs.panels import PanelCommands
from bot.cogs.play import PlayCommands
from bot.cogs.preferans import PreferansCommands
from bot.cogs.records import RecordCommands
from bot.cogs.reference import FactCommands
from bot.cogs.scores import ScoreCommands
from bot.cogs.table import TableCommands
from bot.cogs.training import TrainingCommands
from bot.cogs.waiting import WaitingCommands
from bot.screens.chouette.guide import example
from bot.screens.chouette.option_words import choices, option_name, preset_name, value_words
from bot.screens.face import Shown, label_in
from bot.screens.faces import face_of
from bot.screens.finished import rolled as rolls_of
from bot.screens.reference.fact_words import WIDTH, parse_game, race_words, rolls_words
from bot.screens.reference.faults import FactFault
from bot.screens.reference.help_words import help_topics
from bot.screens.reference.odds_words import (
    ODDS,
    asked_rolls_words,
    odds_words,
    position_odds_words,
    results_words,
    score_words,
    table_score_words,
    way_words,
)
from bot.screens.reference.proof_words import proof_words
from bot.screens.reference.topics import meant, nearest, topic_words, topics
from bot.screens.refusal_words import refusal_words
from bot.tables.about import About
from bot.tables.kept_games import LogSlice
from bot.tables.table import People, Person, Stage, Table
from bot.texts import LANGUAGES, Texts, texts
from tests.backgammon.positions import board

EN, CS = texts("en-US"), texts("cs")
TOPICS = topics()
SEED = bytes(range(100, 132))

BY_DISTANCE = """
1 11 30,6 100,0
2 12 33,3 100,0
3 14 38,9 100,0
4 15 41,7 94,4
5 15 41,7 86,1
6 17 47,2 75,0
7 6 16,7 63,9
8 6 16,7 47,2
9 5 13,9 33,3
10 3 8,3 22,2
11 2 5,6 16,7
12 3 8,3 11,1
15 1 2,8 8,3
16 1 2,8 8,3
18 1 2,8 5,6
20 1 2,8 5,6
24 1 2,8 2,8
"""
BY_CLOSED_POINTS = """
0 100,0 100,0 16,7
1 97,2 69,4 13,9
2 88,9 44,4 11,1
3 75,0 25,0 8,3
4 55,6 11,1 5,6
5 30,6 2,8 2,8
6 0,0 0,0 0,0
"""


def cells(table: str) -> list[list[str]]:
    return [row.split() for row in table.strip().splitlines()]


def blocks(text: str) -> list[str]:
    return re.findall(r"```\n(.*?)\n```", text, re.DOTALL)


def chances(name: str | None, t: Texts) -> str:
    return "\n".join(odds_words(name, t))


def a_table(
    match: Match | None = None,
    stage: Stage = Stage.OPEN,
    words: tuple[tuple[int, str], ...] = (),
    names: tuple[str, str] = ("Ann", "Bob"),
) -> Table:
    rules = match.rules if match else Rules()
    return Table(
        about=About(id="k7f3q2", guild=1, channel=2, setup=rules, made_at=0, expires_at=600),
        people=People(seats=(Person(10, names[0]), Person(11, names[1])), words=words),
        seed=SEED,
        stage=stage,
        state=match,
    )


def at_board(
    position: Position, rules: Rules | None = None, phase: Phase = Phase.CUBE, turn: Side = Side.WHITE
) -> Match:
    match, dice = start(rules or Rules()), (2, 1) if phase is Phase.PLAY else None
    return replace(match, game=replace(match.game, board=Board(position, turn, dice), phase=phase))


# Chances


def test_the_printed_tables_cell_by_cell() -> None:
    """With a comma, as they and every Czech write it."""
    rows = cells(BY_DISTANCE)
    hitting, totals, entering = (blocks(chances(name, CS))[0] for name in ("hitting", "total", "entering"))
    assert cells(hitting.replace("/36", "")) == [["polí", "hodů", "%"], *(row[:3] for row in rows)]
    assert [[row[0], row[-1]] for row in cells(totals)] == [["pipy", "%"], *([row[0], row[3]] for row in rows)]
    assert cells(entering) == [["obsazeno", "1", "2", "3–4"], *cells(BY_CLOSED_POINTS)]


def test_everything_at_once_has_the_same_cells() -> None:
    by_distance, rolls, entering, equity = blocks(chances(None, EN))
    rows = cells(BY_DISTANCE.replace(",", "."))
    assert cells(by_distance) == [["points", "hit", "total"], *([row[0], row[2], row[3]] for row in rows)]
    assert [rolls] == blocks(chances("rolls", EN))
    assert [entering] == blocks(chances("entering", EN))
    assert [equity] == blocks(chances("equity", EN))


def test_rolls_and_numbers() -> None:
    ways = [line.split()[-2] for line in blocks(chances("rolls", EN))[0].splitlines()[1:]]
    assert ways == ["1/36", "2/36", "11/36", "20/36", "27/36", "6/36"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("66", "**6-6**: 1/36, 2.8\u00a0%"),
        ("5-6", "**6-5**: 2/36, 5.6\u00a0%"),
        ("4", "**4**: 11/36, 30.6\u00a0%"),
        ("double", "**any double**: 6/36, 16.7\u00a0%"),
        ("6-5, 3, double", "**6-5, 3, any double**, at least one of them: 18/36, 50.0\u00a0%"),
        ("any double or 6-5", "**any double, 6-5**, at least one of them: 8/36, 22.2\u00a0%"),
        ("jakákoli stejná", "**any double**: 6/36, 16.7\u00a0%"),
        ("1 or 2", "**1, 2**, at least one of them: 20/36, 55.6\u00a0%"),
    ],
)
def test_the_chance_of_what_somebody_names(typed: str, told: str) -> None:
    assert asked_rolls_words(typed, EN) == told


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("3: 100 %", "1 · (3) = **3**"),
        ("1: 10 %, -1: 90 %", "0.1 · (1) + 0.9 · (−1) = **−0.8**"),
        ("1 0.1 -1 0.9", "0.1 · (1) + 0.9 · (−1) = **−0.8**"),
        ("+1=10; −1=90", "0.1 · (1) + 0.9 · (−1) = **−0.8**"),
        ("2:20,1:45,-1:35", "0.2 · (2) + 0.45 · (1) + 0.35 · (−1) = **0.5**"),
    ],
)
def test_the_equity_of_results_that_somebody_lists(typed: str, told: str) -> None:
    """The source's two examples are the first ones."""
    assert results_words(typed, EN) == told


@pytest.mark.parametrize("typed", ["8: 5 6", "8 5,6", "....xx.o", "8, blocked 5 6"])
def test_hitting_past_closed_points_that_are_named_or_drawn(typed: str) -> None:
    said = way_words(typed, EN)
    assert said.startswith("`....xx.o` A blot 8 away, closed: 5 and 6. 5/36, 13.9\u00a0%; with the way open 6/36.")


@pytest.mark.parametrize(
    ("words", "typed", "why"),
    [
        (asked_rolls_words, "7", "names no rolls"),
        (asked_rolls_words, "", "names no rolls"),
        (results_words, "1: 10 %", "sum to 10\u00a0%"),
        (results_words, "win", "no list of results"),
        (way_words, "30", "no way to a blot"),
        (way_words, "5: 7", "no way to a blot"),
        (way_words, "..xo.", "no way to a blot"),
    ],
)
def test_what_cannot_be_told_is_refused_with_how_it_is_asked(
    words: Callable[[str, Texts], str], typed: str, why: str
) -> None:
    with pytest.raises(Illegal) as refusal:
        words(typed, EN)
    assert why in refusal_words(refusal.value, EN)


def test_the_chances_of_both_sides_in_a_position() -> None:
    situation = parse_situation("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10")
    start_of_game = position_odds_words(situation.xgid, EN)
    assert start_of_game.count("167 pips") == 2 and start_of_game.count("No roll hits.") == 2
    waiting = board({25: 2, 6: 10, 13: 2, 8: 1}, {3: 2, 20: 1, 5: 2, 6: 10})
    said = position_odds_words(Xgid(position=waiting), EN)
    assert "From the bar all enter with 25.0\u00a0%." in said
    assert "At least one checker enters with 75.0\u00a0%." in said


def test_hits_are_counted_over_legal_plays() -> None:
    """A blot six away with nothing between: 17 rolls, as the table says."""
    ahead = board({24: 1, 6: 5, 8: 5, 10: 4}, {7: 1, 9: 5, 11: 5, 20: 4})
    assert "Hitting on 18: 17/36, 47.2\u00a0%" in position_odds_words(Xgid(position=ahead), EN)


def test_ways_of_a_total() -> None:
    for number, ways, percent in (row.split() for row in blocks(chances("total", EN))[0].splitlines()[1:]):
        assert float(percent) == pytest.approx(100 * int(ways.removesuffix("/36")) / 36, abs=0.05), number


def test_from_the_distances_that_are_left_out_no_roll_hits() -> None:
    shown = {int(row[0]) for row in cells(BY_DISTANCE)}
    assert sorted(set(range(1, 25)) - shown) == [13, 14, 17, 19, 21, 22, 23]
    assert "13, 14, 17, 19 and 21 to 23" in chances("hitting", EN)


def test_match_equity_has_janowski_beside_kazaross() -> None:
    rows = cells(blocks(chances("equity", EN))[0])[1:]
    assert ["3-5", "64.8", "65.5"] in rows
    for score, kazaross, estimate in rows:
        leader, trailer = map(int, score.split("-"))
        assert float(kazaross) == pytest.approx(100 * match_equity(leader, trailer), abs=0.051)
        assert float(estimate) == pytest.approx(50 + 85 * (trailer - leader) / (trailer + 6), abs=0.051)


@pytest.mark.parametrize("t", [EN, CS, texts("ru")])
@pytest.mark.parametrize("name", [None, *ODDS])
def test_a_phone_shows_it(name: str | None, t: Texts) -> None:
    text = chances(name, t)
    assert all(len(section) <= limits.MESSAGE for section in odds_words(name, t))
    assert all(len(line) <= WIDTH for block in blocks(text) for line in block.splitlines())


def test_a_score_of_ones_own() -> None:
    assert "64.8\u00a0%" in score_words(3, 5, EN)
    assert "35.2\u00a0%" in score_words(5, 3, EN)
    assert "Janowski: 34.5\u00a0%" in score_words(5, 3, EN)
    assert score_words(4, 4, EN).count("50.0\u00a0%") == 2


def test_a_score_with_one_point_to_go_tells_crawford_from_what_comes_after() -> None:
    text = score_words(1, 2, EN)
    assert "the Crawford game: 67.7\u00a0%" in text
    assert "after the Crawford game: 51.2\u00a0%" in text
    assert "after the Crawford game: 48.8\u00a0%" in score_words(2, 1, EN)
    assert score_words(1, 1, EN).count("50.0\u00a0%") == 2


def test_the_score_of_the_channels_match() -> None:
    match = start(Rules(length=7))
    match = replace(match, score=(2, 4), game=replace(match.game, score=Score((5, 3))))
    said = table_score_words(a_table(match), EN)
    assert "**Bob** needs 3, **Ann** 5" in said
    assert "64.8\u00a0%" in said and "65.5\u00a0%" in said
    crawford = replace(match, game=replace(match.game, score=Score((1, 2), crawford=True)))
    assert "67.7\u00a0%" in table_score_words(a_table(crawford), EN)
    after = replace(match, game=replace(match.game, score=Score((1, 2))))
    assert "51.2\u00a0%" in table_score_words(a_table(after), EN)
    assert table_score_words(a_table(start(Rules())), EN) == ""


# A race


def test_a_race_says_who_doubles_and_who_takes() -> None:
    """As the rules module counts it: 55 against 68."""
    text = race_words(a_table(at_board(board({1: 3, 2: 2, 4: 3, 6: 2}, {1: 1, 5: 5, 6: 4}))), EN)
    assert "**Ann**: 31 pips, Thorp count 55" in text
    assert "**Bob**: 50 pips, Thorp count 68" in text
    assert "Cube in the middle: **Ann** should double." in text
    assert "Cube with **Ann**: redouble." in text
    assert "If doubled, **Bob** should drop." in text


@pytest.mark.parametrize(
    ("opponent", "verdicts"),
    [
        ({6: 2}, ("should double.", "redouble.", "should drop.")),
        ({5: 1, 4: 1}, ("should double.", "redouble.", "should take.")),
        ({4: 1, 3: 1}, ("should double.", "do not redouble yet.", "should take.")),
        ({2: 2}, ("should not double yet.", "do not redouble yet.", "should take.")),
    ],
)
def test_the_verdicts_of_a_race(opponent: dict[int, int], verdicts: tuple[str, str, str]) -> None:
    lines = race_words(a_table(at_board(board({5: 1, 4: 1}, opponent), turn=Side.BLACK)), EN).splitlines()
    assert lines[0].startswith("**Bob**: 9 pips, Thorp count 11")
    assert [line.endswith(end) for line, end in zip(lines[2:5], verdicts, strict=True)] == [True] * 3


def test_without_a_race_there_are_pips_and_the_reason() -> None:
    text = race_words(a_table(at_board(Position.start())), EN)
    assert text.splitlines()[:2] == ["**Ann**: 167 pips", "**Bob**: 167 pips"]
    assert "pure races" in text
    assert "double" not in text
    dropped = at_board(board({5: 1}, {1: 1}), phase=Phase.OVER)
    assert race_words(a_table(dropped), EN).endswith("The game is over.")
    assert race_words(a_table(dropped), EN).startswith("**Ann**: 5 pips\n**Bob**: 1 pip\n")


def test_a_race_says_what_the_advice_leaves_out() -> None:
    position = board({5: 1, 4: 1}, {2: 2})
    assert "for money" in race_words(a_table(at_board(position, Rules(length=5))), EN)
    assert "no cube" in race_words(a_table(at_board(position, Rules(length=1))), EN)
    assert "before the roll" in race_words(a_table(at_board(position, phase=Phase.PLAY)), EN)
    match = at_board(position)
    owned = replace(match, game=replace(match.game, bet=Bet(0, 1, 2, Side.BLACK)))
    assert "The cube is with **Bob** now." in race_words(a_table(owned), EN)


def test_names_stay_names() -> None:
    table = a_table(at_board(Position.start()), names=("*Ann* <@1>", "@everyone"))
    text = race_words(table, EN)
    assert r"\*Ann\*" in text
    assert "<@" not in text and "@everyone" not in text


# Rules and help


#: Characters of a topic in English: in another language it is longer by a tenth, and the title stands above it.
LONGEST_TOPIC = 1750


def commands() -> set[str]:
    """Every command; of a group its commands, by their whole names."""
    cogs = (
        PlayCommands,
        ChallengeCommands,
        TableCommands,
        TrainingCommands,
        FactCommands,
        RecordCommands,
        ImportCommands,
        PanelCommands,
        LadderCommands,
        LeagueCommands,
        AwayCommands,
        WaitingCommands,
        LearnCommands,
        LookingCommands,
        HintCommands,
        ScoreCommands,
        AnalysisCommands,
    )
    found = {f"chouette {command.name}" for command in ChouetteCommands.__cog_app_commands__}
    found |= {f"preferans {command.name}" for command in PreferansCommands.__cog_app_commands__}
    for command in (command for cog in cogs for command in cog.__cog_app_commands__):
        if isinstance(command, app_commands.Group):
            found |= {f"{command.name} {each.name}" for each in command.commands}
        else:
            found.add(command.name)
    return found


def in_code(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_topic_fits_into_a_list_and_a_message() -> None:
    assert len(TOPICS) >= 25, "as many as Discord takes in one list, and no topic goes for a new one"
    for name, topic in TOPICS.items():
        assert len(topic.title) <= 100
        assert len(topic.text) <= LONGEST_TOPIC
        assert topic_words(name, EN) == f"**{topic.title}**\n{topic.text}"
        for language in LANGUAGES:
            t = texts(language)
            assert len(topic_words(name, t)) <= limits.MESSAGE
            assert {meant(each, t) for each in (name, topic.title, t(topic.title).upper())} == {name}


def test_what_is_no_topic_has_topics_near_to_it() -> None:
    cs = texts("cs")
    assert meant("doubling", EN) is None and nearest("doubling", EN)[0] == "Doubling cube"
    assert meant("crawfrod", EN) is None and nearest("crawfrod", EN)[0] == "Matches and Crawford"
    assert meant("doubling cube", cs) == "cube" and cs(TOPICS["cube"].title) in nearest("doubling kube", cs)
    for typed in ("", " ", "🎲", "x" * 6000):
        assert meant(typed, EN) is None and len(nearest(typed, EN)) <= 3


def test_every_table_of_chances_can_be_chosen() -> None:
    choices = next(each for each in FactCommands.__cog_app_commands__ if each.name == "odds").parameters[0].choices
    assert [choice.value for choice in choices] == list(ODDS)
    assert len({chances(choice.value, EN) for choice in choices}) == len(ODDS)


def test_only_commands_that_exist_are_named() -> None:
    told = [
        *(topic.words for topic in help_topics("wood", EN, Shown(EN, EN))),
        chances(None, EN),
        *(topic.text for topic in TOPICS.values()),
    ]
    known = commands()
    named = {code[1:] for text in told for code in in_code(text) if code.startswith("/")}
    assert len(named) > 30
    for name in named:
        words = name.split()
        assert words[0] in known or " ".join(words[:2]) in known, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_chouette_is_told_in_words(language: str) -> None:
    t = texts(language)
    text = "".join(t(TOPICS[f"chouette_{name}"].text) for name in ("options", "house", "banks"))
    assert [option_name(name, t) for name in values_of(Options()) if option_name(name, t) not in text] == []
    for name in ("retain", "box_take", "box_double", "lone_taker", "consult"):
        assert all(value_words(name, value, t) in text for value in choices(name)), name
    assert all(preset_name(preset, t) in text for preset in PRESETS)


def test_no_topic_names_an_option_as_the_code_does() -> None:
    for name, topic in TOPICS.items():
        if name.startswith("chouette"):
            told = {code for code in in_code(topic.text) if not code.startswith("/")}
            assert told <= {"winner"}, name


def test_the_example_of_an_extra_adds_up() -> None:
    """Given at 1: the point lost to the box and the one paid for the extra, then what the bet at 2 comes to."""
    dropped, fee, value = -1, -1, 2
    single, gammon, lost, lost_gammon = (dropped + fee + kind * value for kind in (1, 2, -1, -2))
    assert f"a single game they come out at {single}, with a gammon at +{gammon};" in TOPICS["chouette_extras"].text
    told = f"if the taker wins, at −{-lost}, with a gammon at −{-lost_gammon}."
    assert told in TOPICS["chouette_extras"].text


def test_what_the_topics_call_usual_in_a_chouette_is_the_default() -> None:
    usual = {name: written(value) for name, value in values_of(Options()).items()}
    expected = {
        "retain": "captain", "order": "roll", "window": "sealed", "jacoby": "per_cube", "animals": "1",
        "cube_timer": "60", "forfeit_after": "10", "join": "behind_loser", "may_decline_box": "on", "auto_doubles": "0",
    }  # fmt: skip
    assert {name: usual[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("topic", "variant"),
    [("board", Variant.BACKGAMMON), ("nackgammon", Variant.NACKGAMMON), ("hypergammon", Variant.HYPERGAMMON)],
)
def test_the_starting_positions_as_told(topic: str, variant: Variant) -> None:
    words = {"one": "1"}
    said = " ".join(words.get(word, word) for word in TOPICS[topic].text.replace("its ", "").split())
    told = {int(point): int(count) for count, point in re.findall(r"(\d) (?:checkers )?on (\d+)", said)}
    own = Position.start(variant).own
    # In nackgammon the text goes on to say where the two checkers on 23 come from.
    assert told == {point: own[point] for point in range(1, 25) if own[point]}


def test_the_example_of_beaver_and_raccoon_adds_up() -> None:
    bet = Bet(0, 1)
    beaver, raccoon = Offer(Side.WHITE, OfferStage.BEAVER), Offer(Side.WHITE, OfferStage.RACCOON)
    assert (beaver.taken(bet), beaver.refused(bet), raccoon.taken(bet), raccoon.refused(bet)) == (4, 2, 8, 4)
    assert "beavered to 4. To refuse the beaver costs 2. A raccoon makes it 8; to refuse that costs 4" in " ".join(
        TOPICS["animals"].text.split()
    )


def test_what_the_topics_call_usual_is_the_default() -> None:
    rules, money = Rules(), CubeRules()
    assert rules.crawford and money.cube_cap == 64
    assert (money.animals, money.beavers_per_bet, money.auto_doubles) == (1, 1, 0)


def test_the_help_has_pictures_with_captions() -> None:
    for language in LANGUAGES:
        lessons = help_topics("wood", texts(language), Shown(EN, EN))
        assert len(lessons) == 9 and all(len(each.words) <= limits.MESSAGE for each in lessons)
        assert len({each.label for each in lessons}) == 9
    for theme in render.THEMES:
        for topic in help_topics(theme, EN, Shown(EN, EN)):
            assert topic.picture.draw().startswith(b"\x89PNG")
    played = parse_play("8/5 6/5", Position.start(), (3, 1)).result
    turned = render.Scene(played.own, played.opponent, ("", ""))
    assert f"{turned.pips(0)} pips" in help_topics("wood", EN, Shown(EN, EN))[2].picture.words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_calls_buttons_what_its_reader_sees(language: str) -> None:
    """What all see speaks the table's language, or the server's; what the reader alone sees their own."""
    before, board = texts(language), texts("ru" if language == "en" else "en")
    for mine in map(texts, LANGUAGES):
        told = "\n".join(topic.words for topic in help_topics("wood", mine, Shown(before, board)))
        for name in ("Play", "Join", "Rules", "Options", "Start"):
            assert f"**{before(name)}**" in told
        for name in ("Roll", "Move", "More", "Hold", "Pass", "Hand"):
            assert f"**{board(name)}**" in told
        for name in ("Confirm", "Save"):
            assert f"**{mine(name)}**" in told
            assert mine is board or f"**{board(name)}**" not in told


def test_a_button_in_another_language_is_named_in_the_reader_s_too() -> None:
    mine, board = texts("ru"), label_in(texts("ru"), EN)
    told = help_topics("wood", mine, Shown(label_in(mine, mine), board))[0].words
    assert f"**{mine('Play')}**" in told and f"**{mine('Roll')} / Roll**" in told
    assert label_in(EN, EN)("Play") == "Play"


def test_the_chouette_of_the_help_stands_as_its_caption_says() -> None:
    """Anna is the box; the captain looks on, Bořek's cube has been taken, Petra asks to wait."""
    game, names = example().game, ("You", "Anna", "Bořek", "Petra")
    assert (names[game.box], game.on_roll) == ("Anna", 0)
    cubes = {names[bet.white]: (bet.value, bet.owner) for bet in game.bets}
    assert cubes == {"You": (1, None), "Bořek": (2, Side.BLACK), "Petra": (1, None)}
    assert [names[seat] for seat in game.holding] == ["Petra"]
    caption = help_topics("wood", EN, Shown(EN, EN))[3].words
    assert "Anna is the box" in caption and "Bořek has doubled" in caption and "Petra asks you to wait" in caption


def test_the_help_names_the_buttons_of_the_window() -> None:
    answers = {action.__name__ for question in questions(example()) for action in question.answers}
    told = set(re.findall(r"\*\*(\w+)\*\*", help_topics("wood", EN, Shown(EN, EN))[3].words))
    # The roll is what the captain is asked to wait with.
    assert {"Double", "Pass", "Hold"} <= told & answers and "Roll" in told


# The proof of the dice


def plain_roll(seed: bytes, words: str, number: int) -> tuple[int, int]:
    """Anybody's way to count a roll; that a digest is used up does not happen here."""
    digest = hmac.new(seed, f"{words}|{number}".encode(), hashlib.sha256).digest()
    found = [byte % 6 + 1 for byte in digest if byte < 252]
    return found[0], found[1]


def rolled(number: int) -> Match:
    return replace(start(Rules()), rolls=number)


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.CLOSED])
def test_the_seed_is_never_shown_before_the_table_is_closed(stage: Stage) -> None:
    table = a_table(None if stage is Stage.CHALLENGE else rolled(7), stage, ((10, "blue moon"), (11, "Karel")))
    for (text,) in (proof_words(table, EN), proof_words(table, EN, (1, 7))):
        assert hashlib.sha256(SEED).hexdigest() in text
        assert SEED.hex() not in text
        assert "python" not in text
        if stage is not Stage.WITHDRAWN:
            assert "`blue moon|Karel`" in text


def run(pages: list[str]) -> list[str]:
    """What the program prints that a message shows."""
    program = re.search(r"```python\n(.*?)```", pages[-1], re.DOTALL)
    assert program
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program[1], {})
    return printed.getvalue().splitlines()


@pytest.mark.parametrize(
    "words",
    [(), ((11, "only Bob"),), ((11, 'Karel "K"'), (10, "blue\\moon's")), ((10, "{n} 'a' \"b\""), (11, "žluťoučký 🎲"))],
)
def test_the_printed_check_verifies(words: tuple[tuple[int, str], ...]) -> None:
    table = a_table(rolled(40), Stage.CLOSED, words)
    joined = "|".join(table.words)
    printed = run(proof_words(table, EN))
    assert printed[0] == f"{hashlib.sha256(SEED).hexdigest()} {table.short_commitment}"
    assert printed[0].startswith(table.commitment)
    assert printed[1:] == [f"{number} {list(plain_roll(SEED, joined, number))}" for number in range(1, 41)]
    assert [plain_roll(SEED, joined, number + 1) for number in range(40)] == [
        table.next_roll(rolled(number)) for number in range(40)
    ]
    assert run(proof_words(table, EN, (12, 13)))[1:] == printed[12:14]


def test_the_longest_proof_fits() -> None:
    words = ((10, '"' * 40), (11, "'\\" * 20))
    for t in (EN, CS):
        (text,) = proof_words(a_table(rolled(9999), Stage.CLOSED, words), t)
        assert len(text) <= limits.MESSAGE


def test_the_rolls_of_a_game_are_read_from_the_log() -> None:
    """An undo throws rolls away, but their numbers are used up."""
    log: list[actions.AnyAction] = [
        actions.OpeningRoll(dice=(3, 3)),
        actions.OpeningRoll(dice=(3, 1)),
        actions.Move(by=0, play="8/5 6/5"),
        actions.Roll(by=1, dice=(6, 4)),
        actions.Undo(by=0),
        actions.Undo(by=1),
        actions.Move(by=0, play="24/20"),
        actions.Roll(by=1, dice=(6, 2)),
        actions.Abort(),
        actions.Next(by=0),
        actions.Next(by=1),
        actions.OpeningRoll(dice=(2, 6)),
    ]
    match = start(Rules())
    for action in log:
        match = apply(match, action)
    table = a_table()
    entries = [table.game.header(start(Rules())), *map(table.game.codec.encode, log)]
    log_slice = LogSlice(table.game, b"\n".join(entries))
    assert rolls_of(face_of(table), log_slice, 1) == [(1, (3, 3)), (2, (3, 1)), (3, (6, 4)), (4, (6, 2))]
    assert rolls_of(face_of(table), log_slice, 2) == [(5, (2, 6))]
    assert rolls_of(face_of(table), log_slice, 3) == []
    assert match.rolls == 5


@pytest.mark.parametrize(("first", "count"), [(1, 2), (1, 60), (95, 400), (9990, 700)])
def test_the_rolls_of_a_game_are_listed_once_each(first: int, count: int) -> None:
    rolls = [(number, plain_roll(SEED, "", number)) for number in range(first, first + count)]
    pages = rolls_words("k7f3q2", 4, rolls, EN)
    assert all(len(page) <= limits.MESSAGE for page in pages)
    text = "\n".join(block for page in pages for block in blocks(page))
    assert all(len(line) <= WIDTH for line in text.splitlines())
    listed = [(int(number), (int(one), int(two))) for number, one, two in re.findall(r"(\d+) (\d)-(\d)", text)]
    assert listed == rolls
    assert "k7f3q2-4" in pages[0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("k7f3q2", ("k7f3q2", None)),
        ("k7f3q2-", ("k7f3q2", None)),
        (" `K7F3Q2-4` ", ("k7f3q2", 4)),
        ("k7f3q2-12", ("k7f3q2", 12)),
    ],
)
def test_ids_are_read(text: str, meant: tuple[str, int | None]) -> None:
    assert parse_game(text) == meant


@pytest.mark.parametrize(
    "text", ["", "k7f3q", "k7f3q2--", "k7f3q2-0", "k7f3q2-x", "k7f3q2-123456", "<@1> @here", "ě" * 300]
)
def test_what_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(Illegal) as refused:
        parse_game(text)
    assert refused.value.reason is FactFault.NOT_AN_ID
    assert "<@" not in refusal_words(refused.value, EN)
    assert len(refusal_words(refused.value, EN)) < 300
