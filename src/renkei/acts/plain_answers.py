"""The act that a reply in plain words performs: an option, a clear yes or no, or a verdict about work.

`WORDS` is the only list of such words and signs, for replies at every door and for reactions in chats.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Literal

from renkei.acts.choices import may_decide, named_option, options_of
from renkei.engine.participants.rights import check_review
from renkei.engine.state import State
from renkei.errors import NotAllowedError
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import AnyMessage
from renkei.protocol.replies import subject

Meaning = Literal["yes", "no", "grant", "deny", "accept", "send_back"]


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split(" | "))


WORDS: Mapping[Meaning, frozenset[str]] = {
    "yes": _words(
        "yes | yeah | yep | ok | okay | sure | agreed | go ahead | +1 | 👍 | 👌 | ✅ | ✓ | ✔",
        "はい | うん | ええ | いいです | いいですよ | お願いします | 賛成 | 賛成です | 同意します",
    ),
    "no": _words(
        "no | nope | no thanks | -1 | 👎 | ❌ | ✗ | ✘ | ⛔",
        "いいえ | いや | だめ | だめです | ダメ | ダメです | やめて | やめてください | 反対 | 反対です",
    ),
    "grant": _words("once | allow | allow once | approve | 許可 | 許可する | 承認 | 承認する"),
    "deny": _words("deny | refuse | reject | never | 許可しない | 拒否 | 拒否する | 却下 | 却下する"),
    "accept": _words(
        "accept | accepted | approve | approved | lgtm | looks good | looks good to me | 🎉 | 🚀",
        "承認 | 承認します | 受け入れます | 合格 | 合格です | 問題ありません",
    ),
    "send_back": _words(
        "send back | send it back | please revise | ↩",
        "差し戻し | 差戻し | 差し戻します | やり直し | やり直してください",
    ),
}
"""The words and signs of each meaning. `grant` and `deny` are options to which a yes and a no lead."""

STEERING: Mapping[str, Literal["pause", "resume"]] = {"⏸": "pause", "▶": "resume"}
"""Reactions to what an agent writes → what they do with the agent."""

_OPTION_OF: Mapping[Meaning, tuple[Meaning, ...]] = {"yes": ("yes", "grant"), "no": ("no", "deny")}
"""Which options a yes and a no choose."""

_REASON = re.compile(r"\s*(?:[:：]|[,、]?\s*(?:because:?\s|理由[:：]))\s*", re.IGNORECASE)
_LABEL_ENDS = re.compile(r"[,.:;(（、。：]| [–—-] ")
_MODIFIERS = re.compile("[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff]")
"""Characters that change how a sign looks, such as its colour, but not what it means."""


@frozen
class PlainAnswer:
    """The act that a reply performs: `decide` on a decision, `accept` or `send_back` on a contract or an artifact.

    `text` is the chosen option, or the reason.
    """

    act: Literal["decide", "accept", "send_back"]
    ref: str
    text: str = ""


def answer_in(state: State, actor: str, asked: AnyMessage | None, text: str) -> PlainAnswer | None:
    """Return what a reply to a request does; None for other words, or without the right to do it.

    Anybody with the right decides with an option; only a person's yes or no is one.
    """
    human = actor in state.actors and state.actors[actor].human
    if may_decide(asked, state, actor):
        labels = [one.label for one in options_of(state, asked.payload.decision_id, asked)]
        option = named_option(labels, _unmodified(text)) or (_option_meant(labels, text) if human else None)
        return PlainAnswer("decide", asked.payload.decision_id, option) if option is not None else None
    ref = awaits_verdict(state, actor, asked) if human else ""
    return verdict_in(ref, text) if ref else None


def awaits_verdict(state: State, actor: str, asked: AnyMessage | None) -> str:
    """Return the contract or artifact for which a message asks a participant's verdict, while it is awaited; or ""."""
    ref = subject(asked) if asked is not None and asked.type == "REVIEW_REQUEST" else None
    if not ref:
        return ""
    try:
        check_review(state, actor, ref)
    except NotAllowedError:
        return ""
    contract = state.contracts.find(ref)
    if contract is not None:
        return contract.terms.id if contract.status in ("submitted", "partial") else ""
    owed = (one for debtor in state.obligations for one in state.owed_by(debtor))
    return ref if any("REVIEW_RESULT" in one.expects and one.subject == ref for one in owed) else ""


def sends_back(text: str) -> bool:
    """Return whether a text sends work back without a reason."""
    return _means(text, "no", "send_back")


def steered(state: State, seen: AnyMessage, sign: str) -> tuple[Literal["pause", "resume"], str] | None:
    """Return what a reaction to a message does with the agent that sent it, and the agent; None for other signs."""
    act, author = STEERING.get(_unmodified(sign)), state.actors.get(seen.from_)
    return (act, seen.from_) if act is not None and author is not None and not author.human else None


def is_plain_answer(text: str) -> bool:
    """Return whether a text is a word or a sign that answers some requests."""
    return _means(text, *WORDS)


def verdict_in(ref: str, text: str) -> PlainAnswer | None:
    """Return the verdict in a text. To send work back, it needs a reason after a colon or `because`."""
    if _means(text, "yes", "accept"):
        return PlainAnswer("accept", ref)
    words, *reason = _REASON.split(text, maxsplit=1)
    if reason and reason[0].strip() and _means(words, "no", "send_back"):
        return PlainAnswer("send_back", ref, reason[0].strip())
    return None


def _option_meant(labels: list[str], text: str) -> str | None:
    """Return the only option that says yes where a text does, or no; None where it is not clear."""
    for meaning, options in _OPTION_OF.items():
        if _means(text, meaning):
            found = [one for one in labels if _means(_LABEL_ENDS.split(one)[0], *options)]
            return found[0] if len(found) == 1 else None
    return None


def _means(text: str, *meanings: Meaning) -> bool:
    plain = " ".join(unicodedata.normalize("NFKC", _unmodified(text)).casefold().split()).rstrip("!.。")
    return any(plain in WORDS[one] for one in meanings)


def _unmodified(text: str) -> str:
    return _MODIFIERS.sub("", text)
