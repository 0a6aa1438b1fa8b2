"""`renkei token`: make, list and revoke."""

import json
from pathlib import Path

from process import renkei


def test_a_token_is_made_listed_and_revoked(project: Path) -> None:
    made = renkei("token", "create", "--for", "ann", "--expires", "7d", "--format", "json", cwd=project)
    data = json.loads(made.stdout)
    assert (data["for"], data["token"].split("_")[:2]) == ("ann", ["renkei", data["id"]])
    listed = renkei("token", "list", "--utc", cwd=project).stdout
    assert listed.splitlines()[0].split() == ["id", "for", "use", "created", "expires", "valid"]
    assert listed.splitlines()[1].split()[:3] == [data["id"], "ann", "api"]
    assert data["token"] not in listed
    assert renkei("token", "revoke", data["id"], cwd=project).stdout == f"Revoked the token {data['id']}.\n"
    empty = "There are no tokens. Make one with `renkei token create --for ID`.\n"
    assert renkei("token", "list", cwd=project).stdout == empty


def test_the_token_alone_is_printed_so_that_a_shell_can_keep_it(project: Path) -> None:
    made = renkei("token", "create", "--for", "bob", cwd=project)
    assert made.stdout.startswith("renkei_")
    assert len(made.stdout.split()) == 1
    assert renkei("token", "list", cwd=project).stdout.split()[-2:] == ["never", "yes"]


def test_the_token_of_somebody_who_left_is_shown_as_not_valid(project: Path) -> None:
    renkei("token", "create", "--for", "bob", cwd=project)
    renkei("leave", "bob", cwd=project)
    assert json.loads(renkei("token", "list", "--format", "json", cwd=project).stdout)[0]["valid"] is False


def test_wrong_use_is_refused(project: Path) -> None:
    assert "not a duration" in renkei("token", "create", "--for", "ann", "--expires", "soon", cwd=project).stderr
    assert "UNKNOWN_ACTOR" in renkei("token", "create", "--for", "eve", cwd=project).stderr
    assert "there is no token 'x'" in renkei("token", "revoke", "x", cwd=project).stderr
