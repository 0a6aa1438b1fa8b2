"""The address of an item that waits for a person, which the view answers and notifications link to."""

from urllib.parse import quote

LIST = "/waiting"
"""The address of all items that wait."""


ANSWER = "/answer"
"""The address at which a link of a notification answers a question, without sign-in."""


def entry_address(key: str) -> str:
    """Return the address of an item by its key, such as `decision:D-7`, on the server of the view."""
    return f"{LIST}?entry={quote(key, safe=':')}"
