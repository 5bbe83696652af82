"""The names of all keys, and with them the slot of each on a cluster.

The part in braces decides the slot: what a channel, a server or a person owns lies together, and a script is only ever
given keys of one owner. Keys without braces stand alone.

A match that somebody has brought from elsewhere lies as a table of the “channel” that is his own id.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from typing import NamedTuple

SCHEMA = "chouette:schema"
OPEN = "chouette:open"
REVIEWS = "chouette:reviews"
"""Hash: the reviews of games that were asked for and are not there yet."""
REVIEWS_CANCELLED = "chouette:reviews_cancelled"
"""Set: the names of reviews that whoever hosts the bot has cancelled, until those who wait for them are told."""
IMPORTS = "chouette:imports"
"""Hash: how much room each match takes that somebody has brought from elsewhere, and the sums of it."""
DUES = tuple(f"chouette:due:{part}" for part in range(8))
"""Sorted sets: what is due by when that is, in parts as `due` says."""
RESTORING = "chouette:restoring"
ACCOUNT = "chouette:account"
"""String: the bot account whose store this is."""

NEVER = ("chouette:never", "{0}:never")
"""Keys that are never written, one of each kind: what the account may do to ours is tried on them."""

ERASED = "chouette:erased"
"""Sorted set: deletions that still stand in the server's append-only file, by when they are due."""

LEAVING = "chouette:leaving"
"""Sorted set: those who have deleted their data, with each table that names them until it is over, by when to look."""

LIKE_RECORDS = "{*}:table:*"
"""The pattern by which a server finds the records of tables, and perhaps other keys."""

TIME = "chouette:time"
"""String: how far the bot's clock is ahead of the server's."""

LIKE_OURS = "[c{]*"
"""The pattern by which a server finds all keys that `is_ours` may know."""

LEASES = "chouette:shards:*"
"""The pattern by which a server finds what running processes keep for as long as they run."""

_OURS = re.compile(r"(?:chouette|\{\d+\}|\{[ug]\d+\}|\{t\w+\}(?=:at$)):[ -~]+")
_OF_A_PROCESS = re.compile(
    r"chouette:(?:restoring|erased|time|shards:.*)|\{g?\d+\}:call:.*|\{g\d+\}:(?:views?|counted:.*)"
)
_OF_A_CHANNEL = re.compile(r"\{(\d+)\}:")
_RECORD = re.compile(r"\{\d+\}:table:")
_OF_A_LADDER = re.compile(r"\{g(\d+)\}:(?:ladder|entered|players|struck|analysed)")
_OF_A_LEAGUE = re.compile(r"\{g(\d+)\}:(?:league|league_log):(.+)")
_OF_A_LIMIT = re.compile(r"\{g\d+\}:(?:open|sent|declined):(\d+)(?::(\d+))?")
_OF_A_TABLE = re.compile(r"\{\d+\}:(?:table|log|games):(.+)")


class Kind(NamedTuple):
    """How the keys of things that are logs of entries are called: each has an owner, whose tag they share, and an id.

    `tag` comes before the number of the owner, `name` is what one is called, `own` comes before the names of its parts.
    """

    tag: str
    name: str
    own: str = ""

    def record(self, owner: int, id: str) -> str:
        """Hash: the fields of one and its version."""
        return f"{{{self.tag}{owner}}}:{self.name}:{id}"

    def log(self, owner: int, id: str) -> str:
        """Stream: its log entries."""
        return f"{{{self.tag}{owner}}}:{self.own}log:{id}"

    def games(self, owner: int, id: str) -> str:
        """Hash: of each game of a table where it begins in the log, and how it ended."""
        return f"{{{self.tag}{owner}}}:{self.own}games:{id}"

    def whole(self, owner: int, id: str) -> tuple[str, str, str]:
        """What belongs to one alone, vanishes with it, and has to be read at one moment to be known together."""
        return self.record(owner, id), self.log(owner, id), self.games(owner, id)

    def held(self, owner: int) -> str:
        """String: the table that a channel holds open."""
        return f"{{{self.tag}{owner}}}:held"

    def listed(self, owner: int) -> str:
        """Hash: of each league of a server what lists say of it."""
        return f"{{{self.tag}{owner}}}:{self.name}s"

    def receipt(self, owner: int, name: str) -> str:
        """String: the call that was given this receipt."""
        return f"{{{self.tag}{owner}}}:receipt:{name}"

    def call(self, owner: int, token: str) -> str:
        """String: a call without a receipt, remembered only until its last repetition."""
        return f"{{{self.tag}{owner}}}:call:{token}"


TABLES, LEAGUES = Kind("", "table"), Kind("g", "league", "league_")


def is_ours(name: str) -> bool:
    """Whether this is a key of the bot; a server may hold others."""
    return _OURS.fullmatch(name) is not None


def lasts(name: str) -> bool:
    """Whether a key of ours means something beyond the processes and files of now, and cannot be made of others."""
    return _OF_A_PROCESS.fullmatch(name) is None


def is_lease(name: str) -> bool:
    """Whether a running process keeps a key for as long as it runs."""
    return name.startswith("chouette:shards:")


def channel_of(name: str) -> int | None:
    """The channel to which a key belongs; None for other owners."""
    found = _OF_A_CHANNEL.match(name)
    return found and int(found[1])


def table_of(name: str) -> str | None:
    """The table whose record, log or games a key is; None for other keys."""
    found = _OF_A_TABLE.fullmatch(name)
    return found and found[1]


