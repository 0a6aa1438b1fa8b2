"""The life of a member: when it takes a turn or claims work, and how it ends. It does not run the turns.

A member is one incarnation of an agent: after it has left, a newcomer may have its name, and the member no longer acts
under it.
"""

import threading
from collections.abc import Callable
from contextlib import suppress

from renkei.edges.team import shutdown
from renkei.edges.team.members.conversation import Conversation
from renkei.edges.team.team_file import Budget
from renkei.edges.team.watcher import MemberWatcher
from renkei.engine import commands as c
from renkei.engine.views.waking.news import affairs
from renkei.errors import ProtocolError, UnknownRecipientError
from renkei.project.project import Project
from renkei.project.turns import reports
from renkei.texts.say import say

TO_ANSWER = 3
"""Requests to the model before a member that was asked to end, and continues, is ended."""

BEGUN = ("claimed", "accepted", "in_progress", "blocked", "submitted", "partial")
"""Statuses of contracts that keep an agent from claiming another."""


class Life:
    """One incarnation of an agent, from the beginning of its loop to its end.

    `conversation` is its memory; `spent` returns whether the team's tokens are used up.
    """

    def __init__(
        self,
        project: Project,
        agent: str,
        watcher: MemberWatcher,
        budget: Budget,
        conversation: Conversation,
        spent: Callable[[], bool] = lambda: False,
    ) -> None:
        self.project = project
        self.agent = agent
        self.incarnation = project.state.actors[agent].incarnation
        self.ended = threading.Event()
        self._watcher = watcher
        self.atomic_block = watcher.held
        """A block whose records belong together: others do not see a part of them."""
        self.budget = budget
        self.conversation = conversation
        self._spent = spent
        self._reported: tuple[str, str] | None = None
        """The reason of a turn without a result, and the member's affairs after it."""

    def begin(self) -> None:
        """Start waking the member, after ending any turn that a killed process left open."""
        self.leave_turn()
        self._watcher.add(self.agent)

    def leave_turn(self) -> None:
        """End the open turn without finishing it; its messages wake the member again."""
        if not self.is_over and self.agent in self.project.state.turns:
            self.project.interrupt_turn(self.agent, actor=self.agent)

    def end(self) -> None:
        """Let the member end after its current step; it stays in the project."""
        self.ended.set()
        self._watcher.call()

    @property
    def is_over(self) -> bool:
        """Whether the member must stop: it was ended, or has left the project."""
        known = self.project.state.actors.get(self.agent)
        return self.ended.is_set() or known is None or known.incarnation != self.incarnation

    @property
    def may_act(self) -> bool:
        """Whether neither the member nor the project is paused or halted."""
        state = self.project.state
        return state.paused is None and not state.halted and self.agent not in state.suspended

    def next_reason(self) -> str | None:
        """Wait for a reason to take a turn, claim work for it, and return it; None when the member must end."""
        while not self.is_over:
            if self._answer_shutdown() or self._is_over_budget():
                continue
            reason = self._watcher.wait(self.agent, self._is_new, lambda: self.is_over)
            if reason is None:
                return None
            if self._answer_shutdown():
                continue
            claimed = self._claim()
            if claimed:
                return say(self.project.state.locale, "teammate.claimed", id=claimed)
            if self.project.wake_reason(self.agent) is not None:  # otherwise somebody else has claimed the work
                return reason
        return None

    def take_turn(self) -> None:
        """Record that a turn begins."""
        reports.clear_problem(self.project, self.agent)

    def took_turn(self, reason: str, failure: str) -> None:
        """Report a turn without a result: `failure` says why, and is empty if there was one.

        The member is woken for the same reason again when something has changed. `reason`: that of the turn.
        """
        if not failure or self.is_over or self.asked_to_end():
            return
        left = self.project.wake_reason(self.agent) or ""
        self._reported = left, affairs(self.project.state, self.agent)
        reports.report_problem(self.project, self.agent, "teammate.stuck", reason=left or reason, failure=failure)

    def must_end_turn(self, asked_for: int) -> bool:
        """Return whether a turn must end before its model stops. `asked_for`: its requests since then."""
        spent = self.budget.tokens is not None and self._tokens() >= self.budget.tokens
        return self._spent() or self.is_over or spent or asked_for > TO_ANSWER

    def asked_to_end(self) -> bool:
        """Return whether there is an open request to end."""
        return shutdown.open_request(self.project.state, self.agent) is not None

    def die(self, reason: str) -> None:
        """Leave the project because the member cannot continue; its work is released with its last words."""
        if not self.is_over:
            reports.bury(self.project, self.agent, reason, self.conversation.last_words())
        self.ended.set()

    def _is_new(self, reason: str) -> bool:
        """Return whether to wake for this reason; after a turn without a result, only a change makes it new."""
        return self._reported is None or self._reported != (reason, affairs(self.project.state, self.agent))

    def _answer_shutdown(self) -> bool:
        """Answer the request to end if the member need not think about it; return whether it did.

        It need not if it has no work, or if it has read the request in a turn without answering.
        """
        state = self.project.state
        request = shutdown.open_request(state, self.agent)
        if request is None or not self.may_act:
            return False
        if request.incarnation != self.incarnation or request.agent != self.agent:
            self.project.do(shutdown.reply(self.project, self.agent, request, "gone"), actor=self.agent)
            return True
        is_unread = request.message_id in state.unread.get(self.agent, ())
        if is_unread and shutdown.has_work(state, self.agent):
            return False
        all_of_it = [one for one in shutdown.open_requests(state, self.agent) if one.incarnation == self.incarnation]
        agreed = tuple(shutdown.reply(self.project, self.agent, one, "agreed") for one in all_of_it)
        reason = say(state.locale, "shutdown.left", sender=request.sender)
        with suppress(UnknownRecipientError):  # one that asked has left just now, and is not owed a reply any more
            reports.bury(self.project, self.agent, reason, self.conversation.last_words(), agreed=agreed)
        return True

    def _claim(self) -> str | None:
        """Claim work open to the member if it has none; return its id. Other members may be faster."""
        state = self.project.state
        me = state.actors[self.agent]
        mine = [one for one in state.contracts.of(self.agent) if one.status in (*BEGUN, "open")]
        if me.lead or mine or state.unread.get(self.agent) or state.owed_by(self.agent):
            return None
        for one in self.project.ready(self.agent):
            try:
                self.project.claim(one.terms.id, actor=self.agent)
            except ProtocolError:
                continue
            return one.terms.id
        return None

    def _tokens(self) -> int:
        """Return the tokens that the member has used: those of its contexts if the provider reports none."""
        return self.conversation.used.total or self.project.state.used_by(self.agent).tokens

    def _is_over_budget(self) -> bool:
        """Suspend the member if it has used up its budget; return whether it did."""
        state = self.project.state
        used = {"turns": state.used_by(self.agent).turns, "tokens": self._tokens()}
        for name, limit in (("turns", self.budget.turns), ("tokens", self.budget.tokens)):
            if limit is not None and used[name] >= limit and self.agent not in state.suspended:
                reports.report_problem(self.project, self.agent, f"teammate.{name}_spent", count=limit)
                why = say(state.locale, f"teammate.{name}_spent", agent=self.agent, count=limit)
                self.project.do_as_runtime(c.SuspendActor(self.agent, why))
                return True
        return False
