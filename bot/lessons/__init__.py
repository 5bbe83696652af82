"""Lessons for beginners: data, one TOML file a lesson, and what their questions count as right.

Nothing here is shown or stored.
"""
