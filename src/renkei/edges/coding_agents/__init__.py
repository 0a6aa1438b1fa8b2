"""Coding agents that join a project: the settings each program receives, and where they go (see `program.py`)."""
