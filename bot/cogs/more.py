"""The More button: what a player may do at any time, as buttons of an ephemeral message."""

from __future__ import annotations

from bot.backgammon import Refused, Seat
from bot.cogs.context import Context, moved_on
from bot.cogs.hints import may_hint
from bot.cogs.notes import note_of
from bot.cogs.table_setup import word_item
from bot.cogs.verbs import request
from bot.core.intent import Intent
from bot.screens.board_face import BoardFace
from bot.screens.buttons import GREY, Item, button, view
from bot.screens.challenge_words import rules_pages
from bot.screens.clock_words import rest_words
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face, face_of
from bot.screens.note_words import note_item
from bot.screens.own_items import around_items, sit_items
from bot.screens.refusal_words import state_message
from bot.screens.resigning import resign_items
from bot.tables import intents
from bot.tables.intents import possible
from bot.tables.table import Table
from bot.texts import Texts


async def open_more(ctx: Context) -> None:
    """Send the buttons of this user."""
    t, table = ctx.t, await ctx.table()
    await ctx.lend()
    seat, own = table.seat_of(ctx.user), list[Item]()
    if table.state is not None and seat is not None:
        if table.sits(ctx.user):
            own = own_items(table, seat, t, claims=await _may(ctx, table, seat, intents.claim()))
        else:
            own = sit_items(table, t, may=await _may(ctx, table, seat, intents.sit()))
        if may_hint(ctx, table):
            own.insert(0, button(t("Hint"), Press("hint", table.id, table.state.question), GREY, "💡", row=0))
        if not table.state.closed:
            own.append(note_item(table, t))
    on_board = isinstance(face_of(table), BoardFace)
    items = around_items(table, own, t, on_board=on_board)
    note = rest = ""
    if seat is not None:
        note, rest = await note_of(ctx, table), rest_words(table, seat, ctx.services.desk.discord.now(), t)
    await ctx.say(state_message(table, t, rest, note), view(items), passing=True)


async def _may(ctx: Context, table: Table, seat: Seat, intent: Intent) -> bool:
    """Whether a player may do now what depends on how long others have been silent: claim, or sit down."""
    if table.state is None or not possible(table.state, seat, intent):
        return False
    try:
        await ctx.services.desk.would(table.channel, ctx.person, intent, table=table.id)
    except Refused:
        return False
    return True


def own_items(table: Table, seat: Seat, t: Texts, *, claims: bool) -> list[Item]:
    """The buttons of a player beside those of the questions. `claims`: whether they may claim."""

    def may(verb: str) -> bool:
        if verb == "claim" and not claims:
            return False
        return table.state is not None and possible(table.state, seat, request(verb).intent)

    items = face_of(table).own_items(table, seat, may, t)
    # Against a computer there is no challenge in which a word could be given.
    asked = bool(table.computers) and table.takes_later_words
    return [*items, word_item(table, t)] if asked and not table.people.has_given(table.person(seat).user) else items


async def press_rules(ctx: Context) -> None:
    """Send the rules of the table."""
    table = await ctx.table()
    first, *more = rules_pages(face_of(table).terms(table, ctx.t))
    await ctx.aside(first, passing=True)
    for page in more:
        await ctx.say(page, passing=True)


async def press_resign(ctx: Context) -> None:
    """Send the possible resignations with their costs."""
    table = await ctx.table()
    table.check_sits(ctx.user)
    state, seat = table.state, table.seat_of(ctx.user)
    ways = board_face(table).resignations(state, seat) if state is not None and seat is not None else {}
    if not ways or state is None:
        raise moved_on()
    items = resign_items(ways, table.id, state.table_question, ctx.t)
    await ctx.aside(ctx.t("What do you resign?"), view(items), passing=True)
