"""Discord as a chat, against a local server that answers as the documentation of its API and gateway says."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat_team import ask as choose
from chat_team import hurry, messages, note, sent, submit_work, team
from chatting import bridge_process, until
from discord_server import BACKEND, FILE, TEAM, TOKEN, DiscordServer
from process import renkei as command_line
from renkei import Outgoing, Project
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.discord.chat import DiscordChat
from renkei.edges.chat.discord.text import LONGEST_TEXT, content_of, escape, has_mark, markdown_of, without_mark
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.options import DiscordOptions
from renkei.edges.chat.port import Attachment, Author, Heard, Post
from renkei.edges.chat.settings import BridgeSettings
from renkei.edges.chat.spans import blocks_of
from renkei.errors import BadValueError
from renkei.protocol.payloads import Freeform

CHANNELS = {"team": "all", "Eng/backend": "backend"}


@pytest.fixture
def server() -> Iterator[DiscordServer]:
    found = DiscordServer()
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    monkeypatch.setattr("renkei.edges.chat.discord.event_link.CHECK_SECONDS", 0.05)
    monkeypatch.setattr("renkei.edges.chat.discord.event_link.AGAIN_SECONDS", 0.05)


def chat_of(server: DiscordServer, token: str = TOKEN) -> DiscordChat:
    return DiscordChat(DiscordOptions(api=f"http://127.0.0.1:{server.port}"), token)


@contextmanager
def bridged(server: DiscordServer, project: Project, **more: object) -> Iterator[Bridge]:
    people = {server.user("ann"): "human", server.user("bob"): "bob"}
    values = {"chat": "discord", "channels": CHANNELS, "people": people} | more
    with Bridge(project, chat_of(server), name="discord", settings=BridgeSettings.model_validate(values)) as found:
        until(lambda: server.has_links)
        yield found


def ask(project: Project, decision: str, *options: str) -> str:
    return choose(project, decision, *options, recommended=options[0])


def test_a_team_talks_over_discord_in_both_directions(server: DiscordServer, tmp_path: Path) -> None:
    server.say("ann", "before the bridge @worker")
    with (
        team(tmp_path / ".renkei") as project,
        bridged(server, project, pictures="https://ex.org/{name}.png") as bridge,
    ):
        human = lambda: messages(project, "human")  # noqa: E731

        # A request has its agent's face and buttons; the post changes in place, also for a long label.
        long = "B" * 120
        request = ask(project, "D-1", "A", long)
        until(server.said)
        post = server.made()[0]
        assert post["author"]["username"] == "worker"
        assert post["avatar_url"] == "https://ex.org/worker.png"
        assert [one["id"] for one in post["mentions"]] == [server.user("ann"), server.user("bob")]
        assert "@everyone" not in post["content"]
        server.press("ann", post, f"{'B' * 79}…")
        until(lambda: "DECISION_RESULT" in human())
        until(lambda: f"✓ {long} · Ann" in post["content"])
        assert post["components"] == []
        assert server.answers == [{"type": 6}]

        # What comes of it is in a thread below; replies there and to a post belong to the conversation.
        note(project, "worker", "so it is", in_reply_to=request)
        until(lambda: any("so it is" in one for one in server.said()))
        thread = next(one for one in server.channels.values() if one.get("parent_id") == TEAM)
        assert thread["id"] == post["id"]
        assert "DECISION_REQUEST D-1" in thread["name"]
        server.say("ann", "good", thread["id"])
        until(lambda: "good" in human())
        assert next(one for one in sent(project) if one.from_ == "human" and one.type == "FREEFORM").thread

        # A reaction answers, and so does a command that Discord offers.
        ask(project, "D-2", "Yes", "No")
        until(lambda: any("D-2" in one for one in server.said()))
        server.react("ann", next(one for one in server.made() if "D-2" in one["content"]), "👍")
        until(lambda: human().count("DECISION_RESULT") == 2)
        ask(project, "D-3", "sqlite", "postgres")
        decide = next(one for one in server.commands if one["name"] == "decide")
        assert [(one["name"], one["required"]) for one in decide["options"]] == [
            ("decision_id", True),
            ("chosen_option", True),
            ("because", False),
        ]
        server.choose("bob", "decide", decision_id="D-3", chosen_option="sqlite", because="it is here")
        until(lambda: "DECISION_RESULT" in messages(project, "bob"))
        until(lambda: {"type": 4}.items() <= server.answers[-1].items())
        assert server.answers[-1]["data"]["content"] == "/decide D-3 sqlite because it is here"

        # Posts, mentions, edits, deletions, files; nothing is heard twice.
        server.doubling = 1.0
        said = server.say("ann", f"good morning <@{server.user('bob')}>")
        until(lambda: "good morning @bob" in human())
        server.edit(said, "good evening")
        until(lambda: any("good evening" in one for one in human()))
        server.delete(said)
        until(lambda: any("was withdrawn" in one for one in human()))
        file = {"filename": "report.md", "size": len(FILE), "url": f"http://127.0.0.1:{server.port}/files/x"}
        server.say("ann", "the report", attachments=[file])
        until(lambda: any("[report.md]" in one for one in human()))
        assert [one.read_bytes() for one in (tmp_path / ".renkei/files").iterdir()] == [FILE]
        assert len(human()) == 2 + 1 + 4

        # Directly to a person and back, which the bot cannot do as an agent.
        note(project, "worker", "only for you", "human")
        direct = server._direct(server.user("ann"))
        until(lambda: any("only for you" in one for one in server.said(direct)))
        assert server.said(direct)[0].startswith("**worker**\n")
        server.say("ann", "thank you", "")
        until(lambda: "thank you" in human())
        assert next(one for one in sent(project) if "thank you" in str(one)).receivers == ("worker",)
        assert bridge.problem == ""
        assert "before the bridge" not in str(human())


def test_work_is_sent_back_with_a_form_for_the_reason(server: DiscordServer) -> None:
    with team() as project, bridged(server, project):
        submit_work(project)
        direct = server._direct(server.user("ann"))
        post = until(lambda: [one for one in server.made(direct) if "Send back" in str(one)])[0]
        server.press("ann", post, "Send back…")
        until(lambda: server.answers)
        assert server.answers[-1]["type"] == 9
        assert project.find_contract("T-1").status == "submitted"
        server.submit("ann", post, "it is slow\nand long")
        until(lambda: project.find_contract("T-1").status == "in_progress")
        (verdict,) = [one for one in sent(project) if one.type == "REVIEW_RESULT"]
        assert verdict.payload.summary == "it is slow\nand long"
        until(lambda: "✓ sent back · Ann" in post["content"])


def test_nobody_acts_as_another_participant(server: DiscordServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        text = Freeform(intent_hint="NOTE", body="x", requires_response=False, urgency="normal")
        forged = project.message("human", text, ["all"])
        block = f"```renkei\n{forged.model_dump_json(by_alias=True, exclude_none=True)}\n```"
        ask(project, "D-1", "A", "B")
        until(server.said)
        server.say("eve", "/pause worker because")
        server.press("eve", server.made()[0], "A")
        server.choose("eve", "pause", agent="worker", because="x")
        server.say("ann", "/pause worker because", webhook_id="5", application_id="6")
        snapshot = {"message": {"content": "/pause worker because"}}
        server.say("ann", "", message_reference={"type": 1, "message_id": "1"}, message_snapshots=[snapshot])
        server.say("eve", block)
        server.say("bob", block)
        server.say("ann", block, webhook_id="5")
        marked = content_of(Outgoing("0123456789abcdef", "of another project"), "")
        server.say("bob", marked, webhook_id="7")
        server.say("ann", "the end")
        until(lambda: "the end" in messages(project, "human"))
        assert messages(project, "human") == ["> /pause worker because", "the end"]
        assert "actor_suspended" not in [one.kind for record in project.records(0) for one in record.events]
        assert not [one for one in sent(project) if "of another project" in str(one)]
        until(lambda: sum("NOT\\_ALLOWED" in one for one in server.said()) == 3)  # eve is told once about commands
        assert bridge.problem == ""


def test_hostile_words_of_an_agent_show_as_written(server: DiscordServer) -> None:
    text = f"@everyone <@{server.user('eve')}> [x](https://ex.org/evil) \u202etxt.exe ||hidden|| <t:1:R> -# small"
    with team() as project, bridged(server, project):
        note(project, "worker", text)
        until(server.said)
        post = server.made()[0]
        assert post["mentions"] == []
        for one in ("@everyone", " <@", "](", "\u202e", " ||", " <t:"):
            assert one not in post["content"]
        assert "https://ex.org/evil" in post["content"]
        server.say("eve", "\u202edne eht", author={**server.users["eve"], "global_name": "human"})
        until(lambda: any("human" in one for one in messages(project, "guest-discord")))  # a guest of that name
        assert messages(project, "human") == []


@pytest.mark.long
def test_faults_lose_nothing_and_double_nothing(server: DiscordServer) -> None:
    server.failing, server.losing, server.doubling, server.delaying = 0.05, 0.08, 0.1, 0.2
    with team() as project, bridged(server, project):
        for number in range(250):
            note(project, "worker", f"post {number}.")
            server.say("ann", f"heard {number}")
            if number % 60 == 20:
                server.dropped = 1
            if number in (50, 150):
                server.drop_links()
            if number == 100:
                server.forget_sessions()
            if number == 200:
                server.stop()
                note(project, "worker", "while nothing answers.")
                server.say("ann", "heard in between")
                server.start_again()
        until(lambda: "post 249." in server.said()[-1])
        until(lambda: len(messages(project, "human")) == 251)
    posts = [int(found[1]) for one in server.said() if (found := re.search(r"post (\d+)\.", one))]
    assert posts == list(range(250))
    assert server.lost
    heard = Counter(messages(project, "human"))
    assert heard == Counter([*(f"heard {number}" for number in range(250)), "heard in between"])


def heard_after(server: DiscordServer, cursor: str, count: int) -> list[Heard]:
    """Return what a bridge that is started at a position hears, up to a number of posts."""
    found: list[Heard] = []
    with closing(chat_of(server)) as chat:
        chat.open(["team"])
        end = Timer(20, chat.close)  # else a post that never comes is waited for
        end.start()
        for one in chat.listen(cursor):
            found.append(one)
            if len([post for post in found if isinstance(post, Post)]) >= count:
                break
        end.cancel()
    return found


def test_an_event_that_cannot_be_read_costs_no_other(server: DiscordServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        server.say("ann", "before")
        until(lambda: "before" in messages(project, "human"))
        server.on_loop(server._dispatch("MESSAGE_REACTION_ADD", {"channel_id": TEAM, "emoji": "none"}))
        server.say("ann", "after it")
        until(lambda: "after it" in messages(project, "human"))
        assert "Discord sent something unexpected, which was skipped: MESSAGE_REACTION_ADD" in bridge.problem


def test_a_malformed_post_of_the_history_costs_no_other(server: DiscordServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project):
            server.say("ann", "heard")
            until(lambda: messages(project, "human") == ["heard"])
        server.forget_sessions()
        bad = server.say("ann", "bad")
        server.say("ann", "between")
        worse = server.say("ann", "worse")
        server.say("ann", "after")
        server.posts[bad["id"]]["author"] = None
        server.posts[worse["id"]]["attachments"] = [{"filename": "without an address"}]
        with bridged(server, project) as bridge:
            until(lambda: messages(project, "human") == ["heard", "between", "after"])
            assert f"which was skipped: post {worse['id']}" in bridge.problem
            server.react("ann", server.say("ann", "live"), "👍")
            until(lambda: messages(project, "human")[-1] == "live")


def test_a_bridge_begins_after_what_was_said_in_threads_and_directly(server: DiscordServer) -> None:
    root = server.say("ann", "root")
    server.channels[root["id"]] = server.channels[TEAM] | {"id": root["id"], "type": 11, "parent_id": TEAM}
    server.say("ann", "!pause worker because x", root["id"])
    server.say("ann", "!pause lead because x", "")
    with team() as project, bridged(server, project):
        server.say("ann", "live", root["id"])
        until(lambda: messages(project, "human") == ["live"])
        assert not project.state.suspended


def test_a_history_that_was_cut_short_is_read_again(server: DiscordServer) -> None:
    with closing(chat_of(server)) as chat:
        chat.open(["team"])
        begun = chat.end_position()
    for number in range(5):
        server.say("ann", f"heard {number}")
    server.forget_sessions()
    first = heard_after(server, begun, 2)
    assert [one.text for one in first if isinstance(one, Post)] == ["heard 0", "heard 1"]
    rest = heard_after(server, first[-1].cursor, 5)  # it continues the session that began before the history was read
    assert {f"heard {number}" for number in range(2, 5)} <= {one.text for one in rest if isinstance(one, Post)}


def test_reactions_made_without_a_bridge_are_heard(server: DiscordServer) -> None:
    with closing(chat_of(server)) as chat:
        chat.open(["team"])
        begun = chat.end_position()
        made = chat.post("team", Outgoing("0" * 32, "May I?"))
    server.react("ann", server.posts[made], "👍")
    found = heard_after(server, begun, 1)[-1]
    assert isinstance(found, Post)
    assert (found.text, found.author, found.reply_to, found.reaction) == ("👍", server.user("ann"), made, True)


@pytest.mark.long
def test_a_killed_bridge_loses_nothing_and_doubles_nothing(server: DiscordServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        options = ("--api", f"http://127.0.0.1:{server.port}", "--channel", "team")
        added = command_line(
            "bridge", "add", "discord", *options, "--person", f"{server.user('ann')}=human", cwd=tmp_path
        )
        assert added.returncode == 0, added.stderr
        heard, said = 0, list[dict[str, object]]()
        for kill in range(3):
            with bridge_process("discord", tmp_path, DISCORD_BOT_TOKEN=TOKEN) as bridge:
                until(lambda: server.has_links)

                def end(post: dict[str, object], at: int = 6 * kill + 3, victim: object = bridge) -> None:
                    if f"post {at}." in str(post["content"]):  # it is there, and the bridge never learns that
                        victim.kill()
                        victim.wait()

                server.after_post = end
                for number in range(6 * kill, 6 * kill + 6):
                    note(project, "worker", f"post {number}.")
                    said.append(server.say("ann", f"heard {heard}"))
                    heard += 1
                    until(lambda: "heard 0" in messages(project, "human"))
                bridge.wait()
            if kill == 0:  # an hour later: no session, no nonce
                server.forget_sessions()
                server.forget_nonces()
            if kill == 1:  # with a session, a correction that came meanwhile is heard
                server.edit(said[0], "heard anew")
        server.after_post = lambda post: None
        with bridge_process("discord", tmp_path, DISCORD_BOT_TOKEN=TOKEN):
            until(lambda: "post 17." in server.said()[-1])
            until(lambda: len(messages(project, "human")) == heard + 1)
        posts = re.findall(r"post (\d+)\.", " ".join(server.said()))
        assert posts == [str(one) for one in range(18)]
        notes = Counter(one for one in messages(project, "human") if "anew" not in one)
        assert notes == Counter(f"heard {one}" for one in range(heard))


def test_a_bot_without_rights_posts_without_faces(server: DiscordServer) -> None:
    server.may_webhook = server.takes_direct = False
    with team() as project, bridged(server, project) as bridge:
        assert "webhooks" in bridge.problem
        note(project, "worker", "hello there")
        until(server.said)
        assert server.said()[0].startswith("**worker** → all\nhello there")
        note(project, "worker", "for bob", "bob")  # who takes no direct messages
        until(lambda: any("for bob" in one for one in server.said()))


def test_a_webhook_that_is_deleted_is_made_again(server: DiscordServer) -> None:
    with team() as project, bridged(server, project):
        note(project, "worker", "one")
        until(server.said)
        server.webhooks.clear()
        note(project, "worker", "two")
        until(lambda: len(server.said()) == 2)
        first = server.made()[0]
        del server.posts[first["id"]]
        reply = next(one for one in sent(project) if "one" in str(one.payload))
        note(project, "worker", "three", in_reply_to=reply.id)  # to a post that is gone
        until(lambda: any("three" in one for one in server.said()))


def test_a_silent_link_is_replaced(server: DiscordServer) -> None:
    server.heartbeat_seconds = 0.2
    with team() as project, bridged(server, project):
        until(lambda: server.heartbeats > 1)
        server.is_silent = True
        before = next(iter(server.sessions.values())).link
        until(lambda: server.sessions and next(iter(server.sessions.values())).link not in (None, before))
        server.is_silent = False
        server.say("ann", "still here")
        until(lambda: "still here" in messages(project, "human"))


def test_a_bridge_leaves_sessions_for_tomorrow(server: DiscordServer) -> None:
    server.starts_left = 3
    with team() as project:
        settings = BridgeSettings(chat="discord", channels=CHANNELS)
        with Bridge(project, chat_of(server), name="discord", settings=settings) as bridge:
            until(lambda: "too many sessions" in bridge.problem)


@pytest.mark.parametrize(
    ("address", "token", "channel", "says"),
    [
        ("", "wrong", "team", "401.*DISCORD_BOT_TOKEN"),
        ("", "", "team", "there is no token"),
        ("chat.example", TOKEN, "team", "no address"),
        ("", TOKEN, "nowhere", "there is no text channel nowhere.*Eng/team, Eng/backend"),
        ("", TOKEN, "77", "77: Discord says Unknown Channel"),
    ],
)
def test_wrong_settings_are_refused(server: DiscordServer, address: str, token: str, channel: str, says: str) -> None:
    options = DiscordOptions(api=address or f"http://127.0.0.1:{server.port}")

    def opened() -> None:
        with closing(DiscordChat(options, token)) as chat:
            chat.open([channel])

    with pytest.raises(ChatRefusedError, match=says):
        opened()


def test_a_bot_that_may_not_read_is_refused(server: DiscordServer) -> None:
    server.reads_content = False
    with closing(chat_of(server)) as chat, pytest.raises(ChatRefusedError, match="MESSAGE CONTENT INTENT"):
        chat.open(["team"])


def test_a_name_is_no_id_of_a_person(server: DiscordServer) -> None:
    settings = BridgeSettings(chat="discord", channels=CHANNELS, people={"ann": "human"})
    with team() as project, pytest.raises(BadValueError, match=r"/people.*Copy User ID"):
        Bridge(project, chat_of(server), name="discord", settings=settings)


def test_a_file_is_read_up_to_its_size_and_only_from_discord(server: DiscordServer) -> None:
    with closing(chat_of(server)) as chat:
        address = f"http://127.0.0.1:{server.port}/files/x"
        assert chat._api.read(address, len(FILE)) == FILE
        with pytest.raises(ChatRefusedError, match="longer than 3 bytes"):
            chat._api.read(address, 3)
        with pytest.raises(ChatRefusedError, match="not on a server of Discord"):
            chat._api.read("https://cdn.discordapp.com.example/x", 3)


def test_files_are_part_of_their_post(server: DiscordServer) -> None:
    files = (Attachment("a.txt", "text/plain", lambda: b"abc"), Attachment("b.txt", "text/plain", lambda: b"de"))
    large = Attachment("large.txt", "text/plain", lambda: b"x" * 2000)
    with closing(chat_of(server)) as chat:
        chat.open(["team"])
        chat.post("team", Outgoing("0" * 32, "two files", files=files, author=Author("worker")))
        assert server.files == [b"abc", b"de"]
        chat.post("team", Outgoing("1" * 32, "one file", files=(large,)))
        assert without_mark(server.said()[-1]) == "one file\n\\[large.txt\\]"


def test_requests_wait_for_their_limits(server: DiscordServer) -> None:
    with closing(chat_of(server)) as chat:
        server.fail("/users/@me$", 429, seconds=60)
        with pytest.raises(ChatUnreachableError) as first:
            chat._api.get("/users/@me")
        asked = server.asked.total()
        with pytest.raises(ChatUnreachableError) as second:  # without another request
            chat._api.get("/users/@me")
        assert first.value.retry_after == 60
        assert 50 < second.value.retry_after <= 60
        assert server.asked.total() == asked
        assert chat._api.get("/applications/@me")


@given(
    st.text(alphabet="ab_*`~[]<>|#@\\!() \n-.:/1😀あ", max_size=200).map(lambda text: text * 7),
    st.sampled_from([1, 70, 200]),
)
def test_no_post_is_longer_than_discord_takes(text: str, people: int) -> None:
    key = "0123456789abcdef0123456789abcdef"
    post = Outgoing(key, text, mentions=("123456789012345678",) * people, blocks=blocks_of(text))
    content = content_of(post, "worker")
    assert len(content) <= LONGEST_TEXT
    assert has_mark(content)
    assert not has_mark(without_mark(content))


@given(st.text(alphabet="ab_*`~[]<>|#@\\ \n-.1", max_size=60))
def test_markup_of_a_text_is_escaped(text: str) -> None:
    shown = escape(text)
    bare = re.sub(r"\\.", "", shown, flags=re.DOTALL)
    assert not re.search(r"[*_~`|<>\[\]]", bare)
    assert not re.search(r"^[#-]", shown, re.MULTILINE)
    assert re.sub(r"\\(.)", r"\1", shown, flags=re.DOTALL).replace("\u200b", "") == text


def test_formatting_is_written_anew() -> None:
    text = "**bold *and*** `co`\n\n```py\nif x:\n    y\n```\n\n> quoted\n\n- one\n  - two\n\n<@1> @everyone "
    text += "https://ex.org/a_b"
    assert markdown_of(blocks_of(text)) == (
        "**bold *and*** `co`\n\n```py\nif x:\n    y\n```\n\n> quoted\n\n- one\n  - two\n\n"
        "\\<@1\\> @\u200beveryone <https://ex.org/a_b>"
    )


def test_a_channel_that_the_bot_may_not_use_gets_its_posts_later(
    server: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.closed.AGAIN_SECONDS", 0.05)
    server.may_webhook = False  # through which it could post all the same
    with team() as project, bridged(server, project) as bridge:
        server.channels[TEAM]["denied"] = True
        note(project, "worker", "for all", "all")
        note(project, "lead", "for the group", "backend")
        until(lambda: "for the group" in str(server.said(BACKEND)))
        assert re.search(r"Missing Access .* Let the bot see the channel.* Posts wait for: team\.", bridge.problem)
        server.channels[TEAM]["denied"] = False
        until(lambda: "for all" in str(server.said()))


def test_a_renamed_channel_goes_on_and_the_status_names_it(server: DiscordServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project) as bridge:
            server.rename(BACKEND, "crew")
            until(lambda: "Eng/backend is now called Eng/crew" in bridge.problem)
            note(project, "lead", "still here", "backend")
            until(lambda: "still here" in str(server.said(BACKEND)))
        with pytest.raises(ChatRefusedError, match="Eng/crew"), bridged(server, project):  # it needs the new name
            pass
