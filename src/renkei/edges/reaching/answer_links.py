"""Links that answer a question once, without sign-in: for notifications of people who chose it.

A link is a token: the destination, the decision, the option, the time at which it expires, and a hash of what was
asked. A HMAC over these with a key of the destination proves that this project made it. The key is bound to one
person; it ends with the destination, so a lost phone's links can be made worthless.

No use has to be remembered. It is one command, whose id follows from the destination and the question: the log
accepts it once, so two clicks at once, a click after a restart, and a kill between click and record are all decided by
the log. A decision that was reopened, or whose words have changed, is another question, which no earlier link answers.
"""

import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from renkei.acts.choices import Option, options_of
from renkei.acts.table import find_act
from renkei.edges.reaching.kept import ANSWER_KEYS, Kept, change, kept, rows
from renkei.engine import commands as c
from renkei.engine.record import Record
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Waiting
from renkei.engine.views.waiting.person import waiting_for
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen
from renkei.project.acting import Acting
from renkei.project.project import Project
from renkei.protocol.primitives import later

LASTS = 86_400
"""Seconds for which a link answers."""

MOST_OPTIONS = 6
"""Options for which a notification has links; a decision with more has none."""

KEY_BYTES = 32
HASH_DIGITS = 32
"""Of 128 bits: an agent that words its questions itself finds no two with one hash."""

LONGEST_TOKEN = 1000


class AnswerLinkError(RenkeiError):
    """A link does not answer its question. `why` is the key of the sentence that explains it. Nothing was written."""

    code = "ANSWER_LINK_REFUSED"
    template = "this link answers nothing ({why})"


@frozen
class Answer:
    """The answer of a link: an option of a decision, for a person. `made` if the log has it already."""

    person: str
    decision: str
    option: Option
    question: str
    creditors: tuple[str, ...] = ()
    made: bool = False


@frozen
class _Link:
    """The content of a token."""

    destination: str
    decision: str
    number: int
    """The place of the option among all, from 0."""
    expires: str
    asked: str
    """The hash of what was asked."""

    def fields(self) -> list[str | int]:
        return [self.destination, self.decision, self.number, self.expires, self.asked]


def answer_tokens(project: Project, destination: str, person: str, one: Waiting, now: str) -> list[tuple[str, str]]:
    """Return the label and the token of each option of a question; none for what a link cannot answer.

    That is everything but decisions with options that a participant has asked for: what renkei itself asks, such as the
    consent to a command, needs a person who has signed in. Raises LogError.
    """
    state = project.state
    options = _options(state, one)
    if one.kind != "decision" or not one.creditors or not 0 < len(options) <= MOST_OPTIONS:
        return []
    key, asked = _key_for(project, destination, person), _content_hash(one, options)
    expires = later(now, LASTS * 1_000_000)
    links = [_Link(destination, one.ref, number, expires, asked) for number in range(len(options))]
    return [(option.label, _signed(link, key)) for option, link in zip(options, links, strict=True)]


def revoke_answers(project: Project, destination: str) -> None:
    """Let no link of a destination answer anything any more; raises LogError."""
    if destination in rows(kept(project), ANSWER_KEYS):
        change(project, lambda now: {**now, ANSWER_KEYS: _without(now, destination)})


def read_answer(project: Project, token: str) -> Answer:
    """Return what a link answers; raises AnswerLinkError, or LogError. Nothing is written."""
    person, link = _read(project, token)
    return _answer(project, project.state, person, link)


def give_answer(project: Project, token: str) -> Answer:
    """Decide as a link says, once; a second use of the same link returns what it decided. Raises RenkeiError."""
    person, link = _read(project, token)
    given: list[Answer] = []

    def plan(acting: Acting) -> list[c.Action]:
        answer = _answer(project, acting.state, person, link)
        given[:] = [answer]
        act = find_act("decide")
        return list(act.plan(acting, act.read({"decision_id": link.decision, "chosen_option": answer.option.label})))

    name = _command_id(person, link)
    if (done := _done(project, person, link)) is not None:
        return done
    try:
        project.through("notification").do_planned(plan, actor=person, command_id=name, fingerprint=_fingerprint(link))
    except RenkeiError:  # the same link, used at the same time, may have been first
        if (done := _done(project, person, link)) is not None:
            return done
        raise
    return given[-1] if given else _answered(project, person, link)


def _answered(project: Project, person: str, link: _Link) -> Answer:
    found = _done(project, person, link)
    assert found is not None
    return found


