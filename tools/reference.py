"""Makes docs/reference.md from the code: commands, messages, board, contracts, rules, errors."""

import re
from collections.abc import Iterator
from typing import Any, get_args

import click
from tables import field_table

from renkei import errors
from renkei.board.decide import Write
from renkei.board.fields import ACCESS
from renkei.budget.context.shown import FORMS, LEAST_FORM
from renkei.budget.delivery.model import PLACEHOLDERS, ContextDelivery, Delivery, DeliveryTier
from renkei.budget.relevance.tiers import EVERY_RULE, rule_text
from renkei.contracts.lifecycle import LIFECYCLE, PERFORMERS, REQUIREMENTS, Party
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
from renkei.contracts.terms import CHECKS
from renkei.dispatch.rules import ACTIONS, FILTERS, TRIGGERS, NewContract, NewDecision, Rule, RuleAction, Trigger
from renkei.documents.explain import CODES
from renkei.edges.cli.exit_status import MEANINGS
from renkei.edges.cli.main import COMMANDS, cli
from renkei.edges.document_kinds import KINDS
from renkei.edges.team.models.script_file import Reply, Scene
from renkei.edges.team.team_file import Budget, MemberFile, TeamFile, TeamQuota, WorkspaceFile
from renkei.engine.commands import TransitionContract
from renkei.engine.participants.rights import RIGHTS, Standing
from renkei.engine.rules.variables import VARIABLES
from renkei.protocol.field_docs import field_docs
from renkei.protocol.messages import MESSAGE_CLASSES, Header, StateRef
from renkei.protocol.payloads import DecisionOption, ExpectedOutput, Finding
from renkei.protocol.replies import REPLIES
from renkei.scenario.model import (
    ContextExpectation,
    Expectation,
    Participant,
    Registered,
    Scenario,
    ScenarioStep,
)

WHO = {
    "lead": "a lead, a human",
    "own": "the agent itself, a lead, a human",
    "owner": "the decision's owner, a human",
    "anyone": "every participant",
    "system": "no one; joining adds it",
}

STANDINGS: dict[Standing, str] = {
    "anybody": "anyone",
    "participant": "every participant",
    "system": "renkei",
    "human": "a human",
    "lead": "a lead",
    "self": "the participant itself",
    "delegator": "its delegator",
    "assignee": "its assignee",
    "candidate": "an agent with a role that may claim it",
    "parent": "the assignee of its parent",
    "owner": "the decision's owner",
    "reporter": "the participant that reported the conflict",
    "asked": "participants asked to resolve the conflict",
    "involved": "owners of the disputed field or artifact when the conflict was reported",
    "producer": "the producer of the work",
    "appointee": "agents that the producer added",
}

PARTIES: dict[Party, str] = {
    "assignee": "the assignee",
    "delegator": "the delegator",
    "privileged": "a lead, a human",
    "candidate": "an agent with a role that may claim it",
    "system": "renkei",
}


INTRODUCTION = """\
Look up every message, field, right, rule, error and command. `make docs` generates this page from the code. The
[specification](protocol/index.md) says what they mean; you do not need it to use renkei.
"""


def reference() -> str:
    """Return the page."""
    parts = [
        _messages(),
        _replies(),
        _board(),
        _rights(),
        _contract(),
        _lifecycle(),
        _rules(),
        _delivery(),
        _scenario(),
        _team(),
    ]
    parts += [_documents(), _errors(), _exit_statuses(), _commands()]
    head = f"# Reference\n\n{INTRODUCTION}"
    return head + "\n" + "\n".join("\n".join(part) + "\n" for part in parts)


def _messages() -> Iterator[str]:
    yield "## Messages\n\n### Header\n"
    yield from field_table(Header)
    yield from _nested(StateRef)
    for name, cls in MESSAGE_CLASSES.items():
        payload = cls.model_fields["payload"].annotation
        assert payload is not None
        yield f"\n### {name}\n\n{payload.__doc__}\n"
        yield from field_table(payload)
    yield from _nested(ExpectedOutput, DecisionOption, Finding)


def _nested(*models: Any) -> Iterator[str]:
    for model in models:
        yield f"\n#### {model.__name__}\n\n{model.__doc__}\n"
        yield from field_table(model)


def _contract() -> Iterator[str]:
    yield "## Contracts\n"
    yield from field_table(TaskContract)
    yield from _nested(Inputs, Constraint, Output, Criterion, Authority, FailureHandling, Timeout)


def _team() -> Iterator[str]:
    yield "## Teams\n"
    yield from field_table(TeamFile)
    yield from _nested(MemberFile, Budget, WorkspaceFile, TeamQuota)
    yield "\n### Scripts\n\nThe answers of the models, if you play a team without them: `renkei team run --script`.\n"
    yield from _nested(Scene, Reply)


def _scenario() -> Iterator[str]:
    yield "## Scenarios\n"
    yield from field_table(Scenario)
    yield from _nested(Participant, ScenarioStep, Registered, Expectation, ContextExpectation)


def _replies() -> Iterator[str]:
    yield "## Which message replies to which\n"
    yield "| message | replies |"
    yield "|---|---|"
    for name, types in REPLIES.items():
        yield f"| {name} | {', '.join(types)} |"


def _board() -> Iterator[str]:
    yield "## Fields of the board, and who may write them\n"
    yield "| field or entry | who |"
    yield "|---|---|"
    for row, access in ACCESS.items():
        path = "/" + "/".join("ID" if part == "*" else part for part in row)
        yield f"| `{path}` | {WHO[access]} |"
    yield "\nA blocker with the id of a CONFLICT_REPORT is that conflict: its resolvers write its fields."


