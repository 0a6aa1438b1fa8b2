"""What the tests share: an option for stories, small teams, and messages as short as they can be."""

import pytest
from hypothesis import settings

settings.register_profile("renkei", deadline=None, derandomize=True)
settings.load_profile("renkei")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-stories", action="store_true", help="write what comes of the stories now")
