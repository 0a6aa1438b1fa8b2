"""Slack as a chat, against a local server that answers as the documentation of its APIs says."""

import json
import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from chat_team import ask as choose
from chat_team import hurry, messages, note, sent, team
from chatting import bridge_process, until
from process import renkei as command_line
from renkei import Bridge, BridgeSettings, ChatRefusedError, DecisionRequest, Outgoing, Project
from renkei.edges.chat.options import SlackOptions
from renkei.edges.chat.slack.chat import SlackChat
from renkei.edges.chat.slack.manifest import manifest
from renkei.edges.chat.slack.missed import MOST_REPLIES, missed
from renkei.protocol.payloads import DecisionOption
from slack_server import APP, FILE, TOKEN, SlackServer

ANN, BOB, EVE, CODEBOT = "U0ANN0000", "U0BOB0000", "U0EVE0000", "U0CODEBOT"
CHANNELS = {"#team": "all", "C0BACKEND": "backend"}
PEOPLE = {ANN: "human", BOB: "bob", CODEBOT: "coder"}


@pytest.fixture
def server() -> Iterator[SlackServer]:
    found = SlackServer()
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("renkei.edges.chat.slack.socket_mode.PING_SECONDS", 1.0)
    hurry(monkeypatch)


def chat_of(server: SlackServer, app: str = APP, bot: str = TOKEN) -> SlackChat:
    return SlackChat(SlackOptions(api=f"{server.address}/api"), app, bot)


@contextmanager
def bridged(server: SlackServer, project: Project) -> Iterator[Bridge]:
    settings = BridgeSettings(chat="slack", channels=CHANNELS, people=PEOPLE)
    with Bridge(project, chat_of(server), name="slack", settings=settings) as bridge:
        assert bridge.problem == ""
        opened = server.opened
        until(lambda: server.opened and bridge._file.position("chat"))
        assert opened <= server.opened
        yield bridge


def bodies(project: Project, sender: str = "human") -> list[str]:
    return messages(project, sender)


def ask(project: Project, decision: str, *to: str) -> None:
    hostile = "<!channel> *good* <http://x|y>"
    choose(project, decision, "Postgres", "SQLite", to=to, analysis=hostile, recommended="SQLite")


def texts_of(post: dict[str, Any]) -> str:
    """Return a post as its blocks show it."""
    found = [element for block in post["blocks"] if block["type"] == "rich_text" for element in block["elements"]]
    return "\n".join(_text_of(part) for part in found)


def _text_of(element: dict[str, Any]) -> str:
    if "elements" in element:
        return "".join(map(_text_of, element["elements"]))
    return element.get("text") or element.get("url") or f"@{element['user_id']}"


