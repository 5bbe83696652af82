"""The live message: when it is edited and when posted anew, whom it mentions, what it says, and its buttons."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Ask, Kind, Phase, Refused, Rules, actions, questions, standing
from bot.engine.thoughts import Level
from bot.screens.alt import alt_text
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face
from bot.screens.live import OLD, Plan, components, content, picture_name, plan, reminder
from bot.tables.desk import REMEMBERED
from bot.tables.table import Person, Screen, Table
from bot.texts import LANGUAGES, texts
from tests.backgammon.positions import board as placed
from tests.backgammon.random_play import RULES, next_action
from tests.seen_board import seen_board

from .lines import lines as lines_on_a_phone
from .states import ANN, BOB, OPENING, after, match_of, opened, random_tables, scene_of

NOW = 1_000_000.0
ENGLISH = texts("en")
PLAY = actions.Move(by=0, play="8/5 6/5")
ROLL = actions.Roll(by=1, dice=(6, 4))


class Channel:
    """What a channel has been shown of a table, without Discord."""

    def __init__(self, table: Table) -> None:
        self.table, self.now, self.posts = table, NOW, 0
        self.mentions: list[tuple[int, int]] = []
        self.buried: set[int] = set()
        """Those before whom something lies below the message."""

    def show(self, anew: bool = False) -> Plan:
        planned = plan(self.table, self.now, anew, lambda users, acting: bool(set(users) & self.buried))
        self._shown(planned)
        return planned

    def _shown(self, planned: Plan) -> None:
        screen = planned.screen
        if planned.new:
            self.posts += 1
            screen = replace(screen, message=self.posts)
            for question in questions(match_of(self.table)):
                for seat in question.waiting:
                    user = self.table.person(seat).user
                    fresh = question.number not in self.table.screen.mentioned and question.ask is not Ask.TABLE
                    if user in planned.mentioned and fresh:
                        self.mentions.append((question.number, user))
        self.table = replace(self.table, screen=screen)

    def act(self, *done: actions.AnyAction) -> Plan:
        self.table = after(self.table, *done)
        return self.show()


@pytest.fixture
def channel() -> Channel:
    """Ann has opened with 3-1 and been asked to play."""
    made = Channel(opened())
    made.act(OPENING)
    return made


def test_the_first_message_is_new_and_mentions_who_begins() -> None:
    planned = Channel(opened()).act(OPENING)
    assert planned.new and planned.mentioned == (ANN.user,)
    assert planned.screen.holders == (ANN.user,)


def test_when_the_other_must_act_a_new_message_mentions_him(channel: Channel) -> None:
    planned = channel.act(PLAY)
    assert planned.new and planned.mentioned == (BOB.user,)


def test_while_the_same_person_acts_the_message_is_edited(channel: Channel) -> None:
    channel.act(PLAY)
    planned = channel.act(ROLL)
    assert not planned.new and planned.mentioned == ()
    assert channel.table.screen.shown == channel.table.version


def test_an_edited_message_goes_on_telling_what_it_told(channel: Channel) -> None:
    channel.act(PLAY)
    channel.act(ROLL)
    told = content(channel.table, channel.table.screen.base, ENGLISH, 0)
    assert "**Ann** 3-1: 8/5 6/5" in told
    assert "Opening roll" not in told


def test_a_turn_that_the_bot_makes_for_the_computer_is_an_answer_too() -> None:
    """It owns no cube and is shut out: its roll and its dance come in one with the play of whom it answers."""
    channel = Channel(opened(people=(ANN, Person.computer("Computer", Level.INTERMEDIATE))))
    for each in (OPENING, PLAY, actions.Double(by=1), actions.Take(by=0), ROLL, actions.Move(by=1, play="24/14")):
        channel.act(each)
    posts = channel.posts
    for play in ("24/23 13/11*", "23/22 11/9", "22/21 9/7"):
        channel.act(actions.Roll(by=0, dice=(2, 1)))
        channel.act(actions.Move(by=0, play=play), actions.Roll(dice=(6, 5)), actions.Move(play=""))
        told = content(channel.table, channel.table.screen.base, ENGLISH, 0).splitlines()
        assert told == ["**Computer** 6-5: cannot move", "<@1001>, roll or double."]
    assert channel.posts == posts


def test_an_offer_within_a_turn_mentions_the_other_and_its_answer_nobody(channel: Channel) -> None:
    """The one on turn has been mentioned for his question, which is still open."""
    asked = channel.act(actions.Resign(by=0, kind=Kind.SINGLE))
    assert asked.new and asked.mentioned == (BOB.user,)
    number = match_of(channel.table).proposals[0].number
    answered = channel.act(actions.Decline(by=1, question=number))
    assert answered.mentioned == ()


def test_nobody_is_mentioned_twice_for_one_question_however_many_others_are_asked(channel: Channel) -> None:
    """Ann offers to resign again and again and Bob declines: what she is to play stays the same question."""
    for _ in range(20):
        assert channel.act(actions.Resign(by=0, kind=Kind.SINGLE)).mentioned == (BOB.user,)
        channel.act(actions.Decline(by=1, question=match_of(channel.table).proposals[0].number))
    assert channel.mentions.count((match_of(channel.table).question, ANN.user)) == 1


def test_after_fifty_minutes_a_message_is_posted_anew_without_a_mention(channel: Channel) -> None:
    channel.act(PLAY)
    channel.now += OLD
    assert not channel.act(ROLL).new
    channel.now += 1
    match = match_of(channel.table)
    planned = channel.act(actions.Move(by=1, play=str(match.game.plays(match.rules)[0])))
    assert planned.new


def test_an_old_message_of_the_same_person_is_new_but_mentions_only_for_new_questions(channel: Channel) -> None:
    channel.act(PLAY)
    channel.now += OLD + 1
    planned = channel.act(ROLL)
    assert planned.new and planned.mentioned == (BOB.user,)
    assert channel.show(anew=True).mentioned == ()


@pytest.fixture
def shut_out() -> Channel:
    """Ann, with a closed board, has rolled 2-1; Bob, on the bar, cannot play whatever the bot rolls for him."""
    made = Channel(opened(Rules(cube=False)))
    made.act(OPENING)
    match = match_of(made.table)
    closed = placed({9: 1, 8: 1, 7: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}, {25: 1, 1: 14})
    board = replace(match.game.board, position=closed, dice=(2, 1))
    made.table = replace(made.table, state=replace(match, game=replace(match.game, board=board)))
    return made


DANCE = actions.Roll(dice=(6, 4)), actions.Move(play="")


def test_a_message_below_which_something_lies_is_edited_until_it_is_the_persons_turn_again(shut_out: Channel) -> None:
    """Bob's turn is made by the bot, so that it is Ann who has acted last."""
    shut_out.buried = {ANN.user}
    again = shut_out.act(actions.Move(by=0, play="9/7 8/7"), *DANCE)
    assert again.new and again.mentioned == (ANN.user,)
    assert not shut_out.act(actions.Roll(by=0, dice=(2, 1))).new, "it is the same turn"


