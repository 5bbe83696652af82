"""Settings for all tests."""

from hypothesis import settings

# A slow machine is no failure: speed is measured in `bench`, never by a test.
settings.register_profile("chouette", deadline=None)
settings.load_profile("chouette")
