"""A deprecated public name works, and says what to use and until when."""

import pytest

import renkei
from renkei.deprecated import DEPRECATED, Deprecated


def test_an_old_name_is_the_new_one_and_warns_where_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPRECATED, "OldTurn", Deprecated(use="Turn", since="1.2", until="1.4"))
    with pytest.warns(DeprecationWarning, match="OldTurn") as warned:
        old = renkei.OldTurn  # type: ignore[attr-defined]
    assert old is renkei.Turn
    assert [(one.filename, str(one.message)) for one in warned] == [
        (__file__, "renkei.OldTurn is deprecated since renkei 1.2, and 1.4 removes it: use renkei.Turn")
    ]


def test_a_name_that_never_was_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="NeverWas"):
        _ = renkei.NeverWas  # type: ignore[attr-defined]


def test_what_replaces_a_name_is_public() -> None:
    assert [row.use for row in DEPRECATED.values() if row.use not in renkei.__all__] == []
