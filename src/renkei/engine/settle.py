"""Turn a command into one record: its actions, their consequences, and those of rules, to the end.

Rules fire in waves: each wave is triggered by the wave before. Rules that trigger each other without end refuse the
command. Time cannot be refused: each deadline is settled alone, after everything else, and what a rule of it runs into
is recorded with that rule. Nothing is appended here; a record that loses a race is dropped, and the command is settled
again on the newer state.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from renkei.board.events import FieldWritten
from renkei.dispatch.match import Occurrence, intents, taken
from renkei.dispatch.rules import Rule
from renkei.documents.explain import first_problem
from renkei.engine import commands as c
from renkei.engine.apply import apply_event, close_record
from renkei.engine.deadlines import alone
from renkei.engine.events import AnyEvent, RuleFired
from renkei.engine.guards.deadlocks import cycles_closed
from renkei.engine.guards.loop_guard import SUSPENSIONS
from renkei.engine.guards.waiting import end_waiting
from renkei.engine.participants.rights import check_right
from renkei.engine.record import Record, make_record
from renkei.engine.rows import Effect
from renkei.engine.rules.intents import actions_of
from renkei.engine.rules.recipients import names_for
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import numbered
from renkei.engine.tables import ACTIONS, EVENTS
from renkei.errors import CascadeTooDeepError, NotAllowedError, ProtocolError, SuspendedError
from renkei.immutable.replacing import replace
from renkei.wording.values import quote

CASCADE_BOUND = 64
"""Most waves of rules that one command may trigger."""

FIRINGS_BOUND = 1000
"""Most rules that may fire because of one command."""

_Kept = tuple[State, int, tuple[AnyEvent, ...], dict[str, None]]


@dataclass
class _Settling:
    """A record in the making: the state and the events so far."""

    state: State
    who: c.CommandContext
    events: list[AnyEvent] = field(default_factory=list)
    fresh: list[AnyEvent] = field(default_factory=list)
    """Events that rules have not seen yet."""
    ended: dict[str, None] = field(default_factory=dict)
    """Graph nodes that are no longer waited for, in order."""
    due: list[c.Tick] = field(default_factory=list)
    """Deadlines that are settled when all else is done, each by a `Tick` for it alone."""
    is_first: bool = False
    """Whether this is the command that creates the project."""

    def do(self, effects: Iterable[Effect]) -> None:
        """Do actions and all that follows from them by the protocol, depth first. Deadlines wait until all is done."""
        work = deque(effects)
        while work:
            actor, action = work.popleft()
            if isinstance(action, c.Tick):
                self.due += alone(self.state, action, self.who.at)
                continue
            if actor == SYSTEM and isinstance(action, c.Send):
                action = c.Send(numbered(self.state, action.message))
            work.extendleft(reversed(self.act(actor, action)))

    def act(self, actor: str, action: c.Action) -> list[Effect]:
        """Do one action and return what follows from it."""
        who = self.who if actor == self.who.actor else replace(self.who, actor=actor)
        follows: list[Effect] = []
        for event in decided(self.state, action, who):
            row = EVENTS[type(event)]
            before, self.state = self.state, apply_event(self.state, event)
            self.events.append(event)
            if not self.is_first:  # what a project begins with is no change
                self.fresh.append(event)
                self.ended |= dict.fromkeys(row.ends(self.state, event))
            follows[:0] = [*row.effects(self.state, event), *cycles_closed(before, self.state)]
        return follows

    def take_wave(self) -> list[Occurrence]:
        """Return the occurrences since the last wave for existing rules, given the state after all of them.

        Rules come first: agents that wait for something that has ended are resumed when no rule has anything to see.
        """
        while True:
            events, self.fresh = one_change_per_field(self.fresh), []
            found = (one for event in events for one in EVENTS[type(event)].occurrences(self.state, event))
            wave = [one for one in found if one.key in self.state.rules.index]
            if wave or not self.ended:
                return wave
            ended, self.ended = self.ended, {}
            self.do(end_waiting(self.state, ended))

    def fire(self, rule: Rule, occurrence: Occurrence) -> None:
        """Perform the intents of a rule. A rejected intent is recorded and does not affect the others."""
        before = len(self.events)
        refused: list[str] = []
        chosen = tuple(taken(rule, occurrence))
        names, links, locale = names_for(self.state, rule), self.state.links, self.state.locale
        for number, intent in enumerate(intents(rule, occurrence, links, locale, names, chosen)):
            kept = self.kept()
            try:
                self.do((SYSTEM, action) for action in actions_of(intent, self.state, rule, occurrence, number))
            except (ProtocolError, ValidationError) as error:
                self.restore(kept)
                refused.append(_reason(error))
        if len(self.events) > before or refused:
            self.events.insert(before, _fired(rule, occurrence, refused))

    def cascade(self) -> None:
        """Fire rules, wave after wave, until none has anything to see; raises CascadeTooDeepError."""
        fired: list[str] = []
        for _ in range(CASCADE_BOUND):
            wave = self.take_wave()
            if not wave:
                return
            for rule, occurrence in _matches(self.state, wave):
                fired.append(rule.event)
                if len(fired) > FIRINGS_BOUND:
                    raise _endless(fired, FIRINGS_BOUND)
                self.fire(rule, occurrence)
        if list(_matches(self.state, self.take_wave())):
            raise _endless(fired, CASCADE_BOUND)

    def pass_deadline(self, tick: c.Tick) -> None:
        """Settle one deadline. Where its rules trigger each other without end, each is tried alone."""
        self.do(self.act(SYSTEM, tick))
        kept = self.kept()
        try:
            self.cascade()
        except CascadeTooDeepError:
            self.restore(kept)
            while wave := self.take_wave():
                for rule, occurrence in _matches(self.state, wave):
                    self.fire_alone(rule, occurrence)

    def fire_alone(self, rule: Rule, occurrence: Occurrence) -> None:
        """Fire a rule and all that it triggers, or record with it why nothing of that was done."""
        kept = self.kept()
        try:
            self.fire(rule, occurrence)
            self.cascade()
        except CascadeTooDeepError as error:
            self.restore(kept)
            self.events.append(_fired(rule, occurrence, [_reason(error)]))

    def kept(self) -> _Kept:
        """Return what `restore` goes back to."""
        return self.state, len(self.events), tuple(self.fresh), dict(self.ended)

    def restore(self, kept: _Kept) -> None:
        """Undo everything that was done since."""
        self.state, length, fresh, self.ended = kept
        del self.events[length:]
        self.fresh = list(fresh)


def _fired(rule: Rule, occurrence: Occurrence, refused: Sequence[str]) -> RuleFired:
    because = str(occurrence.variables["because"])
    actions = tuple(action.action for _, action in taken(rule, occurrence) if action.action)
    return RuleFired(event=rule.event, because=because, actions=actions, refused=tuple(refused))


def one_change_per_field(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """Return the events with the writes of each field joined into one, from its first old value to its last value."""
    found: dict[object, AnyEvent] = {}
    for number, event in enumerate(events):
        if not isinstance(event, FieldWritten):
            found[number] = event
        elif event.path in found:
            first = found.pop(event.path)
            found[event.path] = event.model_copy(update={"old": getattr(first, "old", None)})
        else:
            found[event.path] = event
    return list(found.values())


def decided(state: State, action: c.Action, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Return the events of one action by an actor who may do it, without its consequences.

    A value that no event can hold (such as an invalid id) is rejected like any other.
    """
    check_right(state, who.actor, action)
    try:
        return ACTIONS[type(action)].decide(state, action, who)
    except ValidationError as error:
        raise first_problem(error) from None


