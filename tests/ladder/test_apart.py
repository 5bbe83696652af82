"""What counts for nothing in the fold of a ladder: two against two, and games with a bank."""

from __future__ import annotations

from msgspec.structs import replace

from bot.ladder.fold import Book

from .facts import chouette_game, match_game


def test_of_two_against_two_only_matches_are_known() -> None:
    roles = ((0, "white"), (1, "black"), (2, "white"), (3, "black"))
    book = Book()
    for over in (True, False):
        fact = match_game(winner=1, points=5 if over else 1)
        book.enter_apart(replace(fact, apart=True, account=replace(fact.account, roles=roles)), (10, 11, 12, 13))
    told = {number: (player.doubles.won, player.doubles.lost) for number, player in book.players.items()}
    assert told == {10: (0, 1), 11: (1, 0), 12: (0, 1), 13: (1, 0)}
    assert all(player.tally.games == 0 for player in book.players.values())


def test_a_game_with_a_bank_leaves_no_trace_but_its_players() -> None:
    book = Book()
    book.enter_apart(replace(chouette_game({1: 2, 2: -1}), contest=True), (10, 11, 12))
    assert set(book.players) == {10, 11, 12}
    assert all(player.doubles.won == player.doubles.lost == 0 for player in book.players.values())
