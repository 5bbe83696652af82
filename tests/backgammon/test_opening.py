"""A match or session that begins in a position: what is read of it, what is refused, and that its records say it."""

from __future__ import annotations

import random
from enum import Enum

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from bot.analysis.decisions import Decided, Played, Spoke, question
from bot.analysis.verdicts import judged
from bot.backgammon import (
    CubeRules,
    Illegal,
    Match,
    Phase,
    Rules,
    Side,
    Variant,
    Xgid,
    actions,
    apply,
    format_xgid,
    mat,
    replay,
    sgf,
    start,
    xgid_of,
)
from bot.backgammon.counted_elsewhere import counted_otherwise
from bot.backgammon.history import history_from
from bot.backgammon.ids import format_match_id
from bot.backgammon.log import HEADS_UP, decode_header
from bot.backgammon.opening import Opening, OpeningFault
from bot.backgammon.record import InvalidRecord, Moved, Record, record_of
from bot.backgammon.record_faults import RecordFault
from bot.backgammon.typed_opening import TypedOpeningFault, opening_xgid, rules_from, rules_said
from bot.backgammon.typed_position import Situation, match_id_of, parse_situation
from bot.engine.reviews import PlayFound
from bot.engine.thoughts import Chances, Judged
from bot.ogxm import format_ogxm, parse_ogxm
from bot.tables.games import HEADS_UP as GAME
from bot.tables.preferences import ServerSettings
from tests.backgammon.positions import board, positions
from tests.backgammon.random_play import play_on

PLAIN = Rules(money=CubeRules(animals=0))
CONTACT = board({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 8: 4, 6: 5})


def begun(xgid: Xgid, rules: Rules = PLAIN, **options: bool) -> Rules:
    """The rules with what an XGID says."""
    found = parse_situation(format_xgid(xgid))
    return rules_from(rules_said(rules, found), found, **options)


def reached(seed: int, rules: Rules) -> Match | None:
    """Some position of a game that runs, in which nothing is offered."""
    rng = random.Random(seed)
    match, _ = play_on(rng, rules, most=rng.randint(2, 90))
    game = match.game
    return match if game.board.turn is not None and game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY) else None


@given(st.integers(0, 10**6), st.sampled_from([PLAIN, Rules(length=5), Rules(length=3, crawford=False)]))
def test_a_game_that_begins_where_another_one_stands_is_the_same_game(seed: int, rules: Rules) -> None:
    match = reached(seed, rules)
    if match is None or match.game.automatics:
        return
    made = begun(xgid_of(match), rules, on_turn=match.game.board.turn is Side.WHITE)
    state = start(made)
    dice = match.game.board.dice and (max(match.game.board.dice), min(match.game.board.dice))
    assert xgid_of(state) == replace(xgid_of(match), dice=dice, score=state.score) == opening_xgid(made)
    assert state.game.phase is match.game.phase
    assert state.game.score == match.game.score and state.rolls == 0
    assert state.score == (match.score if rules.length else (0, 0))


@given(st.integers(0, 10**6), st.sampled_from([PLAIN, Rules(length=5)]))
def test_its_log_folds_into_the_same_state(seed: int, rules: Rules) -> None:
    match = reached(seed, rules)
    if match is None or match.game.automatics:
        return
    made = begun(xgid_of(match), rules)
    end, log = play_on(random.Random(seed), made)
    assert GAME.begun(GAME.header(start(made))) == start(made)
    assert decode_header(HEADS_UP.encode(decode_header(GAME.header(start(made))))).rules == made
    assert replay(made, [HEADS_UP.action(HEADS_UP.encode(each)) for each in log]) == end
    assert HEADS_UP.state(HEADS_UP.encode(end)) == end


def by_size(record: Record) -> list[list[object]]:
    """The entries with dice in the order in which every format has them."""
    return [
        [replace(each, dice=(max(each.dice), min(each.dice))) if isinstance(each, Moved) else each for each in entries]
        for entries in (game.entries for game in record.games)
    ]


