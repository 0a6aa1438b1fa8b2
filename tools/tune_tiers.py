"""Fits the weights of `renkei.budget.relevance.features` to annotated group chat and prints the table and its quality.

    python tools/tune_tiers.py FOLDER

FOLDER contains channels as `*.jsonl.gz`, one line for each message or turn in order: messages
`{id, from, to, mentions, text}` and turns `{turn: agent, task, unread: [id], needed: [id]}`. Logistic regression with
weak ridge regularization, by Newton's method, on every second turn; the same files give the same table. The quality is
that of files not fitted to.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from renkei.budget.past_message import PastMessage
from renkei.budget.relevance.features import FEATURES
from renkei.budget.relevance.perspective import Perspective
from renkei.budget.relevance.tracker import ConversationTracker

FOLDS = 5
EVERY = 2
TRANSITIONS = 7
RIDGE = 5.0
RECALL, PRECISION = 0.79, 0.60
"""The goals; the threshold with the greatest distance above both is taken."""

OMITTED = 0.002
"""The share of needed messages that may become irrelevant."""

SHOWN = (0.70, 0.75, 0.78, 0.80)
INFINITE = float("inf")
TIES = [name for name, feature in FEATURES.items() if feature.tie]


Sparse = tuple[tuple[int, float], ...]
Weights = list[float]
Scored = tuple[float, "Row"]


@dataclass(frozen=True, slots=True)
class Row:
    """One unread message at one turn: its features that are not 0, the intercept last, and whether it was needed.

    `tied`: a tie is among its features. `overheard`: addressed to others by name. `named`: it names the agent.
    """

    file: int
    turn: int
    features: Sparse
    needed: bool
    named: bool
    overheard: bool
    tied: bool


def main(folder: Path) -> None:
    """Fit the weights and print them."""
    files = sorted(folder.glob("*.jsonl.gz"))
    if not files:
        sys.exit(f"no channels (*.jsonl.gz) in {folder}: the data is not part of the project, see the docstring")
    rows = [row for number, path in enumerate(files) for row in read(number, path)]
    sample = [row for row in rows if not row.named and row.turn % EVERY == 0]
    scored: list[Scored] = []
    for fold in range(FOLDS):
        weights = fit([row for row in sample if row.file % FOLDS != fold])
        scored += [(score(weights, row.features), row) for row in rows if row.file % FOLDS == fold]
    print(f"{len(files)} channels, {len(rows)} unread messages; cross-validated by file in {FOLDS} folds")
    print_table(fit(sample), relevant_from(scored), irrelevant_below(scored))


def read(number: int, path: Path) -> Iterator[Row]:
    """Return a row for each unread message of each turn of a channel."""
    tracker = ConversationTracker()
    named: dict[int, list[str]] = {}
    turn = 0
    for line in map(json.loads, gzip.decompress(path.read_bytes()).decode("utf-8").rstrip("\n").split("\n")):
        if "turn" not in line:
            named[line["id"]] = line["to"] or line["mentions"]
            tracker.observe(PastMessage(str(line["id"]), line["from"], line["text"], tuple(named[line["id"]])))
            continue
        turn += 1
        perspective, needed = Perspective(tracker, line["turn"], line["task"]), set(line["needed"])
        for one in line["unread"]:
            values = perspective.features(str(one))
            yield Row(
                file=number,
                turn=turn,
                features=tuple((index, float(value)) for index, value in enumerate((*values.values(), 1.0)) if value),
                needed=one in needed,
                named=line["turn"] in named[one],
                overheard=bool(named[one]),
                tied=any(values[name] for name in TIES),
            )


def score(weights: Weights, features: Sparse) -> float:
    """Return the logarithm of the odds."""
    return sum(weights[index] * value for index, value in features)


def fit(rows: Sequence[Row]) -> Weights:
    """Return the weights of greatest likelihood."""
    size = len(FEATURES) + 1
    weights = [0.0] * size
    for _ in range(TRANSITIONS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE if a == b else 0.0 for a in range(size)] for b in range(size)]
        for row in rows:
            guess = 1 / (1 + exp(-score(weights, row.features)))
            error, spread = row.needed - guess, guess * (1 - guess)
            for a, value in row.features:
                slope[a] += error * value
                part, line = spread * value, bend[a]
                for b, other in row.features:
                    line[b] += part * other
        weights = [weight + step for weight, step in zip(weights, solve(bend, slope), strict=True)]
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a positive definite system by elimination; the arguments are overwritten."""
    size = len(right)
    for k in range(size):
        for i in range(k + 1, size):
            ratio = matrix[i][k] / matrix[k][k]
            for j in range(k, size):
                matrix[i][j] -= ratio * matrix[k][j]
            right[i] -= ratio * right[k]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (right[i] - sum(matrix[i][j] * found[j] for j in range(i + 1, size))) / matrix[i][i]
    return found


def relevant_from(scored: list[Scored]) -> float:
    """Return the score with the greatest distance above both goals; print the figures around it."""
    needed = sum(row.needed for _, row in scored)
    shown = sorted(((INFINITE if row.named else at, row) for at, row in scored), key=_highest)
    hits = accumulate(row.needed for _, row in shown)
    curve = [(hit / needed, hit / count, at) for count, (hit, (at, _)) in enumerate(zip(hits, shown, strict=True), 1)]
    for least in SHOWN:
        print(
            "  recall {:.3f}  precision {:.3f}  from a score of {:.2f}".format(*next(p for p in curve if p[0] >= least))
        )
    best = max(curve, key=lambda point: min(point[0] - RECALL, point[1] - PRECISION))
    print("taken: recall {:.3f}, precision {:.3f}, from a score of {:.2f}".format(*best))
    return best[2]


def irrelevant_below(scored: list[Scored]) -> float:
    """Return the score below which at most OMITTED of the needed messages lie; print how many messages that are."""
    needed = sum(row.needed for _, row in scored)
    low = sorted(((at, row) for at, row in scored if row.overheard and not row.named and not row.tied), key=_lowest)
    lost = accumulate(row.needed for _, row in low)
    beyond = (n for n, gone in enumerate(lost) if gone > OMITTED * needed)
    count = next(beyond, len(low) - 1)
    at = low[count][0] if low else -INFINITE
    print(f"irrelevant: {max(count, 0)} of {len(low)} overheard messages without a tie, below a score of {at:.2f}")
    return at


def _lowest(scored: Scored) -> float:
    return scored[0]


def _highest(scored: Scored) -> float:
    return -scored[0]


def print_table(weights: Weights, relevant: float, irrelevant: float) -> None:
    """Print what `renkei.budget.relevance.features` contains, word for word."""
    for (name, feature), weight in zip(FEATURES.items(), weights, strict=False):
        kind = "" if feature.tie and feature.certain else ", certain=False" if feature.tie else ", tie=False"
        print(f'    "{name}": Feature({weight:.2f}{kind}),')
    print(f"INTERCEPT = {weights[-1]:.2f}\nRELEVANT_FROM = {relevant:.2f}\nIRRELEVANT_BELOW = {irrelevant:.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
