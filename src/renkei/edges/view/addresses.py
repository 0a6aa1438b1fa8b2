"""Where a thing of the project is shown: the address of a node of the dependency graph."""

from urllib.parse import quote

PATHS = {
    "agent": "/agents/{}",
    "artifact": "/artifact?ref={}",
    "contract": "/work/{}",
    "decision": "/decisions/{}",
    "message": "/messages/{}",
    "field": "/board/field?path={}",
}
"""The address of each kind of thing, with a place for its id."""


def page_of(kind: str, name: str) -> str:
    """Return the address of a thing of one of the kinds in `PATHS`."""
    return PATHS[kind].format(quote(name, safe=""))


def address_of(node: str, at: int | None = None) -> str | None:
    """Return the address of a node, such as `contract:TC-7`; None where it has no screen. `at`: as it was then."""
    kind, _, name = node.partition(":")
    if kind not in PATHS:
        return None
    path = page_of(kind, name)
    return path if at is None else f"{path}{'&' if '?' in path else '?'}at={at}"
