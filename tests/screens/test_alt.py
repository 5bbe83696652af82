"""Descriptions are complete: read back, that of a board gives the checkers, the cubes, the dice, who must do what."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import NamedTuple

import pytest
from msgspec.structs import replace as changed

from bot import limits
from bot.backgammon import BAR, OFF, Dice, Draft, Kind, Match, Phase, Pick, Position, Side, actions
from bot.backgammon.bet import double_fault
from bot.screens.alt import alt_text, chart_alt, ending_alt, person_alt, sheet_alt
from bot.screens.board_scene import draft_scene
from bot.tables.table import Person, Table
from bot.texts import LANGUAGES, texts
from render import Cube, Die, LastPlay, Member, Scene, Step, Way
from render.chart import Chart
from render.scene import check
from render.sheet import GameRow, Mark, Sheet
from tests.backgammon.positions import board
from tests.backgammon.random_play import RULES
from tests.render.papers import CHARTS, ENDINGS, PEOPLE, SHEETS, chouette
from tests.render.scenes import FIXED, START, TEAM, in_chouette, random_scene
from tests.screens.states import scene_of

from .states import OPENING, after, match_of, opened, random_tables

ENGLISH = texts("en")
NAMES = ("Ann", "Bob")
NUMBERED = "Each side's points are numbered from its own side."
_SIDE = re.compile(r"(?:^|(?<=\. ))([^.(]+) \(([^)]*?)(\d+) pips?\) — ([^.]*)\.")
_CUBE = re.compile(r"Cube (?:in the middle at (\d+)|at (\d+) with (Ann|Bob)|offered to (Ann|Bob) at (\d+))\.")
_ROLL = re.compile(r"(Ann|Bob) to play ([\d-]+)(?: \((?:left: ([\d ]+)|all played)\))?\.")
_MEMBER = re.compile(r"(?<=\. )([^.(:]+)(?: \(([^)]*)\))?: ([^.]*\bcube\b[^.]*|[^.]*\boffer(?:s|ed)\b[^.]*)\.")
_MEMBER_CUBES = (
    (re.compile(r"cube (\d+) centred$"), None, None),
    (re.compile(r"own cube (\d+)$"), 0, None),
    (re.compile(r"box's cube (\d+)$"), 1, None),
    (re.compile(r"is offered (\d+)$"), None, 0),
    (re.compile(r"offers (\d+)$"), None, 1),
)


class Read(NamedTuple):
    """What the words say: checkers, pips, cube, the dice and who has them, those left."""

    counts: tuple[tuple[int, ...], ...]
    pips: tuple[int, ...]
    cube: Cube | None
    roll: tuple[str, tuple[int, ...], tuple[int, ...]] | None


def counts(text: str) -> tuple[int, ...]:
    """One side of the board, from its words."""
    side = [0] * 26
    for place, count in re.findall(r"(bar|off|\d+): (\d+)", text):
        side[{"bar": BAR, "off": OFF}[place] if place in ("bar", "off") else int(place)] = int(count)
    return tuple(side)


def read(text: str) -> Read:
    """A description in English, whatever the two sides are called."""
    sides = _SIDE.findall(text)
    assert len(sides) == 2, text
    roll = None
    if found := _ROLL.search(text):
        dice = tuple(map(int, found[2].split("-")))
        left = () if "all played" in found[0] else tuple(map(int, found[3].split())) if found[3] else dice
        roll = found[1], dice, left
    return Read(tuple(counts(side[3]) for side in sides), tuple(int(side[2]) for side in sides), cube_in(text), roll)


def cube_in(text: str) -> Cube | None:
    found = _CUBE.search(text)
    if not found:
        return None
    owner = NAMES.index(found[3]) if found[3] else None
    offered_to = NAMES.index(found[4]) if found[4] else None
    return Cube(int(found[1] or found[2] or found[5]), owner, offered_to)


def member_cube(words: str) -> Cube | None:
    for pattern, owner, offered_to in _MEMBER_CUBES:
        if found := pattern.fullmatch(words):
            return Cube(int(found[1]), owner, offered_to)
    assert words == "no cube", words
    return None


def described(table: Table) -> str:
    return alt_text(scene_of(table, "wood", ENGLISH), ENGLISH)


# What a table shows


@pytest.mark.parametrize("name", RULES)
def test_one_can_play_from_the_description(name: str) -> None:
    for table in random_tables(f"alt {name}", opened(RULES[name]), 120):
        match, text = match_of(table), described(table)
        found = read(text)
        position = match.game.board.seen_by_white
        assert Position.of(*found.counts) == position and found.pips == position.pips
        check_cube(match, found.cube, text)
        game = match.game
        resigned = match.proposed(actions.Resign)
        if game.phase is Phase.PLAY:
            assert game.board.dice is not None and game.decider is not None
            dice = tuple(sorted(game.board.dice, reverse=True))
            if resigned and resigned.what.by == game.decider:
                assert f"Dice, {NAMES[game.decider]}: {dice[0]}-{dice[1]}. {NAMES[1 - game.decider]} to act." in text
            else:
                assert found.roll is not None and found.roll[:2] == (NAMES[game.decider], dice)
        elif resigned and resigned.what.by is not None:
            assert f"{NAMES[1 - resigned.what.by]} to act." in text and found.roll is None
        elif game.decider is not None:
            assert f"{NAMES[game.decider]} to act." in text and found.roll is None
        assert len(text) <= limits.PICTURE_WORDS and text.endswith(NUMBERED)


def check_cube(match: Match, cube: Cube | None, text: str) -> None:
    game = match.game
    if not match.rules.bet.cube:
        assert cube is None and "No cube." in text
    elif game.score and game.score.crawford:
        assert cube is None and "No cube." in text and "Rules: Crawford" in text
    elif game.offer:
        assert cube == Cube(game.offer.taken(game.bet), offered_to=game.offer.answerer)
    elif any(double_fault(changed(game.bet, result=None), side, match.rules.bet, game.score) is None for side in Side):
        assert cube == Cube(game.bet.value, game.bet.owner) and "no longer be turned" not in text
    elif game.bet.value == 1:
        assert cube is None and "No cube." in text
    else:
        assert cube == Cube(game.bet.value, game.bet.owner) and "It can no longer be turned." in text


def test_the_score_is_told_to_its_length_or_as_a_balance() -> None:
    assert "Ann (0 / 5, 167 pips)" in described(after(opened(RULES["match"]), OPENING))
    assert "Bob (0, 167 pips)" in described(after(opened(RULES["money"]), OPENING))


def test_what_is_asked_and_how_it_ended_is_told() -> None:
    doubled = after(opened(), OPENING, actions.Move(by=0, play="8/5 6/5"), actions.Double(by=1))
    text = described(doubled)
    assert "Cube offered to Ann at 2. Ann to act. Bob doubles to 2. " in text
    assert " Last play, Ann: 8/5 6/5 (the blue numbers)." in text
    resigned = after(opened(), OPENING, actions.Resign(by=0, kind=Kind.GAMMON))
    assert "resigns a gammon?" in described(resigned)
    ended = after(resigned, actions.Accept(by=1, question=match_of(resigned).proposals[0].number))
    assert " Bob wins 1 point. " in described(ended)


@pytest.mark.parametrize(
    ("dice", "picks", "told"),
    [
        ((3, 1), (), "Ann to play 3-1. Can move: 24, 13, 8, 6. Can go to: 21, 10, 5, 3, 23, 7. Each"),
        ((3, 1), (Pick(8, 3),), "Can move: 24, 8, 6, 5. Can go to: 23, 7, 5, 4. Last step: 8/5. Each"),
        ((3, 1), (Pick(8, 3), Pick(6, 1)), "Ann to play 3-1 (all played). Last step: 6/5. Each"),
        (
            (2, 2),
            (Pick(13, 2), Pick(11, 2)),
            "(left: 2 2). Can move: 24, 13, 9, 8, 6. Can go to: 22, 11, 7, 6, 4. Last step: 11/9. Each",
        ),
    ],
)
def test_a_draft_tells_what_is_left_to_play_what_can_move_and_the_last_step(
    dice: Dice, picks: tuple[Pick, ...], told: str
) -> None:
    table = after(opened(), OPENING)
    start = match_of(table)
    game = changed(start.game, board=changed(start.game.board, dice=dice))
    table = changed(table, state=changed(start, game=game))
    draft = Draft(game.board.position, dice, picks)
    for flipped in (False, True):
        scene = draft_scene(
            scene_of(table, "wood", ENGLISH), Side.WHITE, draft, dice, draft.steps[-1:], flipped=flipped
        )
        text = alt_text(scene, ENGLISH)
        assert told in text
        assert read(text).counts == (scene.bottom, scene.top)


def test_a_name_of_several_lines_stays_on_one() -> None:
    table = after(opened(people=(Person(1, "A\nn  n"), Person(2, "\u202eBob"))), OPENING)
    text = described(table)
    assert text.startswith("A n n (") and " Bob (" in text


# What any scene shows


def random_cube(rng: random.Random) -> Cube | None:
    owner = rng.choice((None, 0, 1))
    offered_to = rng.choice((None, None, 0, 1))
    return rng.choice((None, Cube(2 ** rng.randrange(8), None if offered_to is not None else owner, offered_to)))


def random_dice(rng: random.Random) -> tuple[Die, ...]:
    first, second = rng.randint(1, 6), rng.randint(1, 6)
    values = (first,) * 4 if first == second else (first, second)
    return tuple(Die(value, rng.random() < 0.3) for value in values)


def random_team(rng: random.Random) -> tuple[Member, ...]:
    return tuple(
        replace(member, cube=random_cube(rng), acts=rng.random() < 0.4, out=rng.random() < 0.3)
        for member in rng.sample(TEAM, rng.randint(1, len(TEAM)))
    )


@pytest.mark.parametrize("seed", range(150))
def test_everything_a_scene_shows_is_in_its_words(seed: int) -> None:
    rng = random.Random(seed)
    turn = rng.choice((None, 0, 1))
    scene = random_scene(
        rng,
        names=NAMES,
        turn=turn,
        numbers_from=turn or 0,
        scores=rng.choice((("", ""), ("3 / 7", "5 / 7"), ("+12", "−12"))),
        tags=rng.choice(((), ("Jacoby",), ("Hypergammon", "Crawford"))),
        dice=random_dice(rng) if turn is not None and rng.random() < 0.7 else (),
        cube=random_cube(rng),
        banner=rng.choice(("", "Void", "Resigns a gammon?")),
        banner_side=rng.choice((None, 0, 1)),
    )
    if rng.random() < 0.5:
        scene = replace(scene, cube=None, roles=("captain", "box"), members=random_team(rng))
    check(scene)
    text = alt_text(scene, ENGLISH)
    found = read(text)
    assert found.counts == (scene.bottom, scene.top)
    assert found.pips == (scene.pips(0), scene.pips(1))
    assert found.cube == scene.cube
    assert ("No cube." in text) == (scene.cube is None and not scene.members)
    check_dice(scene, found, text)
    for name, score, role in zip(scene.names, scene.scores, scene.roles, strict=True):
        head = ", ".join(fact for fact in (role, score) if fact)
        assert f"{name} ({head}{', ' if head else ''}" in text
    assert all(tag in text for tag in scene.tags)
    if scene.banner:
        whom = "" if scene.banner_side is None else f"{NAMES[scene.banner_side]}: "
        assert f". {whom}{scene.banner}" in text
    check_members(scene, text)
    assert text.endswith(NUMBERED)


def check_dice(scene: Scene, found: Read, text: str) -> None:
    if not scene.dice:
        assert found.roll is None
        assert scene.turn is None or f"{NAMES[scene.turn]} to act." in text
        return
    assert scene.turn is not None and found.roll is not None
    who, rolled, left = found.roll
    thrown = sorted((die.value for die in scene.dice), reverse=True)
    assert who == NAMES[scene.turn]
    assert list(rolled) == thrown[:2]
    if any(die.used for die in scene.dice):
        assert sorted(left) == sorted(die.value for die in scene.dice if not die.used)
    else:
        assert left == rolled


def check_members(scene: Scene, text: str) -> None:
    members = _MEMBER.findall(text)
    assert [name for name, _, _ in members] == [member.name for member in scene.members]
    for (_, head, facts), member in zip(members, scene.members, strict=True):
        assert head == ", ".join(fact for fact in (member.role, member.score) if fact)
        cube, *more = facts.split(", ")
        assert member_cube(cube) == member.cube
        state = [member.state] if member.state else []
        assert more == state + ["to act"] * member.acts + ["out"] * member.out


def test_dice_without_a_turn_belong_to_whom_the_points_are_numbered_from() -> None:
    text = alt_text(Scene(START, START, NAMES, numbers_from=1, dice=(Die(3), Die(1))), ENGLISH)
    assert "Dice, Bob: 3-1." in text and "to act" not in text


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ((Step(8, 5), Step(8, 5)), "8/5(2)"),
        ((Step(25, 23), Step(23, 22, hit=True)), "bar/22*"),
        ((Step(6, 0), Step(4, 1)), "6/off 4/1"),
        ((Step(13, 9, hit=True), Step(9, 5)), "13/9*/5"),
    ],
)
def test_the_last_play_is_told_in_notation(steps: tuple[Step, ...], told: str) -> None:
    scene = Scene(START, START, NAMES, turn=0, last=LastPlay(1, steps))
    assert f" Last play, Bob: {told} (the blue numbers). Each" in alt_text(scene, ENGLISH)
    text = alt_text(replace(scene, numbers_from=1), ENGLISH)
    assert f" Last play, Bob: {told}. Each" in text, "where the rails bear Bob's numbers there are no others"


def test_two_of_one_name_are_told_apart() -> None:
    text = alt_text(Scene(START, START, ("Ann", "Ann"), turn=1, cube=Cube(2, owner=0)), ENGLISH)
    assert text.startswith("Ann 1 (") and " Ann 2 (" in text
    assert "Cube at 2 with Ann 1. Ann 2 to act." in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FIXED)
def test_what_can_be_drawn_can_be_described(name: str, language: str) -> None:
    t = texts(language)
    text = alt_text(FIXED[name], t)
    assert len(text) <= limits.PICTURE_WORDS and text.endswith(t(NUMBERED))


# The longest


def crowded() -> Scene:
    """More than any board can show: 15 points occupied by each side, and both with many pips."""
    side = (0, *[0] * 9, *[1] * 15, 0)
    steps = tuple(Step(start, start - 6, hit=True) for start in (24, 23, 22, 21))
    return Scene(
        side,
        side,
        ("W" * 32 + " + 8", "Щ" * 32),
        scores=("+1048576", "−1048576"),
        roles=("CAPTAIN AND TEAM", "BOX"),
        tags=("Hypergammon", "Jacoby", "Egyptian rule"),
        turn=1,
        numbers_from=1,
        dice=(Die(6, used=True), Die(6), Die(6), Die(6)),
        last=LastPlay(1, steps),
        banner="W" * 32 + " wins 1048576 points",
        banner_side=0,
    )


def crowd(cube: Cube) -> tuple[Member, ...]:
    """Nine people with all that can be said of anybody."""
    captain = Member("Щ" * 32, "−1048576", "CAPTAIN", cube, "DOUBLED?", acts=True)
    return (captain, *(replace(captain, name=letter * 32, role="PARTNER") for letter in "ABCDEFGH"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["", "ОТКАЗЫВАЕТСЯ " * 6], ids=["usual words", "long words"])
@pytest.mark.parametrize("place", [(None, None), (0, None), (1, None), (None, 0), (None, 1)], ids=str)
def test_in_the_worst_case_nothing_is_cut_off(place: tuple[int | None, int | None], word: str, language: str) -> None:
    """Position, dice, scores and cubes are whole; names are short, though nobody is without one."""
    t = texts(language)
    team = crowd(Cube(2**20, *place))
    scene = replace(crowded(), members=team)
    if word:
        team = tuple(replace(member, role=word, state=word) for member in team)
        scene = replace(scene, members=team, roles=(word, word), tags=(word,) * 3, banner=word)
    text = alt_text(scene, t)
    assert len(text) <= limits.PICTURE_WORDS and text.endswith(t(NUMBERED))
    assert text.count(", ".join(f"{point}: 1" for point in range(24, 9, -1))) == 2
    assert text.count("−1048576") == 10 and text.count("+1048576") == 1
    assert len(re.findall(r"(?<![−+\d])1048576", text)) == 9
    assert "6-6" in text and "6 6 6" in text
    assert all(letter in text for letter in "WЩABCDEFGH")


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_players_are_always_named_in_full(language: str) -> None:
    text = alt_text(replace(crowded(), cube=Cube(2**20, owner=1)), texts(language))
    assert "W" * 32 + " + 8" in text and "Щ" * 32 in text
    assert "24/18*" in text and len(text) <= limits.PICTURE_WORDS


def test_names_are_shortened_the_longest_first_and_before_the_last_play_goes() -> None:
    scene = in_chouette(replace(crowded(), banner=""), 9)
    team = tuple(replace(member, name=member.name + "x" * 60 * (number % 2)) for number, member in enumerate(TEAM))
    text = alt_text(replace(scene, members=team), ENGLISH)
    assert len(text) <= limits.PICTURE_WORDS
    assert "Petra (" in text and "Šárka (" in text and "Ondřejxxx" in text and "x" * 40 not in text
    assert "Last step" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_table_is_described_whole(language: str) -> None:
    """Every point occupied, checkers on both bars, names as long as can be."""
    table = after(opened(RULES["match"], (Person(1, "W" * 100), Person(2, "Ж" * 100))), OPENING)
    match = match_of(table)
    full = board({**dict.fromkeys(range(13, 25), 1), BAR: 2}, {**dict.fromkeys(range(13, 25), 1), BAR: 2})
    game = changed(match.game, board=changed(match.game.board, position=full))
    t = texts(language)
    scene = scene_of(changed(table, state=changed(match, game=game)), "wood", t)
    text = alt_text(scene, t)
    assert len(text) < limits.PICTURE_WORDS and "3-1." in text and text.endswith(t(NUMBERED))


# Charts and sheets


def test_a_chart_in_words() -> None:
    points = ((0.0, 1500.0), (1.0, 1512.6), (2.0, 1488.2), (3.0, 1490.4))
    assert chart_alt(Chart("Anna\n🎲", points, "FIBS scale"), ENGLISH) == (
        "Anna 🎲. FIBS scale. 4 ratings: newest 1490, first 1500, change −10, highest 1513, lowest 1488."
    )
    assert chart_alt(Chart("Anna", ((0.0, -3.0),)), ENGLISH) == (
        "Anna. 1 rating: newest −3, first −3, change 0, highest −3, lowest −3."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_has_words(name: str, language: str) -> None:
    chart = replace(CHARTS[name], note="W" * 500)
    assert str(len(chart.points)) in (text := chart_alt(chart, texts(language)))
    assert len(text) <= limits.PICTURE_WORDS


def test_a_sheet_in_words() -> None:
    games = (
        GameRow("1", (2, -2, None), (Mark.BOX, Mark.CAPTAIN, None)),
        GameRow("2", (-4, 2, 2), (Mark.BOX, Mark.CAPTAIN, Mark.PARTNER)),
    )
    sheet = Sheet("Chouette", ("Ann", "Bob", "Cy"), games, "Total", "2 games", ((Mark.BOX, "the box"),))
    assert sheet_alt(sheet, ENGLISH) == (
        "Chouette. 2 games. Total: Ann −2, Bob 0, Cy +2. The games from the newest back, the players in the same "
        "order: 2: −4 the box, +2 captain, +2 partner. 1: +2 the box, −2 captain, —."
    )
    assert sheet_alt(replace(sheet, games=()), ENGLISH) == "Chouette. 2 games. Total: Ann 0, Bob 0, Cy 0."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5, 12])
@pytest.mark.parametrize("count", [1, 7, 60, 400])
def test_of_a_long_session_the_newest_games_are_told_in_whole_rows(players: int, count: int, language: str) -> None:
    t = texts(language)
    games = tuple(replace(game, label=f"#{game.label}") for game in chouette(players, players, count))
    sheet = Sheet("Chouette", tuple(f"P{seat}" for seat in range(players)), games, "Total")
    text = sheet_alt(sheet, t)
    assert len(text) <= limits.PICTURE_WORDS
    for name, total in zip(sheet.players, sheet.totals(), strict=True):
        assert f"{name} {f'{total:+}'.replace('-', '−') if total else '0'}" in text
    rows = re.findall(r"#(\d+): ([^.]*)\.", text)
    assert [int(label) for label, _ in rows] == list(range(count, count - len(rows), -1))
    for label, cells in rows:
        points = [0 if cell == "—" else int(cell.split()[0].replace("−", "-")) for cell in cells.split(", ")]
        assert points == [one or 0 for one in games[int(label) - 1].points]
    missing = count - len(rows)
    left_out = t.many("{number} earlier game is left out.", "{number} earlier games are left out.", missing)
    assert text.endswith(left_out) == bool(missing)
    if missing:
        assert len(rows) > 2 and len(text) > limits.PICTURE_WORDS - 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_sheet_keeps_its_totals(language: str) -> None:
    row = GameRow("W" * 100, (-(10**9),) * 12, (Mark.CAPTAIN,) * 12)
    names = tuple(letter * 32 for letter in "ABCDEFGHIJKL")
    sheet = Sheet("Щ" * 500, names, (row,) * 30, "Щ" * 50, "Щ" * 500)
    text = sheet_alt(sheet, texts(language))
    assert len(text) <= limits.PICTURE_WORDS
    assert all(f"{name} −{30 * 10**9}" in text for name in names)


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_has_words(name: str) -> None:
    sheet = SHEETS[name]
    assert f"{sheet.total}: " in sheet_alt(sheet, ENGLISH)


def test_the_end_of_a_session_is_told_to_its_end() -> None:
    text = ending_alt(ENDINGS["six"], ENGLISH)
    assert text.startswith("Ondřej wins, +10. Payments in points: Orel pays Ondřej 6,")
    assert "total: Ondřej +10" in text and text.endswith(sheet_alt(ENDINGS["six"].sheet, ENGLISH))


def test_a_card_in_words() -> None:
    assert person_alt(PEOPLE["new"], ENGLISH) == (
        "Анна. 1 finished game. backgammon 1510?, experience 1. Last games: +, longest run 1 win. to 1 1–0. "
        "Badges: First win."
    )
    assert person_alt(PEOPLE["chouettes"], ENGLISH) == "Jo. 3 finished games. Chouette, points a bet −2.5 (3 bets)."


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_a_card_is_told(language: str) -> None:
    card = PEOPLE["all"]
    text = person_alt(card, texts(language))
    assert len(text) <= limits.PICTURE_WORDS
    figures = [f"{each.words} {each.value}" for line in card.figures for each in line]
    for part in (
        card.name,
        card.note,
        card.rating,
        *card.about,
        "+ − + + − + − + + +",
        card.streak,
        *figures,
        *card.badges,
    ):
        assert part in text, part
    assert "1693" in text and "1477" in text
    assert (
        len(person_alt(replace(card, name="W" * 500, badges=("W" * 300,) * 8), texts(language))) <= limits.PICTURE_WORDS
    )


def test_plays_that_are_compared_are_told_by_their_colours() -> None:
    scene = replace(FIXED["start"], ways=(Way((Step(24, 18), Step(13, 11))), Way((Step(13, 5),), best=True)))
    assert "Blue arrows: 24/18 13/11. Gold arrows, the best: 13/5." in alt_text(scene, ENGLISH)
    assert "arrows" not in alt_text(FIXED["start"], ENGLISH)


def test_candidates_are_told_by_their_numbers_with_what_they_lose() -> None:
    ways = (Way((Step(24, 18), Step(13, 11)), loss=0.0), Way((Step(13, 5),), loss=0.0314))
    text = alt_text(replace(FIXED["start"], ways=ways), ENGLISH)
    assert "Arrows, the best play first: 1. 24/18 13/11; 2. 13/5 −0.031." in text
