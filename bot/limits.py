"""Discord's limits: how long, how many and how late. The one place where they stand; what keeps to them imports it.

What is said here is Discord's word and no choice of ours: our own lengths stand where they are chosen.
"""

from __future__ import annotations

MESSAGE = 2000
"""Characters of a message."""
LABEL = 80
"""Characters on a button."""
CHOICE = 100
"""Characters of a choice in a list, of its value and of the line below it; of what a command offers to complete."""
CHOICES = 25
"""Choices in a list, or offered to complete what is typed."""
PLACEHOLDER = 150
"""Characters that a list shows while nothing is chosen."""
CUSTOM_ID = 100
"""Characters that a button, a list or a form carries."""
TITLE = 45
"""Characters of a form's title, and of the words over a field of it."""
PICTURE_WORDS = 1024
"""Characters that describe a picture to those who do not see it."""
FILE = 10_000_000
"""Bytes of a file."""
COMMAND_WORDS = 100
"""Characters that describe a command or an option of it."""
NAME = 32
"""Characters of somebody's name."""
THREAD_NAME = 100
"""Characters of a thread's name."""
THREAD_SHOWN = 7 * 24 * 60
"""Minutes without a word after which a thread is hidden, at most."""
NONCE = 25
"""Characters by which a message is known again."""
ANSWER = 3.0
"""Seconds in which an interaction must be answered, if only to say that the answer will come."""
TOKEN = 15 * 60
"""Seconds for which an answer may still be given or changed."""
EDITED = 60 * 60
"""Seconds after which a message can be edited only seldom."""
