"""The members of a team: their loops, their conversations, and the beginning and end of their turns."""
