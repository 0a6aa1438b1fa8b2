"""Who a text mentions."""

import pytest

import renkei
from renkei.engine.views.mentions import mentioned, unknown_mentions, with_code


@pytest.fixture
def project(tmp_path):  # type: ignore[no-untyped-def]
    with renkei.create(tmp_path / ".renkei", goal="a goal") as made:
        for name in ("ann", "ann-2", "ann.b", "設計"):
            made.join(name)
        made.set_group("back", ["ann"])
        yield made


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@ann look", ("ann",)),
        ("look, @ann.", ("ann",)),
        ("(@ann)", ("ann",)),
        ("@ann-2 and @ann, and @ann-2 again", ("ann-2", "ann")),
        ("@ann.b", ("ann.b",)),
        ("@annさん、お願いします", ("ann",)),
        ("設計さん宛て @設計 です", ("設計",)),
        ("@back @all", ("back", "all")),
        ("@anna @ann-3 @ann_ @ann.c @nobody", ()),
        ("mail@ann 連絡@ann @ann@ann /@ann @", ("ann",)),
        ("@ａｎｎ ＠ann-2 ＠設計 です @ａｎｎ２", ("ann", "ann-2", "設計")),
        ("", ()),
    ],
)
def test_a_mention_is_the_longest_name_after_an_at(project: renkei.Project, text: str, found: tuple[str, ...]) -> None:
    assert mentioned(project.state, text) == found


def test_words_at_the_place_of_a_mention_that_name_no_one(project: renkei.Project) -> None:
    text = "@ann @nobody, @ann-3 and @app.route(1) mail@x.example @nobody @all /@x @ `@a` ```\n@b\n```"
    assert unknown_mentions(project.state, text) == ("nobody", "ann-3", "app.route")
    assert unknown_mentions(project.state, with_code(text, ("nobody", "ann-3", "app.route"))) == ()
    assert with_code("@no, @no-one `@no` @ann", ("no",)) == "`@no`, @no-one `@no` @ann"
