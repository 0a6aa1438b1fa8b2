"""Agents outside of the project, reached over A2A, that take part in it."""
