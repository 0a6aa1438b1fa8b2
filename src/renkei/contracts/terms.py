"""Checks terms beyond their model, when a contract is opened and in `renkei validate`."""

from collections.abc import Callable

from renkei.contracts.model import TaskContract
from renkei.documents.command_line import fault_of
from renkei.documents.json_pointer import join
from renkei.documents.json_reader import read_json
from renkei.documents.source import SourceError
from renkei.documents.untrusted_schema import CostlySchemaError, check_cost
from renkei.errors import BadValueError
from renkei.files.decide import normal_patterns
from renkei.wording.values import quote


def check_commands(terms: TaskContract) -> None:
    """Raise BadValueError for a criterion's command that no system can start."""
    for index, criterion in enumerate(terms.acceptance_criteria):
        if criterion.command is not None and (fault := fault_of(criterion.command)):
            raise BadValueError(
                path=join("acceptance_criteria", index, "command"),
                problem=fault[0],
                hint=f"Write a program and its arguments, such as {quote(fault[1])}, or leave `command` out.",
            )


def check_output_schema(terms: TaskContract) -> None:
    """Raise BadValueError for an output schema that is a broken JSON Schema; other notations are left to the team."""
    text = terms.expected_output.schema_
    if not text or not text.lstrip().startswith("{"):
        return
    from jsonschema import Draft202012Validator, SchemaError  # slow to import, and few contracts need it

    try:
        schema = read_json(text).value
        Draft202012Validator.check_schema(schema)
        check_cost(schema)
    except (SourceError, SchemaError, RecursionError, CostlySchemaError) as error:
        reason = str(getattr(error, "message", error))
        raise BadValueError(
            path="/expected_output/schema", got=text[:60], expected=f"a valid JSON Schema ({reason})"
        ) from None


def check_paths(terms: TaskContract) -> None:
    """Raise BadValueError for a pattern of files that cannot be used."""
    normal_patterns(terms.paths)


CHECKS: dict[str, Callable[[TaskContract], None]] = {
    "BAD_COMMAND": check_commands,
    "BAD_SCHEMA": check_output_schema,
    "BAD_PATH": check_paths,
}
"""Code of a problem in a document → the check that finds it; each raises BadValueError."""


def check_terms(terms: TaskContract) -> None:
    """Raise BadValueError for terms that no contract may have."""
    for check in CHECKS.values():
        check(terms)


def with_normal_paths(terms: TaskContract) -> TaskContract:
    """Return terms whose patterns of files are in their normal form; raises BadValueError."""
    paths = normal_patterns(terms.paths)
    return terms if paths == terms.paths else terms.model_copy(update={"paths": paths})
