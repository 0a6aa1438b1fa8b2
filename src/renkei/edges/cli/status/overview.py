"""The state of a project on one screen: agents at work, waits between participants, and requests to people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.budget.context.message_text import cut
from renkei.edges.cli.board.unapplied_edits import unapplied
from renkei.edges.cli.machines import servers_of
from renkei.edges.cli.output.contract import STYLES
from renkei.edges.cli.output.paragraph import Paragraph
from renkei.edges.cli.output.tables import Table, table
from renkei.edges.cli.output.terminal import Laid, counted
from renkei.edges.cli.output.text import Text
from renkei.edges.cli.output.timeline import HALTED, SUSPENDED
from renkei.edges.cli.project_directory import project_directory
from renkei.edges.cli.status.triage import triage, triage_tables
from renkei.edges.coding_agents.connected import connected_programs
from renkei.edges.times import shown_time
from renkei.engine.guards.deadlocks import open_deadlocks
from renkei.engine.state import SYSTEM, State
from renkei.engine.views.obligations import OpenObligation, open_obligations
from renkei.engine.views.waking.reasons import wake_reason
from renkei.log.replication.stream import Standing
from renkei.project.machines.sharing import Machine
from renkei.project.project import Project
from renkei.store.layout import Layout


def blocks(data: dict[str, Any], now: str) -> Iterator[Laid]:
    """Yield the parts of the screen for an overview at a time."""
    yield Paragraph(Text.assemble((data["project"], "bold"), f"  {data['goal']}  ", (f"phase {data['phase']}", "dim")))
    if data["paused"]:
        yield Paragraph(Text(data["paused"], "notice"))
    if data["halted"]:
        yield Paragraph(Text(data["halted"], "bold yellow"))
    for problem in data["problems"]:
        yield Paragraph(Text(problem), Text("a running process cannot do all of its work: ", "bad"))
    for cycle in data["cycles"]:
        yield Paragraph(Text(cycle), Text("deadlock: ", "bad"))
    people = [one | {"agent": one["human"], "status": "human"} for one in data["humans"]]
    shown = [_with_unread(one) for one in (*data["agents"], *people)]
    columns = (
        "agent",
        "status",
        "task",
        "waits_for",
        "unread",
        "woken_by",
        *(("machine",) if data["machines"] else ()),
    )
    yield from _table("participants", columns, shown)
    yield from triage_tables(data["for_humans"], now)
    yield from _table("requests without a reply", ("who", "waits_for", "reply", "since", "says"), data["unanswered"])
    yield from _table("overdue", ("who", "owes", "to", "says"), data["overdue"])
    yield from _table("contracts", ("id", "status", "assignee", "what"), data["contracts"])
    for name in data["unapplied_edits"]:
        text = f"edits of the board in {name} are not applied: `renkei board edit` opens them"
        yield Paragraph(Text(text, "notice"))
    for one in data["connected"]:
        problem = (one["problem"], "bad") if one["problem"] else ("works", "dim")
        yield Paragraph(
            Text.assemble(f"{one['program']} is connected as {one['agent']} in {one['directory']}: ", problem)
        )
    yield from _table("machines", ("machine", "records", "told"), [_with_records(one) for one in data["machines"]])
    if data["servers"]:
        yield Paragraph(Text(data["servers"]["says"], "" if data["servers"]["writable"] else "bad"))
    spent = f"{counted(data['turns'], 'turn')}, {counted(data['tokens'], 'token')}"
    yield Paragraph(Text(f"seq {data['seq']}; {spent} read; {data['freeform']}", "dim"))


def overview(
    state: State,
    now: str,
    connected: Sequence[Mapping[str, str]],
    edited: Sequence[str] = (),
    problems: Sequence[str] = (),
    machines: Sequence[Machine] = (),
    servers: Standing | None = None,
) -> dict[str, Any]:
    """Return what the screen shows at a time as plain data.

    `connected` are programs, each with its problem if any; `edited` are files with edits of the board that are not
    applied; `problems` keep running processes from their work; `machines` share the project on `servers`.
    """
    ran = {agent: one.name for one in machines for agent in one.agents}
    return {
        "project": state.name,
        "seq": state.seq,
        "goal": state.board.get("/goal", ""),
        "phase": state.board.get("/current_phase", ""),
        "paused": "" if state.paused is None else f"paused: {state.paused} (resume: `renkei project resume`)",
        "halted": f"{HALTED[state.halted]}: no agent will be woken" if state.halted else "",
        "problems": list(problems),
        "cycles": [" → ".join((*one, one[0])) for one in open_deadlocks(state)],
        "agents": [one | {"machine": ran.get(one["agent"], "")} for one in _agents(state, max(state.at, now))],
        "humans": [{"human": one.id, **_unread(state, one.id)} for one in state.everybody() if one.human],
        "for_humans": list(triage(state)),
        "unanswered": list(_unanswered(state)),
        "overdue": list(_overdue(state)),
        "contracts": list(_contracts(state)),
        "unapplied_edits": list(edited),
        "connected": list(connected),
        "machines": [
            {"machine": one.name, "is_here": one.is_here, "seq": one.seq, "behind": one.behind, "told": one.at}
            for one in machines
        ],
        "servers": None if servers is None else _servers(servers),
        "turns": state.turns_spent,
        "tokens": state.tokens_spent,
        "freeform": _freeform(state),
    }


def _unread(state: State, reader: str) -> dict[str, int]:
    return {"unread": len(state.unread.get(reader, ())), "reread": len(state.board.notices.get(reader, ()))}


def _with_unread(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a participant with its unread messages and re-read notices as text."""
    unread = [str(row["unread"])] if row["unread"] else []
    return row | {"unread": ", ".join([*unread, *([f"{row['reread']} re-read"] if row["reread"] else [])])}


