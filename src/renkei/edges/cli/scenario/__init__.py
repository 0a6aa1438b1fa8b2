"""Plays scenarios for the command line: from files, printed step by step, or live in a browser."""
