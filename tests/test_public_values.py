"""Public values copy, pickle, and come back from JSON as they were; a table says which do not, and why."""

import copy
import dataclasses
import inspect
import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

import renkei
from renkei.board.document import board_document
from renkei.edges.cli.files.reading import read_one
from renkei.edges.document_kinds import KINDS
from renkei.engine.validation import check
from renkei.scenario.play import Player

CLASSES = {name: value for name in renkei.__all__ if inspect.isclass(value := getattr(renkei, name))}

HANDLES = {
    "Project": "holds a log and threads",
    "Turn": "belongs to a process; its record is in the log",
    "Draft": "belongs to a process; its record is in the log",
    "Session": "belongs to a process; its turns are in the log",
    "AsyncProject": "belongs to an event loop",
    "AsyncTurn": "belongs to an event loop",
    "AsyncDraft": "belongs to an event loop",
    "Team": "runs processes; its file is a value",
    "Bridge": "holds connections; its settings are a value",
    "Chat": "a protocol, whose classes hold connections",
    "ConsoleChat": "a connection",
    "MemoryChat": "a connection",
    "Model": "a protocol, whose classes hold connections",
    "ClaudeAgent": "runs a process",
}
"""Public classes that are no values, each with the reason."""

NOT_AS_JSON = {
    "State": "has persistent maps; the log is its format, and `replay` reads it",
    "File": "reads its content with a function",
    "Reading": "counts tokens with a function",
    "ChatKind": "names the class of a chat's options",
}
"""Values that copy, but have no form as JSON, each with the reason."""

ACTIONS: tuple[Any, ...] = (
    renkei.AcceptContract("TC-1", "looked at it"),
    renkei.AddNote("TC-1", "a note", deviation=True),
    renkei.AddRules(renkei.default_rules()[:2]),
    renkei.AssignContract("TC-1", "ann"),
    renkei.ClaimContract("TC-1", 60),
    renkei.CreateProject("shop", "a goal", "start", renkei.default_rules()),
    renkei.GiveContextFeedback("ann", "m-1", "critical", 3, None, None, "it was missing"),
    renkei.Join("ann", role="backend", lead=True),
    renkei.MarkRead(("m-1",), 1),
    renkei.ProveContract("TC-1", ()),
    renkei.RecordChanges("ann", (renkei.FileChange(path="a.py", lines=((1, 2),)),)),
    renkei.ReleaseFiles("ann", ("a.py",)),
    renkei.RemoveRules(("told",)),
    renkei.ReserveFiles("ann", ("a.py",), 60),
    renkei.ResumeActor("ann"),
    renkei.SetContextDelivery(renkei.named_delivery("specification")),
    renkei.SetFilePolicy("ask"),
    renkei.SetGroup("devs", ("ann", "bob")),
    renkei.SetQuota(turns=10),
    renkei.SetRules(renkei.default_rules()),
    renkei.TransitionContract("TC-1", "start", "now"),
    renkei.Write("/agents/ann/status", "working"),
)

OTHERS: tuple[Any, ...] = (
    *ACTIONS,
    renkei.Reading(budget=500, locale="ja"),
    renkei.Prompt(),
    renkei.TeamFile.model_validate({"goal": "go", "lead": {"id": "lead"}}),
    renkei.BridgeSettings(channels={"C1": "all"}),
    renkei.ChatKind("renkei.edges.chat.memory", "MemoryChat", renkei.ChatOptions),
    renkei.ChatOptions(),
    renkei.Choice("8080", "decide port 8080"),
    renkei.Deletion("1", "C1", "ann"),
    renkei.File("a.txt", 1, bytes),
    renkei.Membership("C1", "ann", joined=True),
    renkei.Outgoing("m-1", "Hello"),
    renkei.Position("12"),
    renkei.Post("1", "C1", "ann", "Hello"),
    renkei.Problem(path="/goal", line=1, column=1, code="MISSING", message="`goal` is missing."),
    renkei.FileWork("a.py", "reserved", "ann"),
    renkei.FileLogEntry(7, "2026-01-05T09:00:00Z", "a.py", "ann", "edited", "git"),
)