def test_a_team_talks_over_slack_in_both_directions(server: SlackServer, tmp_path: Path) -> None:
    server.say(ANN, "before the bridge @worker")
    with team(tmp_path / ".renkei") as project, bridged(server, project) as bridge:
        # Posts, in threads, with mentions; hostile text stays text.
        message = note(project, "worker", "see <!channel> & https://x.example/a?b=c.", "all")
        (first,) = until(server.own)
        assert texts_of(first) == "see <!channel> & https://x.example/a?b=c."
        assert first["blocks"][0]["elements"][0]["elements"][1] == {"type": "link", "url": "https://x.example/a?b=c"}
        assert first["text"] == "see &lt;!channel&gt; &amp; https://x.example/a?b=c."
        kept = json.loads(first["metadata"]["event_payload"]["message"])
        assert (kept["id"], kept["payload"]["body"][:4]) == (message, "see ")
        server.say(BOB, f"<@{ANN}|ann> and @worker: is &lt;this&gt; <https://x.example|right>?", thread_ts=first["ts"])
        reply = until(lambda: list(sent(project, "bob")))[0]
        assert reply.payload.body == "@ann and @worker: is <this> right (https://x.example)?"
        assert set(reply.receivers) == {"all", "worker", "human"}
        assert (reply.in_reply_to, reply.payload.urgency) == (message, "blocking")
        note(project, "worker", "yes", in_reply_to=reply.id)
        assert until(lambda: server.own()[1:])[0]["thread_ts"] == first["ts"]

        # Each thing comes twice and is heard once: edits, deletions, commands.
        server.repeat = True
        post = server.say(ANN, "good morning")
        until(lambda: "good morning" in bodies(project))
        server.edit(post, "good evening")
        until(lambda: any("good evening" in one for one in bodies(project)))
        server.delete(post)
        until(lambda: any("was withdrawn" in one for one in bodies(project)))
        server.say(ANN, "!status", thread_ts=first["ts"])
        until(lambda: any("No work" in one or "open" in one for one in server.said()[2:]))
        assert server.own()[-1]["thread_ts"] == first["ts"]
        assert len(bodies(project)) == 3
        server.repeat = False

        # Whoever is not known can only post; a program in the name of a person is not that person.
        server.say(EVE, "!pause worker because")
        server.say(ANN, "!pause worker because", bot_id="B0ZAPIER0")
        forged = {"event_type": "renkei_message", "event_payload": {"message": json.dumps(kept)}}
        server.say(EVE, "forged", metadata=forged, bot_id="B0EVE0000")
        server.say(EVE, "that is a pity")
        until(lambda: any("that is a pity" in one for one in bodies(project, "guest-slack")))
        until(lambda: not bridge._file.answers())
        assert sum("NOT_ALLOWED" in one for one in server.said()) == 1  # a program that is a guest is not answered

        # A program of its own identity sends messages as metadata, which its events do not show.
        typed = {**kept, "id": "m-coder", "from": "coder", "to": "lead"}
        metadata = {"event_type": "renkei_message", "event_payload": {"message": json.dumps(typed)}}
        server.say(CODEBOT, "a message", metadata=metadata, bot_id="B0CODEBOT", thread_ts=first["ts"])
        assert until(lambda: list(sent(project, "coder")))[0].id == "m-coder"

        # What a bridge of another project posts, or edits, is not taken in, whoever the bridge is here.
        more = {"metadata": {"event_type": "renkei_message", "event_payload": {"key": "1"}}, "bot_id": "B0CODEBOT"}
        server.edit(server.say(CODEBOT, "of another project", **more), "still of another project")

        # Who joins and leaves, whatever comes late.
        server.hold()
        server.move(BOB, "C0BACKEND", False)
        server.move(BOB, "C0BACKEND", True)
        server.release()
        server.say(EVE, "they are heard")
        until(lambda: any("they are heard" in one for one in bodies(project, "guest-slack")))
        assert "bob" in project.state.members("backend")
        server.members["C0BACKEND"].remove(BOB)
        server.say(BOB, "<@U0BOB0000> has left the channel", "C0BACKEND", subtype="channel_leave")
        until(lambda: "bob" not in project.state.members("backend"))

        # Who joins or leaves in the project, is invited or removed.
        for members in (["worker", "bob"], ["worker"]):
            project.set_group("backend", members)
            until(lambda wanted=members: server.members["C0BACKEND"] == {BOB} & ({BOB} if "bob" in wanted else set()))

        # Alone with a person, and with a program, with which an app cannot be alone.
        note(project, "worker", "only for you", "human")
        until(lambda: any("only for you" in one for one in server.said()))
        assert server.own()[-1]["channel"] == "D0ANN0000"
        server.say(ANN, "thanks @worker", "D")
        until(lambda: [*sent(project, "human")][-1].receivers == ("worker",))
        note(project, "lead", "for the program", "coder")
        until(lambda: any("for the program" in one for one in server.said()))
        assert (server.own()[-1]["channel"], f"<@{CODEBOT}>" in server.said()[-1]) == ("C0TEAM000", True)

        # Files are read from Slack alone, with the token.
        address = f"{server.address}/files/a.csv"
        server.say(ANN, "a table", files=[{"name": "a.csv", "size": len(FILE), "url_private": address}])
        until(lambda: any("a table" in one for one in bodies(project)))
        (saved,) = (tmp_path / ".renkei" / "files").iterdir()
        assert saved.read_bytes() == FILE
        asked, said = server.asked["file"], len(server.said())
        server.say(ANN, "elsewhere", files=[{"name": "x", "size": 3, "url_private": "http://evil.slack.com.example/x"}])
        until(lambda: len(server.said()) > said)
        assert "not on a server of Slack" in server.said()[-1]
        assert server.asked["file"] == asked
        assert bridge.problem == ""
        assert "before the bridge" not in str(bodies(project))
        assert not [one for one in sent(project, "coder") if "of another project" in str(one)]
        until(lambda: not server.unacknowledged)


