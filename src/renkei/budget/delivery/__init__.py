"""Delivery: which rules put messages into tiers, and how much of a message each tier is given (section 3)."""
