"""What the bot has stored, as it was written: one example of each kind, which every later version has to read.

A numbered folder is what the bot wrote at one time and is never changed; `python -m tests.stored.make NUMBER` writes
the next one, which is due when the bot begins to write something in another shape. In each file is a whole small store,
a paragraph a key; `whole.backup` is one as a backup; `facts.json` says what people know of each. `posted.ids` are
what buttons and lists in posted messages carry. Nothing was released before the first folder that is here, so what was
written then is not read.
"""
