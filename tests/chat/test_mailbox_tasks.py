"""The tasks of a team with mailboxes are contracts of the project, whoever changes them first."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import mailbox_bridge
import mailbox_programs as programs
import renkei
from mailbox_team import LIMIT, PROGRAMS, Team, wait_until
from renkei.edges.chat.mailboxes.forms import FORMS
from renkei.edges.chat.mailboxes.mailbox_file import MailboxFile
from renkei.edges.chat.mailboxes.task_files import TaskFiles
from renkei.engine import commands as c
from thoroughness import every_kill


class TaskTeam(Team):
    """A team with tasks: `tasks` is what its programs do with them."""

    def __init__(self, root: Path, form: str) -> None:
        super().__init__(root, form)
        self.tasks = programs.TASKS[form](root)

    def contract(self, name: str) -> renkei.Contract:
        return self.project.find_contract(f"mail-{name}")

    def status(self, contract: str) -> tuple[str, str | None]:
        try:
            found = self.project.find_contract(contract)
        except renkei.RenkeiError:
            return "none", None
        return found.status, found.assignee

    def file(self, name: str) -> tuple[str, str]:
        try:
            found = self.tasks.load(name)
        except json.JSONDecodeError:
            return "half", ""
        except FileNotFoundError:
            return "deleted", ""
        return found["status"], found["owner"] or ""

    def open(self, name: str, *, shown: bool = True, **terms: object) -> str:
        """Open a contract of the project, and return the file that it has then, if members can take it."""
        contract = renkei.TaskContract(
            id=name,
            delegator="human",
            inputs=renkei.Inputs(description=f"Do {name}\nwith care"),
            expected_output=renkei.Output(format="text"),
            acceptance_criteria=(renkei.Criterion(criterion="it works"),),
            **terms,
        )
        with self.project.act_as("human") as draft:
            draft.open_contract(contract)
        return self.file_of(name) if shown else ""

    def file_of(self, contract: str) -> str:
        subject = f"Do {contract}"
        found: list[str] = []

        def is_there() -> bool:
            found[:] = [one for one in self.tasks.names() if self.file(one)[0] != "half"]
            found[:] = [one for one in found if self.tasks.load(one)["subject"] == subject]
            return bool(found)

        wait_until(is_there)
        return found[0]


@pytest.fixture(params=programs.TASKS)
def team(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TaskTeam]:
    with closing(TaskTeam(tmp_path, request.param)) as made:
        yield made


@pytest.fixture
def s13(tmp_path: Path) -> Iterator[TaskTeam]:
    with closing(TaskTeam(tmp_path, "s13")) as made:
        yield made


@pytest.fixture
def s15(tmp_path: Path) -> Iterator[TaskTeam]:
    with closing(TaskTeam(tmp_path, "s15")) as made:
        yield made


def test_a_task_of_the_team_is_a_contract_until_it_is_completed(team):
    before = team.tasks.create("was done", status="completed")
    first = team.tasks.create("Write it", description="all of it")
    second = team.tasks.create("Test it", blockedBy=[1 if team.form == "s13" else 2])
    team.tasks.update(second, blockedBy=[first if team.form == "s13" else int(first[5:])])
    with team.bridge() as bridge:
        wait_until(lambda: team.status(f"mail-{second}") == ("open", None))
        contract = team.contract(second)
        assert contract.terms.depends_on == (f"mail-{first}",)
        assert team.contract(first).terms.inputs.description == "Write it\n\nall of it"
        assert contract.terms.delegator == "lead"
        assert team.tasks.claim(first, "alice")
        wait_until(lambda: team.status(f"mail-{first}") == ("in_progress", "alice"))
        assert not team.tasks.claim(second, "bob")
        assert team.tasks.complete(first, "alice")
        wait_until(lambda: team.status(f"mail-{first}")[0] == "completed")
        assert team.tasks.claim(second, "bob")
        assert team.tasks.complete(second, "bob")  # both at once
        wait_until(lambda: team.status(f"mail-{second}") == ("completed", "bob"))
        if team.form == "s15":
            third = team.tasks.create("Not this")
            wait_until(lambda: team.status(f"mail-{third}")[0] == "open")
            team.tasks.update(third, status="deleted")
            wait_until(lambda: team.status(f"mail-{third}")[0] == "cancelled")
        assert bridge.problem == ""
    assert team.status(f"mail-{before}")[0] == "none"
    assert [team.lines(name) for name in ("alice", "bob", "lead")] == [[], [], []]


def test_a_contract_that_members_can_take_is_a_task(team):
    with team.bridge():
        first = team.open("C1")
        team.open("C2", shown=False, roles=("review",))  # no member has this role
        third = team.open("C3", depends_on=("C1",))
        fourth = team.open("C4", assignee="bob")
        data = team.tasks.load(first)
        assert (data["subject"], "it works" in data["description"]) == ("Do C1", True)
        assert team.file(fourth) == ("pending", "bob")
        assert not team.tasks.claim(third, "bob")
        assert team.tasks.claim(first, "alice")
        wait_until(lambda: team.status("C1") == ("in_progress", "alice"))
        assert team.tasks.complete(first, "alice")
        wait_until(lambda: team.status("C1")[0] == "submitted")
        assert team.file(first) == ("completed", "alice")
        team.project.review("C1", "changes_requested", "more", actor="human")
        wait_until(lambda: team.file(first) == ("in_progress", "alice"))
        assert team.tasks.complete(first, "alice")
        wait_until(lambda: team.status("C1")[0] == "submitted")
        team.project.accept("C1")
        team.project.do(c.ClaimContract("C3"), actor="reviewer")
        wait_until(lambda: team.file(third) == ("in_progress", "reviewer"))
        if team.form == "s15":
            claims = team.root / ".tasks/claim_events.jsonl"
            wait_until(lambda: json.loads(claims.read_text().splitlines()[-1])["owner"] == "reviewer")
        team.project.do(c.TransitionContract("C4", "cancel"), actor="human")
        wait_until(lambda: team.file(fourth)[0] == "deleted")
    assert len(team.tasks.names()) == (3 if team.form == "s15" else 2)


def test_of_two_claims_the_log_takes_one_and_the_other_is_told(team):
    with team.bridge():
        name = team.tasks.create("Both want it")
        wait_until(lambda: team.status(f"mail-{name}")[0] == "open")
    team.project.do(c.ClaimContract(f"mail-{name}"), actor="reviewer")
    assert team.tasks.claim(name, "alice")  # while the bridge is away
    with team.bridge():
        wait_until(lambda: team.file(name) == ("in_progress", "reviewer"))
        wait_until(lambda: team.lines("alice"))
        assert team.status(f"mail-{name}") == ("claimed", "reviewer")
        (told,) = team.lines("alice")
        assert (told["from"], f"{name}.json" in told["content"]) == ("renkei", True)
        assert "reviewer has it" in told["content"]


def test_a_program_that_writes_what_it_had_read_before_changes_only_what_it_meant(s15):
    with s15.bridge():
        name = s15.tasks.create("Two writers", extra={"kept": True})
        wait_until(lambda: s15.status(f"mail-{name}")[0] == "open")
        old = s15.tasks.load(name)
        s15.project.do(c.ClaimContract(f"mail-{name}"), actor="reviewer")
        wait_until(lambda: s15.file(name) == ("in_progress", "reviewer"))
        s15.tasks.save(old | {"blocks": [7]})  # as if it were still pending
        wait_until(lambda: s15.file(name) == ("in_progress", "reviewer") and s15.tasks.load(name)["blocks"] == [7])
        assert s15.status(f"mail-{name}") == ("claimed", "reviewer")
        s15.tasks.save(old | {"owner": "bob", "status": "in_progress"})
        wait_until(lambda: s15.lines("bob"))
        assert s15.file(name) == ("in_progress", "reviewer")
        s15.tasks.update(name, owner="bob")  # the lead has seen who has it, and gives it to another
        wait_until(lambda: s15.status(f"mail-{name}") == ("in_progress", "bob"))
        assert s15.tasks.load(name)["extra"] == {"kept": True}
        s15.tasks.update(name, status="pending", owner="")
        wait_until(lambda: s15.status(f"mail-{name}") == ("open", None))
        with (s15.tasks.directory / f"{name}.json").open("r+") as opened:
            old = json.load(opened)
            s15.project.do(c.ClaimContract(f"mail-{name}"), actor="reviewer")
            wait_until(lambda: s15.file(name) == ("in_progress", "reviewer"))
            opened.seek(0)
            opened.write(json.dumps(old | {"owner": "alice", "status": "in_progress"}))  # into what was replaced
            opened.truncate()
        wait_until(lambda: s15.lines("alice"))
        assert s15.file(name) == ("in_progress", "reviewer")


def test_what_the_team_says_of_a_task_later_holds(team):
    with team.bridge() as bridge:
        first, second = team.tasks.create("one"), team.tasks.create("two")
        wait_until(lambda: team.status(f"mail-{second}")[0] == "open")
        team.tasks.update(second, blocked_by=[first])
        wait_until(lambda: team.contract(second).paused)
        assert f"mail-{first}" in team.contract(second).paused
        with pytest.raises(renkei.RenkeiError, match="paused"):
            team.project.do(c.ClaimContract(f"mail-{second}"), actor="reviewer")
        team.tasks.update(first, owner="reviewer")  # their lead gives it to one of our agents
        wait_until(lambda: team.status(f"mail-{first}") == ("open", "reviewer"))
        team.project.do(c.TransitionContract(f"mail-{first}", "start"), actor="reviewer")
        wait_until(lambda: team.file(first) == ("in_progress", "reviewer"))
        team.project.submit(f"mail-{first}", "done", actor="reviewer")
        wait_until(lambda: team.file(first) == ("completed", "reviewer"))
        wait_until(lambda: team.contract(second).paused is None)
        wait_until(lambda: team.tasks.claim(second, "bob"))
        wait_until(lambda: team.status(f"mail-{second}") == ("in_progress", "bob"))
        team.tasks.update(first, owner="")  # what is completed stays so, and nobody acts as one of our agents
        fifth = team.open("C1")
        team.project.do(c.ClaimContract("C1"), actor="reviewer")
        wait_until(lambda: team.file(fifth) == ("in_progress", "reviewer"))
        told = len(team.lines("lead"))
        team.tasks.update(fifth, owner="", status="completed")
        wait_until(lambda: team.file(fifth) == ("in_progress", "reviewer") and len(team.lines("lead")) > told)
        assert team.status("C1") == ("claimed", "reviewer")
        team.tasks.update(second, owner="human")  # a person is nobody's to name
        wait_until(lambda: team.file(second) == ("in_progress", "bob"))
        third = team.tasks.create("\ud800 odd", description=[1], status="made up")
        wait_until(lambda: team.status(f"mail-{third}")[0] == "open")
        odd = team.tasks.directory / f"{third}.json"
        wait_until(lambda: json.loads(odd.read_text())["status"] == "pending")
        if team.form == "s15":
            fourth = team.tasks.create("for testers", claim_role="tester", blockedBy=[99])
            wait_until(lambda: team.status(f"mail-{fourth}")[0] == "open")
            assert team.contract(fourth).terms.roles == ("tester",)
        bad = team.tasks.directory / ("task_7.json" if team.form != "s13" else "task_0000000a.json")
        bad.write_text("{half")
        wait_until(lambda: bad.name in bridge.problem)
    assert bad.read_text() == "{half"


@every_kill
@pytest.mark.parametrize("team", ["s13", "s15"], indirect=True)
def test_a_bridge_that_is_killed_takes_nothing_twice_and_undoes_nothing(team):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    here = [str(team.root / "project"), str(team.root), team.form]
    bridge = [sys.executable, str(Path(mailbox_bridge.__file__)), *here]
    with team.bridge():
        wait_until(lambda: "alice" in team.project.state.actors)
    names = [team.tasks.create(f"task {number}") for number in range(2)]
    for number, name in enumerate(names):
        with subprocess.Popen(bridge, env=environment, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            if number == 0:
                wait_until(lambda name=name: team.status(f"mail-{name}")[0] != "none")
            team.tasks.claim(name, "alice")
            if number == 1:
                wait_until(lambda name=name: team.status(f"mail-{name}")[0] == "in_progress")
            team.open(f"C{number}", shown=number == 0)
            team.tasks.complete(name, "alice")
            process.kill()
    with team.bridge():
        wait_until(lambda: all(team.status(f"mail-{name}")[0] == "completed" for name in names))
        files = [team.file_of(f"C{number}") for number in range(2)]
    contracts = [one for one in team.project.state.contracts.entries if one.startswith("mail-")]
    assert sorted(contracts) == sorted(f"mail-{name}" for name in names)
    assert len(team.tasks.names()) == len({*files, *names}) == 4
    assert {team.file(name) for name in names} == {("completed", "alice")}


def test_work_that_was_done_while_the_bridge_was_away_is_taken_in_the_order_of_its_dependencies(s15):
    first, second = s15.tasks.create("after"), s15.tasks.create("before")
    s15.tasks.update(first, blocked_by=[second])
    with s15.bridge():
        wait_until(lambda: s15.status(f"mail-{first}")[0] == "open")
    assert s15.contract(first).terms.depends_on == (f"mail-{second}",)
    for name, member in ((second, "alice"), (first, "bob")):
        assert s15.tasks.claim(name, member)
        s15.tasks.complete(name, member)
    files = TaskFiles(s15.tasks.directory, FORMS["s15"].tasks)
    assert not files.create(first, {"subject": "another"})
    with s15.bridge():
        wait_until(lambda: s15.status(f"mail-{first}") == ("completed", "bob"))
    assert (s15.status(f"mail-{second}"), s15.lines("bob")) == (("completed", "alice"), [])
    assert s15.tasks.load(first)["subject"] == "after"


def test_nothing_is_written_while_a_program_holds_its_lock(s13):
    name = s13.tasks.create("Under the lock")
    with s13.bridge():
        wait_until(lambda: s13.status(f"mail-{name}")[0] == "open")
        with s13.tasks.lock():
            s13.project.do(c.ClaimContract(f"mail-{name}"), actor="reviewer")
            for number in (1, 2):  # the bridge looks at the tasks after each
                s13.say("bob", "hello")
                wait_until(lambda number=number: len(s13.lines("bob")) == number)
            assert s13.file(name) == ("pending", "")
            s13.tasks.save(s13.tasks.load(name) | {"owner": "alice", "status": "in_progress"})
        wait_until(lambda: s13.file(name) == ("in_progress", "reviewer") and s13.lines("alice"))


def test_what_a_killed_bridge_was_about_to_write_is_not_taken_for_a_change_of_the_team(s13):
    name = s13.tasks.create("Nearly written")
    with s13.bridge():
        wait_until(lambda: s13.status(f"mail-{name}")[0] == "open")
        assert s13.tasks.claim(name, "alice")
        wait_until(lambda: s13.status(f"mail-{name}")[0] == "in_progress")
    s13.project.submit(f"mail-{name}", "done", actor="alice")
    kept = MailboxFile(s13.root / "project/bridges/mail.db")
    task = kept.value("task", name)
    task["versions"].append([task["versions"][-1][0] + 1, "completed", "alice", []])
    kept.set_value("task", name, task | {"writing": True})
    kept.close()
    with s13.bridge():
        wait_until(lambda: s13.file(name) == ("completed", "alice"))
    assert s13.lines("alice") == []


def test_a_new_task_with_the_number_of_another_replaces_its_file_only(s15):
    with s15.bridge():
        first = s15.open("C1")
        (s15.tasks.directory / f"{first}.json").write_text(
            json.dumps(json.loads((s15.tasks.directory / f"{first}.json").read_text()) | {"subject": "Theirs"})
        )
        wait_until(lambda: s15.status(f"mail-{first}")[0] == "open")
        assert s15.file_of("C1") != first
        (s15.tasks.directory / "task_x.json").write_text("{}")
        name = s15.tasks.create("after it")
        wait_until(lambda: s15.status(f"mail-{name}")[0] == "open")


@pytest.mark.short
def test_members_that_look_for_work_and_agents_share_it_without_loss(team):
    count = 12
    with team.bridge():
        wait_until(lambda: "alice" in team.project.state.actors)
        for number in range(count):
            team.open(f"C{number}")
        claimed = []
        command = [sys.executable, str(PROGRAMS), "work", team.form, str(team.root)]
        with subprocess.Popen([*command, "alice", "3"]) as one, subprocess.Popen([*command, "bob", "3"]) as two:
            for number in range(0, count, 4):
                try:
                    team.project.do(c.ClaimContract(f"C{number}"), actor="reviewer")
                    claimed.append(f"C{number}")
                except renkei.RenkeiError:
                    pass
            assert (one.wait(LIMIT), two.wait(LIMIT)) == (0, 0)

        def agrees() -> bool:
            files = {team.tasks.load(one)["subject"]: team.file(one) for one in team.tasks.names()}
            found = [(files[f"Do C{number}"], team.status(f"C{number}")) for number in range(count)]
            ways = {
                "pending": ("open",),
                "in_progress": ("claimed", "in_progress"),
                "completed": ("submitted",),
            }
            return all(status in ways.get(file[0], ()) and (owner or "") == file[1] for file, (status, owner) in found)

        wait_until(agrees)
        for name in claimed:
            assert team.status(name) == ("claimed", "reviewer")
    assert Counter(team.status(f"C{number}")[0] for number in range(count))["submitted"] >= 1
