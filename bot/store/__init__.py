"""The store: Redis, or the embedded Redis server. No other package knows Redis.

Values are bytes; backgammon and Discord are unknown here.
"""

from bot.store.adoption import Adopted, adopt
from bot.store.answers import Admission, Record, Saved
from bot.store.backup import Copied, back_up, bring_back
from bot.store.due import Shards
from bot.store.embedded import EmbeddedServer
from bot.store.erasing import Leaving
from bot.store.errors import OlderData, OthersStore, StoreError, StoreFull
from bot.store.games import Beginning, Begins, Ends
from bot.store.ladder import Entered, Entry
from bot.store.lease import Lease
from bot.store.logged import PACKED_AFTER, PACKING, Hold
from bot.store.open_tables import Listed
from bot.store.opening import kept_store, open_store
from bot.store.passing import place
from bot.store.store import Store
from bot.store.waits import Carried

__all__ = [
    "PACKED_AFTER",
    "PACKING",
    "Admission",
    "Adopted",
    "Beginning",
    "Begins",
    "Carried",
    "Copied",
    "EmbeddedServer",
    "Ends",
    "Entered",
    "Entry",
    "Hold",
    "Lease",
    "Leaving",
    "Listed",
    "OlderData",
    "OthersStore",
    "Record",
    "Saved",
    "Shards",
    "Store",
    "StoreError",
    "StoreFull",
    "adopt",
    "back_up",
    "bring_back",
    "kept_store",
    "open_store",
    "place",
]
