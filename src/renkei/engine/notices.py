"""Messages that the machine itself sends: what rules want said, asking for acceptance, circles of waiting."""

from typing import Any

from renkei.contracts.state import Entry
from renkei.dispatch.match import Happening, Notify
from renkei.engine.state import SYSTEM, State
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, make_message

SAYS: dict[str, dict[str, str]] = {
    "en": {
        "accept": "{assignee} says that {id} is done. Accept it with a REVIEW_RESULT on {id}, or ask for changes.",
        "unproved": "Not proved: {criteria}",
        "claimed": "{criterion} – {verdict}: {evidence}",
        "no_claim": "{criterion} – nothing is said of it",
        "met": "said to be met",
        "unmet": "NOT met",
        "circle": "These wait for each other in a circle: {nodes}. Nobody on it can go on by itself.",
        "break": "Somebody on the circle has to go on without what it waits for, or a human or lead has to decide.",
    },
    "ja": {
        "accept": "{assignee} が {id} の完了を報告しました。{id} への REVIEW_RESULT で承認か修正依頼を返してください。",
        "unproved": "未確認: {criteria}",
        "claimed": "{criterion} – {verdict}: {evidence}",
        "no_claim": "{criterion} – 報告なし",
        "met": "満たしたとの報告",
        "unmet": "未達",
        "circle": "循環待ちになっています: {nodes}。このままでは誰も進めません。",
        "break": "誰かが待たずに進むか、人かリードの判断を仰いでください。",
    },
}
"""The machine's own sentences, by language."""


def system_message(state: State, **values: Any) -> AnyMessage:
    """Build a message of the machine's own; its id follows from how many messages there were."""
    header = {"id": f"{SYSTEM}-{state.sent + 1}", "from": SYSTEM, "timestamp": state.at}
    return make_message(header | values)


def ask_for_acceptance(state: State, entry: Entry) -> AnyMessage:
    """Ask the delegator of submitted work whether its criteria hold, with what was claimed of each."""
    says, terms = SAYS[state.locale], entry.terms
    claims = {claim.criterion: claim for claim in entry.claims}
    focus = []
    for index, criterion in enumerate(terms.acceptance_criteria):
        claim = claims.get(criterion.criterion)
        if index not in entry.unproved:
            continue
        text = says["claimed"] if claim else says["no_claim"]
        verdict = says["met" if claim and claim.met else "unmet"]
        evidence = (claim.evidence if claim else "") or "–"
        focus.append(text.format(criterion=criterion.criterion, verdict=verdict, evidence=evidence))
    return system_message(
        state,
        type="REVIEW_REQUEST",
        to=terms.delegator,
        priority="blocking",
        task_ref=terms.id,
        context_summary=says["accept"].format(assignee=entry.assignee, id=terms.id),
        payload={"artifact_ref": terms.id, "review_focus": focus, "blocking": False},
    )


def report_circle(state: State, circle: tuple[str, ...]) -> AnyMessage:
    """Tell those who wait for each other, and every human, that they do."""
    says = SAYS[state.locale]
    nodes = " → ".join((*circle, circle[0]))
    agents = [one.partition(":")[2] for one in circle if one.startswith("agent:")]
    humans = [one.id for one in state.everybody() if one.human]
    return system_message(
        state,
        type="CONFLICT_REPORT",
        to=list(dict.fromkeys((*agents, *humans))),
        priority="blocking",
        context_summary=says["circle"].format(nodes=nodes),
        related_state_refs=[{"type": "agent", "id": agent} for agent in agents],
        expected_response_type=(),
        payload={
            "conflict_description": says["circle"].format(nodes=nodes),
            "suggested_resolution": says["break"],
            "severity": "critical",
        },
    )


def rule_message(state: State, wish: Notify, rule: str, happening: Happening) -> AnyMessage:
    """Build the message that a rule wants sent to one agent."""
    payloads: dict[str, dict[str, Any]] = {
        "STATUS_UPDATE": {"new_status": "completed", "progress_summary": wish.content},
        "KNOWLEDGE_SHARE": {
            "topic": rule,
            "content": wish.content,
            "relevance_to_recipients": str(happening.facts.get("because", "")),
            "actionable": True,
        },
        "FREEFORM": {
            "intent_hint": rule,
            "body": wish.content,
            "requires_response": False,
            "urgency": wish.priority,
        },
    }
    if wish.message_type == "CONFLICT_REPORT":
        return _forward(state, wish, happening)
    return system_message(
        state,
        type=wish.message_type,
        to=wish.to,
        priority=wish.priority,
        context_summary=wish.content.splitlines()[0] if wish.content else rule,
        expected_response_type=(),
        task_ref=happening.facts.get("contract"),
        payload=payloads[wish.message_type],
    )


def _forward(state: State, wish: Notify, happening: Happening) -> AnyMessage:
    original = happening.source
    if isinstance(original, ConflictReportMessage):
        payload: Any = original.payload
        summary, reply = original.context_summary, original.id
    else:
        payload = {"conflict_description": wish.content, "severity": "warning"}
        summary, reply = wish.content, None
    return system_message(
        state,
        type="CONFLICT_REPORT",
        to=wish.to,
        priority=wish.priority,
        context_summary=summary,
        in_reply_to=reply,
        expected_response_type=(),
        payload=payload,
    )
