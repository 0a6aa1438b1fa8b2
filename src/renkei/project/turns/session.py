"""An agent's session: the turns of a program whose model calls in from outside, such as a coding agent (section 6).

Such a program requests a context now and then, has no reliable end, and may be killed at any time. So a session keeps
its turn open between two calls: a context counts as read when the agent returns. A turn left open by a killed session
is taken over. The agent's writes do not wait for the end of its turn.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from renkei.budget.context.build import Context, Rendering
from renkei.budget.context.reading import DEFAULT_READING
from renkei.budget.relevance.tiers import Tier
from renkei.budget.tokens.estimate import estimate
from renkei.engine import commands as c
from renkei.engine.views.agent_context.news import news
from renkei.engine.views.obligations import OpenObligation
from renkei.engine.views.waking.news import NEVER, Woken, wake
from renkei.engine.views.waking.pending import PendingMessage
from renkei.errors import TurnLostError, UnknownActorError
from renkei.log.port import never
from renkei.project.turns.turn import Turn
from renkei.texts.say import say

if TYPE_CHECKING:
    from renkei.project.project import Project

LEASE = 600.0
"""Seconds for which the turn of a session stays open without a call."""

BUDGET = 2_000
"""Default tokens of a context."""

READING = DEFAULT_READING.override(budget=BUDGET, interface="tools")
"""The reading of a session's model: it has the tools, and perhaps no command line."""

NEWS_LIMIT = 500
"""Most tokens of news between two steps of a turn."""

SLICE = 5.0
"""Seconds after which a wait checks for cancellation."""

NAMED = 10
"""Most ids named in one sentence."""

CRITICAL: frozenset[Tier] = frozenset({"critical"})

TOLD: frozenset[Tier] = frozenset({"critical", "relevant"})
"""The tiers of news worth telling an agent that is about to think anyway, as with a prompt of its person."""


def unreported() -> int:
    """Return 0: no provider reports tokens."""
    return 0


