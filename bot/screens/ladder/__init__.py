"""Texts and pictures of a server's ladder: boards, profiles, past games, pairs of members."""
