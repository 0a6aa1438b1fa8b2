"""Performs acts for tools: a tool that writes is a group of acts, and its argument `act` selects one.

The arguments of a tool have the names of the acts' arguments. Missing ones are left to the act.
"""

from collections.abc import Mapping
from typing import Any

from renkei.acts.act import Outcome, outcome
from renkei.acts.table import find_act
from renkei.board.decide import Write
from renkei.engine.commands import Action
from renkei.engine.record import Record
from renkei.immutable.replacing import replace
from renkei.project.acting import Acting
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen


def given(arguments: Frozen) -> dict[str, Any]:
    """Return what a call gives to its act: all arguments that it names, but `act`."""
    values = arguments.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    values.pop("act", None)
    return values


def perform(session: Session, name: str, values: Mapping[str, Any]) -> tuple[Record | None, Outcome]:
    """Perform an act as the agent of a session; return its record, and what it did.

    Writes of the board count as based on what the agent has read. Raises ProtocolError, or LogError.
    """
    act = find_act(name)
    arguments = act.read(values)

    def plan(acting: Acting) -> list[Action]:
        planned = act.plan(acting, arguments)
        return [_read_before(action, session.seq) if act.about == "board" else action for action in planned]

    record = session.project.do_planned(plan, actor=session.agent)
    return record, outcome(record, act.named(arguments))


def _read_before(action: Any, seq: int) -> Any:
    return replace(action, read_seq=seq) if isinstance(action, Write) else action
