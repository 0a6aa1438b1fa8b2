"""Files that many agents change: finding work without overlaps, recording a change, looking at a large repository."""

import itertools
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from measure import Row, beside

import renkei
from renkei import TaskContract
from renkei.board.decide import Write
from renkei.engine import commands as c
from renkei.files.model import FileChange
from renkei.workspace.repository.git import Git
from renkei.workspace.repository.looks import Looks

CONTRACTS = 300
FILES = 100_000
IN_DIRECTORY = 500
LOOKS = 5


def rows() -> Iterator[Row]:
    """Measure."""
    yield from finding_work()
    yield from recording()
    yield from looking()


def opened(name: str, role: str, directory: int) -> c.OpenContract:
    """Return a contract that changes two directories."""
    terms = {
        "id": name,
        "delegator": "human",
        "inputs": {"description": name},
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "runs"}],
        "roles": [role],
        "paths": [f"src/part-{directory}/**", f"tests/part-{directory}/test_*.py"],
    }
    return c.OpenContract(TaskContract.model_validate(terms))


def finding_work() -> Iterator[Row]:
    """Measure how an agent finds work while others change files: half of the open work overlaps."""
    members = [c.Join(f"agent-{number}", f"role-{number}") for number in range(CONTRACTS)]
    project = renkei.create(members=[*members, c.Join("free", "free")])
    for number in range(CONTRACTS):
        project.do(
            opened(f"W-{number}", f"role-{number}", number), opened(f"R-{number}", "free", number + CONTRACTS // 2)
        )
        project.do(c.ClaimContract(f"W-{number}"), actor=f"agent-{number}")
    ready = project.ready("free")
    assert len(ready) == CONTRACTS // 2, "the others overlap"
    every = project.state.contracts
    ours, without = beside(lambda: project.ready("free"), lambda: list(every.ready()), 5)
    name = f"find work: {CONTRACTS} contracts in work, {CONTRACTS} ready, half of them overlap"
    yield Row(name, ours, without, "without their paths", "≤ 5 ms", 5000)


def recording() -> Iterator[Row]:
    """Measure how a change of a file is recorded, beside a write of the board."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        project = renkei.create(Path(place) / ".renkei", members=[c.Join("ann", "a"), c.Join("bob", "b")])
        for number, agent in enumerate(("ann", "bob")):
            project.do(opened(f"W-{number}", "", number))
            project.do(c.AssignContract(f"W-{number}", agent))
            project.start(f"W-{number}", actor=agent)
        numbers = itertools.count(1)

        def change() -> None:
            number = next(numbers)
            made = FileChange(path=f"src/file-{number}.py", lines=((number, number + 3),))
            project.do(c.RecordChanges("ann", (made,), "edit"), actor="ann")

        def write() -> None:
            project.do(Write("/current_phase", f"step {next(numbers)}"), actor="human")

        ours, board = beside(change, write, 40)
        yield Row("record a change of a file", ours, board, "a write of the board", "≤ 2 ×", 2 * board)
        project.close()


def processor(action: Callable[[], object]) -> float:
    """Return the processor time of an action and the programs that it runs, in microseconds."""

    def spent() -> float:
        found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(one.ru_utime + one.ru_stime for one in found)

    before = spent()
    action()
    return (spent() - before) * 1e6


def looking() -> Iterator[Row]:
    """Measure a look at a repository of 100,000 files, after one file has changed, and after none has."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as place:
        top = Path(place) / "repository"
        for number in range(FILES // IN_DIRECTORY):
            directory = top / f"part-{number:03}"
            directory.mkdir(parents=True)
            for name in range(IN_DIRECTORY):
                (directory / f"{name:03}.py").write_text(f"value = {name}\n")
        for line in ("init -q -b main", "add .", "-c user.name=p -c user.email=p@p.invalid commit -q -m begin"):
            subprocess.run(["git", *line.split()], cwd=top, check=True)
        git = Git(top).opened()
        assert git is not None
        looks = Looks(git, Path(place) / "looks")
        looks.look()
        plain = ["git", "status", "--porcelain"]
        status = [
            processor(lambda: subprocess.run(plain, cwd=top, check=True, capture_output=True)) for _ in range(LOOKS)
        ]
        after_change = []
        for number in range(LOOKS):
            (top / "part-000" / "000.py").write_text(f"value = {'1' * number}2\n")
            after_change.append(processor(looks.look))
        limit = statistics.median(status)
        name = "look at 100,000 files after one has changed, processor time"
        yield Row(name, statistics.median(after_change), limit, "git status", "≤ 200 ms", 200_000)
        still = statistics.median(processor(looks.look) for _ in range(LOOKS))
        yield Row("the same when nothing has changed", still, limit, "git status", "≤ 200 ms", 200_000)


if __name__ == "__main__":
    for row in rows():
        print(row, row.met)
