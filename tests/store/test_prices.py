"""The prices of models, which a person writes to a file of the project."""

from pathlib import Path

import pytest

from renkei.errors import DocumentError
from renkei.store.written.prices import Prices, read_prices

TABLE = """\
currency: EUR
models:
  large: {input: 3, output: 15.5}
  small: {input: 1, output: 0.5}
agents:
  ann: large
default: small
"""


def read(directory: Path, text: str) -> Prices | None:
    (directory / "prices.yaml").write_text(text, encoding="utf-8")
    return read_prices(directory)


def test_without_a_file_there_are_no_prices(tmp_path: Path) -> None:
    assert read_prices(tmp_path) is None
    assert read_prices(None) is None


def test_tokens_cost_what_the_model_of_their_agent_costs(tmp_path: Path) -> None:
    prices = read(tmp_path, TABLE)
    assert prices is not None
    assert prices.cost("ann", 1_000_000, 0) == 3
    assert prices.cost("ann", 0, 1_000_000) == 15.5
    assert prices.cost("bob", 2_000_000, 1_000_000) == 3  # what it used further costs the higher price


def test_an_agent_whose_model_has_no_price_costs_an_unknown_sum(tmp_path: Path) -> None:
    prices = read(tmp_path, TABLE.replace("default: small", "default: other"))
    assert prices is not None
    assert prices.cost("bob", 1, 1) is None


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (TABLE.replace("input: 3", "input: -3"), "/models/large/input"),
        (TABLE.replace(", output: 15.5", ""), "/models/large/output"),
        (TABLE.replace("currency: EUR\n", ""), "/currency"),
        (TABLE.replace("models:", "model:"), "/model"),
        ("models: [", ""),
    ],
)
def test_a_fault_in_the_file_is_reported_with_its_location(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(tmp_path, text)
    assert where in [one.path for one in caught.value.problems]
