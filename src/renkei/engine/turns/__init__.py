"""Turns: how they begin, renew and end, what they gave their agent, and what the agent has read."""
