"""Mattermost as a chat, against a local server that answers as the documentation of the API says."""

import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chat_team import hurry, messages, note, team
from chatting import bridge_process
from irc_server import eventually
from mattermost_server import BOT, TOKEN, MattermostServer
from process import renkei as command_line
from renkei import Project
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.errors import ChatRefusedError
from renkei.edges.chat.mattermost.chat import MattermostChat
from renkei.edges.chat.mattermost.text import escape
from renkei.edges.chat.options import MattermostOptions
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine import commands as c
from renkei.protocol.payloads import DecisionOption, DecisionRequest
from thoroughness import every_kill

CHANNELS = {"eng/team": "all", "eng/backend": "backend"}


@pytest.fixture
def server() -> Iterator[MattermostServer]:
    found = MattermostServer()
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    monkeypatch.setattr("renkei.edges.chat.mattermost.chat.CHECK_SECONDS", 0.05)


def chat_of(server: MattermostServer, token: str = TOKEN) -> MattermostChat:
    return MattermostChat(MattermostOptions(server=f"http://127.0.0.1:{server.port}"), token)


@contextmanager
def bridged(server: MattermostServer, project: Project, name: str = "mattermost") -> Iterator[Bridge]:
    people = {server.user("ann"): "human", server.user("bob"): "bob"}
    settings = BridgeSettings(chat="mattermost", channels=CHANNELS, people=people)
    with Bridge(project, chat_of(server), name=name, settings=settings) as found:
        assert found.problem == ""
        eventually(lambda: server._links)
        yield found


def yes_option() -> DecisionOption:
    return DecisionOption(label="Yes", analysis="")


def test_a_team_talks_over_mattermost_in_both_directions(server: MattermostServer, tmp_path: Path) -> None:
    server.say("ann", "before the bridge @worker")
    with team(tmp_path / ".renkei") as project, bridged(server, project) as bridge:
        human = lambda: messages(project, "human")  # noqa: E731
        choices = [DecisionOption(label=one, analysis="*good* @channel [x](http://x)") for one in "AB"]
        asked = DecisionRequest(decision_id="D-1", question="A or B?", options=choices, recommended="A")
        message = project.message("worker", asked, ["all", "human"], "blocking", "a choice")
        project.do(c.Send(message), actor="worker")
        eventually(server.said)
        post = next(one for one in server.posts.values() if one["user_id"] == BOT)
        assert post["message"].startswith("@ann @bob\n→ all, human · DECISION_REQUEST D-1 · blocking\n")
        assert "@channel" not in post["message"]
        assert "[x](" not in post["message"]
        assert post["props"]["renkei_message"]["payload"]["decision_id"] == "D-1"

        # A reply in the thread answers, and what comes of it stands in the thread, until its first post is deleted.
        server.say("bob", "!decide D-1 A because it is cheaper", root_id=post["id"])
        eventually(lambda: "DECISION_RESULT" in messages(project, "bob"))
        outcomes = lambda: [one for one in list(server.posts.values()) if "DECISION_RESULT D-1" in one["message"]]  # noqa: E731
        eventually(outcomes)
        assert {one["root_id"] for one in outcomes()} == {post["id"]}, server.said()
        server.delete(post)
        note(project, "worker", "still here", in_reply_to=message.id)
        eventually(lambda: any("still here" in one for one in server.said()))

        # A reaction answers a request.
        review = DecisionRequest(decision_id="D-2", question="May I?", options=[*choices[:1], yes_option()])
        project.do(c.Send(project.message("worker", review, ["human"], "blocking", "may I?")), actor="worker")
        eventually(lambda: any("May I" in one for one in server.said()))
        asking = next(one for one in server.posts.values() if "May I" in one["message"])
        server.react("ann", asking, "white_check_mark")
        eventually(lambda: "DECISION_RESULT" in human())
        eventually(lambda: server.posts[asking["id"]]["message"].endswith("✓ Yes · human"))  # it changes in place

        # Posts, mentions by the names of users, edits, deletions, files; nothing is heard twice.
        server.repeat = True
        said = server.say("ann", "good morning @worker and @bob")
        eventually(lambda: "good morning @worker and @bob" in human())
        found = next(
            one.message for one in sent(project) if one.message.from_ == "human" and one.message.type == "FREEFORM"
        )
        assert set(found.receivers) == {"all", "worker", "bob"}
        server.edit(said, "good evening @worker")
        eventually(lambda: any("good evening" in one for one in human()))
        server.delete(said)
        eventually(lambda: any("was withdrawn" in one for one in human()))
        server.say(
            "ann",
            "by mail @worker",
            "",
        )
        eventually(lambda: "by mail @worker" in human())
        assert len(human()) == 5

        # What a bridge of another project posts is not taken in, whoever the bridge is here.
        server.say("bob", "of another project", props={"renkei_key": "1"})

        # Whoever is not known can only post; a webhook is not the user in whose name it stands.
        server.say("eve", "!pause worker because")
        server.say("ann", "!pause worker because", props={"from_webhook": "true", "override_username": "CI"})
        server.say("eve", "forged", props={"renkei_message": message.model_dump(mode="json", by_alias=True)})
        eventually(lambda: sum("NOT_ALLOWED" in one.replace("\\", "") for one in server.said()) == 2)

        # Who joins and leaves, as the server itself says it.
        joined = server.say("bob", "bob joined", "backend", type="system_join_channel")
        eventually(lambda: "bob" in project.state.members("backend"))
        more = {"type": "system_remove_from_channel", "props": {"removedUserId": server.user("bob")}}
        server.members[f"{'backend':0<26}"].remove(server.user("bob"))
        server.say("eve", "bob removed", "backend", **more)
        eventually(lambda: "bob" not in project.state.members("backend"))
        server.delete(joined)  # which is not joining again
        server.say("ann", "a tidy channel")
        eventually(lambda: "a tidy channel" in human())
        assert "bob" not in project.state.members("backend")

        # Who joins or leaves in the project, is added or removed.
        for members in (["worker"], ["worker", "bob"], ["worker"]):
            project.set_group("backend", members)
            is_in = "bob" in members
            eventually(lambda is_in=is_in: (server.user("bob") in server.members[f"{'backend':0<26}"]) == is_in)

        # Directly to a person.
        note(project, "worker", "only for you", "human")
        eventually(lambda: any("only for you" in one for one in server.said()))
        assert server.channels[server.posts[max(server.posts)]["channel_id"]]["type"] == "D"
        assert bridge.problem == ""
        assert "before the bridge" not in str(human())
        assert not [one for one in sent(project) if "of another project" in str(one)]


