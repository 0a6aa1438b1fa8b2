"""What the audit finds in imported transcripts, with the lines where it stands, and what it leaves alone."""

from pathlib import Path

import pytest

import renkei
from renkei.edges.cli.commands.storage.import_ import PROGRAMS
from renkei.edges.team.shutdown import request_shutdown
from renkei.engine import commands as c
from renkei.protocol.payloads import Freeform, TaskResult
from renkei.protocol.primitives import later
from renkei.transcripts.audit import KINDS, Audit, audit, cost_lines
from renkei.transcripts.importing import import_messages
from renkei.transcripts.messages import messages_of
from renkei.transcripts.page import page_of
from renkei.transcripts.readers import READERS, read_transcript
from renkei.wording.values import duration
from team import handoff, small_team
from transcript_files import Claude, Codex, File


def audited(tmp_path: Path, *files: File) -> Audit:
    program = {Claude: "claude-code", Codex: "codex"}
    transcripts = [read_transcript(READERS[program[type(one)]], one.write()) for one in files]
    sent, names = messages_of(transcripts)
    assert len(list(import_messages(sent, names, tmp_path / "project"))) == len(sent)
    with renkei.open(tmp_path / "project") as project:
        return audit(project.records())


def found(audit: Audit) -> list[tuple[str, str, list[int]]]:
    return [(one.kind, one.text, [location.line for location in one.locations]) for one in audit.findings]


@pytest.fixture
def claude(tmp_path: Path) -> Claude:
    file = Claude(tmp_path, "abcdefgh-1")
    file.prompt("Please add a login to the shop")
    return file


def test_a_check_after_the_last_change_proves_the_work(tmp_path: Path, claude: Claude) -> None:
    claude.run("npm test", failed=True)
    claude.edit("login.js")
    claude.run("cd shop && CI=1 npm test")
    claude.run("git status", failed=True)  # looks only: no check
    claude.say("Done: all tests pass.")
    assert found(audited(tmp_path, claude)) == []


def test_work_called_done_without_a_check(tmp_path: Path, claude: Claude) -> None:
    claude.run("npm test")
    edited = claude.edit("login.js")
    claude.run("cd shop && git status | head")
    said = claude.say("The login is implemented. I could not try it in a browser.")
    text = 'claude-abcdefgh said "The login is implemented", but ran no check after it changed login.js.'
    assert found(audited(tmp_path, claude)) == [("unproved", text, [said, edited])]


def test_work_called_done_although_its_check_failed(tmp_path: Path, claude: Claude) -> None:
    claude.edit("login.js")
    ran = claude.run("npm test", failed=True)
    said = claude.say("ログインを実装しました。")
    text = 'claude-abcdefgh said "ログインを実装しました。", but the last check failed: "npm test".'
    assert found(audited(tmp_path, claude)) == [("unproved", text, [said, ran])]


def test_tests_that_were_never_run_do_not_pass(tmp_path: Path, claude: Claude) -> None:
    said = claude.say("I read it again and all tests pass.")
    text = 'claude-abcdefgh said "I read it again and all tests pass", but ran no check that succeeded.'
    assert found(audited(tmp_path, claude)) == [("unproved", text, [said])]


@pytest.mark.parametrize(
    "text", ["It is not done yet.", "Once this is done, run npm test.", "Is it fixed?", "まだ未完了です。"]
)
def test_a_doubt_is_no_claim(text: str, tmp_path: Path, claude: Claude) -> None:
    claude.edit("login.js")
    claude.say(text)
    assert found(audited(tmp_path, claude)) == []


def test_equal_calls_with_no_change_between_are_a_repetition(tmp_path: Path, claude: Claude) -> None:
    lines = [claude.run("npm test", failed=True) for _ in range(3)]
    claude.edit("login.js")
    claude.run("npm test")
    for _ in range(3):
        claude.call("toolu_x", "TaskOutput", task_id="b1")  # waiting is no repetition
    claude.say("It works.")
    text = 'claude-abcdefgh called Bash 3 times with the same input and changed no file between: "npm test".'
    assert found(audited(tmp_path, claude)) == [("repeated_call", f"{text} Each call failed.", lines)]


def test_equal_messages_are_a_repetition(tmp_path: Path) -> None:
    file, lines = Codex(tmp_path, "01a20071-6081"), []
    for text in ("go on with it", "please go on", "further, please"):
        file.prompt(text)
        lines.append(file.say("I am still looking at the same file."))
    text = 'codex-071-6081 sent human nearly the same message 3 times: "I am still looking at the same file".'
    assert found(audited(tmp_path, file)) == [("repeated_message", text, lines)]


