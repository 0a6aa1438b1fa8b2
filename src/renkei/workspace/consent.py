"""A person's consent: requested and given as a decision on the board, and kept on this machine.

Only a decision that this machine asked for counts, with exactly the question, options and owner that were written then,
unchanged since a human made it. So a log from elsewhere, an agent that makes decisions, a differently worded question
under the same id, or an instruction in a message cannot give consent.

A `Request` needs consent: a command, or something else that an agent wants to do. Consent to a command holds
for one author in one directory, and for the content of every file that the command names. `once` is used up before the
command starts, and a message to the person says that it runs. `always` is kept.
"""

import json
import shlex
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from textwrap import indent
from typing import Literal, Protocol, get_args

from renkei.acts.names import first_line
from renkei.documents.json_pointer import join
from renkei.engine.conversation.options import board_option
from renkei.engine.state import HUMAN, State
from renkei.errors import LogNotWritableError
from renkei.immutable.frozen import frozen
from renkei.project.consenting import wanted_command
from renkei.project.project import Project
from renkei.project.running.cage import Cage
from renkei.project.running.scripts import Script, scripts_of
from renkei.project.turns.session import Session
from renkei.protocol.payloads import DecisionOption, DecisionRequest, StatusUpdate
from renkei.protocol.primitives import Locale
from renkei.store.settings.consents import Consents, Wanted
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.wording.visible import one_line
from renkei.workspace.errors import WorkspaceError

Answer = Literal["once", "always", "no"]
OPTIONS: tuple[Answer, ...] = get_args(Answer)

DECISIONS = "pending_decisions"
ASKED = ("question", "options", "owner")
"""The fields of a decision that the person saw when deciding."""

PREFIXES = ("command", "permission")
"""The beginnings of the ids of these decisions."""

MOST_OPEN = 10
"""Questions of one agent that wait for the person at most."""


@frozen
class Question:
    """What a person is asked: `wanted` is what they allow, and `summary` and `lines` say it.

    `options` begins the keys of the texts that explain the options.
    """

    wanted: Wanted
    summary: str
    lines: Sequence[str]
    options: str = "shell.option"


class Request(Protocol):
    """The action that needs consent."""

    @property
    def prefix(self) -> str:
        """The beginning of the ids of its decisions."""

    def wanted(self, project: Project) -> Wanted:
        """Return what a person allows with `once`."""

    def standing(self, wanted: Wanted) -> Wanted:
        """Return what a person allows with `always`."""

    def question(self, session: Session) -> Question:
        """Return what a person is asked."""

    def done(self, decision: str, locale: Locale) -> str:
        """Return the notice to the person when it is done as allowed once."""


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

    @property
    def prefix(self) -> str:
        """The beginning of the ids of its decisions."""
        return "command"

    def wanted(self, project: Project, scripts: Sequence[Script] | None = None) -> Wanted:
        """Return what a person allows; `scripts` are the files that it names, if they were read already."""
        return wanted_command(project, self.author, self.command, self.directory, self.cage, scripts)

    def standing(self, wanted: Wanted) -> Wanted:
        """Return the same: as long as the files that it names stay as they are."""
        return wanted

    def question(self, session: Session) -> Question:
        """Return what a person is asked."""
        locale, scripts = session.project.state.locale, scripts_of(self.command, self.directory)
        wanted, command = self.wanted(session.project, scripts), shown(self.command)
        details = shown_details(wanted, self.cage, scripts, locale)
        lines = (say(locale, "shell.question", agent=session.agent, command=command), self.reason, *details)
        return Question(wanted, say(locale, "shell.summary", command=command[:80]), lines)

    def done(self, decision: str, locale: Locale) -> str:
        """Return the notice to the person when it runs as allowed once."""
        return say(locale, "shell.runs", command=shown(self.command), decision=decision)


@frozen
class Consent:
    """A person's decision about a request. `answer` is None while it is open; `said` is the decision.

    `is_unclear`: a person chose none of the options, such as `yes`; it counts as a no, and the question is asked again.
    """

    decision: str
    answer: Answer | None
    wanted: Wanted
    said: str = ""
    is_unclear: bool = False


def find_consent(session: Session, asking: Request) -> Consent | None:
    """Return the consent to a request; None if it was never requested here, is used up, or the answer was unclear."""
    wanted = asking.wanted(session.project)
    standing = asking.standing(wanted)
    if Consents().is_allowed(standing):
        return Consent("", "always", wanted)
    found = [one for one in _decided(session.project.state, wanted) if not one.is_unclear]
    always = next((one for one in found if one.answer == "always"), None)
    if always is not None:
        Consents().allow(standing)
    return always or (found[-1] if found else None)


