"""Participants: joining, groups, rights, and leaving."""
