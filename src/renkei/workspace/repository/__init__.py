"""The repository on which a team works: git, the members' worktrees, and which changes may be merged."""
