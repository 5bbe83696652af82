"""The rules by topic, as `/rules` tells them: short plain texts, each complete by itself."""

from __future__ import annotations

from typing import NamedTuple

from bot.texts import N_, Texts


class Topic(NamedTuple):
    """A heading, which is also the choice of the command, and its text."""

    title: str
    text: str


TOPICS: dict[str, Topic] = {
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
    "undo": Topic(
        N_("Undo"),
        N_(
            "With `/undo` you ask to take back the last thing a player did, not the bot. Your opponent has to agree. "
            "What was rolled since is discarded and does not come again: the next roll is a new one. The dice of the "
            "play that is taken back stay, so it is played again with the same roll.\n"
            "An answer to the cube cannot be taken back, nor can the result of a game. The one exception: as long as "
            "the next game has not been opened, the action that ended the last one can be taken back."
        ),
    ),
    "waiting": Topic(
        N_("Claims and waiting"),
        N_(
            "A table waits as long as its people want. After 12 hours the bot reminds whoever it waits for, at most "
            "three times and not between 22 and 8 o'clock in the server's time zone.\n"
            "When the side all wait for has not acted for 72 hours after it was last mentioned, the other side may "
            "take the game with `/claim`, as a single game at the value of the cube. A match can only be claimed "
            "after two games claimed in a row. While the table waits for you, you cannot claim. From somebody who is "
            "gone from the server one may claim after 12 hours already.\n"
            "`/abort` voids the running game if both agree or a moderator says so; finished games stay. A table "
            "without a running game closes after the same 72 hours. The server may have set other times."
        ),
    ),
    "chouette": Topic(
        N_("Chouette: box, captain, line"),
        N_(
            "One player, the box, plays on one board against all the others, the team. The first of the team is the "
            "captain, who rolls and moves for all of it; the others are the crew. Each member has a bet and a cube of "
            "their own with the box. In the picture the team sits at the bottom.\n"
            "It takes three people to start and two to go on; at most ten play.\n"
            "Everybody stands in a line: box, captain, third … last. For the first line each rolls one die: the "
            "highest is box, the next one captain; ties are rolled again. To open a game box and captain roll one die "
            "each.\n"
            "Who has dropped, been dropped, settled or resigned is out of this game, but keeps a place in the line, "
            "may watch and may not advise. When the captain is out, the next in line who is still in is acting "
            "captain. When nobody is in any more, the game is over.\n"
            "Usually the bet between the box and the captain of the start alone decides who is box next:\n"
            "• the box has won: it stays, and the captain goes to the end of the line;\n"
            "• the captain has won: then the captain is box, and the old box goes to the end;\n"
            "• by other rules somebody else can take it: then the captain goes to the end and the old box behind "
            "them.\n"
            "The next in line is captain. A captain who has won the box may refuse it with `/chouette decline_box`: "
            "the next in line has it, and the captain goes just ahead of the old box. That takes a third player in the "
            "game; whoever joins ahead of the loser stands behind the captain."
        ),
    ),
    "chouette_cubes": Topic(
        N_("Chouette: cubes"),
        N_(
            "The team is on roll: every member whose cube is in the middle or their own may press **Double**, **Pass** "
            "or **Hold**, and may change their mind until the captain rolls. Who has said nothing then has passed. "
            "**Hold** asks the captain to wait; after a while it lapses. With `/chouette auto_pass` you make the "
            "captain wait for you each time.\n"
            "Usually all this is sealed: nobody is told who doubles before the captain presses **Roll**. If nobody "
            "does, the dice fall. If somebody does, their cube and all the others doubled go to the box at once. The "
            "box answers them as one set: **Take all**, **Drop all**, or the list of those it takes; with `/take "
            "from:` only those you name. Nothing counts before all are answered. Then the roll follows; no other cube "
            "is offered in this turn.\n"
            "The box is on roll: it rolls, or doubles all members or some whose cube is in the middle or the box's. "
            "Each of them answers for their own cube; all answers are shown at once when the last one is there.\n"
            "Beaver, usually allowed: whoever is doubled may take and turn their cube once more at once. The doubler "
            "accepts, or refuses and pays the doubled value. Where raccoons are played the doubler may turn it yet "
            "once more.\n"
            "Jacoby rule: usually gammon and backgammon count in a bet only if its own cube has been turned.\n"
            "Automatic doubles, where they are played: equal dice in the opening double every cube, and it stays in "
            "the middle."
        ),
    ),
    "chouette_options": Topic(
        N_("Chouette: presets and options"),
        N_(
            "The host opens with a preset and may change each rule before the start; then all accept again. "
            "`/chouette rules` shows what holds, and what it means.\n"
            "**About cubes**: Jacoby rule · Beavers and raccoons · Beavers in one game · Refusing a beaver · "
            "Automatic doubles · Highest cube · Settlements · The box must take the captain's cube · Doubles and "
            "answers of the team\n"
            "**About the table**: First order · Most players · Refusing the box · Where newcomers join · End of the "
            "session · How many games or minutes · Pace · Time for cubes · Time for the box · Partner in the box · "
            "The partner is obligatory · Who is asked to be partner\n"
            "**Which cubes the box may take**: any of them · at least half of them or none; of two both or none · "
            "enough to break even with a single win, or none; of two both or none · all or none\n"
            "**Whom the box may double**: anybody · nobody without the captain, if the captain's cube has the same "
            "value · all cubes of one value and place together\n"
            "**Only one takes the box's cube**: nothing special · those who dropped may offer extras; the taker "
            "accepts all or drops too · the taker must beaver or drop · those who dropped may offer extras; the "
            "taker may refuse each\n"
            "**Who keeps the box**: the bet between box and captain decides alone · the bet of the last acting "
            "captain decides · the box, if it wins the last bet and is not below even over all · the box, if it is "
            "not below even over all bets · the box, if it beats everybody\n"
            "**Advice about plays**: none · members with a turned cube; the captain may ask anybody who is in · "
            "everybody who is in, once one cube has been turned · everybody who is in, about cubes too\n"
            "**Presets**: Standard · Extras and partner · No advice · All or none · Half, and beaver · No beavers · "
            "Full advice"
        ),
    ),
    "chouette_extras": Topic(
        N_("Chouette: extras and partner"),
        N_(
            "**Extras**, where they are played: the box doubles at least two cubes, all that are open and all in the "
            "middle, and one member alone stays in. Whoever drops may offer the lone taker an extra (`/extra give`): "
            "they pay the value before the double, and take the box's side of a new bet at the doubled value, whose "
            "cube the lone taker owns. The taker accepts all extras or changes to drop; where that is agreed, the "
            "taker may refuse each. The taker may also drop an extra at once (`/extra drop`) and pay the doubled "
            "value.\n"
            "Extras are redoubled and dropped each for itself. When the box has no open bet left, the highest in line "
            "who has given one plays the box's checkers.\n"
            "Example: who drops at 1 and gives an extra has lost 1 and paid 1. If the box's side wins a single game "
            "they come out at 0, with a gammon at +2; if the taker wins, at −4, with a gammon at −6.\n"
            "Where that is agreed instead, the only one who stays in must beaver or drop.\n"
            "**Partner**, where there is one: from six or seven players on the box may share its result, or must. "
            "People are asked from the end of the line upwards, or the next in line first, never the captain; each "
            "may accept or decline. The partner has no cube and no bet. They keep their place in the line, are "
            "passed over as captain, and stay until the box is lost. They win or lose half of what the box does, "
            "rounded towards nothing, the box the rest: +6 is 3 and 3, −5 is −2 for the partner and −3 for the box."
        ),
    ),
    "chouette_waiting": Topic(
        N_("Chouette: silence, coming and going"),
        N_(
            "At the relaxed pace a chouette waits with reminders, as any table. After 72 hours whoever plays and is "
            "not waited for may `/claim`. At the live pace the clock decides: usually after 60 seconds about "
            "cubes, after 10 minutes about a roll or a play. The host may stop it with `/chouette pause`.\n"
            "Silence means:\n"
            "• before the team's roll: pass;\n"
            "• a cube that is offered: drop, the box all it has not answered;\n"
            "• a captain who does not roll or play: the next in line who is in acts for them in this game;\n"
            "• a box who does not, or the last of a side: all their open bets are lost at the value of the cubes, and "
            "if it was the box, the captain has it next.\n"
            "With `/chouette delegate` you name somebody who may double and answer cubes for you while you are away. "
            "That does not allow them to advise. Without a delegate only silence decides for you.\n"
            "`/chouette join`: you play from the next game on, usually at the end of the line. `/chouette leave`: in a "
            "running game you are silent from then on, and leave after it. `/chouette sit_out`: from the next game on; "
            "the same command brings you back. You keep your place, but after every third game you sit out you go to "
            "the end of the line. If the box leaves between two games, the captain has it. If the host leaves, the "
            "next in line is host. Host or moderator may send somebody away with `/chouette kick`. Who comes back "
            "plays from the next game on. Who is gone from the server sits out, and comes back with `/chouette sit_out`"
            "; if it is the host, the next in line is."
        ),
    ),
    "chouette_points": Topic(
        N_("Chouette: points and payments"),
        N_(
            "Each bet counts for itself, and what one wins the other loses:\n"
            "• played out: the value of its cube, twice for a gammon, three times for a backgammon (see the Jacoby "
            "rule);\n"
            "• a dropped double: the value before it; a refused beaver: the doubled value;\n"
            "• a settlement: what was agreed; a resignation: what the board would pay.\n"
            "`/resign` and `/settle` are about your own bets only. The box resigns to all or to those it names, and "
            "settles with those it names; each of them answers for their own bet, and who declines plays on. A "
            "settlement at 0 with the captain must name the `winner`, since that decides who is box. Two settlements "
            "at most may be offered for one bet in a turn.\n"
            "After the game the bot posts the points and the new line; nobody has to confirm them. The new box or "
            "captain presses **Next**. A mistake can be taken back with `/undo` until the next game is opened; box, "
            "acting captain and whose bets it changes must agree.\n"
            "`/chouette score` has everybody's points and the line, `/chouette history` the score sheet.\n"
            "The session ends when the host says `/chouette end`, after the running game, or after the agreed number "
            "of games or minutes. Then the bot names who pays whom, in as few payments as possible. Payer, payee or "
            "host mark each as paid with its button or `/chouette paid`."
        ),
    ),
    "preferans": Topic(
        N_("Preferans: what is written"),
        N_(
            "Three or four play with real cards; with four the dealer sits out. A game of 6, 7, 8, 9 or 10 tricks "
            "costs 2, 4, 6, 8 or 10. Made, it writes so many points in the declarer's pool; short, so many on the "
            "dump for each trick that is missing, and all others write as many whists on the "
            "declarer (consolation).\n"
            "Who whists writes whists for the tricks of the defence. It needs 4 tricks against six, 2 against seven, 1 "
            "against eight and nine; who whists pays for what is missing. If one whists and the other passes, the "
            "whister has all tricks and all responsibility. A game of ten is checked. Half whist: half of what is "
            "needed, without play. With four the dealer writes whists for good cards in the talon.\n"
            "Misère: 10 in the pool, or 10 on the dump for each trick. All-pass: each trick goes on the "
            "dump; who takes none writes in the pool.\n"
            "In the end a point of pool or dump is worth so many whists, shared by all: of a pool point of 10 whists "
            "among four, 7.5 are won, 2.5 from each of the others. The balances add up to nothing. Points beyond the "
            "pool close others' pools for as many whists, and change no balance.\n"
            "Conventions differ in prices, responsibility and all-passes: **Rules of this table** under **More** has "
            "every value, `/preferans value` and `/preferans table` what comes of it."
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
    "dice": Topic(
        N_("Dice proof"),
        N_(
            "You can check the dice. Before the first roll the bot shows the commitment: the SHA-256 of a secret seed "
            "of 32 bytes, in messages its first 26 characters in base32. With **My word** each player may mix a word "
            "of their own into the dice; one given when a chouette has begun counts from the next game on. When the "
            "table closes the seed is shown; see `/fairness`.\n"
            "Who is bound by what: the commitment binds whoever runs the bot to the seed, so no roll can be changed "
            "any more. That the seed was not chosen to suit somebody is shown only by a word that came after it from a "
            "person not on that side. Whoever knows the seed and gives the last word too can choose the word; without "
            "any word nothing shows that the seed was not chosen among many.\n"
            "Roll n, counted from 1 with the opening rolls, is HMAC-SHA256 with the seed as key over the words joined "
            "by `|`, then `|`, then n. Take the bytes of the digest in order, leave out those of 252 and more; the "
            "remainder by 6, plus 1, is a die. The first two are the roll. If a digest is used up, the next one has "
            "`|1`, `|2` … at the end of its message."
        ),
    ),
}


def topic_words(name: str, t: Texts) -> str:
    """What `/rules` answers. Raises `KeyError` for what is no topic."""
    topic = TOPICS[name]
    return f"**{t(topic.title)}**\n{t(topic.text)}"
