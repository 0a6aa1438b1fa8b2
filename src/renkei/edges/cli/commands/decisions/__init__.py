"""Decide and review."""
