"""Writes the newest results of `make bench` and `make chaos`: tables for their pages, short forms for the README."""

import json
from pathlib import Path
from typing import Any

from plot_growth import in_words

ROOT = Path(__file__).parent.parent
COMPARISON = "mailbox"
"""The fault that is tried on a plain mailbox file, for comparison."""


def measured(folder: str, name: str = "results") -> Any:
    """Return the results that the programs of a folder wrote last."""
    return json.loads((ROOT / folder / f"{name}.json").read_text())


def machine(results: dict[str, Any]) -> str:
    """Return on what something was measured."""
    found = results["machine"]
    return f"{found['system']} {found['machine']}, two cores, Python {found['python']}"


def figures(suite: str = "results", command: str = "make bench") -> str:
    """Return the table of all figures of a suite."""
    results = measured("benchmarks", suite)
    lines = [
        f"`{command}` on {machine(results)}, on a shared disk:",
        "",
        "| what | renkei | unit | compared with | | ratio | goal | |",
        "|---|---:|---|---|---:|---:|---|---|",
    ]
    for row in results["rows"]:
        ours, limit = (f"{row[name]:,.3g}" if row[name] < 10 else f"{row[name]:,.0f}" for name in ("ours", "limit"))
        verdict = "met" if row["met"] else "**not met**"
        cells = (row["name"], ours, row["unit"], row["limit_name"], limit, f"{row['ratio']:.3g}", row["goal"], verdict)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def curves() -> str:
    """Return the picture of all curves with the figures as its text, and a table of them."""
    results = measured("benchmarks", "curves")
    described, lines = [], []
    for curve in results["curves"]:
        for line in curve["lines"]:
            figures = [in_words(one) for one in line["microseconds"]]
            described.append(f"{curve['name']}, {line['name']}: {', '.join(figures)}")
            cells = [f"{size:,}: {figure}" for size, figure in zip(curve["sizes"], figures, strict=True)]
            times = line["microseconds"][-1] / line["microseconds"][0]
            grown = f"{times:,.0f}" if times >= 10 else f"{times:.1f}"
            lines.append(f"| {curve['name']} | {line['name']} | {', '.join(cells)} | {grown} × |")
    head = [
        f"`make bench-curves` on {machine(results)}, on a shared disk:",
        "",
        f"![How a turn and a context grow. {'; '.join(described)}](benchmarks-curves.svg)",
        "",
        "| what grows | what is timed | at each size | last / first |",
        "|---|---|---|---:|",
    ]
    return "\n".join([*head, *lines]) + "\n"


def peers() -> str:
    """Return the table of renkei beside what users would otherwise pick."""
    results = measured("benchmarks", "peers")
    columns = list(results["rows"][0]["microseconds"])
    lines = [
        f"`make bench-peers` on {machine(results)}, on a shared disk; in µs:",
        "",
        f"| | {' | '.join(columns)} |",
        f"|---|{'---:|' * len(columns)}",
    ]
    for row in results["rows"]:
        taken = [f"{row['microseconds'][one]:,.0f}" for one in columns]
        lines.append(f"| {row['name']} | {' | '.join(taken)} |")
    return "\n".join(lines) + "\n"


def programs() -> str:
    """Return the tables of agents in one event loop: the figures of waiting, and the programs beside other systems."""
    results = measured("benchmarks", "async")
    columns = list(results["kept"])
    lines = ["", "In ms for each message that is read:", "", f"| | agents | {' | '.join(columns)} |"]
    lines.append(f"|---|---:|{'---:|' * len(columns)}")
    for row in results["programs"]:
        taken = " | ".join(f"{row['milliseconds'][one]:,.3g}" for one in columns)
        lines.append(f"| {row['name']} | {row['agents']:,} | {taken} |")
    kept = (f"- {name}: {what}." for name, what in results["kept"].items())
    return figures("async", "make bench-async") + "\n".join((*lines, "", *kept)) + "\n"


def frameworks() -> str:
    """Return the section about a message in each framework; "" until it was measured."""
    if not (ROOT / "benchmarks" / "frameworks.json").exists():
        return ""
    results = measured("benchmarks", "frameworks")
    how = f"medians of {results['messages']} messages, in ms"
    lines = [
        "## A message in each framework",
        "",
        "A message is posted, its reader is woken, and a turn in the framework asks a scripted model on this machine,",
        "which says one word at once. The last column is the same without framework and model: a message and a turn,",
        "both on disk.",
        "",
        f"`make bench-frameworks` on {machine(results)}, on a shared disk; {how}:",
        "",
        "| framework | a message and its turn | without framework and model |",
        "|---|---:|---:|",
    ]
    for row in results["rows"]:
        taken = row["milliseconds"]
        lines.append(f"| {FRAMEWORKS[row['name']]} | {taken['with it']:.1f} | {taken['without']:.1f} |")
    return "\n".join(lines) + "\n"


