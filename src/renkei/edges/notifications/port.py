"""The port through which notifications reach a person, whatever service carries them."""

from abc import ABC, abstractmethod
from typing import Literal

from renkei.immutable.frozen import frozen

Delivery = Literal["delivered", "failed", "unanswered", "ended"]
"""How an attempt ended. `unanswered`: the service may have it, since its answer did not come in time.

`ended`: the destination will never take anything again.
"""


@frozen
class AnswerLink:
    """An option of a question, and the link that answers with it."""

    label: str
    link: str


@frozen
class Notification:
    """A plain text for a person, and the address at which the person can act."""

    key: str
    """Identifies it: the key is the same if an attempt is repeated after a kill."""
    title: str
    body: str
    link: str = ""
    answers: tuple[AnswerLink, ...] = ()


@frozen
class Outcome:
    """How an attempt ended, and why if the service did not take it. The reason holds no secret."""

    delivery: Delivery
    reason: str = ""


class Notifier(ABC):
    """Sends notifications to one destination. All methods are called from one thread."""

    shows_a_key_once: bool = False
    """Whether the service is given the key, so that a repeated attempt is not shown twice."""

    @abstractmethod
    def send(self, one: Notification) -> Outcome:
        """Send a notification within a limited time. Never raises for a failure of the service."""
