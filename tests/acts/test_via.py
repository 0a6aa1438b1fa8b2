"""The record of what a person did names the way by which it came; records of agents, and older ones, name none."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import renkei
from browsing import served
from chatting import bridged
from process import renkei as command
from renkei.board.decide import Write
from renkei.edges.server.app import create_app
from renkei.edges.server.watcher import Watcher
from renkei.engine.record import read_record
from renkei.protocol.primitives import Via
from team import small_team
from terminal import shown
from visitor import enter


def newest(project: renkei.Project) -> tuple[str, str]:
    """Return the actor and the way of the newest record."""
    record = project.record(project.log.last())
    return record.actor, record.via


@pytest.mark.parametrize(("via", "actor", "kept"), [("", "human", ""), ("view", "human", "view"), ("view", "ann", "")])
def test_only_the_records_of_people_name_a_way(via: Via, actor: str, kept: str) -> None:
    project = small_team()
    project.through(via).do(Write("/agents/ann/status", "working"), actor=actor)
    assert newest(project) == (actor, kept)
    data = project.record(project.log.last()).encode()
    assert (b'"via"' in data) is bool(kept)
    assert read_record(data).via == kept


def test_a_command_comes_from_a_terminal_or_from_a_script_and_the_log_says_so(tmp_path: Path) -> None:
    assert command("init", "--agent", "ann", cwd=tmp_path).returncode == 0
    assert command("board", "set", "/goal", "one", cwd=tmp_path).returncode == 0
    shown("board", "set", "/goal", "two", cwd=tmp_path)
    lines = command("log", cwd=tmp_path).stdout.splitlines()
    assert ["(script)" in lines[-2], "(terminal)" in lines[-1]] == [True, True]
    records = json.loads(command("log", "--format", "json", cwd=tmp_path).stdout)
    assert [one.get("via") for one in records[-2:]] == ["script", "terminal"]


def test_a_request_over_http_comes_with_a_token() -> None:
    project = small_team()
    token = project.create_token("human")
    with TestClient(create_app(project, Watcher(project)), base_url="http://127.0.0.1") as client:
        body = {"writes": [{"path": "/goal", "value": "another"}]}
        answer = client.post("/api/acts/write", json=body, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    assert newest(project) == ("human", "token")


def test_a_post_of_a_person_comes_from_a_chat() -> None:
    with bridged() as room:
        room.chat.say("U1", "hello all")
        room.settle()
        assert newest(room.project) == ("human", "chat")
        room.chat.say("B1", "hello from bob")
        room.settle()
        assert newest(room.project) == ("bob", "")


def test_a_form_comes_from_the_view_which_says_so(tmp_path: Path) -> None:
    assert command("init", "--agent", "ann", cwd=tmp_path).returncode == 0
    with served(tmp_path) as there, renkei.open(tmp_path / ".renkei") as project:
        person = enter(there.visitor, project.create_token("human"))
        assert person.post("/acts/post", person.form(body="hello ann", to="ann", form="post", back="/")).status == 303
        assert newest(project) == ("human", "view")
        page = person.get("/").text
    assert "<dt>Came from</dt><dd>the view</dd>" in page
    assert "(the view)" in page
