"""Implementations with one mistake each: renkei's own answers, changed in one way, and the case that has to notice."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from renkei.edges.conformance.operations import Table
from renkei.edges.conformance.target import answer

Request = Mapping[str, Any]
Answer = dict[str, Any]
Ask = Callable[[Request], Answer]
Mistake = Callable[[Ask, Request], Answer]


def correct() -> Ask:
    """Return renkei's own implementation, within this process."""
    table = Table()
    return lambda request: answer(table, {"id": 1, **request})


def with_mistake(mistake: Mistake) -> Ask:
    """Return an implementation that makes a mistake."""
    ask = correct()
    return lambda request: mistake(ask, request)


def asked(op: str, **fields: Any) -> Mistake:
    """Ask with other fields; a field with the value None is left out."""

    def mistake(ask: Ask, request: Request) -> Answer:
        changed = {**request, **fields} if request["op"] == op and set(fields) <= set(request) else request
        return ask({name: value for name, value in changed.items() if value is not None or name not in fields})

    return mistake


def answered(op: str, change: Callable[[Answer], Answer]) -> Mistake:
    """Change the `ok` of an answer."""

    def mistake(ask: Ask, request: Request) -> Answer:
        found = ask(request)
        return {**found, "ok": change(found["ok"])} if request["op"] == op and "ok" in found else found

    return mistake


def forgiven(code: str, op: str = "") -> Mistake:
    """Answer as if all were well instead of with an error."""

    def mistake(ask: Ask, request: Request) -> Answer:
        found = ask(request)
        wrong = found.get("error", {}).get("code") == code and request["op"].startswith(op)
        return {"id": 1, "ok": {"changed": False}} if wrong else found

    return mistake


def read(change: Callable[[str], str], op: str = "validate") -> Mistake:
    """Change a text before it is read."""
    return lambda ask, request: ask({**request, "text": change(request["text"])} if request["op"] == op else request)


def without(code: str) -> Mistake:
    """Miss one kind of error in documents."""

    def change(ok: Answer) -> Answer:
        left = [one for one in ok["errors"] if one["code"] != code]
        return {"valid": not left, "errors": left}

    return answered("validate", change)


def of_messages(change: Callable[[Answer], Answer | None]) -> Mistake:
    """Change a message before it is sent; None: it is not sent at all."""

    def mistake(ask: Ask, request: Request) -> Answer:
        if request["op"] != "send":
            return ask(request)
        message = change(dict(request["message"]))
        return {"id": 1, "ok": {"changed": True}} if message is None else ask({**request, "message": message})

    return mistake


def counted_ids() -> Mistake:
    """Give a repeated message a new id."""
    seen: set[str] = set()

    def change(message: Answer) -> Answer:
        name = str(message.get("id"))
        message["id"] = f"{name}-again" if name in seen else name
        seen.add(name)
        return message

    return of_messages(change)


def read_at_once(ask: Ask, request: Request) -> Answer:
    """Count messages as read when a turn begins."""
    if request["op"] == "end":
        return {"id": 1, "ok": {}}
    found = ask(request)
    if request["op"] == "begin" and "ok" in found:
        ask({**request, "op": "end"})
    return found


def answered_by_reading() -> Mistake:
    """Take a message that was read for one that was answered."""
    readers: set[str] = set()

    def mistake(ask: Ask, request: Request) -> Answer:
        readers.update([request["actor"]] if request["op"] == "end" else [])
        answered_already = request["op"] == "owed" and request["actor"] in readers
        return {"id": 1, "ok": {"messages": []}} if answered_already else ask(request)

    return mistake


def answered_by_anything() -> Mistake:
    """Take any message to be a reply, whatever its type."""
    answers: dict[str, set[str]] = {}

    def mistake(ask: Ask, request: Request) -> Answer:
        found = ask(request)
        if request["op"] == "send":
            message = request["message"]
            answers.setdefault(message.get("from"), set()).add(message.get("in_reply_to"))
        if request["op"] == "owed":
            done = answers.get(request["actor"], set())
            return {"id": 1, "ok": {"messages": [one for one in found["ok"]["messages"] if one["id"] not in done]}}
        return found

    return mistake


def abandon_ends(ask: Ask, request: Request) -> Answer:
    """End a turn that is abandoned."""
    return ask({**request, "op": "end"} if request["op"] == "abandon" else request)


def everyone_is_lead(ask: Ask, request: Request) -> Answer:
    """Check no rights."""
    return ask({**request, "actor": "human"} if request["op"] in ("write", "transition", "accept") else request)


def mapped(name: str, old: Any, new: Any) -> Callable[[Answer], Answer]:
    return lambda ok: {**ok, name: new if ok.get(name) == old else ok.get(name)}


def last_key_counts(text: str) -> str:
    try:
        return json.dumps(json.loads(text))
    except (ValueError, RecursionError):
        return text


