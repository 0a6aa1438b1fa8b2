"""`renkei search`: messages by their words."""

import json
from pathlib import Path

from busy_project import busy
from process import renkei


def test_search_shows_messages(tmp_path: Path) -> None:
    busy(tmp_path, 1)
    renkei("send", "--as", "ann", "--to", "bob", "--text", "認証の実装が終わりました", cwd=tmp_path)
    found = json.loads(renkei("search", "実装", "--format", "json", cwd=tmp_path).stdout)
    assert [one["payload"]["body"] for one in found] == ["認証の実装が終わりました"]
    assert "More" not in renkei("search", "実装", cwd=tmp_path).stdout
    renkei("send", "--as", "bob", "--to", "ann", "--text", "実装を見ました", cwd=tmp_path)
    assert "More messages match: --limit 2\n" in renkei("search", "実装", "--limit", "1", cwd=tmp_path).stdout
    assert renkei("search", "nothing", cwd=tmp_path).stdout == "No messages found.\n"
    assert renkei("search", "from:amn", cwd=tmp_path).stdout == "No messages found. Did you mean from:ann?\n"


def test_operators_need_no_quotes_on_a_command_line(tmp_path: Path) -> None:
    busy(tmp_path, 1)
    renkei("send", "--as", "ann", "--to", "bob", "--text", "the pool is full", cwd=tmp_path)
    renkei("send", "--as", "bob", "--to", "ann", "--text", "the pool is empty", cwd=tmp_path)
    for search in (("from:bob", "pool"), ("from:bob pool",), ("--", "pool", "-full")):
        found = json.loads(renkei("search", "--format", "json", *search, cwd=tmp_path).stdout)
        assert [one["payload"]["body"] for one in found] == ["the pool is empty"]


def test_an_unknown_operator_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    busy(tmp_path, 1)
    failed = renkei("search", "form:bob", cwd=tmp_path)
    assert failed.returncode == 1
    assert "there is no operator form: (to search for these words, put them in quotes)." in failed.stderr
    assert "from:, to:, type:, task:, has:, before:, after:, order:" in failed.stderr
