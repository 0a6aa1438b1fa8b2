"""The signals of an unread message from its reader's point of view, and its impact on the reader's work.

Signals are gathered in the order of section 3: the addressee and the urgency; a shared thread, reply, task, artifact or
decision; the dependency graph and recent conversations; keywords shared with the agent's task.
"""

from collections.abc import Mapping
from functools import cache, cached_property

from renkei.budget.context.message_text import main_text, words
from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tiers import Reason, Signals, Tier
from renkei.budget.text.abridge import bounded
from renkei.budget.text.keywords import keywords, shared
from renkei.dispatch.graph.links import Relation, node
from renkei.documents.json_pointer import join
from renkei.engine.conversation.addressing import addressed, is_from_person, owes_reply
from renkei.engine.conversation.sending import LONGEST_TEXT
from renkei.engine.state import State, StoredMessage
from renkei.engine.views.agent_context.recent_conversations import recent_conversations
from renkei.protocol import messages as m
from renkei.protocol.primitives import Frozen, Locale
from renkei.protocol.replies import ANSWERS, subject
from renkei.texts.say import say

WORDS_EXAMINED = 64_000
"""Most characters of a message searched for keywords; of a longer one its beginning and end."""

RELATIONS: tuple[tuple[Relation, str], ...] = (("touches", "impact.touches"), ("depends_on", "impact.depends"))
"""The relations of the dependency graph that tie a contract to something, and the texts for them."""

MAY_BE_URGENT = frozenset(("CONFLICT_REPORT", "DECISION_REQUEST", "REVIEW_RESULT", "TASK_RESULT", "TASK_BLOCKED"))
"""Types of messages that can be critical by meaning."""


