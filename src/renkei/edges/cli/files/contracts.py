"""Reading a file with a contract."""

from renkei.contracts.model import TaskContract
from renkei.edges.cli.files.reading import read_one, require_kind
from renkei.edges.document_kinds import KINDS
from renkei.engine.validation import check


def read_contract(file: str, delegator: str) -> TaskContract:
    """Read a contract, whose delegator is filled in where it is absent; raises DocumentError."""
    source = read_one(file)
    terms = source.value.get("task_contract", source.value) if isinstance(source.value, dict) else None
    if isinstance(terms, dict) and "inputs" in terms:
        terms.setdefault("delegator", delegator)
    checked = check(source, KINDS)
    require_kind("task_contract", file, source, checked, "A contract has the root key `task_contract:`.")
    contract: TaskContract = checked.model
    return contract
