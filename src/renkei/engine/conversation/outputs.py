"""Validate outputs sent as data against the schema of the contract (section 4).

A TASK_RESULT carries them as `extensions.outputs`, a mapping from the reference of an artifact to its content. Files
are not read here, since the engine does no I/O: a criterion's `command` can check the file at an artifact's path.
"""

from renkei.contracts.model import TaskContract
from renkei.documents.json_pointer import join
from renkei.documents.json_reader import read_json
from renkei.documents.schema_check import schema_problems
from renkei.errors import BadValueError
from renkei.protocol.messages import TaskResultMessage

OUTPUTS = "outputs"


def check_outputs(terms: TaskContract, message: TaskResultMessage) -> None:
    """Raise BadValueError for an output that does not match the JSON Schema of the terms, or has no artifact."""
    found = message.extensions.get(OUTPUTS)
    if found is None:
        return
    if not isinstance(found, dict):
        raise BadValueError(path=f"/extensions/{OUTPUTS}", got=found, expected="a mapping from artifacts to their data")
    named = message.payload.output_artifacts
    for ref, value in found.items():
        here = join("extensions", OUTPUTS, ref)
        if ref not in named:
            raise BadValueError(
                path=here, problem=f"{ref!r} is not among the output artifacts", expected=" | ".join(named)
            )
        for problem in schema_problems(_schema(terms), value, lambda path: (1, 1)):
            hint = problem.hint or f"It has to match `expected_output.schema` of {terms.id}."
            raise BadValueError(path=here + problem.path, problem=problem.message, hint=hint)


def _schema(terms: TaskContract) -> dict[str, object]:
    """Return the schema of the terms; {}, which allows everything, if it is not a JSON Schema."""
    text = terms.expected_output.schema_ or ""
    return read_json(text).value if text.lstrip().startswith("{") else {}