MISTAKES: dict[str, tuple[Callable[[], Mistake], str]] = {
    "accepts every document": (
        lambda: answered("validate", lambda ok: {"valid": True, "errors": []}),
        "schema/header/without id",
    ),
    "rejects every document": (
        lambda: answered("validate", lambda ok: {"valid": False, "errors": [{"code": "SYNTAX", "path": ""}]}),
        "schema/FREEFORM/every field",
    ),
    "reports the first error only": (
        lambda: answered("validate", lambda ok: {**ok, "errors": ok["errors"][:1]}),
        "schema/text/a key with a look-alike letter",
    ),
    "reports no paths": (
        lambda: answered("validate", lambda ok: {**ok, "errors": [{"code": one["code"]} for one in ok["errors"]]}),
        "schema/header/without id",
    ),
    "lets the last of two keys count": (lambda: read(last_key_counts), "schema/text/a duplicate key in the payload"),
    "replaces lone surrogates": (
        lambda: read(lambda text: text.replace('\\ud83d"', '?"')),
        "schema/text/a lone high surrogate",
    ),
    "reads at any depth": (lambda: without("TOO_DEEP"), "schema/text/61 levels"),
    "rounds large integers": (lambda: without("NUMBER_TOO_LARGE"), "schema/text/an integer of 2^53 + 1"),
    "ignores unknown fields": (lambda: without("UNKNOWN_FIELD"), "schema/FREEFORM/an unknown field in the payload"),
    "allows comments": (
        lambda: read(lambda text: text.replace("/* c */", "")),
        "schema/text/a comment",
    ),
    "hashes the timestamp": (
        lambda: (
            lambda ask, request: (
                {"id": 1, "ok": {**ask(request)["ok"], "hash": str(hash(request["text"]))}}
                if request["op"] == "canonical"
                else ask(request)
            )
        ),
        "canonical/another timestamp gives the same hash",
    ),
    "does not escape characters": (
        lambda: answered(
            "canonical", lambda ok: {**ok, "canonical": ok["canonical"].encode().decode("unicode_escape")}
        ),
        "canonical/characters beyond ASCII are escaped",
    ),
    "delivers a duplicate": (counted_ids, "identity/a repeated message changes nothing"),
    "ignores other content under one id": (
        lambda: forgiven("DUPLICATE_ID"),
        "identity/an id with other content is rejected",
    ),
    "drops extensions": (
        lambda: of_messages(lambda message: {**message, "extensions": {}}),
        "identity/extensions survive sending",
    ),
    "believes any clock": (lambda: forgiven("FUTURE_TIMESTAMP"), "identity/a time far in the future is rejected"),
    "drops messages to strangers": (lambda: forgiven("UNKNOWN_RECIPIENT"), "delivery/an unknown recipient is rejected"),
    "loses messages to groups": (
        lambda: of_messages(lambda message: None if message["to"] == "all" else message),
        "delivery/all reaches everyone but the sender",
    ),
    "sorts the inbox by id": (
        lambda: answered("inbox", lambda ok: {"messages": sorted(ok["messages"], key=lambda one: str(one["id"]))}),
        "delivery/messages are delivered in the order of the project",
    ),
    "counts messages as read too early": (
        lambda: read_at_once,
        "delivery/a message counts as read when the turn that showed it ends",
    ),
    "counts abandoned turns": (lambda: abandon_ends, "delivery/an abandoned turn leaves its messages unread"),
    "takes reading for a reply": (answered_by_reading, "replies/reading a request does not answer it"),
    "takes any message for a reply": (
        answered_by_anything,
        "replies/a reply of another type does not close an obligation",
    ),
    "owes nothing": (
        lambda: answered("owed", lambda ok: {"messages": []}),
        "replies/a message to a group is owed by each member",
    ),
    "lets the last arrival win": (
        lambda: asked("write", at=None),
        "board/an older write does not apply, and its author is notified",
    ),
    "ignores what an author had seen": (
        lambda: asked("write", seen=None),
        "board/a newer write over an unseen value applies, and the older author is notified",
    ),
    "ignores compare-and-set": (
        lambda: asked("write", if_seen=None),
        "board/compare-and-set is rejected when the field has moved",
    ),
    "gives no notices": (
        lambda: answered("notices", lambda ok: {"notices": []}),
        "board/two lost writes give two notices",
    ),
    "checks no rights": (lambda: everyone_is_lead, "board/an agent may not write another agent's entry"),
    "keeps no changelog": (
        lambda: answered("changes", lambda ok: {"changes": ok["changes"][:-1]}),
        "board/every change has an entry in the changelog",
    ),
    "takes a result for the end": (
        lambda: answered("contract", mapped("status", "submitted", "completed")),
        "contracts/a TASK_RESULT is a proposal, not the end",
    ),
    "lets the last claim win": (lambda: forgiven("ILLEGAL_TRANSITION"), "contracts/the first claim wins"),
    "does not wait for dependencies": (
        lambda: forgiven("NOT_READY", "transition"),
        "contracts/work waits for the contracts that it depends on",
    ),
    "takes a claim for a proof": (
        lambda: answered("criteria", mapped("criteria", ["open"], ["accepted"])),
        "evidence/a claim proves nothing",
    ),
    "lets a producer accept its work": (
        lambda: everyone_is_lead,
        "evidence/the producer may not accept its own work",
    ),
}
"""What an implementation does wrong, and the name of the case that notices."""
