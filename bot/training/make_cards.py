"""Script that makes the cards for everybody: `python -m bot.training.make_cards [FOLDER]`, some minutes, reproducible.

The 15 opening rolls, and the 30 commonest replies. A reply is a roll and the play that is best with it; how common one
is follows from the 15 openings, all equally likely and played best, and the 36 rolls. A play that is best after several
openings is asked after that one where the second play loses most. All plays of a card are compared at 3-ply, as for
money without Jacoby's rule. For beginners the plays are those that the two weakest levels choose most often. The
questions of lessons that the engine judges become cards in the same way, cubes with its equities at 3-ply.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import msgspec

from bot.analysis.decisions import Decided, Replied, Spoke, question
from bot.analysis.verdicts import Kind, Verdict
from bot.analysis.verdicts import judged as verdicts_of
from bot.backgammon import Board, Dice, OfferStage, Position, Reply, Side, Variant, legal_plays
from bot.backgammon.bet import Ways
from bot.engine import player, sage
from bot.engine.thoughts import Chances, Judged, Level, Stakes
from bot.lessons.lesson import BestPlay, CubeChoice, Step
from bot.lessons.reading import lessons, losses
from bot.training.cards import MOST, Card, card_of, name_of, with_easy
from bot.training.common_cards import FOLDER

REPLIES = 30
PLIES = 3
NEAR = 8
"""So many of the best plays by two plies are compared with three."""
DRAWN = 40
"""How often each weak level is asked."""
WEAK = (Level.FIRST_STEPS, Level.BEGINNER)

_STAKES = Stakes()
_WAYS: Ways = ((Reply.TAKE, Reply.DROP),)


def compared(position: Position, dice: Dice, wanted: Sequence[int] = ()) -> list[Judged]:
    """The best plays, and those `wanted` (packed), all compared at `PLIES`, the best first."""
    seen = sage.plays(position, dice, _STAKES, 2)
    packed = dict.fromkeys((*(each.packed for each in seen[:NEAR]), *wanted))
    root = sage._board(position)
    return list(sage.ranked((sage._looked_at(Position(each), root, _STAKES, PLIES) for each in packed), _STAKES))


def card(position: Position, dice: Dice) -> Card:
    """The card of a roll in a position for money, with the plays of weak players."""
    weak = weak_plays(position, dice, _STAKES)
    judged = compared(position, dice, list(weak))
    texts = {play.packed: str(play) for play in legal_plays(position, dice)}
    best, losses = judged[0], [(texts[each.packed], round(judged[0].equity - each.equity, 4)) for each in judged]
    return play_card(position, dice, _STAKES, 0, losses, best.chances, [texts[each] for each in weak])


def weak_plays(position: Position, dice: Dice, stakes: Stakes) -> list[int]:
    """What weak players play (packed), the commonest first."""
    found = Counter(
        player.choice(position, dice, stakes, level, seed).packed for level in WEAK for seed in range(DRAWN)
    )
    return [packed for packed, _ in found.most_common()]


def play_card(
    position: Position,
    dice: Dice,
    stakes: Stakes,
    length: int,
    losses: Sequence[tuple[str, float]],
    chances: Chances,
    weak: Sequence[str],
) -> Card:
    """The card of a play in which nobody has erred. `losses` of the plays, the best first, after which the mover has
    these `chances`; `weak` players choose these plays, the commonest first.
    """
    best = losses[0][0]
    verdict = Verdict(
        seat=0,
        side=Side.WHITE,
        turn=0,
        kind=Kind.PLAY,
        position=position.id,
        stakes=stakes,
        chosen=best,
        best=best,
        after=chances,
        after_best=chances,
        error=0.0,
        dice=dice,
        near=tuple(losses[:MOST]),
        plies=PLIES,
    )
    return with_easy(Card(verdict=verdict, length=length), losses, weak, PLIES)


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


def of_lessons() -> Iterator[Card]:
    """What lessons ask about plays and cubes, judged as there."""
    for lesson in lessons():
        for place, step in enumerate(lesson.steps):
            known = losses().get(lesson.named(place))
            if known is not None:
                yield _of_play(step, known) if isinstance(step.question, BestPlay) else _of_cube(step)


def _of_play(step: Step, known: Mapping[str, float]) -> Card:
    plays = {str(play): play.packed for play in legal_plays(step.board, step.roll)}
    texts = {packed: text for text, packed in plays.items()}
    ranked = sorted(known.items(), key=lambda each: each[1])
    best = sage._looked_at(Position(plays[ranked[0][0]]), sage._board(step.board), step.stakes, PLIES)
    weak = [texts[each] for each in weak_plays(step.board, step.roll, step.stakes)]
    return play_card(step.board, step.roll, step.stakes, step.length, ranked, best.chances, weak)


def _of_cube(step: Step) -> Card:
    """The verdict on the right action."""
    position, stakes = step.asked
    thought = sage.cube(position, stakes, PLIES)
    if isinstance(step.question, CubeChoice) and step.question.offered:
        reply = Reply.TAKE if thought.take else Reply.DROP
        what: Spoke | Replied = Replied(OfferStage.DOUBLE, reply, _WAYS)
    else:
        what = Spoke(thought.double, _WAYS)
    decided = Decided(0, Side.WHITE, 0, position.packed, stakes, what)
    (verdict,) = verdicts_of([decided], {question(decided): thought})
    return card_of(verdict, step.length)


def main(folder: Path) -> None:
    """Write the files, and print how many cards each has and the time taken."""
    begun, known = time.perf_counter(), set[str]()
    for file, made in (("openings.json", [*openings(), *replies()]), ("lessons.json", list(of_lessons()))):
        cards = [each for each in made if name_of(each) not in known]
        known |= {name_of(each) for each in cards}
        (folder / file).write_bytes(msgspec.json.format(msgspec.json.encode(cards), indent=1) + b"\n")
        easy = sum(bool(each.easy) for each in cards)
        print(f"{file}: {len(cards)} cards, {easy} with plays for beginners, in {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
