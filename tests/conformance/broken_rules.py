"""Implementations of rules and contexts with one mistake each, which no case of the levels before notices."""

import json
from collections.abc import Callable
from typing import Any

from conformance.broken import Answer, Ask, Mistake, Request, answered, asked, forgiven

Action = dict[str, Any]


def ruled(change: Callable[[list[Action]], list[Action]]) -> Mistake:
    """Change the rules of a new project."""

    def mistake(ask: Ask, request: Request) -> Answer:
        if request["op"] != "open" or "rules" not in request:
            return ask(request)
        return ask({**request, "rules": change(json.loads(json.dumps(request["rules"])))})

    return mistake


def without(*names: str) -> Mistake:
    """Ignore members of rules, wherever they are."""

    def stripped(value: Any) -> Any:
        if isinstance(value, list):
            return [stripped(one) for one in value]
        if not isinstance(value, dict):
            return value
        return {name: stripped(one) for name, one in value.items() if name not in names}

    return ruled(stripped)


def acting(change: Callable[[Action], Action]) -> Mistake:
    """Change what every action of a rule says."""

    def changed(rules: list[Action]) -> list[Action]:
        for rule in rules:
            rule["auto_actions"] = [
                {name: change(action) for name, action in named.items()} for named in rule["auto_actions"]
            ]
        return rules

    return ruled(changed)


def each_message(change: Callable[[Answer], Answer]) -> Callable[[Answer], Answer]:
    return lambda ok: {**ok, "messages": [change(one) for one in ok["messages"]]}


def cut_lines(ok: Answer) -> Answer:
    return {**ok, "text": "\n".join(line[:200] for line in ok["text"].split("\n"))}


def cut_body(ok: Answer) -> Answer:
    payload = {
        name: value[:80] if isinstance(value, str) else value for name, value in ok["message"]["payload"].items()
    }
    return {"message": {**ok["message"], "payload": payload}}


def spends_and_denies(ask: Ask, request: Request) -> Answer:
    """Ignore the budget, and count no tokens."""
    found = ask({**request, "budget": 100_000} if request["op"] == "context" else request)
    return {**found, "ok": {**found["ok"], "tokens": 0}} if "tokens" in found.get("ok", {}) else found


def reads_on_looking(ask: Ask, request: Request) -> Answer:
    """Count messages as read when a context is made."""
    if request["op"] == "context" and "ok" in ask({**request, "op": "begin"}):
        found = ask(request)
        ask({**request, "op": "end"})
        return found
    return ask(request)


def _as_if_ann_said_it(message: Answer) -> Answer:
    """Return a text of the system as one of ann; its requests for reviews stay, which an earlier level knows."""
    return {**message, "from": "ann"} if (message["type"], message["from"]) == ("FREEFORM", "renkei") else message


MISTAKES: dict[str, tuple[Callable[[], Mistake], str]] = {
    "runs no rules": (lambda: asked("open", rules=None), "rules/a rule acts in the act that sets it off"),
    "cuts off an endless cascade": (
        lambda: forgiven("CASCADE_TOO_DEEP"),
        "rules/a message that sets off an endless cascade is not sent",
    ),
    "lets no rule set off another": (
        lambda: ruled(lambda rules: rules[:1]),
        "rules/a write of a rule sets off another rule",
    ),
    "lets rules act for the participant": (
        lambda: answered("inbox", each_message(_as_if_ann_said_it)),
        "rules/a rule acts as the system",
    ),
    "ignores conditions": (lambda: without("condition"), "rules/an action whose condition is false is left out"),
    "fires on every value": (lambda: without("becomes"), "rules/becomes limits a field trigger to one value"),
    "accepts rules that can never fire": (
        lambda: forgiven("INVALID_DOCUMENT", "open"),
        "rules/a trigger that never happens is rejected",
    ),
    "notifies everyone": (
        lambda: acting(lambda action: {**action, "to": "all"} if "to" in action else action),
        'rules/to: "role:frontend" reaches bob',
    ),
    "ignores filters": (
        lambda: acting(lambda action: {**action, "to": "cat"}),
        "rules/filter blocking_source selects who is waited for",
    ),
    "does not fill in variables": (
        lambda: acting(lambda action: {name: _unfilled(value) for name, value in action.items()}),
        "rules/set fills in variables",
    ),
    "leaves the board alone": (lambda: without("set", "clear"), "rules/clear sets a field to null"),
    "blocks no one": (
        lambda: acting(lambda action: {**action, "action": "say it"} if action == {} else {**action, "pause": False}),
        "rules/pause blocks the affected agents",
    ),
    "takes every message for background": (
        lambda: answered("context", each_message(lambda one: {**one, "tier": "background"})),
        "contexts/a message to the agent with priority low is at least relevant",
    ),
    "takes messages to groups for irrelevant": (
        lambda: answered(
            "context", each_message(lambda one: one if one["tier"] == "critical" else {**one, "tier": "irrelevant"})
        ),
        "contexts/a message to all is at least background",
    ),
    "shortens critical messages": (
        lambda: answered("context", cut_lines),
        "contexts/a critical message is not shortened while others are",
    ),
    "ignores the budget": (
        lambda: asked("context", budget=100_000),
        "contexts/a context of 600 tokens is not longer",
    ),
    "ignores the budget and counts no tokens": (
        lambda: spends_and_denies,
        "contexts/a context of 600 tokens is not longer",
    ),
    "does not name what does not fit": (
        lambda: answered(
            "context", lambda ok: {**ok, "messages": [one for one in ok["messages"] if one["shown"] != "named"]}
        ),
        "contexts/critical messages that do not fit are named with their ids",
    ),
    "counts what it only named as read": (
        lambda: asked("begin", budget=100_000),
        "contexts/a critical message that was only named stays unread",
    ),
    "loses what it shortened": (
        lambda: answered("message", cut_body),
        "contexts/a message that was shortened is available by its id",
    ),
    "reads on looking": (lambda: reads_on_looking, "contexts/making a context changes nothing"),
    "quotes without a mark": (
        lambda: answered("context", lambda ok: {**ok, "text": ok["text"].replace("\n> ", "\n")}),
        "contexts/a line of a message cannot pass for a heading",
    ),
    "forgets re-read notices": (
        lambda: answered("context", lambda ok: {**ok, "text": ok["text"].replace("the red API", "it")}),
        "contexts/a re-read notice is in a context without room for other messages",
    ),
}
"""A mistake by its name, and the case that has to notice it."""


def _unfilled(value: Any) -> Any:
    return value.replace("{", "(").replace("}", ")") if isinstance(value, str) else value
