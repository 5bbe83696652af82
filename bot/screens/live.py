"""The live message of a table: whether it is edited or posted anew, whom it mentions, what it says, its buttons."""

from __future__ import annotations

import discord
from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Ask, Question, actions, format_xgid
from bot.screens.board_words import asked, closed_words, told, xgid
from bot.screens.buttons import BLUE, GREEN, GREY, RED, button, view
from bot.screens.chouette.advice_words import advice_line
from bot.screens.chouette.buttons import closed_items, session_items
from bot.screens.custom_ids import Press
from bot.screens.fitting import fitted
from bot.screens.names import bold_names, mentions
from bot.tables.rulebook import State, questions
from bot.tables.table import Screen, Table
from bot.texts import N_, Texts

#: Seconds after which a message is posted anew rather than edited: Discord throttles edits after an hour.
OLD = 50 * 60
_REPLIES = (
    (actions.Take, N_("Take"), "take", GREEN, None),
    (actions.Drop, N_("Drop"), "drop", RED, None),
    (actions.Beaver, N_("Beaver"), "beaver", GREY, "🦫"),
    (actions.Raccoon, N_("Raccoon"), "raccoon", GREY, "🦝"),
)


class Plan(Struct, frozen=True):
    """How a state is shown. `new`: as a new message; `mentioned`: the users it notifies; `screen`: what holds then."""

    new: bool
    mentioned: tuple[int, ...]
    screen: Screen


def plan(table: Table, now: float, anew: bool = False) -> Plan:
    """Edit while the same person keeps acting; a new message when others must, at an end, or if `anew` is asked for."""
    state, screen = table.state, table.screen
    assert state is not None
    open_now = [question for question in questions(state) if question.ask is not Ask.TABLE and question.waiting]
    unmentioned = [question for question in open_now if question.number not in screen.mentioned]
    waited_for = _users(table, unmentioned)
    ended = any(news.over and news.version > screen.shown for news in table.news)
    new = (
        anew
        or not screen.message
        or now - screen.posted_at > OLD
        or not set(waited_for) <= {_actor(table)}
        or state.number != screen.game
        or ended
    )
    after = replace(
        screen,
        shown=max(table.version, screen.shown),
        holders=_users(table, open_now),
        mentioned=tuple(question.number for question in open_now),
        mentioned_at=now if waited_for else screen.mentioned_at,
        game=state.number,
        reminders=screen.reminders if table.version == screen.shown else 0,
    )
    if not new:
        return Plan(False, (), after)
    base = screen.base if anew else screen.shown
    return Plan(True, waited_for, replace(after, posted_at=now, base=base, posts=screen.posts + 1))


def reminder(table: Table, now: float) -> Plan:
    """The same message anew, mentioning everybody the table waits for."""
    planned = plan(table, now, anew=True)
    screen = replace(planned.screen, mentioned_at=table.screen.mentioned_at, reminders=table.screen.reminders + 1)
    return Plan(True, planned.screen.holders, screen)


def _actor(table: Table) -> int | None:
    """The user who has acted last, the bot aside."""
    seat = next((news.action.by for news in reversed(table.news) if news.action.by is not None), None)
    return None if seat is None else table.person(seat).user


def _users(table: Table, asked: list[Question]) -> tuple[int, ...]:
    seats = sorted({seat for question in asked for seat in question.waiting})
    return tuple(table.person(seat).user for seat in seats)


def content(table: Table, base: int, t: Texts) -> str:
    """The words of the message: of the news after version `base` the newest for which there is room, what is asked of
    whom, and the XGID."""
    state = table.state
    assert state is not None

    def said(most: int) -> tuple[list[str], list[str]]:
        names = bold_names(table, most)
        ask = [closed_words(state, names, t), *asked(state, names, mentions(table, most), t)]
        last = [*ask, advice_line(table, names, t), f"-# `{format_xgid(xgid(state))}`"]
        return told(table, base, names, t), last

    return fitted(said)


def components(table: Table, t: Texts) -> discord.ui.View:
    """The buttons of everything that is asked."""
    state = table.state
    assert state is not None
    items: list[discord.ui.Item[discord.ui.View]] = []
    for question in questions(state):
        if table.session is not None and (special := session_items(table, question, t)) is not None:
            items += special
        else:
            items += _buttons(table.id, state, question, t)
    if state.closed:
        items += closed_items(table, table.session, t) if table.session else []
        items.append(button(t("Rematch"), Press("rematch", table.id, 0), BLUE, "🔁"))
    else:
        items.append(button(t("More"), Press("more", table.id, 0), GREY))
    return view(items)


def _buttons(table: str, state: State, question: Question, t: Texts) -> list[discord.ui.Item[discord.ui.View]]:
    def press(verb: str) -> Press:
        return Press(verb, table, question.number)

    match question.ask:
        case Ask.CUBE:
            return [
                button(t("Roll"), press("roll"), BLUE, "🎲"),
                button(t("Double"), press("double"), GREY, "✖️"),
            ]
        case Ask.ROLL:
            return [button(t("Roll"), press("roll"), BLUE, "🎲")]
        case Ask.PLAY:
            return [button(t("Move"), press("move"), BLUE)]
        case Ask.OFFER:
            return [
                button(t(label), press(verb), style, emoji)
                for answer, label, verb, style, emoji in _REPLIES
                if answer in question.answers
            ]
        case Ask.NEXT if question.of:
            end = button(t("End"), press("end"), GREY)
            return [button(t("Next"), press("next"), GREEN), end] if actions.Next in question.answers else [end]
        case Ask.RESIGNATION | Ask.SETTLEMENT | Ask.UNDO | Ask.ABORT:
            what = f": {_proposal_name(question.ask, t)}" if len(state.proposals) > 1 else ""
            return [
                button(t("Accept") + what, press("accept"), GREEN),
                button(t("Decline") + what, press("decline"), RED),
            ]
        case _:
            return []


def _proposal_name(ask: Ask, t: Texts) -> str:
    """What tells the buttons of several proposals apart."""
    return {
        Ask.RESIGNATION: t("resignation"),
        Ask.SETTLEMENT: t("settlement"),
        Ask.UNDO: t("taking back"),
    }.get(ask, t("voiding"))


def picture_name(table: Table) -> str:
    """The file name of a picture, another one for each state."""
    return f"{table.id}-{table.version}.png"
