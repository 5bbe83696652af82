"""Discord's limits on lengths, numbers and times. All code that depends on them imports this module.

Only limits set by Discord; the bot's own are where they are used.
"""

from __future__ import annotations

MESSAGE = 2000
"""Characters of a message."""
LABEL = 80
"""Characters on a button."""
CHOICE = 100
"""Characters of an option of a select (value, or description), or of an autocompletion."""
CHOICES = 25
"""Options in a select, or autocompletions."""
PLACEHOLDER = 150
"""Characters of a select's placeholder."""
CUSTOM_ID = 100
"""Characters of a custom id."""
TITLE = 45
"""Characters of a modal's title, and of a field's label."""
PICTURE_WORDS = 1024
"""Characters of an attachment's description (alt text)."""
FILE = 10_000_000
"""Bytes of a file."""
COMMAND_WORDS = 100
"""Characters of the description of a command or option."""
NAME = 32
"""Characters of a user's display name."""
THREAD_NAME = 100
"""Characters of a thread's name."""
THREAD_SHOWN = 7 * 24 * 60
"""Longest auto-archive duration of a thread, in minutes."""
NONCE = 25
"""Characters of a nonce."""
ANSWER = 3.0
"""Seconds in which an interaction must be answered or deferred."""
TOKEN = 15 * 60
"""Seconds for which an interaction token is valid."""
FOLLOW_UPS = 5
"""Follow-ups to an interaction where the bot is only installed by a person (error 40094)."""
EDITED = 60 * 60
"""Seconds after which edits of a message are rate limited strictly (error 30046)."""
