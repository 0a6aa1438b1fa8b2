"""A chat that fails, repeats and limits its rate; a log that cannot be written."""

import random
from collections.abc import Iterator

import pytest

from chatting import PATIENCE, HeardChat, bridged, until
from renkei import Bridge, ChatRefusedError, ChatUnreachableError, Deletion, Freeform, Outgoing, Position, Project
from renkei.edges.chat.bridge.storage.bridge_file import BridgeFile
from renkei.edges.chat.errors import BridgeFileDamagedError
from renkei.edges.chat.mailboxes.mailbox_file import MailboxFile
from renkei.engine import commands as c
from renkei.errors import LogNotWritableError
from team import small_team


def note(text: str) -> Freeform:
    return Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency="normal")


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("bridge", "relay"):
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.FIRST_PAUSE", 0.001)
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.LONGEST_PAUSE", 0.002)


class BadChat(HeardChat):
    """A chat that takes each post as often as it is made, and fails before or after it, as it likes."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.failures = 0

    def _fail(self) -> None:
        if self.chance.random() < 0.4:
            self.failures += 1
            raise ConnectionResetError("gone") if self.chance.random() < 0.5 else ChatUnreachableError("away")

    def post(self, channel: str, post: Outgoing) -> str:
        self._fail()
        with self._lock:
            self.posts.append((channel, post, str(len(self.posts) + 1)))
            made = self.posts[-1][2]
        self._fail()
        return made

    def find(self, channel: str, key: str) -> str | None:
        self._fail()
        return next((name for _, post, name in self.posts if getattr(post, "key", "") == key), None)

    def hear(self, heard) -> None:
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            super().hear(heard)


@pytest.mark.short
@pytest.mark.parametrize("seed", range(5))
def test_a_chat_that_fails_before_or_after_each_post_has_everything_once_and_in_order(seed):
    with bridged(BadChat(seed)) as room:
        for number in range(30):
            room.project.send(room.project.message("ann", note(f"said {number}"), "all"))
            room.chat.say("U1", f"post {number}")
            room.chat.say("U1", f"/decide D-{number} A")
        texts = room.texts()
        assert [one.split("\n")[1] for one in texts if "said" in one] == [f"said {n}" for n in range(30)]
        assert [one for one in texts if "UNKNOWN_DECISION" in one].__len__() == 30
        heard = [one.payload.body for one in room.messages() if one.from_ == "human"]
        assert heard == [f"post {number}" for number in range(30)]
        assert room.chat.failures > 20
        assert room.bridge.problem == ""


class PatientChat(HeardChat):
    """A chat that is down until a test sets `down`, or that asks for a pause."""

    down = True
    asked = 0

    def post(self, channel: str, post: Outgoing) -> str:
        self.asked += 1
        if self.down:
            raise ChatUnreachableError("down")
        return super().post(channel, post)


def test_a_chat_that_was_down_for_an_hour_receives_everything_in_order(monkeypatch):
    monkeypatch.setattr("renkei.edges.chat.bridge.bridge.RECORD_SECONDS", 10 * PATIENCE)
    with bridged(PatientChat()) as room:
        for number in range(200):
            room.project.send(room.project.message("ann", note(f"said {number}"), "all"))
        until(lambda: room.chat.asked > 5)
        assert room.bridge.problem == "The chat cannot be reached: down. The bridge tries again. (CHAT_UNREACHABLE)"
        room.chat.say("U1", "I am heard all the same")
        until(lambda: room.chat.heard_all)
        room.chat.down = False
        assert [one.split("\n")[1] for one in room.texts()] == [f"said {number}" for number in range(200)]
        assert room.bridge.problem == ""


class CutChat(HeardChat):
    """A chat that shows every post that is made, finds none again, and ends after the first of several."""

    limit = 100
    ended = False

    def post(self, channel: str, post: Outgoing) -> str:
        if self.ended:
            raise ChatUnreachableError("down")
        self.ended = True
        self.posts.append((channel, post, str(len(self.posts) + 1)))
        return self.posts[-1][2]


def test_what_was_noted_as_posted_is_not_posted_again_after_a_restart(tmp_path):
    project, chat = small_team(tmp_path / "p", guarded=False), CutChat()
    project.join("kim", human=True)
    with bridged(chat, project) as room:
        project.send(project.message("ann", note("word " * 30), "all", id="m1"))
        until(lambda: room.bridge.problem)
    again = HeardChat()
    again.limit = CutChat.limit
    with bridged(again, project) as room:
        (first, *_), rest = [one.text for _, one, _ in chat.posts], room.posts()
        assert [first[:5], *(one.text[:5] for one in rest)] == ["(1/2)", "(2/2)"]
        assert [one.reply_to for one in rest] == [chat.posts[0][2]]  # in the thread of the first part
    project.close()


def test_a_rate_limit_is_obeyed(monkeypatch):
    waits = []

    class Limited(HeardChat):
        def post(self, channel: str, post: Outgoing) -> str:
            if len(waits) < 3:
                raise ChatUnreachableError("slow down", retry_after=0.0123)
            return super().post(channel, post)

    with bridged(Limited()) as room:
        ended = room.bridge._relay._ended
        wait = ended.wait
        monkeypatch.setattr(ended, "wait", lambda seconds=None: waits.append(seconds) or wait(seconds))
        room.project.send(room.project.message("ann", note("said"), "all"))
        assert len(room.texts()) == 1
    assert waits[:3] == [0.0123] * 3


def test_what_the_chat_refuses_is_skipped_and_counted():
    class Strict(HeardChat):
        def post(self, channel: str, post: Outgoing) -> str:
            if "bad" in post.text:
                raise ChatRefusedError("too rude")
            return super().post(channel, post)

    with bridged(Strict()) as room:
        for text in ("bad", "good"):
            room.project.send(room.project.message("ann", note(text), "all"))
        assert room.texts() == ["ann → all\ngood"]
        assert room.bridge.problem == "The chat refused: too rude. (CHAT_REFUSED)"
        assert room.bridge._problems.refused == 1


def test_each_problem_is_said_once_also_when_a_full_disk_cannot_store_it(monkeypatch):
    stored = BridgeFile.set_position

    def full(file: BridgeFile, side: str, value: str) -> None:
        if "problem" in side or "refus" in side:
            raise LogNotWritableError(path="chat.db", reason="database or disk is full")
        stored(file, side, value)

    class Away(HeardChat):
        away = True

        def post(self, channel: str, post: Outgoing) -> str:
            if self.away:
                raise ChatUnreachableError("away")
            if "rude" in post.text:
                raise ChatRefusedError("rude")
            return super().post(channel, post)

    monkeypatch.setattr(BridgeFile, "set_position", full)
    said: list[str] = []
    project, chat = small_team(guarded=False), Away()
    with Bridge(project, chat, {"team": "all"}, on_problem=said.append) as bridge:
        for text in ("one", "rude", "rude"):
            project.send(project.message("ann", note(text), "all"))
        until(lambda: len(said) == 2)
        assert "away" in bridge.problem
        chat.away = False
        assert bridge.wait_until_posted(20)
        assert bridge.problem.startswith("The chat refused: rude.")
    assert [one.partition(". ")[0] for one in said] == [
        "",
        "The chat cannot be reached: away",
        "",
        "The chat refused: rude",
    ]


def test_a_full_disk_stops_what_is_heard_until_there_is_room(monkeypatch):
    full = [True]
    do = Project.do

    def write(project: Project, *actions, **more):
        if full[0] and more.get("command_id", "").startswith("heard"):
            raise LogNotWritableError(path="log", reason="no space")
        return do(project, *actions, **more)

    monkeypatch.setattr(Project, "do", write)
    with bridged() as room:
        room.chat.say("U1", "one")
        room.chat.say("U1", "two")
        until(lambda: "no space" in room.bridge.problem)
        full[0] = False
        assert [one.payload.body for one in room.messages()] == ["one", "two"]
        assert room.texts() == []
        assert room.bridge.problem == ""


@pytest.mark.parametrize("kind", [BridgeFile, MailboxFile])
def test_an_error_of_the_bridge_file_is_one_of_the_log(kind, tmp_path):
    (tmp_path / "bridge.db").write_text("This is not a database. " * 50)
    with pytest.raises(BridgeFileDamagedError, match="not a database"):
        kind(tmp_path / "bridge.db")
    file = kind()
    with pytest.raises(LogNotWritableError, match="no such table"):
        file._all("SELECT 1 FROM absent")
    with pytest.raises(LogNotWritableError, match="no such table"), file._transaction() as db:
        db.execute("SELECT 1 FROM absent")
    with file._transaction() as db:  # the one before was rolled back
        db.execute("SELECT 1")


class Channels(HeardChat):
    """A chat without posts to one participant, and without threads or data."""

    has_threads = False
    carries_data = False

    def send(self, user: str, post: Outgoing) -> None:
        return None


def test_a_chat_with_nothing_but_text_is_enough():
    with bridged(Channels()) as room:
        room.project.send(room.project.message("ann", note("only you"), "kim", id="m1"))
        room.project.send(room.project.message("ann", note("more"), "kim", id="m2", in_reply_to="m1"))
        first, second = room.posts("team")
        assert (first.text, first.mentions, first.data) == ("ann → kim\nonly you", ("U2",), None)
        assert second.text == "ann → kim · re ann: only you\nmore"
        room.chat.say("U2", "thanks", reply_to=room.id_of("only you"))
        assert room.messages()[2].in_reply_to == "m1"


def test_a_program_in_the_chat_reads_a_typed_message_from_a_block():
    from renkei.edges.chat.fenced import find_block
    from renkei.protocol.messages import parse_message
    from team import handoff

    with bridged(Channels()) as room:
        room.project.send(room.project.message("lead", handoff(), "bob", id="m1"))
        text, block = (
            (room.posts()[0].text, find_block(room.posts()[0].text))
            if len(room.posts()) == 1
            else (
                room.posts()[0].text,
                find_block(room.posts()[1].text),
            )
        )
        assert text.startswith("lead → bob · TASK_HANDOFF")
        assert parse_message(block) == room.messages()[0]


class Broken(HeardChat):
    """A chat whose `listen` fails now and then, between two posts."""

    def listen(self, cursor: str) -> Iterator:
        for number, one in enumerate(super().listen(cursor)):
            yield one
            if number == 1:
                raise KeyError("a mistake")


def test_a_chat_whose_listening_fails_is_listened_to_again():
    with bridged(Broken()) as room:
        for number in range(5):
            room.chat.say("U1", f"post {number}")
        assert [one.payload.body for one in room.messages()] == [f"post {number}" for number in range(5)]


def test_what_an_earlier_process_could_not_hear_is_no_problem_of_this_one(tmp_path):
    class Deaf(HeardChat):
        def listen(self, cursor: str) -> Iterator:
            raise ChatUnreachableError("nobody listens here")

    project = small_team(tmp_path / "p", guarded=False)
    project.join("kim", human=True)
    with bridged(Deaf(), project) as room:
        until(lambda: "nobody listens" in room.bridge.problem)
    with bridged(HeardChat(), project) as room:
        assert room.bridge.problem == ""
    project.close()


def test_a_chat_that_is_heard_again_is_no_problem_any_more_though_nobody_speaks():
    class Silent(HeardChat):
        begun = 0

        def listen(self, cursor: str) -> Iterator:
            self.begun += 1
            if self.begun == 1:
                raise ChatRefusedError("nobody listens here")
            yield Position("")
            yield from super().listen(cursor)

    with bridged(Silent()) as room:
        until(lambda: room.chat.begun > 1 and not room.bridge.problem)
        room.chat.say("U1", "hello")
        assert [one.payload.body for one in room.messages()] == ["hello"]


def test_of_a_message_in_parts_nothing_is_posted_after_a_part_that_is_refused():
    class Strict(HeardChat):
        limit = 100

        def post(self, channel: str, post: Outgoing) -> str:
            if post.text.startswith("(2/"):
                raise ChatRefusedError("too rude")
            return super().post(channel, post)

    with bridged(Strict()) as room:
        room.project.send(room.project.message("ann", note("word " * 60), "all"))
        room.project.send(room.project.message("ann", note("next"), "all"))
        assert [one.text[:4] for one in room.posts()] == ["(1/4", "ann "]


def test_a_bridge_forgets_its_attempts_once_everything_is_posted():
    with bridged() as room:
        for number in range(3):
            room.project.send(room.project.message("ann", note(f"said {number}"), "all"))
            room.chat.say("U1", f"/decide D-{number} A")
        assert len(room.texts()) == 6
        assert room.bridge._file._all("SELECT key FROM attempts") == []


def test_a_refused_post_is_no_message_that_is_replied_to_or_withdrawn():
    with bridged() as room:
        room.project.do(c.SuspendActor("bob", "wait"))
        refused = room.chat.say("B1", "let me in")
        room.settle()
        room.project.do(c.ResumeActor("bob"))
        room.chat.say("U1", "why not?", reply_to=refused.id)
        room.chat.hear(Deletion(refused.id, "team", "B1"))
        said = [one for one in room.messages() if one.from_ != "renkei"]
        assert [(one.from_, one.payload.body, one.in_reply_to) for one in said] == [("human", "why not?", None)]