def _servers(standing: Standing) -> dict[str, Any]:
    return {
        "count": len(standing.servers),
        "answering": standing.answering,
        "needed": standing.needed,
        "writable": standing.is_writable,
        "says": f"servers: {servers_of(standing)}",
    }


def _with_records(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a machine with what it has of the log as text."""
    records = f"{counted(row['behind'], 'record')} behind" if row["behind"] else "all records"
    return row | {"records": "all records, this machine" if row["is_here"] else records}


def _agents(state: State, at: str) -> Iterator[dict[str, Any]]:
    for agent in state.board.ids("agents"):
        status, task, waits = (state.board.agent(agent, name) for name in ("status", "current_task", "blocked_by"))
        if agent in state.suspended:
            status = f"paused: {SUSPENDED.get(state.suspended[agent], state.suspended[agent])}"
        elif agent in state.turns:
            status = f"{status}, in a turn"
        elif agent in state.interrupted:
            status = f"{status}, turn interrupted"
        yield {
            "agent": agent,
            "status": status,
            "task": task or "",
            "waits_for": waits or "",
            **_unread(state, agent),
            "woken_by": wake_reason(state, agent, at) or "",
        }


def _unanswered(state: State) -> Iterator[dict[str, str]]:
    """Yield for each request of a participant whose replies it waits for; the oldest first."""
    requests: dict[str, list[OpenObligation]] = {}
    for one in open_obligations(state):
        if one.creditor != SYSTEM:
            requests.setdefault(one.message_id, []).append(one)
    for owed in requests.values():
        yield {
            "who": owed[0].creditor,
            "waits_for": ", ".join(one.debtor for one in owed),
            "reply": " | ".join(owed[0].expects),
            "id": owed[0].message_id,
            "since": owed[0].since,
            "says": cut(_said(owed[0]), 80),
        }


def _said(one: OpenObligation) -> str:
    """Return the summary of a request, after the id of a decision."""
    named = "DECISION_RESULT" in one.expects and one.subject and one.subject not in one.summary
    return f"{one.subject}: {one.summary}".removesuffix(": ") if named else one.summary


def _overdue(state: State) -> Iterator[dict[str, str]]:
    for debtor in sorted(state.obligations):
        for one in state.owed_by(debtor):
            if one.overdue:
                says = cut(one.summary, 80)
                yield {"who": debtor, "owes": " | ".join(one.expects), "to": one.creditor, "says": says}
    for name in sorted(state.contracts.entries):
        entry = state.contracts.entries[name]
        for limit in () if entry.closed else entry.limits:
            who, to, failed = entry.assignee or "", entry.terms.delegator, limit.limit == "max_retries"
            if failed and not entry.retries_used_up:  # its delegator has reopened it
                continue
            who, to = (to, who) if failed else (who, to)
            yield {"who": who, "owes": f"{name}: {limit.limit}", "to": to, "says": cut(limit.instruction, 80)}


def _contracts(state: State) -> Iterator[dict[str, str]]:
    for entry in sorted(state.contracts.entries.values(), key=lambda one: (one.seq, one.terms.id)):
        if not entry.closed:
            what = cut(entry.terms.inputs.description, 60)
            status = entry.shown_status if entry.paused is None else f"{entry.status}, paused: {entry.paused}"
            yield {"id": entry.terms.id, "status": status, "assignee": entry.assignee or "open", "what": what}


def _freeform(state: State) -> str:
    """Describe the share of FREEFORM messages, and the types that their senders had in mind."""
    total = sum(state.message_counts.values())
    typed = {name: count for name, count in state.intent_hints.items() if name not in ("FREEFORM", "NOTE")}
    hints = sorted(typed.items(), key=lambda item: (-item[1], item[0]))[:3]
    share = round(100 * state.message_counts.get("FREEFORM", 0) / total) if total else 0
    near = f" (closest to {', '.join(f'{name} {count}' for name, count in hints)})" if hints else ""
    return f"{counted(total, 'message')}, {share} % FREEFORM{near}"


def _cell(row: dict[str, Any], name: str) -> str | Text:
    value = row.get(name, "")
    if name == "status":
        return Text(value, STYLES.get(value, ""))
    return shown_time(value) if name in ("since", "told") else str(value)


def _table(title: str, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> Iterator[Table]:
    if rows:
        headings = ["about" if name == "says" else name for name in columns]
        yield table(headings, ([_cell(row, name) for name in columns] for row in rows), title)


def overview_now(project: Project, now: str) -> dict[str, Any]:
    """Return what the screen shows of an open project, with what is kept beside its log."""
    state, directory = project.state, project_directory()
    edited = unapplied(Layout(directory), state.board)
    connected = connected_programs(directory)
    return overview(state, now, connected, edited, project.problems(), project.machines(), project.servers())
