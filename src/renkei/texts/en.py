"""English sentences. Keys are grouped by where a sentence appears."""

TEXTS: dict[str, str | tuple[str, str]] = {
    # Headings of a context's sections.
    "section.own": "=== Your status ===",
    "section.task": "=== Your task ===",
    "section.critical": "=== Critical (unread or unanswered) ===",
    "section.relevant": "=== Relevant to you ===",
    "section.background": "=== Background ===",
    "section.past": "=== Earlier messages ===",
    "section.board": "=== Project state ===",
    "section.changes": "=== Board changes since your last turn ===",
    # The reader's own state.
    "own.identity": "You are {agent}.",
    "own.status": "status: {status}; task: {task}; waiting for: {blocked_by}",
    "own.artifacts": "your artifacts: {artifacts}",
    "own.claimable": "contracts you can claim: {items}",
    "own.owed": "you owe {creditor} a reply ({expects}) to {id}: {summary}",
    "own.overdue": "OVERDUE: you owe {creditor} a reply ({expects}) to {id}: {summary}",
    # The reader's contracts.
    "contract.heading": "contract {id} ({status}) from {delegator}: {description}",
    "contract.criteria": "done when: {items}",
    "contract.hard": "hard constraints: {items}",
    "contract.soft": "soft constraints: {items}",
    "contract.consult": "ask before deciding: {items}",
    "contract.escalate": "report immediately if: {items}",
    "contract.alone": "decide on your own: {items}",
    "contract.on_blocked": "if blocked: {items}",
    "contract.notes": "notes so far: {items}",
    "contract.blocked_now": "{id} is blocked. Contract instruction: {text}",
    "contract.limit": "{id} has reached {limit}. Contract instruction: {text}",
    # Re-read notices.
    "reread.overwritten": "RE-READ {path}: {kept_by} set it to {kept}; your value {lost} was overwritten.",
    "reread.late": "RE-READ {path}: your value {lost} arrived late; {kept_by} had already set {kept}.",
    # Forms of a message.
    "message.summary": "[summary] {agent}: {action}",
    "message.impact": "[impact] {impact}",
    "message.more": "[more] full text: message {id}",
    "message.middle": "[… middle omitted; full text: message {id} …]",
    "message.named": "{id} from {agent}: {summary}",
    # What of the reader's work a message touches.
    "impact.contract": "your {id} ({status})",
    "impact.reads": "{ref}, an input of your {id}",
    "impact.touches": "{ref}, which your {id} depends on",
    "impact.depends": "{ref}, which your {id} is waiting for",
    "impact.mine": "{ref}, which is yours",
    "impact.waiting": ("{agents} is waiting for you", "{agents} are waiting for you"),
    # What a budget has no room for.
    "omitted.transcript": "(… marks omissions; fetch any message by id for the full text)",
    "omitted.messages": "({count} more not shown; list them with `renkei inbox`: {ids})",
    "omitted.critical": (
        "ATTENTION: {count} critical item does not fit this budget. Fetch its full text first if it is only listed.",
        "ATTENTION: {count} critical items do not fit this budget. First fetch the full text of those only listed.",
    ),
    # The board.
    "board.goal": "goal: {goal}",
    "board.phase": "phase: {phase}",
    "board.member": "- {agent}: {status}",
    "board.member_task": ", working on {task}",
    "board.member_waiting": ", waiting for {blocked_by}",
    "board.decision": "- decision {id} ({status}, owner {owner}): {question}",
    "board.blocker": "- blocker {id}: {description} (affects {agents})",
    "board.change": "- {timestamp} {agent}: {diff}",
    # Why a message has its tier. The keys are stored with each turn.
    "reason.to_me": "to me",
    "reason.blocking_to_me": "blocking, to me",
    "reason.decision_to_make": "a decision I must make",
    "reason.review_of_my_work": "a review of my work",
    "reason.answer_to_my_task": "an answer to a task I delegated",
    "reason.in_common": "in common",
    "reason.keywords": "keywords",
    "reason.to_my_group": "to a group I belong to",
    "reason.nothing_in_common": "nothing in common",
    "reason.outside_window": "outside the relevance window",
    # The features of relevance, under the names that `budget.relevance.features` gives them.
    "reason.asker": "from my task's requester",
    "reason.beside_asker": "from someone who talks to my task's requester",
    "reason.to_asker": "addressed to my task's requester",
    "reason.correspondent": "from someone I talk to",
    "reason.to_correspondent": "addressed to someone I talk to",
    "reason.turned_to_me": "from someone who mostly talks to me",
    "reason.my_conversation": "in a conversation I am part of",
    "reason.task_conversation": "in the conversation my task comes from",
    "reason.share_of_message": "keywords in common",
    "reason.share_of_task": "keywords of my task",
    "reason.to_others": "addressed to someone else",
    "reason.called_away": "from someone whom another has just addressed",
    "reason.newness": "recent",
    "reason.crowd": "busy channel",
    "reason.own_task": "my task has no requester",
    # What a message has in common with the reader's work.
    "link.reply": "reply to {id}",
    "link.thread": "thread {id}",
    # Why an agent should take a turn.
    "wake.overwritten": "a value it wrote was overwritten",
    "wake.claimable": "{id} is ready to be claimed",
    "wake.startable": "{id} is ready to start",
    # Messages that the system sends.
    "notice.accept": "{assignee} reports {id} as done. Reply with a REVIEW_RESULT for {id} to accept it or request "
    "changes.",
    "notice.claimed": "{criterion} – {verdict}: {evidence}",
    "notice.no_claim": "{criterion} – no claim made",
    "notice.met": "claimed as met",
    "notice.unmet": "NOT met",
    "notice.deviates": "Note: {text}",
    "notice.stranded": "{id} depends on {gone}, which was cancelled, so it can never start. Cancel {id}, or open a new "
    "contract without that dependency.",
    "notice.limit": "{id} ({assignee}) has reached {limit}. Contract instruction: {instruction}",
    "notice.repetition": "{actors} has sent nearly the same message three times and was suspended. Reply or change its "
    "task, then resume it: `renkei resume {first}`.",
    "notice.ping_pong": "{actors} keep replying to each other without progress and were suspended. Give one of them a "
    "task or a decision, then resume them: `renkei resume {first}`.",
    "notice.spent": "The project's quota is used up; no agent will be woken. To continue, raise it: `renkei resume "
    "--turns N --tokens N`.",
    "notice.cycle": "Deadlock: {nodes}. None of them can proceed.",
    "notice.break": "One of them must continue without what it is waiting for, or a human or lead must decide.",
    # Stands for a value that is absent.
    "none": "–",
}
