"""Every message of two against two, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.backgammon import Rules, Sits, start
from bot.backgammon.actions import OpeningRoll, Roll, Sat
from bot.screens import challenge_words, live
from bot.screens import private_thread_words as thread_words
from bot.screens.buttons import view
from bot.screens.faces import face_of
from bot.screens.heads_up import side_words
from bot.screens.heads_up.side_threads import SIDES
from bot.screens.own_items import sit_items
from bot.tables.about import About
from bot.tables.heads_up.news import news_of
from bot.tables.people import People, Person, Team
from bot.tables.table import Advice, Stage, Table
from bot.texts import Texts

from .every_screen import Message


def of_pairs(names: Sequence[str], t: Texts) -> Iterator[Message]:
    """Four people, from the challenge to what is said in their threads."""
    four = [Person(1_000_000_000_000_000_000 + place, name) for place, name in enumerate(names[:4])]
    teams = Team((four[0], four[1])), Team((four[2], four[3]))
    rules = Rules(length=25, sits=Sits.MATCH)
    about = About(id="k7f3q2", guild=7, channel=8, setup=rules, made_at=0, expires_at=6e9, rated=False)
    people = People.of_teams(teams, agreed=(four[0].user, four[3].user))
    asked = Table(about=about, people=people, seed=bytes(32))
    face = face_of(asked)
    for stage in (Stage.CHALLENGE, Stage.OPEN, Stage.WITHDRAWN):
        table = replace(asked, stage=stage)
        assert face.gathering_words(table, t) == challenge_words.pair_words(table, face.terms(table, t), t)
        yield Message("challenge", face.gathering_words(table, t), face.gathering_buttons(table, t))
    for person in four:
        yield Message("declined", challenge_words.declined_words(asked, face.terms(asked, t), person.user, t))
    begun = face_of(asked).terms(asked, t)
    for page in challenge_words.rules_pages(begun):
        yield Message("rules", page)
    before = start(rules)
    told = []
    state = before
    for version, action in enumerate((OpeningRoll(dice=(5, 3)), Sat(by=0), Sat(by=1))):
        following = asked.game.apply(state, action)
        told.append(news_of(state, action, following, version))
        state = following
    assert not isinstance(told[-1].action, Roll)
    table = replace(
        asked, stage=Stage.OPEN, news=tuple(told), version=3, advice=Advice(thread=10**18, told=True)
    ).seated_so(state)
    assert table.people.seats[0].user == four[1].user
    assert side_words.sitting_line(table, t)
    yield Message("opening", face.opening_words(table, t))
    yield Message("board", live.content(table, -1, t, 0), live.components(table, t))
    yield Message("more", "?", view(sit_items(table, t, may=True)))
    for side in SIDES:
        yield Message("thread", side.first_words(table, t))
        assert len(side.title(table, t)) <= 100 and side.title(table, t).endswith(side.mark(table))
        assert side.warned(table) == side_words.sitter(table, side.place).user
    yield Message("no threads", SIDES[0].missed(t))
    yield Message("warning", thread_words.warning(table, 10**18, {four[2].user, 5}, four[0].user, t))
    yield Message("nobody warned", thread_words.warning(table, 10**18, {5}, None, t))
