"""A person's consent to a command: requested and given as a decision on the board, and kept on this machine.

Only a decision that this machine asked for counts, with exactly the question, options and owner that were written then,
unchanged since a human made it. So a log from elsewhere, an agent that makes decisions, a differently worded question
under the same id, or an instruction in a message cannot give consent.

Consent holds for one command of one author in one directory, and for the content of every file that the command names.
`once` is used up before the command starts, and a message to the person says that it runs. `always` is kept.
"""

import json
import shlex
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from textwrap import indent
from typing import Literal, get_args

from renkei.documents.json_pointer import join
from renkei.engine.conversation.options import board_option
from renkei.engine.state import HUMAN, State
from renkei.errors import LogNotWritableError
from renkei.immutable.frozen import frozen
from renkei.project.consenting import wanted_command
from renkei.project.running.cage import Cage
from renkei.project.running.scripts import Script, scripts_of
from renkei.project.turns.session import Session
from renkei.protocol.payloads import DecisionOption, DecisionRequest, StatusUpdate
from renkei.protocol.primitives import Locale
from renkei.store.consents import Consents, Wanted
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.wording.visible import one_line
from renkei.workspace.errors import WorkspaceError

Answer = Literal["once", "always", "no"]
OPTIONS: tuple[Answer, ...] = get_args(Answer)

DECISIONS = "pending_decisions"
ASKED = ("question", "options", "owner")
"""The fields of a decision that the person saw when deciding."""


@frozen
class Asking:
    """A command that needs consent: a line for a shell, or the arguments of a program.

    `author` wrote it. `reason` is a sentence on what it is for.
    """

    author: str
    command: str | Sequence[str]
    directory: Path
    cage: Cage | None = None
    reason: str = ""


@frozen
class Consent:
    """A person's decision about a command. `answer` is None while it is open; `said` is the decision.

    `is_unclear`: a person chose none of the options, such as `yes`; it counts as a no, and the question is asked again.
    """

    decision: str
    answer: Answer | None
    wanted: Wanted
    said: str = ""
    is_unclear: bool = False


def find_consent(session: Session, asking: Asking) -> Consent | None:
    """Return the consent to a command; None if it was never requested here, is used up, or the answer was unclear."""
    wanted = _wanted(session, asking)
    if Consents().is_allowed(wanted):
        return Consent("", "always", wanted)
    found = [one for one in _decided(session.project.state, wanted) if not one.is_unclear]
    always = next((one for one in found if one.answer == "always"), None)
    if always is not None:
        Consents().allow(wanted)
    return always or (found[-1] if found else None)


def _decided(state: State, wanted: Wanted) -> list[Consent]:
    """Return the decisions that this machine asked for about a command, and that are as they were asked."""
    return [
        _answer(state, decision, wanted)
        for decision, asked in Consents().asked(wanted).items()
        if asked == _content_hash(*(state.board.get(join(DECISIONS, decision, one)) for one in ASKED))
    ]


def ask_for_consent(session: Session, asking: Asking) -> Consent:
    """Ask the person, and mark the agent on the board as waiting for the decision; raises WorkspaceError."""
    locale, scripts = session.project.state.locale, scripts_of(asking.command, asking.directory)
    wanted = _wanted(session, asking, scripts)
    decision = f"command-{wanted.key[:16]}-{token_hex(4)}"
    unclear = [one.said for one in _decided(session.project.state, wanted) if one.is_unclear][-1:]
    head = [say(locale, "shell.question.again", said=shown(one), options=", ".join(OPTIONS)) for one in unclear]
    head.append(say(locale, "shell.question", agent=session.agent, command=shown(asking.command)))
    details = shown_details(wanted, asking.cage, scripts, locale)
    question, options = "\n".join(filter(None, (*head, asking.reason, *details))), _options(locale)
    try:
        Consents().ask(wanted, decision, _content_hash(question, [board_option(one, locale) for one in options], HUMAN))
    except LogNotWritableError as error:
        problem = f"Not run: the command needs consent, which cannot be kept: {error}"
        raise WorkspaceError(problem=problem, hint="Ask the person to make this file writable.") from None
    payload = DecisionRequest(decision_id=decision, question=question, options=options)
    with session.project.act_as(session.agent) as draft:
        draft.send(payload, HUMAN, "high", say(locale, "shell.summary", command=shown(asking.command)[:80]))
        draft.set(status="blocked", blocked_by=decision)
    return Consent(decision, None, wanted)


