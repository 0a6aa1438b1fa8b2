"""A bridge brings in the past of its channels as past, not as orders: once, and nothing of it is lost or doubled."""

import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from local_synapse import LocalSynapse, interpreter

import renkei
from chatting import HeardChat, bridged, until
from discord_server import TEAM, DiscordServer
from discord_server import TOKEN as DISCORD_TOKEN
from matrix_people import Person
from mattermost_server import BOT, MattermostServer
from mattermost_server import TOKEN as MATTERMOST_TOKEN
from process import renkei as command_line
from process import running
from renkei import Bridge, BridgeSettings, ChatRefusedError, ChatUnreachableError, Position, Project
from renkei.edges.chat.discord.chat import DiscordChat
from renkei.edges.chat.mattermost.chat import MattermostChat
from renkei.edges.chat.options import DiscordOptions, MatrixOptions, MattermostOptions, SlackOptions
from renkei.edges.chat.port import PastPost
from renkei.edges.chat.slack.chat import SlackChat
from slack_server import APP, TOKEN, SlackServer
from slack_server import BOT as SLACK_BOT
from team import small_team

REGISTERED = {"type": "m.login.application_service", "inhibit_login": True}

HOUR = "2020-01-01T1{}:00:00.000000Z"
PAST = (
    PastPost("p0", "team", "U9", "first", HOUR.format(0), "eve"),
    PastPost("p1", "team", "U2", "@ann which port?", HOUR.format(1), "kim"),
    PastPost("p2", "team", "U9", "/delegate ann Build it", HOUR.format(2), "eve", "p1"),
    PastPost("p3", "team", "U8", "see", HOUR.format(3), "Eve", "gone", ("plan.pdf",)),
)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("bridge", "relay"):
        monkeypatch.setattr(f"renkei.edges.chat.bridge.{place}.FIRST_PAUSE", 0.05)


class OldChat(HeardChat):
    """A chat whose channel has a past."""

    def __init__(self, *faults: Exception, posts: tuple[PastPost, ...] = PAST) -> None:
        super().__init__()
        self.faults, self.old = list(faults), posts
        self.asked: list[tuple[str, str]] = []

    def listen(self, cursor: str) -> Iterator[Any]:
        yield Position(cursor or "0")
        yield from super().listen(cursor)

    def past(self, channel: str, before: str, since: str) -> Iterator[PastPost]:
        self.asked.append((before, since))
        for post in reversed(self.old):
            if post.id == "p1" and self.faults:
                raise self.faults.pop(0)
            if post.at >= since:
                yield post


def past(project: Project) -> list[Any]:
    events = (event for record in project.records() for event in record.events)
    return [one.message for one in events if one.kind == "message_sent" and one.is_past]


def messages(project: Project) -> list[Any]:
    events = (event for record in project.records() for event in record.events)
    return [one.message for one in events if one.kind == "message_sent"]


def said(project: Project) -> list[tuple[str, str]]:
    return [(one.from_, one.payload.body) for one in past(project)]


def test_the_past_is_recorded_with_its_times_threads_and_people_and_orders_nothing() -> None:
    with bridged(OldChat(), past=10) as room:
        found = until(lambda: past(room.project))
        assert said(room.project) == [
            ("eve@chat", "first"),
            ("kim", "@ann which port?"),
            ("eve@chat", "/delegate ann Build it"),
            (found[3].from_, "see\n[plan.pdf]"),
        ]
        assert found[3].from_.startswith("Eve-")
        assert [one.timestamp for one in found] == [one.at for one in PAST]
        assert [one.in_reply_to for one in found] == [None, None, found[1].id, None]
        assert found[2].thread == found[1].id
        assert {one.to for one in found} == {"all"}
        state = room.project.state
        assert (state.unread.get("ann", ()), len(state.contracts.entries)) == ((), 0)
        assert room.project.wake_reason("ann") is None
        assert room.posts() == []  # neither an answer to the command, nor the past itself
        assert "guest-chat" not in state.actors


def test_a_reply_in_the_chat_belongs_to_the_thread_of_a_past_post() -> None:
    with bridged(OldChat(), past=10) as room:
        asked = until(lambda: past(room.project))[1]
        room.chat.say("U1", "8443", reply_to="p1")
        reply = until(lambda: [one for one in room.messages() if "8443" in str(one.payload)])[0]
        assert (reply.in_reply_to, reply.thread, reply.from_) == (asked.id, asked.id, "human")


