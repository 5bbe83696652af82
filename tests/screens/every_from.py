"""Every message of games from a position, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.backgammon import Board, Rules, Side, Variant, Xgid, format_xgid
from bot.backgammon.typed_opening import rules_from, rules_said
from bot.backgammon.typed_position import Situation, parse_situation
from bot.screens import board_rules_words as rules_words
from bot.screens.buttons import view
from bot.screens.reference import from_words as words
from bot.screens.show_items import shown_by
from bot.texts import Texts

from .every_screen import Message

USER = 2**63
LONGEST = Xgid(
    position=Board.start(Variant.BACKGAMMON).position,
    turn=Side.BLACK,
    cube=2048,
    owner=Side.BLACK,
    dice=(6, 5),
    score=(23, 22),
    length=25,
)


def of_positions(t: Texts) -> Iterator[Message]:
    for xgid, on_turn in ((LONGEST, True), (replace(LONGEST, turn=Side.WHITE, owner=Side.WHITE), False)):
        found = parse_situation(format_xgid(xgid))
        items = words.from_here_items(found, on_turn=on_turn, computer=True, t=t)
        assert len(items) == 4 and len(words.from_here_items(found, on_turn=on_turn, computer=False, t=t)) == 3
        yield Message("from here", words.from_here_words(found, on_turn=on_turn, t=t), view(items))
        here = words.from_here_item(xgid, t, on_turn=on_turn)
        assert here is not None
        yield Message("under a mistake", "?", view([here, words.from_replay_item("k7f3q2", 199, t)]))
        rules = rules_from(rules_said(Rules(), found), found, on_turn=on_turn)
        assert rules_words.opening_words(rules, t) in rules_words.unusual_words(rules, t)
        assert rules_words.xgid_line(rules) in rules_words.rules_words(rules, t)
        yield Message("rules", "\n".join(rules_words.rules_words(rules, t)), None)
    yield Message("shown to everybody", shown_by(words.from_here_words(found, on_turn=True, t=t), USER, t), None)
    far = replace(LONGEST, score=(99999, 99999), length=99999)
    assert words.from_here_item(far, t) is None and words.from_here_item(replace(LONGEST, turn=None), t) is None
    assert words.from_here_items(Situation(far), on_turn=True, computer=True, t=t) == []