def wait_for_consent(session: Session, consent: Consent) -> None:
    """Mark the agent on the board as waiting for the decision again."""
    with session.project.act_as(session.agent) as draft:
        draft.set(status="blocked", blocked_by=consent.decision)


def use_consent(session: Session, consent: Consent, asking: Asking) -> bool:
    """Return whether a command may start now; a consent for once is used up, and the person notified.

    It may not if another call used the consent up, or if a file that the command names has changed.
    """
    if consent.answer == "once":
        if not Consents().use(consent.decision):
            return False
        locale = session.project.state.locale
        text = say(locale, "shell.runs", command=shown(asking.command), decision=consent.decision)
        update = StatusUpdate(new_status="working", progress_summary=text)
        message = session.project.message(session.agent, update, HUMAN, "low", text[:120])
        session.project.send(message, f"ran-{consent.decision}")
    return is_unchanged(session, consent, asking)


def is_unchanged(session: Session, consent: Consent, asking: Asking) -> bool:
    """Return whether every file that a command names is as it was when the consent was found."""
    return _wanted(session, asking).key == consent.wanted.key


def shown(command: str | Sequence[str]) -> str:
    """Return a command on one line for a person; as JSON where it could be mistaken for another command."""
    line = command if isinstance(command, str) else shlex.join(command)
    return line if one_line(line) == line else json.dumps(command)


def shown_details(wanted: Wanted, cage: Cage | None, scripts: Sequence[Script], locale: Locale) -> Iterator[str]:
    """Yield the lines that tell a person what may happen.

    They are where the command runs, what it can reach, and of each file that it names the path, the hash and the text;
    also which of these files changed since the person allowed the command.
    """
    yield say(locale, "shell.question.where", directory=wanted.directory)
    yield say(locale, "shell.question.reach") if cage is None else cage.reach(locale)
    if changed := Consents().changed_scripts(wanted):
        yield say(locale, "shell.question.changed", names=", ".join(map(quote, changed)))
    for one in scripts:
        yield say(locale, "shell.question.script", path=one.name, hash=one.sha256)
        yield indent(one.shown, "    ")


def _wanted(session: Session, asking: Asking, scripts: Sequence[Script] | None = None) -> Wanted:
    return wanted_command(session.project, asking.author, asking.command, asking.directory, asking.cage, scripts)


def _answer(state: State, decision: str, wanted: Wanted) -> Consent:
    path = join(DECISIONS, decision)
    if state.board.get(f"{path}/status") == "open":
        return Consent(decision, None, wanted)
    cells = state.board.cells
    resolution = cells.get(f"{path}/resolution")
    if resolution is None:
        return Consent(decision, "no", wanted)
    said, author = str(resolution.value), state.actors.get(resolution.author)
    changed = any(cells[f"{path}/{one}"].seq >= resolution.seq for one in ASKED)  # its owner may rewrite a question
    if changed or author is None or not author.human:
        return Consent(decision, "no", wanted, said)
    label, mark, _ = said.partition(" (")
    plain = said == label or (bool(mark) and said.endswith(")"))  # further conditions cannot be checked
    chosen = next((one for one in OPTIONS if plain and one == label), None)
    return Consent(decision, chosen or "no", wanted, said, is_unclear=chosen is None)


def _options(locale: Locale) -> tuple[DecisionOption, ...]:
    return tuple(DecisionOption(label=one, analysis=say(locale, f"shell.option.{one}")) for one in OPTIONS)


def _content_hash(*values: object) -> str:
    return sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()