def test_a_request_and_a_task_without_an_answer(tmp_path: Path, claude: Claude) -> None:
    handed = claude.call("toolu_1", "Agent", prompt="Search for the port", subagent_type="Explore")
    claude.say("I wait.")
    asked = claude.prompt("And the port?")
    claude.run("sleep 60")
    result = audited(tmp_path, claude)
    assert found(result) == [
        (
            "unanswered",
            'sub-agent-toolu_1 never reported on the task of claude-abcdefgh: "Search for the port".',
            [handed],
        ),
        ("unanswered", 'claude-abcdefgh gave human no answer to "And the port?".', [asked]),
    ]
    waits = {(one.who, one.waited_for): (one.times, one.seconds, one.open) for one in result.waits}
    assert waits == {("human", "claude-abcdefgh"): (2, 4.0, 1), ("claude-abcdefgh", "sub-agent-toolu_1"): (1, 4.0, 1)}


def test_two_agents_with_one_task_and_in_one_file(tmp_path: Path) -> None:
    one, other = Claude(tmp_path, "aaaaaaaa-1"), Claude(tmp_path, "bbbbbbbb-1", start=1)
    lines = [file.prompt("Please fix the login of the shop") for file in (one, other)]
    edits = [file.edit("/home/me/shop/login.js") for file in (one, other)]
    for file in (one, other):
        file.run("npm test")
        file.say("It works.")
    task = "claude-aaaaaaaa and claude-bbbbbbbb had nearly the same task at the same time: "
    shared = "claude-aaaaaaaa and claude-bbbbbbbb changed /home/me/shop/login.js at the same time."
    assert found(audited(tmp_path, one, other)) == [
        ("same_task", f'{task}"Please fix the login of the shop".', lines),
        ("same_file", shared, edits),
    ]


def test_one_after_the_other_is_no_conflict(tmp_path: Path) -> None:
    one, other = Claude(tmp_path, "aaaaaaaa-1"), Claude(tmp_path, "bbbbbbbb-1", start=100)
    for file in (one, other):
        file.prompt("Please fix the login of the shop")
        file.edit("/home/me/shop/login.js")
        file.run("npm test")
        file.say("It works.")
    assert found(audited(tmp_path, one, other)) == []


def test_an_unanswered_task_is_still_the_same_task_much_later(tmp_path: Path) -> None:
    one, other = Claude(tmp_path, "aaaaaaaa-1"), Claude(tmp_path, "bbbbbbbb-1", start=100)
    for file in (one, other):
        file.prompt("Please fix the login of the shop")
    assert "same_task" in [kind for kind, _, _ in found(audited(tmp_path, one, other))]


def test_who_delegates_may_change_the_same_file(tmp_path: Path, claude: Claude) -> None:
    claude.edit("a.js")
    claude.call("toolu_1", "Agent", prompt="Format a.js", subagent_type="Explore")
    claude.result("toolu_1", "launched", details={"isAsync": True, "agentId": "a1"})
    child = Claude(tmp_path, "abcdefgh-1", "a1", start=4)
    child.prompt("Format a.js")
    child.edit("a.js")
    child.run("npm test")
    child.say("It is formatted.")
    claude.run("npm test")
    claude.say("It works.")
    assert found(audited(tmp_path, claude, child)) == []


def test_the_cost_beside_sending_all_messages(tmp_path: Path, claude: Claude) -> None:
    for number in range(20):
        claude.say(f"answer {number}: " + "word " * 200)
        claude.prompt(f"question {number}?")
    claude.say("the end")
    cost = audited(tmp_path, claude).cost
    assert (cost.turns, cost.usage.requests, cost.usage.input) == (21, 21, 21_000)
    assert cost.contexts < cost.resent
    assert next(iter(cost_lines(cost))) == (
        "read by the models, as reported: 21 requests, 85 % from the provider's cache",
        "21,000",
    )


def test_a_project_that_was_not_imported_is_audited_by_its_records() -> None:
    project = small_team()
    payload = Freeform(intent_hint="x", body="Which port?", requires_response=True, urgency="normal")
    record = project.send(project.message("ann", payload, "bob", id="m-1"))
    assert record is not None
    result = audit(project.records())
    assert [(one.text, str(*one.locations)) for one in result.findings] == [
        ('bob gave ann no answer to "Which port?".', f"record {record.seq}")
    ]
    due = later(project.time(), 60_000_000)
    project.do_as_runtime(c.TransferObligation("m-1", "bob", "bob", reply_by=due))
    assert len(audit(project.records()).findings) == 1
    project.do(c.Leave("bob", "left"), actor="human")
    assert audit(project.records()).findings == ()


def test_an_empty_project_has_no_findings() -> None:
    result = audit(small_team().records())
    assert (result.findings, result.waits, result.messages) == ((), (), 0)
    assert "Nothing was found." in page_of(result, "x")


