"""A monkey: seeded people type and press whatever there is, and everybody must be answered."""
