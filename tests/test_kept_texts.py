"""What was written from values is kept exactly as long as the very same values come again."""

from renkei.wording.text_cache import TextCache


class Pen:
    """Writes a value and counts how often."""

    def __init__(self) -> None:
        self.written = 0

    def __call__(self, value: object) -> str:
        self.written += 1
        return f"{value}"


def test_the_same_values_are_written_once() -> None:
    kept: TextCache[str] = TextCache(8)
    pen, value = Pen(), ["a"]
    assert [kept.get("key", (value,), lambda: pen(value)) for _ in range(3)] == ["['a']"] * 3
    assert pen.written == 1


def test_an_equal_value_is_not_the_same() -> None:
    kept: TextCache[str] = TextCache(8)
    assert kept.get("key", (1,), lambda: "1") == "1"
    assert kept.get("key", (True,), lambda: "true") == "true"


def test_another_number_of_values_is_not_the_same() -> None:
    kept: TextCache[str] = TextCache(8)
    value = object()
    assert kept.get("key", (value,), lambda: "one") == "one"
    assert kept.get("key", (value, value), lambda: "two") == "two"


def test_each_key_has_a_text_of_its_own() -> None:
    kept: TextCache[str] = TextCache(8)
    value = object()
    assert [kept.get(key, (value,), lambda key=key: key) for key in ("en", "ja", "en")] == ["en", "ja", "en"]


def test_no_more_texts_are_kept_than_the_size() -> None:
    kept: TextCache[str] = TextCache(2)
    pen, value = Pen(), object()
    for key in ("a", "b", "c", "a"):
        kept.get(key, (value,), lambda: pen(value))
    assert pen.written == 4


def test_a_long_text_is_not_kept() -> None:
    kept: TextCache[str] = TextCache(8, longest=3)
    pen = Pen()
    for value in ("abcd", "abcd"):
        kept.get("key", (value,), lambda value=value: pen(value))
    assert pen.written == 2
