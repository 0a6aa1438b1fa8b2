"""An act: its arguments, and the actions that it is planned as.

An act is planned before it is decided: `plan` turns arguments into actions of one command, with what the project knows.
It writes nothing. Whether the actions are allowed is decided by the core alone, at every door in the same way.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import getdoc
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, Unpack

from pydantic import ValidationError

from renkei.acts.errors import BadArgumentsError
from renkei.acts.renamed import current_name
from renkei.budget.context.shown import Shown
from renkei.contracts.events import Proof
from renkei.contracts.state import Contract
from renkei.documents.explain import explain
from renkei.documents.source import Source
from renkei.engine import commands as c
from renkei.engine.file_work.notices import notices_of
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.protocol.messages import AnyMessage, HeaderOptions
from renkei.protocol.primitives import Frozen, Priority

if TYPE_CHECKING:
    from renkei.acts.contracts import VerifyArguments

Model = TypeVar("Model", bound=Frozen)

Subject = Literal["message", "decision", "contract", "artifact", "agent", "board", "group", "rules", "project", "files"]
"""The subject of an act."""

IN_ORDER = {"claim": "contract", "mark_read": "messages", "release_files": "paths", "set_group": "members"}
"""Act → an argument that is positional although it is optional."""


class ActContext(Protocol):
    """The actor and the lookups of a plan. All methods raise UnknownReferenceError for an id that does not exist."""

    @property
    def actor(self) -> str:
        """The acting participant."""

    @property
    def state(self) -> State:
        """The state at the end of the log."""

    def record(self, seq: int) -> Record:
        """Return one record of the log."""

    def find_contract(self, ref: str) -> Contract:
        """Return any contract, also a closed one."""

    def find_message(self, message_id: str) -> AnyMessage:
        """Return any message that was ever sent."""

    def shown_to(self, agent: str, message_id: str, seq: int | None) -> tuple[int, str | None, Shown | None]:
        """Return the record of a context, the id of its turn, and what it did with a message."""

    def new_header(self) -> dict[str, str]:
        """Return a new `id`, and the `timestamp` of a message."""

    def message(
        self,
        payload: Frozen,
        to: str | Sequence[str],
        priority: Priority = "normal",
        context_summary: str = "",
        **header: Unpack[HeaderOptions],
    ) -> AnyMessage:
        """Return a message from the actor around a payload. Nothing is sent."""

    def gather_proofs(self, contract: Contract, arguments: "VerifyArguments") -> tuple[Proof, ...]:
        """Run the commands of a contract's criteria and return the proof that each gives."""


_OF_METHODS = re.compile(r"\s*\b(?:Raises|Returns None)\b[^.]*\.(?=\s|$)")
"""Sentences of a description about the method of the library."""


def read_arguments(name: str, model: type[Model], values: Mapping[str, Any]) -> Model:
    """Return the arguments of a call from plain data; raises BadArgumentsError with each fault.

    `name` is the act or the tool that is called.
    """
    try:
        return model.__pydantic_validator__.validate_python(dict(values))  # type: ignore[no-any-return]
    except ValidationError as error:
        problems = explain(error, Source(dict(values)), model.model_json_schema())
        known = model.model_fields
        renamed = ((problem, current_name(problem.path, known)) for problem in problems)
        hints = [replace(problem, hint=f"It is called `{now}`.") if now else problem for problem, now in renamed]
        raise BadArgumentsError(name, hints) from None


@frozen
class Act:
    """One act: a row of the table.

    `about` is the kind of thing that it changes, and `subject` the argument that names it; "" where none does.
    The docstring of `arguments` describes the act, and the docstrings of its fields are the help of each argument.
    """

    name: str
    arguments: type[Frozen]
    plan: Callable[[ActContext, Any], Iterable[c.Action]]
    about: Subject
    subject: str = ""

    @property
    def description(self) -> str:
        """The description: a summary, and after a blank line the details."""
        return getdoc(self.arguments) or ""

    @property
    def help(self) -> str:
        """The description for doors that are not Python: without what the method returns and raises."""
        return _OF_METHODS.sub("", self.description).strip()

    @property
    def summary(self) -> str:
        """The description in one line."""
        return self.description.partition("\n")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments, in the order in which they are given without names: required ones first."""
        fields = self.arguments.model_fields
        return tuple(sorted(fields, key=lambda name: not fields[name].is_required()))

    def read(self, values: Mapping[str, Any]) -> Frozen:
        """Return the arguments of a call from plain data; raises BadArgumentsError with each fault."""
        return read_arguments(self.name, self.arguments, values)

    def named(self, arguments: Frozen) -> str | None:
        """Return the id of what the act is about; None where its arguments name nothing."""
        value = getattr(arguments, self.subject, None) if self.subject else None
        return value if isinstance(value, str) else None


@frozen
class Outcome:
    """The outcome of an act, from its record.

    `seq` is the record, None when nothing changed. `id` names what the act is about: a contract, a message, an agent.
    `notices` say where files overlap with what others do.
    """

    seq: int | None
    changed: bool
    id: str | None = None
    notices: tuple[str, ...] = ()


def outcome(record: Record | None, name: str | None = None) -> Outcome:
    """Return what a record did; without `name`, its id is that of the contract or message that it is about."""
    if record is None:
        return Outcome(None, changed=False, id=name)
    return Outcome(
        record.seq,
        changed=True,
        id=name or next(_ids(record), None),
        notices=tuple(notices_of(record.events, record.actor)),
    )


def _ids(record: Record) -> Iterator[str]:
    """Yield the contract that the first event opens or moves, then the ids of messages that the actor sent."""
    first = record.events[0]
    if first.kind == "contract_opened":
        yield first.contract.id
    elif first.kind == "contract_transitioned":
        yield first.contract_id
    sent = (event.message for event in record.events if event.kind == "message_sent")
    yield from (one.id for one in sent if one.from_ == record.actor)
