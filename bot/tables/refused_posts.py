"""Posts that Discord permanently refuses, among those the bot makes by itself: positions of the day, podiums, weeks,
leagues.

The post is not lost: the refusal is noted, reported to those who can fix it, and the post is retried one, two and four
days after the first refusal; sooner if a missing permission is granted, or a member requests it. Then it is given up,
and the note remains.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.store import Store

_log = logging.getLogger(__name__)

_DAY = 86_400.0
#: Days from one refusal to the next try.
_PAUSES = (1, 1, 2)

#: The names of a server's posts; a league's is made by `of_league`.
QUESTION, ANSWER, PODIUM, LOOKING_LIST, CLUB_WEEK = "question", "answer", "podium", "looking", "week"


def of_league(league: str) -> str:
    return f"league:{league}"


class PostRefused(Exception):
    """Discord refuses a post until the cause is fixed.

    `why`: the name of the cause. `lacking`: Discord's names of missing permissions. `itself`: the content is refused,
    not the channel.
    """

    def __init__(self, why: str, lacking: Sequence[str] = (), *, itself: bool = False) -> None:
        super().__init__(why)
        self.why, self.lacking, self.itself = why, tuple(lacking), itself


class RefusedPost(Struct, frozen=True, kw_only=True):
    """A note of a refused post. Times in seconds since 1970.

    `about`: which post of its name. `channel`: its destination. `why`, `lacking`: of the last refusal. `since`: the
    first refusal, `tries` ago. `again`: the next retry; None: given up.
    """

    about: str
    channel: int
    why: str
    lacking: tuple[str, ...] = ()
    itself: bool = False
    since: float
    tries: int = 1
    again: float | None = None

    @property
    def given_up(self) -> bool:
        """Whether it is no longer retried automatically."""
        return self.again is None

    def waits(self, now: float, lacking: Sequence[str] | None) -> bool:
        """Whether it is not to be tried now.

        `lacking`: Discord's names of permissions missing now; None if this process does not know.
        """
        mended = bool(self.lacking) and lacking is not None and not lacking
        return not mended and (self.again is None or self.again > now)


class RefusedPosts:
    def __init__(self, store: Store) -> None:
        self._notes = store.refused_notes

    async def find(self, guild: int, name: str) -> RefusedPost | None:
        """The note of a post; None if there is none."""
        return _read(await self._notes.find(guild, name))

    async def note(
        self, guild: int, name: str, about: str, channel: int, error: PostRefused, now: float
    ) -> RefusedPost:
        """Note and log a refusal, perhaps not the first; returns the note."""
        before = await self.find(guild, name)
        refused = _after(before, RefusedPost(about=about, channel=channel, why=error.why, since=now), now)
        refused = replace(refused, lacking=error.lacking, itself=error.itself)
        await self._notes.put(guild, name, msgspec.json.encode(refused))
        then = "given up" if refused.again is None else f"tried again in {(refused.again - now) / 3600:.0f} hours"
        missing = f", missing: {', '.join(error.lacking)}" if error.lacking else ""
        _log.warning(
            "Discord refuses a post in channel %s of server %s (%s): %s%s; %s",
            channel,
            guild,
            name,
            error.why,
            missing,
            then,
        )
        return refused

    async def tried(
        self,
        guild: int,
        name: str,
        about: str,
        channel: int,
        post: Callable[[], Awaitable[bool]],
        now: float,
        lacking: Sequence[str] | None,
    ) -> bool | None:
        """Whether `post` has posted it, tried only when due; None: it was given up.

        `lacking`: as for `RefusedPost.waits`. A refusal is noted.
        """
        refused = await self.find(guild, name)
        if refused is None or refused.about != about or not refused.waits(now, lacking):
            try:
                done = await post()
            except PostRefused as error:
                refused = await self.note(guild, name, about, channel, error, now)
            else:
                if done and refused:
                    await self.posted(guild, name)
                return done
        return None if refused.given_up else False

    async def posted(self, guild: int, name: str) -> None:
        """Delete the note of a post that is done, or no longer wanted."""
        await self._notes.drop(guild, name)

    async def try_anew(self, guild: int, name: str, now: float) -> None:
        """Retry now, as if it had not been refused before."""
        refused = await self.find(guild, name)
        if refused is None or refused.given_up:
            await self._notes.drop(guild, name)
        else:
            anew = replace(refused, since=now, again=now, tries=0)
            await self._notes.put(guild, name, msgspec.json.encode(anew))


def _after(before: RefusedPost | None, first: RefusedPost, now: float) -> RefusedPost:
    """The note after one more refusal; `first`: the note of a first refusal, used if `before` is about another post."""
    if before is None or before.about != first.about or before.again is None:
        return replace(first, again=now + _PAUSES[0] * _DAY)
    same = replace(first, since=before.since, tries=before.tries, again=before.again)
    if before.again > now:  # an early try, because a permission had been granted
        return same
    tries = before.tries + 1
    return replace(same, tries=tries, again=now + _PAUSES[tries - 1] * _DAY if tries <= len(_PAUSES) else None)


def _read(note: bytes | None) -> RefusedPost | None:
    """Decode a note; None also for one of a newer bot, which is tried and noted anew."""
    try:
        return None if note is None else msgspec.json.decode(note, type=RefusedPost)
    except msgspec.MsgspecError:
        return None
