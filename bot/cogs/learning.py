"""`/learn`: the list of lessons, and every press in one.

Nothing is stored but which steps were answered right, so an old button or a press delivered twice does no harm.
"""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Draft, Illegal, RefusedPlay
from bot.cogs.choices import choices
from bot.cogs.computer_games import check_available, play_computer, played_rules
from bot.cogs.context import Context, ServingCog, answered, moved_on, number_in
from bot.cogs.places import BUT_GROUPS, WITH_US, usable
from bot.cogs.teaching_aid import teach_at
from bot.cogs.verbs import Verb, pressable
from bot.engine.thoughts import Level
from bot.lessons.judging import Mark, answers, check_play, judge
from bot.lessons.lesson import BestPlay, Count, PlayGoal, Step
from bot.lessons.progress import Progress
from bot.lessons.reading import lessons
from bot.screens.aid_words import aid_begun
from bot.screens.buttons import view
from bot.screens.composer import Composed
from bot.screens.lessons.faults import LessonFault
from bot.screens.lessons.items import (
    COMPOSER,
    answer_form,
    choice_view,
    list_view,
    missed_view,
    place_of,
    play_parts,
    right_items,
)
from bot.screens.lessons.pictures import played_picture, step_picture
from bot.screens.lessons.place import Asked
from bot.screens.lessons.words import list_words, missed_words, refused_words, right_words, step_words
from bot.screens.painter import Picture
from bot.screens.refusal_words import refusal_words

_NUMBER = re.compile(r"[-−+]?\d{1,6}(?:[.,]\d{1,3})?")


class LearnCommands(ServingCog):
    @app_commands.command(description=locale_str("Learn to play: short lessons with questions, for you alone"))
    @app_commands.describe(lesson=locale_str("A lesson to begin with; left out: the list of all"))
    @app_commands.choices(lesson=choices({place: lesson.title for place, lesson in enumerate(lessons(), 1)}))
    @usable(BUT_GROUPS)
    @answered
    async def learn(self, ctx: Context, lesson: app_commands.Choice[int] | None = None) -> None:
        progress = await _progress(ctx)
        if lesson is None:
            await ctx.say(list_words(progress, ctx.t), list_view(progress, ctx.t))
        else:
            await _ask(ctx, Asked(place_of(lessons()[lesson.value - 1], progress)))


async def press_list(ctx: Context) -> None:
    """The button Learn to play, or All lessons."""
    progress = await _progress(ctx)
    await ctx.aside(list_words(progress, ctx.t), list_view(progress, ctx.t))


async def press_lesson(ctx: Context) -> None:
    """A lesson was chosen from the list. Raises `Stale` for one that there is not."""
    place = number_in(ctx.chosen)
    if place >= len(lessons()):
        raise moved_on()
    await _ask(ctx, Asked(place_of(lessons()[place], await _progress(ctx))))


async def press_go(ctx: Context) -> None:
    """Show a step."""
    await _ask(ctx, Asked.of(ctx.press))


async def press_show(ctx: Context) -> None:
    """Show a step with its answer, which still has to be given."""
    await _ask(ctx, Asked.of(ctx.press), solved=True)


async def press_pick(ctx: Context) -> None:
    """An answer was chosen. Raises `Stale` for one that there is not."""
    asked, place = Asked.of(ctx.press), number_in(ctx.press.extra)
    offered = answers(asked.step)
    if place >= len(offered) or _is_play(asked.step):
        raise moved_on()
    await _answer(ctx, asked, offered[place])


async def compose(ctx: Context) -> None:
    """A press in the composer of a step, as in a game. Raises `Stale` for a draft that there is not."""
    verb = ctx.press.verb.removeprefix(COMPOSER)
    asked, composed = Asked.of(ctx.press), Composed.parse(ctx.press.extra).pressed(verb)
    if not _is_play(asked.step):
        raise moved_on()
    draft = _draft(asked.step, composed)
    if verb == "confirm" and draft.play is not None:
        await _answer(ctx, asked, str(draft.play))
    else:
        await _ask(ctx, asked, composed)


def ask_typed(ctx: Context) -> discord.ui.Modal:
    """The form for a typed answer."""
    return answer_form(ctx.press, ctx.t)


