"""The prompts that people can choose in their program, in the project's language."""

from collections.abc import Mapping

from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.turns.session import Session
from renkei.texts.say import say


@frozen
class Prompt:
    """A prompt; each of its arguments has a description. Its text is `prompt.NAME` in the texts."""

    name: str
    description: str
    arguments: Mapping[str, str]

    def text(self, session: Session, given: Mapping[str, str]) -> str:
        """Return the text with the arguments filled in; raises BadValueError for a missing argument."""
        for name, meaning in self.arguments.items():
            if not given.get(name):
                raise BadValueError(path=f"/{name}", problem="it is missing", expected=meaning)
        values = {name: given[name] for name in self.arguments}
        return say(session.project.state.locale, f"prompt.{self.name}", agent=session.agent, **values)


PROMPTS = (
    Prompt("join", "Start working on the team.", {}),
    Prompt("handoff", "Hand a task over to a teammate.", {"to": "a participant", "task": "what is to be done"}),
    Prompt("review", "Review a teammate's work.", {"contract": "the id of a contract"}),
)
"""All prompts."""
