"""The words of the picture. The view has them in other languages."""

from collections.abc import Callable

Words = Callable[[str], str]
"""Returns the words of a key, such as `kind.agent`, `relation.depends_on`, `status.open` or `legend.solid`."""

ENGLISH = {
    "nobody": "nobody yet",
    "legend.along": "Read a label along its arrow: A depends on B.",
    "legend.solid": "Solid: whoever waits for A also waits for B.",
    "legend.dashed": "Dashed: nobody waits along it.",
    "legend.waiting": "Red: somebody waits now.",
    "legend.cycle": "Red and thick: a cycle of waiting.",
    "legend.critical": "Thick, with ★: the critical path.",
    "legend.left_out": "Who delegates to whom stands in the boxes.",
}


def english(key: str) -> str:
    """Return the English words of a key: a sentence of `ENGLISH`, else the name itself."""
    return ENGLISH.get(key) or key.partition(".")[2].replace("_", " ")
