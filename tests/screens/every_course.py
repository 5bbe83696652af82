"""Every message with the course of a game, at its longest, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator

import render
from bot import limits
from bot.analysis.report import Placed, worst_for
from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import Board, Reply, Side, Variant
from bot.chouette import Options
from bot.engine.thoughts import Chances, Stakes
from bot.screens import fitting
from bot.screens.reviews import course_words, items, words
from bot.tables.about import About
from bot.tables.reviews import Review
from bot.tables.table import People, Person, Table
from bot.texts import Texts

from .every_screen import Message

PLAYED = "bar/off(2) 24/18*(2)"


def decided(place: int) -> list[Verdict]:
    """A roll of a chouette of ten: the cubes before it, and the play; everybody errs."""
    position, seat = Board.start(Variant.BACKGAMMON).position.id, place % 10
    side = Side.WHITE if seat == 0 else Side.BLACK
    after = Chances(0.05 + 0.9 * (place % 3) / 2, 0.255, 0.0, 0.1, 0.0)
    made = [(Kind.PLAY, PLAYED, "13/7(2) 8/2*(2)"), (Kind.CUBE, "double", "roll"), (Kind.CUBE, "roll", "double")]
    made += [(Kind.ANSWER, reply.value, "take") for reply in Reply]
    return [
        Verdict(
            seat=seat, side=side if kind is not Kind.ANSWER else side.other, turn=100 + place, kind=kind,
            position=position, stakes=Stakes(64), chosen=chosen, best=best, after=after, after_best=after,
            error=0.05 * place + 0.03, counted=True, dice=(6, 6) if kind is Kind.PLAY else None,
        )
        for kind, chosen, best in made
    ]  # fmt: skip


def of_course(t: Texts) -> Iterator[Message]:
    """The reports that open with a course: of one game and of many, with the worst mistake below."""
    table = Table(
        about=About(id="k7f3q2", guild=1, channel=2, setup=Options(), made_at=0, expires_at=0),
        people=People(seats=tuple(Person(1001 + seat, "_W" * 16) for seat in range(10))),
        seed=b"",
    )
    verdicts = [Placed(199, each) for place in range(40) for each in decided(place)]
    made, review = [each.verdict for each in verdicts], Review("bgsage 2.0 / 1", "2-ply, 3-ply", ())
    for own in (None, 0, 9):
        errors = worst_for(verdicts, own)
        render.draw_course(course_words.course_scene(table, 199, made, own, "wood", t))
        assert course_words.of_course(table, 199, made, own, "wood", t).words
        told = course_words.course_words(table, 199, made, own, t)
        for games in ([199], [*range(1, 200)]):
            under = f"{told}\n{words.error_words(table, errors, 0, games, t, own)}"
            assert len(under) < limits.MESSAGE * 2 / 3
            head = words.report_words(table, games, verdicts, review, t, own)
            text = f"{fitting.shortened(head, limits.MESSAGE - len(under) - 1)}\n{under}"
            there = dict(enumerate(errors))
            shown = items.report_view(table, games, there, None, t, course=199, courses=games)
            alt = course_words.course_alt(table, 199, made, own, t)
            yield Message("course", text, shown, "course.png", alt)
