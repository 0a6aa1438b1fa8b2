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


def address_of(node: str) -> str | None:
    """Return the address of a node, such as `contract:TC-7`; None for a thing without a screen."""
    kind, _, name = node.partition(":")
    path = PATHS.get(kind)
    return None if path is None else path.format(quote(name, safe=""))
