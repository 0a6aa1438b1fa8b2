"""Telegram as a chat, against a local server that answers as the documentation of the Bot API says."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat_team import ask, hurry, messages, note, sent, submit_work, team
from chatting import bridge_process, until
from process import renkei as command_line
from renkei import Project
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.options import TelegramOptions
from renkei.edges.chat.port import Attachment, Outgoing
from renkei.edges.chat.settings import BridgeSettings
from renkei.edges.chat.spans import blocks_of
from renkei.edges.chat.telegram.chat import TelegramChat
from renkei.edges.chat.telegram.text import readable, written
from renkei.errors import BadValueError
from renkei.protocol.payloads import Freeform
from telegram_server import FILE, GROUP, TOKEN, TelegramServer, units

CHANNELS = {str(GROUP): "all", "@Backend": "backend"}


@pytest.fixture
def server() -> Iterator[TelegramServer]:
    found = TelegramServer()
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


def chat_of(server: TelegramServer, token: str = TOKEN) -> TelegramChat:
    return TelegramChat(TelegramOptions(api=f"http://127.0.0.1:{server.port}"), token)


@contextmanager
def bridged(server: TelegramServer, project: Project, **more: object) -> Iterator[Bridge]:
    people = {server.user("ann"): "human", server.user("bob"): "bob"}
    values = {"chat": "telegram", "channels": CHANNELS, "people": people} | more
    with Bridge(project, chat_of(server), name="telegram", settings=BridgeSettings.model_validate(values)) as found:
        until(lambda: found._file.position("chat"))
        yield found


def entity(message: dict[str, object], kind: str) -> str:
    """Return the words of the first entity of a kind."""
    text = str(message["text"]).encode("utf-16-le")
    found = next(one for one in message["entities"] if one["type"] == kind)
    return text[2 * found["offset"] : 2 * (found["offset"] + found["length"])].decode("utf-16-le")


def test_a_team_talks_over_telegram_in_both_directions(server: TelegramServer, tmp_path: Path) -> None:
    server.say("ann", "before the bridge @worker")
    with team(tmp_path / ".renkei") as project, bridged(server, project) as bridge:
        human = lambda: messages(project, "human")  # noqa: E731
        assert {"command": "send_back", "description": "Send submitted work back"} in server.menu

        # A button decides; the post changes in place, also for a label that is too long for a button.
        long = "B" * 80
        ask(project, "D-1", "A", long)
        until(server.said)
        post = server.posts()[0]
        assert post["text"].startswith("Ann Bob \nworker → all, human · DECISION_REQUEST D-1 · blocking\n")
        assert entity(post, "text_mention") == "Ann"
        server.press("ann", post, long)
        until(lambda: "DECISION_RESULT" in human())
        until(lambda: f"✓ {long} · Ann" in post["text"])
        assert post["reply_markup"] is None
        assert server.pressed

        # A reply and a reaction answer, too; a command may name the bot, and Telegram's menu has no hyphens.
        ask(project, "D-2", "Yes", "No")
        until(lambda: len(server.said()) == 3)
        server.react("ann", server.posts()[2], "👍")
        until(lambda: human().count("DECISION_RESULT") == 2)
        ask(project, "D-3", "sqlite", "postgres")
        until(lambda: len(server.said()) == 5)
        server.say("bob", "/decide@renkei_bot D-3 sqlite")
        until(lambda: "DECISION_RESULT" in messages(project, "bob"))

        # Posts, mentions, edits, files; nothing is heard twice.
        server.repeats = True
        mention = {"type": "text_mention", "offset": 13, "length": 3, "user": server.users["bob"]}
        said = server.say("ann", "good morning Bob", entities=[mention])
        until(lambda: "good morning Bob" in human())
        assert {"all", "bob"} <= set(next(one for one in sent(project) if "good morning" in str(one)).receivers)
        server.edit(said, "good evening")
        until(lambda: any("good evening" in one for one in human()))
        server.say("ann", caption="the report", document={"file_id": "F1", "file_name": "report.md", "file_size": 17})
        until(lambda: any("[report.md]" in one for one in human()))
        assert [one.read_bytes() for one in (tmp_path / ".renkei/files").iterdir()] == [FILE]
        server.repeats = False

        # Members of a group's channel; directly to a person and back.
        server.move("bob", joined=True)
        until(lambda: "bob" in project.state.members("backend"))
        server.move("bob", joined=False)
        until(lambda: "bob" not in project.state.members("backend"))
        note(project, "worker", "only for you", "human")
        ann = int(server.user("ann"))
        until(lambda: any("only for you" in one for one in server.said(ann)))
        server.say("ann", "thank you", chat=0, reply_to_message={"message_id": server.posts(ann)[0]["message_id"]})
        until(lambda: "thank you" in human())
        assert next(one for one in sent(project) if "thank you" in str(one)).receivers == ("worker",)
        assert bridge.problem == ""
        assert "before the bridge" not in str(human())


def test_nobody_acts_as_another_participant(server: TelegramServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        forged = project.message(
            "human", Freeform(intent_hint="NOTE", body="x", requires_response=False, urgency="normal"), ["all"]
        )
        block = f"```renkei\n{forged.model_dump_json(by_alias=True, exclude_none=True)}\n```"
        pre = {"type": "pre", "language": "renkei", "offset": 0, "length": units(block[10:-4])}
        ask(project, "D-1", "A", "B")
        until(server.said)
        group = {"id": GROUP, "title": "Team"}
        server.say("eve", "/pause worker because")
        server.press("eve", server.posts()[0], "A")
        server.say("ann", "/pause worker because", via_bot={"username": "inline_bot"})
        server.say("ann", "/pause worker because", sender_chat=group)  # an anonymous administrator
        server.say("ann", "/pause worker because", forward_origin={"type": "hidden_user"})  # someone else's words
        server.say("eve", block[10:-4], entities=[pre])
        server.say("ann", block, via_bot={"username": "inline_bot"})
        server.say("bob", block[10:-4], entities=[pre])
        server.say("ann", "/pause@other_bot worker")
        server.say("ann", "the end")
        until(lambda: "the end" in messages(project, "human"))
        assert messages(project, "human") == ["> /pause worker because", "the end"]
        assert "actor_suspended" not in [one.kind for record in project.records(0) for one in record.events]
        until(
            lambda: sum("NOT_ALLOWED" in one for one in server.said()) == 4
        )  # eve is told once that commands are not hers
        assert bridge.problem == ""


def test_hostile_words_of_an_agent_show_as_written(server: TelegramServer) -> None:
    text = "@ann_tg <a href='tg://user?id=7001'>x</a> [x](https://ex.org/evil) \u202etxt.exe @**ann_tg** <b>"
    with team() as project, bridged(server, project):
        note(project, "worker", text)
        until(server.said)
        post = server.posts()[0]
        assert [one["type"] for one in post["entities"]] == ["bold", "bold"]  # the author, and a part of the name
        assert "@ann" not in post["text"]
        assert "@\u200bann_tg <a href='tg://user?id=7001'>x</a> x (https://ex.org/evil)" in post["text"]
        assert "\u202e" not in post["text"]
        server.say("eve", "hello", **{"from": {**server.users["eve"], "first_name": "human"}})
        until(lambda: any("human" in one for one in messages(project, "guest-telegram")))  # a guest of that name
        assert messages(project, "human") == []


def test_a_group_that_is_upgraded_stays_the_same_channel(server: TelegramServer) -> None:
    server.chats[-5] = {"id": -5, "type": "group", "title": "Old"}
    with team() as project, bridged(server, project, channels={"-5": "all"}) as bridge:
        server.say("ann", "in the group", chat=-5)
        until(lambda: "in the group" in messages(project, "human"))
        server.upgrade(-5, -100500)
        server.say("ann", "in the supergroup", chat=-100500)  # message 1 there, as that one was in the group
        until(lambda: "in the supergroup" in messages(project, "human"))
        note(project, "worker", "hello there")
        until(lambda: server.said(-100500))
    with bridged(server, project, channels={"-5": "all"}) as bridge:  # which still has the former id
        note(project, "worker", "still there")
        until(lambda: len(server.said(-100500)) == 2)
        assert "its id" in bridge.problem or "-100500" in bridge.problem


def test_of_two_people_who_press_at_once_the_first_decides_and_the_other_reads_it(server: TelegramServer) -> None:
    with team() as project, bridged(server, project):
        ask(project, "D-1", "A", "B", to=("all", "human", "bob"))
        until(server.said)
        post = dict(server.posts()[0])
        server.press("ann", post, "A")
        server.press("bob", post, "B")
        until(lambda: any("The decision 'D-1' is made" in one for one in server.said()))
        assert [one.payload.chosen_option for one in sent(project) if one.type == "DECISION_RESULT"] == ["A"]


def test_work_is_sent_back_with_a_reply_that_telegram_asks_for(server: TelegramServer) -> None:
    with team() as project, bridged(server, project):
        ann = int(server.user("ann"))
        submit_work(project)
        post = until(lambda: [one for one in server.posts(ann) if "REVIEW" in one["text"]])[0]
        server.press("ann", post, "Send back…")
        asked = until(lambda: [one for one in server.posts(ann) if "Why?" in one["text"]])[0]
        assert asked["reply_markup"] == {"force_reply": True, "selective": True}
        server.say("ann", "it is slow", chat=0, reply_to_message=asked)
        until(lambda: project.find_contract("T-1").status == "in_progress")
        assert [one.payload.summary for one in sent(project) if one.type == "REVIEW_RESULT"] == ["it is slow"]


def test_a_press_says_nothing_that_no_button_says(server: TelegramServer) -> None:
    with team() as project, bridged(server, project):
        ask(project, "D-1", "A", "B")
        until(server.said)
        forged = {"inline_keyboard": [[{"text": "x", "callback_data": "words of a program"}]]}
        server.press("eve", {**server.posts()[0], "reply_markup": forged}, "x")
        server.say("ann", "after it")
        until(lambda: "after it" in messages(project, "human"))
        assert messages(project, "guest-telegram") == []


def test_an_update_that_cannot_be_read_costs_no_other(server: TelegramServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        server.tell({"message": {"message_id": 5, "chat": {"id": GROUP, "type": "supergroup"}, "text": "from no one"}})
        server.tell({"message": "none"})
        server.say("ann", "after them")
        until(lambda: "after them" in messages(project, "human"))
        assert "Telegram sent something unexpected, which was skipped: update" in bridge.problem


@pytest.mark.long
def test_faults_lose_nothing_and_double_only_posts_whose_answer_was_lost(server: TelegramServer) -> None:
    server.failing, server.losing, server.repeats = 0.05, 0.08, True
    with team() as project, bridged(server, project):
        for number in range(250):
            note(project, "worker", f"post {number}.")
            server.say("ann", f"heard {number}")
            if number == 120:
                server.stop()
                note(project, "worker", "while nothing answers.")
                server.start_again()
        until(lambda: "post 249." in server.said()[-1])
        until(lambda: len(messages(project, "human")) == 250)
    posts = [int(found[1]) for one in server.said() if (found := re.search(r"post (\d+)\.", one))]
    assert list(dict.fromkeys(posts)) == list(range(250))  # in order
    lost = Counter(re.findall(r"post (\d+)\.", " ".join(one["text"] for one in server.lost)))
    assert lost
    assert Counter(map(str, posts)) == Counter(map(str, range(250))) + lost
    assert messages(project, "human") == [f"heard {number}" for number in range(250)]


def test_a_killed_bridge_loses_nothing(server: TelegramServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        options = ("--api", f"http://127.0.0.1:{server.port}", "--channel", str(GROUP))
        added = command_line(
            "bridge", "add", "telegram", *options, "--person", f"{server.user('ann')}=human", cwd=tmp_path
        )
        assert added.returncode == 0, added.stderr
        killed, heard = [], 0
        for kill in range(2):
            polls = server.polls
            with bridge_process("telegram", tmp_path, TELEGRAM_BOT_TOKEN=TOKEN) as bridge:
                until(lambda least=polls + (not kill): server.polls > least)  # the first asks where the end is

                def end(post: dict[str, object], at: int = 6 * kill + 3, victim: object = bridge) -> None:
                    if f"post {at}." in str(post["text"]):  # it is there, and the bridge never learns that
                        victim.kill()
                        victim.wait()
                        killed.append(at)

                server.after_post = end
                for number in range(6 * kill, 6 * kill + 6):
                    note(project, "worker", f"post {number}.")
                    server.say("ann", f"heard {heard}")
                    heard += 1
                bridge.wait()
        server.after_post = lambda post: None
        with bridge_process("telegram", tmp_path, TELEGRAM_BOT_TOKEN=TOKEN):
            until(lambda: "post 11." in server.said()[-1] and len(messages(project, "human")) == heard)
        posts = re.findall(r"post (\d+)\.", " ".join(server.said()))
        assert Counter(posts) == Counter(map(str, [*range(12), *killed]))  # only the post in progress appears twice
        assert messages(project, "human") == [f"heard {one}" for one in range(heard)]


def test_a_user_without_a_chat_with_the_bot_is_mentioned_in_the_channel(server: TelegramServer) -> None:
    server.started.remove(int(server.user("bob")))
    with team() as project, bridged(server, project) as bridge:
        note(project, "worker", "can you look?", "bob")
        until(lambda: any("can you look?" in one for one in server.said()))
        assert "press Start" in bridge.problem
        server.fail("sendMessage", 429, seconds=1)
        note(project, "worker", "a second")
        until(lambda: any("a second" in one for one in server.said()))


def test_the_bot_tells_the_ids_that_its_settings_need(server: TelegramServer) -> None:
    with team() as project, bridged(server, project):
        server.say("eve", "/start", chat=0)
        server.say("eve", "/start", chat=0)
        server.chats[-9] = {"id": -9, "type": "group", "title": "Elsewhere"}
        server.say("eve", "/id@renkei_bot", chat=-9)
        until(lambda: server.said(-9))
        assert server.said(-9) == ["This chat is -9, and you are 6660: --channel -9 --person 6660=ID"]
        assert server.said(6660) == ["You are 6660: --person 6660=ID"]
        assert messages(project, "guest-telegram") == []


def test_a_bot_that_sees_only_commands_says_so(server: TelegramServer) -> None:
    server.reads_all = False
    with team() as project, bridged(server, project) as bridge:
        assert "privacy mode" in bridge.problem


@pytest.mark.parametrize(
    ("address", "token", "channel", "says"),
    [
        ("", "1:wrong", str(GROUP), "Telegram says planned.*BotFather"),
        ("", "", str(GROUP), "there is no token"),
        ("chat.example", TOKEN, str(GROUP), "no address"),
        ("", TOKEN, "-77", "-77: Telegram says Bad Request: chat not found.*-100200 .Team., 7001 .Ann."),
        ("", TOKEN, "Team", "is no channel"),
    ],
)
def test_wrong_settings_are_refused(server: TelegramServer, address: str, token: str, channel: str, says: str) -> None:
    server.say("ann", "hello")
    server.say("ann", "/start", chat=0)
    options = TelegramOptions(api=address or f"http://127.0.0.1:{server.port}")

    def opened() -> None:
        with closing(TelegramChat(options, token)) as chat:
            chat.open([channel])

    with pytest.raises(ChatRefusedError, match=says) as caught:
        opened()
    assert not token or token not in str(caught.value)


def test_a_name_is_no_id_of_a_person(server: TelegramServer) -> None:
    settings = BridgeSettings(chat="telegram", channels=CHANNELS, people={"ann": "human"})
    with team() as project, pytest.raises(BadValueError, match=r"/people.*number"):
        Bridge(project, chat_of(server), name="telegram", settings=settings)


def test_files_of_a_post_are_sent_below_it_once(server: TelegramServer) -> None:
    problems: list[str] = []
    files = tuple(Attachment(f"{at}.txt", "text/plain", lambda at=at: b"x" * at) for at in (3, 2000, 5))
    with closing(chat_of(server)) as chat:
        chat.report = problems.append
        chat.open([str(GROUP)])
        post = Outgoing("key", "the files", files=files)
        server.fail("sendDocument", 503)
        with pytest.raises(ChatUnreachableError):
            chat.post(str(GROUP), post)
        assert chat.post(str(GROUP), post) == "1"
        assert server.files == [(1, b"xxx"), (1, b"xxxxx")]
        assert server.said()[0] == "the files"
        assert problems == ["2000.txt: Telegram says Request Entity Too Large"]


def test_a_file_is_read_up_to_its_size(server: TelegramServer) -> None:
    with closing(chat_of(server)) as chat:
        assert chat._api.read("F1", len(FILE)) == FILE
        with pytest.raises(ChatRefusedError, match="longer than 3 bytes"):
            chat._api.read("F1", 3)


@given(st.text(alphabet="ab_*`~[]<>|#@\\!() \n-.:/1😀あ", max_size=80))
def test_no_text_of_an_agent_mentions_anyone(text: str) -> None:
    shown, entities = written(text, blocks_of(text), [("7", "Ann")])
    for one in entities:
        assert 0 <= one["offset"] < one["offset"] + one["length"] <= units(shown)
        assert one["type"] in {"bold", "italic", "strikethrough", "code", "pre", "blockquote", "text_mention"}
    quoted = [(one["offset"], one["length"]) for one in entities if one["type"] in ("code", "pre")]
    encoded = shown.encode("utf-16-le")
    for at, length in sorted(quoted, reverse=True):
        encoded = encoded[: 2 * at] + encoded[2 * (at + length) :]
    assert not re.search(r"(?<!\w)@\w", encoded.decode("utf-16-le"))


def test_formatting_becomes_entities_and_comes_back_as_markdown() -> None:
    text = "**bold** 😀 `code`\n\n```py\nif x:\n    y\n```\n\n> quoted\n\n- one\n  - two\n\n1. first"
    shown, entities = written("", blocks_of(text), ())
    assert shown == "bold 😀 code\n\nif x:\n    y\n\nquoted\n\n• one\n  • two\n\n1. first"
    assert {"type": "pre", "language": "py", "offset": 14, "length": 11} in entities
    link = {"type": "text_link", "url": "https://ex.org/a", "offset": 0, "length": 4}
    back = readable(shown, [*entities, link])
    assert back.startswith("bold (https://ex.org/a) 😀 `code`\n\n```py\nif x:\n    y\n```\n\nquoted")
