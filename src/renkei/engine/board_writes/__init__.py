"""The engine's view of the board: write rights, links, consequences of a write, and occurrences for rules."""
