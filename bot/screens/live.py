"""The live message of a table: whether it is edited or posted again, its mentions, text and buttons."""

from __future__ import annotations

from collections.abc import Callable

import discord
from msgspec import UNSET, Struct
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Ask, Question
from bot.backgammon.actions import Move
from bot.core.actions import Action, End
from bot.screens.board_face import BoardFace
from bot.screens.board_names import board_name
from bot.screens.buttons import GREY, button, view
from bot.screens.clock_words import asked_in_time
from bot.screens.custom_ids import Press
from bot.screens.ended_items import ended_items
from bot.screens.faces import face_of
from bot.screens.fitting import fitted
from bot.screens.names import Names, bold_names, mentions
from bot.tables.reminders import having_reminded
from bot.tables.table import Screen, Table
from bot.texts import Texts

#: Seconds after which a message is posted again rather than edited: Discord limits edits of messages older than an hour
#: (error 30046).
OLD = limits.EDITED - 10 * 60

#: (users, acting user) -> whether anything lies below the live message that one of the users sees.
Below = Callable[[tuple[int, ...], int | None], bool]


def _nothing(users: tuple[int, ...], acting: int | None) -> bool:
    return False


class Plan(Struct, frozen=True):
    """How a state is shown. `new`: as a new message; `mentioned`: the users it notifies; `screen`: the screen
    afterwards; `ended`: a game has ended that has not been announced.
    """

    new: bool
    mentioned: tuple[int, ...]
    screen: Screen
    ended: bool = False


def plan(table: Table, now: float, anew: bool = False, below: Below = _nothing, *, carded: bool = True) -> Plan:
    """Edit while the same player keeps acting; post again when others must act, at an end, or if `anew`.

    Also when it is the same player's turn again and something lies `below` the message. A table closed by a member is
    an end with a picture of its own, unless not `carded`, where it would repeat the last game's.
    """
    state, screen = table.state, table.screen
    assert state is not None
    asked = state.questions
    open_now = [question for question in asked if question.ask is not Ask.TABLE and question.waiting]
    unmentioned = [question for question in open_now if question.number not in screen.mentioned]
    # Also who has come in place of somebody who has left.
    new_ones = set(_users(table, open_now)) - set(screen.holders) if screen.holders else set[int]()
    waited_for = tuple(dict.fromkeys((*_users(table, unmentioned), *sorted(new_ones))))
    face = face_of(table)
    untold = [news for news in table.news if news.version > screen.shown]
    ended = any(face.ends(news) or (carded and state.closed and _by_hand(news.action)) for news in untold)
    answered = bool(waited_for) and _last_to_act(table) in table.computers
    # The bot's actions for a computer, such as its only play, are shown together with the player's.
    own = [news.version for news in untold if news.action.by not in (None, *table.computers)]
    # If the opponent cannot move, the same player acts again, and yet it is another turn.
    again = answered or (bool(waited_for) and any(isinstance(news.action, Move) for news in untold))
    new = (
        anew
        or not screen.message
        or now - screen.posted_at > OLD
        or not set(waited_for) <= {_actor(table)}
        or state.number != screen.game
        or ended
        or (again and below(waited_for, None if answered and not own else _actor(table)))
    )
    after = replace(
        screen,
        shown=max(table.version, screen.shown),
        holders=_users(table, open_now),
        mentioned=tuple(question.number for question in open_now),
        mentioned_at=now if waited_for else screen.mentioned_at,
        game=state.number,
        reminders=screen.reminders if table.version == screen.shown else 0,
        reminded=screen.reminded if table.version == screen.shown else UNSET,
    )
    if not new:
        # Against a computer one message is used throughout: it shows the news since the player's own turn.
        return Plan(False, (), replace(after, base=max([screen.shown, *own])) if answered else after)
    base = screen.base if anew else screen.shown
    return Plan(True, waited_for, replace(after, posted_at=now, base=base, posts=screen.posts + 1), ended)


