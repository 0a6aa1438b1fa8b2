"""Makes the fields of a form from a JSON Schema, with the values of a document.

The name of a field in its form is its JSON Pointer, which is also how errors name it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from renkei.documents.json_pointer import join
from renkei.documents.source import SourceError
from renkei.documents.yaml_reader import read_yaml
from renkei.documents.yaml_writer import to_yaml
from renkei.edges.view.numbers import whole_number
from renkei.immutable.frozen import frozen

Kind = Literal["text", "line", "number", "flag", "choice", "several", "list", "group", "data"]
"""`several`: some of a few values; `line`: an id, a reference or a time; `data`: any mapping, as YAML."""

SCALARS: Mapping[str, Kind] = {"boolean": "flag", "integer": "number", "number": "number"}
"""The kind of field for the types of JSON Schema that are no texts."""

Schema = Mapping[str, Any]

_BETWEEN = re.compile(r"[\s,]+")

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")


@frozen
class Field:
    """A field: `inside` are the fields of a group, or the rows of a list, the last one blank."""

    path: str
    name: str
    kind: Kind
    required: bool
    help: str = ""
    value: Any = ""
    choices: tuple[str, ...] = ()
    inside: "tuple[Field, ...]" = ()
    default: str = ""

    @property
    def id(self) -> str:
        """The id of its element on the page."""
        return f"f{self.path}"

    @property
    def is_filled(self) -> bool:
        """Whether it, or a field inside it, has a value."""
        return any(one.is_filled for one in self.inside) if self.inside else bool(self.value)

    def all(self) -> "Iterator[Field]":
        """Yield the field and all fields inside it."""
        yield self
        for one in self.inside:
            yield from one.all()


class SchemaForm:
    """The fields of one published schema. `choices` are the values that some fields can have, by their pointers.

    `left_out` are the properties of the document that the form does not ask for.
    """

    def __init__(
        self, schema: Schema, definitions: Schema, choices: Mapping[str, Sequence[str]], left_out: Sequence[str]
    ) -> None:
        self._definitions = definitions
        self._choices = choices
        kept = {name: one for name, one in schema["properties"].items() if name not in left_out}
        self._schema = {**schema, "properties": kept}

    def fields(self, document: Mapping[str, Any]) -> dict[str, Field]:
        """Return the fields of the form by their names, filled in from a document, which may have faults."""
        root = self._field(self._schema, "", "", document, required=True)
        return {one.name: one for one in root.inside}

    def document(self, values: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Return the document that a form holds. Blank fields and rows are left out.

        A value of the wrong kind stays a text, so that the document is checked as a whole.
        """
        return self._read(self._schema, "", sorted(values), values, required=True) or {}

    def _plain(self, schema: Schema) -> Schema:
        """Return a schema with its reference followed; of a choice, the list or else the first that is not null."""
        if "$ref" in schema:
            found = self._definitions[schema["$ref"].rpartition("/")[2]]
            return {**found, **schema}
        options = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
        if not options:
            return schema
        first = next((one for one in options if one.get("type") == "array"), options[0])
        return {**self._plain(first), **{name: value for name, value in schema.items() if name != "anyOf"}}

    def _kind(self, schema: Schema, path: str) -> Kind:
        kind = schema.get("type")
        if kind == "array":
            few = path in self._choices or "enum" in self._plain(schema["items"])
            return "several" if few else "list"
        if kind == "object":
            return "group" if "properties" in schema else "data"
        if "enum" in schema:
            return "choice"
        return SCALARS.get(str(kind), "line" if "pattern" in schema else "text")

    def _field(self, schema: Schema, path: str, name: str, value: Any, *, required: bool) -> Field:
        schema = self._plain(schema)
        kind = self._kind(schema, path)
        choices = tuple(self._choices.get(path, ())) or tuple(self._plain(schema.get("items", schema)).get("enum", ()))
        inside = tuple(
            self._members(schema, path, value) if kind == "group" else self._rows(schema, path, name, value, kind)
        )
        default = schema.get("default")
        shown = default if isinstance(default, str) else ""
        return Field(
            path, name, kind, required, schema.get("description", ""), _shown(kind, value), choices, inside, shown
        )

    def _members(self, schema: Schema, path: str, value: Any) -> Iterator[Field]:
        found = value if isinstance(value, Mapping) else {}
        for name, one in schema["properties"].items():
            required = name in schema.get("required", ())
            yield self._field(one, path + join(name), name, found.get(name), required=required)

    def _rows(self, schema: Schema, path: str, name: str, value: Any, kind: Kind) -> Iterator[Field]:
        if kind == "list":
            rows = value if isinstance(value, list | tuple) else ()
            for index, one in enumerate((*rows, None)):
                yield self._field(schema["items"], f"{path}/{index}", name, one, required=False)

    def _read(
        self, schema: Schema, path: str, names: Sequence[str], values: Mapping[str, Sequence[str]], *, required: bool
    ) -> Any:
        schema = self._plain(schema)
        kind = self._kind(schema, path)
        if kind in ("group", "list"):
            mine = [one for one in names if one.startswith(f"{path}/")]
            if kind == "list":
                rows = self._read_rows(schema["items"], path, mine, values)
                return [*self._read_lines(schema["items"], values.get(path, ())), *rows] or None
            found = self._read_members(schema, path, mine, values)
            return found if required or any(one not in (False, {}) for one in found.values()) else None
        if kind == "several":
            return [one for one in values.get(path, ()) if one] or None
        if kind == "flag":
            return bool(values.get(path)) if required or values.get(path) else None
        text = values.get(path, ("",))[-1]
        return _PARSE[kind](text) if text.strip() else None

    def _read_members(
        self, schema: Schema, path: str, names: Sequence[str], values: Mapping[str, Sequence[str]]
    ) -> dict[str, Any]:
        demanded = schema.get("required", ())
        found = {
            name: self._read(inner, path + join(name), names, values, required=name in demanded)
            for name, inner in schema["properties"].items()
        }
        return {name: one for name, one in found.items() if one is not None}

    def _read_rows(
        self, schema: Schema, path: str, names: Sequence[str], values: Mapping[str, Sequence[str]]
    ) -> list[Any]:
        paths = [f"{path}/{index}" for index in _indexes(path, names)]
        rows = [self._read(schema, one, names, values, required=False) for one in paths]
        return [one for one in rows if one is not None]

    def _read_lines(self, schema: Schema, texts: Sequence[str]) -> list[Any]:
        """Return a list that is one field: ids and references with blanks or commas between them, else lines."""
        schema = self._plain(schema)
        found = [one for text in texts for one in (_BETWEEN.split(text) if "pattern" in schema else text.splitlines())]
        lines = [one.strip() for one in found if one.strip()]
        return [{schema["required"][0]: one} for one in lines] if schema.get("type") == "object" else lines


