"""One suite for every kind of chat: each need of a bridge is a check of the adapter in a real bridge.

Write a `Rig` that lets people act in your chat, and run the checks, such as with pytest:

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_chat(check: Check, rig: Rig) -> None:
        check(rig)

A check fails by AssertionError. A rig raises CannotDoError for abilities that it lacks, which `without` passes over.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from tempfile import TemporaryDirectory
from typing import TypeVar

import renkei
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.errors import ChatUnreachableError
from renkei.edges.chat.port import Chat, Outgoing
from renkei.edges.chat.settings import BridgeSettings
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.protocol.payloads import DecisionOption, DecisionRequest, Freeform
from renkei.testing.rig import CannotDoError, Rig, Shown

PATIENCE = 60.0
"""Seconds within which everything must have happened."""

HOSTILE = 'a *b* _c_ `d` <i>e</i> [f](http://g.example) <!channel> @everyone @room "h" \\ & 終わり'
"""A text with the markup of many chats, which shows as written or not at all as markup."""

SHOWN = ("b", "c", "d", "<i>e</i>", "f", "http://g.example", "channel>", "everyone", "room", '"h"', "終わり")
"""The part of it that people must see in every chat."""

CUT = "`renkei"
"""A word of the sentence that a long text is cut with: it names a command."""

MESSAGES = 20


Check = Callable[[Rig], None]

Found = TypeVar("Found")

CHECKS: list[Check] = []
"""Every check, in a sequence from the simple to the difficult."""


def _check(check: Check) -> Check:
    CHECKS.append(check)
    return check


def without(check: Check, skip: Callable[[str], None]) -> Check:
    """Return a check that calls `skip` with the reason if the rig cannot do what the check needs."""

    @wraps(check)
    def checked(rig: Rig) -> None:
        try:
            check(rig)
        except CannotDoError:
            skip(f"{type(rig).__name__} cannot do what {check.__name__} needs")

    return checked


class _Team:
    """A project with the agents `api` and `ui`, and a bridge between it and the chat of a rig."""

    def __init__(self, rig: Rig, location: str = ":memory:") -> None:
        self.rig = rig
        self.project: Project = renkei.create(location, name="team", goal="a goal", guarded=False)
        for name in ("api", "ui"):
            self.project.join(name)

    @contextmanager
    def bridge(self, chat: Chat | None = None, **settings: object) -> Iterator[Bridge]:
        values = {"channels": {self.rig.channel: "all"}, "people": {self.rig.ann: "human"}} | settings
        with Bridge(self.project, chat or self.rig.chat(), settings=BridgeSettings.model_validate(values)) as bridge:
            until(lambda: not bridge.problem, lambda: bridge.problem)
            yield bridge

    def note(self, text: str, sender: str = "api", **header: object) -> AnyMessage:
        body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")
        message = self.project.message(sender, body, "all", **header)  # type: ignore[arg-type]
        self.project.send(message)
        return message

    def ask(self, *options: str) -> None:
        made = tuple(DecisionOption(label=one, analysis="") for one in options)
        question = DecisionRequest(decision_id="D-1", question="Which storage?", options=made)
        self.project.send(self.project.message("api", question, ["human", "all"]))

    def said(self, sender: str = "human") -> list[str]:
        """Return the texts of a participant's messages, in the order of the log."""
        return [getattr(one.payload, "body", one.type) for one in self.messages() if one.from_ == sender]

    def messages(self) -> list[AnyMessage]:
        """Return every message in the log."""
        events = (event for record in self.project.records() for event in record.events)
        return [event.message for event in events if event.kind == "message_sent"]

    def shown(self, text: str) -> Shown:
        """Return the post with a text, as soon as it is shown."""
        return until(
            lambda: next((one for one in self.rig.posts() if text in one.text), None),
            lambda: f"{text!r} is not among {[one.text for one in self.rig.posts()]}",
        )


def until(found: Callable[[], Found | None], problem: Callable[[], str] = lambda: "it did not happen") -> Found:
    """Return what a look finds as soon as it finds something; raises AssertionError after a minute."""
    end = time.monotonic() + PATIENCE
    while not (value := found()):
        assert time.monotonic() < end, problem()
        time.sleep(0.01)
    return value