def find_answer(session: Session, consent: Consent) -> Consent | None:
    """Return a requested consent as it is now; None if it does not count, as its question was changed."""
    found = _decided(session.project.state, consent.wanted)
    return next((one for one in found if one.decision == consent.decision), None)


def _decided(state: State, wanted: Wanted) -> list[Consent]:
    """Return the decisions that this machine asked for about something, and that are as they were asked."""
    return [
        _answer(state, decision, wanted)
        for decision, asked in Consents().asked(wanted).items()
        if asked == _content_hash(*(state.board.get(join(DECISIONS, decision, one)) for one in ASKED))
    ]


def ask_for_consent(session: Session, asking: Request) -> Consent:
    """Ask the person, and mark the agent on the board as waiting for the decision; raises WorkspaceError."""
    locale, asked = session.project.state.locale, asking.question(session)
    wanted = asked.wanted
    if len(open_questions(session)) >= MOST_OPEN:
        problem = f"Not asked: {MOST_OPEN} questions of {session.agent} wait for the person already"
        raise WorkspaceError(problem=problem, hint="Wait until one is decided, or do something else.")
    decision = f"{asking.prefix}-{wanted.key[:16]}-{token_hex(4)}"
    unclear = [one.said for one in _decided(session.project.state, wanted) if one.is_unclear][-1:]
    head = [say(locale, "shell.question.again", said=shown(one), options=", ".join(OPTIONS)) for one in unclear]
    question, options = "\n".join(filter(None, (*head, *asked.lines))), _options(asked, locale)
    try:
        Consents().ask(wanted, decision, _content_hash(question, [board_option(one, locale) for one in options], HUMAN))
    except LogNotWritableError as error:
        problem = f"Not done: it needs consent, which cannot be kept: {error}"
        raise WorkspaceError(problem=problem, hint="Ask the person to make this file writable.") from None
    payload = DecisionRequest(decision_id=decision, question=question, options=options)
    with session.project.act_as(session.agent) as draft:
        draft.send(payload, HUMAN, "high", asked.summary)
        draft.set(status="blocked", blocked_by=decision)
    return Consent(decision, None, wanted)


def open_questions(session: Session) -> list[str]:
    """Return the decisions about consent that an agent has asked for and that are open."""
    board, prefixes = session.project.state.board, tuple(f"{one}-" for one in PREFIXES)
    named = [one for one in board.ids(DECISIONS) if one.startswith(prefixes)]
    cells = {one: board.cells[join(DECISIONS, one, "status")] for one in named}
    return [one for one, status in cells.items() if status.value == "open" and status.author == session.agent]


def wait_for_consent(session: Session, consent: Consent) -> None:
    """Mark the agent on the board as waiting for the decision again."""
    with session.project.act_as(session.agent) as draft:
        draft.set(status="blocked", blocked_by=consent.decision)


def use_consent(session: Session, consent: Consent, asking: Request) -> bool:
    """Return whether what was asked for may be done now; a consent for once is used up, and the person notified.

    It may not if another call used the consent up, or if a file that the command names has changed.
    """
    if consent.answer == "once":
        if not Consents().use(consent.decision):
            return False
        text = asking.done(consent.decision, session.project.state.locale)
        update = StatusUpdate(new_status="working", progress_summary=text)
        message = session.project.message(session.agent, update, HUMAN, "low", text[:120])
        session.project.send(message, f"ran-{consent.decision}")
    return is_unchanged(session, consent, asking)


def is_unchanged(session: Session, consent: Consent, asking: Request) -> bool:
    """Return whether what was asked for, such as every file that a command names, is as when the consent was found."""
    return asking.wanted(session.project).key == consent.wanted.key


def reason_of(session: Session) -> str:
    """Return what an agent works on, as a sentence, or ""."""
    state = session.project.state
    begun = (one for one in state.contracts.of(session.agent) if one.status == "in_progress")
    found = next((one.terms for one in begun), None)
    if found is None:
        return ""
    summary = first_line(found.inputs.description)
    return say(state.locale, "shell.question.task", agent=session.agent, task=found.id, summary=summary)


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


def _options(asked: Question, locale: Locale) -> tuple[DecisionOption, ...]:
    return tuple(DecisionOption(label=one, analysis=say(locale, f"{asked.options}.{one}")) for one in OPTIONS)


def _content_hash(*values: object) -> str:
    return sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()
