"""The work, the page of a contract and the graph, without a browser: what their addresses show."""

import re
import sys
from typing import Any, get_args
from urllib.parse import quote

import pytest
from starlette.datastructures import QueryParams
from starlette.routing import Match, Route

import renkei
from renkei.contracts.lifecycle import STATUSES, TRANSITIONS
from renkei.dispatch.graph.links import Relation
from renkei.drawing.edges import edges_of
from renkei.drawing.now import grouped, of_now
from renkei.edges.view.conversation.event_sentences import sentence
from renkei.edges.view.conversation.records import RecordMarkup
from renkei.edges.view.routes import SCREENS
from renkei.edges.view.screen import show
from renkei.edges.view.screens import contract, graph, work
from renkei.edges.view.screens.graph import words_of
from renkei.edges.view.visit import Visit
from renkei.engine import commands as c
from renkei.engine.commands import TransitionContract
from renkei.files.model import FileChange
from renkei.protocol.primitives import PRIORITIES, AgentStatus
from renkei.texts.catalogue import LOCALES, texts
from team import handoff, small_team
from team import work as opened

HOSTILE = "<script>alert(1)</script>\u202e\"'"


def visit(project: renkei.Project, address: str, locale: str = "en", at: int | None = None) -> Visit:
    path, _, query = address.partition("?")
    name = {"contract": path.removeprefix("/work/")} if path.startswith("/work/") else {}
    return Visit(
        project, RecordMarkup(), "human", locale, path, name, QueryParams(query), "token", project.state.seq, at=at
    )


def page(project: renkei.Project, address: str, locale: str = "en", at: int | None = None) -> str:
    path = address.partition("?")[0]
    scope = {"type": "http", "path": path, "method": "GET", "root_path": ""}
    screen = next(one for one in SCREENS if Route(one.path, lambda _: None).matches(scope)[0] is Match.FULL)
    return show(screen, visit(project, address, locale, at))


@pytest.fixture
def project() -> renkei.Project:
    project = small_team()
    project.do(opened("T-1", assignee="ann", priority="high"), opened("T-2", depends_on=["T-1"]), actor="lead")
    project.do(opened("T-3", delegator="human", roles=["frontend"]), actor="human")
    project.start("T-1", actor="ann")
    with project.turn("ann"):
        pass
    return project


def shown(project: renkei.Project, query: str) -> list[str]:
    columns = work.show(visit(project, f"/work?{query}"))["columns"]
    return [one.contract.terms.id for items in columns.values() for one in items]


def main(page: str) -> str:
    """Return what a page says below what stands on every screen."""
    return page.partition("<main")[2]


def test_the_filters_choose_contracts(project: renkei.Project) -> None:
    assert shown(project, "") == ["T-2", "T-3", "T-1"]
    assert shown(project, "agent=ann") == ["T-1"]
    assert shown(project, "agent=human") == ["T-3"]
    assert shown(project, "role=frontend") == ["T-3"]
    assert shown(project, "role=backend") == ["T-1"]
    assert shown(project, "status=in_work") == shown(project, "status=in_progress") == ["T-1"]
    assert shown(project, "q=t-2") == ["T-2"]
    assert shown(project, "q=nothing") == []
    with pytest.raises(renkei.errors.BadValueError):
        shown(project, "status=mine")


def test_a_contract_that_only_the_log_holds_is_found_by_its_id_and_has_a_page(project: renkei.Project) -> None:
    project.cancel("T-3", "not needed", actor="human")
    for number in range(60):
        project.do(opened(f"X-{number}"), actor="lead")
        project.cancel(f"X-{number}", actor="lead")
    assert "T-3" not in project.state.contracts.entries
    assert shown(project, "q=T-3") == ["T-3"]
    found = page(project, "/work/T-3")
    assert "not needed" in found
    assert "You can do nothing with it now." in found


def test_an_unknown_contract_or_node_is_refused(project: renkei.Project) -> None:
    for screen, address in ((contract, "/work/none"), (graph, "/graph?of=none"), (graph, "/graph?of=agent:none")):
        with pytest.raises(renkei.errors.UnknownReferenceError):
            screen.show(visit(project, address))
    with pytest.raises(renkei.errors.BadValueError):
        graph.show(visit(project, "/graph?of=T-1&depth=9"))


