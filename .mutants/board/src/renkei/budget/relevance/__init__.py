"""Relevance: which tier a message has for a reader, and why."""
