"""Comments of files: kept with the game, and counted as decisions are."""

from __future__ import annotations

import pytest

from bot.backgammon.mat import parse_mat
from bot.backgammon.record import Comment
from bot.backgammon.sgf import format_sgf, parse_sgf
from bot.screens.remarks import quoted, with_remarks
from bot.tables.heads_up.imports import LONGEST_COMMENT, read_file
from bot.tables.remarks import Remark
from bot.texts import texts
from tests.backgammon.test_match_files import MATCH

SAID = (
    MATCH.replace("31: 8/5 6/5  ", "31: 8/5 6/5 {the best}  ")
    .replace("Drops", "Drops {too  early}")
    .replace("  4) 66:", "; closed out\n  4) 66:")
)


def test_comments_of_a_mat_are_kept_with_the_entry_before_them() -> None:
    found = parse_mat(SAID)
    assert [game.comments for game in found.games] == [
        (Comment(1, "the best"), Comment(4, "too early")),
        (Comment(5, "closed out"),),
    ]
    assert [game.entries for game in found.games] == [game.entries for game in parse_mat(MATCH).games]


def test_comments_of_an_sgf_are_kept_with_their_node() -> None:
    text = (
        format_sgf(parse_mat(MATCH))
        .replace("B[take]", "B[take]C[no]")
        .replace("W[double]", "W[double]C[now\\]!\n  yes]")
    )
    text = text.replace("GM[6]", "GM[6]C[all of it]", 1)
    found = parse_sgf(text)
    assert found.games[0].comments == (Comment(0, "all of it"), Comment(3, "now]!\nyes"))
    assert [game.entries for game in found.games] == [game.entries for game in parse_mat(MATCH).games]


def test_a_stored_comment_names_its_decision() -> None:
    (match,) = read_file(SAID.encode())
    assert match.remarks == (
        Remark(1, 1, "the best"),
        Remark(1, 3, "too early", cube=True),
        Remark(2, 3, "closed out"),
    )
    assert match.size > read_file(MATCH.encode())[0].size


def test_a_long_comment_is_cut() -> None:
    (match,) = read_file(MATCH.replace("Drops", "Drops\n; " + "a" * 900).encode())
    assert [len(each.text) for each in match.remarks] == [LONGEST_COMMENT] and match.remarks[0].text.endswith("…")


def test_as_many_comments_are_shown_as_fit() -> None:
    few = with_remarks("x", [Remark(1, turn, "y") for turn in range(1, 4)], texts("en"))
    assert few.splitlines() == ["x", "-# Roll 1: “y”", "-# Roll 2: “y”", "-# Roll 3: “y”"]
    many = with_remarks("x", [Remark(1, turn, "*" * 500) for turn in range(1, 31)], texts("en"))
    shown = len(many.splitlines()) - 2
    assert 0 < shown < 8 and len(many) < 2000 and many.endswith(f"And {30 - shown} more comments.")


@pytest.mark.parametrize("text", ["**bold** @everyone <@1> https://x.y", "a\nb"])
def test_a_comment_is_shown_as_text(text: str) -> None:
    shown = quoted(Remark(1, 1, text))
    assert "\n" not in shown and "**bold" not in shown and "@everyone" not in shown and "://" not in shown
