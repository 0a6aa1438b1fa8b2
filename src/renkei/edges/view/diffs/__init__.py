"""Differences of files as people read them: in colour, and safe whatever the files hold."""
