"""A command that a person writes in a chat after a `/`: words, a reason after `because`, and the lines below it."""

import re

from renkei.documents.json_pointer import join
from renkei.immutable.frozen import frozen
from renkei.project.caller import Caller
from renkei.project.project import Project
from renkei.texts.say import say

BECAUSE = re.compile(r"(?:(?:^|\s)because:?(?=\s|$)|(?:^|\s|、|。)?理由[:：])\s*", re.IGNORECASE)


@frozen
class Line:
    """A command line of a person."""

    project: Project
    caller: Caller
    first: str
    """The first line, after the name of the command."""
    below: tuple[str, ...]
    prefix: str
    """Its sign, `/` or `!`, also used for commands in answers."""
    about: str
    """The subject of the post it replies to: a decision, a contract, an artifact or a message; "" if none."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words before the reason."""
        return tuple(BECAUSE.split(self.first, maxsplit=1)[0].split())

    @property
    def reason(self) -> str:
        """The reason, with the lines below."""
        _, *reason = BECAUSE.split(self.first, maxsplit=1)
        return "\n".join(("".join(reason).strip(), *self.below)).strip()

    @property
    def subject(self) -> str:
        """The id at its beginning, which a reply may omit; "" if none."""
        if self.about and not (self.words and is_known(self.project, self.words[0])):
            return self.about
        return self.words[0] if self.words else ""

    def after_subject(self) -> str:
        """Return the first line without its subject."""
        return self.first.strip().removeprefix(self.subject).strip()

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in the language of the project."""
        return say(self.project.state.locale, key, **values)


def is_known(project: Project, ref: str) -> bool:
    """Return whether a word names a possible subject of a command."""
    state = project.state
    is_on_board = state.board.has_entry(join("pending_decisions", ref)) or bool(list(state.board.artifact_owners(ref)))
    return is_on_board or ref in state.messages or state.contracts.find(ref) is not None
