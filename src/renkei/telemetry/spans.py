"""Makes spans from records, read in order from the first.

- A **turn** is a span `invoke_agent AGENT`. If its agent works on a contract when it begins, it is a child of the
  contract's span.
- A **contract** is a span `contract ID` from its opening until it is closed; its steps are events. A subcontract is a
  child of its parent. Any other contract begins a trace, unless the message that opened it names the caller's span:
  then it is a child of that.
- A **message** is an event of the turn in which it was sent. Outside of turns, where people write, it is a short span.
- A **hand-over** is a link, from the turn that was given a message to the span in which it was sent.
- A **command that proves a criterion** is a span `execute_tool`, a child of the contract's span.

A trace is fixed when a span begins, so that others can link to it before it ends. Only ended spans are returned, and
only what is open is kept: open turns and contracts, and a reference for each message that is unread or not answered.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from renkei.contracts.events import ContractOpened, ContractTransitioned, EvidenceRecorded, Proof
from renkei.contracts.lifecycle import CLOSED
from renkei.engine.events import AnyEvent, MessageSent, NewsGiven, RuleFired, TurnBegan, TurnEnded
from renkei.engine.record import Record
from renkei.engine.state import SYSTEM, State
from renkei.engine.views.past.turns_and_waits import Bar, TurnsAndWaits
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import later
from renkei.telemetry import conventions as names
from renkei.telemetry.open_span import MOST, OpenSpan
from renkei.telemetry.span import Attributes, Span, SpanRef, Value, caller_of, derived

PRUNED_AT = 1000
"""References of messages after which unneeded ones are dropped."""


@frozen
class _Sent:
    """A message that may still be delivered: the span in which it was sent, the caller's span, and its contents."""

    ref: SpanRef
    caller: SpanRef | None
    sender: str
    text: str