def test_a_number_and_a_time_bound_what_is_brought_in() -> None:
    for bounds, texts in (
        ({"past": 2}, ["/delegate ann Build it", "see\n[plan.pdf]"]),
        ({"since": HOUR.format(3)}, ["see\n[plan.pdf]"]),
        ({"since": HOUR.format(0), "past": 1}, ["see\n[plan.pdf]"]),
        ({}, []),
    ):
        with bridged(OldChat(), **bounds) as room:
            until(lambda room=room, texts=texts: len(past(room.project)) == len(texts))
            room.chat.say("U1", "live")
            until(lambda room=room: [one for one in room.messages() if "live" in str(one.payload)])
            assert [text for _, text in said(room.project)] == texts


def test_the_past_is_brought_in_once_and_more_of_it_when_more_is_asked_for(tmp_path: Path) -> None:
    with small_team(tmp_path / "p", guarded=False) as project:
        for most, count in ((2, 2), (2, 2), (3, 3), (3, 3), (4, 4)):
            chat = OldChat()
            with bridged(chat, project, past=most):
                until(lambda project=project, count=count: len(past(project)) == count)
                chat.say("U1", f"live {most}")
                until(lambda chat=chat: chat.heard_all)
        assert sorted(said(project)) == sorted(set(said(project)))


def test_what_was_heard_is_not_brought_in_again(tmp_path: Path) -> None:
    with small_team(tmp_path / "p", guarded=False) as project:
        with bridged(OldChat(), project) as room:
            live = room.chat.say("U1", "live")
            until(lambda: [one for one in room.messages() if "live" in str(one.payload)])
        chat = OldChat(posts=(*PAST, PastPost(live.id, "team", "U1", "live", HOUR.format(4), "mia")))
        with bridged(chat, project, past=10):
            until(lambda: len(past(project)) == 4)
            chat.say("U1", "more")
            until(lambda: chat.heard_all)
        assert [text for _, text in said(project)][-1] == "see\n[plan.pdf]"


def test_an_unreachable_chat_is_asked_again_and_nothing_is_doubled() -> None:
    with bridged(OldChat(ChatUnreachableError("away"), OSError("gone")), past=10) as room:
        until(lambda: len(past(room.project)) == 4)
        assert len(room.chat.asked) == 3


def test_a_refused_past_is_reported_and_live_posts_are_heard() -> None:
    with bridged(OldChat(ChatRefusedError("missing_scope")), past=10) as room:
        until(lambda: "missing_scope" in room.bridge.problem)
        room.chat.say("U1", "live")
        until(lambda: [one for one in room.messages() if "live" in str(one.payload)])
        assert [text for _, text in said(room.project)] == ["/delegate ann Build it", "see\n[plan.pdf]"]


def test_an_impossible_time_is_left_out_and_reported() -> None:
    future = PastPost("p9", "team", "U9", "x", "2999-01-01T00:00:00.000000Z", "eve")
    with bridged(OldChat(posts=(*PAST, future)), past=10) as room:
        until(lambda: len(past(room.project)) == 4)
        assert "the time 2999-01-01T00:00:00.000000Z is not between" in room.bridge.problem


# Slack


@pytest.fixture
def slack() -> Iterator[SlackServer]:
    found = SlackServer()
    yield found
    found.stop()


def slack_settings(**more: Any) -> BridgeSettings:
    people = {"U0ANN0000": "human"}
    return BridgeSettings.model_validate({"chat": "slack", "channels": {"team": "all"}, "people": people} | more)


def test_the_past_of_slack_has_threads_and_final_texts(slack: SlackServer) -> None:
    first = slack.say("U0BOB0000", "which prot?")
    slack.edit(first, "which port, <@U0ANN0000>?")
    slack.say("U0ANN0000", "8443", thread_ts=first["ts"])
    slack.delete(slack.say("U0EVE0000", "gone"))
    slack.say("U0EVE0000", "joined", subtype="channel_join")
    slack.say(SLACK_BOT, "own", bot_id="B1")
    slack.say("U0EVE0000", "!pause ann because", files=[{"id": "F1", "name": "plan.pdf", "size": 3}])
    with small_team() as project:
        chat = SlackChat(SlackOptions(api=f"{slack.address}/api"), APP, TOKEN)
        with Bridge(project, chat, name="slack", settings=slack_settings(past=10)):
            until(lambda: len(past(project)) == 3)
            slack.say("U0BOB0000", "live")
            until(lambda: project.log.last() and "guest-slack" in project.state.actors)
        assert said(project) == [
            ("bob@slack", "which port, @ann?"),
            ("human", "8443"),
            ("eve@slack", "!pause ann because\n[plan.pdf]"),
        ]
        root, reply, _ = past(project)
        assert (reply.in_reply_to, reply.thread) == (root.id, root.id)


