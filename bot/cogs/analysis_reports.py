"""Reports of the engine: what it has found in games, to be looked at, practised, saved and shown."""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from typing import NamedTuple

import discord

from bot import limits
from bot.analysis.report import Placed, worst_for
from bot.backgammon import Illegal, Seat, Stale
from bot.cogs.choices import chosen
from bot.cogs.lookup import check_begun, find_table
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.fitting import shortened
from bot.screens.names import plain
from bot.screens.picture import of_board
from bot.screens.reference.faults import FactFault
from bot.screens.reviews import items, pictures, words
from bot.tables.board_game import on_board
from bot.tables.faults import TableTrouble
from bot.tables.reviews import (
    Review,
    ReviewFault,
    kept_reviews,
    last_final,
    placed,
    range_of,
    reviewable,
)
from bot.tables.table import Table
from bot.texts import Texts

_log = logging.getLogger(__name__)


class Report(NamedTuple):
    """Games that are analysed, with what has been found."""

    table: Table
    games: list[int]
    review: Review
    verdicts: list[Placed]
    part: int = 0
    """As of `part_of`, if these are neither all games of the table nor one."""

    def own(self, user: int) -> Seat | None:
        """Where somebody has played; what all look at is nobody's (0)."""
        return self.table.seat_of(user) if user else None

    def errors(self, user: int) -> dict[int, Placed]:
        """The worst as somebody looks at them, by their places among all verdicts."""
        return {self.verdicts.index(each): each for each in worst_for(self.verdicts, self.own(user))}


def part_meant(meant: int) -> int:
    """The part that is meant; 0 for a whole table, or one game."""
    return meant if range_of(meant) else 0


async def games_meant(services: Services, table: Table, meant: int) -> list[int]:
    """The games to be reviewed. Raises `Illegal` if there are none, or none that can be."""
    within = range_of(meant)
    number = 0 if within else meant
    if number:
        check_begun(table, number)
    state = table.state
    if state is None:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    if not on_board(table.game).engine_knows(state):
        raise Illegal(ReviewFault.UNKNOWN_GAME)
    if not services.reviewing.games.reviewer.available:
        raise Illegal(ReviewFault.NO_ENGINE)
    games = await reviewable(services.store, table)
    if not number:
        first, last = within or (1, state.number)
        if not (some := [game for game in games if first <= game <= last]):
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        return some
    if number in games:
        return [number]
    running = number == state.number and not table.game.over(state)
    final = number <= last_final(table)
    fault = FactFault.STILL_PLAYED if running else FactFault.VOIDED if final else ReviewFault.NOT_FINAL
    raise Illegal(fault, table=table.id, game=number)


async def report_on(services: Services, table: Table, games: list[int], part: int = 0) -> Report | None:
    """What has been found in these games; None if not all are reviewed yet."""
    found = await kept_reviews(services.store, table, games)
    if len(found) < len(games):
        return None
    return Report(table, games, found[games[0]], placed(found), part)


async def _report_of(services: Services, answer: Answer, press: Press) -> Report:
    """The report under which something was pressed. Raises `Illegal`."""
    table = await find_table(services, answer.interaction, press.table)
    games = await games_meant(services, table, press.question)
    if found := await report_on(services, table, games, part_meant(press.question)):
        return found
    raise Illegal(ReviewFault.NOT_ANALYSED)


async def _picture(
    services: Services, found: Report, each: Placed, theme: str, t: Texts, *, played: str = "", best: str = ""
) -> discord.File:
    state = found.table.state
    assert state is not None
    length = on_board(found.table.game).match_length(state)
    scene = pictures.decision_scene(found.table, each, found.verdicts, length, theme, t, played=played, best=best)
    return await services.painter.file(of_board(scene, t), "mistake.png")


async def _theme(services: Services, user: int, guild: int | None) -> str:
    return await services.preferences.theme(user, guild or 0)


