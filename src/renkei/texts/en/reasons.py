"""Why a message has its tier, and why an agent is woken."""

TEXTS: dict[str, str | tuple[str, str]] = {
    # Why a message has its tier. The keys are stored with each turn.
    "reason.to_me": "to me",
    "reason.blocking_to_me": "blocking, to me",
    "reason.decision_to_make": "a decision I must make",
    "reason.review_of_my_work": "a review of my work",
    "reason.answer_to_my_task": "an answer to a task I delegated",
    "reason.waited_for": "what I was blocked by",
    "reason.in_common": "in common",
    "reason.actionable": "marked as something to act on",
    "reason.recent_conversations": "recent conversations",
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
    "reason.called_away": "from someone who was just addressed by another participant",
    "reason.newness": "recent",
    "reason.crowd": "busy channel",
    "reason.own_task": "my task has no requester",
    # Things a message shares with the reader's work.
    "link.reply": "reply to {id}",
    "link.thread": "thread {id}",
    # Why an agent should take a turn.
    "wake.interrupted": "its last turn was interrupted ({reason})",
    "wake.overwritten": "a value it wrote was overwritten",
    "wake.claimable": "{id} is ready to be claimed",
    "wake.overdue": "your reply to {id} from {creditor} is overdue",
    "wake.in_progress": "{id} is in progress",
    "wake.startable": "{id} is ready to start",
}
