"""Every message of `/train`, at its longest, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot import limits
from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import OfferStage, Position, Side, legal_plays
from bot.engine.thoughts import Chances, Stakes
from bot.screens import alt
from bot.screens.buttons import view
from bot.screens.ladder import own_words
from bot.screens.reviews import training_words as words
from bot.screens.reviews.pictures import card_scene
from bot.tables.training import Kept
from bot.texts import Texts
from bot.training.cards import MOST, card_of, choices
from bot.training.deck import Deck, Entry, Origin
from bot.training.memory import Grade, Memory

from .every_screen import Message

_DECK = Deck(
    showing=999_999_999,
    shown="f" * 16,
    picked="",
    day=740_000,
    done=9,
    streak=9_999,
    trained=740_000,
    recalled="1" * 100,
)
_ENTRY = Entry(origin=Origin.MISTAKE, memory=Memory(stability=36_500.0, difficulty=10.0, last=740_000, due=776_500))


def of_training(t: Texts) -> Iterator[Message]:
    """Cards of each kind of decision, at the longest."""
    for each in _decisions():
        card = card_of(each, 25)
        verdict, length = card.verdict, card.length
        offered = choices(verdict, "x")
        for side in words.SIDES:
            for deck in (_DECK, replace(_DECK, again=(_DECK.shown,))):
                asked = card_scene(verdict, length, "wood", t, answered=False, other=side == "o")
                under = words.task_view(deck, offered, side, t)
                assert words.is_shown(deck, words.pressed(deck, "train_pick", f"{side}0"))
                text = words.task_words(verdict, length, deck, 10, t)
                assert len(text.splitlines()) <= 4
                yield Message("card", text, under, "card.png", alt.alt_text(asked, t))
                solved = card_scene(verdict, length, "wood", t, answered=True, other=side == "o")
                for picked, _ in offered:
                    for grade in Grade:
                        told = replace(deck, picked=picked)
                        text = words.solution_words(verdict, told, _ENTRY, grade, t)
                        assert len(text.splitlines()) <= 4
                        under = words.solution_view(told, side, t, why=True)
                        yield Message("answer", text, under, "card.png", alt.alt_text(solved, t))
                    whole = words.why_text(text, verdict, picked, t)
                    yield Message("why", whole, words.solution_view(deck, side, t, why=False))
    entries = [_ENTRY] * 1000
    for deck, a_day in ((_DECK, 10), (Deck(), 3), (Deck(), 0)):
        yield Message("done", words.done_words(deck, entries, a_day, t))
    servers = {10**19 + number: "W" * 100 for number in range(limits.CHOICES)}
    trained = Kept(10**19, b"", _DECK, {str(number): entry for number, entry in enumerate(entries)})
    shown = view([own_words.servers_item(servers, t, 10**19)])
    yield Message("own", own_words.own_words(trained, _DECK.day, (9_999, 9_999), t), shown)


def _decisions() -> Iterator[Verdict]:
    """One of each kind, about the longest plays, at the longest score."""
    position, chances = Position.from_id("4HPwATDgc/ABMA"), Chances(0.612, 0.312, 0.112, 0.212, 0.112)
    plays = sorted(map(str, legal_plays(position, (3, 3))), key=len)[-MOST:]
    asked = Verdict(
        seat=3,
        side=Side.BLACK,
        turn=17,
        kind=Kind.PLAY,
        position=position.id,
        stakes=Stakes(64, away=(24, 25)),
        chosen=plays[-1],
        best=plays[0],
        after=chances,
        after_best=chances,
        error=0.16,
        dice=(3, 3),
        near=tuple((play, 0.04 * place) for place, play in enumerate(plays)),
        plies=4,
    )
    yield asked
    yield replace(asked, stakes=Stakes(jacoby=True, beavers=True))
    cube = replace(asked, dice=None, near=(), kind=Kind.CUBE, chosen="roll", best="double")
    yield replace(cube, outcomes=tuple((way, -1.2345) for way in ("roll", "take", "beaver", "drop")), market=0.4)
    for stage, ways in (
        (OfferStage.DOUBLE, ("roll", "take", "beaver", "drop")),
        (OfferStage.BEAVER, ("take", "raccoon", "drop")),
        (OfferStage.RACCOON, ("take", "drop")),
    ):
        outcomes = tuple((way, -1.2345 - place / 10) for place, way in enumerate(ways))
        yield replace(cube, kind=Kind.ANSWER, stage=stage, chosen="drop", best="take", outcomes=outcomes)
