"""Answers what a coding agent asks to do: by the standing rules of the team's file, or by a decision of the person.

The decision is a consent as for any command: see `consent`. A command is the same request as one that a member with a
model would run without a cage. For other requests the person allows the change whose diff the question shows,
or with `always` any change of the same kind to the same files. No answer, an unclear one, or the end of the wait never
allows anything. The decision stays open then, and answers the next identical request.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from textwrap import indent
from threading import Lock
from time import monotonic

from renkei.documents.json_pointer import join
from renkei.errors import RenkeiError
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace
from renkei.project.consenting import project_id
from renkei.project.project import Project
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Locale
from renkei.store.settings.consents import Wanted, consents_directory
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.wording.visible import one_line, visible
from renkei.workspace.consent import (
    DECISIONS,
    Answer,
    Asking,
    Consent,
    Question,
    Request,
    ask_for_consent,
    find_answer,
    find_consent,
    reason_of,
    use_consent,
    wait_for_consent,
)
from renkei.workspace.permission_rules import KINDS, WRITING, Asked, PermissionRule, RuleBook, Ruling

LOOK = 0.25
"""Seconds between two looks whether a request was cancelled."""

RENEWAL_SECONDS = 60.0
"""Seconds between renewals of the turn's lease while the person is asked."""

LINE_CHARACTERS = 10_000
"""Most characters of a command or a title, which the question shows whole."""

MOST_PATHS = 100
"""Most paths of one request, which the question shows all."""

DIFF_CHARACTERS = 8_000
"""Characters of a diff, or of arguments, that the question shows."""


@frozen
class Granted:
    """The answer to a request. `reason` says it to the agent; `decision` is the id of the person's decision, or "".

    `always` is what the person said: this class remembers it. The agent's program may remember more than
    the person allowed, so tell it `once` in either case.
    """

    answer: Answer
    reason: str = ""
    decision: str = ""


@frozen
class ToolCall:
    """A tool call other than a command, which needs consent: a `Request`."""

    author: str
    asked: Asked
    directory: Path
    reason: str = ""

    @property
    def prefix(self) -> str:
        """The beginning of the ids of its decisions."""
        return "permission"

    def wanted(self, project: Project) -> Wanted:
        """Return what a person allows: this very diff, or these very arguments of a call that changes no known file."""
        one = self.asked
        title = () if self._is_of_files else (one.title,)
        shown = {"diff": one.diff, "arguments": "" if self._is_of_files else one.arguments}
        hashes = {name: sha256(text.encode(errors="replace")).hexdigest() for name, text in shown.items() if text}
        what = (one.kind, *title, *one.paths)
        return Wanted("permission", project_id(project), self.author, what, str(self.directory.resolve()), hashes)

    @property
    def _is_of_files(self) -> bool:
        """Whether its paths say everything; otherwise its title and its arguments count too."""
        return self.asked.kind in ("read", *WRITING) and bool(self.asked.paths)

    def standing(self, wanted: Wanted) -> Wanted:
        """Return the same for any diff and any arguments."""
        return replace(wanted, scripts={})

    def question(self, session: Session) -> Question:
        """Return what a person is asked."""
        locale = session.project.state.locale
        what = self.shown()
        lines = (say(locale, f"permission.question.{self.asked.kind}", agent=session.agent, what=what), self.reason)
        summary = say(locale, "permission.summary", kind=self.asked.kind, what=what[:80])
        details = self._details(locale)
        return Question(self.wanted(session.project), summary, (*lines, *details), "permission.option")

    def done(self, decision: str, locale: Locale) -> str:
        """Return the notice to the person when it is done as allowed once."""
        return say(locale, "permission.done", kind=self.asked.kind, what=self.shown()[:200], decision=decision)

    def shown(self) -> str:
        """Return its paths, or else its title, on one line."""
        names = [one_line(one) if one.isprintable() and "," not in one else quote(one) for one in self.asked.paths]
        return ", ".join(names) or one_line(self.asked.title) or "–"

    def _details(self, locale: Locale) -> Iterator[str]:
        if self.asked.paths and self.asked.title:
            yield say(locale, "permission.question.title", title=one_line(self.asked.title))
        yield say(locale, "shell.question.where", directory=self.directory)
        for path in self.asked.paths:
            place = os.path.normpath(self.directory.resolve() / path)
            if (real := os.path.realpath(place)) != place:
                yield say(locale, "permission.question.link", path=quote(path), real=quote(real))
        arguments = "" if self._is_of_files else self.asked.arguments
        for key, text in (("diff", self.asked.diff), ("arguments", arguments)):
            if text:
                yield say(locale, f"permission.question.{key}")
                yield indent(visible(text[:DIFF_CHARACTERS]), "    ", lambda line: True)
                if left := text[DIFF_CHARACTERS:]:
                    yield say(locale, "permission.question.cut", count=len(left))


