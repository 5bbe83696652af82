"""The rules by topic for `/rules`: short plain texts, each self-contained."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from bot import limits
from bot.languages import ENGLISH
from bot.screens import faces
from bot.screens.buttons import Item, choice, pager, select
from bot.screens.custom_ids import Press
from bot.screens.face import Topic
from bot.tables.table import Table
from bot.texts import N_, Texts, texts

_NO_TABLE = "0"
_MOST = 3
"""How many topics an error names."""

_SHARED: dict[str, Topic] = {
    "undo": Topic(
        N_("Undo"),
        N_(
            "With `/undo` you ask to take back the last thing a player did, not the bot. Your opponent has to agree. "
            "What was rolled since is discarded and does not come again: the next roll is a new one. The dice of the "
            "play that is taken back stay, so it is played again with the same roll.\n"
            "An answer to the cube cannot be taken back, nor can the result of a game. The one exception: as long as "
            "the next game has not been opened, the action that ended the last one can be taken back."
        ),
    ),
    "waiting": Topic(
        N_("Claims and waiting"),
        N_(
            "Where the pace is open, without a clock, a table waits as long as its people want. After 12 hours the bot "
            "reminds whoever it waits for: as often as they like, at most three times, and not in their quiet hours "
            "(`/preferences`, **Reminders**).\n"
            "When the side all wait for has not acted for 72 hours after it was last mentioned, the other side may "
            "take the game with `/claim`, as a single game at the value of the cube. A match can only be claimed "
            "after two games claimed in a row. While the table waits for you, you cannot claim. From somebody who is "
            "gone from the server one may claim after 12 hours already.\n"
            "`/abort` voids the running game if both agree or a moderator says so; finished games stay. A table "
            "without a running game closes after the same 72 hours. The server may have set other times."
        ),
    ),
    "away": Topic(
        N_("Holidays and quiet hours"),
        N_(
            "`/away until:` takes a holiday. On its days no time of yours runs where it is counted by days or hours, "
            "and where there is no clock nobody claims a game from you. Others see only that the table rests, and "
            "until when. Live tables and chouettes go on.\n"
            "It counts from its first day, or from 24 hours after you have entered it; what is due before stays due. "
            "Days that have begun count whole: at most 21 in a row and 42 in twelve months, with 7 days between two "
            "holidays. A server may count fewer (`/settings`), and a league counts 7, unless it was opened with "
            "another number; once a round ends later by the days of those who still owe a match. **I am back** ends "
            "it with that day.\n"
            "**Quiet hours** that you have set (`/preferences`, **Reminders**) stop no clock. Time that would be up "
            "in them is up when they end, once; what you do meanwhile costs at most what was left. Other hours count "
            "for what is asked a day after you have set them."
        ),
    ),
    "nights": Topic(
        N_("Nights of chouettes"),
        N_(
            "`/league night` opens an evening at several tables: people press **Join**, and **Draw** seats three to "
            "six at each by lot, in a thread of its own. With the plan `final` the best of each table go on until one "
            "table is left, with `rounds` everybody is drawn anew and one score counts, with `tables` the tables stay "
            "and people change by `/chouette change`. Without **Draw** it is drawn at the time of `at`, and five "
            "minutes after the last table of a round.\n"
            "Late comers press **Join** as well: they sit down at the smallest table, or wait for the next draw. Who "
            "leaves keeps the points; who sits out (`/league sit_out`) is in no draw until they are back. What a host "
            "may elsewhere, whoever has opened the night may, and moderators.\n"
            "With a bank (`preset`) nobody pays at the end. With `rounds` everybody takes the balance along, and who "
            "has nothing left is out of the night; with `final` each round begins with a full bank. Places at a table "
            "go by balance. With fixed turns sessions end by themselves. `tables` has neither.\n"
            "From seven people on the host of a chouette may open a **Second table** between two games: half of all "
            "go there, and both are a night with one score. Two tables that fit at one become one again.\n"
            "**Dice** proves at the end that nobody chose the draws."
        ),
    ),
    "leagues": Topic(
        N_("Leagues and their rounds"),
        N_(
            "In a league everybody of a division owes everybody else a match; in a knock-out and in a Swiss people "
            "are paired round by round. `/league pairings` has the matches you owe. A match counts if its challenge "
            "says so; of several the one that ends first. Where the league has a pace its matches have it, unless the "
            "two agree on a live one.\n"
            "A round has a last day. When it is over, a match that has not begun goes to whoever alone has challenged "
            "for it and got no answer for 48 hours; one that was declined or withdrawn is none, and a live one does "
            "not count. If neither or both have, the lot decides, or in a Swiss both lose it. A match that has begun "
            "goes on for at most 7 days, at 12 hours a turn; then whoever must act loses it.\n"
            "Who has opened the league may give a round up to 14 days more, once, and decide a match that is owed."
        ),
    ),
    "training": Topic(
        N_("Training"),
        N_(
            "`/train` shows you positions as cards, three a day (`/preferences`, **Reminders**: 0 to 10): mistakes of "
            "your own that lost 0.06 or more in analysed games, the opening rolls, and the commonest replies. A card "
            "says nothing of the game it comes from. Only you see your cards, and how you do.\n"
            "A card that you know comes again later and later, by the algorithm FSRS, when about nine of ten people "
            "would still know it. A play that loses no more than 0.01 counts as hard, any other as wrong: the card "
            "comes once more the same day, which counts for nothing, and again soon. Cards that are due come first, "
            "new ones only while there is room.\n"
            "**Turn the board** shows it from another side or in other colours, **Not this one** takes a card out for "
            "good."
        ),
    ),
    "dice": Topic(
        N_("Dice proof"),
        N_(
            "You can check the dice. Before the first roll the bot shows the commitment: the SHA-256 of a secret seed "
            "of 32 bytes, in messages its first 26 characters in base32. With **My word** each player may mix a word "
            "of their own into the dice; one given when a chouette has begun counts from the next game on. When the "
            "table closes the seed is shown; see `/fairness`.\n"
            "Who is bound by what: the commitment binds whoever runs the bot to the seed, so no roll can be changed "
            "any more. That the seed was not chosen to suit somebody is shown only by a word that came after it from a "
            "person not on that side. Whoever knows the seed and gives the last word too can choose the word; without "
            "any word nothing shows that the seed was not chosen among many.\n"
            "Roll n, counted from 1 with the opening rolls, is HMAC-SHA256 with the seed as key over the words joined "
            "by `|`, then `|`, then n. Take the bytes of the digest in order, leave out those of 252 and more; the "
            "remainder by 6, plus 1, is a die. The first two are the roll. If a digest is used up, the next one has "
            "`|1`, `|2` … at the end of its message."
        ),
    ),
}


def topics() -> Mapping[str, Topic]:
    """Every topic by name: those of each game, in the order of registration, then the shared ones."""
    own = {name: topic for face in faces.registered() for name, topic in face.topics.items()}
    return own | _SHARED


def ordered(table: Table | None) -> Sequence[str]:
    """The names of all topics: first those of a table's game, then the others."""
    first = (*faces.face_of(table).topics_at(table), *_SHARED) if table else ()
    return tuple(dict.fromkeys((*first, *topics())))


