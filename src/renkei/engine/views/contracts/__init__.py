"""Contracts for their readers: as text, as a list of work, with the acts that are possible now."""
