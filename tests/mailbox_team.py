"""A team with mailboxes on disk, beside a project, for the tests of the bridge between them."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import mailbox_bridge
import mailbox_programs as programs
import renkei
from renkei.edges.chat.bridge.bridge import Bridge

LIMIT = 20.0
PROGRAMS = Path(programs.__file__)


def wait_until(true: Callable[[], object]) -> None:
    end = time.monotonic() + LIMIT
    while not true():
        assert time.monotonic() < end, "this did not happen in time"
        time.sleep(0.005)


class Team:
    """A team on disk in one of the forms, with alice and bob, beside a project with the agent reviewer."""

    def __init__(self, root: Path, form: str) -> None:
        self.root, self.form = root, form
        self.inboxes = {"s13": root / ".mailboxes", "v8": root / ".teams/web"}.get(form, root / ".team/inbox")
        self.inboxes.mkdir(parents=True)
        self.roster = {"s13": None, "v8": root / ".teams/web/config.json"}.get(form, root / ".team/config.json")
        if form == "v8":
            entries = [{"name": name, "agent_id": f"{name}@web", "status": "active"} for name in ("alice", "bob")]
            self.save({"name": "web", "created_at": 1.5, "members": entries})
        elif self.roster:
            entries = [{"name": name, "role": "coder", "status": "working"} for name in ("alice", "bob")]
            self.save({"team_name": "default", "members": entries})
        else:
            for name in ("alice", "bob"):
                self.inbox(name).touch()
        if form == "s15":
            (root / ".team/requests").mkdir()
        self.project = renkei.create(str(root / "project"), name="p", goal="g")
        self.project.join("reviewer", "review")

    def close(self) -> None:
        self.project.close()

    def save(self, roster: object) -> None:
        """Write the roster as its programs do: in place."""
        self.roster.write_text(json.dumps(roster, indent=2))

    def entries(self) -> dict[str, dict[str, str]]:
        try:
            return {one["name"]: one for one in json.loads(self.roster.read_text())["members"]}
        except ValueError:
            return {}

    def inbox(self, name: str) -> Path:
        return self.inboxes / (f"{name}_inbox.jsonl" if self.form == "v8" else f"{name}.jsonl")

    def lines(self, name: str) -> list[dict[str, object]]:
        path = self.inbox(name)
        return [json.loads(one) for one in path.read_text().splitlines()] if path.exists() else []

    def write(self, sender: str, to: str, content: str, kind: str = "message", **extras: object) -> None:
        programs.append(self.inbox(to), programs.line_of(self.form, sender, to, content, kind, **extras))

    def bridge(self) -> Bridge:
        return mailbox_bridge.bridge_of(self.project, self.root, self.form)

    def say(self, to: str, text: str, sender: str = "reviewer") -> None:
        body = renkei.Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
        self.project.send(self.project.message(sender, body, to))

    def messages(self, sender: str = "") -> list[renkei.AnyMessage]:
        found = [one.message for record in self.project.records() for one in record.events if hasattr(one, "message")]
        return [one for one in found if not sender or one.from_ == sender]
