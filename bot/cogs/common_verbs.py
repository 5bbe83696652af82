"""The verbs of every table and of the bot itself: starting, playing on a board, the composer, More, panels, records."""

from __future__ import annotations

from functools import partial

from bot.backgammon import Reply, actions
from bot.cogs import (
    afterwards,
    analysis_reports,
    analysis_requests,
    challenging,
    composing,
    computer_games,
    days,
    helping,
    hints,
    ladder_pages,
    more,
    preference_panel,
    reference,
    setting_panel,
    settling,
    showing,
    striking,
    table,
    table_setup,
)
from bot.cogs.verbs import Confirm, Verb, about_seats, plainly
from bot.tables import intents
from bot.tables.intents import KINDS

_ON_THE_BOARD = (
    Verb(name="roll", sealed=False, does=plainly(intents.roll()), press=composing.roll),
    Verb(name="undo", sealed=False, does=plainly(intents.plain(actions.Undo))),
    Verb(name="abort", sealed=False, does=plainly(intents.plain(actions.Abort))),
    Verb(name="claim", sealed=False, does=plainly(intents.claim())),
    Verb(name="next", sealed=False, does=plainly(intents.plain(actions.Next))),
    Verb(name="end", sealed=False, does=plainly(intents.plain(actions.End))),
    *(
        Verb(
            name=f"resign_{name}",
            sealed=False,
            does=about_seats(partial(intents.resign, kind)),
            confirm=Confirm.WANTED,
            logged="resign",
        )
        for name, kind in KINDS.items()
    ),
    Verb(name="resign", sealed=False, press=more.press_resign, private=True),
    Verb(name="settle", sealed=False, asks=settling.settlement, takes=settling.take_settlement),
    Verb(name="settle_for", sealed=False, press=settling.press_settle_for, private=True),
    Verb(name="accept", sealed=False, press=table.press_reply),
    Verb(name="decline", sealed=False, press=table.press_reply),
    Verb(name="sure", sealed=False, press=table.press_sure, private=True),
    # Whoever thinks better of a sealed word has not said it.
    Verb(name="cancel", sealed=True, press=table.press_cancel, private=True),
)
#: In a chouette these are said under the others' eyes, but not in their hearing.
_CUBES = (
    Verb(
        name="double", sealed=True, does=about_seats(intents.double), press=table.press_double, confirm=Confirm.WANTED
    ),
    Verb(name="take", sealed=True, does=about_seats(partial(intents.reply, Reply.TAKE))),
    Verb(name="drop", sealed=True, does=about_seats(partial(intents.reply, Reply.DROP)), confirm=Confirm.WANTED),
    Verb(name="beaver", sealed=True, does=about_seats(partial(intents.reply, Reply.BEAVER))),
    Verb(name="raccoon", sealed=True, does=about_seats(partial(intents.reply, Reply.RACCOON))),
)
_COMPOSER = (
    Verb(name="move", sealed=False, press=composing.open_composer, apart=True),
    *(
        Verb(name=name, sealed=False, press=composing.compose, private=True)
        for name in ("draft", "step", "order", "back", "flip", "confirm")
    ),
)
_AROUND = (
    Verb(name="more", sealed=False, press=more.open_more, apart=True),
    Verb(name="board", sealed=False, press=showing.show_again, private=True),
    Verb(name="pips", sealed=False, press=table.tell_pips, private=True),
    Verb(name="help", sealed=False, press=helping.press_help, private=True),
    Verb(name="position", sealed=False, press=reference.tell_position, private=True),
    Verb(name="table_rules", sealed=False, press=more.press_rules, private=True),
    Verb(name="hint", sealed=False, press=hints.press_hint, private=True),
    *(Verb(name=name, sealed=False) for name in ("race", "odds", "rules", "fairness")),
)
_OVER = (
    Verb(name="replay", sealed=False, press=afterwards.press_replay, apart=True),
    Verb(name="replay_game", sealed=False, press=afterwards.press_replay_game, private=True, logged="replay"),
    Verb(name="export", sealed=False, press=afterwards.press_export, apart=True),
    Verb(name="export_as", sealed=False, press=afterwards.press_export_as, private=True, logged="export"),
    Verb(name="dice", sealed=False, press=reference.tell_dice, apart=True, logged="fairness"),
)
_REVIEWS = (
    Verb(name="analyze", sealed=False, press=analysis_requests.press_analyze, apart=True),
    Verb(name="review_ready", sealed=False, press=analysis_requests.press_ready, apart=True, logged="analyze"),
    Verb(name="review_cancel", sealed=False, press=analysis_requests.press_cancel, private=True, logged="analyze"),
    Verb(
        name="review_part", sealed=False, press=analysis_requests.press_part, private=True, apart=True, logged="analyze"
    ),
    Verb(name="review_parts", sealed=False, press=analysis_requests.press_parts, private=True, logged="analyze"),
    Verb(
        name="review_match",
        sealed=False,
        press=analysis_requests.press_match,
        private=True,
        apart=True,
        logged="analyze",
    ),
    Verb(name="review_stop", sealed=False, press=analysis_requests.press_stop, private=True, logged="analyze"),
    Verb(name="review_error", sealed=False, press=analysis_reports.press_error, logged="analyze"),
    Verb(name="review_list", sealed=False, press=analysis_reports.press_list, apart=True, logged="analyze"),
    Verb(name="review_show", sealed=False, press=analysis_reports.press_show, private=True, logged="analyze"),
    Verb(name="practise", sealed=False, press=analysis_reports.press_practise, logged="analyze"),
    Verb(name="practise_pick", sealed=False, press=analysis_reports.press_pick, private=True, logged="analyze"),
    # What somebody votes for is secret till the next morning, and the log says no more than that they have.
    Verb(name="vote", sealed=False, press=days.press_vote),
)
_CHALLENGES = (
    Verb(name="join", sealed=False, press=challenging.press_join),
    Verb(name="refuse", sealed=False, press=challenging.press_call_off),
    Verb(name="withdraw", sealed=False, press=challenging.press_call_off),
    Verb(name="challenge_rules", sealed=False, press=more.press_rules, apart=True),
    Verb(name="thread", sealed=False, press=challenging.press_thread, private=True),
    Verb(name="word", sealed=False, asks=table_setup.ask_word, takes=challenging.take_word),
    Verb(name="computer", sealed=False, press=computer_games.press_computer, private=True, logged="play"),
    Verb(name="computer_length", sealed=False, press=computer_games.press_length, private=True, logged="play"),
    Verb(name="computer_level", sealed=False, press=computer_games.press_level, private=True, logged="play"),
    Verb(name="rematch", sealed=False, press=challenging.challenge_again),
)
_PANELS = (
    Verb(name="preferences", sealed=False),
    Verb(name="preference", sealed=False, press=preference_panel.press_preference, private=True),
    Verb(name="personal", sealed=False, press=preference_panel.press_personal, private=True),
    Verb(name="settings", sealed=False),
    Verb(name="setting", sealed=False, press=setting_panel.press_setting, private=True),
    Verb(name="setting:zone", sealed=False, asks=setting_panel.zone, private=True, logged="setting"),
    Verb(name="zone", sealed=False, takes=setting_panel.take_zone),
)
_LADDER = (
    *(Verb(name=name, sealed=False) for name in ("leaderboard", "profile", "games", "versus")),
    *(Verb(name=f"ladder_{name}", sealed=False) for name in ("strike", "restore", "watch")),
    Verb(name="strike", sealed=False, press=striking.press_decided, private=True, logged="ladder_strike"),
    Verb(name="restore", sealed=False, press=striking.press_decided, private=True, logged="ladder_restore"),
    *(
        Verb(name=name, sealed=False, press=ladder_pages.press_board, private=True, logged="leaderboard")
        for name in ("board_first", "board_page", "board_next", "board_mine")
    ),
    Verb(name="board_show", sealed=False, press=ladder_pages.press_board_show, private=True, logged="leaderboard"),
    Verb(name="profile_show", sealed=False, press=ladder_pages.press_profile_show, private=True, logged="profile"),
    Verb(name="versus_show", sealed=False, press=ladder_pages.press_versus_show, private=True, logged="versus"),
    Verb(name="games_page", sealed=False, press=ladder_pages.press_games, private=True, logged="games"),
    Verb(name="games_pick", sealed=False, press=ladder_pages.press_pick, private=True, apart=True, logged="games"),
    Verb(name="game_replay", sealed=False, press=ladder_pages.press_replay, private=True, apart=True, logged="replay"),
    Verb(name="game_export", sealed=False, press=afterwards.press_export_as, private=True, apart=True, logged="export"),
)
VERBS = (*_ON_THE_BOARD, *_CUBES, *_COMPOSER, *_AROUND, *_OVER, *_REVIEWS, *_CHALLENGES, *_PANELS, *_LADDER)
