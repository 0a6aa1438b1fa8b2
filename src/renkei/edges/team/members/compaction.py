"""Compaction: a conversation that becomes too long is summarized by its model, and begins again.

The new one begins with who the member is (its system prompt stays), its contracts, duties and messages as a fresh
context with what it was told before, and its own summary.
"""

from collections.abc import Sequence

from renkei.edges.team.errors import ConversationTooLongError
from renkei.edges.team.members.conversation import Conversation
from renkei.edges.team.models.model import Block, Model, Request, ToolSpec, Usage
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Locale
from renkei.texts.say import say

CONTEXT = 2
"""How much larger than that of a turn the context of a new conversation may be: it has to replace a memory."""


def summarize(
    model: Model, system: str, tools: Sequence[ToolSpec], conversation: Conversation, locale: Locale
) -> tuple[str, Usage]:
    """Return the model's summary of its conversation, with a heading, and what it cost.

    Where the model gives none, it is what it said and did last. Raises ModelUnavailableError or ModelRefusedError.
    """
    ask: Block = {"type": "text", "text": say(locale, "teammate.summarize")}
    *earlier, last = conversation.messages
    messages = (
        [*earlier, {**last, "content": [*last["content"], ask]}]
        if last["role"] == "user"
        else [*conversation.messages, {"role": "user", "content": [ask]}]
    )
    try:
        answer = model.answer(Request(system, messages, tools))
    except ConversationTooLongError:
        text, used = "", Usage()
    else:
        text, used = ("" if answer.stop == "refusal" else answer.text.strip()), answer.usage
    if text:
        return f"{say(locale, 'teammate.summary')}\n{text}", used
    return f"{say(locale, 'teammate.no_summary')}\n{conversation.last_words()}", used


def begin_again(session: Session, conversation: Conversation, summary: str, used: Usage, budget: int) -> None:
    """Replace a conversation by a fresh context and a summary. The turn that is open ends, and another begins.

    Raises ProtocolError, LogError or OSError.
    """
    text = session.next_turn(CONTEXT * budget, fresh=True, recall=True)
    content = [{"type": "text", "text": f"{text}\n\n{summary}"}]
    conversation.replace([{"role": "user", "content": content}], used)
