"""Questions of a chouette, one line each. Players waited for are mentioned, others named.

In the window nothing reveals who has spoken, not even mentions: while it is sealed the text does not change.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.backgammon import Ask, OfferStage, Question, Reply, Seat
from bot.backgammon import bet as cube
from bot.chouette import (
    NO_HOST,
    Exchange,
    LoneTaker,
    Proposal,
    Session,
    Window,
    answers_alike,
    may_decline_box,
    questions,
    spoken,
)
from bot.chouette.actions import Double
from bot.chouette.play_time import is_timed, reserve_left
from bot.screens.chouette.words import merged, session_proposal_words
from bot.screens.emoji import shown_roll
from bot.screens.names import Names
from bot.texts import Texts


def session_asked(session: Session, shown: Iterable[Question], names: Names, mention: Names, t: Texts) -> list[str]:
    """The lines for the questions `shown`; players who must act by `mention`, others by `names`."""
    lines = [_question_words(session, question, names, mention, t) for question in shown]
    return [line for line in (*lines, *_proposal_lines(session, names, mention, t)) if line]


def _question_words(session: Session, question: Question, names: Names, mention: Names, t: Texts) -> str:
    who = t.listed(map(mention, question.waiting))
    match question.ask:
        case Ask.CUBE | Ask.ROLL if question == questions(session)[0]:
            return _roll_words(session, question, names, mention, t)
        case Ask.PLAY:
            assert session.game.board.dice is not None
            words = t("{who}, play {roll}.", who=who, roll=shown_roll(session.game.board.dice))
            return words + _reserve_words(session, t)
        case Ask.OFFER:
            return _offer_words(session, question, names, mention, t)
        case Ask.EXTRAS:
            return _extras_words(session, question, names, mention, t)
        case Ask.PARTNER if session.partnering and session.partnering.asked is None:
            return t("{who}, do you want a partner in the box?", who=who)
        case Ask.PARTNER:
            return t("{who}, will you share the box with {box}?", who=who, box=names(session.game.box))
        case Ask.NEXT:
            return _next_words(session, question, names, mention, t)
        case Ask.PAYMENT:
            return t("{who}: whoever has paid or been paid presses its button, or `/chouette paid`.", who=who)
        case _:
            return ""


def _roll_words(session: Session, question: Question, names: Names, mention: Names, t: Texts) -> str:
    """The roll, and the window before it."""
    (roller,) = question.of
    window = next((each for each in questions(session)[1:] if each.ask is Ask.CUBE), None)
    if window and roller in session.computers and (people := _people(session, window)):
        return t(
            "{who}: double or pass? Then {computer} rolls, at the latest after {seconds} s "
            "— answered {count} of {number}.",
            who=t.listed(map(mention, people)),
            computer=names(roller),
            seconds=session.options.cube_timer,
            count=len({*spoken(session)} & {*people}),
            number=len(people),
        ) + _holding_words(session, names, t)
    alone = window is not None and window.of == (roller,)
    who = mention(roller)
    words = [
        t("{who}, roll or double.", who=who) if alone or Double in question.answers else t("{who}, roll.", who=who)
    ]
    if window and not alone:
        shown = (
            mention(seat) if seat in _waited_for(session, window) - {roller} else names(seat) for seat in window.of
        )
        words.append(
            t.many(
                "Until then {who} may double — answered {count} of {number}.",
                "Until then {who} may double — answered {count} of {number}.",
                len(window.of),
                who=", ".join(shown),
                count=len({*spoken(session)} & {*window.of}),
            )
        )
    return " ".join(words) + _holding_words(session, names, t) + _reserve_words(session, t)


def _reserve_words(session: Session, t: Texts) -> str:
    """What is left of the reserve of whoever rolls or plays; empty where no such time runs."""
    if not is_timed(session) or session.game.on_roll is None:
        return ""
    minutes, seconds = divmod(reserve_left(session, session.game.on_roll) // 1000, 60)
    return " " + t("Reserve: {time}.", time=f"{minutes}:{seconds:02}")


def _holding_words(session: Session, names: Names, t: Texts) -> str:
    holding = [seat for seat in session.game.line if seat in session.game.holding]
    if not holding:
        return ""
    return " " + t.many("{who} asks to wait.", "{who} ask to wait.", len(holding), who=t.listed(map(names, holding)))


def _people(session: Session, window: Question) -> list[Seat]:
    """The players whose word in the window a computer waits for before it rolls."""
    return [seat for seat in window.of if seat not in (*session.computers, *session.game.away)]


def _waited_for(session: Session, window: Question) -> set[Seat]:
    """The players whose word in the window the roll waits for: while it is sealed, whether or not they have spoken."""
    there = {seat for seat in window.of if seat not in session.game.away}
    if session.options.window is Window.OPEN:
        return there & set(window.waiting)
    return {seat for seat in there if not session.players[seat].auto_pass}


def _offer_words(session: Session, question: Question, names: Names, mention: Names, t: Texts) -> str:
    """Cubes to be answered, grouped by value and choice, and the number of answers."""
    game, exchange = session.game, session.game.exchange
    assert exchange is not None
    if exchange.extras:
        bet = game.bets[exchange.extras.bet]
        return t(
            "{who} alone stays in and must beaver to {cube} or drop.",
            who=mention(bet.white), cube=2 * exchange.offer.taken(bet),
        )  # fmt: skip
    offer, waiting = exchange.offer, {game.answerer(index) for index in exchange.unanswered}
    together: list[tuple[Seat, Seat, tuple[int, tuple[Reply, ...]]]] = []
    for index in exchange.bets:
        bet, answerer = game.bets[index], game.answerer(index)
        if answerer in waiting:
            ways = cube.replies(bet, offer, session.options.cube)
            together.append((answerer, bet.seat(offer.answerer.other), (offer.taken(bet), ways)))

    def asked_of(seat: Seat) -> str:
        first = next(iter(session.speakers(seat)), seat)
        return mention(seat) if first == seat else t("{who} for {other}", who=mention(first), other=names(seat))

    words = [
        _offered(offer.stage, t.listed(map(asked_of, asked)), tuple(map(names, by)), value, ways, t)
        for asked, by, (value, ways) in merged(together)
    ]
    alike = (
        " " + t("The same answer for all.") if len(exchange.bets) > 1 and answers_alike(game, session.options) else ""
    )
    return "\n".join(words) + alike + _count(exchange, len(waiting), t)


def _offered(stage: OfferStage, who: str, by: tuple[str, ...], value: int, ways: Iterable[Reply], t: Texts) -> str:
    spelled = {
        Reply.TAKE: t("take"),
        Reply.DROP: t("drop"),
        Reply.BEAVER: t("beaver"),
        Reply.RACCOON: t("raccoon"),
    }
    choice = t.either(spelled[way] for way in ways)
    said = {
        OfferStage.DOUBLE: t.many(
            "{who}: {others} doubles to {cube}: {ways}?",
            "{who}: {others} double to {cube}. For each cube: {ways}?",
            len(by), who=who, others=t.listed(by), cube=value, ways=choice,
        ),
        OfferStage.BEAVER: t.many(
            "{who}: {others} beavers to {cube}: {ways}?",
            "{who}: {others} beaver to {cube}. For each cube: {ways}?",
            len(by), who=who, others=t.listed(by), cube=value, ways=choice,
        ),
        OfferStage.RACCOON: t.many(
            "{who}: {others} raccoons to {cube}: {ways}?",
            "{who}: {others} raccoon to {cube}. For each cube: {ways}?",
            len(by), who=who, others=t.listed(by), cube=value, ways=choice,
        ),
    }  # fmt: skip
    return said[stage]


def _count(exchange: Exchange, waiting: int, t: Texts) -> str:
    """How many of several cubes have been answered; empty if one player answers them and has not begun."""
    answered = len(exchange.bets) - len(exchange.unanswered)
    if len(exchange.bets) < 2 or (waiting == 1 and not answered):
        return ""
    return " " + t("Answered {count} of {all}.", count=answered, all=len(exchange.bets))


def _extras_words(session: Session, question: Question, names: Names, mention: Names, t: Texts) -> str:
    """The extras: first whether the droppers offer one, then whether the lone taker accepts them all."""
    game = session.game
    assert game.exchange is not None and game.exchange.extras is not None
    extras = game.exchange.extras
    taker, value = game.bets[extras.bet].white, game.bets[extras.bet].value
    concerned = [game.bets[index].white for index in question.bets]
    if extras.asked:
        answered = len(extras.droppers) - len(extras.asked)
        words = t(
            "{taker} alone stays in. {who}: do you pay {points} to offer an extra cube at {cube}?",
            taker=names(taker), who=t.listed(map(mention, concerned)), points=value, cube=2 * value,
        )  # fmt: skip
        return words + " " + t("Answered {count} of {all}.", count=answered, all=len(extras.droppers))
    offered = t.many(
        "{who}: {givers} pays {points} for an extra cube at {cube}.",
        "{who}: {givers} pay {points} each for an extra cube at {cube}.",
        len(concerned), who=mention(taker), givers=t.listed(map(names, concerned)), points=value, cube=2 * value,
    )  # fmt: skip
    if session.options.lone_taker is LoneTaker.EXTRAS_VOLUNTARY:
        return offered + " " + t("Stay in, with those you choose, or drop?")
    return offered + " " + t("Stay in with all of them, or drop?")


def _next_words(session: Session, question: Question, names: Names, mention: Names, t: Texts) -> str:
    if session.is_ending:
        return ""
    if len(question.of) < 2 and session.host == NO_HOST:
        return t("It takes two people to go on.")
    if len(question.of) < 2:
        return t("It takes two people to go on. Wait for somebody to join, or end the session.")
    box, captain = map(mention, question.of)
    words = t("{box} or {captain}, press Next for game {number}.", box=box, captain=captain, number=session.number + 1)
    if may_decline_box(session):
        heir = names(question.of[0])
        words += " " + t("{who} may refuse the box: `/chouette decline_box`.", who=heir)
    return words


def _proposal_lines(session: Session, names: Names, mention: Names, t: Texts) -> list[str]:
    """Proposals to those present, equal ones merged in one line."""
    lines: dict[str, list[Seat]] = {}
    for proposal in session.proposals:
        lines.setdefault(_proposed(session, proposal, names, t), []).extend(
            seat for seat in proposal.of if not session.has_left(seat)
        )
    ask = t("Accept or decline?")
    return [f"{t.listed(map(mention, dict.fromkeys(of)))}: {words} {ask}" for words, of in lines.items() if of]


def _proposed(session: Session, proposal: Proposal, names: Names, t: Texts) -> str:
    return session_proposal_words(proposal.what, session, names, t)
