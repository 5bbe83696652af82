"""The tests mirror the packages they test; facts are data files in `facts`."""
