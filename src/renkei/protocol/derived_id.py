"""Ids that follow from facts, so that whatever is done again because of the same facts is recognized."""

import hashlib


def derived_id(*facts: str) -> str:
    """Return the id of some facts: 32 hexadecimal digits, the same in every process and on every machine.

    No fact but the last may hold a line break. Lone surrogates, as in texts of chats, are allowed.
    """
    return hashlib.sha256("\n".join(facts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
