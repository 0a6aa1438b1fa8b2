"""The rules of every test: its machine, the number of examples of a property, and which cases are long."""

import gc
import itertools
import signal
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from thoroughness import examples

pytest_plugins = ["renkei.testing.plugin"]

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


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is marked
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as long all cases of a test but those that its mark `short` names, or all but every third.

    Whether a case is long does not depend on the others that are collected: `--last-failed` collects some.

    Raises:
        UsageError: A name fits no case. What it named would be left out of `make test` unnoticed.

    """
    used: dict[str, bool] = {}
    for item in items:
        if isinstance(item, pytest.Function) and (mark := item.get_closest_marker("short")):
            case = item.callspec
            fits = {
                f"{item.path}: {item.originalname} has no case {name!r}": fnmatchcase(case.id, name)
                for name in mark.args
            }
            used |= {name: fits[name] or used.get(name, False) for name in fits}
            if not (any(fits.values()) if mark.args else sum({*case.indices.values()}) % 3 == 0):
                item.add_marker(pytest.mark.long)
    unused = [name for name in used if not used[name]]
    if unused and not config.getoption("lf", default=False) and not any("[" in one for one in config.args):
        raise pytest.UsageError("\n".join(unused))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Look for no garbage while tests are collected, and later never among modules and tests.

    They are most of the memory, and searching them took a fifth of the time of collecting.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


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
