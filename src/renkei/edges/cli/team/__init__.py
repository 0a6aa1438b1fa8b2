"""Running a team in a terminal: starting it, talking to its lead, its activity, and how it ended."""
