"""Messages that the machine itself sends: what rules want said, asking for acceptance, cycles of waiting."""

from typing import Any

from renkei.contracts.events import LimitReached
from renkei.contracts.state import Contract
from renkei.dispatch.intents import Notify
from renkei.dispatch.match import Occurrence
from renkei.engine.state import SYSTEM, State
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, make_message

SAYS: dict[str, dict[str, str]] = {
    "en": {
        "accept": "{assignee} says that {id} is done. Accept it with a REVIEW_RESULT on {id}, or ask for changes.",
        "claimed": "{criterion} – {verdict}: {evidence}",
        "no_claim": "{criterion} – nothing is said of it",
        "met": "said to be met",
        "unmet": "NOT met",
        "deviates": "Note: {text}",
        "stranded": "{id} depends on {gone}, which was cancelled: it can never begin. Cancel it.",
        "limit": "{id} has reached {limit} ({assignee}). Its terms say: {instruction}",
        "repetition": "{actors} says nearly the same for the third time and was stopped. Read what it says, answer or "
        "change its task, then let it go on: `renkei resume {first}`.",
        "ping_pong": "{actors} only answer each other and were stopped. Give one of them a task or a decision, then let "
        "them go on: `renkei resume {first}`.",
        "spent": "The project has spent its limits; nobody is woken. To go on: `renkei resume --turns N --tokens N`.",
        "cycle": "These wait for each other in a cycle: {nodes}. Nobody on it can go on by itself.",
        "break": "Somebody on the cycle has to go on without what it waits for, or a human or lead has to decide.",
    },
    "ja": {
        "accept": "{assignee} が {id} の完了を報告しました。{id} への REVIEW_RESULT で承認か修正依頼を返してください。",
        "claimed": "{criterion} – {verdict}: {evidence}",
        "no_claim": "{criterion} – 報告なし",
        "met": "満たしたとの報告",
        "unmet": "未達",
        "deviates": "注意: {text}",
        "stranded": "{id} が依存する {gone} は中止されました。{id} を中止するか、依存を外して作り直してください。",
        "limit": "{id} が {limit} に達しました ({assignee})。契約の指示: {instruction}",
        "repetition": "{actors} がほぼ同じ内容を三度送ったため止めました。内容を確認し、返答または作業を変えてから "
        "`renkei resume {first}` で再開してください。",
        "ping_pong": "{actors} のやり取りが堂々巡りのため止めました。どちらかに作業か決定を与えてから "
        "`renkei resume {first}` で再開してください。",
        "spent": "プロジェクトが上限に達しました。再開するには `renkei resume --turns N --tokens N`。",
        "cycle": "循環待ちになっています: {nodes}。このままでは誰も進めません。",
        "break": "誰かが待たずに進むか、人かリードの判断を仰いでください。",
    },
}
"""The machine's own sentences, by language."""


PREFIX = f"{SYSTEM}-"
"""How the ids of the machine's own messages begin; nobody else may use it."""


def numbered(state: State, message: AnyMessage) -> AnyMessage:
    """Give a message of the machine's own its id: how many messages there are, at the moment of sending."""
    return message.model_copy(update={"id": f"{PREFIX}{state.sent + 1}"})


def system_message(state: State, **values: Any) -> AnyMessage:
    """Build a message of the machine's own; it gets its id when it is sent."""
    header = {"id": f"{PREFIX}0", "from": SYSTEM, "timestamp": state.at}
    return make_message(header | values)


def ask_for_acceptance(state: State, entry: Contract) -> AnyMessage:
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
    focus += [says["deviates"].format(text=note.partition(": ")[2]) for note in entry.notes if _is_of(note, entry)]
    return system_message(
        state,
        type="REVIEW_REQUEST",
        to=terms.delegator,
        priority="blocking",
        task_ref=terms.id,
        context_summary=says["accept"].format(assignee=entry.assignee, id=terms.id),
        payload={"artifact_ref": terms.id, "review_focus": focus, "blocking": False},
    )


def _is_of(note: str, entry: Contract) -> bool:
    return entry.assignee is not None and note.startswith(f"{entry.assignee}: ")


