"""The doors through which hostile inputs come, each a function that returns the codes of the refusal.

Run as a program with the name of a door, it puts the corpus through this door within limits of memory and CPU, and
prints one JSON line a case.
"""

import contextlib
import io
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import renkei
from attacks.corpus import RULE, Case, Text, cases
from renkei.documents.json_pointer import join, split
from renkei.documents.schema_check import schema_problems
from renkei.edges.cli.files.conversations import import_conversation, read_conversations, read_lines
from renkei.edges.cli.files.records import create_from_records, read_records
from renkei.edges.cli.main import main
from renkei.engine import commands as c
from renkei.engine.record import read_record
from renkei.errors import DocumentError, RenkeiError
from renkei.store.state_codec import load_state
from team import small_team

MEMORY = 100_000_000
RUNAWAY = 15
"""Seconds of CPU that no reader needs for any of these inputs: one that is still busy then will not end soon."""
CPU = 300


def _bytes(text: Text) -> bytes:
    return text.encode(errors="surrogatepass") if isinstance(text, str) else text


def _str(text: Text) -> str:
    return text if isinstance(text, str) else text.decode(errors="replace")


def _problems(document: bytes) -> list[str]:
    return [one.code for one in renkei.validate(document)]


def _file(text: Text, suffix: str, act: Callable[[Path], object]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / f"hostile{suffix}"
        path.write_bytes(_bytes(text))
        act(path)


def _json(text: Text) -> list[str]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "hostile.json"
        path.write_bytes(_bytes(text))
        return [one.code for one in renkei.validate(path)]


def _condition(text: Text) -> list[str]:
    rules = [{**RULE, "condition": _str(text)}]
    found = [one.code for one in renkei.validate({"events": rules})]
    project = small_team()
    if not found:
        project.set_rules([renkei.Rule.model_validate(rules[0])])
        project.do(renkei.Write("/goal", "a" * 20_000), actor="lead")
    return found


def _schema(text: Text) -> list[str]:
    try:
        schema, value = json.loads(_bytes(text))
    except (ValueError, TypeError, RecursionError):
        return ["INVALID"]  # no pair of a schema and a value
    return [one.code for one in schema_problems(schema, value, lambda path: (1, 1))]


def _import(text: Text) -> None:
    def act(path: Path) -> None:
        into = path.parent / "into"
        with contextlib.suppress(RenkeiError):
            for one in read_conversations(path):
                list(import_conversation(one, into / one.id))
        inside = {path, into}
        assert set(path.parent.iterdir()) <= inside, "written outside"
        create_from_records(path.parent / "records", read_records(str(path), read_lines(path, limited=False)))

    _file(text, ".jsonl", act)


def _send(text: Text) -> None:
    project, body = small_team(), _str(text)
    payload = renkei.Freeform(intent_hint="FREEFORM", body="x", requires_response=False, urgency="normal")
    for values in ({"to": [body]}, {"id": body}, {"thread": body}, {"task_ref": body}, {"in_reply_to": body}):
        with contextlib.suppress(RenkeiError, ValueError):
            project.send(project.message("ann", payload, values.pop("to", ["bob"]), **values))
    with contextlib.suppress(RenkeiError, ValueError):
        project.send(project.message("ann", payload.model_copy(update={"body": body}), ["bob"]))
    _read_back(project)


def _turn(text: Text) -> None:
    project = small_team()
    with contextlib.suppress(RenkeiError, ValueError):
        project.do(c.Join(_str(text), _str(text)))
    with contextlib.suppress(RenkeiError, ValueError), project.turn("ann") as turn:
        turn.write("/agents/ann/current_task", _str(text))
        turn.write("/agents/ann/blocked_by", _str(text))
    _read_back(project)


def _board(text: Text) -> None:
    project = small_team()
    entry = {"description": _str(text), "affected_agents": ["ann"]}
    for path, value in (("/goal", _str(text)), (join("blockers", _str(text)), entry), (join("agents", _str(text)), {})):
        with contextlib.suppress(RenkeiError, ValueError):
            project.do(renkei.Write(path, value), actor="lead")
    _read_back(project)


def _read_back(project: renkei.Project) -> None:
    """Everything that was taken can be written as a record and read again."""
    for record in project.records():
        assert read_record(record.to_json()) == record


def _pointer(text: Text) -> None:
    with contextlib.suppress(ValueError):
        assert join(*split(_str(text))) == _str(text)
    for value in ("x", {"id": "x"}, None, []):
        with contextlib.suppress(RenkeiError):
            small_team().do(renkei.Write(_str(text), value), actor="lead")


def _search(text: Text) -> None:
    with tempfile.TemporaryDirectory() as directory, small_team(directory) as project:
        project.search(_str(text))


def _argument(text: Text) -> None:
    """The command line exits with a status, and no traceback, whatever its arguments hold."""
    given = os.fsdecode(_bytes(text).replace(b"\0", b""))  # as the system passes it on
    for arguments in (["schema", given], ["log", "--after", given], ["read", given], [given]):
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
        sys.argv = ["renkei", *arguments]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
            main()


def _blob(text: Text) -> None:
    from renkei.log.blobs import Blobs

    with tempfile.TemporaryDirectory() as directory, contextlib.suppress(ValueError):
        Blobs(Path(directory)).get(b"sha256:" + _bytes(text))


def _refused(act: Callable[[Text], object]) -> Callable[[Text], Iterable[str]]:
    def codes(text: Text) -> Iterable[str]:
        try:
            act(text)
        except DocumentError as error:
            return [one.code for one in error.problems]
        except RenkeiError as error:
            return [error.code]
        return []

    return codes


def _invalid(act: Callable[[bytes], object]) -> Callable[[Text], Iterable[str]]:
    """A reader of stored bytes raises ValueError or an error of ours for all that it does not take."""

    def codes(text: Text) -> Iterable[str]:
        try:
            act(_bytes(text))
        except (ValueError, RenkeiError):
            return ["INVALID"]
        return []

    return codes


DOORS: dict[str, Callable[[Text], Iterable[str]]] = {
    "yaml": lambda text: [one.code for one in _yaml(text)],
    "json": _json,
    "large": lambda text: _problems(_bytes(text)),
    "validate": lambda text: _problems(_bytes(text)),
    "load": _refused(lambda text: _file(text, ".yaml", renkei.load)),
    "condition": _condition,
    "schema": _schema,
    "import": _refused(_import),
    "send": _refused(_send),
    "turn": _refused(_turn),
    "board": _refused(_board),
    "pointer": _refused(_pointer),
    "search": _refused(_search),
    "argument": _refused(_argument),
    "blob": _refused(_blob),
    "parse_message": _invalid(renkei.parse_message),
    "record": _invalid(read_record),
    "snapshot": _invalid(load_state),
}


def _yaml(text: Text) -> Iterable[renkei.Problem]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "hostile.yaml"
        path.write_bytes(_bytes(text))
        return renkei.validate(path)


class RunawayError(BaseException):
    """An input keeps its reader busy for longer than any input may."""


def _run_away(signum: int, frame: object) -> None:
    raise RunawayError(f"still busy after {RUNAWAY} s of CPU")


def measure(case: Case) -> dict[str, object]:
    """Put a case through its door; return its codes or the exception, and the seconds of CPU."""
    given = case.make()
    codes: list[str] = []
    error = ""
    before = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, RUNAWAY)
    try:
        codes = sorted(set(DOORS[case.door](given)))
    except BaseException as raised:
        error = f"{type(raised).__name__}: {str(raised)[:300]}"
    signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = time.process_time() - before
    return {"name": case.name, "size": len(given), "codes": codes, "error": error, "seconds": round(seconds, 3)}


def used() -> int:
    """Return the bytes of data of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[5])
    return pages * resource.getpagesize()


def put_corpus(door: str, report: Path) -> None:
    """Put the cases of a door through it in this process, within limits; write one JSON line a case to a file."""
    chosen = [case for case in cases() if case.door == door]
    signal.signal(signal.SIGPROF, _run_away)
    measure(Case(door, "", lambda: "x" if door != "schema" else "[{}, 1]"))  # imports what the door needs
    extra = max((len(one.make()) for one in chosen), default=0) * 2 if door == "large" else 0
    resource.setrlimit(resource.RLIMIT_DATA, (used() + MEMORY + extra,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))
    with report.open("w", encoding="utf-8") as file:
        for case in chosen:
            file.write(json.dumps(measure(case)) + "\n")
            file.flush()


if __name__ == "__main__":
    put_corpus(sys.argv[1], Path("/dev/stdout"))
