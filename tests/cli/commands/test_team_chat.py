"""`renkei team chat`, `status` and `stop`: a person talks to the lead, and looks at the team from another process."""

import json
import signal
from pathlib import Path

import pytest

from attacks.hostile_commands import caged
from process import renkei, running
from renkei import open as open_project
from teammates.watching import said, tell, until
from terminal import on_terminal

TEAM = """\
team:
  name: shop
  goal: Paint the door.
  lead: {id: boss}
  members: [{id: ann, role: painter}, {id: bob}]
"""
SCRIPT = """\
script:
  boss:
    - when: hello
      then: [{say: "Hello. I lead ann and bob."}]
    - when: "> Paint the door"
      then:
        - {call: TaskCreate, arguments: {subject: Paint it, role: carpenter}}
        - {say: Somebody does it.}
    - when: tell me
      then:
        - {call: SendMessage, arguments: {recipient: human, content: "A word\\nto you."}}
        - {say: Done.}
    - when: count
      then:
        - {call: bash, arguments: {command: "ls | wc -l"}}
        - {say: I wait for your answer.}
    - when: so?
      then:
        - {call: bash, arguments: {command: "ls | wc -l"}}
        - {say: It ran.}
    - when: list
      then:
        - {say: "I look.", call: bash, arguments: {command: "ls | wc -w"}}
        - {say: I wait again.}
    - when: and now?
      then: [{say: It ran again.}]
    - when: work
      then:
        - {say: I begin.}
    - when: rest
      then:
        - {say: "I begin. ", call: bash, arguments: {command: sleep 30}}
        - {say: never}
    - when: The person interrupted you
      then: [{say: "I have stopped."}]
"""

