"""Messages, contracts and rules in files that a command reads."""

from collections.abc import Iterator, Sequence
from typing import Any

from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.documents.source import Path, Source, SourceError
from renkei.edges.cli.files.reading import read_one, read_sources, refuse, require_kind
from renkei.edges.document_kinds import KINDS
from renkei.engine.rules.check import rule_findings
from renkei.engine.rules.recipients import recipient_names
from renkei.engine.state import State
from renkei.engine.validation import check
from renkei.errors import DocumentError
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.scenario.drafts import fill_header


def read_messages(project: Project, name: str, filled: dict[str, Any]) -> Iterator[AnyMessage]:
    """Yield the messages in a file, with `filled` for what they leave out; raises DocumentError or UsageError."""
    for source in read_sources(name):
        if isinstance(source, SourceError):
            raise DocumentError(name, [source.problem])
        fill_header(source, filled | project.new_header() | {"priority": "normal"})
        checked = check(source, KINDS)
        require_kind("message", name, source, checked, "Only messages can be sent.")
        yield checked.model


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


def read_rules(file: str) -> tuple[tuple[Rule, ...], Source, Path]:
    """Read the rules of a file, with the locations of its values and where the rules begin; raises DocumentError."""
    source = read_one(file)
    checked = check(source, KINDS)
    require_kind("events", file, source, checked, "A rule file has the root key `events:`.")
    rules: tuple[Rule, ...] = checked.model
    return rules, source, checked.root


def refuse_findings(file: str, rules: Sequence[Rule], source: Source, root: Path, state: State) -> None:
    """Raise DocumentError for what `renkei rules check` finds in rules for a project."""
    refuse(file, tuple(rule_findings(rules, source, root, recipient_names(state))))
