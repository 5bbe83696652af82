"""The bot: rules, tables, store, Discord. `bot.backgammon` and `bot.dice` can be imported on their own."""

import sys

# Checked here because all other modules use syntax that an older Python cannot parse.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("The bot needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031
