"""What `/rules` tells of backgammon: short plain texts, each complete by itself."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from bot.backgammon import Beavers, Jacoby, Rules
from bot.screens.face import Topic
from bot.texts import N_

BOARD_TOPICS: dict[str, Topic] = {
    "board": Topic(
        N_("Board and direction"),
        N_(
            "Each side has 15 checkers on a board of 24 points. You count the points from your own side: 1 to 6 are "
            "your home board, 24 is the farthest, the bar is 25. Your checkers run from the high numbers to the low "
            "ones and then off the board. Your opponent's run the other way: their point 1 is your point 24.\n"
            "At the start each side has 2 checkers on its 24, 5 on 13, 3 on 8 and 5 on 6.\n"
            "In the picture the challenger sits at the bottom. The numbers along the edge are those of the side whose "
            "turn it is. The pip count of a side is the way all its checkers still have to go."
        ),
    ),
    "roll": Topic(
        N_("Playing a roll"),
        N_(
            "To open the game each side rolls one die; the higher side begins and plays both numbers. Equal dice are "
            "rolled again.\n"
            "Each number moves one checker so many points. One checker may play several numbers, one after the other. "
            "The number of a double is played four times. A point with two or more opposing checkers is closed: "
            "you may not land there, not even between two steps.\n"
            "You must play both numbers if any order allows it, and as much of a double as you can. If only one number "
            "can be played, you must play the higher of those that can be. If none can, the turn passes. "
            "Two plays that end in the same position are the same play."
        ),
    ),
    "bar": Topic(
        N_("Hitting and the bar"),
        N_(
            "A single checker on a point is a blot. If an opposing checker lands on it, even between two steps, the "
            "blot is hit and goes to the bar.\n"
            "With a checker on the bar you must enter it first, before any other checker moves. It enters in your "
            "opponent's home board, on your point 25 minus the number rolled: a 1 on point 24, a 6 on point 19. It "
            "cannot enter on a closed point. As long as one of your checkers stays on the bar, you cannot use the "
            "rest of the roll for other checkers."
        ),
    ),
    "off": Topic(
        N_("Bearing off"),
        N_(
            "You may bear off when all your checkers that are still in play are in your home board and none is on "
            "the bar.\n"
            "A number bears off a checker from the point of that number. A number higher than your highest occupied "
            "point bears off from that highest point. You may always play a number inside the home board instead, if "
            "there is a legal move.\n"
            "If a checker of yours is hit meanwhile, it has to come home again before you bear off any further. The "
            "side that has borne off all its checkers wins the game."
        ),
    ),
    "gammon": Topic(
        N_("Gammon and backgammon"),
        N_(
            "How much a game is worth:\n"
            "• single game: the value of the cube;\n"
            "• gammon: twice that, if the loser has borne off no checker;\n"
            "• backgammon: three times that, if the loser has borne off no checker and still has one on the bar or in "
            "the winner's home board.\n"
            "With the Jacoby rule, in money sessions, gammon and backgammon count as a single game unless the cube "
            "was turned."
        ),
    ),
    "cube": Topic(
        N_("Doubling cube"),
        N_(
            "The cube begins in the middle at 1, which is drawn as 64. At the start of your turn, "
            "before you roll, you may double if the cube is in the middle or yours. Nobody may double "
            "before the opening roll.\n"
            "Your opponent takes or drops. If they drop, they lose the value the cube had before. If they take, the "
            "value doubles and the cube is theirs: only they may double next.\n"
            "In a money session the cube goes no higher than the limit named in the challenge, usually 64. In a match "
            "there is no limit, but if the game as it stands already wins you the match, the cube is dead for you and "
            "you cannot double."
        ),
    ),
    "animals": Topic(
        N_("Beavers and raccoons"),
        N_(
            "Only in money sessions, where the table plays them.\n"
            "Beaver: when you are doubled you may take and turn the cube once more at once; it stays yours. The "
            "doubler accepts, or refuses and pays the doubled value. Usually one beaver is allowed in a game, for both "
            "sides together.\n"
            "Raccoon: where it is allowed, the doubler may answer a beaver by turning the cube yet once more. The cube "
            "still belongs to the one who beavered, who accepts, or refuses and pays.\n"
            "Example: a double from 1 to 2 is beavered to 4. To refuse the beaver costs 2. A raccoon makes it 8; to "
            "refuse that costs 4."
        ),
    ),
    "jacoby": Topic(
        N_("Jacoby rule and automatic doubles"),
        N_(
            "Only in money sessions, where it is usually on. Gammon and backgammon count as a single game unless the "
            "cube was turned in this game, that is, a double was taken. An automatic double is not a turn. A "
            "resignation too is worth only what the board would pay: 1 with the cube in the middle at 1.\n"
            "**Automatic doubles.** "
            "Only in money sessions, where they are usually off. When both sides throw the same number to open the "
            "game, the cube doubles and stays in the middle, and the dice are rolled again. This happens at most as "
            "often in a game as the challenge says, and never above the limit of the cube.\n"
            "Who then drops the first double loses the value that the cube has reached. For the Jacoby rule an "
            "automatic double is not a turn of the cube."
        ),
    ),
    "match": Topic(
        N_("Matches and Crawford"),
        N_(
            "A match is won by the side that first has the agreed number of points. Each game counts the value of the "
            "cube, twice for a gammon, three times for a backgammon.\n"
            "Crawford rule, usually on: the game in which one side first stands one point before the end is played "
            "without the cube. Afterwards the cube returns.\n"
            "In a match there is no Jacoby rule, no beaver and no automatic double. A match to 1 point has no cube. "
            "If the game as it stands already wins you the match, you cannot double.\n"
            "A match is rated only if at least 12 plays were made in it, or 4 for each point of its length if that is "
            "more: 28 in a match to 7. Plays of both sides count, dances do not. With fewer the result stands, in a "
            "league too, but no rating changes. On one day 20 matches of a person are rated, and of two people as many "
            "as the server allows. `/help` has the rest."
        ),
    ),
    "resigning": Topic(
        N_("Resigning"),
        N_(
            "With `/resign` you offer to lose a single game, a gammon, a backgammon, or in a match the whole match. "
            "You may offer it whenever no cube offer is open, also after the roll as long as the play has not been "
            "made.\n"
            "Your opponent may accept or decline. If they decline, the game goes on. The offer lapses when a play is "
            "made or the cube is offered. A resigned game is worth what the board would pay: the value of the cube, "
            "twice for a gammon, three times for a backgammon; under the Jacoby rule only once if the cube was not "
            "turned."
        ),
    ),
    "clocks": Topic(
        N_("Pace and clocks"),
        N_(
            "`/play pace:` gives a match or session for two a clock, agreed to with the challenge. A *stretch* is the "
            "time from when your side must act until the other must: a roll and its play are one, the answer to a "
            "cube is its own, and so is what the doubler does after it.\n"
            "• **Live**, such as 2 min a point + 15 s: the first seconds of each stretch, the delay, cost nothing; "
            "then your reserve for the match runs. A session for money has a reserve for each game, anew in each.\n"
            "• **Hours**, such as 48 h + 12 h a turn, in matches only: a stretch uses up its own hours first, then the "
            "reserve of the match.\n"
            "• **Days**, such as 2 days a turn: each stretch has so many, and there is no reserve.\n"
            "Your time runs from when the board that asks you can be seen, and stands from your press to the next "
            "board.\n"
            "**When it is up**, live and by hours you lose the match, 3 seconds later, so that a press made in time "
            "may still arrive. For money you lose the game, at the cube's value, where gammons count twice that as "
            "long as you have borne off no checker, three times with one on the bar or in the winner's home board. By "
            "days the other side may `/claim` the game for as much; the second claim in a row takes the match.\n"
            "**What costs nothing**: auto-roll and whatever else the bot does by itself; time in which the bot was "
            "away or Discord took none of its messages. What only your own connection misses does count. An undo gives "
            "nothing back, and a proposal stops nobody's clock. `/pause` lets the table rest if both agree."
        ),
    ),
    "pairs": Topic(
        N_("Two against two"),
        N_(
            "`/play partner: opponent: opponent2:` is a match or a money session of two sides of two people. All four "
            "have to agree. A side plays as one does elsewhere, with one cube and the usual rules.\n"
            "Of each side one sits and presses for both: rolls, plays, cubes and all proposals. With `sits` *game* the "
            "partners change after each game, with *match* the same one sits to the end. Who is named first sits "
            "first.\n"
            "The partner may not press, but each side talks in a private thread of its own, where the permissions of "
            "the channel allow that. Moderators can read it.\n"
            "When half of the time after which a game may be claimed is over, or by a clock half of what was left, or "
            "when whoever sits has left the server, the partner has **Sit down** under **More**. It holds for the rest "
            "of this game, or where partners do not change, until the other sits down again. If both are gone, the "
            "other side claims as ever.\n"
            "Two against two is never rated and is on no board, but it can be replayed, analysed and saved as a file."
        ),
    ),
    "settlements": Topic(
        N_("Settlements"),
        N_(
            "Only in money sessions, where the table allows them. Before a roll either side may offer with `/settle` "
            "to end the game for points: with a plus you receive them, with a minus you pay them, 0 ends it for "
            "nothing. This is not possible while a cube offer is open or a roll is still to be played.\n"
            "The other side may accept or decline; the offer lapses when the game goes on. Two settlements at most may "
            "be offered in one turn."
        ),
    ),
    "egyptian": Topic(
        N_("Egyptian rule"),
        N_(
            "An option. A side may never have more than five checkers on one point. A point with five of your own "
            "checkers is closed for you too, also for the landing between two steps. The bar and the checkers that "
            "have been borne off do not count. Everything else is as usual."
        ),
    ),
    "nackgammon": Topic(
        N_("Nackgammon"),
        N_(
            "Backgammon with another start: each side has 2 checkers on its 24, 2 on 23, 4 on 13, 3 on 8 and 4 on 6. "
            "One checker from 13 and one from 6 stand on 23. All other rules are those of backgammon."
        ),
    ),
    "hypergammon": Topic(
        N_("Hypergammon"),
        N_(
            "Backgammon with three checkers a side: one on 24, one on 23 and one on 22. All other rules are those of "
            "backgammon, gammon, backgammon and the cube included."
        ),
    ),
    "notation": Topic(
        N_("Notation"),
        N_(
            "A play is written as steps from point to point, counted from the side that plays: `8/5 6/5`. `bar/22` "
            "enters from the bar, `4/off` bears off. A star marks a hit: `8/3*`. The same step by two checkers: "
            "`24/18(2)`. Several steps of one checker are joined: `13/6`; a point on the way is written if something "
            "is hit there: `11/9*/5`.\n"
            "What you type may be looser: any order of steps, spaces or commas, no stars, upper or lower case, `25/22` "
            "for the bar, `4/0` or `4/out` for bearing off. If it is not clear or not legal, the bot says why and "
            "names legal plays near to it."
        ),
    ),
}

_USUAL = ("board", "roll", "bar", "off", "gammon")


def topics_by(rules: Rules) -> tuple[str, ...]:
    """The topics that concern a table with these rules, by name: what is not usual first."""
    return tuple(_topics_by(rules))


def _topics_by(rules: Rules) -> Iterator[str]:
    if rules.sits is not UNSET:
        yield "pairs"
    if rules.variant.value in BOARD_TOPICS:
        yield rules.variant.value
    if rules.max_on_point is not None:
        yield "egyptian"
    if rules.length:
        yield "match"
    yield from _USUAL
    bet = rules.bet
    if bet.cube:
        yield "cube"
        if bet.animals is not Beavers.NONE:
            yield "animals"
        if bet.jacoby is not Jacoby.OFF or bet.auto_doubles:
            yield "jacoby"
    yield "resigning"
    if rules.settlements and not rules.length:
        yield "settlements"
    yield "notation"