def topic_words(name: str, t: Texts) -> str:
    """The text of a topic. Raises `KeyError` for an unknown one."""
    topic = topics()[name]
    return f"**{t(topic.title)}**\n{t(topic.text)}"


def contents_words(last: str | None, t: Texts) -> str:
    """The text above the select where nothing is being played; `last`: the reader's last table there."""
    if last is None:
        return t("Nothing is being played here. Choose a topic, or name a table with `game`, such as `k7f3q2`.")
    return t(
        "Nothing is being played here. Choose a topic. The rules of your last table here: `/rules game:{table}`",
        table=last,
    )


def meant(typed: str, t: Texts) -> str | None:
    """The name of a typed topic: by name, or by its title in the user's language or in English."""
    known = topics()
    called = {_folded(title): name for name, topic in known.items() for title in (topic.title, t(topic.title))}
    return {**called, **{_folded(name): name for name in known}}.get(_folded(typed))


def matching(typed: str, names: Iterable[str], t: Texts) -> list[tuple[str, str]]:
    """Title and name of each topic that contains the typed text in either, as in `meant`."""
    part, known = _folded(typed), topics()
    titles = {name: t(known[name].title) for name in names}
    return [
        (title, name)
        for name, title in titles.items()
        if any(part in _folded(each) for each in (title, known[name].title, name))
    ]


def nearest(typed: str, t: Texts) -> tuple[str, ...]:
    """The titles most similar to an unknown topic, the likeliest first: those that contain it, or have similar
    words.
    """
    found = [title for title, _ in matching(typed, topics(), t)] if _folded(typed) else []
    words: dict[str, str] = {}
    for topic in topics().values():
        for title in (t(topic.title), texts(ENGLISH)(topic.title)):
            for word in (title, *title.split()):
                words.setdefault(_folded(word), t(topic.title))
    alike = get_close_matches(_folded(typed), words, n=len(words), cutoff=0)
    return tuple(dict.fromkeys((*found, *(words[each] for each in alike))))[:_MOST]


def topics_items(names: Sequence[str], page: int, t: Texts, read: str = "") -> list[Item]:
    """A select of topics, `page` counted from 0, and buttons to the neighbouring pages. The topic that is `read` is
    marked.
    """
    pages = -(-len(names) // limits.CHOICES)
    page = min(page, pages - 1)
    some, known = names[page * limits.CHOICES :][: limits.CHOICES], topics()
    options = [choice(t(known[name].title), name, default=name == read) for name in some]
    chosen = Press("topic", _NO_TABLE, 0, str(page))
    turned = Press("topics", _NO_TABLE, 0, f"{read}.")
    return [select(t("What do you want to read about?"), chosen, options), *pager(turned, page, pages, t)]


def page_of(name: str, names: Sequence[str]) -> int:
    """The page of a topic, counted from 0."""
    return names.index(name) // limits.CHOICES


def _folded(text: str) -> str:
    """A text without case, accents and signs, and no longer than a title."""
    whole = unicodedata.normalize("NFKD", text[: limits.CHOICE].casefold())
    bare = "".join(each for each in whole if not unicodedata.combining(each))
    return " ".join("".join(each if each.isalnum() else " " for each in bare).split())
