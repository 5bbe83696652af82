"""Pages of the ladder, by command and by button."""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import partial

import discord
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Variant
from bot.cogs.all_games import all_games_items
from bot.cogs.context import Context, moved_on, number_in
from bot.cogs.direct import show_direct_games
from bot.cogs.links import support_link
from bot.cogs.lookup import find_table
from bot.cogs.records import replay
from bot.cogs.services import Services
from bot.cogs.visibility import ALONE, PAUSE
from bot.ladder.listing import Board
from bot.ladder.notes import Away, Forget
from bot.screens.alt import person_alt
from bot.screens.custom_ids import Press
from bot.screens.faces import face_of
from bot.screens.ladder.board_words import board_view, board_words, described_ranking, ranking, read_press
from bot.screens.ladder.common_words import ALL_TIME, is_season
from bot.screens.ladder.game_words import game_view, games_view, games_words
from bot.screens.ladder.person_card import person_card
from bot.screens.ladder.profile_words import profile_view, profile_words, versus_view, versus_words
from bot.screens.reference.fact_words import parse_game
from bot.screens.show_items import shown_by
from bot.tables import games
from bot.tables.faults import LadderFault, PlaceFault, TableTrouble
from bot.tables.ladder_pages import BoardPage, Reader
from bot.tables.performance_course import performance_course
from bot.tables.presence import note_left
from bot.texts import Texts
from render import draw_person, draw_ranking

#: How often a page is read again after finding that shown members have left.
_TRIES = 20


async def show_board(ctx: Context, board: Board, variant: str, season: str | None, page: int | None = 0) -> None:
    """Send a page of a board; `season` None: the current one, `page` None: the user's own."""
    services, guild = ctx.services, ctx.guild
    if season is None:
        season = (await services.ladders.rules(guild)).season(services.now())
    elif season == ALL_TIME:
        season = ""
    elif not is_season(season):
        raise Illegal(LadderFault.NO_SUCH_SEASON, season=season)
    found = await found_page(services, guild, ctx.user, board, variant, season, page)
    missing = await services.ladders.missing(guild)
    file = await first_ten(services, guild, found, await ctx.theme(), ctx.t)
    await ctx.aside(board_words(found, ctx.t, missing, rows=file is None), board_view(found, ctx.t), file)


async def found_page(
    services: Services, guild: int, user: int, board: Board, variant: str, season: str, page: int | None
) -> BoardPage:
    """A page without members who have left the server, which is checked for those on it."""
    await _is_there(services, guild, user)
    for _ in range(_TRIES):
        reader = await services.ladders.reader(guild, services.now())
        found = await reader.board(board, variant, season, user, page)
        if not (gone := await _gone(services, guild, found)):
            return found
        for note in gone:
            await services.ladders.note(guild, note)
    raise Illegal(TableTrouble.BUSY)


async def first_board(services: Services, guild: int, season: str) -> BoardPage | None:
    """The first page of the most important board on which there is anybody in a season; None if there is nobody."""
    for board in games.boards().values():
        page = await found_page(services, guild, 0, board, Variant.BACKGAMMON.value, season, 0)
        if page.lines:
            return page
    return None


async def _gone(services: Services, guild: int, page: BoardPage) -> list[Away | Forget]:
    """The notes about members on a page who should not be listed: they have left, or their data was deleted."""
    names = await services.members.names(guild, [line.user for line in page.lines if line.user is not None])
    for user, name in names.items():
        if name is None:
            await note_left(services.preferences, user, guild)
    return [
        Forget(line.number) if line.user is None else Away(line.number)
        for line in page.lines
        if line.user is None or names[line.user] is None
    ]


async def first_ten(services: Services, guild: int, page: BoardPage, theme: str, t: Texts) -> discord.File | None:
    """The picture of the first page of a board; None for others, and for an empty board."""
    if page.page or not page.lines:
        return None
    people = [line.user for line in page.lines if line.user is not None]
    shown = ranking(page, await services.members.names(guild, people), theme, t)
    picture = await services.painter.paint(partial(draw_ranking, shown))
    return discord.File(io.BytesIO(picture), "leaderboard.png", description=described_ranking(shown))


