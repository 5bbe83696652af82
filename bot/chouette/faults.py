"""Reasons to refuse an action in a chouette, beyond those of any game."""

from __future__ import annotations

from enum import Enum


class ChouetteFault(Enum):
    """Reasons that exist only with many players at one board."""

    HOLDS = "{names} asks you to wait before you roll."
    WAITS_FOR = "{names} wants to be asked before you roll."
    ONLY_ROLLER = "{names} rolls and moves for your side."
    ROLLS_HIMSELF = "You roll for your side yourself, and it waits for you: double or roll."
    NO_ACCESS = "You have no cube that you may turn now."
    NOT_YOUR_BET = "That is not a bet of yours."
    NOT_OFFERED = "No cube of that kind is offered to you."
    OUT_OF_GAME = "You are out of this game: your bet is decided. You play again in the next one."
    LEFT_GAME = "You have left this game: others play it to its end. You play again from the next one on."
    CANNOT_AGREE = "{names} would have to agree, and is not at the table any more."
    WINDOW_CLOSED = "The window is closed: no cube is offered any more in this turn."
    TOO_FEW_TAKES = "Of {doubled} cubes you must take at least {least}, or drop them all."
    CAPTAIN_MUST_BE_TAKEN = "If you take any, the captain's cube must be among them."
    CAPTAIN_MUST_BE_DOUBLED = "Nobody may be doubled without the captain, whose cube has the same value."
    SAME_VALUE_TOGETHER = "Cubes of one value and place must be doubled together."
    MUST_BEAVER = "You are the only one who stays in: you must beaver or drop."
    TWO_ANSWERS = "You have chosen two answers for {names}: choose one for each."
    NO_EXTRA = "No extra is offered now."
    ALL_OR_DROP = "You take every extra that is offered, or change to drop."
    NAME_THE_WINNER = (
        "A settlement at nothing must name who has won it: it may decide who has the box. Say so with `winner`."
    )
    NOT_THE_WINNER = "The winner of a settlement is one of the two it is between."
    SETTLE_WITH_WHOM = "Say with whom you settle."
    CANNOT_DECLINE = "Only a captain who has just won the box may refuse it."
    DECLINE_OFF = "Here the box cannot be refused."
    NO_PARTNER = "Nobody is asked about a partner now."
    FULL = "The table is full: {most} people play."
    SEATED_ALREADY = "You are at the table already."
    TOO_FEW = "It takes {fewest} people to start."
    NOT_ENOUGH_LEFT = "It takes two people to go on. Wait for somebody to join, or end the session."
    LAST_GAME = "That was the last game of this session."
    NOT_HOST = "Only the host can do that: {names}."
    NOT_ROLLING_SOON = "Only box and captain begin the next game: {names}."
    NOT_YOURSELF = "You cannot name yourself."
    COMPUTER_LATER = (
        "A computer can sit down before the start and between two games: at most {most}, where there is room."
    )
    NO_COMPUTER_DELEGATE = "A computer decides for nobody but itself."
    PAID_ALREADY = "That has been paid."
    NOT_YOUR_PAYMENT = "Only the two between whom it is, or the host, can say that it is paid."
    PAUSED = "The clock is stopped: nobody can claim. `/chouette resume` lets it go on."
    PAUSED_ALREADY = "The clock is stopped already. `/chouette resume` lets it go on."
    NOT_PAUSED = "The clock has not been stopped."
    SAID_ALREADY = "You have said so already."
    SESSION_RUNS = "The rules cannot be changed once the session has begun."
    NO_CHOUETTE = "No chouette is being played in this channel. Open one with `/chouette open`."
    NOT_AGREED = "The rules have been changed. {names} must agree first, or leave."
    BEGUN = "The session has begun already."
    NOT_A_CHOUETTE = "That belongs to a chouette, and this table is not one."
    NOT_BEGUN = "The session has not begun yet."
