"""What is kept of a person: given to him as a file, or taken out of everything.

A table's log names seats only; who sat there is said by its record, and that is what is overwritten.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Illegal, Refused, Stale
from bot.ladder.notes import Forget
from bot.store import Leaving, Store, place
from bot.tables.faults import TableTrouble
from bot.tables.leagues import Leagues
from bot.tables.outbox import enter_finished
from bot.tables.preferences import Preferences
from bot.tables.repository import Change, TableRepository
from bot.tables.standings import Ladders
from bot.tables.table import NOBODY, People, Person, Stage, Table

_log = logging.getLogger(__name__)


class Left(Struct, frozen=True):
    """Where somebody could not be taken out yet.

    `channels` of tables that are being played or at which he has to pay or be paid; `standing`: those of challenges and
    gatherings that have not come to anything yet; `unreadable`: the ids of tables that a newer bot has written.
    """

    channels: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    unreadable: tuple[str, ...] = ()


async def export(
    store: Store, repository: TableRepository, preferences: Preferences, ladders: Ladders, user: int, now: float
) -> bytes:
    """Everything that is kept of somebody, as readable JSON; `now` in seconds since 1970."""
    tables: list[dict[str, Any]] = []
    guilds: dict[int, None] = {}
    passing = {name: channel for channel, name in await store.passing.tables(user)}
    for name in dict.fromkeys((*await store.tables_of(user, most=None), *passing)):
        try:
            table = await _load(store, repository, name, passing.get(name))
        except Illegal:
            tables.append({"id": name, "note": "written by a newer version of the bot"})
            continue
        if table is not None and table.is_of(user):
            tables.append(_as_told(table, user) | await _in_the_list(store, table, user))
            guilds |= {} if table.imported else {table.about.guild: None}
    told = {
        "made_at": _date(now),
        "user": user,
        "preferences": msgspec.to_builtins(await preferences.of_person(user)) | _as_kept(await store.preferences(user)),
        "ladders": [told for guild in guilds if (told := await _on_the_ladder(ladders, guild, user, now))],
        "tables": tables,
        "decisions_analysed_lately": [
            {"at": _date(at), "decisions": decisions} for at, decisions in await store.reviews.spent(user, now)
        ],
        "bytes_of_matches_brought": await store.imports.of(user),
        "leagues": [
            await _as_member(store, guild, league, user) for guild, league in await store.leagues.of_member(user)
        ],
        "votes_on_positions_of_the_day": [
            {"server": guild, "vote": vote}
            for guild in await store.positions.voted_in(user)
            if (vote := (await store.positions.day(guild)).votes.get(user)) is not None
        ],
        "note": "The moves and dice of a table: /export game:<id>",
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=2)


async def _as_member(store: Store, guild: int, league: str, user: int) -> dict[str, Any]:
    """What a league of a server has of somebody."""
    try:
        held = await Leagues(store).find(guild, league)
    except Illegal as error:
        return {"id": league, "server": guild, "note": str(error)}
    return {
        "id": league,
        "server": guild,
        "name": held.name,
        "opened_by_you": held.host.user == user,
        "as_player": held.seat_of(user),
        "still_in_it": held.has(user),
    }


async def _in_the_list(store: Store, table: Table, user: int) -> dict[str, Any]:
    """Which games of a table the list of its server has, and the number by which it calls somebody."""
    last = 0 if table.imported else await store.ladder.last_entered(table.about.guild, table.id)
    if not last:
        return {}
    number = await store.ladder.number_of(table.about.guild, user)
    return {"in_the_list_of_the_server": {"games_up_to": last, "as_player": number}}


async def _on_the_ladder(ladders: Ladders, guild: int, user: int, now: float) -> dict[str, Any] | None:
    """What pages of a server's ladder can say of somebody; None if that is nothing."""
    profile = await (await ladders.reader(guild, now)).profile(user)
    if profile is None:
        return None
    changes = [{"variant": each.variant, "at": _date(each.at), "rating": each.rating} for each in profile.ratings]
    performance = profile.player.tally.performance
    return {
        "server": guild,
        "counted": msgspec.to_builtins(profile.player),
        "last_ratings": changes,
        "performance": {
            "rating": None if performance.rating is None else float(performance.rating),
            "standard_error": performance.error,
            "decisions": performance.decisions,
        },
    }