class Spans:
    """The spans in progress, after the records added so far."""

    def __init__(self, content: bool = False) -> None:
        """`content`: add texts of messages, contracts and reasons."""
        self._content = content
        self._turns = TurnsAndWaits(State())
        self._project = ""
        self._origin = ""
        """The id of the first record, which tells projects apart."""
        self._open: dict[str, OpenSpan] = {}
        """The open turns, by agent."""
        self._contracts: dict[str, OpenSpan] = {}
        self._sent: dict[str, _Sent] = {}
        self._texts: dict[str, tuple[list[Attributes], list[Attributes]]] = {}
        """With contents, by agent: the messages that its turn was given, and its own."""

    @property
    def seq(self) -> int:
        """The last record that was added."""
        return self._turns.state.seq

    @property
    def kept(self) -> int:
        """How many references of messages are kept."""
        return len(self._sent)

    def add(self, record: Record) -> Iterator[Span]:
        """Add the next record, and yield the spans that ended with it."""
        ended = {bar.turn: bar for bar in self._turns.add(record).bars}
        self._origin = self._origin or record.id
        self._project = self._turns.state.name
        turns: list[TurnEnded] = []
        for event in record.events:
            if isinstance(event, TurnEnded):
                turns.append(event)  # what else is in the record happened in the turn
            else:
                yield from self._event(record, event, ended)
        for event in turns:
            yield from self._turn_ended(record, event, ended[event.turn])
        if len(self._sent) > PRUNED_AT + 2 * len(self._turns.state.messages):
            self._sent = {name: one for name, one in self._sent.items() if name in self._turns.state.messages}

    def _event(self, record: Record, event: AnyEvent, ended: Mapping[str, Bar]) -> Iterator[Span]:
        match event:
            case TurnBegan():
                self._turn_began(record, event, ended.get(event.turn) or self._turns.bars[event.turn])
            case NewsGiven() if event.agent in self._open:
                self._open[event.agent].note("news", record.at, {names.SEQ: record.seq})
                self._give(record, event)
            case MessageSent() if not event.is_past:
                yield from self._message_sent(record, event)
            case ContractOpened():
                self._contract_opened(record, event)
            case ContractTransitioned() if event.contract_id in self._contracts:
                yield from self._transitioned(record, event)
            case RuleFired() if record.actor in self._open:
                self._open[record.actor].note("rule", record.at, {names.RULE: event.event, names.SEQ: record.seq})
            case _:
                yield from self._about_contract(record, event)

    # Turns

    def _turn_began(self, record: Record, event: TurnBegan, bar: Bar) -> None:
        given = [self._sent[one.id] for one in event.given if one.id in self._sent]
        parent = self._contract(bar.contract or self._assigned(event.agent))
        above = next((one.caller for one in given if one.caller), None) if parent is None else parent.ref
        actor = self._turns.state.actors.get(event.agent)
        attributes: dict[str, Value] = {
            names.OPERATION: names.INVOKE_AGENT,
            names.AGENT_ID: event.agent,
            names.AGENT_NAME: event.agent,
            names.CONVERSATION: self._project,
            names.PROJECT: self._project,
            names.TURN: event.turn,
            names.SEQ: record.seq,
            names.CONTEXT_BUDGET: event.budget,
            names.CONTEXT_GIVEN: sum(one.form != "omitted" for one in event.given),
            names.CONTEXT_OMITTED: sum(one.count for one in event.omitted),
        }
        if actor is not None and actor.role:
            attributes[names.AGENT_DESCRIPTION] = actor.role
        ref = derived(above, self._origin, "turn", event.turn)
        self._open[event.agent] = OpenSpan(f"{names.INVOKE_AGENT} {event.agent}", ref, above, record.at, attributes)
        self._texts[event.agent] = ([], [])
        self._give(record, event)

    def _assigned(self, agent: str) -> str:
        """Return the oldest open contract of an agent; "" if it has none."""
        return next((one.terms.id for one in self._turns.state.contracts.of(agent)), "")

    def _give(self, record: Record, event: TurnBegan | NewsGiven) -> None:
        """Link a turn to the spans in which the messages that it is given were sent."""
        turn, texts = self._open[event.agent], self._texts[event.agent][0]
        for shown in event.given:
            sent = self._sent.get(shown.id)
            if sent is None or shown.form == "omitted":
                continue
            for ref in (sent.ref, sent.caller):
                turn.link(ref, {names.MESSAGE: shown.id, names.TIER: shown.tier, names.SEQ: record.seq})
            if self._content and len(texts) < MOST:
                texts.append(_message("user", sent.text, sent.sender))

    def _turn_ended(self, record: Record, event: TurnEnded, bar: Bar) -> Iterator[Span]:
        turn = self._open.pop(event.agent, None)
        given, sent = self._texts.pop(event.agent, ([], []))
        if turn is None:
            return
        more: dict[str, Value] = {
            names.INPUT_TOKENS: bar.read,
            names.FURTHER_TOKENS: bar.further,
            names.FINISHED: bar.finished,
        }
        if bar.contract:
            more[names.CONTRACT] = bar.contract
            turn.link(self._ref(bar.contract), {names.CONTRACT: bar.contract})
        if event.by is not None:
            more |= {names.INTERRUPTED_BY: event.by, names.ERROR_TYPE: "interrupted"}
        if self._content:
            more |= {names.INPUT_MESSAGES: json.dumps(given, ensure_ascii=False)}
            more |= {names.OUTPUT_MESSAGES: json.dumps(sent, ensure_ascii=False)}
            more |= {names.TEXT: event.reason} if event.reason else {}
        yield turn.ended(record.at, record.seq, more, "" if event.by is None else f"interrupted by {event.by}")

    # Messages

    def _message_sent(self, record: Record, event: MessageSent) -> Iterator[Span]:
        message = event.message
        caller = caller_of(message.extensions)
        turn = self._open.get(message.from_ if message.from_ != SYSTEM else record.actor)
        name, attributes = f"message {message.type}", self._message_attributes(record, event)
        if turn is not None:
            turn.note(name, record.at, attributes)
            if self._content and message.from_ != SYSTEM:
                texts = self._texts[message.from_][1]
                texts += [_message("assistant", event.text)] if len(texts) < MOST else []
            ref = turn.ref
        else:
            contract = self._contract(event.about)
            parent = caller or (contract.ref if contract else None)
            ref = derived(parent, self._origin, "message", message.id)
            span = OpenSpan(name, ref, parent, record.at, {names.PROJECT: self._project, **attributes})
            yield span.ended(record.at, record.seq, {}, kind="producer")
        self._sent[message.id] = _Sent(ref, caller, message.from_, event.text if self._content else "")

    def _message_attributes(self, record: Record, event: MessageSent) -> dict[str, Value]:
        message = event.message
        found: dict[str, Value] = {
            names.MESSAGE: message.id,
            names.MESSAGE_TYPE: message.type,
            names.SENDER: message.from_,
            names.RECIPIENTS: event.reached[:MOST],
            names.PRIORITY: message.priority,
            names.SEQ: record.seq,
        }
        return found | self._text(event.text)

    # Contracts

    def _contract_opened(self, record: Record, event: ContractOpened) -> None:
        terms = event.contract
        sent = self._sent.get(event.message_id or "")
        above = self._ref(terms.parent or "") or (sent.caller if sent is not None else None)
        attributes: dict[str, Value] = {
            names.OPERATION: names.INVOKE_WORKFLOW,
            names.WORKFLOW: terms.id,
            names.CONVERSATION: self._project,
            names.PROJECT: self._project,
            names.CONTRACT: terms.id,
            names.DELEGATOR: terms.delegator,
            names.SEQ: record.seq,
        }
        if self._content:
            attributes[names.DESCRIPTION] = terms.inputs.description
        ref = derived(above, self._origin, "contract", terms.id)
        span = OpenSpan(f"contract {terms.id}", ref, above, record.at, attributes)
        opener = self._open.get(record.actor)
        from_ = opener.ref if opener is not None else (sent.ref if sent is not None else None)
        span.link(from_, {names.SEQ: record.seq})
        self._contracts[terms.id] = span

    def _transitioned(self, record: Record, event: ContractTransitioned) -> Iterator[Span]:
        span = self._contracts[event.contract_id]
        self._act_on(record, span, event.contract_id)
        more: dict[str, Value] = {names.CONTRACT_STATUS: event.after, names.BY: event.by, names.SEQ: record.seq}
        span.note(event.transition, record.at, more | self._text(event.reason))
        if event.assignee is not None:
            span.attributes[names.ASSIGNEE] = event.assignee
        if event.after in CLOSED:
            del self._contracts[event.contract_id]
            gone = event.before if event.before in ("failed", "refused") else ""
            yield span.ended(record.at, record.seq, {names.CONTRACT_STATUS: event.after}, gone)

    def _about_contract(self, record: Record, event: AnyEvent) -> Iterator[Span]:
        """Note any other event of a contract, and yield a span for each command that was run to prove a criterion."""
        values = vars(event)  # asking a model for an attribute that it lacks takes longer than all else here
        name = values.get("contract_id") or ""
        if (span := self._contract(name)) is None:
            return
        self._act_on(record, span, name)
        span.note(event.kind, record.at, {names.SEQ: record.seq, names.BY: values.get("by", record.actor)})
        if isinstance(event, EvidenceRecorded):
            for number, proof in enumerate(event.proofs):
                if proof.method == "command":
                    yield self._proof(record, name, span, number, proof)

    def _proof(self, record: Record, contract: str, above: OpenSpan, number: int, proof: Proof) -> Span:
        ref = derived(above.ref, self._origin, "proof", record.id, contract, str(number))
        attributes: dict[str, Value] = {
            names.OPERATION: names.EXECUTE_TOOL,
            names.TOOL: "command",
            names.PROJECT: self._project,
            names.CONTRACT: contract,
            names.CRITERION: proof.criterion,
            names.SEQ: record.seq,
            **self._text(proof.detail),
        }
        start = later(record.at, -round(proof.seconds * 1_000_000))
        span = OpenSpan(f"{names.EXECUTE_TOOL} command", ref, above.ref, start, attributes)
        return span.ended(record.at, record.seq, {}, "" if proof.met else f"exit status {proof.exit_status}")

    def _act_on(self, record: Record, contract: OpenSpan, name: str) -> None:
        """Link the open turn of a record's actor to the contract that it changes."""
        if (turn := self._open.get(record.actor)) is not None:
            turn.link(contract.ref, {names.CONTRACT: name, names.SEQ: record.seq})

    def _contract(self, name: str) -> OpenSpan | None:
        return self._contracts.get(name)

    def _ref(self, contract: str) -> SpanRef | None:
        found = self._contracts.get(contract)
        return None if found is None else found.ref

    def _text(self, text: str) -> dict[str, Value]:
        return {names.TEXT: text} if self._content and text else {}


def _message(role: str, text: str, name: str = "") -> dict[str, Any]:
    """Return a message as the conventions write it."""
    return {"role": role, **({"name": name} if name else {}), "parts": [{"type": "text", "content": text}]}
