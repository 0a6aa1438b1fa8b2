"""The files around the code agree with it: the hook for documents, workflows, version and citation."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml
from package_metadata import absolute, urls

from process import renkei
from renkei.edges.cli.main import cli

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("document", "status"), [("type: FREEFROM\npayload: {}\n", 1), ("events: []\n", 0)])
def test_the_hook_for_commits_checks_documents(document: str, status: int, tmp_path: Path) -> None:
    program, *arguments = HOOK["entry"].split()
    (tmp_path / "team.renkei.yaml").write_text(document)
    assert program in PROJECT["project"]["scripts"]
    assert renkei(*arguments, "team.renkei.yaml", cwd=tmp_path).returncode == status


@pytest.mark.parametrize(
    ("name", "checked"),
    [("team.renkei.yaml", True), ("a/b.renkei.yml", True), ("m.renkei.jsonl", True), ("ci.yaml", False)],
)
def test_the_hook_for_commits_reads_documents_of_renkei_only(name: str, checked: bool) -> None:
    assert bool(re.search(HOOK["files"], name)) is checked


def test_the_documentation_names_the_hook() -> None:
    page = (ROOT / "docs" / "how-to" / "messages.md").read_text(encoding="utf-8")
    assert f"id: {HOOK['id']}" in page


def test_the_citation_has_the_version_of_the_package() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == PROJECT["project"]["version"]
    assert citation["license"] == PROJECT["project"]["license"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_use_actions_at_one_commit_and_start_without_rights(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    used = [one for one in re.findall(r"uses: (\S+)", text) if not one.startswith("$/")]
    assert [one for one in used if not re.search(r"@[0-9a-f]{40}$", one)] == []
    assert yaml.safe_load(text)["permissions"] == {}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_run_commands_that_exist(workflow: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    steps = [
        step.get("run", "")
        for job in yaml.safe_load(workflow.read_text())["jobs"].values()
        for step in job.get("steps", ())
    ]
    for target in (step.removeprefix("make ") for step in steps if step.startswith("make ")):
        assert f"\n{target}:" in makefile
    assert all((ROOT / step).exists() for step in steps if step.startswith(".ci/"))


def test_links_of_the_readme_work_on_the_package_index() -> None:
    text = "[a](docs/a.md) ![b](docs/b.png) [c](https://c.example) [d](#d)"
    assert absolute(text, "https://f.example/r/{}/v1/") == (
        "[a](https://f.example/r/blob/v1/docs/a.md) ![b](https://f.example/r/raw/v1/docs/b.png) "
        "[c](https://c.example) [d](#d)"
    )


def test_every_link_of_the_readme_gets_an_address() -> None:
    text = absolute((ROOT / "README.md").read_text(encoding="utf-8"), "https://f.example/{}/")
    assert [one for one in re.findall(r"\]\(([^)]*)\)", text) if not one.startswith(("https://", "#"))] == []


@pytest.mark.parametrize(
    ("repository", "site", "labels"),
    [
        ("", "", set()),
        ("", "https://d.example", {"Documentation"}),
        ("https://f.example/r", "", {"Source", "Issues", "Changelog"}),
    ],
)
def test_the_package_names_the_addresses_that_are_known(repository: str, site: str, labels: set[str]) -> None:
    assert urls(repository, site).keys() == labels


def test_the_image_installs_extras_and_files_that_exist() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"/source\[([a-z,]+)\]", text)
    assert set(extras.split(",")) <= PROJECT["project"]["optional-dependencies"].keys()
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert [one for one in sent if not (ROOT / one).exists()] == []


def test_the_compose_file_starts_commands_with_options_that_exist() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    lines = [shlex.split(services["project"]["command"][0].partition("||")[2])[1:], services["renkei"]["command"]]
    for name, *words in lines:
        options = {option for one in cli.get_command(None, name).params for option in one.opts}
        assert {word for word in words if word.startswith("--")} <= options
