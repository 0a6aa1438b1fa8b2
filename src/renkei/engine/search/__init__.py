"""Searching messages: the language of a search, times in words, and the traits by which a message is found."""