def test_the_page_needs_no_script_and_escapes_what_agents_wrote(tmp_path: Path) -> None:
    file = Codex(tmp_path, "01a20071-6081")
    file.prompt("x")
    for _ in range(3):
        file.run("<script>alert('1')</script>\u202e", code=1)
    result = audited(tmp_path, file)
    page = page_of(result, "<b>")
    assert "<script" not in page
    assert "&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;\\u202e" in page
    assert "<title>Audit of &lt;b&gt;</title>" in page
    assert "prefers-color-scheme: dark" in page
    assert all(f"<h2>{KINDS[one.kind].title}: 1</h2>" in page for one in result.findings)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "< 1 s"), (59, "59 s"), (200, "3 min 20 s"), (7500, "2 h 5 min"), (90_000, "1 d 1 h")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_each_kind_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "audit.md").read_text(encoding="utf-8")
    assert [f"| `{kind}` |" in page for kind in KINDS] == [True] * len(KINDS)
    assert set(PROGRAMS) == set(READERS)


def test_calls_that_only_wait_and_a_failed_change_count_for_nothing(tmp_path: Path, claude: Claude) -> None:
    for number in range(3):
        claude.call(f"toolu_{number}", "TaskOutput", task_id="b1")
    claude.call("toolu_e", "Edit", file_path="login.js")
    claude.result("toolu_e", "not found", failed=True)
    claude.say("It is done.")
    assert found(audited(tmp_path, claude)) == []


def test_equal_messages_to_others_and_stops_are_no_repetition(tmp_path: Path, claude: Claude) -> None:
    for name in ("ann", "bob", "eve"):
        claude.call(f"toolu_{name}", "SendMessage", to=name, message="Please go on with your part")
        claude.result(f"toolu_{name}", "{}")
    claude.say("I have told all.")
    assert found(audited(tmp_path, claude)) == []
    other = Codex(tmp_path, "01a20071-6081")
    for number in range(3):
        other.prompt(f"try number {number}")
        other.run(f"sleep {number}")
    kinds = {one.kind for one in audited(tmp_path / "other", other).findings}
    assert kinds == {"unanswered"}


def test_short_requests_that_are_equal_are_not_one_task(tmp_path: Path) -> None:
    files = Claude(tmp_path, "aaaaaaaa-1"), Claude(tmp_path, "bbbbbbbb-1", start=1)
    for file in files:
        file.prompt("go on")
        file.run("npm test")
        file.say("It works.")
    assert found(audited(tmp_path, *files)) == []


def test_submitted_work_that_nobody_accepted() -> None:
    project = small_team()
    handed = project.send(project.message("lead", handoff(), "ann", id="m-1"))
    assert handed is not None
    with project.turn("ann") as turn:
        turn.send(TaskResult(original_task_ref="m-1", status="completed", summary="It is there."), "lead")
    texts = [one.text for one in audit(project.records()).findings if one.kind == "unproved"]
    assert texts == ["ann submitted m-1, and nobody has accepted it."]
    project.do(c.AcceptContract("m-1", "seen"), actor="lead")
    assert [one for one in audit(project.records()).findings if one.kind == "unproved"] == []


def test_a_request_that_is_repeated_before_work_begins_owes_one_answer(tmp_path: Path) -> None:
    file = Codex(tmp_path, "01a20071-6081")
    file.prompt("Add a login")
    file.prompt("with a password, please")
    file.say("I will.")
    assert found(audited(tmp_path, file)) == []


def test_an_error_of_the_program_is_no_answer(tmp_path: Path, claude: Claude) -> None:
    message = {"model": "<synthetic>", "content": [{"type": "text", "text": "API Error: 529"}]}
    claude.entry("assistant", message)
    assert [one.kind for one in audited(tmp_path, claude).findings] == ["unanswered"]


def test_names_that_look_alike_and_long_texts_can_be_imported(tmp_path: Path) -> None:
    lead = Claude(tmp_path, "lead-session")
    lead.prompt("x" * 60_000)
    for name in ("Ann", "ann", "human", "a b/c"):
        lead.call(f"toolu_{name}", "SendMessage", to=name, message=f"hello {name}")
        lead.result(f"toolu_{name}", "{}")
    lead.say("y")
    result = audited(tmp_path, lead)
    with renkei.open(tmp_path / "project") as project:
        assert {"Ann", "ann-3", "human", "a_b_c"} <= set(project.state.actors)
        text = project.message_text("m-1")
    assert (len(result.agents), 50_000 < len(text) < 51_000) == (2, True)


def test_members_that_are_asked_to_end_have_not_the_same_task() -> None:
    project = small_team()
    for one in ("ann", "bob"):
        request_shutdown(project, one, "the work is done", actor="lead")
    assert "same_task" not in [one.kind for one in audit(project.records()).findings]
