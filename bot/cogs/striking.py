"""`/ladder strike` and `/ladder restore`: whoever manages the server is asked once more, and then decides it."""

from __future__ import annotations

from bot.backgammon import Foreign, Illegal, Stale
from bot.cogs.ladder_pages import guild_of
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.ladder.strike_words import asked_view, asked_words, decided_words, reason_of
from bot.screens.reference.fact_words import parse_game
from bot.tables.faults import LadderFault, TableTrouble
from bot.tables.judging import Case, Judge, checksum


async def ask_to_strike(services: Services, answer: Answer, game: str, reason: str) -> None:
    """Which games are struck by that? Nothing is stored before it is confirmed. Raises `Foreign` for who may not."""
    await _ask(services, answer, *parse_game(game), reason, restoring=False)


async def ask_to_restore(services: Services, answer: Answer, game: str, reason: str) -> None:
    """The same of games that were struck."""
    await _ask(services, answer, *parse_game(game), reason, restoring=True)


async def press_strike(services: Services, answer: Answer, press: Press) -> None:
    """It is confirmed."""
    await _decide(services, answer, press, restoring=False)


async def press_restore(services: Services, answer: Answer, press: Press) -> None:
    """The same."""
    await _decide(services, answer, press, restoring=True)


async def _ask(
    services: Services, answer: Answer, table: str, game: int | None, reason: str, *, restoring: bool
) -> None:
    games, reason = await _found(services, answer, table, game, restoring=restoring), " ".join(reason.split())
    if not reason:
        raise Illegal(LadderFault.NO_REASON)
    words = asked_words(games, reason, answer.t, restoring=restoring)
    await answer.aside(words, asked_view(games, game, answer.t, restoring=restoring))


async def _decide(services: Services, answer: Answer, press: Press, *, restoring: bool) -> None:
    if answer.pressed is None:
        raise Stale(TableTrouble.MOVED_ON)
    game, reason = press.question or None, reason_of(answer.pressed.content)
    games = await _found(services, answer, press.table, game, restoring=restoring)
    if press.extra != checksum(games):  # another one has ended, or somebody else has decided: these were not confirmed
        await _ask(services, answer, press.table, game, reason, restoring=restoring)
        return
    user = answer.interaction.user.id
    ruling = await _judge(services, restoring).decide(guild_of(answer), games, reason, user, services.now())
    await answer.aside(decided_words(press.table, ruling, answer.t, restoring=restoring))


async def _found(
    services: Services, answer: Answer, table: str, game: int | None, *, restoring: bool
) -> tuple[Case, ...]:
    check_manages(answer)
    games = await _judge(services, restoring).games(guild_of(answer), table, game, answer.interaction.user.id)
    if not games:
        shown = table if game is None else f"{table}-{game}"
        raise Illegal(LadderFault.NOTHING_TO_RESTORE if restoring else LadderFault.NOTHING_TO_STRIKE, game=shown)
    return games


def check_manages(answer: Answer) -> None:
    """Raises `Foreign` for who may not manage the server."""
    if not answer.interaction.permissions.manage_guild:
        raise Foreign(LadderFault.NOT_A_MANAGER)


def _judge(services: Services, restoring: bool) -> Judge:
    return Judge(services.store, services.ladders, services.leagues, restoring=restoring)