def sent(project: Project) -> Iterator[object]:
    return (one for record in project.records(0) for one in record.events if one.kind == "message_sent")


@pytest.mark.long
def test_faults_of_the_server_lose_nothing_and_double_nothing(
    server: MattermostServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.mattermost.chat.MOST_SINCE", 100)
    monkeypatch.setattr("renkei.edges.chat.mattermost.chat.POSTS_PER_PAGE", 30)
    server.most = 100
    with team() as project, bridged(server, project) as bridge:
        human = lambda: messages(project, "human")  # noqa: E731
        first = server.say("ann", "heard 0")
        eventually(lambda: human() == ["heard 0"])
        server.dropped = 2  # the third event shows that two are missing
        for number in (1, 2, 3):
            server.say("ann", f"heard {number}")
        eventually(lambda: len(human()) == 4)
        server.drop_links()
        for number in range(4, 20):
            server.say("ann", f"heard {number}")
        eventually(lambda: len(human()) == 20)

        server.fail("POST /api/v4/posts", 429, seconds=1.0)
        server.fail("POST /api/v4/posts", 500)
        server.fail("POST /api/v4/posts", 401)
        server.fail("GET /api/v4/channels", 502, 2)
        for number in range(10):
            note(project, "worker", f"post {number}.")
        eventually(lambda: len(server.said()) == 10)

        # An hour without a server, with more than it returns at once, an edit and a deletion.
        server.stop()
        eventually(lambda: bridge.problem)
        for number in range(10, 20):
            note(project, "worker", f"post {number}.")
        server.edit(first, "heard zero")
        for number in range(20, 220):
            server.say("ann", f"heard {number}")
        server.start_again()
        eventually(lambda: len(server.said()) == 20)
        eventually(lambda: len(human()) == 221)  # the correction too
        assert Counter(human()).most_common(1)[0][1] == 1
        heard = [int(one.removeprefix("heard ")) for one in human() if re.fullmatch(r"heard \d+", one)]
        assert heard == list(range(220))
        assert re.findall(r"post (\d+)", " ".join(server.said())) == [str(one) for one in range(20)]


@every_kill
def test_a_killed_bridge_loses_nothing_and_doubles_nothing(server: MattermostServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        channel = ("--server", f"http://127.0.0.1:{server.port}", "--channel", "eng/team")
        person = ("--person", f"{server.user('ann')}=human")
        added = command_line("bridge", "add", "mattermost", *channel, *person, cwd=tmp_path)
        assert added.returncode == 0, added.stderr
        heard = posted = 0
        for kill in range(3):
            with bridge_process("mattermost", tmp_path, RENKEI_MATTERMOST_TOKEN=TOKEN) as bridge:
                eventually(lambda: server._links)

                def end(post: dict[str, object], at: int = posted + 3, victim: subprocess.Popen[str] = bridge) -> None:
                    if f"post {at}." in str(post["message"]):  # it stands there, and the bridge never learns that
                        victim.send_signal(signal.SIGKILL)
                        victim.wait()

                server.after_post = end
                for _ in range(6):
                    note(project, "worker", f"post {posted}.")
                    server.say("ann", f"heard {heard}")
                    posted, heard = posted + 1, heard + 1
                bridge.wait()
                if kill:
                    server.forget_pending()  # half a minute later
            for _ in range(4):
                server.say("ann", f"heard {heard}")
                heard += 1
        with bridge_process("mattermost", tmp_path, RENKEI_MATTERMOST_TOKEN=TOKEN):
            eventually(lambda: len(server.said()) >= posted and len(messages(project, "human")) >= heard)
            note(project, "worker", "the end.")
            eventually(lambda: "the end" in server.said()[-1])
        assert re.findall(r"post (\d+)", " ".join(server.said())) == [str(one) for one in range(posted)]
        assert Counter(messages(project, "human")) == Counter(f"heard {one}" for one in range(heard))


@pytest.mark.parametrize(
    ("address", "token", "channel", "says"),
    [
        ("", "wrong", "eng/team", "Invalid session"),
        ("", "", "eng/team", "there is no token"),
        ("chat.example", TOKEN, "eng/team", "no address"),
        ("", TOKEN, "eng/nowhere", "eng/nowhere: not found"),
        ("", TOKEN, "eng/../x", "is no channel"),
    ],
)
def test_wrong_settings_are_refused(
    server: MattermostServer, address: str, token: str, channel: str, says: str
) -> None:
    options = MattermostOptions(server=address or f"http://127.0.0.1:{server.port}")

    def opened() -> None:
        with closing(MattermostChat(options, token)) as chat:
            chat.open([channel])

    with pytest.raises(ChatRefusedError, match=says):
        opened()


def test_a_file_is_read_up_to_its_size(server: MattermostServer) -> None:
    chat = chat_of(server)
    assert chat._api.read("/files/abc", 9) == b"abcabcabc"
    with pytest.raises(ChatRefusedError, match="longer than 8 bytes"):
        chat._api.read("/files/abc", 8)
    chat.close()


@given(st.text(alphabet="ab_*`~[]<>|#@\\!() \n-.:/1", max_size=60))
def test_markup_shows_as_it_was_written(text: str) -> None:
    html = MarkdownIt("commonmark", {"html": True}).enable(["strikethrough", "table"]).render(escape(text))
    assert not re.search(r"<(?!/?(p|ul|ol|li|hr|br|pre|code)\b)", html)
    assert not re.search("@[a-z]", escape(text))


def test_agents_have_faces_where_the_server_lets_integrations_show_them(server: MattermostServer) -> None:
    settings = BridgeSettings(
        channels={"eng/team": "all"}, people={server.user("ann"): "human"}, pictures="https://x.example/{name}.png"
    )
    shown = {"from_webhook": "true", "override_username": "worker"}
    for config, props, text, problem in (
        ({"EnablePostUsernameOverride": "true", "EnablePostIconOverride": "true"}, shown, "hello", ""),
        ({"EnablePostUsernameOverride": "true"}, shown, "hello", ""),
        ({}, {}, "**worker** → all\nhello", "let integrations override usernames and profile picture icons."),
    ):
        server.config = config
        with team() as project, Bridge(project, chat_of(server), settings=settings) as bridge:
            before = set(server.posts)
            note(project, "worker", "hello", "all")
            eventually(lambda known=before: set(server.posts) - known)
            (post,) = [one for name, one in server.posts.items() if name not in before]
            icon = {"override_icon_url": "https://x.example/worker.png"} if "EnablePostIconOverride" in config else {}
            assert {name: post["props"].get(name) for name in (*props, *icon)} == props | icon
            assert set(post["props"]) - {"renkei_key", "renkei_message"} == set(props | icon)
            assert post["message"] == text
            assert bridge.problem.endswith(problem)
            assert bool(problem) == bool(bridge.problem)


def test_a_reaction_made_while_the_bridge_is_down_is_an_answer(server: MattermostServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project) as bridge:
            made = DecisionRequest(decision_id="D-1", question="A or B?", options=[yes_option()])
            project.send(project.message("worker", made, ["all", "human"]))
            assert bridge.wait_until_posted(30)
        (post,) = [one for one in server.posts.values() if one["user_id"] == BOT]
        server.react("ann", post, "+1")
        with bridged(server, project):
            eventually(lambda: "DECISION_RESULT" in messages(project, "human"))


def test_an_archived_channel_gets_its_posts_when_it_is_back_and_others_at_once(
    server: MattermostServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.closed.AGAIN_SECONDS", 0.05)
    server.members[server._named("team")].add(BOT)
    server.archive("team")
    with team() as project, bridged(server, project) as bridge:  # begins although a channel is archived
        note(project, "worker", "for all", "all")
        note(project, "lead", "for the group", "backend")
        eventually(lambda: "for the group" in str(server.said()))
        assert re.search(r"deleted channel.* Unarchive the channel .* Posts wait for: eng/team\.", bridge.problem)
        server.archive("team", archived=False)
        eventually(lambda: "for all" in str(server.said()))
        eventually(lambda: bridge.problem == "")


def test_a_renamed_channel_goes_on_and_the_status_names_it(server: MattermostServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project) as bridge:
            server.rename("team", "crew")
            eventually(lambda: "eng/team is now called eng/crew" in bridge.problem)
            note(project, "worker", "still here")
            eventually(lambda: "still here" in str(server.said()))
        with pytest.raises(ChatRefusedError, match="eng/team"), bridged(server, project):  # it needs the new name
            pass
