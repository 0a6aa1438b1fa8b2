"""What a person does with one line in a chat, and what it is answered."""

import pytest

from chatting import bridged
from renkei.edges.chat.bridge.commands import is_command
from renkei.engine.commands import TransitionContract
from renkei.protocol.payloads import DecisionOption, DecisionRequest, ReviewRequest
from team import small_team


def submitted(room) -> str:
    """Let ann submit a task that a person handed over; return its contract."""
    room.chat.say("U1", "/delegate @ann build it\n- it runs\n* it is fast\n\n・速い")
    room.settle()
    (task,) = room.project.state.contracts.entries
    for step in ("accept", "start"):
        room.project.do(TransitionContract(task, step), actor="ann")
    room.project.submit(task, "done", actor="ann")
    return task


def asked(room) -> list[str]:
    return [
        one.criterion for one in next(iter(room.project.state.contracts.entries.values())).terms.acceptance_criteria
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/who", True),
        ("  /WHO", True),
        ("!who", True),
        ("／who", True),
        ("！who", True),
        ("/decid D-1", True),
        ("!decid D-1", True),
        ("/nonsense", True),
        ("!nonsense", False),
        ("/etc/x is broken", False),
        ("/tmp/", False),
        ("who", False),
        ("/", False),
        ("// who", False),
        ("a /who", False),
    ],
)
def test_what_is_a_command(text, expected):
    assert is_command(text) == expected


def test_lines_below_a_task_are_its_criteria():
    with bridged() as room:
        submitted(room)
        assert asked(room) == ["it runs", "it is fast", "速い"]


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("/accept {}", "completed", ""),
        ("/accept {} because it is good", "completed", "it is good"),
        ("/send-back {} because: it is slow", "in_progress", "it is slow"),
        ("/send-back {} because it is slow\nand wrong", "in_progress", "it is slow\nand wrong"),
        ("/send-back {} 理由: 遅い", "in_progress", "遅い"),
        ("/reject {}、理由：遅い", "failed", "遅い"),
    ],
)
def test_work_is_judged_with_a_reason(text, status, reason):
    with bridged() as room:
        task = submitted(room)
        room.chat.say("U1", text.format(task))
        room.settle()
        assert room.project.find_contract(task).status == status
        said = [one.payload.summary for one in room.messages() if one.type == "REVIEW_RESULT"]
        assert said == ([reason] if not text.startswith("/accept") else said)


@pytest.mark.parametrize("command", ["send-back", "reject"])
def test_work_that_was_not_submitted_is_not_judged(command):
    with bridged() as room:
        room.chat.say("U1", "/delegate ann Build it")
        room.settle()
        (task,) = (one.task_ref for one in room.messages())
        room.chat.say("U1", f"/{command} {task} because it is slow")
        assert "it is open. Only submitted or partial work" in room.texts()[-1]
        assert len(room.messages()) == 1


def test_a_question_to_one_agent_in_a_channel_wakes_and_waits_for_nobody_else():
    with bridged() as room:
        room.chat.say("U1", "@ann how long does it take?")
        room.settle()
        assert "blocking, to me" in str(room.project.wake_reason("ann"))
        assert [room.project.wake_reason(one) for one in ("lead", "bob")] == [None, None]
        room.chat.say("U2", "/status")
        assert room.texts()[-1] == "No contract is open.\nNothing waits for you."


def test_a_contract_that_is_handed_over_has_a_short_id_that_no_other_had(monkeypatch):
    monkeypatch.setattr("renkei.contracts.state.CLOSED_KEPT", 1)
    with bridged() as room:
        for _ in range(2):
            room.chat.say("U1", "/delegate bob another task")
            room.settle()
        for name in ("TC-002", "TC-001"):
            room.project.cancel(name, reason="not now", actor="human")
        room.chat.say("U1", "/delegate @ann build it because we ship")
        assert not room.project.state.contracts.find("TC-002")
        assert room.texts()[-1] == "human → ann · TASK_HANDOFF TC-003\nbuild it because we ship"


@pytest.mark.parametrize("line", ["/send-back because it is slow", "/send-back {task} because it is slow"])
def test_a_command_in_reply_to_a_request_may_name_what_it_is_about(line):
    with bridged(system_channel="ops") as room:
        task = submitted(room)
        room.chat.say("U1", line.format(task=task), reply_to=room.id_of("REVIEW_REQUEST"), channel="ops")
        room.settle()
        assert room.project.find_contract(task).status == "in_progress"


def test_an_artifact_is_accepted_and_rejected_by_a_review():
    with bridged() as room:
        with room.project.act_as("ann") as ann:
            ann.artifact("a.txt")
            ann.artifact("b.txt")
            for ref in ("a.txt", "b.txt"):
                ann.send(ReviewRequest(artifact_ref=ref, review_focus=(), blocking=False), ["all", "human"])
        room.chat.say("U1", "/accept", reply_to=room.id_of("REVIEW_REQUEST a.txt"))
        room.chat.say("U1", "/reject b.txt because it is empty")
        verdicts = [(one.payload.artifact_ref, one.payload.verdict) for one in room.messages()[2:]]
        assert verdicts == [("a.txt", "approved"), ("b.txt", "rejected")]
        assert room.project.state.owed_by("human") == []


