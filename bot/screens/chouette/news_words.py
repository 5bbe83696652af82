"""News of a chouette as sentences. Sealed words have no news, hence no sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from discord.utils import escape_markdown

from bot.backgammon import Ask, Ending, Kind, OfferStage, Phase, Reply, Seat, Side
from bot.backgammon.actions import Abort, Accept, Claim, Decline, End, Move, Next, OpeningRoll, Undo
from bot.chouette import TEAM, Order, Session, in_points, questions, thrown
from bot.chouette.actions import (
    Arrange,
    Dismiss,
    Double,
    Hold,
    Lapse,
    Pass,
    Resign,
    Settle,
    Share,
)
from bot.screens.chouette.house_words import bank_words, coming_words, over_words, turn_of
from bot.screens.chouette.people_words import end_words, people_words
from bot.screens.chouette.words import (
    across,
    line_words,
    merged,
    points_words,
    rows_words,
    still_asked,
)
from bot.screens.common_words import doubles_words, request_words
from bot.screens.names import Names, kind_words, roll_words
from bot.tables.chouette.news import Closed, GameOver, SessionNews, Turned
from bot.texts import Texts
from render.text import number, signed


def session_line(news: SessionNews, session: Session, names: Names, t: Texts) -> str:
    """One news entry in one line or a few; empty if it needs no words. `session` is the current state."""
    sentences = [
        _action_words(news, session, names, t),
        *_offered_words(news, session, names, t),
        *_answered_words(news, session, names, t),
        *_extras_words(news.extras, names, t),
        *_closed_words(news.closed, session.unit, names, t),
    ]
    if news.captain is not None and not isinstance(news.action, Arrange | Next | Share) and not _rolls(news, session):
        sentences.append(t("{who} rolls for the team now.", who=names(news.captain)))
    lines = [" ".join(filter(None, sentences)), *(_over_words(news.over, session, names, t) if news.over else ())]
    return "\n".join(filter(None, lines))


def _rolls(news: SessionNews, session: Session) -> bool:
    """Whether the question, or the roll, already tells that the new captain rolls."""
    return any(
        question.ask in (Ask.ROLL, Ask.CUBE, Ask.PLAY) and news.captain in question.of
        for question in questions(session)
    )


def _action_words(news: SessionNews, session: Session, names: Names, t: Texts) -> str:
    who = "" if news.seat is None else names(news.seat)
    match news.action:
        case Arrange():
            return _arranged_words(news.action, session, names, t)
        case OpeningRoll(dice=(white, black)):
            return _opening_words(white, black, session, names, t)
        case Move() if news.dice and not news.text:
            return t("{who} {roll}: cannot move", who=who, roll=roll_words(news.dice))
        case Move() if news.dice:
            return f"{who} {roll_words(news.dice)}: {escape_markdown(news.text)}"
        case Double() if not news.offered:
            return t("{who} will double.", who=names(_doubling(news.action, session)))
        case Pass() if not news.offered:
            return t("{who} does not double.", who=who)
        case Hold() if news.seat not in session.game.holding:
            return t("{who} asked to wait.", who=who)
        case Lapse() if news.seat is not None:
            return t("{who} asked to wait; the time for it is over.", who=who)
        case Claim() if news.seat is not None:
            return t("{who} claims: those the table waits for have been silent for too long.", who=who)
        case Claim():
            return t("The time is up.")
        case Next():
            return _begins_words(session, names, t)
        case End() | Dismiss():
            return end_words(news, session, who, t)
        case Resign() | Settle() | Undo() | Abort() | Accept() | Decline():
            return _proposal_words(news, session, names, t)
        case _:
            return people_words(news, session, names, t)


def _begins_words(session: Session, names: Names, t: Texts) -> str:
    """A game that has been set up: by fixed turns of how many, the line, where its cubes begin."""
    line = line_words(session.game.line, session, names, t)
    at, after = turn_of(session)
    if numbered := session.turns is not None and at == session.number:
        begins = t("Game {number} of {all}. {line}", number=at, all=at + len(after), line=line)
    else:
        begins = t("Game {number}. {line}", number=session.number, line=line)
    return "\n".join(filter(None, (begins, coming_words(session, names, t, numbered=numbered))))


def _arranged_words(action: Arrange, session: Session, names: Names, t: Texts) -> str:
    """The throws for the order, if any, and the first line."""
    first = coming_words(session, names, t) if session.number == 1 else ""
    words = [line_words(session.game.line, session, names, t), *filter(None, (first,))]
    if action.dice and session.options.order is Order.ROLL and session.number == 1:
        there = len(session.game.line) + (session.game.partner is not None)
        rounds = [
            ", ".join(f"{names(seat)} {die}" for seat, die in throws) for throws in thrown(range(there), action.dice)
        ]
        again = [t("tied, so again: {throws}", throws=each) for each in rounds[1:]]
        words.insert(0, t("Thrown for the order: {throws}.", throws="; ".join([rounds[0], *again])))
    return "\n".join(words)


def _opening_words(white: int, black: int, session: Session, names: Names, t: Texts) -> str:
    """The opening roll: one die for the captain, one for the box."""
    if white == black:
        return t("Opening roll: both throw {number}. Once more.", number=white)
    game = session.game
    captain, box = names(game.captain), names(game.box)
    words = t(
        "Opening roll: {white} {first}, {black} {second}. {who} begins.",
        white=captain, first=white, black=box, second=black, who=captain if white > black else box,
    )  # fmt: skip
    if game.automatics:
        words += " " + t("Automatic doubles: every cube starts at {cube}.", cube=1 << game.automatics)
    return words


def _doubling(action: Double, session: Session) -> Seat:
    """Whose cubes a double announces: the player's own, or a delegator's."""
    assert action.by is not None
    known = (session.game.bets[index] for index in action.bets if index < len(session.game.bets))
    there = [seat for bet in known for seat in (bet.white, bet.black)]
    represented = (seat for seat in there if session.players[seat].delegate == action.by)
    return action.by if action.by in there else next(represented, action.by)


def _pairs(turned: Iterable[Turned], actor: Side) -> list[tuple[tuple[Seat, ...], tuple[Seat, ...], tuple[int, Reply]]]:
    """Pairs of (actors, others) with what was done, equal ones merged."""
    return merged(
        (
            each.white if actor is TEAM else each.black,
            each.black if actor is TEAM else each.white,
            (each.cube, each.reply or Reply.TAKE),
        )
        for each in turned
    )


def _still_offered(session: Session, turned: Turned) -> bool:
    """Whether the cube still waits for its answer, in which case the question tells of it."""
    game = session.game
    if game.exchange is None or game.exchange.extras is not None:
        return False
    return any((game.bets[index].white, game.bets[index].black) == (turned.white, turned.black)
               for index in game.exchange.bets)  # fmt: skip


def _offered_words(news: SessionNews, session: Session, names: Names, t: Texts) -> Iterable[str]:
    """Doubles; nothing while they wait for answers."""
    if not news.offered or all(_still_offered(session, each) for each in news.offered):
        return
    for actors, others, (value, _) in _pairs(news.offered, _side(news)):
        who, many = t.listed(map(names, actors)), len(actors)
        if others == (session.game.box,):
            yield doubles_words(who, many, value, t)
        else:
            whom = t.listed(map(names, others))
            yield t.many(
                "{who} doubles {others} to {cube}.", "{who} double {others} to {cube}.", many,
                who=who, others=whom, cube=value,
            )  # fmt: skip


def _side(news: SessionNews) -> Side:
    """The side that began the exchange."""
    assert news.side is not None
    return news.side


def _answered_words(news: SessionNews, session: Session, names: Names, t: Texts) -> Iterable[str]:
    """Answers in effect; a beaver or raccoon that waits for its own answer is told by the question."""
    told = [
        each
        for each in news.answered
        if each.reply not in (Reply.BEAVER, Reply.RACCOON) or not _still_offered(session, each)
    ]
    if not told:
        return
    doubler = _side(news)
    for actors, others, (value, reply) in _pairs(told, doubler if news.stage is OfferStage.BEAVER else doubler.other):
        whom = () if others == (session.game.box,) else tuple(map(names, others))
        yield _answer(news.stage, reply, tuple(map(names, actors)), whom, value, len(others), t)


def _answer(
    stage: OfferStage, reply: Reply, actors: Sequence[str], whom: Sequence[str], value: int, others: int, t: Texts
) -> str:
    """One answer of the `actors` to this many `others`; `whom` names them, except the box."""
    who, many = t.listed(actors), len(actors)
    points = t("{points} each", points=signed(-value)) if max(many, others) > 1 else signed(-value)
    match reply:
        case Reply.BEAVER:
            return t.many("{who} beavers to {cube}.", "{who} beaver to {cube}.", many, who=who, cube=value)
        case Reply.RACCOON:
            return t.many("{who} raccoons to {cube}.", "{who} raccoon to {cube}.", many, who=who, cube=value)
        case Reply.TAKE if stage is OfferStage.BEAVER:
            return t.many(
                "{who} accepts the beaver: the cube is at {cube}.", "{who} accept the beaver: the cube is at {cube}.",
                many, who=who, cube=value,
            )  # fmt: skip
        case Reply.TAKE if stage is OfferStage.RACCOON:
            return t.many(
                "{who} accepts the raccoon: the cube is at {cube}.", "{who} accept the raccoon: the cube is at {cube}.",
                many, who=who, cube=value,
            )  # fmt: skip
        case Reply.DROP if stage is OfferStage.BEAVER:
            return t.many(
                "{who} refuses the beaver ({points}).", "{who} refuse the beaver ({points}).", many,
                who=who, points=points,
            )  # fmt: skip
        case Reply.TAKE if whom:
            return t.many(
                "{who} takes from {others} at {cube}.", "{who} take from {others} at {cube}.", many,
                who=who, others=t.listed(whom), cube=value,
            )  # fmt: skip
        case Reply.TAKE:
            return t.many("{who} takes at {cube}.", "{who} take at {cube}.", many, who=who, cube=value)
        case Reply.DROP if whom:
            won = t.many(
                "{others} wins {points}", "{others} win {points} each", others,
                others=t.listed(whom), points=value * many,
            )  # fmt: skip
            return t.many("{who} drops: {won}.", "{who} drop: {won}.", many, who=who, won=won)
        case Reply.DROP:
            return t.many("{who} drops ({points}).", "{who} drop ({points}).", many, who=who, points=points)


def _extras_words(extras: Sequence[Turned], names: Names, t: Texts) -> Iterable[str]:
    """The extras the lone taker receives for staying in, and those dropped at once."""
    for givers, takers, value in merged((each.black, each.white, each.cube) for each in extras):
        who, taker = t.listed(map(names, givers)), names(takers[0])
        yield t.many(
            "{who} pays {taker} {points} for an extra cube at {cube}.",
            "{who} pay {taker} {points} each for an extra cube at {cube}.",
            len(givers), who=who, taker=taker, points=value // 2, cube=value,
        )  # fmt: skip
    dropped = [each for each in extras if each.reply is Reply.DROP]
    for takers, givers, value in merged((each.white, each.black, each.cube) for each in dropped):
        taker, who = names(takers[0]), t.listed(map(names, givers))
        points = t("{points} each", points=signed(-value)) if len(givers) > 1 else signed(-value)
        yield t("{who} drops the extra of {others} at once ({points}).", who=taker, others=who, points=points)


def _closed_words(closed: Sequence[Closed], unit: int, names: Names, t: Texts) -> Iterable[str]:
    """Results of bets that were resigned, settled, or lost by silence or leaving."""
    left = [each for each in closed if each.left]
    there = [each for each in closed if not each.left]
    if any(each.ending is Ending.CLAIMED for each in there):
        yield t("Lost by silence:")
    yield from _paid_words(there, unit, names, t)
    if left:
        yield t("Lost by leaving:")
    yield from _paid_words(left, unit, names, t)


def _paid_words(closed: Sequence[Closed], unit: int, names: Names, t: Texts) -> Iterable[str]:
    """Payments, equal ones merged."""
    together = [
        (each.black, each.white, each.points) if each.points >= 0 else (each.white, each.black, -each.points)
        for each in closed
    ]
    for payers, payees, units in merged(together):
        points = number(in_points(units, unit))
        payer, payee = t.listed(map(names, payers)), t.listed(map(names, payees))
        if not units:
            yield t("Nobody pays between {one} and {other}.", one=payer, other=payee)
        elif max(len(payers), len(payees)) > 1:
            yield t("{payer} → {payee}: {points} each.", payer=payer, payee=payee, points=points)
        else:
            yield t("{payer} → {payee}: {points}.", payer=payer, payee=payee, points=points)


def _proposal_words(news: SessionNews, session: Session, names: Names, t: Texts) -> str:
    who = "" if news.seat is None else names(news.seat)
    match news.action:
        case Accept() | Undo() | Abort() if news.proposal is not None:
            return _accepted_words(news, session, who, t)
        case Decline():
            return _declined_words(news, who, t)
        case Abort(by=None):
            return t("A moderator has voided the game.")
        case Resign() | Settle() | Undo() | Abort() as what if still_asked(session, what):
            return ""
        case Resign(kind=Kind() as kind) as what:
            whom = t.listed(map(names, across(what, session)))
            return t("{who} offers {others} to resign {what}.", who=who, others=whom, what=kind_words(kind, t))
        case Settle() as what:
            whom = t.listed(map(names, across(what, session)))
            return t(
                "{who} offers to settle with {others} for {points}.",
                who=who, others=whom, points=signed(in_points(what.points, session.unit)),
            )  # fmt: skip
        case Undo() | Abort() as what:
            return request_words(what, names, t)
        case _:
            return ""


def _accepted_words(news: SessionNews, session: Session, who: str, t: Texts) -> str:
    number = news.action.question if isinstance(news.action, Accept) else None
    waiting = any(
        each.number == number or (number is None and each.what == news.proposal) for each in session.proposals
    )
    match news.proposal:
        case Undo() | Abort() if waiting:
            return t("{who} agrees.", who=who)
        case Undo():
            return t("{who} agrees: the last action is taken back.", who=who)
        case Abort():
            return t("{who} agrees: the game is void.", who=who)
        case Resign():
            return t("{who} accepts the resignation.", who=who)
        case _:
            return t("{who} accepts the settlement.", who=who)


def _declined_words(news: SessionNews, who: str, t: Texts) -> str:
    match news.proposal:
        case Undo():
            return t("{who} lets the last action stand.", who=who)
        case Abort():
            return t("{who} wants to play this game on.", who=who)
        case Resign():
            return t("{who} refuses the resignation and plays on.", who=who)
        case _:
            return t("{who} refuses the settlement and plays on.", who=who)


def _over_words(over: GameOver, session: Session, names: Names, t: Texts) -> Iterable[str]:
    """A game's result for each player, and the next line."""
    # Players without a result are named only if nobody has one.
    points = points_words([each for each in over.points if each[1]] or over.points, session.unit, names)
    if over.void:
        yield t("Game {number} counts for nothing.", number=over.number)
    elif over.single:
        how = t("gammon") if over.kind is Kind.GAMMON else t("backgammon")
        yield t(
            "Game {number}, a {how} that counts single, no cube was turned: {points}.",
            number=over.number, how=how, points=points,
        )  # fmt: skip
    elif over.kind is Kind.GAMMON:
        yield t("Game {number}, a gammon: {points}.", number=over.number, points=points)
    elif over.kind is Kind.BACKGAMMON:
        yield t("Game {number}, a backgammon: {points}.", number=over.number, points=points)
    else:
        yield t("Game {number}: {points}.", number=over.number, points=points)
    if over.number > 1 and not session.closed:  # otherwise it is part of the words about the end of the session
        if session.banked:
            yield bank_words(session, names, t)
        else:
            yield t("Balance: {points}.", points=rows_words(over.totals, session.unit, over.line, names, t))
    yield from over_words(over, session, names, t)
    if session.game.phase is not Phase.OVER or not (session.is_ending or session.closed):
        if over.line and not over.void:
            taken = over.line[0] != over.box
            who = names(over.line[0])
            if session.turns is None:
                yield t("{who} has the box now.", who=who) if taken else t("{who} keeps the box.", who=who)
        yield line_words(over.line, session, names, t)
