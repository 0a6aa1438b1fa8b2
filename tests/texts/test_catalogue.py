"""All languages have the same files and keys, and every sentence takes the same values in each."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from renkei.texts import catalogue
from renkei.texts.catalogue import FILES, LOCALES, Part, Sentence, read_texts, texts

FOLDER = Path(catalogue.__file__).parent
JAPANESE = re.compile(r"[ぁ-ヿ一-鿿]")


def forms(sentence: Sentence) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else sentence


def placeholders(sentence: Sentence) -> list[set[str]]:
    """Return those of each form; a plural may leave out its count."""
    fields = [{name for _, name, _, _ in Formatter().parse(form) if name is not None} for form in forms(sentence)]
    return fields if isinstance(sentence, str) else [one - {"count"} for one in fields]


def test_every_file_of_every_language_belongs_to_a_part() -> None:
    listed = {name for files in FILES.values() for name in files}
    for locale in LOCALES:
        paths = [path.relative_to(FOLDER / locale) for path in (FOLDER / locale).rglob("*.json")]
        assert {path.with_suffix("").as_posix() for path in paths} == listed


def test_a_key_stands_once() -> None:
    for part, files in FILES.items():
        counts = Counter(key for name in files for key in read_texts("en", name))
        assert [(part, key) for key, count in counts.items() if count > 1] == []


def test_every_file_has_the_same_keys_in_the_same_order_in_every_language() -> None:
    for name in {name for files in FILES.values() for name in files}:
        tables = {locale: list(read_texts(locale, name)) for locale in LOCALES}
        assert all(keys == tables["en"] for keys in tables.values()), name


def faults(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the language and key of each sentence that takes other values than the English one."""
    for locale in LOCALES:
        for key, sentence in texts(locale, part).items():
            english = texts("en", part)[key]
            plural = not (isinstance(sentence, str) and isinstance(english, str))
            found = [*placeholders(english), *placeholders(sentence)]
            if len({frozenset(one - {"count"} if plural else one) for one in found}) > 1:
                yield locale, key


def test_every_form_of_a_sentence_has_the_same_placeholders_in_all_languages() -> None:
    assert [fault for part in FILES for fault in faults(part)] == []


def test_no_english_sentence_is_left_in_japanese() -> None:
    both = [(key, sentence, texts("ja")[key]) for key, sentence in texts("en").items()]
    assert [key for key, english, _ in both if JAPANESE.search(str(english))] == []
    worded = [(key, ja) for key, en, ja in both if re.sub(r"\{\w+\}|[^A-Za-z]", "", "".join(forms(en)))]
    assert [key for key, japanese in worded if not all(map(JAPANESE.search, forms(japanese)))] == []
