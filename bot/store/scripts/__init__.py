"""The Lua scripts: everything that has to happen at once or not at all.

Each file says what its KEYS and ARGV are. A script touches no key but its KEYS, and these share one slot.
"""

from __future__ import annotations

import hashlib
from importlib import resources


class Script:
    """The script in `name`.lua and the hash by which the server knows it."""

    def __init__(self, name: str) -> None:
        self.text = resources.files(__name__).joinpath(f"{name}.lua").read_bytes()
        self.sha = hashlib.sha1(self.text, usedforsecurity=False).hexdigest()


SAVE = Script("save")
REFRESH = Script("refresh")
READ_RECORD = Script("read_record")
PUT = Script("put")
PACK = Script("pack")
UNPACK = Script("unpack")
READ_LOG = Script("read_log")
FORGET = Script("forget")
DROP_LISTED = Script("drop_listed")
FORGET_ABSENCE = Script("forget_absence")
TAKE_DUE = Script("take_due")
SETTLE_DUE = Script("settle_due")
CLAIM_ID = Script("claim_id")
ADMIT_CHALLENGE = Script("admit_challenge")
CHECK_VERSION = Script("check_version")
TAKE_SHARDS = Script("take_shards")
READ_KEYS = Script("read_keys")
WRITE_KEY = Script("write_key")
ENTER = Script("enter")
ADVANCE = Script("advance")
NOTE = Script("note")
READ_TIME = Script("read_time")
NOTE_POSITIONS = Script("note_positions")
TURN_DAY = Script("turn_day")
VOTE = Script("vote")
NOTE_PASSING = Script("note_passing")
NOTE_WAITS = Script("note_waits")
ENTER_NOTICES = Script("enter_notices")
TAKE_NOTICES = Script("take_notices")
SETTLE_NOTICES = Script("settle_notices")
OPEN_IMPORT = Script("open_import")
CLOSE_IMPORTS = Script("close_imports")
SPEND_REVIEW = Script("spend_review")
SETTLE_REVIEW = Script("settle_review")
KEEP_LOOKING = Script("keep_looking")
KEEP_DECK = Script("keep_deck")
ADD_CARDS = Script("add_cards")
PUT_QUESTION = Script("put_question")
TAKE_QUESTION = Script("take_question")
ANSWER_QUESTION = Script("answer_question")
LOOK_AFTER_QUESTION = Script("look_after_question")
GIVE_BACK_QUESTION = Script("give_back_question")
NOTE_WORKER = Script("note_worker")
LIST_WORKERS = Script("list_workers")
