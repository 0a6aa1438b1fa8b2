"""Checks terms beyond their model, when a contract is opened and in `renkei validate`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from renkei.contracts.model import TaskContract
from renkei.documents.command_line import fault_of
from renkei.documents.json_pointer import join
from renkei.documents.json_reader import read_json
from renkei.documents.schema_check import schema_fault
from renkei.documents.source import SourceError
from renkei.errors import BadValueError
from renkei.files.decide import normal_patterns, pattern_faults
from renkei.wording.values import quote

Terms = Mapping[str, Any]
"""Terms as plain data. They may be wrong in other ways, so that all faults of a document are found at once."""


def command_faults(terms: Terms) -> Iterator[BadValueError]:
    """Yield a fault for each criterion's command that no system can start."""
    for index, criterion in enumerate(_list(terms.get("acceptance_criteria"))):
        command = criterion.get("command") if isinstance(criterion, Mapping) else None
        if _is_texts(command) and (fault := fault_of(command)):
            yield BadValueError(
                path=join("acceptance_criteria", index, "command"),
                problem=fault[0],
                hint=f"Write a program and its arguments, such as {quote(fault[1])}, or leave `command` out.",
            )


def output_schema_faults(terms: Terms) -> Iterator[BadValueError]:
    """Yield a fault for an output schema that is a broken JSON Schema; other notations are left to the team."""
    output = terms.get("expected_output")
    text = output.get("schema") if isinstance(output, Mapping) else None
    if not isinstance(text, str) or not text.lstrip().startswith("{"):
        return
    try:
        reason = schema_fault(read_json(text).value)
    except SourceError as error:
        reason = str(error)
    if reason:
        expected = f"a valid JSON Schema ({reason})"
        yield BadValueError(path="/expected_output/schema", got=text[:60], expected=expected)


def path_faults(terms: Terms) -> Iterator[BadValueError]:
    """Yield a fault for each pattern of files that cannot be used."""
    paths = terms.get("paths")
    if _is_texts(paths):
        yield from pattern_faults(paths)


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _is_texts(value: object) -> TypeGuard[Sequence[str]]:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


CHECKS: dict[str, Callable[[Terms], Iterator[BadValueError]]] = {
    "BAD_COMMAND": command_faults,
    "BAD_SCHEMA": output_schema_faults,
    "BAD_PATH": path_faults,
}
"""Code of a problem in a document → the check that finds its faults."""


def check_terms(terms: TaskContract) -> None:
    """Raise BadValueError for terms that no contract may have."""
    values = terms.model_dump()
    for check in CHECKS.values():
        for fault in check(values):
            raise fault


def with_normal_paths(terms: TaskContract) -> TaskContract:
    """Return terms whose patterns of files are in their normal form; raises BadValueError."""
    paths = normal_patterns(terms.paths)
    return terms if paths == terms.paths else terms.model_copy(update={"paths": paths})
