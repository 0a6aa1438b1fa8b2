"""IRC as a chat, against a real ngircd."""

import json
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import renkei
from chatting import bridge_process
from irc_server import IrcServer, Person, eventually, irc_server
from process import renkei as command_line
from renkei import Project
from renkei.edges.chat.bridge.bridge import Bridge
from renkei.edges.chat.errors import ChatRefusedError, ChatUnreachableError
from renkei.edges.chat.irc.chat import MARK, IrcChat
from renkei.edges.chat.irc.link import IrcLink
from renkei.edges.chat.options import IrcOptions
from renkei.edges.chat.port import Outgoing
from renkei.edges.chat.settings import BridgeSettings
from renkei.engine import commands as c
from renkei.engine.views.agent_context.inbox import unread_messages
from renkei.protocol.messages import parse_message
from renkei.protocol.payloads import DecisionOption, DecisionRequest, Freeform
from thoroughness import every_kill

Join = Callable[..., Person]

PEOPLE = {"ann": "human", "bob": "bob", "dev-agent": "far"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IrcServer]:
    with irc_server(tmp_path_factory.mktemp("irc")) as found:
        yield found


@pytest.fixture
def join() -> Iterator[Callable[..., Person]]:
    """Let people join; they leave when the test ends."""
    with ExitStack() as stack:

        def joined(*arguments: object) -> Person:
            found = Person(*arguments)  # type: ignore[arg-type]
            stack.callback(found.close)
            return found

        yield joined


def team(path: str | Path = ":memory:") -> Project:
    """Make a project with a person, a second one, an agent here, and one whose program is in the chat."""
    project = renkei.create(path, name="team", goal="a goal")
    project.do(c.Join("lead", "planning", lead=True), c.Join("worker", "backend"), c.Join("far", "research"))
    project.do(c.Join("bob", "operations", human=True))
    project.set_group("backend", ["bob", "worker"])
    return project


def options(port: int, **more: object) -> IrcOptions:
    return IrcOptions(server="127.0.0.1", port=port, tls=False, **({"trust_nicks": True} | more))  # type: ignore[arg-type]


@contextmanager
def bridged(port: int, project: Project, **more: object) -> Iterator[Bridge]:
    channels = {"#team": "all", "#backend": "backend"}
    settings = BridgeSettings(chat="irc", channels=channels, people=PEOPLE)
    with Bridge(project, IrcChat(options(port, **more)), name="irc", settings=settings) as found:
        assert found.problem == ""
        yield found


def note(project: Project, sender: str, text: str, *to: str, priority: str = "normal") -> str:
    """Send a text; return the id of the message."""
    body = Freeform(intent_hint="NOTE", body=text, requires_response=False, urgency=priority)
    message = project.message(sender, body, to or ["all"], priority)
    project.do(c.Send(message), actor=sender)
    return message.id


def messages(project: Project, sender: str = "") -> list[str]:
    """Return the texts of all FREEFORM messages, or the ids of typed ones."""
    sent = (one.message for record in project.records(0) for one in record.events if one.kind == "message_sent")
    found = (one for one in sent if not sender or one.from_ == sender)
    return [one.payload.body if one.type == "FREEFORM" else one.id for one in found]