def _rights() -> Iterator[str]:
    yield "## Who may do what\n"
    yield "The fields of the board and the transitions of a contract have separate tables."
    yield "\n| action | who may | never |\n|---|---|---|"
    rows: dict[str, None] = {}
    for (action, _), right in RIGHTS.items():
        if action not in (Write, TransitionContract):
            named = [
                ", ".join(STANDINGS[one] for one in standings) or "no one" for standings in (right.may, right.never)
            ]
            never = named[1] if right.never else ""
            rows[f"| {re.sub('{[^}]*}', '…', right.what)} | {named[0]} | {never} |"] = None
    yield from rows


def _lifecycle() -> Iterator[str]:
    yield "## Life cycle of a contract\n\n```mermaid\nstateDiagram-v2\n    [*] --> open"
    for (before, step), after in LIFECYCLE.items():
        yield f"    {before} --> {after}: {step}"
    yield "    completed --> [*]\n    cancelled --> [*]\n```"
    yield "\n| transition | who may | requires |\n|---|---|---|"
    for name, parties in PERFORMERS.items():
        may = ", ".join(PARTIES[party] for party in parties)
        yield f"| `{name}` | {may} | {', '.join(REQUIREMENTS[name]).replace('_', ' ')} |"


def _rules() -> Iterator[str]:
    yield "## Event rules\n\n### Triggers\n"
    yield "| trigger | meaning |"
    yield "|---|---|"
    for name in TRIGGERS:
        yield f"| `{name}` | {field_docs(Trigger)[name]} |"
    yield "\n### Variables for conditions and templates\n"
    yield from rule_variables()
    yield "\n### Fields of a rule\n"
    yield from _nested(Rule, Trigger, RuleAction, NewDecision, NewContract)
    yield "\n### Filters\n\n| filter | starts at | follows |\n|---|---|---|"
    for name, ways in FILTERS.items():
        for starts, hops in ways:
            way = ", ".join(f"{direction} {' or '.join(relations)}" for direction, relations in hops) or "–"
            yield f"| `{name}` | {', '.join(f'`{start}`' for start in starts)} | {way} |"
    yield "\n### Actions\n"
    yield from rule_actions()


def rule_variables() -> Iterator[str]:
    """Yield the table of the variables of each trigger."""
    yield "| trigger | variables |\n|---|---|"
    for row, names in VARIABLES.items():
        yield f"| {row} | {', '.join(f'`{name}`' for name in sorted(names))} |"
    always = "`message_id`, `author`, `agent`, `recipients`, `priority`, `contract`, `context_summary`, `because`"
    yield f"| message TYPE | the fields of its payload, {always} |"


def rule_actions() -> Iterator[str]:
    """Yield the table of the actions with their filters."""
    yield "| action | filter by default |\n|---|---|"
    for name, default in ACTIONS.items():
        yield f"| `{name}` | {default or 'the filter of the action before'} |"


def _delivery() -> Iterator[str]:
    yield "## Context delivery\n"
    yield from field_table(ContextDelivery)
    yield from _nested(DeliveryTier)
    yield "\n### Classification rules, in their order\n\n| rule | decides by |\n|---|---|"
    for name in EVERY_RULE:
        yield f"| `{name}` | {rule_text(name, 'en')} |"
    yield "\n### Deliveries\n\n| delivery | form |\n|---|---|"
    for delivery in get_args(Delivery):
        yield f"| `{delivery}` | {FORMS[LEAST_FORM[delivery]] if delivery in LEAST_FORM else 'not shown'} |"
    yield f"\nPlaceholders of a `format`: {', '.join(f'`{{{name}}}`' for name in PLACEHOLDERS)}."


DOCUMENT_CODES = [
    *dict.fromkeys(CODES.values()),
    *("WRONG_TYPE", "SYNTAX", "DUPLICATE_KEY", "TOO_DEEP", "TOO_LARGE", "NOT_UTF8", "ALIAS", "TAG"),
    *("NUMBER_TOO_LARGE", "NOT_A_NUMBER", "EMPTY", "UNKNOWN_KIND", "UNREADABLE", "UNKNOWN_NAME", "DUPLICATE_ID"),
    *CHECKS,
    *("BAD_CONDITION", "NEVER_FIRES", "LOOP"),
]
"""Every code of a problem in a document."""


def _documents() -> Iterator[str]:
    yield "## Documents\n"
    yield "| root key | schema |"
    yield "|---|---|"
    for kind in KINDS:
        yield f"| `{kind}:` | `renkei schema {kind}` |"
    yield "\nCodes of problems in documents: " + ", ".join(f"`{code}`" for code in DOCUMENT_CODES) + "."


_SPEC = re.compile(r"\{(\w+)[!:]\w+\}")
"""A placeholder of a template with the way its value is written."""


def _errors() -> Iterator[str]:
    yield "## Errors\n"
    yield "| code | message | hint |"
    yield "|---|---|---|"
    for one in vars(errors).values():
        if isinstance(one, type) and issubclass(one, errors.RenkeiError) and one.template != "{text}":
            message, hint = (_SPEC.sub(r"{\1}", text) for text in (one.template, one.hint_template))
            yield f"| `{one.code}` | {message} | {hint} |"


def _exit_statuses() -> Iterator[str]:
    yield "## Exit statuses\n"
    yield "| status | meaning |"
    yield "|---|---|"
    for status, meaning in MEANINGS.items():
        yield f"| {int(status)} | {meaning} |"


def _commands() -> Iterator[str]:
    yield "## Commands\n"
    context = click.Context(cli, info_name="renkei", **cli.context_settings)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        yield from _help(command, f"renkei {name}", context)


def _help(command: click.Command, name: str, parent: click.Context) -> Iterator[str]:
    context = click.Context(command, parent, name.rpartition(" ")[2], terminal_width=100)
    yield f"### {name}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from _help(found, f"{name} {inner}", context)
