"""Why a request about a night is refused, beyond the rules of nights themselves."""

from __future__ import annotations

from enum import Enum


class NightTrouble(Enum):
    NO_NIGHT = "There is no such night here."
    NO_DRAWS = "Only a night of chouettes has draws that you could sit out, and none is meant here."
    BUSY = "Others were faster, several times. Try again."
    NEWER = "A newer version of me has written this night, so I cannot read it."
    NOT_OPENER = "Only {name}, who opened this night, or a moderator can do that."
    NAME = "The name of a night has at most {most} characters."
    ONE_A_CHANNEL = "A night is on in this channel already. End that first."
    IN_ANOTHER = "You are in the night {name} already. Leave that first."
    NO_END = "In a night with this plan a session has to end by itself: give `games` or `minutes`."
    NO_END_WANTED = "With the plan `tables` the tables stay until you end them: leave `games` and `minutes` out."
    ONE_END = "Give `games` or `minutes`, not both."
    ENDS_BY_ITSELF = "With the preset {preset} a session ends by itself: leave `games` and `minutes` out."
    BANK_END = "Where the bank goes along from round to round, a session needs an end: give `games` or `minutes`."
    NOT_IN_A_NIGHT = "The option `{option}` does not go with a night."
    NO_TABLE_TAKES = "It is too late to join this night: no table takes newcomers any more."
    ONLY_ROUNDS = "`rounds` is for the plan `rounds`; with the others the number of rounds follows."
    NOT_THIS_PLAN = "The preset {preset} does not go with the plan {plan}."
    NO_THREADS = "For the tables of a night I need these permissions: {permissions}."
    NOT_HERE = "A night is opened in a text channel, where its tables get threads."
    NOT_ASKED = "It is {name} who is asked."
    NOT_AT_TABLE = "You sit at no table at the moment."
    GAME_RUNS = "That can be done only between two games."
    NOT_OF_NIGHT = "This table belongs to no night."
    SPLIT_FROM = "A second table can be opened from {least} people on; {number} are here."
    SPLIT_MOST = "A second table can be opened for at most {most} people; {number} are here."
    NO_COMPUTERS = "A night is without computers: send them away first, by `/chouette computer`."
    IN_NIGHT_ALREADY = "This table belongs to a night already."
    JOIN_THE_NIGHT = "This table belongs to a night: join that, with the button under its message or `/league join`."
