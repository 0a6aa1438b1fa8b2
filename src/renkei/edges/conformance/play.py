"""Plays cases against a target, and compares its answers with what they expect."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from renkei.edges.conformance.cases import Case, Fault, Step
from renkei.edges.conformance.started_target import HELLO, TargetFault
from renkei.wording.values import quote

Ask = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Asks a target, and returns its answer; raises TargetFault."""

Outcome = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Hello:
    """A target's description of itself: its name, its levels, and the cases that it skips, with the reasons."""

    implementation: str
    levels: frozenset[int]
    skips: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The outcome of a case, and why it failed or was skipped."""

    case: Case
    outcome: Outcome
    reason: str = ""


def greet(ask: Ask) -> Hello:
    """Ask a target who it is; raises TargetFault for an answer without name and levels."""
    answer = ask(HELLO)
    found = answer.get("ok", {})
    name, levels, skips = (found.get(one) for one in ("implementation", "levels", "skips"))
    if found.get("protocol") != HELLO["protocol"]:
        raise TargetFault(f"`hello` has to be answered with protocol {HELLO['protocol']!r}: {quote(answer)}")
    if not isinstance(name, str) or not isinstance(levels, list) or not all(type(one) is int for one in levels):
        raise TargetFault(f"`hello` has to be answered with `implementation` and a list of `levels`: {quote(answer)}")
    if not isinstance(skips or {}, dict) or not all(isinstance(one, str) and one for one in (skips or {}).values()):
        raise TargetFault(f"`skips` has to map names of cases to reasons: {quote(skips)}")
    return Hello(name, frozenset(levels), skips or {})


def play(ask: Ask, cases: Iterable[Case], skips: Mapping[str, str]) -> Iterator[CaseResult]:
    """Yield the result of each case. A fault of the target fails its case only."""
    for case in cases:
        if case.name in skips:
            yield CaseResult(case, "skipped", skips[case.name])
            continue
        try:
            reason = _play_case(ask, case)
        except TargetFault as fault:
            reason = str(fault)
        yield CaseResult(case, "failed" if reason else "passed", reason)


def _play_case(ask: Ask, case: Case) -> str:
    """Return how the first wrong answer differs; "" if all are right."""
    for number, step in enumerate(case.steps, 1):
        reason = difference(step, ask(step.ask))
        if reason:
            return f"step {number}, {step.ask.get('op')}: {reason}"
    ask(HELLO)  # a second answer to the last step arrives before this one
    return ""


def difference(step: Step, answer: Mapping[str, Any]) -> str:
    """Return how an answer differs from the expected one; "" if it does not."""
    if step.error is not None:
        return _error_difference(step.error, answer)
    if "error" in answer:
        return f"expected an answer, got the error {quote(answer['error'])}"
    found = answer["ok"]
    return (
        _value_difference(step.expect, _sorted(found), "")
        or _content_difference(step, found)
        or next(
            (f"/{name}: more than {most:g}" for name, most in step.at_most.items() if _size(found, name) > most), ""
        )
    )


def _content_difference(step: Step, found: Mapping[str, Any]) -> str:
    """Return the first text or element that is missing, or there although it must not be."""
    for wanted, holds in ((step.contains, True), (step.lacks, False)):
        for name, values in wanted.items():
            given = found.get(name)
            if not isinstance(given, str) and not _is_list(given):
                return f"/{name}: expected a text or a list, found {quote(given)}"
            for value in values:
                if _is_in(value, given) != holds:
                    return f"/{name}: {'does not contain' if holds else 'contains'} {quote(value)}"
    return ""


def _is_in(value: Any, given: Any) -> bool:
    if isinstance(given, str):
        return str(value) in given
    return any(not _value_difference(value, one, "") for one in given)


def _size(found: Mapping[str, Any], name: str) -> float:
    """Return a number, or the length of a text or a list; infinite for anything else, which is never small enough."""
    value = found.get(name)
    if isinstance(value, str | list):
        return len(value)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else math.inf


def _error_difference(wanted: Fault, answer: Mapping[str, Any]) -> str:
    found = answer.get("error")
    if found is None:
        return f"expected the error {wanted.code}, got {quote(answer['ok'])}"
    members = wanted.model_dump(mode="json", exclude_none=True)
    if any(value != found.get(name, "" if name == "path" else None) for name, value in members.items()):
        at = "" if wanted.path is None else f" at {quote(wanted.path)}"
        return f"expected the error {wanted.code}{at}{_further(members)}, got {quote(found)}"
    return ""


def _further(members: Mapping[str, Any]) -> str:
    named = {name: value for name, value in members.items() if name not in ("code", "path")}
    return f" with {quote(named)}" if named else ""


COMPARED = ("code", "path", "supported")
"""The members of an error of a document that a case may fix."""


def _sorted(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an answer whose `errors` are reduced to what is compared and sorted, since their order is free."""
    errors = answer.get("errors")
    if not isinstance(errors, list) or not all(isinstance(one, dict) for one in errors):
        return answer
    reduced = [{"path": ""} | {name: one[name] for name in COMPARED if name in one} for one in errors]
    return {**answer, "errors": sorted(reduced, key=_path_and_code)}


def _path_and_code(error: Mapping[str, Any]) -> tuple[str, str]:
    return str(error["path"]), str(error["code"])


def _value_difference(wanted: Any, found: Any, path: str) -> str:
    """Return the first difference: objects may have further members, all other values must be equal."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        for name, value in wanted.items():
            if name not in found:
                return f"{path}/{name}: expected {quote(value)}, found nothing"
            given = sorted(value, key=_path_and_code) if name == "errors" and not path else value
            if differs := _value_difference(given, found[name], f"{path}/{name}"):
                return differs
        return ""
    if _is_list(wanted) and _is_list(found) and len(wanted) == len(found):
        pairs = (_value_difference(one, other, f"{path}/{n}") for n, (one, other) in enumerate(zip(wanted, found)))  # noqa: B905 – of equal length
        return next(filter(None, pairs), "")
    same = wanted == found and isinstance(wanted, bool) == isinstance(found, bool) and not _is_list(wanted)
    return "" if same else f"{path}: expected {quote(wanted)}, found {quote(found)}"


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
