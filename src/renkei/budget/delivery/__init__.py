"""Delivery: the rules that put messages into tiers, and how much of a message each tier shows (section 3)."""
