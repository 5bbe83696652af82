"""What `/rules` tells of Preferans: short plain texts, each complete by itself."""

from __future__ import annotations

from bot.screens.face import Topic
from bot.texts import N_

PREFERANS_TOPICS: dict[str, Topic] = {
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
}
