"""`/metrics`: what Prometheus reads, who may read it, and how many series there can be."""

import json
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families as read_text

import renkei
from renkei.edges.server.metrics import MOST_NAMED, OTHERS, VENDOR, Metrics
from serving import Client, client
from serving_several import served_several
from team import small_team, work

Figures = dict[tuple[str, ...], float]


def figures(metrics: Metrics) -> Figures:
    """Return each value by its name and the labels without the project, as Prometheus would store it."""
    text = metrics.page("")[0].decode()
    found = {}
    for family in read_text(text):
        for one in family.samples:
            assert one.labels["project"] == "team"
            found[one.name, *(value for name, value in sorted(one.labels.items()) if name != "project")] = one.value
    return found


def test_it_shows_the_state_of_the_project() -> None:
    project = small_team()
    metrics = Metrics(project)
    project.do(work("T-1", assignee="ann"), actor="lead")
    project.post("Which port?", to=["bob"], actor="ann", requires_response=True)
    with project.turn("ann") as turn:
        turn.write("/pending_decisions/D-1", {"question": "Which key?", "owner": "human"})
        turn.write("/agents/ann/blocked_by", "D-1")
    found = figures(metrics)
    assert found["renkei_records_total",] == project.state.seq
    assert (found["renkei_turns_total", "ann"], found["renkei_tokens_total", "ann"]) == (
        1,
        project.state.usage["ann"].tokens,
    )
    assert found["renkei_messages_total", "FREEFORM"] == 1
    assert (found["renkei_contracts", "open"], found["renkei_contracts", "in_progress"]) == (1, 0)
    assert (found["renkei_unread_messages", "bob"], found["renkei_owed_replies", "bob"]) == (1, 1)
    assert (found["renkei_waiting", "ann"], found["renkei_waiting", "bob"]) == (1, 0)
    assert found["renkei_problems",] == found["renkei_stopped",] == 0


def test_seconds_and_money_count_from_the_first_request(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    (tmp_path / "prices.yaml").write_text("currency: EUR\nmodels: {large: {input: 3, output: 15}}\ndefault: large\n")
    metrics = Metrics(project)
    assert figures(metrics)["renkei_cost_total", "ann", "EUR"] == 0
    with project.turn("ann"):
        pass
    project.pause("bob", reason="wrong branch")
    found = figures(metrics)
    assert found["renkei_cost_total", "ann", "EUR"] == pytest.approx(project.state.usage["ann"].tokens * 3 / 1_000_000)
    assert found["renkei_turn_seconds_total", "ann"] > 0
    assert 0 < found["renkei_wait_seconds_total", "bob"] < figures(metrics)["renkei_wait_seconds_total", "bob"]


def test_prices_that_cannot_be_read_take_nothing_else_away(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    (tmp_path / "prices.yaml").write_text("currency: 7")
    assert ("renkei_records_total",) in figures(Metrics(project))


def test_the_number_of_series_is_bounded() -> None:
    project = small_team()
    for number in range(MOST_NAMED + 20):
        project.join(f"agent-{number}")
    project.register("acme.example/GREETING", {"type": "object"})
    header = {**project.new_header(), "from": "ann", "to": "bob", "priority": "normal", "context_summary": "Hi."}
    project.send(renkei.make_message({**header, "type": "acme.example/GREETING", "payload": {}}))
    found = figures(Metrics(project))
    assert len([one for one in found if one[0] == "renkei_unread_messages"]) == MOST_NAMED + 1
    assert ("renkei_unread_messages", OTHERS) in found
    assert found["renkei_messages_total", VENDOR] == 1


def test_a_reader_of_openmetrics_gets_that() -> None:
    content, kind = Metrics(small_team()).page("application/openmetrics-text; version=1.0.0")
    assert kind.startswith("application/openmetrics-text")
    assert "renkei_records" in {one.name for one in read_openmetrics(content.decode())}


@pytest.mark.parametrize("accept", ["text/plain;version=x", "application/openmetrics-text; version=1.x, text/plain"])
def test_a_client_that_accepts_no_format_of_prometheus_gets_the_plain_one(accept: str) -> None:
    content, kind = Metrics(small_team()).page(accept)
    assert kind.startswith("text/plain; version=0.0.4")
    assert list(read_text(content.decode()))


def asked(port: int, path: str, token: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer = connection.getresponse()
    try:
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_the_page_lists_every_metric(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    (tmp_path / "prices.yaml").write_text("currency: EUR\nmodels: {large: {input: 3, output: 15}}\ndefault: large\n")
    listed = re.findall(r"`(renkei_\w+)`", Path("docs/how-to/telemetry.md").read_text())
    assert set(listed) == {one[0] for one in figures(Metrics(project))} | {"renkei_messages_total"}


def test_it_needs_a_token(port: int, ann: Client) -> None:
    assert asked(port, "/metrics", "")[0] == asked(port, "/metrics", "renkei_wrong")[0] == 401
    status, text = asked(port, "/metrics", ann.token)
    assert status == 200
    assert all("project" in one.labels for family in read_text(text) for one in family.samples)


def test_each_of_several_projects_has_its_own(tmp_path: Path) -> None:
    for name in ("shop", "api"):
        renkei.create(tmp_path / name / ".renkei", name, "a goal").close()
    with served_several(tmp_path, "shop", "api") as (served, _):
        port = int(served.address.rpartition(":")[2])
        tokens = {name: client(tmp_path / name, port, "human").token for name in ("shop", "api")}
        assert 'project="shop"' in asked(port, "/p/shop/metrics", tokens["shop"])[1]
        assert asked(port, "/p/shop/metrics", tokens["api"])[0] == 401


def test_the_health_check_of_the_image_is_answered(port: int) -> None:
    image = (Path(__file__).parents[2] / "Dockerfile").read_text(encoding="utf-8")
    _, option, code = json.loads(image.partition("HEALTHCHECK ")[2].splitlines()[0].partition("CMD ")[2])
    assert "127.0.0.1:7375/" in code
    assert subprocess.run([sys.executable, option, code.replace("7375", str(port))], check=False).returncode == 0
