"""Plot what each agent cost and how long it waited: reads costs.csv, writes costs.svg.

renkei export costs.csv --table costs
python plot.py costs.csv costs.svg
"""

import csv
import sys
from pathlib import Path

from pygal import Bar


def plot(table: Path, picture: Path) -> None:
    """Draw a bar for each agent's money, and one on a second axis for the minutes that it waited."""
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    currency = next((one["currency"] for one in rows if one["currency"]), "no prices")
    chart = Bar(title="Cost and waiting by agent", x_title="agent", legend_at_bottom=True)
    chart.x_labels = [one["agent"] for one in rows]
    chart.add(f"cost ({currency})", [float(one["money"] or 0) for one in rows])
    chart.add("waited (minutes)", [float(one["seconds_waited"]) / 60 for one in rows], secondary=True)
    chart.render_to_file(str(picture))


if __name__ == "__main__":
    plot(Path(sys.argv[1]), Path(sys.argv[2]))
