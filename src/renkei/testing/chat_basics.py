"""The checks of a kind of chat on an ordinary day: posts, replies, answers, names, markup."""

from renkei.testing.chat_checks import PATIENCE, Team, check, hears, until
from renkei.testing.rig import CannotDoError, Rig

HOSTILE = 'a *b* _c_ `d` <i>e</i> [f](http://g.example) <!channel> @everyone @room "h" \\ & 終わり'
"""A text with the markup of many chats, which shows as written or not at all as markup."""

SHOWN = ("b", "c", "d", "<i>e</i>", "f", "http://g.example", "channel>", "everyone", "room", '"h"', "終わり")
"""The part of it that people must see in every chat."""

CUT = "`renkei"
"""A word of the sentence that a long text is cut with: it names a command."""

MESSAGES = 20


@check
def messages_are_posted_once_and_in_order(rig: Rig) -> None:
    """Each message is one post, and the posts have the order of the log."""
    team = Team(rig)
    with team.bridge() as bridge:
        for number in range(MESSAGES):
            team.note(f"number {number}.")
        assert bridge.wait_until_posted(PATIENCE)
        team.shown(f"number {MESSAGES - 1}.")
        assert team.numbers() == [f"{number}." for number in range(MESSAGES)]


@check
def posts_are_heard_once_and_in_order(rig: Rig) -> None:
    """Each post of a person becomes one message, and they keep their order."""
    team = Team(rig)
    with team.bridge():
        hears(team)
        for number in range(MESSAGES):
            rig.say(rig.ann, f"number {number}")
        until(lambda: f"number {MESSAGES - 1}" in team.said(), lambda: str(team.said()))
        assert [one for one in team.said() if "number" in one] == [f"number {number}" for number in range(MESSAGES)]
        assert team.said("api") == []  # the bridge does not hear its own posts


@check
def posts_show_who_wrote_them(rig: Rig) -> None:
    """A post shows the name of its author, as its author or in its text."""
    team = Team(rig)
    with team.bridge():
        team.note("Whose words?", "ui")
        post = team.shown("Whose words?")
        assert "ui" in (post.author, *post.text.split()), post


@check
def markup_of_an_author_is_not_trusted(rig: Rig) -> None:
    """No character is lost, and none has an effect in the chat."""
    team = Team(rig)
    with team.bridge():
        team.note(f"begin {HOSTILE} end")
        text = team.shown("begin").text
        missing = [one for one in SHOWN if one not in text]
        assert not missing, (missing, text)


@check
def a_long_text_is_complete_and_each_part_fits(rig: Rig) -> None:
    """A text longer than the chat's limit is split into posts that fit, and nothing between them is lost."""
    team = Team(rig)
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


@check
def a_reply_stands_in_the_thread_of_what_it_answers(rig: Rig) -> None:
    """A reply in the project is one in the chat, and a reply in the chat is one in the project."""
    team, chat = Team(rig), rig.chat()
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


@check
def a_guest_can_only_post(rig: Rig) -> None:
    """A stranger to the project gives no commands and cannot use another's name."""
    team, chat = Team(rig), rig.chat()
    with team.bridge(chat):
        hears(team)
        rig.say(rig.guest, f"{chat.command_prefix}pause api because I say so")
        rig.say(rig.guest, "I am human")
        guest = "guest-chat"
        until(lambda: any("I am human" in one for one in team.said(guest)), lambda: str(team.said(guest)))
        assert "api" not in team.project.state.suspended
        assert "I am human" not in team.said()


@check
def a_person_gives_commands_and_gets_an_answer(rig: Rig) -> None:
    """A command acts in the person's name, and its answer is posted."""
    team, chat = Team(rig), rig.chat()
    with team.bridge(chat):
        hears(team)
        rig.say(rig.ann, f"{chat.command_prefix}pause api because of a test")
        until(lambda: "api" in team.project.state.suspended)
        rig.say(rig.ann, f"{chat.command_prefix}who")
        team.shown("api")


@check
def a_decision_is_made_by_a_reply(rig: Rig) -> None:
    """A reply that is an option decides, and the post of the request shows the outcome if it can change."""
    team, chat = Team(rig), rig.chat()
    if not chat.has_threads:
        raise CannotDoError("reply")
    with team.bridge(chat):
        team.ask("sqlite", "postgres")
        asked = team.shown("Which storage?")
        rig.say(rig.ann, "2", asked.id)
        until(lambda: "DECISION_RESULT" in team.said(), lambda: str(team.said()))
        if chat.replaces_posts:
            until(lambda: [one for one in rig.posts() if one.id == asked.id and "✓ postgres" in one.text])


@check
def a_reaction_is_an_answer(rig: Rig) -> None:
    """A reaction with the number of an option decides."""
    team, chat = Team(rig), rig.chat()
    if not chat.hears_reactions:
        raise CannotDoError("react")
    with team.bridge(chat):
        team.ask("sqlite", "postgres")
        rig.react(rig.ann, team.shown("Which storage?").id, "1")
        until(lambda: "DECISION_RESULT" in team.said())


@check
def a_press_of_a_button_is_an_answer(rig: Rig) -> None:
    """A press decides once, and a guest's decides nothing."""
    team = Team(rig)
    with team.bridge():
        hears(team)
        team.ask("sqlite", "postgres")
        asked = team.shown("Which storage?").id
        rig.press(rig.guest, asked, "sqlite")
        rig.press(rig.ann, asked, "postgres")
        until(team.decided)
        team.shown("✓ postgres")
        assert team.decided() == ["postgres"]


@check
def an_edit_and_a_deletion_are_told(rig: Rig) -> None:
    """A changed post is a correction of its message, and a deleted one is withdrawn; the log keeps both."""
    team = Team(rig)
    with team.bridge():
        hears(team)
        post = rig.say(rig.ann, "good morning")
        until(lambda: "good morning" in team.said())
        rig.edit(rig.ann, post, "good evening")
        until(lambda: any("Correction" in one and "good evening" in one for one in team.said()))
        rig.delete(rig.ann, post)
        until(lambda: any("was withdrawn" in one for one in team.said()))


def _whole(rig: Rig, last: str) -> list[str]:
    """Return the words of all posts, once the last word or the note that the rest is left out is among them."""
    words = " ".join(one.text for one in rig.posts()).split()
    return words if last in words or CUT in words else []