class Reader:
    """The agent's side of a comparison with its unread messages; each part is computed once, on demand."""

    def __init__(self, state: State, agent: str, locale: Locale, resumed: frozenset[int] = frozenset()) -> None:
        """Prepare an agent's comparison in a state; `resumed`: the records that ended a wait of the agent."""
        self.state = state
        self.agent = agent
        self.locale = locale
        self.resumed = resumed
        self.rules: frozenset[str] = frozenset(state.delivery.rules)
        self.mine = list(state.contracts.of(agent))

    @cached_property
    def waits_for(self) -> frozenset[str]:
        """The ids that the agent waits for."""
        ends = self.state.links.neighbours(node("agent", self.agent), "out", ("waits_for",))
        return frozenset(end.partition(":")[2] for end in ends)

    @cached_property
    def contracts(self) -> frozenset[str]:
        """The ids of the agent's contracts."""
        return frozenset(entry.terms.id for entry in self.mine)

    @cached_property
    def askers(self) -> tuple[str, ...]:
        """The delegators of those contracts."""
        return tuple(entry.terms.delegator for entry in self.mine)

    @cached_property
    def work(self) -> str:
        """The agent's work in words."""
        task = str(self.state.board.agent(self.agent, "current_task") or "")
        return "\n".join([entry.terms.inputs.description for entry in self.mine] + [task])

    @cached_property
    def recent(self) -> frozenset[str]:
        """The ids of the team's recent messages."""
        return frozenset(one.id for one in self.state.recent_messages)

    @cached_property
    def sent(self) -> frozenset[str]:
        """The ids of the recent messages from the agent."""
        return frozenset(one.id for one in self.state.recent_messages if one.sender == self.agent)

    @cached_property
    def threads(self) -> frozenset[str]:
        """The threads of recent messages from the agent or naming it."""
        agent = self.agent
        found = (one.thread for one in self.state.recent_messages if agent == one.sender or agent in one.named)
        return frozenset(found) - {""}

    def signals(self, kept: StoredMessage) -> Signals:
        """Return the signals of a message that the project's rules need.

        Once a rule is certain to decide, the rest is not computed.
        """
        rules, message = self.rules, kept.message
        reached = addressed(self.state, message, self.agent)
        named = reached == "name"
        urgent = self.urgent(kept)
        decided = urgent in rules or (named and "to_me" in rules)
        link = "" if decided or "in_common" not in rules else ", ".join(self._in_common(message))
        decided = decided or bool(link)
        weighed = None if decided or "recent_conversations" not in rules else self._weighed(message)
        decided = decided or weighed is not None or "keywords" not in rules
        return Signals(
            addressed=reached,
            owes=owes_reply(self.state, message, self.agent),
            from_person=is_from_person(self.state, message),
            blocking=m.urgency(message) == "blocking",
            actionable=m.payload_field(message, "actionable") or False,
            urgent=urgent,
            link=link,
            weighed=weighed,
            keywords=() if decided else shared(keywords(self.work), bounded(words(message), WORDS_EXAMINED)),
        )

    def urgent(self, kept: StoredMessage) -> str:
        """Return the rule that makes a message critical by meaning, or ""."""
        named = self.agent in kept.message.receivers
        return self._urgent(kept.message, named) or self._waited_for(kept, named)

    def known(self, message: m.AnyMessage) -> str:
        """Return the id of the contract that a message carries, if it is one of the agent's; "" otherwise."""
        found = _carried(message)
        return found if found in self.contracts else ""

    def impact(self, message: m.AnyMessage) -> str:
        """Return the impact of a message on the agent's work, and the agents waiting for that work; "" if none."""
        found = [self.ties[ref] for ref in about(message) if ref in self.ties]
        if not found:
            return ""
        if self.waiting:
            agents = ", ".join(self.waiting)
            found.append(say(self.locale, "impact.waiting", agents=agents, count=len(self.waiting)))
        return "; ".join(found)

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """Agents that wait for this agent or for one of its contracts."""
        ends = [node("agent", self.agent), *(node("contract", entry.terms.id) for entry in self.mine)]
        links = self.state.links
        found = [start for end in ends for start in links.neighbours(end, "in", ("waits_for",))]
        return tuple(dict.fromkeys(one.partition(":")[2] for one in found if one.startswith("agent:")))

    @cached_property
    def ids(self) -> tuple[frozenset[str], ...]:
        """The ids of messages, or in messages, that tie them to the agent's work, each set for another reason."""
        owed = frozenset(self.state.obligations.get(self.agent, ()))
        return frozenset(self.ties), self.sent, self.threads, self.waits_for, self.contracts, owed

    @cached_property
    def noticed(self) -> frozenset[str]:
        """Recent messages that may be relevant to the agent by the team's conversations.

        Those of all agents without work that neither spoke nor were named are the same.
        """
        recent = recent_conversations(self.state.recent_messages)
        return self.recent if self.work or recent.tracker.knows(self.agent) else recent.of_interest

    @cached_property
    def perspective(self) -> Perspective:
        """The recent conversations from the agent's point of view; built only when a message needs it."""
        tracker = recent_conversations(self.state.recent_messages).tracker
        return Perspective(tracker, self.agent, self.work, self.askers)

    def _weighed(self, message: m.AnyMessage) -> tuple[Tier, Reason] | None:
        """Return tier and reason from recent conversations; None for an older message."""
        if message.id not in self.recent:
            return None
        found = self.perspective.weigh(message.id, further=bounded(_further_words(message), WORDS_EXAMINED))
        return found.tier, found.reason

    @cached_property
    def ties(self) -> Mapping[str, str]:
        """The ids that the agent's work is tied to, each with the tie in words."""
        agent, state, locale = self.agent, self.state, self.locale
        found = {agent: agent}
        for ref in state.board.ids("agents", agent, "artifacts"):
            found[ref] = say(locale, "impact.mine", ref=ref)
        held_up = node("agent", agent)
        for blocker in state.board.ids("blockers"):
            path = join("blockers", blocker)
            if agent in state.board.get(f"{path}/affected_agents", ()) and not state.board.get(f"{path}/resolved"):
                found[blocker] = say(locale, "impact.blocks", ref=blocker)
        for end in state.links.neighbours(held_up, "out", ("waits_for",)):
            ref = end.partition(":")[2]
            found[ref] = say(locale, "impact.blocks", ref=ref)
        asked = state.links.neighbours(node("agent", agent), "in", ("asked_by",))
        found |= {ref: say(locale, "impact.mine", ref=ref) for ref in (one.partition(":")[2] for one in asked)}
        for entry in self.mine:
            name = entry.terms.id
            found |= {ref: say(locale, "impact.reads", ref=ref, id=name) for ref in entry.terms.inputs.artifacts}
            for relation, key in RELATIONS:
                ends = state.links.neighbours(node("contract", name), "out", (relation,))
                found |= {ref: say(locale, key, ref=ref, id=name) for ref in (end.partition(":")[2] for end in ends)}
            found[name] = say(locale, "impact.contract", id=name, status=entry.status)
        return found

    def _in_common(self, message: m.AnyMessage) -> list[str]:
        found = [one for one in about(message) if one in self.ties]
        if message.in_reply_to in self.sent:
            found.append(say(self.locale, "link.reply", id=message.in_reply_to))
        if message.thread in self.threads:
            found.append(say(self.locale, "link.thread", id=message.thread))
        return found

    def _urgent(self, message: m.AnyMessage, named: bool) -> str:
        """Return the rule that makes a message critical by meaning, or ""."""
        if message.type not in MAY_BE_URGENT:
            return ""
        state, agent = self.state, self.agent
        decides = isinstance(message, m.DecisionRequestMessage) or _is_critical_conflict(message)
        if decides and owes_reply(state, message, agent):
            return "decision_to_make"
        if isinstance(message, m.ReviewResultMessage) and named:
            ref = message.payload.artifact_ref
            entry = state.contracts.find(ref)
            if ref in state.board.ids("agents", agent, "artifacts") or (entry is not None and entry.assignee == agent):
                return "review_of_my_work"
        if isinstance(message, m.TaskResultMessage | m.TaskBlockedMessage) and named:
            entry = state.contracts.find(message.payload.original_task_ref)
            if entry is not None and entry.terms.delegator == agent:
                return "answer_to_my_task"
        return ""

    def _waited_for(self, kept: StoredMessage, named: bool) -> str:
        """Return the rule for a message about the agent's blocker, or from a record that ended its wait, or ""."""
        message = kept.message
        if message.id in self.waits_for:
            return "waited_for"
        if not named or message.type not in ANSWERS:
            return ""
        ended = kept.seq in self.resumed or not self.waits_for.isdisjoint(about(message))
        return "waited_for" if ended else ""