@cache
def examples() -> dict[type, Any]:
    """Return one value of each public class: from a project that was played, or made above."""
    found: dict[type, Any] = {}
    for value in _values((*OTHERS, *_played())):
        found.setdefault(type(value), value)
    return found


def _played() -> Iterator[Any]:
    """Yield what the library returns for the demo."""
    player = Player(check(read_one("src/renkei/examples/auth-api/scenario.yaml"), KINDS).model)
    list(player.play())
    project = player.project
    yield from (
        tuple(project.records()),
        project.state,
        project.landmarks(),
        tuple(project.changes()),
        project.obligations(),
    )
    project.post("A question?", to="all", requires_response=True)
    agents = [one.id for one in project.state.everybody() if not one.human]
    last = [(agent, one) for agent in agents for one in project.past_turns(agent)]
    yield (project.waiting_for("human"), project.obligations(), renkei.work_items(project.state), last)
    for agent, turn in last[:3]:
        yield (tuple(project.turn_events(turn)), project.context(agent), project.pending(agent))
        yield [project.given_message(agent, shown.id) for shown in turn.began.given[:1]]
    with project.act_as(agents[0]) as draft:
        sent = draft.ask("A question?", to="human")
    project.give_context_feedback(agents[0], next(iter(project.state.messages)), "critical", seq=project.log.last())
    yield (project.waiting_for("human"), project.context_feedback(), project.conversation(group="all"))
    yield (renkei.Send(sent), renkei.Command("c-1", sent.timestamp, "human", (renkei.Send(sent),)))
    yield renkei.OpenContract(next(event.contract for event in _events(project) if event.kind == "contract_opened"))
    yield renkei.ProjectState.model_validate(board_document(project.state.board)["project_state"])


def _events(project: renkei.Project) -> Iterator[Any]:
    for record in project.records():
        yield from record.events


def _values(roots: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """Yield the public values within others."""
    seen = set() if seen is None else seen
    if id(roots) in seen:
        return
    seen.add(id(roots))
    if type(roots) in CLASSES.values():
        yield roots
    if isinstance(roots, BaseModel):
        inner: Any = [getattr(roots, name) for name in type(roots).model_fields]
    elif dataclasses.is_dataclass(roots) and not inspect.isclass(roots):
        inner = [getattr(roots, one.name) for one in dataclasses.fields(roots)]
    elif isinstance(roots, Mapping):
        inner = list(roots.values())
    else:
        inner = roots if isinstance(roots, list | tuple | frozenset | set) else ()
    KEPT.append(roots)
    for one in inner:
        yield from _values(one, seen)


KEPT: list[Any] = []
"""What was looked at, so that no id is used twice."""


def through_json(value: Any) -> Any:
    adapter: TypeAdapter[Any] = TypeAdapter(type(value))
    return adapter.validate_python(json.loads(adapter.dump_json(value, by_alias=True)))


WAYS: dict[str, tuple[Callable[[Any], Any], Mapping[str, str]]] = {
    "copy": (copy.copy, {}),
    "deepcopy": (copy.deepcopy, {}),
    "pickle": (lambda value: pickle.loads(pickle.dumps(value)), {}),
    "JSON": (through_json, NOT_AS_JSON),
}

VALUES = [name for name, kind in CLASSES.items() if name not in HANDLES and not issubclass(kind, Exception)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_a_public_value_comes_back_as_it_was(name: str, way: str) -> None:
    change, excepted = WAYS[way]
    value = examples()[CLASSES[name]]
    if name in excepted:
        with pytest.raises(Exception, match=r"."):
            assert change(value) == value
    else:
        assert change(value) == value


@pytest.mark.parametrize("name", HANDLES)
def test_a_class_that_is_no_value_is_public_and_has_a_reason(name: str) -> None:
    assert name in CLASSES
    assert not issubclass(CLASSES[name], BaseModel)
    assert not dataclasses.is_dataclass(CLASSES[name])


@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle"])
def test_an_error_comes_back_with_its_details(way: str) -> None:
    error = renkei.errors.UnknownActorError(actor="zed", known="ann, bob")
    found = WAYS[way][0](error)
    assert (type(found), str(found), vars(found)) == (type(error), str(error), vars(error))
