"""Two bridges on one project: what is said in one chat appears in the other, once, and does not come back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from chatting import HeardChat, Room, until
from renkei import Bridge, BridgeSettings, Deletion, Freeform, Outgoing, Post, Project
from renkei.engine import commands as c
from team import small_team

A = {"people": {"U1": "human", "B1": "bob"}, "system_channel": "ops"}
B = {"people": {"V1": "human", "V2": "kim"}}


class Two:
    """Two chats over one project; `shown` returns what came to both since the last time, as `chat where: text`."""

    def __init__(self, project: Project, rooms: dict[str, Room]) -> None:
        self.project, self.rooms = project, rooms
        self.chats = {name: room.chat for name, room in rooms.items()}

    def settle(self) -> None:
        last = -1
        while last != self.project.log.last():
            last = self.project.log.last()
            for room in self.rooms.values():
                room.settle()

    def shown(self) -> list[str]:
        self.settle()
        found = []
        for name, chat in self.chats.items():
            found += [f"{name} {where}: {one.text}" for where, one, _ in chat.posts if isinstance(one, Outgoing)]
            chat.posts.clear()
        assert not any(room.bridge.problem for room in self.rooms.values())
        return found


@contextmanager
def two() -> Iterator[Two]:
    project = small_team(guarded=False)
    project.do(c.Join("kim", human=True))
    channels = {"channels": {"team": "all"}}
    first, second = (BridgeSettings.model_validate(channels | one) for one in (A, B))
    a, b = UniqueChat(), UniqueChat()
    with Bridge(project, a, name="a", settings=first) as one, Bridge(project, b, name="b", settings=second) as other:
        rooms = {"A": Room(project, a, one), "B": Room(project, b, other)}
        yield Two(project, rooms)


class SharedChat(HeardChat):
    """What one bridge sees of a chat that several share: it hears what the others post, with the mark of a bridge."""

    def __init__(self, user: str, everybody: list["SharedChat"]) -> None:
        super().__init__()
        self.user, self.everybody = user, everybody
        everybody.append(self)

    def post(self, channel: str, post: Outgoing) -> str:
        made = super().post(channel, post)
        for other in self.everybody:
            if other is not self:
                name = f"{self.user}-{made}"
                other.hear(Post(name, channel, self.user, post.text, data=post.data, relayed=True))
        return made


class UniqueChat(HeardChat):
    """A chat that gives no id twice, though its posts are cleared."""

    count = 0

    def say(self, author: str, text: str, channel: str = "team", **more: object) -> Post:
        self.count += 1
        post = Post(f"said-{self.count}", channel, author, text, **more)  # type: ignore[arg-type]
        self.hear(post)
        return post


def test_what_is_said_in_one_chat_appears_in_the_other_once() -> None:
    with two() as both:
        a, b = both.chats["A"], both.chats["B"]
        post = a.say("U1", "hello @ann")
        assert both.shown() == ["B team: human → all, ann · blocking\nhello @ann"]
        a.say("U1", "hello, all", edits=post.id)
        assert [one.splitlines()[-1] for one in both.shown()] == ["hello, all"]
        a.hear(Deletion(post.id, "team", "U1"))
        assert [one.split()[-4:] for one in both.shown()] == [["its", "post", "was", "deleted."]]
        b.say("V9", "I am new", name="joe")
        assert both.shown() == ["A team: guest-b → all\njoe, a guest, writes:\nI am new"]
        b.say("V2", "/pause ann because lunch")
        assert both.shown() == ["A ops: ann is paused: lunch", "B team: ann is paused."]
        for number in range(30):
            (a if number % 2 else b).say("U1" if number % 2 else "V2", f"number {number}")
        shown = [one.splitlines()[-1] for one in both.shown()]
        assert sorted(shown) == sorted(f"number {number}" for number in range(30))


def test_what_is_private_in_one_chat_is_not_shown_in_another() -> None:
    with two() as both:
        both.chats["B"].say("V2", "@ann only you", channel="")
        assert both.shown() == []
        body = Freeform(intent_hint="NOTE", body="only you, too", requires_response=False, urgency="normal")
        both.project.send(both.project.message("ann", body, "kim"))
        assert both.shown() == ["B V2: ann → kim\nonly you, too"]
        both.project.send(both.project.message("ann", body, "lead"))  # agents have nothing that is private
        assert len(both.shown()) == 2


def test_whoever_has_left_the_project_is_a_guest_and_no_reason_not_to_start() -> None:
    with two() as both:
        both.project.leave("bob", "holiday")
        both.chats["A"].say("B1", "I am still here")
        both.chats["A"].say("B1", "/pause ann because I can", name="Bob")
        both.settle()
        assert not both.project.state.suspended
        said = both.shown()
        assert "B team: guest-a → all\nB1, a guest, writes:\nI am still here" in said
        assert any("NOT_ALLOWED" in one for one in said)
        settings = both.rooms["A"].bridge.settings
    with Bridge(both.project, HeardChat(), name="again", settings=settings) as bridge:
        until(lambda: bridge.problem == "")


@pytest.mark.parametrize(
    "words",
    [
        lambda text, number: text,
        lambda text, number: f"{number} noted: {text}",
        lambda text, number: f"thank you for number {number}",
        lambda text, number: f"/{text}",
        lambda text, number: f"/command-{number} {text}",
    ],
)
def test_programs_that_answer_every_post_of_two_bridges_come_to_rest(words: Callable[[str, int], str]) -> None:
    with two() as both:
        both.chats["A"].say("V9", "good morning")
        number = 0
        while shown := both.shown():
            for one in shown:
                name, _, text = one.partition(" team: ")
                if text:
                    number += 1
                    both.chats[name].say(f"bot-{name}", words(text, number))
            assert number < 100
        assert number < 40


@pytest.mark.parametrize("automated", [False, True])
@pytest.mark.parametrize("words", [lambda text: text, lambda text: f"/{text}", lambda text: f"@ann /who {text}"])
def test_two_projects_whose_posts_a_program_copies_without_a_mark_come_to_rest(
    words: Callable[[str], str], automated: bool
) -> None:
    chats = [UniqueChat(), UniqueChat()]
    projects = [small_team(guarded=False), small_team(guarded=False)]
    with Bridge(projects[0], chats[0], {"team": "all"}) as one, Bridge(projects[1], chats[1], {"team": "all"}) as two:
        rooms = [Room(projects[0], chats[0], one), Room(projects[1], chats[1], two)]
        chats[0].say("V9", "good morning @ann")
        chats[0].say("V9", "/who is there?")
        copied, passes = [0, 0], 0
        while passes < 100:
            passes += 1
            for room in rooms:
                room.settle()
            shown = [[post for _, post, _ in chat.posts if isinstance(post, Outgoing)] for chat in chats]
            new = [posts[done:] for posts, done in zip(shown, copied, strict=True)]
            if not any(new):
                break
            copied = [len(posts) for posts in shown]
            for number, posts in enumerate(new):
                for post in posts:
                    for chat in (chats[1 - number], chats[number]):  # carried to the other chat, and echoed
                        chat.say("carrier", words(post.text), automated=automated)
        assert passes < 100
        assert sum(copied) < 20


def test_two_projects_in_the_same_channels_do_not_answer_each_other() -> None:
    chats: list[SharedChat] = []
    channels = {"team": "all", "town": "all"}
    one, other = small_team(guarded=False), small_team(guarded=False)
    with (
        Bridge(one, SharedChat("bridge-1", chats), channels, {"U1": "human", "bridge-2": "bob"}) as first,
        Bridge(other, SharedChat("bridge-2", chats), channels, {"U1": "human"}) as second,
    ):
        rooms = [Room(one, chats[0], first), Room(other, chats[1], second)]
        for chat in chats:
            chat.hear(Post("said-1", "team", "U1", "hello"))
        body = Freeform(intent_hint="NOTE", body="good morning", requires_response=False, urgency="normal")
        one.send(one.message("ann", body, "all"))
        one.send(one.message("bob", body, "all"))  # also whoever is the participant of the other bridge
        for room in (*rooms, *rooms):
            room.settle()
        assert sorted(message.from_ for message in rooms[0].messages()) == ["ann", "bob", "human"]
        assert [message.from_ for message in rooms[1].messages()] == ["human"]
        assert sorted(where for where, _, _ in chats[0].posts) == ["team", "team", "town", "town", "town"]
        assert [where for where, _, _ in chats[1].posts] == ["town"]
