"""Reports of the engine's analysis: viewing, practising, saving and sharing them."""

from __future__ import annotations

import io
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import discord

from bot import limits
from bot.analysis.course import course_of, told_game
from bot.analysis.report import Placed, worst_for
from bot.analysis.verdicts import Verdict
from bot.backgammon import Illegal, Seat
from bot.cogs.context import Context, moved_on
from bot.cogs.lookup import check_begun, find_table
from bot.cogs.services import Services
from bot.cogs.showing import check_may_show
from bot.cogs.verbs import pressable
from bot.screens.buttons import view
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.names import plain
from bot.screens.painter import of_board
from bot.screens.reference.faults import FactFault
from bot.screens.reviews import course_words, items, pictures, words
from bot.screens.show_items import shown_by
from bot.tables.advice import known
from bot.tables.board_game import board_of
from bot.tables.reviews import Review, ReviewFault, kept_reviews, last_final, placed, range_of, reviewable
from bot.tables.table import Table
from bot.texts import Texts

_log = logging.getLogger(__name__)


class Report(NamedTuple):
    """Analysed games and their verdicts."""

    table: Table
    games: list[int]
    review: Review
    verdicts: list[Placed]
    part: int = 0
    """As of `part_of`, if these are neither all games of the table nor one."""

    def own(self, user: int) -> Seat | None:
        """The user's seat; None for the public report (user 0)."""
        return self.table.seat_of(user) if user else None

    def errors(self, user: int) -> dict[int, Placed]:
        """The worst errors in the user's order, by their places among all verdicts."""
        return {self.verdicts.index(each): each for each in worst_for(self.verdicts, self.own(user))}

    def of_game(self, game: int) -> list[Verdict]:
        """The verdicts on one of the games."""
        return [each.verdict for each in self.verdicts if each.game == game]

    @property
    def courses(self) -> list[int]:
        """The games with a course: those in which somebody had something to decide."""
        return [game for game in self.games if course_of(self.of_game(game)) is not None]


def part_meant(meant: int) -> int:
    """The part in a custom id; 0 for a whole table, or one game."""
    return meant if range_of(meant) else 0


async def games_meant(ctx: Context, table: Table, meant: int) -> list[int]:
    """The games to analyse. Raises `Illegal` if there are none, or none that can be."""
    within = range_of(meant)
    number = 0 if within else meant
    if number:
        check_begun(table, number)
    state = table.state
    if state is None:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    if not known(board_of(state).rules):
        raise Illegal(ReviewFault.UNKNOWN_GAME)
    if not ctx.services.reviewing.games.reviewer.available:
        raise Illegal(ReviewFault.NO_ENGINE)
    games = await reviewable(ctx.services.store, table)
    if not number:
        first, last = within or (1, state.number)
        if not (some := [game for game in games if first <= game <= last]):
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        return some
    if number in games:
        return [number]
    running = number == state.number and not state.over
    final = number <= last_final(table)
    fault = FactFault.STILL_PLAYED if running else FactFault.VOIDED if final else ReviewFault.NOT_FINAL
    raise Illegal(fault, table=table.id, game=number)


async def report_on(services: Services, table: Table, games: list[int], part: int = 0) -> Report | None:
    """The report on these games; None if not all are analysed yet."""
    found = await kept_reviews(services.store, table, games)
    if len(found) < len(games):
        return None
    return Report(table, games, found[games[0]], placed(found), part)


async def _report_of(ctx: Context) -> Report:
    """The report under the pressed button. Raises `Illegal`."""
    table = await find_table(ctx)
    games = await games_meant(ctx, table, ctx.press.question)
    if found := await report_on(ctx.services, table, games, part_meant(ctx.press.question)):
        return found
    raise Illegal(ReviewFault.NOT_ANALYSED)


async def _picture(
    services: Services, found: Report, each: Placed, theme: str, t: Texts, *, played: str = "", best: str = ""
) -> discord.File:
    length = board_of(found.table.state).rules.length
    scene = pictures.decision_scene(found.table, each, found.verdicts, length, theme, t, played=played, best=best)
    return await services.painter.file(of_board(scene, t), "mistake.png")


