"""Buttons and forms of lessons."""

from __future__ import annotations

import discord

from bot.backgammon import Draft
from bot.lessons.judging import answers
from bot.lessons.lesson import Count, Lesson
from bot.lessons.progress import Place, Progress
from bot.screens.buttons import BLUE, GREEN, GREY, Item, button, choice, form, select, view
from bot.screens.composer import Composed, composer_parts
from bot.screens.computer_words import NO_TABLE
from bot.screens.custom_ids import Press, number_of
from bot.screens.lessons.place import Asked
from bot.screens.lessons.words import answer_words
from bot.texts import Texts

FIRST_GAME = "bearing-off"
"""The name of the lesson after which a first game is offered."""
COMPOSER = "learn_"
"""What the verbs of a lesson's composer begin with."""
_LAST_ROW = 4
_MOST_TYPED = 60


def learn_item(t: Texts, row: int | None = None) -> Item:
    """The button that opens the list of lessons."""
    return button(t("Learn to play"), Press("learn", NO_TABLE, 0), GREY, "🎓", row=row)


def list_view(progress: Progress, t: Texts) -> discord.ui.View:
    """A select of the lessons, and the button that goes on where one was."""
    options = [
        choice(f"{place + 1}. {t(lesson.title)}", str(place), t("Done") if progress.done(lesson) else None)
        for place, lesson in enumerate(progress.lessons)
    ]
    # A client keeps the chosen option while the custom id is the same.
    chosen = Press("learn_lesson", NO_TABLE, number_of(list(progress.answered)))
    items: list[Item] = [select(t("Choose a lesson"), chosen, options, row=0)]
    if (place := progress.goes_on) is not None:
        label = t("Go on with lesson {number}", number=place.lesson + 1) if progress.answered else t("Begin")
        items.append(button(label, Asked(place).press("learn_go"), GREEN, row=1))
    return view(items)


def play_parts(asked: Asked, draft: Draft, composed: Composed, t: Texts) -> tuple[str, discord.ui.View]:
    """Words and buttons of the composer of a step."""

    def press(verb: str, then: Composed) -> Press:
        return asked.press(f"{COMPOSER}{verb}", str(then))

    words, items = composer_parts(press, draft, composed, asked.step.roll, t)
    return words, view([*items, _type_item(asked, t), _list_item(t)])


def choice_view(asked: Asked, t: Texts) -> discord.ui.View:
    """The answers of a step as buttons."""
    items: list[Item] = [
        button(answer_words(asked.step, answer, t), asked.press("learn_pick", str(place)), BLUE, row=place // 2)
        for place, answer in enumerate(answers(asked.step))
    ]
    typed = [_type_item(asked, t)] if isinstance(asked.step.question, Count) else []
    return view([*items, *typed, _list_item(t)])


def right_items(asked: Asked, t: Texts) -> list[Item]:
    """What follows a right answer: the next step; after the lesson of `FIRST_GAME` a game."""
    items: list[Item] = []
    if asked.ends and asked.lesson.name == FIRST_GAME:
        items.append(button(t("A first game"), asked.press("learn_game"), GREEN, "🤖"))
    if (following := asked.following) is not None:
        label = t("Next lesson") if asked.ends else t("Next")
        items.append(button(label, following.press("learn_go"), BLUE if items else GREEN))
    return [*items, _list_item(t, row=None)]


def missed_view(asked: Asked, t: Texts) -> discord.ui.View:
    """What follows an answer that is not right."""
    return view(
        [
            button(t("Try again"), asked.press("learn_go"), GREEN),
            button(t("Show me"), asked.press("learn_show"), GREY),
            _list_item(t, row=None),
        ]
    )


def answer_form(press: Press, t: Texts) -> discord.ui.Modal:
    """A form for a typed answer."""
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        placeholder=t("A play like 8/5 6/5, or a number"), custom_id="answer", max_length=_MOST_TYPED
    )
    return form(t("Your answer"), press, t("Write what you would press"), field)


def place_of(lesson: Lesson, progress: Progress) -> Place:
    """Where a chosen lesson is opened: at its first step that has not been answered."""
    return Place(progress.lessons.index(lesson), progress.open_step(lesson))


def _type_item(asked: Asked, t: Texts) -> Item:
    return button(t("Type it"), asked.press("learn_type"), GREY, "⌨️", row=_LAST_ROW)


def _list_item(t: Texts, row: int | None = _LAST_ROW) -> Item:
    return button(t("All lessons"), Press("learn", NO_TABLE, 0), GREY, row=row)