def test_the_page_of_a_contract_has_its_terms_its_turns_and_what_it_feeds(project: renkei.Project) -> None:
    found = contract.show(visit(project, "/work/T-1"))
    assert found["feeds"] == ["contract:T-2"]
    assert [name for name, _ in found["bars"].rows] == ["ann"]
    assert dict(found["terms_shown"])["output format"] == "code"
    assert re.fullmatch(r"[\w ]* ?\d\d:\d\d", dict(found["terms_shown"])["created"])  # as people say it
    kinds = [one.event.kind for _, one in found["changes"]]
    assert kinds == ["contract_opened", "contract_transitioned", "turn_ended"]
    assert [bool(day) for day, _ in found["changes"]] == [True, False, False]


def test_a_long_timeline_has_pages(project: renkei.Project) -> None:
    for number in range(contract.PAGE + 5):
        project.do(c.AddNote("T-1", f"note {number}"), actor="ann")
    first = contract.show(visit(project, "/work/T-1"))
    assert len(first["changes"]) == contract.PAGE
    older = contract.show(visit(project, f"/work/T-1?before={first['older']}"))
    assert older["changes"][-1][1].seq == first["changes"][0][1].seq - 1
    assert older["older"] is None


def test_a_timeline_says_which_files_were_changed_for_the_work(project: renkei.Project) -> None:
    project.start("T-1", actor="ann")
    project.do(c.RecordChanges("ann", (FileChange(path="api.py"),), "edit"), actor="ann")
    assert "ann changed api.py." in page(project, "/work/T-1").partition('<li class="files_changed"')[2]


def test_evidence_says_who_proved_what(project: renkei.Project) -> None:
    project.submit("T-1", "done", evidence={"runs": "12 passed"}, actor="ann")
    found = contract.show(visit(project, "/work/T-1"))
    assert [(one["result"], one["claim"].evidence) for one in found["criteria"]] == [("open", "12 passed")]
    project.accept("T-1", "looks right")
    assert [one["result"] for one in contract.show(visit(project, "/work/T-1"))["criteria"]] == ["accepted"]
    assert "accepted by human: looks right" in page(project, "/work/T-1")


def test_a_card_says_when_the_result_is_due(project: renkei.Project) -> None:
    project.send(project.message("lead", handoff(), "bob", task_ref="T-2", reply_by="2026-01-05T12:00:00Z"))
    assert "due in 2 h" in page(project, "/work")
    project.now = lambda: "2026-01-05T12:30:00Z"
    project.tick()
    assert "overdue" in page(project, "/work/T-2")


def test_the_past_shows_no_forms_and_what_was_true_then(project: renkei.Project) -> None:
    at = project.state.seq
    project.submit("T-1", "done", actor="ann")
    before, now = page(project, "/work/T-1", at=at), page(project, "/work/T-1")
    assert "submitted" in now
    assert "form-accept" in now
    assert "submitted" not in before
    assert 'action="/acts/' not in before
    assert 'action="/acts/open_contract"' not in page(project, "/work", at=at)
    assert f"/work/T-1?at={at}" in page(project, "/work", at=at)
    with pytest.raises(renkei.errors.UnknownContractError):
        contract.show(visit(project, "/work/T-3", at=2))


def boxes(shown: dict[str, Any]) -> list[str]:
    return re.findall(r'class="name"[^>]*>([^<]*)<', shown["picture"].markup)


def test_many_things_are_drawn_as_groups_that_open_and_close(project: renkei.Project) -> None:
    for number in range(graph.MOST_NODES):
        project.do(opened(f"X-{number}", assignee="bob", depends_on=["T-1"]), actor="lead")
    whole = graph.show(visit(project, "/graph"))
    assert len(boxes(whole)) < 10
    assert f"{graph.MOST_NODES} × contract" in whole["picture"].markup
    assert "open=agent%3Abob" in whole["picture"].markup
    inside = graph.show(visit(project, "/graph?open=agent:bob"))
    assert len(boxes(inside)) > graph.MOST_NODES
    assert inside["shut"](inside["opened"][0]) == "/graph?"
    assert len(boxes(graph.show(visit(project, "/graph?open=agent:nobody")))) == len(boxes(whole))
    assert "in groups" in page(project, "/graph")


