"""`renkei contract`: from creation to completion."""

import sys
from pathlib import Path

import pytest

import renkei as library
from attacks.hostile_commands import caged
from process import on_terminal, renkei

CONTRACT = """\
task_contract:
  id: TC-1
  delegator: lead
  roles: [backend]
  inputs: {description: Build the API}
  expected_output: {format: code}
  acceptance_criteria:
    - {criterion: it runs, command: [COMMAND, -c, "print('48 passed')"]}
"""


def test_a_contract_is_put_up_claimed_proved_by_its_command_and_completed(project: Path) -> None:
    (project / "c.yaml").write_text(CONTRACT.replace("COMMAND", sys.executable))
    assert "is open for claiming" in renkei("contract", "new", "c.yaml", cwd=project).stdout
    assert "TC-1" in renkei("contract", "list", "--ready", cwd=project).stdout
    refused = renkei("contract", "claim", "TC-1", "--as", "bob", cwd=project)
    assert (refused.returncode, "roles backend" in refused.stderr) == (1, True)
    assert "TC-1 is claimed, assigned to ann" in renkei("contract", "claim", "--as", "ann", cwd=project).stdout
    library.open(project / ".renkei").do(library.engine.commands.TransitionContract("TC-1", "submit"), actor="ann")
    forged = renkei("contract", "verify", "TC-1", "--as", "ann", cwd=project)
    assert (forged.returncode, forged.stdout) == (1, "")
    assert "'ann' may not prove its own work on 'TC-1'" in forged.stderr
    verified = renkei("contract", "verify", "TC-1", cwd=project)
    assert "TC-1 is completed, assigned to ann" in verified.stdout
    shown = renkei("contract", "show", "TC-1", cwd=project).stdout
    assert "command by human" in shown
    assert "null" not in shown
    assert "[]" not in shown


def test_closed_contracts_that_are_not_listed_are_counted_and_every_note_is_shown(project: Path) -> None:
    (project / "c.yaml").write_text(CONTRACT.replace("COMMAND", sys.executable))
    renkei("contract", "new", "c.yaml", cwd=project)
    commands = library.engine.commands
    with library.open(project / ".renkei") as opened:
        for number in range(7):
            opened.do(commands.AddNote("TC-1", f"note {number}"), actor="lead")
    assert "note  lead: note 0" in renkei("contract", "show", "TC-1", cwd=project).stdout
    assert "not listed" not in renkei("contract", "list", cwd=project).stdout
    (terms,) = library.load(project / "c.yaml")
    with library.open(project / ".renkei") as opened:
        for number in range(2, 54):
            opened.do(commands.OpenContract(terms.model_copy(update={"id": f"TC-{number}"})))
            opened.cancel(f"TC-{number}", "not needed")
    assert "2 older closed contracts not listed: --all" in renkei("contract", "list", cwd=project).stdout
    assert "not listed" not in renkei("contract", "list", "--all", cwd=project).stdout


HOSTILE = "for name in ('.renkei/log.db', '/proc/%d/environ' % os.getppid(), 'team.yaml'): print(name, try_(name))"
CAGED = f"""
import os, socket
def try_(name):
    try: return bool(open(name, 'a' if name == 'team.yaml' else 'r').close() or 1)
    except OSError: return False
{HOSTILE}
try: print(bool(socket.socket()))
except OSError: print('no network')
raise SystemExit(3)
"""


@caged
def test_a_criterion_is_proved_in_a_cage_and_the_command_says_so(project: Path) -> None:
    (project / "check.py").write_text(CAGED)
    (project / "team.yaml").write_text("team: {}\n")
    (project / "c.yaml").write_text(CONTRACT.replace("COMMAND, -c, \"print('48 passed')\"", "python3, check.py"))
    renkei("contract", "new", "c.yaml", cwd=project)
    renkei("contract", "claim", "--as", "ann", cwd=project)
    library.open(project / ".renkei").do(library.engine.commands.TransitionContract("TC-1", "submit"), actor="ann")
    caged = renkei("contract", "verify", "TC-1", cwd=project).stdout
    assert ".renkei/log.db False" in caged
    assert "team.yaml False\nno network" in caged
    assert "in a cage, with network: none" in caged
    assert "--no-cage" in caged
    connected = renkei("contract", "verify", "TC-1", "--network", "loopback", cwd=project).stdout
    assert "team.yaml False\nTrue" in connected
    bare = renkei("contract", "verify", "TC-1", "--no-cage", cwd=project).stdout
    assert "team.yaml True\nTrue" in bare
    assert "These ran without a cage, with all of your rights." in bare


@pytest.mark.parametrize(
    ("output_format", "named"),
    [("text", "make no git repositories: 'new/.git'."), ("jsonl", '"disabled_repositories": ["new/.git"]')],
)
def test_a_repository_that_a_criterion_makes_is_disabled_and_named(
    project: Path, output_format: str, named: str
) -> None:
    (project / "c.yaml").write_text(CONTRACT.replace("COMMAND, -c, \"print('48 passed')\"", "git, init, --quiet, new"))
    renkei("contract", "new", "c.yaml", cwd=project)
    renkei("contract", "claim", "--as", "ann", cwd=project)
    library.open(project / ".renkei").do(library.engine.commands.TransitionContract("TC-1", "submit"), actor="ann")
    shown = renkei("contract", "verify", "TC-1", "--format", output_format, cwd=project).stdout
    assert named in " ".join(shown.split())
    assert (project / "new" / ".git" / "HEAD.disabled-by-renkei").exists()


def test_a_person_at_a_terminal_is_shown_an_agents_command_and_answers(project: Path) -> None:
    commands = library.engine.commands
    (project / "check.py").write_text("print('checked')\nraise SystemExit(3)\n")
    (project / "c.yaml").write_text(CONTRACT.replace("COMMAND, -c, \"print('48 passed')\"", "python3, check.py"))
    (terms,) = library.load(project / "c.yaml")
    with library.open(project / ".renkei") as opened:
        opened.do(commands.OpenContract(terms), actor="lead")
        opened.do(commands.TransitionContract("TC-1", "claim"), actor="ann")
        opened.do(commands.TransitionContract("TC-1", "submit"), actor="ann")
    verify = ("contract", "verify", "TC-1")

    piped = renkei(*verify, cwd=project)
    assert (piped.returncode, "checked" in piped.stdout) == (1, False), "nobody can be asked"
    status, refused = on_terminal(*verify, cwd=project, typed="no\n")
    assert (status, "lead wrote this command of TC-1" in refused) == (1, True)
    assert "    print('checked')" in refused, "the file that the command names is shown"
    assert "Run it?" in refused
    assert "error CONSENT_NEEDED" in refused
    for answer in ("once\n", "always\n"):
        assert "error CONSENT_NEEDED" not in (shown := on_terminal(*verify, cwd=project, typed=answer)[1])
        assert "Run it?" in shown
    assert "Run it?" not in on_terminal(*verify, cwd=project)[1], "it is always allowed"

    (project / "check.py").write_text("print('changed')\n")
    changed = on_terminal(*verify, cwd=project, typed="\n")[1]
    assert "You allowed it before, but 'check.py' changed since then." in changed
    assert "error CONSENT_NEEDED" in changed, "no is the answer of an empty line, and another file is asked about again"