def test_a_decision_is_made_with_one_press(server: SlackServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project):
            early = server.say(ANN, "!decide D-1 Postgres")  # nobody has asked
            until(lambda: "UNKNOWN_DECISION" in str(server.said()))
            ask(project, "D-1", "all", "human")
            post = until(lambda: server.own()[1:])[0]
            server.drop_links()  # what was refused is not tried again when history tells it once more
            until(lambda: server.opened == 2)
            server.say(EVE, "they are heard")
            until(lambda: bodies(project, "guest-slack"))
            assert early["ts"] < post["ts"]
            assert not list(sent(project, "human"))
            assert post["text"].startswith(f"<@{ANN}> <@{BOB}> → all, human · DECISION_REQUEST D-1")
            assert "<!channel>" not in post["text"]
            labels = [(one["text"]["text"], one.get("style")) for one in post["blocks"][1]["elements"]]
            assert labels == [("Postgres", None), ("SQLite", "primary")]
            server.press(EVE, post, 0)  # nobody knows her
            until(lambda: "NOT_ALLOWED" in server.said()[-1])
            assert server.own()[-1]["thread_ts"] == post["ts"]
            server.repeat = True
            server.press(ANN, post, 0)
            made = until(lambda: [one for one in sent(project, "human") if one.type == "DECISION_RESULT"])
            assert made[0].payload.chosen_option == "Postgres"
            until(lambda: len(post["blocks"]) == 1)
            assert texts_of(post).startswith("→ all, human")
            assert texts_of(post).endswith("✓ Postgres · ann")
            until(lambda: "DECISION_RESULT" in server.said()[-1])
            assert post["metadata"]["event_payload"]["key"]
            assert len(list(sent(project, "human"))) == 1
            ask(project, "D-2", "all")
            ask(project, "D-3", "human")
            until(lambda: len(server.own()) == 6)
        second, third = server.own()[4:]
        with bridged(server, project):  # another process did not ask, and finds the posts
            server.press(ANN, third, 1)
            until(lambda: "✓ SQLite · ann" in texts_of(third))
            server.say(ANN, "!decide D-2 SQLite", thread_ts=second["ts"])
            until(lambda: "✓ SQLite · ann" in texts_of(second))
            until(lambda: not server.unacknowledged)


