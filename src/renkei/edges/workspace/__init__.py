"""A directory in which agents work: confined files, commands that run with consent, and git worktrees."""
