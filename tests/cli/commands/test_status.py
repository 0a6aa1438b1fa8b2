"""`renkei status`: one screen for the person in charge."""

import json
import re
import signal
from pathlib import Path

import renkei as library
from process import renkei, running
from renkei.board.decide import Write
from renkei.engine.commands import OpenContract, TransitionContract
from terminal import on_terminal


def test_one_screen_says_who_waits_for_whom(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent.parent.parent / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml"
    renkei("replay", example, "--into", ".renkei", "--at", "12", cwd=tmp_path)
    screen = json.loads(renkei("status", "--format", "json", cwd=tmp_path).stdout)
    waits = {one["agent"]: one["waits_for"] for one in screen["agents"]}
    assert waits["agent-frontend"] == "TC-007"
    assert {one["id"] for one in screen["contracts"]} == {"TC-007", "TC-008"}
    assert renkei("status", cwd=tmp_path).returncode == 0


def test_it_names_the_decision_that_an_agent_waits_for_and_who_decides_about_failed_work(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        request = library.DecisionRequest(decision_id="D-7", question="Which storage?")
        opened.send(opened.message("ann", request, "lead", "high", "Which storage?"))
        terms = {"delegator": "lead", "inputs": {"description": "build it"}, "expected_output": {"format": "code"}}
        terms |= {"id": "TC-9", "assignee": "ann", "acceptance_criteria": [{"criterion": "runs"}]}
        terms |= {"failure_handling": {"max_retries": 0, "on_partial_completion": "stop"}}
        opened.do(OpenContract(library.TaskContract.model_validate(terms)), actor="lead")
        opened.do(TransitionContract("TC-9", "fail", "broken"), actor="ann")
        screen = renkei("status", cwd=project).stdout
        assert "D-7: Which storage?" in screen
        assert "lead\tTC-9: max_retries\tann\tstop" in screen
        opened.reopen("TC-9", actor="lead")
        assert "TC-9: max_retries" not in renkei("status", cwd=project).stdout


def test_a_person_whose_value_was_overwritten_sees_it_on_the_screen_and_in_the_inbox(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        opened.do(Write("/goal", "mine"))
        opened.do(Write("/goal", "its", read_seq=1), actor="lead")
    notice = "RE-READ /goal: lead set it to its; your value mine was overwritten."
    assert re.search(f"^re-read\t/goal\tlead\t[^\t]+\t\t{notice}$", renkei("status", cwd=project).stdout, re.M)
    assert f"! {notice}\n" in renkei("inbox", "--agent", "human", cwd=project).stdout
    found = json.loads(renkei("inbox", "--agent", "human", "--format", "json", cwd=project).stdout)
    assert found["alerts"] == [notice]
    renkei("read", "--as", "human", cwd=project)
    assert "RE-READ" not in renkei("status", cwd=project).stdout


def test_it_shows_what_is_unread_also_for_people(project: Path) -> None:
    renkei("send", "--as", "ann", "--to", "bob", "--text", "one", cwd=project)
    renkei("send", "--as", "ann", "--to", "all", "--text", "two", cwd=project)
    screen = renkei("status", cwd=project).stdout
    assert re.search(r"^bob\tidle\t\t\t2\t", screen, re.M)
    assert re.search(r"^human\thuman\t\t\t1\t$", screen, re.M)
    data = json.loads(renkei("status", "--format", "json", cwd=project).stdout)
    assert {one["agent"]: one["unread"] for one in data["agents"]} == {"ann": 0, "bob": 2, "lead": 1}
    assert data["humans"] == [{"human": "human", "unread": 1, "reread": 0}]


def test_it_shows_re_read_notices_of_agents(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        opened.do(Write("/goal", "its"), actor="lead")
        opened.do(Write("/goal", "mine", read_seq=1))
    assert re.search(r"^lead\tidle\t\t\t1 re-read\t", renkei("status", cwd=project).stdout, re.M)


def test_edits_of_the_board_that_are_not_applied_are_named(project: Path) -> None:
    board = project / ".renkei" / "board.yaml"
    assert "not applied" not in renkei("status", cwd=project).stdout
    board.write_text(board.read_text().replace("a goal", "an edited goal"))
    line = "edits of the board in {} are not applied: `renkei board edit` opens them"
    assert line.format("board.yaml") in renkei("status", cwd=project).stdout
    with library.open(project) as opened:
        opened.do(Write("/goal", "another"))
    assert line.format("board.edited.yaml") in renkei("status", cwd=project).stdout
    assert json.loads(renkei("status", "--format", "json", cwd=project).stdout)["unapplied_edits"] == [
        "board.edited.yaml"
    ]


def test_watch_keeps_the_screen_up_to_date(project: Path) -> None:
    with on_terminal("status", "--watch", cwd=project, columns=100) as terminal:
        terminal.wait_for("Ctrl-C ends")
        renkei("send", "--as", "ann", "--to", "bob", "--text", "the port is 8080", cwd=project)
        terminal.wait_for("FREEFORM  the port is 8080")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("Interrupted.")
        assert terminal.process.wait() in (130, -signal.SIGINT)  # see `test_watch.py`


def test_watch_says_how_much_a_small_terminal_does_not_show(project: Path) -> None:
    with on_terminal("status", "--watch", cwd=project, lines=4) as terminal:
        terminal.wait_for("more lines; Ctrl-C ends")


def test_watch_prints_each_change_on_a_pipe(project: Path) -> None:
    with running("status", "--watch", "--format", "jsonl", cwd=project) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["seq"] == 1
        renkei("send", "--as", "ann", "--to", "bob", "--text", "hello", cwd=project)
        assert json.loads(process.stdout.readline())["seq"] == 2
    with running("status", "--watch", cwd=project) as process:
        assert process.stdout is not None
        assert "a goal" in process.stdout.readline()


def test_it_says_what_each_human_has_to_do_and_what_all_share_once(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        opened.join("mia", human=True)
        question = library.DecisionRequest(decision_id="D-1", question="which port?")
        opened.send(opened.message("ann", question, "mia"))
        opened.send(opened.message("bob", library.ReviewRequest(artifact_ref="api", blocking=False), "human"))
        opened.pause("bob", reason="lunch")
    shown = renkei("status", cwd=project).stdout
    assert re.search(r"^decide\tD-1\tmia\tann\t[^\t]+\t\twhich port\?$", shown, re.M)
    assert re.search(r"^review\tapi\thuman\tbob\t", shown, re.M)
    assert len(re.findall(r"^resume\tbob\t\t\t[^\t]*\t1\trenkei resume bob$", shown, re.M)) == 1


def test_it_says_what_keeps_a_running_process_from_its_work(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        opened.report_problem("server: deadlines could not be applied since 12:04: the disk is full")
        problem = "server: deadlines could not be applied since 12:04: the disk is full"
        shown = renkei("status", cwd=project).stdout
        assert f"a running process cannot do all of its work: {problem}\n" in shown
        assert json.loads(renkei("status", "--format", "json", cwd=project).stdout)["problems"] == [problem]
        with running("status", "--watch", "--format", "jsonl", cwd=project) as process:
            assert process.stdout is not None
            assert json.loads(process.stdout.readline())["problems"] == [problem]
            opened.report_problem("")
            assert json.loads(process.stdout.readline())["problems"] == []
    assert "cannot do all of its work" not in renkei("status", cwd=project).stdout


def test_what_waits_for_people_has_the_groups_of_the_view_with_age_and_held_agents(project: Path) -> None:
    with library.open(project / ".renkei") as opened:
        request = library.DecisionRequest(decision_id="D-7", question="Which **storage**?")
        opened.send(opened.message("ann", request, "human", "blocking", "Which **storage**?"))
        opened.do(Write("/agents/ann/blocked_by", "D-7"), Write("/agents/ann/status", "blocked"), actor="ann")
        question = library.Freeform(intent_hint="QUESTION", body="Is it on?", requires_response=True, urgency="low")
        opened.send(opened.message("bob", question, "human"))
        opened.do(Write("/goal", "mine"))
        opened.do(Write("/goal", "its", read_seq=1), actor="lead")
        entries = {one.ref: one for one in opened.waiting_for("human")}
    screen = renkei("status", cwd=project).stdout
    ages = r"(< 1 s|\d+ s|\d+ min \d+ s)"
    assert re.search(
        "waiting: holds others\nwhat\tid\tfrom\tage\tholds\tabout\n"
        rf"decide\tD-7\tann\t{ages}\t1\tWhich storage\?\n"
        "waiting: for a human\nwhat.*\n"
        rf"reply\t\S+\tbob\t{ages}\t\tIs it on\?\n"
        "waiting: to read\nwhat.*\n"
        r"re-read\t/goal\tlead\t.*",
        screen,
    ), screen
    rows = json.loads(renkei("status", "--format", "json", cwd=project).stdout)["for_humans"]
    assert [(one["group"], one["holds"], one["for"]) for one in rows] == [
        ("holds", 1, "human"),
        ("yours", 0, "human"),
        ("reading", 0, "human"),
    ]
    assert {one["id"]: one["since"] for one in rows} == {ref: one.since for ref, one in entries.items()}
    assert "waiting: for human\nwhat" in renkei("inbox", cwd=project).stdout


def test_several_projects_have_one_list_of_what_waits(tmp_path: Path) -> None:
    for name in ("shop", "api"):
        (tmp_path / name).mkdir()
        renkei("init", "--name", name, "--goal", "a goal", "--agent", "ann:backend", cwd=tmp_path / name)
        renkei("board", "set", "/pending_decisions/D-1", f'{{question: "Is {name} right?"}}', cwd=tmp_path / name)
        renkei("pause", "ann", "--reason", "look", cwd=tmp_path / name)
    shown = renkei("status", "shop", "web=api", "lost", cwd=tmp_path)
    assert shown.stderr.startswith("lost is left out: There is no renkei project")
    assert [line.split("\t")[:3] for line in shown.stdout.splitlines() if "resume" in line] == [
        ["shop", "resume", "ann"],
        ["web", "resume", "ann"],
    ]
    data = json.loads(renkei("status", "shop", "api", "--format", "json", cwd=tmp_path).stdout)
    assert data["projects"] == ["shop", "api"]
    assert {(row["project"], row["what"]) for row in data["for_humans"]} >= {("shop", "resume"), ("api", "resume")}
    assert renkei("status", "shop", "api", "--watch", cwd=tmp_path).returncode == 2


def test_status_of_another_directory(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    renkei("init", "--name", "shop", "--goal", "a goal", cwd=tmp_path / "shop")
    assert renkei("status", "shop", cwd=tmp_path).stdout.startswith("shop")
