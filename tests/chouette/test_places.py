"""Places of a session that goes by points: rows between equals, who has left, lots of fixed turns."""

from __future__ import annotations

from bot.chouette.actions import Knock, Leave
from bot.chouette.ending import Reason, Row, with_won
from bot.chouette.places import by_lot, places, taking_part

from .table import A, B, C, D, next_game, play, table


def test_rows_are_kept_by_pairs() -> None:
    rows = (
        Row(1, None, payer=2, payee=0, points=3, reason=Reason.PLAYED),
        Row(1, None, payer=0, payee=1, points=1, reason=Reason.PLAYED),
        Row(2, None, payer=1, payee=2, points=4, reason=Reason.PLAYED),
    )
    kept = with_won((), rows)
    assert kept == ((0, 1, -1), (0, 2, 3), (1, 2, -4))
    assert with_won(kept, (Row(3, None, payer=1, payee=0, points=1, reason=Reason.PLAYED),)) == ((0, 2, 3), (1, 2, -4))


def test_of_equals_who_has_won_more_of_the_others_is_before() -> None:
    # A wins 1 of B and of C; then C, with D away, wins of A and B as captain does: all three have played all.
    game = play(table("ABC", retain="schedule"), ["end", "box", 1])
    next_game(game)
    assert game.session.game.line == (B, C, A)
    play(game, ["settle", "C", 0, "C"], ["settle", "A", 2, None])
    # A +2 -2, B -1 +2, C -1: B is first. Then C wins of A alone.
    next_game(game)
    assert game.session.game.line == (C, A, B)
    play(game, ["settle", "A", 1, None], ["settle", "B", 0, None])
    assert game.session.points == (-1, 1, 0)
    assert places(game.session) == ((B,), (C,), (A,))


def test_equals_are_placed_by_the_rows_between_them_and_then_together() -> None:
    game = play(table("ABC", retain="schedule"), ["settle", "B", 1, None], ["settle", "C", -1, None])
    # A won 1 of B and lost 1 to C.
    next_game(game)
    play(game, ["settle", "C", 0, None], ["settle", "A", 1, None])
    # B won 1 of A: A -1, B 0, C +1; then C loses 1 to A: all have 0, A won 1 of C, lost nothing to B in the end.
    next_game(game)
    play(game, ["settle", "A", -1, None], ["settle", "B", 0, None])
    assert game.session.points == (0, 0, 0) and game.session.turns is not None and game.session.turns.won == ()
    assert places(game.session) == ((A, B, C),)
    assert by_lot(game.session, (A, B, C)) == (A, B, C)


def test_the_lot_is_the_order_in_which_the_line_was_drawn() -> None:
    game = table("DBCA", retain="schedule")
    turns = game.session.turns
    assert turns is not None
    drawn = turns.people
    assert by_lot(game.session, (A, B, C, D)) == drawn


def test_who_has_left_is_behind_those_who_are_in() -> None:
    game = play(table("ABC", retain="schedule"), ["end", "box", 1])
    game.act(Leave(by=A))
    assert game.session.points[A] == 2
    assert places(game.session) == ((B, C), (A,))


def test_who_only_asked_to_come_in_has_no_place() -> None:
    game = table("ABC", join_approval="host", bank=10)
    game.act(Knock(by=D, at=0))
    assert taking_part(game.session) == (A, B, C)
    assert D not in [seat for equal in places(game.session) for seat in equal]
