"""What Discord refuses to post for good, of what comes by itself: positions of the day, podiums, leagues.

Nothing that hangs on such a post is thrown away: it is noted, told to whoever can mend it, and tried again one, two and
four days after the first refusal; sooner where a permission that was missing is there, or somebody asks for it. Then it
is given up, and the note stays to say so.
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

#: The names of what is posted in a server; a league's is made by `of_league`.
QUESTION, ANSWER, PODIUM = "question", "answer", "podium"


def of_league(league: str) -> str:
    """The name of what is posted of a league."""
    return f"league:{league}"


class PostRefused(Exception):
    """Discord refuses a post, and will until something is mended.

    `why`: the name of the kind of trouble. `lacking`: Discord's words for permissions that are missing. `itself`: what
    is posted is not accepted, and not the place.
    """

    def __init__(self, why: str, lacking: Sequence[str] = (), *, itself: bool = False) -> None:
        super().__init__(why)
        self.why, self.lacking, self.itself = why, tuple(lacking), itself


class RefusedPost(Struct, frozen=True, kw_only=True):
    """A post that was refused. Times in seconds since 1970.

    `about`: which one of its name it is. `channel`: where it was to be. `why`, `lacking`: as when it was refused last.
    `since`: when that began, `tries` ago. `again`: when it is tried next; None: it was given up.
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
        """Whether it is not tried any more by itself."""
        return self.again is None

    def waits(self, now: float, lacking: Sequence[str] | None) -> bool:
        """Whether it is not to be tried now.

        `lacking`: Discord's words for permissions that are missing now; None if this process does not know that.
        """
        mended = bool(self.lacking) and lacking is not None and not lacking
        return not mended and (self.again is None or self.again > now)


class RefusedPosts:
    """What is noted of refused posts."""

    def __init__(self, store: Store) -> None:
        self._notes = store.refused_notes

    async def find(self, guild: int, name: str) -> RefusedPost | None:
        """What is noted of a post; None if nothing is."""
        return _read(await self._notes.find(guild, name))

    async def note(
        self, guild: int, name: str, about: str, channel: int, error: PostRefused, now: float
    ) -> RefusedPost:
        """It has been refused now, perhaps not for the first time; what is noted of it, and told in the log."""
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
        """Whether `post` has posted it, which is only tried when its time has come; None: it was given up.

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
        """It is there, or not wanted any more."""
        await self._notes.drop(guild, name)

    async def try_anew(self, guild: int, name: str, now: float) -> None:
        """Somebody wishes it to be tried at once, as if it had not been refused before."""
        refused = await self.find(guild, name)
        if refused is None or refused.given_up:
            await self._notes.drop(guild, name)
        else:
            anew = replace(refused, since=now, again=now, tries=0)
            await self._notes.put(guild, name, msgspec.json.encode(anew))


def _after(before: RefusedPost | None, first: RefusedPost, now: float) -> RefusedPost:
    """What one more refusal makes of what was noted `before`; `first`: what it is if that was something else."""
    if before is None or before.about != first.about or before.again is None:
        return replace(first, again=now + _PAUSES[0] * _DAY)
    same = replace(first, since=before.since, tries=before.tries, again=before.again)
    if before.again > now:  # it was tried early, as a permission had come back
        return same
    tries = before.tries + 1
    return replace(same, tries=tries, again=now + _PAUSES[tries - 1] * _DAY if tries <= len(_PAUSES) else None)


def _read(note: bytes | None) -> RefusedPost | None:
    """As it was noted; None also for what a newer bot has noted, which is tried and noted anew."""
    try:
        return None if note is None else msgspec.json.decode(note, type=RefusedPost)
    except msgspec.MsgspecError:
        return None