def report_limit(state: State, entry: Contract, event: LimitReached) -> AnyMessage:
    """Tell both parties of a contract that its steps or retries are used up, and what its terms say then."""
    says = SAYS[state.locale]
    facts = {"id": entry.terms.id, "limit": event.limit, "assignee": entry.assignee, "instruction": event.instruction}
    text = says["limit"].format(**facts | {"instruction": event.instruction or "–"})
    parties = (entry.terms.delegator, *((entry.assignee,) if entry.assignee else ()))
    return system_message(
        state,
        type="KNOWLEDGE_SHARE",
        to=list(dict.fromkeys(parties)),
        priority="blocking",
        task_ref=entry.terms.id,
        context_summary=text,
        expected_response_type=(),
        payload={"topic": event.limit, "content": text, "relevance_to_recipients": entry.terms.id, "actionable": True},
    )


def notify_humans(state: State, why: str, **facts: str) -> AnyMessage:
    """Tell every human that the machine stopped something, and how it goes on."""
    text = SAYS[state.locale][why].format(**facts)
    return system_message(
        state,
        type="KNOWLEDGE_SHARE",
        to=[one.id for one in state.everybody() if one.human],
        priority="blocking",
        context_summary=text,
        expected_response_type=(),
        payload={"topic": why, "content": text, "relevance_to_recipients": "", "actionable": True},
    )


def report_stranded(state: State, entry: Contract, gone: Contract) -> AnyMessage:
    """Tell a delegator that its work waits for something that will never come."""
    text = SAYS[state.locale]["stranded"].format(id=entry.terms.id, gone=gone.terms.id)
    return system_message(
        state,
        type="KNOWLEDGE_SHARE",
        to=entry.terms.delegator,
        priority="blocking",
        task_ref=entry.terms.id,
        context_summary=text,
        expected_response_type=(),
        payload={"topic": "stranded", "content": text, "relevance_to_recipients": entry.terms.id, "actionable": True},
    )


def report_deadlock(state: State, cycle: tuple[str, ...]) -> AnyMessage:
    """Tell those who wait for each other, and every human, that they do."""
    says = SAYS[state.locale]
    nodes = " → ".join((*cycle, cycle[0]))
    agents = [one.partition(":")[2] for one in cycle if one.startswith("agent:")]
    humans = [one.id for one in state.everybody() if one.human]
    return system_message(
        state,
        type="CONFLICT_REPORT",
        to=list(dict.fromkeys((*agents, *humans))),
        priority="blocking",
        context_summary=says["cycle"].format(nodes=nodes),
        related_state_refs=[{"type": "agent", "id": agent} for agent in agents],
        expected_response_type=(),
        payload={
            "conflict_description": says["cycle"].format(nodes=nodes),
            "suggested_resolution": says["break"],
            "severity": "critical",
        },
    )


def rule_message(state: State, intent: Notify, rule: str, occurrence: Occurrence) -> AnyMessage:
    """Build the message that a rule wants sent to one agent."""
    payloads: dict[str, dict[str, Any]] = {
        "STATUS_UPDATE": {"new_status": "completed", "progress_summary": intent.content},
        "KNOWLEDGE_SHARE": {
            "topic": rule,
            "content": intent.content,
            "relevance_to_recipients": str(occurrence.variables.get("because", "")),
            "actionable": True,
        },
        "FREEFORM": {
            "intent_hint": rule,
            "body": intent.content,
            "requires_response": False,
            "urgency": intent.priority,
        },
    }
    if intent.message_type == "CONFLICT_REPORT":
        return _forward(state, intent, occurrence)
    return system_message(
        state,
        type=intent.message_type,
        to=intent.to,
        priority=intent.priority,
        context_summary=intent.content.splitlines()[0] if intent.content else rule,
        expected_response_type=(),
        task_ref=occurrence.variables.get("contract"),
        payload=payloads[intent.message_type],
    )


def _forward(state: State, intent: Notify, occurrence: Occurrence) -> AnyMessage:
    original = occurrence.source
    if isinstance(original, ConflictReportMessage):
        payload: Any = original.payload
        summary, reply = original.context_summary, original.id
    else:
        payload = {"conflict_description": intent.content, "severity": "warning"}
        summary, reply = intent.content, None
    return system_message(
        state,
        type="CONFLICT_REPORT",
        to=intent.to,
        priority=intent.priority,
        context_summary=summary,
        in_reply_to=reply,
        expected_response_type=(),
        payload=payload,
    )