async def take_typed(ctx: Context) -> None:
    """A typed answer. Raises `Illegal` for what is no number where one is asked for."""
    asked, typed = Asked.of(ctx.press), ctx.typed.strip()
    if isinstance(asked.step.question, Count):
        if not _NUMBER.fullmatch(typed):
            raise Illegal(LessonFault.NOT_A_NUMBER, text=typed)
        await _answer(ctx, asked, typed.replace("−", "-").replace(",", "."))
    elif _is_play(asked.step):
        try:
            play = check_play(asked.step, typed)
        except RefusedPlay as refusal:
            why = refusal_words(refusal, ctx.t)
            await ctx.aside(refused_words(asked, why, ctx.t), missed_view(asked, ctx.t), await _file(ctx, asked.step))
            return
        await _answer(ctx, asked, str(play))
    else:
        raise Illegal(LessonFault.NOT_TYPED)


async def press_game(ctx: Context) -> None:
    """A first game, to one point against a beginner, with the teaching aid. Raises `Illegal` without an engine."""
    check_available(ctx)
    begun = await play_computer(ctx, played_rules(await ctx.settings(), 1), Level.BEGINNER)
    if begun is not None:
        await teach_at(ctx, begun)
        words, items = aid_begun(begun, ctx.t)
        await ctx.say(words, view(items))


async def _progress(ctx: Context) -> Progress:
    return Progress(lessons(), list(await ctx.services.store.lessons.of(ctx.user)))


async def _ask(ctx: Context, asked: Asked, composed: Composed | None = None, *, solved: bool = False) -> None:
    """Show a step with its buttons."""
    step, t, theme = asked.step, ctx.t, await ctx.theme()
    if _is_play(step):
        composed = composed or Composed()
        draft = _draft(step, composed)
        words, buttons = play_parts(asked, draft, composed, t)
        picture = step_picture(step, theme, t, draft, composed)
    else:
        words, buttons, picture = "", choice_view(asked, t), step_picture(step, theme, t)
    await ctx.aside(step_words(asked, words, t, solved=solved), buttons, await _drawn(ctx, picture))


async def _answer(ctx: Context, asked: Asked, answer: str) -> None:
    """Say of an answer whether it is right, and why not. A right one is stored first."""
    step, t = asked.step, ctx.t
    judged = judge(step, answer, asked.losses)
    if judged.mark is not Mark.RIGHT:
        await ctx.aside(missed_words(asked, answer, judged, t), missed_view(asked, t), await _file(ctx, step))
        return
    await ctx.services.store.lessons.note(ctx.user, asked.name, ctx.services.now())
    theme = await ctx.theme()
    picture = played_picture(step, check_play(step, answer), theme, t) if _is_play(step) else None
    file = await _file(ctx, step) if picture is None else await _drawn(ctx, picture)
    await ctx.aside(right_words(asked, answer, t), view(pressable(ctx.place, right_items(asked, t))), file)


def _is_play(step: Step) -> bool:
    return isinstance(step.question, PlayGoal | BestPlay)


def _draft(step: Step, composed: Composed) -> Draft:
    """The draft, completed if only one play is left. Raises `Stale` for picks that there are not."""
    try:
        return Draft(step.board, step.roll, composed.picks).completed()
    except ValueError as error:
        raise moved_on() from error


async def _file(ctx: Context, step: Step) -> discord.File:
    return await _drawn(ctx, step_picture(step, await ctx.theme(), ctx.t))


async def _drawn(ctx: Context, picture: Picture) -> discord.File:
    return await ctx.services.painter.file(picture, "lesson.png")


VERBS = (
    Verb("learn", press=press_list, private=True, where=BUT_GROUPS),
    *(
        Verb(f"learn_{name}", press=press, private=True, logged="learn", where=BUT_GROUPS)
        for name, press in (("lesson", press_lesson), ("go", press_go), ("show", press_show), ("pick", press_pick))
    ),
    Verb("learn_type", asks=ask_typed, takes=take_typed, private=True, logged="learn", where=BUT_GROUPS),
    Verb("learn_game", press=press_game, private=True, logged="play", where=WITH_US),
    *(
        Verb(f"{COMPOSER}{name}", press=compose, private=True, logged="learn", where=BUT_GROUPS)
        for name in ("step", "order", "back", "flip", "confirm")
    ),
)
