"""Commands of members and of acceptance criteria, run within limits; their results are evidence (section 8)."""
