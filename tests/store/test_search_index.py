"""Every message is found by its words, in English and Japanese, whatever the index has been through."""

import sqlite3
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei import DecisionRequest, Freeform, Project, ReviewResult
from renkei.budget.context.message_text import IMPORTED_FROM
from renkei.engine.commands import Command, Send
from renkei.engine.search.query import Query, parse_query
from renkei.engine.settle import settle_on
from renkei.log.memory import MemoryLog
from renkei.protocol.primitives import later
from renkei.store.search_index import SearchIndex, prepare, query_of
from team import handoff, small_team
from thoroughness import examples

SAID = {
    "m1": "The login endpoint answers in 200 ms, see src/auth/login.ts",
    "m2": "認証APIの実装が完了しました。レビューをお願いします",
    "m3": "データベースのスキーマを変更したい",
    "m4": "the schema of the users table",
    "m5": "C-3PO said: don't panic, it's 100% fine (mostly)",
}


NOON = datetime(2026, 1, 15, 12)


def search_for(text: str) -> Query:
    return parse_query(text, NOON)


def talk(place: Path, said: dict[str, str]) -> Project:
    project = small_team(place)
    for name, text in said.items():
        payload = Freeform(intent_hint="FREEFORM", body=text, requires_response=False, urgency="low")
        project.send(project.message("ann", payload, "bob", id=name))
    return project


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("login", ["m1"]),
        ("LOGIN endpoint", ["m1"]),
        ("src/auth/login.ts", ["m1"]),
        ("認証", ["m2"]),
        ("認証API", ["m2"]),
        ("実装が完了", ["m2"]),
        ("スキーマ", ["m3"]),
        ("証", ["m2"]),
        ("認", ["m2"]),
        ("レビュー 完了", ["m2"]),
        ("schema", ["m4"]),
        ("schem", ["m4"]),
        ("panic", ["m5"]),
        ("nothing like it", []),
        ('"*)(', []),
        ("AND OR NOT", []),
        ("", []),
    ],
)
def test_messages_are_found_by_their_words(text: str, found: list[str], tmp_path: Path) -> None:
    project = talk(tmp_path, SAID)
    assert SearchIndex(tmp_path / "search.db", project.log).find(search_for(text)) == found


@given(st.text(alphabet="認証設計実装完了データ型abc ", min_size=2, max_size=40), st.data())
@settings(max_examples=examples(30))
def test_any_part_of_a_japanese_text_finds_it(
    tmp_path_factory: pytest.TempPathFactory, text: str, data: st.DataObject
) -> None:
    words = [word for word in text.split() if len(word) > 1]
    if not words:
        return
    word = data.draw(st.sampled_from(words))
    start = data.draw(st.integers(0, len(word) - 2))
    part = word[start : start + 2]
    if part.isascii() or part[0].isascii() != part[1].isascii():
        return  # inside of Latin words only their beginnings are found
    place = tmp_path_factory.mktemp("p")
    assert SearchIndex(place / "search.db", talk(place, {"m1": text}).log).find(search_for(part)) == ["m1"]


def test_a_message_is_found_by_everything_that_its_sender_wrote(tmp_path: Path) -> None:
    project = small_team(tmp_path)
    option = {"label": "ローリング", "analysis": "no downtime"}
    asked = DecisionRequest.model_validate({"decision_id": "D-1", "question": "How?", "options": [option]})
    project.send(project.message("ann", asked, "human", id="asked"))
    finding = {
        "severity": "major",
        "location": "a.py",
        "description": "the counter is shared",
        "suggested_fix": "one for each account",
    }
    judged = ReviewResult.model_validate(
        {"artifact_ref": "api", "verdict": "changes_requested", "summary": "no", "findings": [finding]}
    )
    extensions = {"vendor": {"ticket": "SHOP-12"}, IMPORTED_FROM: {"path": "transcript.jsonl"}}
    project.send(project.message("bob", judged, "ann", id="judged", extensions=extensions))
    index = SearchIndex(tmp_path / "search.db", project.log)
    wanted = {"ローリング": ["asked"], "no downtime": ["asked"], "counter": ["judged"], "each account": ["judged"]}
    wanted |= {"SHOP-12": ["judged"], "transcript": []}
    assert {words: index.find(search_for(words)) for words in wanted} == wanted


