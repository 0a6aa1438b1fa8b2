"""Resources and prompts, which people choose in their program.

A resource is a document with an address; reading it changes nothing. A prompt is a text in the project's language.
"""

import json
import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote

from renkei.agent_tools.board_tools import board_yaml
from renkei.agent_tools.work_tools import contract_data
from renkei.budget.context.build import DEFAULT_BUDGET
from renkei.documents.yaml_writer import to_yaml
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.project.turns.session import READING, Session
from renkei.schemas.published import names, text
from renkei.texts.say import say

YAML, JSON, TEXT = "application/yaml", "application/schema+json", "text/plain"


@frozen
class Document:
    """A document, or a family of them where the address has a part in braces."""

    address: str
    name: str
    description: str
    media_type: str
    read: Callable[[Session, str], str]
    """Returns the document's text for the value of the part in braces."""

    @property
    def is_family(self) -> bool:
        """Whether the address is a template."""
        return "{" in self.address

    def match(self, address: str) -> str | None:
        """Return the value of the part in braces, "" for an address without one; None if it does not match."""
        fixed, _, part = self.address.partition("{")
        pattern = {"": "()", "?": r"\?\w+=([^&]+)"}.get(part[:1], "([^/?]+)")
        found = re.fullmatch(re.escape(fixed) + pattern, address)
        return None if found is None else unquote(found[1])


def _context(session: Session, part: str) -> str:
    return session.project.context(session.agent, READING, budget=DEFAULT_BUDGET).text


def _board(session: Session, part: str) -> str:
    return board_yaml(session.project.state.board)


def _past_board(session: Session, part: str) -> str:
    if not part.isdecimal():
        raise BadValueError(path="/at", got=part, expected="the seq of a record")
    return board_yaml(session.project.state_at(int(part)).board)


def _message(session: Session, part: str) -> str:
    return session.project.message_text(part)


def _contract(session: Session, part: str) -> str:
    return to_yaml(contract_data(session.project.find_contract(part)))


def _schema(session: Session, part: str) -> str:
    if part not in names():
        raise BadValueError(path="/schema", got=part, expected=", ".join(names()))
    return json.dumps(json.loads(text(part)), ensure_ascii=False)


DOCUMENTS: tuple[Document, ...] = (
    Document("renkei://context", "context", "What you would read now. Looking marks nothing as read.", TEXT, _context),
    Document("renkei://board", "board", "The team's shared board.", YAML, _board),
    Document("renkei://board{?at}", "past board", "The board after the record with a seq.", YAML, _past_board),
    Document("renkei://message/{id}", "message", "A message in full.", TEXT, _message),
    Document("renkei://contract/{id}", "contract", "A contract: status, terms, what is unproved.", YAML, _contract),
    Document("renkei://schema/{type}", "schema", "The JSON Schema of a message type.", JSON, _schema),
)
"""The resources: address, name, description, media type, and the function that returns the text."""


def find(address: str) -> tuple[Document, str] | None:
    """Return the document of an address and the value of the part in braces; None for an unknown address."""
    found = ((one, part) for one in DOCUMENTS if (part := one.match(address)) is not None)
    return next(found, None)


@frozen
class PromptTemplate:
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


PROMPTS: tuple[PromptTemplate, ...] = (
    PromptTemplate("join", "Start working on the team.", {}),
    PromptTemplate("handoff", "Hand a task over to a teammate.", {"to": "a participant", "task": "what is to be done"}),
    PromptTemplate("review", "Review a teammate's work.", {"contract": "the id of a contract"}),
)
"""The prompts: name, description, and arguments."""
