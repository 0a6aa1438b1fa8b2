"""The acts of the asynchronous form, written by `make docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

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
from renkei.project.coroutines.form import AsyncForm
from renkei.protocol.messages import ReplyType
from renkei.protocol.payloads import Finding, Verdict
from renkei.protocol.primitives import Count, Flag, Id, Positive, Priority, Ref, TupleOf

if TYPE_CHECKING:
    pass

from renkei.engine.state import HUMAN


class ActMethods(AsyncForm):
    """The acts of a participant; each is one record."""

    async def post(
        self,
        body: str,
        to: Names = (),
        priority: Priority = "normal",
        requires_response: Flag = False,
        in_reply_to: Id | None = None,
        thread: Id | None = None,
        task_ref: Id | None = None,
        *,
        actor: str = HUMAN,
    ) -> Record | None:
        """Post a text to participants or groups, as a FREEFORM message."""
        return await self._calls.run(
            lambda: self._project.post(
                body, to, priority, requires_response, in_reply_to, thread, task_ref, actor=actor
            )
        )

    async def reply(self, in_reply_to: Id, body: str, *, actor: str = HUMAN) -> Record | None:
        """Reply to a message in words: send its sender a FREEFORM message."""
        return await self._calls.run(lambda: self._project.reply(in_reply_to, body, actor=actor))

    async def decide(
        self, decision_id: str, chosen_option: str, rationale: str = "", *, actor: str = HUMAN
    ) -> Record | None:
        """Make a decision: send a DECISION_RESULT to everyone who asked for it."""
        return await self._calls.run(lambda: self._project.decide(decision_id, chosen_option, rationale, actor=actor))

    async def assign_decision(
        self, decision_id: str, owner: Id, reason: str = "", *, actor: str = HUMAN
    ) -> Record | None:
        """Hand an open decision over to another participant, who is then asked for it."""
        return await self._calls.run(lambda: self._project.assign_decision(decision_id, owner, reason, actor=actor))

    async def review(
        self, artifact_ref: Ref, verdict: Verdict, summary: str, findings: TupleOf[Finding] = (), *, actor: str = HUMAN
    ) -> Record | None:
        """Review an artifact or submitted work: send a REVIEW_RESULT to its producer and everyone who asked for it."""
        return await self._calls.run(
            lambda: self._project.review(artifact_ref, verdict, summary, findings, actor=actor)
        )

    async def waive(self, message_id: Id, debtor: Id | None = None, *, actor: str = HUMAN) -> Record | None:
        """Waive replies that are owed to a message, so that they are no longer awaited."""
        return await self._calls.run(lambda: self._project.waive(message_id, debtor, actor=actor))

    async def interrupt(self, agent: Id, body: str, end_turn: Flag = False, *, actor: str = HUMAN) -> Record | None:
        """Interrupt an agent with a blocking message."""
        return await self._calls.run(lambda: self._project.interrupt(agent, body, end_turn, actor=actor))

    async def unblock(self, agent: Id, body: str, *, actor: str = HUMAN) -> Record | None:
        """Tell a blocked agent to continue, and clear what it waits for on the board."""
        return await self._calls.run(lambda: self._project.unblock(agent, body, actor=actor))

    async def mark_read(self, messages: Names = (), notices: Count = 0, *, actor: str = HUMAN) -> Record | None:
        """Mark messages as read outside of a turn, as people do."""
        return await self._calls.run(lambda: self._project.mark_read(messages, notices, actor=actor))

    async def give_context_feedback(
        self, agent: Id, message_id: Id, wanted: Tier, seq: Count | None = None, note: str = "", *, actor: str = HUMAN
    ) -> Record | None:
        """Say which tier a message should have had for an agent."""
        return await self._calls.run(
            lambda: self._project.give_context_feedback(agent, message_id, wanted, seq, note, actor=actor)
        )

    async def open_contract(self, task_contract: NewTaskContract, *, actor: str = HUMAN) -> Record | None:
        """Open a contract: for its assignee, or for claiming when it has none."""
        return await self._calls.run(lambda: self._project.open_contract(task_contract, actor=actor))

    async def delegate(
        self,
        assignee: Id,
        task_description: str,
        success_criteria: TupleOf[str] = (),
        contract: Id | None = None,
        *,
        actor: str = HUMAN,
    ) -> Record | None:
        """Give a task to an agent: send it a TASK_HANDOFF, which opens a contract."""
        return await self._calls.run(
            lambda: self._project.delegate(assignee, task_description, success_criteria, contract, actor=actor)
        )

    async def assign(self, contract: str, assignee: Id, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Give unfinished work to another participant."""
        return await self._calls.run(lambda: self._project.assign(contract, assignee, reason, actor=actor))

    async def claim(
        self, contract: str | None = None, lease: int = 3600, overlapping: Flag = False, *, actor: str = HUMAN
    ) -> Record | None:
        """Claim work that is open to you."""
        return await self._calls.run(lambda: self._project.claim(contract, lease, overlapping, actor=actor))

    async def start(self, contract: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Start work, or continue it after a block."""
        return await self._calls.run(lambda: self._project.start(contract, reason, actor=actor))

    async def block(self, contract: str, reason: str, blocked_by: str = "", *, actor: str = HUMAN) -> Record | None:
        """Mark your work as blocked: send a TASK_BLOCKED to its delegator."""
        return await self._calls.run(lambda: self._project.block(contract, reason, blocked_by, actor=actor))

    async def submit(
        self,
        contract: str,
        summary: str,
        output_artifacts: TupleOf[Ref] = (),
        evidence: Claims = (),
        status: Literal["completed", "partial", "failed"] = "completed",
        *,
        actor: str = HUMAN,
    ) -> Record | None:
        """Submit your work: send a TASK_RESULT to its delegator."""
        return await self._calls.run(
            lambda: self._project.submit(contract, summary, output_artifacts, evidence, status, actor=actor)
        )

    async def verify(
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
        actor: str = HUMAN,
    ) -> Record | None:
        """Run the commands of a contract's criteria as evidence."""
        return await self._calls.run(
            lambda: self._project.verify(
                contract, directory, timeout, max_output, env, network, no_cage, run, actor=actor
            )
        )

    async def accept(self, contract: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Accept submitted work and complete its contract."""
        return await self._calls.run(lambda: self._project.accept(contract, reason, actor=actor))

    async def send_back(
        self, contract: str, reason: str, findings: TupleOf[Finding] = (), *, actor: str = HUMAN
    ) -> Record | None:
        """Send submitted or partial work back to its assignee for another attempt."""
        return await self._calls.run(lambda: self._project.send_back(contract, reason, findings, actor=actor))

    async def reject(self, contract: str, reason: str, *, actor: str = HUMAN) -> Record | None:
        """Reject submitted work, which fails its contract, or a partial result, which opens it for others."""
        return await self._calls.run(lambda: self._project.reject(contract, reason, actor=actor))

    async def release(self, contract: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Return unfinished work to the queue."""
        return await self._calls.run(lambda: self._project.release(contract, reason, actor=actor))

    async def refuse(self, contract: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Decline work that was assigned to you."""
        return await self._calls.run(lambda: self._project.refuse(contract, reason, actor=actor))

    async def reopen(self, contract: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Reopen work that ended short, so that it is tried again."""
        return await self._calls.run(lambda: self._project.reopen(contract, reason, actor=actor))

    async def cancel(self, contract: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Cancel a contract and all its subcontracts."""
        return await self._calls.run(lambda: self._project.cancel(contract, reason, actor=actor))

    async def note(self, contract: str, text: str, *, actor: str = HUMAN) -> Record | None:
        """Add a note to a contract, for everyone who works on it now or later."""
        return await self._calls.run(lambda: self._project.note(contract, text, actor=actor))

    async def pause_contract(self, contract: str, reason: str, *, actor: str = HUMAN) -> Record | None:
        """Pause a contract: it cannot be worked on or accepted until it is resumed."""
        return await self._calls.run(lambda: self._project.pause_contract(contract, reason, actor=actor))

    async def resume_contract(self, contract: str, *, actor: str = HUMAN) -> Record | None:
        """Resume a paused contract."""
        return await self._calls.run(lambda: self._project.resume_contract(contract, actor=actor))

    async def write(self, writes: TupleOf[BoardWrite], *, actor: str = HUMAN) -> Record | None:
        """Write fields of the board: all of them, or none."""
        return await self._calls.run(lambda: self._project.write(writes, actor=actor))

    async def revert(self, seq: Positive, action: str = "", *, actor: str = HUMAN) -> Record | None:
        """Undo what a record wrote to the board, by ordinary writes."""
        return await self._calls.run(lambda: self._project.revert(seq, action, actor=actor))

    async def add_artifact(
        self,
        artifact_ref: Ref,
        path: str = "",
        description: str = "",
        version: Positive | None = None,
        *,
        actor: str = HUMAN,
    ) -> Record | None:
        """Register one of your artifacts on the board, or its next version."""
        return await self._calls.run(
            lambda: self._project.add_artifact(artifact_ref, path, description, version, actor=actor)
        )

    async def reserve_files(
        self,
        paths: TupleOf[str],
        shared: Flag = False,
        lease: int = 3600,
        participant: Id | None = None,
        *,
        actor: str = HUMAN,
    ) -> Record | None:
        """Reserve files so that others do not change them, or renew a reservation."""
        return await self._calls.run(
            lambda: self._project.reserve_files(paths, shared, lease, participant, actor=actor)
        )

    async def release_files(
        self, paths: TupleOf[str] = (), participant: Id | None = None, *, actor: str = HUMAN
    ) -> Record | None:
        """Release files that were reserved."""
        return await self._calls.run(lambda: self._project.release_files(paths, participant, actor=actor))

    async def set_file_policy(self, overlap: FilePolicy, *, actor: str = HUMAN) -> Record | None:
        """Set what happens when agents want to change the same files."""
        return await self._calls.run(lambda: self._project.set_file_policy(overlap, actor=actor))

    async def record_changes(
        self,
        changes: TupleOf[FileChange],
        source: ChangeSource = "edit",
        complete: Flag = False,
        contract: Id | None = None,
        omitted: Count = 0,
        participant: Id | None = None,
        *,
        actor: str = HUMAN,
    ) -> Record | None:
        """Record files that you changed, so that others who change them too are notified."""
        return await self._calls.run(
            lambda: self._project.record_changes(changes, source, complete, contract, omitted, participant, actor=actor)
        )

    async def join(
        self, participant: Id, role: str = "", lead: Flag = False, human: Flag = False, *, actor: str = HUMAN
    ) -> Record | None:
        """Add an agent or a human to the project."""
        return await self._calls.run(lambda: self._project.join(participant, role, lead, human, actor=actor))

    async def leave(self, participant: Id, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Remove a participant from the project."""
        return await self._calls.run(lambda: self._project.leave(participant, reason, actor=actor))

    async def pause(self, agents: Names, reason: str, *, actor: str = HUMAN) -> Record | None:
        """Pause agents until they are resumed."""
        return await self._calls.run(lambda: self._project.pause(agents, reason, actor=actor))

    async def resume(self, agents: Names, *, actor: str = HUMAN) -> Record | None:
        """Resume agents that were paused, or suspended by a guard."""
        return await self._calls.run(lambda: self._project.resume(agents, actor=actor))

    async def set_group(self, group: Id, members: Names = (), *, actor: str = HUMAN) -> Record | None:
        """Define a group, or replace its members."""
        return await self._calls.run(lambda: self._project.set_group(group, members, actor=actor))

    async def pause_project(self, reason: str, *, actor: str = HUMAN) -> Record | None:
        """Pause the project until it is resumed."""
        return await self._calls.run(lambda: self._project.pause_project(reason, actor=actor))

    async def resume_project(self, *, actor: str = HUMAN) -> Record | None:
        """Resume a paused project."""
        return await self._calls.run(lambda: self._project.resume_project(actor=actor))

    async def set_quota(
        self, turns: Positive | NoLimit | None = None, tokens: Positive | NoLimit | None = None, *, actor: str = HUMAN
    ) -> Record | None:
        """Set how many turns and tokens the project may use in all."""
        return await self._calls.run(lambda: self._project.set_quota(turns, tokens, actor=actor))

    async def set_rules(self, events: TupleOf[Rule], *, actor: str = HUMAN) -> Record | None:
        """Replace all event rules of the project."""
        return await self._calls.run(lambda: self._project.set_rules(events, actor=actor))

    async def add_rules(self, events: TupleOf[Rule], replace: Flag = False, *, actor: str = HUMAN) -> Record | None:
        """Add event rules after those of the project."""
        return await self._calls.run(lambda: self._project.add_rules(events, replace, actor=actor))

    async def remove_rules(self, events: Names, *, actor: str = HUMAN) -> Record | None:
        """Remove event rules of the project."""
        return await self._calls.run(lambda: self._project.remove_rules(events, actor=actor))

    async def set_context_delivery(
        self, context_delivery: ContextDelivery | str, *, actor: str = HUMAN
    ) -> Record | None:
        """Replace how messages are classified and delivered to agents."""
        return await self._calls.run(lambda: self._project.set_context_delivery(context_delivery, actor=actor))

    async def register(
        self,
        name: str,
        json_schema: dict[str, JsonValue],
        description: str = "",
        replies: tuple[ReplyType, ...] = (),
        *,
        actor: str = HUMAN,
    ) -> Record | None:
        """Register a vendor's type of message, or an extension, with its JSON Schema."""
        return await self._calls.run(
            lambda: self._project.register(name, json_schema, description, replies, actor=actor)
        )
