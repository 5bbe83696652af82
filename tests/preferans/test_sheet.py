"""A score sheet: whatever is written, edited and taken back, it is the fold of its lines and sums to nothing.

`PREFERANS_SHEETS=10000` plays so many at random instead of a few.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from bot.core.actions import Abort, Claim, End, Undo
from bot.core.question import TableFault, answered
from bot.core.refusal import Foreign, Illegal, Refused, Stale
from bot.preferans.conventions import GAMES, HOUSE, LENINGRAD, PRESETS, ROSTOV, SOCHI, Convention, among
from bot.preferans.drafts import Draft, Step, contracts, defenders, opened, roles, talons, tricks, who, with_contract
from bot.preferans.hands import AllPass, Game, Hand, HandFault, Misere, Role, check
from bot.preferans.lines import MOST, Column, Correction, Played, SheetFault, totals
from bot.preferans.records import balances, record
from bot.preferans.said import said_hand
from bot.preferans.sheet import (
    CODEC,
    Correct,
    Edit,
    Lot,
    Options,
    Sheet,
    Write,
    apply,
    drawn,
    finished,
    questions,
    settled,
)

from . import sheets

COUNT = int(os.environ.get("PREFERANS_SHEETS", "40"))
WHIST, PASS, OWN, CHECK = Role.WHIST, Role.PASS, Role.OWN, Role.CHECK


def test_sheets_at_random_are_sound() -> None:
    """Each sums to zero after each action, and asks anew; edited is as entered anew, undone as before, settled as its
    balances say."""
    for number in range(COUNT):
        rng = random.Random(number)
        sheet, before = sheets.opened(rng), list[Sheet]()
        for _ in range(rng.randint(1, 30)):
            action = sheets.action(rng, sheet)
            try:
                after = apply(sheet, action)
            except Illegal as error:
                assert error.reason in (SheetFault.SAME, HandFault.WAY_OUT), number
                continue
            if isinstance(action, Undo):
                assert after.lines == before.pop().lines
            else:
                before.append(sheet)
            assert after.question > sheet.question > sheet.table_question, (
                "a press on what was asked before comes too late"
            )
            sheet = after
            assert sum(sheet.totals.balances) == 0
            assert all(sum(each.balances) == 0 for each in sheet.written)
        fresh = Sheet(options=sheet.options, first=sheet.first)
        if not any(sheet_is_complete(sheet, length) for length in range(len(sheet.lines))):
            assert sheets.entered(fresh, sheet.lines).totals == sheet.totals, number
        assert CODEC.state(CODEC.encode(sheet)) == sheet
        left = list(sheet.totals.balances)
        for payer, payee, whists in settled(sheet.totals.balances):
            assert whists > 0
            left[payer] += whists
            left[payee] -= whists
        assert not any(left) and len(settled(sheet.totals.balances)) < sheet.players


def sheet_is_complete(sheet: Sheet, length: int) -> bool:
    """Whether nothing more could have been written after so many lines."""
    options = sheet.options
    found = totals(sheet.lines[:length], options.convention, options.bullet, options.helping)
    return all(points >= options.bullet for points in found.bullet)


def test_help_changes_no_balance_and_closes_bullets() -> None:
    for number in range(COUNT):
        rng = random.Random(number)
        sheet = sheets.opened(rng)
        for _ in range(12):
            sheet = sheet if sheet.complete else apply(sheet, Write(by=0, line=sheets.played(rng, sheet)))
        it, helped, alone = (
            sheet.options,
            *(totals(sheet.lines, sheet.options.convention, 6, on) for on in (True, False)),
        )
        assert helped.balances == alone.balances
        points = [
            it.convention.bullet * up - it.convention.mountain * down
            for up, down in zip(helped.bullet, helped.mountain, strict=True)
        ]
        mean = Fraction(sum(points), len(points))
        net = [
            sum(w * ((writer == seat) - (on == seat)) for (writer, on), w in helped.whists.items())
            for seat in range(sheet.players)
        ]
        assert tuple(each - mean + more for each, more in zip(points, net, strict=True)) == helped.balances
        assert sum(helped.bullet) == sum(alone.bullet)
        for before, after in zip(alone.bullet, helped.bullet, strict=True):
            assert after >= min(before, 6), "nobody gives what they need themselves"
        assert not (any(up > 6 for up in helped.bullet) and any(up < 6 for up in helped.bullet))


@pytest.mark.parametrize(
    ("convention", "hand", "expected"),
    [
        # Lesnoy, “Сочинка”: full responsibility, a whister short by one at seven pays 4 on the mountain.
        (SOCHI, Game(7, 9, ((WHIST, 1), (PASS, 0))), (30 + 10 - 4, -10 - 30 + 4, 0, 0)),
        # Ibid.: a greedy whister has all the whists of a declarer who is short; who passed has consolation only.
        (SOCHI, Game(6, 5, ((WHIST, 5), (PASS, 0))), (-15 - 6 - 10, 5 + 2 + 10, 5 + 2, 5 + 2)),
        # Ibid.: the third all-pass running costs three a trick, and no trick is worth three in the bullet.
        (SOCHI, AllPass((0, 4, 4, 2), running=2), None),
        # Leningrad: 4 on the mountain and whists of 4 for a six that is one short, the whists split.
        (LENINGRAD, Game(6, 5, ((WHIST, 5), (PASS, 0))), (-30 - 12 - 20, 10 + 4 + 10, 10 + 4 + 10, 10 + 4)),
        # Ibid.: 2 in the bullet, of 20 whists each; in whisting one short is 2 on the mountain.
        (LENINGRAD, Game(6, 7, ((WHIST, 3), (PASS, 0))), None),
        (LENINGRAD, Misere(1), (-150, 50, 50, 50)),
        (LENINGRAD, Misere(0), (150, -50, -50, -50)),
        # Code of preferans, 3.7.2.2: one trick against two, three and four: five whists for each of these.
        (ROSTOV, AllPass((1, 2, 3, 4)), (45, -10, -15, -20)),
        # Two with the fewest share, and none of them took none.
        (ROSTOV, AllPass((1, 1, 4, 4)), (20, 20, -20, -20)),
    ],
)
def test_other_conventions_by_examples(convention: Convention, hand: Hand, expected: tuple[int, ...] | None) -> None:
    found = balances(record(hand, convention), convention)
    assert sum(found) == 0
    assert expected is None or found == expected


def test_what_the_examples_write() -> None:
    assert record(AllPass((0, 4, 4, 2), running=2), SOCHI).mountain == (0, 12, 12, 6)
    assert record(AllPass((0, 4, 4, 2), running=2), SOCHI).bullet == (3, 0, 0, 0)
    short = record(Game(6, 7, ((WHIST, 3), (PASS, 0))), LENINGRAD)
    assert short.bullet[0] == 2 and short.mountain == (0, 2, 0, 0) and short.whists == {(1, 0): 12}
    assert record(Game(7, 9, ((WHIST, 1), (PASS, 0))), SOCHI).mountain == (0, 4, 0, 0)
    assert record(AllPass((0, 2, 3, 5)), ROSTOV).bullet == (1, 0, 0, 0)
    three = among(HOUSE, 3)
    assert balances(record(AllPass((4, 3, 3)), three), three) == (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))


def begun(**changed: object) -> Sheet:
    return apply(Sheet(options=Options(**changed)), Lot(dice=(1, 1)))  # type: ignore[arg-type]


SIX = Game(6, 6, ((WHIST, 4), (PASS, 0)))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (Played(0, 1, Game(11, 11, ((WHIST, 0), (PASS, 0)))), HandFault.NO_SUCH_GAME),
        (Played(0, 1, Game(6, 6, ((WHIST, 3), (PASS, 0)))), HandFault.TRICKS),
        (Played(0, 1, Game(6, 12, ((WHIST, -2), (PASS, 0)))), HandFault.NO_SUCH_TRICKS),
        (Played(0, 1, Game(6, 6, ((WHIST, 4), (PASS, 0)), 4)), HandFault.TALON),
        (Played(0, 1, Game(10, 10, ((WHIST, 0), (PASS, 0)))), HandFault.WHIST_CHECKED),
        (Played(0, 1, Game(9, 9, ((CHECK, 1), (CHECK, 0)))), HandFault.NOT_CHECKED),
        (Played(0, 1, Game(6, 6, ((PASS, None), (PASS, None)))), HandFault.BOTH_PASS),
        (Played(0, 1, Game(8, 8, ((OWN, None), (PASS, None)))), HandFault.NO_OWN),
        (Played(0, 1, Game(6, 6, ((OWN, None), (WHIST, 4)))), HandFault.OWN_ALONE),
        (Played(0, 1, Game(8, 7, ((PASS, None), (PASS, None)))), HandFault.NOT_PLAYED),
        (Played(0, 1, Game(6, 6, ((WHIST, None), (PASS, None)))), HandFault.PLAYED),
        (Played(0, None, AllPass((5, 5))), HandFault.HANDS),
        (Played(0, None, AllPass((5, 5, 1, 0))), HandFault.TRICKS),
        (Played(0, 0, SIX), SheetFault.DEALER_PLAYS),
        (Played(0, 4, SIX), SheetFault.NOBODY),
        (Played(4, 1, SIX), SheetFault.NOBODY),
    ],
)
def test_impossible_hands_are_refused_with_a_reason(line: Played, reason: object) -> None:
    sheet = begun()
    with pytest.raises(Illegal) as refused:
        apply(sheet, Write(by=0, line=line))
    assert refused.value.reason is reason and str(refused.value)


def test_after_all_passes_a_game_must_be_high_enough() -> None:
    sheet = begun(preset="leningrad", convention=LENINGRAD)
    sheet = apply(sheet, Write(by=0, line=Played(0, None, AllPass((1, 2, 3, 4)))))
    with pytest.raises(Illegal) as refused:
        apply(sheet, Write(by=0, line=Played(1, 2, SIX)))
    assert refused.value.reason is HandFault.WAY_OUT
    sheet = apply(sheet, Write(by=0, line=Played(1, 2, Game(7, 7, ((WHIST, 3), (PASS, 0))))))
    assert sheet.running == 0


def test_what_is_admitted_is_what_was_asked() -> None:
    sheet = begun()
    for action in (
        End(by=1),
        Claim(by=0),
        Undo(by=2),
        Lot(dice=(1, 2)),
        Write(by=4, line=Played(0, 1, SIX)),
        Abort(by=1),
    ):
        assert answered(questions(sheet), action) is None
        with pytest.raises(Refused):
            apply(sheet, action)
    for by, kind, reason in ((4, Foreign, TableFault.NOT_SEATED), (None, Illegal, TableFault.CHOICE_IS_YOURS)):
        with pytest.raises(kind) as refused:
            apply(sheet, Write(by=by, line=Played(0, 1, SIX)))
        assert refused.value.reason is reason
    with pytest.raises(Foreign):
        apply(sheet, End(by=1))
    closed = apply(sheet, End(by=0))
    assert finished(closed) is not None and questions(closed) == ()
    with pytest.raises(Stale):
        apply(closed, Write(by=0, line=Played(0, 1, SIX)))


def test_the_bullet_closes_a_sheet_and_then_anybody_ends_it() -> None:
    sheet = begun(bullet=2)
    for seat in (0, 1, 2, 3):
        sheet = apply(sheet, Write(by=0, line=Played((seat + 1) % 4, seat, SIX)))
    assert sheet.complete and sheet.totals.bullet == (2, 2, 2, 2)
    with pytest.raises(Illegal) as refused:
        apply(sheet, Write(by=0, line=Played(0, 1, SIX)))
    assert refused.value.reason is SheetFault.BULLET_CLOSED
    assert apply(sheet, Undo(by=3)).complete is False
    assert apply(sheet, End(by=3)).closed


def test_what_waits_and_what_may_be_done_beside_it_have_different_numbers() -> None:
    for sheet in (Sheet(options=Options()), begun()):
        waits, *beside = questions(sheet)
        assert beside and waits.number not in {each.number for each in beside}


def test_the_lot_is_the_only_roll_of_a_sheet() -> None:
    sheet = begun()
    assert sheet.rolls == 1 and apply(sheet, Write(by=0, line=Played(0, 1, SIX))).rolls == 1


def test_a_hand_stands_without_what_was_before_it_and_the_same_hand_is_no_edit() -> None:
    sheet = apply(begun(), Write(by=0, line=Played(0, 1, replace(SIX, running=5))))
    assert sheet.lines == (Played(0, 1, SIX),)
    with pytest.raises(Illegal) as refused:
        apply(sheet, Edit(by=2, number=1, line=Played(0, 1, SIX)))
    assert refused.value.reason is SheetFault.SAME


@pytest.mark.parametrize("players", [3, 4])
def test_the_defenders_sit_behind_the_declarer_and_of_four_the_dealer_sits_out(players: int) -> None:
    for dealer, declarer in product(range(players), repeat=2):
        if players == 4 and dealer == declarer:
            continue
        behind = [(declarer + step) % players for step in range(1, players)]
        playing = [seat for seat in behind if players == 3 or seat != dealer]
        draft = Draft(0, dealer, declarer)
        assert defenders(draft, among(HOUSE, players)) == tuple(playing)
        sheet = apply(Sheet(options=Options(convention=among(HOUSE, players))), Lot(dice=(1, 1)))
        # Both whist and are short: each of them, and nobody else, writes for it.
        sheet = apply(sheet, Write(by=0, line=Played(dealer, declarer, Game(6, 9, ((WHIST, 1), (WHIST, 0))))))
        assert [seat for seat in range(players) if sheet.totals.mountain[seat]] == sorted(playing)


@pytest.mark.parametrize("points", [-MOST, -1, 1, MOST])
def test_a_correction_is_of_any_number_up_to_the_most(points: int) -> None:
    sheet = apply(begun(), Correct(by=1, line=Correction(Column.MOUNTAIN, 2, points)))
    assert sheet.totals.mountain == (0, 0, points, 0)


def test_a_correction_stands_where_it_is_written() -> None:
    sheet = begun()
    sheet = apply(sheet, Correct(by=1, line=Correction(Column.MOUNTAIN, 2, 4)))
    assert sheet.totals.mountain == (0, 0, 4, 0) and sheet.totals.balances == (10, 10, -30, 10)
    for line, reason in (
        (Correction(Column.BULLET, 0, 0), SheetFault.NOTHING),
        (Correction(Column.BULLET, 0, 10_001), SheetFault.NOTHING),
        (Correction(Column.WHISTS, 0, 5), SheetFault.ON_WHOM),
        (Correction(Column.WHISTS, 0, 5, 0), SheetFault.ON_WHOM),
        (Correction(Column.WHISTS, 0, 5, 4), SheetFault.NOBODY),
        (Correction(Column.MOUNTAIN, 0, 5, 1), SheetFault.ON_NOBODY),
    ):
        with pytest.raises(Illegal) as refused:
            apply(sheet, Correct(by=1, line=line))
        assert refused.value.reason is reason
    with pytest.raises(Illegal) as refused:
        apply(sheet, Edit(by=0, number=1, line=Played(0, 1, SIX)))
    assert refused.value.reason is SheetFault.NOT_A_HAND


@pytest.mark.parametrize("players", [3, 4])
def test_the_lot_gives_each_seat_as_many_outcomes(players: int) -> None:
    outcomes = [drawn((one, other), players) for one in range(1, 7) for other in range(1, 7)]
    assert [outcomes.count(seat) for seat in range(players)] == [36 // players] * players


def test_drafts_are_written_and_read_and_lead_to_every_hand() -> None:
    rng = random.Random(7)
    for _ in range(300):
        sheet = sheets.opened(rng)
        convention = sheet.options.convention
        line = sheets.played(rng, sheet)
        draft = opened(line, 3, convention)
        assert Draft.parse(str(draft)) == draft and len(str(draft)) <= 58
        assert draft.step(convention) is Step.READY
        again = draft.played()
        worth = [balances(record(each.hand, convention), convention) for each in (line, again)]
        assert worth[0] == worth[1] and (again.dealer, again.declarer) == (line.dealer, line.declarer)
    for text in (
        "",
        "0",
        "0.0.x.6.ww.x",
        "0.9.x.6.ww.x.0",
        "0.0.x.11.ww.x.0",
        "0.0.0.6.zz.x.0",
        "0.0.0.6.ww.1-2-3-4-5.0",
    ):
        assert Draft.parse(text) is None


@pytest.mark.parametrize(
    ("contract", "tricks", "roles", "others", "talon", "found"),
    [
        ("7", None, None, (None, None), 0, Game(7, 7, ((WHIST, 3), (PASS, 0)))),
        ("7", 8, (PASS, WHIST), (None, None), 2, Game(7, 8, ((PASS, 0), (WHIST, 2)), 2)),
        ("6", 5, (WHIST, WHIST), (None, None), 0, Game(6, 5, ((WHIST, 3), (WHIST, 2)))),
        ("6", 5, (WHIST, WHIST), (None, 4), 0, Game(6, 5, ((WHIST, 1), (WHIST, 4)))),
        ("6", 5, (WHIST, WHIST), (3, 3), 0, HandFault.TRICKS),
        ("6", 5, (WHIST, WHIST), (9, None), 0, HandFault.NO_SUCH_TRICKS),
        ("6", None, (OWN, PASS), (None, None), 1, Game(6, 6, ((OWN, None), (PASS, None)), 1)),
        ("6", None, (OWN, PASS), (2, None), 0, HandFault.NOT_PLAYED),
        ("10", 9, None, (None, None), 0, Game(10, 9, ((CHECK, 1), (CHECK, 0)))),
        ("10", None, (WHIST, WHIST), (None, None), 0, HandFault.WHIST_CHECKED),
        ("11", None, None, (None, None), 0, HandFault.NO_SUCH_GAME),
        ("m", None, None, (None, None), 0, Misere(0)),
        ("m", 2, (WHIST, PASS), (None, None), 0, HandFault.NOT_WHISTED),
        ("m", 2, None, (4, None), 0, HandFault.DECLARER_ALONE),
        ("m", 2, None, (None, None), 1, HandFault.NO_TALON),
        ("a", 1, None, (2, 3), 0, AllPass((1, 2, 3, 4))),
        ("a", 5, None, (5, 5), 0, HandFault.NO_SUCH_TRICKS),
        ("a", 5, (PASS, PASS), (None, None), 0, HandFault.NOT_WHISTED),
    ],
)  # fmt: skip
def test_what_is_left_out_of_a_hand_follows_and_what_cannot_be_is_refused(
    contract: str,
    tricks: int | None,
    roles: tuple[Role, Role] | None,
    others: tuple[int | None, int | None],
    talon: int,
    found: Hand | HandFault,
) -> None:
    try:
        hand = said_hand(contract, tricks, roles, others, talon, HOUSE)
        check(hand, HOUSE)
    except Illegal as error:
        assert error.reason is found
    else:
        assert hand == found


def test_of_three_the_third_takes_the_rest() -> None:
    three = among(HOUSE, 3)
    assert said_hand("a", 1, None, (2, None), 0, three) == AllPass((1, 2, 7))
    assert said_hand("a", 1, None, (2, 7), 0, three) == AllPass((1, 2, 7))
    with pytest.raises(Illegal) as refused:
        check(said_hand("a", 1, None, (2, 3), 0, three), three)
    assert refused.value.reason is HandFault.TRICKS


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_offered_that_the_rules_admit_and_no_other(preset: str) -> None:
    for running in range(4):
        admitted = []
        for game in GAMES:
            roles = (CHECK, CHECK) if game in PRESETS[preset].checked else (WHIST, PASS)
            try:
                check(Game(game, game, ((roles[0], 10 - game), (roles[1], 0)), running=running), PRESETS[preset])
            except Illegal as error:
                assert error.reason is HandFault.WAY_OUT
            else:
                admitted.append(str(game))
        assert contracts(PRESETS[preset], running) == [*admitted, "m"]


def test_of_a_game_that_both_whist_all_tricks_are_offered_the_nearest_to_the_contract_first() -> None:
    for game in range(6, 10):
        offered = tricks(Draft(0, 0, 1, str(game), (WHIST, WHIST)), HOUSE)
        assert sorted(offered) == [(taken, first) for taken in range(11) for first in range(11 - taken)]
        off = [abs(taken - game) for taken, _ in offered]
        assert off == sorted(off) and offered[0] == (game, (10 - game) // 2)


@pytest.mark.parametrize("players", [3, 4])
def test_of_an_all_pass_every_hand_is_offered_and_no_other(players: int) -> None:
    convention = among(HOUSE, players)

    def hands(draft: Draft) -> Iterator[tuple[int, ...]]:
        if draft.step(convention) is Step.READY:
            hand = draft.played().hand
            assert isinstance(hand, AllPass)
            yield hand.tricks
        else:
            for each in tricks(draft, convention):
                yield from hands(draft._replace(tricks=each))

    found = list(hands(Draft(0, 0, contract="a")))
    assert sorted(found) == [each for each in product(range(11), repeat=players) if sum(each) == 10]


@pytest.mark.parametrize(
    ("contract", "roles", "tricks", "taken"),
    [
        ("7", (WHIST, PASS), (6,), (4, 0)),
        ("7", (PASS, WHIST), (6,), (0, 4)),
        ("7", (WHIST, WHIST), (6, 1), (1, 3)),
        ("10", (CHECK, CHECK), (8,), (2, 0)),
        ("9", (PASS, PASS), (), (None, None)),
    ],
)
def test_what_a_draft_says_of_tricks_is_what_stands_on_the_sheet(
    contract: str, roles: tuple[Role, Role], tricks: tuple[int, ...], taken: tuple[int | None, int | None]
) -> None:
    hand = Draft(0, 0, 1, contract, roles, tricks).played().hand
    assert isinstance(hand, Game) and tuple(each for _, each in hand.defenders) == taken


def test_what_the_dealer_may_write_for_is_offered_where_somebody_writes_for_the_talon() -> None:
    game, misere = Draft(0, 0, 1, "7"), Draft(0, 0, 1, "m")
    assert talons(game, HOUSE) == [1, 2, 3] and talons(game._replace(talon=2), HOUSE) == [0, 1, 3]
    assert talons(misere, HOUSE) == talons(game, among(HOUSE, 3)) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_a_usual_hand_is_five_presses_with_save(preset: str) -> None:
    """After Hand: who, what, who whists, the tricks, Save; fewer where nothing is left to be said."""
    convention = PRESETS[preset]
    start = Draft(0, 0)
    for seat in who(start, convention):
        for contract in ("6", "7", "8", "9", "10", "m"):
            chosen = with_contract(start._replace(declarer=seat), contract, convention)
            ways = roles(chosen, convention) if chosen.step(convention) is Step.ROLES else [chosen.roles]
            for way in ways:
                draft = chosen._replace(roles=way)
                presses = 2 + (chosen.step(convention) is Step.ROLES)
                if draft.step(convention) is Step.TRICKS:
                    draft, presses = draft._replace(tricks=tricks(draft, convention)[0]), presses + 1
                assert draft.step(convention) is Step.READY and presses + 1 <= 5
        assert len(defenders(start._replace(declarer=seat), convention)) == 2
