"""The verbs of all tables and of the bot itself: challenges, board play, the composer, More, panels, records."""

from __future__ import annotations

from functools import partial

from bot.backgammon import Reply, actions
from bot.cogs import (
    all_games,
    analysis_reports,
    analysis_requests,
    away,
    challenging,
    composing,
    computer_games,
    days,
    direct,
    from_position,
    hints,
    ladder,
    ladder_pages,
    more,
    own_time,
    panels,
    position,
    records,
    reference,
    settling,
    table,
    table_setup,
    visibility,
)
from bot.cogs.places import BUT_GROUPS, EVERYWHERE, WITH_US
from bot.cogs.verbs import Confirm, Verb, about_seats, plainly, with_us
from bot.tables import intents
from bot.tables.intents import KINDS
from bot.telemetry import SEALED

_ON_THE_BOARD = with_us(
    Verb("roll", does=plainly(intents.roll()), press=composing.roll),
    Verb("undo", does=plainly(intents.plain(actions.Undo))),
    Verb("abort", does=plainly(intents.plain(actions.Abort))),
    Verb("claim", does=plainly(intents.claim())),
    Verb("sit", does=plainly(intents.sit())),
    Verb("pause", does=plainly(intents.rest())),
    Verb("resume", does=plainly(intents.go_on())),
    Verb("next", does=plainly(intents.plain(actions.Next))),
    Verb("end", does=plainly(intents.plain(actions.End))),
    *(
        Verb(
            f"resign_{name}",
            does=about_seats(partial(intents.resign, kind)),
            confirm=Confirm.WANTED,
            logged="resign",
        )
        for name, kind in KINDS.items()
    ),
    Verb("resign", press=more.press_resign, private=True),
    Verb("settle", asks=settling.settlement, takes=settling.take_settlement),
    Verb("settle_for", press=settling.press_settle_for, private=True),
    Verb("accept", press=table.press_reply),
    Verb("decline", press=table.press_reply),
    Verb("sure", press=table.press_sure, private=True),
    # A cancelled confirmation of a sealed word must leave no trace.
    Verb("cancel", logged=SEALED, press=table.press_cancel, private=True),
)
#: Sealed in a chouette, where others see the press but not the answer.
_CUBES = with_us(
    Verb(
        "double",
        makes=actions.Double,
        does=about_seats(intents.double),
        press=table.press_double,
        confirm=Confirm.WANTED,
    ),
    Verb("take", makes=actions.Take, does=about_seats(partial(intents.reply, Reply.TAKE))),
    Verb("drop", makes=actions.Drop, does=about_seats(partial(intents.reply, Reply.DROP)), confirm=Confirm.WANTED),
    Verb("beaver", makes=actions.Beaver, does=about_seats(partial(intents.reply, Reply.BEAVER))),
    Verb("raccoon", makes=actions.Raccoon, does=about_seats(partial(intents.reply, Reply.RACCOON))),
)
_COMPOSER = with_us(
    Verb("move", press=composing.open_composer),
    Verb("aid_off", press=composing.press_aid_off, private=True),
    *(
        Verb(name, press=composing.compose, private=True)
        for name in ("draft", "step", "order", "back", "flip", "confirm")
    ),
)
_AROUND = with_us(
    Verb("more", press=more.open_more),
    Verb("board", press=visibility.show_again, private=True),
    Verb("pips", press=table.tell_pips, private=True),
    Verb("help", press=reference.press_help, private=True, where=EVERYWHERE),
    Verb("topic", press=reference.press_topic, private=True, logged="rules", where=EVERYWHERE),
    Verb("topics", press=reference.press_topics, private=True, logged="rules", where=EVERYWHERE),
    Verb("position", press=position.tell_position, private=True),
    Verb("position_move", takes=position.take_move, logged="position", where=EVERYWHERE),
    Verb("table_rules", press=more.press_rules, private=True),
    Verb("hint", press=hints.press_hint, private=True),
    Verb("figures", press=hints.press_figures, private=True, logged="hint"),
)
_OVER = with_us(
    Verb("replay", press=records.press_replay, apart=True),
    Verb("replay_game", press=records.press_replay_game, private=True, logged="replay"),
    Verb("export", press=records.press_export, apart=True),
    Verb("export_as", press=records.press_export_as, private=True, logged="export"),
    Verb("dice", press=reference.tell_dice, apart=True, logged="fairness"),
)
_REVIEWS = (
    Verb("analyze", press=analysis_requests.press_analyze, apart=True, where=BUT_GROUPS),
    *(
        Verb(name, press=press, private=private, apart=apart, logged="analyze", where=BUT_GROUPS)
        for name, press, private, apart in (
            ("review_ready", analysis_requests.press_ready, False, True),
            ("review_cancel", analysis_requests.press_cancel, True, False),
            ("review_part", analysis_requests.press_part, True, True),
            ("review_parts", analysis_requests.press_parts, True, False),
            ("review_match", analysis_requests.press_match, True, True),
            ("review_error", analysis_reports.press_error, False, False),
            ("review_course", analysis_reports.press_course, False, False),
            ("review_list", analysis_reports.press_list, False, True),
            ("review_show", analysis_reports.press_show, True, False),
            ("practise", analysis_reports.press_practise, False, False),
            ("practise_pick", analysis_reports.press_pick, True, False),
        )
    ),
    Verb("review_stop", press=analysis_requests.press_stop, private=True, logged="analyze"),
    # Votes are secret until the next morning; the log only tells that there was one.
    Verb("vote", press=days.press_vote),
)
_CHALLENGES = (
    Verb("join", press=challenging.press_join),
    Verb("refuse", press=challenging.press_call_off),
    Verb("withdraw", press=challenging.press_call_off),
    Verb("challenge_rules", press=more.press_rules, apart=True, where=WITH_US),
    Verb("thread", press=challenging.press_thread, private=True),
    Verb("word", asks=table_setup.ask_word, takes=challenging.take_word, where=WITH_US),
    Verb("computer", press=computer_games.press_computer, private=True, logged="play", where=WITH_US),
    Verb("from_here", press=from_position.press_from_here, apart=True, logged="play", where=WITH_US),
    Verb("from_side", press=from_position.press_from_side, private=True, logged="play", where=WITH_US),
    Verb("from_move", asks=from_position.ask_move, takes=from_position.take_move, logged="play", where=WITH_US),
    Verb("from_computer", press=from_position.press_from_computer, private=True, logged="play", where=WITH_US),
    Verb("from_both", press=from_position.press_from_both, private=True, logged="play"),
    Verb("from_anybody", press=from_position.press_from_anybody, private=True, logged="play"),
    Verb("computer_length", press=computer_games.press_length, private=True, logged="play", where=WITH_US),
    Verb("computer_level", press=computer_games.press_level, private=True, logged="play", where=WITH_US),
    Verb("rematch", press=challenging.challenge_again, where=WITH_US),
)
_PANELS = (
    Verb("preference", press=panels.press_preference, private=True, where=WITH_US),
    Verb("personal", press=panels.press_personal, private=True, where=WITH_US),
    Verb("setting", press=panels.press_setting, private=True),
    Verb("setting:zone", asks=panels.ask_zone, private=True, logged="setting"),
    Verb("zone", takes=panels.take_zone),
)
_LADDER = (
    Verb("strike", press=ladder.press_decided, private=True, logged="ladder_strike"),
    Verb("restore", press=ladder.press_decided, private=True, logged="ladder_restore"),
    *(
        Verb(name, press=ladder_pages.press_board, private=True, logged="leaderboard")
        for name in ("board_first", "board_page", "board_next", "board_mine")
    ),
    Verb("board_show", press=ladder_pages.press_board_show, private=True, logged="leaderboard"),
    Verb("profile_show", press=ladder_pages.press_profile_show, private=True, logged="profile"),
    Verb("versus_show", press=ladder_pages.press_versus_show, private=True, logged="versus"),
    Verb("games_page", press=ladder_pages.press_games, private=True, logged="games", where=WITH_US),
    Verb("games_pick", press=ladder_pages.press_pick, private=True, apart=True, logged="games", where=WITH_US),
    Verb("game_replay", press=ladder_pages.press_replay, private=True, apart=True, logged="replay", where=WITH_US),
    Verb("game_export", press=records.press_export_as, private=True, apart=True, logged="export", where=WITH_US),
)
VERBS = (
    *_ON_THE_BOARD,
    *_CUBES,
    *_COMPOSER,
    *_AROUND,
    *_OVER,
    *_REVIEWS,
    *_CHALLENGES,
    *_PANELS,
    *away.VERBS,
    *with_us(*own_time.VERBS),
    *_LADDER,
    *with_us(*all_games.VERBS),
    *direct.VERBS,
)