def test_without_anything_below_it_before_that_person_it_is_edited(shut_out: Channel) -> None:
    shut_out.buried = {BOB.user}
    assert not shut_out.act(actions.Move(by=0, play="9/7 8/7"), *DANCE).new


def test_board_posts_anew_the_same_news_and_mentions_nobody(channel: Channel) -> None:
    channel.act(PLAY)
    before = content(channel.table, channel.table.screen.base, ENGLISH, 0)
    planned = channel.show(anew=True)
    assert planned.new and planned.mentioned == ()
    assert content(channel.table, channel.table.screen.base, ENGLISH, 0) == before


def test_the_end_of_a_game_is_a_new_message(channel: Channel) -> None:
    channel.act(actions.Resign(by=0, kind=Kind.SINGLE))
    planned = channel.act(actions.Accept(by=1, question=match_of(channel.table).proposals[0].number))
    assert planned.new and set(planned.mentioned) == {ANN.user, BOB.user}


def test_who_has_pressed_next_waits_under_the_same_message(channel: Channel) -> None:
    channel.act(actions.Resign(by=0, kind=Kind.SINGLE))
    channel.act(actions.Accept(by=1, question=match_of(channel.table).proposals[0].number))
    assert not channel.act(actions.Next(by=0)).new
    following = channel.act(actions.Next(by=1), actions.OpeningRoll(dice=(1, 3)))
    assert following.new and following.mentioned == (BOB.user,), "the next game, though the same person goes on"


def test_a_reminder_mentions_everybody_the_table_waits_for_and_counts(channel: Channel) -> None:
    mentioned_at = channel.table.screen.mentioned_at
    channel.now += 12 * 3600
    planned = reminder(channel.table, channel.now, (ANN.user, BOB.user))
    assert planned.new and planned.mentioned == (ANN.user,)
    assert planned.screen.reminders == 1
    assert planned.screen.posted_at == channel.now
    assert planned.screen.mentioned_at == mentioned_at, "a claim does not wait longer for being reminded of"
    channel._shown(planned)
    assert channel.act(PLAY).screen.reminders == 0


