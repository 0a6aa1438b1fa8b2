"""A room's past: posts from a chat's history or from an export of the chat, recorded as past messages."""