async def report_message(
    services: Services, found: Report, shown: int | None, user: int, guild: int, t: Texts, *, private: bool = True
) -> tuple[str, discord.ui.View, discord.File | None]:
    """A report as a message, for a user or (0) for everyone, with the picture of one mistake; without a `shown` one the
    worst is told, and the course of its game is the picture.
    """
    private = private and found.table.about.told_in(guild)
    errors, own = found.errors(user), found.own(user)
    listed, picture = list(errors.values()), None
    judged = any(each.verdict.counted for each in found.verdicts)
    under = words.error_words(found.table, listed, shown or 0, found.games, t, own) if judged else ""
    game = told_game(found.verdicts, listed)
    if shown is None and game in found.courses:
        return await _course_message(services, found, game, user, guild, t, under=under, private=private)
    if errors:
        theme, verdict = await services.preferences.theme(user, guild), listed[shown or 0].verdict
        each = listed[shown or 0]
        picture = await _picture(services, found, each, theme, t, played=verdict.chosen, best=verdict.best)
    return (
        _whole_words(found, under, listed, shown or 0, t, own),
        items.report_view(
            found.table, found.games, errors, shown, t, private=private, part=found.part, told=_told(errors, shown or 0)
        ),
        picture,
    )


async def _course_message(
    services: Services,
    found: Report,
    game: int,
    user: int,
    guild: int,
    t: Texts,
    *,
    under: str = "",
    private: bool = True,
) -> tuple[str, discord.ui.View, discord.File | None]:
    """A report with the course of one of its games, and a mistake in words `under` it."""
    own, verdicts, errors = found.own(user), found.of_game(game), found.errors(user)
    private = private and found.table.about.told_in(guild)
    theme = await services.preferences.theme(user, guild)
    told = course_words.course_words(found.table, game, verdicts, own, t)
    picture = course_words.of_course(found.table, game, verdicts, own, theme, t)
    return (
        _whole_words(found, "\n".join(filter(None, (told, under))), list(errors.values()) if under else [], 0, t, own),
        items.report_view(
            found.table,
            found.games,
            errors,
            None,
            t,
            private=private,
            part=found.part,
            course=game,
            courses=found.courses,
            told=_told(errors, 0) if under else None,
        ),
        await services.painter.file(picture, "course.png"),
    )


def _told(errors: Mapping[int, Placed], shown: int) -> int | None:
    """The place among all verdicts of the mistake that is shown; None if there is none."""
    return list(errors)[shown] if errors else None


def _whole_words(found: Report, under: str, listed: Sequence[Placed], shown: int, t: Texts, own: Seat | None) -> str:
    head = words.report_words(found.table, found.games, found.verdicts, found.review, t, own, found.part)
    return words.report_text(head, under, listed, shown, t)


async def own_message(
    ctx: Context, found: Report, shown: int | None = None
) -> tuple[str, discord.ui.View, discord.File | None]:
    text, under, file = await report_message(ctx.services, found, shown, ctx.user, ctx.guild, ctx.t)
    return text, view(pressable(ctx.place, under.children)), file


def course_meant(extra: str, chosen: str, courses: Sequence[int]) -> int | None:
    """The game whose course a press asks for: of a select, of a page of it, or of a button; None if there is none."""
    if extra.startswith("p"):
        first = int(extra[1:]) * limits.CHOICES if extra[1:].isdecimal() else len(courses)
        return courses[first] if first < len(courses) else None
    meant = chosen if extra.startswith("s") else extra
    return int(meant) if meant.isdecimal() and int(meant) in courses else None


async def press_course(ctx: Context) -> None:
    """Show the course of a game: of the one chosen in the select or named by the button; on a public report the reader
    gets an ephemeral one.
    """
    await ctx.acknowledge(apart=ctx.pressed_public)
    found = await _report_of(ctx)
    game = course_meant(ctx.press.extra, ctx.chosen, found.courses)
    if game is None:
        raise moved_on()
    await ctx.aside(*await _course_message(ctx.services, found, game, ctx.user, ctx.guild, ctx.t))


