"""`renkei context delivery show` and `set`, and `renkei init --context-delivery`."""

import json
from pathlib import Path

import pytest

import renkei as library
from process import renkei

BAD = """\
context_delivery:
  tiers:
    - {tier: background, delivery: one_line_digest, format: "{who} spoke"}
"""


def test_a_delivery_is_set_by_name_or_from_a_file_and_what_is_shown_can_be_set_again(project: Path) -> None:
    team = library.open(project / ".renkei")
    done = renkei("context", "delivery", "set", "addressee_only", cwd=project)
    assert done.stdout == (
        "The project's context delivery has the rules blocking_to_me, to_me, to_my_group, nothing_in_common.\n"
    )
    before = team.state.delivery
    assert before == library.named_delivery("addressee_only")
    for form in ("text", "json", "jsonl"):
        (project / "d").write_text(renkei("context", "delivery", "show", "--format", form, cwd=project).stdout)
        assert renkei("context", "delivery", "set", "d", cwd=project).returncode == 0
        assert team.state.delivery == before
    assert "delivery  project  rules blocking_to_me, to_me" in renkei("log", cwd=project).stdout


def test_a_project_that_sets_none_shows_the_default_and_each_that_ships_is_shown_by_name(project: Path) -> None:
    default = renkei("context", "delivery", "show", cwd=project).stdout
    assert default == renkei("context", "delivery", "show", "default", cwd=project).stdout
    assert "decision_to_make" in default
    data = json.loads(renkei("context", "delivery", "show", "specification", "--format", "json", cwd=project).stdout)
    assert data["context_delivery"]["expand"] is False
    (project / "d.yaml").write_text(default)
    assert "1 valid, 0 invalid" in renkei("validate", "d.yaml", cwd=project).stdout


@pytest.mark.parametrize(
    ("name", "code", "text"),
    [
        (
            "bad.yaml",
            "INVALID_DOCUMENT",
            "bad.yaml:3:61 UNKNOWN_NAME /context_delivery/tiers/0/format  unknown placeholder",
        ),
        ("rules.yaml", "INVALID_DOCUMENT", "this is `events`, not `context_delivery`"),
        ("two.yaml", "INVALID_DOCUMENT", "the file holds a second document"),
        ("broken.yaml", "INVALID_DOCUMENT", "not YAML"),
        ("nothing", "BAD_VALUE", "Expected: default, specification, addressee_only, or the path of a file."),
    ],
)
def test_what_is_no_delivery_is_refused_and_changes_nothing(name: str, code: str, text: str, project: Path) -> None:
    (project / "bad.yaml").write_text(BAD)
    (project / "rules.yaml").write_text("events: []\n")
    (project / "two.yaml").write_text("context_delivery: {}\n---\ncontext_delivery: {}\n")
    (project / "broken.yaml").write_text("context_delivery: [\n")
    refused = renkei("context", "delivery", "set", name, cwd=project)
    assert refused.returncode == 1
    assert code in refused.stderr
    assert text in refused.stderr
    assert library.open(project / ".renkei").state.delivery == library.ContextDelivery()
    other = renkei("init", "other", "--context-delivery", name, cwd=project)
    assert code in other.stderr
    assert not (project / "other").exists()


def test_only_people_and_leads_set_it(project: Path) -> None:
    assert "NOT_ALLOWED" in renkei("context", "delivery", "set", "default", "--as", "ann", cwd=project).stderr


def test_a_project_begins_with_one_and_classifies_by_it(tmp_path: Path) -> None:
    made = renkei("init", "--agent", "ann", "--agent", "bob", "--context-delivery", "specification", cwd=tmp_path)
    assert made.returncode == 0
    renkei("send", "--as", "bob", "--to", "all", "--text", "hello", cwd=tmp_path)
    assert "background" in renkei("inbox", "--agent", "ann", cwd=tmp_path).stdout
    shown = renkei("context", "--agent", "ann", "--why", cwd=tmp_path).stdout
    assert "to a group I belong to" in shown
    assert "\tline\t" in shown


def test_the_part_of_a_message_is_named_in_the_reasons(project: Path) -> None:
    text = "stop! " * 400
    fields = (
        "intent_hint=FREEFORM",
        f"body={text}",
        "requires_response=false",
        "urgency=blocking",
        "priority=blocking",
    )
    renkei("send", "FREEFORM", "--as", "ann", "--to", "bob", *fields, cwd=project)
    assert "part 1" in renkei("context", "--agent", "bob", "--budget", "300", "--why", cwd=project).stdout
    renkei("read", "--as", "bob", "--budget", "300", cwd=project)
    assert "part 2" in renkei("context", "--agent", "bob", "--budget", "300", "--why", cwd=project).stdout