FRAMEWORKS = {
    "langgraph": "LangGraph",
    "openai_agents": "OpenAI Agents SDK",
    "pydantic_ai": "pydantic-ai",
    "ag2": "AG2",
    "crewai": "CrewAI",
}

FIGURES_IN_SHORT = {
    "en": "**Fast:** a durable append takes {append:,.0f} µs (write and fsync: {sync:,.0f} µs), an agent's\n"
    "context after 10,000 records {context:.1f} ms. A request to a model takes {request:.1f} ms longer than with the\n"
    "SDK alone. In an example the agents read {tokens:,.0f} tokens; if each read every message, it would be "
    "{all_tokens:,.0f}.\n{deltas}"
    "[docs/benchmarks.md](docs/benchmarks.md) compares every figure with the disk, queues and other programs,\n"
    "and shows which targets are missed.\n",
    "ja": "**速度:** ディスクへの同期を含む追記は {append:,.0f} µs (write と fsync だけなら {sync:,.0f} µs)、\n"
    "1 万レコード後のコンテキストは {context:.1f} ms です。モデルへの要求は SDK だけの場合より\n"
    "{request:.1f} ms 長くかかります。ある例のコンテキストは {tokens:,.0f} トークンです (全員がすべて読むと\n"
    "{all_tokens:,.0f})。{deltas}"
    "ディスクやキューとの比較と、未達の目標: [docs/benchmarks.md](docs/benchmarks.md)\n",
}
DELTAS = {
    "en": "Deltas of 500 tokens cost {share:.2f} of sending all history each turn.\n",
    "ja": "500 トークンの差分を使う費用は、毎ターン全履歴を送る場合の {share:.2f} 倍です。\n",
}
FAULTS_IN_SHORT = {
    "en": "**Durable:** in {tried:,} trials (`kill -9` at every write, torn writes, full disks, wrong clocks) renkei "
    "lost {lost:,} of\n{acknowledged:,} acknowledged records; a plain mailbox file lost {theirs:,} of {them:,}.\n"
    "[docs/durability.md](docs/durability.md) lists every fault.\n",
    "ja": "**耐久性:** {tried:,} 回の試行 (書き込みごとの `kill -9`、途中で切れた書き込み、満杯のディスク、\n"
    "狂った時計) で renkei が失ったのは、確認済みの {acknowledged:,} レコード中 {lost:,} 件です。\n"
    "単純なメールボックスのファイルは {them:,} 件中 {theirs:,} 件を失いました。\n"
    "試した障害の一覧: [docs/durability.md](docs/durability.md)\n",
}


def figures_in_short(language: str) -> str:
    """Return the figures that users ask for first."""
    rows = measured("benchmarks")["rows"]
    by_name = {row["name"]: row for row in rows}
    append, context = by_name["durable append, one process"], by_name["context at 10 k records (p95)"]
    team = {row["name"]: row for row in measured("benchmarks", "teammates")["rows"]}
    request, tokens = team["a request of a team, more than the SDK alone"], team["tokens read in the example"]
    costs = {row["limit_name"]: row["ratio"] for row in rows if row["name"] == "500-token deltas: cost"}
    share = costs.get("all history each turn")  # measured only where the recorded conversations are
    return FIGURES_IN_SHORT[language].format(
        append=append["ours"],
        sync=append["limit"],
        context=context["ours"] / 1000,
        request=request["ours"],
        tokens=tokens["ours"],
        all_tokens=tokens["limit"],
        deltas=DELTAS[language].format(share=share) if share is not None else "",
    )


def faults() -> str:
    """Return the table of all faults, each with the protections without which `make chaos-proof` has seen it fail."""
    results, proofs = measured("chaos"), measured("chaos", "proof")["rows"]
    lines = [
        f"`make chaos` on {machine(results)}, ext4:",
        "",
        "| fault | tried | acknowledged | lost | how | fails when |",
        "|---|---:|---:|---:|---|---|",
    ]
    for row in results["rows"]:
        seen = "; ".join(one["without"] for one in proofs if one["name"] == row["name"] and one["found"])
        numbers = (f"{row['tried']:,}", f"{row['acknowledged']:,}", f"{row['lost']:,}")
        cells = (row["fault"], *numbers, row["note"], seen)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def faults_in_short(language: str) -> str:
    """Return how many faults were tried, and what was lost."""
    rows = {row["name"]: row for row in measured("chaos")["rows"]}
    mailbox = rows.pop(COMPARISON)
    counts = {name: sum(row[name] for row in rows.values()) for name in ("tried", "acknowledged", "lost")}
    return FAULTS_IN_SHORT[language].format(**counts, theirs=mailbox["lost"], them=mailbox["acknowledged"])
