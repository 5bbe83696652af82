"""Reasons why an action on a table, or before one, is refused, beyond the rules of its game."""

from __future__ import annotations

from enum import Enum


class TableTrouble(Enum):
    """Why a member's request is refused."""

    NO_TABLE = "Nothing is being played in this channel. Start with /play."
    MOVED_ON = "The table has moved on."
    ALREADY_DONE = "That has been done already."
    BUSY = "Too many people act at this table at once. Try again."
    NEWER = "This table was written by a newer version of the bot. It is left alone until the bot is updated."
    OLD_RULES = "This table was played under rules that I no longer know. It is left alone."
    REFUSED_ENTRY = (
        "What was played at this table does not go with its rules: entry {number} of its log is refused. The table is "
        "left alone; please tell those who run the bot."
    )
    NEWER_CHOICES = (
        "What is written here comes from a newer version of the bot. It stays as it is until the bot is updated."
    )
    NOT_FOLDED = (
        "This table comes from an older version of the bot and could not be brought up to date just now. Try again in "
        "a minute."
    )
    TOO_EARLY = "You may claim when the other side has not acted for {hours} hours. That will be {when}."
    TIME_UP = "Your time was up before you acted, so this does not count any more."
    TIME_LEFT = "Their time is not up yet. You may claim {when}."
    RESTS = "This table rests: nothing can be claimed before {when}."
    CLOCK_STANDS = "Nobody's time runs at the moment, so there is nothing to claim."
    CLOCK_DECIDES = "Here the clock decides by itself: whose time is up loses without a claim."
    NOT_A_PROPOSAL = "“{number}” is not one of the offers that wait for you."
    NOT_POINTS = "Points are a whole number, such as 2 or -1, or a half, such as 1½, where a table has them."
    WHICH_PROPOSAL = "Several offers wait for your answer: say which with `offer`."
    NOT_A_MANAGER = "Only who may manage this server can change its settings."
    NO_SUCH_ZONE = "I know no time zone “{name}”. Write it like Europe/Prague, or just Prague."
    WHICH_ZONE = "I know no time zone “{name}”. Similar ones: {names}."
    NIGHT_NOT_READ = (
        "I do not understand these hours. Write for example `23:00–7:30`, with a time zone if you like: "
        "`23:00–7:30 Prague`."
    )
    NIGHT_TOO_LONG = "Quiet hours last up to {most} hours."
    NIGHT_AGAIN = "Your quiet hours can change once a week: again {when}."
    PARTNER_SITS = "{name} sits this game."
    SITS_ALREADY = "You sit already."
    SIT_LATER = "{name} sits this game. You may sit down {when}, when half of the time is over."
    SIT_ONLY_WAITED = "{name} sits this game. You may sit down when half of their time is over, or they are gone."
    STILL_RUNNING = "Your game is still running. A rematch comes after it."
    NO_SUCH_PERSON = "{name} does not play at this table."
    NO_BOARD = "What is played here has no board with checkers."
    ONLY_ONE_OPPONENT = "That belongs to a chouette, and this table is not one."
    NOTHING_TO_REPEAT = "You have not played here yet, so there is no rematch. Start with /play."


class PlaceFault(Enum):
    """Why something cannot be used where it was asked for."""

    ONLY_SERVERS = "This works only in a server that I am a member of."
    ONLY_WITH_US = "This works only in a server that I am a member of, and in a direct message with me."
    NOT_IN_GROUPS = "This does not work in a group, only in servers and in a direct message with me."
    OTHERS_IN_SERVERS = "What others have come to is shown only in the server where you play with them."
    MAY_NOT_WRITE = "You may not write here, so I show it to nobody else either."
    OWN_APPS_HIDDEN = "This server lets nobody else see what people's own apps say."


class StoreFault(Enum):
    """Why no new data is accepted while running games continue."""

    NEARLY_FULL = (
        "My memory is nearly full, so I take no new tables, files or analyses at the moment. What is being played goes "
        "on. Whoever runs me is told in my log."
    )


class RoleFault(Enum):
    """Why the bot does not give, or take, a role."""

    EVERYBODY = "Everybody has @everyone: there is nothing to give. Choose another role."
    MANAGED = "**{role}** belongs to a bot, or Discord gives it itself. Choose another role."
    TOO_HIGH = (
        "**{role}** does not stand below my own highest role, so I cannot give it. Move my role above it in the "
        "server's settings, or choose another one."
    )
    POWERFUL = (
        "**{role}** may do what not everybody may: {powers}. I give nobody such a role. Take that from it, or choose "
        "another one."
    )
    POWERFUL_THERE = (
        "In <#{channel}> **{role}** may do what not everybody may: {powers}. I give nobody such a role. Take that from "
        "it, or choose another one."
    )
    GONE = "This role is gone. Choose another one."
    MAY_NOT = "I may not give roles here: I lack the permission **Manage Roles**, or my role stands too low."
    NOT_A_MEMBER = "That player is not on this server any more."
    NOT_NOW = "Discord is not answering well. Try again in a minute."