def _further_words(message: m.AnyMessage) -> str:
    """Return the words of a message that the team's recent messages do not hold."""
    main = main_text(message)
    return words(message) if len(main) > LONGEST_TEXT else words(message)[len(main) :]


def _is_critical_conflict(message: m.AnyMessage) -> bool:
    return isinstance(message, m.ConflictReportMessage) and message.payload.severity == "critical"


def about(message: m.AnyMessage) -> list[str]:
    """Return the ids that a message is about, each once."""
    found = [message.task_ref, subject(message), *(ref.id for ref in message.related_state_refs)]
    for name in _lists_of_ids(type(message.payload)):
        found += m.payload_field(message, name) or ()
    return [one for one in dict.fromkeys(found) if one is not None]


@cache
def _lists_of_ids(payload: type[Frozen]) -> tuple[str, ...]:
    names = ("conflicting_artifacts", "output_artifacts", "input_artifacts")
    return tuple(name for name in names if name in payload.model_fields)


def references(message: m.AnyMessage) -> tuple[str, ...]:
    """Return every id in a message that can tie it to an agent's work."""
    found = (*about(message), message.in_reply_to, message.thread, _carried(message))
    return tuple(one for one in dict.fromkeys(found) if one)


def _carried(message: m.AnyMessage) -> str:
    """Return the id of the contract that a message carries, or ""."""
    terms = message.extensions.get("task_contract")
    return str(terms.get("id") or message.task_ref) if isinstance(terms, dict) else ""
