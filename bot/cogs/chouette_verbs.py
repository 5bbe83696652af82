"""The verbs of a chouette: its words before the roll, its cubes, its people, its lobby and its sheets."""

from __future__ import annotations

from bot.chouette import actions as many
from bot.cogs import chouette_cubes, chouette_lobby, chouette_sheets, gathering, settling, table_setup
from bot.cogs.verbs import Confirm, Verb, about_cubes, about_seats, plainly
from bot.tables.chouette import intents

_CUBES = (
    Verb(name="double_to", sealed=True, press=chouette_cubes.press_double_to),
    Verb(name="pass", sealed=True, does=plainly(intents.plain(many.Pass))),
    Verb(name="hold", sealed=True, does=plainly(intents.plain(many.Hold))),
    Verb(
        name="answers",
        sealed=True,
        does=about_cubes(intents.replies),
        press=chouette_cubes.press_answers,
        confirm=Confirm.WANTED,
    ),
    Verb(name="extra_give", sealed=True, does=plainly(intents.extra(True))),
    Verb(name="extra_keep", sealed=True, does=plainly(intents.extra(False))),
    Verb(name="extra_drop", sealed=True, does=about_seats(lambda whom: intents.extras(True, dropped=whom))),
    Verb(name="extras", sealed=True, press=chouette_cubes.press_extras),
    Verb(name="stay", sealed=True, does=plainly(intents.extras(True))),
    Verb(name="leave_cube", sealed=True, does=plainly(intents.extras(False)), confirm=Confirm.WANTED),
    # Who passes by a switch passes: so the switch is as secret as the word.
    Verb(name="auto_pass", sealed=True, does=plainly(intents.auto_pass()), press=chouette_cubes.turn_auto_pass),
    Verb(name="chouette_auto_pass", sealed=True),
    Verb(name="chouette_delegate", sealed=True),
)
_PEOPLE = (
    Verb(name="leave", sealed=False, does=plainly(intents.leave()), confirm=Confirm.ALWAYS),
    Verb(name="sit_out", sealed=False, does=plainly(intents.sit_out())),
    Verb(name="share", sealed=False, does=plainly(intents.share(True))),
    Verb(name="alone", sealed=False, does=plainly(intents.share(False))),
    Verb(name="decline_box", sealed=False, does=plainly(intents.plain(many.DeclineBox))),
    Verb(name="pause", sealed=False, does=plainly(intents.pause(True))),
    Verb(name="resume", sealed=False, does=plainly(intents.pause(False))),
    Verb(name="settle_with", sealed=False, press=settling.press_settle_with, private=True),
    Verb(name="settle_even", sealed=False, press=settling.press_settle_even, private=True),
)
_SHEETS = (
    Verb(name="paid", sealed=False, press=chouette_cubes.press_paid),
    Verb(name="payments", sealed=False, press=chouette_sheets.press_payments),
    Verb(name="score", sealed=False, press=chouette_sheets.press_score),
    Verb(name="history", sealed=False, press=chouette_sheets.press_history),
)
_LOBBY = (
    Verb(name="lobby_join", sealed=False, press=chouette_lobby.join),
    Verb(name="lobby_leave", sealed=False, press=chouette_lobby.leave),
    Verb(name="lobby_agree", sealed=False, press=chouette_lobby.press_agree),
    Verb(name="lobby_rules", sealed=False, press=gathering.tell_rules, apart=True),
    Verb(name="lobby_word", sealed=False, asks=table_setup.ask_word, takes=chouette_lobby.take_word),
    Verb(name="lobby_start", sealed=False, press=chouette_lobby.start),
    Verb(name="lobby_options", sealed=False, press=chouette_lobby.show_panel, apart=True),
    *(
        Verb(name=name, sealed=False, press=chouette_lobby.press_panel, private=True)
        for name in ("lobby_preset", "lobby_option", "lobby_value")
    ),
)
_COMMANDS = tuple(
    Verb(name=f"chouette_{name}", sealed=False)
    for name in (
        *("open", "rules", "join", "leave", "sit_out", "start", "score", "history", "decline_box", "partner"),
        *("pause", "resume", "paid", "kick", "end", "computer"),
    )
)
VERBS = (*_CUBES, *_PEOPLE, *_SHEETS, *_LOBBY, *_COMMANDS)
