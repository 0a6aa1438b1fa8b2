"""Decide what is recorded about the merge of accepted work."""

from collections.abc import Sequence

from renkei.contracts.events import ContractEvent, MergeDelayed, WorkMerged
from renkei.contracts.state import Contract
from renkei.errors import NotReadyError

FILES_RECORDED = 1_000
"""Paths that the record of a merge names; further ones are counted."""

SHORT_COMMIT = 10
"""Characters of a commit's name in sentences."""


def merged(contract: Contract, branch: str, commit: str, files: Sequence[str], at: str) -> list[ContractEvent]:
    """Return the event that records the merge of accepted work; raises NotReadyError for any other."""
    _check_due(contract, "record the merge of")
    name, kept = contract.terms.id, tuple(files[:FILES_RECORDED])
    others = len(files) - len(kept)
    where = {"branch": branch, "commit": commit, "files": kept, "others": others}
    return [WorkMerged(contract_id=name, **where, artifacts=contract.outputs, at=at)]


def delay(contract: Contract, reason: str, at: str) -> list[ContractEvent]:
    """Return the event that says why accepted work is not merged yet; empty if that is known. Raises NotReadyError."""
    _check_due(contract, "delay the merge of")
    return [] if contract.delay == reason else [MergeDelayed(contract_id=contract.terms.id, reason=reason, at=at)]


def _check_due(contract: Contract, what: str) -> None:
    if contract.merge != "due":
        reason = f"it is {contract.status}, and does not wait to be merged"
        raise NotReadyError(what=f"{what} {contract.terms.id}", reason=reason, next="Accept its work first.")
