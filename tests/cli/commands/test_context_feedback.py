"""`renkei context feedback`: corrections of contexts, printed for people and for the tool that fits the weights."""

import gzip
import json
import sys
from pathlib import Path

from process import renkei

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools"))
import tune_tiers


def test_corrections_are_kept_and_printed(conversation: Path) -> None:
    assert renkei("context", "feedback", cwd=conversation).stdout == "No context was corrected.\n"
    ids = [
        one["id"]
        for one in json.loads(renkei("context", "--agent", "bob", "--why", "--format", "json", cwd=conversation).stdout)
    ]
    renkei("read", "--as", "bob", cwd=conversation)
    add = ("context", "feedback", "add", "bob", ids[1], "background", "--note", "only lunch")
    done = renkei(*add, cwd=conversation)
    assert done.stdout == f"Kept: {ids[1]} should have been background for bob.\n"
    (row,) = json.loads(renkei("context", "feedback", "--format", "json", cwd=conversation).stdout)
    assert (row["agent"], row["seq"], row["wanted"], row["note"], row["by"]) == (
        "bob",
        4,
        "background",
        "only lunch",
        "human",
    )
    assert (row["given"]["tier"], row["given"]["form"], row["given"]["rule"]) == (
        "relevant",
        "full",
        "correspondent, turned_to_me",
    )
    printed = renkei("context", "feedback", cwd=conversation).stdout.splitlines()
    assert printed[1].split("\t")[3:6] == [
        "relevant",
        "background",
        "from someone I talk to, from someone who mostly talks to me",
    ]
    assert "bob  human says background, it was relevant: only lunch" in renkei("log", cwd=conversation).stdout
    assert renkei("context", "feedback", "--agent", "ann", cwd=conversation).stdout == "No context was corrected.\n"


def test_what_does_not_exist_is_refused(conversation: Path) -> None:
    for wrong, code in ((("bob", "nothing"), "UNKNOWN_MESSAGE"), (("nobody", "nothing"), "UNKNOWN_MESSAGE")):
        done = renkei("context", "feedback", "add", *wrong, "relevant", cwd=conversation)
        assert (done.returncode, code in done.stderr) == (1, True)


def test_the_tool_that_fits_the_weights_reads_them(conversation: Path, tmp_path: Path) -> None:
    ids = [
        one["id"]
        for one in json.loads(renkei("context", "--agent", "bob", "--why", "--format", "json", cwd=conversation).stdout)
    ]
    renkei("read", "--as", "bob", cwd=conversation)
    renkei("send", "--as", "ann", "--to", "bob", "--text", "later", cwd=conversation)
    for tier in ("critical", "background"):  # the last one counts
        renkei("context", "feedback", "add", "bob", ids[0], tier, cwd=conversation)
    renkei("context", "feedback", "add", "bob", ids[1], "relevant", cwd=conversation)
    lines = renkei("context", "feedback", "--format", "tuning", cwd=conversation).stdout
    assert [json.loads(line).get("turn", "-") for line in lines.splitlines()] == ["-", "-", "bob"]
    path = tmp_path / "team.jsonl.gz"
    path.write_bytes(gzip.compress(lines.encode()))
    rows = list(tune_tiers.read(0, path))
    assert [(row.needed, row.named) for row in rows] == [(False, True), (True, False)]
    assert any(row.tied for row in rows)
