"""The record of one turn of a coding agent, collected from the updates of its session.

The log has it in measure: a line for each tool call, the plan, tokens and cost. Any update may be missing, repeated or
malformed: a tool call often begins without a title and paths, which come later.
"""

from collections.abc import Callable
from typing import get_args

from renkei.acp.activity import Edit, Status, ToolActivity
from renkei.acp.received import Data, list_of, object_of, whole
from renkei.immutable.replacing import replace
from renkei.wording.values import count
from renkei.wording.visible import one_line
from renkei.workspace.permission_rules import Kind

KEPT_CHARACTERS = 30_000
"""Characters kept of an agent's last text."""

KEPT_EDITS = 20_000_000
"""Characters kept of the edits of a turn; of further ones, only the paths."""

LONGEST_PATH = 200
"""Characters of a path in the record."""

MOST_COST = 1e9
"""A cost beyond which the number is taken for nonsense."""

MOST_CALLS = 1_000
"""Most tool calls that are kept of a turn."""

MOST_LINES = 40
"""Most lines on tool calls in the record of a turn."""

LONGEST_TITLE = 100
"""Characters of a title in the record."""

MOST_PATHS = 5
"""Paths that one line names."""

MOST_ENTRIES = 20
"""Entries of a plan in the record."""

OUTPUT_CHARACTERS = 300
"""Characters kept of the end of a command's output."""

LONGEST_CURRENCY = 10

ON_FILES = ("read", "edit", "delete", "move")
"""Kinds of tool calls that concern one file."""

PLAN_MARKS = {"completed": "[x]", "in_progress": "[>]", "pending": "[ ]"}


class TurnRecord:
    """Collects the updates of one turn.

    `named` returns the path of a file as it is shown. `on_activity` is called with each tool call as it changes, and
    `on_text` with each piece of text. `is_of_team` tells from its kind and title whether a call is one of the team's.
    """

    def __init__(
        self,
        named: Callable[[str], str],
        on_activity: Callable[[ToolActivity], None],
        on_text: Callable[[str], None] = lambda text: None,
        is_of_team: Callable[[str, str], bool] = lambda kind, title: False,
    ) -> None:
        self._named = named
        self._on_activity = on_activity
        self._on_text = on_text
        self._is_of_team = is_of_team
        self.calls: dict[str, ToolActivity] = {}
        self.left_out = 0
        """Tool calls beyond `MOST_CALLS`."""
        self.plan: tuple[str, ...] = ()
        """The lines of its newest plan."""
        self.cost = ""
        """The cost of the session so far, such as `0.12 USD`; "" if the agent does not tell."""
        self.said: list[str] = []
        """All that it said, in pieces; the beginning of it, if it is long."""
        self._said = 0
        self._half = ""
        """The first half of a character, whose second half begins the next piece."""
        self._edited = 0
        self._texts: list[str] = []
        self._kept = 0

    @property
    def text(self) -> str:
        """The agent's last text: what it said after its last tool call."""
        return "".join(self._texts).strip()

    def take(self, update: Data) -> None:
        """Take an update; one of an unknown kind changes nothing."""
        take = _TAKES.get(str(update.get("sessionUpdate")))
        if take is not None:
            take(self, update)

    def forget_text(self) -> None:
        """Begin with its text again."""
        self._texts, self._kept = [], 0

    def asked(self, call: Data) -> ToolActivity:
        """Take what a request for permission tells of a tool call, and return the call as it is known now.

        Some programs tell its title, kind and paths only there. An id that is used again says nothing of the new call.
        """
        known = self.calls.get(_name(call), ToolActivity(_name(call)))
        if known.is_over:
            return self._joined(call, ToolActivity(known.call))
        self._call(call)
        return self._joined(call, known)

    def full_text(self) -> list[str]:
        """Return all that it said, and the end of each output, as lines."""
        outputs = [f"$ {one.title}\n{one.output}" for one in self.calls.values() if one.output and not one.is_of_team]
        return [*filter(None, ("".join(self.said).strip(),)), *outputs]

    def lines(self) -> list[str]:
        """Return the lines on its own tool calls, at most `MOST_LINES` and one on how many are left out."""
        found = [_line(one) for one in self.calls.values() if not one.is_of_team]
        left = len(found) - MOST_LINES + self.left_out
        return found[:MOST_LINES] + ([f"- … {count(left, 'more call')}"] if left > 0 else [])

    def _say(self, update: Data) -> None:
        text = object_of(update.get("content")).get("text")
        if not isinstance(text, str):
            return
        text, self._half = self._half + text, ""
        if "\ud800" <= text[-1:] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        text = whole(text)
        self._on_text(text)
        if kept := text[: KEPT_CHARACTERS - self._kept]:
            self._texts.append(kept)
            self._kept += len(kept)
        if kept := text[: KEPT_CHARACTERS - self._said]:
            self.said.append(kept)
            self._said += len(kept)

    def _call(self, update: Data) -> None:
        name = _name(update)
        if not name:
            return
        if name not in self.calls and len(self.calls) >= MOST_CALLS:
            self.left_out += 1
            return
        if name not in self.calls:
            self.forget_text()
        known = self.calls.get(name, ToolActivity(name))
        found = self._joined(update, known)
        if found != known or name not in self.calls:
            if found.edits is not known.edits:
                self._edited += sum(len(one.before or "") + len(one.after) for one in found.edits)
            self.calls[name] = found if self._edited <= KEPT_EDITS else replace(found, edits=())
            self._on_activity(found)

    def _joined(self, update: Data, known: ToolActivity) -> ToolActivity:
        kind, status, title = update.get("kind"), update.get("status"), update.get("title")
        content = [object_of(one) for one in list_of(update.get("content"))]
        edits = tuple(self._edit(one) for one in content if one.get("type") == "diff") or self._told_edits(update)
        places = [object_of(one).get("path") for one in list_of(update.get("locations"))]
        paths = [self._named(one) for one in places if isinstance(one, str)] + [one.path for one in edits]
        text = "".join(str(object_of(one.get("content")).get("text") or "") for one in content)
        found = replace(
            known,
            kind=kind if kind in get_args(Kind) else known.kind,
            status=status if status in get_args(Status) else known.status,
            title=one_line(title)[:500] if isinstance(title, str) and title.strip() else known.title,
            paths=tuple(dict.fromkeys(paths)) or known.paths,
            edits=edits or known.edits,
            output=text[-OUTPUT_CHARACTERS:] or known.output,
            told=known.told.with_more(update),
            exit_status=_exit_status(update) if _exit_status(update) is not None else known.exit_status,
        )
        titled = replace(found, title=self._titled(found))
        return replace(titled, is_of_team=self._is_of_team(found.kind, found.title))

    def _titled(self, call: ToolActivity) -> str:
        """Return a title. OpenCode's is often the path of a file from the root, without the first slash."""
        path = f"/{call.title}"
        return call.title if call.kind not in ON_FILES or self._named(path) == path else self._named(path)

    def _told_edits(self, update: Data) -> tuple[Edit, ...]:
        """Return the edit that OpenCode tells only in its own arguments: a whole file, or a text that replaces one."""
        told = object_of(update.get("rawInput"))
        path, before = told.get("filePath"), told.get("oldString")
        after = told.get("content", told.get("newString"))
        if update.get("kind") != "edit" or not isinstance(path, str) or not isinstance(after, str):
            return ()
        return (Edit(self._named(path), before if isinstance(before, str) else None, after),)

    def _edit(self, diff: Data) -> Edit:
        before = diff.get("oldText")
        return Edit(
            self._named(str(diff.get("path"))),
            before if isinstance(before, str) else None,
            str(diff.get("newText") or ""),
        )

    def _plan(self, update: Data) -> None:
        entries = [object_of(one) for one in list_of(update.get("entries"))]
        self.plan = tuple(
            f"{PLAN_MARKS.get(str(one.get('status')), '[ ]')} {one_line(str(one.get('content')))[:LONGEST_TITLE]}"
            for one in entries[:MOST_ENTRIES]
        )

    def _usage(self, update: Data) -> None:
        cost = object_of(update.get("cost"))
        if isinstance(amount := cost.get("amount"), int | float) and 0 <= amount < MOST_COST:
            self.cost = f"{amount:.4g} {one_line(str(cost.get('currency') or ''))[:LONGEST_CURRENCY]}".strip()


