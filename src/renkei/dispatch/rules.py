"""Event rules as data: when (trigger, condition), where (filter), then (auto_actions) — section 5.

The structure is the specification's. Triggers and filters, which the specification describes in prose, are keywords
here. A rule file is a document with the root key `events`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, JsonValue, field_validator, model_validator
from pydantic_core import PydanticKnownError

from renkei.dispatch.graph.links import Hop
from renkei.protocol.messages import MessageType
from renkei.protocol.primitives import Flag, Frozen, Id, Locale, Priority, TupleOf

NAMED = re.compile(r"\{([a-z_]+)\}")
_SET = re.compile(
    r"\s*(affected_agents\[\]\.(?P<field>status|current_task|blocked_by)|(?P<path>/\S+))\s*=\s*(?P<to>.*)"
)
_CLEAR = re.compile(r"\s*(affected_agents\[\]\.(?P<field>current_task|blocked_by)|(?P<path>/\S+))\s*")

Assignment = Annotated[
    str,
    Field(
        json_schema_extra={"pattern": r"^\s*(affected_agents\[\]\.(status|current_task|blocked_by)|/\S+)\s*=[^\n]*$"}
    ),
]
"""What `set` writes; `_SET` reads it."""

Cleared = Annotated[
    str,
    Field(json_schema_extra={"pattern": r"^\s*(affected_agents\[\]\.(current_task|blocked_by)|/\S+)\s*$"}),
]
"""What `clear` empties; `_CLEAR` reads it."""

Way = tuple[tuple[str, ...], tuple[Hop, ...]]
"""A path pattern through the dependency graph: its start nodes and its hops."""

FILTERS: dict[str, tuple[Way, ...]] = {
    "waiting_for_task": (
        (("agent:{agent}", "contract:{completed_task}", "artifact:{output_artifacts}"), (("in", ("waits_for",)),)),
    ),
    "waiting_for_contract": (
        (("contract:{completed_task}", "artifact:{output_artifacts}"), (("in", ("waits_for",)),)),
    ),
    "blocking_source": ((("agent:{agent}",), (("out", ("waits_for",)),)),),
    "affected_by_decision": (
        (("decision:{decision_id}",), (("in", ("touches", "works_on")),)),
        (("agent:{uninformed}",), ()),
    ),
    "asked_decision": ((("decision:{decision_id}",), (("out", ("asked_by",)),)),),
    "artifact_owners": (
        (("artifact:{conflicting_artifacts}",), ()),
        (("decision:{conflicting_decisions}",), (("out", ("owned_by",)),)),
    ),
    "artifact_users": ((("artifact:{artifact_ref}",), (("in", ("reads",)),)),),
    "agent": ((("agent:{agent}",), ()),),
}
"""The path patterns of each filter; it selects the agents at the end of any of them."""

TRIGGERS = ("field", "added", "message", "contract", "overdue", "escalated")
"""The kinds of triggers."""

ACTIONS: dict[str, str | None] = {
    "notify_blocked_agents": "waiting_for_task",
    "notify_blocking_source": "blocking_source",
    "notify_affected_agents": "affected_by_decision",
    "escalate_to_relevant_agents": "artifact_owners",
    "notify_dependents": "artifact_users",
    "pause_related_tasks": None,
    "update_state_board": None,
    "notify": None,
    "pause": None,
    "resume": None,
    "open_decision": None,
    "open_contract": None,
}
"""The names of actions, each with its default filter (None: the filter of the previous action)."""

IMPLIED: dict[str, dict[str, bool]] = {
    "pause_related_tasks": {"pause": True},
    "pause": {"pause": True},
    "resume": {"resume": True},
}
"""The effect implied by an action's name when no field gives one."""


