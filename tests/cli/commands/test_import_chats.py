"""`renkei import slack|mattermost|matrix|discord`: what a team said in a chat becomes the past of a project."""

import json
from pathlib import Path
from typing import Any

import pytest

import renkei as library
from chat_exports import DiscordExport, MatrixExport, SlackExport, mattermost, mattermost_post, mattermost_reply
from process import renkei
from renkei.engine.events import MessageSent

Said = tuple[str, str, str, str]


def past(directory: Path) -> list[MessageSent]:
    """Return the past messages of a project."""
    with library.open(directory) as project:
        events = [event for record in project.records() for event in record.events if isinstance(event, MessageSent)]
    assert all(one.is_past for one in events)
    return events


def said(directory: Path) -> list[Said]:
    """Return sender, group, time and text of each past message."""
    found = []
    for event in past(directory):
        message: Any = event.message
        found.append((message.from_, message.to, message.timestamp[:16], message.payload.body))
    return found


def imported(tmp_path: Path, *words: str, status: int = 0) -> Any:
    done = renkei("import", *words, "--into", "out", cwd=tmp_path)
    assert done.returncode == status, done.stderr
    return done


def refused(tmp_path: Path, *words: str) -> str:
    """Import something that is rejected; nothing may be left of it."""
    done = imported(tmp_path, *words, status=1)
    assert not (tmp_path / "out").exists()
    return str(done.stderr)


def test_a_workspace_of_slack_becomes_the_past_of_a_new_project(tmp_path: Path) -> None:
    slack = SlackExport()
    asked = slack.say("U1", "Which port, <@U2>? &lt;8080&gt;?")
    slack.say("U3", "", "backend", bot_id="B1", attachments=[{"fallback": "build passed"}])
    slack.say("U2", "/delegate 8443, as in <https://example.org/a|the note>", thread_ts=asked)
    slack.say("U2", "see", files=[{"name": "plan.pdf"}, {"id": "F2", "mode": "tombstone"}])
    slack.say("U1", "<@U1> has joined", subtype="channel_join")
    slack.say("U1", "This message was deleted.", subtype="tombstone")
    done = imported(tmp_path, "slack", str(slack.zip(tmp_path / "acme.zip")))
    assert said(tmp_path / "out") == [
        ("kim@slack", "general", "2020-01-01T10:01", "Which port, @lee? <8080>?"),
        ("ci@slack", "backend", "2020-01-01T10:02", "build passed"),
        ("lee@slack", "general", "2020-01-01T10:03", "/delegate 8443, as in the note (https://example.org/a)"),
        ("lee@slack", "general", "2020-01-01T10:04", "see\n[plan.pdf]\n[F2]"),
    ]
    root, _, reply, _ = (one.message for one in past(tmp_path / "out"))
    assert (reply.in_reply_to, reply.thread) == (root.id, root.id)
    assert "Imported 4 messages of 3 authors in 2 channels into out, from 2020-01-01 to 2020-01-01." in done.stdout
    assert "Left out: 1 notes of the chat." in done.stdout
    assert "Left out: 1 deleted posts." in done.stdout
    assert "kim@slack" in renkei("-C", "out", "search", "port", cwd=tmp_path).stdout
    assert "said 2020-01-01T10:01:00Z" in renkei("-C", "out", "log", "--utc", cwd=tmp_path).stdout
    thread = renkei("-C", "out", "log", "--thread", root.id, "--utc", "--format", "jsonl", cwd=tmp_path).stdout
    assert [json.loads(line)["at"][:16] for line in thread.splitlines()] == ["2020-01-01T10:01", "2020-01-01T10:03"]
    audit = json.loads(renkei("-C", "out", "audit", "--format", "json", cwd=tmp_path).stdout)
    assert (audit["messages"], audit["agents"]) == (4, ["kim@slack", "ci@slack", "lee@slack"])
    assert (audit["began"][:10], audit["findings"]) == ("2020-01-01", [])


