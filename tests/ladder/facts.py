"""Finished games to count, as tables tell of them."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from bot.ladder.facts import Account, Fact, Row, Turn

SIDES = ((0, "white"), (1, "black"))


def match_game(
    *,
    winner: int,
    score: tuple[int, int] = (0, 0),
    length: int = 5,
    points: int = 1,
    cube: int = 1,
    reason: str = "played",
    table: str = "match1",
    game: int = 1,
    at: float = 0.0,
    rated: bool = True,
    turns: tuple[Turn, ...] = (),
    variant: str = "backgammon",
    plays: int | None = None,
    league: str = "",
) -> Fact:
    """A game of a match, or for money with `length` 0; it ends the match if the points suffice. `plays` None: it is not
    known how many were made.
    """
    over = length and score[winner] + points >= length
    account = Account(
        board=None if length else "points",
        variant=variant,
        length=length,
        score=score,
        roles=SIDES,
        rows=(row(1 - winner, winner, points, cube, reason, turns),),
        winner=winner if over else None,
        plays=UNSET if plays is None else plays,
    )
    return Fact(
        server=1,
        table=table,
        game=game,
        kind="heads_up",
        ended_at=at,
        rated=rated and bool(length),
        league=league,
        account=account,
    )


def chouette_game(
    points: dict[int, int], *, box: int = 0, captain: int = 1, table: str = "club01", game: int = 1, at: float = 0.0
) -> Fact:
    """A game of a chouette: what each member of the team wins from the box, negative what they lose to it."""
    named = {box: "box", captain: "captain"}
    rows = tuple(
        row(box, seat, won, max(abs(won), 1), "played") if won >= 0 else row(seat, box, -won, -won, "played")
        for seat, won in points.items()
    )
    roles = tuple((seat, named.get(seat, "crew")) for seat in sorted({box, *points}))
    account = Account(board="bets", variant="backgammon", length=0, score=None, roles=roles, rows=rows)
    return Fact(server=1, table=table, game=game, kind="chouette", ended_at=at, account=account)


def sheet(balances: dict[int, int], hands: int, *, table: str = "sheet1", at: float = 0.0) -> Fact:
    """A sheet on which seat 0 has paid the others, or been paid by them, what they have won."""
    rows = tuple(row(0, seat, whists, 1, "settled") for seat, whists in balances.items())
    account = Account(
        board="preferans",
        variant="house",
        length=0,
        score=None,
        roles=tuple((seat, "player") for seat in sorted({0, *balances})),
        rows=tuple(replace(each, cube=None) for each in rows),
        hands=hands,
    )
    return Fact(server=1, table=table, game=1, kind="preferans", ended_at=at, account=account)


def row(payer: int, payee: int, points: int, cube: int, reason: str, turns: tuple[Turn, ...] = ()) -> Row:
    return Row(payer=payer, payee=payee, points=(points, 1), reason=reason, cube=cube, turns=turns)


def turn(giver: int, *, dropper: int | None = None, value: int = 1, turned: int = 1) -> Turn:
    """A cube between seats 0 and 1."""
    return Turn(giver=giver, receiver=1 - giver, value=value, turned=turned, dropper=dropper, roll=None)
