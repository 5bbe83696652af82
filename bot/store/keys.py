"""Key names, and with them the slot of each on a cluster.

The part in braces (hash tag) decides the slot: keys of one channel, server or member share it, and a script only gets
keys of one owner. Keys without braces stand alone.

An imported match is a table of the “channel” with its owner's user id.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from typing import NamedTuple

SCHEMA = "chouette:schema"
OPEN = "chouette:open"
"""Set: the open tables, as schema 3 listed them."""
SERVERS = "chouette:servers"
"""Set: the servers with tables that are not over, and some that had some. Once all tables of earlier versions are
listed with their servers, 0 is in it."""
REVIEWS = "chouette:reviews"
"""Hash: requested reviews of games that are not finished."""
REVIEWS_CANCELLED = "chouette:reviews_cancelled"
"""Set: the names of reviews that the host has cancelled, until their requesters are told."""
IMPORTS = "chouette:imports"
"""Hash: the memory account of each imported match, and their sums."""
DUES = tuple(f"chouette:due:{part}" for part in range(8))
"""Sorted sets: due items by time, in parts as `due` chooses."""
RESTORING = "chouette:restoring"
ACCOUNT = "chouette:account"
"""String: the bot account the store belongs to."""

NEVER = ("chouette:never", "{0}:never")
"""Keys that are never written, one of each kind, on which permissions are tried."""

ERASED = "chouette:erased"
"""Sorted set: deletions that the server's append-only file may still hold, by when they are due."""

LEAVING = "chouette:leaving"
"""Sorted set: members who have deleted their data, with each running table that names them, by when to look."""

LIKE_RECORDS = "{*}:table:*"
"""A SCAN pattern for records of tables, perhaps matching other keys."""

WORKERS = "{questions}:workers"
"""Sorted set: the workers elsewhere that answer questions to the engine, as `engine name processes`, by until when they
count, in milliseconds of the server's clock.
"""

SERVING = "chouette:serving"
"""Hash: by the shards that a process serves, when all was last well with it, in Discord's time."""

TIME = "chouette:time"
"""String: the bot's clock lead over the server's."""

LIKE_OURS = "[c{]*"
"""A SCAN pattern for all keys that `is_ours` may accept."""

LEASES = "chouette:shards:*"
"""A SCAN pattern for the leases of running processes."""

_OURS = re.compile(r"(?:chouette|\{\d+\}|\{[ug]\d+\}|\{t\w+\}(?=:at$)|\{questions\}):[ -~]+")
_OF_A_PROCESS = re.compile(
    r"chouette:(?:restoring|erased|time|shards:.*|identify:.*)|\{questions\}:.*"
    r"|\{g?\d+\}:call:.*|\{g\d+\}:(?:views?|counted:.*)"
)
_OF_A_CHANNEL = re.compile(r"\{(\d+)\}:")
_RECORD = re.compile(r"\{\d+\}:table:")
_OF_A_LADDER = re.compile(r"\{g(\d+)\}:(?:ladder|entered|players|struck|analysed)")
_OF_A_LEAGUE = re.compile(r"\{g(\d+)\}:(?:league|league_log):(.+)")
_OF_A_LIMIT = re.compile(r"\{g\d+\}:(?:open|sent|declined):(\d+)(?::(\d+))?")
_OF_A_TABLE = re.compile(r"\{\d+\}:(?:table|log|games):(.+)")


class Kind(NamedTuple):
    """Key names of one kind of logged thing (tables, leagues): each has an owner, whose hash tag its keys share, and an
    id.

    `tag` precedes the owner's number, `name` is the word for the kind, `own` precedes the names of its parts. `packs`:
    those that are over are packed.
    """

    tag: str
    name: str
    own: str = ""
    packs: bool = False

    def record(self, owner: int, id: str) -> str:
        """Hash: its fields and version. String: all of it, packed."""
        return f"{{{self.tag}{owner}}}:{self.name}:{id}"

    def log(self, owner: int, id: str) -> str:
        """Stream: its log entries."""
        return f"{{{self.tag}{owner}}}:{self.own}log:{id}"

    def games(self, owner: int, id: str) -> str:
        """Hash: for each game of a table its beginning in the log, and its end."""
        return f"{{{self.tag}{owner}}}:{self.own}games:{id}"

    def whole(self, owner: int, id: str) -> tuple[str, str, str]:
        """The keys of one thing, which vanish together and have to be read at one moment."""
        return self.record(owner, id), self.log(owner, id), self.games(owner, id)

    def held(self, owner: int) -> str:
        """String: the open table that holds a channel."""
        return f"{{{self.tag}{owner}}}:held"

    def listed(self, owner: int) -> str:
        """Hash: the summary of each league of a server, or of each table of a channel that is not over its server."""
        return f"{{{self.tag}{owner}}}:{self.name}s"

    def receipt(self, owner: int, name: str) -> str:
        """String: the call that was saved under this receipt."""
        return f"{{{self.tag}{owner}}}:receipt:{name}"

    def call(self, owner: int, token: str) -> str:
        """String: a call without a receipt, kept only until its last retry. Stream: the log that a call unpacks."""
        return f"{{{self.tag}{owner}}}:call:{token}"