def test_a_team_talks_over_irc_in_both_directions(server: IrcServer, join: Join) -> None:
    join(server.port, "renkei", "")
    ann, bob, stranger = (join(server.port, nick) for nick in ("ann", "bob", "stranger"))
    with team() as project, bridged(server.port, project) as bridge:
        assert bridge.chat.user == "renkei2"  # the nickname was taken
        posts = lambda: ann.said("renkei2")  # noqa: E731

        # An agent's text is lines, and no line of it is a command of IRC or a request of CTCP.
        note(project, "worker", "日本語で。\r\nQUIT :gone\nJOIN #other\n\x01VERSION\x01")
        ann.until("VERSION")
        assert posts()[:3] == ["worker → all", "日本語で。", "QUIT :gone"]
        assert "\x01" not in "".join(ann.lines)
        assert not ann.found(" QUIT ") + ann.found("#other :renkei")

        # A long text is posts in order, and every line of the server has at most 512 bytes with the sender.
        words = [f"word{number}é日本" for number in range(150)]
        note(project, "worker", " ".join(words))
        ann.until(words[-1])
        assert re.findall(r"word\d+é日本", " ".join(posts())) == words
        assert max(len(f"{one}\r\n".encode()) for one in ann.lines) <= 512
        assert re.findall(r"^\((\d+)/\d+\)", "\n".join(posts()), re.MULTILINE) == [str(n) for n in range(1, 8)]

        # What blocks a person names the person, so that the client rings.
        choices = [DecisionOption(label=one, analysis="good") for one in "AB"]
        asked = DecisionRequest(decision_id="D-1", question="A or B?", options=choices, recommended="A")
        message = project.message("worker", asked, ["all", "human"], "blocking", "a choice")
        project.do(c.Send(message), actor="worker")
        assert bob.until("ann, bob: worker → all, human · DECISION_REQUEST D-1 · blocking")

        # A post is a message, `@name` an addressee, and a command is what it says, in the name of who wrote it.
        ann.say("good morning @worker")
        eventually(lambda: "good morning @worker" in messages(project, "human"))
        found = project.find_message(
            next(one.message.id for one in unread_messages(project.state, "worker", "en") if "morning" in str(one))
        )
        assert (found.from_, found.receivers) == ("human", ("all", "worker"))
        assert bob.until("Answer: !decide D-1 OPTION because REASON")
        bob.say("!decide D-1 A because it is cheaper")
        assert ann.until("DECISION_RESULT")[0].partition("bob → worker · DECISION_RESULT")[1]
        bob.say("!decide D-9 A")
        assert bob.until("D-9")[-1].startswith(":renkei2!")

        # Whoever is not known can post, and nothing else. Notices are not heard, nor what other bridges say.
        stranger.say("hello @worker")
        stranger.say("!pause worker because I say so")
        stranger.until("'stranger' may not use commands")
        stranger.say(f"what a bridge of another project says{MARK}")
        stranger.send("NOTICE #team :I am a program", "PRIVMSG #team :\x01PING 1\x01")
        stranger.say("\x02bold\x02 \x0304,01red\x03 and \x01ACTION")
        eventually(lambda: len(messages(project, "guest-irc")) == 2)
        assert messages(project, "guest-irc")[0].endswith("stranger, a guest, writes:\nhello @worker")
        assert "bold red and" in messages(project, "guest-irc")[1]

        # Directly, both ways; what is sent to a person who is away stands in the channel.
        ann.say("@worker only you", "renkei2")
        eventually(lambda: "@worker only you" in messages(project, "human"))
        note(project, "worker", "only for you", "human")
        assert "PRIVMSG ann :" in ann.until("only for you")[0]
        ann.say("thank you", "renkei2")  # without a name: to the sender of the newest direct message
        eventually(lambda: "thank you" in messages(project, "human"))
        sent = [one.message for record in project.records(0) for one in record.events if one.kind == "message_sent"]
        assert next(one.receivers for one in sent if "thank you" in str(one.payload)) == ("worker",)
        bob.say("no addressee", "renkei2")
        bob.until("BAD_VALUE")
        bob.send("QUIT :away")
        ann.until("bob!")
        note(project, "worker", "for bob", "bob")
        assert "PRIVMSG #team :" in ann.until("for bob")[0]
        assert bridge.problem == ""
        assert not [one for one in messages(project) if "renkei2" in one]  # it hears nothing of its own


