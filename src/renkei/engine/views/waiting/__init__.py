"""Items that wait for a person: replies, decisions, acceptance and suspended work."""