TABLES, LEAGUES = Kind("", "table", packs=True), Kind("g", "league", "league_")


def is_ours(name: str) -> bool:
    """Whether a key belongs to the bot; a server may hold others."""
    return _OURS.fullmatch(name) is not None


def lasts(name: str) -> bool:
    """Whether a key of the bot belongs in a backup: it outlives processes and cannot be derived from others."""
    return _OF_A_PROCESS.fullmatch(name) is None


def is_lease(name: str) -> bool:
    return name.startswith("chouette:shards:")


def channel_of(name: str) -> int | None:
    """The channel that owns a key; None for other owners."""
    found = _OF_A_CHANNEL.match(name)
    return found and int(found[1])


def table_of(name: str) -> str | None:
    """The table whose record, log or games a key is; None for other keys."""
    found = _OF_A_TABLE.fullmatch(name)
    return found and found[1]


def ladder_of(name: str) -> int | None:
    """The server whose ladder a key belongs to; None for other keys."""
    found = _OF_A_LADDER.fullmatch(name)
    return found and int(found[1])


def league_of(name: str) -> tuple[int, str] | None:
    """The server and league a key belongs to; None for other keys."""
    found = _OF_A_LEAGUE.fullmatch(name)
    return found and (int(found[1]), found[2])


def people_of_limit(name: str) -> tuple[int, ...]:
    """The members whose challenges a key limits; none for other keys."""
    found = _OF_A_LIMIT.fullmatch(name)
    return tuple(int(person) for person in found.groups() if person) if found else ()


def is_record(name: str) -> bool:
    return _RECORD.match(name) is not None


def due(what: str) -> str:
    """The one of `DUES` for an item, the same in every process."""
    return DUES[zlib.crc32(what.encode()) % len(DUES)]


def questions(kind: str, engine: str) -> str:
    """List: the ids of the questions of a kind that wait for a worker with this engine."""
    return f"{{questions}}:{kind}:{engine}"


def question(id: str) -> str:
    """String: a question to the engine, until it is answered."""
    return f"{{questions}}:asked:{id}"


def question_lease(id: str) -> str:
    """String: the worker that has taken a question, while it lives."""
    return f"{{questions}}:lease:{id}"


def engine_answers(process: str) -> str:
    """List: the answers to the questions of a process, each behind its id."""
    return f"{{questions}}:answers:{process}"


def shards(bot: int) -> str:
    """Hash: the holder of each shard of a bot, while the lease is renewed."""
    return f"chouette:shards:{bot}"


def identify(bot: int, bucket: int) -> str:
    """String: a shard of a bucket has identified a moment ago."""
    return f"chouette:identify:{bot}:{bucket}"


def shown(channel: int) -> str:
    """String: the board was shown at a spectator's request a moment ago."""
    return f"{{{channel}}}:shown"


def whereabouts(table: str) -> str:
    """Hash: the claimant of this id, the table's channel and its members."""
    return f"{{t{table}}}:at"


def tables(person: int) -> str:
    """Sorted set: a member's tables by time."""
    return f"{{u{person}}}:tables"


def waits(person: int) -> str:
    """Hash: of each table that waits for somebody what it says to this person, behind the version that says it."""
    return f"{{u{person}}}:waits"


def notes(person: int) -> str:
    """Hash: of tables what somebody has noted there for themselves."""
    return f"{{u{person}}}:notes"


def deck(person: int) -> str:
    """Hash: what somebody's deck knows of each card in it, by the card's name, and under `#` its state."""
    return f"{{u{person}}}:deck"


def cards(person: int) -> str:
    """Hash: the content of the cards that somebody has alone, by name."""
    return f"{{u{person}}}:cards"


def lessons(person: int) -> str:
    """Sorted set: the steps of lessons that somebody has answered, by the time of the last answer."""
    return f"{{u{person}}}:lessons"


def notices(person: int) -> str:
    """Hash: what somebody is to be told of tables, or was, for 30 days after it has happened."""
    return f"{{u{person}}}:notices"