async def _is_there(services: Services, guild: int, user: int) -> None:
    """Note that the user is in the server, if they were marked as away."""
    if (number := await services.ladders.away(guild, user)) is not None:
        await services.ladders.note(guild, Away(number, away=False))


async def press_board(ctx: Context) -> None:
    """Turn to another page of the board, or to the user's own."""
    board, variant, season = _board(ctx.press)
    page = None if ctx.press.verb == "board_mine" else ctx.press.question
    await show_board(ctx, board, variant, season or ALL_TIME, page)


async def press_board_show(ctx: Context) -> None:
    """Post the page publicly, in the server's language."""
    board, variant, season = _board(ctx.press)
    found = await found_page(ctx.services, ctx.guild, 0, board, variant, season, ctx.press.question)
    t = await ctx.server_texts()
    file = await first_ten(ctx.services, ctx.guild, found, await ctx.server_theme(), t)
    await _show_all(ctx, board_words(found, t, rows=file is None), t, file)


def _board(press: Press) -> tuple[Board, str, str]:
    read = read_press(press)
    if read is None or not (not read[2] or is_season(read[2])):
        raise moved_on()
    return read


async def show_profile(ctx: Context, user: int) -> None:
    """Send a member's profile."""
    words, file = await profile_message(ctx, ctx.guild, user, await ctx.theme(), ctx.t)
    await ctx.aside(words, profile_view(user, support_link(ctx), ctx.t), file)


async def press_profile_show(ctx: Context) -> None:
    """Post a profile publicly."""
    theme, t = await ctx.server_theme(), await ctx.server_texts()
    words, file = await profile_message(ctx, ctx.guild, number_in(ctx.press.extra), theme, t, public=True)
    await _show_all(ctx, words, t, file)


async def profile_message(
    ctx: Context, guild: int, user: int, theme: str, t: Texts, *, public: bool = False
) -> tuple[str, discord.File | None]:
    """A member's profile in a server, in words and as a card. Raises `Illegal` without games there, or as
    `_check_may_see`.
    """
    reader = await _reader(ctx, guild)
    await _check_may_see(ctx, (user,), guild, public=public)
    profile = await reader.profile(user)
    name = (await ctx.services.members.names(guild, [user]))[user]
    if profile is None:
        raise _no_games(ctx, user, name or t("a player"))
    day = (await ctx.services.ladders.rules(guild)).day
    course = await performance_course(ctx.services.store, ctx.services.repository, reader, user)
    nights, won = await ctx.services.nights.log.record(guild, user)
    profile = replace(profile, nights=nights, nights_won=won)
    words, card = profile_words(profile, t), person_card(profile, name or t("a player"), theme, day, t, course)
    if card is None:
        return words, None
    picture = await ctx.services.painter.paint(partial(draw_person, card))
    return words, discord.File(io.BytesIO(picture), "profile.png", description=person_alt(card, t))


async def show_versus(ctx: Context, one: int, other: int) -> None:
    """Send the record of two members against each other."""
    words, buttons = await _versus(ctx, one, other, ctx.t)
    await ctx.aside(words, buttons)


async def press_versus_show(ctx: Context) -> None:
    """Post it publicly."""
    one, _, other = ctx.press.extra.partition("/")
    t = await ctx.server_texts()
    words, _ = await _versus(ctx, number_in(one), number_in(other), t, public=True)
    await _show_all(ctx, words, t)


async def _versus(ctx: Context, one: int, other: int, t: Texts, *, public: bool = False) -> tuple[str, discord.ui.View]:
    if one == other:
        raise Illegal(LadderFault.SAME_PERSON)
    await _check_may_see(ctx, (one, other), ctx.guild, public=public)
    versus = await (await _reader(ctx, ctx.guild)).versus(one, other)
    if versus is None:
        raise await _never_met(ctx, one, other)
    return versus_words(versus, t), versus_view(versus, t)


