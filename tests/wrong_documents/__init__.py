"""Wrong documents of every kind: each is a valid one in which something is replaced."""

Case = tuple[str, str, str | bytes, str | bytes, str, str]
"""File name, valid document, what is replaced, by what; code and place of the problem to find, words of its hint."""