def test_a_message_sent_after_the_first_search_is_found(tmp_path: Path) -> None:
    project = talk(tmp_path, SAID)
    index = SearchIndex(tmp_path / "search.db", project.log)
    assert index.find(search_for("rocket")) == []
    payload = Freeform(intent_hint="FREEFORM", body="the rocket starts", requires_response=False, urgency="low")
    project.send(project.message("ann", payload, "bob", id="m9"))
    assert index.find(search_for("rocket")) == ["m9"]


def test_a_damaged_index_is_rebuilt(tmp_path: Path) -> None:
    project = talk(tmp_path, SAID)
    index = SearchIndex(tmp_path / "search.db", project.log)
    index.find(search_for("login"))
    for file in tmp_path.glob("search.db*"):
        file.write_bytes(b"nonsense" * 1000)
    assert index.find(search_for("login")) == ["m1"]


def test_an_index_that_holds_a_record_which_the_log_lost_is_rebuilt(tmp_path: Path) -> None:
    """A power failure may take the last record from the log and leave it in the index; then another gets its seq."""
    records = list(talk(":memory:", SAID).records())
    lost, kept = MemoryLog(), MemoryLog()
    lost.append(records)
    kept.append(records[:-1])
    SearchIndex(tmp_path / "search.db", lost).update()
    index = SearchIndex(tmp_path / "search.db", kept)
    assert index.find(search_for("panic")) == []
    payload = Freeform(intent_hint="FREEFORM", body="the rocket starts", requires_response=False, urgency="low")
    SearchIndex(tmp_path / "search.db", lost).update()
    project = Project(kept)
    project.send(project.message("ann", payload, "bob", id="m9"))
    assert (kept.last(), index.find(search_for("rocket")), index.find(search_for("panic"))) == (lost.last(), ["m9"], [])


def test_an_index_of_an_earlier_release_is_rebuilt(tmp_path: Path) -> None:
    project = talk(tmp_path, SAID)
    with closing(sqlite3.connect(tmp_path / "search.db")) as db:
        db.execute("CREATE VIRTUAL TABLE words USING fts5 (terms, id UNINDEXED)")
        db.execute("CREATE TABLE progress (seq INTEGER NOT NULL)")
        db.execute("INSERT INTO progress VALUES (3)")
        db.execute("PRAGMA user_version = 1")
        db.commit()
    assert SearchIndex(tmp_path / "search.db", project.log).find(search_for("login")) == ["m1"]


def test_an_index_without_a_file_is_built_in_memory() -> None:
    project = talk(":memory:", SAID)
    assert [message.id for message in project.search("login")] == ["m1"]
    assert len(project.search("認", 1)) == 1


def test_terms_are_words_and_pairs_of_characters() -> None:
    assert prepare("Ａuth 認証を v2") == "auth 認証 証を を v2"


def test_two_indexes_of_one_log_take_in_a_message_once(tmp_path, monkeypatch):
    project = talk(tmp_path / "p", {"m1": "a lighthouse"})
    first, second = (SearchIndex(tmp_path / "search.db", project.log) for _ in range(2))
    read = project.log.read

    def read_while_another_sends(after=0):
        monkeypatch.undo()
        payload = Freeform(intent_hint="FREEFORM", body="a lighthouse", requires_response=False, urgency="low")
        message = project.message("ann", payload, "bob", id="m2")
        command = Command("c2", later(project.state.at, 1), "ann", (Send(message),))
        project.log.append([settle_on(project.state, command)[0]])
        return read(after)

    monkeypatch.setattr(project.log, "read", read_while_another_sends)
    first.update()
    second.update()
    assert sorted(second.find(search_for("lighthouse"))) == ["m1", "m2"]