class LadderFault(Enum):
    """Why something of the ladder cannot be shown or changed."""

    NO_SUCH_SEASON = "“{season}” is no season. Choose from the list, or leave it out for the one that runs."
    NO_GAMES = "{name} has not finished a game on this server yet."
    NO_OWN_GAMES = "You have not finished a game on this server yet."
    NOT_OF_MINE = "I have no profile. What you have played against me is under `/games`."
    HIDES = "That player does not want to be shown on the leaderboards."
    LEFT = "That player is not on this server any more."
    NEVER_MET = "These two have not finished a game against each other on this server: {names}."
    NEVER_MET_YOU = "You and {name} have not finished a game against each other on this server."
    SAME_PERSON = "Nobody plays against themselves. Name somebody else."
    NOT_A_MANAGER = "Only who may manage this server can do that."
    PLAYED_IT = "You have played in it yourself: ask somebody else who may manage this server."
    NO_REASON = "Say why. Everybody can read it in the list of games."
    NOTHING_TO_STRIKE = "“{game}” is no finished game of this server's list, or it does not count already."
    NOTHING_TO_RESTORE = "“{game}” is no game of this server's list that was struck."


class ChallengeFault(Enum):
    """Why a member cannot be challenged, or a challenge not be answered this way."""

    YOURSELF = "You cannot challenge yourself."
    A_BOT = "{name} is a bot and does not play."
    NO_ENGINE = "There is no engine on this machine, so I cannot play or give advice. Everything else works."
    ENGINE_KNOWS_NOT = (
        "My engine knows neither hypergammon nor the Egyptian rule, so I do not play those. Choose backgammon or "
        "nackgammon."
    )
    ONLY_COMPUTER = "`level` says how well I play: name me as the opponent, or leave the opponent out."
    CANNOT_SEE = "{name} cannot see this channel."
    DOOR_CLOSED = "{name} takes no challenges at the moment."
    BLOCKED_UNKNOWN = (
        "A newer version of the bot has noted whom you do not play with, and I cannot read it. Until the bot is "
        "updated, challenge somebody by name."
    )
    NOBODY = "Your opponent of then can no longer be challenged. Start with /play."
    TOO_MANY_OPEN = (
        "You have three open challenges already. Wait until one is answered or expires; a chouette, until it begins."
    )
    TOO_FAST = "That was your fifth challenge or chouette within ten minutes. Wait a little."
    DECLINED = "A challenge between {name} and you has just been declined. Wait ten minutes before the next one."
    OVER = "This challenge is over."
    NOT_FOR_YOU = "This challenge is for {name}."
    NOT_CHALLENGER = "Only {name} can withdraw this challenge."
    NEEDS_POSITION = "`side` says which side of a `position` is yours: name the position too."
    NO_PACE_ALONE = "Of both sides you play without a clock: leave `pace` out."
    YOUR_OWN = "This is your own challenge. Somebody else has to accept it."
    AGREED = "You have agreed already. It still waits for {name}."
    NEEDS_FOUR = "Two against two: name `partner`, `opponent` and `opponent2`, all three."
    TWICE = "Two against two are four different people, and {name} is named twice."
    NO_COMPUTER_PAIR = "I play alone, not as anybody's partner and not against two: name three people."
    NOT_FOR_PAIRS = "`{option}` does not go with two against two: leave it out."
    ONLY_PAIRS = "`sits` belongs to two against two: name `partner` and `opponent2` too."
    NOT_YOURS = "Only the two who play may give a word."
    HELD = "A table is open in this channel already."
    TOO_MANY_DIRECT = "You have {most} games open here already. `/games` leads back to each; `/resign` gives one up."
    ONLY_ME_HERE = "In a direct message you play against me alone. Others can be challenged in a server."
    BAD_WORD = "A word has 1 to {most} characters, all of them visible, and no “|”."
    WORDS_FULL = "So many people have given a word that no more are taken."
    WORD_STANDS = "Your word is in the dice already; once dice have been rolled it stays as it is."
    MONEY_ONLY = "{rule}: that belongs to money sessions, with `length` 0."
    MATCH_ONLY = "{rule}: that belongs to matches, with a `length` of 1 or more."
    NEEDS_CUBE = "{rule}: that needs a doubling cube."
    NEEDS_BEAVERS = "Raccoons need beavers."


class LeagueTrouble(Enum):
    """Why a request about a league is refused, beyond the rules of leagues."""

    NO_LEAGUE = "This server has no such league."
    NONE_HERE = "This server has no league at the moment. Who may manage it opens one with /league open."
    WHICH_LEAGUE = "Several leagues are on here: say which with `league`."
    NOT_HOST = "Only {name}, who opened this league, or somebody who may manage this server can do that."
    MAY_NOT_OPEN = "Only who may manage this server, or has the role for it, can open a league."
    NOT_A_MEMBER = "{name} is not in this league."
    NOTHING_OWED = "You two do not owe each other this match any more."
    STILL_ON = "The league you named still runs. The next one can follow it when it is over."
    NOT_OWED = "These two do not owe each other a match in this league."
    PLAYS_IN_IT = "You play in this match yourself: ask somebody else who may manage this server."
    NO_OPEN = "The rounds of a knock-out or a Swiss have an end, so its matches need a pace by days or hours."
    PACE = "The matches of this league have its pace, or a live one if you two agree on that, such as `2 min + 15 s`."
    NO_LIVE = "A league has a pace by days or hours; two people may agree on a live one for their match."
    NAME = "A league has a name of 1 to {most} visible characters."
    BUSY = "Too many people act in this league at once. Try again."
    NEWER = "This league was written by a newer version of the bot. It is left alone until the bot is updated."
