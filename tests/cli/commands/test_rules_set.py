"""`renkei rules show` and `set`: the rules of a project are read and replaced while it runs."""

import json
from pathlib import Path

import renkei as library
from process import renkei

RULE = """\
events:
  - event: noted
    trigger: {field: /agents/*/status, becomes: blocked}
    auto_actions: [{notify: {filter: agent, message_type: FREEFORM, content_template: "{agent} is {new}"}}]
"""


def test_rules_are_replaced_and_fire_from_then_on(project: Path) -> None:
    (project / "r.yaml").write_text(RULE)
    assert renkei("rules", "set", "r.yaml", cwd=project).stdout == "Rules of the project: noted.\n"
    renkei("board", "set", "/agents/ann/status", "blocked", cwd=project)
    assert "ann is blocked" in library.open(project / ".renkei").context("ann").text


def test_what_is_shown_can_be_set_again(project: Path) -> None:
    team = library.open(project / ".renkei")
    before = team.state.rules.rules
    for form in ("text", "json", "jsonl"):
        (project / "r").write_text(renkei("rules", "show", "--format", form, cwd=project).stdout)
        assert renkei("rules", "set", "r", cwd=project).returncode == 0
        assert team.state.rules.rules == before


def test_rules_with_a_mistake_and_rules_set_by_an_agent_are_refused(project: Path) -> None:
    (project / "r.yaml").write_text(RULE.replace("{new}", "{mood}"))
    refused = renkei("rules", "set", "r.yaml", cwd=project)
    assert (refused.returncode, "unknown variable 'mood'" in refused.stderr) == (1, True)
    (project / "r.yaml").write_text(RULE)
    assert "NOT_ALLOWED" in renkei("rules", "set", "r.yaml", "--as", "ann", cwd=project).stderr
    shown = json.loads(renkei("rules", "show", "--format", "json", cwd=project).stdout)
    assert "noted" not in [one["event"] for one in shown["events"]]


def test_rules_are_added_replaced_and_removed(project: Path) -> None:
    (project / "r.yaml").write_text(RULE)
    added = renkei("rules", "add", "r.yaml", cwd=project).stdout
    assert added.startswith("Added. Rules of the project: task_completed, ")
    again = renkei("rules", "add", "r.yaml", cwd=project)
    assert (again.returncode, "ALREADY_EXISTS" in again.stderr) == (1, True)
    (project / "r.yaml").write_text(RULE.replace("is {new}", "was {old}"))
    assert renkei("rules", "add", "r.yaml", "--replace", cwd=project).returncode == 0
    assert "was {old}" in renkei("rules", "show", cwd=project).stdout
    removed = renkei("rules", "remove", "noted", "--format", "json", cwd=project)
    assert "noted" not in json.loads(removed.stdout)["rules"]
    assert "there is no event rule 'noted'" in renkei("rules", "remove", "noted", cwd=project).stderr


def test_a_recipient_whom_nobody_knows_is_found_where_the_project_is_known(project: Path) -> None:
    (project / "r.yaml").write_text(RULE.replace("filter: agent", "to: [lead, ana]"))
    elsewhere = renkei("rules", "check", project / "r.yaml", cwd=project.parent)
    assert (elsewhere.returncode, elsewhere.stdout) == (0, "1 rule, 0 problems\n")
    for command in ("check", "add", "set"):
        found = renkei("rules", command, "r.yaml", cwd=project)
        assert found.returncode == 1
        assert "nobody is called 'ana'" in found.stdout + found.stderr
        assert "/events/0/auto_actions/0/notify/to/1" in found.stdout + found.stderr
