"""A chat that tells of posts, corrections and deletions in any order, and of each more than once."""

from itertools import permutations

import pytest

from renkei import BridgeSettings, Deletion, Heard, Post, Project
from renkei.edges.chat.bridge.intake import Intake
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.errors import LogNotWritableError
from team import small_team

FIRST, REPLY = Post("1", "team", "U1", "first"), Post("2", "team", "U1", "reply", reply_to="1")
CORRECTION, DELETION = Post("1e", "team", "U1", "corrected", edits="1"), Deletion("1", "team", "U1")


def taken(project: Project, intake: Intake, *told: Heard) -> list[str]:
    """Return the last line of each message that things become which are told twice."""
    for one in told:
        assert [intake.take(one) for _ in range(2)] == [None, None]
    events = (event for record in project.records() for event in record.events)
    return [one.message.payload.body.split("\n")[-1] for one in events if one.kind == "message_sent"]


def joined() -> tuple[Project, BridgeFile, Intake]:
    project, file = small_team(guarded=False), BridgeFile()
    return project, file, Intake("chat", project, BridgeSettings.of({"team": "all"}, {"U1": "human"}), file)


@pytest.mark.parametrize("told", list(permutations((FIRST, CORRECTION, REPLY, DELETION))))
def test_in_whatever_order_a_chat_tells_nobody_reads_what_was_corrected_or_deleted_before(told):
    project, _, intake = joined()
    texts = taken(project, intake, *told)
    first, corrected, deleted = map(told.index, (FIRST, CORRECTION, DELETION))
    shown: list[Post] = [FIRST] * (first < min(corrected, deleted)) + [CORRECTION] * (corrected < deleted)
    withdrawn = [one for one in texts if "was withdrawn" in one]
    assert len(withdrawn) == (len(shown) > 0)
    assert sorted(set(texts) - set(withdrawn)) == sorted(one.text for one in (*shown, REPLY))
    assert len(texts) == len(set(texts))


def test_a_reply_to_a_post_that_only_its_correction_told_of_is_in_its_thread():
    project, file, intake = joined()
    assert taken(project, intake, CORRECTION, REPLY, FIRST) == ["corrected", "reply"]
    corrected, reply = (file.post("team", one).message for one in ("1e", "2"))
    assert project.find_message(reply).in_reply_to == corrected


def test_a_correction_that_comes_first_and_cannot_be_written_yet_is_the_same_later(monkeypatch):
    project, file, intake = joined()
    with monkeypatch.context() as full:
        full.setattr(project, "do", lambda *arguments, **more: _fail())
        with pytest.raises(LogNotWritableError):
            intake.take(CORRECTION)
    assert taken(project, intake, CORRECTION) == ["corrected"]
    message = project.find_message(file.post("team", "1e").message)
    assert (message.payload.body, message.in_reply_to) == ("corrected", None)


def _fail() -> None:
    raise LogNotWritableError(path="log", reason="it is full")
