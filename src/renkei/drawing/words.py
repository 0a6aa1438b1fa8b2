"""The words of the picture. The view has them in other languages."""

from collections.abc import Callable

from renkei.texts.catalogue import texts

Words = Callable[[str], str]
"""Returns the words of a key, such as `kind.agent`, `relation.depends_on`, `status.open` or `legend.solid`."""


def english(key: str) -> str:
    """Return the English words of a key: a sentence of `texts/en/drawing.json`, else the name itself."""
    return str(texts("en", "drawing").get(f"graph.{key}") or key.partition(".")[2].replace("_", " "))
