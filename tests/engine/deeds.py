"""What a team might do, drawn at random: messages of every kind, turns, contracts and the board."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.factory import after, send, settled, talk, team, terms, time
from renkei.board.decide import Write
from renkei.budget.delivery.model import ContextDelivery
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.agent_context.agent_view import context
from renkei.errors import ProtocolError
from renkei.protocol.payloads import (
    DecisionRequest,
    DecisionResult,
    KnowledgeShare,
    ReviewResult,
    TaskBlocked,
    TaskResult,
)

AGENTS = ("lead", "ann", "bob", "eve", "max", "human")
REFS = ("TC-1", "TC-2", "D-1", "api", "m-3", "m-8", "ann")
TEXTS = ("the login page", "認証の実装", "schema of the login token", "lunch at noon", "TC-1 please")


def payload(kind: str, ref: str, text: str) -> Any:
    return {
        "talk": lambda: talk(text),
        "urgent": lambda: talk(text, requires_response=True),
        "share": lambda: KnowledgeShare(topic=ref, content=text, relevance_to_recipients="", actionable=len(text) > 20),
        "ask": lambda: DecisionRequest(decision_id="D-1", question=text),
        "decide": lambda: DecisionResult(decision_id="D-1", chosen_option=text, rationale=""),
        "result": lambda: TaskResult(original_task_ref=ref, status="completed", summary=text),
        "blocked": lambda: TaskBlocked(original_task_ref=ref, blocked_by="D-1", reason=text, needed=()),
        "review": lambda: ReviewResult(artifact_ref=ref, verdict="approved", summary=text),
    }[kind]()


PAYLOADS = ("talk", "urgent", "share", "ask", "decide", "result", "blocked", "review")
HEADERS: tuple[dict[str, Any], ...] = (
    *({}, {}, {}, {"thread": "T"}, {"thread": "U"}, {"in_reply_to": "m-3"}, {"in_reply_to": "m-8"}),
    *({"task_ref": "TC-1"}, {"task_ref": "TC-2"}, {"priority": "blocking"}, {"priority": "low"}),
)
ACTS: tuple[tuple[str, tuple[str, ...], tuple[Any, ...]], ...] = (
    ("claim", ("ann", "bob"), ("TC-1", "TC-2")),
    ("wait", ("ann",), (*REFS, None)),
    ("task", ("ann",), TEXTS),
    ("make", ("ann", "bob"), ("api", "ui")),
    ("read", ("ann", "ann", "lead"), (200, 300, 600)),
    ("rules", ("human",), (("to_me", "keywords", "to_my_group"), ("to_me",), ())),
    ("join", ("human",), ("zoe", "max", "max")),
    ("leave", ("max",), ("max",)),
    ("delegate", ("ann",), ("TC-3", "TC-4")),
    ("group", ("human",), (("ann", "bob", "eve"), ("ann", "eve"), ())),
)


TURNS: tuple[tuple[str, tuple[str, ...], tuple[Any, ...]], ...] = (
    ("read", ("ann", "bob", "eve", "lead"), (2000,)),
    ("begin", ("ann", "bob", "eve"), (2000,)),
    ("end", ("ann", "bob", "eve"), (None,)),
    ("status", ("ann", "bob", "eve"), ("idle", "working", "completed", "blocked")),
    ("start", ("ann", "bob"), ("TC-1", "TC-2")),
    ("note", ("ann", "bob"), ("TC-1", "TC-2")),
)
"""Acts of agents that take turns apart from reading."""


def some_deeds(seed: int, number: int = 40, acts: tuple[Any, ...] = ACTS) -> list[Any]:
    """Return messages, most of them to ann or a group of hers, and now and then another act."""
    random = Random(seed)
    pick = random.choice
    found: list[Any] = []
    for _ in range(number):
        if random.random() < 0.3:
            kind, actors, values = pick(acts)
            found.append((kind, pick(actors), pick(values)))
        else:
            text = pick(TEXTS) * pick((1, 1, 1, 60))
            found.append(
                (
                    pick(AGENTS),
                    pick(("ann", "ann", "all", "all", "bob", ("bob", "all"), "qa")),
                    pick(PAYLOADS),
                    pick(REFS),
                    text,
                    pick(HEADERS),
                )
            )
    return found


def actions(number: int, deed: Any, state: State) -> tuple[str, tuple[c.Action, ...]]:
    """Return who does what."""
    if len(deed) > 3:
        sender, to, kind, ref, text, more = deed
        return sender, (send(f"m-{number}", sender, to, payload(kind, ref, text), **more),)
    kind, actor, what = deed
    if kind == "read":
        begin = c.BeginTurn(actor, f"t{number}", time(3600), state.seq, context(state, actor, budget=what))
        return actor, (begin, c.EndTurn(actor, f"t{number}"))
    found: dict[str, Callable[[], c.Action]] = {
        "claim": lambda: c.ClaimContract(what),
        "wait": lambda: Write(f"/agents/{actor}/blocked_by", what),
        "task": lambda: Write(f"/agents/{actor}/current_task", what),
        "make": lambda: Write(f"/agents/{actor}/artifacts/{what}", {"version": number + 1}),
        "rules": lambda: c.SetContextDelivery(ContextDelivery(rules=what) if what else ContextDelivery()),
        "leave": lambda: c.Leave(what),
        "join": lambda: c.Join(what, lead=what == "max"),
        "group": lambda: c.SetGroup("qa", what),
        "begin": lambda: c.BeginTurn(actor, f"t{number}", time(3600), state.seq, context(state, actor, budget=what)),
        "end": lambda: c.EndTurn(actor, state.turns[actor].turn if actor in state.turns else "none"),
        "status": lambda: Write(f"/agents/{actor}/status", what),
        "start": lambda: c.TransitionContract(what, "start"),
        "note": lambda: c.AddNote(what, "still at it"),
        "delegate": lambda: c.OpenContract(terms(what, delegator="ann", assignee="bob")),
    }
    return actor, (found[kind](),)


def history(deeds: list[Any]) -> Iterator[tuple[Record | None, State]]:
    """Yield the record of each deed that was not refused, with the state after it; first the state before all."""
    state = after(
        team(guarded=False),
        "lead",
        *(
            c.OpenContract(terms(name, inputs={"description": text}))
            for name, text in (("TC-1", TEXTS[0]), ("TC-2", "?"))
        ),
    )
    yield None, state
    for number, deed in enumerate(deeds):
        try:
            who, what = actions(number, deed, state)
            record, state = settled(state, who, *what, seconds=number)
        except ProtocolError:
            continue
        yield record, state


def states(deeds: list[Any]) -> list[State]:
    """Return the state after each deed that was not refused."""
    return [state for _, state in history(deeds)]
