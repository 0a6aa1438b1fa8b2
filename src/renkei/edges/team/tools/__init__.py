"""The tools of a team's members: the task board, plain messages, and those reserved for the lead."""
