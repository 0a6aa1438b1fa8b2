"""Where a thing of the project is shown: the address of a node of the dependency graph."""

from urllib.parse import quote

PATHS = {
    "agent": "/agents/{}",
    "artifact": "/graph?of=artifact:{}",
    "contract": "/work/{}",
    "decision": "/decisions/{}",
    "message": "/messages/{}",
    "field": "/board/field?path={}",
}
"""The address of each kind of thing, with a place for its id."""


def address_of(node: str, at: int | None = None) -> str | None:
    """Return the address of a node, such as `contract:TC-7`; None where it has no screen. `at`: as it was then."""
    kind, _, name = node.partition(":")
    path = PATHS.get(kind)
    if path is None:
        return None
    found = path.format(quote(name, safe=""))
    return found if at is None else f"{found}{'&' if '?' in found else '?'}at={at}"
