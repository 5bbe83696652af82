"""What is kept of posts that Discord refuses, and when they are tried again."""

from __future__ import annotations

import msgspec

from bot.tables.refused_posts import ANSWER, PODIUM, PostRefused, RefusedPosts

from .tables import CHANNEL, GUILD, Tables

DAY = 86_400.0
UNREAD = PostRefused("UNREAD", ["Read Message History"])
GONE = PostRefused("GONE")


async def test_it_is_tried_one_two_and_four_days_after_it_was_first_refused(tables: Tables) -> None:
    posts = RefusedPosts(tables.store)
    assert await posts.find(GUILD, ANSWER) is None
    for after, again in ((0, 1), (1, 2), (2, 4), (4, None)):
        refused = await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, after * DAY)
        assert refused == await RefusedPosts(tables.store).find(GUILD, ANSWER), "whichever process asks"
        assert (refused.since, refused.again) == (0, None if again is None else again * DAY)
        if again is not None:
            assert refused.waits(again * DAY - 1, []) and not refused.waits(again * DAY, [])
    assert refused.given_up and refused.tries == 4 and refused.waits(1000 * DAY, [])


async def test_a_bot_that_was_away_for_a_week_tries_as_often(tables: Tables) -> None:
    posts = RefusedPosts(tables.store)
    for after, again in ((0, 1), (8, 9), (9, 11), (30, None)):
        refused = await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, after * DAY)
        assert refused.again == (None if again is None else again * DAY)


async def test_a_permission_that_is_back_makes_it_due_and_only_that(tables: Tables) -> None:
    posts = RefusedPosts(tables.store)
    refused = await posts.note(GUILD, ANSWER, "7", CHANNEL, UNREAD, 0)
    assert refused.waits(1, ["Read Message History"]) and refused.waits(1, None)
    assert not refused.waits(1, [])
    # Refused all the same, for another reason: the next try is when it would have been, and nothing is due before.
    refused = await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, 1)
    assert (refused.again, refused.tries, refused.why) == (DAY, 1, "GONE") and refused.waits(2, [])


async def test_what_somebody_asks_for_is_tried_at_once_and_has_all_its_time_again(tables: Tables) -> None:
    posts = RefusedPosts(tables.store)
    for after in (0, 1, 2):
        await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, after * DAY)
    await posts.try_anew(GUILD, ANSWER, 2.5 * DAY)
    refused = await posts.find(GUILD, ANSWER)
    assert refused and not refused.waits(2.5 * DAY, None)
    refused = await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, 2.5 * DAY)
    assert (refused.since, refused.again) == (2.5 * DAY, 3.5 * DAY)
    for after in (3.5, 4.5, 6.5):
        refused = await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, after * DAY)
    assert refused.given_up
    await posts.try_anew(GUILD, ANSWER, 9 * DAY)
    assert await posts.find(GUILD, ANSWER) is None


async def test_another_post_of_its_name_begins_anew_and_one_that_is_there_is_forgotten(tables: Tables) -> None:
    posts = RefusedPosts(tables.store)
    for after in (0, 1, 2, 4):
        await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, after * DAY)
    refused = await posts.note(GUILD, ANSWER, "8", CHANNEL, UNREAD, 9 * DAY)
    assert (refused.about, refused.since, refused.tries, refused.again) == ("8", 9 * DAY, 1, 10 * DAY)
    await posts.note(GUILD, PODIUM, "2126-11", CHANNEL, GONE, 0)
    await posts.posted(GUILD, ANSWER)
    assert await posts.find(GUILD, ANSWER) is None and await posts.find(GUILD, PODIUM)
    await tables.store.refused_notes.clear(GUILD)
    assert await posts.find(GUILD, PODIUM) is None


async def test_what_a_newer_bot_has_noted_is_noted_anew(tables: Tables) -> None:
    posts = RefusedPosts(tables.store)
    await tables.store.refused_notes.put(GUILD, ANSWER, msgspec.json.encode({"of": "a newer bot"}))
    assert await posts.find(GUILD, ANSWER) is None
    assert (await posts.note(GUILD, ANSWER, "7", CHANNEL, GONE, 0)).tries == 1
