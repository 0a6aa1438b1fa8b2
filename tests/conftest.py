"""What the tests share: an option for stories, and how many examples a property is tried with."""

import gc
import itertools
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from thoroughness import examples

settings.register_profile("renkei", deadline=None, derandomize=True, max_examples=examples(200))
settings.load_profile("renkei")

# Hypothesis also draws constants that it finds in the modules loaded so far. Which those are depends on the tests that
# a worker ran before, so a test would draw other examples in every run.
providers._get_local_constants = lambda: providers._local_constants

# A shell lets background jobs ignore Ctrl-C, and the programs that tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-stories", action="store_true", help="write what comes of the stories now")


def pytest_collection_finish() -> None:
    """Leave what all tests have in common out of every garbage collection: it is most of the memory."""
    gc.collect()
    gc.freeze()


_states = itertools.count()


@pytest.fixture(scope="session", autouse=True)
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A directory for what each test's person keeps on this machine outside of projects."""
    found = str(tmp_path_factory.mktemp("machines"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", f"{found}/shared")
        patch.setenv("RENKEI_WARM", "off")  # a server of a test would load the library once more
        yield found


@pytest.fixture(autouse=True)
def _own_machine(machines: str) -> Iterator[None]:
    """Give each test a machine on which nothing was allowed yet. Its directory is made when something is kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", f"{machines}/{next(_states)}")
        yield
