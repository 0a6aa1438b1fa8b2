"""The sentences of the view: each key once, in every language, with the same placeholders."""

import re
from collections import Counter

from renkei.edges.view.words.say import LOCALES, MODULES


def test_no_key_is_written_twice() -> None:
    counted = Counter(key for module in MODULES for key in module.TEXTS)
    assert [key for key, count in counted.items() if count > 1] == []


def test_every_sentence_has_every_language_and_the_same_placeholders() -> None:
    for module in MODULES:
        for key, columns in module.TEXTS.items():
            assert len(columns) == len(LOCALES), key
            texts = [text if isinstance(text, tuple) else (text,) for text in columns]
            wanted = [{name for text in forms for name in re.findall(r"{(\w+)}", text)} for forms in texts]
            assert wanted[0] == wanted[1], key


def test_the_japanese_view_has_one_word_for_a_decision_and_one_for_a_blocker() -> None:
    japanese = {"decision": re.compile("決定|未決"), "blocker": re.compile("ブロッカー")}
    other = [
        (key, columns)
        for module in MODULES
        for key, columns in module.TEXTS.items()
        for noun, wanted in japanese.items()
        if re.search(rf"\b{noun}s?\b", str(columns[0]).lower()) and not wanted.search(str(columns[1]))
    ]
    assert other == []


def test_what_counts_turns_says_so() -> None:
    said = [str(columns) for module in MODULES for columns in module.TEXTS.values()]
    assert [one for one in said if "ステップ" in one or re.search(r"\bsteps\b", one)] == []
