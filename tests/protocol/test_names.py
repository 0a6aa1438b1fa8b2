"""New ids: their characters, and which look alike."""

import pytest

from renkei.errors import AlreadyExistsError, BadValueError
from renkei.protocol.names import check_characters, check_name

LOOK_ALIKES = [
    ("humаn", "human"),  # Cyrillic а
    ("ann_l", "ann_1"),
    ("ａｎｎ", "ann"),  # full width
    ("café", "cafe\u0301"),
    ("renkeі", "renkei"),  # Cyrillic і
    ("エージェントーA", "エ一ジェントーA"),  # the Han character for one
]
INVISIBLE = ["\u3164", "\ufe0f", "\u034f", "\u2800", "\u115f", "\u17b4", "\U000e0100", "\u200b", "\u202e", "\u00ad"]
FINE = [
    "ann",
    "設計者",
    "バックエンド担当",
    "田中・太郎",
    "مهندس",
    "डिज़ाइनर",
    "Müller",
    "agent:7@host",
    "v1.2_b+c#3",
    "한국어",
]


@pytest.mark.parametrize(("new", "other"), LOOK_ALIKES)
def test_an_id_that_looks_like_another_one_is_refused_with_that_one(new: str, other: str) -> None:
    with pytest.raises(AlreadyExistsError, match="which looks the same") as error:
        check_name(new, ["zoe", other])
    assert other in error.value.message


@pytest.mark.parametrize(("new", "other"), [("a11", "all"), ("ANN", "ann"), ("TC-1O", "TC-10"), ("torn", "tom")])
def test_ids_of_plain_ascii_are_compared_exactly(new: str, other: str) -> None:
    check_name(new, [other])
    check_name(other, [new])


@pytest.mark.parametrize("char", INVISIBLE)
def test_an_id_has_no_invisible_character(char: str) -> None:
    with pytest.raises(BadValueError, match=f"U\\+{ord(char):04X}"):
        check_characters(f"ann{char}")


@pytest.mark.parametrize("name", ["<script>", "ann$(id)", "{0.__class__}", "m1]ann→bob·blocking[m2", "a'b", "a=b"])
def test_an_id_has_no_other_marks(name: str) -> None:
    with pytest.raises(BadValueError, match="which an id must not have"):
        check_characters(name)


def test_ids_of_any_script_stand_beside_each_other() -> None:
    for name in FINE:
        check_name(name, [*FINE, "bob", "human"])
