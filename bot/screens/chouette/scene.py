"""The picture of a chouette: the team at the bottom, named by its acting captain, the box at the top, one cell per
member.

While doubles, passes and answers are sealed the picture does not depend on them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from bot.backgammon import Ask, Beavers, Bet, Ending, Jacoby, Kind, OfferStage, Phase, Seat, Side, numbers
from bot.chouette import BOX, TEAM, BoxTake, Consult, Exchange, LoneTaker, Points, Session, in_points, questions
from bot.chouette.actions import Resign
from bot.chouette.ending import points as paid
from bot.core.actions import BetIndex
from bot.screens.board_scene import banner_name, lying_cube, offer_words, resignation_words, rule_tags
from bot.screens.chouette.house_words import amount
from bot.texts import Texts
from render import Cube, Die, End, LastPlay, Member, Scene, Tone
from render.text import number, signed


def session_scene(session: Session, names: Callable[[Seat], str], last: LastPlay | None, theme: str, t: Texts) -> Scene:
    """The board of any state as everyone sees it. `names` are as typed, `last` the play that led to it."""
    game = session.game
    dice = game.board.dice if game.phase is Phase.PLAY else None
    position = session.game.board.seen_by_white
    captain, box = _captain(session), _box(session)
    return Scene(
        bottom=position.own,
        top=position.opponent,
        names=(_team_name(session, captain, names), names(box)),
        scores=(_balance(session, captain), _balance(session, box)),
        tags=tuple(tags(session, t)),
        turn=_asked_side(session),
        numbers_from=game.board.turn or TEAM,
        dice=tuple(Die(number) for number in numbers(dice)) if dice else (),
        cube=_board_cube(session),
        last=last,
        banner=_banner(session, names, t),
        roles=(_captain_word(session, captain, t), t("box") if box == game.box else t("acting box")),
        asked=_asked_words(session, t),
        end=_end(session, t),
        members=tuple(_members(session, captain, names, t)),
        pips_label=t("pips"),
        theme=theme,
    )


def tags(session: Session, t: Texts) -> Iterable[str]:
    """Tags for unusual rules."""
    options = session.options
    if options.cube.jacoby is not Jacoby.OFF:
        yield t("Jacoby")
    yield from rule_tags(session.rules, session.number, t)
    if options.lone_taker in (LoneTaker.EXTRAS, LoneTaker.EXTRAS_VOLUNTARY):
        yield t("extras")
    if options.box_take is BoxTake.ALL_OR_NONE:
        yield t("all or none")
    if options.cube.animals is Beavers.NONE:
        yield t("no beavers")
    if options.consult is Consult.NONE:
        yield t("no advice")


def _balance(session: Session, seat: Seat) -> str:
    player = session.players[seat]
    return amount(player.balance, session) if session.banked else signed(in_points(player.points, session.unit))


def _captain(session: Session) -> Seat:
    """The acting captain, or the last one when the last bets closed."""
    game = session.game
    acting = game.acting_captain
    if acting is not None:
        return acting
    return game.captain if game.decider is None else game.decider


def _captain_word(session: Session, captain: Seat, t: Texts) -> str:
    """The role of the acting captain: captain, or a member in their place."""
    return t("captain") if captain == session.game.captain else t("acting captain")


def _box(session: Session) -> Seat:
    """The seat that rolls for the box's side."""
    acting = session.game.acting_box
    return session.game.box if acting is None else acting


def _team_name(session: Session, captain: Seat, names: Callable[[Seat], str]) -> str:
    """The acting captain's name, and the number of other members with open bets; after the end, of all."""
    game = session.game
    team = game.players(TEAM) or game.team
    others = len([seat for seat in team if seat != captain])
    return f"{names(captain)} + {others}" if others else names(captain)


def _asked_side(session: Session) -> Side | None:
    """The side that has to act."""
    game = session.game
    if session.partnering:
        return BOX if session.partnering.asked is None else TEAM
    if resigned := _resigned(session):
        (bet,), by = resigned.bets, resigned.by
        assert by is not None
        return game.side(bet, by).other
    if game.exchange:
        return game.exchange.offer.answerer
    return None if game.phase is Phase.OVER else game.board.turn


def _resigned(session: Session) -> Resign | None:
    return next((each.what for each in session.proposals if isinstance(each.what, Resign)), None)


def _board_cube(session: Session) -> Cube | None:
    """The cube on the board: with two players theirs; in a larger team only cubes all offered at one value."""
    game = session.game
    if not session.options.cube.cube:
        return None
    if exchange := game.exchange:
        values = {exchange.offer.taken(game.bets[index]) for index in exchange.bets}
        return Cube(values.pop(), offered_to=exchange.offer.answerer) if len(values) == 1 else None
    if len(game.team) > 1:
        return None
    return lying_cube(game.bets[0], session.options.cube)