@given(st.integers(0, 10**6), st.sampled_from([PLAIN, Rules(length=5)]))
def test_its_files_are_read_as_they_were_written(seed: int, rules: Rules) -> None:
    match = reached(seed, rules)
    if match is None or match.game.automatics:
        return
    made = begun(xgid_of(match), rules)
    _, log = play_on(random.Random(seed), made, 200)
    record = record_of(made, log, ("Ann", "Bob"))
    if not record.games:
        return
    assert sgf.parse_sgf(sgf.format_sgf(record)) == record
    try:
        data = format_ogxm(record)
    except InvalidRecord as refused:  # the format begins no game with the cube
        assert refused.reason is RecordFault.NO_WORD
    else:
        again = parse_ogxm(data)
        assert by_size(again) == by_size(record) and again.rules == record.rules
    if record.rules.opening is not UNSET:
        with pytest.raises(InvalidRecord) as why:
            mat.format_mat(record)
        assert why.value.reason is RecordFault.NO_OPENING


def test_the_dice_of_a_position_are_no_roll() -> None:
    made = begun(Xgid(position=CONTACT, dice=(3, 1)))
    state = start(made)
    assert state.game.phase is Phase.PLAY and state.game.board.dice == (3, 1) and state.rolls == 0
    moved = apply(state, actions.Move(by=0, play="8/5 6/5"))
    rolled = apply(moved, actions.Roll(by=1, dice=(6, 5)))
    assert rolled.rolls == 1
    record = record_of(made, [actions.Move(by=0, play="8/5 6/5")], ("Ann", "Bob"))
    assert record.games[0].entries == (Moved(Side.WHITE, (3, 1), "8/5 6/5"),)


def test_games_after_the_first_begin_as_ever() -> None:
    made = begun(Xgid(position=board({1: 1}, {1: 2}), dice=(3, 1), score=(1, 0), length=3))
    log = [actions.Move(by=0, play="1/off"), actions.Next(), actions.OpeningRoll(dice=(2, 5))]
    end = replay(made, log)
    assert end.score == (2, 0) and end.game.score is not None and end.game.score.crawford
    assert end.game.board.turn is Side.BLACK and end.game.board.position == start(Rules()).game.board.position
    (first,) = history_from(start(made), log)
    assert first.plays == 1
    later = record_of(made, [actions.Abort(), actions.Next(), actions.OpeningRoll(dice=(2, 5))], ("Ann", "Bob"))
    assert later.rules.opening is UNSET and len(later.games) == 1


def test_the_turned_cube_counts_in_other_programs_too() -> None:
    made = begun(Xgid(position=board({1: 1}, {1: 2}), dice=(3, 1), cube=4, owner=Side.WHITE))
    record = record_of(made, [actions.Move(by=0, play="1/off")], ("Ann", "Bob"))
    assert record.games[0].result is not None and record.games[0].result.points == 4
    assert counted_otherwise(record, "sgf") == []
    text = sgf.format_sgf(record)
    assert "AE[a:y]AW[a]AB[x][x]" in text and "CV[4]" in text and "CP[w]" in text and "PL[W]" in text


def test_no_game_of_it_is_entered_into_the_ladder() -> None:
    made = begun(Xgid(position=board({1: 1}, {1: 2}), dice=(3, 1), length=1))
    (game,) = history_from(start(made), [actions.Move(by=0, play="1/off")])
    assert game.game.bet.result is not None and GAME.account(made, game) is None
    assert GAME.account(replace(made, opening=UNSET), game) is not None
    settings = ServerSettings(money_rated=True)
    assert not GAME.may_be_rated(made, settings) and GAME.may_be_rated(replace(made, opening=UNSET), settings)


