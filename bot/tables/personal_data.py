"""Personal data of a member: exported as a file, or deleted everywhere.

A table's log names seats only; the members are in its record, which is overwritten.
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
from bot.tables.champion import read_champion
from bot.tables.faults import TableTrouble
from bot.tables.held_league import HeldLeague
from bot.tables.held_night import HeldNight
from bot.tables.leagues import Leagues
from bot.tables.looking_lists import LookingLists
from bot.tables.night_log import Nights
from bot.tables.outbox import enter_finished
from bot.tables.preferences import Preferences
from bot.tables.repository import Change, TableRepository
from bot.tables.schedule import TABLE
from bot.tables.standings import Ladders
from bot.tables.table import Stage, Table
from bot.tables.training_reminders import forget_reminder

_log = logging.getLogger(__name__)


class Left(Struct, frozen=True):
    """Where a member could not be removed yet.

    `channels` of tables that are running or have an open payment of theirs; `standing`: channels of pending challenges
    and gatherings; `unreadable`: ids of tables written by a newer bot.
    """

    channels: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    unreadable: tuple[str, ...] = ()


async def export(
    store: Store, repository: TableRepository, preferences: Preferences, ladders: Ladders, user: int, now: float
) -> bytes:
    """All data of a member, as readable JSON; `now` in seconds since 1970."""
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
            guilds |= {table.about.guild: None} if table.about.in_server else {}
    told = {
        "made_at": _date(now),
        "user": user,
        "preferences": msgspec.to_builtins(await preferences.of_person(user)) | _as_kept(await store.preferences(user)),
        "ladders": [told for guild in guilds if (told := await _on_the_ladder(ladders, guild, user, now))],
        "roles_of_the_champion": [
            {"server": guild, "role": held.role}
            for guild in guilds
            if (held := await read_champion(store, guild)) and held.user == user
        ],
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
        "waiting": [{"table": name, "says": msgspec.json.decode(says)} for name, _, says in await store.waits.of(user)],
        "notes_at_tables": await store.notes.of(user),
        "steps_of_lessons": [
            {"step": name, "answered_at": _date(at)} for name, at in (await store.lessons.of(user)).items()
        ],
        "private_words": [
            {"table": name.partition(":")[0], "says": msgspec.json.decode(says), "told": told}
            for name, says, told in await store.notices.of(user, now)
        ],
        "training": await _as_trained(store, user),
        "wanting_to_play": [await _as_seeker(store, guild, user) for guild in await store.looking.servers(user)],
        "note": "The moves and dice of a table: /export game:<id>",
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=2)


async def _as_trained(store: Store, user: int) -> dict[str, Any]:
    """A member's deck, as stored: its state, and each card with what is known of it."""
    state, entries = await store.decks.read(user)
    contents = await store.decks.cards(user)
    return {
        "deck": _as_kept(state),
        "cards": [
            {"name": name, "known": _as_kept(entry), "card": _as_kept(contents.get(name))}
            for name, entry in entries.items()
        ],
    }


async def _as_member(store: Store, guild: int, league: str, user: int) -> dict[str, Any]:
    """A league's data of a member."""
    held: HeldLeague | HeldNight
    try:
        nights = Nights(store)
        if await nights.is_one(guild, league):
            held = await nights.find(guild, league)
        else:
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


async def _as_seeker(store: Store, guild: int, user: int) -> dict[str, Any]:
    """What the list of who wants to play in a server has of a member."""
    try:
        held = await LookingLists(store).find(guild)
    except Illegal as error:
        return {"server": guild, "note": str(error)}
    pairings = (*held.pairings, *held.ended)
    own = [*held.seekers, *(each for pairing in pairings for each in pairing.seekers)]
    return {
        "server": guild,
        "entries": [msgspec.to_builtins(each) for each in own if each.user == user],
        "role_mentioned_at": [_date(at) for each, at in held.calls if each == user],
    }


async def _in_the_list(store: Store, table: Table, user: int) -> dict[str, Any]:
    """The games of a table in its server's list, and the member's number there."""
    last = 0 if not table.about.in_server else await store.ladder.last_entered(table.about.guild, table.id)
    if not last:
        return {}
    number = await store.ladder.number_of(table.about.guild, user)
    return {"in_the_list_of_the_server": {"games_up_to": last, "as_player": number}}


async def _on_the_ladder(ladders: Ladders, guild: int, user: int, now: float) -> dict[str, Any] | None:
    """A server's ladder pages about a member; None if there are none."""
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


def _as_kept(document: bytes | None) -> dict[str, Any]:
    """A document of a member as stored, including what another version has written."""
    if not document:
        return {}
    try:
        return msgspec.json.decode(document, type=dict[str, Any])
    except ValueError:
        return {"unreadable": document.decode(errors="replace")}


