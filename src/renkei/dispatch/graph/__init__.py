"""The dependency graph: its edges, their order, and queries."""
