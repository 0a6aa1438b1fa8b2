"""Reaches people who are away: each thing that newly waits for a person becomes one notification."""
