"""Every story in tests/stories plays out as it is written."""

from pathlib import Path

import pytest

from story import read, tell, write

STORIES = sorted(Path(__file__).parent.glob("stories/**/*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_story_plays_out_as_written(path: Path, request: pytest.FixtureRequest) -> None:
    title, blocks = read(path)
    told = write(title, tell(blocks))
    if request.config.getoption("--update-stories"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
