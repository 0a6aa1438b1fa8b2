"""The library: creating, opening and using a project."""
