"""Coding agents that join a project: what each program receives, and where that is written. `program.py` says how."""