def _by_hand(action: Action) -> bool:
    """Whether a member ends the session, which is then announced."""
    return isinstance(action, End) and action.by is not None


def reminder(table: Table, now: float, users: tuple[int, ...]) -> Plan:
    """The same message posted again, mentioning those of these users who are waited for."""
    planned = plan(table, now, anew=True)
    users = tuple(user for user in planned.screen.holders if user in users)
    screen = replace(
        planned.screen,
        mentioned_at=table.screen.mentioned_at,
        reminders=table.screen.reminders + 1,
        reminded=having_reminded(table.screen, users, now),
    )
    return Plan(True, users, screen)


def _actor(table: Table) -> int | None:
    """The user who has acted last, not counting the bot and computers."""
    people = (each.action.by for each in reversed(table.news) if each.action.by not in (None, *table.computers))
    seat = next(people, None)
    return None if seat is None else table.person(seat).user


def _last_to_act(table: Table) -> int | None:
    """The seat that has acted last, or for which the bot has made a play."""
    seats = (news.seat if isinstance(news.action, Move) else news.action.by for news in reversed(table.news))
    return next((seat for seat in seats if seat is not None), None)


def _users(table: Table, asked: list[Question]) -> tuple[int, ...]:
    """The users asked; computers need no message."""
    seats = sorted({seat for question in asked for seat in question.waiting} - set(table.computers))
    return tuple(table.person(seat).user for seat in seats)


def content(table: Table, base: int, t: Texts, at: int, hint: str = "") -> str:
    """The text of the message: the newest news after version `base` that fit, the questions, the small print, and a
    `hint` if given. `at`: when it is written, in Discord's milliseconds.
    """
    table = table.public
    face, state = face_of(table), table.state
    assert state is not None

    def said(most: int) -> tuple[list[str], list[str]]:
        names, mention = bold_names(table, most), mentions(table, most)
        asked = asked_in_time(table, face.asked(state, names, mention, t), names, mention, at, t)
        ask = [face.closed(state, names, t), _unrated(table, t), *asked]
        return _told(table, base, names, t), [*ask, *face.footer(table, names, t), hint]

    return fitted(said)


def _unrated(table: Table, t: Texts) -> str:
    """Why a finished match is not rated although it was announced as rated; empty if it is."""
    needed = table.about.rated and table.game.too_few_plays(table.state, table.course)
    return t("Not rated: fewer than {number} plays were made.", number=needed) if needed else ""


def _told(table: Table, base: int, names: Names, t: Texts) -> list[str]:
    """The news after version `base`, a line or a few per action."""
    face = face_of(table)
    lines = [face.line(each, table.state, names, t) for each in table.news if each.version > base]
    return [line for line in lines if line]


def components(table: Table, t: Texts, *, again: bool = True) -> discord.ui.View:
    """The buttons of all questions; of a closed table those of a finished one, `again`: with a rematch."""
    table = table.public
    face, state = face_of(table), table.state
    assert state is not None
    # Questions only to computers have no buttons.
    asked = [each for each in state.questions if not each.of or set(each.of) - set(table.computers)]
    shown = face.shown_questions(state, asked)
    items = [item for question in shown for item in face.items(table, question, t)]
    if state.closed:
        items += face.closed_items(table, t)
        items += ended_items(table, t, replays=face.replays, again=again and table.about.night is None)
    elif len(shown) == len(asked):
        items.append(button(t("More"), Press("more", table.id, 0), GREY))
    return view(items)


def picture_name(table: Table) -> str:
    """The file name of a picture, different for each state; that of a board carries its position."""
    table, stem = table.public, table.id
    face = face_of(table)
    if isinstance(face, BoardFace) and table.state is not None and not table.state.closed:
        stem = board_name(table.id, face.xgid(table.state))
    return f"{stem}-{table.version}.png"