def ladder_of(name: str) -> int | None:
    """The server to whose ladder a key belongs; None for other keys."""
    found = _OF_A_LADDER.fullmatch(name)
    return found and int(found[1])


def league_of(name: str) -> tuple[int, str] | None:
    """The server and league to which a key belongs; None for other keys."""
    found = _OF_A_LEAGUE.fullmatch(name)
    return found and (int(found[1]), found[2])


def people_of_limit(name: str) -> tuple[int, ...]:
    """Whose challenges a key limits; nobody's for other keys."""
    found = _OF_A_LIMIT.fullmatch(name)
    return tuple(int(person) for person in found.groups() if person) if found else ()


def is_record(name: str) -> bool:
    """Whether a key is the record of a table."""
    return _RECORD.match(name) is not None


def due(what: str) -> str:
    """The one of `DUES` in which something is noted, whichever process asks."""
    return DUES[zlib.crc32(what.encode()) % len(DUES)]


def shards(bot: int) -> str:
    """Hash: which process serves which shards of a bot, for as long as it renews that."""
    return f"chouette:shards:{bot}"


def shown(channel: int) -> str:
    """String: all have been shown something because somebody asked who does not play there, a moment ago."""
    return f"{{{channel}}}:shown"


def whereabouts(table: str) -> str:
    """Hash: who claimed this id, the table's channel and its people."""
    return f"{{t{table}}}:at"


def tables(person: int) -> str:
    """Sorted set: a person's tables by time."""
    return f"{{u{person}}}:tables"


def passing(person: int) -> str:
    """Sorted set: the tables and keys that name somebody and lapse by themselves, by when they have."""
    return f"{{u{person}}}:passing"


def preferences(person: int) -> str:
    """String: a person's preferences."""
    return f"{{u{person}}}:preferences"


def settings(guild: int) -> str:
    """String: a server's settings."""
    return f"{{g{guild}}}:settings"


def ladder(guild: int) -> str:
    """Stream: the finished games of a server, in the order that is the ladder's for ever."""
    return f"{{g{guild}}}:ladder"


def entered(guild: int) -> str:
    """Hash: of each table its games in the ladder's list, as `game:number game:number`; of some only the last game."""
    return f"{{g{guild}}}:entered"


def players(guild: int) -> str:
    """Hash: the number by which the ladder's list calls each person, and by `#` and the number that person.

    Whose is gone from here is nobody's.
    """
    return f"{{g{guild}}}:players"


def view(guild: int) -> str:
    """String: the name of the view of the ladder that is shown."""
    return f"{{g{guild}}}:view"


def views(guild: int) -> str:
    """Set: the names of the views of the ladder that have been begun and not dropped."""
    return f"{{g{guild}}}:views"


def of_view(guild: int, view: str, name: str) -> str:
    """What one way of counting the ladder's list has come to, by name."""
    return f"{{g{guild}}}:counted:{view}:{name}"


def podium(guild: int) -> str:
    """String: the season whose podium is the next one that is posted."""
    return f"{{g{guild}}}:podium"


def struck(guild: int) -> str:
    """Set: the numbers of the games in the ladder's list that do not count."""
    return f"{{g{guild}}}:struck"


def analysed(guild: int) -> str:
    """Set: the ids of the analyses that are in the ladder's list."""
    return f"{{g{guild}}}:analysed"


def of_ladder(guild: int) -> tuple[str, str, str, str, str]:
    """What has to be read at one moment to be known together."""
    return ladder(guild), entered(guild), players(guild), struck(guild), analysed(guild)


def leagues_of(person: int) -> str:
    """Set: server and id of each league in which somebody is, or has been."""
    return f"{{u{person}}}:leagues"


def open_challenges(guild: int, person: int) -> str:
    """Sorted set: a person's open challenges by the time they lapse."""
    return f"{{g{guild}}}:open:{person}"


def sent_challenges(guild: int, person: int) -> str:
    """Sorted set: a person's recent challenges by the time they were made."""
    return f"{{g{guild}}}:sent:{person}"


def declined(guild: int, one: int, other: int) -> str:
    """String: until when two people, in either order, have to wait after a declined challenge."""
    return f"{{g{guild}}}:declined:{min(one, other)}:{max(one, other)}"


def waiting_positions(guild: int) -> str:
    """Hash: of each position that may be shown some day where it comes from."""
    return f"{{g{guild}}}:positions"


def shown_positions(guild: int) -> str:
    """Set: the names of the positions that have been shown."""
    return f"{{g{guild}}}:positions_shown"


def day(guild: int) -> str:
    """Hash: the position of the day, the message that shows it, and the votes."""
    return f"{{g{guild}}}:day"


def refused_posts(guild: int) -> str:
    """Hash: of each kind of post that Discord has refused for good why, since when, and when it is tried again."""
    return f"{{g{guild}}}:refused"


def reviewed(person: int) -> str:
    """Hash: of each review that somebody has asked for lately when that was, and how many decisions it has.

    Under a number that is made from theirs, so that it counts on when they have deleted their data, and names nobody.
    """
    made = hashlib.sha256(f"reviewed {person}".encode()).digest()
    return f"{{u{int.from_bytes(made[:8], 'big')}}}:reviewed"


def votes_of(person: int) -> str:
    """Set: the servers in which somebody has voted about a position that is not answered yet, and perhaps some more."""
    return f"{{u{person}}}:votes"
