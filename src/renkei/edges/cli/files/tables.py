"""Writes tables as CSV, which every program reads, and as Parquet, which keeps the kinds of the columns.

A spreadsheet runs a text of CSV that begins like a formula. Such a text gets an apostrophe before it: agents and
strangers write the texts, and a person opens the file. Parquet has no formulas, and keeps each text as it is.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO
from unicodedata import normalize

from renkei.telemetry.tables import Cell, Kind, Row, Table

BATCH = 10_000
"""Rows of Parquet that are in memory at once."""

LARGEST = 2**63 - 1
"""The largest whole number in Parquet. A sum of tokens is larger only if an agent reports more than any model has."""

FORMULA = ("=", "+", "-", "@")
"""How a text begins that a spreadsheet takes for a formula, also in full width, and after signs that are not seen."""


def write_csv(table: Table, rows: Iterable[Row], out: BinaryIO) -> int:
    """Write a table as CSV in UTF-8 with a line of names, and return how many rows there were."""
    text = TextIOWrapper(out, encoding="utf-8", newline="")
    writer = csv.writer(text)  # with other ends of lines, it would write a lone carriage return without quotes
    writer.writerow(table.columns)
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 – the last number is the count
        writer.writerow([_cell(one) for one in row])
    text.detach()  # flushes, and leaves the file open
    return count


def _cell(value: Cell) -> str | int | float | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"'{value}" if isinstance(value, str) and _is_formula(value) else value


def _is_formula(text: str) -> bool:
    begun = next((one for one in text if one.isprintable() and not one.isspace()), "")
    return normalize("NFKC", begun) in FORMULA


def write_parquet(table: Table, rows: Iterable[Row], path: Path) -> int:
    """Write a table as Parquet, and return how many rows there were."""
    from arro3.core import Array, DataType, Field, RecordBatch, RecordBatchReader, Schema
    from arro3.io import write_parquet as write

    types: Mapping[Kind, Any] = {
        "text": DataType.string(),
        "number": DataType.int64(),
        "real": DataType.float64(),
        "time": DataType.timestamp("us", tz="UTC"),
        "flag": DataType.bool(),
    }
    schema = Schema([Field(name, types[kind], nullable=True) for name, kind in table.columns.items()])
    count, left = 0, iter(rows)

    def columns(batch: list[Row]) -> Iterator[Any]:
        for values, kind in zip(zip(*batch, strict=True), table.columns.values(), strict=True):
            if kind == "time":
                yield Array([_microseconds(one) for one in values], types["number"]).cast(types[kind])
            elif kind == "number":
                yield Array([min(one, LARGEST) if isinstance(one, int) else one for one in values], types[kind])
            else:
                yield Array(list(values), types[kind])

    def batches() -> Iterator[Any]:
        nonlocal count
        while batch := list(islice(left, BATCH)):
            count += len(batch)
            yield RecordBatch.from_arrays(list(columns(batch)), schema=schema)

    write(RecordBatchReader.from_batches(schema, batches()), str(path))
    return count


def _microseconds(at: Cell) -> int | None:
    return None if at is None else round(datetime.fromisoformat(str(at)).timestamp() * 1_000_000)


def _to_csv(table: Table, rows: Iterable[Row], path: Path) -> int:
    with path.open("wb") as out:
        return write_csv(table, rows, out)


WRITERS: Mapping[str, Callable[[Table, Iterable[Row], Path], int]] = {".csv": _to_csv, ".parquet": write_parquet}
"""Writes the table of a file with this ending."""
