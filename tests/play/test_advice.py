"""The thread in which a team talks: who is let in and taken out, and what happens where there can be none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest
from simcord.builders import UserHandle
from simcord.enums import MessageType

from bot.backgammon import Phase
from bot.chouette import Consult
from bot.screens.private_threads import LOOK_AGAIN, PrivateThreads, SeveralThreads
from bot.screens.thread_signs import Signs
from bot.tables.table import Advice

from .chouette import OneChouette, crew

FOUR = ("Ann", "Bob", "Cyd", "Dan")
NEEDED = ("create_private_threads", "send_messages_in_threads", "manage_threads")


@pytest.fixture
async def group() -> AsyncIterator[OneChouette]:
    async with crew() as made:
        yield made


async def begun(group: OneChouette, consult: Consult = Consult.FULL) -> None:
    """Ann's chouette with three others has its first board."""
    await group.bot.slash("Ann", "chouette open")
    lobby = group.bot.last
    for who in FOUR[1:]:
        await group.bot.press(who, "Join", lobby)
    await group.with_options(consult=consult)
    await group.bot.slash("Ann", "chouette start")
    await settled(group)


async def settled(group: OneChouette) -> None:
    await group.bot.services.presenter.companions.rest(5)
    await group.bot.env.settle()


async def turn(group: OneChouette) -> None:
    await group.turn()
    await settled(group)


async def dropped(group: OneChouette, who: str) -> None:
    """Somebody of the team gives up, and is out of the game."""
    await group.command(who, "resign", kind="single")
    (proposal,) = (await group.session()).proposals
    await group.bot.slash(await group.box(), "accept", offer=str(proposal.number))
    await settled(group)


def threads(group: OneChouette) -> list[Any]:
    return group.bot.channel.threads


def kept(group: OneChouette, thread: Any) -> Any:
    """A thread as Discord has it."""
    return group.bot.env.backend.get_channel(thread.id)


def people_in(group: OneChouette, thread: Any) -> list[str]:
    """Who is in a thread, the bot aside."""
    inside = kept(group, thread).thread_members
    return sorted(name for name, person in group.bot.people.items() if person.id in inside)


def forbid(group: OneChouette, *permissions: str) -> None:
    """No role gives these permissions any more."""
    backend, guild = group.bot.env.backend, group.bot.guild.id
    for role in list(backend.get_guild(guild).roles.values()):
        left = discord.Permissions(role.permissions)
        left.update(**dict.fromkeys(permissions, False))
        backend.edit_role(guild, role.id, {"permissions": left.value})