def _indexes(path: str, names: Sequence[str]) -> list[int]:
    found = {whole_number(one[len(path) + 1 :].partition("/")[0], digits=5) for one in names}
    return sorted(one for one in found if one is not None)


def _number(text: str) -> Any:
    text = text.strip()
    return text if not _NUMBER.fullmatch(text) else float(text) if "." in text else int(text)


def _data(text: str) -> Any:
    try:
        found = list(read_yaml(text))
    except SourceError:
        return text
    return found[0].value if len(found) == 1 else text


_PARSE: Mapping[Kind, Callable[[str], Any]] = {
    "number": _number,
    "data": _data,
    "line": str.strip,
    "choice": str.strip,
    "text": str,
}
"""The kinds of fields that hold one text, and how it becomes a value."""


def _shown(kind: Kind, value: Any) -> Any:
    """Return the value of a field as its element holds it."""
    if kind == "several":
        return (value,) if isinstance(value, str) else tuple(value or ())
    if kind == "flag":
        return value is True
    if kind in ("group", "list") or value is None:
        return ""
    return to_yaml(value) if isinstance(value, dict | list) and value else "" if value == {} else str(value)


def fields_of(value: Any, path: str = "") -> dict[str, list[str]]:
    """Return the fields of a form that hold a document of texts, by their pointers; nothing for a blank one."""
    if isinstance(value, Mapping):
        inside = [(path + join(name), one) for name, one in value.items()]
    elif isinstance(value, list):
        inside = [(f"{path}/{index}", one) for index, one in enumerate(value)]
    else:
        return {path: [value]} if value else {}
    return {name: text for at, one in inside for name, text in fields_of(one, at).items()}
