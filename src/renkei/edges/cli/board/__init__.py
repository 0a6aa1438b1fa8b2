"""Shared by the commands of the board: the copy that a person edits, and fields as options name them."""