def settle(state: State, command: c.Command) -> Record:
    """Return the record of a command on a state. A record without events means that nothing changes.

    Raises ProtocolError (nothing happens then), such as CascadeTooDeepError for rules that trigger each other; not for
    a `Tick`.
    """
    return settle_on(state, command)[0]


def settle_on(state: State, command: c.Command) -> tuple[Record, State]:
    """Return the record of a command and the state after it."""
    if command.actor == SYSTEM:
        raise NotAllowedError(actor=SYSTEM, what="issue commands", allowed="participants")
    _check_not_paused(state, command)
    who = c.CommandContext(command.by, command.at, command.seen, command.closed)
    settling = _Settling(replace(state, at=command.at), who, is_first=not state.name)
    settling.do((command.by, action) for action in command.actions)
    settling.cascade()
    for tick in settling.due:
        settling.pass_deadline(tick)
    record = make_record(
        seq=state.seq + 1,
        id=command.id,
        at=command.at,
        actor=command.by,
        events=tuple(settling.events),
        fingerprint=command.fingerprint,
        via=command.via if _is_person(settling.state, command.by) else "",
    )
    return record, close_record(settling.state, record)


def _is_person(state: State, actor: str) -> bool:
    return actor in state.actors and state.actors[actor].human


def _check_not_paused(state: State, command: c.Command) -> None:
    """Raise SuspendedError for a paused agent, and for any agent of a paused project. Turns can be abandoned."""
    if all(isinstance(one, c.Tick) for one in command.actions):  # time passes for all
        return
    actor = command.by
    why = state.suspended.get(actor)
    if why is not None and not all(isinstance(one, c.AbandonTurn) for one in command.actions):
        raise SuspendedError(what=quote(actor), reason=SUSPENSIONS.get(why, why), resume=f"resume {actor}")
    agent = actor in state.actors and not state.actors[actor].human
    allowed = (c.AbandonTurn, c.ResumeProject)  # a lead that paused the project can resume it
    if state.paused is not None and agent and not all(isinstance(one, allowed) for one in command.actions):
        raise SuspendedError(what="The project", reason=state.paused, resume="project resume")


def _reason(error: ProtocolError | ValidationError) -> str:
    refusal = first_problem(error) if isinstance(error, ValidationError) else error
    return f"{refusal.code}: {refusal.message}"


def _endless(fired: Sequence[str], bound: int) -> CascadeTooDeepError:
    return CascadeTooDeepError(rules=", ".join(sorted(set(fired[-CASCADE_BOUND:]))), bound=bound)


def _matches(state: State, wave: Sequence[Occurrence]) -> list[tuple[Rule, Occurrence]]:
    """Return the firings of a wave: rules in file order, each with its occurrences in order."""
    found = [(position, occurrence) for occurrence in wave for position in state.rules.positions(occurrence)]
    return [(state.rules.rules[position], one) for position, one in sorted(found, key=lambda pair: pair[0])]
