"""The unread messages of an agent, each with its evidence and with what of the agent's work it touches.

The order of evidence is that of the reading of section 3: who it is to and how urgent; thread, reply, task, artifact or
decision in common; the dependency graph and recent correspondents; words in common with the agent's task.
"""

from collections.abc import Mapping
from functools import cached_property

from renkei.budget.context.message_text import main_text
from renkei.budget.context.texts import say
from renkei.budget.context.view import Summarize, UnreadMessage, no_summary
from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tiers import Evidence, Reason, Tier
from renkei.budget.relevance.tracker import ConversationTracker
from renkei.budget.text.keywords import shared, terms
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import Relation, node
from renkei.engine.conversation.rows import RECENT_MESSAGES
from renkei.engine.state import State
from renkei.protocol import messages as m
from renkei.protocol.primitives import Locale
from renkei.protocol.replies import subject

RELATIONS: tuple[tuple[Relation, str], ...] = (("touches", "impact_touches"), ("depends_on", "impact_depends"))
"""What a contract is tied to in the dependency graph, and how that is said."""


def letters(state: State, agent: str, locale: Locale, summarize: Summarize = no_summary) -> tuple[UnreadMessage, ...]:
    """Give an agent's unread messages in the order of the log, with what is known about each."""
    unread = state.unread_of(agent)
    if not unread:
        return ()
    reader = _Reader(state, agent, list(state.contracts.of(agent)), locale)
    return tuple(
        UnreadMessage(kept.message, reader.evidence(kept.message), reader.impact, summarize) for kept in unread
    )


class _Reader:
    """What an agent's unread messages are held against; made once for all of them."""

    def __init__(self, state: State, agent: str, mine: list[Contract], locale: Locale) -> None:
        self.state = state
        self.agent = agent
        self.mine = mine
        self.locale = locale
        self.ties = self._ties()
        task = str(state.board.agent(agent, "current_task") or "")
        self.work = "\n".join([entry.terms.inputs.description for entry in mine] + [task])
        self.terms = terms(self.work)
        self.recent_messages = frozenset(one.id for one in state.recent_messages)
        self.sent = frozenset(one.id for one in state.recent_messages if one.sender == agent)
        with_me = (one.thread for one in state.recent_messages if agent == one.sender or agent in one.named)
        self.threads = frozenset(with_me) - {""}

    def evidence(self, message: m.AnyMessage) -> Evidence:
        """Gather what is known about a message; what is certain makes the rest needless."""
        named = self.agent in message.receivers
        urgent = self._urgent(message, named)
        link = "" if named or urgent else ", ".join(self._in_common(message))
        weighed = None if named or urgent or link else self._weighed(message)
        return Evidence(
            addressed="name" if named else "group",
            blocking=message.priority == "blocking",
            urgent=urgent,
            link=link,
            weighed=weighed,
            terms=() if named or link or weighed or not self.terms else shared(self.terms, main_text(message)),
        )

    def impact(self, message: m.AnyMessage) -> str:
        """Say what of the agent's work a message touches, and who waits for that."""
        found = [self.ties[ref] for ref in _about(message) if ref in self.ties]
        if not found:
            return ""
        waiting = self.waiting
        return "; ".join(
            (*found, *([say(self.locale, "impact_waiting", agents=", ".join(waiting))] if waiting else ()))
        )

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """Who waits for the agent, or for one of its contracts."""
        ends = [node("agent", self.agent), *(node("contract", entry.terms.id) for entry in self.mine)]
        links = self.state.links
        found = [start for end in ends for start in links.neighbours(end, "in", ("waits_for",))]
        return tuple(dict.fromkeys(one.partition(":")[2] for one in found if one.startswith("agent:")))

    @cached_property
    def perspective(self) -> Perspective:
        """The agent's view of who has lately been talking with whom; messages that name it need none."""
        heard = ConversationTracker(RECENT_MESSAGES)
        for one in self.state.recent_messages:
            heard.observe(one.id, one.sender, one.named, one.text, one.thread)
        return Perspective(heard, self.agent, self.work, [entry.terms.delegator for entry in self.mine])

    def _weighed(self, message: m.AnyMessage) -> tuple[Tier, Reason] | None:
        """Weigh a message by who talks with whom; None for one that is older than what is remembered."""
        if message.id not in self.recent_messages:
            return None
        found = self.perspective.weigh(message.id)
        return found.tier, found.reason

    def _ties(self) -> Mapping[str, str]:
        """Give the ids that the agent's work is tied to, each with how."""
        agent, state, locale = self.agent, self.state, self.locale
        found = {agent: agent}
        for ref in state.board.ids("agents", agent, "artifacts"):
            found[ref] = say(locale, "impact_mine", ref=ref)
        asked = state.links.neighbours(node("agent", agent), "in", ("asked_by",))
        found |= {ref: say(locale, "impact_mine", ref=ref) for ref in (one.partition(":")[2] for one in asked)}
        for entry in self.mine:
            name = entry.terms.id
            found |= {ref: say(locale, "impact_reads", ref=ref, id=name) for ref in entry.terms.inputs.artifacts}
            for relation, key in RELATIONS:
                ends = state.links.neighbours(node("contract", name), "out", (relation,))
                found |= {ref: say(locale, key, ref=ref, id=name) for ref in (end.partition(":")[2] for end in ends)}
            found[name] = say(locale, "impact_contract", id=name, status=entry.status)
        return found

    def _in_common(self, message: m.AnyMessage) -> list[str]:
        found = [one for one in _about(message) if one in self.ties]
        if message.in_reply_to in self.sent:
            found.append(f"reply to {message.in_reply_to}")
        if message.thread in self.threads:
            found.append(f"thread {message.thread}")
        return found

    def _urgent(self, message: m.AnyMessage, named: bool) -> str:
        """Tell why a message is critical by its meaning; empty when it is not."""
        state, agent = self.state, self.agent
        if isinstance(message, m.DecisionRequestMessage) and message.id in state.obligations.get(agent, {}):
            return "a decision for me to make"
        if isinstance(message, m.ReviewResultMessage) and named:
            ref = message.payload.artifact_ref
            entry = state.contracts.find(ref)
            if ref in state.board.ids("agents", agent, "artifacts") or (entry is not None and entry.assignee == agent):
                return "a review of my work"
        if isinstance(message, m.TaskResultMessage | m.TaskBlockedMessage) and named:
            entry = state.contracts.find(message.payload.original_task_ref)
            if entry is not None and entry.terms.delegator == agent:
                return "an answer to a task that I delegated"
        return ""


def _about(message: m.AnyMessage) -> list[str]:
    """Give the ids that a message is about, each once."""
    about = [message.task_ref, subject(message), *(ref.id for ref in message.related_state_refs)]
    for name in ("conflicting_artifacts", "output_artifacts", "input_artifacts"):
        about += getattr(message.payload, name, ())
    return [one for one in dict.fromkeys(about) if one is not None]
