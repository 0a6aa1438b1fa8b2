"""The tools of the members of a team: the task board, plain messages, and what only the lead may do."""
