"""A chouette as a picture: the team at the bottom, named by whoever rolls for it, the box at the top, a cell a member.

While doubles, passes and answers are sealed the picture is the same whatever they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.backgammon import Ask, Beavers, Bet, Ending, Jacoby, Kind, OfferStage, Phase, Seat, Side, numbers
from bot.chouette import BOX, TEAM, BoxTake, Consult, LoneTaker, Session, questions
from bot.chouette.actions import Resign
from bot.core.actions import BetIndex
from bot.screens.board_scene import lying_cube, rule_tags
from bot.screens.names import kind_words
from bot.texts import Texts
from render import Cube, Die, LastPlay, Member, Scene, Tone
from render.text import signed


def session_scene(session: Session, names: Callable[[Seat], str], last: LastPlay | None, theme: str, t: Texts) -> Scene:
    """The board of any state as everybody sees it. `names` are as people write them, `last` the play that led to it."""
    game = session.game
    dice = game.board.dice if game.phase is Phase.PLAY else None
    position = session.game.board.seen_by_white
    captain, box = _captain(session), _box(session)
    banner, side = _banner(session, t)
    return Scene(
        bottom=position.own,
        top=position.opponent,
        names=(_team_name(session, captain, names), names(box)),
        scores=(signed(session.players[captain].points), signed(session.players[box].points)),
        tags=tuple(tags(session, t)),
        turn=_asked_side(session),
        numbers_from=game.board.turn or TEAM,
        dice=tuple(Die(number) for number in numbers(dice)) if dice else (),
        cube=_board_cube(session),
        last=last,
        banner=banner,
        banner_side=side,
        roles=(t("CAPTAIN"), t("BOX")),
        members=tuple(_members(session, captain, names, t)),
        pips_label=t("pips"),
        theme=theme,
    )


def tags(session: Session, t: Texts) -> Iterable[str]:
    """Short words for the rules that stand out."""
    options = session.options
    if options.cube.jacoby is not Jacoby.OFF:
        yield t("Jacoby")
    yield from rule_tags(session.rules, t)
    if options.lone_taker in (LoneTaker.EXTRAS, LoneTaker.EXTRAS_VOLUNTARY):
        yield t("extras")
    if options.box_take is BoxTake.ALL_OR_NONE:
        yield t("all or none")
    if options.cube.animals is Beavers.NONE:
        yield t("no beavers")
    if options.consult is Consult.NONE:
        yield t("no advice")


def _captain(session: Session) -> Seat:
    """Who rolls for the team, or did when the last bets closed."""
    game = session.game
    acting = game.acting_captain
    if acting is not None:
        return acting
    return game.captain if game.decider is None else game.decider


def _box(session: Session) -> Seat:
    """Who rolls for the box's side."""
    acting = session.game.acting_box
    return session.game.box if acting is None else acting


def _team_name(session: Session, captain: Seat, names: Callable[[Seat], str]) -> str:
    """The acting captain, and how many others are in with him; after the end, how many the team had."""
    game = session.game
    team = game.players(TEAM) or game.team
    others = len([seat for seat in team if seat != captain])
    return f"{names(captain)} + {others}" if others else names(captain)


def _asked_side(session: Session) -> Side | None:
    """Which side has to do something."""
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
    """The first resignation that waits for an answer."""
    return next((each.what for each in session.proposals if isinstance(each.what, Resign)), None)


def _board_cube(session: Session) -> Cube | None:
    """The cube on the board: of a game between two; in a larger team only cubes that are all offered at one value."""
    game = session.game
    if not session.options.cube.cube:
        return None
    if exchange := game.exchange:
        values = {exchange.offer.taken(game.bets[index]) for index in exchange.bets}
        return Cube(values.pop(), offered_to=exchange.offer.answerer) if len(values) == 1 else None
    if len(game.team) > 1:
        return None
    return lying_cube(game.bets[0], session.options.cube)


def _banner(session: Session, t: Texts) -> tuple[str, int | None]:
    """The word across the board, and in whose half it stands if it is for one side."""
    game = session.game
    if session.partnering:
        return t("Partner?"), _asked_side(session)
    if exchange := game.exchange:
        stage = exchange.offer.stage
        words = {OfferStage.DOUBLE: t("Double?"), OfferStage.BEAVER: t("Beaver!"), OfferStage.RACCOON: t("Raccoon!")}[
            stage
        ]
        if exchange.extras:
            words = t("Beaver or drop?") if exchange.extras.forced else t("Extras?")
        return words, exchange.offer.answerer
    if resigned := _resigned(session):
        return t("Resigns {what}?", what=kind_words(resigned.kind, t)), _asked_side(session)
    return (_result(session, t), None) if game.phase is Phase.OVER else ("", None)


