"""The typed part of each message, with exactly the specification's field names (section 2).

A field that the specification marks `| null` may be left out; a list may be left out when it is empty; everything
else is required.
"""

from typing import Literal

from renkei.protocol.primitives import Flag, Frozen, Id, Positive, Priority, Ref, Score, TupleOf


class ExpectedOutput(Frozen):
    """What a handed-over task should yield."""

    format: str
    """Form of the output, such as "TypeScript file" or "review comment"."""
    success_criteria: TupleOf[str] = ()
    """What must hold for the task to be done."""


class TaskHandoff(Frozen):
    """Hands a task over. Opens a contract (section 2, TASK_HANDOFF; section 4)."""

    task_description: str
    """What is to be done."""
    input_artifacts: TupleOf[Ref] = ()
    """References of the artifacts to work from."""
    expected_output: ExpectedOutput
    """What the receiver should deliver, and when it counts as done."""
    constraints: TupleOf[str] = ()
    """What must be kept to, such as backward compatibility."""
    authority_scope: str
    """What the receiver may decide alone."""
    fallback_on_failure: str
    """What to do when the task cannot be finished."""


class TaskResult(Frozen):
    """Reports the outcome of a task. A proposal: the contract completes when each criterion is proved."""

    original_task_ref: Id
    """Id of the TASK_HANDOFF message, or of its contract."""
    status: Literal["completed", "partial", "failed"]
    """How far the task got."""
    output_artifacts: TupleOf[Ref] = ()
    """References of the artifacts that were made."""
    summary: str
    """What was done."""
    deviations: TupleOf[str] | None = None
    """Where the outcome departs from what was asked."""
    open_questions: TupleOf[str] | None = None
    """What is still unclear."""


class TaskBlocked(Frozen):
    """Answers a TASK_HANDOFF with why the task cannot go on."""

    original_task_ref: Id
    """Id of the TASK_HANDOFF message, or of its contract."""
    blocked_by: Ref
    """What is waited for: an agent, contract, artifact, decision, or something outside."""
    reason: str
    """Why the task cannot go on."""
    needed: TupleOf[str] = ()
    """What would let it go on."""
    suggested_action: str | None = None
    """What the receiver could do about it."""


class DecisionOption(Frozen):
    """One way to decide."""

    label: str
    """Name of the option."""
    analysis: str
    """What speaks for and against it."""
    recommendation_score: Score | None = None
    """How strongly the sender recommends it, from 0.0 to 1.0."""


class DecisionRequest(Frozen):
    """Asks for a decision and puts it on the board as pending."""

    decision_id: Id
    """Id of the entry in `pending_decisions`."""
    question: str
    """What is to be decided."""
    options: TupleOf[DecisionOption] = ()
    """The known ways to decide."""
    recommended: str | None = None
    """Label of the recommended option."""
    deadline_steps: Positive | None = None
    """Within how many steps an answer is needed."""


class DecisionResult(Frozen):
    """Resolves a pending decision. Only its owner or a human may."""

    decision_id: Id
    """Id of the entry in `pending_decisions`."""
    chosen_option: str
    """Label of the chosen option."""
    rationale: str
    """Why it was chosen."""
    additional_constraints: TupleOf[str] | None = None
    """What the decision adds to what must be kept to."""


class StatusUpdate(Frozen):
    """Reports progress."""

    task_ref: Id | None = None
    """Id of the contract or TASK_HANDOFF that the progress is about."""
    new_status: Literal["working", "blocked", "completed", "error"]
    """The sender's status from now on."""
    progress_summary: str
    """What has been reached."""
    estimated_remaining: str | None = None
    """What is left, in the sender's own estimate."""
    blockers: TupleOf[str] | None = None
    """What the sender waits for."""


class ConflictReport(Frozen):
    """Reports a contradiction between artifacts or decisions."""

    conflict_description: str
    """What contradicts what."""
    conflicting_artifacts: TupleOf[Ref] = ()
    """References of the artifacts that contradict each other."""
    conflicting_decisions: TupleOf[Id] | None = None
    """Ids of the decisions that contradict each other."""
    suggested_resolution: str | None = None
    """How it could be resolved."""
    severity: Literal["critical", "warning", "info"]
    """How bad it is; `critical` opens a blocker."""


class KnowledgeShare(Frozen):
    """Shares something worth knowing."""

    topic: str
    """What it is about."""
    content: str
    """The information itself."""
    relevance_to_recipients: str
    """Why it concerns the receivers."""
    actionable: Flag
    """Whether the receivers have to do something."""
    action_suggestion: str | None = None
    """What they could do."""


class ReviewRequest(Frozen):
    """Asks for a review of an artifact."""

    artifact_ref: Ref
    """Reference of the artifact (or contract) to review."""
    review_focus: TupleOf[str] = ()
    """What to look at."""
    blocking: Flag
    """Whether the sender waits until the review is done."""


class Finding(Frozen):
    """One finding of a review."""

    severity: Literal["critical", "major", "minor", "suggestion"]
    """How bad it is."""
    location: str
    """Where it is."""
    description: str
    """What it is."""
    suggested_fix: str | None = None
    """How it could be mended."""


class ReviewResult(Frozen):
    """Gives the outcome of a review."""

    artifact_ref: Ref
    """Reference of the artifact (or contract) that was reviewed."""
    verdict: Literal["approved", "changes_requested", "rejected"]
    """The outcome."""
    findings: TupleOf[Finding] = ()
    """What was found."""
    summary: str
    """The review in a sentence or two."""


class Freeform(Frozen):
    """Carries what fits no other type, in natural language."""

    intent_hint: str
    """The type that comes closest."""
    body: str
    """The text itself."""
    requires_response: Flag
    """Whether an answer is expected."""
    urgency: Priority
    """How urgent the text is."""