_TAKES: dict[str, Callable[[TurnRecord, Data], None]] = {
    "agent_message_chunk": TurnRecord._say,
    "tool_call": TurnRecord._call,
    "tool_call_update": TurnRecord._call,
    "plan": TurnRecord._plan,
    "usage_update": TurnRecord._usage,
}
"""The change that each kind of update makes."""


def _name(update: Data) -> str:
    """Return the id of a tool call; "" if it has none."""
    found = update.get("toolCallId")
    return found if isinstance(found, str) else ""


def _line(call: ToolActivity) -> str:
    """Return a tool call as one line: its kind, title, paths with their size, and status or exit status."""
    title = call.title[:LONGEST_TITLE]
    sizes = {one.path: f" ({count(_lines(one.after), 'line')})" for one in call.edits}
    named = [path for path in call.paths if path in sizes or path not in title]
    shown = [f"{one_line(path)[:LONGEST_PATH]}{sizes.get(path, '')}" for path in named[:MOST_PATHS]]
    more = f", … {len(named) - MOST_PATHS} more" if len(named) > MOST_PATHS else ""
    paths = f": {', '.join(shown)}{more}" if named else ""
    ended = call.status if call.exit_status is None else f"exit status {call.exit_status}"
    return f"- {call.kind} – {title or '…'}{paths} – {ended}"


def _lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n") and bool(text))


def _exit_status(update: Data) -> int | None:
    """Return the exit status of a command; agents put it into their own output, under several names."""
    ended = object_of(object_of(update.get("_meta")).get("terminal_exit"))
    output = object_of(update.get("rawOutput")) or ended
    found = next((output[one] for one in ("exitCode", "exit_code", "exitStatus") if one in output), None)
    elsewhere = (
        object_of(output.get("metadata")).get("exit"),
        object_of(object_of(update.get("_meta")).get("terminal_exit")).get("exit_code"),
    )
    return next((one for one in (found, *elsewhere) if isinstance(one, int)), None)
