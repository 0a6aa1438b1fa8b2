# The methods of the acts, for editors and type checkers. `make docs` writes it from `renkei.acts.table`.

from abc import ABC, abstractmethod
from typing import Any, Literal

from pydantic import JsonValue

from renkei.acts.board import BoardWrite
from renkei.acts.contracts import NewTaskContract
from renkei.acts.names import Claims, Names
from renkei.acts.participants import NoLimit
from renkei.budget.delivery.model import ContextDelivery
from renkei.budget.relevance.tiers import Tier
from renkei.dispatch.rules import Rule
from renkei.engine.record import Record
from renkei.files.model import ChangeSource, FileChange, FilePolicy
from renkei.protocol.messages import ReplyType
from renkei.protocol.payloads import Finding, Verdict
from renkei.protocol.primitives import Count, Flag, Id, Positive, Priority, Ref, TupleOf

class Acts(ABC):
    @abstractmethod
    def _act(self, name: str, actor: str, values: dict[str, Any]) -> Record | None: ...
    def post(
        self,
        body: str,
        to: Names = (),
        priority: Priority = "normal",
        requires_response: Flag = False,
        in_reply_to: Id | None = None,
        thread: Id | None = None,
        task_ref: Id | None = None,
        *,
        actor: str = ...,
    ) -> Record | None:
        """Post a text to participants or groups, as a FREEFORM message."""

    def reply(self, in_reply_to: Id, body: str, *, actor: str = ...) -> Record | None:
        """Reply to a message in words: send its sender a FREEFORM message."""

    def decide(self, decision_id: str, chosen_option: str, rationale: str = "", *, actor: str = ...) -> Record | None:
        """Make a decision: send a DECISION_RESULT to everyone who asked for it."""

    def assign_decision(self, decision_id: str, owner: Id, reason: str = "", *, actor: str = ...) -> Record | None:
        """Hand an open decision over to another participant, who is then asked for it."""

    def review(
        self, artifact_ref: Ref, verdict: Verdict, summary: str, findings: TupleOf[Finding] = (), *, actor: str = ...
    ) -> Record | None:
        """Review an artifact or submitted work: send a REVIEW_RESULT to its producer and everyone who asked for it."""

    def waive(self, message_id: Id, debtor: Id | None = None, *, actor: str = ...) -> Record | None:
        """Waive replies that are owed to a message, so that they are no longer awaited."""

    def interrupt(self, agent: Id, body: str, end_turn: Flag = False, *, actor: str = ...) -> Record | None:
        """Interrupt an agent with a blocking message."""

    def unblock(self, agent: Id, body: str, *, actor: str = ...) -> Record | None:
        """Tell a blocked agent to continue, and clear what it waits for on the board."""

    def mark_read(self, messages: Names = (), notices: Count = 0, *, actor: str = ...) -> Record | None:
        """Mark messages as read outside of a turn, as people do."""

    def give_context_feedback(
        self, agent: Id, message_id: Id, wanted: Tier, seq: Count | None = None, note: str = "", *, actor: str = ...
    ) -> Record | None:
        """Say which tier a message should have had for an agent."""

    def open_contract(self, task_contract: NewTaskContract, *, actor: str = ...) -> Record | None:
        """Open a contract: for its assignee, or for claiming when it has none."""

    def delegate(
        self,
        assignee: Id,
        task_description: str,
        success_criteria: TupleOf[str] = (),
        contract: Id | None = None,
        *,
        actor: str = ...,
    ) -> Record | None:
        """Give a task to an agent: send it a TASK_HANDOFF, which opens a contract."""

    def assign(self, contract: str, assignee: Id, reason: str = "", *, actor: str = ...) -> Record | None:
        """Give unfinished work to another participant."""

    def claim(
        self, contract: str | None = None, lease: int = 3600, overlapping: Flag = False, *, actor: str = ...
    ) -> Record | None:
        """Claim work that is open to you."""

    def start(self, contract: str, reason: str = "", *, actor: str = ...) -> Record | None:
        """Start work, or continue it after a block."""

    def block(self, contract: str, reason: str, blocked_by: str = "", *, actor: str = ...) -> Record | None:
        """Mark your work as blocked: send a TASK_BLOCKED to its delegator."""

    def submit(
        self,
        contract: str,
        summary: str,
        output_artifacts: TupleOf[Ref] = (),
        evidence: Claims = (),
        status: Literal["completed", "partial", "failed"] = "completed",
        *,
        actor: str = ...,
    ) -> Record | None:
        """Submit your work: send a TASK_RESULT to its delegator."""

    def verify(
        self,
        contract: str,
        directory: str = ".",
        timeout: float = 300.0,
        max_output: int = 10485760,
        env: TupleOf[str] = (),
        network: Literal["none", "loopback", "full"] = "none",
        no_cage: bool = False,
        run: bool = False,
        *,
        actor: str = ...,
    ) -> Record | None:
        """Run the commands of a contract's criteria as evidence."""

    def accept(self, contract: str, reason: str = "", *, actor: str = ...) -> Record | None:
        """Accept submitted work and complete its contract."""

    def send_back(
        self, contract: str, reason: str, findings: TupleOf[Finding] = (), *, actor: str = ...
    ) -> Record | None:
        """Send submitted or partial work back to its assignee for another attempt."""

    def reject(self, contract: str, reason: str, *, actor: str = ...) -> Record | None:
        """Reject submitted work, which fails its contract, or a partial result, which opens it for others."""

    def release(self, contract: str, reason: str = "", *, actor: str = ...) -> Record | None:
        """Return unfinished work to the queue."""

    def refuse(self, contract: str, reason: str = "", *, actor: str = ...) -> Record | None:
        """Decline work that was assigned to you."""

    def reopen(self, contract: str, reason: str = "", *, actor: str = ...) -> Record | None:
        """Reopen work that ended short, so that it is tried again."""

    def cancel(self, contract: str, reason: str = "", *, actor: str = ...) -> Record | None:
        """Cancel a contract and all its subcontracts."""

    def note(self, contract: str, text: str, *, actor: str = ...) -> Record | None:
        """Add a note to a contract, for everyone who works on it now or later."""

    def pause_contract(self, contract: str, reason: str, *, actor: str = ...) -> Record | None:
        """Pause a contract: it cannot be worked on or accepted until it is resumed."""

    def resume_contract(self, contract: str, *, actor: str = ...) -> Record | None:
        """Resume a paused contract."""

    def write(self, writes: TupleOf[BoardWrite], *, actor: str = ...) -> Record | None:
        """Write fields of the board: all of them, or none."""

    def revert(self, seq: Positive, action: str = "", *, actor: str = ...) -> Record | None:
        """Undo what a record wrote to the board, by ordinary writes."""

    def add_artifact(
        self,
        artifact_ref: Ref,
        path: str = "",
        description: str = "",
        version: Positive | None = None,
        *,
        actor: str = ...,
    ) -> Record | None:
        """Register one of your artifacts on the board, or its next version."""

    def reserve_files(
        self,
        paths: TupleOf[str],
        shared: Flag = False,
        lease: int = 3600,
        participant: Id | None = None,
        *,
        actor: str = ...,
    ) -> Record | None:
        """Reserve files so that others do not change them, or renew a reservation."""

    def release_files(
        self, paths: TupleOf[str] = (), participant: Id | None = None, *, actor: str = ...
    ) -> Record | None:
        """Release files that were reserved."""

    def set_file_policy(self, overlap: FilePolicy, *, actor: str = ...) -> Record | None:
        """Set what happens when agents want to change the same files."""

    def record_changes(
        self,
        changes: TupleOf[FileChange],
        source: ChangeSource = "edit",
        complete: Flag = False,
        contract: Id | None = None,
        omitted: Count = 0,
        participant: Id | None = None,
        *,
        actor: str = ...,
    ) -> Record | None:
        """Record files that you changed, so that others who change them too are notified."""

    def join(
        self, participant: Id, role: str = "", lead: Flag = False, human: Flag = False, *, actor: str = ...
    ) -> Record | None:
        """Add an agent or a human to the project."""

    def leave(self, participant: Id, reason: str = "", *, actor: str = ...) -> Record | None:
        """Remove a participant from the project."""

    def pause(self, agents: Names, reason: str, *, actor: str = ...) -> Record | None:
        """Pause agents until they are resumed."""

    def resume(self, agents: Names, *, actor: str = ...) -> Record | None:
        """Resume agents that were paused, or suspended by a guard."""

    def set_group(self, group: Id, members: Names = (), *, actor: str = ...) -> Record | None:
        """Define a group, or replace its members."""

    def pause_project(self, reason: str, *, actor: str = ...) -> Record | None:
        """Pause the project until it is resumed."""

    def resume_project(self, *, actor: str = ...) -> Record | None:
        """Resume a paused project."""

    def set_quota(
        self, turns: Positive | NoLimit | None = None, tokens: Positive | NoLimit | None = None, *, actor: str = ...
    ) -> Record | None:
        """Set how many turns and tokens the project may use in all."""

    def set_rules(self, events: TupleOf[Rule], *, actor: str = ...) -> Record | None:
        """Replace all event rules of the project."""

    def add_rules(self, events: TupleOf[Rule], replace: Flag = False, *, actor: str = ...) -> Record | None:
        """Add event rules after those of the project."""

    def remove_rules(self, events: Names, *, actor: str = ...) -> Record | None:
        """Remove event rules of the project."""

    def set_context_delivery(self, context_delivery: ContextDelivery | str, *, actor: str = ...) -> Record | None:
        """Replace how messages are classified and delivered to agents."""

    def register(
        self,
        name: str,
        json_schema: dict[str, JsonValue],
        description: str = "",
        replies: tuple[ReplyType, ...] = (),
        *,
        actor: str = ...,
    ) -> Record | None:
        """Register a vendor's type of message, or an extension, with its JSON Schema."""
