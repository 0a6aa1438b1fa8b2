"""The example that plots what agents cost."""

from pathlib import Path
from runpy import run_path

from process import renkei
from working_day import working_day

EXAMPLE = Path(__file__).parents[2] / "examples" / "costs" / "plot.py"


def test_the_example_draws_a_bar_for_each_agent(tmp_path: Path) -> None:
    working_day(tmp_path / ".renkei", 40).close()
    assert renkei("export", "costs.csv", "--table", "costs", cwd=tmp_path).returncode == 0
    run_path(str(EXAMPLE))["plot"](tmp_path / "costs.csv", tmp_path / "costs.svg")
    picture = (tmp_path / "costs.svg").read_text()
    assert all(name in picture for name in ("ann", "bob", "cas", "mia", "waited (minutes)", "no prices"))
