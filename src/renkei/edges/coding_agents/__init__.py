"""Coding agents that join a project: what each program is told, and where that is written. `program.py` says how."""
