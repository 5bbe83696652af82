"""The display of a sheet of Preferans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import discord

from bot.core.actions import Abort, End, Seat
from bot.core.question import Ask, Question
from bot.preferans.sheet import Correct, Edit, Lot, Options, Sheet, Write, apply
from bot.screens.buttons import BLUE, GREEN, Item, button
from bot.screens.challenge_words import Terms
from bot.screens.custom_ids import Press
from bot.screens.face import Face, Lesson, Shown, Steps, Topic
from bot.screens.finished_game import ToldGame, chosen
from bot.screens.ladder.listing import BoardWords
from bot.screens.names import Names, roll_words
from bot.screens.own_items import May, offered
from bot.screens.painter import Picture
from bot.screens.preferans import words
from bot.screens.preferans.files import KINDS, sheet_json, sheet_text, sheet_title
from bot.screens.preferans.gathering_words import begun_words, gathering_buttons, gathering_words
from bot.screens.preferans.guide import preferans_lesson
from bot.screens.preferans.listing import BOARDS
from bot.screens.preferans.option_words import all_rules, title_words
from bot.screens.preferans.pictures import sheet_picture
from bot.screens.preferans.topics import PREFERANS_TOPICS
from bot.tables.preferans.news import SheetNews
from bot.tables.table import Table
from bot.texts import Texts


class PreferansFace(Face[Sheet, SheetNews]):
    word_verb: ClassVar[str] = "pref_word"
    replays: ClassVar[bool] = False
    kinds: ClassVar[Mapping[str, str]] = KINDS
    boards: ClassVar[Sequence[BoardWords]] = BOARDS
    topics: ClassVar[Mapping[str, Topic]] = PREFERANS_TOPICS

    def terms(self, table: Table, t: Texts) -> Terms:
        options = table.setup_of(Options)
        return Terms(title_words(options, t), tuple(all_rules(options, t)))

    def gathering_words(self, table: Table, t: Texts) -> str:
        return gathering_words(table, t)

    def gathering_buttons(self, table: Table, t: Texts) -> discord.ui.View:
        return gathering_buttons(table, t)

    def opening_words(self, table: Table, t: Texts) -> str:
        return begun_words(table, t)

    def line(self, news: SheetNews, state: Sheet, names: Names, t: Texts) -> str:
        return words.news_words(news, state, names, t)

    def ends(self, news: SheetNews) -> bool:
        # Every change is posted below later messages, so that all see it.
        return isinstance(news.action, Write | Edit | Correct | End | Abort)

    def asked(self, state: Sheet, names: Names, mention: Names, t: Texts) -> list[str]:
        return words.next_words(state, names, t)

    def closed(self, state: Sheet, names: Names, t: Texts) -> str:
        return words.closed_words(state, names, t)

    def score(self, state: Sheet, names: Names, t: Texts) -> str:
        if state.closed or not state.lines:
            return ""
        return t("In whists: {balances}", balances=words.balances_words(state.totals.balances, names, t))

    def order(self, state: Sheet, first: Any, t: Texts) -> list[str]:
        if not isinstance(first, Lot):
            return []
        said = t(
            "Who deals first: the two dice have 36 outcomes, 1-1, 1-2 … 6-6, as they fell one after the other; in that "
            "order each seat, from the host on, has as many of them."
        )
        return [f"{said} {roll_words(first.dice)} ({first.dice[0]}, {first.dice[1]})"]

    def lessons(self, theme: str, t: Texts, shown: Shown) -> list[Lesson]:
        return [preferans_lesson(theme, t, shown)]

    def picture(self, table: Table, theme: str, t: Texts, at: int) -> Picture:
        return sheet_picture(table.state_of(Sheet), [person.name for person in table.people.seats], theme, t)

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        if question.ask is Ask.NEXT:
            return [button(t("Hand"), Press("pref_hand", table.id, question.number), BLUE, "✍️")]
        return []

    def own_items(self, table: Table, seat: Seat, may: May, t: Texts) -> list[Item]:
        settle = offered(table, may, "pref_end", t("Settle"), 1, GREEN)
        return super().own_items(table, seat, may, t) + settle

    def confirmation(self, state: Sheet, action: Any, names: Names, t: Texts) -> str:
        return words.end_doubt(state, names, t)

    def steps(self, start: Sheet, done: Iterator[Any]) -> Mapping[int, Steps]:
        found: list[Any] = []
        for action in done:
            after = apply(start, action)
            found.append((start, action, after))
            start = after
        return {start.number: found} if found else {}

    def dice(self, action: Any) -> tuple[int, int] | None:
        return action.dice if isinstance(action, Lot) else None

    def told(self, table: Table, steps: Steps) -> ToldGame:
        raise NotImplementedError("a sheet is not told anew")

    def file(
        self, table: Table, games: Mapping[int, Steps], number: int | None, kind: str, t: Texts
    ) -> tuple[str, bytes]:
        over = {each: steps[-1][2] for each, steps in games.items() if steps[-1][2].closed}
        (sheet,) = chosen(table, over, number).values()
        text = sheet_json(table, sheet) if kind == "json" else sheet_text(table, sheet, t)
        return sheet_title(table, sheet, t), text.encode()
