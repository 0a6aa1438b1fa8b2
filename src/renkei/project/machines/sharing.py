"""The data that a `Project` shares with its other machines outside the log."""

from abc import ABC, abstractmethod

from renkei.engine.participants.access import need_actor
from renkei.engine.state import SYSTEM, State
from renkei.immutable.frozen import frozen
from renkei.log.replication.stream import Standing
from renkei.store.machines.lease import Lease
from renkei.store.port import Store
from renkei.store.settings.personal import Change, Settings


@frozen
class Machine:
    """A machine of a project, as it told the others."""

    name: str
    is_here: bool
    """Whether it is this one."""
    seq: int
    """The last record that it has."""
    behind: int
    """How many records this machine has and that one had not when it told so."""
    at: str
    """When it told so, by its clock; "" for a machine that has not told anything yet."""
    agents: tuple[str, ...]
    """The agents whose latest turn began there."""


class Sharing(ABC):
    """The part of a `Project` for projects that several machines share."""

    _store: Store

    @property
    @abstractmethod
    def state(self) -> State:
        """The state at the end of the log."""

    def settings(self, person: str) -> Settings:
        """Return what a person has set for itself, such as how far it has read; raises UnknownActorError."""
        return self._store.settings(self._incarnate(person))

    def change_settings(self, person: str, changed: Change) -> None:
        """Replace a person's settings by the result of a function, called with the present ones. No record is written.

        Raises UnknownActorError, or LogNotWritableError.
        """
        self._store.change_settings(self._incarnate(person), changed)

    def _incarnate(self, person: str) -> str:
        """Return the key of a person's settings: a later participant with the same id does not get them.

        Settings for all people are under the name of the system, which no participant can have.
        """
        if person == SYSTEM:
            return SYSTEM
        need_actor(self.state, person)
        incarnation = self.state.actors[person].incarnation
        return person if incarnation == 1 else f"{person}+{incarnation}"

    def lease(self, name: str) -> Lease | None:
        """Return the lease of something that one machine at a time may run; None if the project is on one machine."""
        return self._store.lease(name)

    def servers(self) -> Standing | None:
        """Return the servers of the project's stream, as they were seconds ago; None if the project has none."""
        return self._store.standing()

    def signed_by(self, seq: int) -> str | None:
        """Return the machine whose signature of a record is right; None if that is unknown.

        Projects on one machine have no signatures. Raises LogError.
        """
        return self._store.signed_by(seq)

    def machines(self) -> list[Machine]:
        """Return the machines of the project by name, with this one; nothing if the project is on one machine.

        Another machine tells the others what it has some seconds after a new record, and only while a process follows
        the log there. Without the servers, only this machine is known.
        """
        state, here, told = self.state, self._store.machine, self._store.machines()
        ran = {
            one: max(((its.turns.get(one, 0), name) for name, its in told.items()), default=(0, ""))
            for one in state.actors
        }
        found = {name: (one.seq, one.at) for name, one in told.items()}
        if here:
            found[here] = (state.seq, found.get(here, (0, ""))[1])
        return [
            Machine(
                name=name,
                is_here=name == here,
                seq=seq,
                behind=max(0, state.seq - seq),
                at=at,
                agents=tuple(agent for agent, (turn, where) in sorted(ran.items()) if turn and where == name),
            )
            for name, (seq, at) in sorted(found.items())
        ]
