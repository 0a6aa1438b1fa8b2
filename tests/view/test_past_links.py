"""Links in the past: every page of a past record leads to pages of the same record."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import renkei
from process import renkei as command
from renkei.edges.view.routes import SCREENS
from screen_addresses import addresses, parameters
from viewing import page

pytestmark = pytest.mark.long

NOW = ("Now", "Back to now")
"""The links that lead out of the past."""

SCENARIO = Path(renkei.__file__).parent / "examples" / "auth-api" / "scenario.yaml"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[renkei.Project]:
    place = tmp_path_factory.mktemp("played")
    assert command("replay", SCENARIO, "--into", ".renkei", cwd=place).returncode == 0
    with renkei.open(place / ".renkei") as project:
        yield project


def comes_back(link: str, at: int) -> bool:
    """Return whether a link to the sign-in leads back to the same past."""
    target = urlsplit(html.unescape(link))
    back = parse_qs(target.query).get("to", [""])[0]
    return target.path == "/sign-in" and parse_qs(urlsplit(back).query).get("at") == [str(at)]


@pytest.mark.short
@pytest.mark.parametrize("path", [screen.path for screen in SCREENS])
def test_every_link_of_a_past_screen_stays_in_the_past(played: renkei.Project, path: str) -> None:
    at = played.state.seq
    screen = next(one for one in SCREENS if one.path == path)
    for address in addresses(screen, parameters(played)):
        markup = page(played, f"{address}{'&' if '?' in address else '?'}at={at}")
        assert ">Now</a>" in markup
        links = re.findall(r'<a [^>]*?href="(/[^"]*)"[^>]*>(.*?)</a>', markup, re.DOTALL)
        outside = [(link, text) for link, text in links if "at" not in parse_qs(urlsplit(html.unescape(link)).query)]
        outside = [(link, text) for link, text in outside if not comes_back(link, at)]
        assert [(link, text) for link, text in outside if text not in NOW] == [], address
