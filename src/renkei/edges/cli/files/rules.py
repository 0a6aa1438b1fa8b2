"""Reading a file of event rules."""

from collections.abc import Sequence

from renkei.dispatch.rules import Rule
from renkei.documents.source import Path, Source
from renkei.edges.cli.files.reading import read_one, refuse, require_kind
from renkei.edges.document_kinds import KINDS
from renkei.engine.rules.check import rule_findings
from renkei.engine.rules.recipients import recipient_names
from renkei.engine.state import State
from renkei.engine.validation import check


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