def test_an_import_into_a_project_wakes_and_changes_nothing_and_is_not_repeated(tmp_path: Path) -> None:
    renkei("init", "--goal", "x", "--agent", "ann:backend", cwd=tmp_path)
    with library.open(tmp_path / ".renkei") as project:
        before = project.state
    slack = SlackExport()
    slack.say("U1", "@ann urgent, answer me!")
    slack.say("U2", "fine")
    export = str(slack.zip(tmp_path / "acme.zip"))
    into = ("--into", ".", "--person", "U1=human")
    assert renkei("import", "slack", export, *into, cwd=tmp_path).returncode == 0
    slack.say("U2", "one more")
    slack.zip(tmp_path / "acme.zip")
    again = renkei("import", "slack", export, *into, cwd=tmp_path)
    assert "Imported 1 message of 2 authors" in again.stdout
    assert "The project had 2 messages of the export already." in again.stdout
    assert [one[0] for one in said(tmp_path / ".renkei")] == ["human", "lee@slack", "lee@slack"]
    with library.open(tmp_path / ".renkei") as project:
        assert project.wake_reason("ann") is None
        assert (project.state.unread.get("ann", ()), project.state.obligations) == ((), before.obligations)
        assert list(project.state.actors) == list(before.actors)


def test_a_bulk_export_of_mattermost_has_threads_and_people(tmp_path: Path) -> None:
    replies = [mattermost_reply("lee", "8443", 5)]
    export = mattermost(
        tmp_path / "bulk.jsonl",
        mattermost_post("lee", "later", 9, attachments=[{"path": "data/20200101/plan.pdf"}]),
        mattermost_post("kim", "Which port?", 3, replies=replies),
        mattermost_post("kim", "kim joined", 4, type="system_join_channel"),
        mattermost_post("lee", "build passed", 6, props={"override_username": "CI"}),
        {"type": "direct_post", "direct_post": {"channel_members": ["kim", "lee"], "message": "secret"}},
        {"type": "emoji", "emoji": {"name": "party"}},
    )
    done = imported(tmp_path, "mattermost", str(export))
    assert said(tmp_path / "out") == [
        ("kim@mattermost", "general", "2020-01-01T10:03", "Which port?"),
        ("lee@mattermost", "general", "2020-01-01T10:05", "8443"),
        ("CI-18ffc81c@mattermost", "general", "2020-01-01T10:06", "build passed"),
        ("lee@mattermost", "general", "2020-01-01T10:09", "later\n[plan.pdf]"),
    ]
    root, reply, *_ = (one.message for one in past(tmp_path / "out"))
    assert reply.in_reply_to == root.id
    assert "Left out: 1 direct messages, which are private." in done.stdout


def test_a_room_of_matrix_has_final_texts_and_no_deleted_posts(tmp_path: Path) -> None:
    room = MatrixExport()
    room.event(
        "@kim:example.org", "m.room.member", {"membership": "join", "displayname": "Kim"}, state_key="@kim:example.org"
    )
    asked = room.say("@kim:example.org", "Which prot?")
    gone = room.say("@eve:example.org", "spam")
    fix = {"m.new_content": {"msgtype": "m.text", "body": "Which port?"}}
    room.say(
        "@kim:example.org", "* Which port?", **fix, **{"m.relates_to": {"rel_type": "m.replace", "event_id": asked}}
    )
    room.say("@eve:example.org", "* forged", **fix, **{"m.relates_to": {"rel_type": "m.replace", "event_id": asked}})
    room.event("@kim:example.org", "m.room.redaction", {"redacts": gone})
    room.event("@eve:example.org", "m.room.message", {}, unsigned={"redacted_because": {}})
    room.event("@lee:example.org", "m.room.encrypted", {"algorithm": "m.megolm.v1.aes-sha2"})
    room.event("@lee:example.org", "m.reaction", {"m.relates_to": {"event_id": asked, "key": "+1"}})
    room.say("@lee:example.org", "8443", **{"m.relates_to": {"m.in_reply_to": {"event_id": asked}}})
    room.say("@lee:example.org", "a mirror", **{"io.renkei.key": "k"})
    done = imported(tmp_path, "matrix", str(room.write(tmp_path / "room.json")))
    assert said(tmp_path / "out") == [
        ("kim:example.org@matrix", "General", "2020-01-01T10:01", "Which port?"),
        ("lee:example.org@matrix", "General", "2020-01-01T10:09", "8443"),
    ]
    for line in ("2 deleted posts", "1 posts that could not be decrypted", "1 reactions", "1 posts of a bridge"):
        assert f"Left out: {line}" in done.stdout


