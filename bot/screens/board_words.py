"""Words that every kind of table has, found where its kind keeps them."""

from __future__ import annotations

from bot import chouette
from bot.backgammon import Xgid, xgid_of
from bot.chouette import session_xgid
from bot.screens.chouette.news_words import session_line
from bot.screens.chouette.question_words import session_asked
from bot.screens.chouette.words import session_closed_words, session_proposal_words
from bot.screens.heads_up import words as match_words
from bot.screens.names import Names, bold_names
from bot.tables.chouette.news import SessionNews
from bot.tables.heads_up.news import News
from bot.tables.rulebook import State
from bot.tables.table import Table
from bot.texts import Texts


def told(table: Table, base: int, names: Names, t: Texts) -> list[str]:
    """What has happened after version `base`, a line or a few an action."""
    lines = [_line(each, table.state, names, t) for each in table.news if each.version > base]
    return [line for line in lines if line]


def _line(news: News | SessionNews, state: State | None, names: Names, t: Texts) -> str:
    if isinstance(news, SessionNews):
        assert isinstance(state, chouette.Session)
        return session_line(news, state, names, t)
    assert state is not None and not isinstance(state, chouette.Session)
    return match_words.line(news, state, names, t)


def asked(state: State, names: Names, mention: Names, t: Texts) -> list[str]:
    """What the table waits for, a line a question; people who must act by `mention`, others by `names`."""
    if isinstance(state, chouette.Session):
        return session_asked(state, names, mention, t)
    return match_words.asked(state, names, mention, t)


def closed_words(state: State, names: Names, t: Texts) -> str:
    """How a closed table ended; nothing of one that goes on."""
    if isinstance(state, chouette.Session):
        return session_closed_words(state, names, t) if state.closed else ""
    return match_words.closed_words(state, names, t)


def offer_words(state: State, number: int, names: Names, t: Texts) -> str:
    """What somebody proposes; `number` its question, which must be open."""
    if isinstance(state, chouette.Session):
        what = next(each.what for each in state.proposals if each.number == number)
        return session_proposal_words(what, state, names, t)
    return match_words.proposal_words(next(each.what for each in state.proposals if each.number == number), names, t)


def xgid(state: State) -> Xgid:
    """What the XGID of this moment says."""
    return session_xgid.xgid_of(state) if isinstance(state, chouette.Session) else xgid_of(state)


def sides(table: Table) -> tuple[int, int]:
    """Who plays at the bottom and at the top."""
    session = table.session
    if session is None:
        return 0, 1
    game = session.game
    captain, box = game.acting_captain, game.acting_box
    return game.captain if captain is None else captain, game.box if box is None else box


def pips_words(table: Table, t: Texts) -> str:
    """Pip counts of both sides."""
    state = table.state
    assert state is not None
    counts = state.game.board.seen_by_white.pips
    names = bold_names(table)
    bottom, top = sides(table)
    ahead = counts[1] - counts[0]
    leader = names(bottom if ahead > 0 else top)
    return "\n".join(
        (
            t("{who}: {pips} pips", who=names(bottom), pips=counts[0]),
            t("{who}: {pips} pips", who=names(top), pips=counts[1]),
            t("Level.")
            if ahead == 0
            else t.many("{who} leads by {number} pip.", "{who} leads by {number} pips.", abs(ahead), who=leader),
        )
    )
