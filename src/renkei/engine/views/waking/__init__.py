"""When an agent should take a turn, and what that turn would deliver."""
