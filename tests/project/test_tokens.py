"""Tokens of participants: whom they let in, and until when."""

import json
import stat
from pathlib import Path
from threading import Thread

import pytest

import renkei
from renkei import Project
from renkei.errors import BadValueError, LogBrokenError, LogNotWritableError, TokenRefusedError, UnknownActorError
from renkei.protocol.primitives import later
from team import START, small_team


@pytest.fixture(params=["memory", "directory"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Project:
    return small_team(":memory:" if request.param == "memory" else tmp_path)


def test_a_token_signs_in_its_participant(project: Project) -> None:
    tokens = {one: project.create_token(one) for one in ("ann", "bob", "human")}
    assert {one: project.token_holder(token) for one, token in tokens.items()} == {one: one for one in tokens}
    assert [(one.actor, one.expires) for one in project.tokens()] == [("ann", None), ("bob", None), ("human", None)]


def test_only_a_participant_gets_a_token(project: Project) -> None:
    with pytest.raises(UnknownActorError):
        project.create_token("eve")
    assert project.tokens() == []


def bad_tokens(token: str, other: str) -> list[str]:
    kind, name, secret = token.split("_", 2)
    return [
        "",
        "renkei_",
        "_",
        token[:-1],
        token + "x",
        f"{kind}_{name}_",
        f"{kind}_0123456789ab_{secret}",
        f"{kind}_{name}_{other.split('_', 2)[2]}",
        f"{name}_{secret}",
        token.upper(),
        "renkei_" + token,
        "\ud800",
    ]


def test_every_other_string_is_refused_with_the_same_words(project: Project) -> None:
    token, other = project.create_token("ann"), project.create_token("bob")
    words = set()
    for bad in bad_tokens(token, other):
        with pytest.raises(TokenRefusedError) as error:
            project.token_holder(bad)
        words.add(str(error.value))
    assert words == {
        "The token is not valid. Send `Authorization: Bearer TOKEN`. Who runs the project makes one: "
        "`renkei token create --for ID`."
    }


def test_a_revoked_token_is_refused_and_others_stay(project: Project) -> None:
    token, other = project.create_token("ann"), project.create_token("ann")
    project.revoke_token(project.tokens()[0].id)
    with pytest.raises(TokenRefusedError):
        project.token_holder(token)
    assert project.token_holder(other) == "ann"
    with pytest.raises(BadValueError, match="there is no token"):
        project.revoke_token("abc")


def test_a_token_expires() -> None:
    now = [START]
    project = small_team(now=lambda: now[0])
    token = project.create_token("ann", expires=60)
    now[0] = later(START, 59_000_000)
    assert project.token_holder(token) == "ann"
    now[0] = later(START, 61_000_000)
    with pytest.raises(TokenRefusedError):
        project.token_holder(token)


@pytest.mark.parametrize("expires", [0, -1, float("nan"), float("inf"), 1e12])
def test_a_time_without_sense_is_refused(expires: float) -> None:
    with pytest.raises(BadValueError):
        small_team().create_token("ann", expires)


def test_the_token_of_somebody_who_left_lets_no_newcomer_of_the_same_id_in(project: Project) -> None:
    old = project.create_token("ann")
    project.leave("ann")
    with pytest.raises(TokenRefusedError):
        project.token_holder(old)
    project.join("ann", "backend")
    with pytest.raises(TokenRefusedError):
        project.token_holder(old)
    assert project.token_holder(project.create_token("ann")) == "ann"


def test_the_file_holds_hashes_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    token = project.create_token("ann")
    file = tmp_path / "tokens.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token.split("_", 2)[2] not in file.read_text()
    assert "secret_hash" not in repr(project.tokens())
    with renkei.open(tmp_path) as other:
        assert other.token_holder(token) == "ann"
        other.revoke_token(other.tokens()[0].id)
    with pytest.raises(TokenRefusedError):
        project.token_holder(token)


def test_tokens_that_are_made_at_the_same_time_are_all_kept(project: Project) -> None:
    threads = [Thread(target=project.create_token, args=("ann",)) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(project.tokens()) == 8


@pytest.mark.parametrize("content", ["{", "[1]", '[{"id": "a"}]', "null", '[{"id": []}]'])
def test_a_damaged_file_signs_no_one_in_and_is_not_overwritten(tmp_path: Path, content: str) -> None:
    project = small_team(tmp_path)
    token = project.create_token("ann")
    file = tmp_path / "tokens.json"
    file.write_text(content)
    for attempt in (lambda: project.token_holder(token), lambda: project.create_token("ann")):
        with pytest.raises(LogBrokenError, match="not a list of tokens"):
            attempt()
    assert file.read_text() == content


def test_a_link_in_the_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    project = small_team(tmp_path / "project")
    token = project.create_token("ann")
    file = tmp_path / "project" / "tokens.json"
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LogBrokenError):
        project.token_holder(token)


def test_a_project_that_is_only_read_makes_no_token(tmp_path: Path) -> None:
    token = small_team(tmp_path).create_token("ann")
    with renkei.open(tmp_path, read_only=True) as project:
        assert project.token_holder(token) == "ann"
        with pytest.raises(LogNotWritableError):
            project.create_token("ann")
    assert len(json.loads((tmp_path / "tokens.json").read_text())) == 1


def test_tokens_that_can_never_be_valid_again_are_dropped_when_one_is_made(tmp_path: Path) -> None:
    now = [START]
    project = small_team(tmp_path, now=lambda: now[0])
    project.create_token("ann", expires=60)
    lasting = project.create_token("bob", expires=3600)
    project.create_token("human")
    project.join("eve")
    project.create_token("eve")
    project.leave("eve")
    now[0] = later(START, 61_000_000)
    project.create_token("bob")  # no record says that it is so late: the clock may be wrong
    assert [one.actor for one in project.tokens()] == ["ann", "bob", "human", "bob"]
    project.join("zoe")
    project.create_token("zoe")
    assert [one.actor for one in project.tokens()] == ["bob", "human", "bob", "zoe"]
    assert project.token_holder(lasting) == "bob"
