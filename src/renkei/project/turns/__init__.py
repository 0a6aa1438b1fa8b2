"""Turns of agents: their beginning, what they write, their end, and the contexts they were given (section 6)."""
