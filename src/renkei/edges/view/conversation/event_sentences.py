"""Events as sentences: one key `event.KIND` for each kind, with the fields of the event as placeholders."""

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup

from renkei.board.state import brief
from renkei.edges.view.conversation.slots import slot, slotted
from renkei.edges.view.words import is_known, words_in
from renkei.engine.views.titles import called, message_title
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Frozen, Locale

FURTHER: dict[str, Callable[[Any], Mapping[str, Any]]] = {
    "contract_opened": lambda event: {
        "id": event.contract.id,
        "delegator": event.contract.delegator,
        "assignee": event.contract.assignee,
        "description": brief(event.contract.inputs.description),
    },
    "message_sent": lambda event: {
        "id": event.message.id,
        "from_": event.message.from_,
        "to": event.message.receivers,
        "summary": brief(message_title(event.message)),
    },
    "files_changed": lambda event: {
        "count": len(event.changes) + len(event.undone) + event.omitted,
        "names": brief(", ".join((*(one.path for one in event.changes), *event.undone))),
    },
    "rules_set": lambda event: {"names": ", ".join(rule.event for rule in event.rules)},
    "registered": lambda event: {"name": event.registration.name},
    "turn_began": lambda event: {"count": event.tiers.total()},
    "news_given": lambda event: {"count": event.tiers.total()},
    "work_merged": lambda event: {"short": event.commit[:10], "count": len(event.files) + event.others},
    "evidence_recorded": lambda event: {
        "count": len(event.claims) + len(event.proofs),
        "by": tuple(dict.fromkeys(one.by for one in event.proofs)),
    },
}
"""Placeholders that are no field of their event."""

VARIANTS: dict[str, Callable[[Any], str]] = {
    "turn_ended": lambda event: "" if event.finished else ".interrupted" if event.by else ".abandoned",
    "contract_opened": lambda event: "" if event.contract.assignee else ".open",
    "contract_transitioned": lambda event: f".{event.transition}",
    "evidence_recorded": lambda event: next((f".{one.overrides}" for one in event.proofs if one.overrides), ""),
    "note_added": lambda event: ".deviation" if event.deviation else "",
    "actor_joined": lambda event: ".human" if event.human else ".lead" if event.lead else "",
    "actor_suspended": lambda event: f".{event.why}" if event.why in ("repetition", "ping_pong") else "",
    "project_halted": lambda event: f".{event.why}",
    "limit_reached": lambda event: f".{event.limit}",
    "merging_set": lambda event: "" if event.is_on else ".off",
    "quota_set": lambda event: "".join(f".{one}" for one in ("turns", "tokens") if getattr(event, one) is None),
    "files_reserved": lambda event: ".renewed" if set(event.paths) == set(event.renewed) else "",
    "files_released": lambda event: ".expired" if event.reason == "expired" else "",
    "obligation_closed": lambda event: "" if event.by_message else ".moot",
}
"""The end of the key, which distinguishes the sentences of one kind."""

SHORT = 80
"""Characters of a text that a sentence quotes as it is."""

IMPLIED = frozenset(("comments_kept", "obligation_opened", "turn_renewed"))
"""Kinds without a sentence: other events or the cards say the same."""


PARTICIPANTS = frozenset(
    "actor agent assignee author by debtor delegator from_ kept_by members reader successor to".split()  # noqa: SIM905
)
"""Placeholders for participants, which a sentence names as its reader does."""

REPLACED = ("before", "after")
"""Those of a contract whose party was replaced; of other events, such fields hold no participants."""


@frozen
class Slots:
    """The slots of participants: a sentence inserts them as they are, and a page fills them for its reader."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return slot("people", " ".join(self.names))


def sentence(event: Frozen, locale: Locale, reader: str = "") -> str:
    """Return the sentence of an event for a reader, on one line; empty if other events imply it."""
    you = words_in(locale)("frame.you")
    return _sentence(event, locale, lambda names: ", ".join(called(one, reader, you) for one in names))


def kept_sentence(event: Frozen, locale: Locale) -> Markup:
    """Return the sentence of an event for all readers: slots call its participants."""
    return slotted(_sentence(event, locale, Slots))


def _sentence(event: Frozen, locale: Locale, named: Callable[[tuple[str, ...]], str | Slots]) -> str:
    kind: str = event.kind  # type: ignore[attr-defined]
    if kind in IMPLIED or (kind == "field_written" and event.old == event.value):  # type: ignore[attr-defined]
        return ""
    values = {name: getattr(event, name) for name in type(event).model_fields}
    values |= FURTHER[kind](event) if kind in FURTHER else {}
    people = PARTICIPANTS.union(REPLACED if kind == "party_replaced" else ())
    return words_in(locale)(
        key_of(event),
        **{name: named(_names(one)) if one and name in people else _inserted(one) for name, one in values.items()},
    )


def _names(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def key_of(event: Frozen) -> str:
    """Return the key of the sentence of an event."""
    kind: str = event.kind  # type: ignore[attr-defined]
    variant = f"event.{kind}{VARIANTS[kind](event)}" if kind in VARIANTS else f"event.{kind}"
    return variant if is_known(variant) else f"event.{kind}"


def _inserted(value: Any) -> Any:
    """Return a value of an event as a sentence inserts it; nothing for a list of more than texts."""
    if value is None or isinstance(value, int | float | Frozen):
        return value
    if isinstance(value, tuple):
        return ", ".join(value) if all(isinstance(one, str) for one in value) else ""
    return value if isinstance(value, str) and len(value) < SHORT else brief(value)
