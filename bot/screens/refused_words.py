"""Texts about refused posts for members who can fix the cause."""

from __future__ import annotations

from bot.screens.discord_errors import Trouble
from bot.tables.refused_posts import ANSWER, CLUB_WEEK, LOOKING_LIST, PODIUM, QUESTION, RefusedPost
from bot.texts import Texts


def refused_words(name: str, refused: RefusedPost, t: Texts) -> str:
    """What could not be posted, why, and what happens next."""
    reason = (
        t("I lack {permissions}", permissions=t.listed(f"**{t(each)}**" for each in refused.lacking))
        if refused.lacking
        else t(_trouble(refused.why).value)
    )
    what = _what(name, refused, t)
    return "\n".join((f"⚠ {what} {t('Why: {reason}.', reason=reason)}", _then(name, refused, t)))


def _trouble(name: str) -> Trouble:
    return Trouble[name] if name in Trouble.__members__ else Trouble.REJECTED


def _what(name: str, refused: RefusedPost, t: Texts) -> str:
    channel = refused.channel
    if name == QUESTION:
        return t("I could not post a position in <#{channel}>.", channel=channel)
    if name == ANSWER:
        return t("I could not post the answer to the last position in <#{channel}>.", channel=channel)
    if name == PODIUM:
        return t("I could not post the podium of the last season in <#{channel}>.", channel=channel)
    if name == CLUB_WEEK:
        return t("I could not post the club's week in <#{channel}>.", channel=channel)
    if name == LOOKING_LIST:
        return t("I could not show in <#{channel}> who wants to play.", channel=channel)
    return t("I could not show this league in <#{channel}>.", channel=channel)


def _then(name: str, refused: RefusedPost, t: Texts) -> str:
    if refused.again is None:
        return _given_up(name, t)
    when = f"<t:{refused.again:.0f}:R>"
    if name == ANSWER:
        return t("The votes are kept. I try again {when}, and at once when you choose a channel anew.", when=when)
    if name in (QUESTION, PODIUM, CLUB_WEEK, LOOKING_LIST):
        return t("I try again {when}, and at once when you choose a channel anew.", when=when)
    return t("I try again {when}.", when=when)


def _given_up(name: str, t: Texts) -> str:
    if name == ANSWER:
        return t("I have given it up; its votes are gone, and another position comes.")
    if name == PODIUM:
        return t("I have given it up; the next podium comes with the end of this season.")
    if name == CLUB_WEEK:
        return t("I have given it up; the next one comes on Monday.")
    if name in (QUESTION, LOOKING_LIST):
        return t("I have given up. When that is mended, choose a channel anew.")
    return t("I have given up.")
