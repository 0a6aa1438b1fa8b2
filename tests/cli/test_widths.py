"""Every screen at 80 and at 200 columns: no line is too long, and no id or path is broken."""

from pathlib import Path

import pytest

from process import renkei
from terminal import shown

EXAMPLE = Path(__file__).parent.parent.parent / "src" / "renkei" / "examples" / "auth-api" / "scenario.yaml"

COMMANDS = (
    "status",
    "log",
    "inbox --agent agent-reviewer",
    "obligations",
    "search login",
    "board show --all",
    "board log",
    "board blame",
    "board diff 3 29",
    "contract list",
    "artifact log",
    "files list",
    "log --file README.md",
    "context stats",
    "context feedback",
    "context --agent agent-reviewer",
    "message show review-1",
    "rules explain 25",
    "group",
    "doctor",
    "bridge list",
    "bridge status",
    "send --as agent-reviewer --to nobody --text hello",
    f"replay {EXAMPLE} --agent agent-backend",
)

WORDS = (
    "/agents/agent-architect/artifacts/auth-api-spec-v2/description",
    "2026-01-05T09:14:00Z",
    "agent-architect",
    "conflict-session",
)
"""Words that could not be found or copied if they were broken."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the example, played until an agent waits."""
    directory = tmp_path_factory.mktemp("played")
    renkei("replay", EXAMPLE, "--at", "14", "--into", ".renkei", cwd=directory)
    note = "the login screen waits for /agents/agent-architect/artifacts/auth-api-spec-v2/description"
    correct = ("context", "feedback", "add", "agent-architect", "conflict-session", "background")
    assert renkei(*correct, "--note", note, cwd=directory).returncode == 0
    people = [one for number in range(4) for one in ("--person", f"somebody-with-a-long-name-{number}=human")]
    bridge = ("irc", "--server", "irc.example", "--name", "conflict-session", "--channel", "#agent-architect", *people)
    assert renkei("bridge", "add", *bridge, cwd=directory).returncode == 0
    return directory


@pytest.mark.short("status", "board show *", "message show *")
@pytest.mark.parametrize("command", COMMANDS)
def test_it_fits_on_a_terminal_and_breaks_no_word(played: Path, command: str) -> None:
    done = renkei(*command.split(), cwd=played)
    piped = done.stdout + done.stderr
    for columns in (80, 200):
        screen = shown(*command.split(), cwd=played, columns=columns)
        assert max(len(line) for line in screen.splitlines()) <= columns
        for word in WORDS:
            assert (word in screen) == (word in piped)


@pytest.mark.parametrize("command", COMMANDS[:-1])
def test_a_pipe_gets_no_blanks_at_the_ends_of_lines(played: Path, command: str) -> None:
    assert [line for line in renkei(*command.split(), cwd=played).stdout.splitlines() if line.endswith(" ")] == []


@pytest.mark.short("status")
@pytest.mark.parametrize("command", ["status", "contract list", "board show", "inbox --agent agent-reviewer"])
def test_the_order_is_the_same_in_every_process(played: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        found.add(renkei(*command.split(), cwd=played, fresh=True).stdout)
    assert len(found) == 1
