"""The errors of coding agents, in the tree of `renkei.errors`."""

from renkei.errors import RenkeiError


class AgentFailedError(RenkeiError):
    """A coding agent ended, did not answer, or answered with an error. It can be started again."""

    code = "AGENT_FAILED"
    template = "{agent} failed: {reason}."
    hint_template = "It is started again."
    retryable = True


class AgentUnusableError(RenkeiError):
    """A coding agent cannot work here until a person changes something."""

    code = "AGENT_UNUSABLE"
    template = "{agent} cannot be used: {reason}."
    hint_template = "{hint}"
