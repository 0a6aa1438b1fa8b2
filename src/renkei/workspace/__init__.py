"""A directory in which agents work: confined files, commands that need consent, and git worktrees."""
