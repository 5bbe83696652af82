"""The More button: what may be done at any time, as buttons in an ephemeral message."""

from __future__ import annotations

import discord

from bot.backgammon import Foreign, Illegal, Seat, Stale, TableFault
from bot.cogs.acting import act
from bot.cogs.choices import chosen
from bot.cogs.services import Services
from bot.cogs.showing import show_again
from bot.cogs.table import tell_pips
from bot.cogs.verbs import request
from bot.screens.answer import Answer
from bot.screens.board_face import BoardFace
from bot.screens.buttons import Item, button, choice, form, select, view
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face, face_of
from bot.screens.names import label_names
from bot.screens.own_items import around_items
from bot.screens.state_words import state_message
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.offers import possible
from bot.tables.table import Table
from bot.texts import Texts

_DIGITS = 5


async def open_more(services: Services, answer: Answer, press: Press) -> None:
    """What this person may do beside what the table asks."""
    assert answer.interaction.channel_id is not None
    t = answer.t
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    seat = table.seat_of(answer.interaction.user.id)
    own = own_items(table, seat, t) if table.state is not None and seat is not None else []
    pips = isinstance(face_of(table), BoardFace)
    await answer.say(state_message(table, t), view(around_items(table, own, t, pips=pips)))


def own_items(table: Table, seat: Seat, t: Texts) -> list[Item]:
    """What one of those at the table may do beside what it asks of them, and nothing else."""

    def may(verb: str) -> bool:
        return table.state is not None and possible(table.state, seat, request(verb).intent)

    return face_of(table).own_items(table, seat, may, t)


async def press_board(services: Services, answer: Answer, press: Press) -> None:
    """The board again at the bottom."""
    await show_again(services, answer)


async def press_pips(services: Services, answer: Answer, press: Press) -> None:
    """Pip counts."""
    await tell_pips(services, answer)


async def press_settle_with(services: Services, answer: Answer, press: Press) -> None:
    """Ask with whom, where there are several."""
    assert answer.interaction.channel_id is not None
    t = answer.t
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    seat = table.seat_of(answer.interaction.user.id)
    if seat is None:
        raise Foreign(TableFault.NOT_SEATED)
    others = board_face(table).settles_with(table.state, seat) if table.state else ()
    names = label_names(table)
    options = [choice(label=names(each), value=str(each)) for each in others]
    if not options:
        raise Stale(TableTrouble.MOVED_ON)
    with_whom = select(t("With whom do you settle?"), Press("settle", table.id, press.question), options)
    await answer.say(t("With whom do you settle?"), view([with_whom]))


def settlement(answer: Answer, press: Press) -> discord.ui.Modal:
    """The form for the points of a settlement."""
    t = answer.t
    field = discord.ui.TextInput(
        label=t("Points you receive (minus: you pay)"), custom_id="points", max_length=_DIGITS, placeholder="2, -1 …"
    )
    whom = press.extra or chosen(answer)
    return form(t("Settle the game"), Press("settle", press.table, press.question, whom), field)


async def take_settlement(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The points that were asked for."""
    text = typed.strip().replace("−", "-").replace("–", "-").lstrip("+")
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > _DIGITS:
        raise Illegal(TableTrouble.NOT_POINTS)
    whom = (int(press.extra),) if press.extra.isdecimal() else None
    if whom and not int(text):
        assert answer.interaction.channel_id is not None
        table = await services.desk.table(answer.interaction.channel_id, press.table)
        if winners := _winners_at_nothing(table, answer.interaction.user.id, whom[0], press.question):
            words = answer.t("Nobody pays. Who counts as having won? That may decide who has the box.")
            await answer.say(words, view(winners))
            return
    await _offer(services, answer, press, intents.settle(int(text), whom))


def _winners_at_nothing(table: Table, user: int, other: Seat, question: int) -> list[Item]:
    """Those of whom one counts as winner of a settlement at nothing, where the rules want to know."""
    state, seat = table.state, table.seat_of(user)
    if state is None or seat is None:
        return []
    names, winners = label_names(table), board_face(table).winners_at_nothing(state, seat, other)
    return [button(names(each), Press("settle_even", table.id, question, f"{other}-{each}")) for each in winners]


async def press_settle_even(services: Services, answer: Answer, press: Press) -> None:
    """Settle at nothing, with whom and who counts as winner."""
    other, _, winner = press.extra.partition("-")
    if not (other.isdecimal() and winner.isdecimal()):
        raise Stale(TableTrouble.MOVED_ON)
    await _offer(services, answer, press, intents.settle(0, (int(other),), (int(winner),)))


async def _offer(services: Services, answer: Answer, press: Press, intent: intents.Intent) -> None:
    await act(services, answer, intent, table=press.table, question=press.question, said=answer.t("Offered."))
