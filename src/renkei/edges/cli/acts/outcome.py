"""The output of an act's command: where a contract is now, or what was done; as data, the record and its id."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from renkei.acts.act import Act, outcome
from renkei.board.events import FieldWritten
from renkei.board.reverting import not_reverted
from renkei.contracts.events import Proof
from renkei.documents.json_pointer import join
from renkei.edges.cli.acts.performing import Done, Runs
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.output.contract import status_line
from renkei.edges.cli.output.echo import DATA, QUIET, echo, print_done, receivers_of
from renkei.edges.cli.output.terminal import console
from renkei.edges.cli.output.text import Text
from renkei.engine.events import MessageSent
from renkei.engine.record import Record
from renkei.files.events import FilesChanged, FilesReleased, FilesReserved
from renkei.project.acting import Request
from renkei.project.project import Project
from renkei.project.running.criteria import Run
from renkei.protocol.messages import DecisionResultMessage
from renkei.protocol.primitives import Frozen
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.wording.visible import one_line, visible

SENTENCES = {
    "decide": "{decision_id} → {chosen_option}, sent to {to}.",
    "assign_decision": "{decision_id} is now for {owner} to decide.",
    "review": "{artifact_ref}: {verdict}, sent to {to}.",
    "post": "{id} is sent to {to}.",
    "reply": "{id} is sent to {to}.",
    "waive": "No reply to {message_id} is owed any more.",
    "interrupt": "{agent} is interrupted.",
    "unblock": "{agent} can continue.",
    "mark_read": "Marked as read.",
    "give_context_feedback": "Kept: {message_id} should have been {wanted} for {agent}.",
    "write": "{path} is written at seq {seq}.",
    "revert": "Reverted record {record}: wrote {fields} at seq {seq}.",
    "add_artifact": "{artifact_ref} v{version} of {actor} is registered.",
    "note": "The note was added to {contract}.",
    "reserve_files": "{actor} has reserved {paths}.",
    "release_files": "Released: {paths}.",
    "set_file_policy": "When agents want to change the same files: {overlap}.",
    "record_changes": "Recorded: {paths}.",
    "join": "Participants: {participants}.",
    "leave": "Left: {participant}.",
    "pause": "Paused: {agents}.",
    "resume": "Resumed: {agents}.",
    "set_group": "{group}: {members}.",
    "pause_project": "The project is paused.",
    "resume_project": "The project is resumed.",
    "set_quota": "The quota of the project: {turns} turns, {tokens} tokens.",
    "register": "The project knows {name}.",
    "set_rules": "Rules of the project: {rules}.",
    "add_rules": "Added. Rules of the project: {rules}.",
    "remove_rules": "Removed: {events}. Rules of the project: {rules}.",
    "set_context_delivery": "The project's context delivery has the rules {rules}.",
}
"""Act → what its command prints when something changed: acts on contracts print the status unless they have a row.

