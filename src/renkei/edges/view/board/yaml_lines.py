"""The board as YAML, each line with the field that it belongs to, so that both sides of the screen have anchors."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.documents.json_pointer import join
from renkei.documents.yaml_writer import to_yaml
from renkei.immutable.frozen import frozen

NAMING = ("id", "ref")


@frozen
class YamlPart:
    """Lines of YAML with the JSON Pointer that they say something of."""

    path: str
    text: str


def yaml_parts(document: Mapping[str, Any]) -> Iterator[YamlPart]:
    """Yield the parts of a board document; together they are what `to_yaml` writes."""
    yield YamlPart("", "project_state:")
    yield from _mapping((), document["project_state"], "  ")


def _mapping(path: tuple[str, ...], value: Mapping[str, Any], indent: str) -> Iterator[YamlPart]:
    for name, inner in value.items():
        here = (*path, name)
        if isinstance(inner, list) and inner and isinstance(inner[0], dict) and _name_of(inner[0]) is not None:
            yield YamlPart(join(*here), f"{indent}{name}:")
            yield from _entries(here, inner, f"{indent}  ")
        else:
            yield YamlPart(join(*here), _indented(to_yaml({name: inner}), indent))


def _entries(path: tuple[str, ...], entries: Sequence[Mapping[str, Any]], indent: str) -> Iterator[YamlPart]:
    for entry in entries:
        parts = list(_mapping((*path, str(_name_of(entry))), entry, f"{indent}  "))
        first = parts[0]
        dash = f"{indent}- {first.text[len(indent) + 2 :]}"
        yield YamlPart(join(*path, str(_name_of(entry))), dash)
        yield from parts[1:]


def _name_of(entry: Mapping[str, Any]) -> str | None:
    return next((str(entry[one]) for one in NAMING if one in entry), None)


def _indented(text: str, indent: str) -> str:
    return "\n".join(f"{indent}{line}" if line else line for line in text.removesuffix("\n").split("\n"))