def _as_kept(preferences: bytes | None) -> dict[str, Any]:
    """What stands in a person's preferences, also what another version of the bot has written there."""
    if not preferences:
        return {}
    try:
        return msgspec.json.decode(preferences, type=dict[str, Any])
    except ValueError:
        return {"unreadable": preferences.decode(errors="replace")}


def _as_told(table: Table, user: int) -> dict[str, Any]:
    seat = table.seat_of(user)
    rules, state = table.game, table.state
    points = rules.points(state) if state else ()
    told: dict[str, Any] = {
        "id": table.id,
        "server": table.about.guild,
        "channel": table.channel,
        "kind": rules.kind(table.about.setup),
        **({"brought_from_elsewhere": True} if table.imported else {}),
        "stage": table.stage.value,
        "made_at": _date(table.about.made_at),
        "last_action_at": _date(table.acted_at),
        "games": state.number if state else 0,
        "seats": [
            {"name": person.name, **({"points": points[number]} if number < len(points) else {}), "you": number == seat}
            for number, person in enumerate(table.people.seats)
        ],
        "rules": msgspec.to_builtins(table.about.setup),
    }
    words = dict(table.people.words) | {each.user: each.word for each in table.people.later}
    if (word := words.get(user)) is not None:
        told["word_for_the_dice"] = word
    return told


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


async def delete(
    store: Store, repository: TableRepository, preferences: Preferences, ladders: Ladders, user: int
) -> Left:
    """Take somebody out of every table that is over or has come to nothing, and forget his preferences and how he has
    challenged others. Where he still is, he stays; where nobody has begun to play, only until that is over.

    A table is struck from his list when he is no longer in it, so that after a crash the next try goes on. Doing it
    again does no harm. What the store's files still have of that person leaves them too, before long.
    """
    await store.erasing.note()  # also if it should be cut off
    channels: list[int] = []
    unreadable: list[str] = []
    brought = False
    for name in await store.tables_of(user, most=None):
        try:
            table = await _load(store, repository, name)
        except Illegal:
            unreadable.append(name)
            continue
        if table is not None and table.imported:
            brought = True
            await store.forget(user, name)
            continue
        if table is not None and _needed(table, user):
            channels.append(table.channel)
            continue
        if table is not None:
            await enter_finished(store, repository, table)  # nothing carries him there afterwards
            await _forget(store, ladders, table.about.guild, user)
            await _leave(repository, table, user)
        await store.strike(name, user)
    standing = [table.channel for table in await _leave_passing(store, repository, user)]
    await store.limits.forget(user)
    await _withdraw_requests(store, user)
    leagues = Leagues(store)
    for guild, league in await store.leagues.of_member(user):
        await leagues.forget(guild, league, user)
    for guild in await store.positions.voted_in(user):
        await store.positions.take_back(guild, user)
    await preferences.drop_person(user)
    await store.erasing.note(
        twice=brought
    )  # that a match was saved is remembered for a moment, where its owner's things lie
    return Left(tuple(dict.fromkeys(channels)), tuple(dict.fromkeys(standing)), tuple(unreadable))


async def _leave_passing(store: Store, repository: TableRepository, user: int) -> list[Table]:
    """Take somebody out of what has come to nothing. What has not yet: he is taken out of that as soon as it has."""
    standing: list[Table] = []
    for channel, name in await store.passing.tables(user):
        with suppress(Illegal):  # of a newer bot
            table = await repository.load(channel, name)
            if table is not None and await _leave_if_over(repository, table, user):
                standing.append(table)
                await store.erasing.wait(Leaving(user, channel, name), table.about.expires_at)
            await store.passing.over(user, place(channel, name))
    return standing


