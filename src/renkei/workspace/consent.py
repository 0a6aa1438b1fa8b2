"""A person's consent to a command that is not on the list: requested and given as a decision on the board.

Only a decision with exactly this question and these options counts, unchanged since a human made it. So an agent that
makes decisions, a differently worded question under the same id, or an instruction in a message cannot give consent.

`once` is used up by a message to the person, which is logged before the command starts. `always` holds for the same
command line of every member, for the life of the log.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Literal, get_args

from renkei.documents.json_pointer import join
from renkei.engine.conversation.options import board_option
from renkei.engine.state import HUMAN, State
from renkei.immutable.frozen import frozen
from renkei.project.turns.session import Session
from renkei.protocol.payloads import DecisionOption, DecisionRequest, StatusUpdate
from renkei.protocol.primitives import Locale
from renkei.texts.say import say
from renkei.wording.visible import one_line

Answer = Literal["once", "always", "no"]
OPTIONS: tuple[Answer, ...] = get_args(Answer)

DECISIONS = "pending_decisions"
ASKED = ("question", "options", "owner")
"""The fields of a decision that the person saw when deciding."""


@frozen
class Consent:
    """A person's decision about a command. `answer` is None while it is open; `said` is the decision."""

    decision: str
    answer: Answer | None
    said: str = ""


def find_consent(session: Session, command: str) -> Consent | None:
    """Return the consent to an agent's command; None if it was never requested or is used up."""
    state = session.project.state
    found = [(one, asker) for one, asker in _asked(state, command) if _is_ours(state, one, asker, command)]
    answers = {one: _answer(state, one) for one, _ in found}
    for one, _ in found:
        if answers[one].answer == "always":
            return answers[one]
    mine = [answers[one] for one, asker in found if asker == session.agent]
    last = mine[-1] if mine else None
    if last is not None and last.answer == "once" and session.project.log.find(_used(last)) is not None:
        return None
    return last


def ask_for_consent(session: Session, command: str) -> Consent:
    """Ask the person, and mark the agent on the board as waiting for the decision."""
    state = session.project.state
    prefix = f"{_prefix(command)}{_short(session.agent, 8)}-"
    number = 1 + sum(1 for one in state.board.ids(DECISIONS) if one.startswith(prefix))
    decision = f"{prefix}{number}"
    payload = DecisionRequest(
        decision_id=decision, question=_question(session.agent, command, state.locale), options=_options(state.locale)
    )
    with session.project.act_as(session.agent) as draft:
        draft.send(payload, HUMAN, "high", say(state.locale, "shell.summary", command=shown(command)[:80]))
        draft.set(status="blocked", blocked_by=decision)
    return Consent(decision, None)


def wait_for_consent(session: Session, consent: Consent) -> None:
    """Mark the agent on the board as waiting for the decision again."""
    with session.project.act_as(session.agent) as draft:
        draft.set(status="blocked", blocked_by=consent.decision)


def use_consent(session: Session, consent: Consent, command: str) -> None:
    """Notify the person that a command allowed once runs now, which uses up the consent."""
    if consent.answer != "once":
        return
    locale = session.project.state.locale
    text = say(locale, "shell.runs", command=shown(command), decision=consent.decision)
    update = StatusUpdate(new_status="working", progress_summary=text)
    message = session.project.message(session.agent, update, HUMAN, "low", text[:120])
    session.project.send(message, _used(consent))


def shown(command: str) -> str:
    """Return a command on one line for a person; as JSON where it could be mistaken for another command."""
    return command if one_line(command) == command else json.dumps(command)


def _asked(state: State, command: str) -> Iterator[tuple[str, str]]:
    """Yield the decisions about a command with their authors, the oldest first."""
    found = []
    for one in state.board.ids(DECISIONS):
        cell = state.board.cells.get(join(DECISIONS, one, "question"))
        if one.startswith(_prefix(command)) and cell is not None:
            found.append((cell.seq, one, cell.author))
    yield from ((one, author) for _, one, author in sorted(found))


def _is_ours(state: State, decision: str, asker: str, command: str) -> bool:
    """Return whether a decision has the question and options of this module."""
    options = [board_option(one, state.locale) for one in _options(state.locale)]
    right = {"question": _question(asker, command, state.locale), "options": options, "owner": HUMAN}
    return all(state.board.get(join(DECISIONS, decision, name)) == value for name, value in right.items())


def _answer(state: State, decision: str) -> Consent:
    path = join(DECISIONS, decision)
    if state.board.get(f"{path}/status") == "open":
        return Consent(decision, None)
    cells = state.board.cells
    resolution = cells.get(f"{path}/resolution")
    if resolution is None:
        return Consent(decision, "no")
    said, author = str(resolution.value), state.actors.get(resolution.author)
    changed = any(cells[f"{path}/{one}"].seq >= resolution.seq for one in ASKED)  # its owner may rewrite a question
    if changed or author is None or not author.human:
        return Consent(decision, "no", said)
    label, mark, _ = said.partition(" (")
    plain = said == label or (bool(mark) and said.endswith(")"))  # further conditions cannot be checked: they are a no
    return Consent(decision, next((one for one in OPTIONS if plain and one == label), "no"), said)


def _options(locale: Locale) -> tuple[DecisionOption, ...]:
    return tuple(DecisionOption(label=one, analysis=say(locale, f"shell.option.{one}")) for one in OPTIONS)


def _question(agent: str, command: str, locale: Locale) -> str:
    return say(locale, "shell.question", agent=agent, command=shown(command))


def _used(consent: Consent) -> str:
    return f"ran-{consent.decision}"


def _prefix(command: str) -> str:
    return f"command-{_short(command, 16)}-"


def _short(text: str, length: int) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]