class Permissions:
    """The permissions of one member in its directory; threads may share them."""

    def __init__(
        self,
        session: Session,
        rules: Sequence[PermissionRule],
        directory: Path,
        commands: Sequence[str] = (),
        closed: Sequence[Path] = (),
    ) -> None:
        """`commands`: the beginnings of command lines that run without asking. Raises WorkspaceError.

        `closed`: files and directories that no rule allows, such as the team's file. The project's own are always.
        """
        self._session = session
        self._directory = directory
        actor = session.project.state.actors[session.agent]
        own = [one for one in (session.project.directory, consents_directory()) if one is not None]
        held = [one for one in rules if one.is_about(actor.id, actor.role)]
        self._book = RuleBook(held, directory, commands, (*closed, *own))
        self._lock = Lock()

    @property
    def _locale(self) -> Locale:
        return self._session.project.state.locale

    def answer(self, asked: Asked, cancelled: Callable[[], bool], seconds: float) -> Granted:
        """Return the answer to a request: that of a standing rule at once, else the person's.

        It waits until the person has decided, `cancelled` returns true, or `seconds` are over; then the answer is `no`.
        """
        if asked.is_own_tool:
            return Granted("once")
        if _is_too_large(asked):
            text = say(self._locale, "permission.too_large", characters=LINE_CHARACTERS, paths=MOST_PATHS)
            return Granted("no", text)
        asked = asked if asked.kind in KINDS else replace(asked, kind="other")
        ruling = self.ruling(asked)
        if ruling == "allow":
            return Granted("once")
        if ruling == "deny":
            return Granted("no", say(self._locale, "permission.denied"))
        try:
            return self._ask(self._request(asked), cancelled, monotonic() + seconds)
        except RenkeiError as error:  # such as too many open questions, or a lost turn
            return Granted("no", str(error))

    def ruling(self, asked: Asked) -> Ruling:
        """Return what the standing rules say to a request."""
        return self._book.ruling(asked)[0]

    def _request(self, asked: Asked) -> Request:
        session, reason = self._session, reason_of(self._session)
        if asked.command:
            return Asking(session.agent, asked.command, self._directory / asked.directory, reason=reason)
        return ToolCall(session.agent, asked, self._directory, reason)

    def _ask(self, request: Request, cancelled: Callable[[], bool], until: float) -> Granted:
        session, locale = self._session, self._locale
        while not cancelled():
            with self._lock:  # so that the same request of two threads is one question
                consent = find_consent(session, request) or ask_for_consent(session, request)
            if consent.answer is None:
                if not self._is_decided(consent, cancelled, until):
                    return Granted("no", say(locale, "permission.open", decision=consent.decision), consent.decision)
                now = find_answer(session, consent)
                if now is not None and now.is_unclear:
                    return Granted("no", say(locale, "permission.unclear", said=one_line(now.said)), consent.decision)
                continue  # as decided; a question that was changed counts for nothing, and is asked again
            if consent.answer == "no":
                said = say(locale, "permission.refused", answer=one_line(consent.said), decision=consent.decision)
                return Granted("no", said, consent.decision)
            if not cancelled() and use_consent(session, consent, request):
                return Granted(consent.answer, "", consent.decision)
            # another thread used it up, or a file has just changed
        return Granted("no", say(locale, "permission.cancelled"))

    def _is_decided(self, consent: Consent, cancelled: Callable[[], bool], until: float) -> bool:
        """Wait for a decision; return whether there is one in time."""
        session, path = self._session, join(DECISIONS, consent.decision, "status")
        project, renewed = session.project, monotonic()
        if project.state.board.agent(session.agent, "blocked_by") != consent.decision:
            wait_for_consent(session, consent)
        while (state := project.state).board.get(path) == "open":
            now = monotonic()
            if now >= until or cancelled():
                return False
            if now > renewed + RENEWAL_SECONDS:
                renewed = now
                session.renew()
            project.wait(state.seq, min(LOOK, until - now))
        self._go_on(consent)
        return True

    def _go_on(self, consent: Consent) -> None:
        """Mark the agent as working again; the mark that it waits may be later than the decision."""
        agent, state = self._session.agent, self._session.project.state
        status = "working" if agent in state.turns else "idle"
        waits = state.board.agent(agent, "blocked_by") == consent.decision
        if waits or state.board.agent(agent, "status") == "idle" != status:
            with self._session.project.act_as(agent) as draft:
                draft.set(status=status, blocked_by=None)


def _is_too_large(asked: Asked) -> bool:
    """Return whether a question cannot show a person everything that a request names."""
    longest = max(map(len, (asked.command, asked.title, *asked.paths)))
    return longest > LINE_CHARACTERS or len(asked.paths) > MOST_PATHS
