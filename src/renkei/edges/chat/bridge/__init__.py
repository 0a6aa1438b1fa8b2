"""The bridge between a project and a chat: it posts the log's messages, accepts posts, and answers commands."""
