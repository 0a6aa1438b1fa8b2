"""The errors of agents that are outside of the project, in the tree of `renkei.errors`."""

from renkei.errors import RenkeiError


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
