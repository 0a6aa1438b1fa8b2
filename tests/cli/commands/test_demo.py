"""`renkei demo`: the example that ships with the package, and what to try next."""

import json
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

import terminal
from process import on_terminal, renkei
from renkei.edges.cli.commands.setup.demo import started_by

CONTEXT = "  │ "


def lines_to_paste(shown: str) -> list[list[str]]:
    """Return the arguments of the commands that the demo proposes."""
    proposed = [line for line in shown.partition("\nTry next\n")[2].splitlines() if line.startswith("  ")]
    return [shlex.split(line.partition("renkei ")[2]) for line in proposed]


def test_it_plays_and_the_lines_that_it_proposes_work(tmp_path: Path) -> None:
    played = renkei("demo", "--into", "a demo", cwd=tmp_path)
    assert played.returncode == 0
    assert "all expectations met" in played.stdout
    status, replay, init = lines_to_paste(played.stdout)
    assert "agent-backend" in renkei(*status, cwd=tmp_path).stdout
    assert "context of agent-backend" in renkei(*replay, cwd=tmp_path).stdout
    assert renkei(*init, cwd=tmp_path).returncode == 0


def test_without_a_directory_it_leaves_nothing_in_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere, here = tmp_path / "temporary", tmp_path / "here"
    elsewhere.mkdir()
    here.mkdir()
    monkeypatch.setenv("TMPDIR", str(elsewhere))
    played = renkei("demo", "--locale", "ja", "--agent", "agent-backend", cwd=here)
    assert f"{CONTEXT}あなたはチーム auth-api の agent-backend" in played.stdout
    assert list(here.iterdir()) == []
    assert "agent-backend" in renkei(*lines_to_paste(played.stdout)[0], cwd=here).stdout


def test_for_programs_it_is_one_document(tmp_path: Path) -> None:
    shown = renkei("demo", "--into", "kept", "--format", "json", cwd=tmp_path).stdout
    assert json.loads(shown)["scenario"] == "auth-api"


@pytest.mark.short("80-ja")
@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("columns", [80, 200])
def test_the_box_of_a_context_is_whole_at_every_width(columns: int, locale: str, tmp_path: Path) -> None:
    status, shown = on_terminal(
        "demo", "--into", "kept", "--agent", "agent-backend", "--locale", locale, cwd=tmp_path, columns=columns
    )
    assert status == 0
    assert max(map(cell_len, shown.partition("\nTry next")[0].splitlines())) <= columns
    inside = shown.partition("context of agent-backend\n")[2].partition("\n09:")[0].splitlines()
    assert len(inside) > 30
    assert [line for line in inside if not line.startswith(CONTEXT.rstrip())] == []


def test_on_a_pipe_no_line_of_a_context_is_broken(tmp_path: Path) -> None:
    shown = renkei("demo", "--into", "kept", "--agent", "agent-backend", cwd=tmp_path).stdout
    assert f"{CONTEXT}  deliverables: everything below src/auth/; tests below tests/auth/; a report of calls" in shown


def test_the_example_ships_inside_the_package() -> None:
    import renkei as package

    assert (Path(package.__file__).parent / "examples" / "auth-api" / "scenario.yaml").is_file()


def test_the_lines_start_the_program_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "renkei").write_text("#!/bin/sh\n")
    (tmp_path / "renkei").chmod(0o755)
    other = tmp_path / "other" / "renkei"
    other.parent.mkdir()
    other.touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.argv", [str(tmp_path / "renkei")])
    assert started_by() == "renkei"
    monkeypatch.setattr("sys.argv", [str(other)])
    assert started_by() == str(other)
    monkeypatch.setattr("sys.argv", ["-m"])
    assert started_by() == f"{shlex.quote(sys.executable)} -m renkei"


@pytest.mark.long
def test_on_a_terminal_with_a_browser_it_opens_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shlex.quote(str(tmp_path))}/opened\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    with terminal.on_terminal("demo", "--into", "kept", "--speed", "100", cwd=tmp_path, columns=100) as shown:
        shown.wait_for("Waiting for your decision.")
        shown.process.send_signal(signal.SIGINT)
        shown.wait_for("Try next")
        assert shown.process.wait(30) == 0
    link = (tmp_path / "opened").read_text().strip()
    assert "/sign-in?code=" in link
    assert link in shown.text
    assert "ssh -L" not in shown.text


@pytest.mark.long
def test_over_ssh_the_links_and_the_state_stay_on_a_small_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.5 50000 192.0.2.9 22")
    with terminal.on_terminal("demo", "--into", "kept", "--speed", "100", cwd=tmp_path, lines=24) as shown:
        shown.wait_for("Waiting for your decision.")
        shown.process.send_signal(signal.SIGINT)
        shown.wait_for("Try next")
        assert shown.process.wait(30) == 0
    said = shown.text.partition("Try next")[0]
    first, decision = re.findall(r"http://\S+", said)
    port = re.search(r":(\d+)/", first)[1]  # type: ignore[index]
    assert f"\n  ssh -L {port}:127.0.0.1:{port} 192.0.2.9\n" in said.replace("\r", "")
    assert "/sign-in?code=" in decision
    assert decision.endswith("&to=/waiting")
    assert said.startswith("This is a demo")
    assert len(said.splitlines()) < 20
    assert "DECISION_REQUEST" not in said


def test_on_a_pipe_it_is_printed_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", "/bin/false")
    assert "all expectations met" in renkei("demo", "--into", "other", cwd=tmp_path).stdout
    assert "all expectations met" in on_terminal("demo", "--no-serve", "--into", "third", cwd=tmp_path)[1]
    refused = renkei("demo", "--serve", "--agent", "agent-backend", cwd=tmp_path)
    assert (refused.returncode, "leave out --agent" in refused.stderr) == (2, True)