async def test_the_whole_team_talks_in_a_private_thread_that_says_what_it_is_for(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    assert kept(group, thread).type == discord.ChannelType.private_thread.value
    assert people_in(group, thread) == sorted(await group.team())
    (first,) = thread.history()
    assert f"<#{group.bot.channel.id}>" in first.content and "Moderators can always read along." in first.content
    assert "may discuss plays and cubes" in first.content
    assert (await group.table()).id in thread.name


async def test_nobody_but_the_bot_may_invite(group: OneChouette, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    create = discord.TextChannel.create_thread

    async def noted(channel: discord.TextChannel, **options: Any) -> Any:
        asked.append(options)
        return await create(channel, **options)

    monkeypatch.setattr(discord.TextChannel, "create_thread", noted)
    await begun(group)
    assert [options["invitable"] for options in asked] == [False]


async def test_the_live_message_says_who_may_talk_and_links_the_thread(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    await turn(group)
    captain, *others = await group.team()
    (line,) = [line for line in group.bot.live.content.splitlines() if "may be discussed" in line]
    assert all(f"**{who}**" in line for who in (captain, *others))
    assert line.endswith(f"Advice thread: <#{thread.id}>")


async def test_nobody_is_let_in_before_cubes_are_turned(group: OneChouette) -> None:
    await begun(group, Consult.OWN_CUBE)
    await group.until(box=False)
    await settled(group)
    assert not threads(group)
    captain, second, third = await group.team()
    await group.confirmed(second, "Double")
    await group.bot.press(third, "Pass")
    await group.bot.press(captain, "Roll")
    await settled(group)
    assert not threads(group)  # offered is not turned

    await group.command(await group.box(), "take")
    await settled(group)

    (thread,) = threads(group)
    assert people_in(group, thread) == sorted((captain, second))
    (first,) = thread.history()
    assert "members with a turned cube" in first.content and "Cubes are not discussed." in first.content


async def test_without_advice_there_is_no_thread(group: OneChouette) -> None:
    await begun(group, Consult.NONE)
    await group.until(box=False)
    await group.bot.press((await group.team())[0], "Roll")
    assert not threads(group) and "No advice: " in group.bot.live.content


async def test_who_is_out_is_taken_out_of_the_thread_and_comes_back_with_the_next_game(
    group: OneChouette,
) -> None:
    await begun(group)
    (thread,) = threads(group)
    captain, second, third = await group.team()
    await dropped(group, second)
    assert people_in(group, thread) == sorted((captain, third))
    await group.resign_all()
    await settled(group)
    assert (await group.session()).game.phase is Phase.OVER
    assert people_in(group, thread) == [third]  # the last to be in: nobody comes or goes between two games

    await group.next()
    await settled(group)

    assert threads(group)[0].id == thread.id and len(threads(group)) == 1
    assert people_in(group, thread) == sorted(await group.team())
    assert await group.box() not in people_in(group, thread)


@pytest.mark.parametrize("missing", NEEDED)
async def test_without_a_permission_the_message_alone_says_who_may_talk(group: OneChouette, missing: str) -> None:
    forbid(group, missing)
    await begun(group)
    await turn(group)
    assert not threads(group)
    content = group.bot.live.content
    assert "may be discussed with" in content and "<#" not in content


async def test_a_permission_that_comes_later_is_enough(group: OneChouette) -> None:
    forbid(group, *NEEDED)
    await begun(group)
    assert not threads(group)
    backend, guild = group.bot.env.backend, group.bot.guild.id
    role = next(role for role in backend.get_guild(guild).roles.values() if role.managed)
    backend.edit_role(guild, role.id, {"permissions": discord.Permissions.all().value})
    await turn(group)
    assert people_in(group, threads(group)[0]) == sorted(await group.team())


async def test_a_channel_of_announcements_has_none(group: OneChouette) -> None:
    group.bot.channel = group.bot.guild.create_news_channel("news")
    await begun(group)
    await turn(group)
    assert not threads(group) and "may be discussed with" in group.bot.live.content


async def test_a_table_in_a_thread_talks_in_another_one_of_the_same_channel(group: OneChouette) -> None:
    parent = group.bot.channel
    await group.bot.slash("Ann", "chouette open", thread=True)
    (own,) = parent.threads
    group.bot.channel = own
    lobby = own.last_message
    for who in FOUR[1:]:
        await group.bot.press(who, "Join", lobby)
    await group.with_options(consult=Consult.FULL)
    await group.bot.slash("Ann", "chouette start")
    await settled(group)
    (thread,) = [each for each in parent.threads if each.id != own.id]
    assert people_in(group, thread) == sorted(await group.team())


async def test_a_thread_that_a_moderator_deletes_is_not_made_again(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    group.bot.env.backend.delete_channel(thread.id)
    await group.bot.env.settle()
    await turn(group)
    await turn(group)
    assert not threads(group) and (await group.table()).advice.ended
    content = group.bot.live.content
    assert "may be discussed with" in content and "<#" not in content


async def test_a_thread_that_a_moderator_locks_stays_locked_and_is_followed(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    group.bot.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": True})
    captain, second, third = await group.team()
    await dropped(group, third)
    assert people_in(group, thread) == sorted((captain, second)) and not (await group.table()).advice.ended
    state = kept(group, thread).thread_metadata
    assert state.locked and state.archived and len(threads(group)) == 1


async def test_a_thread_that_fell_asleep_is_woken(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    group.bot.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    captain, second, third = await group.team()
    await dropped(group, third)
    assert not kept(group, thread).thread_metadata.archived
    assert people_in(group, thread) == sorted((captain, second))


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/channels/*/threads"),
        ("PUT", "/channels/*/thread-members/*"),
    ],
)
async def test_what_fails_is_tried_again_and_the_game_goes_on(group: OneChouette, method: str, path: str) -> None:
    group.bot.env.inject_error(method, path, status=403, code=50013, times=1)
    await begun(group)
    table = await group.table()
    assert set(table.advice.members) != set(table.advice.invited) or not table.advice.thread
    before = len((await group.session()).game.open_bets)
    await turn(group)
    (thread,) = threads(group)
    assert before == 3 and people_in(group, thread) == sorted(await group.team())


async def test_who_cannot_be_taken_out_is_taken_out_later(group: OneChouette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.private_threads.PAUSES", (0.0,))
    await begun(group)
    (thread,) = threads(group)
    captain, second, third = await group.team()
    group.bot.env.inject_error("DELETE", "/channels/*/thread-members/*", status=403, code=50013, times=1)
    await dropped(group, third)
    assert people_in(group, thread) == sorted((captain, second))
    warned = f"<@{group.bot.people[captain].id}>, **{third}** can read <#{thread.id}>"
    assert warned in group.said and warned in "\n".join(message.content for message in thread.history())
    assert not (await group.table()).advice.intruders


async def test_who_has_left_the_thread_counts_as_taken_out(group: OneChouette) -> None:
    await begun(group)
    third = (await group.team())[2]
    group.bot.env.inject_error("DELETE", "/channels/*/thread-members/*", status=404, code=10007, times=1)
    await dropped(group, third)
    assert group.bot.people[third].id not in (await group.table()).advice.invited


async def test_it_goes_on_after_a_restart(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    captain, second, third = await group.team()
    await group.bot.restart()
    await dropped(group, second)
    assert len(threads(group)) == 1 and people_in(group, thread) == sorted((captain, third))


async def test_a_thread_that_was_made_but_not_noted_is_found_again(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    table = await group.table()
    repository = group.bot.services.repository
    await repository.advised(table, Advice())
    await turn(group)
    assert [each.id for each in threads(group)] == [thread.id]
    assert (await group.table()).advice.thread == thread.id


async def test_what_was_left_undone_is_done_at_the_start(group: OneChouette) -> None:
    group.bot.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=1)
    await begun(group)
    assert not threads(group)
    await group.bot.restart()
    await settled(group)
    assert people_in(group, threads(group)[0]) == sorted(await group.team())


async def test_it_is_closed_with_the_session(group: OneChouette) -> None:
    await begun(group)
    (thread,) = threads(group)
    await group.bot.slash("Ann", "chouette end")
    await group.resign_all()
    await settled(group)
    table = await group.table()
    assert table.state is not None and table.state.closed
    state = kept(group, thread).thread_metadata
    assert state.archived and state.locked and table.advice.ended
    assert f"<#{thread.id}>" not in group.bot.live.content


async def test_nobody_stays_in_the_thread_because_the_bot_stopped_in_between(
    group: OneChouette, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = discord.Thread.add_user

    async def cut_off(thread: discord.Thread, user: discord.abc.Snowflake) -> None:
        await add(thread, user)
        raise asyncio.CancelledError

    monkeypatch.setattr(discord.Thread, "add_user", cut_off)
    await begun(group)
    monkeypatch.undo()
    (thread,) = threads(group)
    (inside,) = people_in(group, thread)
    assert not (await group.table()).advice.members
    await dropped(group, inside)
    assert people_in(group, thread) == sorted(set(await group.team()) - {inside})


# Whom others let in, and who was away


def let_in(group: OneChouette, who: str, by: str, thread: Any) -> None:
    """A moderator adds somebody, of which a private thread has a note of Discord's."""
    guild = group.bot.guild
    group.bot.env.backend.add_thread_member(thread.id, group.bot.people[who].id)
    kind = MessageType.RECIPIENT_ADD
    guild.create_system_message(thread, kind, author=group.bot.people[by], recipient=group.bot.people[who])


@contextmanager
def unheard() -> Iterator[None]:
    """The connection is cut: meanwhile the bot hears of no message."""
    with pytest.MonkeyPatch.context() as cut:
        cut.setattr(Signs, "heard", lambda signs, message: [])
        yield


@pytest.fixture
async def watched(group: OneChouette) -> tuple[OneChouette, Any]:
    """A running game, its thread, and Mod, who moderates."""
    group.bot.hire("Mod", manage_threads=True)
    await begun(group)
    (thread,) = threads(group)
    return group, thread


async def test_whom_a_moderator_adds_goes_at_once(watched: tuple[OneChouette, Any]) -> None:
    group, thread = watched
    for stranger in (await group.box(), "Eva"):
        let_in(group, stranger, "Mod", thread)
        await group.bot.env.settle()
        await settled(group)
        assert people_in(group, thread) == sorted(await group.team())


async def test_whom_a_moderator_adds_unheard_goes_with_the_next_turn_and_moderators_stay(
    watched: tuple[OneChouette, Any],
) -> None:
    group, thread = watched
    with unheard():
        for stranger in (await group.box(), "Eva", "Mod"):
            let_in(group, stranger, "Mod", thread)
        await group.bot.env.settle()
    assert {await group.box(), "Eva"} <= set(people_in(group, thread))
    await turn(group)
    assert people_in(group, thread) == sorted([*await group.team(), "Mod"])
    assert "was let in" in "\n".join(message.content for message in thread.history())


async def test_what_was_said_unheard_is_read_once(
    watched: tuple[OneChouette, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    group, thread = watched
    read: list[int] = []
    history = discord.Thread.history

    def noted(thread: discord.Thread, **options: Any) -> Any:
        read.append(thread.id)
        return history(thread, **options)

    monkeypatch.setattr(discord.Thread, "history", noted)
    await turn(group)
    read.clear()
    for _ in range(3):
        await turn(group)
    assert not read, "nothing was missed"
    with unheard():
        await group.bot.people["Mod"].send(thread, "Behave.")
        await group.bot.env.settle()
    for _ in range(3):
        await turn(group)
    assert read == [thread.id]


async def away_and_back(group: OneChouette) -> str:
    """Somebody of the team who has not to roll leaves the server and comes back; who."""
    who = (await group.team())[1]
    guild, person = group.bot.guild, group.bot.people[who]
    await group.bot.press(who, "More")
    await settled(group)
    guild.remove_member(person)
    group.bot.env.backend.advance_clock(3600)
    group.bot.people[who] = guild.add_member(UserHandle(group.bot.env, group.bot.env.backend.users[person.id]))
    assert who not in people_in(group, threads(group)[0])
    return who


async def test_who_comes_back_to_the_server_is_back_in_the_thread_with_their_next_press(
    watched: tuple[OneChouette, Any],
) -> None:
    group, thread = watched
    who = await away_and_back(group)
    await group.bot.press(who, "More")
    await settled(group)
    assert people_in(group, thread) == sorted(await group.team())


async def test_or_with_a_word_in_the_channel(watched: tuple[OneChouette, Any]) -> None:
    group, thread = watched
    who = await away_and_back(group)
    await group.bot.people[who].send(group.bot.channel, "I am back")
    await settled(group)
    assert people_in(group, thread) == sorted(await group.team())


async def test_or_as_the_server_greets_them(watched: tuple[OneChouette, Any]) -> None:
    group, thread = watched
    lounge = group.bot.guild.create_text_channel("lounge")
    who = await away_and_back(group)
    kind = MessageType.NEW_MEMBER
    group.bot.guild.create_system_message(lounge, kind, author=group.bot.people[who])
    await group.bot.env.settle()
    await settled(group)
    assert people_in(group, thread) == sorted(await group.team())


async def test_or_with_a_turn_of_anybody_ten_minutes_after_all_were_looked_at(
    watched: tuple[OneChouette, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    group, thread = watched
    who = await away_and_back(group)
    await turn(group)
    assert who not in people_in(group, thread), "hundreds of tables cannot all be asked about with each turn"
    (several,) = group.bot.services.presenter.companions._there()
    assert isinstance(several, SeveralThreads)
    advice = several._each[0]
    assert isinstance(advice, PrivateThreads)
    before = advice._now
    advice._now = lambda: before() + LOOK_AGAIN
    await turn(group)
    assert people_in(group, thread) == sorted(await group.team())


async def test_who_stays_in_the_server_is_asked_about_once(
    watched: tuple[OneChouette, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    group, _ = watched
    who, asked = (await group.team())[1], list[int]()
    fetch = discord.Thread.fetch_member

    async def noted(thread: discord.Thread, user: int, /) -> Any:
        asked.append(user)
        return await fetch(thread, user)

    monkeypatch.setattr(discord.Thread, "fetch_member", noted)
    for _ in range(3):
        await group.bot.press(who, "More")
        await settled(group)
    assert asked == [group.bot.people[who].id]