def test_every_post_has_another_number(channel: Channel) -> None:
    numbers = [channel.table.screen.posts]
    for done in (PLAY, ROLL):
        channel.act(done)
        numbers.append(channel.show(anew=True).screen.posts)
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("name", RULES)
def test_over_a_whole_session_everybody_is_mentioned_once_for_every_question_another_left_him(name: str) -> None:
    rng = random.Random(f"mentions {name}")
    channel = Channel(opened(RULES[name]))
    actor: set[int] = set()
    for _ in range(150):
        if match_of(channel.table).closed:
            break
        known = set(channel.table.screen.mentioned)
        action = next_action(rng, match_of(channel.table), 0.15)
        try:
            planned = channel.act(action)
        except Refused:
            continue
        match = match_of(channel.table)
        asked = {
            channel.table.person(seat).user
            for question in questions(match)
            if question.ask is not Ask.TABLE
            for seat in question.waiting
        }
        assert set(planned.screen.holders) == asked
        assert set(planned.mentioned) <= asked
        assert not planned.mentioned or planned.new
        newly_asked = {
            channel.table.person(seat).user
            for question in questions(match)
            if question.ask is not Ask.TABLE and question.number not in known
            for seat in question.waiting
        }
        if action.by is not None:
            actor = {channel.table.person(action.by).user}
        assert newly_asked - actor <= set(planned.mentioned), "somebody else has to hear of it"
    assert len(channel.mentions) == len(set(channel.mentions))


# What it says


@pytest.mark.parametrize("name", RULES)
def test_the_board_is_read_from_its_description_and_no_code_stands_in_the_words(name: str) -> None:
    for table in random_tables(f"board {name}", opened(RULES[name]), 60):
        assert "XGID" not in content(table, 0, ENGLISH, 0)
        match = match_of(table)
        seen = seen_board(alt_text(scene_of(table, "wood", ENGLISH), ENGLISH))
        game = match.game
        dice = game.board.dice if game.phase is Phase.PLAY else None
        assert seen.position == game.board.seen_by_white and sorted(seen.dice or ()) == sorted(dice or ())
        if dice:
            assert seen.turn == game.board.turn
        if not game.offer and game.bet.value > 1:
            assert (seen.cube, seen.owner) == (game.bet.value, game.bet.owner)
        if match.rules.length:
            assert seen.length == match.rules.length and seen.score == standing(match.score, seen.length)
        else:
            assert seen.score == match.score


def test_an_ordinary_turn_takes_three_lines_on_a_phone() -> None:
    """What was played, and who must do what: at 390 px, in every language."""
    people = {ANN.user: "Maximilian K.", BOB.user: "Anastasia R."}
    table = opened(people=(Person(ANN.user, "Maximilian K."), Person(BOB.user, "Anastasia R.")))
    table = after(table, OPENING)
    begun = table.version
    for done in (PLAY, ROLL, actions.Move(by=1, play="24/14"), actions.Double(by=0), actions.Take(by=1)):
        table = after(table, done)
        for language in LANGUAGES:
            assert lines_on_a_phone(content(table, table.version - 1, texts(language), 0), people) <= 3
    assert all(
        lines_on_a_phone(content(after(opened(), OPENING), begun - 1, texts(each), 0), people) <= 3
        for each in LANGUAGES
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_names_whom_it_is_put_to_by_mention_and_the_other_by_name(language: str) -> None:
    t = texts(language)
    for name, rules in RULES.items():
        for table in random_tables(f"asked {name}", opened(rules), 80):
            match = match_of(table)
            lines = [line for line in content(table, table.version, t, 0).splitlines() if line]
            shown = board_face(table).shown_questions(match, questions(match))
            asked = [question for question in shown if question.ask is not Ask.TABLE and question.waiting]
            assert len(lines) == len(asked) + match.paused or (not asked and len(lines) <= 2)
            for question, line in zip(asked, lines, strict=False):
                for seat in question.waiting:
                    assert f"<@{table.person(seat).user}>" in line


LONG = "_*~|`[x](y)>@" * 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [(ANN, BOB), (Person(10**19, LONG[:32]), Person(10**19 + 1, "*" * 32))])
def test_no_message_is_longer_than_discord_takes(language: str, people: tuple[Person, Person]) -> None:
    longest = 0
    for name, rules in RULES.items():
        for table in random_tables(f"long {name}", opened(rules, people), 150, straying=0.4):
            longest = max(longest, len(content(table, 0, texts(language), 0)))
    assert longest <= limits.MESSAGE


