"""The members of a team that run in this process, each in a thread, and the failed ones."""

import threading
from collections.abc import Callable
from contextlib import suppress

from renkei.edges.team.errors import reason_of
from renkei.edges.team.members.worker import Worker
from renkei.edges.team.models.model import ModelUsage
from renkei.edges.team.shutdown import open_requests
from renkei.edges.team.watcher import LASTING, MemberWatcher
from renkei.engine.state import State
from renkei.errors import BadValueError, ProtocolError, RenkeiError
from renkei.log.port import never
from renkei.project.project import Project
from renkei.project.turns.reports import bury
from renkei.texts.say import say
from renkei.wording.values import quote


class RunningMembers:
    """The members of one team in this process. `watcher` wakes them; `on_problem` receives what prevents it.

    `look` is called with each new state in the follower's thread. `is_busy` returns whether the team does something
    else than its members' turns.
    """

    def __init__(
        self,
        project: Project,
        on_problem: Callable[[str], None],
        look: Callable[[State], None] = lambda state: None,
        is_busy: Callable[[], bool] = never,
    ) -> None:
        self._project = project
        self._look = look
        self._workers: dict[str, Worker] = {}
        self._threads: dict[str, threading.Thread] = {}
        self._changing = threading.Lock()
        self.watcher = MemberWatcher(project, self._see, on_problem, is_busy)
        self.failed: dict[str, str] = {}
        """The reason for each member that could not continue."""
        self.failures: dict[str, Exception] = {}
        """The errors behind `failed`, with their tracebacks."""

    @property
    def names(self) -> tuple[str, ...]:
        """The running members that have not left the project."""
        return tuple(one for one in list(self._workers) if one in self._project.state.actors)

    def find(self, name: str) -> Worker | None:
        """Return the member most recently started under a name, or None."""
        return self._workers.get(name)

    def get(self, name: str) -> Worker:
        """Return a running member; raises BadValueError."""
        if name not in self.names:
            hint = f"Teammates: {', '.join(self.names)}."
            raise BadValueError(path="/recipient", got=name, problem=f"no teammate {quote(name)} is running", hint=hint)
        return self._workers[name]

    def start(self, worker: Worker) -> None:
        """Run a member in a separate thread."""
        name = worker.agent
        self.failed.pop(name, None)
        self.failures.pop(name, None)
        thread = threading.Thread(target=self._run, args=(worker,), name=f"renkei-{name}", daemon=True)
        with self._changing:
            self._workers[name], self._threads[name] = worker, thread
            self.watcher.add(name)
        thread.start()

    def wait(self, name: str) -> None:
        """Wait until a member has ended."""
        self._threads[name].join()

    def end(self) -> None:
        """End every member after its current step, and wait for their threads."""
        for worker in list(self._workers.values()):
            worker.end()
        for thread in list(self._threads.values()):
            thread.join()

    def usage(self) -> dict[str, ModelUsage]:
        """Return the tokens of each member, as reported by its provider."""
        return {name: one.conversation.used for name, one in list(self._workers.items())}

    def _run(self, worker: Worker) -> None:
        """Run a member, and record why it ended if the log can be written."""
        name = worker.agent
        try:
            worker.run()
            if self.watcher.failure is not None:  # nothing wakes the member any more
                self.failed[name] = reason_of(self.watcher.failure)
        except Exception as error:
            reason = reason_of(error)
            if self._workers[name] is worker:
                self.failed[name], self.failures[name] = reason, error
            if isinstance(error, LASTING):
                self.watcher.fail(error)
            with suppress(RenkeiError):
                worker.life.die(reason)
        finally:
            with self._changing:
                if self._workers[name] is worker:  # else a newcomer has its name
                    self.watcher.remove(name)

    def _see(self, state: State) -> None:
        self._remove_the_dead(state)
        self._look(state)

    def _remove_the_dead(self, state: State) -> None:
        """Remove every agent from the project that did not reply in time to a request to end."""
        for name in list(state.actors):
            requests = open_requests(state, name)
            if any(one.reply_by is not None and one.reply_by < state.at for one in requests):
                worker = self._workers.get(name)
                words = worker.conversation.last_words() if worker is not None else ""
                with suppress(ProtocolError):
                    bury(self._project, name, say(state.locale, "shutdown.dead"), words)
