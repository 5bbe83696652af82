"""What the commands of the ladder and the buttons of its pages show."""

from __future__ import annotations

import io
from collections.abc import Collection
from functools import partial

import discord

from bot.backgammon import Foreign, Illegal, Stale
from bot.cogs.choices import chosen
from bot.cogs.lookup import find_table
from bot.cogs.records import export, replay
from bot.cogs.services import Services
from bot.cogs.showing import ALONE, PAUSE
from bot.ladder.boards import Board
from bot.ladder.notes import Away, Forget
from bot.screens.alt import person_alt
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.faces import face_of
from bot.screens.ladder.board_words import board_view, board_words, described_ranking, ranking, read_press
from bot.screens.ladder.common_words import ALL_TIME, is_season
from bot.screens.ladder.game_words import game_view, games_view, games_words
from bot.screens.ladder.person_card import person_card
from bot.screens.ladder.profile_words import profile_view, profile_words, versus_view, versus_words
from bot.screens.reference.fact_words import parse_game
from bot.tables.faults import LadderFault, TableTrouble
from bot.tables.ladder_pages import BoardPage
from bot.texts import Texts
from render import draw_person, draw_ranking

#: How often a page is read again because all it shows might have left.
_TRIES = 20


async def show_board(
    services: Services, answer: Answer, board: Board, variant: str, season: str | None, page: int | None = 0
) -> None:
    """A page of a board for who asks; `season` None: the one that runs, `page` None: the one they are on."""
    guild = guild_of(answer)
    if season is None:
        season = (await services.ladders.way(guild)).season(services.now())
    elif season == ALL_TIME:
        season = ""
    elif not is_season(season):
        raise Illegal(LadderFault.NO_SUCH_SEASON, season=season)
    found = await found_page(services, guild, answer.interaction.user.id, board, variant, season, page)
    missing = await services.ladders.missing(guild)
    theme = await services.preferences.theme(answer.interaction.user.id, guild)
    file = await first_ten(services, guild, found, theme, answer.t)
    await answer.aside(board_words(found, answer.t, missing, rows=file is None), board_view(found, answer.t), file)


async def found_page(
    services: Services, guild: int, user: int, board: Board, variant: str, season: str, page: int | None
) -> BoardPage:
    """A page on which nobody is who has left the server: that is found out for those it would show."""
    await _is_there(services, guild, user)
    for _ in range(_TRIES):
        reader = await services.ladders.reader(guild, services.now())
        found = await reader.board(board, variant, season, user, page)
        if not (gone := await _gone(services, guild, found)):
            return found
        for note in gone:
            await services.ladders.note(guild, note)
    raise Illegal(TableTrouble.BUSY)


async def _gone(services: Services, guild: int, page: BoardPage) -> list[Away | Forget]:
    """What is to be noted of those on a page who should not be listed: they have left, or were deleted before boards
    knew of that.
    """
    names = await services.members.names(guild, [line.user for line in page.lines if line.user is not None])
    return [
        Forget(line.number) if line.user is None else Away(line.number)
        for line in page.lines
        if line.user is None or names[line.user] is None
    ]


async def first_ten(services: Services, guild: int, page: BoardPage, theme: str, t: Texts) -> discord.File | None:
    """The picture of the first page of a board; None of any other, and where nobody is listed."""
    if page.page or not page.lines:
        return None
    people = [line.user for line in page.lines if line.user is not None]
    shown = ranking(page, await services.members.names(guild, people), theme, t)
    picture = await services.painter.paint(partial(draw_ranking, shown))
    return discord.File(io.BytesIO(picture), "leaderboard.png", description=described_ranking(shown))


async def _is_there(services: Services, guild: int, user: int) -> None:
    """Who asks is in the server, whatever was found before."""
    if (number := await services.ladders.away(guild, user)) is not None:
        await services.ladders.note(guild, Away(number, away=False))


async def press_board(services: Services, answer: Answer, press: Press) -> None:
    """A button to another page of the same board."""
    await _turned(services, answer, press, press.question)


async def press_mine(services: Services, answer: Answer, press: Press) -> None:
    """The button to the page one is on oneself."""
    await _turned(services, answer, press, None)


async def _turned(services: Services, answer: Answer, press: Press, page: int | None) -> None:
    board, variant, season = _board(press)
    await show_board(services, answer, board, variant, season or ALL_TIME, page)


async def press_board_show(services: Services, answer: Answer, press: Press) -> None:
    """The page is shown to everybody in the channel, in the server's language."""
    board, variant, season = _board(press)
    guild = guild_of(answer)
    found = await found_page(services, guild, 0, board, variant, season, press.question)
    t, theme = await services.presenter.texts_of(guild), (await services.preferences.of_server(guild)).theme
    file = await first_ten(services, guild, found, theme, t)
    await _show_all(services, answer, board_words(found, t, rows=file is None), file)


def _board(press: Press) -> tuple[Board, str, str]:
    read = read_press(press)
    if read is None or not (not read[2] or is_season(read[2])):
        raise Stale(TableTrouble.MOVED_ON)
    return read


async def show_profile(services: Services, answer: Answer, user: int) -> None:
    """What is known of somebody, for who asks."""
    theme = await services.preferences.theme(answer.interaction.user.id, guild_of(answer))
    words, file = await _profile(services, answer, user, theme, answer.t)
    await answer.aside(words, profile_view(user, answer.t), file)


