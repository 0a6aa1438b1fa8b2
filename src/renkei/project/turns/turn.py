"""An agent's turn, the unit of work: read on entry, write on exit (section 6).

A `Draft` collects an actor's actions; a `Turn` is a draft that began with a context.
"""

from __future__ import annotations  # `help` shows the names of unions, not all that is in them

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from renkei.acts.names import Claims
from renkei.board.decide import Write
from renkei.budget.context.build import Context
from renkei.budget.context.reading import Reading, ReadingOptions
from renkei.contracts.lifecycle import Transition
from renkei.contracts.model import TaskContract
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.errors import BadValueError, TurnLostError
from renkei.immutable.frozen import frozen
from renkei.project.turns.drafting import Drafting
from renkei.protocol.messages import AnyMessage, HeaderOptions
from renkei.protocol.primitives import Frozen, Priority

if TYPE_CHECKING:
    from renkei.project.project import Project


@frozen
class TurnName:
    """The identity of an open turn: its agent and its id."""

    agent: str
    id: str


class Draft:
    """An actor's planned actions. The methods only collect; at the end everything is written, or nothing.

    Every method raises TurnLostError when the turn, or the block of `act_as`, has ended.

    `seq` is the position in the log up to which the actor has read, `record` the one appended at the end.
    """

    def __init__(self, project: Project, agent: str, seq: int) -> None:
        self.project = project
        self.agent = agent
        self.seq = seq
        self.id = "act_as"
        self.ended = False
        self.actions: list[c.Action] = []
        self.record: Record | None = None
        self.new_messages: set[str] = set()
        """Ids created here, which the log cannot hold before the first attempt to append."""
        self.tried = False

    def __repr__(self) -> str:
        state = "ended" if self.ended else f"{len(self.actions)} actions"
        return f"<{type(self).__name__} of {self.agent}: {state}>"

    def add(self, action: c.Action) -> None:
        """Add any action; raises TurnLostError if the turn has ended."""
        if self.ended:
            raise TurnLostError(turn=self.id, agent=self.agent)
        self.actions.append(action)

    def set(self, **fields: Any) -> None:
        """Write fields of the actor's own board entry: `status`, `current_task`, `blocked_by`."""
        for field, value in fields.items():
            self.write(join("agents", self.agent, field), value)

    def write(
        self, path: str, value: Any, *, at: str | None = None, if_seq: int | None = None, action: str = ""
    ) -> None:
        """Write any field of the board by its JSON Pointer, or add an entry; `if_seq` makes it compare-and-set."""
        self.add(Write(path, value, at, self.seq, if_seq, action))

    def artifact(self, ref: str, path: str = "", description: str = "", version: int | None = None) -> None:
        """Register an artifact of the actor, or its next version."""
        where = self.artifact_path(ref)
        board = self.project.known.board
        drafted = [one.value for one in self.actions if isinstance(one, Write) and one.path == where]
        known = drafted[-1]["version"] if drafted else board.get(f"{where}/version", 0)
        entry: dict[str, Any] = {"version": known + 1 if version is None else version}
        entry |= {name: value for name, value in (("path", path), ("description", description)) if value}
        self.write(where, entry, action=description)

    def artifact_path(self, ref: str) -> str:
        """Return the JSON Pointer of an artifact of the actor."""
        return join("agents", self.agent, "artifacts", ref)

    def send(
        self,
        payload: Frozen | Mapping[str, Any] | str,
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Unpack[HeaderOptions],
    ) -> AnyMessage:
        """Send a text, or a typed message; further header fields by name. Returns it: replies can refer to its id.

        A text is what the act `post` sends, with `thread` and `task_ref` as its only other fields: a FREEFORM message,
        which participants that it mentions, such as `@ann`, receive too. A message of a vendor's type is a mapping with
        the `type`. See also `ask` and `reply`. Raises DocumentError at once when a field is wrong; recipients, and
        payloads of vendors' types, are checked when the turn ends.
        """
        if isinstance(payload, str):
            summary = {"context_summary": context_summary} if context_summary else {}
            return self._post(payload, to, priority, {**summary, **header})
        message = self.project.message(self.agent, payload, to, priority, context_summary, **header)
        self.add(c.Send(message))
        if "id" not in header:
            self.new_messages.add(message.id)
        return message

    def ask(
        self,
        question: str,
        to: str | Sequence[str],
        priority: Priority = "normal",
        *,
        thread: str | None = None,
        task_ref: str | None = None,
    ) -> AnyMessage:
        """Send a text that asks for a reply, which its recipients owe until they reply; returns the message.

        Raises as `send` of a text.
        """
        return self._post(question, to, priority, {"thread": thread, "task_ref": task_ref, "requires_response": True})

    def _post(self, text: str, to: str | Sequence[str], priority: Priority, values: Mapping[str, Any]) -> AnyMessage:
        if values.get("in_reply_to"):
            expected = "a payload; `reply` replies in words"
            raise BadValueError(path="/payload", got=text, expected=expected)
        sent = self._plan("post", {"body": text, "to": to, "priority": priority, **values})
        assert sent is not None  # only a reply may be anything else than a message
        return sent

    def reply(
        self, message: AnyMessage, payload: Frozen | Mapping[str, Any] | str, **header: Unpack[HeaderOptions]
    ) -> AnyMessage | None:
        """Reply to a message, in words or with a payload; further header fields by name.

        Words do what the act `reply` does: exactly an option of a decision request decides it. Returns the message;
        None if a person's words accept work, which sends nothing. Raises as `send`.
        """
        if not isinstance(payload, str):
            about: HeaderOptions = {"in_reply_to": message.id, "task_ref": message.task_ref}
            return self.send(payload, message.from_, **(about | header))
        return self._plan("reply", {"in_reply_to": message.id, "body": payload}, message)

    def hand_over(
        self, task_description: str, to: str, success_criteria: Sequence[str] = (), *, contract: str | None = None
    ) -> str:
        """Hand a task over to an agent, as the act `delegate` does: a TASK_HANDOFF, which opens a contract.

        Returns the id of the contract: `contract`, or a new one that no other turn can take. Raises as `send`.
        """
        name = f"TC-{self.project.new_id()}" if contract is None else contract
        values = {"assignee": to, "task_description": task_description, "success_criteria": success_criteria}
        self._plan("delegate", values | {"contract": name})
        return name

    def submit(
        self,
        contract: str,
        summary: str,
        output_artifacts: Sequence[str] = (),
        evidence: Claims = (),
        status: Literal["completed", "partial", "failed"] = "completed",
    ) -> AnyMessage | None:
        """Submit the actor's work, as the act `submit` does: a TASK_RESULT to the delegator of the contract.

        Returns the message; None for a contract with itself, which sends nothing. Raises UnknownContractError, or
        BadArgumentsError; what only the end of the turn can decide is checked then.
        """
        values = {"contract": contract, "summary": summary, "output_artifacts": output_artifacts}
        return self._plan("submit", values | {"evidence": evidence, "status": status})

    def _plan(self, act: str, values: dict[str, Any], *known: AnyMessage) -> AnyMessage | None:
        """Add the actions that an act is planned as, and return the message among them."""
        from renkei.acts.table import request  # builds the models of all acts, which few commands need

        row, arguments = request(act, **values)
        sent = None
        for action in row.plan(Drafting(self.project, self.agent, known), arguments):
            self.add(action)
            if isinstance(action, c.Send):
                sent = action.message
                self.new_messages.add(sent.id)
        return sent

    def open_contract(self, terms: TaskContract) -> None:
        """Open a contract: for claiming if it has no assignee, or for a TASK_HANDOFF to refer to.

        Raises BadValueError for terms that are not a TaskContract.
        """
        if not isinstance(terms, TaskContract):
            raise BadValueError(path="/terms", got=terms, expected="a TaskContract")
        self.add(c.OpenContract(terms))

    def claim(self, contract: str | None = None) -> str | None:
        """Claim an open contract, by default the first one from `project.ready` not claimed by this turn.

        Returns its id; None if no contract is ready to be claimed.
        """
        claimed = {one.contract for one in self.actions if isinstance(one, c.ClaimContract)}
        ready = (one.terms.id for one in self.project.ready(self.agent))
        name = contract if contract is not None else next((one for one in ready if one not in claimed), None)
        if name is not None:
            self.add(c.ClaimContract(name))
        return name

    def transition(self, contract: str, transition: Transition, reason: str = "") -> None:
        """Take a transition of a contract's life cycle, such as `start`, `refuse`, `release` or `cancel`."""
        self.add(c.TransitionContract(contract, transition, reason))

    def accept(self, contract: str, detail: str = "") -> None:
        """Accept submitted work of another actor."""
        self.add(c.AcceptContract(contract, detail))