def _result(session: Session, t: Texts) -> str:
    """What a game came to for the box, its partner's share included."""
    game = session.game
    if game.void:
        return t("Void")
    box = dict(game.points)[game.box]
    words = t("Box {points}", points=signed(box)) if box >= 0 else t("Team {points}", points=signed(-box))
    victory = game.board.won_by
    played = any(bet.result and bet.result.ending is Ending.PLAYED for bet in game.bets)
    if not victory or not played or victory[1] is Kind.SINGLE:
        return words
    kind = t("gammon") if victory[1] is Kind.GAMMON else t("backgammon")
    return f"{words} · {kind}"


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
            score=signed(session.players[seat].points),
            role=t("CPT") if seat == captain else "",
            cube=_member_cube(session, index),
            state=state,
            tone=tone,
            acts=seat in waiting,
            out=bool(_decided_early(game.bets[index])) and not game.held(seat),
        )
    if (partner := game.partner) is not None:
        points = signed(session.players[partner].points)
        yield Member(names(partner), points, t("PRT"), state=t("PARTNER"), acts=partner in waiting)


def _decided_early(bet: Bet) -> bool:
    """Whether a bet was closed before the board was played out."""
    return bet.result is not None and bet.result.ending is not Ending.PLAYED


def _member_cube(session: Session, index: BetIndex) -> Cube | None:
    """A member's own cube, as his cell shows it. Who only holds an extra has none: his state tells of it."""
    game = session.game
    bet = game.bets[index]
    if not session.options.cube.cube or (bet.result and game.held(bet.white)):
        return None
    if game.exchange and index in game.exchange.bets:
        return Cube(game.exchange.offer.taken(bet), offered_to=game.exchange.offer.answerer)
    return lying_cube(bet, session.options.cube)


def _state(session: Session, index: BetIndex, seat: Seat, t: Texts) -> tuple[str, Tone]:
    """A word about a member, and how it is meant; in the window only of who rolls and who holds."""
    game = session.game
    if game.phase is Phase.OVER:
        return _outcome(session, seat, t)
    if session.partnering and session.partnering.asked == seat:
        return t("PARTNER?"), Tone.ASKED
    if asked := _cube_state(session, index, seat, t):
        return asked
    if any(seat in proposal.of for proposal in session.proposals):
        return t("ACCEPT?"), Tone.ASKED
    if game.held(seat) and seat in game.away:
        return t("AWAY"), Tone.BAD
    if seat in game.holding:
        return t("HOLDS"), Tone.ASKED
    if any(proposal.what.by == seat for proposal in session.proposals):
        return t("PROPOSES"), Tone.PLAIN
    if game.bets[index].result and not game.held(seat):
        return _bet_outcome(game.bets[index], t)
    if seat == game.on_roll and game.exchange is None:
        return (t("PLAYS") if game.phase is Phase.PLAY else t("ROLLS")), Tone.ASKED
    if extras := [each for each in game.held(seat) if game.is_extra(each)]:
        return t.many("{number} EXTRA", "{number} EXTRAS", len(extras)), Tone.PLAIN
    return "", Tone.PLAIN


def _cube_state(session: Session, index: BetIndex, seat: Seat, t: Texts) -> tuple[str, Tone] | None:
    """What a member has to do with the cubes on the table; None if nothing."""
    game = session.game
    exchange = game.exchange
    if exchange is None:
        return None
    if extras := exchange.extras:
        if index == extras.bet:
            asked = extras.forced or not extras.asked
            word = t("BEAVER?") if extras.forced else t("EXTRAS?")
            return (word, Tone.ASKED) if asked else (t("STAYS IN"), Tone.GOOD)
        if index not in extras.droppers or extras.asked:
            return (t("EXTRA?"), Tone.ASKED) if index in extras.droppers else None
        given = index in questions(session)[0].bets
        return (t("OFFERS"), Tone.GOOD) if given else (t("DROPS"), Tone.BAD)
    if not any(seat in (game.bets[each].white, game.bets[each].black) for each in exchange.bets):
        return None
    stage = exchange.offer.stage
    if any(game.answerer(each) == seat for each in exchange.bets):
        words = {OfferStage.DOUBLE: t("DOUBLED?"), OfferStage.BEAVER: t("BEAVER?"), OfferStage.RACCOON: t("RACC.?")}
        return words[stage], Tone.ASKED
    words = {OfferStage.DOUBLE: t("DOUBLES"), OfferStage.BEAVER: t("BEAVERS"), OfferStage.RACCOON: t("RACC.")}
    return words[stage], Tone.GOOD


def _bet_outcome(bet: Bet, t: Texts) -> tuple[str, Tone]:
    """How a member's bet was closed while others go on."""
    assert bet.result is not None
    points = bet.result.points
    if bet.result.ending is Ending.DROPPED and points < 0:
        return t("DROPPED"), Tone.BAD
    return _won(points, t)


def _outcome(session: Session, seat: Seat, t: Texts) -> tuple[str, Tone]:
    """What a finished game came to for a member, extras included."""
    if session.game.void:
        return "", Tone.PLAIN
    return _won(dict(session.game.points)[seat], t)


def _won(points: int, t: Texts) -> tuple[str, Tone]:
    if points > 0:
        return t("WON {points}", points=points), Tone.GOOD
    if points < 0:
        return t("LOST {points}", points=-points), Tone.BAD
    return t("EVEN"), Tone.PLAIN
