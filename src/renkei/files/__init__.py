"""The files of a repository: patterns that name them, reservations, and who changed which lines of which file."""
