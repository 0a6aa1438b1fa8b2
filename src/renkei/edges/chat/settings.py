"""The settings of a bridge: the group of each channel, and the participant of each user."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationError

from renkei.documents.explain import first_problem
from renkei.engine.state import EVERYBODY, HUMAN, State
from renkei.errors import BadValueError, UnknownActorError
from renkei.protocol.primitives import Frozen, Id, Timestamp, valid_id

Share = Literal["all", "addressed", "decisions", "digest"]
"""The messages that a channel shows: all of the team's, those addressed to its group, of these only requests for
decisions and reviews with their answers, or only these and a digest of the others.
"""

ChatId = Annotated[str, Field(min_length=1)]
"""The id of a channel or a user in a chat; not empty."""

GUEST = "guest"
"""The role of the participant that represents users not in `people`."""

MOST_PAST = 100_000
"""Most posts of a channel's past."""

LONGEST_NAME = 64
"""Most characters of a bridge's name, which the ids of its commands contain."""


def bridge_name(name: str) -> str:
    """Return the name if it is valid for a bridge; raises BadValueError."""
    if len(name) > LONGEST_NAME:
        raise BadValueError(path="/name", got=f"{len(name)} characters", expected=f"at most {LONGEST_NAME}")
    return valid_id(name)


class BridgeSettings(Frozen):
    """The relation between a chat and a project."""

    chat: str = ""
    """The kind of chat, such as `matrix`; "" for a custom chat."""
    channels: Annotated[Mapping[ChatId, Id], Field(min_length=1)]
    """The group of the project that each channel of the chat shows; `all` means all participants."""
    people: Annotated[Mapping[ChatId, Id], Field(default_factory=dict)]
    """The participant of each user. Users not listed are guests and can only post."""
    system_channel: str = ""
    """The channel for renkei's own messages; without one, only their addressee receives them."""
    share: Share = "all"
    """`all`: every message of the team is shown. `addressed`: those to a group with a channel, or to a user of the
    chat. `decisions`: of these, requests for decisions and reviews, and their answers. `digest`: these, and once in a
    while a digest of the others.
    """
    shares: Annotated[Mapping[ChatId, Share], Field(default_factory=dict)]
    """The same for single channels."""
    digest_minutes: Annotated[int, Field(ge=1, le=10_080)] = 30
    """The least minutes between two digests of a channel."""
    pictures: Annotated[str, Field(pattern=r"^(https://\S*\{name\}\S*)?$")] = ""
    """The address of the picture of each participant, such as `https://example.org/{name}.png`, where `{name}` is
    its id; "" for none.
    """
    files: Annotated[str, Field(pattern=r"^(/.*)?$")] = ""
    """The directory whose files are posted when a message names them as its sender's artifacts; "" for none."""
    past: Annotated[int, Field(ge=0, le=MOST_PAST)] = 0
    """The number of posts of each channel's past that are brought in when the bridge first listens; 0 for none."""
    since: Timestamp | None = None
    """The time after which the past of each channel is brought in; with `past`, the newest posts since then."""
    owner: Id = HUMAN
    """The person on whose behalf the bridge adds guests and updates groups."""
    options: Annotated[Mapping[str, str | int | bool], Field(default_factory=dict)]
    """Options of the kind of chat, such as the address of its server. Secrets stay in the environment."""

    @classmethod
    def of(cls, channels: Mapping[str, str], people: Mapping[str, str]) -> Self:
        """Return settings for a custom chat; raises BadValueError."""
        try:
            return cls.model_validate({"channels": dict(channels), "people": dict(people)})
        except ValidationError as error:
            raise first_problem(error) from None

    @property
    def every_channel(self) -> Iterator[str]:
        """The channels that the bridge must join."""
        yield from self.channels
        if self.system_channel and self.system_channel not in self.channels:
            yield self.system_channel

    @property
    def first_channel(self) -> str:
        """The channel for messages addressed to no one in the chat."""
        return next((one for one, group in self.channels.items() if group == EVERYBODY), next(iter(self.channels)))

    def share_of(self, channel: str) -> Share:
        """Return which messages a channel shows."""
        return self.shares.get(channel, self.share)

    def users_of(self, participant: str) -> Iterator[str]:
        """Yield a participant's ids in the chat."""
        return (user for user, name in self.people.items() if name == participant)


def check_settings(settings: BridgeSettings, state: State) -> None:
    """Raise BadValueError or UnknownActorError for groups and participants missing from the project."""
    for name in (*settings.people.values(), settings.owner):
        has_left = name in state.departed and name != settings.owner  # then its user is a guest
        if name not in state.actors and not has_left:
            raise UnknownActorError(actor=name, known=state.known_actors())
    if not state.actors[settings.owner].human:
        raise BadValueError(path="/owner", got=settings.owner, expected="a human")
    for channel in settings.shares:
        if channel not in settings.channels:
            raise BadValueError(path="/shares", got=channel, expected=" | ".join(settings.channels))
    for group in settings.channels.values():
        if group != EVERYBODY and group not in state.groups:
            known = ", ".join((EVERYBODY, *sorted(state.groups)))
            raise BadValueError(path="/channels", got=group, expected=f"a group of the project: {known}")
