"""Scenarios: a project played from a file through the real engine, with expectations that are checked."""
