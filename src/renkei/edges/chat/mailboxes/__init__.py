"""A team with JSONL mailboxes as a chat: its forms, lines, roster and requests."""
