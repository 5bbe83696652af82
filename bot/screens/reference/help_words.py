"""The message of `/help`: first steps, each game's topic, all commands. One message with one picture, and a button for
each topic.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.levels import PERFORMANCE
from bot.engine.thoughts import Level
from bot.screens import faces
from bot.screens.buttons import BLUE, GREY, Item, button
from bot.screens.computer_words import LEVELS, NO_TABLE, computer_item
from bot.screens.custom_ids import Press
from bot.screens.face import Lesson, Shown
from bot.screens.lessons.items import learn_item
from bot.screens.links import Links
from bot.tables.direct_games import MOST_OPEN
from bot.texts import N_, Texts

_RATINGS = N_(
    "A match is rated if its challenge says so: between two people, unless one of them does not want that (the "
    "option `rated`, or **Rated** in `/preferences`), as long as they have not played as many rated ones that "
    "day as the server allows. One person has at most 20 on a day; matches of leagues are not counted among them. A "
    "money game is rated, as a match to 1, where the server has it so.\n"
    "A match that is over too soon is not rated: it takes 12 plays, or 4 for each point of its length if that is more. "
    "Plays of both in all its games count, dances do not. The result stands, in a league too.\n"
    "The rating is that of FIBS. Everybody begins with 1500 and experience 0. D is by how much the ratings "
    "differ, N the length: U = 1 / (10^(D·√N / 2000) + 1) is the underdog's chance. P = U if the higher rated "
    "won, else 1 − U. The winner gains 4·K·√N·P, the loser loses the same with their own K = max(1, 5 − (E + "
    "N)/100), E being one's own experience before. Then E grows by N. Until E is 50 and one has played ten "
    "rated matches against at least five people, a rating has a “?” and is listed after the others.\n"
    "`/leaderboard` also has the points of money sessions, of chouettes the points a bet, and of Preferans the whists "
    "a hand: below 30 bets or 100 hands with a “?”; and the performance rating of one's own plays and cubes in all "
    "games between people that were analysed (`/analyze`), from 300 decisions on, ± its standard error. A season "
    "counts the games that end in it; nothing is set back to the start. Whoever hides, "
    "under **My data** in `/preferences`, is on no board. `/profile`, `/games` and `/versus` show the rest.\n"
    "Who may manage the server can strike a game they have not played in, and have it count again: `/ladder strike` "
    "and `/ladder restore`. `/games` says which and why. `/ladder watch` shows them whose rating comes mostly from "
    "one opponent."
)

_COMPUTER_IN_CHOUETTE = N_(
    "In a chouette the host has up to two computers sit down with `/chouette computer`, before the start or between "
    "two games. Each has its own cube, and its word is as secret as everybody's. As captain it rolls when all people "
    "of its team have said Double or Pass, or after the time for cubes, but never while somebody asks it to wait. It "
    "is never host, partner or delegate. What is won from it nobody pays."
)

_EQUITY = N_(
    "The number behind a play is its *equity*: what it wins on average, 1 being what the cube shows. How much less "
    "that is than with the best play stands in brackets."
)

_PLY = N_(
    "A *ply* is one turn that the engine looks ahead, your play being the first: 3-ply is your play, every answer to "
    "it, and what you play then. GNU Backgammon does not count the first: our 3-ply is its 2-ply."
)

_POSITION_OF_THE_DAY = N_(
    "Where `/settings` has a channel for it, I post a position every morning at 8:00, by the server's time zone: one "
    "of the server's own analysed games, in which a mistake has cost more than 0.05. Press what you would play. Your "
    "vote is secret, you can change it until the answer comes, and all see only how many have voted.\n"
    "The next morning comes the answer: what was best, what everything else loses, how the server has voted, what was "
    "played in the game. Nobody is named who has not agreed to that, under **My data** in `/preferences`.\n"
    "No position comes twice, and none from a file that somebody has brought, from a channel that not everybody can "
    "see, or from a game that was struck."
)

_CLUB_WEEK = N_(
    "**The club's week**: where `/settings` has a channel for it, I post on Monday at 8:00 what the week before has "
    "brought, unless fewer than three games were finished: results, the luckiest roll, the greatest comeback, the most "
    "missed position, the box of the week, who is to play whom. `/replay` with the id of a line shows its game."
)


def help_topics(theme: str, t: Texts, shown: Shown) -> list[Lesson]:
    """The topics, the first one to begin with."""
    lessons = [lesson for face in faces.registered() for lesson in face.lessons(theme, t, shown)]
    picture = lessons[0].picture
    begin = Lesson(t("First steps"), _first_steps(t, shown), picture, computer=True)
    ratings = Lesson(t("Ratings"), f"**{t('Ratings and leaderboards')}**\n{t(_RATINGS)}", picture)
    computer = Lesson(t("The computer and hints"), _computer(t, shown), picture, computer=True)
    posted = "\n".join((f"**{t('Position of the day')}**", t(_POSITION_OF_THE_DAY), t(_CLUB_WEEK)))
    daily = Lesson(t("Position of the day"), posted, picture)
    return [begin, *lessons, computer, ratings, daily, Lesson(t("Commands"), _commands(t), picture)]


def _first_steps(t: Texts, shown: Shown) -> str:
    weakest, *_, strongest = Level
    return "\n- ".join(
        (
            t("**First steps**"),
            t(
                "`/play` with an opponent, or without one: then whoever presses **{play}** plays with you. `length` "
                "0 is a money session, 1 to 25 a match to so many points.",
                play=shown.before("Play"),
            ),
            t(
                "Nobody there? **{computer}** begins a game against me; so does `/play` with a `level`, from "
                "*{weakest}* to *{strongest}*. `/hint` helps you then.",
                computer=t("Play the computer"), weakest=t(LEVELS[weakest]), strongest=t(LEVELS[strongest]),
            ),
            t(
                "When it is your turn, press **{roll}**, then a button for each step, then **{confirm}**. Where I "
                "have rolled for you, begin with **{move}**.",
                roll=shown.board("Roll"), confirm=t("Confirm"), move=shown.board("Move"),
            ),
            t(
                "The cube has its buttons under the board; what is rarer is under **{more}**.",
                more=shown.board("More"),
            ),
            t("Whatever has a button can be typed as well, as in `/move play: 8/5 6/5`."),
            t(
                "In the menu of a person or a message (hold it, or right-click) under **Apps**: **{play}** challenges "
                "them, **{position}** has any board to copy.",
                play=t("Play…"), position=t("Position"),
            ),
        )
    )  # fmt: skip


def _computer(t: Texts, shown: Shown) -> str:
    title, play, hint = t("The computer and hints"), t("Play the computer"), t("Hint")
    told = t(
        "**{play}** asks how long and how well, and remembers that; `/play` with me as the opponent, or with a "
        "`level`, begins a game at once. I know nothing of the dice to "
        "come: my thinking is told the board and the cube, and no more. I agree to taking back, to voiding the "
        "game, to a settlement at a fair price, and I resign what is lost. Nothing is rated.",
        play=play,
    )
    hints = t(
        "**{hint}**, beside the steps of a play and under **{more}**, or `/hint` names the best plays, each with a "
        "button that makes it, or what to do with the cube, to whoever has to decide: against the computer unless "
        "`hints` is off, between people where `hints` is on, in a chouette where everything may be discussed.",
        hint=hint,
        more=shown.board("More"),
    )
    direct = t(
        "In a direct message with me `/play` begins one too: at most {most} may be open there, and `/games` leads back "
        "to each.",
        most=MOST_OPEN,
    )
    lines = told, direct, _levels(t), hints, t(_EQUITY), t(_PLY), t(_COMPUTER_IN_CHOUETTE)
    return "\n".join((f"**{title}**", *lines))


def _levels(t: Texts) -> str:
    return t(
        "The levels, each with about the PR at which it plays: {levels}. PR, the performance rating, is what mistakes "
        "cost: 500 × the mean error of a decision. 0 is flawless; whoever is new to the game has 30 or more. Where "
        "they err they err as people do: little in a race, and the weaker ones double late and take too much.",
        levels=", ".join(f"{t(LEVELS[level])} {PERFORMANCE[level]}" for level in Level),
    )


def _commands(t: Texts) -> str:
    return "\n- ".join(
        (
            t("**Commands**"),
            t("At the board: `/roll`, `/move`, `/double`, `/take`, `/drop`, `/resign`, `/settle`, `/undo` …"),
            t("`/board` brings the board back to the bottom, `/pips` and `/race` count, `/position` has it to copy."),
            t(
                "Under **Apps**, in the menu of a person: {person}; in that of a message: {message}.",
                person=t.listed(f"**{t(name)}**" for name in ("Play…", "Profile", "Head to head")),
                message=t.listed(f"**{t(name)}**" for name in ("Position", "Play from here", "Analyse", "Replay")),
            ),
            t("`/waiting` lists what waits for you on all servers, the most urgent first."),
            t("`/away` takes a holiday: no time of yours runs then, and no game is claimed from you."),
            t("`/looking` finds somebody on this server who wants to play the same."),
            t("`/learn` teaches the game in short lessons with questions."),
            t("`/hint` asks the engine what to play, where hints are allowed."),
            t("`/scores` has the right cube action of a position at every score of a match."),
            t("`/rules` explains the rules, `/odds` has the chances, `/fairness` proves the dice."),
            t("`/league pairings` has the matches you owe in leagues; `/league table` shows how a league stands."),
            t("Afterwards `/replay` shows a finished game move by move, and `/export` gives you its record."),
            t(
                "`/analyze` has the engine say how well a finished game was played, and which mistakes were the worst, "
                "or what is best in a position."
            ),
            t("`/train` asks your own mistakes and the openings again, when it is time; only you see it."),
            t("`/leaderboard` shows who stands where; `/profile`, `/games` and `/versus` show one person, or two."),
            t(
                "`/preferences` is for you, also to have or delete what I keep of you; `/settings` is for who "
                "manages the server."
            ),
        )
    )


def help_items(topics: Sequence[Lesson], number: int, links: Links, t: Texts) -> list[Item]:
    """A button for each topic, with the current one marked, and the links. Topics about the computer have buttons to
    learn and to play it, too.
    """
    items: list[Item] = [
        button(topic.label, Press("help", NO_TABLE, 0, str(each)), BLUE if each == number else GREY)
        for each, topic in enumerate(topics)
    ]
    playing = [computer_item(t), learn_item(t)] if topics[number].computer else []
    return [*items, *playing, *links.items(t)]