@_check
def messages_are_posted_once_and_in_order(rig: Rig) -> None:
    """Each message is one post, and the posts have the order of the log."""
    team = _Team(rig)
    with team.bridge() as bridge:
        for number in range(MESSAGES):
            team.note(f"number {number}.")
        assert bridge.wait_until_posted(PATIENCE)
        team.shown(f"number {MESSAGES - 1}.")
        numbered = [one.text for one in rig.posts() if "number " in one.text]
        assert [one.rpartition("number ")[2] for one in numbered] == [f"{number}." for number in range(MESSAGES)]


@_check
def posts_are_heard_once_and_in_order(rig: Rig) -> None:
    """Each post of a person becomes one message, and they keep their order."""
    team = _Team(rig)
    with team.bridge():
        _hears(team)
        for number in range(MESSAGES):
            rig.say(rig.ann, f"number {number}")
        until(lambda: f"number {MESSAGES - 1}" in team.said(), lambda: str(team.said()))
        assert [one for one in team.said() if "number" in one] == [f"number {number}" for number in range(MESSAGES)]
        assert team.said("api") == []  # the bridge does not hear its own posts


@_check
def posts_show_who_wrote_them(rig: Rig) -> None:
    """A post shows the name of its author, as its author or in its text."""
    team = _Team(rig)
    with team.bridge():
        team.note("Whose words?", "ui")
        post = team.shown("Whose words?")
        assert "ui" in (post.author, *post.text.split()), post


@_check
def markup_of_an_author_is_not_trusted(rig: Rig) -> None:
    """No character is lost, and none has an effect in the chat."""
    team = _Team(rig)
    with team.bridge():
        team.note(f"begin {HOSTILE} end")
        text = team.shown("begin").text
        missing = [one for one in SHOWN if one not in text]
        assert not missing, (missing, text)


