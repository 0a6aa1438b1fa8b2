"""Members of a team with mailboxes, as processes: they write and read exactly as programs of that family do.

`read KIND INBOX OUT PAUSE` drains an inbox every few milliseconds and appends the lines that it read to a file, until
a file `OUT.end` exists; then it drains once more. `write FORM INBOX SENDER COUNT PAUSE` appends messages.
`work FORM DIRECTORY NAME COUNT` claims and completes tasks until it has completed so many.
"""

import fcntl
import json
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def drain_and_truncate(inbox: Path) -> list[str]:
    """Read and clear, as s09 and s15 do it, and v8 but for the way of reading."""
    if not inbox.exists():
        return []
    content = inbox.read_text()
    inbox.write_text("")
    return [one for one in content.splitlines() if one.strip()]


def drain_by_lines(inbox: Path) -> list[str]:
    """Read and clear, as v8 does it."""
    if not inbox.exists():
        return []
    found = []
    with inbox.open() as file:
        for line in file:
            if line.strip():
                found.append(line.strip())
    inbox.write_text("")
    return found


def drain_and_delete(inbox: Path) -> list[str]:
    """Read and delete, as s13 does it."""
    if not inbox.exists():
        return []
    found = [one for one in inbox.read_text().splitlines() if one.strip()]
    try:
        for one in found:
            json.loads(one)
    except json.JSONDecodeError:  # a line that is being written: the program ends here, and its next start reads on
        return []
    inbox.unlink()
    return found


def drain_under_lock(inbox: Path) -> list[str]:
    """Read and clear, as v9 does it."""
    if not inbox.exists():
        return []
    lock = inbox.with_suffix(".lock")
    try:
        os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        return []
    try:
        return drain_by_lines(inbox)
    finally:
        lock.unlink(missing_ok=True)


DRAINS = {"s09": drain_and_truncate, "s15": drain_and_truncate, "v8": drain_by_lines, "s13": drain_and_delete}
DRAINS["v9"] = drain_under_lock


def line_of(form: str, sender: str, to: str, content: str, kind: str = "message", **extras: object) -> str:
    """Return a line as a form's programs write it."""
    now = time.time()
    if form == "s13":
        values = {"from": sender, "to": to, "content": content, "type": kind, "ts": now, "metadata": extras}
    else:
        key = "sender" if form == "v8" else "from"
        values = {"type": kind, key: sender, "content": content, "timestamp": now} | extras
    return json.dumps(values)


def append(inbox: Path, line: str) -> None:
    """Append a line, as every one of them does it."""
    with inbox.open("a") as file:
        file.write(line + "\n")


class NumberedTasks:
    """Tasks as s15 keeps them: without a lock, whole files, unknown keys stay, numbers counted in memory."""

    def __init__(self, root: Path) -> None:
        self.directory = root / ".tasks"
        self.directory.mkdir(exist_ok=True)
        self._last = max((int(one.stem.split("_")[1]) for one in self.directory.glob("task_*.json")), default=0)

    def names(self) -> list[str]:
        return sorted(one.stem for one in self.directory.glob("task_*.json"))

    def load(self, name: str) -> dict[str, object]:
        return json.loads((self.directory / f"{name}.json").read_text())

    def save(self, task: dict[str, object]) -> None:
        (self.directory / f"task_{task['id']}.json").write_text(json.dumps(task, indent=2))

    def create(self, subject: str, **more: object) -> str:
        self._last += 1
        task = {"id": self._last, "subject": subject, "description": "", "status": "pending", "blockedBy": []}
        self.save(task | {"blocks": [], "owner": ""} | more)
        return f"task_{self._last}"

    def update(self, name: str, blocked_by: list[str] | None = None, **changes: object) -> None:
        task = self.load(name) | changes
        if changes.get("status") == "completed":
            for one in self.names():
                other = self.load(one)
                if task["id"] in other["blockedBy"]:
                    other["blockedBy"].remove(task["id"])
                    self.save(other)
        task["blockedBy"] = list({*task["blockedBy"], *(int(one[5:]) for one in blocked_by or ())})
        self.save(task)

    def claim(self, name: str, owner: str, role: str = "") -> bool:
        task = self.load(name)
        wanted = task.get("claim_role") or task.get("required_role") or ""
        if task["status"] != "pending" or task["owner"] or task["blockedBy"] or wanted not in ("", role):
            return False
        self.save(task | {"owner": owner, "status": "in_progress", "claimed_at": time.time(), "claim_source": "auto"})
        event = {"event": "task.claimed", "task_id": task["id"], "owner": owner, "role": role, "source": "auto"}
        append(self.directory / "claim_events.jsonl", json.dumps(event | {"ts": time.time()}))
        return True

    def complete(self, name: str, owner: str) -> bool:
        self.update(name, status="completed")
        return True