def test_programs_send_and_receive_typed_messages_in_fenced_blocks(server: IrcServer, join: Join) -> None:
    ann, program = join(server.port, "ann"), join(server.port, "dev-agent")
    with team() as project, bridged(server.port, project) as bridge:
        asked = project.message(
            "far",
            Freeform(intent_hint="QUESTION", body="x" * 900, requires_response=True, urgency="normal"),
            ["worker"],
            id="far-1",
        )
        data = json.dumps(asked.model_dump(mode="json", by_alias=True, exclude_defaults=True))
        for sender in (ann, program):  # a block in the name of somebody else is refused
            sender.say("```renkei")
            for at in range(0, len(data), 300):
                sender.say(data[at : at + 300])
            sender.say("```")
        ann.until("NOT_ALLOWED")
        eventually(lambda: any(one.message.id == "far-1" for one in unread_messages(project.state, "worker", "en")))
        assert (
            project.find_message("far-1").payload == asked.payload
        )  # as it was written, whatever came between its lines

        choices = [DecisionOption(label=f"option {n}", analysis="good  and   bad " * 30) for n in range(3)]
        wanted = DecisionRequest(decision_id="D-2", question="which?", options=choices)
        message = project.message("worker", wanted, ["far"], "normal", "a choice")
        project.do(c.Send(message), actor="worker")
        program.until("PRIVMSG dev-agent :```", 2)
        lines = program.said(bridge.chat.user)
        block = lines[lines.index("```renkei") + 1 : lines.index("```")]
        assert len(block) > 4
        assert parse_message("".join(block)) == project.find_message(message.id)
        assert not ann.found("```renkei\r")


def test_groups_are_in_step_with_who_is_in_a_channel(server: IrcServer, join: Join) -> None:
    with team() as project, bridged(server.port, project) as bridge:
        members = lambda: set(project.state.members("backend"))  # noqa: E731
        ann = join(server.port, "ann", "#backend")
        eventually(lambda: "human" in members())
        ann.send("PART #backend")
        eventually(lambda: "human" not in members())
        ann.send("JOIN #backend")
        eventually(lambda: "human" in members())

        # Nobody leaves a group by another nickname, or by a connection that ends.
        ann.send("NICK other", "NICK ann", "QUIT")
        join(server.port, "bob", "#backend").say("somebody left", "#backend")
        eventually(lambda: "somebody left" in messages(project, "bob"))
        assert "human" in members()

        # Who founded a channel may throw the bridge out; it comes back when it has something to say.
        owner = join(server.port, "owner", "#other")
        settings = BridgeSettings(chat="irc", channels={"#other": "all"}, people=PEOPLE)
        chat = IrcChat(options(server.port, nick="visitor"))
        with Bridge(project, chat, name="visitor", settings=settings) as second:
            owner.until("visitor!")
            owner.send("MODE #other +n", "KICK #other visitor :out")
            note(project, "worker", "back again", "all")
            owner.until("back again")
            assert owner.found("visitor!")[1].endswith("JOIN :#other")
            owner.send("MODE #other +b visitor!*@*", "KICK #other visitor :out")
            owner.until(" KICK ", 2)
            note(project, "worker", "never seen", "all")
            eventually(lambda: "#other cannot be joined" in second.problem, "what is refused is reported")
        assert bridge.problem == ""


def test_a_server_that_dies_loses_nothing_and_doubles_nothing(tmp_path: Path, join: Join) -> None:
    with irc_server(tmp_path) as server, team() as project, bridged(server.port, project) as bridge:
        ann = join(server.port, "ann")
        note(project, "worker", "before 0")
        ann.until("before 0")
        server.kill()
        eventually(lambda: bridge.problem)
        for number in range(30):
            note(project, "worker", f"meanwhile {number}.")
        server.start()
        ann = join(server.port, "ann")
        ann.until("meanwhile 29.")
        numbers = [int(one) for one in re.findall(r"meanwhile (\d+)\.", "\n".join(ann.said(bridge.chat.user)))]
        assert numbers == list(range(numbers[0], 30))  # the bridge may be back before ann
        ann.say("are you there?")
        eventually(lambda: "are you there?" in messages(project, "human"))


