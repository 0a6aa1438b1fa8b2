"""The JSON Schemas that are part of the protocol, as files that any language can read."""

import json
from functools import cache
from importlib import resources
from typing import Any

VERSION = "v1"


@cache
def names() -> tuple[str, ...]:
    """Give the names of the published schemas: message types, `message`, and the other kinds of documents."""
    files = resources.files("renkei.schemas").joinpath(VERSION).iterdir()
    return tuple(sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json")))


def load(name: str) -> dict[str, Any]:
    """Give a published schema; raises KeyError for a name that is not in `names()`."""
    if name not in names():
        raise KeyError(name)
    schema: dict[str, Any] = json.loads(text(name))
    return schema


def text(name: str) -> str:
    """Give a published schema as it stands in its file."""
    return resources.files("renkei.schemas").joinpath(VERSION, f"{name}.json").read_text(encoding="utf-8")