class Session:
    """The turns of one agent, for a program that calls in from outside. Threads may share a session.

    All texts are in the project's language. All methods raise ProtocolError, including TurnLostError once after another
    session of the same agent has taken its turn over, or LogError.
    """

    def __init__(
        self, project: "Project", agent: str, lease: float = LEASE, used: Callable[[], int] = unreported
    ) -> None:
        """Raise UnknownActorError for an unknown agent. `lease` is in seconds.

        `used` returns all tokens used by the agent's model, as reported by its provider. For quotas, the end of a turn
        counts those not counted yet, as for contexts.
        """
        if agent not in project.state.actors:
            raise UnknownActorError(actor=agent, known=project.state.known_actors())
        self.project = project
        self.agent = agent
        self.seq = project.state.read_up_to.get(agent, 0)
        """Position in the log up to which the agent has read the board."""
        self.memory = 0
        """How often its model has started with a fresh context, without memory of earlier ones."""
        self._lease = lease
        self._used = used
        self._lock = Lock()
        self._turn: Turn | None = None
        self._lost = False
        self._system: str | None = None
        self._held: set[str] = set()
        self._woken = NEVER

    def next_turn(self, budget: int = BUDGET, fresh: bool | None = None, *, recall: bool = False) -> str:
        """End the open turn, so that its content counts as read, begin the next one, and return its context.

        `fresh`: everything the agent needs, for a model without memory; otherwise the news. By default the first
        context of a session is fresh. `recall`: fill a fresh one with earlier messages, for a model that has lost its
        memory. A turn left open by another process of the agent is taken over. Raises BudgetTooSmallError.
        """
        with self._lock:
            self._end()
            fresh = self._system is None if fresh is None else fresh
            self.memory += fresh
            return self._begin(budget, fresh, recall)

    def go_on_with(self, turn: str) -> None:
        """Continue a turn begun by another process of the same program; does nothing if it is no longer open.

        The content of the turn counts as read when the agent returns, as if this session had given it.
        """
        with self._lock:
            state = self.project.state
            known = state.turns.get(self.agent)
            if self._turn is not None or known is None or known.turn != turn:
                return
            look = self.project.context(self.agent, READING)
            begun = c.BeginTurn(self.agent, turn, known.until, known.seen, look, state.locale, int(self._lease))
            self._turn, self._system = Turn(self.project, begun, known.seen, READING, self._lease), look.system

    def wait(self, timeout: float, cancelled: Callable[[], bool] = never) -> str:
        """Return the text of a wait for work (see `wait_for_reason`): why to begin a turn, or that there is no news."""
        return self.woken(self.wait_for_reason(timeout, cancelled))

    def wait_for_reason(self, timeout: float, cancelled: Callable[[], bool] = never) -> str | None:
        """End the open turn and return the reason for the agent's next one, as soon as there is one.

        None after `timeout` seconds, or when `cancelled` (called every five seconds, and before a reason is given)
        returns True. A reason for which the agent took no turn is given again only after a while.
        """
        self.rest()
        end = monotonic() + timeout
        while True:
            left = end - monotonic()
            reason = self.project.wait_for_work(self.agent, max(0.0, min(left, SLICE)))
            if cancelled():
                return None
            found = None if reason is None else self._wake(reason)
            if isinstance(found, Woken):
                self._woken = found
                return reason
            if left <= SLICE:
                return None
            if reason is not None:
                self.project.wait(self.project.state.seq, SLICE if found is None else min(found, SLICE))

    def _wake(self, reason: str) -> Woken | float | None:
        state = self.project.state
        return wake(self._woken, state, self.agent, reason, max(state.at, self.project.time()))

    def woken(self, reason: str | None) -> str:
        """Return the text for the agent after a wait: the reason for its next turn, or that there is no news."""
        return self._say("session.quiet") if reason is None else self._say("session.woken", reason=reason)

    def rest(self) -> None:
        """End the open turn: its content counts as read, and the agent is idle until its next turn."""
        with self._lock:
            self._end()

    def news(self, limit: int = NEWS_LIMIT, tiers: Collection[Tier] = CRITICAL) -> str | None:
        """Return the news not shown yet, in at most about `limit` tokens; None without any in `tiers`.

        It is marked as others' text. It counts as read with the turn, which begins here if none is open.
        """
        with self._lock:
            if self._lost:
                return None
            text = self._began_by_news(limit, tiers) if self._turn is None else self._news(self._turn, limit, tiers)
            return None if text is None else f"{self._say('session.news')}\n{text}"

    def stop(self, held: bool = False) -> str | None:
        """End the open turn; return why the agent must continue, or None if it may stop.

        It must continue if a critical message is unread or it owes a reply, once for each message. `held`: it was made
        to continue already, so it may stop.
        """
        with self._lock:
            if self._lost:
                return None
            self._end()
            found = self.project.pending(self.agent)
            owed = [one for one in found.obligations if one.message_id not in self._held]
            known = self._held | {one.message_id for one in owed}
            critical = [one for one in found.messages if one.tier == "critical" and one.message.id not in known]
            if held or not (critical or owed):
                return None
            self._held.update(one.message.id for one in critical)
            self._held.update(one.message_id for one in owed)
            return self._reason(critical, owed)

    def renew(self) -> None:
        """Renew the lease of the open turn; appends no record."""
        with self._lock:
            if self._turn is None:
                return
            known = self.project.state.turns.get(self.agent)
            if known is None or known.turn != self._turn.id:
                self._lose(TurnLostError(turn=self._turn.id, agent=self.agent))
            self.project.heartbeat(self.agent)

    def close(self) -> None:
        """Abandon the open turn: it is unknown whether the agent has read it, so it stays unread."""
        with self._lock, suppress(TurnLostError):
            turn, self._turn = self._turn, None
            if turn is not None:
                self.project.abandon_turn(turn)

    def _begin(self, budget: int, fresh: bool, recall: bool = False) -> str:
        """Begin a turn. If the agent's contracts have changed, their terms precede the news."""
        rendering: Rendering = "snapshot" if fresh else "delta"
        before, room = "", budget
        if not fresh:
            system = self.project.context(self.agent, READING, budget=budget, rendering="delta").system
            if system != self._system:
                before, room = system, budget - estimate(system)
            if room < budget / 2:
                before, room, rendering = "", budget, "snapshot"
        reading = READING.override(budget=room, rendering=rendering, recall=recall and fresh)
        turn = self.project.begin_turn(self.agent, reading, lease=self._lease, take_over=True)
        self._turn, self._lost, self._system, self.seq = turn, False, turn.context.system, turn.seq
        return before + turn.context.text + self._overflow(turn.context)

    def _end(self) -> None:
        if self._turn is None:
            return
        try:
            self._turn.tokens = max(0, self._used() - self.project.state.used_by(self.agent).tokens)
            self.project.end_turn(self._turn)
            self._turn = None
        except TurnLostError as error:
            self._lose(error)

    def _lose(self, error: TurnLostError) -> None:
        """Forget a turn that has ended: the agent's next context mentions an interruption, but not a takeover."""
        self._turn = None
        state = self.project.state
        if self.agent in state.turns or self.agent not in state.interrupted:
            self._lost, self._system = True, None
            raise error

    def _news(self, turn: Turn, limit: int, tiers: Collection[Tier]) -> str | None:
        try:
            given = turn.news(budget=limit, critical_only=not self._has_more(turn, limit, tiers))
        except TurnLostError as error:
            self._lose(error)
            return None
        return None if given is None else given.text + self._overflow(given)

    def _has_more(self, turn: Turn, limit: int, tiers: Collection[Tier]) -> bool:
        """Return whether there is news in one of the tiers other than critical."""
        state = self.project.state
        if set(tiers) <= CRITICAL or self.agent not in state.turns:
            return False
        found = news(state, self.agent, turn.reading.override(budget=limit))
        return found is not None and any(one.tier in tiers and one.tier != "critical" for one in found.given)

    def _began_by_news(self, limit: int, tiers: Collection[Tier]) -> str | None:
        found = self.project.pending(self.agent, READING, budget=limit, rendering="delta")
        return self._begin(limit, fresh=False) if any(one.tier in tiers for one in found.messages) else None

    def _reason(self, critical: list[PendingMessage], owed: list[OpenObligation]) -> str:
        lines = [self._say("session.hold" if critical else "session.hold_owed")]
        for one in critical[:NAMED]:
            message = one.message
            lines.append(
                "- " + self._say("message.named", id=message.id, agent=message.from_, summary=message.context_summary)
            )
        for duty in owed[:NAMED]:
            expects = ", ".join(duty.expects)
            values = {"creditor": duty.creditor, "expects": expects, "id": duty.message_id, "summary": duty.summary}
            lines.append("- " + self._say("own.overdue" if duty.overdue else "own.owed", **values))
        return "\n".join(lines)

    def _overflow(self, context: Context) -> str:
        if not context.overflow:
            return ""
        return "\n" + self._say("session.overflow", ids=", ".join(context.overflow[:NAMED]))

    def _say(self, key: str, **values: object) -> str:
        return say(self.project.state.locale, key, **values)
