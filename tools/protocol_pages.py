"""Writes the tables of docs/protocol/ from the code: fields, types, replies, rights, the life cycle and the codes."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from reference import DOCUMENT_CODES, rule_actions, rule_variables
from tables import field_table

from renkei import errors
from renkei.board.fields import ACCESS
from renkei.board.model import AgentEntry, Artifact, Blocker, BoardOption, ChangelogEntry, PendingDecision, ProjectState
from renkei.contracts.lifecycle import LIFECYCLE, PERFORMERS
from renkei.contracts.model import (
    Authority,
    Constraint,
    Criterion,
    FailureHandling,
    Inputs,
    Output,
    TaskContract,
    Timeout,
)
from renkei.dispatch.rules import ACTIONS, NewContract, NewDecision, Rule, RuleAction, Trigger
from renkei.protocol.messages import MESSAGE_CLASSES, Header, StateRef
from renkei.protocol.payloads import DecisionOption, ExpectedOutput, Finding
from renkei.protocol.primitives import HIDDEN
from renkei.protocol.replies import REPLIES

PAGES = Path(__file__).parent.parent / "docs" / "protocol"

FIELDS = """\
# Fields

Look up the fields of each document. `make docs` writes this page from the models of renkei. Fields that are not
required may be omitted and then have their default; where the type is `null` as well, null means the same.

An `id` is described by DOC-040, a `reference` by DOC-044, a `date-time` by DOC-042. Any other string may be empty,
unless a pattern is given. Integers are at most 2^53 - 1.

"""

PARTS = {
    "Header of a message": (Header, StateRef),
    "Payloads": (),
    "Parts of payloads": (ExpectedOutput, DecisionOption, Finding),
    "Contract": (TaskContract, Inputs, Constraint, Output, Criterion, Authority, FailureHandling, Timeout),
    "Event rules": (Rule, Trigger, RuleAction, NewDecision, NewContract),
    "Board": (ProjectState, AgentEntry, Artifact, PendingDecision, BoardOption, Blocker, ChangelogEntry),
}
"""The models under each heading; the payloads follow from the message types."""

NOTES: dict[type, tuple[str, ...]] = {
    Rule: (f"An action is an object with one key, its name: {', '.join(f'`{name}`' for name in ACTIONS)}.\n",),
}
"""What the table of a model cannot say."""


def fields_page() -> str:
    """Return the page with the fields of every document."""
    return FIELDS + "\n".join(_fields()).rstrip("\n") + "\n"


def _fields() -> Iterator[str]:
    for heading, models in PARTS.items():
        yield f"## {heading}\n"
        for model in models:
            yield f"### {model.__name__}\n\n{model.__doc__}\n"
            yield from (*field_table(model, defaults=True), "")
            yield from NOTES.get(model, ())
        for name, cls in MESSAGE_CLASSES.items() if heading == "Payloads" else ():
            payload = cls.model_fields["payload"].annotation
            assert payload is not None
            yield f"### {name}\n\n{payload.__doc__}\n"
            yield from (*field_table(payload, defaults=True), "")


def _types() -> Iterator[str]:
    yield "| type | meaning |\n|---|---|"
    for name, cls in MESSAGE_CLASSES.items():
        yield f"| `{name}` | {(cls.model_fields['payload'].annotation.__doc__ or '').splitlines()[0]} |"


def _replies() -> Iterator[str]:
    yield "| type | is answered by |\n|---|---|"
    yield from (f"| `{name}` | {', '.join(f'`{one}`' for one in types)} |" for name, types in REPLIES.items())


def _access() -> Iterator[str]:
    yield "| field or entry | who may write it |\n|---|---|"
    for row, access in ACCESS.items():
        yield f"| `/{'/'.join('ID' if part == '*' else part for part in row)}` | {access} |"


def _lifecycle() -> Iterator[str]:
    yield "| status | transition | next status | who may take it |\n|---|---|---|---|"
    for (status, step), after in LIFECYCLE.items():
        yield f"| `{status}` | `{step}` | `{after}` | {', '.join(PERFORMERS[step])} |"
    yield "\n`privileged` is a lead or a human, a `candidate` a participant whose role the contract allows."


def _document_codes() -> Iterator[str]:
    yield ", ".join(f"`{code}`" for code in DOCUMENT_CODES) + "."


def _act_codes() -> Iterator[str]:
    yield "| code | meaning |\n|---|---|"
    found = (one for one in vars(errors).values() if isinstance(one, type))
    for one in found:
        of_protocol = one.__module__ != "renkei.errors.projects"  # the others concern a machine, not a document
        if of_protocol and issubclass(one, errors.ProtocolError | errors.DocumentError):
            yield f"| `{one.code}` | {(one.__doc__ or '').splitlines()[0]} |"


def _hidden() -> Iterator[str]:
    spans = re.findall(r"(\\u[0-9a-f]{4}|.)(?:-(\\u[0-9a-f]{4}|.))?", HIDDEN, re.DOTALL)
    yield ", ".join(" to ".join(f"U+{_code(one):04X}" for one in span if one) for span in spans) + "."


def _code(character: str) -> int:
    return int(character[2:], 16) if len(character) > 1 else ord(character)


REGIONS: dict[str, dict[str, Callable[[], Iterator[str]]]] = {
    "documents": {"hidden": _hidden},
    "messages": {"types": _types},
    "replies": {"replies": _replies},
    "board": {"access": _access},
    "contracts": {"lifecycle": _lifecycle},
    "rules": {"rule_variables": rule_variables, "rule_actions": rule_actions},
    "errors": {"document_codes": _document_codes, "act_codes": _act_codes},
}
"""The generated parts of each page."""


def protocol_regions() -> dict[Path, dict[str, str]]:
    """Return the text of the generated parts, by page."""
    return {
        PAGES / f"{page}.md": {name: "\n".join(lines()) + "\n" for name, lines in parts.items()}
        for page, parts in REGIONS.items()
    }