def luck_of(decided: Decided) -> float:
    """The luck in the verdict on a play, if the engine finds 0.25 in its roll."""
    assert isinstance(decided.what, Played)
    made = Judged(decided.what.result, 0.0, Chances(0.5, 0.1, 0.0, 0.1, 0.0), 3)
    (verdict,) = judged([decided], {question(decided): PlayFound(made, made, forced=False, luck=0.25)})
    return verdict.luck


def test_in_the_dice_of_a_position_is_no_luck_and_no_opening_roll() -> None:
    plays = [actions.Move(by=0, play="8/5 6/5"), actions.Roll(by=1, dice=(6, 5)), actions.Move(by=1, play="24/18 13/8")]
    decided = GAME.decided(start(begun(Xgid(position=CONTACT, dice=(3, 1)))), plays)[1]
    assert [(each.turn, type(each.what)) for each in decided] == [(1, Played), (2, Spoke), (2, Played)]
    given, later = (each.what for each in decided if isinstance(each.what, Played))
    assert (given.given, given.opening, later.given, later.opening) == (True, False, False, False)
    assert luck_of(decided[0]) == 0.0
    rolled = [actions.Roll(by=0, dice=(3, 1)), plays[0]]
    first = GAME.decided(start(begun(Xgid(position=CONTACT))), rolled)[1][-1]
    assert isinstance(first.what, Played) and not first.what.opening and not first.what.given
    assert luck_of(first) == 0.25 and first.turn == 1


@pytest.mark.parametrize("on_turn", [True, False])
def test_who_asks_plays_the_side_on_turn_or_the_other(on_turn: bool) -> None:
    xgid = Xgid(position=CONTACT, turn=Side.BLACK, cube=2, owner=Side.BLACK, score=(1, 2), length=5, dice=(6, 4))
    match = start(begun(xgid, on_turn=on_turn))
    seat = 0 if on_turn else 1
    assert match.mover == seat and match.game.bet.owner == seat
    assert match.score == ((2, 1) if on_turn else (1, 2))
    assert match.game.board.position == CONTACT.mirrored()


def test_ids_say_the_rules_and_a_position_id_alone_says_none() -> None:
    match = Xgid(position=CONTACT, score=(4, 2), length=5, crawford=True)
    both = f"{CONTACT.id}:{format_match_id(match_id_of(match))}"
    found = parse_situation(both)
    assert rules_said(PLAIN, found).length == 5
    made = rules_from(rules_said(PLAIN, found), found)
    assert made.opening == Opening(position=CONTACT.id, turn=Side.WHITE, score=(4, 2))
    after = replace(match, crawford=False)
    assert start(begun(after)).crawford_played and not start(begun(match)).crawford_played
    alone = parse_situation(CONTACT.id)
    assert not alone.scored and rules_said(Rules(length=7), alone) == Rules(length=7)
    money = Xgid(position=CONTACT, jacoby=False, beavers=True)
    said = rules_said(PLAIN, parse_situation(format_xgid(money))).money
    assert said.animals == 1 and said.jacoby.value == "off"


