"""The cases of the conformance suite, read from its directory: `conformance/README.md` describes the files.

Every case is a list of steps. A case of a document is one step, `validate`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, JsonValue, ValidationError, model_validator

from renkei.documents.explain import explain
from renkei.documents.source import Source
from renkei.errors import DocumentError, Problem
from renkei.protocol.primitives import Flag, Frozen, Positive

LEVELS = {1: "documents", 2: "conversation", 3: "board", 4: "contracts", 5: "rules", 6: "contexts"}
"""The levels that the suite covers, with their names."""

SHIPPED = Path(__file__).with_name("cases")
"""The suite that comes with the package."""


class Repeat(Frozen):
    """A piece of text that is repeated, so that a large document is a short case."""

    repeat: str
    """The piece."""
    times: Positive
    """How often."""


class Fault(Frozen):
    """An error that an answer must report."""

    code: str
    """Its code."""
    path: str | None = None
    """Its JSON Pointer; null: any."""
    supported: tuple[str, ...] | None = None
    """The supported versions that it names; null: any."""
    extension: str | None = None
    """The extension that it names; null: any."""


class DocumentCase(Frozen):
    """A document and its verdict."""

    description: str
    """The subject of the case."""
    data: JsonValue = None
    """The document, unless `text` is given."""
    text: str | tuple[str | Repeat, ...] | None = None
    """The text of a document that JSON data cannot express."""
    valid: Flag
    """The verdict."""
    errors: tuple[Fault, ...] = ()
    """All errors, in any order."""

    @model_validator(mode="after")
    def _one_document(self) -> Self:
        if ("data" in self.model_fields_set) == (self.text is not None):
            raise ValueError("give exactly one of data, text")
        if self.valid is bool(self.errors):
            raise ValueError("an invalid document has errors, and a valid one has none")
        return self

    @property
    def document(self) -> str:
        """The text of the document."""
        if self.text is None:
            return json.dumps(self.data)
        pieces = (self.text,) if isinstance(self.text, str) else self.text
        return "".join(one if isinstance(one, str) else one.repeat * one.times for one in pieces)


class DocumentGroup(Frozen):
    """Documents of one kind, in the form of JSON-Schema-Test-Suite."""

    description: str
    """The subject of the group."""
    schema_: Annotated[str | None, Field(alias="schema")] = None
    """The published schema that gives the same verdicts; null: no schema can, because the text is not JSON data."""
    tests: Annotated[tuple[DocumentCase, ...], Field(min_length=1)]
    """The documents."""


class Step(Frozen):
    """A request, and what its answer must contain or which error it must be."""

    ask: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """The request, without its id."""
    expect: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    """Parts of the answer."""
    contains: Mapping[str, tuple[JsonValue, ...]] = {}
    """Members of the answer that are texts or lists, each with what it must contain."""
    lacks: Mapping[str, tuple[JsonValue, ...]] = {}
    """The same, with what it must not contain."""
    at_most: Mapping[str, float] = {}
    """Members of the answer with the largest number, or the most characters or elements, that they may be or have."""
    error: Fault | None = None
    """The error that is expected instead of an answer."""


class StepsCase(Frozen):
    """A project and what happens in it."""

    description: str
    """The expectation."""
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    """The steps, one after the other."""


class StepsFile(Frozen):
    """Cases about one subject."""

    description: str
    """The subject."""
    level: Positive
    """The level that they belong to."""
    cases: Annotated[tuple[StepsCase, ...], Field(min_length=1)]
    """The cases."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case under its name, such as `conversation/a repeated message changes nothing`."""

    name: str
    level: int
    steps: Sequence[Step]


def read_cases(directory: Path) -> list[Case]:
    """Return every case of a suite, documents first. Raises DocumentError for a file that is not as it should be."""
    found: list[Case] = []
    for file in sorted((directory / "schema").glob("*.json")):
        for one in _read(file):
            found += _documents(file.stem, _checked(DocumentGroup, one, file))
    for file in sorted((directory / "semantics").glob("*.json")):
        steps = _checked(StepsFile, _read(file), file)
        found += (Case(f"{file.stem}/{one.description}", steps.level, one.steps) for one in steps.cases)
    return found


def _documents(stem: str, group: DocumentGroup) -> Iterator[Case]:
    for one in group.tests:
        errors: Any = [{"path": ""} | fault.model_dump(mode="json", exclude_none=True) for fault in one.errors]
        step = Step(ask={"op": "validate", "text": one.document}, expect={"valid": one.valid, "errors": errors})
        yield Case(f"schema/{stem}/{one.description}", 1, (step,))


def _read(file: Path) -> Any:
    text = file.read_bytes()
    try:
        return json.loads(text)  # documents of the suite may exceed the limits of our reader
    except ValueError as error:
        line, column = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (1, 1)
        problem = Problem("SYNTAX", "", line, column, f"not JSON: {error}", "Check the file of the suite.")
        raise DocumentError(str(file), [problem]) from None


def _checked(model: Any, value: Mapping[str, Any], file: Path) -> Any:
    try:
        return model.__pydantic_validator__.validate_python(value)
    except ValidationError as error:
        raise DocumentError(str(file), explain(error, Source(value), model.model_json_schema())) from None
