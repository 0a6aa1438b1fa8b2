"""Rebuilds the contexts of past turns for a screen, with their cost."""
