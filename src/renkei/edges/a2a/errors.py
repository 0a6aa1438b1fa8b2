"""The errors of agents that are reached over A2A, in the tree of `renkei.errors`."""

from renkei.errors import RenkeiError


class NotPublishedError(RenkeiError):
    """A request names an agent that A2A clients cannot reach."""

    code = "AGENT_NOT_PUBLISHED"
    template = "No agent {agent!r} is published here."
    hint_template = "Who runs the server publishes an agent: `renkei serve --a2a ID`."


class OutsideAgentError(RenkeiError):
    """An outside agent cannot be reached, or answered with an error."""

    code = "OUTSIDE_AGENT_FAILED"
    template = "The agent at {address} does not answer: {reason}."
    hint_template = "Check the address: its card is at {address}/.well-known/agent-card.json."
    retryable = True


class OutsideAgentUnfitError(RenkeiError):
    """The card of an outside agent asks for something that renkei cannot do, or must not."""

    code = "OUTSIDE_AGENT_UNFIT"
    template = "The agent at {address} cannot join: {reason}."
    hint_template = "{hint}"
