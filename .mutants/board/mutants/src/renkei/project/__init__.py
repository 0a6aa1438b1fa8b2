"""What library users hold: creating, opening and using a project."""
