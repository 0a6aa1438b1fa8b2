"""All languages have the same modules and keys, and every sentence takes the same values in each."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

from renkei.texts import catalogue
from renkei.texts.catalogue import LOCALES, MODULES, Part, Sentence, texts

FOLDER = Path(catalogue.__file__).parent
JAPANESE = re.compile(r"[ぁ-ヿ一-鿿]")


def forms(sentence: Sentence) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else sentence


def placeholders(sentence: Sentence) -> list[set[str]]:
    """Return those of each form; a plural may leave out its count."""
    fields = [{name for _, name, _, _ in Formatter().parse(form) if name is not None} for form in forms(sentence)]
    return fields if isinstance(sentence, str) else [one - {"count"} for one in fields]


def test_every_module_of_every_language_belongs_to_a_part() -> None:
    listed = {name for modules in MODULES.values() for name in modules}
    for locale in LOCALES:
        paths = [path.relative_to(FOLDER / locale) for path in (FOLDER / locale).rglob("*.py")]
        assert {".".join(path.with_suffix("").parts) for path in paths if path.name != "__init__.py"} == listed


def test_a_key_stands_once() -> None:
    for part, modules in MODULES.items():
        counts = Counter(key for name in modules for key in import_module(f"renkei.texts.en.{name}").TEXTS)
        assert [(part, key) for key, count in counts.items() if count > 1] == []


def test_every_module_has_the_same_keys_in_the_same_order_in_every_language() -> None:
    for name in {name for modules in MODULES.values() for name in modules}:
        tables = {locale: list(import_module(f"renkei.texts.{locale}.{name}").TEXTS) for locale in LOCALES}
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
    assert [fault for part in MODULES for fault in faults(part)] == []


def test_no_english_sentence_is_left_in_japanese() -> None:
    both = [(key, sentence, texts("ja")[key]) for key, sentence in texts("en").items()]
    assert [key for key, english, _ in both if JAPANESE.search(str(english))] == []
    worded = [(key, ja) for key, en, ja in both if re.sub(r"\{\w+\}|[^A-Za-z]", "", "".join(forms(en)))]
    assert [key for key, japanese in worded if not all(map(JAPANESE.search, forms(japanese)))] == []