REFUSED: list[tuple[Xgid, Rules, Enum]] = [
    (Xgid(position=CONTACT, offer="D"), PLAIN, TypedOpeningFault.OFFERED),
    (Xgid(position=CONTACT, offer="B"), PLAIN, TypedOpeningFault.OFFERED),
    (Xgid(position=CONTACT, turn=None), PLAIN, TypedOpeningFault.NO_TURN),
    (Xgid(position=board({}, {})), PLAIN, OpeningFault.OVER),
    (Xgid(position=board({}, {6: 2})), PLAIN, OpeningFault.OVER),
    (Xgid(position=board({6: 2}, {})), PLAIN, OpeningFault.OVER),
    (
        Xgid(position=board({25: 1} | dict.fromkeys(range(1, 7), 2), {25: 1} | dict.fromkeys(range(1, 7), 2))),
        PLAIN,
        OpeningFault.STUCK,
    ),
    (Xgid(position=CONTACT, cube=8192, owner=Side.WHITE), PLAIN, OpeningFault.CUBE),
    (Xgid(position=CONTACT, owner=Side.WHITE), PLAIN, OpeningFault.CUBE),
    (Xgid(position=CONTACT, cube=2, length=5), PLAIN, OpeningFault.CENTRED),
    (Xgid(position=CONTACT, cube=2, owner=Side.WHITE), Rules(cube=False), OpeningFault.NO_CUBE),
    (Xgid(position=CONTACT, cube=2, owner=Side.WHITE, length=1), PLAIN, OpeningFault.NO_CUBE),
    (
        Xgid(position=CONTACT, cube=2, owner=Side.WHITE, length=5, score=(4, 0), crawford=True),
        PLAIN,
        OpeningFault.CRAWFORD_CUBE,
    ),
    (Xgid(position=CONTACT, length=5, score=(5, 0)), PLAIN, OpeningFault.MATCH_OVER),
    (Xgid(position=CONTACT, length=5, score=(3, 0), crawford=True), PLAIN, OpeningFault.CRAWFORD),
    (Xgid(position=CONTACT, length=5, score=(4, 4), crawford=True), PLAIN, OpeningFault.CRAWFORD),
    (Xgid(position=board({6: 6}, {6: 5})), Rules(max_on_point=5), OpeningFault.TOO_MANY),
]


@pytest.mark.parametrize(("xgid", "rules", "why"), REFUSED)
def test_what_cannot_begin_is_refused_with_its_reason(xgid: Xgid, rules: Rules, why: Enum) -> None:
    with pytest.raises(Illegal) as refused:
        begun(xgid, rules)
    assert refused.value.reason is why
    assert "{" not in str(refused.value)


def test_what_contradicts_the_options_is_refused() -> None:
    money, match = (parse_situation(format_xgid(Xgid(position=CONTACT, length=length))) for length in (0, 5))
    for found, length, variant, why in (
        (match, 7, None, TypedOpeningFault.LENGTH),
        (money, 7, None, TypedOpeningFault.MONEY),
        (money, None, Variant.HYPERGAMMON, TypedOpeningFault.VARIANT),
    ):
        with pytest.raises(Illegal) as refused:
            rules_said(PLAIN, found, length, variant)
        assert refused.value.reason is why
    assert rules_said(Rules(variant=Variant.HYPERGAMMON), money).variant is Variant.BACKGAMMON
    with pytest.raises(Illegal) as refused:
        rules_from(PLAIN, Situation(Xgid(position=CONTACT), whole=False))
    assert refused.value.reason is TypedOpeningFault.NO_CHECKERS


@given(positions(15), st.sampled_from(Side), st.one_of(st.none(), st.tuples(st.integers(1, 6), st.integers(1, 6))))
def test_any_position_is_played_or_refused(position: object, turn: Side, dice: tuple[int, int] | None) -> None:
    xgid = Xgid(position=position, turn=turn, dice=dice)  # type: ignore[arg-type]
    try:
        made = begun(xgid)
    except Illegal as refused:
        assert refused.reason in (OpeningFault.OVER, OpeningFault.STUCK)
        return
    state, log = play_on(random.Random(1), made, 20, straying=0)
    assert replay(made, log) == state


def test_rules_with_an_impossible_opening_are_not_read() -> None:
    made = begun(Xgid(position=CONTACT))
    text = msgspec.json.encode(made)
    assert msgspec.json.decode(text, type=Rules) == made
    for broken in (
        text.replace(CONTACT.id.encode(), b"AAAAAAAAAAAAAA"),
        text.replace(b'"cube":1', b'"cube":3'),
        text.replace(b'"score":[0,0]', b'"score":[1,0]'),
    ):
        assert broken != text
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(broken, type=Rules)


def test_rules_without_an_opening_are_stored_as_before() -> None:
    assert b"opening" not in msgspec.json.encode(Rules())
