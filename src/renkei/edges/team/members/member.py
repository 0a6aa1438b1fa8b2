"""A member of a team on a language model: its loop (section 6).

It waits until the wake table has a reason, reads new messages as the context of a turn, and lets the model call tools
until it makes no more calls. Between two requests it receives new critical messages. While idle, it costs nothing.
"""

import json
from collections.abc import Callable, Sequence
from typing import TypeVar

from renkei.agent_tools.tool import Tool
from renkei.budget.tokens.estimate import estimate
from renkei.edges.team.errors import ConversationTooLongError, ModelUnavailableError
from renkei.edges.team.members.compaction import begin_again, summarize
from renkei.edges.team.members.conversation import NOTHING
from renkei.edges.team.members.life import Life
from renkei.edges.team.members.repetition import Repetition, give_up
from renkei.edges.team.members.worker import Worker
from renkei.edges.team.models.model import Model, ModelAnswer, ModelRequest, ToolSpec, ignore_text
from renkei.edges.team.team_file import MemberFile
from renkei.project.turns import reports
from renkei.project.turns.pauses import Pauses
from renkei.project.turns.session import TOLD
from renkei.protocol.primitives import Locale
from renkei.texts.say import say


def system_prompt(team: str, member: MemberFile, locale: Locale, *, lead: bool) -> str:
    """Return a member's system prompt: its identity, how it works in the team, and its instructions."""
    role = member.role or ("lead" if lead else "teammate")
    parts = [
        say(locale, "teammate.identity", agent=member.id, role=role, team=team),
        say(locale, "teammate.lead" if lead else "teammate.member"),
        say(locale, "teammate.rules"),
        member.instructions.strip(),
    ]
    return "\n\n".join(one for one in parts if one)


T = TypeVar("T")


class ModelMember(Worker):
    """An agent driven by a language model."""

    def __init__(
        self,
        life: Life,
        model: Model,
        system: str,
        tools: Sequence[Tool],
        on_text: Callable[[str], None] = ignore_text,
        pauses: Pauses | None = None,
    ) -> None:
        super().__init__(life, tools, pauses)
        self.model = model
        self._system = system
        self._specs = tuple(ToolSpec(one.name, one.description, one.schema) for one in self._tools.values())
        self._budget = life.budget
        self._on_text = on_text
        self._learned = False
        overhead = system + "".join(f"{one.description}{json.dumps(one.schema)}" for one in self._specs)
        self._overhead = estimate(overhead)

    def take_turn(self, reason: str) -> str:
        """Give the model the new messages, and run its calls until it makes no more.

        Return why the turn had no result: the model refused to answer; else "".
        """
        with self.life.atomic_block():
            text = self._session.next_turn(self._budget.context, fresh=not self.conversation.messages)
        self.conversation.add(
            "user", [{"type": "text", "text": f"{self._say('teammate.woken', reason=reason)}\n\n{text}"}]
        )
        self._learned, asked_for, repetition = False, 0, Repetition()
        for _ in range(self._budget.rounds):
            answer = self._ask()
            if answer is None:
                return ""
            if answer.stop == "refusal":
                self.conversation.replace([])  # starts over, without the messages that the model rejected
                self._session.rest()
                return self._say("teammate.model_refused")
            if not self._take(answer, repetition):
                break
            asked_for += self.life.asked_to_end()
            is_finished = not answer.calls and answer.stop != "max_tokens"
            if is_finished or self.life.must_end_turn(asked_for):
                break
        else:
            give_up(self._project, self.agent, self._say("teammate.rounds", count=self._budget.rounds))
        if not self.life.is_over:
            self._session.rest()
        return ""

    def _ask(self) -> ModelAnswer | None:
        """Return the model's answer, asking repeatedly; None when the member ends first."""
        if self.conversation.size + self._overhead > self._budget.conversation and len(self.conversation.messages) > 2:
            self._compact()
        try:
            return self._insist(
                lambda: self.model.answer(
                    ModelRequest(self._system, self.conversation.messages, self._specs), self._on_text
                )
            )
        except ConversationTooLongError:
            if len(self.conversation.messages) < 2:
                raise
            self._compact()
            return self._ask()

    def _insist(self, ask: Callable[[], T]) -> T | None:
        """Return the result of a request to the model, repeating it as necessary; None when the member ends first."""
        while not self.ended:
            try:
                found = ask()
            except ModelUnavailableError as error:
                self._failures += 1
                if self._failures == self._pauses.told:
                    reports.report_problem(self._project, self.agent, "teammate.unavailable", reason=error.message)
                self._session.renew()
                self._pause(error.retry_after)
            else:
                if self._failures >= self._pauses.told:
                    reports.clear_problem(self._project, self.agent)
                self._failures = 0
                return found
        return None

    def _compact(self) -> None:
        """Let the model summarize its conversation, and start it over."""
        locale = self._project.state.locale
        found = self._insist(lambda: summarize(self.model, self._system, self._specs, self.conversation, locale))
        if found is not None:
            begin_again(self._session, self.conversation, *found, self._budget.context)

    def _take(self, answer: ModelAnswer, repetition: Repetition) -> bool:
        """Store an answer, run its calls, and store their results with messages that arrived meanwhile.

        Return False, without running them, if the model repeats the same calls endlessly.
        """
        self._learn(answer)
        self.conversation.add("assistant", answer.content or ({"type": "text", "text": NOTHING},), answer.usage)
        verdict = repetition.look(answer.calls) if answer.calls else ""
        if verdict == "end":
            names = ", ".join(one.name for one in answer.calls)
            reason = self._say("teammate.repeated", count=repetition.count, name=names)
            self.conversation.close_calls(reason)
            give_up(self._project, self.agent, reason)
            return False
        said = [self._say("teammate.repeats", count=repetition.count)] if verdict == "warn" else []
        if answer.calls:
            results = [self._call(one) for one in answer.calls]
            with self.life.atomic_block():
                news = None if self.life.is_over else self._session.news(tiers=TOLD)
            said += [news] if news else []
            self.conversation.add("user", [*results, *({"type": "text", "text": one} for one in said)])
        elif answer.stop == "max_tokens":
            self.conversation.add("user", [{"type": "text", "text": self._say("teammate.cut_off")}])
        return True

    def _learn(self, answer: ModelAnswer) -> None:
        """Calibrate the estimate of a request with the provider's report."""
        usage = answer.usage
        reported = usage.input + usage.cache_read + usage.cache_written
        if reported and not self._learned:
            self._learned = True
            self._project.report_usage(self.model.name, self._overhead + self.conversation.size, reported)
