"""Posts that are made to stop a bridge, and one at which the bridge itself fails."""

import pytest

from chatting import bridged
from renkei import Deletion, File, Membership, Post


@pytest.mark.parametrize(
    "text",
    [
        "\x00\x1b[31m\u202e",
        "\ud800 alone",
        "<script>alert(1)</script>",
        "```renkei\n{\n```",
        "@" * 5000,
        "/ \n",
        "x" * 600_000,
    ],
)
def test_hostile_posts_do_not_stop_the_bridge(text):
    with bridged() as room:
        room.chat.say("U9", text, name=text[:50])
        room.chat.say("U1", "still there")
        assert room.messages()[-1].payload.body == "still there"
        assert all("\x1b" not in one and "\u202e" not in one for one in room.texts())


@pytest.mark.parametrize("field", ["id", "channel", "author", "cursor", "name", "to", "reply_to", "edits", "files"])
def test_half_a_character_anywhere_does_not_stop_what_is_heard(field):
    bad = (File("\ud800", 1, lambda: b"x"),) if field == "files" else "\ud800"
    with bridged() as room:
        for heard in (Deletion("\ud800", "\ud800", "\ud800", "\ud800"), Membership("\ud800", "U1", True, "\ud800")):
            room.chat.hear(heard)
        room.chat.hear(Post(**{"id": "first", "channel": "team", "author": "U1", "text": "odd @bob", field: bad}))
        room.chat.say("U1", "still there")
        first, second = (one.payload.body for one in room.messages())
        assert "odd @bob" in first
        assert second == "still there"
        assert room.bridge.problem == ""


def test_a_mistake_of_ours_costs_one_post_and_is_counted(monkeypatch):
    from renkei.edges.chat.bridge.intake import Intake

    take = Intake.take

    def broken(self, heard):
        if getattr(heard, "text", "") == "boom":
            raise ZeroDivisionError("oh")
        return take(self, heard)

    monkeypatch.setattr(Intake, "take", broken)
    with bridged() as room:
        room.chat.say("U1", "boom")
        room.chat.say("U1", "after")
        assert [one.payload.body for one in room.messages()] == ["after"]
        assert room.bridge.problem == "ZeroDivisionError: oh"
