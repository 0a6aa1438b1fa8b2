"""`AsyncProject`: a project whose methods are coroutines, for asyncio and trio.

Two forms, one meaning: each method is generated from the method of `Project` that it calls in a thread (see `calls`).
What needs more than a thread is in `form`.
"""

from __future__ import annotations

from renkei.engine.state import State
from renkei.project.coroutines.calls import Calls
from renkei.project.coroutines.methods.acts import ActMethods
from renkei.project.coroutines.methods.contexts import ContextsMethods
from renkei.project.coroutines.methods.lifecycle import TurnsMethods
from renkei.project.coroutines.methods.past import PastMethods
from renkei.project.coroutines.methods.performing import PerformingMethods
from renkei.project.coroutines.methods.project import ProjectMethods
from renkei.project.coroutines.methods.sharing import SharingMethods
from renkei.project.coroutines.methods.tokens import TokenHoldersMethods
from renkei.project.coroutines.methods.working import WorkingMethods
from renkei.project.coroutines.waiting import Waiting
from renkei.project.project import Project


class AsyncProject(
    ProjectMethods,
    WorkingMethods,
    PastMethods,
    ContextsMethods,
    PerformingMethods,
    TurnsMethods,
    TokenHoldersMethods,
    SharingMethods,
    ActMethods,
):
    """The asynchronous form of a `Project`: for the event loop of asyncio or trio in which it is made.

    Its methods are those of `Project` as coroutines; what would read the log as a property, such as `state`, is one
    too. A call that has begun is completed even if its task is cancelled: nothing is half done. Any number of event
    loops, threads and processes may use the same directory, each with its own. Every method raises ProjectClosedError
    after `close`, and WrongLoopError in another event loop or in a forked process.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._calls = Calls()
        self._waiting = Waiting(project, self._calls)
        self._turns = []

    def __repr__(self) -> str:
        return f"<asynchronous {self._project!r}>"

    async def __aenter__(self) -> AsyncProject:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def sync(self) -> Project:
        """The same project without coroutines, for threads."""
        return self._project

    @property
    def known(self) -> State:
        """The newest state that this process has read; `await project.state()` reads the log to its end first."""
        return self._project.known

    async def close(self) -> None:
        """Write the files beside the log and release every resource; closing twice is allowed.

        Coroutines that wait get ProjectClosedError. Turns that are open are abandoned: their messages stay unread.
        """
        if self._calls.closed:
            return
        self._calls.check()
        await self._calls.close(self._close)

    def _close(self) -> None:
        self._waiting.close()
        self._abandon_turns()
        self._project.close()
