"""Shared by the view and the sender of notifications: devices of people, and links that answer a question."""
