"""Whole numbers that come from outside, in addresses and forms."""


def whole_number(text: str, digits: int = 15) -> int | None:
    """Return the number that a text of ASCII digits is; None for any other text, or for one with more digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
