"""The ladder of a server on screens: boards, a person, games of the past, two people."""
