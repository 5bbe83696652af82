"""Script that makes the cards of openings: `python -m bot.training.make_openings [FILE]`, some minutes, reproducible.

The 15 opening rolls, and the 30 commonest replies. A reply is a roll and the play that is best with it; how common one
is follows from the 15 openings, all equally likely and played best, and the 36 rolls. A play that is best after several
openings is asked after that one where the second play loses most. All plays of a card are compared at 3-ply, as for
money without Jacoby's rule. For beginners the plays are those that the two weakest levels choose most often.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import msgspec

from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import Board, Dice, Position, Side, Variant, legal_plays
from bot.engine import player, sage
from bot.engine.thoughts import Judged, Level, Stakes
from bot.training.cards import MOST, Card, with_easy
from bot.training.openings import FILE

REPLIES = 30
PLIES = 3
NEAR = 8
"""So many of the best plays by two plies are compared with three."""
DRAWN = 40
"""How often each weak level is asked."""
WEAK = (Level.FIRST_STEPS, Level.BEGINNER)

_STAKES = Stakes()


def compared(position: Position, dice: Dice, wanted: Sequence[int] = ()) -> list[Judged]:
    """The best plays, and those `wanted` (packed), all compared at `PLIES`, the best first."""
    seen = sage.plays(position, dice, _STAKES, 2)
    packed = dict.fromkeys((*(each.packed for each in seen[:NEAR]), *wanted))
    root = sage._board(position)
    return list(sage.ranked((sage._looked_at(Position(each), root, _STAKES, PLIES) for each in packed), _STAKES))


def card(position: Position, dice: Dice) -> Card:
    """The card of a roll in a position, with the plays of weak players."""
    weak = Counter(
        player.choice(position, dice, _STAKES, level, seed).packed for level in WEAK for seed in range(DRAWN)
    )
    judged = compared(position, dice, list(weak))
    texts = {play.packed: str(play) for play in legal_plays(position, dice)}
    best, losses = judged[0], [(texts[each.packed], round(judged[0].equity - each.equity, 4)) for each in judged]
    verdict = Verdict(
        seat=0,
        side=Side.WHITE,
        turn=0,
        kind=Kind.PLAY,
        position=position.id,
        stakes=_STAKES,
        chosen=texts[best.packed],
        best=texts[best.packed],
        after=best.chances,
        after_best=best.chances,
        error=0.0,
        dice=dice,
        near=tuple(losses[:MOST]),
        plies=PLIES,
    )
    return with_easy(Card(verdict=verdict), losses, [texts[each] for each, _ in weak.most_common()], PLIES)


def openings() -> Iterator[Card]:
    """The 15 opening rolls."""
    start = Board.start(Variant.BACKGAMMON).position
    for low, high in combinations(range(1, 7), 2):
        yield card(start, (high, low))


def replies() -> Iterator[Card]:
    """The commonest replies, the commonest first."""
    start, common = Board.start(Variant.BACKGAMMON).position, Counter[tuple[Dice, str]]()
    asked = defaultdict[tuple[Dice, str], list[tuple[float, str, Position]]](list)
    for low, high in combinations(range(1, 7), 2):
        position = Position(compared(start, (high, low))[0].packed).mirrored()
        for one, other in combinations_with_replacement(range(1, 7), 2):
            dice = other, one
            judged = compared(position, dice)
            best = next(play for play in legal_plays(position, dice) if play.packed == judged[0].packed)
            common[dice, str(best)] += 2 - (one == other)
            asked[dice, str(best)].append((judged[0].equity - judged[1].equity, position.id, position))
    for reply, _ in sorted(common.items(), key=lambda each: (-each[1], each[0]))[:REPLIES]:
        _, _, position = max(asked[reply])
        yield card(position, reply[0])


def main(file: Path) -> None:
    """Write the file, and print how many cards it has and the time taken."""
    begun = time.perf_counter()
    cards = [*openings(), *replies()]
    file.write_bytes(msgspec.json.format(msgspec.json.encode(cards), indent=1) + b"\n")
    easy = sum(bool(each.easy) for each in cards)
    print(f"{len(cards)} cards, {easy} with plays for beginners, in {time.perf_counter() - begun:.0f} s: {file}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)
