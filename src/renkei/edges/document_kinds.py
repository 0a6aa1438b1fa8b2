"""Every kind of document that renkei reads, and the check of a document of any kind."""

from typing import Any

from pydantic import TypeAdapter

from renkei.documents.source import Source
from renkei.edges.team.models.script_file import SCRIPT
from renkei.edges.team.team_file import TEAM
from renkei.engine.rules.check import rule_findings
from renkei.engine.validation import DOCUMENTS, ValidationResult, check
from renkei.errors import Problem
from renkei.immutable.replacing import replace
from renkei.scenario.check import scenario_problems
from renkei.scenario.drafts import STAND_INS, fill_header
from renkei.scenario.model import Scenario

KINDS: dict[str, TypeAdapter[Any]] = {**DOCUMENTS, "scenario": TypeAdapter(Scenario), "team": TEAM, "script": SCRIPT}
"""The schema of each kind of document, by its root key."""


def check_document(source: Source, *, draft: bool = False) -> ValidationResult:
    """Check a document of any kind in KINDS, including every message of a scenario.

    `draft`: a message may lack what `renkei send` fills in.
    """
    if draft:
        fill_header(source, STAND_INS)
    checked = check(source, KINDS)
    if checked.kind == "message" and checked.problems:
        return replace(checked, problems=tuple(map(_with_filled_in, checked.problems)))
    if checked.kind == "events" and not checked.problems:
        return replace(checked, problems=tuple(rule_findings(checked.model, source, checked.root)))
    if not isinstance(checked.model, Scenario) or checked.problems:
        return checked
    return ValidationResult(checked.kind, checked.model, scenario_problems(checked.model, source))


def _with_filled_in(problem: Problem) -> Problem:
    """Say of a header field that is missing whether `renkei send` would fill it in."""
    if problem.code != "MISSING_FIELD" or problem.path.removeprefix("/message").removeprefix("/") not in STAND_INS:
        return problem
    return replace(problem, hint=f"{problem.hint} `renkei send` fills it in; `renkei validate --draft` accepts that.")