def test_an_update_takes_in_a_limited_number_of_records(tmp_path, monkeypatch):
    project = talk(tmp_path / "p", SAID)
    monkeypatch.setattr("renkei.store.search_index.UPDATE", project.state.seq - 1)
    index = SearchIndex(tmp_path / "search.db", project.log)
    index.update()
    with closing(sqlite3.connect(tmp_path / "search.db")) as db:
        assert db.execute("SELECT count(*) FROM words").fetchone() == (len(SAID) - 1,)
    assert index.find(search_for("panic")) == ["m5"]


def test_the_index_is_written_with_a_snapshot(tmp_path, monkeypatch):
    monkeypatch.setattr("renkei.store.derived_files.SNAPSHOT_AT_CLOSE", 1)
    talk(tmp_path / "p", {"m1": "a lighthouse"}).close()
    with closing(sqlite3.connect(tmp_path / "p" / "search.db")) as db:
        assert db.execute("SELECT id FROM words").fetchall() == [("m1",)]


QUERIES = {
    "foo-bar": '"foo bar"*',
    "認証": '"認証"*',
    "認証基": '"認証 証基"*',
    "認": '"認"*',
    "認証 API": '"認証"* AND "api"*',
    "API認証": '"api 認証"*',
    "認証API": '"認証 証 api"*',
    "...": "",
}


@pytest.mark.parametrize(("text", "query"), QUERIES.items())
def test_a_query_requires_each_part_with_its_characters_next_to_each_other(text, query):
    assert query_of(text.split()) == query


TERMS = {"id": "TC-7", "inputs": {"description": "x"}, "expected_output": {"format": "code"}} | {
    "acceptance_criteria": [{"criterion": "it works"}]
}

OPERATORS = {
    "from:bob": ["b1"],
    "FROM:Bob": ["b1"],
    "-from:ann -from:lead": ["b1"],
    "to:lead": ["a2"],
    "to:bob": ["h1", "a1"],
    "from:bob,lead pool": ["b1"],
    "from:ann to:lead": ["a2"],
    "type:task": ["h1"],
    "type:freeform -lighthouse": ["b1", "a1"],
    "task:TC-7": ["h1"],
    "has:code": ["a1"],
    "has:link,code": ["b1", "a1"],
    "has:link has:code": [],
    "pool -lighthouse": ["a1", "b1"],
    '"pool of"': ["a1"],
    "after:2026-01-01": ["h1", "a2", "b1", "a1"],
    "before:2026-01-01": [],
    "pool before:2026-01-01": [],
    "order:time pool": ["a2", "b1", "a1"],
    "-nothing": ["h1", "a2", "b1", "a1"],
    "... from:bob": [],
}


@pytest.mark.parametrize(("text", "found"), OPERATORS.items())
def test_operators_narrow_a_search(text: str, found: list[str], tmp_path: Path) -> None:
    project = small_team(tmp_path)
    said = {
        ("a1", "ann", "bob"): "pool pool pool of connections\n```py\nx = 1\n```",
        ("b1", "bob", "ann"): "a pool is described at https://example.org/pool among many other things",
        ("a2", "ann", "lead"): "lighthouse beside the only pool that there is in this part of the whole country",
    }
    for (name, sender, to), body in said.items():
        payload = Freeform(intent_hint="FREEFORM", body=body, requires_response=False, urgency="low")
        project.send(project.message(sender, payload, to, id=name))
    project.send(project.message("lead", handoff(), "bob", id="h1", extensions={"task_contract": TERMS}))
    assert SearchIndex(None, project.log).find(search_for(text)) == found


def test_a_local_time_is_compared_with_the_times_of_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = talk(tmp_path, {"m1": "a lighthouse"})
    sent = datetime.fromisoformat(project.find_message("m1").timestamp)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        local = (sent + timedelta(hours=9)).replace(tzinfo=None)
        index = SearchIndex(None, project.log)
        found = [index.find(Query(after=local)), index.find(Query(before=local))]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert found == [["m1"], []]
