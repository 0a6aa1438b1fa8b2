"""What people and agents without a turn do with a project: decide, review, move contracts, pause, edit the team.

Every act is one record. The call finds out whom it concerns: a decision goes to whoever asked for it.
"""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Unpack, get_args

from pydantic import ValidationError

from renkei.board.reverting import reversal
from renkei.budget.context.shown import Shown
from renkei.budget.delivery.model import ContextDelivery
from renkei.budget.relevance.tiers import Tier
from renkei.contracts.lifecycle import Transition
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.dispatch.rules import Rule
from renkei.documents.explain import first_problem
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.rights import check_review
from renkei.engine.state import EVERYBODY, HUMAN, Obligation, State
from renkei.errors import BadValueError, NotReadyError
from renkei.project.checked import checked_rules
from renkei.protocol.messages import AnyMessage, HeaderOptions, make_message, message_type_of
from renkei.protocol.payloads import DecisionResult, Finding, ReviewResult, TaskBlocked, TaskResult, Verdict
from renkei.protocol.primitives import Frozen, Priority, valid_id
from renkei.visible import one_line

LONGEST_REF = 500
"""Characters of a reason that stand for what somebody waits for."""


class Acts(ABC):
    """The acts of a `Project`. All raise ProtocolError when nothing was written, or LogError."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The state at the end of the log."""

    @abstractmethod
    def do(self, *actions: c.Action, actor: str = HUMAN, command_id: str | None = None) -> Record | None:
        """Do actions in order as one record, or none of them."""

    @abstractmethod
    def record(self, seq: int) -> Record:
        """Return one record of the log."""

    @abstractmethod
    def find_contract(self, ref: str) -> Contract:
        """Return any contract by its id."""

    @abstractmethod
    def _new_header(self, sender: str) -> dict[str, str]:
        """Return a new `id`, the `timestamp`, and who sends as `from`."""

    def message(
        self,
        sender: str,
        payload: Frozen,
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Unpack[HeaderOptions],
    ) -> AnyMessage:
        """Return a message around a payload; further header fields by name. Nothing is sent.

        Raises DocumentError with each field that is wrong, BadValueError for a payload that is not one.
        """
        values = self._new_header(sender) | {
            "type": message_type_of(payload),
            "to": list(to) if isinstance(to, list | tuple | set | frozenset) else to,
            "priority": priority,
            "context_summary": context_summary,
            "payload": payload,
        }
        return make_message(values | header)

    @abstractmethod
    def shown_to(self, agent: str, message_id: str, seq: int | None = None) -> tuple[int, str | None, Shown | None]:
        """Return the record of a context, the id of its turn, and what it did with a message."""

    def decide(self, decision: str, option: str, rationale: str = "", *, actor: str = HUMAN) -> Record | None:
        """Make a decision: send a DECISION_RESULT to whoever asked for it (section 2).

        `decision` is the id of an open decision on the board, or of a CONFLICT_REPORT that waits for one. Where nobody
        asked by a message, the result goes to whoever put the decision on the board. Raises UnknownDecisionError, or
        NotAllowedError for an actor who is neither its owner nor a human.
        """
        state = self.state
        asked = _requests(state, decision, "DECISION_RESULT", actor)
        askers = [one.creditor for one in asked] or _authors(state, decision)
        to = _reachable(state, askers, actor) or [EVERYBODY]
        payload = DecisionResult(decision_id=valid_id(decision), chosen_option=option, rationale=rationale)
        return self._tell(actor, payload, to, f"{decision}: {option}", asked)

    def review(
        self, ref: str, verdict: Verdict, summary: str, *, findings: Sequence[Finding] = (), actor: str = HUMAN
    ) -> Record | None:
        """Review an artifact or submitted work: send a REVIEW_RESULT to its producer and whoever asked (section 2).

        On a submitted contract `approved` accepts the work, `changes_requested` sends it back to its assignee, and
        `rejected` fails it. On a partial one `rejected` opens it for others. Raises BadValueError when `ref` is neither
        a contract nor an artifact of the board, NotAllowedError for the producer of the work.
        """
        state = self.state
        check_review(state, actor, ref)  # no message to send says so, when there is nobody else to send it to
        asked = _requests(state, ref, "REVIEW_RESULT", actor)
        contract = state.contracts.find(ref)
        producers = [contract.assignee or ""] if contract else state.board.artifact_owners(ref)
        to = _reachable(state, [*(one.creditor for one in asked), *producers], actor)
        if not to and contract:
            to = _reachable(state, [contract.terms.delegator], actor)
        if not to:
            expected = "a contract that somebody works on, or an artifact of somebody else on the board"
            raise BadValueError(path="/artifact_ref", got=ref, expected=expected)
        about = contract.terms.id if contract else ref
        payload = ReviewResult(artifact_ref=about, verdict=verdict, findings=tuple(findings), summary=summary)
        return self._tell(actor, payload, to, summary or f"{about}: {verdict}", asked)

    def accept(self, contract: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Accept submitted work and complete its contract; `reason` is required when a command of its criteria failed.

        Raises IllegalTransitionError when nothing was submitted, NotAllowedError for the producer of the work.
        """
        return self.do(c.AcceptContract(contract, reason), actor=actor)

    def reject(self, contract: str, reason: str, *, actor: str = HUMAN) -> Record | None:
        """Reject submitted work, which fails its contract, or a partial result, which opens it for others.

        `review` with `changes_requested` asks for another attempt.

        Raises NotReadyError when nothing was submitted, NotAllowedError for other than its delegator, leads and humans.
        """
        entry = self.find_contract(contract)
        if entry.status not in ("submitted", "partial"):
            reason = f"it is {entry.status}"
            raise NotReadyError(
                what=f"reject {entry.terms.id}", reason=reason, next="Only submitted or partial work is rejected."
            )
        return self.review(entry.terms.id, "rejected", reason, actor=actor)

    def transition(
        self, contract: str, transition: Transition, reason: str = "", *, actor: str = HUMAN
    ) -> Record | None:
        """Take a transition of a contract's life cycle, such as `start`, `release` or `reopen` (section 4).

        Raises IllegalTransitionError, NotAllowedError or NotReadyError.
        """
        return self.do(c.TransitionContract(contract, transition, reason), actor=actor)

    def submit(
        self,
        contract: str,
        summary: str,
        outputs: Sequence[str] = (),
        *,
        evidence: Mapping[str, str] | None = None,
        actor: str = HUMAN,
    ) -> Record | None:
        """Submit work: send a TASK_RESULT `completed` to the delegator.

        `outputs` are references of artifacts, `evidence` is what shows that a criterion is met, by its text.

        Raises IllegalTransitionError, NotAllowedError for other than the assignee, or NotReadyError.
        """
        terms = self.find_contract(contract).terms
        payload = TaskResult(
            original_task_ref=terms.id, status="completed", output_artifacts=tuple(outputs), summary=summary
        )
        claims = [{"criterion": name, "met": True, "evidence": text} for name, text in (evidence or {}).items()]
        extensions = {"evidence": claims} if claims else {}
        return self._tell(actor, payload, [terms.delegator], summary, (), task_ref=terms.id, extensions=extensions)

    def block(self, contract: str, reason: str, waits_for: str = "", *, actor: str = HUMAN) -> Record | None:
        """Mark work as blocked, on the actor's board entry too: send a TASK_BLOCKED to the delegator (section 2).

        `waits_for` is the id of a contract, decision, message, artifact, agent or blocker; the wait ends by itself when
        that is completed, made, answered or registered. Raises IllegalTransitionError, NotAllowedError, BadValueError.
        """
        terms = self.find_contract(contract).terms
        blocked_by = waits_for or one_line(reason)[:LONGEST_REF]
        try:
            payload = TaskBlocked(original_task_ref=terms.id, blocked_by=blocked_by, reason=reason, needed=())
        except ValidationError as error:
            raise first_problem(error) from None
        return self._tell(actor, payload, [terms.delegator], reason, (), task_ref=terms.id)

    def reassign(self, contract: str, assignee: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Take unfinished work from its assignee and give it to another: its delegator, a lead or a human may.

        The former assignee is notified and owes no result any more. Raises IllegalTransitionError for submitted or
        closed work, NotAllowedError, or UnknownActorError.
        """
        entry = self.find_contract(contract)
        name, actions = entry.terms.id, list[c.Action]()
        if entry.status != "open" or entry.assignee is not None:
            again = entry.status in ("partial", "failed", "refused")
            actions.append(c.TransitionContract(name, "reopen" if again else "release", reason))
        actions.append(c.AssignContract(name, assignee))
        return self.do(*actions, actor=actor)

    def revert(self, seq: int, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Undo what the record `seq` wrote to fields of the board, by ordinary writes (section 1).

        Each is a compare-and-set; the changelog says which record was reverted. Entries that the record added stay, and
        so do the versions of artifacts, which only increase. Returns None when every field has its old value again.

        Raises NotReadyError that lists what was written since, BadValueError for a record that wrote no field, or
        NotAllowedError when the actor may not write one of them.
        """
        return self.do(*reversal(self.state.board, seq, self.record(seq).events, reason), actor=actor)

    def mark_read(self, *messages: str, notices: int = 0, actor: str = HUMAN) -> Record | None:
        """Mark messages as read outside of a turn, as people do, and the oldest `notices` of the re-read notices.

        Returns None when all of it was read before. Raises NotAllowedError for other than humans: agents read in turns.
        """
        return self.do(c.MarkRead(messages, notices), actor=actor)

    def pause(self, *agents: str, reason: str, actor: str = HUMAN) -> Record | None:
        """Pause agents: they may do nothing until they are resumed, and read the reason in their contexts.

        Returns None when all were paused already. Raises NotAllowedError for other than leads and humans.
        """
        return self.do(*(c.SuspendActor(one, reason) for one in agents), actor=actor)

    def resume(self, *agents: str, actor: str = HUMAN) -> Record | None:
        """Resume agents that were paused or suspended; returns None when none was.

        Raises NotAllowedError for other than leads and humans.
        """
        return self.do(*(c.ResumeActor(one) for one in agents), actor=actor)

    def pause_contract(self, contract: str, *, reason: str, actor: str = HUMAN) -> Record | None:
        """Pause a contract: nobody may work on it or accept it until it is resumed. Its parties receive the reason.

        Returns None when it was paused already. Raises UnknownContractError, IllegalTransitionError for a closed
        contract, NotAllowedError for other than leads and humans.
        """
        return self.do(c.PauseContract(contract, reason), actor=actor)

    def resume_contract(self, contract: str, *, actor: str = HUMAN) -> Record | None:
        """Resume a paused contract; returns None when it was not paused.

        Raises UnknownContractError, or NotAllowedError for other than leads and humans.
        """
        return self.do(c.ResumeContract(contract), actor=actor)

    def pause_project(self, *, reason: str, actor: str = HUMAN) -> Record | None:
        """Pause the project: none of its agents may do anything or is woken; humans may act (section 7).

        Messages that humans send while it is paused are kept. Returns None when it was paused already. Raises
        NotAllowedError for other than leads and humans.
        """
        return self.do(c.PauseProject(reason), actor=actor)

    def resume_project(self, *, actor: str = HUMAN) -> Record | None:
        """Resume a paused project; returns None when it was not paused.

        Raises NotAllowedError for other than leads and humans.
        """
        return self.do(c.ResumeProject(), actor=actor)

    def leave(self, agent: str, reason: str = "", *, actor: str = HUMAN) -> Record | None:
        """Take a participant out of the project: itself, a lead or a human may (section 6).

        Its unfinished work goes back, its delegators are notified, and a lead takes over what it delegated and must
        decide. Its artifacts stay under its id, which may be used again. Raises UnknownActorError, NotAllowedError.
        """
        return self.do(c.Leave(agent, reason), actor=actor)

    def set_group(self, group: str, members: Sequence[str], *, actor: str = HUMAN) -> Record | None:
        """Declare a group, or replace its members; raises UnknownActorError, or NotAllowedError."""
        return self.do(c.SetGroup(group, tuple(members)), actor=actor)

    def set_rules(self, rules: Sequence[Rule], *, actor: str = HUMAN) -> Record | None:
        """Replace the event rules (section 5); raises BadValueError, or NotAllowedError."""
        return self.do(c.SetRules(checked_rules(rules)), actor=actor)

    def add_rules(self, rules: Sequence[Rule], *, replace: bool = False, actor: str = HUMAN) -> Record | None:
        """Add event rules after those of the project (section 5).

        `replace`: a rule takes the place of the one of the same name. Raises AlreadyExistsError without it,
        BadValueError for a condition that can never hold or an unknown recipient, or NotAllowedError.
        """
        return self.do(c.AddRules(checked_rules(rules), replace), actor=actor)

    def remove_rules(self, *names: str, actor: str = HUMAN) -> Record | None:
        """Remove event rules by the names of their events; raises BadValueError, or NotAllowedError."""
        return self.do(c.RemoveRules(names), actor=actor)

    def set_context_delivery(
        self, delivery: ContextDelivery | str | PathLike[str], *, actor: str = HUMAN
    ) -> Record | None:
        """Replace how messages are classified and given to agents (section 3).

        `delivery` is a model, the path of a document, or `default`, `specification` or `addressee_only`. Raises
        BadValueError, DocumentError for a document with faults, or NotAllowedError.
        """
        from renkei.project.delivery import find_delivery  # slow to import, and few processes need it

        return self.do(c.SetContextDelivery(find_delivery(delivery)), actor=actor)

    def give_context_feedback(
        self, agent: str, message_id: str, wanted: Tier, *, seq: int | None = None, note: str = "", actor: str = HUMAN
    ) -> Record | None:
        """Say which tier a message should have had for an agent: a person, a lead or the agent itself may (section 3).

        `seq` is the record of the turn or news in which the message was wrong, or missing; by default that of the last
        context with the message. Nothing follows from it: `context_feedback` returns all of it for tuning. Raises
        UnknownActorError, UnknownMessageError, BadValueError, or NotAllowedError.
        """
        if wanted not in get_args(Tier):
            raise BadValueError(path="/wanted", got=wanted, expected=" | ".join(get_args(Tier)))
        found, turn, given = self.shown_to(agent, message_id, seq)
        return self.do(c.GiveContextFeedback(agent, message_id, wanted, found, turn, given, note), actor=actor)

    def _tell(
        self,
        actor: str,
        payload: Frozen,
        to: Sequence[str],
        summary: str,
        asked: Sequence[Obligation],
        **header: Unpack[HeaderOptions],
    ) -> Record | None:
        """Send a message in reply to the first of the requests that it answers."""
        if asked:
            header["in_reply_to"] = asked[0].message_id
        line = next(iter(summary.splitlines()), "")[:120]
        return self.do(c.Send(self.message(actor, payload, to, "normal", line, **header)), actor=actor)


def _requests(state: State, ref: str, expects: str, actor: str) -> list[Obligation]:
    """Return the open requests about something, those to the actor first; `ref` is the subject or the request's id."""
    found = [
        one
        for debtor in sorted(state.obligations)
        for one in state.owed_by(debtor)
        if expects in one.expects and ref in (one.subject, one.message_id)
    ]
    return sorted(found, key=lambda one: one.debtor != actor)


def _authors(state: State, decision: str) -> list[str]:
    """Return who put a decision on the board."""
    return [one.partition(":")[2] for one in state.links.neighbours(node("decision", decision), "out", ("asked_by",))]


def _reachable(state: State, names: Sequence[str], actor: str) -> list[str]:
    """Return the other participants among some names, each once."""
    return [one for one in dict.fromkeys(names) if one in state.actors and one != actor]
