"""Sentences of a match or money session: news, questions, confirmations. Pictures and buttons are elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from discord.utils import escape_markdown

from bot.backgammon import Ask, Ending, Kind, Match, OfferStage, Phase, Question, Seat, Side, actions, standing
from bot.backgammon.actions import AnyAction
from bot.backgammon.match import resigned_points, resigned_price
from bot.screens.common_words import doubles_words, request_words
from bot.screens.emoji import beside_side, shown_roll
from bot.screens.names import Names, kind_words, plain, roll_words
from bot.screens.resigning import resign_question
from bot.tables.heads_up.news import News, Over
from bot.tables.table import Table
from bot.texts import Texts
from render.text import signed

Proposed = actions.Resign | actions.Settle | actions.Undo | actions.Abort | actions.Rest


def line(news: News, match: Match, names: Names, t: Texts) -> str:
    """One news entry; empty if it needs no words. `match` is the current state."""
    told = "" if _still_asked(news, match) else _action_words(news, match, names, t)
    ended = ""
    if news.over:
        # After the last game, the words about the closed table tell the rest.
        told_then = match.closed and news.over.number == match.number
        ended = (won_words if told_then else over_words)(news.over, match, names, t)
    return "\n".join(part for part in (told, ended) if part)


def _still_asked(news: News, match: Match) -> bool:
    """Whether a proposal still waits for its answer, in which case the question tells of it."""
    if isinstance(news.action, actions.Double | actions.Beaver | actions.Raccoon):
        return match.game.offer is not None and news.cube == match.game.offer.taken(match.game.bet)
    return any(each.what == news.action for each in match.proposals)


def _action_words(news: News, match: Match, names: Names, t: Texts) -> str:
    who = "" if news.seat is None else names(news.seat)
    match news.action:
        case actions.OpeningRoll(dice=(white, black)) if white == black:
            again = t("Opening roll: both throw {number}. Once more.", number=white)
            return again + (" " + t("The cube is at {cube}.", cube=news.cube) if news.cube > 1 else "")
        case actions.OpeningRoll(dice=(white, black)):
            first = names(0 if white > black else 1)
            return t(
                "Opening roll: {white} {first}, {black} {second}. {who} begins.",
                white=names(0), first=white, black=names(1), second=black, who=first,
            )  # fmt: skip
        case actions.Move() if news.dice and not news.text:
            return t("{who} {roll}: cannot move", who=who, roll=roll_words(news.dice))
        case actions.Move() if news.dice:
            return f"{who} {roll_words(news.dice)}: {escape_markdown(news.text)}"
        case actions.Double():
            return doubles_words(who, 1, news.cube, t)
        case actions.Take():
            return t("{who} takes. The cube is at {cube}.", who=who, cube=news.cube)
        case actions.Drop():
            return t("{who} drops.", who=who)
        case actions.Beaver():
            return t("{who} beavers: the cube goes to {cube}.", who=who, cube=news.cube)
        case actions.Raccoon():
            return t("{who} raccoons: the cube goes to {cube}.", who=who, cube=news.cube)
        case actions.Accept() | actions.Undo() | actions.Abort() | actions.Rest() if news.proposal is not None:
            return _accepted_words(news, who, t)
        case actions.Decline():
            return _declined_words(news, who, t)
        case actions.Resign() | actions.Settle() | actions.Undo() | actions.Abort() | actions.Rest() as what if (
            news.seat is not None
        ):
            return proposal_words(what, names, t)
        case actions.Rest():
            return t("I was away for a while. No clock runs until you are **Ready**, for 30 minutes at most.")
        case actions.Ready() if news.seat is not None:
            return t("{who} is ready.", who=who)
        case actions.Ready():
            return t("The rest is over.")
        case actions.Abort():
            return t("A moderator has voided the game.")
        case actions.Claim(match=True):
            return t("{who} claims the match.", who=who)
        case actions.Claim():
            return t("{who} claims the game.", who=who)
        case actions.Flag():
            return t("⏱ {who}'s time is up.", who=who)
        case actions.Sat():
            return t("{who} change places: from now on the other one sits.", who=who)
        case actions.Next() if news.seat is not None:
            return t("{who} is ready for the next game.", who=who)
        case actions.End() if not match.rules.length:
            return t("{who} ends the session.", who=who) if who else t("Nobody went on, so the session ends.")
        case _:
            return ""


def proposed_words(what: Proposed, match: Match, names: Names, t: Texts) -> str:
    """A current proposal, with the points it would cost, or what would be taken back."""
    if isinstance(what, actions.Undo) and (told := _undo_words(what, match, names, t)):
        return told
    if not isinstance(what, actions.Resign) or what.kind is None:
        return proposal_words(what, names, t)
    assert what.by is not None
    who, lost, points = names(what.by), kind_words(what.kind, t), resigned_points(match, what)
    return t.many(
        "{who} offers to resign {what}: {points} point.", "{who} offers to resign {what}: {points} points.",
        points, who=who, what=lost, points=points,
    )  # fmt: skip


def _undo_words(what: actions.Undo, match: Match, names: Names, t: Texts) -> str:
    """An undo that is asked for, with the action it would take back; empty where that cannot be told."""
    before, game = match.before, match.game
    assert what.by is not None
    if before is None:
        return ""
    who, board, mover = names(what.by), before.game.board, before.mover
    if game.offer is not None:
        return t("{who} asks to take back the double to {cube}.", who=who, cube=game.offer.taken(game.bet))
    if game.phase is Phase.OVER and (game.bet.result is None or game.bet.result.ending is not Ending.PLAYED):
        return t("{who} asks to take back the end of the game.", who=who)
    if board.dice is None or mover is None:
        return ""
    now = game.board.seen_by_white if board.turn is Side.WHITE else game.board.seen_by_white.mirrored()
    # The bot may have played for the other side since: then the dice alone are told.
    play = next((f": {escape_markdown(str(each))}" for each in before.plays if each.result == now), "")
    played = f"{names(mover)} {roll_words(board.dice)}{play}"
    return t("{who} asks to take back this play: {play}.", who=who, play=played)


def proposal_words(what: Proposed, names: Names, t: Texts) -> str:
    """A current or past proposal."""
    assert what.by is not None
    who = names(what.by)
    match what:
        case actions.Resign():
            return t("{who} offers to resign {what}.", who=who, what=kind_words(what.kind, t))
        case actions.Settle(points=0):
            return t("{who} offers to settle the game at nothing.", who=who)
        case actions.Settle():
            receiver = names(what.by if what.points > 0 else 1 - what.by)
            return t.many(
                "{who} offers to settle: {receiver} receives {number} point.",
                "{who} offers to settle: {receiver} receives {number} points.",
                abs(what.points), who=who, receiver=receiver,
            )  # fmt: skip
        case actions.Undo() | actions.Abort() | actions.Rest():
            return request_words(what, names, t)


def _accepted_words(news: News, who: str, t: Texts) -> str:
    match news.proposal:
        case actions.Resign():
            return t("{who} accepts the resignation.", who=who)
        case actions.Settle():
            return t("{who} accepts the settlement.", who=who)
        case actions.Undo():
            return t("{who} agrees: the last action is taken back.", who=who)
        case actions.Rest():
            return t("{who} agrees: the table rests, for 24 hours at most.", who=who)
        case _:
            return t("{who} agrees: the game is void.", who=who)


def _declined_words(news: News, who: str, t: Texts) -> str:
    match news.proposal:
        case actions.Resign():
            return t("{who} refuses the resignation. The game goes on.", who=who)
        case actions.Settle():
            return t("{who} refuses the settlement. The game goes on.", who=who)
        case actions.Undo():
            return t("{who} lets the last action stand.", who=who)
        case actions.Rest():
            return t("{who} wants to go on.", who=who)
        case _:
            return t("{who} wants to play this game on.", who=who)


def over_words(over: Over, match: Match, names: Names, t: Texts) -> str:
    """The result of a game, and the score unless it is the same."""
    won = won_words(over, match, names, t)
    if over.winner is None or (over.number == 1 and not match.rules.length):
        return won
    if over.match_won:
        return won + "\n" + _match_words(over.winner, over.score, match.rules.length, names, t)
    return won + "\n" + score_words(over.score, match.rules.length, names, t)


def won_words(over: Over, match: Match, names: Names, t: Texts) -> str:
    """The result of a game."""
    if over.ending is None:
        return t("Game {number} counts for nothing.", number=over.number)
    if over.winner is None:
        return t("Game {number} is settled; nobody pays.", number=over.number)
    who = names(over.winner)
    how = {Kind.GAMMON: t("gammon"), Kind.BACKGAMMON: t("backgammon")}.get(over.kind or Kind.SINGLE, "")
    if over.single:
        won = t.many(
            "{who} wins {number} point: the {how} counts single, the cube was not turned.",
            "{who} wins {number} points: the {how} counts single, the cube was not turned.",
            over.points, who=who, how=how,
        )  # fmt: skip
    elif over.ending is Ending.PLAYED and how:
        won = t.many(
            "{who} wins {number} point with a {how}.", "{who} wins {number} points with a {how}.", over.points,
            who=who, how=how,
        )  # fmt: skip
    else:
        won = t.many("{who} wins {number} point.", "{who} wins {number} points.", over.points, who=who)
    return won


def _match_words(winner: Seat, score: tuple[int, int], length: int, names: Names, t: Texts) -> str:
    points = standing(score, length)
    return t("🏆 {who} wins the match {score}.", who=names(winner), score=f"{points[winner]} : {points[1 - winner]}")


def score_words(score: tuple[int, int], length: int, names: Names, t: Texts) -> str:
    """The score of a match, or the balance of a session."""
    white, black = names(0), names(1)
    score = standing(score, length)
    if length:
        return t(
            "Match to {length}: {white} {first}, {black} {second}.",
            length=length, white=white, first=score[0], black=black, second=score[1],
        )  # fmt: skip
    return t(
        "Balance: {white} {first}, {black} {second}.",
        white=white, first=signed(score[0]), black=black, second=signed(score[1]),
    )  # fmt: skip


def asked(match: Match, shown: Iterable[Question], names: Names, mention: Names, t: Texts) -> list[str]:
    """The questions `shown`, one line each; players who must act by `mention`, others by `names`."""
    return [text for question in shown if (text := _question_words(match, question, names, mention, t))]


def _question_words(match: Match, question: Question, names: Names, mention: Names, t: Texts) -> str:
    if question.ask is Ask.TABLE or not question.of:
        return ""
    who = t.listed(map(mention, question.of))
    game = match.game
    match question.ask:
        case Ask.CUBE:
            return t("{who}, roll or double.", who=who)
        case Ask.ROLL:
            return t("{who}, roll.", who=who)
        case Ask.PLAY:
            assert game.board.dice is not None
            return t("{who}, play {roll}.", who=who, roll=shown_roll(game.board.dice))
        case Ask.OFFER:
            return _offer_words(match, question, who, names, t)
        case Ask.READY if question.waiting:
            return t("{who}, press Ready to go on.", who=who)
        case Ask.READY:
            return t("⏸ The table rests. Press Ready to go on.")
        case Ask.NEXT:
            return t("{who}: another game? Press Next, or End.", who=who)
        case _:
            what = next(each.what for each in match.proposals if each.number == question.number)
            question_mark = t("Accept or decline?")
            return f"{who}: {proposed_words(what, match, names, t)} {question_mark}"


def _offer_words(match: Match, question: Question, who: str, names: Names, t: Texts) -> str:
    offer, bet = match.game.offer, match.game.bet
    assert offer is not None
    other = names(1 - question.of[0])
    cube = offer.taken(bet)
    options = {
        actions.Take: t("take"),
        actions.Drop: t("drop"),
        actions.Beaver: t("beaver"),
        actions.Raccoon: t("raccoon"),
    }
    ways = t.either(options[answer] for answer in question.answers)
    said = {
        OfferStage.DOUBLE: t("{who}, {other} doubles to {cube}: {ways}?", who=who, other=other, cube=cube, ways=ways),
        OfferStage.BEAVER: t("{who}, {other} beavers to {cube}: {ways}?", who=who, other=other, cube=cube, ways=ways),
        OfferStage.RACCOON: t("{who}, {other} raccoons to {cube}: {ways}?", who=who, other=other, cube=cube, ways=ways),
    }
    return said[offer.stage]


def closed_words(match: Match, names: Names, t: Texts) -> str:
    """The end of a closed table; empty while it runs, as between two games of a match."""
    if not match.closed:
        return ""
    if match.rules.length and match.winner is not None:
        return _match_words(match.winner, match.score, match.rules.length, names, t)
    if match.rules.length:
        return t("The match was not finished.") + " " + score_words(match.score, match.rules.length, names, t)
    over = t("The session is over.")
    # A session of one game is closed under that game's points.
    return over if match.number == 1 and any(match.score) else over + " " + score_words(match.score, 0, names, t)


def colour_words(table: Table, t: Texts) -> str:
    """Who has which checkers, if the challenger does not have the light ones."""
    light = table.about.light
    if light is None:
        return t("Colours are drawn.")
    return dark_words(table, light, t) if light else ""


def dark_words(table: Table, light: Seat, t: Texts) -> str:
    return t("**{who}** has the dark checkers.", who=plain(table.people.seats[1 - light].name)) + beside_side(1)


def match_doubt(match: Match, action: AnyAction, t: Texts) -> str:
    """The confirmation question for an action, ephemeral."""
    bet, offer = match.game.bet, match.game.offer
    if isinstance(action, actions.Double):
        return t("Double the cube to {cube}?", cube=2 * bet.value)
    if isinstance(action, actions.Resign):
        points = resigned_price(match, action)
        words = resign_question(action.kind, points, t)
        named = action.kind is None
    else:
        points, named = offer.refused(bet) if offer else bet.value, False
        words = t.many("Drop and lose {number} point?", "Drop and lose {number} points?", points)
    length, by = match.rules.length, action.by
    if length and not named and by is not None and match.score[1 - by] + points >= length:
        words += " " + t("That loses the match.")
    return words


def reservations(match: Match, turn: Side, names: Names, t: Texts) -> list[str]:
    """Why cube advice may be wrong at this table."""
    found: list[str] = []
    if not match.rules.bet.cube:
        found.append(t("There is no cube in this game."))
    elif match.game.score and match.game.score.crawford:
        found.append(t("This is the Crawford game: nobody may double in it."))
    elif match.game.bet.owner is turn.other:
        found.append(t("The cube is with {who} now.", who=names(turn.other)))
    if match.rules.length:
        found.append(t("This is what holds for money; the score of the match may ask for something else."))
    return found
