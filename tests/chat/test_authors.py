"""Every participant has a face of its own in the chat, and nobody can borrow the face of another."""

import pytest

from chatting import HeardChat, Room, bridged
from renkei import Author, DecisionOption, DecisionRequest, Freeform, Outgoing
from renkei.edges.chat.matrix.content import content_of
from renkei.edges.chat.mattermost.text import markdown_of
from renkei.edges.chat.slack.text import blocks_of as slack_blocks
from renkei.edges.chat.spans import Listed, Quote, Span, Words, blocks_of, spans_of
from renkei.errors import BadValueError
from renkei.protocol.primitives import Priority


class FacesChat(HeardChat):
    shows_authors = True
    shows_blocks = True


def note(room: Room, sender: str, text: str, *to: str, priority: Priority = "normal") -> None:
    body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency=priority)
    room.project.send(room.project.message(sender, body, list(to), priority))


def test_a_post_with_a_face_names_its_author_and_its_own_channel_nowhere_else() -> None:
    with bridged(FacesChat(), pictures="https://faces.example/{name}.png") as room:
        note(room, "ann", "good morning", "all")
        note(room, "bob", "and you?", "ann")
        decision = DecisionRequest(
            decision_id="D-1", question="Which?", options=(DecisionOption(label="a", analysis=""),)
        )
        room.project.send(room.project.message("bob", decision, "human"))
        first, second, third = room.posts()
        assert first.author == Author("ann", "https://faces.example/ann.png", "ann")
        assert (first.text, first.blocks) == ("good morning", (Words((Span("good morning"),)),))
        assert second.text == "→ ann\nand you?"
        assert (third.author, third.text.splitlines()[0]) == (
            Author("bob", "https://faces.example/bob.png", "bob"),
            "DECISION_REQUEST D-1",
        )


def test_a_chat_without_faces_gets_the_author_in_bold_in_its_first_line() -> None:
    class Plain(FacesChat):
        shows_authors = False

    with bridged(Plain()) as room:
        note(room, "ann", "good morning", "all")
        (post,) = room.posts()
        assert post.text == "ann → all\ngood morning"
        assert isinstance(post.blocks[0], Words)
        assert post.blocks[0].spans[0] == Span("ann", frozenset({"bold"}))


def test_what_renkei_itself_says_has_no_author() -> None:
    with bridged(FacesChat(), system_channel="ops") as room:
        room.project.pause("ann", "a break", actor="human")
        room.chat.say("U1", "/who")
        assert [one.author for one in room.posts()] == [None, None]


def test_people_have_the_name_that_the_chat_shows_for_them() -> None:
    with bridged(FacesChat()) as room:
        room.chat.say("U1", "hello", name="Kim  Lee\u202e")
        room.settle()
        note(room, "human", "said elsewhere", "all")
        assert room.posts()[-1].author == Author("Kim Lee", "", "human")
        room.chat.say("U1", "hello again", name="Lee")
        room.chat.say("U9", "a guest", name="Somebody")
        room.settle()
        note(room, "human", "said elsewhere, too", "all")
        assert room.posts()[-1].author == Author("Lee", "", "human")


@pytest.mark.parametrize("name", ["ann", "АNN", "ａｎｎ", "renkei", "  ", "\u202e"])
def test_nobody_has_the_face_of_another_participant_by_a_name_like_its_id(name: str) -> None:
    with bridged(FacesChat()) as room:
        room.chat.say("U1", "hello", name=name)
        room.settle()
        note(room, "human", "said elsewhere", "all")
        assert room.posts()[-1].author == Author("human", "", "human")


def test_a_name_that_the_post_interrupts_is_a_mention_and_others_are_words() -> None:
    with bridged(FacesChat()) as room:
        note(room, "ann", "> @kim\n\n- `@kim` or @ｋｉｍ, not @human and @bob", "kim", "all", priority="blocking")
        (post,) = room.posts("team")
        assert post.mentions == ("U2",)
        assert [one.text for one in spans_of(post.blocks) if one.user] == ["@kim", "@ｋｉｍ"]
        assert {one.user for one in spans_of(post.blocks)} == {"", "U2"}
        assert post.unnamed == ()
        note(room, "ann", "look", "kim", "all", priority="blocking")
        assert room.posts("team")[-1].unnamed == ("U2",)


def test_each_chat_shows_a_mention_by_its_own_element_and_names_no_user_twice() -> None:
    mention = Span("@kim", user="U2")
    blocks = (Quote((Words((mention,)),)), Listed(((Words((Span("do "), mention)),),)))
    post = Outgoing("k", "@kim", mentions=("U2", "U3"), blocks=blocks)
    shown = content_of(post, "")
    assert shown["formatted_body"].count('<a href="https://matrix.to/#/U2">@kim</a>') == 2
    assert shown["body"] == "U3: @kim"
    assert shown["m.mentions"] == {"user_ids": ["U2", "U3"]}
    assert markdown_of(blocks, {"U2": "kim.lee"}.__getitem__) == "> @kim.lee\n\n- do @kim.lee"
    assert markdown_of(blocks) == markdown_of(blocks_of("> @kim\n\n- do @kim"))
    _, *users = str(slack_blocks(post)).split("'user_id': ")
    assert [one[1:3] for one in users] == ["U3", "U2"]


@pytest.mark.parametrize("pictures", ["http://x.y/{name}", "https://x.y/all.png", "https://x.y/{name} .png", "{name}"])
def test_pictures_have_an_https_address_with_the_place_of_the_name(pictures: str) -> None:
    with pytest.raises(BadValueError, match="pictures") as caught, bridged(pictures=pictures):
        pass
    assert "https://example.org/{name}.png" in caught.value.hint


@pytest.mark.parametrize("name", ["bоb", "Bob", "bobb"])
def test_a_name_that_looks_like_a_participant_is_asked_about(name: str) -> None:
    with bridged() as room:
        room.chat.say("U1", f"look @{name}, please")
        assert "did you mean @bob?" in room.texts()[-1]
        assert room.messages() == []


def test_a_name_in_full_width_letters_is_the_name() -> None:
    with bridged() as room:
        room.chat.say("U1", "look ＠ｂｏｂ, please")
        assert room.messages()[-1].receivers == ("all", "bob")
