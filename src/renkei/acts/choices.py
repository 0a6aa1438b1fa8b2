"""Options of a decision as people write them: a label in any case, its number, or its first letter.

So one key decides, at every door that reads text.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

from renkei.documents.json_pointer import join
from renkei.engine.participants.rights import check_reply
from renkei.engine.state import State
from renkei.errors import NotAllowedError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage, DecisionRequestMessage

_NUMBER = re.compile(r"(?:#|option |選択肢 ?)?([1-9][0-9]?)[.)]?")


@frozen
class Option:
    """An option of a decision. A board gives `pros` and `cons`, a message one `analysis` and a score."""

    label: str
    analysis: str = ""
    pros: str = ""
    cons: str = ""
    score: float | None = None
    recommended: bool = False


def may_decide(asked: AnyMessage | None, state: State, actor: str) -> TypeGuard[DecisionRequestMessage]:
    """Return whether a message asks for a decision that a participant may make."""
    if not isinstance(asked, DecisionRequestMessage):
        return False
    try:
        check_reply(state, actor, (asked.id,))
    except NotAllowedError:
        return False
    return True


def requests_for(state: State, decision: str) -> Iterator[DecisionRequestMessage]:
    """Yield the messages that ask for a decision, the oldest first, while the state has them."""
    for known in state.messages.values():
        if isinstance(known.message, DecisionRequestMessage) and known.message.payload.decision_id == decision:
            yield known.message


def options_of(state: State, decision: str, request: AnyMessage | None) -> list[Option]:
    """Return the options of a decision: those of the request, which says more, else those of the board."""
    if isinstance(request, DecisionRequestMessage) and request.payload.options:
        recommended = request.payload.recommended
        return [
            Option(one.label, one.analysis, score=one.recommendation_score, recommended=one.label == recommended)
            for one in request.payload.options
        ]
    found: list[dict[str, Any]] = state.board.get(join("pending_decisions", decision, "options")) or []
    return [Option(one["label"], pros=one.get("pros", ""), cons=one.get("cons", "")) for one in found]


def option_of(state: State, decision: str, written: str) -> str:
    """Return the label of an option that is written in another case, as its number or its first letter.

    Other words are returned as they are.
    """
    return named_option([one.label for one in options_of(state, decision, None)], written) or written


def named_option(labels: Sequence[str], written: str) -> str | None:
    """Return the label that a text is, or whose first letter it is and no other's.

    Or whose number it is, where no label is a number itself.
    """
    if written in labels:
        return written
    plain, text = [_plain(label) for label in labels], _plain(written)
    if text in plain:
        return labels[plain.index(text)]
    if len(text) == 1 and text.isalpha():
        begun = [label for label, one in zip(labels, plain, strict=True) if one.startswith(text)]
        return begun[0] if len(begun) == 1 else None
    number = _NUMBER.fullmatch(text)
    if number is None or any(map(_NUMBER.fullmatch, plain)) or int(number[1]) > len(labels):
        return None
    return labels[int(number[1]) - 1]


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
