"""Messages that the system sends."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "notice.accept": "{assignee} reports {id} as done. Reply with a REVIEW_RESULT for {id} to accept it or request "
    "changes.",
    "notice.claimed": "{criterion} – {verdict}: {evidence}",
    "notice.no_claim": "{criterion} – no claim made",
    "notice.met": "claimed as met",
    "notice.unmet": "NOT met",
    "notice.deviates": "Note: {text}",
    "notice.decide": "{asker} asks: {question}",
    "notice.decide_by": " (deadline: {deadline})",
    "notice.not_handed_in": "Not among the outputs: {text}",
    "notice.assumption": "{by} reports that an assumption of {id} no longer holds: {text}. Contract instruction: "
    "{instruction}",
    "notice.escalated": "{by} reports that a clause of {id} applies: {clause}. Message {message}: {summary}",
    "note.assumption": "assumption no longer holds: {text}",
    "notice.stranded": "{id} depends on {gone}, which was cancelled, so it can never start. Cancel {id}, or open a new "
    "contract without that dependency.",
    "notice.released": "{by} has released {id}; it is no longer assigned to you. Reason: {reason}",
    "notice.interrupted": "The turn of {agent} was interrupted ({reason}). Nothing of it was written or read.",
    "notice.interrupted_work": " {agent} has work in progress ({work}) and can continue in its next turn. Reassign "
    "work that another agent should do.",
    "interrupted.lease": "its lease ended",
    "interrupted.restart": "the agent began another turn",
    "interrupted.by": "{by} ended it",
    "interrupted.reason": "{by} ended it: {reason}",
    "notice.part": "{assignee} reports a partial result for {id}. Decide with a REVIEW_RESULT for {id}: `approved` "
    "accepts it as it is, `changes_requested` sends it back, `rejected` opens it for others. Or cancel {id}.",
    "notice.refused": "{assignee} has refused {id}. Reopen it for somebody else, or cancel it. Reason: {reason}",
    "notice.given_back": "{assignee} no longer works on {id}; it is open again. Hand it to somebody else, or let "
    "somebody claim it. Reason: {reason}",
    "notice.paused": "{by} has paused {id}. Nobody may work on it until a human or lead resumes it. Reason: {reason}",
    "notice.resumed": "{by} has resumed {id}. Work on it can continue.",
    "notice.new_delegator": "{before} has left. {delegator} is now the delegator of {id}.",
    "notice.assignee_left": "{before} has left, and {id} has no assignee any more. Accept what was delivered, or "
    "reopen or cancel {id}.",
    "notice.left_duty": "{actor} has left. You now owe the reply ({expects}) to {id}: {summary}",
    "notice.left_unanswered": "{actor} has left and will not reply to {id}. Ask somebody else, such as {other}. Your "
    "request: {summary}",
    "notice.retries": "{id} can continue only when its delegator {delegator} reopens or assigns it again.",
    "notice.limit": "{id} ({assignee}) has reached {limit}. Contract instruction: {instruction}",
    "notice.repetition_warn": "You have sent nearly the same message three times. Try something else or ask for help; "
    "you will be suspended if it continues.",
    "notice.repetition_report": "{actors} has sent nearly the same message four times. Reply or change its task.",
    "notice.ping_pong_warn": "{actors} keep replying to each other without progress. Do some work or ask for a "
    "decision; you will be suspended if it continues.",
    "notice.ping_pong_report": "{actors} keep replying to each other without progress. Give one of them a task or a "
    "decision.",
    "notice.repetition": "{actors} has sent nearly the same message five times and was suspended. Reply or change its "
    "task, then resume it: `renkei resume {first}`.",
    "notice.ping_pong": "{actors} keep replying to each other without progress and were suspended. Give one of them a "
    "task or a decision, then resume them: `renkei resume {first}`.",
    "notice.spent": "The project's quota is used up; no agent will be woken. To continue, raise it: `renkei "
    "project quota --turns N --tokens N`.",
    "notice.wait_over": "Your wait is over: {what}. You can continue.",
    "notice.all_closed": "Every contract is closed. Report the results, or open further work.",
    "kind.contract": "contract {id} is closed",
    "kind.agent": "{id} has completed its task",
    "kind.departed": "{id} has left the project",
    "kind.message": "nobody owes a reply to message {id} any more",
    "kind.task": "the task {id} is complete",
    "kind.decision": "decision {id} was made",
    "kind.artifact": "artifact {id} was registered",
    "kind.blocker": "blocker {id} was resolved",
    "notice.cycle": "Deadlock: {nodes}. None of them can proceed.",
    "notice.break": "One of them must continue without what it is waiting for, or a human or lead must decide.",
}
