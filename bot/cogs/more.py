"""The More button: what may be done at any time, as buttons in an ephemeral message."""

from __future__ import annotations

import discord

from bot.backgammon import Foreign, Illegal, Phase, Seat, Stale, TableFault
from bot.chouette import Session
from bot.cogs.acting import act
from bot.cogs.choices import chosen
from bot.cogs.people import people_about
from bot.cogs.services import Services
from bot.cogs.showing import show_again
from bot.cogs.table import tell_pips
from bot.cogs.verbs import request
from bot.screens.answer import Answer
from bot.screens.buttons import GREY, RED, Item, button, choice, form, select, view
from bot.screens.custom_ids import Press
from bot.screens.names import label_names
from bot.screens.state_words import state_message
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.offers import possible
from bot.tables.table import State, Table
from bot.texts import Texts

_DIGITS = 5


async def open_more(services: Services, answer: Answer, press: Press) -> None:
    """What this person may do beside what the table asks."""
    assert answer.interaction.channel_id is not None
    t = answer.t
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    seat = table.seat_of(answer.interaction.user.id)
    items: list[Item] = [
        button(t("Board"), Press("board", table.id, 0), GREY, "🔽", row=0),
        button(t("Pips"), Press("pips", table.id, 0), GREY, row=0),
    ]
    if table.state is not None and seat is not None:
        items += own_items(table, table.state, seat, t)
    await answer.say(state_message(table, t), view(items))


def own_items(table: Table, state: State, seat: Seat, t: Texts) -> list[Item]:
    """What one of those at the table may do beside what it asks of him, and nothing else."""
    number = state.table_question

    def offered(verb: str, label: str, row: int, style: discord.ButtonStyle = GREY, emoji: str | None = None) -> None:
        if possible(state, seat, request(verb).intent):
            items.append(button(label, Press(verb, table.id, number), style, emoji, row=row))

    items: list[Item] = []
    offered("undo", t("Undo"), 0, GREY, "↩️")
    if isinstance(state, Session):
        others = people_about(state, seat, "settle")
        settle = Press("settle_with", table.id, number)
        if len(others) == 1:
            settle = Press("settle", table.id, number, str(others[0]))
    else:
        others = (1 - seat,) if possible(state, seat, intents.settle(0)) else ()
        settle = Press("settle", table.id, number)
    if others:
        items.append(button(t("Settle"), settle, GREY, "🤝", row=0))
    offered("resign_single", t("Resign a single game"), 1, RED)
    offered("resign_gammon", t("Resign a gammon"), 1, RED)
    offered("resign_backgammon", t("Resign a backgammon"), 1, RED)
    offered("resign_match", t("Resign the match"), 1, RED)
    offered("claim", t("Claim"), 2)
    offered("abort", t("Void the game"), 2)
    if isinstance(state, Session) and state.is_seated(seat):
        player, game = state.players[seat], state.game
        offered("sit_out", t("Play again") if player.out else t("Sit out"), 3)
        # Who rolls waits for himself, and the box for nobody.
        if game.phase is Phase.OVER or seat not in (game.box, game.acting_captain):
            waits = t("Make the captain wait for me") if player.auto_pass else t("Let the captain roll without me")
            offered("auto_pass", waits, 3)
        offered("decline_box", t("Refuse the box"), 3)
        offered("leave", t("Leave the table"), 3, RED)
        offered("resume" if state.paused else "pause", t("Start the clock") if state.paused else t("Stop the clock"), 4)
        if not state.ending:
            offered("end", t("End the session") if table.game.over(state) else t("End the session after this game"), 4)
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
    others = people_about(table.session, seat, "settle") if table.session else ()
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
    """The two of whom one counts as winner of a settlement at nothing, where the rules want to know."""
    session, seat = table.session, table.seat_of(user)
    if session is None or seat is None:
        return []
    unnamed, named = intents.settle(0, (other,)), intents.settle(0, (other,), seat)
    if possible(session, seat, unnamed) or not possible(session, seat, named):
        return []
    names = label_names(table)
    return [button(names(each), Press("settle_even", table.id, question, f"{other}-{each}")) for each in (seat, other)]


async def press_settle_even(services: Services, answer: Answer, press: Press) -> None:
    """Settle at nothing, with whom and who counts as winner."""
    other, _, winner = press.extra.partition("-")
    if not (other.isdecimal() and winner.isdecimal()):
        raise Stale(TableTrouble.MOVED_ON)
    await _offer(services, answer, press, intents.settle(0, (int(other),), int(winner)))


async def _offer(services: Services, answer: Answer, press: Press, intent: intents.Intent) -> None:
    await act(services, answer, intent, table=press.table, question=press.question, said=answer.t("Offered."))