def test_a_reaction_of_a_person_answers_a_request_in_a_thread_too(server: SlackServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        first = note(project, "worker", "about the storage", "all")
        until(server.own)
        options = [DecisionOption(label=one, analysis="") for one in ("once", "always", "no")]
        for number, header in enumerate(({}, {"in_reply_to": first, "thread": first})):
            asked = DecisionRequest(decision_id=f"D-{number}", question="May I?", options=options)
            project.send(project.message("worker", asked, ["all", "human"], **header))
        until(lambda: len(server.own()) == 3)
        server.repeat = True
        server.react(EVE, server.own()[1], "+1")
        server.react(ANN, server.own()[1], "thumbsup::skin-tone-3")
        server.react(ANN, server.own()[1], "heart")
        server.react(ANN, server.own()[2], "two")
        until(lambda: bodies(project) == ["DECISION_RESULT"] * 2)
        assert [one.payload.chosen_option for one in sent(project, "human")] == ["once", "always"]
        server.say(EVE, "that is all")
        until(lambda: any("that is all" in one for one in bodies(project, "guest-slack")))
        assert len(bodies(project, "guest-slack")) == 1
        assert bridge.problem == ""


@pytest.mark.long
def test_faults_lose_nothing_and_double_nothing(server: SlackServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        first = server.say(ANN, "heard 0.")
        until(lambda: bodies(project) == ["heard 0."])
        server.hold()
        for number in (1, 2, 3):
            server.say(ANN, f"heard {number}.")
        server.release()
        until(lambda: len(bodies(project)) == 4)

        # Refusals that pass, and requests that were done and whose answers never came.
        server.fail("chat.postMessage", 429, "ratelimited", Retry_After="0")
        server.fail("chat.postMessage", 500)
        server.fail("chat.postMessage", 200, "internal_error")
        server.fail("chat.postMessage", 200, "missing_scope")
        server.lose("chat.postMessage")
        root = note(project, "worker", "post 0.")
        for number in range(1, 10):
            note(project, "worker", f"post {number}.", **({"in_reply_to": root} if number % 2 else {}))
        until(lambda: len(server.own()) == 10)

        # A link that breaks, one that Slack replaces, and events that never come.
        for number, end in ((4, server.drop_links), (6, server.refresh)):
            links = server.opened
            server.deaf = True
            server.say(ANN, f"heard {number}.")
            server.deaf = False
            server.say(BOB, "an event that comes before earlier ones", thread_ts=first["ts"])
            until(lambda number=number: len(bodies(project, "bob")) == number // 2 - 1)
            server.deaf = True
            server.say(ANN, f"heard {number + 1}.", thread_ts=first["ts"])
            server.fail("conversations.history", 429, "ratelimited", Retry_After="0")
            server.fail("conversations.replies", 503)
            server.deaf = False
            end()
            until(lambda links=links: server.opened > links)
            until(lambda number=number: len(bodies(project)) == number + 2)

        # An hour without Slack, with more than one page, an edit, a reply in an old thread, and deletions.
        gone = [server.say(EVE, "a mistake"), server.say(EVE, "another", thread_ts=first["ts"])]
        until(lambda: len(bodies(project, "guest-slack")) == 2)
        server.stop()
        for number in range(10, 20):
            note(project, "worker", f"post {number}.")
        until(lambda: bridge.problem)
        server.page, server.is_busy = 7, True
        server.deaf = True
        server.edit(first, "heard zero.")
        for one in gone:
            server.delete(one)
        for number in range(8, 60):
            server.say(ANN, f"heard {number}.", **({"thread_ts": first["ts"]} if number % 5 == 0 else {}))
        server.deaf = False
        server.start_again()
        until(lambda: len(server.own()) == 20)
        until(lambda: len(bodies(project)) >= 61)
        until(lambda: bridge.problem == "")
        assert len(bodies(project, "bob")) == 2
        assert sum("was withdrawn" in one for one in bodies(project, "guest-slack")) == 2
        assert not any("was withdrawn" in one for one in bodies(project))
        heard = [int(one[6:-1]) for one in bodies(project) if re.fullmatch(r"heard \d+\.", one)]
        assert sorted(heard) == list(range(60))
        assert heard[8:] == list(range(8, 60))
        assert sum("heard zero" in one for one in bodies(project)) == 1
        assert re.findall(r"post (\d+)", " ".join(server.said())) == [str(one) for one in range(20)]


def test_only_a_reply_that_history_would_show_is_taken_for_deleted(server: SlackServer) -> None:
    first = server.say(ANN, "a thread")
    replies = [server.say(ANN, f"reply {number}", thread_ts=first["ts"]) for number in range(MOST_REPLIES + 5)]
    known = {f"{one['ts']}@{first['ts']}": ANN for one in reversed(replies)}  # as the bridge has it: the newest first
    server.delete(replies[-2])
    chat = chat_of(server)
    chat._api.ask("conversations.join", channel=first["channel"])
    found = missed(chat._api, {first["channel"]: known}, float(replies[-1]["ts"]), print)
    assert [(one.what, one.message["ts"]) for one in found] == [("deleted", replies[-2]["ts"])]


def test_a_killed_bridge_loses_nothing_and_doubles_nothing(server: SlackServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        options = ("--api", f"{server.address}/api", "--channel", "team", "--person", f"{ANN}=human")
        added = command_line("bridge", "add", "slack", *options, cwd=tmp_path)
        assert added.returncode == 0, added.stderr
        heard = posted = 0
        root = ""
        for kill in range(3):
            with bridge_process("slack", tmp_path, SLACK_APP_TOKEN=APP, SLACK_BOT_TOKEN=TOKEN) as bridge:
                until(lambda: server.asked["users.conversations"])  # it has begun at the end of the channels
                until(lambda count=heard: len(bodies(project)) == count)
                server.say(ANN, f"heard {heard}.")
                heard += 1
                until(lambda count=heard: len(bodies(project)) == count)

                def end(post: dict[str, Any] | None = None, at: int = posted + 3, victim: Any = bridge) -> None:
                    if post is None or f"post {at}." in post["text"]:
                        victim.send_signal(signal.SIGKILL)
                        victim.wait()

                if kill < 2:
                    server.after_post = end  # the post stands there, and the bridge never learns that
                else:
                    server.after_acknowledged = end  # Slack does not send again what the bridge did not take in
                for _ in range(6):
                    name = note(project, "worker", f"post {posted}.", **({"in_reply_to": root} if posted % 2 else {}))
                    root = root or name
                    server.say(ANN, f"heard {heard}.")
                    posted, heard = posted + 1, heard + 1
                bridge.wait()
            server.after_acknowledged = lambda: None
            for _ in range(4):
                server.say(ANN, f"heard {heard}.")
                heard += 1
        with bridge_process("slack", tmp_path, SLACK_APP_TOKEN=APP, SLACK_BOT_TOKEN=TOKEN):
            until(lambda: len(server.own()) >= posted and len(bodies(project)) >= heard)
            note(project, "worker", "the end.")
            until(lambda: "the end" in server.said()[-1])
        assert re.findall(r"post (\d+)", " ".join(server.said())) == [str(one) for one in range(posted)]
        assert Counter(bodies(project)) == Counter(f"heard {one}." for one in range(heard))


@pytest.mark.parametrize(
    ("app", "bot", "channel", "says"),
    [
        (APP, "xoxb-wrong", "team", "invalid_auth.*SLACK_BOT_TOKEN.*chat:write"),
        (APP, "", "team", "no bot token.*SLACK_BOT_TOKEN"),
        ("xapp-wrong", TOKEN, "team", "invalid_auth.*SLACK_APP_TOKEN.*connections:write"),
        (TOKEN, TOKEN, "team", "no app-level token"),
        (APP, TOKEN, "nowhere", "no channel nowhere"),
        (APP, TOKEN, "secret", "secret: .*/invite"),
        (APP, TOKEN, "C0NOWHERE", "C0NOWHERE: .*channel_not_found"),
    ],
)
def test_wrong_settings_are_refused_with_what_to_do(
    server: SlackServer, app: str, bot: str, channel: str, says: str
) -> None:
    with pytest.raises(ChatRefusedError, match=says.split(".*")[0]) as raised:
        chat_of(server, app, bot).open([channel])
    assert re.search(says, f"{raised.value.message} {raised.value.hint}")


def test_the_manifest_in_the_documentation_is_the_one_of_the_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "chat-slack.md").read_text("utf-8")
    assert yaml.safe_load(page.split("```yml\n")[1].split("```")[0]) == manifest()


def test_what_slack_refuses_of_a_post_is_left_out_of_it(server: SlackServer) -> None:
    chat = chat_of(server)
    chat.open(["team"])
    data = {"id": "m1", "type": "FREEFORM", "from": "worker", "payload": {"body": "x" * 9000}}
    long = chat.post("team", Outgoing("k1", "the message is too long", data=data))
    server.fail("chat.postMessage", 200, "invalid_blocks")
    plain = chat.post("team", Outgoing("k2", "<no> blocks", reply_to="1.000001"))
    chat.close()
    first, second = server.own()
    assert [first["ts"], second["ts"]] == [long, plain]
    assert first["metadata"]["event_payload"] == {"key": "k1", "id": "m1"}
    assert ("blocks" in second, second["text"], second.get("thread_ts")) == (False, "&lt;no&gt; blocks", None)


def test_agents_have_faces_where_the_app_may_show_them_and_a_name_in_bold_elsewhere(server: SlackServer) -> None:
    settings = BridgeSettings(channels=CHANNELS, people=PEOPLE, pictures="https://x.example/{name}.png")
    with team() as project, Bridge(project, chat_of(server), settings=settings) as bridge:
        note(project, "worker", "good morning", "all")
        (post,) = until(server.own)
        assert (post["username"], post["icons"]) == ("worker", {"image_64": "https://x.example/worker.png"})
        assert (texts_of(post), bridge.problem) == ("good morning", "")
        assert "user" not in post  # as Slack tells it, and yet it is known to be the bridge's own
        ask(project, "D-1", "human")
        server.react(ANN, until(lambda: server.own()[1:])[0], "two")
        until(lambda: "DECISION_RESULT" in bodies(project))
        assert list(sent(project, "guest-chat")) == []
    server.scopes = "chat:write"
    with team() as project, Bridge(project, chat_of(server), settings=settings) as bridge:
        note(project, "worker", "good evening", "all")
        post = until(lambda: [one for one in server.own() if "good evening" in one["text"]])[0]
        assert "username" not in post
        assert post["blocks"][0]["elements"][0]["elements"][0] == {
            "type": "text",
            "text": "worker",
            "style": {"bold": True},
        }
        assert bridge.problem.endswith("give the app the scope chat:write.customize, and install it again.")


def test_a_post_with_a_face_whose_answer_is_lost_is_not_made_twice(server: SlackServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        server.lose("chat.postMessage")
        note(project, "worker", "only once", "all")
        assert bridge.wait_until_posted(30)
        assert [texts_of(one) for one in server.own()] == ["only once"]


def test_a_reaction_made_while_the_bridge_is_down_is_an_answer_and_a_removed_one_is_not(
    server: SlackServer, tmp_path: Path
) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project) as bridge:
            ask(project, "D-1", "all", "human")
            assert bridge.wait_until_posted(30)
        (post,) = server.own()
        server.react(ANN, post, "one")
        post["reactions"].clear()  # removed before the bridge is back
        server.react(EVE, post, "one")
        server.react(ANN, post, "two")
        with bridged(server, project) as bridge:
            decided = until(lambda: [one for one in sent(project, "human") if one.type == "DECISION_RESULT"])
            assert [one.payload.chosen_option for one in decided] == ["SQLite"]
            server.drop_links()  # after which history tells it again
            until(lambda: server.opened == 3)
            server.say(ANN, "the end")
            until(lambda: "the end" in bodies(project))
            assert bodies(project).count("DECISION_RESULT") == 1
            assert not [one for one in server.said() if "DONE" in one or "no clear answer" in one]


def test_commands_from_before_the_bridge_are_not_obeyed(server: SlackServer) -> None:
    server.say(ANN, "!pause worker because of the past", "D")  # after the newest post of every channel
    server.say(EVE, "in the last second", "D")
    with team() as project, bridged(server, project):
        server.say(ANN, "@worker do you hear me?", "D")
        until(lambda: bodies(project) == ["@worker do you hear me?"])
        assert not project.state.suspended


def test_an_archived_channel_gets_its_posts_when_it_is_back_and_others_at_once(
    server: SlackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.closed.AGAIN_SECONDS", 0.1)
    with team() as project:
        server.channels["C0TEAM000"]["is_archived"] = True
        with bridged(server, project) as bridge:  # begins although a channel is archived
            note(project, "worker", "for all", "all")
            note(project, "lead", "for the group", "backend")
            until(lambda: "for the group" in str(server.said()))
            assert "for all" not in str(server.said())
            assert re.search(r"is_archived\. Unarchive the channel .* Posts wait for: #team\.", bridge.problem)
            server.say(BOB, "heard meanwhile", "C0BACKEND")
            until(lambda: "heard meanwhile" in bodies(project, "bob"))
            del server.channels["C0TEAM000"]["is_archived"]
            until(lambda: "not_in_channel. Add the app to the channel" in bridge.problem)  # archiving removed it
            server.channels["C0TEAM000"]["is_member"] = True
            until(lambda: "for all" in str(server.said()))
            until(lambda: bridge.problem == "")
            assert [texts_of(one) for one in server.own()] == ["for the group", "for all"]


def test_a_bridge_that_is_removed_from_a_channel_still_hears_the_others(
    server: SlackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.bridge.closed.AGAIN_SECONDS", 0.1)
    with team() as project, bridged(server, project) as bridge:
        server.channels["C0TEAM000"]["is_member"] = False
        server.drop_links()
        server.say(BOB, "heard all the same", "C0BACKEND")
        until(lambda: "heard all the same" in bodies(project, "bob"))
        until(lambda: "C0TEAM000: The chat refused: Slack says not_in_channel" in bridge.problem)
        note(project, "worker", "for all", "all")
        until(lambda: "Posts wait for: #team" in bridge.problem)
        server.channels["C0TEAM000"]["is_member"] = True
        until(lambda: "for all" in str(server.said()))


def test_a_renamed_channel_goes_on_and_the_status_names_it(server: SlackServer, tmp_path: Path) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project) as bridge:
            server.rename("C0TEAM000", "crew")
            until(lambda: "#team is now called crew" in bridge.problem)
            note(project, "worker", "still here", "all")
            until(lambda: "still here" in str(server.said()))
        with Bridge(project, chat_of(server), CHANNELS, PEOPLE, name="slack") as bridge:  # the former name is found
            assert "#team is now called crew" in bridge.problem
            note(project, "worker", "and here", "all")
            until(lambda: "and here" in str(server.said()))


def test_a_limit_of_hours_is_reported_with_its_end_and_the_rest_goes_on(server: SlackServer) -> None:
    with team() as project, bridged(server, project) as bridge:
        server.fail("users.info", 429, "ratelimited", times=20, Retry_After="7200")
        server.fail("chat.postMessage", 429, "ratelimited", Retry_After="7200")
        note(project, "worker", "it waits", "all")
        until(lambda: bridge.problem)
        assert re.search(r"Slack asks for patience.* Next attempt at \d{4}-\d\d-\d\d \d\d:\d\d UTC", bridge.problem)
        server.say(EVE, "I am heard")  # whose name Slack does not give now
        until(lambda: "I am heard" in str(bodies(project, "guest-slack")))
        server.say(ANN, "and so am I")
        until(lambda: "and so am I" in bodies(project))


def test_history_that_slack_gives_only_in_hours_is_read_then(
    server: SlackServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with team(tmp_path / ".renkei") as project:
        with bridged(server, project):
            server.say(ANN, "first")
            until(lambda: "first" in bodies(project))
        server.deaf = True
        server.say(ANN, "missed")
        server.deaf = False
        server.fail("conversations.history", 429, "ratelimited", Retry_After="7200")
        opened = server.opened
        with Bridge(project, chat_of(server), CHANNELS, PEOPLE, name="slack") as bridge:
            until(lambda: server.opened > opened and "only in 120 minutes" in bridge.problem)
            server.say(ANN, "live")
            until(lambda: "live" in bodies(project))
            assert "missed" not in bodies(project)
        with Bridge(project, chat_of(server), CHANNELS, PEOPLE, name="slack") as bridge:  # Slack gives it now
            until(lambda: "missed" in bodies(project))
            until(lambda: "nothing is left of it" in bridge.problem)
            assert sorted(bodies(project)) == ["first", "live", "missed"]
