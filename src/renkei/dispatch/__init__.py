"""Event-driven dispatch: rules, what triggers them, their intents, and the dependency graph (section 5)."""