class Turn(Draft):
    """One open turn; `context` is what the agent reads.

    `reading` says how the context was built; `lease` is in seconds.
    """

    def __init__(self, project: Project, begun: c.BeginTurn, seq: int, reading: Reading, lease: float) -> None:
        super().__init__(project, begun.agent, seq)
        self.id = begun.turn
        self.context = begun.context
        self.reading = reading
        self.lease = lease
        self.tokens = 0
        """Tokens that its model used beyond its contexts, as the provider reports them; they count for the quota."""

    @property
    def inbox(self) -> tuple[AnyMessage, ...]:
        """The messages that count as read when the turn ends, in log order; with `news`, also those of the news.

        Messages that did not fit come in the next turn. Empty once the turn is no longer open.
        """
        state = self.project.known
        opened = state.turns.get(self.agent)
        read = opened.read if opened is not None and opened.turn == self.id else ()
        return tuple(one.message for one in sorted((state.messages[one] for one in read), key=lambda one: one.seq))

    def news(self, *, critical_only: bool = False, **options: Unpack[ReadingOptions]) -> Context | None:
        """Return the news since the turn or its last news began, as a delta; None if nothing is new.

        It counts as read when the turn ends, as if it had been in the turn's context, and its tokens count for the
        quota. `critical_only`: neither other messages nor changes of the board. `options` replace fields of the turn's
        reading, such as `budget`. Raises TurnLostError if the turn is no longer open, or BudgetTooSmallError.
        """
        return self.project.give_news(self, self.reading.override(**options), critical_only=critical_only)

    def renew(self, seconds: float | None = None) -> None:
        """Renew the lease: the turn stays open for at least so many seconds from now, by default those of its lease.

        News, other acts of the agent and `project.heartbeat` renew it too, by the seconds of the lease. Raises
        TurnLostError if the turn is no longer open.
        """
        self.project.renew_turn(self, self.lease if seconds is None else seconds)

    def more(self, message_id: str) -> str:
        """Return the full text of a message, such as one shortened in the context; raises UnknownMessageError."""
        return self.project.message_text(message_id)
