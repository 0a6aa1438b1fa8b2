"""Teammates: a persistent team of agents that runs on a project, each member with its own loop and conversation."""
