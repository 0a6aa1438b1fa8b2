"""The results of a suite as data for programs, and as a JUnit report for CI systems."""

from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from renkei.edges.conformance.cases import LEVELS
from renkei.edges.conformance.play import CaseResult
from renkei.wording.visible import visible


def as_data(one: CaseResult) -> dict[str, Any]:
    """Return the result of one case."""
    return {"name": one.case.name, "level": one.case.level, "outcome": one.outcome, "reason": one.reason}


def junit(results: Sequence[CaseResult], name: str) -> str:
    """Return a JUnit report with a suite for each level."""
    root = Element("testsuites", {"name": visible(name), **_counts(results)})
    for level, title in LEVELS.items():
        of_level = [one for one in results if one.case.level == level]
        suite = SubElement(root, "testsuite", {"name": f"level {level}: {title}", **_counts(of_level)})
        for one in of_level:
            case = SubElement(suite, "testcase", classname=f"conformance.{title}", name=visible(one.case.name))
            if one.outcome != "passed":
                SubElement(case, {"failed": "failure", "skipped": "skipped"}[one.outcome], message=visible(one.reason))
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _counts(results: Sequence[CaseResult]) -> dict[str, str]:
    found = {"tests": len(results)}
    found |= {name: sum(one.outcome == name for one in results) for name in ("failed", "skipped")}
    return {"failures" if name == "failed" else name: str(number) for name, number in found.items()} | {"errors": "0"}
