"""The verbs of a chouette: the window, cubes, players, lobby and pages."""

from __future__ import annotations

from bot.chouette import actions
from bot.cogs import (
    chouette_cubes,
    chouette_entry,
    chouette_lobby,
    chouette_sheets,
    gathering,
    settling,
    table_setup,
)
from bot.cogs.night_table import leave_with_night
from bot.cogs.verbs import Confirm, Verb, about_cubes, about_seats, plainly
from bot.tables.chouette import intents

_CUBES = (
    Verb("double_to", makes=actions.Double, press=chouette_cubes.press_double_to),
    Verb("pass", makes=actions.Pass, does=plainly(intents.plain(actions.Pass))),
    Verb("hold", makes=actions.Hold, does=plainly(intents.plain(actions.Hold))),
    Verb(
        "answers",
        makes=actions.Answer,
        does=about_cubes(intents.replies),
        press=chouette_cubes.press_answers,
        confirm=Confirm.WANTED,
    ),
    Verb("extra_give", makes=actions.GiveExtra, does=plainly(intents.extra(True))),
    Verb("extra_keep", makes=actions.GiveExtra, does=plainly(intents.extra(False))),
    Verb(
        "extra_drop",
        makes=actions.AnswerExtras,
        does=about_seats(lambda whom: intents.extras(True, dropped=whom)),
    ),
    Verb("extras", makes=actions.AnswerExtras, press=chouette_cubes.press_extras),
    Verb("stay", makes=actions.AnswerExtras, does=plainly(intents.extras(True))),
    Verb("leave_cube", makes=actions.AnswerExtras, does=plainly(intents.extras(False)), confirm=Confirm.WANTED),
    # An automatic pass is a pass, so the switch is as secret as the word.
    Verb(
        "auto_pass",
        makes=actions.AutoPass,
        does=plainly(intents.auto_pass()),
        press=chouette_cubes.turn_auto_pass,
    ),
    Verb("chouette_auto_pass", makes=actions.AutoPass),
    Verb("chouette_delegate", makes=actions.Delegate),
)
_PEOPLE = (
    Verb("leave", does=plainly(intents.leave()), instead=leave_with_night, confirm=Confirm.ALWAYS),
    Verb("sit_out", does=plainly(intents.sit_out())),
    Verb("share", does=plainly(intents.share(True))),
    Verb("alone", does=plainly(intents.share(False))),
    Verb("decline_box", does=plainly(intents.plain(actions.DeclineBox))),
    Verb("let_in", makes=actions.LetIn, press=chouette_entry.press_let_in),
    Verb("not_now", makes=actions.NotNow, press=chouette_entry.press_not_now),
    Verb("settle_with", press=settling.press_settle_with, private=True),
    Verb("settle_even", press=settling.press_settle_even, private=True),
)
_SHEETS = (
    Verb("paid", press=chouette_cubes.press_paid),
    Verb("payments", press=chouette_sheets.press_payments),
    Verb("score", press=chouette_sheets.press_score),
    Verb("history", press=chouette_sheets.press_history),
)
_LOBBY = (
    Verb("lobby_join", press=chouette_lobby.join),
    Verb("lobby_leave", press=chouette_lobby.leave),
    Verb("lobby_agree", press=chouette_lobby.press_agree),
    Verb("lobby_rules", press=gathering.tell_rules, apart=True),
    Verb("lobby_word", asks=table_setup.ask_word, takes=chouette_lobby.take_word),
    Verb("lobby_start", press=chouette_lobby.start),
    Verb("lobby_options", press=chouette_lobby.show_panel, apart=True),
    *(
        Verb(name, press=chouette_lobby.press_panel, private=True)
        for name in ("lobby_preset", "lobby_option", "lobby_value")
    ),
)
VERBS = (*_CUBES, *_PEOPLE, *_SHEETS, *_LOBBY)
