"""Reading a file of event rules."""

from renkei.dispatch.rules import Rule
from renkei.documents.source import Source
from renkei.edges.cli.files import read_one, refuse
from renkei.edges.cli.scenario.check import check_document
from renkei.errors import DocumentError, Problem


def read_rules(file: str) -> tuple[tuple[Rule, ...], Source]:
    """Read the rules of a file, with the locations of its values; raises DocumentError."""
    source = read_one(file)
    checked = check_document(source)
    refuse(file, checked.problems)
    if checked.kind != "events":
        hint = "A rule file has the root key `events:`."
        raise DocumentError(file, [Problem("UNKNOWN_KIND", "", 1, 1, f"this is of the kind {checked.kind}", hint)])
    rules: tuple[Rule, ...] = checked.model
    return rules, source
