"""What people do with leagues, by a command, which may name the `league`, or by a button under one."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from bot.backgammon import Variant
from bot.cogs.challenging import challenge
from bot.cogs.context import Context, person_of
from bot.cogs.verbs import Verb
from bot.core.refusal import Foreign, Illegal, Stale
from bot.screens.leagues.words import again_button, debts_buttons, debts_words, table_words
from bot.screens.names import plain
from bot.screens.refused_words import refused_words
from bot.tables.faults import LeagueTrouble
from bot.tables.held_league import HeldLeague
from bot.tables.refused_posts import of_league


async def meant(ctx: Context, named: str | None = None, *, running: bool = True) -> HeldLeague:
    """The league meant: that of the pressed button; else by id or typed name; without a name, the only running one, or
    the latest finished one. Raises `Illegal`.
    """
    leagues = ctx.services.leagues
    if ctx.press.table:
        return await leagues.find(ctx.guild, ctx.press.table)
    listed = await leagues.listed(ctx.guild)
    if named is not None:
        wanted = named.strip().casefold()
        found = [name for name, each in listed.items() if wanted in (name, each.name.casefold())]
        if not found:
            raise Illegal(LeagueTrouble.NO_LEAGUE)
        return await leagues.find(ctx.guild, found[0])
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
    held = await meant(ctx, league)
    held = await ctx.services.leagues.join(held.guild, held.id, ctx.person, ctx.receipt)
    await ctx.say(ctx.t("You are in **{name}**.", name=plain(held.name)))
    await ctx.services.league_clock.look(held.guild, held.id)


async def leave(ctx: Context, league: str | None = None, member: discord.User | None = None) -> None:
    """Leave a league, or remove a member from one's own."""
    held, who = await meant(ctx, league), member or ctx.interaction.user
    if who.id != ctx.user:
        _check_host(ctx, held)
        if not held.has(who.id):
            raise Illegal(LeagueTrouble.NOT_A_MEMBER, name=person_of(who).name)
    await ctx.services.leagues.leave(held.guild, held.id, who.id, ctx.receipt)
    if who.id == ctx.user:
        await ctx.say(ctx.t("You have left **{name}**.", name=plain(held.name)))
    else:
        await ctx.say(
            ctx.t("**{who}** is not in **{name}** any more.", who=plain(person_of(who).name), name=plain(held.name))
        )
    await ctx.services.league_clock.look(held.guild, held.id)


async def start(ctx: Context, league: str | None = None) -> None:
    """Start a league."""
    held = await hosted(ctx, league)
    await ctx.services.leagues.start(held.guild, held.id, ctx.receipt)
    await ctx.say(ctx.t("**{name}** has started.", name=plain(held.name)))
    await ctx.services.league_clock.look(held.guild, held.id)
    await tell_refused(ctx, held)


async def end(ctx: Context, league: str | None = None) -> None:
    """Call a league off."""
    held = await hosted(ctx, league)
    await ctx.services.leagues.call_off(held.guild, held.id, ctx.receipt)
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
    Verb("league_leave", press=leave, apart=True),
    Verb("league_start", press=start, apart=True),
    Verb("league_table", press=show_table, apart=True),
    Verb("league_again", press=press_again, private=True),
    Verb("league_mine", press=show_debts, apart=True, logged="league_pairings"),
    Verb("league_play", press=press_play, private=True),
)
