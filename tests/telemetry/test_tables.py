"""Tables of messages, turns and costs: right in every reader, and harmless in a spreadsheet."""

import csv
import io
from itertools import islice
from pathlib import Path

import pytest
from arro3.io import read_parquet

import renkei as library
from process import renkei
from renkei.edges.cli.files.tables import FORMULA, write_csv, write_parquet
from renkei.store.written.prices import PRICES, Prices
from renkei.telemetry.tables import TABLES, TableName
from team import small_team
from working_day import working_day

PAID: Prices = PRICES.validate_python({"currency": "EUR", "models": {"m": {"input": 3, "output": 15}}, "default": "m"})


def rows(project: library.Project, name: TableName, prices: Prices | None = None) -> list[dict[str, object]]:
    table = TABLES[name]
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows(project.records(), prices)]


def test_every_message_is_a_row() -> None:
    project = small_team()
    project.post("Which port?", to=["bob", "lead"], actor="ann")
    (found,) = rows(project, "messages")
    assert (found["sender"], found["recipients"], found["text"]) == ("ann", "bob lead", "Which port?")
    assert (found["at"], found["type"]) == (project.record(int(str(found["seq"]))).at, "FREEFORM")


def test_every_turn_is_a_row_also_an_open_one() -> None:
    project = small_team()
    with project.turn("ann"):
        pass
    project.begin_turn("bob")
    ended, opened = rows(project, "turns", PAID)
    assert (ended["agent"], ended["finished"], ended["seconds"]) == ("ann", True, 1.0)
    assert ended["money"] == pytest.approx(project.state.usage["ann"].tokens * 3 / 1_000_000)
    assert [opened[one] for one in ("agent", "ended", "seconds", "finished")] == ["bob", None, None, None]


def test_costs_are_those_of_all_turns_and_waits() -> None:
    project = working_day(records=80)
    project.pause("ann", reason="wrong branch")
    project.resume("ann")
    costs, turns = rows(project, "costs", PAID), rows(project, "turns", PAID)
    for one in costs:
        mine = [turn for turn in turns if turn["agent"] == one["agent"] and turn["ended"]]
        assert one["turns"] == len(mine)
        assert one["money"] == pytest.approx(sum(float(str(turn["money"])) for turn in mine))
        assert one["seconds_worked"] == sum(float(str(turn["seconds"])) for turn in mine)
    (ann,) = (one for one in costs if one["agent"] == "ann")
    assert float(str(ann["seconds_waited"])) > 0


@pytest.mark.parametrize("name", TABLES)
def test_parquet_and_csv_hold_the_same_rows(name: TableName, tmp_path: Path) -> None:
    table, project, out = TABLES[name], working_day(records=60), io.BytesIO()
    assert write_csv(table, table.rows(project.records(), PAID), out) == write_parquet(
        table, table.rows(project.records(), PAID), tmp_path / "t.parquet"
    )
    read = read_parquet(str(tmp_path / "t.parquet")).read_all()
    assert list(read.schema.names) == list(table.columns)
    texts = list(csv.DictReader(io.StringIO(out.getvalue().decode())))
    for column, kind in table.columns.items():
        values = [one.as_py() for one in read[column]]
        if kind == "text":
            assert [one[column] for one in texts] == [value or "" for value in values]
        elif kind in ("number", "real"):
            assert [float(one[column] or 0) for one in texts] == [value or 0 for value in values]


def test_a_sum_beyond_what_parquet_can_hold_is_its_largest_number(tmp_path: Path) -> None:
    table, path = TABLES["costs"], tmp_path / "t.parquet"
    write_parquet(table, [("ann", 1030, 6.0, 0.0, 100, 2**64, None, None)], path)
    assert [one.as_py() for one in read_parquet(str(path)).read_all()["further_tokens"]] == [2**63 - 1]


@pytest.mark.parametrize("start", [*FORMULA, "\t=", "\r\n-", " =", "\u3000＝", "＋", "－", "＠", "\ufeff=", "\x00="])
def test_a_spreadsheet_runs_no_text_as_a_formula(start: str, tmp_path: Path) -> None:
    project, out = small_team(), io.BytesIO()
    text = f"{start}cmd|' /C calc'!A0"
    project.send(
        project.message(
            "ann",
            library.Freeform.model_validate(
                {"intent_hint": "NOTE", "body": text, "requires_response": False, "urgency": "normal"}
            ),
            "bob",
        )
    )
    table = TABLES["messages"]
    write_csv(table, table.rows(project.records(), None), out)
    (found,) = csv.DictReader(io.StringIO(out.getvalue().decode(), newline=""))
    assert found["text"] == f"'{text}"
    write_parquet(table, table.rows(project.records(), None), tmp_path / "t.parquet")
    assert [one.as_py() for one in read_parquet(str(tmp_path / "t.parquet")).read_all()["text"]] == [text]


def test_the_command_writes_a_table_by_its_ending(tmp_path: Path) -> None:
    working_day(tmp_path / ".renkei", 30).close()
    (tmp_path / ".renkei" / "prices.yaml").write_text(
        "currency: EUR\nmodels: {m: {input: 3, output: 15}}\ndefault: m\n"
    )
    for ending in ("csv", "parquet"):
        assert renkei("export", f"turns.{ending}", "--table", "turns", cwd=tmp_path).returncode == 0
    first = next(csv.DictReader(renkei("export", "-", "--table", "turns", cwd=tmp_path).stdout.splitlines()))
    assert (first["agent"], first["currency"]) == ("mia", "EUR")
    refused = [renkei("export", *one, cwd=tmp_path) for one in (["x.csv"], ["x.xls", "--table", "turns"])]
    assert [one.returncode == 0 for one in refused] == [False, False]
    assert "--table messages" in refused[0].stderr
    assert not list(tmp_path.glob("x.*"))
    assert renkei("export", "turns.csv", "--table", "costs", cwd=tmp_path).returncode != 0  # it exists


def test_a_table_is_written_while_the_log_is_read() -> None:
    project = working_day(records=40)
    table = TABLES["turns"]
    assert len(list(islice(table.rows(project.records(), None), 2))) == 2
