"""What people do with leagues, by a command, which may name the `league`, or by a button under one."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from bot.backgammon import Variant
from bot.cogs.challenging import challenge
from bot.cogs.context import Context, person_of
from bot.cogs.night_verbs import (
    draw_night,
    end_night,
    join_night,
    leave_night,
    meant_night,
    show_standing,
    sit_out_night,
)
from bot.cogs.verbs import Verb
from bot.core.refusal import Foreign, Illegal, Stale
from bot.league import LeagueFault
from bot.screens.leagues.asks import ending_words, leaving_words, sure_view
from bot.screens.leagues.words import again_button, debts_buttons, debts_words, table_words
from bot.screens.names import plain
from bot.screens.refused_words import refused_words
from bot.tables.faults import LeagueTrouble
from bot.tables.held_league import HeldLeague
from bot.tables.night_faults import NightTrouble
from bot.tables.refused_posts import of_league
from bot.tables.table import Person


async def meant(ctx: Context, named: str | None = None, *, running: bool = True) -> HeldLeague:
    """The league meant: that of the pressed button; else by id or typed name; without a name, the only running one, or
    the latest finished one. Raises `Illegal`.
    """
    leagues = ctx.services.leagues
    if ctx.press.table:
        return await leagues.find(ctx.guild, ctx.press.table)
    if named is not None:
        if (found := await leagues.named(ctx.guild, named)) is None:
            raise Illegal(LeagueTrouble.NO_LEAGUE)
        return found
    listed = await leagues.listed(ctx.guild)
    on = [name for name, each in listed.items() if not each.over]
    if len(on) > 1:
        raise Illegal(LeagueTrouble.WHICH_LEAGUE)
    if not on and (running or not listed):
        raise Illegal(LeagueTrouble.NONE_HERE)
    return await leagues.find(ctx.guild, on[0] if on else next(iter(listed)))


def _hosts(ctx: Context, held: HeldLeague) -> bool:
    return ctx.user == held.host.user or ctx.manages


def _check_host(ctx: Context, held: HeldLeague) -> None:
    if not _hosts(ctx, held):
        raise Foreign(LeagueTrouble.NOT_HOST, name=held.host.name)


async def hosted(ctx: Context, named: str | None = None) -> HeldLeague:
    """The same for its organisers. Raises `Foreign` for others."""
    held = await meant(ctx, named)
    _check_host(ctx, held)
    return held


async def join(ctx: Context, league: str | None = None) -> None:
    """Join a league."""
    if (night := await meant_night(ctx, league)) is not None:
        await join_night(ctx, night)
        return
    held = await meant(ctx, league)
    held = await ctx.services.leagues.join(held.guild, held.id, ctx.person, ctx.receipt)
    await ctx.say(ctx.t("You are in **{name}**.", name=plain(held.name)))
    await ctx.services.league_clock.look(held.guild, held.id)


async def leave(ctx: Context, league: str | None = None, member: discord.User | None = None) -> None:
    """Ask whether to leave a league, or to remove a member from one's own."""
    if (night := await meant_night(ctx, league)) is not None:
        await leave_night(ctx, night, member)
        return
    held, who = await meant(ctx, league), member or ctx.interaction.user
    if who.id != ctx.user:
        _check_host(ctx, held)
    seat = held.seat_of(who.id)
    own = who.id == ctx.user
    if seat is None or not held.has(who.id):
        raise Illegal(LeagueFault.NOT_IN_IT) if own else Illegal(LeagueTrouble.NOT_A_MEMBER, name=person_of(who).name)
    await ctx.aside(leaving_words(held, seat, ctx.t, own=own), sure_view("league_gone", held, ctx.t, seat))


async def sit_out(ctx: Context, league: str | None = None) -> None:
    """Sit out the draws of a night, or come back."""
    night = await meant_night(ctx, league)
    if night is None:
        raise Illegal(NightTrouble.NO_DRAWS)
    await sit_out_night(ctx, night)


async def press_leave(ctx: Context) -> None:
    """Leave a league: at once before it starts, as long as one may come again."""
    held = await meant(ctx)
    if held.league.started_at is None:
        await _leave(ctx, held, ctx.person)
    else:
        await leave(ctx)


async def press_gone(ctx: Context) -> None:
    """The confirmation was pressed."""
    held = await meant(ctx)
    if ctx.press.question not in held.people:
        raise Illegal(LeagueFault.NOT_IN_IT)
    who = held.person(ctx.press.question)
    if who.user != ctx.user:
        _check_host(ctx, held)
        if not held.has(who.user):
            raise Illegal(LeagueTrouble.NOT_A_MEMBER, name=who.name)
    await _leave(ctx, held, who)


async def _leave(ctx: Context, held: HeldLeague, who: Person) -> None:
    await ctx.services.leagues.leave(held.guild, held.id, who.user, ctx.receipt)
    if who.user == ctx.user:
        await ctx.say(ctx.t("You have left **{name}**.", name=plain(held.name)))
    else:
        await ctx.say(ctx.t("**{who}** is not in **{name}** any more.", who=plain(who.name), name=plain(held.name)))
    await ctx.services.league_clock.look(held.guild, held.id)


