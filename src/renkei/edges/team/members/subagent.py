"""A subagent: one question to a model in a separate conversation; only the answer is kept.

A subagent is not a participant. It may read the project and edit files, but cannot write to the project, because it
would do so as its sender.
"""

from collections.abc import Sequence

from renkei.agent_tools.tool import Tool
from renkei.edges.team.errors import ModelUnavailableError, TeammateError
from renkei.edges.team.members.conversation import NOTHING, Conversation
from renkei.edges.team.members.worker import Worker, result_of
from renkei.edges.team.models.model import Model, ModelRequest, ToolSpec
from renkei.project.turns.session import Session
from renkei.texts.say import say

MOST_REQUESTS = 20
"""Most requests to the model of one subagent."""

OF_FILES = frozenset(("bash", "read_file", "write_file", "edit_file"))
"""Tools that work on files and not on the project."""


class SubagentError(TeammateError):
    """A subagent did not finish."""

    code = "SUBAGENT_FAILED"
    template = "The subagent has not finished: {reason}."
    hint_template = "Ask for less at once, ask again later, or do it yourself. It said last: {said}"


def ask_subagent(session: Session, sender: Worker, model: Model, tools: Sequence[Tool], prompt: str) -> str:
    """Return a subagent's answer to a prompt. Its tokens count for the member that sends it.

    Raises SubagentError, ModelRefusedError, or OSError.
    """
    known = {one.name: one for one in tools if one.reads or one.name in OF_FILES}
    specs = tuple(ToolSpec(one.name, one.description, one.schema) for one in known.values())
    system = say(session.project.state.locale, "teammate.subagent", agent=session.agent)
    conversation, said = Conversation(), ""
    conversation.add("user", [{"type": "text", "text": prompt}])
    for _ in range(MOST_REQUESTS):
        if sender.ended:
            raise SubagentError(reason="whoever sent it is to end", said=said or NOTHING)
        try:
            answer = model.answer(ModelRequest(system, conversation.messages, specs))
        except ModelUnavailableError as error:
            raise SubagentError(reason=error.message.removesuffix("."), said=said or NOTHING) from error
        sender.conversation.count(answer.usage)
        said = answer.text or said
        if not answer.calls:
            return said
        conversation.add("assistant", answer.content)
        conversation.add("user", [result_of(session, known, one) for one in answer.calls])
        session.renew()
    raise SubagentError(reason=f"it has made {MOST_REQUESTS} requests", said=said or NOTHING)
