"""The engine's view of contracts: rights, consequences of a transition, and occurrences for rules."""