class PlainTasks(NumberedTasks):
    """Tasks as s11 and s12 keep them: whoever sees one without an owner takes it, and no claim is noted."""

    def claim(self, name: str, owner: str, role: str = "") -> bool:
        task = self.load(name)
        if task["status"] != "pending" or task["owner"] or task["blockedBy"]:
            return False
        self.save(self.load(name) | {"owner": owner, "status": "in_progress"})
        return True


class LockedTasks:
    """Tasks as s13 keeps them: under a lock, replaced in one step, and no other key is allowed."""

    KEYS = ("id", "subject", "description", "status", "owner", "blockedBy", "worktree")

    def __init__(self, root: Path) -> None:
        self.directory = root / ".tasks"
        self.directory.mkdir(exist_ok=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        with (self.directory / ".lock").open("a+") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield

    def names(self) -> list[str]:
        return sorted(one.stem for one in self.directory.glob("task_*.json"))

    def load(self, name: str) -> dict[str, object]:
        task = json.loads((self.directory / f"{name}.json").read_text())
        assert sorted(task) == sorted(self.KEYS), f"the program ends at {sorted(task)}"
        assert task["id"] == name
        assert task["status"] in ("pending", "in_progress", "completed")
        return task

    def save(self, task: dict[str, object]) -> None:
        path = self.directory / f"{task['id']}.json"
        fresh = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        fresh.write_text(json.dumps(task, indent=2))
        fresh.replace(path)

    def create(self, subject: str, **more: object) -> str:
        with self.lock():
            task = dict.fromkeys(self.KEYS) | {"id": f"task_{secrets.token_hex(4)}", "subject": subject}
            self.save(task | {"description": "", "status": "pending", "blockedBy": []} | more)
        return task["id"]

    def update(self, name: str, blocked_by: list[str] | None = None, **changes: object) -> None:
        with self.lock():
            task = self.load(name) | changes
            self.save(task | {"blockedBy": [*task["blockedBy"], *(blocked_by or ())]})

    def claim(self, name: str, owner: str, role: str = "") -> bool:
        with self.lock():
            task = self.load(name)
            busy = any(one["status"] == "in_progress" and one["owner"] == owner for one in map(self.load, self.names()))
            waits = any(self.load(one)["status"] != "completed" for one in task["blockedBy"])
            if task["status"] != "pending" or task["owner"] or busy or waits:
                return False
            self.save(task | {"owner": owner, "status": "in_progress"})
            return True

    def complete(self, name: str, owner: str) -> bool:
        with self.lock():
            task = self.load(name)
            if (task["status"], task["owner"]) != ("in_progress", owner):
                return False
            self.save(task | {"status": "completed"})
            return True


TASKS = {"s09": PlainTasks, "s13": LockedTasks, "s15": NumberedTasks}


def work(form: str, root: Path, owner: str, count: int) -> None:
    """Claim and complete tasks, as a member does who looks for work by itself."""
    tasks, end = TASKS[form](root), time.monotonic() + 20
    claimed = ""
    while count > 0 and time.monotonic() < end:
        try:
            if claimed:
                count -= tasks.complete(claimed, owner)  # False: it was told that another has it
            claimed = next((one for one in tasks.names() if tasks.claim(one, owner, "coder")), "") if count else ""
        except json.JSONDecodeError:  # another writes a file: its model tries again
            pass
        time.sleep(0.002)


def read(kind: str, inbox: Path, out: Path, pause: float) -> None:
    end = Path(f"{out}.end")
    with out.open("a") as file:
        ends = False
        while not ends:
            ends = end.exists()
            for line in DRAINS[kind](inbox):
                file.write(line + "\n")
            file.flush()
            time.sleep(pause)


def write(form: str, inbox: Path, sender: str, count: int, pause: float) -> None:
    for number in range(count):
        append(inbox, line_of(form, sender, inbox.stem, f"{sender} {number}"))
        time.sleep(pause)


if __name__ == "__main__":
    what, kind, path = sys.argv[1:4]
    if what == "read":
        read(kind, Path(path), Path(sys.argv[4]), float(sys.argv[5]))
    elif what == "work":
        work(kind, Path(path), sys.argv[4], int(sys.argv[5]))
    else:
        write(kind, Path(path), sys.argv[4], int(sys.argv[5]), float(sys.argv[6]))