def _banner(session: Session, names: Callable[[Seat], str], t: Texts) -> str:
    game = session.game
    if session.partnering:
        return t("Partner?")
    if exchange := game.exchange:
        if exchange.extras:
            return t("Beaver or drop?") if exchange.extras.forced else t("Extras?")
        return _offer_words(session, exchange, names, t)
    if resigned := _resigned(session):
        assert resigned.by is not None
        return resignation_words(names(resigned.by), resigned.kind, t)
    return _result(session, t) if game.phase is Phase.OVER else ""


def _offer_words(session: Session, exchange: Exchange, names: Callable[[Seat], str], t: Texts) -> str:
    """Who turns a cube, and to what value, if one does or all turn to the same; else how many do."""
    game, stage = session.game, exchange.offer.stage
    bets = [(index, game.bets[index]) for index in exchange.bets]
    offering = {seat for index, bet in bets for seat in (bet.white, bet.black) if seat != game.answerer(index)}
    values = {exchange.offer.taken(bet) for _, bet in bets}
    if len(offering) > 1:
        return {
            OfferStage.DOUBLE: t.many("{number} player doubles", "{number} players double", len(offering)),
            OfferStage.BEAVER: t.many("{number} player beavers", "{number} players beaver", len(offering)),
            OfferStage.RACCOON: t.many("{number} player raccoons", "{number} players raccoon", len(offering)),
        }[stage]
    (who,) = (names(seat) for seat in offering)
    if len(values) == 1:
        return offer_words(who, stage, values.pop(), t)
    return {
        OfferStage.DOUBLE: t("{who} doubles", who=banner_name(who)),
        OfferStage.BEAVER: t("{who} beavers", who=banner_name(who)),
        OfferStage.RACCOON: t("{who} raccoons", who=banner_name(who)),
    }[stage]


def _asked_words(session: Session, t: Texts) -> str:
    """The strip of a side that has to act."""
    exchange = session.game.exchange
    if exchange and not exchange.extras:
        return t("take or drop?")
    return t("accept?") if _resigned(session) and not exchange else ""


def _end(session: Session, t: Texts) -> End | None:
    """The result card of a game with a result."""
    game = session.game
    if game.phase is not Phase.OVER or game.void or not (box := _paid(session)[game.box]):
        return None
    points = in_points(abs(box), game.unit)
    if isinstance(points, int):
        words = t.many("wins {number} point", "wins {number} points", points)
    else:
        words = t("wins {points} points", points=number(points))
    kind = _kind(session, t)
    return End(BOX if box > 0 else TEAM, words, sum=(kind,) if kind else (), crowned=False)


def _result(session: Session, t: Texts) -> str:
    """The box's result of a game, its partner's share included."""
    game = session.game
    if game.void:
        return t("Void")
    box = in_points(_paid(session)[game.box], game.unit)
    words = t("Box {points}", points=signed(box)) if box >= 0 else t("Team {points}", points=signed(-box))
    kind = _kind(session, t)
    return f"{words} · {kind}" if kind else words


def _paid(session: Session) -> Mapping[Seat, int]:
    """The result of a finished game for each; the box's with its partner's share, and with a bank what was paid."""
    game = session.game
    return paid(game) if game.balances else dict(game.points)


def _kind(session: Session, t: Texts) -> str:
    """The word for a game played out as gammon or backgammon."""
    game = session.game
    victory = game.board.won_by
    played = any(bet.result and bet.result.ending is Ending.PLAYED for bet in game.bets)
    if not victory or not played or victory[1] is Kind.SINGLE:
        return ""
    return t("gammon") if victory[1] is Kind.GAMMON else t("backgammon")


def _members(session: Session, captain: Seat, names: Callable[[Seat], str], t: Texts) -> Iterable[Member]:
    """The team in line order, the partner of the box last."""
    game = session.game
    waiting = {
        seat
        for question in questions(session)
        if question.ask not in (Ask.TABLE, Ask.CUBE, Ask.NEXT)
        for seat in question.waiting
    }
    if game.phase is Phase.CUBE and game.on_roll is not None:
        waiting.add(game.on_roll)
    for place, seat in enumerate(game.team):
        index = BetIndex(place)
        state, tone = _state(session, index, seat, t)
        yield Member(
            name=names(seat),
            score=_balance(session, seat),
            role=_captain_word(session, captain, t) if seat == captain else "",
            captain=seat == captain,
            cube=_member_cube(session, index),
            state=state,
            tone=tone,
            acts=seat in waiting,
            out=bool(_decided_early(game.bets[index])) and not game.held(seat) and game.phase is not Phase.OVER,
            answered=_has_answered(session, index, seat, waiting),
            extras=tuple(_extras(session, seat)),
        )
    if (partner := game.partner) is not None:
        yield Member(names(partner), _balance(session, partner), state=t("partner"), acts=partner in waiting)


def _has_answered(session: Session, index: BetIndex, seat: Seat, waiting: Collection[Seat]) -> bool:
    """Whether a member has answered an offer of the box that is still sealed."""
    exchange = session.game.exchange
    if exchange is None or exchange.extras or exchange.offer.answerer is not TEAM:
        return False
    return index in exchange.bets and session.game.answerer(index) == seat and seat not in waiting


