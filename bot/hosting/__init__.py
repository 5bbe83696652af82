"""Command-line tools for the host of the bot."""
