"""Texts and buttons of the list of who wants to play, and of two who have found each other."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot import limits
from bot.core.looking import LookingList, Pairing, Rated, Seeker, Terms, Wish
from bot.screens.buttons import BLUE, GREEN, GREY, RED, Item, button, pager, view
from bot.screens.custom_ids import Press
from bot.screens.fitting import shortened
from bot.screens.names import apart, plain
from bot.screens.pace_words import wanted_words
from bot.screens.phone import beginnings, for_phone
from bot.texts import N_, Texts

A_PAGE = 10
"""Entries of a page: with their buttons, and a text that fits into a message."""
_LINES = 4
#: Lines of an entry on a phone.
_NAME = 20
_NAMES = (_NAME, 12, 8)
#: Characters of a name, the first that fits.
_SHOWN_LENGTHS = 6
_NO_TABLE = "0"
_TIME = "22:22"
#: How wide a time is on a phone, whatever Discord writes for it.

RATED = {Rated.RATED: N_("rated"), Rated.UNRATED: N_("not rated"), Rated.EITHER: N_("rated or not")}


def pages_of(held: LookingList) -> int:
    """How many pages a list has."""
    return max(1, -(-len(held.seekers) // A_PAGE))


def list_words(held: LookingList, page: int, t: Texts, called: int = 0) -> str:
    """A page of the list, counted from 0. `called`: a role that is mentioned."""
    first = page * A_PAGE
    shown = held.seekers[first : first + A_PAGE]
    lines = [f"<@&{called}>"] if called else []
    lines.append(t("**Who wants to play**"))
    lines += [_entry(number, seeker, t) for number, seeker in enumerate(shown, first + 1)]
    if not held.seekers:
        lines.append(t("Nobody at the moment. Press **I want to play**, and whoever fits comes to you."))
    elif more := len(held.seekers) - first - len(shown):
        lines.append(t.many("-# and {number} more", "-# and {number} more", more))
    return shortened("\n".join(lines), limits.MESSAGE)


def _entry(number: int, seeker: Seeker, t: Texts) -> str:
    """Somebody who wants to play, on at most four lines of a phone."""
    wish = seeker.wish
    lengths = ", ".join(map(str, wish.lengths[:_SHOWN_LENGTHS])) + ("…" if len(wish.lengths) > _SHOWN_LENGTHS else "")
    heads = [
        f"**{number}. {plain(seeker.name, most)}** {seeker.rating} · " + t("to {points}", points=lengths)
        for most in _NAMES
    ]
    tail = [t(RATED[wish.rated]), *_bounds(wish, t), t("until {time}", time=_TIME)]
    paces = [wanted_words(pace, None, t) for pace in wish.paces]
    forms = ((f"{head} · {' · '.join((listed, *tail))}",) for listed in beginnings(paces, ", ") for head in heads)
    before, _, after = for_phone(forms, _LINES)[0].rpartition(_TIME)
    return f"{before}<t:{int(seeker.until)}:t>{after}"


def _bounds(wish: Wish, t: Texts) -> Iterable[str]:
    if wish.lowest is not None and wish.highest is not None:
        yield t("against {lowest} to {highest}", lowest=wish.lowest, highest=wish.highest)


def list_view(held: LookingList, page: int, t: Texts, *, role: bool) -> discord.ui.View:
    """Play beside each entry, the own entry, the `role` that is mentioned here if there is one, the other pages."""
    first = page * A_PAGE
    plays: list[Item] = [
        button(
            t("Play {name}", name=apart(each.name, _NAME)),
            Press("look_play", _NO_TABLE, 0, str(each.user)),
            GREEN,
            row=place // 5,
        )
        for place, each in enumerate(held.seekers[first : first + A_PAGE])
    ]
    own = [
        button(t("I want to play"), Press("look_form", _NO_TABLE, 0), BLUE, "🎲", row=2),
        button(t("Off the list"), Press("look_leave", _NO_TABLE, 0), GREY, row=2),
    ]
    told = [button(t("Tell me"), Press("look_role", _NO_TABLE, 0), GREY, "🔔", row=2)] if role else []
    turn = pager(Press("look_page", _NO_TABLE, 0, "to"), page, pages_of(held), t, row=3)
    return view([*plays, *own, *told, *turn])


def terms_words(terms: Terms, t: Texts) -> str:
    """What two play, in few words."""
    length = t.many("{number} point", "{number} points", terms.length)
    return " · ".join(
        (length, wanted_words(terms.pace, terms.length, t), t("rated") if terms.rated else t("not rated"))
    )


def pairing_words(pairing: Pairing, t: Texts) -> str:
    """Two who have found each other: that they play, or who of them has to press Ready."""
    terms = terms_words(pairing.terms, t)
    if pairing.begins:
        one, other = (f"**{plain(each.name, _NAME)}**" for each in pairing.seekers)
        return t("{one} and {other} have found each other: {terms}. The board is in the thread.",
                 one=one, other=other, terms=terms)  # fmt: skip
    one, other = (f"<@{each.user}>" for each in pairing.seekers)
    lines = [
        t("{one} and {other}, you have found each other: {terms}.", one=one, other=other, terms=terms),
        t("Both press **Ready** by <t:{time}:t>; nothing runs before.", time=int(pairing.until)),
    ]
    ready = [f"**{plain(each.name, _NAME)}**" for each in pairing.seekers if each.user in pairing.ready]
    return "\n".join([*lines, *(t("Ready: {names}", names=name) for name in ready)])


def pairing_view(pairing: Pairing, t: Texts) -> discord.ui.View:
    """Ready, and the way off the list."""
    if pairing.begins:
        return view([])
    return view(
        [
            button(t("Ready"), Press("look_ready", _NO_TABLE, pairing.number), GREEN),
            button(t("Not now"), Press("look_not", _NO_TABLE, pairing.number), RED),
        ]
    )


def ended_words(pairing: Pairing, t: Texts) -> str:
    """Nothing has come of it."""
    one, other = (f"**{plain(each.name, _NAME)}**" for each in pairing.seekers)
    return t("{one} and {other} have not met: not both were ready in time.", one=one, other=other)


def thread_name(pairing: Pairing, t: Texts) -> str:
    """The name of the thread in which two play."""
    names = " – ".join(apart(each.name, _NAME) for each in pairing.seekers)
    return shortened(f"{names}: {terms_words(pairing.terms, t)}", limits.THREAD_NAME)


# Private answers


def waiting_words(seeker: Seeker, channel: int, t: Texts) -> str:
    """Somebody is on the list."""
    return t(
        "You are on the list in <#{channel}> until <t:{time}:t>. As soon as somebody fits, I tell you there.",
        channel=channel, time=int(seeker.until),
    )  # fmt: skip


def found_words(pairing: Pairing, user: int, channel: int, t: Texts) -> str:
    """Somebody has found an opponent."""
    other = next(each for each in pairing.seekers if each.user != user)
    name, terms = plain(other.name), terms_words(pairing.terms, t)
    if pairing.begins:
        return t(
            "You play **{name}**: {terms}. The board comes in a thread of <#{channel}>.",
            name=name, terms=terms, channel=channel,
        )  # fmt: skip
    return t(
        "**{name}** fits: {terms}. Press **Ready** in <#{channel}>, both of you.",
        name=name, terms=terms, channel=channel,
    )  # fmt: skip


def off_button(t: Texts) -> discord.ui.View:
    return view([button(t("Off the list"), Press("look_leave", _NO_TABLE, 0), GREY)])