async def _leave_if_over(repository: TableRepository, table: Table, user: int) -> bool:
    """Take somebody out of a challenge or gathering that has come to nothing; whether it waits for them still."""
    stands = table.stage is Stage.CHALLENGE
    if user not in table.people.users or not (stands or table.stage is Stage.WITHDRAWN):
        return False
    if stands and table.seat_of(user) is not None:
        return True
    await _leave(repository, table, user)
    return False


async def leave_lapsed(store: Store, repository: TableRepository, now: float) -> None:
    """Take those who have deleted their data out of what stood then and has come to nothing since."""
    for leaving in await store.erasing.waiting(now):
        try:
            table = await repository.load(leaving.channel, leaving.table)
            waits = table is not None and await _leave_if_over(repository, table, leaving.person)
        except Refused as error:
            _log.warning("table %s still names somebody who has deleted their data: %s", leaving.table, error)
            continue
        if not waits:
            await store.passing.over(leaving.person, place(leaving.channel, leaving.table))
            await store.limits.forget(leaving.person)  # it may have been declined
            await store.erasing.note()
            await store.erasing.gone(leaving)


async def _withdraw_requests(store: Store, user: int) -> None:
    """What somebody has asked the engine for is made, if it is under way, and not taken up by the next start."""
    for name, request in (await store.reviews.asked()).items():
        if msgspec.json.decode(request, type=_Asked).user == user:
            await store.reviews.drop(name)


class _Asked(Struct):
    """Who has asked for an analysis, whichever version has written that."""

    user: int = 0


async def _forget(store: Store, ladders: Ladders, guild: int, user: int) -> None:
    """Somebody's number in a server's list is nobody's, and on none of its boards."""
    number = await store.ladder.number_of(guild, user)
    if number is not None:
        await ladders.note(guild, Forget(number))
        await store.ladder.forget(guild, user)


async def _load(store: Store, repository: TableRepository, name: str, where: int | None = None) -> Table | None:
    """A table of somebody's list; None if it has vanished. Raises `Illegal` for one of a newer bot."""
    channel = await store.channel_of(name) or where
    return None if channel is None else await repository.load(channel, name)


def _needed(table: Table, user: int) -> bool:
    """Whether a table cannot do without somebody yet."""
    asked = table.game.waited_for(table.state) if table.state else ()
    return table.stage is Stage.OPEN or table.seat_of(user) in asked


async def _leave(repository: TableRepository, table: Table, user: int) -> None:
    """Take somebody out of a table that is over, or where only his word is, and out of what is kept beside it."""

    async def work(before: Table) -> Change:
        if before.stage is not table.stage:
            raise Stale(TableTrouble.MOVED_ON)
        return Change(replace(before, people=_without(before.people, user)))

    table = (await repository.change(table.channel, table.id, work)).table
    if user in table.screen.holders:
        holders = tuple(each for each in table.screen.holders if each != user)
        await repository.shown(table, replace(table.screen, holders=holders))
    advice = table.advice
    if user in (*advice.members, *advice.invited, *advice.intruders):
        members, invited, intruders = (
            tuple(each for each in users if each != user)
            for users in (advice.members, advice.invited, advice.intruders)
        )
        await repository.advised(table, replace(advice, members=members, invited=invited, intruders=intruders))


def _without(people: People, user: int) -> People:
    """The same people, nobody in somebody's place. His word stays, for the dice were thrown with it."""
    mine = next((seat for seat, person in enumerate(people.seats) if person.user == user), None)
    if mine is None:  # his word was for a challenge that another might have accepted
        return replace(people, words=tuple(each for each in people.words if each[0] != user))
    nobody = Person(-1 - mine, NOBODY)
    return People(
        seats=tuple(nobody if seat == mine else person for seat, person in enumerate(people.seats)),
        words=tuple((nobody.user if giver == user else giver, word) for giver, word in people.words),
        agreed=tuple(each for each in people.agreed if each != user),
        later=tuple(replace(each, user=nobody.user) if each.user == user else each for each in people.later),
    )
