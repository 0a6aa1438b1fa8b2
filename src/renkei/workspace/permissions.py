"""Permissions."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from renkei.immutable.frozen import frozen
from renkei.project.turns.session import Session
from renkei.workspace.permission_rules import PermissionRule

Answer = Literal["once", "always", "no"]


@frozen
class Asked:
    """Asked."""

    kind: str
    title: str
    command: str = ""
    paths: tuple[str, ...] = ()
    diff: str = ""
    is_own_tool: bool = False


@frozen
class Granted:
    """Granted."""

    answer: Answer
    reason: str = ""
    decision: str = ""


class Permissions:
    """Permissions."""

    def __init__(
        self, session: Session, rules: Sequence[PermissionRule], directory: Path, commands: Sequence[str] = ()
    ) -> None:
        self._session = session

    def answer(self, asked: Asked, cancelled: Callable[[], bool], seconds: float) -> Granted:
        """Answer."""
        return Granted("once" if asked.is_own_tool or asked.kind in ("read", "search", "edit") else "no")
