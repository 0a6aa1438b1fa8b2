"""Show who works, who waits for whom, and what waits for you.

Also lists deadlocks, requests without a reply, overdue replies, contracts over their limits, and what would wake each
agent.
"""

from collections.abc import Iterator
from typing import Any

import click
from rich.text import Text

from renkei.budget.context.message_text import cut
from renkei.dispatch.graph.queries import cycles
from renkei.edges.cli.connected import connected_programs
from renkei.edges.cli.echo import DATA, print_data
from renkei.edges.cli.options import format_option, utc_option
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.edges.cli.terminal import console, counted, print_table, table
from renkei.edges.cli.timeline import HALTED, SUSPENDED
from renkei.edges.cli.times import shown_time
from renkei.engine.deadlocks import is_answerable
from renkei.engine.state import SYSTEM, State
from renkei.engine.views.agent_view import notice_text
from renkei.engine.views.obligations import OpenObligation, open_obligations
from renkei.engine.views.waking import wake_reason


@click.command("status", help=__doc__)
@utc_option
@format_option
def command(output_format: str) -> None:
    with open_project() as project:
        project.tick()
        state = project.state
    data = _gather(state) | {"connected": connected_programs(project_directory())}
    if output_format in DATA:
        print_data(output_format, data)
        return
    out = console()
    out.print(Text.assemble((data["project"], "bold"), f"  {data['goal']}  ", (f"phase {data['phase']}", "dim")))
    if data["paused"]:
        out.print(Text(data["paused"], "bold red"))
    if data["halted"]:
        out.print(Text(data["halted"], "bold yellow"))
    for cycle in data["cycles"]:
        out.print(Text.assemble(("deadlock: ", "bad"), cycle))
    _table("agents", ("agent", "status", "task", "waits_for", "woken_by"), data["agents"])
    _table("waiting for a human", ("what", "id", "from", "says"), data["for_humans"])
    _table("requests without a reply", ("who", "waits_for", "reply", "since", "says"), data["unanswered"])
    _table("overdue", ("who", "owes", "to", "says"), data["overdue"])
    _table("contracts", ("id", "status", "assignee", "what"), data["contracts"])
    for one in data["connected"]:
        problem = Text(one["problem"], "bad") if one["problem"] else Text("works", "dim")
        out.print(Text.assemble(f"{one['program']} is connected as {one['agent']} in {one['directory']}: ", problem))
    spent = f"{counted(data['turns'], 'turn')}, {counted(data['tokens'], 'token')}"
    out.print(Text(f"seq {state.seq}; {spent} read; {data['freeform']}", "dim"))


def _gather(state: State) -> dict[str, Any]:
    return {
        "project": state.name,
        "goal": state.board.get("/goal", ""),
        "phase": state.board.get("/current_phase", ""),
        "paused": "" if state.paused is None else f"paused: {state.paused} (resume: `renkei resume --all`)",
        "halted": f"{HALTED[state.halted]}: no agent will be woken" if state.halted else "",
        "cycles": list(_deadlocks(state)) if _anybody_waits(state) else [],
        "agents": list(_agents(state)),
        "for_humans": list(_for_humans(state)),
        "unanswered": list(_unanswered(state)),
        "overdue": list(_overdue(state)),
        "contracts": list(_contracts(state)),
        "turns": state.turns_spent,
        "tokens": state.tokens_spent,
        "freeform": _freeform(state),
    }


def _deadlocks(state: State) -> Iterator[str]:
    return (" → ".join((*one, one[0])) for one in cycles(state.links) if not is_answerable(state, one))


def _anybody_waits(state: State) -> bool:
    return any(state.board.agent(agent, "blocked_by") for agent in state.board.ids("agents"))


def _agents(state: State) -> Iterator[dict[str, str]]:
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
            "woken_by": wake_reason(state, agent, state.at) or "",
        }


def _for_humans(state: State) -> Iterator[dict[str, str]]:
    humans = [one.id for one in state.everybody() if one.human]
    for human in humans:
        owed = state.owed_by(human)
        for one in owed:
            yield {"what": "reply", "id": one.message_id, "from": one.creditor, "says": cut(one.summary, 80)}
        known = {one.message_id for one in owed}
        for kept in state.unread_of(human):
            urgent = kept.message.priority == "blocking" and kept.message.id not in known
            if urgent:
                says = cut(kept.message.context_summary, 80)
                yield {"what": "read", "id": kept.message.id, "from": kept.message.from_, "says": says}
        for notice in state.board.notices.get(human, ()):
            says = notice_text(notice, state.locale)
            yield {"what": "re-read", "id": notice.path, "from": notice.kept_by, "says": says}
    for agent in sorted(state.suspended):
        says = f"renkei resume {agent}"
        yield {"what": "resume", "id": agent, "from": "", "says": says}
    for name, contract in sorted(state.contracts.entries.items()):
        if contract.paused is not None and not contract.closed:
            yield {"what": "resume", "id": name, "from": "", "says": f"renkei resume --contract {name}"}


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
            "says": cut(owed[0].summary, 80),
        }


def _overdue(state: State) -> Iterator[dict[str, str]]:
    for debtor in sorted(state.obligations):
        for one in state.owed_by(debtor):
            if one.overdue:
                says = cut(one.summary, 80)
                yield {"who": debtor, "owes": " | ".join(one.expects), "to": one.creditor, "says": says}
    for name in sorted(state.contracts.entries):
        entry = state.contracts.entries[name]
        for limit in () if entry.closed else entry.limits:
            says = cut(limit.instruction, 80)
            yield {
                "who": entry.assignee or "",
                "owes": f"{name}: {limit.limit}",
                "to": entry.terms.delegator,
                "says": says,
            }


def _contracts(state: State) -> Iterator[dict[str, str]]:
    for entry in sorted(state.contracts.entries.values(), key=lambda one: one.seq):
        if not entry.closed:
            what = cut(entry.terms.inputs.description, 60)
            status = entry.status if entry.paused is None else f"{entry.status}, paused: {entry.paused}"
            yield {"id": entry.terms.id, "status": status, "assignee": entry.assignee or "open", "what": what}


def _freeform(state: State) -> str:
    """Describe the share of FREEFORM messages, and the types that their senders had in mind."""
    total = sum(state.message_counts.values())
    hints = sorted(state.intent_hints.items(), key=lambda item: (-item[1], item[0]))[:3]
    share = round(100 * state.message_counts.get("FREEFORM", 0) / total) if total else 0
    near = f" (closest to {', '.join(f'{name} {count}' for name, count in hints)})" if hints else ""
    return f"{counted(total, 'message')}, {share} % FREEFORM{near}"


def _shown(row: dict[str, str], name: str) -> str:
    return shown_time(row[name]) if name == "since" else row[name]


def _table(title: str, columns: tuple[str, ...], rows: list[dict[str, str]]) -> None:
    if not rows:
        return
    headings = ["about" if name == "says" else name for name in columns]
    print_table(table(headings, ([_shown(row, name) for name in columns] for row in rows), title))
