"""What waits for a person: replies, decisions, acceptance and suspended work."""
