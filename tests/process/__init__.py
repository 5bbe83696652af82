"""The unmodified bot as a process, on its own store, against a Discord on this machine; people read and press."""
