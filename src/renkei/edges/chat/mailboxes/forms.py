"""The file formats of teams with mailboxes: one row for each form.

All differences between the forms are in this table.
"""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.immutable.frozen import frozen

FormName = Literal["s09", "v8", "s13", "s15"]


@frozen
class TaskForm:
    """How a form stores tasks: each in a JSON file in `.tasks`, named by its id."""

    stem: str
    """The name of a file without `.json`, as a regular expression."""
    keys: tuple[str, ...]
    """The keys of a file in sequence."""
    numbered: bool = False
    """Whether the id is a number in the file; otherwise it is the name of the file."""
    nobody: str | None = None
    """The owner of an unowned task."""
    keeps_keys: bool = False
    """Whether the programs keep unknown keys. Otherwise such a key is an error for them."""
    unblocks: bool = False
    """Whether a completed task is removed from `blockedBy`."""
    deleted: str = ""
    """The status of an abandoned task, or ""."""
    exclusive: str = ""
    """The file whose lock the programs hold while they change tasks; "" if they have no lock."""
    claims: str = ""
    """The file to which every claim is appended, or ""."""


@frozen
class Form:
    """The paths and keys of a form. Paths are relative to the directory of the team's program."""

    name: FormName
    inbox: str
    """The path of an inbox, with `{team}` and `{name}`."""
    keys: tuple[str, ...]
    """The keys of a line in sequence: `type`, `sender`, `to`, `content`, `time`, `extras` by the form's names."""
    names: Mapping[str, str]
    """The form's keys for `sender` and `time`, and the key that holds extras; "" puts them directly into the line."""
    roster: str = ""
    """The path of the roster, or ""."""
    busy: str = "working"
    """The roster's status of a member at work."""
    id_key: str = ""
    """The roster's key for `name@team`."""
    has_roles: bool = True
    requests: str = ""
    """The directory of request files."""
    results: Mapping[str, str] = field(default_factory=dict)
    """The type of a line for some types of messages; `message` for all others."""
    tasks: TaskForm | None = None
    """How it stores tasks; None if they are not supported."""

    def inbox_of(self, root: Path, team: str, name: str) -> Path:
        """Return the path of an inbox."""
        return root / self.inbox.format(team=team, name=name)

    def owner_of(self, file_name: str) -> str | None:
        """Return the owner of an inbox file; None for other files."""
        before, after = Path(self.inbox).name.split("{name}")
        if not file_name.endswith(after) or file_name.startswith("."):
            return None
        return file_name[len(before) : -len(after)] or None

    def directory(self, root: Path, team: str) -> Path:
        """Return the directory of the inboxes."""
        return self.inbox_of(root, team, "x").parent

    def roster_of(self, root: Path, team: str) -> Path | None:
        """Return the path of the roster, or None."""
        return root / self.roster.format(team=team) if self.roster else None


_S09 = {"sender": "from", "time": "timestamp", "extras": ""}

_NUMBERED: dict[str, Any] = {
    "stem": r"task_[1-9][0-9]{0,8}",
    "keys": ("id", "subject", "description", "status", "blockedBy", "blocks", "owner"),
    "numbered": True,
    "nobody": "",
    "keeps_keys": True,
    "unblocks": True,
}

FORMS: dict[str, Form] = {
    "s09": Form(
        "s09",
        ".team/inbox/{name}.jsonl",
        ("type", "from", "content", "timestamp"),
        _S09,
        roster=".team/config.json",
        tasks=TaskForm(**_NUMBERED),
    ),
    "s15": Form(
        "s15",
        ".team/inbox/{name}.jsonl",
        ("type", "from", "content", "timestamp"),
        _S09,
        roster=".team/config.json",
        requests=".team/requests",
        tasks=TaskForm(**_NUMBERED, deleted="deleted", claims="claim_events.jsonl"),
    ),
    "v8": Form(
        "v8",
        ".teams/{team}/{name}_inbox.jsonl",
        ("type", "sender", "content", "timestamp"),
        {"sender": "sender", "time": "timestamp", "extras": ""},
        roster=".teams/{team}/config.json",
        busy="active",
        id_key="agent_id",
        has_roles=False,
    ),
    "s13": Form(
        "s13",
        ".mailboxes/{name}.jsonl",
        ("from", "to", "content", "type", "ts", "metadata"),
        {"sender": "from", "time": "ts", "extras": "metadata"},
        results={"TASK_RESULT": "result", "TASK_BLOCKED": "error"},
        tasks=TaskForm(
            r"task_[0-9a-f]{8}",
            ("id", "subject", "description", "status", "owner", "blockedBy", "worktree"),
            exclusive=".lock",
        ),
    ),
}
"""Every form by its name."""

TASKS = ".tasks"
"""The directory of the task files, in every form."""

LOOK_SECONDS = 0.2
"""Seconds between two looks for the files of a team that has not started yet."""

LEAD = "lead"
"""The name of a team's lead, which no roster lists."""


def find_form(root: Path, form: str, team: str) -> tuple[Form, str]:
    """Return the form of a team's files and the name of the team.

    Raises ChatUnreachableError while there are no files yet, ChatRefusedError if the form or the team is ambiguous.
    """
    name = form or _detected(root)
    if not name:
        raise ChatUnreachableError(f"{root} has no .team, .teams or .mailboxes yet", LOOK_SECONDS)
    if name not in FORMS:
        raise ChatRefusedError(f"there is no form {name!r}", f"Forms: {', '.join(FORMS)}.")
    found = FORMS[name]
    return found, _team(root, team) if found.name == "v8" else team


def _detected(root: Path) -> str:
    if (root / ".teams").is_dir():
        return "v8"
    if (root / ".team").is_dir():
        return "s15" if (root / ".team/requests").is_dir() else "s09"
    return "s13" if (root / ".mailboxes").is_dir() else ""


def _team(root: Path, team: str) -> str:
    teams = sorted(one.name for one in (root / ".teams").glob("*") if one.is_dir())
    if team or len(teams) == 1:
        return team or teams[0]
    if not teams:
        raise ChatUnreachableError(f"{root}/.teams has no team yet", LOOK_SECONDS)
    raise ChatRefusedError("there are several teams", f"Name one of them with --team: {', '.join(teams)}.")
