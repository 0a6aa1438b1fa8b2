"""Updates for an editor, made from the project: the plan, tool calls of members, commands and decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from acp.schema import (
    AgentPlanUpdate,
    AvailableCommand,
    AvailableCommandInput,
    AvailableCommandsUpdate,
    ContentToolCallContent,
    FileEditToolCallContent,
    PermissionOption,
    PermissionOptionKind,
    PlanEntry,
    PlanEntryPriority,
    PlanEntryStatus,
    ToolCallLocation,
    ToolCallProgress,
    ToolCallStart,
    ToolCallUpdate,
    UnstructuredCommandInput,
)

from acp import helpers
from renkei.acp.activity import Edit, ToolActivity
from renkei.contracts.events import ContractTransitioned
from renkei.contracts.lifecycle import Status
from renkei.contracts.state import Contract
from renkei.edges.editors.port import Command
from renkei.engine.events import Event
from renkei.engine.state import State
from renkei.files.events import FilesChanged
from renkei.files.model import FileChange
from renkei.protocol.messages import DecisionRequestMessage
from renkei.protocol.primitives import Priority
from renkei.wording.visible import one_line, visible
from renkei.workspace.permission_rules import Kind

MOST_ENTRIES = 50
"""Entries of a plan: the newest contracts."""

MOST_FILES = 20
"""Files that one line about changes names."""

STATUSES: Mapping[Status, PlanEntryStatus] = {"open": "pending", "completed": "completed"}
"""The status of an entry; every other contract that is not cancelled is in progress."""

PRIORITY: Mapping[Priority, PlanEntryPriority] = {
    "blocking": "high",
    "high": "high",
    "normal": "medium",
    "low": "low",
}

NEW_LINE = "\n"
ALWAYS, NEVER = ("always", "常に"), ("no", "never", "reject", "deny", "refuse", "いいえ", "拒否")
"""How the labels of options begin that grant for good, and that refuse."""


def plan_of(state: State) -> AgentPlanUpdate:
    """Return the contracts as a plan, the oldest first, without the cancelled ones."""
    found = [one for one in state.contracts.entries.values() if one.status != "cancelled"]
    newest = sorted(found, key=lambda one: one.seq)[-MOST_ENTRIES:]
    return helpers.update_plan([_entry(one) for one in newest])


def _entry(one: Contract) -> PlanEntry:
    who = f" ({one.assignee})" if one.assignee else ""
    status = STATUSES.get(one.status, "in_progress")
    told = "" if status != "in_progress" or one.status == "in_progress" else f" – {one.shown_status}"
    content = f"{one.terms.id}: {one_line(one.terms.inputs.description)}{who}{told}"
    return helpers.plan_entry(visible(content), priority=PRIORITY.get(one.terms.priority, "medium"), status=status)


def tool_call(
    member: str, activity: ToolActivity, directory: Path, *, is_known: bool
) -> ToolCallStart | ToolCallProgress:
    """Return a member's tool call, or how one that is known is now, with its name in the title."""
    return (helpers.update_tool_call if is_known else helpers.start_tool_call)(
        f"{member}/{activity.call}",
        title=visible(one_line(f"{member}: {activity.title or activity.kind}")),
        kind=activity.kind,
        status=activity.status,
        content=[*_diffs(activity.edits, directory), *_output(activity)],
        locations=[ToolCallLocation(path=_full(directory, one)) for one in activity.paths],
    )


def _diffs(edits: Iterable[Edit], directory: Path) -> Iterator[FileEditToolCallContent]:
    for one in edits:
        yield helpers.tool_diff_content(_full(directory, one.path), one.after, one.before)


def _output(activity: ToolActivity) -> Iterator[ContentToolCallContent]:
    ended = "" if activity.exit_status in (None, 0) else f"\nexit status {activity.exit_status}"
    if text := f"{activity.output}{ended}".strip():
        yield helpers.tool_content(helpers.text_block(visible(text)))


def _full(directory: Path, path: str) -> str:
    """Return a path as editors take it: absolute."""
    return str((directory / path).absolute())


def recorded_call(seq: int, event: Event, directory: Path) -> ToolCallStart | None:
    """Return what a record tells of a member's work as a tool call that is over; None for other events."""
    if isinstance(event, FilesChanged) and event.changes:
        names = ", ".join(one.path for one in event.changes[:MOST_FILES])
        more = len(event.changes) - MOST_FILES + event.omitted
        title = f"{event.agent}: changes {names}{f' and {more} more' if more > 0 else ''}"
        locations = [_location(one, directory) for one in event.changes[:MOST_FILES]]
        return _over(f"{event.agent}/files-{seq}", title, "edit", locations)
    if isinstance(event, ContractTransitioned):
        title = f"{event.by}: {event.transition} {event.contract_id}{f' ({event.reason})' if event.reason else ''}"
        return _over(f"{event.by}/{event.contract_id}-{seq}", title, "other", [])
    return None


def _location(change: FileChange, directory: Path) -> ToolCallLocation:
    line = change.lines[0][0] if change.lines else None
    return ToolCallLocation(path=_full(directory, change.path), line=line)


def _over(name: str, title: str, kind: Kind, locations: list[ToolCallLocation]) -> ToolCallStart:
    title = visible(one_line(title))
    return helpers.start_tool_call(name, title, kind=kind, status="completed", locations=locations)


def commands_update(commands: Mapping[str, Command]) -> AvailableCommandsUpdate:
    """Return the commands after a slash, for the editor's list of them."""
    hint = AvailableCommandInput(root=UnstructuredCommandInput(hint="words after the name"))
    return helpers.update_available_commands(
        AvailableCommand(name=name, description=one.about, input=hint) for name, one in commands.items()
    )


def decision_call(decision: str, asked: DecisionRequestMessage) -> ToolCallUpdate:
    """Return a decision as the tool call for which an editor asks permission."""
    payload = asked.payload
    lines = [f"{asked.from_} asks: {payload.question}", asked.context_summary]
    lines += [f"- {one.label}: {one.analysis}" for one in payload.options if one.analysis]
    return ToolCallUpdate(
        tool_call_id=f"decision-{decision}",
        title=visible(one_line(f"{asked.from_}: {payload.question.partition(NEW_LINE)[0]}")),
        kind="other",
        status="pending",
        content=[helpers.tool_content(helpers.text_block(visible("\n".join(filter(None, lines)))))],
    )


def decided_call(decision: str, text: str) -> ToolCallProgress:
    """Return that a decision is made, by whom and how."""
    content = [helpers.tool_content(helpers.text_block(visible(text)))]
    return helpers.update_tool_call(f"decision-{decision}", status="completed", content=content)


def options_of(labels: Sequence[str]) -> list[PermissionOption]:
    """Return the options of a decision; those that grant for good, or refuse, say so to the editor."""
    return [PermissionOption(option_id=one, name=visible(one), kind=_kind(one)) for one in labels]


def _kind(label: str) -> PermissionOptionKind:
    words = label.casefold().split()
    if words and words[0].startswith(ALWAYS):
        return "allow_always"
    return "reject_once" if words and words[0].strip(",.:") in NEVER else "allow_once"
