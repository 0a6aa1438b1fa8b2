"""The work that a team shares: its board, contracts, artifacts, rules, and how they depend on each other."""
