"""The store: one contract for every kind of server, and the server that the bot brings along."""
