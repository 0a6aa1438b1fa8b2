"""A team of agents that runs on a project: its file, its members, their models and their tools."""
