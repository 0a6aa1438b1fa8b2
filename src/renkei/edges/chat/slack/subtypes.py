"""The meanings of the subtypes of Slack's messages."""

POSTED = (None, "", "file_share", "me_message", "thread_broadcast", "bot_message")
"""Subtypes of users' posts. Other subtypes are notes of Slack itself."""

TOMBSTONE = "tombstone"
"""The subtype of a deleted post that has replies."""
