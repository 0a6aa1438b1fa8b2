"""The errors of teammates, in the tree of `renkei.errors`."""

from renkei.errors import RenkeiError


class TeammateError(RenkeiError):
    """A teammate did not do what was asked."""

    code = "TEAMMATE_FAILED"


class ModelUnavailableError(TeammateError):
    """A provider cannot answer now. Try again after `retry_after` seconds; 0 if it names no time."""

    code = "MODEL_UNAVAILABLE"
    template = "The model {model!r} cannot be reached: {reason}."
    hint_template = "It is tried again."
    retryable = True
    retry_after: float

    def __init__(self, model: str, reason: str, retry_after: float = 0.0) -> None:
        super().__init__(model=model, reason=reason, retry_after=retry_after)


class ModelRefusedError(TeammateError):
    """A provider rejected a request for a permanent reason, such as a wrong key."""

    code = "MODEL_REFUSED"
    template = "The model {model!r} refused the request: {reason}."
    hint_template = "Check the key and the name of the model."


class KeyMissingError(ModelRefusedError):
    """There is no key for a model's provider."""

    code = "KEY_MISSING"
    template = "There is no key for the model {model!r}: {variable} is not set."
    hint_template = "Set {variable}, or play the team without a model: `renkei team run TEAM.yaml --script FILE`."


class ConversationTooLongError(ModelRefusedError):
    """A conversation does not fit into a model's window; a shorter one may."""

    code = "CONVERSATION_TOO_LONG"
    hint_template = "The conversation is summarized, and begins again."


class MemberHeldError(TeammateError):
    """Another process runs the member; two would answer as one."""

    code = "MEMBER_HELD"
    template = "Another process runs the member {member!r}."
    hint_template = "End that process, or work in another project."


class TeamStoppedError(TeammateError):
    """A team cannot reach its goal unless a person intervenes."""

    code = "TEAM_STOPPED"
    template = "The team has stopped: {reason}."
    hint_template = "{remedy} Then start again: the team continues where it stopped."


class LeadLeftError(TeamStoppedError):
    """A team's lead left without answering the goal."""

    template = "The team has stopped: {lead} has left without a report."
    hint_template = "Let it join again with `renkei join {lead} --lead`, and tell it in `renkei team chat` what to do."


def reason_of(error: Exception) -> str:
    """Return an error's message as a clause for a sentence."""
    text = error.message if isinstance(error, RenkeiError) else f"{type(error).__name__}: {error}"
    return text.removesuffix(".")
