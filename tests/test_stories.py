"""Every story in tests/stories plays out as it is written."""

from pathlib import Path

import pytest

from story import FAILED, Block, read, tell, write

STORIES = sorted(Path(__file__).parent.glob("stories/**/*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_story_plays_out_as_written(path: Path, request: pytest.FixtureRequest) -> None:
    title, blocks = read(path)
    played = tell(blocks)
    told = write(title, played)
    assert failed(played) == []  # also when the stories are written again
    if request.config.getoption("--update-stories"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def failed(blocks: list[Block]) -> list[str]:
    return [line for block in blocks for line in block.output.splitlines() if line.startswith(FAILED)]


@pytest.mark.parametrize("refused", ["", "refused: UNKNOWN_FIELD"])
def test_a_refusal_with_another_code_or_none_expected_fails_its_story(refused: str) -> None:
    team = Block("agents: [{id: ann, role: backend}]", "")
    step = Block(f"agent: ann\nwrite: {{/goal: another}}\n{refused}", "")
    (line,) = failed(tell([team, step]))
    assert "NOT_ALLOWED" in line
