"""Plays as people type them: `=` is a position and a roll (Position ID, checkers, dice, Egyptian bound), `>` a text.

Below a text: the play it names or why it names none, with the plays that are nearest; then those that would be offered
to somebody who has typed so much.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from bot.backgammon import Dice, Position, RefusedPlay, parse_play
from bot.backgammon.notation import offered_plays

#: Offered plays that are told one by one.
_SHOWN = 6


class Typed:
    """Reads text after text against one roll."""

    def __init__(self) -> None:
        self.position = Position.start()
        self.dice: Dice = (3, 1)
        self.most: int | None = None

    def __call__(self, line: str) -> Iterator[str]:
        if line.startswith("="):
            key, checkers, dice, most = line[1:].split()
            self.position = Position.from_id(key, int(checkers))
            self.dice, self.most = (int(dice[0]), int(dice[1])), None if most == "-" else int(most)
            return
        text = json.loads(line[1:])
        try:
            yield str(parse_play(text, self.position, self.dice, self.most)) or "a dance"
        except RefusedPlay as refusal:
            yield f"{type(refusal).__name__}: {refusal} {'; '.join(map(str, refusal.nearest))}"
        plays = [str(play) or "a dance" for play in offered_plays(text, self.position, self.dice, self.most)]
        yield f"offers {len(plays)}: {'; '.join(plays[:_SHOWN])}"
