"""The dependency graph at 100,000 nodes: an edge with its check for cycles, beside networkx's has_path; neighbours."""

import random
import statistics
import time
from collections.abc import Iterator

import networkx
from measure import Row, microseconds

from renkei.dispatch.graph.links import Links

NODES = 100_000
PROBES = 2000


def rows() -> Iterator[Row]:
    """Measure."""
    chance = random.Random(1)
    edges = [(n, max(0, n - chance.randrange(1, 50))) for n in range(1, NODES) for _ in range(2)]
    links, graph = Links(), networkx.DiGraph()
    for start, end in edges:
        links = links.add(f"contract:{start}", "depends_on", f"contract:{end}")
    graph.add_edges_from(edges)
    ours = []
    for _ in range(PROBES):
        start = chance.randrange(1000, NODES)
        pair = (f"contract:{start}", f"contract:{start - chance.randrange(1, 900)}")
        begin = time.perf_counter()
        links.add(pair[0], "waits_for", pair[1])
        ours.append((time.perf_counter() - begin) * 1e6)
    theirs = []
    for _ in range(20):
        start = chance.randrange(1000, NODES)
        begin = time.perf_counter()
        networkx.has_path(graph, start - chance.randrange(1, 900), start)
        theirs.append((time.perf_counter() - begin) * 1e6)
    p99 = statistics.quantiles(ours, n=100)[98]
    limit = statistics.median(theirs)
    yield Row("edge with cycle check, 100 k nodes (p99)", p99, limit, "networkx has_path", "≤ 50 µs", 50)
    waits = ("depends_on", "waits_for")
    one = microseconds(lambda: list(links.neighbours(f"contract:{NODES // 2}", "in", waits)), 20_000)
    yield Row("direct dependents, 100 k nodes", one, limit, "networkx has_path", "≤ 10 µs", 10)