async def press_profile_show(services: Services, answer: Answer, press: Press) -> None:
    """The same for everybody."""
    guild = guild_of(answer)
    t, theme = await services.presenter.texts_of(guild), (await services.preferences.of_server(guild)).theme
    words, file = await _profile(services, answer, _user(press.extra), theme, t, public=True)
    await _show_all(services, answer, words, file)


async def _profile(
    services: Services, answer: Answer, user: int, theme: str, t: Texts, *, public: bool = False
) -> tuple[str, discord.File | None]:
    guild = guild_of(answer)
    reader = await services.ladders.reader(guild, services.now())
    await _check_may_see(services, answer, (user,), public=public)
    profile = await reader.profile(user)
    if profile is None:
        raise Illegal(LadderFault.NO_GAMES)
    name = (await services.members.names(guild, [user]))[user]
    day = (await services.ladders.way(guild)).day
    words, card = profile_words(profile, t), person_card(profile, name or t("a player"), theme, day, t)
    if card is None:
        return words, None
    picture = await services.painter.paint(partial(draw_person, card))
    return words, discord.File(io.BytesIO(picture), "profile.png", description=person_alt(card, t))


async def show_versus(services: Services, answer: Answer, one: int, other: int) -> None:
    """How two people stand against each other, for who asks."""
    words, buttons = await _versus(services, answer, one, other, answer.t)
    await answer.aside(words, buttons)


async def press_versus_show(services: Services, answer: Answer, press: Press) -> None:
    """The same for everybody."""
    one, _, other = press.extra.partition("/")
    t = await services.presenter.texts_of(guild_of(answer))
    words, _ = await _versus(services, answer, _user(one), _user(other), t, public=True)
    await _show_all(services, answer, words)


async def _versus(
    services: Services, answer: Answer, one: int, other: int, t: Texts, *, public: bool = False
) -> tuple[str, discord.ui.View]:
    if one == other:
        raise Illegal(LadderFault.SAME_PERSON)
    await _check_may_see(services, answer, (one, other), public=public)
    versus = await (await services.ladders.reader(guild_of(answer), services.now())).versus(one, other)
    if versus is None:
        raise Illegal(LadderFault.NEVER_MET)
    return versus_words(versus, t), versus_view(versus, t)


async def show_games(services: Services, answer: Answer, user: int, number: int) -> None:
    """A page of somebody's finished games, for who asks."""
    guild = guild_of(answer)
    await _check_may_see(services, answer, (user,))
    page = await (await services.ladders.reader(guild, services.now())).games(user, number)
    users = {each for game in page.games for each in game.people.values() if each is not None}
    names = {each: name for each, name in (await services.members.names(guild, users)).items() if name}
    way = await services.ladders.way(guild)
    days = {game.number: way.day(game.fact.ended_at) for game in page.games}
    await answer.aside(games_words(page, answer.t), games_view(page, names, days, answer.t))


async def press_games(services: Services, answer: Answer, press: Press) -> None:
    """The button to them, or to another page of them."""
    user, slash, page = press.extra.partition("/")
    if slash and not page.isdecimal():
        raise Stale(TableTrouble.MOVED_ON)
    await show_games(services, answer, _user(user), int(page or 0))


async def press_pick(services: Services, answer: Answer, press: Press) -> None:
    """One of them is chosen: what can be had of it."""
    name, number = parse_game(chosen(answer))
    table = await find_table(services, answer.interaction, name)
    if number is None:
        raise Stale(TableTrouble.MOVED_ON)
    under = game_view(f"{name}-{number}", face_of(table), answer.t)
    await answer.say(f"`{name}-{number}`", under)


async def press_replay(services: Services, answer: Answer, press: Press) -> None:
    """Its replay."""
    await replay(services, answer, f"{press.table}-{press.question}")


async def press_export(services: Services, answer: Answer, press: Press) -> None:
    """Its file, of the kind that was chosen."""
    await export(services, answer, f"{press.table}-{press.question}", chosen(answer))


async def _check_may_see(services: Services, answer: Answer, users: Collection[int], *, public: bool = False) -> None:
    """Who hides is shown to themselves alone, and not in public; who has left, to nobody. Raises `Foreign`."""
    guild = guild_of(answer)
    reader = await services.ladders.reader(guild, services.now())
    names = await services.members.names(guild, users)
    for user in users:
        if names[user] is None:
            raise Foreign(LadderFault.LEFT)
        if (public or user != answer.interaction.user.id) and await reader.hidden(user):
            raise Foreign(LadderFault.HIDES)


async def _show_all(services: Services, answer: Answer, words: str, file: discord.File | None = None) -> None:
    """Have everybody in the channel shown something, unless they have been a moment ago."""
    channel = answer.interaction.channel_id
    assert channel is not None
    if await services.store.may_show(channel, PAUSE):
        await answer.tell_all(words, file=file)
    else:
        await answer.say(answer.t(ALONE))


def guild_of(answer: Answer) -> int:
    """The server in which something was asked for."""
    assert answer.interaction.guild_id is not None
    return answer.interaction.guild_id


def _user(text: str) -> int:
    if not text.isdecimal():
        raise Stale(TableTrouble.MOVED_ON)
    return int(text)