async def report_message(
    services: Services, found: Report, shown: int, user: int, guild: int | None, t: Texts, *, private: bool = True
) -> tuple[str, discord.ui.View, discord.File | None]:
    """A report as it is sent to somebody, or (0) for all, with the picture of one of the mistakes."""
    errors, own = found.errors(user), found.own(user)
    listed, picture = list(errors.values()), None
    if errors:
        theme, verdict = await _theme(services, user, guild), listed[shown].verdict
        picture = await _picture(services, found, listed[shown], theme, t, played=verdict.chosen, best=verdict.best)
    head = words.report_words(found.table, found.games, found.verdicts, found.review, t, own, found.part)
    under = words.error_words(found.table, listed, shown, found.games, t, own)
    return (
        f"{shortened(head, limits.MESSAGE - len(under) - 1)}\n{under}",
        items.report_view(found.table, found.games, errors, shown, t, private=private, part=found.part),
        picture,
    )


async def press_error(services: Services, answer: Answer, press: Press) -> None:
    """Another of the worst mistakes is looked at; who looks at a report that all see gets one of their own."""
    await answer.acknowledge(apart=answer.pressed_public)
    found = await _report_of(services, answer, press)
    picked, interaction = chosen(answer), answer.interaction
    places = list(map(str, found.errors(interaction.user.id)))
    if picked not in places:
        raise Stale(TableTrouble.MOVED_ON)
    user, guild = interaction.user.id, interaction.guild_id
    await answer.aside(*await report_message(services, found, places.index(picked), user, guild, answer.t))


async def press_list(services: Services, answer: Answer, press: Press) -> None:
    """Every decision, as a file."""
    found = await _report_of(services, answer, press)
    text = words.whole_list(found.table, found.games, found.verdicts, found.review, answer.t, found.part)
    name = words.named(found.table.id, found.games, found.part)
    file = discord.File(io.BytesIO(text.encode()), f"{name}-analysis.txt")
    await answer.say(answer.t("Every decision of `{game}`.", game=name), file=file)


async def press_show(services: Services, answer: Answer, press: Press) -> None:
    """Everybody is shown the report."""
    await answer.acknowledge()
    found = await _report_of(services, answer, press)
    guild = answer.interaction.guild_id
    t = await services.presenter.texts_at(found.table, guild or 0)
    text, view, file = await report_message(services, found, 0, 0, guild, t, private=False)
    try:
        await answer.tell_all(text, view, file)
    except DISCORD_ERRORS as error:
        _log.info("a report was not shown: %s", error)
        await answer.say(answer.t("I could not post it here."))


async def press_practise(services: Services, answer: Answer, press: Press) -> None:
    """One of the worst mistakes as a task."""
    await answer.acknowledge(apart=not press.extra or press.extra == "0")
    found = await _report_of(services, answer, press)
    interaction = answer.interaction
    errors = list(found.errors(interaction.user.id).values())
    place, each = _task(errors, press.extra)
    theme = await _theme(services, interaction.user.id, interaction.guild_id)
    name = plain(found.table.person(each.verdict.seat).name)
    text = words.task_words(each, place + 1, len(errors), name, answer.t)
    view = items.task_view(found.table.id, press.question, each, place, answer.t)
    picture = await _picture(services, found, each, theme, answer.t)
    await (answer.say if place == 0 else answer.aside)(text, view, picture)


async def press_pick(services: Services, answer: Answer, press: Press) -> None:
    """What somebody would have played."""
    await answer.acknowledge()
    found = await _report_of(services, answer, press)
    task, _, pick = press.extra.partition(".")
    errors = list(found.errors(answer.interaction.user.id).values())
    place, each = _task(errors, task)
    offered = words.candidates(each.verdict)
    if not pick.isdecimal() or int(pick) >= len(offered):
        raise Stale(TableTrouble.MOVED_ON)
    interaction = answer.interaction
    theme = await _theme(services, interaction.user.id, interaction.guild_id)
    view = items.solution_view(found.table.id, press.question, place, len(errors), answer.t)
    picked, best = offered[int(pick)][0], each.verdict.best
    picture = await _picture(services, found, each, theme, answer.t, played="" if picked == best else picked, best=best)
    await answer.aside(words.solution_words(each, picked, answer.t), view, picture)


def _task(errors: Sequence[Placed], text: str) -> tuple[int, Placed]:
    place = int(text) if text.isdecimal() else 0
    if place >= len(errors):
        raise Stale(TableTrouble.MOVED_ON)
    return place, errors[place]