async def start(ctx: Context, league: str | None = None) -> None:
    """Start a league."""
    if (night := await meant_night(ctx, league)) is not None:
        await draw_night(ctx, night)
        return
    held = await hosted(ctx, league)
    await ctx.services.leagues.start(held.guild, held.id, ctx.receipt)
    await ctx.say(ctx.t("**{name}** has started.", name=plain(held.name)))
    await ctx.services.league_clock.look(held.guild, held.id)
    await tell_refused(ctx, held)


async def end(ctx: Context, league: str | None = None) -> None:
    """Ask whether to call a league off."""
    if (night := await meant_night(ctx, league)) is not None:
        await end_night(ctx, night)
        return
    held = await hosted(ctx, league)
    if held.over:
        raise Stale(LeagueFault.OVER)
    await ctx.aside(ending_words(held, ctx.t), sure_view("league_end", held, ctx.t))


async def press_end(ctx: Context) -> None:
    """The confirmation was pressed: call it off."""
    held = await hosted(ctx)
    await ctx.services.leagues.end(held.guild, held.id, ctx.receipt)
    await ctx.say(ctx.t("**{name}** is over.", name=plain(held.name)))
    await ctx.services.league_clock.look(held.guild, held.id)


async def extend(ctx: Context, days: int, league: str | None = None) -> None:
    """Give a round more days, once."""
    held = await hosted(ctx, league)
    held = await ctx.services.leagues.extend(held.guild, held.id, days, ctx.receipt)
    ends = held.league.time_up or 0
    await ctx.say(ctx.t("The round of **{name}** ends <t:{end}:F>.", name=plain(held.name), end=int(ends)))
    await ctx.services.league_clock.look(held.guild, held.id)


async def decide(ctx: Context, winner: discord.User, loser: discord.User, league: str | None = None) -> None:
    """Give the match that two members owe each other to one of them."""
    held = await hosted(ctx, league)
    if ctx.user in (winner.id, loser.id):
        raise Foreign(LeagueTrouble.PLAYS_IN_IT)
    await ctx.services.leagues.decide(held.guild, held.id, winner.id, loser.id, ctx.receipt)
    await ctx.say(
        ctx.t("The match against **{loser}** goes to **{winner}**.", winner=plain(person_of(winner).name),
              loser=plain(person_of(loser).name))
    )  # fmt: skip
    await ctx.services.league_clock.look(held.guild, held.id)


async def show_table(ctx: Context, league: str | None = None) -> None:
    """Send the tables of a league as text and pictures."""
    if (night := await meant_night(ctx, league, running=False)) is not None:
        await show_standing(ctx, night)
        return
    held = await meant(ctx, league, running=False)
    words, files = table_words(held, ctx.t), await ctx.services.league_presenter.files(held)
    for number in range(max(len(words), len(files))):
        said = words[number] if number < len(words) else ctx.t("**Division {number}**", number=number + 1)
        await ctx.say(said, file=files[number]() if number < len(files) else None)
    if _hosts(ctx, held):
        await tell_refused(ctx, held)


async def tell_refused(ctx: Context, held: HeldLeague) -> None:
    """Tell those who can fix it that Discord refuses to show a league."""
    name = of_league(held.id)
    if refused := await ctx.services.refused.find(held.guild, name):
        await ctx.say(refused_words(name, refused, ctx.t), again_button(held, ctx.t))


async def show_debts(ctx: Context) -> None:
    """Send the matches a member owes, with a button for each."""
    debts = await ctx.services.leagues.debts(ctx.guild, ctx.user)
    await ctx.say(debts_words(debts, ctx.t), debts_buttons(debts, ctx.t) if debts else None)


async def press_again(ctx: Context) -> None:
    """Retry a post that Discord has refused."""
    held = await hosted(ctx)
    await ctx.acknowledge()
    await ctx.services.league_clock.try_anew(held.guild, held.id)
    if await ctx.services.refused.find(held.guild, of_league(held.id)):
        await tell_refused(ctx, held)
    else:
        await ctx.say(ctx.t("**{name}** is shown again.", name=plain(held.name)))


async def press_play(ctx: Context) -> None:
    """Challenge the opponent of an owed match."""
    debts = await ctx.services.leagues.debts(ctx.guild, ctx.user)
    debt = next((each for each in debts if (each.held.id, each.number) == (ctx.press.table, ctx.press.question)), None)
    if debt is None:
        raise Stale(LeagueTrouble.NOTHING_OWED)
    opened = debt.held.league.opened
    settings = await ctx.settings()
    rules = replace(settings.rules, length=opened.length, variant=Variant(opened.variant))
    await challenge(ctx, debt.opponent, rules, counts=debt.counts, pace=debt.pace(None))


#: Their custom ids name a league in place of a table, and a pairing in place of a question.
VERBS = (
    Verb("league_join", press=join, apart=True),
    Verb("league_leave", press=press_leave, apart=True),
    Verb("league_gone", press=press_gone, private=True, logged="league_leave"),
    Verb("league_end", press=press_end, private=True),
    Verb("league_start", press=start, apart=True),
    Verb("league_table", press=show_table, apart=True),
    Verb("league_again", press=press_again, private=True),
    Verb("league_mine", press=show_debts, apart=True, logged="league_pairings"),
    Verb("league_play", press=press_play, private=True),
)