def test_the_chosen_thing_is_no_part_of_a_group(project: renkei.Project) -> None:
    project.do(*(opened(f"X-{number}", assignee="bob") for number in range(graph.MOST_NODES + 1)), actor="lead")
    drawn = graph.show(visit(project, "/graph?of=bob"))["picture"].markup
    assert 'class="focus"' in drawn
    assert "open=agent%3Abob" in drawn


def test_two_groups_have_one_arrow_in_the_main_direction(project: renkei.Project) -> None:
    names = [f"X-{number}" for number in range(graph.MOST_NODES)]
    project.do(*(opened(one, assignee="bob") for one in names), actor="lead")
    project.do(*(opened(f"Y-{one}", assignee="ann", depends_on=[one]) for one in names), actor="lead")
    project.do(opened("X-last", assignee="bob", depends_on=["Y-X-1"]), actor="lead")
    made = grouped(
        of_now(edges_of(project.state, False), project.state, graph.USUAL_KINDS, False), project.state, (), 80
    )
    ends = [edge[::2] for edge in made.edges if all(one in made.members for one in edge[::2])]
    assert ends == [("group:agent:ann", "group:agent:bob")]


def test_messages_are_no_boxes_and_a_wait_leads_to_who_owes_the_reply(project: renkei.Project) -> None:
    question = renkei.Freeform(intent_hint="QUESTION", body="Which port?", requires_response=True, urgency="high")
    project.send(project.message("ann", question, "bob", id="q"))
    with project.act_as("ann") as draft:
        draft.write("/agents/ann/blocked_by", "q")
    rows = graph.show(visit(project, "/graph"))["rows"]
    assert ("agent:ann", "waits_for", "agent:bob") in rows
    assert not [edge for edge in rows if any(one.startswith("message:") for one in edge)]


def test_only_work_without_other_links_has_an_arrow_to_who_delegated_it(project: renkei.Project) -> None:
    project.do(opened("X-1"), opened("X-2", assignee="bob"), actor="lead")
    rows = graph.show(visit(project, "/graph"))["rows"]
    assert [edge for edge in rows if edge[0] == "contract:X-1"] == [("contract:X-1", "delegated_by", "agent:lead")]
    assert [edge for edge in rows if edge[0] == "contract:X-2"] == [("contract:X-2", "assigned_to", "agent:bob")]


def test_the_picture_shows_the_kinds_that_are_asked_for(project: renkei.Project) -> None:
    with project.act_as("ann") as draft:
        draft.artifact("spec", path="spec.md")
        draft.write("/pending_decisions/D-1", {"question": "Which key?", "owner": "human"})

    def kinds(address: str) -> set[str]:
        return {one.partition(":")[0] for edge in graph.show(visit(project, address))["rows"] for one in edge[::2]}

    assert kinds("/graph") == {"contract", "agent", "decision"}
    assert kinds("/graph?kind=contract") == {"contract"}
    assert "artifact" in kinds("/graph?kind=artifact&kind=agent")
    project.decide("D-1", "RS256", actor="human")
    assert "decision" not in kinds("/graph")
    assert "decision" in kinds("/graph?closed=yes")


def test_a_thing_is_found_by_words_of_its_title(project: renkei.Project) -> None:
    project.do(opened("X-1", inputs={"description": "Sell the tickets"}, depends_on=["T-1"]), actor="lead")
    assert graph.show(visit(project, "/graph?of=the TICKETS"))["focus"] == "contract:X-1"
    project.do(opened("X-2", inputs={"description": "Print the tickets"}, depends_on=["T-1"]), actor="lead")
    several = graph.show(visit(project, "/graph?of=tickets"))
    assert (several["focus"], several["found"]) == ("", ["contract:X-1", "contract:X-2"])
    assert several["picture"].markup.count('class="found"') == 2


def test_a_neighbourhood_that_is_too_large_is_cut_to_the_neighbours(project: renkei.Project) -> None:
    project.do(*(opened(f"X-{number}", depends_on=["T-2"]) for number in range(graph.MOST_NODES)), actor="lead")
    found = graph.show(visit(project, "/graph?of=T-1&depth=2"))
    assert found["is_cut"]
    assert found["picture"] is not None