def test_a_post_of_several_lines_goes_on_where_the_link_broke(
    server: IrcServer, join: Join, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = join(server.port, "ann")
    chat = IrcChat(options(server.port))
    chat.open(["#team"])
    send, said = IrcLink.send, []

    def broken(link: IrcLink, command: str, *params: str) -> None:
        said.append(command)
        if command == "PRIVMSG" and said.count("PRIVMSG") == 3:
            link.end()
        send(link, command, *params)

    monkeypatch.setattr(IrcLink, "send", broken)
    post = Outgoing("key", "one\ntwo\nthree\nfour")
    with pytest.raises(ChatUnreachableError):
        chat.post("#team", post)
    chat.post("#team", post)
    ann.until("four")
    assert ann.said(chat.user) == ["one", "two", "three", "four"]
    chat.close()


def test_the_first_line_of_a_block_holds_nothing_back_but_its_block(server: IrcServer, join: Join) -> None:
    ann = join(server.port, "ann")
    with team() as project, bridged(server.port, project):
        for line in (
            "```renkei",
            "hello",
            "```renkei",
            '{"id":',
            "```renkei",
            "!pause worker because of lunch",
            "the end",
        ):
            ann.say(line)
        eventually(lambda: "the end" in messages(project, "human"))
        assert messages(project, "human") == ["```renkei", "hello", '```renkei\n{"id":', "```renkei", "the end"]
        assert "worker" in project.state.suspended


@every_kill
def test_a_killed_bridge_repeats_at_most_the_post_that_it_was_making(
    server: IrcServer, tmp_path: Path, join: Join
) -> None:
    with team(tmp_path / ".renkei") as project:
        person = join(server.port, "ann")
        arguments = ("--server", "127.0.0.1", "--port", server.port, "--no-tls", "--trust-nicks", "--channel", "#team")
        added = command_line("bridge", "add", "irc", *arguments, "--person", "ann=human", cwd=tmp_path)
        assert added.returncode == 0, added.stderr
        kills, count = 2, 30
        for turn in range(kills + 1):
            with bridge_process("irc", tmp_path) as bridge:
                person.say(f"heard {turn}")
                eventually(lambda turn=turn: f"heard {turn}" in messages(project, "human"))

                def end(
                    line: str, last: str = f"post {turn * count + 9}.", victim: subprocess.Popen[str] = bridge
                ) -> None:
                    if line.strip().endswith(last + MARK):  # it stands there, and the bridge has hardly noted that
                        victim.send_signal(signal.SIGKILL)

                person.watch = end if turn < kills else lambda line: None
                for number in range(count):
                    note(project, "worker", f"post {turn * count + number}.")
                if turn < kills:
                    bridge.wait()
                else:
                    person.until(f"post {(kills + 1) * count - 1}.")
        seen = Counter(re.findall(r"post (\d+)\.", "\n".join(person.said())))
        assert sorted(map(int, seen)) == list(range((kills + 1) * count))  # nothing is lost
        assert sum(seen.values()) - len(seen) <= kills  # at most one for each kill
        taken = Counter(one for one in messages(project, "human") if one.startswith("heard"))
        assert taken == Counter({f"heard {turn}": 1 for turn in range(kills + 1)})
        print("doubled", sum(seen.values()) - len(seen))


def test_tls_is_verified_and_passwords_are_those_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
            "-keyout",
            key,
            "-out",
            certificate,
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost",
        ],
        check=True,
        capture_output=True,
    )
    key.chmod(0o644)
    port = IrcServer(tmp_path).port
    tls = f"[SSL]\nCertFile = {certificate}\nKeyFile = {key}\nPorts = {port}"
    with irc_server(tmp_path, password="open", sections=tls) as server:
        safe = IrcOptions(server="localhost", port=port)
        with pytest.raises(ChatRefusedError, match="certificate"):
            IrcChat(safe, server_password="open").open(["#team"])
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with pytest.raises((ChatRefusedError, ChatUnreachableError), match=r"[Pp]assword"):
            IrcChat(safe, server_password="wrong").open(["#team"])
        chat = IrcChat(safe, server_password="open")
        chat.open(["#team"])
        assert chat.post("#team", Outgoing("1", "x" * 3000)) == ""
        chat.close()
        assert server.port != port
