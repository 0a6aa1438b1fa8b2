"""Relevance: the tier of a message for one agent, and the reason."""
