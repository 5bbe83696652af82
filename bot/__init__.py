"""The bot: rules, tables, store, Discord. `bot.backgammon` and `bot.dice` can be imported on their own."""

import sys

# Here because all else is written in words that an older Python cannot even read, and this it can.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("The bot needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031
