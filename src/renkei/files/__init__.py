"""The files of a repository: patterns that name them, reservations, and the lines that each agent changed."""