def passing(person: int) -> str:
    """Sorted set: tables and keys that name a member and expire by themselves, by expiry."""
    return f"{{u{person}}}:passing"


def preferences(person: int) -> str:
    return f"{{u{person}}}:preferences"


def settings(guild: int) -> str:
    return f"{{g{guild}}}:settings"


def open_tables(guild: int) -> str:
    """Sorted set: a server's tables that are not over, and perhaps some more, by when they were listed."""
    return f"{{g{guild}}}:tables"


def ladder(guild: int) -> str:
    """Stream: the finished games of a server, in the permanent order of its ladder."""
    return f"{{g{guild}}}:ladder"


def entered(guild: int) -> str:
    """Hash: the games of each table in the ladder's list, as `game:number game:number`; of some only the last game."""
    return f"{{g{guild}}}:entered"


def players(guild: int) -> str:
    """Hash: the number of each member in the ladder's list, and under `#` with the number the member.

    A number without a member here has been forgotten.
    """
    return f"{{g{guild}}}:players"


def view(guild: int) -> str:
    """String: the name of the view of the ladder that is shown."""
    return f"{{g{guild}}}:view"


def views(guild: int) -> str:
    """Set: the names of the ladder's views that have been begun and not dropped."""
    return f"{{g{guild}}}:views"


def of_view(guild: int, view: str, name: str) -> str:
    """A named collection of one view of the ladder."""
    return f"{{g{guild}}}:counted:{view}:{name}"


def podium(guild: int) -> str:
    """String: the season whose podium is posted next."""
    return f"{{g{guild}}}:podium"


def week(guild: int) -> str:
    """String: the first day of the club's week that was told last."""
    return f"{{g{guild}}}:week"


def champion(guild: int) -> str:
    """String: who has the role of the champion."""
    return f"{{g{guild}}}:champion"


def struck(guild: int) -> str:
    """Set: the numbers of the games in the ladder's list that do not count."""
    return f"{{g{guild}}}:struck"


def analysed(guild: int) -> str:
    """Set: the ids of the analyses in the ladder's list."""
    return f"{{g{guild}}}:analysed"


def of_ladder(guild: int) -> tuple[str, str, str, str, str]:
    """The keys that have to be read at one moment."""
    return ladder(guild), entered(guild), players(guild), struck(guild), analysed(guild)


def leagues_of(person: int) -> str:
    """Set: server and id of each league in which a member is, or has been."""
    return f"{{u{person}}}:leagues"


def open_challenges(guild: int, person: int) -> str:
    """Sorted set: a member's open challenges by expiry."""
    return f"{{g{guild}}}:open:{person}"


def sent_challenges(guild: int, person: int) -> str:
    """Sorted set: a member's recent challenges by time."""
    return f"{{g{guild}}}:sent:{person}"


def declined(guild: int, one: int, other: int) -> str:
    """String: until when two members, in either order, have to wait after a declined challenge."""
    return f"{{g{guild}}}:declined:{min(one, other)}:{max(one, other)}"


def waiting_positions(guild: int) -> str:
    """Hash: the source of each position that may be shown some day."""
    return f"{{g{guild}}}:positions"


def shown_positions(guild: int) -> str:
    """Set: the names of the positions that have been shown."""
    return f"{{g{guild}}}:positions_shown"


def day(guild: int) -> str:
    """Hash: the position of the day, the message that shows it, and the votes."""
    return f"{{g{guild}}}:day"


def looking(guild: int) -> str:
    """Hash: the list of who wants to play in a server, and its version."""
    return f"{{g{guild}}}:looking"


def looking_in(person: int) -> str:
    """Set: the servers in which a member is on such a list, and perhaps some more."""
    return f"{{u{person}}}:looking"


def refused_posts(guild: int) -> str:
    """Hash: for each kind of post that Discord has permanently refused, the reason, since when, and the next retry."""
    return f"{{g{guild}}}:refused"


def absence(guild: int) -> str:
    """Hash: since when the bot is away from a server, until when it was, and the tables that were closed meanwhile."""
    return f"{{g{guild}}}:absence"


def reviewed(person: int) -> str:
    """Hash: when each recent review of a member was requested, and its number of decisions.

    The key holds a number derived from the user id, so that it survives the deletion of their data without naming them.
    """
    made = hashlib.sha256(f"reviewed {person}".encode()).digest()
    return f"{{u{int.from_bytes(made[:8], 'big')}}}:reviewed"


def votes_of(person: int) -> str:
    """Set: the servers in which a member has voted on an open position, and perhaps some more."""
    return f"{{u{person}}}:votes"
