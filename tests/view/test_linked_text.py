"""Links in texts of agents: what becomes one, and that it leads where it says."""

import pytest

from renkei.edges.view.prose.links import linked


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://a.example/x?y=1#z.", "https://a.example/x?y=1#z"),
        ("(http://a.example)", "http://a.example"),
        ("https://a.example/です", "https://a.example/"),
        ("https://user@a.example/", "https://user@a.example/"),
        ("https://g\u043e\u043egle.com", "https://g"),
        ('https://a.example/"onclick=alert(1)', "https://a.example/"),
        ("https://a.example/\u202egnp", "https://a.example/"),
    ],
)
def test_a_link_is_its_whole_target(text: str, address: str) -> None:
    found = str(linked(text))
    assert f'<a href="{address}" rel="noopener noreferrer nofollow" target="_blank">{address}</a>' in found
    assert found.count("<a ") == 1


@pytest.mark.parametrize(
    "text",
    [
        "http://renkei-0123456789abcdef.localhost:3000/",
        "javascript:alert(1)",
        "data:text/html,x",
        "//a.example",
        "ftp://a.example",
        "https://",
    ],
)
def test_nothing_else_is_a_link(text: str) -> None:
    assert "<a" not in str(linked(text))


def test_what_is_around_a_link_is_escaped() -> None:
    assert "<b>" not in str(linked("<b> https://a.example/<b>"))
