"""`/train`: the cards of one's own deck, one after the other, in an ephemeral message.

A card is shown, answered and removed only from the state in which it was read, and a press counts only on the card that
is shown, at this showing: pressed twice it counts once, and on an old message it changes nothing.
"""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.analysis.verdicts import Verdict
from bot.backgammon import Illegal, Position, Refused
from bot.cogs.context import Context, ServingCog, answered
from bot.cogs.engine_guard import check_may_be_judged
from bot.cogs.places import BUT_GROUPS, usable
from bot.cogs.verbs import Verb
from bot.screens.painter import of_board
from bot.screens.reviews import training_words as words
from bot.screens.reviews.pictures import card_scene
from bot.tables.faults import TableTrouble
from bot.tables.training import Kept, TrainingFault, coming, day_of, easier, entry_of, is_beginner
from bot.training.cards import Card, asked, choices, graded

_TRIES = 5
"""How often a deck is read anew that changes meanwhile."""


class TrainingCommands(ServingCog):
    @app_commands.command(description=locale_str("Your own mistakes and the openings again, when it is time"))
    @usable(BUT_GROUPS)
    @answered
    async def train(self, ctx: Context) -> None:
        await _show_next(ctx)


async def press_next(ctx: Context) -> None:
    """Show the next card; pressed again, the one that is shown by then."""
    await ctx.acknowledge()
    await _show_next(ctx)


async def press_pick(ctx: Context) -> None:
    """Answer a card; pressed again, what was answered first counts."""
    await ctx.acknowledge()
    kept, card = await _pressed(ctx)
    verdict = _verdict(kept, card)
    offered = _choices(kept, verdict)
    place = ctx.press.extra[1:]
    if not place.isdecimal() or int(place) >= len(offered):
        raise Illegal(TrainingFault.OLD)
    if kept.deck.picked is None:
        picked, lost = offered[int(place)]
        await ctx.services.training.answer(kept, await today(ctx), picked, graded(verdict, lost, picked))
        kept, card = await _pressed(ctx)
    await _show_solution(ctx, kept, card)


async def press_why(ctx: Context) -> None:
    """Show all choices and the reasons, once the card is answered."""
    await ctx.acknowledge()
    kept, card = await _pressed(ctx)
    if kept.deck.picked is None:
        raise Illegal(TrainingFault.OLD)
    await _show_solution(ctx, kept, card, why=True)


async def press_side(ctx: Context) -> None:
    """Show the same card from the other side."""
    await ctx.acknowledge()
    kept, card = await _pressed(ctx)
    if kept.deck.picked is None:
        await _show_task(ctx, kept, card)
    else:
        await _show_solution(ctx, kept, card)


async def press_drop(ctx: Context) -> None:
    """Take the card out of the deck, and show the next one."""
    await ctx.acknowledge()
    kept, _ = await _pressed(ctx)
    if not await ctx.services.training.remove(kept):
        raise Illegal(TrainingFault.OLD)
    await _show_next(ctx)


async def _pressed(ctx: Context) -> tuple[Kept, Card]:
    """The deck and the card that was pressed. Raises `Illegal` if it is not shown any more, and as the guard."""
    kept = await ctx.services.training.read(ctx.user)
    card = await ctx.services.training.card(ctx.user, kept.deck.shown) if words.is_shown(kept.deck, ctx.press) else None
    if card is None:
        raise Illegal(TrainingFault.OLD)
    await _check(ctx, card)
    return kept, card


async def _check(ctx: Context, card: Card) -> None:
    """Raise as the guard if the position is that of a running game of theirs."""
    await check_may_be_judged(ctx, Position.from_id(card.verdict.position))


