"""What `/rules` tells of the chouette: short plain texts, each complete by itself."""

from __future__ import annotations

from bot.screens.face import Topic
from bot.texts import N_

CHOUETTE_TOPICS: dict[str, Topic] = {
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
    "chouette_house": Topic(
        N_("Chouette: small options of a house"),
        N_(
            "All of these are off unless the host turns them on before the start; `/chouette rules` shows which are "
            "on.\n"
            "**First cubes of a game all together**: until a double has been answered in a game, the box doubles all "
            "it may or nobody, and when all open cubes come to it at once, all of them get the same answer.\n"
            "**Half points**: a settlement may be for halves, such as 1½, and so may a partner's share. Where "
            "everything may be discussed, the engine's number stands beside an offer to settle.\n"
            "**Stakes**: each has a stake, 1, 2 or 4, and chooses it with `/chouette stake`, before the start or for "
            "the next game. A bet begins at the smaller stake of its two people. Where the box must take enough to "
            "break even, twice the sum of what it takes must come to the sum of what it drops.\n"
            "**Who lets newcomers in**: whoever comes after the start asks with `/chouette join`, and host or box "
            "presses **Let in** or **Not now**. Without an answer that lapses with the next game; who was refused may "
            "ask again after ten minutes.\n"
            "**Free time for each roll or play**, at the live pace: what is over it comes from the time for the box, "
            "which everybody then has once a game. With none left they count as silent.\n"
            "**Advice between box and partner**: about cubes, or about everything, in a private thread of the two, as "
            "long as they share the box."
        ),
    ),
    "chouette_banks": Topic(
        N_("Chouette: banks, rising cubes, fixed turns"),
        N_(
            "**Bank**: everybody begins with the same amount, and nobody loses more than they have or wins more than "
            "they risked. Bets are played at full value; money moves once, when the game is over. A bet is cut to what "
            "its member has. A box that cannot pay all collects everything and pays in the order of the line, the "
            "captain first; one that would win more than it has pays everything and collects in that order until it "
            "has twice as much. Box and captain are the first two in line who have enough for a single loss to "
            "everybody. Who turns a cube must have what all their open bets would then stand at; taking is always "
            "allowed. Who has nothing left is out and may watch. Newcomers have a full bank and come in only while "
            "nobody is out; who leaves has the same balance on coming back. The last one wins; there are no payments.\n"
            "**Where cubes begin**: in the middle at a step (**Steps at which cubes begin**), which rises with the "
            "games of a box, with the clock (**Minutes of a step**) or with everybody who is out. The highest cube "
            "counts from there.\n"
            "**Rounds of fixed turns**: three to six people are box in turn, whatever the results; who is captain "
            "moves on by one from round to round, and in the last round the lowest is box first. All turns stand "
            "under `/chouette score`. Newcomers come in until the last game of the first round. Places go by points, "
            "of equals by what they won of each other, then by lot.\n"
            "**Who keeps the box**: nobody: fixed turns, everybody is box equally often\n"
            "**Presets**: Fixed turns · The last one · Rising cube"
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
}
