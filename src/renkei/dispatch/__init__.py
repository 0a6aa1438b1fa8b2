"""Event-driven dispatch: rules, what they match, the dependency graph, what they do (section 5)."""
