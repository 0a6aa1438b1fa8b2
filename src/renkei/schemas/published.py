"""Load the published JSON Schemas of the protocol, usable from any language."""

import json
from functools import cache
from importlib import resources
from typing import Any

VERSION = "v1"


@cache
def names() -> tuple[str, ...]:
    """Return the names of the published schemas: message types, `message`, and the other kinds of documents."""
    files = resources.files("renkei.schemas").joinpath(VERSION).iterdir()
    return tuple(sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json")))


def load(name: str) -> dict[str, Any]:
    """Load a published schema; raises KeyError for a name that is not in `names()`."""
    if name not in names():
        raise KeyError(name)
    schema: dict[str, Any] = json.loads(text(name))
    return schema


def text(name: str) -> str:
    """Return the text of a published schema's file."""
    return resources.files("renkei.schemas").joinpath(VERSION, f"{name}.json").read_text(encoding="utf-8")
