"""The More button: what may be done at any time, as buttons in an ephemeral message."""

from __future__ import annotations

import discord

from bot.backgammon import Ask, Foreign, Illegal, Seat, Stale, TableFault, actions
from bot.chouette import Session, may_decline_box
from bot.cogs.acting import act
from bot.cogs.choices import chosen
from bot.cogs.services import Services
from bot.cogs.showing import show_again
from bot.cogs.table import tell_pips
from bot.screens.answer import Answer
from bot.screens.buttons import GREY, RED, button, choice, form, select, view
from bot.screens.custom_ids import Press
from bot.screens.state import state_message
from bot.screens.words import label_names
from bot.tables import deeds
from bot.tables.faults import TableTrouble
from bot.tables.rulebook import State, questions
from bot.tables.table import Table
from bot.texts import Texts

_DIGITS = 5


async def open_more(services: Services, answer: Answer, press: Press) -> None:
    """What this person may do beside what the table asks."""
    assert answer.interaction.channel_id is not None
    t = answer.t
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    seat = table.seat_of(answer.interaction.user.id)
    items: list[discord.ui.Item[discord.ui.View]] = [
        button(t("Board"), Press("board", table.id, 0), GREY, "🔽", row=0),
        button(t("Pips"), Press("pips", table.id, 0), GREY, row=0),
    ]
    if table.state is not None and seat is not None:
        items += _own_items(table, table.state, seat, t)
    await answer.say(state_message(table, t), view(items))


def _own_items(table: Table, state: State, seat: Seat, t: Texts) -> list[discord.ui.Item[discord.ui.View]]:
    number = state.table_question
    open_to_all = next((each for each in questions(state) if each.ask is Ask.TABLE), None)
    answers = open_to_all.answers if open_to_all else ()

    def offered(action: type[actions.Action]) -> bool:
        return any(issubclass(each, action) for each in answers)

    items: list[discord.ui.Item[discord.ui.View]] = []
    playing = not isinstance(state, Session) or bool(state.game.held(seat))
    if offered(actions.Undo):
        items.append(button(t("Undo"), Press("undo", table.id, number), GREY, "↩️", row=0))
    if offered(actions.Settle) and playing:
        verb = "settle" if len(_partners(table, seat)) < 2 else "settle_with"
        items.append(button(t("Settle"), Press(verb, table.id, number), GREY, "🤝", row=0))
    if offered(actions.Resign) and playing:
        kinds = {
            "single": t("Resign a single game"),
            "gammon": t("Resign a gammon"),
            "backgammon": t("Resign a backgammon"),
            **({"match": t("Resign the match")} if state.rules.length else {}),
        }
        items += [button(label, Press(f"resign_{kind}", table.id, number), RED, row=1) for kind, label in kinds.items()]
    if offered(actions.Claim):
        items.append(button(t("Claim"), Press("claim", table.id, number), GREY, row=2))
    if offered(actions.Abort):
        items.append(button(t("Void the game"), Press("abort", table.id, number), GREY, row=2))
    if isinstance(state, Session) and state.is_seated(seat):
        items += _session_items(table, state, seat, t)
    return items


def _session_items(table: Table, session: Session, seat: Seat, t: Texts) -> list[discord.ui.Item[discord.ui.View]]:
    """The switches of a chouette that are one's own."""
    player = session.players[seat]
    number = session.table_question
    waits = t("Make the captain wait for me") if player.auto_pass else t("Let the captain roll without me")
    items: list[discord.ui.Item[discord.ui.View]] = [
        button(t("Play again") if player.out else t("Sit out"), Press("sit_out", table.id, number), GREY, row=3),
        button(waits, Press("auto_pass", table.id, number), GREY, row=3),
    ]
    if may_decline_box(session) and session.active[0] == seat:
        items.append(button(t("Refuse the box"), Press("decline_box", table.id, number), GREY, row=3))
    return items


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
    others = _partners(table, seat)
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


def _partners(table: Table, seat: Seat) -> list[Seat]:
    """With whom somebody has open bets in a chouette."""
    if table.session is None:
        return []
    bets = [table.session.game.bets[bet] for bet in table.session.game.held(seat)]
    return list(dict.fromkeys(bet.black if bet.white == seat else bet.white for bet in bets))


async def take_settlement(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The points that were asked for."""
    text = typed.strip().replace("−", "-").replace("–", "-").lstrip("+")
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > _DIGITS:
        raise Illegal(TableTrouble.NOT_POINTS)
    whom = (int(press.extra),) if press.extra.isdecimal() else None
    await act(
        services,
        answer,
        deeds.settle(int(text), whom),
        table=press.table,
        question=press.question,
        said=answer.t("Offered."),
    )