def _no_games(ctx: Context, user: int, name: str) -> Illegal:
    """Why there is no profile: of the user, of the bot, of somebody else with this name."""
    if user == ctx.user:
        return Illegal(LadderFault.NO_OWN_GAMES)
    if user == _bot(ctx):
        return Illegal(LadderFault.NOT_OF_MINE)
    return Illegal(LadderFault.NO_GAMES, name=name)


async def _never_met(ctx: Context, one: int, other: int) -> Illegal:
    if _bot(ctx) in (one, other):
        return Illegal(LadderFault.NOT_OF_MINE)
    names = await ctx.services.members.names(ctx.guild, (one, other))
    called = {user: name or ctx.t("a player") for user, name in names.items()}
    if ctx.user in (one, other):
        return Illegal(LadderFault.NEVER_MET_YOU, name=called[other if one == ctx.user else one])
    return Illegal(LadderFault.NEVER_MET, names=(called[one], called[other]))


def _bot(ctx: Context) -> int:
    return getattr(ctx.interaction.client.user, "id", 0)


async def show_games(ctx: Context, user: int, number: int = 0) -> None:
    """Send a page of a member's finished games; in a direct message of one's own there."""
    if not ctx.guild and user != ctx.user:
        raise Illegal(PlaceFault.OTHERS_IN_SERVERS)
    if not ctx.guild:
        await show_direct_games(ctx, number)
        return
    await _check_may_see(ctx, (user,), ctx.guild)
    page = await (await _reader(ctx, ctx.guild)).games(user, number)
    users = {each for game in page.games for each in game.people.values() if each is not None}
    names = {each: name for each, name in (await ctx.services.members.names(ctx.guild, users)).items() if name}
    rules = await ctx.services.ladders.rules(ctx.guild)
    days = {game.number: rules.day(game.fact.ended_at) for game in page.games}
    more = await all_games_items(ctx, page) if user == ctx.user else []
    await ctx.aside(games_words(page, ctx.t), games_view(page, names, days, ctx.t, more))


async def press_games(ctx: Context) -> None:
    """The button to that list, or to another page of it."""
    user, slash, page = ctx.press.extra.partition("/")
    await show_games(ctx, number_in(user), number_in(page) if slash else 0)


async def press_pick(ctx: Context) -> None:
    """A game was chosen: show its buttons."""
    name, number = parse_game(ctx.chosen)
    table = await find_table(ctx, name)
    if number is None:
        raise moved_on()
    under = game_view(f"{name}-{number}", face_of(table), ctx.t)
    await ctx.say(ctx.t("What would you like to do with game `{game}`?", game=f"{name}-{number}"), under)


async def press_replay(ctx: Context) -> None:
    await replay(ctx, ctx.press.table, ctx.press.question)


async def _check_may_see(ctx: Context, users: Collection[int], guild: int, *, public: bool = False) -> None:
    """Check visibility: hidden members are shown to themselves only, and not publicly; members who have left to nobody.
    Raises `Foreign`.
    """
    reader, names = await _reader(ctx, guild), await ctx.services.members.names(guild, users)
    for user in users:
        if names[user] is None:
            raise Foreign(LadderFault.LEFT)
        if (public or user != ctx.user) and await reader.hidden(user):
            raise Foreign(LadderFault.HIDES)


async def _show_all(ctx: Context, words: str, t: Texts, file: discord.File | None = None) -> None:
    """Post publicly, with who shows it, unless something was posted for a user a moment ago."""
    if await ctx.services.store.may_show(ctx.channel, PAUSE):
        await ctx.tell_all(shown_by(words, ctx.user, t), file=file)
    else:
        await ctx.say(ctx.t(ALONE))


async def _reader(ctx: Context, guild: int) -> Reader:
    return await ctx.services.ladders.reader(guild, ctx.services.now())
