"""The bot: rules, tables, store, Discord. `bot.backgammon` and `bot.dice` can be imported on their own."""
