"""Completes names in a shell: participants, contracts, messages, decisions, artifacts, fields, schemas.

Each is made for `shell_complete` of click. Completion never fails: where there is no project there are no names.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from renkei.errors import RenkeiError

if TYPE_CHECKING:  # importing it takes long, and most completions need no project
    from renkei.project.project import Project

Names = Iterable[tuple[str, str]]
"""Values to complete, each with what the shell shows beside it."""

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

MESSAGES = 200
"""The newest messages whose ids are completed."""


def _from_project(names: Callable[["Project"], Names]) -> Complete:
    """Return what completes names of the project that is found from the current directory."""

    def complete(ctx: click.Context, option: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from renkei.edges.cli.project_directory import open_project

        try:
            with open_project() as project:
                return _matching(names(project), incomplete)
        except (RenkeiError, OSError):
            return []

    return complete


def _matching(names: Names, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(value, help=note) for value, note in names if value.startswith(incomplete)]


def _participants(project: "Project") -> Names:
    return ((one.id, one.role or ("human" if one.human else "")) for one in project.state.everybody())


def _groups(project: "Project") -> Names:
    from renkei.engine.state import EVERYBODY

    state = project.state
    return ((one, ", ".join(state.members(one))) for one in (EVERYBODY, *sorted(state.groups)))


def _receivers(project: "Project") -> Names:
    return (*_participants(project), *_groups(project))


def _contracts(project: "Project") -> Names:
    entries = sorted(project.state.contracts.entries.values(), key=lambda one: one.seq)
    return ((one.terms.id, one.status) for one in entries)


def _messages(project: "Project") -> Iterator[tuple[str, str]]:
    last = project.log.last()
    for record in reversed(list(project.records(max(0, last - MESSAGES)))):
        for event in record.events:
            if event.kind == "message_sent":
                yield event.message.id, f"{event.message.from_}: {event.message.type}"


def _decisions(project: "Project") -> Names:
    board = project.state.board
    return ((one, str(board.get(f"/pending_decisions/{one}/topic") or "")) for one in board.ids("pending_decisions"))


def _artifacts(project: "Project") -> Names:
    return ((ref, "") for ref in sorted(project.log.names("artifact")))


def _fields(project: "Project") -> Names:
    return ((path, "") for path in sorted(project.state.board.cells))


def _rules(project: "Project") -> Names:
    return ((one.event, one.description) for one in project.state.rules.rules)


participants = _from_project(_participants)
groups = _from_project(_groups)
receivers = _from_project(_receivers)
contracts = _from_project(_contracts)
messages = _from_project(_messages)
decisions = _from_project(_decisions)
artifacts = _from_project(_artifacts)
fields = _from_project(_fields)
rules = _from_project(_rules)


def schemas(ctx: click.Context, option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the names of the published schemas."""
    from renkei.schemas.published import names

    return _matching(((one, "") for one in names()), incomplete)


def words_to_send(ctx: click.Context, option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the type of a message, then its fields as `FIELD=`; a file where neither fits."""
    from renkei.edges.cli.arguments.typed_message import fields_of
    from renkei.protocol.messages import MESSAGE_CLASSES

    given = ctx.params.get("words") or ()
    if not given:
        return _matching(((one, "") for one in MESSAGE_CLASSES), incomplete) or [CompletionItem(incomplete, "file")]
    if given[0] in MESSAGE_CLASSES:
        return _matching(((f"{name}=", "") for name in fields_of(given[0])), incomplete)
    return [CompletionItem(incomplete, "file")]