The names are those of its arguments and of its facts.
"""

Facts = Callable[[Project, str, Any, Record | None], dict[str, Any]]
"""Returns what a command says besides arguments: of a project, an actor, the arguments and the record."""


def _rules(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    return {"rules": [one.event for one in project.state.rules.rules]}


def _to(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    return {"to": receivers_of(record)}


def _decided(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    sent = (event.message for event in (record.events if record else ()) if isinstance(event, MessageSent))
    chosen = [one.payload.chosen_option for one in sent if isinstance(one, DecisionResultMessage)]
    return _to(project, actor, given, record) | {"chosen_option": (*chosen, given.chosen_option)[0]}


def _path(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    return {"path": given.writes[0].path}


def _reverted(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    written = [event.path for event in record.events if isinstance(event, FieldWritten)] if record else []
    return {"record": given.seq, "fields": written, "left": list(not_reverted(project.record(given.seq).events))}


def _version(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    path = join("agents", actor, "artifacts", given.artifact_ref, "version")
    return {"version": project.state.board.get(path)}


def _quota(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    return {"turns": project.state.quota.turns, "tokens": project.state.quota.tokens}


def _reserved(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    events = record.events if record else ()
    found = [event for event in events if isinstance(event, FilesReserved | FilesReleased)]
    return {"paths": [path for event in found for path in event.paths], "actor": given.participant or actor}


def _recorded(project: Project, actor: str, given: Any, record: Record | None) -> dict[str, Any]:
    found = [event for event in (record.events if record else ()) if isinstance(event, FilesChanged)]
    paths = [path for event in found for path in (*(one.path for one in event.changes), *event.undone)]
    return {"paths": paths, "overlaps": [one.model_dump(mode="json") for event in found for one in event.overlaps]}


FACTS: dict[str, Facts] = {
    "decide": _decided,
    "review": _to,
    "post": _to,
    "reply": _to,
    "interrupt": _to,
    "unblock": _to,
    "write": _path,
    "revert": _reverted,
    "add_artifact": _version,
    "reserve_files": _reserved,
    "release_files": _reserved,
    "record_changes": _recorded,
    "join": lambda project, *_: {"participants": [one.id for one in project.state.everybody()]},
    "set_quota": _quota,
    "set_rules": _rules,
    "add_rules": _rules,
    "remove_rules": _rules,
    "set_context_delivery": lambda project, *_: {"rules": list(project.state.delivery.rules)},
    "give_context_feedback": lambda project, actor, given, _: {
        "feedback": project.context_feedback(given.agent)[-1].model_dump(exclude={"kind"})
    },
}
"""Act → what its command says besides its arguments."""


def print_act(project: Project, requests: Sequence[Request], done: Done, actor: str, output_format: str) -> None:
    """Print what acts of one kind came to."""
    act, given = requests[0]
    record = done.record
    data = _about(project, act, given, record)
    if act.name in FACTS:
        data |= FACTS[act.name](project, actor, given, record)
    if done.runs is not None:
        data["runs"] = [_run(*one) for one in done.runs]
        data["disabled_repositories"] = list(done.disabled)
    if act.about == "contract" and output_format not in (*DATA, QUIET):
        _print_runs(done.runs or (), done.disabled)
    print_done(_sentence(project, requests, data, actor), output_format, **data)
    for notice in data.get("notices", ()) if output_format not in DATA else ():
        echo(f"warning: {visible(notice)}", err=True)
    for event in record.events if record else ():
        if isinstance(event, MessageSent) and event.message.from_ == actor:
            for warning in event.warnings:
                echo(f"warning: {event.message.id} {visible(warning)}", err=True)
    if not all(proof.met for proof, _ in done.runs or ()):
        raise click.exceptions.Exit(ExitStatus.REFUSED)


def _about(project: Project, act: Act, given: Frozen, record: Record | None) -> dict[str, Any]:
    """Return the record, and the id of what the act is about; of a contract also its status, pause and assignee."""
    name = act.named(given)
    data: dict[str, Any] = {"seq": record.seq if record else None, "changed": record is not None}
    if notices := outcome(record).notices:
        data["notices"] = list(notices)
    if act.about != "contract":
        return data | {"id": outcome(record, name).id}
    opened = (event.contract.id for event in record.events if event.kind == "contract_opened") if record else iter(())
    entry = project.find_contract(next(opened, None) or outcome(record, name).id or "")
    return data | {"id": entry.terms.id, "status": entry.status, "paused": entry.paused, "assignee": entry.assignee}


def _sentence(project: Project, requests: Sequence[Request], data: dict[str, Any], actor: str) -> str:
    act, given = requests[0]
    if act.about == "contract" and (act.name not in SENTENCES or not data["changed"]):
        line = status_line(project, data["id"])
        return line if data["changed"] or act.name == "verify" else f"Nothing changed: {line}"
    if not data["changed"]:
        return "Nothing changed."
    named = {name: getattr(given, name) for name in act.arguments.model_fields}
    several = {act.subject: [act.named(one) for _, one in requests]} if len(requests) > 1 else {}
    words = {name: _words(value) for name, value in (named | several | {"actor": actor} | data).items()}
    sentence = SENTENCES[act.name].format_map(words)
    return f"{sentence} Left as it is: {words['left']}." if data.get("left") else sentence


def _run(proof: Proof, done: Run) -> dict[str, Any]:
    return {
        "criterion": proof.criterion,
        "met": proof.met,
        "detail": proof.detail,
        "output": done.tail,
        "cage": done.network is not None,
        "network": done.network or "full",
    }


CAGED = "These ran in a cage, with network: {network}, no home directory, and only this directory writable."
UNCAGED = "These ran without a cage, with all of your rights."
HINT = (
    "If a command failed for lack of the network or of your files, run it with `--network full`, or with `--no-cage`."
)


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_words, value)) or "none"
    return "unlimited" if value is None else one_line(str(value))


def _print_runs(runs: Runs, disabled: Sequence[str]) -> None:
    out = console()
    for proof, done in runs:
        mark = ("✓ ", "green") if proof.met else ("✗ ", "bold red")
        out.print(Text.assemble(mark, proof.detail, (f"  {proof.seconds:.1f} s", "dim")))
        if not proof.met and done.tail:
            out.print(Text(done.tail, "dim"))
    for one in dict.fromkeys(CAGED if done.network else UNCAGED for _, done in runs):
        out.print(Text(one.format(network=runs[0][1].network), "dim"))
    if any(done.network not in (None, "full") and not proof.met for proof, done in runs):
        out.print(Text(HINT, "dim"))
    if disabled:
        out.print(Text(say("en", "shell.repositories", names=", ".join(map(quote, disabled))), "yellow"))