async def press_error(ctx: Context) -> None:
    """Select another mistake; on a public report the reader gets an ephemeral one."""
    await ctx.acknowledge(apart=ctx.pressed_public)
    found = await _report_of(ctx)
    places = list(map(str, found.errors(ctx.user)))
    if ctx.chosen not in places:
        raise moved_on()
    await ctx.aside(*await own_message(ctx, found, places.index(ctx.chosen)))


async def press_list(ctx: Context) -> None:
    """Send every decision as a file."""
    found = await _report_of(ctx)
    text = words.whole_list(found.table, found.games, found.verdicts, found.review, ctx.t, found.part)
    name = words.named(found.table.id, found.games, found.part)
    file = discord.File(io.BytesIO(text.encode()), f"{name}-analysis.txt")
    await ctx.say(ctx.t("Every decision of `{game}`.", game=name), file=file)


async def press_show(ctx: Context) -> None:
    """Post the report publicly. Raises `Illegal` where the user may not write, or for a table of another server."""
    check_may_show(ctx)
    await ctx.acknowledge()
    found = await _report_of(ctx)
    if not found.table.about.told_in(ctx.guild):
        raise Illegal(FactFault.ELSEWHERE, table=found.table.id)
    t = await ctx.services.presenter.texts_at(found.table, ctx.guild) if ctx.guild else ctx.t
    text, under, file = await report_message(ctx.services, found, None, 0, ctx.guild, t, private=False)
    try:
        # Of a match without a server nobody else can ask more.
        told = shown_by(text, ctx.user, t)
        await ctx.tell_all(told, under if found.table.about.guild else None, file)
    except DISCORD_ERRORS as error:
        _log.info("a report was not shown: %s", error)
        await ctx.say(ctx.t("I could not post it here."))


async def press_practise(ctx: Context) -> None:
    """Show one of the worst mistakes as a task, one's own first, without the one that was told beside the button."""
    place, told, _ = _read(ctx.press.extra)
    await ctx.acknowledge(apart=place == 0)
    found = await _report_of(ctx)
    errors = _tasks(found, ctx.user, told)
    each = _task(errors, place)
    theme = await ctx.theme()
    name = plain(found.table.person(each.verdict.seat).name)
    own = each.verdict.seat == found.own(ctx.user)
    text = words.task_words(each, place + 1, len(errors), name, ctx.t, own=own)
    under = items.task_view(found.table.id, ctx.press.question, each, place, told, ctx.t)
    picture = await _picture(ctx.services, found, each, theme, ctx.t)
    await (ctx.say if place == 0 else ctx.aside)(text, under, picture)


async def press_pick(ctx: Context) -> None:
    """Show the solution of a task after a pick."""
    await ctx.acknowledge()
    found = await _report_of(ctx)
    place, told, pick = _read(ctx.press.extra)
    errors = _tasks(found, ctx.user, told)
    each = _task(errors, place)
    offered = words.candidates(each.verdict)
    if pick is None or pick >= len(offered):
        raise moved_on()
    theme = await ctx.theme()
    under = items.solution_view(found.table.id, ctx.press.question, place, len(errors), told, ctx.t)
    picked, length = offered[pick][0], board_of(found.table.state).rules.length
    scene = pictures.answered_scene(found.table, each, found.verdicts, length, theme, ctx.t)
    picture = await ctx.services.painter.file(of_board(scene, ctx.t), "mistake.png")
    await ctx.aside(words.solution_words(each, picked, ctx.t), under, picture)


def _tasks(found: Report, user: int, told: int | None) -> list[Placed]:
    """The mistakes that a user practises, their own first; all if the one `told` is the only one."""
    errors = found.errors(user)
    return [each for place, each in errors.items() if place != told] or list(errors.values())


def _task(errors: Sequence[Placed], place: int) -> Placed:
    if place >= len(errors):
        raise moved_on()
    return errors[place]


def _read(text: str) -> tuple[int, int | None, int | None]:
    try:
        return items.read_task(text)
    except ValueError as error:
        raise moved_on() from error
