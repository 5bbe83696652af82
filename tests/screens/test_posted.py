"""A message that is posted once, kept up to date, posted anew where it can be kept no longer, owed where it fails."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.permissions import Use
from bot.screens import discord_errors
from bot.screens.posted import Post, Posts, notifying, whole
from bot.screens.press_webhooks import PressWebhooks
from bot.screens.stale_buttons import StaleButtons
from bot.tables.refused_posts import PostRefused

GUILD, CHANNEL, OURS = 7, 8, 9


def error(status: int, code: int) -> discord.HTTPException:
    """What Discord answers."""
    response: Any = SimpleNamespace(status=status, reason="", headers={})
    return discord.HTTPException(response, {"code": code, "message": ""})


GONE, FORBIDDEN, DOWN = error(404, 10008), error(403, 50013), aiohttp.ServerDisconnectedError()


class Discord:
    """One channel: what was sent and edited there. `answers`: the errors of the next calls, None for one that works."""

    def __init__(self) -> None:
        self.user = SimpleNamespace(id=OURS)
        self.answers: list[Exception | None] = []
        self.sent: list[dict[str, Any]] = []
        self.edits: list[tuple[int, dict[str, Any]]] = []
        self.last: list[Any] = []

    def _answer(self) -> None:
        if self.answers and (answer := self.answers.pop(0)):
            raise answer

    def get_guild(self, guild: int) -> None:
        return None

    def get_partial_messageable(self, channel: int, guild_id: int) -> Any:
        assert (channel, guild_id) == (CHANNEL, GUILD)

        async def send(content: str, *, files: Any = None, **how: Any) -> Any:
            read = [each.fp.read() for each in files or ()]
            self._answer()
            self.sent.append({"content": content, "files": read, **how})
            return SimpleNamespace(id=100 + len(self.sent))

        async def history(limit: int) -> AsyncIterator[Any]:
            self._answer()
            for each in self.last[:limit]:
                yield each

        def message(number: int) -> Any:
            async def edit(**how: Any) -> None:
                self._answer()
                self.edits.append((number, how))

            return SimpleNamespace(edit=edit)

        return SimpleNamespace(send=send, history=history, get_partial_message=message)


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Discord:
    async def sleep(seconds: float) -> None:
        """Nobody waits in a test."""

    monkeypatch.setattr(discord_errors.asyncio, "sleep", sleep)
    return Discord()


@pytest.fixture
def posts(there: Any) -> Posts:
    webhooks = PressWebhooks()
    return Posts(there, StaleButtons(there, webhooks), webhooks)


POST = Post(GUILD, CHANNEL, "🏆 Winter", "nonce")


async def test_there_is_one_message_that_is_edited(there: Discord, posts: Posts) -> None:
    assert await posts.keep(POST, 0, Use.LEAGUE) == 101
    assert await posts.keep(POST._replace(words="Ann leads"), 101, Use.LEAGUE) == 101
    assert [each["content"] for each in there.sent] == ["🏆 Winter"] and there.sent[0]["nonce"] == "nonce"
    assert [(number, how["content"]) for number, how in there.edits] == [(101, "Ann leads")]


@pytest.mark.parametrize("why", [GONE, FORBIDDEN, error(429, 30046)])
async def test_one_that_can_be_edited_no_longer_is_posted_anew(there: Discord, posts: Posts, why: Exception) -> None:
    there.answers = [why]
    assert await posts.keep(POST, 55, Use.LEAGUE) == 101
    assert there.edits == [] and len(there.sent) == 1


async def test_an_edit_wakes_nobody_and_a_post_those_whom_it_means(there: Discord, posts: Posts) -> None:
    post = POST._replace(mentions=notifying([5]))
    await posts.keep(post, 0, Use.LEAGUE)
    await posts.keep(post, 101, Use.LEAGUE)
    assert there.sent[0]["allowed_mentions"].to_dict() == {"parse": [], "users": [5], "replied_user": True}
    assert there.edits[0][1]["allowed_mentions"].to_dict()["parse"] == []
    assert "users" not in there.edits[0][1]["allowed_mentions"].to_dict()


async def test_what_fails_now_is_tried_again_at_once_with_its_whole_picture_and_else_owed(
    there: Discord, posts: Posts
) -> None:
    post = POST._replace(files=[whole(discord.File(io.BytesIO(b"picture"), "a.png"))])
    there.answers = [DOWN, DOWN]
    assert await posts.once(post, Use.PODIUM) == 101
    assert there.sent[0]["files"] == [b"picture"]
    there.answers = [DOWN]
    assert await posts.once(post, Use.PODIUM, persistently=False) is None
    there.answers = [DOWN] * 4
    assert await posts.once(post, Use.PODIUM) is None
    assert len(there.sent) == 1


async def test_what_is_refused_for_good_is_said_so(there: Discord, posts: Posts) -> None:
    there.answers = [FORBIDDEN]
    with pytest.raises(PostRefused) as caught:
        await posts.once(POST, Use.DAY)
    assert caught.value.why == "FORBIDDEN" and not caught.value.itself
    there.answers = [error(400, 50035)]
    with pytest.raises(PostRefused) as caught:
        await posts.once(POST, Use.DAY)
    assert caught.value.why == "REJECTED" and caught.value.itself


async def test_what_is_there_already_is_not_posted_again(there: Discord, posts: Posts) -> None:
    def message(id: int, author: int, content: str) -> Any:
        return SimpleNamespace(id=id, author=SimpleNamespace(id=author), content=content)

    there.last = [message(1, 3, "🏆 Winter"), message(2, OURS, "something else"), message(3, OURS, "🏆 Winter")]
    fits = lambda sent: sent.content == POST.words  # noqa: E731
    assert await posts.once(POST, Use.PODIUM, fits) == 3 == await posts.found(GUILD, CHANNEL, Use.PODIUM, fits)
    assert there.sent == []
    there.last.pop()
    assert await posts.found(GUILD, CHANNEL, Use.PODIUM, fits) == 0
    there.answers = [DOWN]
    assert await posts.found(GUILD, CHANNEL, Use.PODIUM, fits) is None
    there.answers = [DOWN]
    assert await posts.once(POST, Use.PODIUM, fits) is None, "where that cannot be told, it may be there"
    there.answers = [FORBIDDEN]
    assert await posts.once(POST, Use.PODIUM, fits) == 101, "where the bot may not look, its nonce has to do"