PROMPTS = (
    "Spawn alice (coder) and bob (tester). Have alice send bob a message.",
    'Broadcast "status update: phase 1 complete" to all teammates',
    "Check the lead inbox for any messages",
)
TRIAL = """\
script:
  lead:
    - when: Spawn alice
      then:
        - {call: Task, arguments: {name: bob, role: tester, prompt: "Test what alice writes."}}
        - {call: Task, arguments: {name: alice, role: coder, prompt: "Send bob a message: the parser is ready."}}
        - {say: alice and bob are there.}
    - when: phase 1
      then:
        - {call: SendMessage, arguments: {type: broadcast, content: "status update: phase 1 complete"}}
        - {say: Both are told.}
    - when: Check the lead inbox
      then:
        - {call: find_messages}
        - {say: "One message, from alice: bob knows."}
  alice:
    - when: Send bob a message
      then:
        - {call: SendMessage, arguments: {recipient: bob, content: "the parser is ready"}}
        - {call: SendMessage, arguments: {recipient: lead, content: "bob knows"}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "team.yaml").write_text(TEAM)
    (tmp_path / "script.yaml").write_text(SCRIPT)
    return tmp_path


def talk(shop: Path, *lines: str) -> list[str]:
    done = renkei("team", "chat", "--script", "script.yaml", cwd=shop, stdin="".join(f"{one}\n" for one in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@caged
def test_words_go_to_the_lead_and_commands_show_the_team(shop: Path) -> None:
    assert talk(shop, "hello") == ["Hello. I lead ann and bob."]
    shown = talk(
        shop,
        "/team",
        "/goal",
        "/tasks",
        "/inbox",
        "/inbox ann",
        "/stop bob",
        "/stop eve",
        "/nope",
        "/taks",
        "/help",
        "/board",
    )
    assert [one.split(" · ")[0] for one in shown[:3]] == ["boss (lead)", "ann (painter)", "bob"]
    assert shown[3:5] == ["Somebody does it.", "task-1  open  –  Paint it"]
    assert "Nothing is unread." in shown
    assert "Asked to end: bob." in shown
    assert any(one.startswith("There is no member 'eve'. Members: boss, ann") for one in shown)  # bob may have left
    told = "There is no command /nope. /help lists the commands. To post this as text, put another word before it."
    assert told in " ".join(shown)
    assert "There is no command /taks. Did you mean /tasks? /help lists the commands." in " ".join(shown)
    assert sum(one.startswith("/") for one in shown) >= 8
    assert "  goal: Paint the door." in shown
    assert all(len(one) <= 80 for one in shown if one.startswith("/"))
    chat = on_terminal("team", "chat", "--script", "script.yaml", cwd=shop)
    with chat, open_project(shop / ".renkei") as project:  # it answers and leaves, in that run or in the next
        until(project, lambda: "bob" not in project.state.actors)
    assert [one.split(" · ")[0] for one in talk(shop, "/team")] == ["boss (lead)", "ann (painter)"]


@pytest.mark.long
def test_the_five_trial_prompts_are_played_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "team.yaml").write_text("team: {goal: Write a parser., lead: {id: lead}}\n")
    (tmp_path / "script.yaml").write_text(TRIAL)
    with on_terminal("team", "chat", "--script", "script.yaml", cwd=tmp_path, columns=120) as terminal:
        terminal.wait_for("Your words go to lead")
        with open_project(tmp_path / ".renkei") as project:
            terminal.type(f"{PROMPTS[0]}\n")
            terminal.wait_for("alice and bob are there.")
            terminal.type(f"{PROMPTS[1]}\n")
            terminal.wait_for("Both are told.")
            until(project, lambda: said(project, "alice") == ["alice: the parser is ready", "alice: bob knows"])
            terminal.type(f"{PROMPTS[2]}\n")
            terminal.wait_for("One message, from alice: bob knows.")
            told = project.search("phase 1 complete")
            assert ("lead", ("bob", "alice")) in [(one.from_, one.receivers) for one in told]
            tell(project, "lead", "one test was slow", "bob", priority="low")
        terminal.type("/team\n")
        terminal.wait_for("alice (coder) · ")
        terminal.wait_for("bob (tester) · ")
        terminal.type("/inbox\n")
        terminal.wait_for("bob: FREEFORM: one test was slow")
        terminal.type("\x04")
        assert terminal.process.wait(40) == 0


@caged
def test_what_is_for_the_person_is_shown_and_decided_there(shop: Path) -> None:
    shown = talk(shop, "tell me", "count", "/decide once because it only reads", "so?")
    assert shown[:3] == ["[boss] A word", "to you.", "Done."]
    asked = shown.index("May boss run: ls | wc -l")
    assert shown[asked + 1] == f"Directory: {shop}"
    answer = next(one for one in shown if one.startswith("Answer: /decide command-"))
    assert [one.partition(" ")[0] for one in shown[shown.index(answer) - 3 : shown.index(answer)]] == ["1.", "2.", "3."]
    assert shown[-1] == "It ran."
    shown = talk(shop, "/decide", "list", "/decide", "/decide no because it is dull", "/decide", "and now?")
    assert shown[0] == "No decision waits for you."
    assert shown.count("May boss run: ls | wc -w") == 2  # when it was asked, and for `/decide` alone
    assert {"I look.", "I wait again.", "It ran again."} < set(shown)  # what was decided before is in nobody's way
    assert shown.count(shown[0]) == 2


@caged
def test_one_key_decides_what_was_shown_and_only_that(shop: Path) -> None:
    shown = talk(shop, "n", "count", "1", "so?")
    assert "It ran." in shown
    (decided,) = [one for one in shown if one.startswith("command-") and one.endswith(": once")]
    assert shown.index("May boss run: ls | wc -l") < shown.index(decided)
    shown = talk(shop, "list", "x", "n", "and now?")
    assert [one.partition(": ")[2] for one in shown if one.startswith("command-")] == ["no"]
    shown = talk(shop, "n")  # nothing was shown in this talk
    assert not any(one.startswith("command-") or "decisions wait" in one for one in shown)


@pytest.mark.long
@caged
def test_status_and_stop_work_beside_a_team_that_runs(shop: Path) -> None:
    assert renkei("team", "status", cwd=shop).returncode == 1  # there is no project yet
    talk(shop, "hello")
    rows = [one.split("\t") for one in renkei("team", "status", cwd=shop).stdout.splitlines()]
    assert [one[:5] for one in rows[1:]] == [
        ["boss", "lead", "not running", "–", "1"],
        ["ann", "painter", "not running", "–", "–"],
        ["bob", "–", "not running", "–", "–"],
    ]
    found = json.loads(renkei("team", "status", "--format", "json", cwd=shop).stdout)
    assert found[0]["tokens"]["all"] == sum(found[0]["tokens"][one] for one in ("input", "output")) > 100
    assert "'eve' is not a participant" in renkei("team", "stop", "eve", cwd=shop).stderr
    with on_terminal("team", "chat", "--script", "script.yaml", cwd=shop) as terminal:
        terminal.wait_for("/help lists commands")
        assert renkei("team", "status", cwd=shop).stdout.splitlines()[1].startswith("boss\tlead\tidle\t")
        stopped = renkei("team", "stop", "ann", "--reason", "the door is dry", cwd=shop)
        assert stopped.stdout == "Asked to end: ann.\n"
        terminal.type("hello again\n")
        terminal.wait_for("[ann] ann ends.")
    with running("team", "run", "--script", "script.yaml", cwd=shop) as process:
        assert renkei("team", "stop", "--quiet", cwd=shop).stdout == ""
        assert process.wait(30) == 1
        assert process.stderr is not None
        stopped = process.stderr.read()
    assert "boss has left without a report" in stopped
    assert "`renkei join boss --lead`" in stopped
    left = {one["member"]: one for one in json.loads(renkei("team", "status", "--format", "json", cwd=shop).stdout)}
    assert {one["state"] for one in left.values()} == {"left"}
    assert left["boss"]["tokens"]["all"] >= found[0]["tokens"]["all"]
    renkei("join", "boss", "--lead", cwd=shop)
    assert talk(shop, "hello") == ["Hello. I lead ann and bob."]  # what the error says helps


@pytest.mark.long
def test_ctrl_c_interrupts_the_answer_and_ctrl_d_ends_the_talk(shop: Path) -> None:
    (shop / "team.yaml").write_text(TEAM + "  workspace: {commands: [sleep]}\n")
    with on_terminal("team", "chat", "--script", "script.yaml", cwd=shop) as terminal:
        terminal.wait_for("shop: boss, ann, bob. Your words go to boss; /help lists commands.")
        terminal.type("rest\n")
        terminal.wait_for("I begin.")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("(interrupted)")
        terminal.type("\x04")
        assert terminal.process.wait(40) == 0
    log = renkei("log", cwd=shop).stdout
    assert "interrupted by human" in log
