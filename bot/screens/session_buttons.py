"""The buttons and lists of a chouette that a game between two does not have."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.backgammon import Ask, Question, Reply
from bot.chouette import LoneTaker, Session
from bot.chouette.cubes import reply_fault
from bot.screens.buttons import BLUE, GREEN, GREY, RED, button, select
from bot.screens.custom_ids import Press
from bot.screens.words import label_names
from bot.tables.table import Table
from bot.texts import Texts

Item = discord.ui.Item[discord.ui.View]
#: Discord's limits: rows of five, and characters of a label.
_MOST, _LABEL = 25, 100
#: Characters of a name in the label of a button that says more.
_NAME = 20
#: Proposals with buttons of their own; the others are answered by command, or when these are.
_MOST_PROPOSALS = 4


def session_items(table: Table, question: Question, t: Texts) -> list[Item] | None:
    """The items under a question of a chouette; None where they are those of any game."""
    session = table.session
    assert session is not None

    def press(verb: str, extra: str = "") -> Press:
        return Press(verb, table.id, question.number, extra)

    match question.ask:
        case Ask.CUBE if question.of == (session.game.box,):
            return None
        case Ask.CUBE if question.of == (session.game.acting_captain,):
            # Alone he need not pass or ask for time: he rolls when he likes.
            return [button(t("Double"), press("double"), GREY, "✖️")]
        case Ask.CUBE:
            return [
                button(t("Double"), press("double"), GREY, "✖️"),
                button(t("Pass"), press("pass"), GREY),
                button(t("Hold"), press("hold"), GREY, "✋"),
            ]
        case Ask.OFFER:
            return _offer_items(table, session, question, t)
        case Ask.EXTRAS:
            return _extras_items(table, session, question, t)
        case Ask.PARTNER:
            return [button(t("Yes"), press("share"), GREEN), button(t("No"), press("alone"), GREY)]
        case Ask.PAYMENT:
            return _payment_items(table, session, question, t)
        case Ask.RESIGNATION | Ask.SETTLEMENT | Ask.UNDO | Ask.ABORT:
            return _proposal_items(table, session, question, t)
        case _:
            return None


def _offer_items(table: Table, session: Session, question: Question, t: Texts) -> list[Item]:
    """One list for several cubes that one person answers; else a button for each answer."""
    game = session.game
    asked = {game.bets[bet].seat(game.exchange.offer.answerer) for bet in question.bets} if game.exchange else set()
    ways = {
        reply: [bet for bet in question.bets if reply_fault(game, bet, reply, session.options.cube) is None]
        for reply in Reply
    }
    looks = {
        Reply.TAKE: (t("Take"), GREEN, None),
        Reply.DROP: (t("Drop"), RED, None),
        Reply.BEAVER: (t("Beaver"), GREY, "🦫"),
        Reply.RACCOON: (t("Raccoon"), GREY, "🦝"),
    }

    def press(verb: str, extra: str = "") -> Press:
        return Press(verb, table.id, question.number, extra)

    if len(asked) > 1 or len(question.bets) == 1:
        return [
            button(looks[reply][0], press(reply.value), looks[reply][1], looks[reply][2])
            for reply in Reply
            if ways[reply]
        ]
    everybody = ".".join(str(game.bets[bet].white) for bet in question.bets)
    items: list[Item] = [
        button(t("Take all"), press("take", f"take/{everybody}"), GREEN),
        button(t("Drop all"), press("drop", f"drop/{everybody}"), RED),
    ]
    offered = [
        discord.SelectOption(
            label=_named(looks[reply][0], table, session, bet)[:_LABEL], value=f"{bet}{reply.value[0]}"
        )
        for reply in (Reply.TAKE, Reply.BEAVER, Reply.RACCOON)
        for bet in ways[reply]
    ][:_MOST]
    items.append(select(t("Take some, drop the rest"), press("answers"), offered, several=True))
    return items


def _named(what: str, table: Table, session: Session, bet: int) -> str:
    """An answer with the person and the cube it is about."""
    assert session.game.exchange is not None
    own = session.game.bets[bet]
    other = own.seat(session.game.exchange.offer.answerer.other)
    return f"{what}: {label_names(table)(other)} ({session.game.exchange.offer.taken(own)})"


def _extras_items(table: Table, session: Session, question: Question, t: Texts) -> list[Item]:
    def press(verb: str) -> Press:
        return Press(verb, table.id, question.number)

    game = session.game
    assert game.exchange is not None and game.exchange.extras is not None
    if game.exchange.extras.asked:
        return [
            button(t("Offer an extra"), press("extra_give"), BLUE),
            button(t("No extra"), press("extra_keep"), GREY),
        ]
    items: list[Item] = [
        button(t("Stay in"), press("stay"), GREEN),
        button(t("Change to drop"), press("leave_cube"), RED),
    ]
    names = [(game.bets[bet].white, label_names(table)(game.bets[bet].white)) for bet in question.bets]
    dropped = [
        discord.SelectOption(label=t("Drop the extra of {who} at once", who=name)[:_LABEL], value=f"d{seat}")
        for seat, name in names
    ]
    refused = [
        discord.SelectOption(label=t("Refuse the extra of {who}", who=name)[:_LABEL], value=f"r{seat}")
        for seat, name in names
        if session.options.lone_taker is LoneTaker.EXTRAS_VOLUNTARY
    ]
    items.append(select(t("Stay in, but …"), press("extras"), [*refused, *dropped][:_MOST], several=True))
    return items


def _payment_items(table: Table, session: Session, question: Question, t: Texts) -> list[Item]:
    """A button for every payment that is left."""
    names = label_names(table, _NAME)
    items: list[Item] = [
        button(
            t(
                "Paid: {payer} → {payee} {points}",
                payer=names(payment.transfer.payer),
                payee=names(payment.transfer.payee),
                points=payment.transfer.points,
            ),
            Press("paid", table.id, question.number, str(index)),
            GREEN,
        )
        for index, payment in enumerate(session.payments)
        if not payment.paid
    ]
    return items[: _MOST - 1]


def _proposal_items(table: Table, session: Session, question: Question, t: Texts) -> list[Item]:
    """Accept and Decline once for all to whom the like was offered: everybody answers for himself."""
    offers = list(dict.fromkeys(each.offer for each in session.proposals))
    proposal = next(each for each in session.proposals if each.number == question.number)
    first = next(each for each in session.proposals if each.offer == proposal.offer)
    if first is not proposal or offers.index(proposal.offer) >= _MOST_PROPOSALS:
        return []
    assert proposal.what.by is not None
    what = ": " + label_names(table, _NAME)(proposal.what.by) if len(offers) > 1 else ""
    return [
        button(t("Accept") + what, Press("accept", table.id, proposal.offer or proposal.number), GREEN),
        button(t("Decline") + what, Press("decline", table.id, proposal.offer or proposal.number), RED),
    ]


def double_items(table: Table, bets: Iterable[int], t: Texts) -> list[Item]:
    """For the box alone: whom to double."""
    session = table.session
    assert session is not None
    people = [session.game.bets[bet] for bet in bets]
    options = [
        discord.SelectOption(label=f"{label_names(table)(bet.white)}: {2 * bet.value}"[:_LABEL], value=str(bet.white))
        for bet in people
    ]
    return [
        button(t("Double all"), Press("double", table.id, session.question, "all"), BLUE),
        select(t("Or choose whom"), Press("double_to", table.id, session.question), options, several=True),
    ]
