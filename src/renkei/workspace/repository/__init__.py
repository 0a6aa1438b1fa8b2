"""The repository of a team: git, the members' worktrees, and which changes may be merged."""
