"""The errors of acts that no action of a command has."""

from collections.abc import Sequence

from renkei.errors import DocumentError, InvalidInputError, NotReadyError, Problem


class BadArgumentsError(DocumentError, InvalidInputError):
    """The arguments of an act are not valid; `problems` lists each fault, `source` names the act."""

    code = "BAD_ARGUMENTS"

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        super().__init__(source, problems)
        self.args = (f"{self.message}. {self.hint}".strip(),)


class NothingToClaimError(NotReadyError):
    """No contract is ready that the participant can claim."""

    code = "NOTHING_TO_CLAIM"
    template = "No contract is ready for {actor!r} to claim."
    hint_template = "{overlapping}Wait for work, or list all contracts."
