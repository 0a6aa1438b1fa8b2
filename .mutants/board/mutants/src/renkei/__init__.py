"""renkei (連携, working together): a coordination layer for teams of AI agents and the people who watch over them.

    import renkei

    with renkei.open(".renkei") as project, project.turn("agent-backend") as turn:
        print(turn.context.text)

The names below are the public ones, by theme. Each is imported when it is first used, so that a command that needs
little starts fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from renkei import errors
    from renkei.board.model import ProjectState
    from renkei.budget.context.build import Context
    from renkei.contracts.model import TaskContract
    from renkei.dispatch.rules import Rule
    from renkei.engine.apply import apply, replay
    from renkei.engine.commands import Command
    from renkei.engine.record import Record
    from renkei.engine.settle import settle
    from renkei.engine.state import State
    from renkei.engine.views.agent_view import context
    from renkei.errors import DocumentError, LogError, ProtocolError, RenkeiError
    from renkei.project.open import create, open  # noqa: A004 – renkei.open reads well
    from renkei.project.project import Project
    from renkei.project.turn import Turn
    from renkei.protocol.messages import AnyMessage, make_message, parse_message
    from renkei.protocol.payloads import (
        ConflictReport,
        DecisionOption,
        DecisionRequest,
        DecisionResult,
        ExpectedOutput,
        Finding,
        Freeform,
        KnowledgeShare,
        ReviewRequest,
        ReviewResult,
        StatusUpdate,
        TaskBlocked,
        TaskHandoff,
        TaskResult,
    )

__version__ = "0.1.0"

__all__ = [  # noqa: RUF022 – by theme, as the docs list them
    # projects
    "Project",
    "Turn",
    "create",
    "open",
    # the machine, for those with their own I/O
    "Command",
    "Record",
    "State",
    "apply",
    "context",
    "replay",
    "settle",
    # messages
    "AnyMessage",
    "make_message",
    "parse_message",
    # payloads
    "ConflictReport",
    "DecisionOption",
    "DecisionRequest",
    "DecisionResult",
    "ExpectedOutput",
    "Finding",
    "Freeform",
    "KnowledgeShare",
    "ReviewRequest",
    "ReviewResult",
    "StatusUpdate",
    "TaskBlocked",
    "TaskHandoff",
    "TaskResult",
    # other documents
    "Context",
    "ProjectState",
    "Rule",
    "TaskContract",
    # errors
    "DocumentError",
    "LogError",
    "ProtocolError",
    "RenkeiError",
    "errors",
]

_HOMES: dict[str, tuple[str, ...]] = {
    "renkei.board.model": ("ProjectState",),
    "renkei.budget.context.build": ("Context",),
    "renkei.contracts.model": ("TaskContract",),
    "renkei.dispatch.rules": ("Rule",),
    "renkei.engine.apply": (
        "apply",
        "replay",
    ),
    "renkei.engine.commands": ("Command",),
    "renkei.engine.record": ("Record",),
    "renkei.engine.settle": ("settle",),
    "renkei.engine.state": ("State",),
    "renkei.engine.views.agent_view": ("context",),
    "renkei.errors": (
        "DocumentError",
        "LogError",
        "ProtocolError",
        "RenkeiError",
    ),
    "renkei.project.open": ("create", "open"),
    "renkei.project.project": ("Project",),
    "renkei.protocol.messages": (
        "AnyMessage",
        "make_message",
        "parse_message",
    ),
    "renkei.protocol.payloads": (
        "ConflictReport",
        "DecisionOption",
        "DecisionRequest",
        "DecisionResult",
        "ExpectedOutput",
        "Finding",
        "Freeform",
        "KnowledgeShare",
        "ReviewRequest",
        "ReviewResult",
        "StatusUpdate",
        "TaskBlocked",
        "TaskHandoff",
        "TaskResult",
    ),
    "renkei.project.turn": ("Turn",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module("renkei.errors")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'renkei' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
