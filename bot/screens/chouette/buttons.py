"""Buttons and selects that exist only in a chouette."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import discord

from bot import limits
from bot.backgammon import Ask, Bet, Offer, Question, Reply, Seat
from bot.backgammon.actions import Next
from bot.chouette import BOX, CROWD, NO_HOST, LoneTaker, Session, answers_alike
from bot.chouette.cubes import reply_fault
from bot.chouette.limits import doubles_allowed
from bot.chouette.questions import others_speak
from bot.core.actions import BetIndex
from bot.screens import emoji
from bot.screens.buttons import BLUE, GREEN, GREY, RED, Item, button, choice, pager, select, view
from bot.screens.chouette.words import marked_payment, payment_points, told_payments
from bot.screens.custom_ids import Press
from bot.screens.fitting import ROWS, fitted
from bot.screens.names import bold_names, label_names
from bot.screens.question_items import consent_items
from bot.tables.chouette.bets_meant import doubles_for
from bot.tables.table import Table
from bot.texts import Texts

#: Cubes that are turned together.
Bets = tuple[BetIndex, ...]

#: Characters of a name in the label of a button that says more.
_NAME = 20
#: The same beside what is accepted, in any language, within the limit of a label.
_LABEL = 50
#: Proposals with buttons of their own; others are answered by command, or after these.
_MOST_PROPOSALS = 4


def cubes(session: Session) -> tuple[Sequence[Bet], Offer | None]:
    """The bets whose cubes are offered, and the offer; without one all that are still played for, and None."""
    game = session.game
    if game.exchange is None:
        return [game.bets[index] for index in game.open_bets], None
    return [game.bets[index] for index in game.exchange.bets], game.exchange.offer


def session_items(table: Table, question: Question, t: Texts) -> list[Item] | None:
    """The items of a question of a chouette; None if they are those of any game."""
    session = table.state_of(Session)

    def press(verb: str, extra: str = "") -> Press:
        return Press(verb, table.id, question.number, extra)

    match question.ask:
        case Ask.CUBE if question.of == (session.game.box,):
            return None
        case Ask.CUBE if not others_speak(session):
            # A player alone need not pass or hold: they roll when they like.
            return [button(t("Double"), press("double"), GREY, emoji.doubled(cubes(session)[0]))]
        case Ask.CUBE:
            return [
                button(t("Double"), press("double"), GREY, emoji.doubled(cubes(session)[0])),
                button(t("Pass"), press("pass"), GREY),
                button(t("Hold"), press("hold"), GREY, "✋"),
            ]
        case Ask.OFFER:
            return _offer_items(table, session, question, t)
        case Ask.EXTRAS:
            return _extras_items(table, session, question, t)
        case Ask.PARTNER:
            return _partner_items(session, press("share"), press("alone"), t)
        case Ask.NEXT if question.of and session.host == NO_HOST:
            return [button(t("Next"), press("next"), GREEN)] if Next in question.answers else []
        case Ask.NEXT if question.of and _may_be_split(table, session):
            end, more = button(t("End"), press("end"), GREY), button(t("Second table"), press("second_table"), GREY)
            return [button(t("Next"), press("next"), GREEN), end, more]
        case Ask.PAYMENT:
            return _payment_items(table, session, question, t)
        case Ask.RESIGNATION | Ask.SETTLEMENT | Ask.UNDO | Ask.ABORT:
            return _proposal_items(table, session, question, t)
        case _:
            return None


def _may_be_split(table: Table, session: Session) -> bool:
    """Whether there are so many people that two tables would be better."""
    people = [seat for seat in session.line if seat not in session.computers]
    return len(session.line) >= CROWD and len(people) == len(session.line) and table.about.night is None


def _partner_items(session: Session, share: Press, alone: Press, t: Texts) -> list[Item]:
    """For the box whether it wants a partner, then for a candidate whether to accept."""
    if session.partnering and session.partnering.asked is None:
        return [button(t("Take a partner"), share, GREEN), button(t("No partner"), alone, GREY)]
    return [button(t("Accept partnership"), share, GREEN), button(t("Decline partnership"), alone, GREY)]


def _offer_items(table: Table, session: Session, question: Question, t: Texts) -> list[Item]:
    """A select if one player answers several cubes, each as they like; else a button for each answer."""
    game = session.game
    together = len(question.bets) == 1 or answers_alike(game, session.options)
    asked = {game.bets[bet].seat(game.exchange.offer.answerer) for bet in question.bets} if game.exchange else set()
    ways = {
        reply: [bet for bet in question.bets if reply_fault(game, bet, reply, session.options.cube) is None]
        for reply in Reply
    }
    offered_bets, offer = cubes(session)
    take, drop = (emoji.taken(offer, offered_bets), emoji.refused(offer, offered_bets)) if offer else (None, None)
    looks = {
        Reply.TAKE: (t("Take"), GREEN, take),
        Reply.BEAVER: (t("Beaver"), GREY, "🦫"),
        Reply.RACCOON: (t("Raccoon"), GREY, "🦝"),
        Reply.DROP: (t("Drop"), RED, drop),
    }

    def press(verb: str, extra: str = "") -> Press:
        return Press(verb, table.id, question.number, extra)

    if len(asked) > 1 or together:
        return [
            button(looks[reply][0], press(reply.value), looks[reply][1], looks[reply][2])
            for reply in looks
            if (len(ways[reply]) == len(question.bets) if together else ways[reply])
        ]
    everybody = ".".join(str(game.bets[bet].white) for bet in question.bets)
    items: list[Item] = [
        button(t("Take all"), press("take", f"take/{everybody}"), GREEN, take),
        button(t("Drop all"), press("drop", f"drop/{everybody}"), RED, drop),
    ]
    offered = [
        choice(label=_named(looks[reply][0], table, session, bet), value=f"{bet}{reply.value[0]}")
        for reply in (Reply.TAKE, Reply.BEAVER, Reply.RACCOON)
        for bet in ways[reply]
    ][: limits.CHOICES]
    items.append(select(t("Take some, drop the rest"), press("answers"), offered, several=True))
    return items


def _named(what: str, table: Table, session: Session, bet: BetIndex) -> str:
    """An answer with the player and the cube it is about."""
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
    dropped = [choice(label=t("Drop the extra of {who} at once", who=name), value=f"d{seat}") for seat, name in names]
    refused = [
        choice(label=t("Refuse the extra of {who}", who=name), value=f"r{seat}")
        for seat, name in names
        if session.options.lone_taker is LoneTaker.EXTRAS_VOLUNTARY
    ]
    items.append(select(t("Stay in, but …"), press("extras"), [*refused, *dropped][: limits.CHOICES], several=True))
    return items


def _payment_items(table: Table, session: Session, question: Question, t: Texts) -> list[Item]:
    """A button for every named and unpaid payment."""
    named = (index for index in told_payments(session) if not session.payments[index].paid)
    return [_paid_button(table, session, index, question.number, t) for index in named]


def closed_items(table: Table, session: Session, t: Texts) -> list[Item]:
    """The items of a closed session: all payments if they are not all named, and the rules."""
    rules = rules_item(table, t, row=4)
    if len(told_payments(session)) == len(session.payments):
        return [rules]
    return [button(t("All payments"), Press("payments", table.id, 0, "all/0"), GREY), rules]


def rules_item(table: Table, t: Texts, row: int | None = None) -> Item:
    """The button that shows every rule of a session, publicly, as long as the message stands."""
    return button(t("Rules"), Press("challenge_rules", table.id, 0), GREY, "📖", row=row)


def _paid_button(table: Table, session: Session, index: int, question: int, t: Texts) -> Item:
    names, transfer = label_names(table, _NAME), session.payments[index].transfer
    payer, payee = names(transfer.payer), names(transfer.payee)
    label = t("Paid: {payer} → {payee} {points}", payer=payer, payee=payee, points=payment_points(session, index))
    return button(label, Press("paid", table.id, question, str(index)), GREEN)


def _payment_button(table: Table, session: Session, index: int) -> Item:
    """A payment in a list of payments."""
    names, transfer = label_names(table), session.payments[index].transfer
    label = f"{names(transfer.payer)} → {names(transfer.payee)}: {payment_points(session, index)}"
    return button(label, Press("paid", table.id, session.question, str(index)))


def payments_screen(
    table: Table, session: Session, seat: Seat | None, page: int, t: Texts, *, own: bool = False
) -> tuple[str, discord.ui.View]:
    """A page of payments, with buttons for those that this member may mark as made; `own`: no others."""
    may = [
        index
        for index, each in enumerate(session.payments)
        if not each.paid and seat in (each.transfer.payer, each.transfer.payee, session.host)
    ]
    listed = may if own else list(range(len(session.payments)))
    count = max(1, -(-len(listed) // ROWS))
    page = min(page, count - 1)
    shown = listed[page * ROWS : (page + 1) * ROWS]
    items = [_payment_button(table, session, index) for index in shown if index in may]
    items += pager(Press("payments", table.id, 0, "own/" if own else "all/"), page, count, t, row=4)
    head = t("Which payment has been made?") if own else t("**Payments** of table `{table}`", table=table.id)

    def said(most: int) -> tuple[tuple[()], list[str]]:
        names = bold_names(table, most)
        return (), [head, *(marked_payment(session, index, names, t) for index in shown)]

    return fitted(said), view(items)


def _proposal_items(table: Table, session: Session, question: Question, t: Texts) -> list[Item]:
    """Accept and Decline, one pair for all seats that a like proposal was made to: each answers for their own seat."""
    offers = list(dict.fromkeys(each.offer for each in session.proposals))
    proposal = next(each for each in session.proposals if each.number == question.number)
    first = next(each for each in session.proposals if each.offer == proposal.offer)
    if first is not proposal or offers.index(proposal.offer) >= _MOST_PROPOSALS:
        return []
    asked = dict.fromkeys(seat for each in session.proposals if each.offer == proposal.offer for seat in each.of)
    if all(map(session.has_left, asked)):
        return []
    names, by = label_names(table, _NAME), proposal.what.by
    assert by is not None
    what = f": {names(by)}" if len(offers) > 1 else ""
    if any(each.what.by == by and each.offer != proposal.offer for each in session.proposals):
        what = f"{what} → {', '.join(map(names, asked))}"[:_LABEL]
    return consent_items(question.ask, table.id, proposal.offer or proposal.number, t, what)


def box_doubles(table: Table, session: Session, seat: Seat, t: Texts) -> list[Item]:
    """The choice of opponents for the box, or its delegate, after pressing Double. Empty for anyone else, and where
    there is no choice.
    """
    game = session.game
    for_box = game.board.turn is BOX and doubles_for(session, seat) == game.box
    if session.closed or not for_box or game.exchange is not None:
        return []
    return double_items(table, session, t)


def double_items(table: Table, session: Session, t: Texts) -> list[Item]:
    """The box's choice of opponents for a double, among the ways it may and can pay for; empty where that is none: it
    can double all or nobody.

    A list of people where any of them may be doubled, up to a number; else of all ways.
    """
    game = session.game
    everybody, ways = game.accessible(game.box, session.options.cube), doubles_allowed(game, session.options)
    some = [way for way in ways if way != everybody]
    if not some:
        return []
    people, most = [bet for bet in everybody if any(bet in way for way in some)], max(map(len, ways))
    press = Press("double_to", table.id, session.question)
    asked = t("Or choose whom") if everybody in ways else t("Choose whom")
    if len(some) > limits.CHOICES or len(ways) == sum(comb(len(people), count + 1) for count in range(most)):
        listed = select(asked, press, [_way(table, session, (bet,)) for bet in people], several=True)
        listed.max_values = most
    else:
        listed = select(asked, press, [_way(table, session, way) for way in some])
    if everybody not in ways:
        return [listed]
    return [button(t("Double all"), Press("double", table.id, session.question, "all"), BLUE), listed]


def _way(table: Table, session: Session, way: Bets) -> discord.SelectOption:
    """A choice to double these."""
    names, bets = label_names(table), [session.game.bets[index] for index in way]
    alike = {bet.value: [names(other.white) for other in bets if other.value == bet.value] for bet in bets}
    label = " · ".join(f"{', '.join(people)}: {2 * value}" for value, people in alike.items())
    return choice(label=label, value=".".join(str(bet.white) for bet in bets))
