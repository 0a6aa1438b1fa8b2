"""The suite's requests to renkei, by the name of the operation: one table over the library.

A suite knows no seq of another implementation. So a reading of the board is named by a `mark`, and a write names the
mark that its author had seen.
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from renkei.board.decide import Write
from renkei.budget.context.build import DEFAULT_BUDGET
from renkei.contracts.decide import get
from renkei.contracts.model import TaskContract
from renkei.dispatch.rules import Rule
from renkei.documents.read import read_documents
from renkei.documents.source import Source, SourceError
from renkei.edges.conformance.cases import LEVELS
from renkei.engine import commands as c
from renkei.engine.rules.check import rule_findings
from renkei.engine.state import HUMAN
from renkei.engine.validation import check
from renkei.errors import BadValueError, DocumentError, Problem, TurnLostError
from renkei.project.create import create
from renkei.project.project import Project
from renkei.project.turns.turn import Turn
from renkei.protocol.content_hash import canonical, content_hash
from renkei.protocol.messages import make_message, parse_message
from renkei.protocol.registration import Registration
from renkei.protocol.replies import expected_replies
from renkei.wording.values import quote

VERSION = "1.0"
"""The version of the protocol."""

Request = Mapping[str, Any]
Answer = dict[str, Any]


class Table:
    """The project that a suite plays in, with its open turns and its marks. `now` is the time of the last request."""

    def __init__(self) -> None:
        self.now = "2026-01-05T09:00:00Z"
        self.project: Project = create(now=lambda: self.now)
        self.turns: dict[str, Turn] = {}
        self.marks: dict[str, int] = {}

    def seen(self, request: Request, name: str) -> int | None:
        """Return the seq of a mark that a request names; None if it names none."""
        if name not in request:
            return None
        if request[name] not in self.marks:
            raise BadValueError(path=f"/{name}", got=request[name], expected="a mark of an earlier `board`")
        return self.marks[request[name]]


def _hello(table: Table, request: Request) -> Answer:
    from renkei import __version__

    if request["protocol"] != VERSION:
        text = f"the protocol {quote(request['protocol'])} is not supported"
        raise DocumentError("hello", [Problem("NOT_ONE_OF", "/protocol", 1, 1, text, "", (VERSION,))])
    return {"protocol": VERSION, "implementation": f"renkei {__version__}", "levels": list(LEVELS), "skips": {}}


def _validate(table: Table, request: Request) -> Answer:
    problems: list[Problem] = []
    for source in read_documents(request["text"].encode(errors="surrogatepass"), "document.json"):
        problems += [source.problem] if isinstance(source, SourceError) else check(source).problems
    return {"valid": not problems, "errors": [fault(one) for one in problems]}


def fault(problem: Problem) -> Answer:
    """Return the parts of a problem that the suite compares."""
    found = {"code": problem.code, "path": problem.path}
    return found | {"supported": list(problem.supported)} if problem.supported else found


def _canonical(table: Table, request: Request) -> Answer:
    given = parse_message(request["text"])
    sent = given.model_copy(update={"expected_response_type": expected_replies(given)})
    return {"canonical": canonical(sent), "hash": content_hash(sent)}


def _rules(request: Request) -> tuple[Rule, ...]:
    """Return the event rules of a new project; raises DocumentError."""
    if not request.get("rules"):
        return ()
    source = Source({"events": request["rules"]})
    checked = check(source)
    problems = checked.problems or tuple(rule_findings(checked.model, source, checked.root))
    if problems:
        raise DocumentError("rules", problems)
    rules: tuple[Rule, ...] = checked.model
    return rules


def _open(table: Table, request: Request) -> Answer:
    joins = [
        c.Join(one["id"], one.get("role", ""), human=one.get("human", False), lead=one.get("lead", False))
        for one in request["participants"]
        if one["id"] != HUMAN  # is always there
    ]
    groups = [c.SetGroup(name, tuple(members)) for name, members in request.get("groups", {}).items()]
    numbers, rules = count(1), _rules(request)
    project = create(
        name="conformance",
        goal=request.get("goal", ""),
        rules=(),
        members=[*joins, *groups],
        guarded=False,
        now=lambda: table.now,
        make_id=lambda: f"{next(numbers):04d}",
    )
    if rules:
        project.set_rules(rules, actor=HUMAN)
    table.project = project
    table.turns.clear()
    table.marks.clear()
    return {}


def _register(table: Table, request: Request) -> Answer:
    given = {name: request[name] for name in ("name", "json_schema", "replies") if name in request}
    table.project.do(c.Register(Registration.model_validate(given)), actor=request["actor"])
    return {}


def _send(table: Table, request: Request) -> Answer:
    record = table.project.send(make_message(request["message"]))
    return {"changed": record is not None and any(event.kind == "message_sent" for event in record.events)}


def _wait(table: Table, request: Request) -> Answer:
    table.project.expire()
    return {}


def _message(table: Table, request: Request) -> Answer:
    message = table.project.find_message(request["message"])
    return {"message": message.model_dump(mode="json", exclude_defaults=True)}


def _inbox(table: Table, request: Request) -> Answer:
    unread = [kept.message for kept in table.project.state.unread_of(request["actor"])]
    return {"messages": [{"id": one.id, "type": one.type, "from": one.from_} for one in unread]}


def _documents(table: Table, request: Request) -> Answer:
    unread = table.project.state.unread_of(request["actor"])
    return {"messages": [kept.message.model_dump(mode="json", exclude_defaults=True) for kept in unread]}


def _begin(table: Table, request: Request) -> Answer:
    actor = request["actor"]
    answer = _inbox(table, request)
    table.turns[actor] = table.project.begin_turn(actor, budget=request.get("budget", DEFAULT_BUDGET))
    return answer


def _turn(table: Table, request: Request) -> Turn:
    if request["actor"] not in table.turns:
        raise TurnLostError(agent=request["actor"], turn="")
    return table.turns.pop(request["actor"])


def _end(table: Table, request: Request) -> Answer:
    table.project.end_turn(_turn(table, request))
    return {}


def _abandon(table: Table, request: Request) -> Answer:
    table.project.abandon_turn(_turn(table, request))
    return {}


def _owed(table: Table, request: Request) -> Answer:
    owed = table.project.state.owed_by(request["actor"])
    messages = [table.project.find_message(one.message_id) for one in owed]
    return {"messages": [{"id": one.id, "type": one.type, "from": one.from_} for one in messages]}


def _write(table: Table, request: Request) -> Answer:
    seen, if_seen = table.seen(request, "seen"), table.seen(request, "if_seen")
    write = Write(request["path"], request["value"], request.get("at"), seen, if_seen, request.get("action", ""))
    table.project.do(write, actor=request["actor"])
    return {}


def _board(table: Table, request: Request) -> Answer:
    state = table.project.state
    if "mark" in request:
        table.marks[request["mark"]] = state.seq
    if "path" not in request:
        return {}
    cell = state.board.cells.get(request["path"])
    return {"value": cell.value if cell else None, "author": cell.author if cell else None}


def _notices(table: Table, request: Request) -> Answer:
    found = table.project.state.board.notices.get(request["actor"], ())
    kept = [
        {"path": one.path, "kept": one.kept, "kept_by": one.kept_by, "lost": one.lost, "lost_by": one.lost_by}
        for one in found
    ]
    return {"notices": kept}


def _changes(table: Table, request: Request) -> Answer:
    found = table.project.changes(table.seen(request, "since") or 0)
    return {"changes": [{"agent": one.agent, "action": one.action, "path": one.path} for one in found]}


SHOWN = {"full": "full", "part": "part", "named": "named", "omitted": "omitted"}
"""The suite's names for the forms of a message; every other form is `short`."""