# Mattermost


@pytest.fixture
def mattermost() -> Iterator[MattermostServer]:
    found = MattermostServer()
    yield found
    found.stop()


def test_the_past_of_mattermost_is_read_page_by_page(
    mattermost: MattermostServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.mattermost.chat.POSTS_PER_PAGE", 3)
    first = mattermost.say("bob", "which prot?")
    mattermost.edit(first, "which port?")
    mattermost.say("ann", "8443", root_id=first["id"])
    mattermost.delete(mattermost.say("eve", "gone"))
    mattermost.say("eve", "eve joined", type="system_join_channel")
    mattermost.say("eve", "by a bridge", props={"renkei_key": "k"})
    mattermost.say("eve", "built", props={"from_webhook": "true", "override_username": "CI"})
    for number in range(5):
        mattermost.say("eve", f"post {number}")
    chat = MattermostChat(MattermostOptions(server=f"http://127.0.0.1:{mattermost.port}"), MATTERMOST_TOKEN)
    people = {mattermost.user("ann"): "human"}
    settings = BridgeSettings.model_validate(
        {"chat": "mattermost", "channels": {"eng/team": "all"}, "people": people, "past": 100}
    )
    with small_team() as project:
        with Bridge(project, chat, name="mattermost", settings=settings):
            until(lambda: len(past(project)) == 8)
            mattermost.say("bob", "live")
            until(lambda: "guest-mattermost" in project.state.actors)
        found = said(project)
        assert found[:2] == [("bob@mattermost", "which port?"), ("human", "8443")]
        assert found[2][0].startswith("CI-")
        assert found[3:] == [("eve@mattermost", f"post {number}") for number in range(5)]
        assert past(project)[1].in_reply_to == past(project)[0].id
    assert BOT not in {one.from_ for one in past(project)}


@pytest.mark.long
def test_a_bridge_killed_in_the_middle_of_the_past_loses_and_doubles_nothing(
    mattermost: MattermostServer, tmp_path: Path
) -> None:
    count = 1500
    for number in range(count):
        mattermost.say("bob", f"post {number}")
    command_line("init", "--goal", "x", "--agent", "ann", cwd=tmp_path)
    secret = {"RENKEI_MATTERMOST_TOKEN": MATTERMOST_TOKEN}
    where = ("--server", f"http://127.0.0.1:{mattermost.port}", "--channel", "eng/team", "--history", str(count))
    done = command_line("bridge", "add", "mattermost", *where, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    kills, before = 0, 0
    with renkei.open(tmp_path / ".renkei") as project:
        while len(past(project)) < count:
            with running("bridge", "run", cwd=tmp_path, **secret) as process:
                until(lambda before=before: len(past(project)) > before)
                if kills < 3:
                    kills += 1
                    process.send_signal(signal.SIGKILL)
                else:
                    until(lambda: len(past(project)) == count)
            before = len(past(project))
        assert [text for _, text in said(project)] == [f"post {number}" for number in range(count)]
    assert kills > 0


# Discord


@pytest.fixture
def discord() -> Iterator[DiscordServer]:
    found = DiscordServer()
    yield found
    found.stop()


def test_the_past_of_discord_has_threads_and_a_malformed_post_of_it_costs_no_other(
    discord: DiscordServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renkei.edges.chat.discord.api.PER_PAGE", 3)
    first = discord.say("bob", "which prot?")
    discord.edit(first, "which port?")
    discord.channels[first["id"]] = discord.channels[TEAM] | {"id": first["id"], "type": 11, "parent_id": TEAM}
    discord.posts[first["id"]]["flags"] = 1 << 5
    reply = discord.say("ann", "8443", first["id"])
    discord.say("bob", "and with TLS", first["id"], message_reference={"message_id": reply["id"]}, type=19)
    discord.delete(discord.say("eve", "gone"))
    discord.say("eve", "joined", type=7)
    discord.posts[discord.say("eve", "malformed")["id"]]["author"] = {}
    discord.say("eve", "!pause worker because x", attachments=[{"filename": "plan.pdf", "size": 3, "url": "x"}])
    for number in range(5):
        discord.say("eve", f"post {number}")
    chat = DiscordChat(DiscordOptions(api=f"http://127.0.0.1:{discord.port}"), DISCORD_TOKEN)
    people = {discord.user("ann"): "human"}
    settings = BridgeSettings.model_validate(
        {"chat": "discord", "channels": {"team": "all"}, "people": people, "past": 100}
    )
    with renkei.create() as project:  # by the clock of this machine
        with Bridge(project, chat, name="discord", settings=settings) as bridge:
            until(lambda: len(past(project)) == 9)
            assert "which was skipped: post" in bridge.problem
            discord.say("bob", "live", first["id"])
            live = until(lambda: [one for one in messages(project) if "live" in str(one.payload)])[0]
        assert said(project)[:4] == [
            ("bob@discord", "which port?"),
            ("human", "8443"),
            ("bob@discord", "and with TLS"),
            ("eve@discord", "!pause worker because x\n[plan.pdf]"),
        ]
        root, reply, answer = past(project)[:3]
        assert (reply.in_reply_to, reply.thread, answer.in_reply_to) == (root.id, root.id, reply.id)
        assert live.thread == root.id
        assert not project.state.suspended


# Matrix


@pytest.mark.long
@pytest.mark.skipif(interpreter() is None, reason="no Synapse is installed: see tools/synapse.sh")
def test_the_past_of_a_room_of_matrix_is_brought_in(tmp_path: Path) -> None:
    from renkei.edges.chat.matrix.chat import EVENTS_PER_PAGE, MatrixChat

    with LocalSynapse(tmp_path / "synapse") as server:
        mia, lin, bot = (Person(server, server.sign_up(name, "secret")) for name in ("mia", "lin", "renkei"))
        room = mia.make_room("old", lin, bot)
        asked = mia.post(room, "which prot?")
        edit = {"m.relates_to": {"rel_type": "m.replace", "event_id": asked}}
        new = {"m.new_content": {"msgtype": "m.text", "body": "which port?"}}
        mia.post(room, "* which port?", **edit, **new)
        lin.reply(room, asked, "8443")
        for number in range(EVENTS_PER_PAGE):
            mia.post(room, f"post {number}")
        settings = BridgeSettings.model_validate(
            {"chat": "matrix", "channels": {room: "all"}, "people": {mia.id: "human"}, "past": 1000}
        )
        options = MatrixOptions(homeserver=server.address)
        with renkei.create() as project:  # by the clock of the server
            with Bridge(project, MatrixChat(options, bot.account.token), name="matrix", settings=settings) as bridge:
                until(lambda: len(past(project)) == EVENTS_PER_PAGE + 2, bridge.problem)
                lin.post(room, "live")
                until(lambda: "guest-matrix" in project.state.actors)
            assert said(project)[:3] == [
                ("human", "which port?"),
                ("lin:team.test@matrix", "8443"),
                ("human", "post 0"),
            ]
            assert past(project)[1].in_reply_to == past(project)[0].id
            assert not any("live" in text for _, text in said(project))


@pytest.mark.long
@pytest.mark.skipif(interpreter() is None, reason="no Synapse is installed: see tools/synapse.sh")
def test_an_event_of_matrix_with_a_forged_time_does_not_end_the_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from renkei.edges.chat.matrix.chat import MatrixChat
    from renkei.edges.chat.matrix.registration import registration

    file = tmp_path / "forger.yaml"
    with pytest.raises(ChatRefusedError):
        registration(file)
    forger = registration(file)
    monkeypatch.setattr("renkei.edges.chat.matrix.chat.EVENTS_PER_PAGE", 2)
    with LocalSynapse(tmp_path / "synapse", app_service_config_files=[str(file)]) as server:
        mia, bot = (Person(server, server.sign_up(name, "secret")) for name in ("mia", "renkei"))
        room = mia.make_room("old", bot)
        user = f"user_id=@{forger.name}:team.test"
        server.request("POST", "/_matrix/client/v3/register", REGISTERED | {"username": forger.name}, forger.token)
        server.request("POST", f"/_matrix/client/v3/join/{room}?{user}", {}, forger.token)

        def forge(name: str) -> None:
            """Say that an event is of 2001, as a server of others can of each."""
            path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{name}?ts=1000000000000&{user}"
            server.request("PUT", path, {"msgtype": "m.text", "body": name}, forger.token)

        for number in range(3):
            mia.post(room, f"post {number}")
            forge(f"forged-{number}")
        options, since = MatrixOptions(homeserver=server.address), "2020-01-01"
        with closing(MatrixChat(options, bot.account.token)) as chat:
            chat.open([room])
            found = [one.text for one in chat.past(room, chat.end_position(), since)]
            assert found == ["post 2", "post 1", "post 0"]
            monkeypatch.setattr("renkei.edges.chat.matrix.chat.MOST_OLDER", 3)
            for number in range(3, 7):
                forge(f"forged-{number}")
            mia.post(room, "post 3")
            assert [one.text for one in chat.past(room, chat.end_position(), since)] == ["post 3"]