def _extras(session: Session, seat: Seat) -> Iterable[Cube]:
    """The cubes of a member's extras, on either side."""
    game = session.game
    for held in game.held(seat):
        bet = game.bets[held]
        if game.is_extra(held) and bet.result is None and (cube := lying_cube(bet, session.options.cube)):
            # In a cell 0 is the member, whichever side of the extra is theirs.
            owner = None if cube.owner is None else int(bet.seat(Side(cube.owner)) != seat)
            yield replace(cube, owner=owner)


def _decided_early(bet: Bet) -> bool:
    """Whether a bet was closed before the board was played out."""
    return bet.result is not None and bet.result.ending is not Ending.PLAYED


def _member_cube(session: Session, index: BetIndex) -> Cube | None:
    """A member's own cube in their cell. None for holders of extras only, whose state tells of it."""
    game = session.game
    bet = game.bets[index]
    if not session.options.cube.cube or (bet.result and game.held(bet.white)):
        return None
    if game.exchange and index in game.exchange.bets:
        return Cube(game.exchange.offer.taken(bet), offered_to=game.exchange.offer.answerer)
    return lying_cube(bet, session.options.cube)


def _state(session: Session, index: BetIndex, seat: Seat, t: Texts) -> tuple[str, Tone]:
    """A member's state and its tone; in the window only of the roller and of holds."""
    game = session.game
    if game.phase is Phase.OVER:
        return _outcome(session, seat, t)
    if session.partnering and session.partnering.asked == seat:
        return t("partner?"), Tone.ASKED
    if asked := _cube_state(session, index, seat, t):
        return asked
    if any(seat in proposal.of for proposal in session.proposals):
        return t("accept?"), Tone.ASKED
    if game.held(seat) and seat in game.away:
        return t("gone"), Tone.BAD
    if seat in game.holding:
        return t("holds"), Tone.ASKED
    if any(proposal.what.by == seat for proposal in session.proposals):
        return t("proposes"), Tone.PLAIN
    if game.bets[index].result and not game.held(seat):
        return _bet_outcome(game.bets[index], game.unit, t)
    if seat == game.on_roll and game.exchange is None:
        return (t("plays") if game.phase is Phase.PLAY else t("to roll")), Tone.ASKED
    if extras := [each for each in game.held(seat) if game.is_extra(each)]:
        return t.many("{number} extra", "{number} extras", len(extras)), Tone.PLAIN
    return "", Tone.PLAIN


def _cube_state(session: Session, index: BetIndex, seat: Seat, t: Texts) -> tuple[str, Tone] | None:
    """What a member has to answer; None if nothing."""
    game = session.game
    exchange = game.exchange
    if exchange is None:
        return None
    if extras := exchange.extras:
        if index == extras.bet:
            asked = extras.forced or not extras.asked
            word = t("beaver?") if extras.forced else t("extras?")
            return (word, Tone.ASKED) if asked else (t("stays in"), Tone.GOOD)
        if index not in extras.droppers or extras.asked:
            return (t("extra?"), Tone.ASKED) if index in extras.droppers else None
        given = index in questions(session)[0].bets
        return (t("offers"), Tone.GOOD) if given else (t("drops"), Tone.BAD)
    if not any(seat in (game.bets[each].white, game.bets[each].black) for each in exchange.bets):
        return None
    stage = exchange.offer.stage
    if any(game.answerer(each) == seat for each in exchange.bets):
        words = {OfferStage.DOUBLE: t("doubled?"), OfferStage.BEAVER: t("beaver?"), OfferStage.RACCOON: t("raccoon?")}
        return words[stage], Tone.ASKED
    words = {OfferStage.DOUBLE: t("doubles"), OfferStage.BEAVER: t("beaver!"), OfferStage.RACCOON: t("raccoon!")}
    return words[stage], Tone.GOOD


def _bet_outcome(bet: Bet, unit: int, t: Texts) -> tuple[str, Tone]:
    """How a member's bet was closed while others go on."""
    assert bet.result is not None
    points = bet.result.points
    if bet.result.ending is Ending.DROPPED and points < 0:
        return t("dropped"), Tone.BAD
    return _won(in_points(points, unit), t)


def _outcome(session: Session, seat: Seat, t: Texts) -> tuple[str, Tone]:
    """A member's result of a finished game, extras included."""
    if session.game.void:
        return "", Tone.PLAIN
    points = in_points(_paid(session)[seat], session.game.unit)
    if not points and dict(session.game.points)[seat] > 0:
        return t("won {points}", points=number(points)), Tone.PLAIN
    return _won(points, t)


def _won(points: Points, t: Texts) -> tuple[str, Tone]:
    if points > 0:
        return t("won {points}", points=number(points)), Tone.GOOD
    if points < 0:
        return t("lost {points}", points=number(-points)), Tone.BAD
    return t("even"), Tone.PLAIN