@pytest.mark.parametrize("label", ["Wait because of tests", "A  b", "理由: 遅い"])
def test_an_option_that_reads_like_a_reason_is_chosen_by_its_label(label):
    options = tuple(DecisionOption(label=one, analysis="") for one in (label, "Wait", "A"))
    with bridged() as room:
        for name in ("D-1", "D-2"):
            asked = DecisionRequest(decision_id=name, question="?", options=options)
            room.project.send(room.project.message("ann", asked, ["all", "human"]))
        (choice,) = (one.command for one in room.posts()[0].choices if one.label == label)
        room.chat.say("U1", choice)
        room.chat.say("U1", f"/decide D-2 {label.lower()} because I say so")
        one, two = (one.payload for one in room.messages() if one.type == "DECISION_RESULT")
        assert (one.chosen_option, one.rationale) == (label, "")
        assert (two.chosen_option, two.rationale) == (label, "I say so")


FORMS = {
    "decide": "decide DECISION OPTION [because REASON]",
    "accept": "accept CONTRACT [because REASON]",
    "send-back": "send-back CONTRACT because REASON",
    "reject": "reject CONTRACT because REASON",
    "delegate": "delegate ASSIGNEE DESCRIPTION [contract=…]",
    "assign": "assign CONTRACT ASSIGNEE [because REASON]",
    "pause": "pause AGENTS… because REASON",
    "resume": "resume AGENTS…",
    "note": "note CONTRACT TEXT",
    "unblock": "unblock AGENT BODY",
    "pause-project": "pause-project because REASON",
}


@pytest.mark.parametrize("name", sorted(FORMS))
def test_a_command_without_what_it_needs_says_how_it_is_written(name):
    with bridged() as room:
        room.chat.say("U1", f"/{name}")
        room.chat.say("U1", f"!{name}")  # answered with the sign that works there
        assert room.texts() == [f"Write {sign}{FORMS[name]}. (BAD_VALUE)" for sign in "/!"]


def test_the_state_of_things_is_short():
    with bridged() as room:
        room.chat.say("U1", "/status")
        room.chat.say("U9", "hello")
        task = submitted(room)
        room.settle()
        room.chat.say("U1", "/status")
        room.settle()
        room.project.pause("bob", reason="lunch")
        room.chat.say("U1", "/who")
        room.chat.say("U1", "/board")
        room.chat.say("U1", "/board /goal")
        room.chat.say("U1", "/board /agents/ann/role")
        room.chat.say("U1", "/board /nothing")
        room.chat.say("U1", "/help")
        answers = [post.text for post in room.posts("team") if not post.data]
    assert answers[0] == "No contract is open.\nNothing waits for you."
    assert answers[1].startswith(f"Contracts: submitted 1 ({task})\n1 thing waits for you:\n• result {task} – ")
    assert answers[2].splitlines()[1:] == [
        f"• ann: idle · {task}",
        "• bob: paused: lunch",
        "People: human, kim",
    ]
    assert "changelog" not in answers[3]
    assert 'pros: ""' not in answers[3]
    assert answers[4:6] == ["a goal", "backend"]
    assert answers[6].endswith("(UNKNOWN_FIELD)")
    lines = answers[7].splitlines()
    assert lines[0] == "/decide DECISION OPTION [because REASON] – Make a decision"
    assert lines[-1].startswith("Further commands: assign-decision, review, waive, interrupt,")
    assert len(lines) == 12


def test_long_lists_are_cut():
    from renkei.engine import commands as c

    project = small_team(guarded=False)
    project.do(*(c.Join(f"worker-{number}") for number in range(30)))
    with bridged(project=project) as room:
        room.chat.say("U1", "/who")
        assert room.texts()[0].splitlines()[-2] == "… and 13 more"


def test_a_japanese_project_answers_in_japanese():
    with bridged(project=small_team(guarded=False, locale="ja")) as room:
        room.chat.say("U1", "/pause ann 理由: 休憩")
        room.chat.say("U1", "／status")
        assert room.texts()[0] == "ann を一時停止しました。"
        assert room.texts()[1].endswith("• agent ann – 休憩")


def test_help_says_how_any_command_is_written():
    with bridged() as room:
        room.chat.say("U1", "/help set-quota")
        assert room.texts() == ["/set-quota [turns=…] [tokens=…] – Set the project's quota"]


@pytest.mark.parametrize("name", ["ann", "@ann", "@ann:", "＠ann：", "@ann,"])
def test_the_name_in_a_command_may_be_a_mention(name):
    with bridged() as room:
        room.chat.say("U1", f"/delegate {name} Build the login form: it asks")
        (task,) = [one for one in room.messages() if one.type == "TASK_HANDOFF"]
        assert (task.to, task.payload.task_description) == ("ann", "Build the login form: it asks")


@pytest.mark.parametrize(("old", "new"), [("revise", "send-back"), ("handoff", "delegate")])
def test_an_earlier_name_of_a_command_is_rejected_with_the_one_of_today(old, new):
    with bridged() as room:
        room.chat.say("U1", f"/{old} TC-1 because it is slow")
        assert f"There is no command /{old}. It is called /{new}." in room.texts()[0]


def test_optional_arguments_are_named():
    with bridged() as room:
        room.chat.say("U1", "/set-quota turns=50 tokens=9000")
        room.settle()
        quota = room.project.state.quota
        assert (quota.turns, quota.tokens) == (50, 9000)
        assert room.texts() == ["Done."]


def test_a_value_that_is_nested_too_deeply_is_refused_and_the_next_command_is_done():
    with bridged() as room:
        room.chat.say("U1", "/set-quota turns=" + "[" * 20_000)
        room.chat.say("U1", "/set-quota turns=50")
        room.settle()
        assert room.project.state.quota.turns == 50
        assert "expected an integer" in room.texts()[0]
