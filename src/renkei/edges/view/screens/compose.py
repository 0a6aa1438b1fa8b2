"""Composing a message of any type, or a contract, in a form that is made from its published schema."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import escape

from renkei.acts.contracts import free_contract_id
from renkei.budget.context.message_text import main_text
from renkei.edges.view.acts.special import FULL
from renkei.edges.view.forms.documents import CONTRACT, form_of, merged, payload_fields
from renkei.edges.view.forms.reply_defaults import known_options, reply_document, reply_type
from renkei.edges.view.forms.schema_fields import Field
from renkei.edges.view.forms.suggestions import LISTS, suggestions
from renkei.edges.view.visit import FailedAct, Visit
from renkei.edges.view.words import Words, is_known, words_in
from renkei.engine.state import EVERYBODY, State
from renkei.errors import BadValueError, Problem
from renkei.immutable.replacing import replace
from renkei.project.acting import Acting
from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage
from renkei.protocol.replies import expected_replies

MORE = (
    "in_reply_to",
    "thread",
    "task_ref",
    "reply_by",
    "related_state_refs",
    "expected_response_type",
    "extensions",
    "required_extensions",
)
"""Fields of the header that few messages need."""

HAND_OVER = "TASK_HANDOFF"

SHORT: Mapping[str, Sequence[str]] = {
    HAND_OVER: ("/payload/task_description", "/to", "/payload/expected_output/success_criteria", "/reply_by"),
}
"""Kind → the few fields that people need: what, who, done when, by when. All others are folded and may stay blank."""

LONG = frozenset(
    ("body", "content", "task_description", "question", "analysis", "description", "progress_summary", "summary")
)
"""Fields whose texts are long."""

KEPT_PARAMETERS = ("reply_to", "/to", "/thread", "/task_ref", "at")
"""Parameters of the address that stay when the person chooses another type."""

FORMS = ("send", FULL)
"""The forms of this screen, by their ids."""


def show(visit: Visit) -> dict[str, Any]:
    """Return the form of `?type=`, or of the reply that `?reply_to=` asks for.

    Raises BadValueError, or UnknownMessageError.
    """
    asked = visit.message(visit.query["reply_to"]) if visit.query.get("reply_to") else None
    kind = visit.query.get("type", "") or (reply_type(asked) if asked is not None else "")
    if kind and kind not in MESSAGE_CLASSES:
        raise BadValueError(path="?type", got=kind, expected=", ".join(MESSAGE_CLASSES))
    return _page(visit, kind, asked)


def show_contract(visit: Visit) -> dict[str, Any]:
    """Return the form of a contract."""
    return _page(visit, CONTRACT, None)


def _page(visit: Visit, kind: str, asked: AnyMessage | None) -> dict[str, Any]:
    t = words_in(visit.locale)
    title = t("compose.title") if not kind else t("compose.contract") if kind == CONTRACT else t(f"type.{kind}")
    expected = expected_replies(asked) if asked is not None else ()
    return {
        "heading": title,
        "kind": kind,
        "kinds": (*MESSAGE_CLASSES, CONTRACT),
        "address_of_kind": lambda one: _address(visit, one),
        "asked": asked,
        "asked_text": main_text(asked) if asked is not None else "",
        "expected": expected,
        "expected_names": ", ".join(t(f"type.{one}") for one in expected),
        "label": partial(_label, t, kind),
        "choice_label": partial(_choice_label, t, visit.state),
        "row_label": partial(_row_label, t, kind),
        "list_of": lambda field: "" if field.path == "/id" else LISTS.get(field.name, ""),
        "LONG": LONG,
        "suggestions": suggestions(visit.state, known_options(asked) if asked is not None else []),
        "summary": (),
        **(_fields(visit, kind, asked) if kind else {}),
    }


def _address(visit: Visit, kind: str) -> str:
    kept = [(name, value) for name, value in visit.query.multi_items() if name in KEPT_PARAMETERS]
    if kind == CONTRACT:
        return "/compose/contract" + (f"?at={visit.seq}" if not visit.is_live else "")
    return f"/compose?{urlencode([('type', kind), *kept])}"


def _fields(visit: Visit, kind: str, asked: AnyMessage | None) -> dict[str, Any]:
    t, form = words_in(visit.locale), form_of(kind, visit.state, visit.person)
    refused = visit.failure if visit.failure is not None and visit.failure.form in FORMS else None
    query = {name: visit.query.getlist(name) for name in visit.query if name.startswith("/")}
    known = merged(_known(visit, kind, asked), form.document(query))
    fields = form.fields(known if refused is None else form.document(refused.every))
    by_path = {one.path: one for top in fields.values() for one in top.all()}
    problems = _problems(refused, by_path)
    first, more = _parts(kind, fields)
    added = refused.values.get("add", "") if refused is not None else ""
    wrong = next((one.path for top in (*first, *more) for one in top.all() if one.path in problems), "")
    return {
        "first": first,
        "more": more,
        # Values from an address are never hidden.
        "more_open": any(one.path in (*problems, *query, added) for top in more for one in top.all()),
        "problems": problems,
        "faulty": lambda field: any(one.path in problems or one.path == added for one in field.all()),
        "summary": [
            (by_path[path].id if path else "", _label(t, kind, by_path[path]) if path else "", fault)
            for path, found in problems.items()
            for fault in found
        ],
        # Text that the person typed is kept exactly. Values from an address show their hidden characters.
        "kept": escape if refused is not None else str,
        "focus": wrong or (f"{added}/{len(by_path[added].inside) - 1}" if added in by_path else ""),
    }


def _parts(kind: str, fields: Mapping[str, Field]) -> tuple[list[Field], list[Field]]:
    """Return the fields of a form in order to show, split into common and rare ones."""
    if kind == CONTRACT:
        return list(fields.values()), []
    if kind in SHORT:
        found = {one.path: one for top in fields.values() for one in top.all()}
        rest = [one for top in _ordered(fields) if (one := _without(top, SHORT[kind])) is not None]
        return [replace(found[path], help="") for path in SHORT[kind]], rest  # their labels say enough
    summary = replace(fields["context_summary"], required=False)  # without one it is made from the main text
    first = [fields["to"], *fields["payload"].inside, summary, fields["priority"]]
    return first, [fields[name] for name in MORE]


def _ordered(fields: Mapping[str, Field]) -> list[Field]:
    """Return the fields of a message, those of its payload first."""
    return [*fields["payload"].inside, *(one for name, one in fields.items() if name != "payload")]


def _without(field: Field, paths: Sequence[str]) -> Field | None:
    """Return a folded field, which may stay blank, without the fields that are shown elsewhere; None if it is one."""
    if field.path in paths:
        return None
    inside = tuple(one for inner in field.inside if (one := _without(inner, paths)) is not None)
    return replace(field, inside=inside, required=field.required and field.kind == "group")


def _problems(refused: FailedAct | None, fields: Mapping[str, Field]) -> dict[str, list[Problem]]:
    """Return the faults of a form that was refused, by the pointer of the field at which each is shown."""
    found: dict[str, list[Problem]] = {}
    for fault in refused.problems if refused is not None else ():
        found.setdefault(_nearest(fields, fault.path), []).append(fault)
    return found


def _nearest(fields: Mapping[str, Field], path: str) -> str:
    """Return the pointer of the field that a fault is shown at: its own, or the nearest around it; else ""."""
    while path and path not in fields:
        path = path.rpartition("/")[0]
    return path


def _known(visit: Visit, kind: str, asked: AnyMessage | None) -> dict[str, Any]:
    """Return the values filled in before the person writes."""
    if kind == CONTRACT:
        return {
            "id": free_contract_id(Acting(visit.project, visit.person)),
            "delegator": visit.person,
            "priority": "normal",
        }
    names = payload_fields(kind)
    document = {
        "priority": "normal",
        **({"task_ref": free_contract_id(Acting(visit.project, visit.person))} if kind == HAND_OVER else {}),
        "payload": PRESET.get(kind, {}),
        "to": [EVERYBODY] if kind in FOR_EVERYBODY else [],
    }
    if asked is None:
        return document
    return merged(document, reply_document(visit.state, asked, visit.person, names))


FOR_EVERYBODY = ("FREEFORM", "STATUS_UPDATE", "KNOWLEDGE_SHARE")
"""Types sent to everyone by default. The other types ask or answer particular participants."""

PRESET: Mapping[str, Mapping[str, Any]] = {"FREEFORM": {"intent_hint": "NOTE", "urgency": "normal"}}
"""Defaults for the payload of a type."""


def _label(t: Words, kind: str, field: Field) -> str:
    """Return the label of a field: for its kind of form, for the part of the document around it, or for its name."""
    around = [part for part in field.path.split("/") if part and not part.isdecimal()]
    keys = (f"form.{kind}.{field.name}", f"form.{'.'.join(around[-2:])}")
    return t(next((key for key in keys if is_known(key)), f"form.{field.name}"))


def _row_label(t: Words, kind: str, field: Field, count: int) -> str:
    """Return the label of a row of a list."""
    key = f"row.{field.name}"
    is_group = bool(field.inside) and field.inside[0].kind == "group"
    return (
        t(key, count=count)
        if is_group and is_known(key)
        else t("compose.nth", name=_label(t, kind, field), count=count)
    )


def _choice_label(t: Words, state: State, field: Field, value: str) -> str:
    """Return the label of a value that can be chosen: of a recipient, its name and role."""
    if field.path == "/to":
        known = state.actors.get(value)
        return f"{value} ({known.role})" if known is not None and known.role else value
    keys = (f"choice.{value}", f"type.{value}", f"{field.name}.{value}")
    return next((t(key) for key in keys if is_known(key)), value)
