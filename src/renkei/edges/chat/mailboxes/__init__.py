"""A team that writes into JSONL mailboxes, as a chat: its forms, lines, roster and requests."""
