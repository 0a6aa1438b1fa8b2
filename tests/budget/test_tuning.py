"""The weights come from a script: it finds what a made-up chat was made by, and says when there is no chat."""

import gzip
import json
import re

import pytest
import tune_tiers

from renkei.budget.relevance.features import FEATURES


def channel(path, count):
    """Write a chat in which `me` needs just what its correspondent says."""
    lines = []
    for turn in range(count):
        first = len(lines)
        lines += [
            {"id": first, "from": "me", "to": ["ann"], "mentions": ["ann"], "text": f"question {turn}"},
            {"id": first + 1, "from": "ann", "to": [], "mentions": [], "text": f"answer {turn}"},
            {"id": first + 2, "from": f"bob{turn}", "to": [], "mentions": [], "text": f"question of taste {turn}"},
            {"id": first + 3, "from": "me", "to": ["ann"], "mentions": ["ann"], "text": f"thanks {turn}"},
            {"turn": "me", "task": f"question {turn}", "unread": [first + 1, first + 2], "needed": [first + 1]},
        ]
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))


def test_without_data_it_says_so(tmp_path):
    with pytest.raises(SystemExit, match="no channels"):
        tune_tiers.main(tmp_path)


def test_it_finds_the_feature_that_the_chat_was_made_by_and_prints_the_same_again(tmp_path, capsys):
    for number in range(tune_tiers.FOLDS):
        channel(tmp_path / f"{number}.jsonl.gz", 30)
    tune_tiers.main(tmp_path)
    first = capsys.readouterr().out
    tune_tiers.main(tmp_path)
    assert capsys.readouterr().out == first
    weights = dict(re.findall(r'"(\w+)": Feature\((-?[0-9.]+)', first))
    assert list(weights) == list(FEATURES)
    assert float(weights["correspondent"]) > 0.5
    assert "recall 1.000, precision 1.000" in first


def test_a_system_of_equations_is_solved():
    assert tune_tiers.solve([[4.0, 2.0], [2.0, 3.0]], [2.0, 5.0]) == pytest.approx([-0.5, 2.0])