def test_channels_of_discord_are_files_and_direct_messages_stay_private(tmp_path: Path) -> None:
    (tmp_path / "export").mkdir()
    team, alone = DiscordExport(), DiscordExport("kim", "DirectTextChat")
    asked = team.say("kim", "Which port?")
    team.say("kim", "", type="GuildMemberJoin")
    team.say("lee", "8443", type="Reply", reference={"messageId": asked, "channelId": "900", "guildId": "1"})
    team.say("ci", "", embeds=[{"title": "build", "description": "passed"}], attachments=[{"fileName": "log.txt"}])
    alone.say("kim", "secret")
    team.write(tmp_path / "export/team.json"), alone.write(tmp_path / "export/dm.json")
    done = imported(tmp_path, "discord", "export")
    assert said(tmp_path / "out") == [
        ("kim@discord", "general", "2020-01-01T10:00", "Which port?"),
        ("lee@discord", "general", "2020-01-01T10:02", "8443"),
        ("ci@discord", "general", "2020-01-01T10:03", "build\npassed\n[log.txt]"),
    ]
    assert "Left out: 1 direct messages, which are private." in done.stdout


def test_a_channel_is_the_group_of_its_name_without_outer_spaces(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    renkei("init", "--goal", "a goal", "--agent", "ann", cwd=tmp_path / "out")
    renkei("group", "set", "backend", "ann", cwd=tmp_path / "out")
    channel = DiscordExport(" backend ")
    channel.say("kim", "Which port?")
    channel.write(tmp_path / "backend.json")
    imported(tmp_path, "discord", "backend.json")
    assert [one[1] for one in said(tmp_path / "out")] == ["backend"]


def test_names_that_look_alike_get_different_ids(tmp_path: Path) -> None:
    slack = SlackExport()
    names = ["kim", "Kim", "ｋｉｍ", "kіm", "all", "renkei", "!!", "a\u202eb", "க்", "ann@slack", "x" * 300]
    slack.files["users.json"] = [{"id": f"U{n}", "name": one} for n, one in enumerate(names)]
    slack.files["channels.json"] = [{"id": "C1", "name": "all"}, {"id": "C2", "name": "human"}]
    for number in range(len(names) + 1):
        slack.say(f"U{number}", f"post {number}", ("all", "human")[number % 2])
    imported(tmp_path, "slack", str(slack.zip(tmp_path / "acme.zip")))
    found = said(tmp_path / "out")
    ids = [one[0] for one in found]
    assert [one for one in ids if "-" not in one] == ["kim@slack", "all@slack", "renkei@slack"]
    shown = ("Kim", "ｋｉｍ", "kіm", "U6", "a_b", "க்", "ann_slack", "x" * 80, "U11")
    assert [one[: one.index("-")] for one in ids if "-" in one] == list(shown)
    assert len(set(ids)) == len(names) + 1
    assert {one[1] for one in found} == {"all-C1", "human-C2"}


def test_an_author_keeps_the_id_whoever_else_is_in_an_import(tmp_path: Path) -> None:
    first, both = SlackExport(), SlackExport()
    both.minutes = 5
    people = [{"id": "U1", "name": "Kim"}, {"id": "U2", "name": "Kim"}]
    for export, users in ((first, ("U2",)), (both, ("U1", "U2"))):
        export.files["users.json"] = people
        for user in users:
            export.say(user, f"by {user}")
        imported(tmp_path, "slack", str(export.zip(tmp_path / "acme.zip")))
    second, one, again = (sender for sender, *_ in said(tmp_path / "out"))
    assert second == again != one


def test_every_fault_is_named_with_file_and_line_and_nothing_is_written(tmp_path: Path) -> None:
    slack = SlackExport()
    slack.say("U1", "good")
    for ts in ("1577872800", "9999999999.000000", "100.000000", None):
        slack.say("U1", "bad", ts=ts)
    slack.files["backend/2020-01-01.json"] = b'[\n{"ts": "1577872800.000100", "text": "x"},\n{oops}]'
    slack.files["backend/2020-01-02.json"] = b"\xff\xfe"
    (slack.files["general/2020-01-01.json"]).append("no object")
    text = refused(tmp_path, "slack", str(slack.zip(tmp_path / "acme.zip")))
    assert "7 problems" in text
    assert "general/2020-01-01.json:8  /ts: '1577872800' is not allowed" in text
    assert "general/2020-01-01.json:14  the time 2286-11-20T17:46:39.000000Z is not between 1990-01-01 and now" in text
    assert "general/2020-01-01.json:20  the time 1970-01-01T00:01:40.000000Z is not between" in text
    assert "backend/2020-01-01.json:3  not JSON" in text
    assert "backend/2020-01-02.json:1  not UTF-8" in text


def test_broken_lines_of_a_bulk_export_are_all_named(tmp_path: Path) -> None:
    no_time = mattermost_post("kim", "x", 1, create_at="yesterday")
    export = mattermost(
        tmp_path / "bulk.jsonl", "{broken", "[]", no_time, {"post": {}}, mattermost_post("kim", "ok", 2)
    )
    text = refused(tmp_path, "mattermost", str(export))
    assert "4 problems" in text
    for line, what in ((4, "not a JSON object"), (5, "not a JSON object"), (6, "/create_at"), (7, "'type' is missing")):
        assert f"bulk.jsonl:{line}:1 BAD_EXPORT" in text
        assert what in text
    (tmp_path / "other.jsonl").write_text('{"type": "user"}\n')
    assert "whose first line has the type version" in refused(tmp_path, "mattermost", "other.jsonl")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("slack",), "Which export of slack?"),
        (("slack", "missing.zip"), "No such file or directory: 'missing.zip'"),
        (("slack", "acme.zip", "--person", "U1"), "--person needs USER=ID, not 'U1'"),
        (("slack", "acme.zip", "--person", "U9=human"), "No post in the export is by 'U9'"),
        (("claude-code", "acme.zip", "--person", "U1=human"), "--person is for exports of a chat"),
    ],
)
def test_a_wrong_call_says_what_is_missing(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    slack = SlackExport()
    slack.say("U1", "x")
    slack.zip(tmp_path / "acme.zip")
    done = renkei("import", *words, "--into", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_user_that_is_nobody_of_the_project_is_refused(tmp_path: Path) -> None:
    slack = SlackExport()
    slack.say("U1", "x")
    text = refused(tmp_path, "slack", str(slack.zip(tmp_path / "acme.zip")), "--person", "U1=kim")
    assert "UNKNOWN_ACTOR" in text


def test_an_export_without_posts_says_so(tmp_path: Path) -> None:
    slack = SlackExport()
    slack.say("U1", "joined", subtype="channel_join")
    text = refused(tmp_path, "slack", str(slack.zip(tmp_path / "acme.zip")))
    assert "no post that can be imported: 1 notes of the chat" in text


@pytest.mark.parametrize("wrong", [["900"], {"900": 1}, 10**400, None, ""])
def test_a_channel_whose_id_is_no_text_is_a_fault(wrong: Any, tmp_path: Path) -> None:
    export = DiscordExport()
    export.say("kim", "hello")
    export.channel["id"] = wrong
    text = refused(tmp_path, "discord", str(export.write(tmp_path / "general.json")))
    assert "INVALID_DOCUMENT" in text


def test_a_channel_whose_id_no_file_can_hold_is_imported(tmp_path: Path) -> None:
    export = DiscordExport()
    export.say("kim", "hello")
    export.channel["id"] = "9\ud800"
    imported(tmp_path, "discord", str(export.write(tmp_path / "general.json")))
    assert [text for *_, text in said(tmp_path / "out")] == ["hello"]