def _answer(project: Project, state: State, person: str, link: _Link) -> Answer:
    """Return what a link answers in a state; raises AnswerLinkError if that is not what was asked."""
    if (done := _done(project, person, link)) is not None:
        return done
    if link.expires <= project.time():
        raise AnswerLinkError(why="answer.expired")
    one = next((one for one in waiting_for(state, person) if one.key == f"decision:{link.decision}"), None)
    if one is None:
        raise AnswerLinkError(why="answer.answered")
    options = _options(state, one)
    if _content_hash(one, options) != link.asked:
        raise AnswerLinkError(why="answer.changed")
    return Answer(person, link.decision, options[link.number], one.summary, one.creditors)


def _done(project: Project, person: str, link: _Link) -> Answer | None:
    """Return what the log has of a link; None if it was not used. Raises AnswerLinkError for another option."""
    record = project.log.find(_command_id(person, link))
    if record is None:
        return None
    if not record.is_retry(person, _fingerprint(link)):
        raise AnswerLinkError(why="answer.used")
    return Answer(person, link.decision, Option(_chosen_in(record)), "", made=True)


def _chosen_in(record: Record) -> str:
    found = (event.message.payload for event in record.events if event.kind == "message_sent")
    return next((str(one.chosen_option) for one in found if hasattr(one, "chosen_option")), "")


def _read(project: Project, token: str) -> tuple[str, _Link]:
    """Return the person and the content of a token; raises AnswerLinkError unless the project made it for a member."""
    body, _, signature = token[:LONGEST_TOKEN].partition(".")
    link = _parsed(body)
    row = rows(kept(project), ANSWER_KEYS).get(link.destination, {}) if link is not None else {}
    person, incarnation, key = str(row.get("person")), row.get("incarnation"), str(row.get("key", ""))
    wanted = _signature(body, key or secrets.token_hex(KEY_BYTES))
    if not hmac.compare_digest(signature.encode("utf-8", "replace"), wanted.encode()) or link is None:
        raise AnswerLinkError(why="answer.invalid")
    known = project.state.actors.get(person)
    if known is None or not known.human or known.incarnation != incarnation:
        raise AnswerLinkError(why="answer.invalid")
    return person, link


def _parsed(body: str) -> _Link | None:
    try:
        match json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4))):
            case [str(destination), str(decision), int(number), str(expires), str(asked)] if number >= 0:
                return _Link(destination, decision, number, expires, asked)
    except (ValueError, RecursionError):
        pass
    return None


def _signed(link: _Link, key: str) -> str:
    text = json.dumps(link.fields(), separators=(",", ":"), ensure_ascii=False)
    body = urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
    return f"{body}.{_signature(body, key)}"


def _signature(body: str, key: str) -> str:
    made = hmac.new(bytes.fromhex(key), body.encode("utf-8", "replace"), sha256).digest()
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def _key_for(project: Project, destination: str, person: str) -> str:
    """Return the key of a destination for its person, in hexadecimal digits; made when first asked for."""
    incarnation = project.state.actors[person].incarnation
    made: Kept = {"person": person, "incarnation": incarnation, "key": secrets.token_hex(KEY_BYTES)}

    def is_right(row: dict[str, Any]) -> bool:
        return (row.get("person"), row.get("incarnation")) == (person, incarnation)

    def added(now: Kept) -> Kept:
        if is_right(rows(now, ANSWER_KEYS).get(destination, {})):
            return now
        return {**now, ANSWER_KEYS: {**_without(now, destination), destination: made}}

    if not is_right(rows(kept(project), ANSWER_KEYS).get(destination, {})):
        change(project, added)
    return str(rows(kept(project), ANSWER_KEYS)[destination]["key"])


def _without(now: Kept, destination: str) -> Kept:
    return {key: one for key, one in rows(now, ANSWER_KEYS).items() if key != destination}


def _options(state: State, one: Waiting) -> Sequence[Option]:
    known = state.messages.get(one.message_id) if one.message_id else None
    return options_of(state, one.ref, None if known is None else known.message)


def _content_hash(one: Waiting, options: Sequence[Option]) -> str:
    """Return a hash of the question, of everything that is said about its options, and of when it was asked."""
    asked = [one.ref, one.since, one.summary, *(list(_words(option)) for option in options)]
    return sha256(json.dumps(asked).encode()).hexdigest()[:HASH_DIGITS]


def _words(option: Option) -> Iterator[str | float | bool | None]:
    yield from (option.label, option.analysis, option.pros, option.cons, option.score, option.recommended)


def _command_id(person: str, link: _Link) -> str:
    """Return the id of the command that any link of a destination to the same question is."""
    found = sha256("\n".join((link.destination, person, link.decision, link.asked)).encode()).hexdigest()
    return f"answer-{found[:32]}"


def _fingerprint(link: _Link) -> str:
    return f"option {link.number}"
