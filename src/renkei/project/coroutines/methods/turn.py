"""The asynchronous form of `renkei.project.turns.turn`, written by `make docs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from renkei.acts.names import Claims
from renkei.budget.context.build import Context
from renkei.budget.context.reading import ReadingOptions
from renkei.contracts.lifecycle import Transition
from renkei.contracts.model import TaskContract
from renkei.engine import commands as c
from renkei.project.coroutines.calls import Calls
from renkei.project.turns.turn import Draft, Turn
from renkei.protocol.messages import AnyMessage, HeaderOptions
from renkei.protocol.primitives import Frozen, Priority

if TYPE_CHECKING:
    pass


class DraftMethods:
    """The methods of a draft."""

    _draft: Draft
    _calls: Calls

    def add(self, action: c.Action) -> None:
        """Add any action; raises TurnLostError if the turn has ended."""
        self._draft.add(action)

    def set(self, **fields: Any) -> None:
        """Write fields of the actor's own board entry: `status`, `current_task`, `blocked_by`."""
        self._draft.set(**fields)

    def write(
        self, path: str, value: Any, *, at: str | None = None, if_seq: int | None = None, action: str = ""
    ) -> None:
        """Write any field of the board by its JSON Pointer, or add an entry; `if_seq` makes it compare-and-set."""
        self._draft.write(path, value, at=at, if_seq=if_seq, action=action)

    def artifact(self, ref: str, path: str = "", description: str = "", version: int | None = None) -> None:
        """Register an artifact of the actor, or its next version."""
        self._draft.artifact(ref, path, description, version)

    def artifact_path(self, ref: str) -> str:
        """Return the JSON Pointer of an artifact of the actor."""
        return self._draft.artifact_path(ref)

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
        return self._draft.send(payload, to, priority, context_summary, **header)

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
        return self._draft.ask(question, to, priority, thread=thread, task_ref=task_ref)

    def reply(
        self, message: AnyMessage, payload: Frozen | Mapping[str, Any] | str, **header: Unpack[HeaderOptions]
    ) -> AnyMessage | None:
        """Reply to a message, in words or with a payload; further header fields by name.

        Words do what the act `reply` does: exactly an option of a decision request decides it. Returns the message;
        None if a person's words accept work, which sends nothing. Raises as `send`.
        """
        return self._draft.reply(message, payload, **header)

    def hand_over(
        self, task_description: str, to: str, success_criteria: Sequence[str] = (), *, contract: str | None = None
    ) -> str:
        """Hand a task over to an agent, as the act `delegate` does: a TASK_HANDOFF, which opens a contract.

        Returns the id of the contract: `contract`, or a new one that no other turn can take. Raises as `send`.
        """
        return self._draft.hand_over(task_description, to, success_criteria, contract=contract)

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
        return self._draft.submit(contract, summary, output_artifacts, evidence, status)

    def open_contract(self, terms: TaskContract) -> None:
        """Open a contract: for claiming if it has no assignee, or for a TASK_HANDOFF to refer to.

        Raises BadValueError for terms that are not a TaskContract.
        """
        self._draft.open_contract(terms)

    async def claim(self, contract: str | None = None) -> str | None:
        """Claim an open contract, by default the first one from `project.ready` not claimed by this turn.

        Returns its id; None if no contract is ready to be claimed.
        """
        return await self._calls.run(lambda: self._draft.claim(contract))

    def transition(self, contract: str, transition: Transition, reason: str = "") -> None:
        """Take a transition of a contract's life cycle, such as `start`, `refuse`, `release` or `cancel`."""
        self._draft.transition(contract, transition, reason)

    def accept(self, contract: str, detail: str = "") -> None:
        """Accept submitted work of another actor."""
        self._draft.accept(contract, detail)


class TurnMethods:
    """The methods of a turn."""

    _turn: Turn
    _calls: Calls

    @property
    def inbox(self) -> tuple[AnyMessage, ...]:
        """The messages that count as read when the turn ends, in log order; with `news`, also those of the news.

        Messages that did not fit come in the next turn. Empty once the turn is no longer open.
        """
        return self._turn.inbox

    async def news(self, *, critical_only: bool = False, **options: Unpack[ReadingOptions]) -> Context | None:
        """Return the news since the turn or its last news began, as a delta; None if nothing is new.

        It counts as read when the turn ends, as if it had been in the turn's context, and its tokens count for the
        quota. `critical_only`: neither other messages nor changes of the board. `options` replace fields of the turn's
        reading, such as `budget`. Raises TurnLostError if the turn is no longer open, or BudgetTooSmallError.
        """
        return await self._calls.run(lambda: self._turn.news(critical_only=critical_only, **options))

    async def more(self, message_id: str) -> str:
        """Return the full text of a message, such as one shortened in the context; raises UnknownMessageError."""
        return await self._calls.run(lambda: self._turn.more(message_id))
