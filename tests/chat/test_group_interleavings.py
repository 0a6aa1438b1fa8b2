"""A group and its channel are in step in the end, however changes of both and what the chat tells interleave."""

import random
from collections import deque
from collections.abc import Callable
from threading import Event

import pytest

from renkei import BridgeSettings, ChatUnreachableError, Membership, MemoryChat
from renkei.edges.chat.bridge.group_members import changes
from renkei.edges.chat.bridge.intake import Intake
from renkei.edges.chat.bridge.inviting import Inviting
from renkei.edges.chat.bridge.problems import Problems
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from team import small_team

USERS = {"one user": ["B1"], "two users of a participant": ["B1", "B2"]}


class Killed(BaseException):
    """The process of the bridge ends."""


class LateChat(MemoryChat):
    """A chat that tells of changes when it is asked to, and calls others before and after each of the bridge's."""

    def __init__(self, between: Callable[[], None]) -> None:
        super().__init__()
        self.between, self.told = between, deque[Membership]()

    def hear(self, heard: Membership) -> None:
        self.told.append(heard)

    def set_member(self, channel: str, user: str, *, joined: bool) -> bool:
        self.between()
        changed = self.move(channel, user, joined)
        self.between()
        return changed

    def move(self, channel: str, user: str, joined: bool) -> bool:
        """Let a user join or leave, by itself or by the bridge."""
        return super().set_member(channel, user, joined=joined)


class World:
    """A group, its channel, and the two sides of a bridge between them, which take their steps by chance."""

    def __init__(self, seed: int, users: list[str], fault: type[BaseException] | None) -> None:
        self.chance, self.users, self.fault = random.Random(seed), users, fault
        self.project, self.file, self.chat = small_team(guarded=False), BridgeFile(), LateChat(self.between)
        self.project.set_group("makers", ["ann"])
        self.settings = BridgeSettings.of({"make": "makers"}, dict.fromkeys(users, "bob"))
        self.intake = Intake("chat", self.project, self.settings, self.file)

    def between(self) -> None:
        for _ in range(self.chance.randrange(5)):
            self.chance.choice((self.set_group, self.move, self.hear, self.hear))()
        if self.fault is not None and self.chance.random() < 0.2:
            raise self.fault("by chance")

    def set_group(self) -> None:
        self.project.set_group("makers", ["ann", "bob"] if self.chance.random() < 0.5 else ["ann"])

    def move(self) -> None:
        self.chat.move("make", self.chance.choice(self.users), self.chance.random() < 0.5)

    def hear(self) -> None:
        if self.chat.told:
            self.intake.take(self.chat.told.popleft())

    def post(self) -> None:
        """Let the side that posts follow the group, until it is killed."""
        try:
            Inviting(self.chat, self.settings, self.file, Problems(self.file), Event()).catch_up(self.state)
        except Killed:
            return

    def state(self):
        return self.project.state

    def settle(self) -> bool:
        """Let both sides run while nobody else does anything; return whether they come to an end."""
        self.chat.between = self.hear
        for _ in range(50):
            self.post()
            self.hear()
            if not self.chat.told and not changes(self.state, self.settings, self.file):
                return True
        return False


@pytest.mark.short("Killed-one user")
@pytest.mark.parametrize("users", USERS.values(), ids=USERS)
@pytest.mark.parametrize("fault", [None, Killed, ChatUnreachableError])
def test_a_group_and_its_channel_are_in_step_in_the_end(users, fault):
    for seed in range(200):
        world = World(seed, users, fault)
        for _ in range(world.chance.randrange(3, 12)):
            world.chance.choice((world.set_group, world.move, world.hear, world.post, world.post))()
        assert world.settle(), f"seed {seed}: there is no end of changes"
        in_channel = world.chat.members.get("make", set())
        assert in_channel == (set(users) if "bob" in world.state().members("makers") else set()), f"seed {seed}"
