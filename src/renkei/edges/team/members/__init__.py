"""The members of a team: their loops, their conversations, and how each turn of theirs begins and ends."""
