"""The More button: what may be done at any time, as buttons in an ephemeral message."""

from __future__ import annotations

import discord

from bot.backgammon import Ask, Foreign, Illegal, TableFault, actions, questions
from bot.cogs.acting import act
from bot.cogs.services import Services
from bot.cogs.table import show_again, tell_pips
from bot.screens.answer import Answer
from bot.screens.buttons import GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import attempt
from bot.screens.state import state_words
from bot.tables import deeds
from bot.tables.faults import TableTrouble

_DIGITS = 5


async def open_more(services: Services, answer: Answer, press: Press) -> None:
    """What this person may do beside what the table asks."""
    assert answer.interaction.channel_id is not None
    t = answer.t
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    match = table.match
    number = match.table_question if match else 0
    items: list[discord.ui.Item[discord.ui.View]] = [
        button(t("Board"), Press("board", table.id, 0), GREY, "🔽", row=0),
        button(t("Pips"), Press("pips", table.id, 0), GREY, row=0),
    ]
    seated = table.seat_of(answer.interaction.user.id) is not None
    if match is not None and seated:
        open_to_all = next((each for each in questions(match) if each.ask is Ask.TABLE), None)
        answers = open_to_all.answers if open_to_all else ()
        if actions.Undo in answers:
            items.append(button(t("Undo"), Press("undo", table.id, number), GREY, "↩️", row=0))
        if actions.Settle in answers:
            items.append(button(t("Settle"), Press("settle", table.id, number), GREY, "🤝", row=0))
        if actions.Resign in answers:
            kinds = {
                "single": t("Resign a single game"),
                "gammon": t("Resign a gammon"),
                "backgammon": t("Resign a backgammon"),
                **({"match": t("Resign the match")} if match.rules.length else {}),
            }
            items += [
                button(label, Press(f"resign_{kind}", table.id, number), RED, row=1) for kind, label in kinds.items()
            ]
        if actions.Claim in answers:
            items.append(button(t("Claim"), Press("claim", table.id, number), GREY, row=2))
        if actions.Abort in answers:
            items.append(button(t("Void the game"), Press("abort", table.id, number), GREY, row=2))
    await answer.say("\n".join(state_words(table, t)), view(items))


async def press_board(services: Services, answer: Answer, press: Press) -> None:
    """The board again at the bottom."""
    await show_again(services, answer)


async def press_pips(services: Services, answer: Answer, press: Press) -> None:
    """Pip counts."""
    await tell_pips(services, answer)


async def press_settle(services: Services, answer: Answer, press: Press) -> None:
    """Ask for the points of a settlement."""
    assert answer.interaction.channel_id is not None
    t = answer.t
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    if table.seat_of(answer.interaction.user.id) is None:
        raise Foreign(TableFault.NOT_SEATED)
    modal = discord.ui.Modal(
        title=t("Settle the game"), timeout=None, custom_id=str(Press("settle", press.table, press.question))
    )
    modal.add_item(
        discord.ui.TextInput(
            label=t("Points you receive (minus: you pay)"),
            custom_id="points",
            max_length=_DIGITS,
            placeholder="2, -1 …",
        )
    )
    modal.stop()
    await attempt(lambda: answer.interaction.response.send_modal(modal))


async def take_settlement(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The points that were asked for."""
    text = typed.strip().replace("−", "-").replace("–", "-").lstrip("+")
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > _DIGITS:
        raise Illegal(TableTrouble.NOT_POINTS)
    await act(
        services,
        answer,
        deeds.settle(int(text)),
        table=press.table,
        question=press.question,
        said=answer.t("Offered."),
    )