def test_closed_work_is_drawn_on_demand_and_an_empty_graph_says_so() -> None:
    project = small_team()
    assert "There is nothing to draw" in page(project, "/graph")
    project.do(opened("T-1", assignee="ann"), actor="lead")
    project.cancel("T-1", actor="lead")
    assert "T-1" not in main(page(project, "/graph"))
    assert "T-1" in page(project, "/graph?closed=yes")
    assert "T-1" in page(project, "/graph?of=contract:T-1")
    assert "It has no links." in page(project, "/graph?of=bob")


def test_every_node_of_the_picture_leads_to_its_neighbourhood(project: renkei.Project) -> None:
    found = page(project, "/graph", at=project.state.seq)
    for node in ("contract:T-1", "agent:ann", "contract:T-2"):
        assert f'<a href="/graph?of={quote(node, safe="")}&amp;at={project.state.seq}"' in found
    assert "<style" not in found
    assert " style=" not in found


@pytest.mark.parametrize("locale", LOCALES)
def test_hostile_texts_stay_texts_on_every_page(locale: str) -> None:
    project = small_team()
    terms = {
        "inputs": {"description": HOSTILE, "assumptions": [HOSTILE]},
        "acceptance_criteria": [{"criterion": HOSTILE}],
    }
    project.do(opened("T-1", assignee="ann", **terms), actor="lead")
    project.do(c.AddNote("T-1", HOSTILE), actor="ann")
    project.submit("T-1", HOSTILE, evidence={HOSTILE: HOSTILE}, actor="ann")
    project.pause_contract("T-1", reason=HOSTILE, actor="lead")
    for address in ("/work", "/work/T-1", "/graph"):
        found = page(project, address, locale)
        assert "<script>alert" not in found
        assert "\u202e" not in found


@pytest.mark.parametrize("locale", LOCALES)
def test_every_act_and_event_has_its_words(locale: str) -> None:
    project = small_team()
    terms = {"timeout": {"max_steps": 1, "on_timeout": "ask"}, "failure_handling": {"max_retries": 0}}
    project.do(opened("T-1", **terms), actor="lead")
    project.do(c.ClaimContract("T-1"), actor="ann")
    project.start("T-1", actor="ann")
    with project.turn("ann"):
        pass
    project.do(TransitionContract("T-1", "block", "waits"), actor="ann")
    project.do(TransitionContract("T-1", "fail", "no"), actor="ann")
    project.reopen("T-1", actor="lead")
    project.assign("T-1", "bob", actor="lead")
    project.do(TransitionContract("T-1", "deliver_part", "half"), actor="bob")
    project.pause_contract("T-1", reason="wait", actor="lead")
    project.resume_contract("T-1", actor="lead")
    project.leave("lead")
    assert page(project, "/work/T-1", locale).count("<li class=") > 12
    known = texts(locale, "view")
    wanted = [f"contract.event.{one}" for one in TRANSITIONS]
    wanted += [f"contract.{one}" for one in (*STATUSES, "paused")]
    wanted += [f"work.priority.{one}" for one in PRIORITIES]
    wanted += [f"graph.relation.{one}" for one in get_args(Relation)]
    assert [one for one in wanted if one not in known] == []
    assert all(words_of(locale)(f"status.{one}") for one in get_args(AgentStatus))


def test_without_the_extra_the_graph_is_a_list(project: renkei.Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "graphlay", None)
    found = page(project, "/graph")
    assert "pip install &#39;renkei[svg]&#39;" in found
    assert "graph LR" in found
    assert "<svg" not in main(found)
    assert '<details id="as-list" class="list" open>' in found


@pytest.mark.parametrize("locale", LOCALES)
def test_work_that_was_accepted_without_a_run_of_its_command_is_shown_as_that(locale: str) -> None:
    project = small_team()
    criteria = [{"criterion": "it runs", "command": ["true"]}]
    project.do(opened("T-1", assignee="ann", acceptance_criteria=criteria), actor="lead")
    project.submit("T-1", "it is there", actor="ann")
    words = {"en": "accepted, command not run", "ja": "承認（コマンド未実行）"}[locale]
    assert words not in page(project, "/work/T-1", locale)
    record = project.accept("T-1", "seen", actor="lead")
    assert record is not None
    shown = main(page(project, "/work/T-1", locale))
    assert words in shown
    assert 'aria-hidden="true">~</span>' in shown
    event = {"en": "lead accepted T-1; a command of its criteria was not run.", "ja": "コマンドは未実行"}[locale]
    assert any(event in sentence(one, locale) for one in record.events)
