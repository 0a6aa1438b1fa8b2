"""The context budget: relevance of messages, token counting, packing, rendering (section 3)."""
