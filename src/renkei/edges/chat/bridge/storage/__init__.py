"""The files that a bridge keeps: its database, and its settings."""