async def _show_next(ctx: Context) -> None:
    """Show the card that waits for an answer, else the next one; what stands, when all is done."""
    training, preferences, day = ctx.services.training, await ctx.preferences(), await today(ctx)
    beginner = await _is_beginner(ctx)
    for _ in range(_TRIES):
        kept, refused = await training.open(ctx.user), None
        deck, a_day = kept.deck.on(day), preferences.cards_a_day
        waiting = [deck.shown] if deck.waits and kept.deck.day == day else []
        for name in [*waiting, *coming(kept, day, a_day, beginner=beginner)]:
            card = await training.card(ctx.user, name)
            if card is None:
                continue
            try:
                await _check(ctx, card)
            except Refused as error:
                refused = error
                continue
            if waiting and name == deck.shown:
                await _show_task(ctx, kept, card)
                return
            card = await _easier(ctx, card) if beginner else card
            if not await training.show(kept, day, name, card, easy=beginner):
                break
            await _show_task(ctx, await training.read(ctx.user), card)
            return
        else:
            if refused is not None:
                raise refused
            await ctx.aside(words.done_words(deck, list(kept.entries.values()), a_day, ctx.t))
            return
    raise Illegal(TableTrouble.BUSY)


async def _easier(ctx: Context, card: Card) -> Card:
    """A card as beginners see it; the engine is asked once. Raises `Illegal` if too many look something up."""
    if card.easy is not None or card.verdict.dice is None:
        return card
    async with ctx.lookup():
        return await easier(ctx.services.computers.thinker, card)


async def _show_task(ctx: Context, kept: Kept, card: Card) -> None:
    verdict, a_day = _verdict(kept, card), (await ctx.preferences()).cards_a_day
    side = _side(ctx)
    scene = card_scene(verdict, card.length, await ctx.theme(), ctx.t, answered=False, other=side == words.SIDES[1])
    file = await ctx.services.painter.file(of_board(scene, ctx.t), "card.png")
    view = words.task_view(kept.deck, _choices(kept, verdict), side, ctx.t)
    await ctx.aside(words.task_words(verdict, card.length, kept.deck, a_day, ctx.t), view, file)


async def _show_solution(ctx: Context, kept: Kept, card: Card, *, why: bool = False) -> None:
    verdict, side, t = _verdict(kept, card), _side(ctx), ctx.t
    picked = kept.deck.picked or ""
    grade = graded(verdict, dict(_choices(kept, verdict)).get(picked), picked)
    scene = card_scene(verdict, card.length, await ctx.theme(), t, answered=True, other=side == words.SIDES[1])
    file = await ctx.services.painter.file(of_board(scene, t), "card.png")
    text = words.solution_words(verdict, kept.deck, entry_of(kept, kept.deck.shown), grade, t)
    text = words.why_text(text, verdict, picked, t) if why else text
    await ctx.aside(text, words.solution_view(kept.deck, side, t, why=not why), file)


def _verdict(kept: Kept, card: Card) -> Verdict:
    return asked(card, beginner=kept.deck.easy)


def _choices(kept: Kept, verdict: Verdict) -> list[tuple[str, float | None]]:
    return choices(verdict, f"{kept.user} {kept.deck.showing} {kept.deck.shown}")


def _side(ctx: Context) -> str:
    """How the card is to be shown: of a new one the press says nothing that holds."""
    side = ctx.press.extra[:1]
    return (
        side if side in words.SIDES and ctx.press.verb in ("train_side", "train_pick", "train_why") else words.SIDES[0]
    )


async def today(ctx: Context) -> int:
    """The day of the user, by which their cards come."""
    return day_of(ctx.services.now(), await ctx.preferences(), (await ctx.settings()).time_zone)


async def _is_beginner(ctx: Context) -> bool:
    performance = None
    if ctx.guild:
        profile = await (await ctx.services.ladders.reader(ctx.guild, ctx.services.now())).profile(ctx.user)
        performance = profile.player.tally.performance if profile else None
    return is_beginner(performance, (await ctx.preferences()).computer_level)


VERBS = tuple(
    Verb(name, press=press, private=True, logged="train", where=BUT_GROUPS)
    for name, press in (
        ("train_pick", press_pick),
        ("train_next", press_next),
        ("train_why", press_why),
        ("train_side", press_side),
        ("train_drop", press_drop),
    )
)