def _as_told(table: Table, user: int) -> dict[str, Any]:
    rules, state = table.game, table.state
    points = state.points if state else ()
    told: dict[str, Any] = {
        "id": table.id,
        "server": table.about.guild,
        "channel": table.channel,
        "kind": rules.kind(table.about.setup),
        **({"brought_from_elsewhere": True} if table.imported else {}),
        **({"in_a_direct_message": True} if table.about.direct else {}),
        "stage": table.stage.value,
        "made_at": _date(table.about.made_at),
        "last_action_at": _date(table.acted_at),
        "games": state.number if state else 0,
        "seats": [
            {
                "name": person.name,
                **({"points": points[number]} if number < len(points) else {}),
                "you": table.seat_of(user) == number if table.people.teams else person.user == user,
            }
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
    """Delete a member from every finished or lapsed table, with their preferences and challenge counters. Running
    tables keep them; pending ones until they lapse. What they have imported, or play in a direct message, is deleted.

    A table is removed from their list after they are removed from it, so that a retry continues after a crash.
    Idempotent. The store's files are rewritten soon after.
    """
    await store.erasing.note()  # noted first, in case of an interruption
    needed: list[Table] = []
    unreadable: list[str] = []
    brought = False
    for name in await store.tables_of(user, most=None):
        try:
            table = await _load(store, repository, name)
        except Illegal:
            unreadable.append(name)
            continue
        if table is not None and not table.about.in_server:
            brought = True
            await store.forget(table.channel, name)
            await store.due.set(TABLE, place(table.channel, name), None)
            await repository.finished(table.about.guild, table.channel, name)
            continue
        if table is not None and _needed(table, user):
            needed.append(table)
            continue
        if table is not None:
            await enter_finished(store, repository, table)  # otherwise a later transfer would bring the member back
            await _forget(store, ladders, table.about.guild, user)
            await _leave(repository, table, user)
        await store.strike(name, user)
    standing = await _leave_passing(store, repository, user)
    await store.notes.forget(user)
    await store.lessons.forget(user)
    await store.notices.forget(user)
    await store.waits.drop(user)
    for table in (*needed, *standing):
        await repository.carrier.carry(table)
    await store.decks.forget(user)
    await forget_reminder(store, preferences, user)
    await store.limits.forget(user)
    await LookingLists(store).forget(user)
    await _withdraw_requests(store, user)
    leagues, nights = Leagues(store), Nights(store)
    for guild, league in await store.leagues.of_member(user):
        forgets = nights.forget if await nights.is_one(guild, league) else leagues.forget
        await forgets(guild, league, user)
    for guild in await store.positions.voted_in(user):
        await store.positions.take_back(guild, user)
    await preferences.drop_person(user)
    await store.erasing.note(twice=brought)  # the receipt of a save is kept for a moment, in the owner's slot
    return Left(_channels(needed), _channels(standing), tuple(unreadable))


def _channels(tables: list[Table]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(table.channel for table in tables))


async def _leave_passing(store: Store, repository: TableRepository, user: int) -> list[Table]:
    """Remove a member from lapsed tables. Pending ones are returned, to be handled when they lapse."""
    standing: list[Table] = []
    for channel, name in await store.passing.tables(user):
        with suppress(Illegal):  # written by a newer bot
            table = await repository.load(channel, name)
            if table is not None and await _leave_if_over(repository, table, user):
                standing.append(table)
                await store.erasing.wait(Leaving(user, channel, name), table.about.expires_at)
            await store.passing.over(user, place(channel, name))
    return standing


async def _leave_if_over(repository: TableRepository, table: Table, user: int) -> bool:
    """Remove a member from a challenge or gathering that has lapsed; returns whether it still waits for them."""
    stands = table.stage is Stage.CHALLENGE
    if user not in table.people.users or not (stands or table.stage is Stage.WITHDRAWN):
        return False
    if stands and table.seat_of(user) is not None:
        return True
    await _leave(repository, table, user)
    return False


async def leave_lapsed(store: Store, repository: TableRepository, now: float) -> None:
    """Remove members who have deleted their data from tables that have lapsed since."""
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
    """A member's review requests: finish what is running, drop the rest."""
    for name, request in (await store.reviews.asked()).items():
        if msgspec.json.decode(request, type=_Asked).user == user:
            await store.reviews.drop(name)


class _Asked(Struct):
    """The requester of an analysis, readable in every version."""

    user: int = 0


async def _forget(store: Store, ladders: Ladders, guild: int, user: int) -> None:
    """Forget a member's number in a server's list, and remove it from its boards."""
    number = await store.ladder.number_of(guild, user)
    if number is not None:
        await ladders.note(guild, Forget(number))
        await store.ladder.forget(guild, user)


async def _load(store: Store, repository: TableRepository, name: str, where: int | None = None) -> Table | None:
    """A table of a member's list; None if it has expired. Raises `Illegal` for one of a newer bot."""
    channel = await store.channel_of(name) or where
    return None if channel is None else await repository.load(channel, name)


def _needed(table: Table, user: int) -> bool:
    """Whether a table still needs a member."""
    asked = table.state.waited_for if table.state else ()
    return table.stage is Stage.OPEN or table.seat_of(user) in asked


async def _leave(repository: TableRepository, table: Table, user: int) -> None:
    """Remove a member from a finished table, or from one that has only their word, and from the data beside it."""

    async def work(before: Table) -> Change:
        if before.stage is not table.stage:
            raise Stale(TableTrouble.MOVED_ON)
        notices = tuple(each for each in before.notices or () if each.user != user) or None
        return Change(replace(before, people=before.people.without(user), notices=notices))

    table = (await repository.change(table.channel, table.id, work)).table
    if user in table.screen.holders:
        holders = tuple(each for each in table.screen.holders if each != user)
        await repository.shown(table, replace(table.screen, holders=holders))
    for number in range(table.advice.count):
        thread = table.thread(number)
        if user in (*thread.members, *thread.invited, *thread.intruders):
            members, invited, intruders = (
                tuple(each for each in users if each != user)
                for users in (thread.members, thread.invited, thread.intruders)
            )
            left = replace(thread, members=members, invited=invited, intruders=intruders)
            table = await repository.advised(table, left, number)
