"""Compaction: when a conversation becomes too long, its model summarizes it, and a new one begins.

The new conversation begins with a fresh context (contracts, duties, earlier messages) and the model's summary. The
system prompt stays.
"""

from collections.abc import Sequence

from renkei.edges.team.errors import ConversationTooLongError
from renkei.edges.team.members.conversation import Conversation
from renkei.edges.team.models.model import Block, Model, ModelRequest, ModelUsage, ToolSpec
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

CONTEXT_FACTOR = 2
"""How many times larger the context of a new conversation may be than that of a turn: it replaces a memory."""


def summarize(
    model: Model, system: str, tools: Sequence[ToolSpec], conversation: Conversation, locale: Locale
) -> tuple[str, ModelUsage]:
    """Return the model's summary of its conversation, with a heading, and its cost.

    If the model writes none, its last text and calls are used. Raises ModelUnavailableError or ModelRefusedError.
    """
    ask: Block = {"type": "text", "text": say(locale, "teammate.summarize")}
    *earlier, last = conversation.messages
    messages = (
        [*earlier, {**last, "content": [*last["content"], ask]}]
        if last["role"] == "user"
        else [*conversation.messages, {"role": "user", "content": [ask]}]
    )
    try:
        answer = model.answer(ModelRequest(system, messages, tools))
    except ConversationTooLongError:
        text, used = "", ModelUsage()
    else:
        text, used = ("" if answer.stop == "refusal" else answer.text.strip()), answer.usage
    if text:
        return f"{say(locale, 'teammate.summary')}\n{text}", used
    return f"{say(locale, 'teammate.no_summary')}\n{conversation.last_words()}", used


def begin_again(session: Session, conversation: Conversation, summary: str, used: ModelUsage, budget: int) -> None:
    """Replace a conversation by a fresh context and a summary. The open turn ends, and another begins.

    Raises ProtocolError, LogError or OSError.
    """
    text = session.next_turn(CONTEXT_FACTOR * budget, fresh=True, recall=True)
    content = [{"type": "text", "text": f"{text}\n\n{summary}"}]
    conversation.replace([{"role": "user", "content": content}], used)