def test_of_too_many_news_the_oldest_are_left_out_and_what_is_asked_stays() -> None:
    people = (Person(10**19, "*" * 32), Person(10**19 + 1, "_" * 32))
    table = after(opened(people=people), OPENING, PLAY)
    for _ in range(REMEMBERED):
        table = after(table, actions.Undo(by=0))
        table = after(table, actions.Decline(by=1, question=match_of(table).proposals[0].number))
    text = content(table, 0, ENGLISH, 0)
    assert 1500 < len(text) <= limits.MESSAGE
    assert f"<@{10**19 + 1}>, roll or double." in text


def test_what_happened_since_the_last_message_is_told_line_by_line() -> None:
    table = after(opened(), OPENING, PLAY, ROLL, actions.Move(by=1, play="24/14"))
    told = content(table, 0, ENGLISH, 0).splitlines()
    assert told[0] == "Opening roll: **Ann** 3, **Bob** 1. **Ann** begins."
    assert told[1:3] == ["**Ann** 3-1: 8/5 6/5", "**Bob** 6-4: 24/14"]
    assert told[3] == f"<@{ANN.user}>, roll or double."


# Its buttons


@pytest.mark.parametrize("name", RULES)
def test_every_button_answers_an_open_question_of_this_table(name: str) -> None:
    for table in random_tables(f"buttons {name}", opened(RULES[name]), 80):
        view = components(table, ENGLISH)
        presses = [Press.parse(item.custom_id) for item in view.children]  # type: ignore[attr-defined]
        assert len(set(presses)) == len(presses) <= 25
        open_now = {question.number for question in questions(match_of(table))}
        for press in presses:
            assert press is not None and press.table == table.id
            assert press.question in open_now or press.verb in (
                "more",
                "rematch",
                "replay",
                "export",
                "analyze",
                "dice",
            )


def labels(table: Table) -> list[str]:
    return [item.label for item in components(table, ENGLISH).children]  # type: ignore[attr-defined]


def test_the_buttons_of_a_money_game() -> None:
    table = after(opened(), OPENING)
    assert labels(table) == ["Move", "More"]
    table = after(table, PLAY)
    assert labels(table) == ["Roll", "Double", "More"]
    table = after(table, actions.Double(by=1))
    assert labels(table) == ["Take", "Beaver", "Drop", "More"]
    table = after(table, actions.Drop(by=0))
    assert labels(table) == ["Next", "End", "More"]
    table = after(table, actions.End(by=0))
    assert labels(table) == ["Rematch", "Replay", "Export", "Analyse", "Dice"]


def test_who_owns_no_cube_gets_no_double() -> None:
    table = after(opened(), OPENING, PLAY, actions.Double(by=1), actions.Take(by=0), ROLL)
    match = match_of(table)
    table = after(table, actions.Move(by=1, play=str(match.game.plays(match.rules)[0])))
    assert labels(table) == ["Roll", "Double", "More"]
    table = after(table, actions.Roll(by=0, dice=(2, 1)))
    match = match_of(table)
    table = after(table, actions.Move(by=0, play=str(match.game.plays(match.rules)[0])))
    assert match_of(table).game.phase is Phase.ROLL
    assert labels(table) == ["Roll", "More"]


def test_a_proposal_has_accept_and_decline_beside_what_is_asked() -> None:
    table = after(opened(), OPENING, actions.Abort(by=0))
    assert labels(table) == ["Move", "Accept voiding", "Decline voiding", "More"]


def test_while_a_resignation_is_answered_there_is_nothing_else() -> None:
    table = after(opened(), OPENING, actions.Resign(by=0, kind=Kind.GAMMON))
    assert labels(table) == ["Accept resignation", "Decline resignation"]
    assert ", play" not in content(table, table.version, ENGLISH, 0), "nobody is asked what has no button"
    [proposal] = match_of(table).proposals
    assert labels(after(table, actions.Decline(by=1, question=proposal.number))) == ["Move", "More"]


def test_every_state_has_another_file_name() -> None:
    table = after(opened(), OPENING)
    assert picture_name(table) != picture_name(after(table, PLAY))


def test_a_screen_that_was_never_shown_is_new() -> None:
    assert plan(after(opened(rules=Rules(length=3)), OPENING), NOW).new
    assert plan(after(opened(screen=Screen()), OPENING), NOW).screen.game == 1
