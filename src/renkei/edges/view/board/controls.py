"""Edits a field of the board: makes its form and reads the typed value. Made from the models."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from renkei.board.fields import ENTRIES, pattern_of
from renkei.board.model import ProjectState
from renkei.documents.source import SourceError
from renkei.documents.yaml_reader import read_yaml
from renkei.edges.view.board.rows import shown
from renkei.edges.view.numbers import whole_number
from renkei.errors import BadValueError, UnknownFieldError
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Frozen

Kind = Literal["text", "line", "choice", "flag", "number", "yaml"]

LONG = ("goal", "description", "question", "resolution")
"""Texts that have several lines in their form."""

PEOPLE = ("owner", "affected_agents")
"""Fields that name participants, which the form completes."""

KINDS: Mapping[str, Kind] = {"boolean": "flag", "integer": "number", "array": "yaml", "object": "yaml"}
"""Type of a JSON Schema → its control; texts have separate rules."""


@frozen
class Control:
    """The control of one field. `choices` are the values of a choice; `optional`: no text is no value (null)."""

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    optional: bool = False
    required: bool = False

    @property
    def names_people(self) -> bool:
        """Whether the value names participants."""
        return self.name in PEOPLE

    def shown(self, value: Any) -> str:
        """Return a value as its form shows it; YAML ends with its line break, which can be a part of its last text."""
        text = shown(value)
        return f"{text}\n" if self.kind == "yaml" and text else text

    def read(self, text: str, path: str) -> Any:
        """Return the value that was typed; raises BadValueError for what cannot be read."""
        if self.kind == "flag":
            return text == "true"
        if self.kind == "number":
            number = whole_number(text)
            if number is None:
                raise BadValueError(path=path, got=text, expected="a number")
            return number
        if self.kind == "yaml":
            return _read_yaml(text, path)
        return None if self.optional and not text else text


def _read_yaml(text: str, path: str) -> Any:
    if not text.strip():
        return []
    try:
        found = list(read_yaml(text))
    except SourceError as error:
        problem = error.problem
        said = f"line {problem.line}: {problem.message.rstrip('.')}"
        raise BadValueError(path=path, problem=said, hint=problem.hint) from None
    return found[0].value if found else []


def control_of(path: str) -> Control:
    """Return the control of a field; raises UnknownFieldError."""
    row = pattern_of(path)
    if row in ENTRIES:
        raise UnknownFieldError(path=path, known="a field of an entry, such as /agents/ID/status")
    return controls(ENTRIES[row[:-1]][0] if len(row) > 1 else ProjectState)[row[-1]]


@cache
def controls(model: type[Frozen]) -> Mapping[str, Control]:
    """Return the control of each field of an entry or of the project."""
    schema = model.model_json_schema()
    needed = schema.get("required", ())
    return {name: _control(name, field, name in needed) for name, field in schema["properties"].items()}


def _control(name: str, schema: Mapping[str, Any], required: bool) -> Control:
    forms = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    form, optional = forms[0], len(forms) < len(schema.get("anyOf", [schema]))
    if choices := tuple(form.get("enum", ())):
        return Control(name, "choice", choices, optional, required)
    kind = KINDS.get(form.get("type", "string"), "text" if name in LONG else "line")
    return Control(name, kind, (), optional, required)