def _context(table: Table, request: Request) -> Answer:
    found = table.project.context(request["actor"], budget=request["budget"])
    given = [{"id": one.id, "tier": one.tier, "shown": SHOWN.get(one.form, "short")} for one in found.given]
    return {"text": found.text, "tokens": found.tokens, "messages": given}


def _open_contract(table: Table, request: Request) -> Answer:
    terms = TaskContract.model_validate(request["terms"])
    table.project.do(c.OpenContract(terms), actor=request["actor"])
    return {}


def _contract(table: Table, request: Request) -> Answer:
    found = table.project.find_contract(request["contract"])
    return {"status": found.status, "assignee": found.assignee, "delegator": found.terms.delegator}


def _transition(table: Table, request: Request) -> Answer:
    name, step, reason, actor = request["contract"], request["transition"], request.get("reason", ""), request["actor"]
    if step == "claim":
        table.project.do(c.ClaimContract(name), actor=actor)
    elif step == "reopen":  # also returns failed work to its assignee
        table.project.reopen(name, reason, actor=actor)
    else:
        table.project.do(c.TransitionContract(name, step, reason), actor=actor)
    return {}


def _accept(table: Table, request: Request) -> Answer:
    table.project.do(c.AcceptContract(request["contract"], request.get("reason", "")), actor=request["actor"])
    return {}


def _criteria(table: Table, request: Request) -> Answer:
    return {"criteria": list(get(table.project.state.contracts, request["contract"]).standings)}


OPERATIONS: dict[str, Callable[[Table, Request], Answer]] = {
    "hello": _hello,
    "validate": _validate,
    "canonical": _canonical,
    "open": _open,
    "register": _register,
    "send": _send,
    "wait": _wait,
    "message": _message,
    "inbox": _inbox,
    "documents": _documents,
    "begin": _begin,
    "end": _end,
    "abandon": _abandon,
    "owed": _owed,
    "write": _write,
    "board": _board,
    "notices": _notices,
    "changes": _changes,
    "context": _context,
    "open_contract": _open_contract,
    "contract": _contract,
    "transition": _transition,
    "accept": _accept,
    "criteria": _criteria,
}
"""The operations by name."""
