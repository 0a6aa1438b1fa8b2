"""The context budget: tiers, evidence, token counting, packing, rendering (section 3)."""
