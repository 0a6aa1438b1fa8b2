"""Conversations: their cards and lines, made from records, read in pages and filtered."""