@_check
def a_long_text_is_complete_and_each_part_fits(rig: Rig) -> None:
    """A text longer than the chat's limit is split into posts that fit, and nothing between them is lost."""
    team = _Team(rig)
    chat = rig.chat()
    words = [f"word{number}" for number in range(min(3 * chat.limit // 10, 3000))]
    with team.bridge(chat) as bridge:
        team.note(" ".join(words))
        assert bridge.wait_until_posted(PATIENCE)
        shown = until(lambda: _whole(rig, words[-1]))
        last = max(at for at, word in enumerate(words) if word in shown)
        assert set(words[: last + 1]) <= set(shown)
        assert last == len(words) - 1 or CUT in shown
        assert bridge.problem == ""  # no part was rejected


@_check
def a_reply_stands_in_the_thread_of_what_it_answers(rig: Rig) -> None:
    """A reply in the project is one in the chat, and a reply in the chat is one in the project."""
    team, chat = _Team(rig), rig.chat()
    if not chat.has_threads:
        raise CannotDoError("reply")
    with team.bridge(chat):
        first = team.note("a question")
        asked = team.shown("a question")
        team.note("an answer", "ui", in_reply_to=first.id)
        assert team.shown("an answer").thread == asked.id
        rig.say(rig.ann, "a reply of a person", asked.id)
        until(lambda: "a reply of a person" in team.said())
        assert team.messages()[-1].in_reply_to == first.id


@_check
def a_guest_can_only_post(rig: Rig) -> None:
    """A stranger to the project gives no commands and cannot use another's name."""
    team, chat = _Team(rig), rig.chat()
    with team.bridge(chat):
        _hears(team)
        rig.say(rig.guest, f"{chat.command_prefix}pause api because I say so")
        rig.say(rig.guest, "I am human")
        guest = "guest-chat"
        until(lambda: any("I am human" in one for one in team.said(guest)), lambda: str(team.said(guest)))
        assert "api" not in team.project.state.suspended
        assert "I am human" not in team.said()


@_check
def a_person_gives_commands_and_gets_an_answer(rig: Rig) -> None:
    """A command acts in the person's name, and its answer is posted."""
    team, chat = _Team(rig), rig.chat()
    with team.bridge(chat):
        _hears(team)
        rig.say(rig.ann, f"{chat.command_prefix}pause api because of a test")
        until(lambda: "api" in team.project.state.suspended)
        rig.say(rig.ann, f"{chat.command_prefix}who")
        team.shown("api")


@_check
def a_decision_is_made_by_a_reply(rig: Rig) -> None:
    """A reply that is an option decides, and the post of the request shows the outcome if it can change."""
    team, chat = _Team(rig), rig.chat()
    if not chat.has_threads:
        raise CannotDoError("reply")
    with team.bridge(chat):
        team.ask("sqlite", "postgres")
        asked = team.shown("Which storage?")
        rig.say(rig.ann, "2", asked.id)
        until(lambda: "DECISION_RESULT" in team.said(), lambda: str(team.said()))
        if chat.replaces_posts:
            until(lambda: [one for one in rig.posts() if one.id == asked.id and "✓ postgres" in one.text])


@_check
def a_reaction_is_an_answer(rig: Rig) -> None:
    """A reaction with the number of an option decides."""
    team, chat = _Team(rig), rig.chat()
    if not chat.hears_reactions:
        raise CannotDoError("react")
    with team.bridge(chat):
        team.ask("sqlite", "postgres")
        rig.react(rig.ann, team.shown("Which storage?").id, "1")
        until(lambda: "DECISION_RESULT" in team.said())


@_check
def an_edit_and_a_deletion_are_told(rig: Rig) -> None:
    """A changed post is a correction of its message, and a deleted one is withdrawn; the log keeps both."""
    team = _Team(rig)
    with team.bridge():
        _hears(team)
        post = rig.say(rig.ann, "good morning")
        until(lambda: "good morning" in team.said())
        rig.edit(rig.ann, post, "good evening")
        until(lambda: any("Correction" in one and "good evening" in one for one in team.said()))
        rig.delete(rig.ann, post)
        until(lambda: any("was withdrawn" in one for one in team.said()))


@_check
def what_is_said_while_the_bridge_is_down_arrives(rig: Rig) -> None:
    """A bridge that starts again posts and hears what it missed, once."""
    if not rig.remembers:
        raise CannotDoError("remember")
    with TemporaryDirectory() as directory:
        team = _Team(rig, f"{directory}/.renkei")
        rig.say(rig.ann, "before the bridge")
        with team.bridge() as bridge:
            _hears(team)
            assert bridge.wait_until_posted(PATIENCE)
        team.note("made meanwhile")
        rig.say(rig.ann, "said meanwhile")
        with team.bridge() as bridge:
            until(lambda: "said meanwhile" in team.said())
            rig.say(rig.ann, "the end")
            until(lambda: "the end" in team.said())
            assert bridge.wait_until_posted(PATIENCE)
        assert [team.said().count(one) for one in ("before the bridge", "said meanwhile")] == [0, 1]
        assert [one.text.count("made meanwhile") for one in rig.posts() if "made meanwhile" in one.text] == [1]
        team.project.close()


@_check
def a_post_whose_response_is_lost_is_not_made_twice(rig: Rig) -> None:
    """A post is repeated when its response was lost; the chat shows it once."""
    if not rig.recognizes_posts:
        raise CannotDoError("recognize posts")
    team, chat = _Team(rig), rig.chat()
    make, lost = chat.post, list[str]()

    def losing(channel: str, post: Outgoing) -> str:
        made = make(channel, post)
        if post.key not in lost:
            lost.append(post.key)
            raise ChatUnreachableError("the response was lost")
        return made

    chat.post = losing  # type: ignore[method-assign]
    with team.bridge(chat) as bridge:
        team.note("only once")
        assert bridge.wait_until_posted(PATIENCE)
        assert lost
        team.shown("only once")
        assert [one.text.count("only once") for one in rig.posts() if "only once" in one.text] == [1]


@_check
def an_outage_delays_and_loses_nothing(rig: Rig) -> None:
    """Messages made while the chat is down are posted when it is back, in order."""
    team = _Team(rig)
    with team.bridge() as bridge:
        team.note("before.")
        team.shown("before.")
        with rig.outage():
            for number in range(3):
                team.note(f"number {number}.")
            until(lambda: bridge.problem)
        assert bridge.wait_until_posted(PATIENCE)
        numbered = [one.text.rpartition("number ")[2] for one in rig.posts() if "number " in one.text]
        assert numbered == ["0.", "1.", "2."]
        until(lambda: bridge.problem == "", lambda: bridge.problem)


def _whole(rig: Rig, last: str) -> list[str]:
    """Return the words of all posts, once the last word or the note that the rest is left out is among them."""
    words = " ".join(one.text for one in rig.posts()).split()
    return words if last in words or CUT in words else []


def _hears(team: _Team) -> None:
    """Wait until the bridge hears people: earlier posts may belong to the past."""

    def heard() -> bool:
        team.rig.say(team.rig.ann, "do you hear me?")
        end = time.monotonic() + 2
        while time.monotonic() < end:
            if "do you hear me?" in team.said():
                return True
            time.sleep(0.01)
        return False

    until(heard)