class Trigger(Frozen):
    """The trigger of a rule: exactly one of `field`, `added`, `message`, `contract`, `overdue` and `escalated`."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"message": "TASK_BLOCKED"}],
            "oneOf": [{"required": [name], "properties": {name: {"not": {"type": "null"}}}} for name in TRIGGERS],
        }
    )

    field: Annotated[str, Field(pattern=r"^/[^\s]+$")] | None = None
    """This field of the board changed; `*` matches any id, as in /agents/*/status."""
    added: Annotated[str, Field(pattern=r"^/[^\s]+$")] | None = None
    """An entry was added to the board, as in /agents/*/artifacts/* or /blockers/*."""
    becomes: JsonValue = None
    """With `field`: trigger only when the new value equals this one."""
    message: MessageType | None = None
    """An agent or human sent a message of this type."""
    contract: Annotated[str, Field(pattern=r"^[a-z_]+$")] | None = None
    """A contract reached this status."""
    overdue: Literal["obligation", "contract"] | None = None
    """A reply is overdue (`obligation`), or a contract has reached its `max_steps` or `max_retries` (`contract`)."""
    escalated: Literal["clause", "assumption"] | None = None
    """A message names a clause of its contract's authority, or one of its assumptions that no longer holds."""

    @model_validator(mode="after")
    def _has_one_kind(self) -> Self:
        kinds = [name for name in TRIGGERS if getattr(self, name) is not None]
        if len(kinds) != 1:
            raise ValueError(f"a trigger has one kind; give exactly one of {', '.join(TRIGGERS)}")
        return self


class NewDecision(Frozen):
    """A decision that a rule asks for; its strings may contain {names} of variables."""

    question: str
    """The question to decide."""
    owner: str
    """The participant who decides."""
    options: TupleOf[str] = ()
    """Labels of the known options."""


class NewContract(Frozen):
    """A contract that a rule opens, in short form; its strings may contain {names} of variables."""

    description: str
    """The task."""
    format: str
    """Format of the output."""
    criteria: Annotated[TupleOf[str], Field(min_length=1)]
    """Conditions for counting as done."""
    delegator: str
    """The participant who accepts it."""
    assignee: str | None = None
    """The assignee; null: open for claiming."""
    roles: TupleOf[str] = ()
    """Roles that may claim it."""


class RuleAction(Frozen):
    """One action of a rule."""

    filter: Annotated[str, Field(json_schema_extra={"enum": sorted(FILTERS)})] | None = None
    """Selects the affected agents; by default the filter of the action's name, else that of the previous action."""
    to: str | TupleOf[str] = ()
    """Affected participants by name: an id, a group, `role:ROLE`, `lead`, `human`, or a variable such as `{creditor}`.
    Without its own `filter` the action affects only these, otherwise both.
    """
    action: str = ""
    """The action's effect in words for people, shown by `rules explain` and in the log."""
    condition: str | None = None
    """A CEL expression over the rule's variables; the action runs only when it is true."""
    message_type: Literal["STATUS_UPDATE", "KNOWLEDGE_SHARE", "CONFLICT_REPORT", "FREEFORM"] | None = None
    """Type of the message to the affected agents; CONFLICT_REPORT forwards the report that triggered the rule."""
    priority: Priority = "normal"
    """Priority of that message."""
    content_template: str | dict[Locale, str] | None = None
    """Text of the message, with {names} of variables; one string, or one for each language."""
    set: Assignment | TupleOf[Assignment] = ()
    """Fields to write, such as `affected_agents[].status = idle` or `/current_phase = review`."""
    clear: Cleared | TupleOf[Cleared] = ()
    """Fields to set to null."""
    add_blocker: Flag = False
    """Add a blocker to the board for the agent that triggered the rule, or correct an earlier one of a rule."""
    resolve_blockers: Flag = False
    """Resolve blockers that affect only these agents."""
    pause: Flag = False
    """Set the affected agents to `blocked` until they are resumed."""
    resume: Flag = False
    """Set the affected agents to `idle` and clear their `blocked_by`."""
    open_decision: NewDecision | None = None
    """Ask for this decision."""
    open_contract: NewContract | None = None
    """Open this contract."""

    @model_validator(mode="after")
    def _can_be_parsed(self) -> Self:
        for text in as_tuple(self.set):
            if not _SET.fullmatch(text):
                raise ValueError(
                    f"cannot parse {text!r}; write `affected_agents[].FIELD = VALUE` or `/POINTER = VALUE`"
                )
        for text in as_tuple(self.clear):
            if not _CLEAR.fullmatch(text):
                raise ValueError(f"cannot parse {text!r}; write `affected_agents[].FIELD` or `/POINTER`")
        return self

    @field_validator("filter")
    @classmethod
    def _is_known(cls, name: str | None) -> str | None:
        if name is not None and name not in FILTERS:
            raise PydanticKnownError("literal_error", {"expected": ", ".join(sorted(FILTERS))})
        return name

    def assignments(self) -> list[tuple[str | None, str | None, str | None]]:
        """Return the writes of `set` and `clear` as (field of the affected agents, pointer, new value or None).

        Either the field or the pointer is None.
        """
        writes: list[tuple[str | None, str | None, str | None]] = []
        for text in as_tuple(self.set):
            match = _SET.fullmatch(text)
            assert match is not None
            writes.append((match["field"], match["path"], match["to"].strip()))
        for text in as_tuple(self.clear):
            match = _CLEAR.fullmatch(text)
            assert match is not None
            writes.append((match["field"], match["path"], None))
        return writes


EXAMPLE_ACTIONS: list[Any] = [
    [
        {
            "notify": {
                "filter": "blocking_source",
                "message_type": "FREEFORM",
                "content_template": "{agent} waits for you.",
            }
        }
    ]
]
"""Example actions in the published schema."""


def _known_action(name: str) -> str:
    if name not in ACTIONS:
        raise PydanticKnownError("literal_error", {"expected": ", ".join(ACTIONS)})
    return name


def _one_name(action: dict[str, RuleAction]) -> dict[str, RuleAction]:
    if len(action) != 1:
        raise ValueError(f"an action has one name; write each under a name of its own: {', '.join(ACTIONS)}")
    return action


NamedAction = Annotated[
    dict[Annotated[str, AfterValidator(_known_action)], RuleAction],
    AfterValidator(_one_name),
    Field(json_schema_extra={"minProperties": 1, "maxProperties": 1, "propertyNames": {"enum": list(ACTIONS)}}),
]
"""One action under its name."""


class Rule(Frozen):
    """One event rule."""

    event: Id
    """Name of the event."""
    description: str = ""
    """The rule's purpose, in words for people."""
    trigger: Trigger
    """Its trigger."""
    condition: str | None = None
    """A CEL expression over the rule's variables; the rule fires only when it is true."""
    auto_actions: Annotated[TupleOf[NamedAction], Field(min_length=1, examples=EXAMPLE_ACTIONS)]
    """The actions in order; each is one name with its settings."""

    def actions(self) -> list[tuple[str, RuleAction]]:
        """Return the actions with their names; an action with only a name does what the name implies."""
        return list(self._complete_actions)

    @cached_property
    def _complete_actions(self) -> tuple[tuple[str, RuleAction], ...]:
        return tuple((name, _complete(name, action)) for named in self.auto_actions for name, action in named.items())


DESCRIBING = frozenset(("filter", "to", "action", "condition"))
"""Fields of an action for its condition, recipients and purpose, without any effect."""


def _complete(name: str, action: RuleAction) -> RuleAction:
    implied = IMPLIED.get(name)
    return action if implied is None or action.model_fields_set - DESCRIBING else action.model_copy(update=implied)


def as_tuple(value: str | Sequence[str]) -> tuple[str, ...]:
    """Return one string or several as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def fill(template: str, variables: Mapping[str, Any]) -> str:
    """Return a template with its {names} replaced by variables; an unknown name stays visible."""
    return NAMED.sub(lambda match: show(variables[match[1]]) if match[1] in variables else match[0], template)


def show(value: Any) -> str:
    """Return a variable as text: a list with commas, an empty value as a dash."""
    if isinstance(value, list | tuple):
        return ", ".join(show(element) for element in value) or "–"
    return "–" if value is None or value == "" else str(value)
