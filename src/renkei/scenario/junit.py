"""Writes the results of scenarios as a JUnit report for CI systems: a suite for each scenario, a case for each step.

Characters that XML does not allow are escapes, as in other texts for people.
"""

from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from renkei.scenario.failures import details, summary
from renkei.scenario.suite import Played, PlayedStep
from renkei.wording.visible import visible


def write_junit(path: Path, scenarios: Sequence[Played]) -> None:
    """Write the report to a file."""
    root = Element("testsuites", name="renkei")
    for one in scenarios:
        _suite(root, one)
    indent(root)
    ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _suite(root: Element, one: Played) -> None:
    cases = _by_number(one.steps)
    failed = sum(any(step.failures for step in steps) for steps in cases.values())
    counts = {"tests": len(cases) or 1, "failures": failed, "errors": int(bool(one.problems)), "skipped": 0}
    numbers = {name: str(number) for name, number in counts.items()}
    suite = SubElement(root, "testsuite", numbers | {"name": visible(one.name or one.file), "file": visible(one.file)})
    if one.problems:
        case = SubElement(suite, "testcase", classname=visible(one.file), name="document")
        first = one.problems[0]
        error = SubElement(case, "error", type=first.code, message=visible(first.message))
        error.text = "\n".join(
            visible(f"{one.file}:{p.line}:{p.column} {p.code} {p.path or '(root)'}  {p.message} {p.hint}")
            for p in one.problems
        )
    for number, steps in cases.items():
        title = f"step {number}: {steps[0].actor}" + (f" – {steps[0].note}" if steps[0].note else "")
        case = SubElement(suite, "testcase", classname=visible(one.file), name=visible(title))
        for failure in (found for step in steps for found in step.failures):
            element = SubElement(case, "failure", type="expectation", message=visible(summary(failure.mismatch)))
            lines = [f"{one.file}:{failure.line}:{failure.column}", *details(failure.mismatch)]
            element.text = "\n".join(map(visible, lines))


def _by_number(steps: Sequence[PlayedStep]) -> dict[int, list[PlayedStep]]:
    """Return the results of each step; two for a step with inner steps."""
    found: dict[int, list[PlayedStep]] = {}
    for step in steps:
        found.setdefault(step.number, []).append(step)
    return found
