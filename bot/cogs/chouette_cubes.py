"""Several cubes at once: the lists from which the box and the lone taker choose."""

from __future__ import annotations

from collections.abc import Iterable

from bot.backgammon import Foreign, Illegal, Reply, Seat, Stale, TableFault
from bot.chouette import ChouetteFault, Session
from bot.cogs.acting import act, act_plainly, acted, shown
from bot.cogs.choices import all_chosen
from bot.cogs.services import Services
from bot.cogs.verbs import replies_text, request, seats_text
from bot.core.actions import BetIndex
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.tables.chouette import intents
from bot.tables.chouette.bets_meant import answerable
from bot.tables.chouette.typed import session_of
from bot.tables.faults import TableTrouble
from bot.tables.table import Table

_LETTERS = {reply.value[0]: reply for reply in Reply}
#: Digits of the longest number of a seat or a bet.
_DIGITS = 3


async def press_double_to(services: Services, answer: Answer, press: Press) -> None:
    """Whom the box doubles."""
    seats = [int(value) for value in all_chosen(answer) if _is_number(value)]
    await act_plainly(services, answer, request("double", seats_text(seats)), press.table, press.question)


async def press_answers(services: Services, answer: Answer, press: Press) -> None:
    """What the box takes; the rest of what waits for it is dropped."""
    table = await _table(services, answer, press)
    session, seat = table.state, table.seat_of(answer.interaction.user.id)
    if not isinstance(session, Session) or session.question != press.question:
        raise Stale(TableTrouble.MOVED_ON)
    if seat is None:
        raise Foreign(TableFault.NOT_SEATED)
    said = [
        (int(value[:-1]), _LETTERS[value[-1]])
        for value in all_chosen(answer)
        if _is_number(value[:-1]) and value[-1] in _LETTERS
    ]
    chosen, mine = dict(said), answerable(session, seat)
    if twice := tuple(bet for bet in mine if sum(bet == each for each, _ in said) > 1):
        raise Illegal(ChouetteFault.TWO_ANSWERS, names=_doublers(session, twice))
    replies = {bet: chosen.get(bet, Reply.DROP) for bet in mine}
    if not replies:
        raise Foreign(TableFault.NO_OFFER)
    await act_plainly(services, answer, request("answers", replies_text(replies)), press.table, press.question)


def _doublers(session: Session, bets: Iterable[BetIndex]) -> tuple[Seat, ...]:
    """Whose cubes these are, of those on the table."""
    assert session.game.exchange is not None
    side = session.game.exchange.offer.answerer.other
    return tuple(session.game.bets[bet].seat(side) for bet in bets)


async def press_extras(services: Services, answer: Answer, press: Press) -> None:
    """The lone taker stays in, but refuses some extras, or drops some at once."""
    chosen = {value for value in all_chosen(answer) if _is_number(value[1:])}
    seats = (await _table(services, answer, press)).people.seats
    refused, dropped = (tuple(sorted(int(value[1:]) for value in chosen if value[0] == way)) for way in "rd")
    if twice := tuple(seat for seat in refused if seat in dropped and seat < len(seats)):
        raise Illegal(ChouetteFault.TWO_ANSWERS, names=twice)
    intent = intents.extras(True, refused, dropped)
    await act(services, answer, intent, table=press.table, question=press.question)


async def press_auto_pass(services: Services, answer: Answer, press: Press) -> None:
    """The switch behind More."""
    await turn_auto_pass(services, answer, press.table, press.question)


async def turn_auto_pass(services: Services, answer: Answer, table: str, question: int | None = None) -> None:
    """Turn over whether the captain may roll without somebody, who alone is told how it is now."""
    outcome = await acted(services, answer, intents.auto_pass(), table, question)
    seat = outcome.table.seat_of(answer.interaction.user.id)
    assert seat is not None
    if session_of(outcome.table).players[seat].auto_pass:
        said = answer.t("The captain need not wait for you; you may still double before the roll.")
    else:
        said = answer.t("The captain waits for you wherever you may double.")
    await shown(services, answer, outcome, said)


async def press_paid(services: Services, answer: Answer, press: Press) -> None:
    """A payment has been made."""
    if not press.extra.isdecimal():
        raise Illegal(ChouetteFault.NOT_YOUR_PAYMENT)
    await act(services, answer, intents.paid(int(press.extra)), table=press.table, question=press.question)


async def _table(services: Services, answer: Answer, press: Press) -> Table:
    assert answer.interaction.channel_id is not None
    return await services.desk.table(answer.interaction.channel_id, press.table)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= _DIGITS
