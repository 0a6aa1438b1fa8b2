"""The payload of each message type, with the field names of the specification (section 2).

Fields that the specification marks `| null` and empty lists may be omitted; all other fields are required.
"""

from typing import Annotated, Literal

from pydantic import Field

from renkei.protocol.primitives import Flag, Frozen, Id, Positive, Priority, Ref, Score, TupleOf


class ExpectedOutput(Frozen):
    """The expected result of a delegated task."""

    format: str
    """Format of the output, such as "TypeScript file" or "review comment"."""
    success_criteria: TupleOf[str] = ()
    """Conditions for the task to be done."""


class TaskHandoff(Frozen):
    """Delegates a task and opens a contract."""

    task_description: str
    """The task."""
    input_artifacts: TupleOf[Ref] = ()
    """References of the input artifacts."""
    expected_output: ExpectedOutput
    """The expected result, and when it counts as done."""
    constraints: TupleOf[str] = ()
    """Constraints, such as backward compatibility."""
    authority_scope: str
    """Decisions that the recipient may make alone."""
    fallback_on_failure: str
    """Instructions for a task that cannot be finished."""


class TaskResult(Frozen):
    """Reports the outcome of a task. It is a proposal: the contract completes when each criterion is proved."""

    original_task_ref: Id
    """Id of the TASK_HANDOFF message, or of its contract."""
    status: Literal["completed", "partial", "failed"]
    """How far the task got."""
    output_artifacts: TupleOf[Ref] = ()
    """References of the output artifacts."""
    summary: str
    """A summary of the work done."""
    deviations: TupleOf[str] | None = None
    """Deviations from the task."""
    open_questions: TupleOf[str] | None = None
    """Open questions."""


class TaskBlocked(Frozen):
    """Reports why a delegated task cannot continue."""

    original_task_ref: Id
    """Id of the TASK_HANDOFF message, or of its contract."""
    blocked_by: Ref
    """The agent, contract, artifact, decision or external cause that the sender waits for."""
    reason: str
    """Why the task cannot continue."""
    needed: TupleOf[str] = ()
    """The conditions for continuing."""
    suggested_action: str | None = None
    """A suggestion for the recipient."""


class DecisionOption(Frozen):
    """One option of a decision."""

    label: str
    """Name of the option."""
    analysis: str
    """Advantages and disadvantages."""
    recommendation_score: Score | None = None
    """How strongly the sender recommends it, from 0.0 to 1.0."""


class DecisionRequest(Frozen):
    """Asks for a decision and adds it to the board as pending."""

    decision_id: Id
    """Id of the entry in `pending_decisions`."""
    question: str
    """The question to decide."""
    options: TupleOf[DecisionOption] = ()
    """The known options."""
    recommended: str | None = None
    """Label of the recommended option."""
    deadline_steps: Positive | None = None
    """Number of steps within which a reply is needed."""


class DecisionResult(Frozen):
    """Resolves a pending decision; only its owner or a human may send it."""

    decision_id: Id
    """Id of the entry in `pending_decisions`."""
    chosen_option: str
    """Label of the chosen option."""
    rationale: str
    """The reason for the choice."""
    additional_constraints: TupleOf[str] | None = None
    """Further constraints that the decision imposes."""


class StatusUpdate(Frozen):
    """Reports progress."""

    task_ref: Id | None = None
    """Id of the contract or TASK_HANDOFF that the progress is about."""
    new_status: Literal["working", "blocked", "completed", "error"]
    """The sender's new status."""
    progress_summary: str
    """The progress so far."""
    estimated_remaining: str | None = None
    """The sender's estimate of what remains."""
    blockers: TupleOf[str] | None = None
    """Blockers that the sender waits for."""


class ConflictReport(Frozen):
    """Reports a contradiction between artifacts or decisions."""

    conflict_description: str
    """The contradiction."""
    conflicting_artifacts: TupleOf[Ref] = ()
    """References of the artifacts that contradict each other."""
    conflicting_decisions: TupleOf[Id] | None = None
    """Ids of the decisions that contradict each other."""
    suggested_resolution: str | None = None
    """A possible resolution."""
    severity: Literal["critical", "warning", "info"]
    """How severe it is; `critical` opens a blocker."""


class KnowledgeShare(Frozen):
    """Shares information."""

    topic: str
    """The topic."""
    content: str
    """The information itself."""
    relevance_to_recipients: str
    """Why it matters to the recipients."""
    actionable: Flag
    """Whether the recipients have to act."""
    action_suggestion: str | None = None
    """A suggestion for the recipients."""


class ReviewRequest(Frozen):
    """Asks for a review of an artifact."""

    artifact_ref: Ref
    """Reference of the artifact (or contract) to review."""
    review_focus: TupleOf[str] = ()
    """Aspects to review."""
    blocking: Flag
    """Whether the sender waits until the review is done."""


class Finding(Frozen):
    """One finding of a review."""

    severity: Literal["critical", "major", "minor", "suggestion"]
    """How severe it is."""
    location: str
    """Location of the finding."""
    description: str
    """Description of the finding."""
    suggested_fix: str | None = None
    """A possible fix."""


Verdict = Literal["approved", "changes_requested", "rejected"]
"""The outcome of a review."""


class ReviewResult(Frozen):
    """Reports the outcome of a review."""

    artifact_ref: Ref
    """Reference of the artifact (or contract) that was reviewed."""
    verdict: Verdict
    """The outcome."""
    findings: TupleOf[Finding] = ()
    """The findings."""
    summary: str
    """The review in a sentence or two."""


class Freeform(Frozen):
    """Carries natural language that fits no other type."""

    intent_hint: str
    """The closest message type."""
    body: str
    """The text."""
    requires_response: Flag
    """Whether a reply is expected."""
    urgency: Annotated[Priority, Field(examples=["normal"])]
    """How urgent the text is."""
